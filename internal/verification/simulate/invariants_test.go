package simulate

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	paying "rento/internal/sandbox/razorpayx"
)

// The promises that are checked after every step, by their names in
// docs/simulation.md.

// horizon is how long captured money may be unknown to us, whatever breaks:
// the daily comparison finds it at the latest, which a run begins again only at
// the next moment that something else is due, up to half a day later. prompt is
// the same after we took its webhook in.
// captureBy is how long authorized money may wait to be captured.
const (
	horizon   = 42 * time.Hour
	prompt    = 6 * time.Hour
	captureBy = 30 * time.Hour
)

// inTransit is what our books say that the gateways hold for us.
func inTransit(accounts map[string]money.Paise) (sum money.Paise) {
	for name, amount := range accounts {
		if gateway, is := strings.CutPrefix(name, "company:in_transit:"); is && gateway != paying.Name {
			sum += amount
		}
	}
	return sum
}

// check looks at what changed since the last step.
func (w *world) check() error {
	if len(w.facts.trouble) > 0 {
		return errors.New(w.facts.trouble[0])
	}
	version, err := number(w.judge, "PRAGMA data_version")
	if err != nil {
		return err
	}
	seen := w.bankBooks()
	if version != w.books.version {
		w.books.version = version
		if err := w.books.follow(w.judge); err != nil {
			return err
		}
		for _, check := range []func(truth) error{w.checkEntries, w.checkBalances, w.checkPayments, w.checkTransactions, w.checkWallets, w.checkPayouts, w.checkRequests, w.checkMandates, w.checkSales} {
			if err := check(seen); err != nil {
				return err
			}
		}
	}
	if err := w.checkInbox(); err != nil {
		return err
	}
	return w.checkHeld(seen)
}

// checkInbox is I1: a webhook that we answered with 200 is stored.
func (w *world) checkInbox() error {
	for _, id := range w.facts.answered {
		n, err := number(w.judge, "SELECT COUNT(*) FROM provider_events WHERE event_id = ?", id)
		if err != nil {
			return err
		}
		if n == 0 {
			return fmt.Errorf("I1: webhook %s was answered with 200 and is stored nowhere", id)
		}
	}
	w.facts.answered = nil
	return nil
}

// checkEntries is I3: each entry balances. I2: no payment is entered twice.
func (w *world) checkEntries(truth) error {
	for _, e := range w.books.entries {
		if e.sum != 0 {
			return fmt.Errorf("I3: entry %d of %d is off by %d", e.id, e.customer, e.sum)
		}
	}
	for source, times := range w.books.sources {
		if times > 1 {
			return fmt.Errorf("I2: %s was entered %d times", source, times)
		}
	}
	return nil
}

// checkBalances is I3: kept balances are the sums of their postings.
func (w *world) checkBalances(truth) error {
	kept := map[ledgerAccount]money.Paise{}
	err := each(w.judge, "SELECT customer_id, account, balance_paise FROM ledger_balances", nil, func(rows *sql.Rows) error {
		var a ledgerAccount
		var paise money.Paise
		err := rows.Scan(&a.customer, &a.name, &paise)
		kept[a] = paise
		return err
	})
	if err != nil {
		return err
	}
	for a, paise := range w.books.balances {
		if hasBalance(a.name) && kept[a] != paise {
			return fmt.Errorf("I3: %s of %d is kept as %d, its postings say %d", a.name, a.customer, kept[a], paise)
		}
	}
	for a, paise := range kept {
		if w.books.balances[a] != paise {
			return fmt.Errorf("I3: %s of %d is kept as %d without postings", a.name, a.customer, paise)
		}
	}
	return nil
}

func hasBalance(name string) bool { return len(name) < 8 || name[:8] != "company:" }

// checkPayments is I2 and I5: what we entered is exactly what the gateway
// captured and gave back.
func (w *world) checkPayments(seen truth) error {
	var transit money.Paise
	err := each(w.judge, "SELECT payment_id, amount_paise, posted_as FROM gateway_payments WHERE posted_as <> ''", nil, func(rows *sql.Rows) error {
		var id, posted string
		var amount money.Paise
		if err := rows.Scan(&id, &amount, &posted); err != nil {
			return err
		}
		p, there := seen.payments[id]
		if !there || !p.captured || p.amount != amount {
			return fmt.Errorf("I5: payment %s is entered (%s) with %d; the gateway has %d, %q", id, posted, amount, p.amount, p.status)
		}
		transit += amount
		return nil
	})
	if err != nil {
		return err
	}
	back, err := w.checkRefunds(seen)
	if err != nil {
		return err
	}
	settled, err := w.checkSettled()
	if err != nil {
		return err
	}
	if got, want := inTransit(w.books.totals), transit-back-settled; got != want {
		return fmt.Errorf("I5: in transit %d, payments, refunds and settlement files say %d", got, want)
	}
	return nil
}

