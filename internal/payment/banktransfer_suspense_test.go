package payment_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/testkit"
)

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
