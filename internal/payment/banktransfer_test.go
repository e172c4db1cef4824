package payment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/testkit"
)

const someUTR = "HDFCN52026120100017"

// sent is a transfer of a customer on 1 December, with what it pays.
func sent(amount money.Paise, m payment.TransferMatch) payment.BankTransferInput {
	return payment.BankTransferInput{UTR: someUTR, PaidOn: calendar.MustParse("2026-12-01"), Amount: amount, TransferMatch: m}
}

func (w *world) recorded(in payment.BankTransferInput) payment.BankTransfer {
	w.T.Helper()
	t, err := w.payments.RecordBankTransfer(w.T.Context(), in)
	w.must(err)
	return t
}

// bank is what the company's accounts of transfers hold.
type bank struct{ Bank, Suspense, TDS money.Paise }

// wantBank checks them against what was there before the transfers, which is the deposits.
func (w *world) wantBank(before, want bank) {
	w.T.Helper()
	now := w.bank()
	if diff := cmp.Diff(want, bank{now.Bank - before.Bank, now.Suspense - before.Suspense, now.TDS - before.TDS}); diff != "" {
		w.T.Errorf("the company's accounts (-want +got):\n%s", diff)
	}
	w.wantInTransit(0)
}

func (w *world) bank() bank {
	return bank{w.total(ledger.Bank), w.total(ledger.Suspense), w.total(ledger.TDSReceivable)}
}

// paidBy is what a transfer paid under one receipt.
func paidBy(t payment.BankTransfer) (list []money.Paise) {
	for _, m := range t.Matches {
		for _, u := range m.Used {
			list = append(list, u.Amount)
		}
	}
	return list
}

// A transfer that names an invoice pays it and its late fee with the tax that was deducted. The
// receipt and its mail are for what arrived; the tax is a claim against the government.
func TestABankTransferPaysTheInvoiceThatItNames(t *testing.T) {
	onEachEngine(t, func(w *world) {
		_, older, newer := w.twoInvoices()
		p, before := older.CustomerID, w.bank()
		tax := money.Rupees(240)
		got := w.recorded(sent(dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number}, TaxDeducted: tax}))
		if got.CustomerID != p || got.Unmatched != 0 {
			w.T.Errorf("recorded %+v, want all of it matched with customer %d", got, p)
		}
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: dueAmount - tax, TDS: tax})
		w.wantAlerts()
		if open := w.Invoices(p)[0].Open(); open != 0 {
			w.T.Errorf("%v of the named invoice is open, want nothing", open)
		}
		receipt := w.receipt(p, payment.Transaction{ID: got.Matches[0].TransactionID})
		if diff := cmp.Diff([]money.Paise{dueAmount - tax, tax}, []money.Paise{receipt.Amount, receipt.TaxDeducted}); diff != "" {
			w.T.Errorf("the receipt is for (-want +got):\n%s", diff)
		}
		if want := "transfer (" + someUTR + ")"; receipt.Mode != want || receipt.At.Date() != calendar.MustParse("2026-12-01") {
			w.T.Errorf("the receipt says %q on %s, want %q on the day of the transfer", receipt.Mode, receipt.At.Date(), want)
		}
		if diff := cmp.Diff([]billing.Paid{{Number: newer.Number, Kind: billing.Rental, Amount: dueAmount - tax}}, receipt.Used); diff != "" {
			w.T.Errorf("the receipt lists (-want +got):\n%s", diff)
		}
		// The statement has both, and its balance is what is owed.
		a, err := w.payments.AccountOf(w.T.Context(), p, calendar.MustParse("2026-10-01"), calendar.Date{})
		w.must(err)
		last := a.Lines[len(a.Lines)-2:]
		type line struct {
			Kind      payment.EntryKind
			Reference string
			Amount    money.Paise
		}
		want := []line{{payment.EnteredTax, someUTR, -tax}, {payment.EnteredPayment, someUTR, tax - dueAmount}}
		if diff := cmp.Diff(want, []line{{last[0].Kind, last[0].Reference, last[0].Amount}, {last[1].Kind, last[1].Reference, last[1].Amount}}); diff != "" {
			w.T.Errorf("the statement ends with (-want +got):\n%s", diff)
		}
		if want := dueAmount + feeOfOctober; a.Closing != want {
			w.T.Errorf("the statement closes with %v, want %v", a.Closing, want)
		}
		// The older one, with its late fee.
		w.recorded(payment.BankTransferInput{UTR: "SBIN426336000001", PaidOn: calendar.MustParse("2026-12-01"), Amount: dueAmount + feeOfOctober - tax, TransferMatch: payment.TransferMatch{CustomerID: p, TaxDeducted: tax}})
		w.wantStanding(p, standing{})
		w.wantBank(before, bank{Bank: 2*dueAmount + feeOfOctober - 2*tax, TDS: 2 * tax})
	})
}

