package simulate

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
)

// Bank transfers: what a business customer, and now and then another one, sends to the company's
// account, most often with tax deducted, and what our people make of it days later.

// transfer is money that a tenant has sent to our account.
type transfer struct {
	utr    string
	t      *tenant
	on     calendar.Date
	amount money.Paise
	// named are the invoices that the payer has named, and tax is what the payer has deducted beside
	// the amount. It is told with the money, or later when untold.
	named  []string
	tax    money.Paise
	untold bool
	// recorded says that our people have entered it, mistaken as one of another tenant; busy that
	// somebody is at it.
	recorded, mistaken, busy bool
	// told is the tax in the books, returned what went back to the payer.
	told, returned money.Paise
	reference      string // of the return
	calls          []transferCall
}

// transferCall is what was said of a transfer from a moment on.
type transferCall struct {
	at    int64
	named []string
}

// said notes what is about to be said of a transfer.
func (x *transfer) said(w *world, named []string) {
	x.calls = append(x.calls, transferCall{int64(calendar.Stamp(w.clock.Now())), named})
}

// namedAt are the invoices that were named last at a moment.
func (x *transfer) namedAt(at int64) (named []string) {
	for _, c := range x.calls {
		if c.at <= at {
			named = c.named
		}
	}
	return named
}

// sendMoney has a tenant transfer what is due, or some of it, or too much.
func (w *world) sendMoney(t *tenant) {
	var numbers []string
	var open []money.Paise
	err := each(w.judge, `SELECT number, total_paise - paid_paise - credited_paise AS open FROM invoices WHERE customer_id = ? AND kind IN ('rental', 'adjustment')
		AND total_paise > paid_paise + credited_paise ORDER BY due_date, id`, []any{t.id}, func(rows *sql.Rows) error {
		var number string
		var paise money.Paise
		err := rows.Scan(&number, &paise)
		numbers, open = append(numbers, number), append(open, paise)
		return err
	})
	fees, err2 := number(w.judge, "SELECT SUM(amount_paise - paid_paise) FROM late_fees WHERE customer_id = ? AND waived_reason = ''", t.id)
	if err != nil || err2 != nil || len(numbers) == 0 {
		return
	}
	x := &transfer{utr: fmt.Sprintf("SIMN%012d", len(w.transfers)+1), t: t, on: calendar.Today(w.clock), untold: happens(w.chance, 0.3)}
	rent := money.Sum(open...)
	whole := rent + money.Paise(fees)
	if happens(w.chance, 0.5) {
		first := w.chance.IntN(len(numbers))
		x.named, rent = numbers[first:], money.Sum(open[first:]...)
		whole = rent
	}
	if happens(w.chance, 0.6) {
		x.tax = rent / 12 / 100 * 100
	}
	x.amount = whole - x.tax
	switch chance := w.chance.Float64(); {
	case chance < 0.15:
		x.amount = x.amount * 6 / 10
	case chance < 0.30:
		x.amount += 1 + money.Paise(w.chance.IntN(500_000))
	case chance < 0.38: // what is missing is too little for a late fee
		x.amount -= money.Paise(w.chance.IntN(9_000))
	}
	if x.amount < 100 {
		return
	}
	w.transfers = append(w.transfers, x)
	w.record("tenant %d transfers %d, %d of tax, %d named", t.id, x.amount, x.tax, len(x.named))
}

// readStatements has our people work on bank transfers on most days, each at a time of its own.
func (w *world) readStatements() {
	w.after(between(w.chance, 20*time.Hour, 28*time.Hour), w.readStatements)
	for _, x := range w.transfers {
		w.after(between(w.chance, time.Minute, 8*time.Hour), func() { w.workOn(x) })
	}
}

// workOn does the next thing to a transfer, on some day: it is recorded, a mistake is taken back, its
// tax is told, what is left of it is matched or sent back.
func (w *world) workOn(x *transfer) {
	soon := func(odds float64) bool { return !w.faulty || happens(w.chance, odds) }
	if x.busy {
		return
	}
	left, err := number(w.judge, "SELECT amount_paise - matched_paise - returned_paise FROM bank_transfers WHERE utr = ?", x.utr)
	if errors.Is(err, sql.ErrNoRows) {
		left, err = 0, nil
	}
	if err != nil {
		w.facts.broken("%v", err)
	}
	switch {
	case !x.recorded:
		if soon(0.4) {
			w.recordTransfer(x)
		}
	case x.mistaken:
		if soon(0.3) {
			w.takeTransferBack(x)
		}
	case x.untold && x.tax > 0:
		if soon(0.2) {
			w.tellTax(x)
		}
	case left > 0:
		if soon(0.25) {
			w.useRest(x)
		}
	case w.faulty && happens(w.chance, 0.02) && x.returned == 0:
		w.takeTransferBack(x)
	}
}

