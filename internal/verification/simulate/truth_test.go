package simulate

import (
	"encoding/json"
	"fmt"
	"time"

	"rento/internal/money"
	emulated "rento/internal/sandbox/razorpay"
	paying "rento/internal/sandbox/razorpayx"
)

// held is a payment as the gateway's own books have it.
type held struct {
	id, order, status string
	gateway           string
	amount, refunded  money.Paise
	captured          bool
	at                time.Time // when the payer paid
}

// paidBack is a refund as the gateway's own books have it.
type paidBack struct {
	id, payment, status string
	amount              money.Paise
	at                  time.Time // when it was asked for, of Razorpay and BillDesk alone
}

// truth is what the gateway believes.
type truth struct {
	payments map[string]held
	order    []string // ids in order of creation
	refunds  []paidBack
}

// bankBooks reads the gateway's books.
func (w *world) bankBooks() truth {
	all := w.bank.Books().(emulated.Ledger)
	t := truth{payments: make(map[string]held, len(all.Payments))}
	for _, p := range all.Payments {
		h := held{
			id: p["id"].(string), gateway: emulated.Name, order: p["order_id"].(string), status: p["status"].(string), captured: p["captured"].(bool),
			at:     time.Unix(p["created_at"].(int64), 0),
			amount: money.Paise(p["amount"].(int64)), refunded: money.Paise(p["amount_refunded"].(int64)),
		}
		t.add(h)
	}
	for _, r := range all.Refunds {
		t.refunds = append(t.refunds, paidBack{
			id: r["id"].(string), payment: r["payment_id"].(string), status: r["status"].(string), amount: money.Paise(r["amount"].(int64)),
			at: time.Unix(r["created_at"].(int64), 0),
		})
	}
	if w.billdesk != nil {
		w.addBilldesk(&t)
	}
	if w.trade.gateways {
		w.addOthers(&t)
	}
	return t
}

// payerBooks are the payouts as their provider has them.
func (w *world) payerBooks() []map[string]any { return w.payer.Books().(paying.Ledger).Payouts }

// facts are what the world remembers of what it did and was promised.
type facts struct {
	gifts    int
	goodwill map[int64]money.Paise // by customer
	// paid are the transactions that somebody was told are paid, by id.
	paid map[int64]int64
	// heard is when we took a webhook of a captured payment in, by payment.
	heard map[string]time.Time
	// answered are the webhooks that we answered with 200 since the last check.
	answered []string
	// captured is when a captured payment was first seen at the gateway.
	captured map[string]time.Time
	// authorized is since when a payment was seen authorized and not taken.
	authorized map[string]time.Time
	// foreign are the orders that somebody else made with our keys.
	foreign map[string]bool
	// charges are what one-off charges must be invoiced with, by operation, and
	// withdrawn those that were taken back.
	charges   map[string]money.Paise
	withdrawn map[string]bool
	inspected map[int64]bool // settlements that our people went to inspect
	closures  []*request     // that were granted, with what their quote says
	// walletPayouts are the wallet payouts that were granted, by settlement, with
	// what was asked for, 0 for everything.
	walletPayouts map[int64]money.Paise
	sold          map[int64][]stake // packages of rent in advance, as they were bought
	takenBack     map[int64]bool    // transactions of bank transfers that were matched by mistake
	trouble       []string          // broken promises
}

func newFacts() *facts {
	return &facts{
		goodwill: map[int64]money.Paise{}, paid: map[int64]int64{}, heard: map[string]time.Time{}, captured: map[string]time.Time{},
		foreign: map[string]bool{}, authorized: map[string]time.Time{},
		charges: map[string]money.Paise{}, withdrawn: map[string]bool{}, inspected: map[int64]bool{},
		walletPayouts: map[int64]money.Paise{}, sold: map[int64][]stake{}, takenBack: map[int64]bool{},
	}
}

func (f *facts) broken(format string, args ...any) {
	f.trouble = append(f.trouble, fmt.Sprintf(format, args...))
}

// acknowledged records that we answered a webhook with 200: from then on it is ours to
// act on.
func (f *facts) acknowledged(eventID string, raw []byte, now time.Time) {
	f.answered = append(f.answered, eventID)
	var event struct {
		Event   string `json:"event"`
		Payload struct {
			Payment struct {
				Entity struct {
					ID string `json:"id"`
				} `json:"entity"`
			} `json:"payment"`
		} `json:"payload"`
	}
	if json.Unmarshal(raw, &event) != nil || event.Event != "payment.captured" {
		return
	}
	id := event.Payload.Payment.Entity.ID
	if _, before := f.heard[id]; !before {
		f.heard[id] = now
	}
}
