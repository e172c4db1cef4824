package payment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
)

// A promise that somebody else's transfer had kept holds again once the transfer is taken back, as long as
// its last day is not over. R15
func TestAPromiseThatAMistakeHadKept(t *testing.T) {
	for name, c := range map[string]struct {
		takenBack string
		want      billing.PromiseState
	}{
		"before its last day": {"2026-11-08", billing.PromiseOpen},
		"after its last day":  {"2026-11-10", billing.PromiseKept},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p := w.debtor()
				w.Go("2026-11-05")
				_, err := w.Billing.RecordPromise(w.T.Context(), p, dueAmount, calendar.MustParse("2026-11-09"))
				w.must(err)
				in := sent(dueAmount, payment.TransferMatch{CustomerID: p})
				in.PaidOn = calendar.MustParse("2026-11-05")
				got := w.recorded(in)
				w.Clock.Set(calendar.MustParse("2026-11-06").At(10, 0))
				w.must(w.Billing.Remind(w.T.Context()))
				w.Go(c.takenBack)
				_, err = w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
				w.must(err)
				list, err := billing.Promises(w.T.Context(), w.Store.Queries(), c.want, calendar.MustParse("2026-11-01"), 10)
				w.must(err)
				if diff := cmp.Diff(1, len(list)); diff != "" {
					w.T.Errorf("promises that are %s (-want +got):\n%s", c.want, diff)
				}
			})
		})
	}
}

// A transfer had paid late fees by mistake. The wallet is at no moment below zero, and the message says
// that the fees are waived. It names the whole transfer, because the customer was told of all of it.
func TestTheMessageAboutAMistakeWithLateFees(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, _ := w.twoInvoices()
		got := w.recorded(sent(2*dueAmount+feeOfOctober+money.Rupees(500), payment.TransferMatch{CustomerID: p}))
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		wallet, err := ledger.Statement(w.T.Context(), w.Store.Queries(), p, paging.Page{Number: 1, Size: 50}, ledger.Wallet, "")
		w.must(err)
		var least money.Paise
		for _, m := range wallet.Movements {
			least = min(least, m.Balance)
		}
		if diff := cmp.Diff(money.Paise(0), least); diff != "" {
			w.T.Errorf("the least that was in the wallet (-want +got):\n%s", diff)
		}
		for _, words := range []string{
			"we had recorded a bank transfer of " + (2*dueAmount + feeOfOctober + money.Rupees(500)).String() + " of 1 December 2026 for you.",
			"The late fees of " + feeOfOctober.String() + " that it had paid are waived.",
		} {
			if diff := cmp.Diff(1, w.said(p, words)); diff != "" {
				w.T.Errorf("mails that say %q (-want +got):\n%s", words, diff)
			}
		}
	})
}

// A transfer that was recorded without a payer is matched with one customer, and then with another. The
// first hears nothing of what is left: it is not theirs.
func TestWhatIsLeftOfATransferOfNobodyKnown(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		w.recorded(sent(dueAmount+money.Rupees(500), payment.TransferMatch{}))
		_, err := w.matchAgain(payment.TransferMatch{Invoices: []string{newer.Number}})
		w.must(err)
		if diff := cmp.Diff(0, w.said(p, "₹500 of it")); diff != "" {
			w.T.Errorf("mails about what is left (-want +got):\n%s", diff)
		}
	})
}

// A mistake of ours put the day to pay by of one invoice off. What is overdue is one sum on every day, with
// the last of its days, and a day has one reminder.
func TestRemindersOfInvoicesWithDifferentDays(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, _ := w.twoInvoices()
		w.Go("2026-12-12")
		in := sent(dueAmount, payment.TransferMatch{Invoices: []string{older.Number}})
		got := w.recorded(in)
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake) // older is to be paid by the 16th
		w.must(err)
		for _, c := range []struct{ day, words string }{
			{"2026-12-13", "is to be paid by 16 December 2026, and"},
			{"2026-12-20", (2 * dueAmount).String() + " was to be paid by 16 December 2026"},
		} {
			w.Clock.Set(calendar.MustParse(c.day).At(10, 0))
			before := len(w.Mails(p))
			w.must(w.Billing.Remind(w.T.Context()))
			if diff := cmp.Diff([2]int{1, 1}, [2]int{len(w.Mails(p)) - before, w.said(p, c.words)}); diff != "" {
				w.T.Errorf("mails on %s, and those that say %q (-want +got):\n%s", c.day, c.words, diff)
			}
		}
	})
}

// Home has the same day to pay by as the message when a mistake is taken back shortly before the due day.
func TestTheDayToPayByIsPutOffBeforeItHasCome(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		in := sent(dueAmount, payment.TransferMatch{CustomerID: p})
		in.PaidOn = calendar.MustParse("2026-11-07")
		w.Go("2026-11-07")
		got := w.recorded(in)
		_, err := w.payments.UnmatchBankTransfer(w.T.Context(), someUTR, got.Matches[0].TransactionID, byMistake)
		w.must(err)
		account, err := billing.AccountSummaryOf(w.T.Context(), w.Store.Queries(), p)
		w.must(err)
		deadlines, err := billing.DefaultSettings().LateFee.Deadlines(w.T.Context(), w.Store.Queries(), p, account, calendar.Today(w.Clock))
		w.must(err)
		if diff := cmp.Diff("2026-11-11", deadlines.Days[0].Day.String()); diff != "" {
			w.T.Errorf("to be paid by (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(1, w.said(p, "is open now: please pay it by 11 November 2026.")); diff != "" {
			w.T.Errorf("mails with that day (-want +got):\n%s", diff)
		}
	})
}
