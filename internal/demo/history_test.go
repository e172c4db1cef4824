package demo_test

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/hashchain"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/settlement"
	"rento/internal/testkit"
	"rento/internal/testkit/recompute"
)

// totals are the totals of all accounts, the customers' and the company's.
func (x demoCity) totals(t *testing.T) map[ledger.Account]money.Paise {
	t.Helper()
	accounts := []ledger.Account{
		ledger.Receivable, ledger.LateFee, ledger.Deposit, ledger.RefundPayable, ledger.ExcessPayment, ledger.Wallet, ledger.PromotionalCredit, ledger.Advance, ledger.LateFeeUnearned, ledger.Promotion, ledger.Suspense,
		ledger.InTransit("razorpay"), ledger.InTransit("billdesk"), ledger.Bank, ledger.GatewayFees, ledger.InputGST,
	}
	for _, r := range demo.Registrations("") {
		for _, of := range []func(state string) ledger.Account{
			ledger.RentRevenue, ledger.ChargeRevenue, ledger.LateFeeRevenue, ledger.OutputCGST, ledger.OutputSGST, ledger.OutputIGST, ledger.RoundOff,
			ledger.AdvanceCGST, ledger.AdvanceSGST, ledger.AdvanceIGST,
		} {
			accounts = append(accounts, of(r.StateCode))
		}
	}
	sums := map[ledger.Account]money.Paise{}
	totals, err := ledger.Totals(t.Context(), x.Store.Queries())
	if err != nil {
		t.Fatal(err)
	}
	for _, total := range totals {
		if slices.Contains(accounts, total.Account) {
			sums[total.Account] = total.Sum
		}
	}
	return sums
}

// checkBooks looks for anything that must not be in the books.
func (x demoCity) checkBooks(t *testing.T) {
	t.Helper()
	findings, err := ledger.Check(t.Context(), x.Store.Queries())
	if err != nil || len(findings) > 0 {
		t.Errorf("ledger.Check: %v\n%s", err, ledger.Text(findings))
	}
	if err := errors.Join(billing.Check(t.Context(), x.Store.Queries()), settlement.Check(t.Context(), x.Store.Queries()), payment.Check(t.Context(), x.Store.Queries())); err != nil {
		t.Error(err)
	}
	for _, table := range []hashchain.Table{ledger.Chain(x.Store.Queries()), audit.Chain(x.Store.Queries())} {
		if head, err := hashchain.Verify(t.Context(), table); err != nil || head == "" {
			t.Errorf("%s: its chain ends with %q, %v", table.Name(), head, err)
		}
	}
	sums := x.totals(t)
	var all money.Paise
	for _, sum := range sums {
		all += sum
	}
	if all != 0 || sums[ledger.Suspense] != 0 {
		t.Errorf("the accounts add up to %s, suspense has %s", all, sums[ledger.Suspense])
	}
}

// checkMessages looks for a message that left at night, as none does in production: the history's
// people act by day, so none of its messages is told at once at night either.
func (x demoCity) checkMessages(t *testing.T) {
	t.Helper()
	written, err := x.Store.Queries().NotifyOutbox(t.Context(), "", 1_000_000)
	if err != nil {
		t.Fatal(err)
	}
	left := 0
	for _, m := range written {
		if m.SentAt.IsZero() {
			continue
		}
		left++
		if !notify.IsDay(m.SentAt.Time()) {
			t.Errorf("%q left at %s", m.Subject, m.SentAt.Time())
		}
	}
	if left == 0 {
		t.Error("no message has left")
	}
}

// A whole city: its books are correct, and no job has given up.
func TestCityHasCleanBooks(t *testing.T) {
	path := testkit.DatabaseURL(t, "sqlite")
	x := newCity(t, openFile(t, path), present)
	days := 0
	x.build(t, demo.Options{Progress: func(done, total int) {
		if days++; done != days || total < done {
			t.Errorf("progress %d of %d after %d days", done, total, days)
		}
	}})
	x.checkPersonas(t)
	x.checkBooks(t)
	x.checkMessages(t)
	if dead, err := x.Jobs.Dead(t.Context()); err != nil || dead != 0 {
		t.Errorf("%d dead jobs, %v, want none", dead, err)
	}
	recomputed(t, path, present)
	leavesByTheRules(t, path)
	remindedBeforeFees(t, path)
	x.checkSettled(t, path)
	if sums := x.totals(t); sums[ledger.RentRevenue("29")] > -money.Rupees(100_000) || sums[ledger.Bank] < money.Rupees(1_000_000) {
		t.Errorf("this is a small city: %v", sums)
	}
}

