// Package company is a small rental company for tests: registrations in two
// states, three cities, a few products, and the services that bill.
package company

import (
	"fmt"
	"log/slog"
	"slices"
	"testing"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/feedback"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/ticket"
)

// The cities. Kolkata lies in a state without a registration.
const (
	Bengaluru int64 = 1
	Pune      int64 = 2
	Kolkata   int64 = 3
)

// The products: two of furniture, one air conditioner, one of audio.
const (
	Sofa   int64 = 1
	Fridge int64 = 2
	AC     int64 = 3
	TV     int64 = 4
)

// Company is the company with its services, on a clock that stands still.
type Company struct {
	T             testing.TB
	Store         *store.Store
	Clock         *calendar.Frozen
	IDs           *ident.Source
	Ledger        *ledger.Ledger
	Queue         *jobs.Queue
	Addresses     *address.Service
	Subscriptions *subscription.Service
	Notices       *notify.Service
	Feedback      *feedback.Service
	Tickets       *ticket.Service
	Mandates      *mandate.Service
	Billing       *billing.Service
	customers     int
}

// New opens the company on a day (YYYY-MM-DD), at ten in the morning.
func New(t testing.TB, s *store.Store, day string) *Company {
	t.Helper()
	w := &Company{T: t, Store: s, Clock: calendar.NewFrozen(calendar.MustParse(day).At(10, 0))}
	w.Wire(billing.DefaultSettings())
	w.write(func(tx *store.Tx) error { return w.deliver(tx) })
	return w
}

// Wire makes the services anew, as a node that starts does. What is changed of the
// settings of requests is in effect then.
func (w *Company) Wire(settings billing.Settings, changes ...func(*ticket.Settings)) {
	requests := ticket.DefaultSettings()
	for _, change := range changes {
		change(&requests)
	}
	w.IDs = ident.NewSource(w.Clock, 1)
	w.Ledger = ledger.New(w.IDs)
	w.Queue = jobs.New(w.Store, w.IDs, w.Clock, slog.New(slog.DiscardHandler))
	w.Addresses = address.New(w.Store, w.IDs, w.Clock)
	w.Notices = notify.New(notify.Deps{Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Logger: slog.New(slog.DiscardHandler), WalletName: "Rentomoney"})
	w.Subscriptions = subscription.New(w.Store, w.IDs, w.Clock, w.Queue, w.Notices)
	if settings.Timing == billing.Advance {
		w.Subscriptions.BillAhead()
	}
	w.Mandates = mandate.New(w.IDs, w.Clock, calendar.BankDays{})
	w.Billing = billing.New(w.Store, w.IDs, w.Clock, w.Ledger, w.Mandates, w.Notices, settings)
	w.Billing.PlannedBy(ticket.PlannedFor)
	w.Feedback = feedback.New(w.Store, w.IDs, w.Clock)
	w.Tickets = ticket.New(ticket.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Subscriptions: w.Subscriptions, Billing: w.Billing,
		Notify: w.Notices, Feedback: w.Feedback, Settings: requests,
	})
}

func (w *Company) deliver(tx *store.Tx) error {
	t := w.T
	for _, c := range []address.City{
		{ID: Bengaluru, Slug: "bangalore", Name: "Bengaluru", StateCode: "29", StateName: "Karnataka", Lat: 12.9716, Lng: 77.5946, RadiusKM: 30},
		{ID: Pune, Slug: "pune", Name: "Pune", StateCode: "27", StateName: "Maharashtra", Lat: 18.5204, Lng: 73.8567, RadiusKM: 25},
		{ID: Kolkata, Slug: "kolkata", Name: "Kolkata", StateCode: "19", StateName: "West Bengal", Lat: 22.5726, Lng: 88.3639, RadiusKM: 22},
	} {
		if err := address.SaveCity(t.Context(), tx, c); err != nil {
			return err
		}
	}
	for _, r := range []billing.Registration{
		{StateCode: "29", GSTIN: "29AAACR0000R1ZE", Series: "KA", LegalName: "Town Rentals", Address: "Bengaluru 560001"},
		{StateCode: "27", GSTIN: "27AAACR0000R1ZI", Series: "MH", LegalName: "Town Rentals", Address: "Pune 411001"},
	} {
		if err := billing.SaveRegistration(t.Context(), tx, r); err != nil {
			return err
		}
	}
	for _, p := range []subscription.Product{
		{ID: Sofa, Slug: "sofa", Name: "Sofa", Category: "furniture", SAC: "997323", HSN: "9401", UnitValue: money.Rupees(24000), Rent: money.Rupees(1499), Deposit: money.Rupees(3000)},
		{ID: Fridge, Slug: "fridge", Name: "Fridge", Category: "appliances", SAC: "997323", HSN: "8418", UnitValue: money.Rupees(16000), Rent: money.Rupees(899), Deposit: money.Rupees(2000)},
		{ID: AC, Slug: "ac", Name: "Split AC", Category: "appliances", SAC: "997323", HSN: "8415", UnitValue: money.Rupees(33000), AC: true, Rent: money.Rupees(1800), Deposit: money.Rupees(3600)},
		{ID: TV, Slug: "tv", Name: "Smart TV", Category: "electronics", SAC: "997321", HSN: "8528", UnitValue: money.Rupees(15000), Rent: money.Rupees(699), Deposit: money.Rupees(1600)},
	} {
		p.ClosureMultiplierBP = 15_000
		if err := subscription.SaveProduct(t.Context(), tx, p, calendar.Today(w.Clock)); err != nil {
			return err
		}
	}
	return nil
}

