package settlement_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/paging"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// reserved has another customer offer a sofa to this customer, who accepts, so that its deposit
// of 3,000 rupees is required. It returns a function that gives the transfer up.
func (d *testCompany) reserved() (giveUp func()) {
	d.T.Helper()
	giver, receiver := d.Customer(), d.who.CustomerID
	order := d.Rent(giver, company.Bengaluru, "2026-10-01", company.Sofa)
	place := d.Address(receiver, company.Bengaluru)
	var taken []subscription.HandedOver
	d.Write(receiver, func(tx *store.Tx) error {
		items, err := d.Subscriptions.Own(d.T.Context(), tx.Queries, giver, []int64{order.Items[0].ID})
		if err != nil {
			return err
		}
		taken, err = d.Subscriptions.ReserveIn(d.T.Context(), tx, items, receiver, place)
		return err
	})
	return func() {
		d.T.Helper()
		d.Write(receiver, func(tx *store.Tx) error { return d.Subscriptions.UnreserveIn(d.T.Context(), tx, receiver, taken) })
		d.work()
	}
}

// If the deposit for a transfer was paid and the transfer is given up, the deposit goes back by
// an ordinary settlement, to the paisa.
func TestTheDepositOfAGivenUpOffer(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		giveUp := d.reserved()
		required := d.deposit().Missing()
		d.Deposit(d.who.CustomerID, "1", required)
		giveUp()
		if required == 0 {
			t.Fatal("no deposit was required")
		}
		d.wantRefund("given up", refundFacts{State: settlement.Ready, Refund: required})
		got := d.statement()
		if got.Origin != settlement.OfOffer {
			t.Errorf("origin %s, want %s", got.Origin, settlement.OfOffer)
		}
		if diff := cmp.Diff([]settlement.Line{{Kind: settlement.LineOffer, Amount: required}}, got.Lines); diff != "" {
			t.Errorf("lines (-want +got):\n%s", diff)
		}
		d.toBank()
		d.pass(26 * time.Hour)
		d.wantRefund("in the end", refundFacts{State: settlement.Paid, Refund: required, Payouts: 1})
		if d.left() != required {
			t.Errorf("%v left us, want %v", d.left(), required)
		}
		if diff := cmp.Diff(billing.Deposit{Received: required}, d.deposit()); diff != "" {
			t.Errorf("the deposit in the end (-want +got):\n%s", diff)
		}
	})
}

// Giving a transfer up does not release the deposit of items that were picked up: until their
// inspection it secures their damage.
func TestAGivenUpOfferLeavesWhatIsInspected(t *testing.T) {
	for _, c := range []struct {
		name   string
		opened bool // the settlement of the items was opened
		paid   bool // the offer's deposit was paid as well
	}{
		{"in inspection", true, false},
		{"picked up", false, false},
		{"in inspection, and the offer's deposit was paid", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				d.Deposit(d.who.CustomerID, "1", money.Rupees(3000))
				own := d.Rent(d.who.CustomerID, company.Bengaluru, "2026-10-01", company.Sofa)
				d.Go("2026-10-30")
				if err := d.Subscriptions.Close(t.Context(), d.who.CustomerID, []int64{own.Items[0].ID}, day("2026-10-30")); err != nil {
					t.Fatal(err)
				}
				if c.opened {
					d.work()
				}
				giveUp := d.reserved()
				want := 0
				if c.paid {
					d.Deposit(d.who.CustomerID, "2", money.Rupees(3000))
					want = 1
				}
				giveUp()
				page, err := d.service.Statements(t.Context(), d.who.CustomerID, paging.Page{Number: 1, Size: 100})
				list := page.Statements
				if err != nil {
					t.Fatal(err)
				}
				offers := 0
				for _, one := range list {
					if one.Origin == settlement.OfOffer {
						offers++
					}
				}
				if offers != want {
					t.Errorf("%d settlements of an offer, want %d", offers, want)
				}
				if held := d.deposit().Held; held != money.Rupees(3000) {
					t.Errorf("%v is held, want 3,000", held)
				}
			})
		})
	}
}

