package subscription_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// lease is a customer who rents a sofa and a fridge in Bengaluru from 16 July 2026 to 16 January
// 2027.
type lease struct {
	*company.Company
	customer, sofa, fridge int64
}

func newLease(t *testing.T, s *store.Store) *lease {
	t.Helper()
	l := &lease{Company: company.New(t, s, "2026-07-16")}
	l.customer = l.Customer()
	items := l.Rent(l.customer, company.Bengaluru, "2026-07-16", company.Sofa, company.Fridge).Items
	l.sofa, l.fridge = items[0].ID, items[1].ID
	l.Go("2026-12-20")
	l.Bill()
	return l
}

func onEachLease(t *testing.T, test func(t *testing.T, l *lease)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { test(t, newLease(t, s)) })
}

func (l *lease) offers(items ...int64) []subscription.Extendable {
	l.T.Helper()
	list, err := l.Subscriptions.Extensions(l.T.Context(), l.Store.Queries(), l.customer, items)
	if err != nil {
		l.T.Fatal(err)
	}
	return list
}

// offer is the extension offer for the sofa.
func (l *lease) offer(months int) subscription.ExtensionOffer {
	l.T.Helper()
	for _, o := range l.offers(l.sofa)[0].Offers {
		if o.Months == months {
			return o
		}
	}
	l.T.Fatalf("no offer for %d months", months)
	return subscription.ExtensionOffer{}
}

func (l *lease) extend(ctx context.Context, wanted ...subscription.Extension) error {
	return l.Subscriptions.Extend(ctx, l.customer, wanted, nil)
}

func (l *lease) item(id int64) subscription.Item {
	l.T.Helper()
	items, err := l.Subscriptions.Own(l.T.Context(), l.Store.Queries(), l.customer, []int64{id})
	if err != nil {
		l.T.Fatal(err)
	}
	return items[0]
}

func (l *lease) terms(id int64) []subscription.Term {
	l.T.Helper()
	terms, err := subscription.TermsOf(l.T.Context(), l.Store.Queries(), l.customer, []int64{id})
	if err != nil {
		l.T.Fatal(err)
	}
	return terms[id]
}

// EXTEND-07, EXTEND-08, ENTITY-34: three months at the same rent, or six months at a rent that is 5
// % lower, in whole rupees. R14: the extension starts on the day on which the tenure has ended, and
// tomorrow at the earliest.
func TestOffers(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		for name, c := range map[string]struct {
			today, from, three, six, lastDay string
		}{
			"before the end":            {"2026-12-20", "2027-01-16", "2027-04-16", "2027-07-16", "2027-01-15"},
			"on the last day":           {"2027-01-15", "2027-01-16", "2027-04-16", "2027-07-16", "2027-01-15"},
			"on the day after":          {"2027-01-16", "2027-01-17", "2027-04-17", "2027-07-17", "2027-01-16"},
			"long after":                {"2027-02-20", "2027-02-21", "2027-05-21", "2027-08-21", "2027-02-20"},
			"into a month without a 31": {"2027-08-30", "2027-08-31", "2027-11-30", "2028-02-29", "2027-08-30"},
		} {
			l.Go(c.today)
			item := l.offers(l.sofa)[0]
			want := []subscription.ExtensionOffer{
				{Months: 3, From: day(c.from), Until: day(c.three), Rent: money.Rupees(1499), RentBefore: money.Rupees(1499), Leaving: 224850, LastDay: day(c.lastDay)},
				{Months: 6, From: day(c.from), Until: day(c.six), Rent: money.Rupees(1424), RentBefore: money.Rupees(1499), Leaving: 224850, LastDay: day(c.lastDay)},
			}
			if item.TenureMonths != 6 || item.Rent != money.Rupees(1499) || len(item.Offers) != 2 || item.Offers[0] != want[0] || item.Offers[1] != want[1] {
				t.Errorf("%s: %+v; want item.TenureMonths = 6, item.Rent = %v, len(item.Offers) = 2, item.Offers[0] = %v, item.Offers[1] = %v", name, item, money.Rupees(1499), want[0], want[1])
			}
		}
		if rents := l.offers(l.sofa, l.fridge); len(rents) != 2 || rents[1].Offers[1].Rent != money.Rupees(854) {
			t.Errorf("the fridge: %+v; want len(rents) = 2, rents[1].Offers[1].Rent = %v", rents, money.Rupees(854))
		}
	})
}

