package demo

import (
	"context"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
)

// resident is a person whose plan has begun.
type resident struct {
	plan
	id      int64
	address int64
	items   []subscription.Item
	mandate string // our reference of the newest mandate
}

// schedule schedules every act of a plan on its day.
func (m *maker) schedule(l plan) {
	r := &resident{plan: l}
	m.on(l.joined, func(ctx context.Context) error { return m.signUp(ctx, r) })
	for _, o := range l.orders {
		m.planOrder(r, o)
	}
	if !l.closure.IsZero() {
		m.planClosure(r)
	}
	m.planBills(r)
	m.planPersona(r)
	m.planKYC(r)
}

func (m *maker) planOrder(r *resident, o plannedOrder) {
	var order subscription.Order
	m.on(o.on, func(ctx context.Context) (err error) {
		if order, err = m.placeOrder(ctx, r, o); err != nil || o.owing {
			return err
		}
		return m.pay(ctx, r, m.Payments.StartDeposit)
	})
	arrival := o.on.AddDays(deliveryDays)
	m.on(arrival, func(ctx context.Context) error {
		r.items = append(r.items, order.Items...)
		return m.Subscriptions.Deliver(ctx, r.id, order.ID, arrival)
	})
}

// planBills schedules the payment of the monthly bills, except the newest ones that stay unpaid.
func (m *maker) planBills(r *resident) {
	if r.payDay == 0 {
		return
	}
	last := m.newestBill().AddMonths(-r.unpaid)
	switch {
	case r.byDeposit:
		last = r.closure.MonthStart().AddMonths(-2)
	case !r.closure.IsZero():
		last = calendar.Earlier(last, r.closure.MonthStart())
	}
	for month := r.joined.NextMonth(); !month.After(last); month = month.NextMonth() {
		m.on(month.AddDays(r.payDay-1), func(ctx context.Context) error { return m.pay(ctx, r, m.rent) })
	}
}

// The days from the pickup to the last payment, and to the end of the inspection.
const (
	lastPaymentDays = 1
	inspectionDays  = 2
)

// planClosure schedules the pickup of everything, the payment for the last days, and the inspection
// of the settlement.
func (m *maker) planClosure(r *resident) {
	m.on(r.closure, func(ctx context.Context) error {
		return m.Subscriptions.Close(ctx, r.id, r.itemIDs(), r.closure)
	})
	if !r.byDeposit {
		m.on(r.closure.AddDays(lastPaymentDays), func(ctx context.Context) error { return m.pay(ctx, r, m.rent) })
	}
	m.on(r.closure.AddDays(inspectionDays), func(ctx context.Context) error {
		if err := m.inspect(ctx, r); err != nil {
			return err
		}
		return m.pay(ctx, r, m.rent)
	})
}

func (r *resident) itemIDs() []int64 {
	ids := make([]int64, 0, len(r.items))
	for _, item := range r.items {
		ids = append(ids, item.ID)
	}
	return ids
}

// scratch is the price of damage without GST, for people who cause some.
const scratch = 250 * money.Rupee

func (m *maker) inspect(ctx context.Context, r *resident) error {
	settlements, err := settlement.List(ctx, m.Store.Queries(), r.id)
	if err != nil {
		return err
	}
	var damage []settlement.Deduction
	if r.clumsy {
		damage = []settlement.Deduction{{ItemID: r.items[0].ID, Description: "Scratch on the side", Amount: scratch}}
	}
	for _, s := range settlements {
		if s.State != settlement.Inspecting {
			continue
		}
		if _, err := m.Settlements.Inspect(ctx, r.id, s.ID, damage); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) signUp(ctx context.Context, r *resident) error {
	city, _ := cityNamed(r.city)
	return m.Store.WriteCompany(ctx, func(tx *store.Tx) (err error) {
		r.id, err = m.Accounts.Add(ctx, tx, account.Customer{
			FullName: r.person.Name, Email: r.person.Email, Mobile: r.person.Mobile, CitySlug: city.Slug,
			VerificationStatus: r.verification(), KYCPending: r.traits.kycPending, CreditHistory: r.traits.creditHistory,
			AutoDebitRequired: r.traits.autoDebitRequired,
			IsB2B:             r.traits.business, GSTIN: r.gstin(city), GSTINState: r.gstinState(city),
		})
		if err != nil {
			return err
		}
		home, err := m.Addresses.Add(ctx, tx, r.id, m.home(r, city))
		r.address = home.ID
		return err
	})
}

func (m *maker) home(r *resident, city address.City) address.Address {
	place := m.places[city.Slug][r.place]
	return address.Address{
		FlatNo: flat(m.random), SocietyName: societies[m.random.IntN(len(societies))],
		AddressLine1: streets[m.random.IntN(len(streets))], Area: place.Locality, CityID: city.ID, Pincode: place.Pincode,
		Lat: place.Point.Lat, Lng: place.Point.Lng,
	}
}

func (r *resident) verification() string {
	if r.traits.kycPending {
		return "pending"
	}
	return "verified"
}

// businessPAN does not exist, like the company's own.
const businessPAN = "AABCF0000M"

func (r *resident) gstin(city address.City) string {
	if !r.traits.business {
		return ""
	}
	return GSTIN(city.StateCode, businessPAN)
}

func (r *resident) gstinState(city address.City) string {
	if !r.traits.business {
		return ""
	}
	return city.StateCode
}

// catalogued makes an order line use the rent and deposit of the catalogue.
const catalogued = -1

func (m *maker) placeOrder(ctx context.Context, r *resident, o plannedOrder) (subscription.Order, error) {
	order := subscription.NewOrder{CustomerID: r.id, AddressID: r.address, PromisedOn: o.on.AddDays(deliveryDays)}
	for i, slug := range o.slugs {
		order.Items = append(order.Items, subscription.NewItem{
			ProductID: productID(slug), TenureMonths: o.tenure, CILAllowed: i < o.transferable, Rent: catalogued, Deposit: catalogued,
		})
	}
	return m.Subscriptions.PlaceOrder(ctx, order)
}

func productID(slug string) int64 {
	for i, p := range catalogue {
		if p.Slug == slug {
			return int64(i + 1)
		}
	}
	return 0 // no such product, so the order is refused
}