// Without a number, what is due first is paid first. What is more than what is open waits in
// suspense with an alert, until somebody matches it or sends it back.
func TestMoneyOfATransferThatPaysNothingIsACase(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		before := w.bank()
		all := 2*dueAmount + feeOfOctober
		got := w.recorded(sent(all+money.Rupees(500), payment.TransferMatch{CustomerID: p}))
		if diff := cmp.Diff([]money.Paise{dueAmount, dueAmount, feeOfOctober}, paidBy(got)); diff != "" {
			w.T.Errorf("it paid (-want +got):\n%s", diff)
		}
		w.wantStanding(p, standing{})
		w.wantBank(before, bank{Bank: all + money.Rupees(500), Suspense: -money.Rupees(500)})
		w.wantAlerts("bank_transfer_unmatched")
		list, err := w.payments.UnmatchedBankTransfers(w.T.Context())
		w.must(err)
		if len(list) != 1 || list[0].Unmatched != money.Rupees(500) || list[0].CustomerID != p {
			w.T.Errorf("in suspense %+v, want 500 rupees of customer %d", list, p)
		}
		// Nothing is open: it stays a case. After the next bill it pays a part of that.
		_, err = w.payments.MatchBankTransfer(w.T.Context(), someUTR, payment.TransferMatch{CustomerID: p})
		wantFault(w.T, err, http.StatusConflict)
		w.Go("2027-01-01")
		w.Bill()
		owed := w.standing(p).Invoices
		after, err := w.payments.MatchBankTransfer(w.T.Context(), strings.ToLower(someUTR), payment.TransferMatch{Invoices: []string{w.Invoices(p)[0].Number}})
		w.must(err)
		if after.Unmatched != 0 || len(after.Matches) != 2 {
			w.T.Errorf("matched later: %+v, want all of it under two receipts", after)
		}
		w.wantAlerts()
		w.wantStanding(p, standing{Invoices: owed - money.Rupees(500)})
		w.wantBank(before, bank{Bank: all + money.Rupees(500)})
		_, err = w.payments.MatchBankTransfer(w.T.Context(), someUTR, payment.TransferMatch{Invoices: []string{newer.Number}})
		wantFault(w.T, err, http.StatusConflict)
	})
}

// A transfer of nobody known waits whole. It is matched once it is known, or sent back.
func TestATransferOfNobodyKnown(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, _ := w.twoInvoices()
		before := w.bank()
		w.recorded(sent(money.Rupees(100), payment.TransferMatch{}))
		w.recorded(payment.BankTransferInput{UTR: "SBIN426336000001", PaidOn: calendar.MustParse("2026-11-09"), Amount: dueAmount})
		w.wantAlerts("bank_transfer_unmatched", "bank_transfer_unmatched")
		w.wantBank(before, bank{Bank: dueAmount + money.Rupees(100), Suspense: -dueAmount - money.Rupees(100)})
		returned, err := w.payments.ReturnBankTransfer(w.T.Context(), someUTR, "AXISN52026120100002")
		w.must(err)
		if returned.Returned != money.Rupees(100) || returned.Unmatched != 0 {
			w.T.Errorf("returned %+v, want 100 rupees", returned)
		}
		w.wantAlerts("bank_transfer_unmatched")
		_, err = w.payments.ReturnBankTransfer(w.T.Context(), someUTR, "AXISN52026120100002") // said twice
		w.must(err)
		_, err = w.payments.ReturnBankTransfer(w.T.Context(), someUTR, "AXISN52026120100003")
		wantFault(w.T, err, http.StatusConflict)
		// It was made in time, so the late fee of its invoice falls.
		_, err = w.payments.MatchBankTransfer(w.T.Context(), "SBIN426336000001", payment.TransferMatch{Invoices: []string{older.Number}})
		w.must(err)
		w.wantAlerts()
		w.wantStanding(p, standing{Invoices: dueAmount})
		w.wantBank(before, bank{Bank: dueAmount})
		list, err := w.payments.UnmatchedBankTransfers(w.T.Context())
		w.must(err)
		if len(list) != 0 {
			w.T.Errorf("in suspense %+v, want nothing", list)
		}
	})
}

