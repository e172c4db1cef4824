package billing_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// On the morning after an order, who has not paid its deposit is told by when to, and for which
// items: before the first day to pay by, once for all orders of a day.
func TestADepositIsToldBeforeItsDay(t *testing.T) {
	type order struct {
		delivery string
		products []int64
	}
	for name, c := range map[string]struct {
		orders []order
		paid   money.Paise
		want   []string
	}{
		"nothing is paid": {
			[]order{{"2026-11-10", []int64{company.Sofa, company.Fridge}}},
			0,
			[]string{"The deposit of ₹5,000 is to be paid by 10 November 2026 on 3 November: Sofa, Fridge"},
		},
		"a part is paid": {
			[]order{{"2026-11-10", []int64{company.Sofa, company.Fridge}}},
			money.Rupees(3000),
			[]string{"The deposit of ₹2,000 is to be paid by 10 November 2026 on 3 November: Fridge"},
		},
		"all is paid": {[]order{{"2026-11-10", []int64{company.Sofa}}}, money.Rupees(3000), nil},
		"the delivery is the next day": {
			[]order{{"2026-11-03", []int64{company.Sofa}}},
			0,
			[]string{"The deposit of ₹3,000 is to be paid by 4 November 2026 on 3 November: Sofa"},
		},
		"two orders": {
			[]order{{"2026-11-12", []int64{company.Sofa}}, {"2026-11-10", []int64{company.Fridge}}},
			0,
			[]string{"The deposit of ₹5,000 is to be paid by 10 November 2026 on 3 November: Sofa, Fridge"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-11-02")
				w.Billing.Register(w.Queue, nil)
				w.Subscriptions.TellDeposits()
				id := w.Customer()
				address := w.Address(id, company.Bengaluru)
				w.Clock.Set(calendar.MustParse("2026-11-02").At(23, 0))
				for _, o := range c.orders {
					placed := subscription.NewOrder{CustomerID: id, AddressID: address, PromisedOn: calendar.MustParse(o.delivery)}
					for _, p := range o.products {
						placed.Items = append(placed.Items, subscription.NewItem{ProductID: p, TenureMonths: 6})
					}
					if _, err := w.Subscriptions.PlaceOrder(t.Context(), placed); err != nil {
						t.Fatal(err)
					}
				}
				if c.paid > 0 {
					w.Deposit(id, "with the order", c.paid)
				}
				var got []string
				for _, at := range []calendar.Date{calendar.MustParse("2026-11-03"), calendar.MustParse("2026-11-04"), calendar.MustParse("2026-11-10")} {
					w.Clock.Set(at.At(9, 0))
					if _, err := w.Queue.RunDue(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				for _, m := range w.Mails(id) {
					_, what, _ := strings.Cut(m.Body, "It is for: ")
					what, _, _ = strings.Cut(what, ".")
					got = append(got, m.Subject+" on "+m.SentAt.Date().Format("2 January")+": "+what)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}
