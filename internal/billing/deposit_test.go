package billing_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// depositOrder is an order of products that is to be delivered on a day.
type depositOrder struct {
	delivery string
	products []int64
}

// ordering is a company with a customer who has ordered late on a day.
func ordering(t *testing.T, s *store.Store, day string, settings billing.Settings, orders ...depositOrder) (*company.Company, int64) {
	t.Helper()
	w := company.New(t, s, day)
	w.Wire(settings)
	w.Billing.Register(w.Queue, nil)
	w.Subscriptions.TellDeposits()
	id := w.Customer()
	address := w.Address(id, company.Bengaluru)
	w.Clock.Set(calendar.MustParse(day).At(23, 0))
	for _, o := range orders {
		placed := subscription.NewOrder{CustomerID: id, AddressID: address, PromisedOn: calendar.MustParse(o.delivery)}
		for _, p := range o.products {
			placed.Items = append(placed.Items, subscription.NewItem{ProductID: p, TenureMonths: 6})
		}
		if _, err := w.Subscriptions.PlaceOrder(t.Context(), placed); err != nil {
			t.Fatal(err)
		}
	}
	return w, id
}

// atNine runs what is due at nine on a day.
func atNine(t *testing.T, w *company.Company, day string) {
	t.Helper()
	w.Clock.Set(calendar.MustParse(day).At(9, 0))
	if _, err := w.Queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// depositsTold are the mails about deposits: what each says, when, and for which items.
func depositsTold(w *company.Company, id int64) (list []string) {
	for _, m := range w.Mails(id) {
		if _, what, isOne := strings.Cut(m.Body, "It is for: "); isOne {
			what, _, _ = strings.Cut(what, ".")
			list = append(list, m.Subject+" on "+m.SentAt.Date().Format("2 January")+": "+what)
		}
	}
	return list
}

// On the morning after an order, who has not paid its deposit is told by when to, and for which
// items: before the first day to pay by, once for all orders of a day.
func TestADepositIsToldBeforeItsDay(t *testing.T) {
	for name, c := range map[string]struct {
		orders []depositOrder
		paid   money.Paise
		want   []string
	}{
		"nothing is paid": {
			[]depositOrder{{"2026-11-10", []int64{company.Sofa, company.Fridge}}},
			0,
			[]string{
				"The deposit of ₹5,000 is to be paid by 10 November 2026 on 3 November: Sofa, Fridge",
				"The deposit of ₹5,000 is to be paid by 10 November 2026 on 10 November: Sofa, Fridge",
			},
		},
		"a part is paid": {
			[]depositOrder{{"2026-11-10", []int64{company.Sofa, company.Fridge}}},
			money.Rupees(3000),
			[]string{
				"The deposit of ₹2,000 is to be paid by 10 November 2026 on 3 November: Fridge",
				"The deposit of ₹2,000 is to be paid by 10 November 2026 on 10 November: Fridge",
			},
		},
		"all is paid": {[]depositOrder{{"2026-11-10", []int64{company.Sofa}}}, money.Rupees(3000), nil},
		"the delivery is the next day": {
			[]depositOrder{{"2026-11-03", []int64{company.Sofa}}},
			0,
			[]string{
				"The deposit of ₹3,000 is to be paid by 4 November 2026 on 3 November: Sofa",
				"The deposit of ₹3,000 is to be paid by 4 November 2026 on 4 November: Sofa",
			},
		},
		"two orders": {
			[]depositOrder{{"2026-11-12", []int64{company.Sofa}}, {"2026-11-10", []int64{company.Fridge}}},
			0,
			[]string{
				"The deposit of ₹5,000 is to be paid by 10 November 2026 on 3 November: Sofa, Fridge",
				"The deposit of ₹2,000 is to be paid by 10 November 2026 on 10 November: Fridge",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := ordering(t, s, "2026-11-02", billing.DefaultSettings(), c.orders...)
				if c.paid > 0 {
					w.Deposit(id, "with the order", c.paid)
				}
				for _, day := range []string{"2026-11-03", "2026-11-04", "2026-11-10"} {
					atNine(t, w, day)
				}
				if diff := cmp.Diff(c.want, depositsTold(w, id)); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// A deposit that is missing is reminded of by the operator's schedule, around the day of each item,
// once a day, until it is paid or its money has come.
func TestADepositIsRemindedOfByTheSchedule(t *testing.T) {
	sofa := depositOrder{"2026-11-10", []int64{company.Sofa}}
	least := func(paise money.Paise) billing.Settings {
		settings := billing.DefaultSettings()
		settings.ReminderLeast = paise
		return settings
	}
	const (
		toPay   = "The deposit of ₹3,000 is to be paid by 10 November 2026 on "
		overdue = "The deposit of ₹3,000 was to be paid by 10 November 2026 on "
	)
	all := []string{toPay + "3 November: Sofa", toPay + "7 November: Sofa", toPay + "10 November: Sofa", overdue + "13 November: Sofa", overdue + "20 November: Sofa"}
	for name, c := range map[string]struct {
		ordered  string
		settings billing.Settings
		orders   []depositOrder
		paid     map[string]money.Paise // by day
		coming   bool
		want     []string
	}{
		"nothing is paid":                       {"2026-11-02", billing.DefaultSettings(), []depositOrder{sofa}, nil, false, all},
		"the morning after the order is a step": {"2026-11-06", billing.DefaultSettings(), []depositOrder{sofa}, nil, false, all[1:]},
		"all is paid on the eighth":             {"2026-11-02", billing.DefaultSettings(), []depositOrder{sofa}, map[string]money.Paise{"2026-11-08": money.Rupees(3000)}, false, all[:2]},
		"a part is paid on the eleventh": {
			"2026-11-02", billing.DefaultSettings(),
			[]depositOrder{sofa},
			map[string]money.Paise{"2026-11-11": money.Rupees(1000)},
			false,
			append(all[:3:3], "The deposit of ₹2,000 was to be paid by 10 November 2026 on 13 November: Sofa", "The deposit of ₹2,000 was to be paid by 10 November 2026 on 20 November: Sofa"),
		},
		"its money is on its way": {"2026-11-02", billing.DefaultSettings(), []depositOrder{sofa}, nil, true, all[:1]},
		"as much as the least":    {"2026-11-02", least(money.Rupees(3000)), []depositOrder{sofa}, nil, false, all},
		"a paisa less":            {"2026-11-02", least(money.Rupees(3000) + 1), []depositOrder{sofa}, nil, false, all[:1]},
		"no reminders":            {"2026-11-02", func() billing.Settings { b := billing.DefaultSettings(); b.Reminders = nil; return b }(), []depositOrder{sofa}, nil, false, all[:1]},
		"two items of two days": {
			"2026-11-02", billing.DefaultSettings(),
			[]depositOrder{sofa, {"2026-11-12", []int64{company.Fridge}}},
			nil, false,
			[]string{
				"The deposit of ₹5,000 is to be paid by 10 November 2026 on 3 November: Sofa, Fridge",
				toPay + "7 November: Sofa",
				"The deposit of ₹5,000 is to be paid by 12 November 2026 on 9 November: Sofa, Fridge",
				toPay + "10 November: Sofa",
				"The deposit of ₹5,000 is to be paid by 12 November 2026 on 12 November: Sofa, Fridge",
				overdue + "13 November: Sofa",
				"The deposit of ₹5,000 was to be paid by 12 November 2026 on 15 November: Sofa, Fridge",
				overdue + "20 November: Sofa",
				"The deposit of ₹5,000 was to be paid by 12 November 2026 on 22 November: Sofa, Fridge",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id := ordering(t, s, c.ordered, c.settings, c.orders...)
				w.Billing.NotRemindedWhile(func(context.Context, *db.Queries, int64, money.Paise) (bool, error) { return c.coming, nil })
				for day := calendar.MustParse(c.ordered).AddDays(1); day.Before(calendar.MustParse("2026-11-30")); day = day.AddDays(1) {
					if paid := c.paid[day.String()]; paid > 0 {
						w.Deposit(id, "later", paid)
					}
					atNine(t, w, day.String())
				}
				if diff := cmp.Diff(c.want, depositsTold(w, id)); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}
