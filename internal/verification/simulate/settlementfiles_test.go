package simulate

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/reconcile"
	"rento/internal/sandbox/emulator"
)

// settling is a gateway that sends to our bank what it has taken, with a file about each day.
type settling interface {
	emulator.Settling
	Name() string
}

func (w *world) settling() []settling {
	all := []settling{w.bank}
	if w.billdesk != nil {
		all = append(all, w.billdesk)
	}
	if w.trade.gateways {
		all = append(all, w.paytm, w.juspay)
	}
	return all
}

// fileOfDay is the settlement file of a gateway about a day.
type fileOfDay struct {
	gateway string
	day     calendar.Date
}

// clerk is what we know of those among our people who enter settlement files.
type clerk struct {
	// first is when a gateway's first file was entered, by gateway.
	first map[string]time.Time
	// found is when a file is at hand: some are mislaid for a while. entered are those of which each
	// line is in the books, busy those that somebody is at.
	found         map[fileOfDay]time.Time
	entered, busy map[fileOfDay]bool
	// settled is by how much the lines that are in the books have reduced what is in transit, and
	// banked what came to the bank, of the first read entries.
	settled, banked money.Paise
	read            int
}

func newClerk() *clerk {
	return &clerk{first: map[string]time.Time{}, found: map[fileOfDay]time.Time{}, entered: map[fileOfDay]bool{}, busy: map[fileOfDay]bool{}}
}

// sent is a line of a file as the gateway has it.
type sent struct {
	emulator.Settled
	file    fileOfDay
	gateway string // a wallet of the provider, or the provider itself
}

// key names a payment or refund as the journal does.
func (s sent) key() string {
	if s.Refund != "" {
		return s.gateway + ":" + s.Refund
	}
	return s.gateway + ":" + s.ID
}

// signed is an amount with a minus if it is kept back.
func (s sent) signed() money.Paise {
	if s.Refund != "" {
		return -s.Amount
	}
	return s.Amount
}

// sent are all lines that the gateways have sent by now or will, by key.
func (w *world) sent() map[string]sent {
	all, seen := map[string]sent{}, w.bankBooks()
	for _, g := range w.settling() {
		for day, lines := range emulator.Settlements(g, w.clock.Now().AddDate(0, 1, 0)) {
			for _, l := range lines {
				line := sent{l, fileOfDay{g.Name(), day}, seen.payments[l.ID].gateway}
				all[line.key()] = line
			}
		}
	}
	return all
}

// bookkeep enters the files that have come, on most days, some late, in another order, cut, twice, or
// beside one of another company, and looks for what no file has.
func (w *world) bookkeep() {
	w.after(between(w.chance, 20*time.Hour, 28*time.Hour), w.bookkeep)
	if w.postponed() {
		return
	}
	for _, g := range w.settling() {
		files := emulator.Settlements(g, w.clock.Now())
		days := slices.SortedFunc(maps.Keys(files), func(a, b calendar.Date) int { return a.Sub(b) })
		if happens(w.chance, 0.3) {
			slices.Reverse(days)
		}
		for _, day := range days {
			if f := (fileOfDay{g.Name(), day}); w.atHand(f) {
				w.enterDay(g, f, files[day])
			}
		}
	}
	w.after(between(w.chance, 2*time.Hour, 6*time.Hour), w.missed)
	w.after(between(w.chance, 2*time.Hour, 6*time.Hour), w.closeDoubts)
}

// atHand reports whether somebody can enter a file now.
func (w *world) atHand(f fileOfDay) bool {
	c, now := w.clerk, w.clock.Now()
	if c.entered[f] || c.busy[f] {
		return false
	}
	if _, known := c.found[f]; !known {
		if c.found[f] = now; w.faulty && happens(w.chance, 0.1) {
			c.found[f] = now.Add(between(w.chance, 3*24*time.Hour, 20*24*time.Hour))
			w.counted["settlement file mislaid"]++
		}
	}
	return !w.faulty || !now.Before(c.found[f])
}

