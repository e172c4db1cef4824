package dashboard_test

import (
	"testing"

	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// What home says of the debit of an open invoice: when, how much and from what, or
// that the invoice is to be paid by hand. Of one that is paid it says nothing.
func TestWhatBecomesOfADebit(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		cases := map[string]struct {
			most  money.Paise
			moves []mandate.DebitState
			why   mandate.Reason
			want  dashboard.Step
		}{
			"planned":        {most: money.Rupees(5000), want: dashboard.DebitPlanned},
			"announced":      {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified}, want: dashboard.DebitPlanned},
			"at the bank":    {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown}, want: dashboard.DebitUnderWay},
			"submitted":      {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown, mandate.Submitted}, want: dashboard.DebitUnderWay},
			"refused":        {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown, mandate.Failed}, want: dashboard.DebitFailed},
			"over the limit": {most: money.Rupees(500), want: dashboard.DebitAboveLimit},
			"objected to":    {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.Declined, want: dashboard.DebitSkipped},
			"stopped":        {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.Inactive, want: dashboard.DebitStopped},
			"too late":       {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.Lapsed, want: dashboard.DebitLapsed},
			"paid":           {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Skipped}, why: mandate.PaidOtherwise},
			"debited":        {most: money.Rupees(5000), moves: []mandate.DebitState{mandate.Notified, mandate.Unknown, mandate.Succeeded}},
		}
		w := company.New(t, s, "2026-10-01")
		customers := map[string]int64{}
		for name, c := range cases {
			customer := w.Customer()
			customers[name] = customer
			w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa)
			w.Write(customer, func(tx *store.Tx) error {
				_, err := w.Mandates.Record(t.Context(), tx, customer, mandate.Mandate{Max: c.most, Gateway: "billdesk", Method: "upi", VPA: "asha@upi", Active: true})
				return err
			})
		}
		w.Go("2026-11-01")
		w.Bill()
		home := dashboard.New(s, w.Subscriptions, w.Clock, dashboard.Config{})
		for name, c := range cases {
			customer := customers[name]
			debits, err := s.Queries().MandateDebits(t.Context(), customer)
			if err != nil || len(debits) != 1 {
				t.Fatalf("%s: debits %+v, %v; want one", name, debits, err)
			}
			for _, to := range c.moves {
				w.Write(customer, func(tx *store.Tx) error {
					why := c.why
					if to != mandate.Skipped {
						why = mandate.NotSkipped
					}
					return w.Mandates.MoveDebit(t.Context(), tx, customer, debits[0].ID, to, why)
				})
			}
			data, err := home.For(t.Context(), customer)
			d := data.Debit
			if err != nil || d.Step != c.want {
				t.Errorf("%s: %+v, %v; want the step %q", name, d, err, c.want)
			}
			if c.want == "" {
				continue
			}
			if planned := c.want == dashboard.DebitPlanned; planned && d.On != calendar.MustParse("2026-11-03") || !planned && !d.On.IsZero() {
				t.Errorf("%s: on %s, want the 3rd for a planned one and no day for others", name, d.On)
			}
			if d.Amount != data.TotalPayable || d.Most != c.most || d.Account != "as…@upi" || d.PayBy.IsZero() || d.Invoice == "" || d.ID != debits[0].ID {
				t.Errorf("%s: %+v; want it whole", name, d)
			}
			w.Pay(customer, name, data.TotalPayable)
			if after, err := home.For(t.Context(), customer); err != nil || after.Debit.Step != "" {
				t.Errorf("%s, paid: %+v, %v; want nothing", name, after.Debit, err)
			}
		}
	})
}
