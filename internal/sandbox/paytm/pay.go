package paytm

import (
	"time"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

// Attempt is what a payer does with an order.
type Attempt struct {
	// Token opens the order in a browser; a test names the order instead.
	Token   string `json:"token"`
	OrderID string `json:"order_id"`
	// Outcome is empty for the one decided by control, or success.
	Outcome string `json:"outcome"`
	// Method is UPI (also when empty), DC, NB or PPI.
	Method string `json:"method"`
	// Seconds is when a late yes comes.
	Seconds int `json:"seconds"`
}

var (
	errToken  = &emulator.Trouble{Code: "SESSION_EXPIRED", Message: "The session has run out. Please start again from the shop."}
	errUsed   = &emulator.Trouble{Code: "334", Message: "Somebody has paid this order, or tried to. Please start again from the shop."}
	errChoice = &emulator.Trouble{Code: "335", Message: "The outcome or the method is not one that the sandbox knows."}
)

// modes are the ways to pay, each with the bank that it shows.
var modes = map[string]string{"UPI": "HDFC Bank", "DC": "ICICI Bank", "NB": "State Bank of India", "PPI": "WALLET"}

// attempt starts the order's payment and plays it out.
func (p *Provider) attempt(o *order, a Attempt, now time.Time) (*payment, error) {
	if o.payment != nil {
		return nil, errUsed
	}
	if a.Method == "" {
		a.Method = "UPI"
	}
	bank, known := modes[a.Method]
	how := p.Answers.Decided(emulator.Answer{Outcome: a.Outcome, Seconds: a.Seconds})
	if !known {
		return nil, errChoice
	}
	x := &payment{
		id: now.UTC().Format("20060102") + p.IDs.Digits(20), order: o, status: pending, code: "402",
		message: "Looks like the payment is not complete. Please wait while we confirm the status with your bank.",
		mode:    a.Method, bank: bank, at: now,
	}
	if !p.Play(how, now, p.turns(x)) {
		return nil, errChoice
	}
	o.payment = x
	return x, nil
}

// turns are what becomes of a payment.
func (p *Provider) turns(x *payment) emulator.Turns {
	return emulator.Turns{
		Succeed: func(at time.Time) { p.succeed(x, at) },
		Fail: func(at time.Time) {
			p.fail(x, "227", "Your payment has been declined by your bank. Please try again or use a different method.", at)
		},
		Wait: func(at time.Time) { p.giveUpLater(x, at) },
		Own: map[string]func(time.Time){
			emulator.Cancelled: func(at time.Time) { p.fail(x, "141", "User has not completed transaction.", at) },
		},
	}
}

// giveUpLater marks a payment failed when the bank stays silent.
func (p *Provider) giveUpLater(x *payment, now time.Time) {
	p.Agenda.At(now.Add(emulator.BankPatience), func(at time.Time) {
		p.fail(x, "810", "The payment was closed because your bank has not answered.", at)
	})
}

// succeed is the bank's yes. It also ends a payment that was given up as failed.
func (p *Provider) succeed(x *payment, now time.Time) {
	if x.status == success {
		return
	}
	x.status, x.code, x.message, x.bankID, x.paidAt = success, "01", "Txn Success", p.IDs.Digits(12), now
	p.announceSale(x, now)
}

// fail is the bank's no, or its silence.
func (p *Provider) fail(x *payment, code, message string, now time.Time) {
	if x.status != pending {
		return
	}
	x.status, x.code, x.message = failure, code, message
	p.announceSale(x, now)
}

// callback is what a browser brings back to the shop.
func (p *Provider) callback(x *payment) map[string]string {
	return p.proven(map[string]string{
		"MID": p.keys.MID, "ORDERID": x.order.id, "TXNID": x.id, "TXNAMOUNT": x.order.amount.Decimal(), "PAYMENTMODE": x.mode,
		"CURRENCY": "INR", "TXNDATE": moment(x.at), "STATUS": x.status, "RESPCODE": x.code, "RESPMSG": x.message,
		"GATEWAYNAME": x.bank, "BANKTXNID": x.bankID, "BANKNAME": x.bank,
	})
}

// oneRupeeMore is an amount for tests of the receiver.
func oneRupeeMore(text string) string {
	amount, err := money.Parse(text)
	if err != nil {
		return text
	}
	return money.Sum(amount, money.Rupee).Decimal()
}