func (w *Company) write(fn func(tx *store.Tx) error) {
	w.T.Helper()
	if err := w.Store.WriteCompany(w.T.Context(), fn); err != nil {
		w.T.Fatal(err)
	}
}

// Write runs fn in a transaction of a customer's data.
func (w *Company) Write(customerID int64, fn func(tx *store.Tx) error) {
	w.T.Helper()
	if err := w.Store.Write(w.T.Context(), customerID, fn); err != nil {
		w.T.Fatal(err)
	}
}

// Go moves the clock to ten in the morning of a day.
func (w *Company) Go(day string) { w.Clock.Set(calendar.MustParse(day).At(10, 0)) }

// Customer adds a customer who is not registered for GST.
func (w *Company) Customer() int64 { return w.Registered("", "") }

// Registered adds a customer with a GSTIN and its state.
func (w *Company) Registered(gstin, state string) int64 { return w.add(gstin, state, false) }

// Business adds a business customer: with a GSTIN, and without a dashboard.
func (w *Company) Business() int64 { return w.add("29AAAPZ1234C1ZW", "29", true) }

func (w *Company) add(gstin, state string, isBusiness bool) int64 {
	w.T.Helper()
	w.customers++
	id := w.IDs.Next()
	w.write(func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(w.T.Context(), db.AccountCustomerAddParams{
			ID: id, FullName: fmt.Sprintf("Customer %d", w.customers), Email: "someone@example.in",
			Mobile: fmt.Sprintf("90000%05d", w.customers), CreatedAt: calendar.Stamp(w.Clock.Now()),
			VerificationStatus: "verified", Gstin: gstin, GstinState: state, CitySlug: "bangalore", IsB2b: isBusiness,
		})
	})
	return id
}

// Address adds an address of the customer in a city.
func (w *Company) Address(customerID, cityID int64) int64 {
	w.T.Helper()
	var id int64
	w.Write(customerID, func(tx *store.Tx) error {
		a, err := w.Addresses.Add(w.T.Context(), tx, customerID, address.Address{
			FlatNo: "12", SocietyName: "Palm Court", AddressLine1: "3rd Cross", CityID: cityID, Pincode: "560001",
		})
		id = a.ID
		return err
	})
	return id
}

// Rent orders products for a customer in a city, for six months each, and has
// them delivered on a day, which must not be in the future.
func (w *Company) Rent(customerID, cityID int64, day string, products ...int64) subscription.Order {
	w.T.Helper()
	items := make([]subscription.NewItem, len(products))
	for i, p := range products {
		items[i] = subscription.NewItem{ProductID: p, TenureMonths: 6, CILAllowed: p != AC}
	}
	order, err := w.Subscriptions.PlaceOrder(w.T.Context(), subscription.NewOrder{
		CustomerID: customerID, AddressID: w.Address(customerID, cityID), PromisedOn: calendar.MustParse(day), Items: items,
	})
	if err != nil {
		w.T.Fatal(err)
	}
	if err := w.Subscriptions.Deliver(w.T.Context(), customerID, order.ID, calendar.MustParse(day)); err != nil {
		w.T.Fatal(err)
	}
	return order
}