// checkRefunds returns what we believe was given back, each piece of which the
// gateway must have given back.
func (w *world) checkRefunds(seen truth) (back money.Paise, err error) {
	atBank := map[string]money.Paise{}
	for _, r := range seen.refunds {
		if p := seen.payments[r.payment]; p.captured && p.refunded > p.amount {
			return 0, fmt.Errorf("I2: %d of payment %s of %d were given back", p.refunded, p.id, p.amount)
		}
		if r.status == "processed" {
			atBank[r.id] = r.amount
		}
	}
	err = each(w.judge, "SELECT gateway_refund_id, amount_paise FROM refunds WHERE state = 'processed'", nil, func(rows *sql.Rows) error {
		var id string
		var amount money.Paise
		if err := rows.Scan(&id, &amount); err != nil {
			return err
		}
		if atBank[id] != amount {
			return fmt.Errorf("I5: refund %s of %d is entered, the gateway gave back %d", id, amount, atBank[id])
		}
		back += amount
		return nil
	})
	return back, err
}

// checkTransactions is I9 and I10: what was paid stays paid, nothing else was
// told to anybody, and one intent at most is live.
func (w *world) checkTransactions(truth) error {
	live := map[string]int{}
	return each(w.judge, "SELECT customer_id, id, purpose || debit_id, state FROM payment_transactions", nil, func(rows *sql.Rows) error {
		var customer, id int64
		var purpose, state string
		if err := rows.Scan(&customer, &id, &purpose, &state); err != nil {
			return err
		}
		if w.facts.paid[id] != 0 && state != "succeeded" && !w.facts.takenBack[id] {
			return fmt.Errorf("I9: transaction %d was paid and is %s now", id, state)
		}
		switch state {
		case "succeeded":
			w.facts.paid[id] = customer
		case "open", "pending", "failed":
			key := fmt.Sprint(customer, purpose)
			if live[key]++; live[key] > 1 {
				return fmt.Errorf("I7: customer %d has two live %s transactions", customer, purpose)
			}
		}
		return nil
	})
}

// checkWallets is I9: the wallet pays only what is paid.
func (w *world) checkWallets(truth) error {
	for _, e := range w.books.entries {
		if e.source != "wallet_payment" {
			continue
		}
		id, _ := strconv.ParseInt(e.of, 10, 64)
		if w.facts.paid[id] == 0 {
			return fmt.Errorf("I9: the wallet paid transaction %d, which is not paid", id)
		}
	}
	return nil
}

// checkAuthorized is I1 for money that the gateway has not taken yet: while
// what it was meant for is open, it is taken before it goes back to the payer.
func (w *world) checkAuthorized(p held) error {
	since, known := w.facts.authorized[p.id]
	if p.status != "authorized" {
		delete(w.facts.authorized, p.id)
		return nil
	}
	if !known {
		w.facts.authorized[p.id] = w.clock.Now()
		return nil
	}
	if w.clock.Now().Sub(since) < captureBy {
		return nil
	}
	what := fmt.Sprintf("due is open, and its payment %s, authorized since %s, is not taken", p.id, since)
	return none(w.judge, "I1", what, `SELECT COUNT(*) FROM payment_attempts a JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id
		WHERE a.gateway_order_id = ? AND t.purpose = 'due' AND EXISTS (SELECT 1 FROM invoices i WHERE i.customer_id = a.customer_id
		AND i.kind IN ('rental', 'adjustment') AND i.total_paise > i.paid_paise + i.credited_paise AND i.date <= ?) AND NOT EXISTS (SELECT 1 FROM payment_transactions s
		WHERE s.customer_id = t.customer_id AND s.purpose = 'due' AND s.state = 'succeeded' AND s.id >= t.id)`, p.order, calendar.In(since).String())
}

// checkHeld is I1: captured money is entered in time.
func (w *world) checkHeld(seen truth) error {
	now := w.clock.Now()
	for _, id := range seen.order {
		p := seen.payments[id]
		if err := w.checkAuthorized(p); err != nil {
			return err
		}
		if !p.captured || p.amount == 0 || w.books.sources[p.gateway+":"+id] > 0 { // a mandate by net banking is registered with a payment of nothing
			continue
		}
		since, known := w.facts.captured[id]
		if !known {
			since = now
			w.facts.captured[id] = now
		}
		if _, isDebit := w.debits.paidBy(p); isDebit {
			since = w.reachable(since)
		}
		if now.Sub(since) > horizon {
			return fmt.Errorf("I1: payment %s of %d was captured %s ago and is not entered", id, p.amount, now.Sub(since))
		}
		if heard, told := w.facts.heard[id]; told && now.Sub(heard) > prompt && !w.facts.foreign[p.order] {
			return fmt.Errorf("I1: we took in the webhook of payment %s %s ago and did nothing", id, now.Sub(heard))
		}
	}
	return nil
}
