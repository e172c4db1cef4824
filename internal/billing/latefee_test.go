package billing_test

import (
	"slices"
	"strings"
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
	"rento/internal/testkit/recompute"
)

// raised invoices a charge for an item today, in paise without GST.
func raised(t *testing.T, w *company.Company, c, item int64, operation string, amount money.Paise) billing.Invoice {
	t.Helper()
	var list []billing.Invoice
	w.Write(c, func(tx *store.Tx) (err error) {
		list, err = w.Billing.ChargesIn(t.Context(), tx, c, []billing.Charge{{ItemID: item, Operation: operation, Written: "Charge", Amount: amount}})
		return err
	})
	return list[0]
}

// leaving is a customer who gives items back before their tenure ends.
func leaving(t *testing.T, s *store.Store, since string, products ...int64) (*company.Company, int64, []subscription.Item) {
	t.Helper()
	w := company.New(t, s, since)
	w.Queue.Handle("billing.closure_invoice", noJob)
	w.Queue.Handle("settlement.open", noJob)
	c := w.Customer()
	return w, c, w.Rent(c, company.Bengaluru, since, products...).Items
}

// withdrawCharge takes a charge back, because its request was.
func withdrawCharge(t *testing.T, w *company.Company, c int64, operation string) {
	t.Helper()
	w.Write(c, func(tx *store.Tx) error {
		return w.Billing.WithdrawIn(t.Context(), tx, c, []string{operation}, billing.Reason{Code: billing.RequestTakenBack})
	})
}

// saved puts the customer's own money into the wallet.
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

// An invoice of 4,126 and 7,074.10 in the wallet: the wallet pays the invoice on its due day, and
// there is no late fee (docs/rules.md R6). What the wallet cannot pay has a late fee. The wallet
// does not pay what is not due yet.
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
					}, day("2026-10-01"))
				})
				order := w.Rent(id, company.Bengaluru, "2026-10-01", 9)
				w.Go("2026-11-01")
				w.Bill()
				invoice := w.Invoices(id)[0]
				saved(t, w, id, c.wallet)
				assess(t, w, "2026-11-09")
				company.WantMoney(t, "before the due day", w.Balances(id), company.Money{OwnMoney: c.wallet, InvoicesDue: 4126_00})
				assess(t, w, "2026-11-10")
				raised(t, w, id, order.Items[0].ID, "test/later", money.Rupees(100))
				assess(t, w, "2026-11-11")
				type leftFacts struct{ Wallet, Rent, Fees money.Paise }
				open := w.Open(id)
				got := leftFacts{w.Balances(id).WalletCredit(), open.Rent, open.Fees}
				if diff := cmp.Diff(leftFacts{c.left, c.open + money.Rupees(118), c.fee}, got); diff != "" {
					t.Errorf("the wallet and what is open (-want +got):\n%s", diff)
				}
				paid := money.Rupees(4126) - c.open
				told := []string{"Your invoice of ₹4,126", "Your Rentomoney paid " + paid.String(), "Your invoice of ₹118"}
				if c.fee > 0 {
					told = append(told, "Late fees of "+c.fee.String()+" were charged")
				}
				if diff := cmp.Diff(told, subjects(w.Mails(id))); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
				log, err := s.Queries().AuditOf(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				entries := 0
				for _, e := range log {
					if e.Action == "dues_paid_from_wallet" && strings.HasPrefix(e.Object, "wallet_due/") {
						entries++
					}
				}
				if entries != 1 {
					t.Errorf("%d entries of the audit log that the wallet paid, want 1", entries)
				}
				doc, err := w.Billing.Document(t.Context(), s.Queries(), id, invoice.ID)
				if err != nil {
					t.Fatal(err)
				}
				if len(doc.Payments) != 1 || doc.Payments[0].Amount != paid {
					t.Errorf("the invoice shows the payments %+v, want one of %v", doc.Payments, paid)
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

// An early closure charge has no late fee until ten days after its pickup. If it is withdrawn, it
// has none at all.
func TestExitChargesAreLateTenDaysAfterThePickup(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, items := leaving(t, s, "2026-10-01", company.Sofa, company.TV, company.Fridge)
		stays := raised(t, w, c, items[0].ID, billing.ExitCharge+"1/1/0", money.Rupees(1000))
		gone := raised(t, w, c, items[1].ID, billing.ExitCharge+"2/2/0", money.Rupees(1000))
		withdrawn := raised(t, w, c, items[2].ID, billing.ExitCharge+"3/3/0", money.Rupees(1000))
		assess(t, w, "2026-10-31") // three weeks after all charges fell due
		if n := len(feesOf(t, w, c, stays.ID)) + len(feesOf(t, w, c, gone.ID)); n != 0 {
			t.Fatalf("%d fees before any pickup", n)
		}
		for _, d := range []struct {
			day  string
			fees int
		}{{"2026-11-10", 0}, {"2026-11-11", 1}, {"2026-11-12", 1}} {
			if d.day == "2026-11-10" {
				w.Go("2026-11-05")
				if err := w.Subscriptions.Close(t.Context(), c, []int64{items[1].ID, items[2].ID}, day("2026-10-31")); err != nil {
					t.Fatal(err)
				}
				withdrawCharge(t, w, c, billing.ExitCharge+"3/3/0")
			}
			assess(t, w, d.day)
			got := feesOf(t, w, c, gone.ID)
			if len(got) != d.fees {
				t.Fatalf("on %s: %d fees, want %d", d.day, len(got), d.fees)
			}
			for _, fee := range got {
				if fee.DaysLate != 1 || fee.Cycle != day("2026-11-01") {
					t.Fatalf("on %s: %d days late, of %s; want 1 day, of 2026-11-01", d.day, fee.DaysLate, fee.Cycle)
				}
			}
			if got := feesOf(t, w, c, stays.ID); len(got) != 0 {
				t.Fatalf("on %s the item that stays has fees %+v, want none", d.day, got)
			}
			if got := feesOf(t, w, c, withdrawn.ID); len(got) != 0 {
				t.Fatalf("on %s the charge that was withdrawn has fees %+v, want none", d.day, got)
			}
		}
		// If a charge is withdrawn after its late fee was charged, the fee is taken back too.
		withdrawCharge(t, w, c, billing.ExitCharge+"2/2/0")
		if got := feesOf(t, w, c, gone.ID); len(got) != 1 || got[0].WaivedReason != billing.WaivedCredited {
			t.Errorf("fees %+v; want one, waived because its invoice was credited", got)
		}
		if open := w.Open(c).Fees; open != 0 {
			t.Errorf("fees of %v are open, want none", open)
		}
	})
}