// A UTR is recorded once, however it is written. To say the same again changes nothing; other facts
// under it are refused.
func TestAUTRIsRecordedOnce(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, _ := w.twoInvoices()
		before, in := w.bank(), sent(dueAmount, payment.TransferMatch{CustomerID: p})
		first := w.recorded(in)
		in.UTR = " " + strings.ToLower(in.UTR) + " "
		if diff := cmp.Diff(first, w.recorded(in), cmp.Comparer(func(a, b calendar.Date) bool { return a == b })); diff != "" {
			w.T.Errorf("recorded again (-first +again):\n%s", diff)
		}
		for _, other := range []func(in *payment.BankTransferInput){
			func(in *payment.BankTransferInput) { in.Amount++ },
			func(in *payment.BankTransferInput) { in.PaidOn = in.PaidOn.AddDays(-1) },
		} {
			again := in
			other(&again)
			_, err := w.payments.RecordBankTransfer(w.T.Context(), again)
			wantFault(w.T, err, http.StatusConflict)
		}
		w.wantBank(before, bank{Bank: dueAmount})
	})
}

// What cannot be is refused, and nothing is entered.
func TestATransferThatCannotBe(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		other := w.Customer()
		before := w.bank()
		for name, c := range map[string]struct {
			change func(in *payment.BankTransferInput)
			status int
		}{
			"a short UTR":           {func(in *payment.BankTransferInput) { in.UTR = "HDFC123" }, http.StatusUnprocessableEntity},
			"a UTR without digits":  {func(in *payment.BankTransferInput) { in.UTR = "HDFCHDFCHDFC" }, http.StatusUnprocessableEntity},
			"a UTR with signs":      {func(in *payment.BankTransferInput) { in.UTR = "HDFC/2026/1201" }, http.StatusUnprocessableEntity},
			"a day to come":         {func(in *payment.BankTransferInput) { in.PaidOn = in.PaidOn.AddDays(1) }, http.StatusUnprocessableEntity},
			"too much tax":          {func(in *payment.BankTransferInput) { in.TaxDeducted = in.Amount/4 + 1 }, http.StatusUnprocessableEntity},
			"more tax than is open": {func(in *payment.BankTransferInput) { in.Amount, in.TaxDeducted = 100*dueAmount, 3*dueAmount }, http.StatusUnprocessableEntity},
			"tax of nobody known":   {func(in *payment.BankTransferInput) { in.CustomerID, in.TaxDeducted = 0, 1 }, http.StatusUnprocessableEntity},
			"an unknown customer":   {func(in *payment.BankTransferInput) { in.CustomerID = 1 }, http.StatusNotFound},
			"an unknown number":     {func(in *payment.BankTransferInput) { in.Invoices = []string{"KA/26-27/9999999"} }, http.StatusNotFound},
			"another's invoice": {func(in *payment.BankTransferInput) {
				in.CustomerID, in.Invoices = other, []string{newer.Number}
			}, http.StatusUnprocessableEntity},
		} {
			in := sent(dueAmount, payment.TransferMatch{CustomerID: p})
			c.change(&in)
			if _, err := w.payments.RecordBankTransfer(w.T.Context(), in); err == nil {
				w.T.Errorf("%s is taken", name)
			} else {
				wantFault(w.T, err, c.status)
			}
		}
		_, err := w.payments.MatchBankTransfer(w.T.Context(), someUTR, payment.TransferMatch{CustomerID: p})
		wantFault(w.T, err, http.StatusNotFound)
		_, err = w.payments.MatchBankTransfer(w.T.Context(), someUTR, payment.TransferMatch{})
		wantFault(w.T, err, http.StatusUnprocessableEntity)
		w.wantBank(before, bank{})
		w.wantStanding(p, standing{Invoices: 2 * dueAmount, LateFees: feeOfOctober})
	})
}

// A payment by the link that arrives after the transfer has paid its invoice goes back.
func TestATransferAndAPaymentByTheLink(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		_, order := w.begun(w.linkOf(newer))
		w.recorded(sent(dueAmount, payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.pay(order, "success")
		w.work()
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober, Returning: dueAmount})
	})
}

// Two people who record one transfer at the same time use it once.
func TestTwoPeopleUseATransferOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		p, _, _ := w.twoInvoices()
		before := w.bank()
		done := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := w.payments.RecordBankTransfer(t.Context(), sent(dueAmount, payment.TransferMatch{CustomerID: p}))
				done <- err
			}()
		}
		for range 2 {
			w.must(<-done)
		}
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: dueAmount})
	})
}

