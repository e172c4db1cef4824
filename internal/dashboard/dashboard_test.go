package dashboard_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// A new city appears on all home screens after a minute.
func TestCitiesAreAMinuteOldAtMost(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-20")
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		cities := func() int {
			t.Helper()
			common, err := home.Common(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(common.Cities)
		}
		before := cities()
		w.Write(w.Customer(), func(tx *store.Tx) error {
			return tx.AddressCityPut(t.Context(), db.AddressCityPutParams{
				ID: 99, Slug: "nagpur", Name: "Nagpur", StateCode: "27", StateName: "Maharashtra", Lat: 21.1, Lng: 79.1, RadiusKm: 20,
			})
		})
		w.Clock.Advance(time.Minute)
		if got := cities(); before == 0 || got != before+1 {
			t.Errorf("cities: got %d, want %d", got, before+1)
		}
		if got := cities(); got != before+1 {
			t.Errorf("cities, read again: got %d, want %d", got, before+1)
		}
	})
}

// PAY-19: a customer with an active mandate, or one that the bank is to confirm, is not asked for
// another one, whatever is due. A customer who has no way to set one up is not asked either. A
// customer who is asked sees only the ways open to them.
func TestAMandateEndsTheAskingForIt(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-20")
		customer := w.IDs.Next()
		offered := true
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{
			PaymentOptions: []dashboard.PaymentOption{{UniqueID: "upi"}, {UniqueID: "emandate"}},
			OptionsFor: func(context.Context, *db.Queries, int64) (options []dashboard.PaymentOption, err error) {
				if offered {
					options = append(options, dashboard.PaymentOption{UniqueID: "emandate", Max: money.Rupees(20_000)})
				}
				return options, nil
			},
		})
		w.Write(customer, func(tx *store.Tx) error {
			return tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{
				ID: customer, FullName: "Asha Rao", Email: "asha@example.in", Mobile: "9000011111", CreatedAt: calendar.Stamp(w.Clock.Now()),
				VerificationStatus: "verified", CitySlug: "bangalore", AutoDebitRequired: true,
			})
		})
		w.Rent(customer, company.Bengaluru, "2026-11-01", company.Sofa)
		want := func(required, active bool, options ...string) {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if err != nil || data.AutoDebitRequired != required || data.HasActiveMandate != active {
				t.Fatalf("required %v, active %v, %v, want %v and %v", data.AutoDebitRequired, data.HasActiveMandate, err, required, active)
			}
			var got []string
			for _, o := range data.PaymentOptions {
				got = append(got, fmt.Sprint(o.UniqueID, " ", o.Max))
			}
			if !slices.Equal(got, options) {
				t.Fatalf("required %v: options %q, want %q", required, got, options)
			}
			if slices.Contains(data.Banners, dashboard.AutoDebit) != required {
				t.Fatalf("required %v: banners %q", required, data.Banners)
			}
		}
		want(true, false, "emandate ₹20,000")
		offered = false
		want(false, false)
		offered = true
		w.Write(customer, func(tx *store.Tx) error {
			m, err := w.Mandates.Register(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "billdesk", Method: provider.MandateEMandate})
			if err != nil {
				return err
			}
			_, _, err = w.Mandates.Observed(t.Context(), tx, customer, m.ID, provider.Mandate{State: provider.MandateInitiated, Method: m.Method, Max: m.Max, AtBank: true})
			return err
		})
		want(false, false, "upi ₹0", "emandate ₹0")
		w.Write(customer, func(tx *store.Tx) error {
			_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: money.Rupees(5000), Gateway: "razorpay", Method: "upi", State: mandate.Confirmed, Active: true})
			return err
		})
		want(false, true, "upi ₹0", "emandate ₹0")
	})
}

// The month of the rent that is due is that of the oldest open invoice, however many came after it.
func TestTheMonthOfTheRentDueIsTheOldestOne(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-07-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-07-01", company.Sofa)
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		type months struct{ Oldest, Latest string }
		want := func(when string, want months) {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if diff := cmp.Diff(want, months{data.OldestOpenInvoice.String(), data.LatestInvoice.String()}); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", when, err, diff)
			}
		}
		want("before the first invoice", months{})
		for _, day := range []string{"2026-08-01", "2026-09-01", "2026-10-01"} {
			w.Go(day)
			w.Bill()
		}
		want("three invoices open", months{"2026-08-01", "2026-10-01"})
		pay := func(amount money.Paise, id string) {
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Billing.Allocate(t.Context(), tx, billing.Receipt{
					CustomerID: customer, SourceType: "test", SourceID: id, At: calendar.Stamp(w.Clock.Now()),
					From: []ledger.Leg{ledger.Debit(ledger.Bank, amount)},
				})
				return err
			})
		}
		pay(w.Invoices(customer)[0].Total, "first")
		want("the first paid", months{"2026-09-01", "2026-10-01"})
		pay(w.Balances(customer).InvoicesDue(), "rest")
		want("all paid", months{"", "2026-10-01"})
	})
}

