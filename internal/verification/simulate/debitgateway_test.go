package simulate

import (
	"net/http"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
)

// debitGateway is a gateway of auto debit: what its books have, what goes over its wire and what a
// tenant can do there, in words for all of them.
type debitGateway interface {
	name() string
	base() *emulator.Base
	books() debitBooks
	// read reads a call of ours. It returns nothing for one that is about no debit.
	read(q *http.Request, body []byte) (asked, error)
	// mandateTold reads an event about a mandate. The reference is ours, empty for another event.
	mandateTold(raw []byte) (reference string, state provider.MandateState)
	// confirm is what a tenant does in the checkout of a registration. It returns what the browser
	// brings back.
	confirm(p *permit, outcome string, seconds int) (map[string]string, error)
	// change is what a tenant does with a mandate at the bank.
	change(reference string, to mandateChange) error
}

// debitBooks are what a gateway has in its books about auto debit.
type debitBooks struct {
	mandates map[string]bankMandate // by our reference
	notices  map[string]bankNotice  // by the gateway's id
	debits   []bankDebit
}

type bankMandate struct {
	state  provider.MandateState
	method provider.MandateMethod
	limit  money.Paise
	ends   calendar.Date
	// another says that a second one of the same registration lasts, of which we do not know.
	another bool
}

// mostOfOne is the most of one debit: the customer's limit, and by UPI and card what banks take
// without asking.
func (m bankMandate) mostOfOne() money.Paise {
	if m.method == provider.MandateEMandate {
		return m.limit
	}
	return min(m.limit, 15_000*money.Rupee)
}

// bankNotice is the notice of a debit, or what stands for it on a rail on which our own message is
// the notice.
type bankNotice struct {
	reference string // ours, of the debit
	sent      time.Time
	on        calendar.Date // no date if the gateway tells none
	failed    bool          // the customer could not be told
}

type bankDebit struct {
	id        string
	reference string // ours
	mandate   string // our reference of it
	state     provider.PaymentState
	at        time.Time
}

// of are the debits under our reference: one, unless it was refused and submitted again.
func (b debitBooks) of(reference string) (all []bankDebit) {
	for _, d := range b.debits {
		if d.reference == reference {
			all = append(all, d)
		}
	}
	return all
}

// asked is what we ask a gateway for: the notice of a debit, which names an invoice, or the debit
// itself, which names the notice.
type asked struct {
	debit, mandate string // our references
	invoice        string // the number that the customer knows
	notice         string // the gateway's id
	order          string // of the debit's payment, at the gateway
	amount         money.Paise
}

// mandateChange is what a tenant does with a mandate at the bank: another state, limit or last day.
type mandateChange struct {
	state provider.MandateState
	limit money.Paise
	ends  calendar.Date
}