// A transfer was made in time and is recorded late, with the late fee in it: the fee falls, and its
// money is more than what is open.
func TestALateRecordOfATransferInTime(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, _ := w.twoInvoices()
		before := w.bank()
		tax := money.Rupees(240)
		in := sent(dueAmount+feeOfOctober-tax, payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax})
		in.PaidOn = calendar.MustParse("2026-11-10")
		got := w.recorded(in)
		if got.Unmatched != feeOfOctober {
			w.T.Errorf("%v is unmatched, want the late fee that falls", got.Unmatched)
		}
		w.wantStanding(p, standing{Invoices: dueAmount})
		w.wantBank(before, bank{Bank: dueAmount + feeOfOctober - tax, Suspense: -feeOfOctober, TDS: tax})
		w.wantAlerts("bank_transfer_unmatched")
	})
}

// wantRefusal checks the code of a fault.
func (w *world) wantRefusal(about string, err error, code string) {
	w.T.Helper()
	got := "none"
	if f := fault.Of(err); err != nil && f != nil {
		got = f.Code
	}
	if diff := cmp.Diff(code, got); diff != "" {
		w.T.Errorf("%s: the fault (-want +got):\n%s", about, diff)
	}
}

// matchAgain matches the transfer of someUTR.
func (w *world) matchAgain(m payment.TransferMatch) (payment.BankTransfer, error) {
	return w.payments.MatchBankTransfer(w.T.Context(), someUTR, m)
}

// Under a known UTR, other facts are refused with what to do, and the same facts are not.
func TestARepeatThatSaysSomethingElse(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		other, tax := w.Customer(), money.Rupees(240)
		in := sent(dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number}, TaxDeducted: tax})
		w.recorded(in)
		for name, c := range map[string]struct {
			change func(in *payment.BankTransferInput)
			code   string
		}{
			"the same":            {func(*payment.BankTransferInput) {}, "none"},
			"the customer alone":  {func(in *payment.BankTransferInput) { in.TransferMatch = payment.TransferMatch{CustomerID: p} }, "none"},
			"nobody":              {func(in *payment.BankTransferInput) { in.TransferMatch = payment.TransferMatch{} }, "none"},
			"another amount":      {func(in *payment.BankTransferInput) { in.Amount++ }, "bank_transfer.recorded_otherwise"},
			"another customer":    {func(in *payment.BankTransferInput) { in.TransferMatch = payment.TransferMatch{CustomerID: other} }, "bank_transfer.recorded_of_another"},
			"another invoice":     {func(in *payment.BankTransferInput) { in.Invoices = []string{older.Number} }, "bank_transfer.recorded_for_others"},
			"other tax":           {func(in *payment.BankTransferInput) { in.TaxDeducted-- }, "bank_transfer.recorded_with_tax"},
			"one invoice besides": {func(in *payment.BankTransferInput) { in.Invoices = append(in.Invoices, older.Number) }, "none"}, // the money ran short
		} {
			again := in
			c.change(&again)
			_, err := w.payments.RecordBankTransfer(w.T.Context(), again)
			w.wantRefusal(name, err, c.code)
		}
		// Money of nobody known waits: who names its payer now has to match it.
		unknown := payment.BankTransferInput{UTR: "SBIN426336000001", PaidOn: in.PaidOn, Amount: dueAmount}
		w.recorded(unknown)
		unknown.CustomerID = p
		_, err := w.payments.RecordBankTransfer(w.T.Context(), unknown)
		w.wantRefusal("the payer of a transfer of nobody known", err, "bank_transfer.recorded_of_another")
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
	})
}

// Tax deducted that is told after the money was matched is booked with the day of the transfer. A
// late fee that came only because of it falls.
func TestTaxDeductedThatIsToldLater(t *testing.T) {
	onEachEngine(t, func(w *world) {
		_, older, newer := w.twoInvoices()
		p, before, tax := older.CustomerID, w.bank(), money.Rupees(240)
		w.recorded(sent(dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.Go("2026-12-11")
		w.must(w.Billing.AssessLateFees(w.T.Context()))
		if fees := w.standing(p).LateFees; fees <= feeOfOctober {
			w.T.Fatalf("late fees %v, want one for the tax that nobody has told", fees)
		}
		_, err := w.matchAgain(payment.TransferMatch{CustomerID: p})
		w.wantRefusal("no tax", err, "bank_transfer.nothing_left")
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: w.Customer(), TaxDeducted: tax})
		w.wantRefusal("tax of another customer", err, "bank_transfer.nothing_left")
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax + 1})
		w.wantRefusal("more than is open", err, "bank_transfer.tax_over_open")
		_, err = w.matchAgain(payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: (dueAmount-tax)/4 + 1})
		w.wantRefusal("more than a fifth", err, "bank_transfer.tax_over_fifth")
		got, err := w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax})
		w.must(err)
		if diff := cmp.Diff([]money.Paise{dueAmount - tax, tax}, []money.Paise{got.Matches[0].Amount, got.Matches[0].TaxDeducted}); diff != "" {
			w.T.Errorf("the match (-want +got):\n%s", diff)
		}
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax}) // said twice
		w.must(err)
		w.wantBank(before, bank{Bank: dueAmount - tax, TDS: tax})
		if open := w.Invoices(p)[0].Open(); open != 0 {
			w.T.Errorf("%v of the invoice is open, want nothing", open)
		}
		w.wantFees(newer, 0)
		_, err = w.matchAgain(payment.TransferMatch{CustomerID: p, TaxDeducted: tax - 1})
		w.wantRefusal("less than was told", err, "bank_transfer.tax_told")
		more := payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax + money.Rupees(10)} // ten more, on another invoice
		for range 2 {
			_, err = w.matchAgain(more)
			w.must(err)
		}
		w.wantBank(before, bank{Bank: dueAmount - tax, TDS: tax + money.Rupees(10)})
		words := "₹240 of tax that you have deducted at source with your bank transfer " + someUTR + " of 1 December 2026 is taken off what is due. You paid in time, so late fees of ₹"
		if n := w.said(p, words); n != 1 {
			w.T.Errorf("%d mails say %q, want 1: %+v", n, words, w.Mails(p))
		}
	})
}

