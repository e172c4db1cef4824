package billing_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// raised is a charge for an item that is invoiced today, in paise without GST.
func raised(t *testing.T, w *company.Company, c, item int64, operation string, amount money.Paise) billing.Invoice {
	t.Helper()
	var list []billing.Invoice
	w.Write(c, func(tx *store.Tx) (err error) {
		list, err = w.Billing.ChargesIn(t.Context(), tx, c, []billing.Charge{{ItemID: item, Operation: operation, Description: "Charge", Amount: amount}})
		return err
	})
	return list[0]
}

// saved puts money of the customer into the wallet.
func saved(t *testing.T, w *company.Company, c int64, amount money.Paise) {
	t.Helper()
	w.Write(c, func(tx *store.Tx) error {
		_, _, err := w.Ledger.Post(t.Context(), tx, ledger.Entry{
			CustomerID: c, SourceType: "test", SourceID: "saved", At: calendar.Stamp(w.Clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, amount), ledger.Credit(ledger.Wallet, amount)},
		})
		return err
	})
}

func feesOf(t *testing.T, w *company.Company, c, invoice int64) []billing.LateFee {
	t.Helper()
	fees, err := billing.LateFeesOf(t.Context(), w.Store.Queries(), c, invoice)
	if err != nil {
		t.Fatal(err)
	}
	return fees
}

// An invoice of 4,126 and 7,074.10 in the wallet: the wallet pays it on its due
// day, and there is no fee (docs/rules.md R6). Of what the wallet does not
// cover there is one, and what is not due yet is left alone.
func TestTheWalletPaysWhatFallsDue(t *testing.T) {
	for _, c := range []struct {
		name                    string
		wallet, left, open, fee money.Paise
	}{
		{"all of it", 707410, 294810, 0, 0},
		{"part of it", money.Rupees(3126), 0, money.Rupees(1000), money.Rupees(20)},
		{"all but 99", money.Rupees(4027), 0, money.Rupees(99), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Write(id, func(tx *store.Tx) error {
					return subscription.SaveProduct(t.Context(), tx, subscription.Product{
						ID: 9, Slug: "suite", Name: "Suite", SAC: "997323", Rent: 349661, Deposit: money.Rupees(3000),
					})
				})
				order := w.Rent(id, company.Bengaluru, "2026-10-01", 9)
				w.Go("2026-11-01")
				w.Bill()
				invoice := w.Invoices(id)[0]
				saved(t, w, id, c.wallet)
				assess(t, w, "2026-11-09")
				if b := w.Balances(id); b.InvoicesDue() != money.Rupees(4126) || b.WalletCredit() != c.wallet {
					t.Fatalf("before the due day: %v", b)
				}
				assess(t, w, "2026-11-10")
				raised(t, w, id, order.Items[0].ID, "test/later", money.Rupees(100))
				assess(t, w, "2026-11-11")
				b, p := w.Balances(id), w.Open(id)
				if b.WalletCredit() != c.left || p.Rent != c.open+money.Rupees(118) || p.Fees != c.fee {
					t.Errorf("the wallet has %v, want %v; open %v, fees %v", b.WalletCredit(), c.left, p.Rent, p.Fees)
				}
				told := []string{"Your invoice of ₹4,126", "Your invoice of ₹118"}
				if c.fee > 0 {
					told = append(told, "A late fee of "+c.fee.String()+" was charged")
				}
				if diff := cmp.Diff(told, subjects(w.Mails(id))); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
				doc, err := w.Billing.Document(t.Context(), s.Queries(), id, invoice.ID)
				if err != nil || len(doc.Payments) != 1 || doc.Payments[0].Amount != money.Rupees(4126)-c.open {
					t.Errorf("the invoice shows %+v, %v", doc.Payments, err)
				}
			})
		})
	}
}

func subjects(mails []db.NotifyOutboxRow) []string {
	all := make([]string, len(mails))
	for i, m := range mails {
		all[i] = m.Subject
	}
	return all
}

