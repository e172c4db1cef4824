package autodebit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
)

// What a debit can coincide with apart from a payment by hand.

// credit credits part of the value of the customer's only monthly invoice.
func (w *world) credit(c int64, value money.Paise) billing.Invoice {
	w.T.Helper()
	invoices := w.Invoices(c)
	at := slices.IndexFunc(invoices, func(i billing.Invoice) bool { return i.Kind == billing.Rental })
	var note billing.Invoice
	w.Write(c, func(tx *store.Tx) (err error) {
		note, err = w.Billing.CreditIn(w.T.Context(), tx, billing.Credit{
			CustomerID: c, InvoiceID: invoices[at].ID, Operation: "too much", Reason: billing.Reason{Code: billing.WrittenReason, Written: "too much"},
			Lines: []billing.CreditedLine{{LineNo: 1, Amount: value}},
		})
		return err
	})
	return note
}

// A credit note comes after the notice of a debit. What is left is announced again, and if
// nothing is left, nothing is debited.
func TestADebitAndACreditNote(t *testing.T) {
	onEachEngine(t, func(w *world) {
		part, whole := w.tenant(), w.tenant()
		w.confirmed(part, provider.MandateUPI)
		w.confirmed(whole, provider.MandateCard)
		w.bill()
		w.hour("2026-11-01", 10)
		note := w.credit(part, 500*money.Rupee)
		w.credit(whole, 1499*money.Rupee)
		w.hour("2026-11-05", 17)
		left := rent - note.Total
		w.wantDebit(w.soleDebit(part), debit{State: mandate.Succeeded, Amount: left, On: "2026-11-03", Tries: 1})
		if taken := w.taken(); taken != left {
			w.T.Errorf("%v taken, want %v and nothing of the other customer", taken, left)
		}
		if d := w.soleDebit(whole); d.State != mandate.Skipped || d.SkippedFor != mandate.PaidOtherwise {
			w.T.Errorf("debit %+v of what was credited, want it skipped", d)
		}
		for _, c := range []int64{part, whole} {
			if due := w.Balances(c).Dues(); due != 0 {
				w.T.Errorf("%v are due, want nothing", due)
			}
		}
	})
}

// Somebody else's bank transfer is matched with the invoice of a debit, by mistake, and taken back. The
// debit is planned again if its month has a day left, and the message says so. If not, there is no late
// fee, because the customer relied on the debit, but the customer is reminded. R6, R12
func TestADebitAndATransferOfSomebodyElse(t *testing.T) {
	const utr = "HDFCN52026110112"
	for name, c := range map[string]struct {
		takenBack, says string
		want            debit
		due, taken      money.Paise
		reminded        int
	}{
		"in its month": {
			"2026-11-05", "So ₹1,769 for KA/26-27/0000001 is open now. It will be debited by su…@",
			debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-07", Tries: 1},
			0, rent, 0,
		},
		"after its month": {
			"2026-11-29", "So ₹1,769 for KA/26-27/0000001 is open now: please pay it by 3 December 2026.",
			debit{State: mandate.Skipped, SkippedFor: mandate.Lapsed, Amount: rent, On: "2026-11-03"},
			rent, 0, 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngineByBilldesk(t, func(w *world) {
				tenant := w.tenant()
				w.confirmed(tenant, provider.MandateUPI)
				w.bill()
				w.hour("2026-11-01", 10)
				got, err := w.payments.RecordBankTransfer(t.Context(), payment.BankTransferInput{
					UTR: utr, PaidOn: calendar.Today(w.Clock), Amount: rent, TransferMatch: payment.TransferMatch{CustomerID: tenant},
				})
				if err != nil {
					t.Fatal(err)
				}
				w.wantDebit(w.soleDebit(tenant), debit{State: mandate.Skipped, SkippedFor: mandate.PaidOtherwise, Amount: rent, On: "2026-11-03"})
				w.hour(c.takenBack, 11)
				if _, err := w.payments.UnmatchBankTransfer(t.Context(), utr, got.Matches[0].TransactionID, "Of somebody else"); err != nil {
					t.Fatal(err)
				}
				w.hour("2026-11-30", 10)
				w.said(tenant, c.says, 1)
				w.wantDebit(w.newestDebit(tenant), c.want)
				w.wantMoney(tenant, c.due, c.taken)
				w.chargeLateFees()
				if diff := cmp.Diff(money.Paise(0), w.Balances(tenant).LateFeesDue()); diff != "" {
					t.Errorf("late fees (-want +got):\n%s", diff)
				}
				w.hour("2026-12-06", 10)
				if err := w.Billing.Remind(t.Context()); err != nil {
					t.Fatal(err)
				}
				w.said(tenant, "₹1,769 was to be paid by 3 December 2026", c.reminded)
			})
		})
	}
}