// R14: no tenure ends more than 24 months ahead. Such an extension is not offered, and asking for
// it is refused.
func TestNobodyExtendsBeyondTwoYears(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		extend := func(months int) error {
			sofa := l.item(l.sofa)
			rent := sofa.Rent
			for _, o := range l.offers(l.sofa)[0].Offers {
				if o.Months == months {
					rent = o.Rent
				}
			}
			return l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: months, Rent: rent, TenureEnd: sofa.TenureEnd})
		}
		for range 3 { // to 16 July 2028, on 20 December 2026
			if err := extend(6); err != nil {
				t.Fatal(err)
			}
		}
		shown := func() (months []int) {
			for _, o := range l.offers(l.sofa)[0].Offers {
				months = append(months, o.Months)
			}
			return months
		}
		for _, step := range []struct {
			today string
			want  []int
		}{{"2026-12-20", []int{3}}, {"2027-01-15", []int{3}}, {"2027-01-16", []int{3, 6}}} {
			l.Go(step.today)
			if diff := cmp.Diff(step.want, shown()); diff != "" {
				t.Errorf("offers on %s (-want +got):\n%s", step.today, diff)
			}
		}
		l.Go("2027-01-15")
		if err := extend(6); !fault.Is(err, 409) {
			t.Errorf("to 16 January 2029 on the day before: got %v, want a fault with 409", err)
		}
		if err := extend(3); err != nil {
			t.Errorf("three months: %v", err)
		}
		if len(shown()) != 0 || !fault.Is(extend(3), 409) {
			t.Errorf("offers at the end: %v, want 409", shown())
		}
		if end := l.item(l.sofa).TenureEnd; end != day("2028-10-16") {
			t.Errorf("the tenure ends on %s, want 2028-10-16", end)
		}
	})
}

// ENTITY-35: the tenure is longer. The new rent holds from its end on, the old rent until then.
func TestExtend(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		o := l.offer(6)
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 6, Rent: o.Rent}); err != nil {
			t.Fatal(err)
		}
		item, terms := l.item(l.sofa), l.terms(l.sofa)
		if item.TenureMonths != 12 || item.TenureEnd != day("2027-07-16") || item.Rent != money.Rupees(1499) {
			t.Fatalf("got %+v; want item.TenureMonths = 12, item.TenureEnd = %v, item.Rent = %v", item, day("2027-07-16"), money.Rupees(1499))
		}
		if len(terms) != 2 || terms[1].From != day("2027-01-16") || terms[1].Rent != money.Rupees(1424) ||
			terms[1].AddressID != terms[0].AddressID || terms[1].StateCode != "29" {
			t.Fatalf(`got %+v; want len(terms) = 2, terms[1].From = %v, terms[1].Rent = %v, terms[1].AddressID = %v, terms[1].StateCode = "29"`, terms, day("2027-01-16"), money.Rupees(1424), terms[0].AddressID)
		}
		mails := l.Mails(l.customer)
		last := mails[len(mails)-1]
		if last.Subject != item.Name+" stays with you until 16 July 2027" || !strings.Contains(last.Body, "₹1,424 a month plus GST from 16 January 2027") || !strings.Contains(last.Body, "take the extension back on your home screen until 15 January 2027") {
			t.Errorf("told %q: %q, want %v, %q in it and %q in it", last.Subject, last.Body, item.Name+" stays with you until 16 July 2027", "₹1,424 a month plus GST from 16 January 2027", "take the extension back on your home screen until 15 January 2027")
		}
		if fridge := l.item(l.fridge); fridge.TenureEnd != day("2027-01-16") {
			t.Fatalf("the fridge too: %+v; want fridge.TenureEnd = %v", fridge, day("2027-01-16"))
		}
		l.Go("2027-01-16")
		if item := l.item(l.sofa); item.Rent != money.Rupees(1424) {
			t.Fatalf("got %+v; want item.Rent = %v", item, money.Rupees(1424))
		}
	})
}

