package paytm

import (
	"time"

	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

// OutcomeCancelled is a payer who leaves Paytm's page, beside the outcomes that
// every provider has.
const OutcomeCancelled = "cancelled"

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

// trouble is why the payer's browser is refused.
type trouble struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (t *trouble) Error() string { return t.Message }

var (
	errToken  = &trouble{"SESSION_EXPIRED", "The session has run out. Please start again from the shop."}
	errUsed   = &trouble{"334", "Somebody has paid this order, or tried to. Please start again from the shop."}
	errChoice = &trouble{"335", "The outcome or the method is not one that the sandbox knows."}
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
	how := p.base.Answers.Decided(emulator.Answer{Outcome: a.Outcome, Seconds: a.Seconds})
	if !known || !playable(how.Outcome) {
		return nil, errChoice
	}
	x := &payment{
		id: now.UTC().Format("20060102") + p.base.IDs.Digits(20), order: o, status: pending, code: "402",
		message: "Looks like the payment is not complete. Please wait while we confirm the status with your bank.",
		mode:    a.Method, bank: bank, at: now,
	}
	o.payment = x
	p.play(x, how, now)
	return x, nil
}

func playable(outcome string) bool {
	switch outcome {
	case emulator.Success, emulator.Failure, emulator.Pending, emulator.Late, emulator.FailedThenPaid, OutcomeCancelled:
		return true
	}
	return false
}

func (p *Provider) play(x *payment, how emulator.Answer, now time.Time) {
	later := func() {
		p.base.Agenda.At(now.Add(how.Delay()), func(at time.Time) { p.succeed(x, at) })
	}
	switch how.Outcome {
	case emulator.Success:
		p.succeed(x, now)
	case emulator.Failure:
		p.fail(x, "227", "Your payment has been declined by your bank. Please try again or use a different method.", now)
	case OutcomeCancelled:
		p.fail(x, "141", "User has not completed transaction.", now)
	case emulator.Pending:
		p.giveUpLater(x, now)
	case emulator.Late:
		p.giveUpLater(x, now)
		later()
	case emulator.FailedThenPaid:
		p.fail(x, "227", "Your payment has been declined by your bank. Please try again or use a different method.", now)
		later()
	}
}

// giveUpLater marks a payment failed when the bank stays silent.
func (p *Provider) giveUpLater(x *payment, now time.Time) {
	p.base.Agenda.At(now.Add(emulator.BankPatience), func(at time.Time) {
		p.fail(x, "810", "The payment was closed because your bank has not answered.", at)
	})
}

// succeed is the bank's yes. It also ends a payment that was given up as failed.
func (p *Provider) succeed(x *payment, now time.Time) {
	if x.status == success {
		return
	}
	x.status, x.code, x.message, x.bankID = success, "01", "Txn Success", p.base.IDs.Digits(12)
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