// What is told with the rest of a transfer is the whole tax of it, as with all that was matched before.
func TestTheTaxOfATransferThatIsMatchedInTwoParts(t *testing.T) {
	onEachEngine(t, func(w *world) {
		_, older, newer := w.twoInvoices()
		before, tax := w.bank(), money.Rupees(240)
		whole := dueAmount - tax + money.Rupees(1000)
		w.recorded(sent(whole, payment.TransferMatch{Invoices: []string{newer.Number}, TaxDeducted: tax}))
		_, err := w.matchAgain(payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax - 1})
		w.wantRefusal("less than was told", err, "bank_transfer.tax_told")
		_, err = w.matchAgain(payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax})
		w.must(err)
		w.wantBank(before, bank{Bank: whole, TDS: tax})
	})
}

// wantFees checks what is open of the late fees of an invoice.
func (w *world) wantFees(i billing.Invoice, want money.Paise) {
	w.T.Helper()
	d, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), i.CustomerID, i.ID)
	w.must(err)
	if diff := cmp.Diff(want, d.OpenLateFees()); diff != "" {
		w.T.Errorf("late fees of %s (-want +got):\n%s", i.Number, diff)
	}
}

// A day of half a year ago is taken. An earlier one is a mistyped year: it would take back all late
// fees.
func TestATransferOfLongAgo(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.debtor()
		in := payment.BankTransferInput{UTR: someUTR, PaidOn: calendar.MustParse("2026-11-01").AddDays(-181), Amount: money.Rupees(5)}
		_, err := w.payments.RecordBankTransfer(w.T.Context(), in)
		w.wantRefusal("181 days ago", err, "bank_transfer.day_long_ago")
		in.PaidOn = in.PaidOn.AddDays(1)
		first := w.recorded(in)
		w.Clock.Advance(48 * time.Hour)
		if diff := cmp.Diff(first, w.recorded(in), cmpopts.EquateComparable(calendar.Date{})); diff != "" {
			t.Errorf("recorded again when its day is longer ago (-want +got):\n%s", diff)
		}
	})
}

// Invoices of other customers are named as such, and a pasted number is cleaned as a UTR is.
func TestTheInvoicesThatATransferNames(t *testing.T) {
	onEachEngine(t, func(w *world) {
		list := w.debtors(2)
		one, other := w.Invoices(list[0])[0], w.Invoices(list[1])[0]
		in := sent(dueAmount, payment.TransferMatch{})
		in.PaidOn = calendar.MustParse("2026-11-01")
		for code, m := range map[string]payment.TransferMatch{
			"bank_transfer.invoice_unknown":    {Invoices: []string{"KA/26-27/9999999"}},
			"bank_transfer.invoice_of_another": {CustomerID: list[0], Invoices: []string{other.Number}},
			"bank_transfer.two_customers":      {Invoices: []string{one.Number, other.Number}},
		} {
			in.TransferMatch = m
			_, err := w.payments.RecordBankTransfer(w.T.Context(), in)
			w.wantRefusal("invoices "+strings.Join(m.Invoices, ", "), err, code)
		}
		in.Invoices = []string{" " + strings.ToLower(one.Number) + " "}
		w.recorded(in)
		w.wantStanding(list[0], standing{})
	})
}