// After an agreed extension, the next offer is the same before and after the extension begins: it
// is lower than the agreed rent.
func TestOffersAfterAnAgreedExtension(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		first := l.offer(6)
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 6, Rent: first.Rent}); err != nil {
			t.Fatal(err)
		}
		for _, day := range []string{"2026-12-21", first.From.String(), first.From.AddMonths(1).String()} {
			l.Go(day)
			for months, rent := range map[int]money.Paise{3: money.Rupees(1424), 6: money.Rupees(1353)} {
				if o := l.offer(months); o.Rent != rent || o.RentBefore != money.Rupees(1424) {
					t.Errorf("on %s for %d months: %v after %v, want %v after 1,424", day, months, o.Rent, o.RentBefore, rent)
				}
			}
		}
	})
}

// A message names the product in the customer's language, as the catalogue does.
func TestExtendIsToldInTheCustomersLanguage(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		products, err := subscription.Products(t.Context(), l.Store.Queries())
		if err != nil {
			t.Fatal(err)
		}
		sofa := products[slices.IndexFunc(products, func(p subscription.Product) bool { return p.ID == l.item(l.sofa).ProductID })]
		sofa.Names = map[string]string{"hi": "सोफ़ा", "mr": "सोफा"}
		err = l.Store.WriteCompany(t.Context(), func(tx *store.Tx) error {
			if err := subscription.SaveProduct(t.Context(), tx, sofa, calendar.Today(l.Clock)); err != nil {
				return err
			}
			_, err := tx.AccountLanguageChoose(t.Context(), "hi", l.customer)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 6, Rent: l.offer(6).Rent}); err != nil {
			t.Fatal(err)
		}
		mails := l.Mails(l.customer)
		if last := mails[len(mails)-1]; !strings.Contains(last.Subject, "सोफ़ा") || strings.Contains(last.Subject+last.Body, sofa.Name) {
			t.Errorf("told %q: %q, want %q in it", last.Subject, last.Body, "सोफ़ा")
		}
	})
}

// A customer to whom the rent was not shown is not charged it. All items are extended or none.
func TestExtendIsRefused(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		other := l.Customer()
		theirs := l.Rent(other, company.Bengaluru, "2026-12-01", company.Sofa).Items[0].ID
		waiting, err := l.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: l.customer, AddressID: l.Address(l.customer, company.Bengaluru), PromisedOn: day("2026-12-24"),
			Items: []subscription.NewItem{{ProductID: company.TV, TenureMonths: 3}},
		})
		if err != nil {
			t.Fatal(err)
		}
		sofa := subscription.Extension{ItemID: l.sofa, Months: 3, Rent: money.Rupees(1499)}
		for name, c := range map[string]struct {
			wanted []subscription.Extension
			status int
		}{
			"nothing":             {nil, 422},
			"a rent of yesterday": {[]subscription.Extension{sofa, {ItemID: l.fridge, Months: 3, Rent: money.Rupees(898)}}, 422},
			"the other rent":      {[]subscription.Extension{{ItemID: l.sofa, Months: 6, Rent: money.Rupees(1499)}}, 422},
			"a tenure of before":  {[]subscription.Extension{{ItemID: l.sofa, Months: 3, Rent: money.Rupees(1499), TenureEnd: day("2026-10-16")}}, 422},
			"four months":         {[]subscription.Extension{sofa, {ItemID: l.fridge, Months: 4, Rent: money.Rupees(899)}}, 422},
			"an item twice":       {[]subscription.Extension{sofa, sofa}, 422},
			"another's item":      {[]subscription.Extension{sofa, {ItemID: theirs, Months: 3, Rent: money.Rupees(1499)}}, 404},
			"what is to come":     {[]subscription.Extension{sofa, {ItemID: waiting.Items[0].ID, Months: 3, Rent: money.Rupees(699)}}, 409},
		} {
			if err := l.extend(t.Context(), c.wanted...); !fault.Is(err, c.status) {
				t.Errorf("%s: %v, want %d", name, err, c.status)
			}
		}
		if item, terms := l.item(l.sofa), l.terms(l.sofa); item.TenureEnd != day("2027-01-16") || len(terms) != 1 {
			t.Errorf("got %+v, %+v; want item.TenureEnd = %v, len(terms) = 1", item, terms, day("2027-01-16"))
		}
		_, err = l.Subscriptions.Extensions(t.Context(), l.Store.Queries(), l.customer, []int64{theirs})
		if !fault.Is(err, 404) {
			t.Errorf("offers for another's item: %v, want 404", err)
		}
	})
}

