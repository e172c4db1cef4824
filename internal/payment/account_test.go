package payment

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
)

// The statement of some days starts with what was owed before them and ends with what is owed
// after them. The postings of one entry are one line. Days before the statement only count in
// the opening balance.
func TestAnAccountIsStatedOverDays(t *testing.T) {
	day := func(text string) calendar.Instant { return calendar.Stamp(calendar.MustParse(text).At(12, 0)) }
	row := func(id int64, on, source, document, description string, account ledger.Account, charged money.Paise) ledger.Movement {
		return ledger.Movement{ID: id, At: day(on), SourceType: source, Document: document, Description: description, Account: account, Amount: -charged}
	}
	rows := []ledger.Movement{
		row(1, "2026-09-01", billing.SourceInvoice, "KA/26-27/0000001", "Invoice KA/26-27/0000001", ledger.Receivable, 1000_00),
		row(2, "2026-10-01", billing.SourceInvoice, "KA/26-27/0000002", "Invoice KA/26-27/0000002", ledger.Receivable, 2000_00),
		row(3, "2026-10-12", "late_fee", "", "Late fee", ledger.LateFee, 40_00),
		row(4, "2026-10-15", sourcePayment, "", "Payment received", ledger.Receivable, -2000_00),
		row(4, "2026-10-15", sourcePayment, "", "Payment received", ledger.LateFee, -40_00),
		row(5, "2026-10-31", billing.SourceInvoice, "KA/26-27/C000001", "Credit note KA/26-27/C000001", ledger.Receivable, -100_00),
		row(6, "2026-11-01", billing.SourceInvoice, "KA/26-27/0000003", "Invoice KA/26-27/0000003", ledger.Receivable, 2000_00),
	}
	from, to := calendar.MustParse("2026-10-01"), calendar.MustParse("2026-10-31")
	dates := cmp.Comparer(func(a, b calendar.Date) bool { return a == b })
	want := AccountStatement{
		From: from, To: to, Opening: 1000_00, Closing: 900_00, Charged: 2040_00, Settled: 2140_00, Owed: 900_00,
		Lines: []Entered{
			{At: day("2026-10-01"), Kind: EnteredInvoice, Reference: "KA/26-27/0000002", Description: "Invoice KA/26-27/0000002", Amount: 2000_00, Balance: 3000_00},
			{At: day("2026-10-12"), Kind: EnteredLateFee, Description: "Late fee", Amount: 40_00, Balance: 3040_00},
			{At: day("2026-10-15"), Kind: EnteredPayment, Description: "Payment received", Amount: -2040_00, Balance: 1000_00},
			{At: day("2026-10-31"), Kind: EnteredCreditNote, Reference: "KA/26-27/C000001", Description: "Credit note KA/26-27/C000001", Amount: -100_00, Balance: 900_00},
		},
	}
	if diff := cmp.Diff(want, accountOf(rows, from, to), dates); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(AccountStatement{From: from, To: to}, accountOf(nil, from, to), dates); diff != "" {
		t.Errorf("nothing was ever charged (-want +got):\n%s", diff)
	}
}