// A debit was announced with less than its invoice, because a transfer of somebody else had paid a
// part. Once that is taken back, it is announced anew with all of it.
func TestADebitWithLessThanIsOpenAgain(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		tenant := w.tenant()
		w.confirmed(tenant, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-01", 10)
		part := 500 * money.Rupee
		got, err := w.payments.RecordBankTransfer(t.Context(), payment.BankTransferInput{
			UTR: "HDFCN52026110113", PaidOn: calendar.Today(w.Clock), Amount: part, TransferMatch: payment.TransferMatch{CustomerID: tenant},
		})
		if err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-01", 15)
		w.wantDebit(w.soleDebit(tenant), debit{State: mandate.Notified, Amount: rent - part, On: "2026-11-03"})
		if _, err := w.payments.UnmatchBankTransfer(t.Context(), "HDFCN52026110113", got.Matches[0].TransactionID, "Of somebody else"); err != nil {
			t.Fatal(err)
		}
		w.hour("2026-11-05", 17)
		w.wantDebit(w.soleDebit(tenant), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-03", Tries: 1})
		w.wantMoney(tenant, 0, rent)
	})
}

// No gateway collects less than a rupee. A debit of which so little is left is not made, announced or
// not, and the customer is told. If what was paid turns out to be a mistake, it is planned again.
func TestADebitOfLessThanARupee(t *testing.T) {
	for name, from := range map[string]int{"before the notice": 3, "after it": 11} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				tenant := w.tenant()
				w.confirmed(tenant, provider.MandateUPI)
				w.bill()
				w.hour("2026-11-01", from)
				got, err := w.payments.RecordBankTransfer(w.T.Context(), payment.BankTransferInput{
					UTR: "HDFCN52026110114", PaidOn: calendar.Today(w.Clock), Amount: rent - 40, TransferMatch: payment.TransferMatch{CustomerID: tenant},
				})
				if err != nil {
					w.T.Fatal(err)
				}
				w.wantDebit(w.soleDebit(tenant), debit{State: mandate.Skipped, SkippedFor: mandate.PaidOtherwise, Amount: rent, On: "2026-11-03"})
				w.hour("2026-11-02", 10)
				w.said(tenant, "only ₹0.40 of your invoice KA/26-27/0000001 is still to be paid, which is too little to be debited", 1)
				w.wantMoney(tenant, 40, 0)
				if _, err := w.payments.UnmatchBankTransfer(w.T.Context(), "HDFCN52026110114", got.Matches[0].TransactionID, "Of somebody else"); err != nil {
					w.T.Fatal(err)
				}
				w.hour("2026-11-05", 17)
				w.wantMoney(tenant, 0, rent)
			})
		})
	}
}

// gift gives promotional credit to a customer.
func (w *world) gift(c int64, amount money.Paise) {
	w.T.Helper()
	w.Write(c, func(tx *store.Tx) error {
		_, _, err := w.Ledger.Post(w.T.Context(), tx, ledger.Entry{
			CustomerID: c, SourceType: "goodwill", SourceID: "welcome", At: calendar.Stamp(w.Clock.Now()), Description: "A gift",
			Legs: []ledger.Leg{ledger.Debit(ledger.Promotion, amount), ledger.Credit(ledger.PromotionalCredit, amount)},
		})
		return err
	})
}