func (w *world) enterDay(g settling, f fileOfDay, lines []emulator.Settled) {
	whole := textOf(g, f.day, lines)
	w.clerk.busy[f] = true
	if w.faulty {
		switch x := w.chance.Float64(); {
		case x < 0.1:
			w.counted["settlement file of another company"]++
			w.enterFile(f, textOf(g, f.day, w.strangers()), func(got reconcile.File, refused *fault.Fault) {
				if refused == nil || refused.Code != "settlement_file.foreign" {
					w.facts.broken("B1: a file of another company was taken with %d lines: %v", got.Lines, refused)
				}
			})
		case x < 0.2:
			w.counted["settlement file cut"]++
			w.enterFile(f, whole[:1+w.chance.IntN(len(whole)-1)], nil)
		}
	}
	w.enterFile(f, whole, func(got reconcile.File, refused *fault.Fault) {
		w.clerk.busy[f] = false
		if refused != nil || slices.ContainsFunc(got.Rows, func(d payment.Difference) bool { return !d.Mended }) {
			w.counted["settlement file that differs"]++
			return // again tomorrow, when we have heard of it all
		}
		w.clerk.entered[f] = true
		if _, before := w.clerk.first[f.gateway]; !before {
			w.clerk.first[f.gateway] = w.clock.Now()
		}
		if w.faulty && happens(w.chance, 0.2) {
			w.counted["settlement file twice"]++
			w.enterFile(f, whole, func(again reconcile.File, refused *fault.Fault) {
				if again.Posted > 0 || refused != nil {
					w.facts.broken("B1: a file was entered twice: %d lines anew, %v", again.Posted, refused)
				}
			})
		}
	})
}

// enterFile has somebody enter a file until it worked or was refused.
func (w *world) enterFile(f fileOfDay, text string, then func(got reconcile.File, refused *fault.Fault)) {
	var got reconcile.File
	var refused *fault.Fault
	w.insist(fmt.Sprintf("file of %s of %s", f.gateway, f.day), func(n *node) (err error) {
		got, err = n.files.EnterFile(w.ctx, f.gateway, strings.NewReader(text))
		if refused = nil; isFault(err) {
			refused, err = fault.Of(err), nil
		}
		return err
	}, func() {
		if then != nil {
			then(got, refused)
		}
	})
}

// textOf is a file as the gateway writes it.
func textOf(g settling, day calendar.Date, lines []emulator.Settled) string {
	var text strings.Builder
	if err := emulator.WriteSettlement(&text, g, g.Name(), day, lines); err != nil {
		panic(err)
	}
	return text.String()
}

// strangers are payments of another company.
func (w *world) strangers() (all []emulator.Settled) {
	for i := range 2 + w.chance.IntN(3) {
		amount := money.Paise(10_000 + w.chance.IntN(100_000))
		fee, tax := emulator.Fee(amount)
		all = append(all, emulator.Settled{ID: fmt.Sprint("of_others_", i), Order: fmt.Sprint("order_of_others_", i), Amount: amount, Fee: fee, Tax: tax, At: w.clock.Now()})
	}
	return all
}

// closeDoubts has somebody close what has no end of its own: alerts about files of others, and about
// cut lines whose file was entered whole.
func (w *world) closeDoubts() {
	const doubts = `SELECT MIN(id) FROM alerts WHERE kind = 'settlement_differs' AND closed_at = 0
		AND (subject LIKE '%:file %' OR subject IN (SELECT subject FROM settlement_rows WHERE kind = 'unreadable'))`
	id, err := number(w.judge, doubts)
	if err != nil {
		w.facts.broken("%v", err)
	}
	if id == 0 {
		return
	}
	w.insist("close an alert", func(n *node) error { return ignoreFault(n.alerts.Close(w.ctx, id, "Not our file, or entered whole")) }, w.closeDoubts)
}

// lateBy is after how many days a payment that no file has must be told as missing.
const lateBy = 5

// missed is B2: what our people are told that no settlement file has is what the gateway should have
// sent and they have not entered, and it is told in time.
func (w *world) missed() {
	var rows []payment.Difference
	err := w.request("", func(ctx context.Context, n *node) (err error) {
		rows, err = n.files.AllMissing(ctx)
		return err
	})
	if err != nil {
		w.after(time.Hour, w.missed)
		return
	}
	today, all, told := calendar.Today(w.clock), w.sent(), map[string]bool{}
	for _, r := range rows {
		key := r.Gateway + ":" + r.ID
		line, known := all[key]
		if !known || line.file.day.After(today) || w.isSettled(key) {
			w.facts.broken("B2: %s is told as missing in the files; the gateway settles it on %q", key, line.file.day)
		}
	}
	err = each(w.judge, "SELECT subject FROM alerts WHERE kind = 'settlement_missing' AND closed_at = 0", nil, func(rows *sql.Rows) error {
		var key string
		err := rows.Scan(&key)
		told[key] = true
		return err
	})
	if err != nil {
		w.facts.broken("judge: %v", err)
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		line := all[key]
		first, begun := w.clerk.first[line.file.gateway]
		if !told[key] && begun && line.At.After(first) && line.file.day.AddDays(lateBy).Before(today) && !w.isSettled(key) && w.isPosted(line) {
			w.facts.broken("B2: %s, settled on %s, is in no file that was entered, and nobody was told", key, line.file.day)
		}
	}
}