// The split on the home screen matches what a payment takes: the wallet first, then a gateway for
// the rest.
func TestWhoWouldPayWhatNow(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-07-01")
		customer := w.Customer()
		w.Rent(customer, company.Bengaluru, "2026-07-01", company.Sofa)
		w.Go("2026-08-01")
		w.Bill()
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		want := func(when string, wallet money.Paise) {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if want := (dashboard.Split{Wallet: wallet, Gateway: data.TotalPayable - wallet}); err != nil || data.TotalPayable == 0 || data.PayNow != want {
				t.Errorf("%s: due %v, to pay now %+v, %v; want %+v", when, data.TotalPayable, data.PayNow, err, want)
			}
		}
		credit := func(amount money.Paise) {
			t.Helper()
			w.Write(customer, func(tx *store.Tx) error {
				_, _, err := w.Ledger.Post(t.Context(), tx, ledger.Entry{
					CustomerID: customer, SourceType: "test", SourceID: amount.Decimal(), At: calendar.Stamp(w.Clock.Now()),
					Legs: []ledger.Leg{ledger.Debit(ledger.Bank, amount), ledger.Credit(ledger.Wallet, amount)},
				})
				return err
			})
		}
		want("an empty wallet", 0)
		credit(10_050)
		want("a part in the wallet", 10_050)
		credit(10_000_000)
		want("all of it in the wallet", w.Balances(customer).Dues())
	})
}

// A payment that waits for the bank's confirmation is shown with its amount and its start, until it
// succeeds or fails.
func TestAPaymentThatIsBeingConfirmed(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-20")
		customer := w.Customer()
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		want := func(when string, want ...payment.PendingPayment) {
			t.Helper()
			data, err := home.For(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, data.PendingPayments, cmpopts.EquateEmpty(), cmpopts.EquateComparable(calendar.Date{})); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		id, begun := w.IDs.Next(), calendar.Stamp(w.Clock.Now())
		w.Write(customer, func(tx *store.Tx) error {
			if _, err := tx.PaymentTransactionAdd(t.Context(), db.PaymentTransactionAddParams{
				CustomerID: customer, ID: id, UniqueID: "ABCDEFGHJKMNPQRSTVWXYZ2345", Purpose: string(payment.Due), State: string(payment.Open),
				AmountPaise: 2_358_00, WalletPaise: 58_00, CreatedAt: begun, LinkUntil: begun,
			}); err != nil {
				return err
			}
			_, err := tx.PaymentAttemptAdd(t.Context(), db.PaymentAttemptAddParams{
				CustomerID: customer, ID: id, TransactionID: id, Gateway: "razorpay", Reference: "ABCDEFGHJKMNPQRSTVWX", AmountPaise: 2_300_00, CreatedAt: begun, CheckAt: begun,
			})
			return err
		})
		want("only begun")
		w.Clock.Advance(time.Minute)
		since := calendar.Stamp(w.Clock.Now())
		move := func(attempt, transaction, to string) {
			t.Helper()
			w.Write(customer, func(tx *store.Tx) error {
				if _, err := tx.PaymentAttemptState(t.Context(), db.PaymentAttemptStateParams{
					CustomerID: customer, ID: id, State: to, GatewayOrderID: "order_1", UpdatedAt: since, Was: attempt,
				}); err != nil {
					return err
				}
				_, err := tx.PaymentTransactionState(t.Context(), db.PaymentTransactionStateParams{
					CustomerID: customer, ID: id, State: to, UpdatedAt: since, Was: transaction,
				})
				return err
			})
		}
		move("created", "open", "pending")
		want("held by the gateway", payment.PendingPayment{Purpose: payment.Due, Amount: 2_300_00, Since: since})
		move("pending", "pending", "failed")
		want("failed")
	})
}

