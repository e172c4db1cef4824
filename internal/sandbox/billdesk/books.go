package billdesk

import (
	"encoding/json"
	"fmt"
	"regexp"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/sandbox/emulator"
)

// The states of a transaction.
const (
	authSuccess   = "0300"
	authPending   = "0002"
	authFailed    = "0399"
	authCancelled = "0398"
)

// The states of a refund: on the day of its payment, before that is settled, and
// later. A failed one is a word that nobody knows: BillDesk documents none.
const (
	refundCancelled = "0699"
	refundGiven     = "0799"
	refundFailed    = "0899"
)

// The states of a mandate.
const (
	mandateInitiated = "initiated"
	mandatePending   = "pending"
	mandateActive    = "active"
	mandatePaused    = "paused"
	mandateDeleted   = "deleted"
	mandateRejected  = "rejected"
	mandateExpired   = "expired"
)

// Times of the provider.
const (
	// tokenLifetime is how long a token opens the checkout.
	tokenLifetime = 30 * time.Minute
	// noticeTime lies between an invoice and its debit at least.
	noticeTime = 24 * time.Hour
)

const (
	// leastAmount is the least that can be charged or refunded.
	leastAmount = money.Rupee
	// mostUnconfirmed is the most of a debit that the customer need not confirm, for
	// rent by UPI and card: above it the bank refuses.
	mostUnconfirmed = 15_000 * money.Rupee
)

var (
	idForm     = regexp.MustCompile(`^[A-Za-z0-9]{1,35}$`)
	amountForm = regexp.MustCompile(`^[0-9]{1,10}\.[0-9]{2}$`)
)

func readAmount(text string) (money.Paise, bool) {
	if !amountForm.MatchString(text) {
		return 0, false
	}
	amount, err := money.Parse(text)
	return amount, err == nil && amount >= leastAmount
}

// books are all that the provider believes, as they are kept. What one entry knows
// of another is its id.
type books struct {
	Orders       []*order       `json:"orders"`
	Transactions []*transaction `json:"transactions"`
	Refunds      []*refund      `json:"refunds"`
	Mandates     []*mandate     `json:"mandates"`
	Invoices     []*invoice     `json:"invoices"`
}

type order struct {
	ID        string      `json:"id"`
	BDID      string      `json:"bdid"`
	Amount    money.Paise `json:"amount"`
	ReturnURL string      `json:"return_url"`
	Token     string      `json:"token"`
	At        time.Time   `json:"at"`
}

type transaction struct {
	ID      string      `json:"id"`
	Order   string      `json:"order"`
	Amount  money.Paise `json:"amount"`
	Process string      `json:"process"`
	Method  string      `json:"method"`
	Auth    string      `json:"auth"`
	Kind    string      `json:"kind"` // of its error
	Code    string      `json:"code"`
	Text    string      `json:"text"`
	// Mandate and Invoice are those of a debit.
	Mandate string    `json:"mandate"`
	Invoice string    `json:"invoice"`
	At      time.Time `json:"at"`
	PaidAt  time.Time `json:"paid_at"`
}

type refund struct {
	ID          string      `json:"id"`
	Reference   string      `json:"reference"`
	Order       string      `json:"order"`
	Transaction string      `json:"transaction"`
	Amount      money.Paise `json:"amount"`
	Status      string      `json:"status"`
	At          time.Time   `json:"at"`
}

type mandate struct {
	ID        string      `json:"id"`
	TokenID   string      `json:"token_id"`
	Token     string      `json:"token"`
	Reference string      `json:"reference"`
	Customer  string      `json:"customer"`
	Status    string      `json:"status"`
	Method    string      `json:"method"`
	Max       money.Paise `json:"max"`
	Starts    string      `json:"starts"`
	Ends      string      `json:"ends"`
	Code      string      `json:"code"`
	VPA       string      `json:"vpa"`
	Account   string      `json:"account"` // the last four digits of a card or account
	ReturnURL string      `json:"return_url"`
	// Debits counts those that were submitted.
	Debits int       `json:"debits"`
	At     time.Time `json:"at"`
}

type invoice struct {
	ID        string      `json:"id"`
	Number    string      `json:"number"`
	Mandate   string      `json:"mandate"`
	DebitDate string      `json:"debit_date"`
	Amount    money.Paise `json:"amount"`
	Status    string      `json:"status"`
	At        time.Time   `json:"at"`
}

// find is the first entry that is meant, nil without any.
func find[T any](list []*T, meant func(*T) bool) *T {
	for _, x := range list {
		if meant(x) {
			return x
		}
	}
	return nil
}

func (b *books) order(id string) *order {
	return find(b.Orders, func(o *order) bool { return o.ID == id })
}

// transaction is the one of an order, which is used up by it.
func (b *books) transaction(orderID string) *transaction {
	return find(b.Transactions, func(t *transaction) bool { return t.Order == orderID })
}

func (b *books) mandate(reference string) *mandate {
	return find(b.Mandates, func(m *mandate) bool { return m.Reference == reference })
}

func (b *books) invoice(number string) *invoice {
	return find(b.Invoices, func(i *invoice) bool { return i.Number == number })
}

// refunded is what was given back of a transaction, or is on its way.
func (b *books) refunded(id string) money.Paise {
	var total money.Paise
	for _, r := range b.Refunds {
		if r.Transaction == id && r.Status != refundFailed {
			total = money.Sum(total, r.Amount)
		}
	}
	return total
}

// moment is a time as BillDesk writes it.
func moment(at time.Time) string { return at.In(calendar.India).Format(time.RFC3339) }

// Ledger is what the provider believes, for comparison with our own books.
type Ledger struct {
	emulator.Ledger
	Mandates []map[string]any `json:"mandates"`
	Invoices []map[string]any `json:"invoices"`
}

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	l := Ledger{
		Ledger:   p.Ledger(),
		Mandates: emulator.Each(p.books.Mandates, p.shownMandate), Invoices: emulator.Each(p.books.Invoices, p.shownInvoice),
	}
	l.Orders = emulator.Each(p.books.Orders, func(o *order) map[string]any {
		return map[string]any{"orderid": o.ID, "bdorderid": o.BDID, "amount": o.Amount.Decimal()}
	})
	l.Payments = emulator.Each(p.books.Transactions, func(t *transaction) map[string]any {
		shown := p.shown(t, true)
		shown["captured"] = t.Auth == authSuccess
		return shown
	})
	l.Refunds = emulator.Each(p.books.Refunds, p.shownRefund)
	return l
}

// Memory returns the books in a form that Recall takes. Webhooks that were not sent
// yet, planned faults and what a bank was going to say late are not in it.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	raw, err := json.Marshal(p.books)
	if err != nil {
		return nil, fmt.Errorf("billdesk sandbox: keep the books: %w", err)
	}
	return raw, nil
}

// Recall takes the place of the books with what Memory returned, and plans again
// what the provider does by itself.
func (p *Provider) Recall(raw json.RawMessage) error {
	b := &books{}
	if err := json.Unmarshal(raw, b); err != nil {
		return fmt.Errorf("billdesk sandbox: recall the books: %w", err)
	}
	p.Restart(func() {
		p.books, p.traces = b, map[string]time.Time{}
		for _, t := range b.Transactions {
			if t.Auth == authPending {
				p.giveUpLater(t, t.At)
			}
		}
		for _, m := range b.Mandates {
			p.expireLater(m)
		}
	})
	return nil
}