// A credit note that gives deposit money back does not release it either, nor does the settlement
// of other items. The deposit of items that were picked up and are not settled yet is needed, in
// whatever order they are settled.
func TestWhatIsInspectedIsNeeded(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		c := d.who.CustomerID
		d.giveBack() // the deposit has paid for November
		november := d.Invoices(c)[0]
		// Two sofas are picked up one by one. Each requires a deposit of 3,000 rupees, and 4,500
		// of it are paid.
		order := d.Rent(c, company.Bengaluru, "2026-11-20", company.Sofa, company.Sofa)
		d.Deposit(c, "2", money.Rupees(4500))
		var ids []int64
		for _, item := range order.Items {
			if err := d.Subscriptions.Close(t.Context(), c, []int64{item.ID}, day("2026-11-20")); err != nil {
				t.Fatal(err)
			}
			id, _, err := d.service.Open(t.Context(), c)
			if err != nil {
				t.Fatal(err)
			}
			ids = append(ids, id)
		}
		const back = money.Paise(50000)
		d.Write(c, func(tx *store.Tx) error {
			_, err := d.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: c, InvoiceID: november.ID, Operation: "goodwill/1", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Sorry"}, Lines: []billing.CreditedLine{{LineNo: 1, Amount: back}},
			})
			return err
		})
		returned := back + back*18/100
		d.work()
		if held := d.deposit().Held; held != money.Rupees(4500)+returned {
			t.Errorf("after the credit note %v are held, want %v", held, money.Rupees(4500)+returned)
		}
		for n, want := range []money.Paise{money.Rupees(1500) + returned, money.Rupees(3000)} {
			got, err := d.service.Inspect(t.Context(), c, ids[n], nil)
			if err != nil || got.Refund != want {
				t.Errorf("settlement %d: a refund of %v, %v, want %v", n, got.Refund, err, want)
			}
		}
		if held := d.deposit().Held; held != 0 {
			t.Errorf("at the end %v are held, want 0", held)
		}
	})
}

// If nothing was paid for an offer, giving it up opens no settlement.
func TestAGivenUpOfferWithoutDeposit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.reserved()()
		if list, err := d.service.Statements(t.Context(), d.who.CustomerID, paging.Page{Number: 1, Size: 100}); err != nil || len(list.Statements) != 0 {
			t.Errorf("settlements %+v, %v; want none", list, err)
		}
	})
}

// For details that the bank refused, no day is promised. They cannot be saved again unchanged,
// and the customer can enter new ones.
func TestRefusedDetailsAreEnteredAgain(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.inspected()
		d.decide("validation", emulated.ValidationInvalid)
		d.toBank()
		d.pass(time.Hour)
		want := refundFacts{State: settlement.Ready, Refund: money.Rupees(3000), Held: true, Alerts: "payee_refused"}
		d.wantRefund("refused", want)
		if got := d.statement(); !got.PromisedBy.IsZero() || got.WorkingDays != 0 {
			t.Fatalf("refused: promised by %s, in %d days; want no promise", got.PromisedBy, got.WorkingDays)
		}
		wantFault(t, d.service.SaveBank(t.Context(), d.who, hers), 422, "payee.refused")
		other := hers
		other.AccountNumber = "99999999"
		if err := d.service.SaveBank(t.Context(), d.who, other); err != nil {
			t.Fatal(err)
		}
		d.pass(26 * time.Hour)
		want.State, want.Held, want.Payouts = settlement.Paid, false, 1
		d.wantRefund("entered again", want)
		if d.left() != want.Refund {
			t.Errorf("%v left us, want %v", d.left(), want.Refund)
		}
		if got, want := d.statement().PaidTo, hers.BankName+" XXXX9999"; got != want {
			t.Errorf("paid to %s, want %s", got, want)
		}
	})
}

// Wallet money on its way to the bank is not deposit: neither the deposit's balance nor its
// details show it (docs/rules.md R8).
func TestWalletMoneyIsNoDeposit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.inspected()
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		if _, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: true, To: settlement.ToBank}); err != nil {
			t.Fatal(err)
		}
		for stage := range 3 {
			got, err := settlement.DepositOf(t.Context(), s.Queries(), d.who.CustomerID, calendar.Today(d.Clock))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(billing.Deposit{Received: money.Rupees(3000)}, got); diff != "" {
				t.Fatalf("stage %d: the deposit (-want +got):\n%s", stage, diff)
			}
			if got.Balance() != 0 || got.Used() != money.Rupees(3000) {
				t.Fatalf("stage %d: balance %v, %v used; want 0 and 3,000", stage, got.Balance(), got.Used())
			}
			d.pass(13 * time.Hour)
		}
		if d.left() != money.Rupees(3000) {
			t.Errorf("%v left us, want %v", d.left(), money.Rupees(3000))
		}
	})
}