// The tax of one transfer for several invoices is booked on each in proportion, to the paisa.
func TestTheTaxOfSeveralInvoices(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		before, tax := w.bank(), money.Rupees(480)+1
		w.recorded(sent(2*dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number, older.Number}, TaxDeducted: tax}))
		var got []money.Paise
		for _, i := range []billing.Invoice{older, newer} {
			d, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), p, i.ID)
			w.must(err)
			for _, m := range d.Payments {
				if m.SourceType == "tax_deducted" {
					got = append(got, m.Amount)
				}
			}
		}
		if diff := cmp.Diff([]money.Paise{money.Rupees(240) + 1, money.Rupees(240)}, got); diff != "" {
			w.T.Errorf("tax by invoice (-want +got):\n%s", diff)
		}
		w.wantStanding(p, standing{LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: 2*dueAmount - tax, TDS: tax})
	})
}

// One transfer of the company sends one transfer back.
func TestAReturnHasItsOwnReference(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.debtor()
		for _, utr := range []string{"SBIN426336000001", "SBIN426336000002"} {
			w.recorded(payment.BankTransferInput{UTR: utr, PaidOn: calendar.MustParse("2026-11-01"), Amount: money.Rupees(5)})
		}
		_, err := w.payments.ReturnBankTransfer(w.T.Context(), "SBIN426336000001", "AXISN52026120100002")
		w.must(err)
		_, err = w.payments.ReturnBankTransfer(w.T.Context(), "SBIN426336000002", "axisn52026120100002 ")
		w.wantRefusal("the reference of another return", err, "bank_transfer.return_used")
	})
}

const byMistake = "Recorded for the wrong customer"

// What a transfer paid by mistake is open again, with the tax beside it. The money waits once more, the
// receipt does not count, and the customer is told.
func TestAMatchIsTakenBack(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		before, tax := w.bank(), money.Rupees(480)+1
		got := w.recorded(sent(2*dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number, older.Number}, TaxDeducted: tax}))
		receipt := got.Matches[0].TransactionID
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, receipt+1, byMistake)
		w.wantRefusal("an unknown receipt", err, "bank_transfer.match_not_found")
		after, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, receipt, byMistake)
		w.must(err)
		if after.Unmatched != after.Amount || after.CustomerID != 0 || len(after.Matches) != 0 {
			w.T.Errorf("taken back %+v, want all of it unmatched, of nobody", after)
		}
		w.wantStanding(p, standing{Invoices: 2 * dueAmount, LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: 2*dueAmount - tax, Suspense: tax - 2*dueAmount})
		w.wantAlerts("bank_transfer_unmatched")
		w.must(billing.Check(w.T.Context(), w.Store.Queries()))
		_, err = w.payments.ReceiptOf(w.T.Context(), p, receipt)
		wantFault(w.T, err, http.StatusNotFound)
		words := "So ₹" + strings.TrimPrefix((2*dueAmount).String(), "₹") + " for " + older.Number + ", " + newer.Number + " is open now: please pay it by 5 December 2026."
		if n := w.said(p, words); n != 1 {
			w.T.Errorf("%d mails say %q, want 1: %+v", n, words, w.Mails(p))
		}
		// With the right facts it pays again.
		again, err := w.matchAgain(payment.TransferMatch{Invoices: []string{newer.Number}})
		w.must(err)
		if diff := cmp.Diff([]money.Paise{dueAmount}, paidBy(again)); diff != "" {
			w.T.Errorf("it paid (-want +got):\n%s", diff)
		}
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
	})
}

// At night a match is taken back and the transfer is matched again. The message of the morning asks for
// nothing that is paid again.
func TestAMatchThatIsCorrectedAtNight(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		got := w.recorded(sent(dueAmount, payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.Clock.Set(calendar.MustParse("2026-12-11").At(21, 0))
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		_, err = w.matchAgain(payment.TransferMatch{Invoices: []string{newer.Number}})
		w.must(err)
		w.wait(13 * time.Hour)
		if n := w.said(p, "is open now"); n != 0 {
			w.T.Errorf("%d mails ask for what is paid again: %+v", n, w.Mails(p))
		}
		if n := w.said(p, "That was a mistake of ours"); n != 1 {
			w.T.Errorf("%d mails say that it was a mistake, want 1: %+v", n, w.Mails(p))
		}
	})
}