// onTransfer has somebody do something about a transfer until it worked or was refused.
func (w *world) onTransfer(x *transfer, what string, do func(n *node) (payment.BankTransfer, error), then func(got payment.BankTransfer, refused *fault.Fault)) {
	var got payment.BankTransfer
	var refused *fault.Fault
	x.busy = true
	w.insist(what+" "+x.utr, func(n *node) (err error) {
		got, err = do(n)
		if refused = nil; isFault(err) {
			refused, err = fault.Of(err), nil
		}
		return err
	}, func() {
		x.busy = false
		then(got, refused)
	})
}

// recordTransfer records a transfer, often without knowing who has sent it, now and then as one of
// somebody else, and now and then twice.
func (w *world) recordTransfer(x *transfer) {
	in := payment.BankTransferInput{UTR: x.utr, PaidOn: x.on, Amount: x.amount}
	switch chance := w.chance.Float64(); {
	case chance < 0.15: // nobody knows
	case chance < 0.3 && len(w.tenants) > 1:
		x.mistaken = true
		for in.CustomerID == 0 || in.CustomerID == x.t.id {
			in.CustomerID = w.tenants[w.chance.IntN(len(w.tenants))].id
		}
	default:
		in.CustomerID, in.Invoices = x.t.id, x.named
		if !x.untold {
			in.TaxDeducted = x.tax
		}
	}
	x.said(w, in.Invoices)
	record := func(n *node) (payment.BankTransfer, error) { return n.payments.RecordBankTransfer(w.ctx, in) }
	w.onTransfer(x, "record", record, func(_ payment.BankTransfer, refused *fault.Fault) {
		if refused != nil && in.CustomerID == x.t.id && len(in.Invoices)+int(in.TaxDeducted) > 0 {
			w.counted["bank transfer refused as told"]++
			x.named, x.untold = nil, true // less is open than the payer thought
			return
		}
		if refused != nil {
			w.facts.broken("T1: transfer %s of %d is refused: %v", x.utr, x.amount, refused)
			return
		}
		x.recorded = true
		x.told = in.TaxDeducted
		if in.CustomerID != x.t.id {
			x.untold = true
		}
		if w.faulty && happens(w.chance, 0.2) {
			w.counted["bank transfer recorded twice"]++
			w.onTransfer(x, "record again", record, func(payment.BankTransfer, *fault.Fault) {})
		}
	})
}

// tellTax tells the tax that the payer has deducted beside a transfer that was recorded before. Of an
// invoice that something else has paid meanwhile nothing can be deducted any more.
func (w *world) tellTax(x *transfer) {
	x.said(w, nil)
	w.onTransfer(x, "tell the tax of", func(n *node) (payment.BankTransfer, error) {
		return n.payments.MatchBankTransfer(w.ctx, x.utr, payment.TransferMatch{CustomerID: x.t.id, TaxDeducted: x.tax})
	}, func(_ payment.BankTransfer, refused *fault.Fault) {
		x.untold = false
		if refused != nil {
			w.counted["tax deducted refused"]++
			x.tax = x.told
			return
		}
		x.told = x.tax
	})
}

// useRest matches what is left of a transfer with whatever is due by now, or sends it back.
func (w *world) useRest(x *transfer) {
	if w.faulty && happens(w.chance, 0.6) {
		x.said(w, nil)
		w.onTransfer(x, "match", func(n *node) (payment.BankTransfer, error) {
			return n.payments.MatchBankTransfer(w.ctx, x.utr, payment.TransferMatch{CustomerID: x.t.id})
		}, func(payment.BankTransfer, *fault.Fault) {})
		return
	}
	x.reference = "BACK" + x.utr[4:]
	w.onTransfer(x, "return", func(n *node) (payment.BankTransfer, error) {
		return n.payments.ReturnBankTransfer(w.ctx, x.utr, x.reference)
	}, func(got payment.BankTransfer, refused *fault.Fault) {
		if refused == nil {
			x.returned = got.Returned
		}
	})
}