// The due day of an early closure charge that was withdrawn before its pickup stays, on screens and on its
// paper, which is in the archive of its month.
func TestTheDueDayOfAWithdrawnCharge(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, items := leaving(t, s, "2026-10-01", company.Sofa)
		charge := raised(t, w, c, items[0].ID, billing.ExitCharge+"1/1/0", money.Rupees(1000))
		withdrawCharge(t, w, c, billing.ExitCharge+"1/1/0")
		w.Go("2026-12-01")
		d, err := w.Billing.Document(t.Context(), s.Queries(), c, charge.ID)
		if err != nil {
			t.Fatal(err)
		}
		want := [2]string{charge.DueDate.String(), charge.DueDate.String()}
		if diff := cmp.Diff(want, [2]string{d.DueDate.String(), d.PrintedDue.String()}); diff != "" {
			t.Errorf("due on screens and on paper (-want +got):\n%s", diff)
		}
	})
}

// An unpaid late fee falls with its invoice. If only a part of the invoice is credited, the fee
// stays.
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
					CustomerID: c, InvoiceID: invoice.ID, Operation: step.operation, Reason: billing.Reason{Code: billing.WrittenReason, Written: "Never delivered"},
					Lines: []billing.CreditedLine{{LineNo: 1, Amount: step.amount}},
				})
				return err
			})
			if p, b := w.Open(c), w.Balances(c); p.Fees != step.fees || b.LateFeesDue() != step.fees {
				t.Fatalf("after %s: fees %v, journal %v, want %v and %v", step.operation, p.Fees, b.LateFeesDue(), step.fees, step.fees)
			}
		}
		if fees := feesOf(t, w, c, invoice.ID); len(fees) != 1 || fees[0].WaivedReason != billing.WaivedCredited {
			t.Errorf("fees %+v; want one, waived because its invoice was credited", fees)
		}
	})
}