// Import takes over an item that a customer has rented elsewhere since a day,
// for six months, and that we bill from another day on.
func (w *Company) Import(customerID, cityID int64, delivered, from string, product int64) subscription.Item {
	w.T.Helper()
	order, err := w.Subscriptions.PlaceOrder(w.T.Context(), subscription.NewOrder{
		CustomerID: customerID, AddressID: w.Address(customerID, cityID), PromisedOn: calendar.MustParse(delivered),
		Items: []subscription.NewItem{{ProductID: product, TenureMonths: 6, BillingFrom: calendar.MustParse(from)}},
	})
	if err != nil {
		w.T.Fatal(err)
	}
	if err := w.Subscriptions.Deliver(w.T.Context(), customerID, order.ID, calendar.MustParse(delivered)); err != nil {
		w.T.Fatal(err)
	}
	return order.Items[0]
}

// Bill catches the billing up to today.
func (w *Company) Bill() []billing.Run {
	w.T.Helper()
	runs, err := w.Billing.CatchUp(w.T.Context(), nil)
	if err != nil {
		w.T.Fatal(err)
	}
	return runs
}

// Invoices returns a customer's documents, newest first.
func (w *Company) Invoices(customerID int64) []billing.Invoice {
	w.T.Helper()
	list, err := billing.Documents(w.T.Context(), w.Store.Queries(), customerID)
	if err != nil {
		w.T.Fatal(err)
	}
	return list
}

// Balances returns a customer's balances.
func (w *Company) Balances(customerID int64) ledger.Balances {
	w.T.Helper()
	b, err := ledger.BalancesOf(w.T.Context(), w.Store.Queries(), customerID)
	if err != nil {
		w.T.Fatal(err)
	}
	return b
}

// Pay enters money of a customer that came by the bank at the clock's time.
func (w *Company) Pay(customerID int64, source string, amount money.Paise) billing.Allocation {
	w.T.Helper()
	var a billing.Allocation
	w.Write(customerID, func(tx *store.Tx) error {
		var err error
		a, err = w.Billing.Allocate(w.T.Context(), tx, billing.Receipt{
			CustomerID: customerID, SourceType: "test", SourceID: source, Description: "Paid", At: calendar.Stamp(w.Clock.Now()),
			From: []ledger.Leg{ledger.Debit(ledger.Bank, amount)},
		})
		return err
	})
	return a
}

// Deposit enters a deposit of a customer.
func (w *Company) Deposit(customerID int64, source string, amount money.Paise) {
	w.T.Helper()
	w.Write(customerID, func(tx *store.Tx) error {
		_, _, err := w.Ledger.Post(w.T.Context(), tx, ledger.Entry{
			CustomerID: customerID, SourceType: "deposit", SourceID: source, At: calendar.Stamp(w.Clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, amount), ledger.Credit(ledger.Deposit, amount)},
		})
		return err
	})
}

// AccountTotal is the sum of an account over all customers, in paise, with debits positive.
func AccountTotal(t testing.TB, q *db.Queries, account ledger.Account) money.Paise {
	t.Helper()
	totals, err := ledger.Totals(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	for _, total := range totals {
		if total.Account == account {
			return total.Sum
		}
	}
	return 0
}

// Debits are a customer's debits, the newest first.
func (w *Company) Debits(customerID int64) ([]db.MandateDebit, error) {
	w.T.Helper()
	raw := testkit.Raw(w.T, w.Store)
	defer func() { _ = raw.Close() }()
	rows, err := raw.QueryContext(w.T.Context(), "SELECT id FROM mandate_debits WHERE customer_id = $1 ORDER BY id DESC", customerID)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var debits []db.MandateDebit
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		debit, err := w.Store.Queries().MandateDebit(w.T.Context(), customerID, id)
		if err != nil {
			return nil, err
		}
		debits = append(debits, debit)
	}
	return debits, rows.Err()
}

// Mails are the mails to a customer, oldest first.
func (w *Company) Mails(customerID int64) []db.NotifyOutboxRow {
	w.T.Helper()
	row, err := w.Store.Queries().AccountCustomer(w.T.Context(), customerID)
	if err != nil {
		w.T.Fatal(err)
	}
	mails, err := w.Store.Queries().NotifyOutbox(w.T.Context(), row.Mobile, 10_000)
	if err != nil {
		w.T.Fatal(err)
	}
	slices.Reverse(mails)
	return slices.DeleteFunc(mails, func(m db.NotifyOutboxRow) bool { return m.Channel != string(notify.Email) })
}
