package document

import (
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/payment"
)

// The statement of the account words each line and says what is owed before and
// after, in every language.
func TestAnAccountStatementIsPrinted(t *testing.T) {
	at := calendar.Stamp(calendar.MustParse("2026-10-05").Start())
	a := payment.AccountStatement{
		From: calendar.MustParse("2026-10-01"), To: calendar.MustParse("2026-10-31"), Opening: paise("1000.00"), Closing: paise("899.00"), Owed: paise("899.00"), Charged: paise("2039.00"), Settled: paise("2140.00"),
		Lines: []payment.Entered{
			{At: at, Kind: payment.EnteredInvoice, Reference: "KA/26-27/0000002", Amount: paise("1999.00"), Balance: paise("2999.00")},
			{At: at, Kind: payment.EnteredLateFee, Amount: paise("40.00"), Balance: paise("3039.00")},
			{At: at, Kind: payment.EnteredPayment, Amount: paise("-2040.00"), Balance: paise("999.00")},
			{At: at, Kind: payment.EnteredCreditNote, Reference: "KA/26-27/C000001", Amount: paise("-100.00"), Balance: paise("899.00")},
		},
	}
	for code, w := range languages {
		out, err := printer.account(readIn(code), "Asha Rao", a)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(text(t, out), "\n", " ")
		holds(t, code, got, w.TitleAccount, "Account statement", "Asha Rao", "KA/26-27/0000002", w.LateFeeAlone, w.PaymentAlone, "KA/26-27/C000001", "₹1,999.00", "₹2,040.00", "₹899.00", w.BalanceBefore, w.OwedAfter)
	}
}

// Rent in advance and what goes back are worded, and what is owed stands apart from
// them.
func TestAnAccountWithRentInAdvanceIsPrinted(t *testing.T) {
	at := calendar.Stamp(calendar.MustParse("2026-10-05").Start())
	a := payment.AccountStatement{
		From: calendar.MustParse("2026-10-01"), To: calendar.MustParse("2026-10-31"), Closing: paise("-3535.00"), Settled: paise("3535.00"),
		Owed: paise("12.00"), Advance: paise("3540.00"), Returning: paise("7.00"),
	}
	for _, kind := range []payment.EntryKind{payment.EnteredAdvance, payment.EnteredAdvanceReturned, payment.EnteredNotNeeded, payment.EnteredReturned, payment.EnteredToWallet, payment.EnteredToDeposit} {
		a.Lines = append(a.Lines, payment.Entered{At: at, Kind: kind, Description: "as booked", Amount: paise("-1.00"), Balance: paise("-1.00")})
	}
	for code, w := range languages {
		out, err := printer.account(readIn(code), "Asha Rao", a)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.Join(strings.Fields(text(t, out)), " ")
		holds(t, code, got, w.AdvancePaid, w.AdvanceReturned, w.NotNeeded, w.ReturnedToSource, strings.TrimSpace(fill(w.ToWallet, "{wallet}", printer.company.Wallet)), w.ToDeposit,
			w.BalanceAfter, "-₹3,535.00", w.AdvanceLeft, "₹3,540.00", w.GoingBack, "₹7.00", w.OwedAfter, "₹12.00", w.Favour)
		if strings.Contains(got, "as booked") {
			t.Errorf("%s: a line has no words of its own", code)
		}
	}
}