// An invoice has no late fee in a month if on its due day a mandate was active and the debit was
// open or had not been submitted in its month. What the customer does after the due day changes
// nothing in that month. From the next due day on, a paused or withdrawn mandate no longer excuses
// the customer. A debit above the customer's own limit never does. A mandate that was replaced by
// another one excuses in its month (docs/rules.md R6).
func TestLateFeeOfAMandateCustomer(t *testing.T) {
	november, december, january := "2026-11-11", "2026-12-11", "2027-01-11"
	for _, c := range []struct {
		name  string
		max   money.Paise
		then  map[string]mandate.State // state of the mandate from a day on; Confirmed is another mandate
		fees  []string
		again bool // whether Confirmed means that the paused mandate is resumed
	}{
		{"our debit was not submitted", money.Rupees(5000), nil, nil, false},
		{"above the customer's limit", money.Rupees(500), nil, []string{november, december, january}, false},
		{"withdrawn by the customer", money.Rupees(5000), map[string]mandate.State{"2026-11-01": mandate.Cancelling}, []string{november, december, january}, false},
		{"not submitted, and replaced at once", money.Rupees(5000), map[string]mandate.State{"2026-11-01": mandate.Confirmed}, nil, false},
		{"paused on the due day", money.Rupees(5000), map[string]mandate.State{"2026-11-10": mandate.Paused}, []string{november, december, january}, false},
		{"paused after the due day", money.Rupees(5000), map[string]mandate.State{"2026-11-11": mandate.Paused}, []string{december, january}, false},
		{"not submitted, and paused since", money.Rupees(5000), map[string]mandate.State{"2026-12-01": mandate.Paused}, []string{december, january}, false},
		{"not submitted, and withdrawn on a due day", money.Rupees(5000), map[string]mandate.State{"2026-12-10": mandate.Cancelling}, []string{december, january}, false},
		{"not submitted, and withdrawn after a due day", money.Rupees(5000), map[string]mandate.State{"2026-12-11": mandate.Cancelling}, []string{january}, false},
		{"not submitted, and replaced since", money.Rupees(5000), map[string]mandate.State{"2026-12-01": mandate.Confirmed}, nil, false},
		{"not submitted, paused and resumed since", money.Rupees(5000), map[string]mandate.State{"2026-12-01": mandate.Paused, "2026-12-20": mandate.Confirmed}, []string{december}, true},
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
				ahead, changed := map[calendar.Date]billing.LateFee{}, day("2026-11-01")
				for on := day("2026-11-01"); on.Before(day("2027-01-31")); on = on.AddDays(1) {
					assess(t, w, on.String())
					ahead[on] = nextFee(t, w, id, 0)
					to, some := c.then[on.String()]
					if !some {
						continue
					}
					w.Write(id, func(tx *store.Tx) (err error) {
						if to == mandate.Confirmed && !c.again {
							_, err = w.Mandates.Record(t.Context(), tx, id, mandate.Mandate{Gateway: "billdesk", Method: "nach", Active: true, Max: c.max})
						} else {
							_, err = w.Mandates.Move(t.Context(), tx, id, debits, to)
						}
						return err
					})
					changed = on.AddDays(1)
				}
				var charged []string
				fees := feesOf(t, w, id, w.Invoices(id)[0].ID)
				for _, fee := range fees {
					charged = append(charged, fee.Date.String())
				}
				for on := changed; on.Before(day("2027-01-11")); on = on.AddDays(1) {
					wantNext(t, on, ahead[on], fees)
				}
				slices.Sort(charged)
				if diff := cmp.Diff(c.fees, charged); diff != "" {
					t.Errorf("fees (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// nextFee is the next late fee on the customer's only invoice if a debit is skipped. skipped is 0
// for no debit.
func nextFee(t *testing.T, w *company.Company, c, skipped int64) billing.LateFee {
	t.Helper()
	fee, err := billing.DefaultSettings().LateFee.NextFee(t.Context(), w.Store.Queries(), w.Invoices(c)[:1], calendar.Today(w.Clock), skipped)
	if err != nil {
		t.Fatal(err)
	}
	return fee
}

// wantNext expects that the late fee predicted on a day is the fee that was charged next, up to the
// end of January.
func wantNext(t *testing.T, on calendar.Date, foreseen billing.LateFee, charged []billing.LateFee) {
	t.Helper()
	var next billing.LateFee
	for _, fee := range charged {
		if fee.Date.After(on) && (next.Amount == 0 || fee.Date.Before(next.Date)) {
			next = fee
		}
	}
	if foreseen.Date.After(day("2027-01-30")) {
		foreseen = billing.LateFee{}
	}
	if foreseen.Date != next.Date || foreseen.Amount != next.Amount {
		t.Errorf("on %s %v on %s was foreseen, and %v was charged on %s", on, foreseen.Amount, foreseen.Date, next.Amount, next.Date)
	}
}

// Before a customer skips a debit, we name the late fee that follows: the fee after the next due
// day if that day is still to come, otherwise the fee of the next run. If the month has its fee
// already, it is the fee of the next month.
func TestTheFeeOfADebitThatIsSkipped(t *testing.T) {
	for asked, want := range map[string]string{"2026-11-02": "2026-11-11", "2026-11-09": "2026-11-11", "2026-11-12": "2026-11-13", "2026-11-30": "2026-12-11"} {
		t.Run(asked, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := debitable(t, s, money.Rupees(5000))
				w.Go("2026-11-01")
				w.Bill()
				assess(t, w, asked)
				debits, err := w.Debits(id)
				if err != nil || len(debits) != 1 {
					t.Fatalf("debits %+v, %v; want one", debits, err)
				}
				if kept := nextFee(t, w, id, 0); kept.Amount != 0 {
					t.Errorf("%v on %s while the debit is planned, want none", kept.Amount, kept.Date)
				}
				foreseen := nextFee(t, w, id, debits[0].ID)
				w.Write(id, func(tx *store.Tx) error {
					return w.Mandates.MoveDebit(t.Context(), tx, id, debits[0].ID, mandate.Skipped, mandate.Declined)
				})
				for on := day(asked).AddDays(1); !on.After(day(want)); on = on.AddDays(1) {
					assess(t, w, on.String())
				}
				fees := feesOf(t, w, id, w.Invoices(id)[0].ID)
				if len(fees) != 1 {
					t.Fatalf("%d fees, want 1", len(fees))
				}
				type feeDay struct {
					On     string
					Amount money.Paise
				}
				wantFee := feeDay{want, fees[0].Amount}
				if diff := cmp.Diff(wantFee, feeDay{fees[0].Date.String(), fees[0].Amount}); diff != "" {
					t.Errorf("charged (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(wantFee, feeDay{foreseen.Date.String(), foreseen.Amount}); diff != "" {
					t.Errorf("foreseen, against what was charged (-want +got):\n%s", diff)
				}
				if got, eve := foreseen.InTime(), day(want).AddDays(-1); got != eve {
					t.Errorf("a payment is in time until %s, want %s", got, eve)
				}
			})
		})
	}
}

// If the pickup comes late, the early closure charge becomes late in the middle of a month. The
// first fee comes on the next day. The second comes with the due day that is at least a month
// later. No month has two fees. Each message names the day of the next fee, or none once the cap is
// reached. Lists and documents show the due day that the fees use (docs/rules.md R6).
func TestLateFeesOfAnExitCharge(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, items := leaving(t, s, "2027-01-01", company.Sofa)
		item := items[0].ID
		w.Go("2027-03-01")
		charge := raised(t, w, c, item, billing.ExitCharge+"1/1/0", 50000) // 590 with GST, so at most 59 of late fees
		shows := func(due string, state billing.State) {
			t.Helper()
			list, err := w.Billing.List(t.Context(), s.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			doc, err := w.Billing.Document(t.Context(), s.Queries(), c, charge.ID)
			if err != nil {
				t.Fatal(err)
			}
			if got := list[0]; got.DueDate != day(due) || got.State != state {
				t.Errorf("%s: listed as %s by %s, want %s by %s", w.Clock.Now(), got.State, got.DueDate, state, due)
			}
			if doc.DueDate != day(due) || doc.State != state {
				t.Errorf("%s: opened as %s by %s, want %s by %s", w.Clock.Now(), doc.State, doc.DueDate, state, due)
			}
		}
		shows("2027-03-11", billing.Due)
		assess(t, w, "2027-03-22")
		shows("2027-04-01", billing.Due) // the earliest due day, if the pickup happened today
		if err := w.Subscriptions.Close(t.Context(), c, []int64{item}, day("2027-03-20")); err != nil {
			t.Fatal(err)
		}
		assess(t, w, "2027-03-30")
		shows("2027-03-30", billing.Due)
		fees := []string{"2027-03-31", "2027-05-11", "2027-06-11"}
		for on := day("2027-03-31"); on.Before(day("2027-07-20")); on = on.AddDays(1) {
			assess(t, w, on.String())
			shows("2027-03-30", billing.Overdue)
			want := 0
			for _, f := range fees {
				if !on.Before(day(f)) {
					want++
				}
			}
			got := feesOf(t, w, c, charge.ID)
			if len(got) != want {
				t.Fatalf("on %s there are %d fees, want %d", on, len(got), want)
			}
			if late, days := got[want-1].DaysLate, day(fees[want-1]).Sub(day("2027-03-30")); late != days {
				t.Fatalf("on %s the newest fee is %d days late, want %d", on, late, days)
			}
		}
		var told []string
		for _, mail := range w.Mails(c) {
			if strings.HasPrefix(mail.Subject, "Late fees") {
				_, next, _ := strings.Cut(mail.Body, "charged. ")
				next, _, _ = strings.Cut(next, "\n")
				told = append(told, next)
			}
		}
		if diff := cmp.Diff([]string{
			"If the invoice is still open, the next fee can come on 11 May 2027, and none before.",
			"If the invoice is still open, the next fee can come on 11 June 2027, and none before.",
			"No further late fee comes on this invoice.",
		}, told); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		report, err := recompute.Documents(t.Context(), testkit.Raw(t, w.Store), "2027-01-01")
		if err != nil || report.Documents != 1 {
			t.Fatalf("%d documents: %v, want 1", report.Documents, err)
		}
		for _, finding := range report.Findings {
			if !strings.Contains(finding, "is billed to") { // the test bills no rent
				t.Error(finding)
			}
		}
	})
}

// A month in which no late fee was charged has none. The run of the next month does not add it,
// because then that month would have two.
func TestNoMonthHasTwoLateFees(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := owing(t, s)
		invoice := w.Invoices(c)[0]
		for _, d := range []struct {
			day  string
			fees int
		}{{"2026-12-05", 0}, {"2026-12-11", 1}, {"2027-01-31", 2}, {"2027-02-10", 2}, {"2027-02-11", 3}} {
			assess(t, w, d.day)
			if got := feesOf(t, w, c, invoice.ID); len(got) != d.fees {
				t.Errorf("on %s: %+v, want %d", d.day, got, d.fees)
			}
		}
	})
}