func (w *world) isSettled(key string) bool {
	n, err := number(w.judge, "SELECT COUNT(*) FROM ledger_entries WHERE customer_id = 0 AND source_type IN ('settled', 'settled_refund') AND source_id = ?", key)
	return err != nil || n > 0
}

// isPosted reports whether our books had a payment or refund when its file should have been entered.
func (w *world) isPosted(line sent) bool {
	query, id := "SELECT COUNT(*) FROM gateway_payments WHERE gateway = ? AND payment_id = ? AND posted_as <> '' AND updated_at < ?", line.ID
	if line.Refund != "" {
		query, id = "SELECT COUNT(*) FROM refunds WHERE gateway = ? AND gateway_refund_id = ? AND state = 'processed' AND updated_at < ?", line.Refund
	}
	n, err := number(w.judge, query, line.gateway, id, int64(calendar.Stamp(line.file.day.Start())))
	return err == nil && n > 0
}

// checkSettled is B1: each line of a file is entered once, as the gateway has it and not before it has
// sent the money. It returns by how much the lines reduce what is in transit.
func (w *world) checkSettled() (money.Paise, error) {
	c := w.clerk
	var all map[string]sent
	for _, e := range w.books.entries[c.read:] {
		c.read++
		if e.source != "settled" && e.source != "settled_refund" {
			continue
		}
		if all == nil {
			all = w.sent()
		}
		line, known := all[e.of]
		if !known || (line.Refund != "") != (e.source == "settled_refund") || line.file.day.After(calendar.Today(w.clock)) {
			return 0, fmt.Errorf("B1: %s %s is entered, the gateway settles it on %q", e.source, e.of, line.file.day)
		}
		want := map[string]money.Paise{
			"company:bank": line.signed() - line.Fee - line.Tax, "company:gateway_fees": line.Fee, "company:input_gst": line.Tax, "company:in_transit:" + line.gateway: -line.signed(),
		}
		maps.DeleteFunc(want, func(_ string, amount money.Paise) bool { return amount == 0 })
		if !maps.Equal(e.legs, want) {
			return 0, fmt.Errorf("B1: %s is entered as %v, the gateway says %v", e.of, e.legs, want)
		}
		c.settled, c.banked = c.settled+line.signed(), c.banked+e.legs["company:bank"]
	}
	return c.settled, nil
}

// checkFiles is B1 at the end: each file was entered and each of its lines is in the books, and no
// difference is left.
func (w *world) checkFiles(truth) error {
	if !w.trade.files {
		return nil
	}
	all, entered := w.sent(), money.Paise(0)
	for _, key := range slices.Sorted(maps.Keys(all)) {
		line := all[key]
		isEntered := w.clerk.entered[line.file]
		if !isEntered && line.file.day.AddDays(2).Before(calendar.Today(w.clock)) {
			return fmt.Errorf("B1: the file of %s of %s could not be entered", line.file.gateway, line.file.day)
		}
		if isEntered {
			entered += line.signed()
		}
		if isEntered != w.isSettled(key) {
			return fmt.Errorf("B1: %s of the file of %s: entered %v, in the books %v", key, line.file.day, isEntered, !isEntered)
		}
	}
	if entered != w.clerk.settled {
		return fmt.Errorf("B1: the files that were entered have %d, the books %d", entered, w.clerk.settled)
	}
	return each(w.judge, "SELECT subject, detail FROM alerts WHERE kind LIKE 'settlement_%' AND closed_at = 0", nil, func(rows *sql.Rows) error {
		var subject, detail string
		if err := rows.Scan(&subject, &detail); err != nil {
			return err
		}
		return fmt.Errorf("B2: an alert about a settlement is left: %s: %s", subject, detail)
	})
}