// A charge for leaving has no fee until ten days after its pickup, and none at
// all when it is withdrawn.
func TestExitChargesAreLateTenDaysAfterThePickup(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		w.Queue.Handle("billing.closure_invoice", noJob)
		w.Queue.Handle("settlement.open", noJob)
		c := w.Customer()
		order := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.TV)
		stays := raised(t, w, c, order.Items[0].ID, billing.ExitCharge+"1/1/0", money.Rupees(1000))
		gone := raised(t, w, c, order.Items[1].ID, billing.ExitCharge+"2/2/0", money.Rupees(1000))
		assess(t, w, "2026-10-31") // three weeks after both fell due
		if n := len(feesOf(t, w, c, stays.ID)) + len(feesOf(t, w, c, gone.ID)); n != 0 {
			t.Fatalf("%d fees before any pickup", n)
		}
		for _, d := range []struct {
			day  string
			fees int
		}{{"2026-11-10", 0}, {"2026-11-11", 1}, {"2026-11-12", 1}} {
			if d.day == "2026-11-10" {
				w.Go("2026-11-05")
				if err := w.Subscriptions.Close(t.Context(), c, []int64{order.Items[1].ID}, day("2026-10-31")); err != nil {
					t.Fatal(err)
				}
			}
			assess(t, w, d.day)
			if got := feesOf(t, w, c, gone.ID); len(got) != d.fees || d.fees == 1 && (got[0].DaysLate != 1 || got[0].Cycle != day("2026-11-01")) {
				t.Fatalf("on %s: %+v", d.day, got)
			}
			if got := feesOf(t, w, c, stays.ID); len(got) != 0 {
				t.Fatalf("on %s the item that stays has %+v", d.day, got)
			}
		}
	})
}

// A fee that nobody paid falls with its invoice; a part of the invoice that is
// credited leaves it.
func TestAFeeFallsWithItsInvoice(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		assess(t, w, "2026-11-11")
		invoice := w.Invoices(c)[0]
		for _, step := range []struct {
			operation    string
			amount, fees money.Paise
		}{{"part", 49900, 3500}, {"rest", 100000, 0}} {
			w.Write(c, func(tx *store.Tx) error {
				_, err := w.Billing.CreditIn(t.Context(), tx, billing.Credit{
					CustomerID: c, InvoiceID: invoice.ID, Operation: step.operation, Reason: "Never delivered",
					Lines: []billing.CreditedLine{{LineNo: 1, Amount: step.amount}},
				})
				return err
			})
			if p, b := w.Open(c), w.Balances(c); p.Fees != step.fees || b.LateFeesDue() != step.fees {
				t.Fatalf("after %s: fees %v, journal %v", step.operation, p.Fees, b.LateFeesDue())
			}
		}
		if fees := feesOf(t, w, c, invoice.ID); len(fees) != 1 || fees[0].WaivedReason != billing.WaivedCredited {
			t.Errorf("%+v", fees)
		}
	})
}

// No fee while the active mandate has a debit open, nor once we let its month
// go by without submitting it; the customer's own limit excuses nobody, nor
// does a mandate that is no longer active (docs/rules.md R6).
func TestLateFeeOfAMandateCustomer(t *testing.T) {
	for _, c := range []struct {
		name      string
		max       money.Paise
		withdrawn bool
		fees      money.Paise
	}{
		{"our debit was not submitted", money.Rupees(5000), false, 0},
		{"above the customer's limit", money.Rupees(500), false, 7000},
		{"withdrawn by the customer", money.Rupees(5000), true, 7000},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				id := w.Customer()
				w.Rent(id, company.Bengaluru, "2026-10-01", company.Sofa)
				var debits int64
				w.Write(id, func(tx *store.Tx) error {
					m, err := w.Mandates.Record(t.Context(), tx, id, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: c.max})
					debits = m.ID
					return err
				})
				w.Go("2026-11-01")
				w.Bill()
				if c.withdrawn {
					w.Write(id, func(tx *store.Tx) error {
						_, err := w.Mandates.Move(t.Context(), tx, id, debits, mandate.Cancelling)
						return err
					})
				}
				for _, on := range []string{"2026-11-11", "2026-12-01", "2026-12-11"} {
					assess(t, w, on)
				}
				if p := w.Open(id); p.Fees != c.fees {
					t.Errorf("fees of %v, want %v", p.Fees, c.fees)
				}
			})
		})
	}
}