// The late fees of an invoice stay within a tenth of its rent and tax, to the last fraction of a
// paisa. A tenth of 879.97 is 87.997, so the limit is 87 and not 88.
func TestLateFeesStayWithinTheExactTenth(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		id := w.Customer()
		w.Write(id, func(tx *store.Tx) error {
			return subscription.SaveProduct(t.Context(), tx, subscription.Product{
				ID: 9, Slug: "lamp", Name: "Lamp", SAC: "997323", Rent: 74573, Deposit: money.Rupees(1000),
			}, day("2026-10-01"))
		})
		w.Rent(id, company.Bengaluru, "2026-10-01", 9)
		w.Go("2026-11-01")
		w.Bill()
		invoice := w.Invoices(id)[0]
		if invoice.Total != money.Rupees(880) || invoice.RoundOff != 3 {
			t.Fatalf("%v, rounded by %v, want %v and 3", invoice.Total, invoice.RoundOff, money.Rupees(880))
		}
		for on := day("2026-11-11"); on.Before(day("2027-06-01")); on = on.AddMonths(1) {
			assess(t, w, on.String())
		}
		var sum money.Paise
		for _, f := range feesOf(t, w, id, invoice.ID) {
			sum += f.Amount
		}
		if sum != money.Rupees(87) {
			t.Errorf("fees of %v, want %v", sum, money.Rupees(87))
		}
	})
}

// An early closure charge is due no earlier than ten days after its planned pickup, on a due day
// like every other document.
func TestAnExitChargeIsDueAfterItsPickup(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-04")
		c := w.Customer()
		item := w.Rent(c, company.Bengaluru, "2026-11-04", company.Sofa).Items[0].ID
		for pickup, due := range map[string]string{
			"2026-11-05": "2026-12-10", "2026-11-30": "2026-12-10", "2026-12-01": "2027-01-10", "": "2026-12-10",
		} {
			charge := billing.Charge{ItemID: item, Operation: billing.ExitCharge + pickup, Written: "Charge", Amount: 50000}
			if pickup != "" {
				charge.Pickup = day(pickup)
			}
			w.Write(c, func(tx *store.Tx) error {
				list, err := w.Billing.ChargesIn(t.Context(), tx, c, []billing.Charge{charge})
				if err == nil && list[0].DueDate != day(due) {
					t.Errorf("picked up on %q: due on %s, want %s", pickup, list[0].DueDate, due)
				}
				return err
			})
		}
	})
}