// Fifty calls with one key extend once. A call with another key extends from the new end.
func TestExtendOncePerKey(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		wanted := subscription.Extension{ItemID: l.sofa, Months: 3, Rent: money.Rupees(1499)}
		ctx := idempotency.WithKey(t.Context(), "press-1")
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if err := l.extend(ctx, wanted); err != nil {
					t.Errorf("extend: %v", err)
				}
			})
		}
		all.Wait()
		if item := l.item(l.sofa); item.TenureEnd != day("2027-04-16") || item.TenureMonths != 9 {
			t.Fatalf("got %+v; want item.TenureEnd = %v, item.TenureMonths = 9", item, day("2027-04-16"))
		}
		if err := l.extend(idempotency.WithKey(t.Context(), "press-2"), wanted); err != nil {
			t.Fatal(err)
		}
		if item, terms := l.item(l.sofa), l.terms(l.sofa); item.TenureEnd != day("2027-07-16") || len(terms) != 3 {
			t.Fatalf("got %+v, %+v; want item.TenureEnd = %v, len(terms) = 3", item, terms, day("2027-07-16"))
		}
		wanted.TenureEnd = day("2027-01-16")
		if err := l.extend(idempotency.WithKey(t.Context(), "press-3"), wanted); !fault.Is(err, 422) || l.item(l.sofa).TenureEnd != day("2027-07-16") {
			t.Fatalf("another key for the tenure that was extended: %v, want 422 and %v", err, day("2027-07-16"))
		}
		wanted.TenureEnd = day("2027-07-16")
		if err := l.extend(idempotency.WithKey(t.Context(), "press-4"), wanted); err != nil || l.item(l.sofa).TenureEnd != day("2027-10-16") {
			t.Fatalf("the tenure that is: %v, want %v", err, day("2027-10-16"))
		}
		wanted.Months = 6
		if err := l.extend(ctx, wanted); !fault.Is(err, 422) && !fault.Is(err, 409) {
			t.Fatalf("a key for two requests: %v, want 422 or 409", err)
		}
	})
}

// Without a key, identical calls extend once, whether they come at the same time or one after
// another. A later call, or a call for another tenure, is a new extension.
func TestExtendOnceWithoutAKey(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		wanted := subscription.Extension{ItemID: l.sofa, Months: 3, Rent: money.Rupees(1499)}
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if err := l.extend(t.Context(), wanted); err != nil {
					t.Errorf("extend: %v", err)
				}
			})
		}
		all.Wait()
		if err := l.extend(t.Context(), wanted); err != nil {
			t.Fatal(err)
		}
		if item, terms := l.item(l.sofa), l.terms(l.sofa); item.TenureEnd != day("2027-04-16") || len(terms) != 2 {
			t.Fatalf("got %+v, %+v; want item.TenureEnd = %v, len(terms) = 2", item, terms, day("2027-04-16"))
		}
		again := wanted
		again.TenureEnd = day("2027-04-16")
		if err := l.extend(t.Context(), again); err != nil || l.item(l.sofa).TenureEnd != day("2027-07-16") {
			t.Fatalf("for the tenure that is now: %v, want %v", err, day("2027-07-16"))
		}
		l.Go("2026-12-21")
		if err := l.extend(t.Context(), wanted); err != nil || l.item(l.sofa).TenureEnd != day("2027-10-16") {
			t.Fatalf("the next day: %v, want %v", err, day("2027-10-16"))
		}
	})
}