// docs/rules.md R6: the customer had a receipt until our mistake was taken back, so there are four days to
// pay from then on. The message, the screens and the fee have the same day.
func TestNoLateFeeTheNightAfterOurMistake(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		in := sent(dueAmount, payment.TransferMatch{CustomerID: p})
		in.PaidOn = calendar.MustParse("2026-11-08")
		w.Go("2026-11-09")
		got := w.recorded(in)
		w.Go("2026-11-20")
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		if diff := cmp.Diff(1, w.said(p, "is open now: please pay it by 24 November 2026")); diff != "" {
			w.T.Errorf("mails that name the day (-want +got):\n%s", diff)
		}
		for _, c := range []struct {
			day  string
			fees money.Paise
		}{{"2026-11-21", 0}, {"2026-11-24", 0}, {"2026-11-25", feeOfOctober}} {
			w.Go(c.day)
			w.must(w.Billing.AssessLateFees(w.T.Context()))
			if diff := cmp.Diff(c.fees, w.Balances(p).LateFeesDue()); diff != "" {
				w.T.Errorf("late fees on %s (-want +got):\n%s", c.day, diff)
			}
		}
	})
}

// The message of the morning about a mistake asks for nothing that something else has paid at night.
func TestAMistakeThatIsPaidOtherwiseAtNight(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		in := sent(dueAmount, payment.TransferMatch{Invoices: []string{newer.Number}})
		in.UTR = "HDFCN52026120100018" // mistyped
		got := w.recorded(in)
		w.Clock.Set(calendar.MustParse("2026-12-11").At(21, 0))
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), in.UTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		w.must(w.payments.RemoveBankTransfer(w.T.Context(), in.UTR, byMistake))
		w.recorded(sent(dueAmount, payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.wait(13 * time.Hour)
		if diff := cmp.Diff(0, w.said(p, "is open now")); diff != "" {
			w.T.Errorf("mails that ask for what is paid (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(1, w.said(p, "we had recorded a bank transfer of ₹2,830 of 1 December 2026 for you. That was a mistake")); diff != "" {
			w.T.Errorf("mails that say that it was a mistake (-want +got):\n%s", diff)
		}
	})
}

// A promise is not of what somebody else's transfer had paid before: that this is taken back makes nothing
// of it missing.
func TestAPromiseBesideAMistake(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		in := sent(money.Rupees(1000), payment.TransferMatch{CustomerID: p})
		in.PaidOn = calendar.MustParse("2026-11-03")
		w.Go("2026-11-05")
		got := w.recorded(in)
		promised := dueAmount - money.Rupees(1000)
		_, err := w.Billing.RecordPromise(w.T.Context(), p, promised, calendar.MustParse("2026-11-09"))
		w.must(err)
		_, err = w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		w.Pay(p, "as promised", promised)
		list, err := billing.Promises(w.T.Context(), w.Store.Queries(), billing.PromiseOpen, calendar.MustParse("2026-11-01"), 10)
		w.must(err)
		if len(list) != 1 || list[0].Missing != 0 {
			w.T.Errorf("promises %+v, want one of which nothing is missing", list)
		}
	})
}

// A late fee that was paid by mistake is credited, because its tax document stands: nobody asks for it
// again.
func TestALateFeeOfAMatchThatIsTakenBack(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, _ := w.twoInvoices()
		before, all := w.bank(), 2*dueAmount+feeOfOctober
		got := w.recorded(sent(all, payment.TransferMatch{CustomerID: p}))
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		w.wantStanding(p, standing{Invoices: 2 * dueAmount})
		w.wantBank(before, bank{Bank: all, Suspense: -all})
		a, err := w.payments.AccountOf(w.T.Context(), p, calendar.MustParse("2026-10-01"), calendar.Date{})
		w.must(err)
		if diff := cmp.Diff(2*dueAmount, a.Closing); diff != "" {
			w.T.Errorf("the account closes with (-want +got):\n%s", diff)
		}
		w.must(billing.Check(w.T.Context(), w.Store.Queries()))
	})
}

// After 30 November of the next financial year the credit note of the late fee has no tax any more. That tax
// is at our cost: the wallet stays as it was (docs/rules.md R7).
func TestALateFeeOfAnOldMistake(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, _ := w.twoInvoices()
		got := w.recorded(sent(2*dueAmount+feeOfOctober, payment.TransferMatch{CustomerID: p}))
		w.Go("2027-12-01")
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		w.wantStanding(p, standing{Invoices: 2 * dueAmount})
		if diff := cmp.Diff(feeOfOctober-feeOfOctober.MulDiv(100, 118), w.total(ledger.Promotion)); diff != "" {
			w.T.Errorf("at the company's cost (-want +got):\n%s", diff)
		}
		w.must(billing.Check(w.T.Context(), w.Store.Queries()))
	})
}