// checkSettled checks that the settlement files of the city are in its books: only what was taken or
// given back in the last days is in transit, each payment has cost its fee and the GST on it, and no
// line differs.
func (x demoCity) checkSettled(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	type settled struct{ Late, Fees, Tax int64 }
	var want, got settled
	// A payment of two bank days ago is in a file of today. The sandbox takes 2 % and 18 % GST on that.
	lastFile := calendar.BankDays{}.Add(calendar.In(x.Clock.Now()), -2).Start().UnixMicro()
	err = db.QueryRowContext(t.Context(), `SELECT COALESCE(SUM(paid_at < ? AND e.id IS NULL), 0),
			COALESCE(SUM(CASE WHEN e.id > 0 THEN p.amount_paise * 2 / 100 END), 0), COALESCE(SUM(CASE WHEN e.id > 0 THEN p.amount_paise * 2 / 100 * 18 / 100 END), 0)
		FROM gateway_payments p LEFT JOIN ledger_entries e ON e.source_type = 'settled' AND e.source_id = p.gateway || ':' || p.payment_id WHERE p.posted_as <> '' AND p.amount_paise > 0`, lastFile).
		Scan(&got.Late, &want.Fees, &want.Tax)
	if err != nil {
		t.Fatal(err)
	}
	sums := x.totals(t)
	got.Fees, got.Tax = int64(sums[ledger.GatewayFees]), int64(sums[ledger.InputGST])
	if diff := cmp.Diff(want, got); diff != "" || want.Fees == 0 {
		t.Errorf("payments in transit for too long, and what the others cost (-want +got):\n%s", diff)
	}
	if open, err := x.Reconcile.FileDifferences(t.Context()); err != nil || open != 0 {
		t.Errorf("%d lines differ or are missing, %v; want none", open, err)
	}
}

// recomputed recomputes every document of a city in an independent way.
func recomputed(t *testing.T, path string, now time.Time) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	report, err := recompute.Documents(t.Context(), db, calendar.In(now).MonthStart().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range report.Findings[:min(10, len(report.Findings))] {
		t.Error(finding)
	}
	if report.Documents < 1000 || report.RentedDays < 50_000 {
		t.Errorf("only %d documents with %d rented days", report.Documents, report.RentedDays)
	}
	t.Logf("%d documents with %d lines and %d rented days recomputed", report.Documents, report.Lines, report.RentedDays)
}

// leavesByTheRules checks that nobody leaves before the end of a tenure without the charge for it,
// and that each pickup request has its quote.
func leavesByTheRules(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for what, query := range map[string]string{
		"picked up before the end of their tenure": `SELECT COUNT(*), COALESCE(SUM(closed_date < tenure_end AND NOT EXISTS (SELECT 1 FROM invoice_lines l
			WHERE l.customer_id = i.customer_id AND l.item_id = i.id AND l.operation LIKE 'closure/%')), 0) FROM order_items i WHERE closed_date <> ''`,
		"to be picked up before the end of their tenure, or without a quote": `SELECT COUNT(*), COALESCE(SUM(r.quote = '' OR t.visit_date < i.tenure_end AND r.charge_paise = 0), 0)
			FROM tickets t JOIN ticket_items r ON r.customer_id = t.customer_id AND r.ticket_id = t.id
			JOIN order_items i ON i.customer_id = r.customer_id AND i.id = r.item_id WHERE t.request_type = 200`,
	} {
		var all, free int
		if err := db.QueryRowContext(t.Context(), query).Scan(&all, &free); err != nil || all == 0 || free > 0 {
			t.Errorf("of %d items %d are %s, and nobody is charged: %v", all, free, what, err)
		}
	}
}