// Advance rent, a payment that goes back, and the part of a payment or credit note above the
// dues also have lines. What an invoice draws from advance rent has no line. The balance is the
// dues minus unused advance rent minus payments that still go back.
func TestAnAccountHasWhatIsNotOwed(t *testing.T) {
	day := calendar.MustParse("2026-10-05")
	var rows []ledger.Movement
	enter := func(source, document, description string, legs ...ledger.Leg) {
		id := int64(len(rows) + 1)
		for _, leg := range legs {
			rows = append(rows, ledger.Movement{ID: id, At: calendar.Stamp(day.At(12, 0)), SourceType: source, Document: document, Description: description, Account: leg.Account, Amount: -leg.Amount})
		}
	}
	enter(sourcePayment, "", "Rent received in advance", ledger.Credit(ledger.Advance, 3000_00), ledger.Credit(ledger.AdvanceCGST("29"), 270_00), ledger.Credit(ledger.AdvanceSGST("29"), 270_00))
	enter(billing.SourceInvoice, "I1", "Invoice I1", ledger.Debit(ledger.Receivable, 1180_00))
	enter(billing.SourceAdvance, "", "Paid in advance", ledger.Debit(ledger.Advance, 1000_00), ledger.Debit(ledger.AdvanceCGST("29"), 90_00), ledger.Debit(ledger.AdvanceSGST("29"), 90_00), ledger.Credit(ledger.Receivable, 1180_00))
	enter(billing.SourceInvoice, "C1", "Credit note C1", ledger.Credit(ledger.Wallet, 118_00), ledger.Credit(ledger.Deposit, 10_00))
	enter(sourcePayment, "", "Second payment, goes back to its source", ledger.Credit(ledger.ExcessPayment, 500_00))
	enter(sourcePayment, "", "Second payment, goes back to its source", ledger.Credit(ledger.ExcessPayment, 70_00))
	enter(sourceRefund, "", "Payment returned", ledger.Debit(ledger.ExcessPayment, 500_00))
	enter(billing.SourceInvoice, "I2", "Invoice I2", ledger.Debit(ledger.Receivable, 200_00))
	enter(sourcePayment, "", "Payment received", ledger.Credit(ledger.Receivable, 150_00), ledger.Credit(ledger.Wallet, 25_00))
	enter(billing.SourceAdvanceReturned, "", "Rent paid in advance, not used", ledger.Debit(ledger.Advance, 500_00), ledger.Debit(ledger.AdvanceCGST("29"), 45_00), ledger.Debit(ledger.AdvanceSGST("29"), 45_00), ledger.Credit(ledger.RefundPayable, 590_00))
	enter(sourcePayment, "", "Deposit received", ledger.Credit(ledger.Deposit, 900_00), ledger.Credit(ledger.Wallet, 1_00))
	a := accountOf(rows, day, day)
	type line struct {
		Kind            EntryKind
		Reference       string
		Amount, Balance money.Paise
	}
	var got []line
	for _, l := range a.Lines {
		got = append(got, line{l.Kind, l.Reference, l.Amount, l.Balance})
	}
	want := []line{
		{EnteredAdvance, "", -3540_00, -3540_00},
		{EnteredInvoice, "I1", 1180_00, -2360_00},
		{EnteredCreditNote, "C1", -128_00, -2488_00},
		{EnteredToWallet, "", 118_00, -2370_00},
		{EnteredToDeposit, "", 10_00, -2360_00},
		{EnteredNotNeeded, "", -500_00, -2860_00},
		{EnteredNotNeeded, "", -70_00, -2930_00},
		{EnteredReturned, "", 500_00, -2430_00},
		{EnteredInvoice, "I2", 200_00, -2230_00},
		{EnteredPayment, "", -175_00, -2405_00},
		{EnteredToWallet, "", 25_00, -2380_00},
		{EnteredAdvanceReturned, "", 590_00, -1790_00},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	type ends struct{ Owed, Advance, Returning, Closing money.Paise }
	wantEnds := ends{Owed: 50_00, Advance: 1770_00, Returning: 70_00, Closing: 50_00 - 1770_00 - 70_00}
	if diff := cmp.Diff(wantEnds, ends{a.Owed, a.Advance, a.Returning, a.Closing}); diff != "" {
		t.Errorf("it ends with (-want +got):\n%s", diff)
	}
	if sum := a.Opening + a.Charged - a.Settled; a.Closing != sum {
		t.Errorf("closing: got %v, want %v, which the lines add up to", a.Closing, sum)
	}
	if !a.InFavour() {
		t.Error("the balance is not in the customer's favour")
	}
}

// A statement of some days starts with the balance before them, and includes its last day in
// full.
func TestStatementOfAddsUp(t *testing.T) {
	moved := func(day string, amount money.Paise) Movement {
		return Movement{Movement: ledger.Movement{At: calendar.Stamp(calendar.MustParse(day).Start().Add(23 * time.Hour)), Amount: amount}}
	}
	all := []Movement{moved("2026-10-31", 100), moved("2026-11-01", 50), moved("2026-11-30", -20), moved("2026-12-01", 7)}
	got := statementOf(all, calendar.MustParse("2026-11-01"), calendar.MustParse("2026-11-30"))
	balances := []money.Paise{got.Opening}
	for _, m := range got.Movements {
		balances = append(balances, m.Balance)
	}
	if diff := cmp.Diff([]money.Paise{100, 150, 130}, balances); diff != "" {
		t.Errorf("balances before and after each movement (-want +got):\n%s", diff)
	}
	if got.Closing != 130 {
		t.Errorf("closing: got %v, want 130", got.Closing)
	}
}