// R12: before a debit is announced, the wallet pays what it can, gifts first, and the notice names the
// rest, a rupee at least. If nothing is left, nothing is debited, and the customer is told.
func TestADebitAndTheWallet(t *testing.T) {
	for name, c := range map[string]struct {
		gift, own, debited money.Paise
		told               string
	}{
		"a gift":              {500 * money.Rupee, 0, rent - 500*money.Rupee, "on 1 November 2026, before auto debit, ₹500 of your Rentomoney was used for your invoice KA/26-27/0000001. Your dashboard"},
		"both kinds":          {500 * money.Rupee, 100 * money.Rupee, rent - 600*money.Rupee, "before auto debit, ₹600 of your"},
		"all but a few paise": {500 * money.Rupee, rent - 500*money.Rupee - 40, money.Rupee, "before auto debit, ₹1,768 of your"},
		"all that is needed":  {500 * money.Rupee, 2000 * money.Rupee, 0, "₹1,769 of your Rentomoney was used for your invoice KA/26-27/0000001. Nothing is debited for it."},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				tenant := w.tenant()
				w.confirmed(tenant, provider.MandateUPI)
				if c.own > 0 {
					w.Pay(tenant, "ahead", c.own)
				}
				w.gift(tenant, c.gift)
				w.bill()
				w.hour("2026-11-04", 8)
				w.wantMoney(tenant, 0, c.debited)
				left := w.Balances(tenant)
				if diff := cmp.Diff(c.gift+c.own+c.debited-rent, left.WalletCredit()); diff != "" {
					w.T.Errorf("left in the wallet (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(money.Paise(0), -left[ledger.PromotionalCredit]); diff != "" {
					w.T.Errorf("left of the gift (-want +got):\n%s", diff)
				}
				if told := holding(mailsOf(w, tenant), c.told); len(told) != 1 {
					w.T.Errorf("told %q, want once %q", mailsOf(w, tenant), c.told)
				}
				if notices := holding(w.told(tenant), c.debited.String()+" will be debited"); (len(notices) == 1) != (c.debited > 0) {
					w.T.Errorf("told %q, want a notice of %v", w.told(tenant), c.debited)
				}
			})
		})
	}
}

// R12: the wallet pays before a debit only what the other open invoices leave of it, because no debit
// pays these.
func TestTheWalletKeepsWhatOtherInvoicesNeed(t *testing.T) {
	onEachEngine(t, func(w *world) {
		tenant := w.tenant()
		w.bill()
		w.hour("2026-11-29", 12)
		w.confirmed(tenant, provider.MandateUPI)
		w.until(calendar.MustParse("2026-12-01").At(8, 0))
		w.Bill()
		w.gift(tenant, rent+231*money.Rupee)
		w.hour("2026-12-04", 8)
		w.wantMoney(tenant, rent, rent-231*money.Rupee)
		if diff := cmp.Diff(rent, w.Balances(tenant).WalletCredit()); diff != "" {
			w.T.Errorf("kept in the wallet (-want +got):\n%s", diff)
		}
	})
}

// When a debit has failed for good, the customer has to pay the invoice, and is late from the day
// after the due day like anybody else.
func TestALateFeeAfterADebitThatFailed(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateCard)
		w.bill()
		for range 3 {
			w.plan("debit", emulator.Failure, "insufficient_funds")
		}
		w.hour("2026-11-10", 8)
		if d := w.soleDebit(c); d.State != mandate.Failed {
			w.T.Fatalf("debit %+v, want it failed for good", d)
		}
		for _, day := range []struct {
			on   string
			fees int
		}{{"2026-11-10", 0}, {"2026-11-11", 1}} {
			w.hour(day.on, 9)
			if err := w.Billing.AssessLateFees(w.T.Context()); err != nil {
				w.T.Fatal(err)
			}
			if fees := w.Open(c).LateFees; len(fees) != day.fees {
				w.T.Errorf("%s: fees %+v, want %d", day.on, fees, day.fees)
			}
		}
	})
}

