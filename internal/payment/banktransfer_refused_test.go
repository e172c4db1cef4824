package payment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/payment"
)

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