// remindedBeforeFees checks that the messages hold a reminder, at nine on the day before, for every
// late fee.
func remindedBeforeFees(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var fees, silent int
	err = db.QueryRowContext(t.Context(), `WITH fees AS (SELECT customer_id, date(created_at / 1000000, 'unixepoch', '+330 minutes', '-1 day') AS day FROM late_fees)
		SELECT COUNT(*), COALESCE(SUM(NOT EXISTS (SELECT 1 FROM messages m WHERE m.customer_id = f.customer_id
			AND m.fact LIKE 'payment_reminder/+0/' || f.day || '%'
			AND datetime(m.created_at / 1000000, 'unixepoch', '+330 minutes') = f.day || ' 09:00:00')), 0) FROM fees f`).Scan(&fees, &silent)
	if err != nil || fees < 20 || silent > 0 {
		t.Errorf("of %d late fees %d came without a reminder on the day before, want 20 at least and none: %v", fees, silent, err)
	}
}

func TestSameSeedMakesTheSameBooks(t *testing.T) {
	made := func(seed uint64) map[ledger.Account]money.Paise {
		x := newCity(t, testkit.Open(t), present)
		x.build(t, demo.Options{Seed: seed, Extras: 12})
		return x.totals(t)
	}
	first := made(7)
	if diff := cmp.Diff(first, made(7)); diff != "" {
		t.Errorf("two cities of one seed differ (-first +second):\n%s", diff)
	}
	if cmp.Equal(first, made(8)) {
		t.Error("another seed makes the same city")
	}
}

// A city can be opened again after a restart, with its clock where it was left.
func TestOpenContinues(t *testing.T) {
	x := madeAlready(t)
	d, err := demo.ParseDuration("P3DT4H")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.Travel(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	again := newCity(t, x.Store, present.Add(time.Hour))
	if made, err := again.Open(t.Context()); !made || err != nil {
		t.Fatalf("Open after a restart: %v, %v", made, err)
	}
	if want := present.Add(77 * time.Hour); !again.Clock.Now().Equal(want) {
		t.Errorf("the clock reads %s, want %s", again.Clock.Now(), want)
	}
}

// After a restart, the gateway of a city still knows its state: the comparison finds no difference,
// and payments under way arrive.
func TestProvidersRemember(t *testing.T) {
	s := testkit.Open(t)
	now := calendar.MustParse("2026-11-04").At(18, 0) // most people have paid in the last days
	x := newCity(t, s, now)
	x.build(t, demo.Options{Extras: -1})
	order := x.paysWithoutReport(t, "kabir")
	x.saveOnce(t)

	again := newCity(t, s, now.Add(time.Minute))
	if made, err := again.Open(t.Context()); !made || err != nil {
		t.Fatalf("Open: %v, %v", made, err)
	}
	compared, err := again.Payments.CompareLately(t.Context())
	if err != nil || len(compared) != 1 || compared[0].Held == 0 || len(compared[0].Missing) > 0 || len(compared[0].Unknown) > 0 {
		t.Errorf("comparison after a restart: %+v, %v; want len(compared) = 1, compared[0].Held other than 0, len(compared[0].Missing) = 0, len(compared[0].Unknown) = 0", compared, err)
	}
	d, err := demo.ParseDuration("PT10M")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.Travel(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if after := again.look(t, "kabir"); after.TotalPayable != 0 {
		t.Errorf("order %s was paid before the restart, kabir still owes %s", order, after.TotalPayable)
	}
}

// A city whose making was interrupted is not taken for a complete one.
func TestHalfACityIsMadeAnew(t *testing.T) {
	x := newCity(t, testkit.Open(t), present)
	ctx, cancel := context.WithCancel(t.Context())
	err := x.Build(ctx, demo.Options{Extras: -1, Progress: func(done, _ int) {
		if done == 100 {
			cancel()
		}
	}})
	if err == nil {
		t.Fatal("a cancelled build succeeded")
	}
	if made, err := x.Open(t.Context()); made || err != nil {
		t.Fatalf("Open: %v, %v", made, err)
	}
	x.build(t, demo.Options{Extras: -1})
	x.checkPersonas(t)
}
