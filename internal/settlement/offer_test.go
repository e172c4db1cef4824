package settlement_test

import (
	"testing"
	"time"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
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
		got := d.statement()
		if got.Origin != settlement.OfOffer || got.State != settlement.Ready || got.Refund != required || required == 0 {
			t.Fatalf("paid %v, settled %+v; want got.Origin = %v, got.State = %v, got.Refund = %v, required other than 0", required, got, settlement.OfOffer, settlement.Ready, required)
		}
		if len(got.Lines) != 1 || got.Lines[0] != (settlement.Line{Kind: settlement.LineOffer, Amount: required}) {
			t.Errorf("lines %+v; want len(got.Lines) = 1, got.Lines[0] = %v", got.Lines, (settlement.Line{Kind: settlement.LineOffer, Amount: required}))
		}
		d.toBank()
		d.pass(26 * time.Hour)
		if got := d.statement(); got.State != settlement.Paid || d.left() != required || d.deposit() != (billing.Deposit{Received: required}) {
			t.Errorf("got %+v, %v left us, deposit %+v; want got.State = %v, d.left() = %v, d.deposit() = %v", got, d.left(), d.deposit(), settlement.Paid, required, (billing.Deposit{Received: required}))
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
				offers := 0
				if c.paid {
					d.Deposit(d.who.CustomerID, "2", money.Rupees(3000))
					offers = 1
				}
				giveUp()
				list, _, err := d.service.Statements(t.Context(), d.who.CustomerID, subscription.Page{Number: 1, Size: 100})
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range list {
					if one.Origin == settlement.OfOffer {
						offers--
					}
				}
				if held := d.deposit().Held; offers != 0 || held != money.Rupees(3000) {
					t.Errorf("got %v held, settlements %+v; want offers = 0, held = %v", held, list, money.Rupees(3000))
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
		if list, _, err := d.service.Statements(t.Context(), d.who.CustomerID, subscription.Page{Number: 1, Size: 100}); err != nil || len(list) != 0 {
			t.Errorf("got %+v, %v; want len(list) = 0", list, err)
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
		if got := d.statement(); !got.Held || !got.PromisedBy.IsZero() || got.WorkingDays != 0 {
			t.Fatalf("refused: %+v; want got.Held, got.PromisedBy.IsZero(), got.WorkingDays = 0", got)
		}
		wantFault(t, d.service.SaveBank(t.Context(), d.who, hers), 422, "payee.refused")
		other := hers
		other.AccountNumber = "99999999"
		if err := d.service.SaveBank(t.Context(), d.who, other); err != nil {
			t.Fatal(err)
		}
		d.pass(26 * time.Hour)
		if got := d.statement(); got.Held || got.State != settlement.Paid || d.left() != money.Rupees(3000) || got.PaidTo != hers.BankName+" XXXX9999" {
			t.Errorf("entered again: %+v, %v left us; want not got.Held, got.State = %v, d.left() = %v, got.PaidTo = %v", got, d.left(), settlement.Paid, money.Rupees(3000), hers.BankName+" XXXX9999")
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
		if _, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{To: settlement.ToBank}); err != nil {
			t.Fatal(err)
		}
		for stage := range 3 {
			got, err := settlement.DepositOf(t.Context(), s.Queries(), d.who.CustomerID, calendar.Today(d.Clock))
			if err != nil || got.Balance() != 0 || got.RefundOwed != 0 || got.Used() != got.Received {
				t.Fatalf("stage %d: %+v, balance %v, %v; want got.Balance() = 0, got.RefundOwed = 0, got.Used() = %v", stage, got, got.Balance(), err, got.Received)
			}
			d.pass(13 * time.Hour)
		}
		if d.left() != money.Rupees(3000) {
			t.Errorf("%v left us, want %v", d.left(), money.Rupees(3000))
		}
	})
}