// If there are more requests than home shows, it shows those with the earliest next days, however
// old they are. Requests without a day come last.
func TestTheNextDaysAreUpcoming(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-16")
		customer := w.Customer()
		raise := func(number, preferred, visit string) {
			t.Helper()
			w.Clock.Advance(time.Minute)
			w.Write(customer, func(tx *store.Tx) error {
				id := w.IDs.Next()
				day, _ := calendar.Parse(preferred)
				err := tx.TicketAdd(t.Context(), db.TicketAddParams{
					CustomerID: customer, ID: id, Number: number, RequestType: int64(ticket.Repair), Status: string(ticket.Raised),
					PreferredDate: day, Revocable: true, CreatedAt: calendar.Stamp(w.Clock.Now()),
				})
				if err != nil || visit == "" {
					return err
				}
				_, err = tx.TicketMove(t.Context(), db.TicketMoveParams{
					Status: string(ticket.Scheduled), VisitDate: calendar.MustParse(visit), UpdatedAt: calendar.Stamp(w.Clock.Now()),
					CustomerID: customer, ID: id, Was: string(ticket.Raised),
				})
				return err
			})
		}
		raise("no day", "", "")
		raise("planned", "2026-12-20", "2026-11-18")
		raise("chosen", "2026-11-19", "")
		for day := range 12 {
			raise(fmt.Sprintf("later %02d", day), calendar.MustParse("2026-12-01").AddDays(day).String(), "")
		}
		up, err := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{}).Upcoming(t.Context(), customer)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, r := range up.Requests {
			got = append(got, r.Number)
		}
		want := []string{"planned", "chosen", "later 00", "later 01", "later 02", "later 03", "later 04", "later 05", "later 06", "later 07"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// The next day of a request is the planned day, or else the day that the customer chose. For a
// relocation that was picked up, it is the delivery day. An extension is upcoming until its rent
// holds.
func TestUpcoming(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-07-01")
		customer := w.Customer()
		items := w.Rent(customer, company.Bengaluru, "2026-07-01", company.Sofa, company.Fridge, company.TV).Items
		sofa, fridge, tv := items[0], items[1], items[2]
		w.Go("2026-11-16")
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		want := func(when string, want ...string) {
			t.Helper()
			up, err := home.Upcoming(t.Context(), customer)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range up.Requests {
				got = append(got, fmt.Sprintf("%s %s delivery %t", r.Type.Name(), r.Next, r.Delivery))
			}
			for _, e := range up.Extensions {
				got = append(got, fmt.Sprintf("%s %v from %s until %s", e.Name, e.Rent, e.From, e.Until))
			}
			if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		until := func(day string) {
			t.Helper()
			w.Clock.Set(calendar.MustParse(day).At(22, 0))
			if _, err := w.Queue.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want("nothing")
		ctx := audit.WithActor(t.Context(), audit.Customer())
		_, err := w.Tickets.Close(ctx, customer, ticket.CloseInput{ItemIDs: []int64{sofa.ID}, Pickup: calendar.MustParse("2026-11-24"), Reason: "Other"})
		if err != nil {
			t.Fatal(err)
		}
		_, err = w.Tickets.Relocate(ctx, customer, ticket.RelocateInput{
			ItemIDs: []int64{fridge.ID}, AddressID: w.Address(customer, company.Bengaluru), Pickup: calendar.MustParse("2026-11-20"), Drop: calendar.MustParse("2026-11-26"),
		})
		if err != nil {
			t.Fatal(err)
		}
		offers, err := w.Subscriptions.Extensions(ctx, s.Queries(), customer, []int64{tv.ID})
		if err != nil {
			t.Fatal(err)
		}
		six := offers[0].Offers[1]
		if err := w.Tickets.Extend(ctx, customer, []subscription.Extension{{ItemID: tv.ID, Months: six.Months, Rent: six.Rent}}); err != nil {
			t.Fatal(err)
		}
		extension := fmt.Sprintf("%s %v from 2027-01-01 until 2027-07-01", tv.Name, six.Rent)
		// An extension is not upcoming if the item leaves before it begins.
		leaving, err := w.Subscriptions.Extensions(ctx, s.Queries(), customer, []int64{sofa.ID})
		if err != nil {
			t.Fatal(err)
		}
		err = w.Subscriptions.Extend(ctx, customer, []subscription.Extension{{ItemID: sofa.ID, Months: 3, Rent: leaving[0].Offers[0].Rent}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want("wished", "Relocation 2026-11-20 delivery false", "Closure 2026-11-24 delivery false", extension)
		until("2026-11-16")
		want("planned", "Relocation 2026-11-20 delivery false", "Closure 2026-11-24 delivery false", extension)
		until("2026-11-21")
		want("picked up", "Closure 2026-11-24 delivery false", "Relocation 2026-11-26 delivery true", extension)
		w.Deposit(customer, "all", money.Rupees(6600))
		w.Bill()
		w.Pay(customer, "all", w.Balances(customer).Dues())
		receiver := w.Customer()
		row, err := s.Queries().AccountCustomer(t.Context(), receiver)
		if err != nil {
			t.Fatal(err)
		}
		made, err := w.Tickets.Transfer(ctx, customer, ticket.TransferInput{ItemIDs: []int64{tv.ID}, Mobile: row.Mobile})
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := home.Upcoming(t.Context(), receiver)
		if diff := cmp.Diff([]ticket.Offer{{Number: made.Number, Giver: "Customer 1", Changed: calendar.Stamp(w.Clock.Now())}}, theirs.Transfers); err != nil || diff != "" {
			t.Errorf("what the receiver sees, %v (-want +got):\n%s", err, diff)
		}
		if _, err := w.Tickets.Accept(ctx, receiver, made.Number, w.Address(receiver, company.Bengaluru)); err != nil {
			t.Fatal(err)
		}
		data, err := home.For(t.Context(), receiver)
		if diff := cmp.Diff([]dashboard.TransferDeposit{{Giver: "Customer 1", Amount: money.Rupees(1600)}}, data.TransferDeposits); err != nil || diff != "" {
			t.Errorf("what the deposit of the receiver is for, %v (-want +got):\n%s", err, diff)
		}
		if err := w.Tickets.Decline(ctx, receiver, made.Number); err != nil {
			t.Fatal(err)
		}
		if theirs, err = home.Upcoming(t.Context(), receiver); err != nil || len(theirs.Transfers) != 0 {
			t.Errorf("after it was declined: %+v, %v; want len(theirs.Transfers) = 0", theirs.Transfers, err)
		}
		w.Go("2027-01-01")
		up, err := home.Upcoming(t.Context(), customer)
		if err != nil || len(up.Extensions) != 0 {
			t.Errorf("when the rent holds: %+v, %v; want len(up.Extensions) = 0", up.Extensions, err)
		}
	})
}

// Home says by when a missing deposit is to be paid and for which items, as the message does.
func TestHomeSaysByWhenADepositIsDue(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-02")
		id := w.Customer()
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		want := func(when string, want dashboard.DepositDue) {
			t.Helper()
			data, err := home.For(t.Context(), id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, data.DepositDue, cmp.Comparer(func(a, b calendar.Date) bool { return a == b })); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		want("before an order", dashboard.DepositDue{})
		order := func(delivery string, product int64) {
			t.Helper()
			_, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
				CustomerID: id, AddressID: w.Address(id, company.Bengaluru), PromisedOn: calendar.MustParse(delivery),
				Items: []subscription.NewItem{{ProductID: product, TenureMonths: 6}},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		order("2026-11-10", company.Sofa)
		want("until the delivery", dashboard.DepositDue{By: calendar.MustParse("2026-11-10"), Items: []string{"Sofa"}})
		order("2026-11-03", company.Fridge)
		want("two days after an order at least", dashboard.DepositDue{By: calendar.MustParse("2026-11-04"), Items: []string{"Sofa", "Fridge"}})
		w.Deposit(id, "the sofa's", money.Rupees(3000))
		want("after a part is paid", dashboard.DepositDue{By: calendar.MustParse("2026-11-04"), Items: []string{"Fridge"}})
		w.Deposit(id, "the fridge's", money.Rupees(2000))
		want("after all is paid", dashboard.DepositDue{})
	})
}

// A missing deposit covers all items that the customer is taking over. The items of one request are
// added up and each request has its own entry. The entries add up to the missing deposit, however
// many items are unpaid.
func TestTheDepositOfItemsThatAreTakenOver(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		giver := w.Customer()
		items := w.Rent(giver, company.Bengaluru, "2026-11-01", company.Sofa, company.Fridge, company.TV).Items
		w.Deposit(giver, "all", money.Rupees(6600))
		receiver := w.Customer()
		row, err := s.Queries().AccountCustomer(t.Context(), receiver)
		if err != nil {
			t.Fatal(err)
		}
		ctx := audit.WithActor(t.Context(), audit.Customer())
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{TransferDays: 14})
		at := w.Address(receiver, company.Bengaluru)
		w.Go("2026-11-05")
		for _, ids := range [][]int64{{items[0].ID, items[1].ID}, {items[2].ID}} {
			made, err := w.Tickets.Transfer(ctx, giver, ticket.TransferInput{ItemIDs: ids, Mobile: row.Mobile})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.Tickets.Accept(ctx, receiver, made.Number, at); err != nil {
				t.Fatal(err)
			}
		}
		data, err := home.For(t.Context(), receiver)
		want := []dashboard.TransferDeposit{{Giver: "Customer 1", Amount: money.Rupees(1600)}, {Giver: "Customer 1", Amount: money.Rupees(5000)}}
		if diff := cmp.Diff(want, data.TransferDeposits); err != nil || diff != "" {
			t.Errorf("what the deposit is for, %v (-want +got):\n%s", err, diff)
		}
		due := dashboard.DepositDue{By: calendar.MustParse("2026-11-19"), Items: []string{"Sofa", "Fridge", "Smart TV"}}
		if diff := cmp.Diff(due, data.DepositDue, cmp.Comparer(func(a, b calendar.Date) bool { return a == b })); diff != "" {
			t.Errorf("by when it is to be paid (-want +got):\n%s", diff)
		}
		if missing := data.Deposit.Missing(); missing != money.Rupees(6600) {
			t.Errorf("%v are missing, want 6,600", missing)
		}
	})
}
