package payment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
)

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