// Two transfers have paid the same amount of one late fee, in two financial years. Only the tax of the older
// document is too late for a credit note, so nothing is lost by the newer one.
func TestTheNewerOfTwoEqualPartsOfALateFee(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, _ := w.twoInvoices()
		w.recorded(sent(2*dueAmount+feeOfOctober/2, payment.TransferMatch{CustomerID: p}))
		w.Go("2027-04-01")
		newer := payment.BankTransferInput{UTR: "SBIN426336000001", PaidOn: calendar.MustParse("2027-04-01"), Amount: feeOfOctober / 2, TransferMatch: payment.TransferMatch{CustomerID: p}}
		got := w.recorded(newer)
		w.Go("2027-12-01")
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), newer.UTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		if diff := cmp.Diff(money.Paise(0), w.total(ledger.Promotion)); diff != "" {
			w.T.Errorf("at the company's cost (-want +got):\n%s", diff)
		}
	})
}

// Money of a match that a credit note gave back since is not here any more.
func TestAMatchThatWasCreditedSince(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		in := sent(dueAmount, payment.TransferMatch{CustomerID: p})
		in.PaidOn = calendar.MustParse("2026-11-01")
		got := w.recorded(in)
		w.creditRent(p, money.Rupees(100))
		before := w.bank()
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.wantRefusal("credited since", err, "bank_transfer.used_since")
		w.wantBank(before, bank{})
	})
}

// A record with a wrong amount is struck, as long as nothing of it is used. Its UTR is recorded anew.
func TestARecordIsStruck(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		before := w.bank()
		w.recorded(sent(money.Rupees(5), payment.TransferMatch{}))
		w.must(w.payments.RemoveBankTransfer(w.T.Context(), someUTR, "The amount was mistyped"))
		w.wantBank(before, bank{})
		w.wantAlerts()
		w.recorded(sent(dueAmount+money.Rupees(5), payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: dueAmount + money.Rupees(5), Suspense: -money.Rupees(5)})
		w.wantAlerts("bank_transfer_unmatched")
		err := w.payments.RemoveBankTransfer(w.T.Context(), someUTR, "The amount was mistyped")
		w.wantRefusal("it has paid something", err, "bank_transfer.in_use")
		err = w.payments.RemoveBankTransfer(w.T.Context(), someUTR, "oops")
		w.wantRefusal("no reason", err, "operations.reason_missing")
	})
}

// Who was told of a transfer that pays nothing is told that it was a mistake when it is struck.
func TestARecordThatWasToldIsStruck(t *testing.T) {
	onEachEngine(t, func(w *world) {
		w.Go("2026-12-01")
		p := w.Customer() // owes nothing
		w.recorded(sent(money.Rupees(500), payment.TransferMatch{CustomerID: p}))
		w.must(w.payments.RemoveBankTransfer(w.T.Context(), someUTR, "Recorded for the wrong customer"))
		words := "we had recorded a bank transfer of ₹500 of 1 December 2026 for you. That was a mistake of ours: it does not count any more. If you have made this transfer, call"
		if n := w.said(p, words); n != 1 {
			w.T.Errorf("%d mails say %q, want 1: %+v", n, words, w.Mails(p))
		}
	})
}

// Who has sent money that pays nothing is told, and told again when it goes back.
func TestMoneyInSuspenseIsTold(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		w.recorded(sent(dueAmount+money.Rupees(500), payment.TransferMatch{Invoices: []string{newer.Number}}))
		_, err := w.payments.ReturnBankTransfer(w.T.Context(), someUTR, "AXISN52026120100002")
		w.must(err)
		for _, words := range []string{
			"your bank transfer " + someUTR + " of 1 December 2026 has arrived. ₹500 of it pays nothing yet.",
			"we have sent ₹500 of your bank transfer " + someUTR + " of 1 December 2026 back, because it paid nothing that was due. The reference of our transfer is AXISN52026120100002.",
		} {
			if n := w.said(p, words); n != 1 {
				w.T.Errorf("%d mails say %q, want 1", n, words)
			}
		}
	})
}

// An alert says what is left after each match, first of one customer and then of another.
func TestTheAlertSaysWhatIsLeft(t *testing.T) {
	onEachEngine(t, func(w *world) {
		list := w.debtors(2)
		in := sent(2*dueAmount+money.Rupees(5), payment.TransferMatch{})
		in.PaidOn = calendar.MustParse("2026-11-01")
		w.recorded(in)
		for n, want := range []string{"2835.00", "5.00"} {
			_, err := w.matchAgain(payment.TransferMatch{CustomerID: list[n]})
			w.must(err)
			open := testkit.OpenAlerts(w.T, w.Store)
			if len(open) != 1 || !strings.HasPrefix(open[0].Detail, want+" of ") {
				w.T.Errorf("alerts %+v, want one about %s", open, want)
			}
		}
	})
}