// takeTransferBack takes back all that a transfer has paid, because it was matched by mistake, and has
// it recorded anew.
func (w *world) takeTransferBack(x *transfer) {
	var paid []int64
	err := each(w.judge, "SELECT transaction_id FROM bank_transfer_matches WHERE utr = ?", []any{x.utr}, func(rows *sql.Rows) error {
		var id int64
		err := rows.Scan(&id)
		paid = append(paid, id)
		return err
	})
	if err != nil {
		w.facts.broken("%v", err)
	}
	if len(paid) > 0 {
		w.facts.takenBack[paid[0]] = true
		w.onTransfer(x, "take back", func(n *node) (payment.BankTransfer, error) {
			got, err := n.payments.UnmatchBankTransfer(w.ctx, x.utr, paid[0], "Of somebody else")
			if f := fault.Of(err); f != nil && f.Code == "bank_transfer.match_not_found" {
				err = nil // it was taken back, and the answer was lost
			}
			return got, err
		}, func(_ payment.BankTransfer, refused *fault.Fault) {
			if refused == nil {
				x.told = 0
				w.takeTransferBack(x)
				return
			}
			w.counted["bank transfer stays, as something of it was credited"]++
			delete(w.facts.takenBack, paid[0])
			if id, err := number(w.judge, "SELECT customer_id FROM bank_transfer_matches WHERE transaction_id = ?", paid[0]); err == nil {
				x.t = w.tenantOf(id)
			}
			x.mistaken, x.tax, x.untold = false, x.told, false
		})
		return
	}
	w.onTransfer(x, "strike", func(n *node) (payment.BankTransfer, error) {
		err := n.payments.RemoveBankTransfer(w.ctx, x.utr, "Recorded by mistake")
		if f := fault.Of(err); f != nil && f.Status == 404 {
			err = nil
		}
		return payment.BankTransfer{}, err
	}, func(_ payment.BankTransfer, refused *fault.Fault) {
		if refused != nil {
			w.facts.broken("T1: transfer %s, of which nothing is used, cannot be struck: %v", x.utr, refused)
			return
		}
		x.recorded, x.mistaken, x.told, x.untold = false, false, 0, x.tax > 0 && happens(w.chance, 0.3)
	})
}

// transferOf is the transfer of an entry, nil for other entries.
func (w *world) transferOf(e *entry) *transfer {
	for _, x := range w.transfers {
		if strings.Contains(e.of, x.utr) || x.reference != "" && e.of == x.reference {
			return x
		}
	}
	return nil
}

// sentBy is what a tenant has sent by transfers that are in the books, without what went back, and
// with tax the tax beside it.
func (w *world) sentBy(customer int64, withTax bool) (sum money.Paise) {
	for _, x := range w.transfers {
		if x.t.id == customer && x.recorded {
			sum += x.amount - x.returned
			if withTax {
				sum += x.told
			}
		}
	}
	return sum
}

// checkTransfers is T1 at the end: what came by bank transfers is in the bank, has paid what was due or
// went back, and the tax that was told is claimed.
func (w *world) checkTransfers(truth) error {
	err := none(w.judge, "T1", "debits that a mistake of ours had stopped stay stopped", `SELECT COUNT(*) FROM mandate_debits d JOIN invoices i ON i.customer_id = d.customer_id AND i.id = d.invoice_id
		WHERE d.skipped_for = 'paid' AND i.total_paise - i.paid_paise - i.credited_paise >= 100 AND NOT EXISTS (SELECT 1 FROM mandate_debits n WHERE n.customer_id = d.customer_id AND n.id > d.id AND
			(n.invoice_id = i.id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = n.customer_id AND o.debit_id = n.id AND o.invoice_id = i.id)))
		AND EXISTS (SELECT 1 FROM payment_allocations a JOIN ledger_entries e ON e.customer_id = a.customer_id AND e.id = a.entry_id
			WHERE a.customer_id = i.customer_id AND a.invoice_id = i.id AND a.amount_paise < 0 AND e.source_type LIKE '%taken_back' AND e.at > d.updated_at)`)
	if err != nil {
		return err
	}
	var tax money.Paise
	for _, x := range w.transfers {
		if !x.recorded || x.mistaken || x.busy {
			return fmt.Errorf("T1: nobody could come to an end with transfer %s", x.utr)
		}
		tax += x.told
	}
	if got := w.books.totals["company:tds_receivable"]; got != tax {
		return fmt.Errorf("T1: tax of %d was deducted, the books claim %d", tax, got)
	}
	return none(w.judge, "T1", "alerts about bank transfers are left", "SELECT COUNT(*) FROM alerts WHERE kind = 'bank_transfer_unmatched' AND closed_at = 0")
}