// A debit that was under way on the due day fails for good on 13 November. The customer is told to
// pay by the 17th, home names the same day, and the fee comes on the 18th (docs/rules.md R6).
func TestALateFeeAfterADebitThatFailedTooLate(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateCard)
		w.bill()
		w.unreachable("invoices/create")
		w.hour("2026-11-06", 21)
		w.between = nil
		for range 3 {
			w.plan("debit", emulator.Failure, "insufficient_funds")
		}
		w.hour("2026-11-13", 12)
		if d := w.soleDebit(c); d.State != mandate.Failed || d.On.String() != "2026-11-13" {
			w.T.Fatalf("debit %+v, want it failed for good on the 13th", d)
		}
		told := w.Mails(c)
		last := told[len(told)-1]
		if want := "by 17 November 2026"; !strings.Contains(last.Body, want) {
			w.T.Errorf("%q, want it to say %q", last.Body, want)
		}
		list, err := w.Billing.List(w.T.Context(), w.Store.Queries(), c)
		if err != nil {
			w.T.Fatal(err)
		}
		if diff := cmp.Diff("2026-11-17", list[0].DueDate.String()); diff != "" {
			w.T.Errorf("due day (-want +got):\n%s", diff)
		}
		summary, err := billing.AccountSummaryOf(w.T.Context(), w.Store.Queries(), c)
		if err != nil {
			w.T.Fatal(err)
		}
		deadlines, err := billing.DefaultSettings().LateFee.Deadlines(w.T.Context(), w.Store.Queries(), c, summary, calendar.Today(w.Clock))
		if err != nil {
			w.T.Fatal(err)
		}
		if diff := cmp.Diff("[{2026-11-17 ₹1,769 false}]", fmt.Sprint(deadlines.Days)); diff != "" {
			w.T.Errorf("due days on home (-want +got):\n%s", diff)
		}
		paper, err := w.Billing.Document(w.T.Context(), w.Store.Queries(), c, list[0].ID)
		if err != nil {
			w.T.Fatal(err)
		}
		if diff := cmp.Diff("2026-11-10", paper.PrintedDue.String()); diff != "" {
			w.T.Errorf("due day on the paper (-want +got):\n%s", diff)
		}
		for _, day := range []struct {
			on   string
			fees int
		}{{"2026-11-14", 0}, {"2026-11-17", 0}, {"2026-11-18", 1}} {
			w.hour(day.on, 9)
			if err := w.Billing.AssessLateFees(w.T.Context()); err != nil {
				w.T.Fatal(err)
			}
			if diff := cmp.Diff(day.fees, len(w.Open(c).LateFees)); diff != "" {
				w.T.Errorf("%s: fees (-want +got):\n%s", day.on, diff)
			}
		}
	})
}

// While the bank has a debit, the customer can still pay a deposit and rent in advance: the debit
// pays its own invoice and nothing else.
func TestADebitBesideADepositAndRentInAdvance(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant() // the deposit is missing
		w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.Late, Seconds: 600}}})
		w.until(calendar.MustParse("2026-11-03").At(6, 5))
		if d := w.soleDebit(c); d.State != mandate.Submitted {
			w.T.Fatalf("with the bank: %+v, want it submitted", d)
		}
		deposit, err := w.payments.StartDeposit(w.T.Context(), c)
		if err != nil {
			w.T.Fatal(err)
		}
		ahead, err := w.payments.StartAdvance(w.T.Context(), c, 3)
		if err != nil {
			w.T.Fatal(err)
		}
		if deposit.ByGateway() == 0 || ahead.ByGateway() < 2*rent {
			w.T.Errorf("a deposit of %v and %v ahead, want both", deposit.ByGateway(), ahead.ByGateway())
		}
		w.hour("2026-11-03", 8)
		w.wantPaid(c)
		type held struct{ Deposit, Advance, Wallet money.Paise }
		b := w.Balances(c)
		if diff := cmp.Diff(held{}, held{b.DepositHeld(), -b[ledger.Advance], b.WalletCredit()}); diff != "" {
			w.T.Errorf("what we hold besides the rent (-want +got):\n%s", diff)
		}
	})
}