// R14: in the month in which the old tenure ends both rents are billed, each for its days.
func TestBillingOfAnExtension(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 6, Rent: money.Rupees(1424)}); err != nil {
			t.Fatal(err)
		}
		l.Go("2027-02-01")
		l.Bill()
		january := l.Invoices(l.customer)[0]
		// 15 of 31 days at 1,499 and 16 at 1,424, and the fridge.
		if january.Taxable != 72532+73497+89900 || january.PeriodFrom != day("2027-01-01") {
			t.Fatalf("got %v: %+v; want january.Taxable = %v, january.PeriodFrom = %v", january.Taxable, january, 72532+73497+89900, day("2027-01-01"))
		}
		l.Go("2027-03-01")
		l.Bill()
		if february := l.Invoices(l.customer)[0]; february.Taxable != 142400+89900 {
			t.Fatalf("got %v: %+v; want february.Taxable = %v", february.Taxable, february, 142400+89900)
		}
	})
}

// R14: the charge for leaving early includes the new tenure up to its end, at both rents.
func TestEarlyClosureAfterAnExtension(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		quote := func(pickup string) subscription.Early {
			t.Helper()
			q, err := l.Tickets.QuoteClosure(t.Context(), l.customer, []int64{l.sofa}, day(pickup))
			if err != nil {
				t.Fatal(err)
			}
			return q.Items[0].Early
		}
		if before := quote("2027-01-16"); before.Charge != 0 {
			t.Fatalf("before: %+v; want before.Charge = 0", before)
		}
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 6, Rent: money.Rupees(1424)}); err != nil {
			t.Fatal(err)
		}
		// From 16 January: 16 of 31 days, five months, and 15 of 31 days.
		after := quote("2027-01-16")
		if after.DaysLeft != 181 || after.TenureMethod != 73497+5*142400+68903 || after.RentMethod != 213600 || after.Charge != 213600 {
			t.Fatalf("after: %+v; want after.DaysLeft = 181, after.TenureMethod = %v, after.RentMethod = 213600, after.Charge = 213600", after, 73497+5*142400+68903)
		}
		if last := quote("2027-07-15"); last.Charge != 4594 {
			t.Fatalf("on the last day: %+v; want last.Charge = 4594", last)
		}
	})
}

// The extension of an item that is going to move stands at the new place.
func TestExtensionStandsWhereTheItemWillBe(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		home := l.Address(l.customer, company.Pune)
		l.Write(l.customer, func(tx *store.Tx) error {
			place, err := address.Get(t.Context(), tx.Queries, l.customer, home)
			if err != nil {
				return err
			}
			return l.Subscriptions.MoveIn(t.Context(), tx, l.customer, []int64{l.sofa}, place, day("2027-01-01"))
		})
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 3, Rent: money.Rupees(1499)}); err != nil {
			t.Fatal(err)
		}
		if terms := l.terms(l.sofa); len(terms) != 3 || terms[2].AddressID != home || terms[2].StateCode != "27" {
			t.Fatalf(`got %+v; want len(terms) = 3, terms[2].AddressID = %v, terms[2].StateCode = "27"`, terms, home)
		}
		l.Go("2027-02-01")
		l.Bill()
		var supplied []string
		for _, i := range l.Invoices(l.customer)[:2] {
			if i.Kind != billing.Rental {
				t.Fatalf("got %+v; want i.Kind = %v", i, billing.Rental)
			}
			supplied = append(supplied, i.PlaceOfSupply)
		}
		if supplied[0]+supplied[1] != "2927" && supplied[0]+supplied[1] != "2729" {
			t.Fatalf("places %v, want 2927 or 2729", supplied)
		}
	})
}
