package demo

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/ticket"
)

// planPersona plans what a persona does beyond renting and paying.
func (m *maker) planPersona(r *resident) {
	switch r.persona {
	case "esha":
		m.planEsha(r)
	case "gauri":
		// Confirmed before the newest bill, which it is going to pay.
		m.planMandate(r, m.newestBill().AddDays(-6), mandate.Mandate{
			Gateway: usualGateway, Method: provider.MandateUPI, Active: true, Token: "token_demo_gauri", Label: "UPI", VPA: "gauri@example", Max: money.Rupees(5000),
		})
	case "kabir":
		// The limit is below his rent, so no debit is ever made.
		m.planMandate(r, m.newestBill().AddDays(-40), mandate.Mandate{
			Gateway: usualGateway, Method: provider.MandateNACH, Active: true, Token: "mandate_demo_kabir", Label: "State Cooperative Bank", Last4: "4821", Max: money.Rupees(500),
		})
	case "indu":
		m.on(m.today().AddDays(-2), func(ctx context.Context) error { return m.raiseRequests(ctx, r) })
	}
}

// mandateYears is how long the city's mandates are good for.
const mandateYears = 5

func (m *maker) planMandate(r *resident, on calendar.Date, what mandate.Mandate) {
	what.ExpiresOn = on.AddMonths(12 * mandateYears)
	m.on(on, func(ctx context.Context) error {
		return m.Store.Write(ctx, r.id, func(tx *store.Tx) error {
			_, err := m.Mandates.Record(ctx, tx, r.id, what)
			return err
		})
	})
}

// planEsha: mandates that came after the newest bill was paid, and a gift of
// the company in the wallet.
func (m *maker) planEsha(r *resident) {
	today := m.today()
	m.planMandate(r, today, mandate.Mandate{
		Gateway: usualGateway, Method: provider.MandateCard, Token: "token_demo_esha_card", Label: "Visa", Last4: "1007", Max: money.Rupees(15_000),
	})
	m.planMandate(r, today, mandate.Mandate{
		Gateway: usualGateway, Method: provider.MandateUPI, Active: true, Token: "token_demo_esha_upi", Label: "UPI", VPA: "esha@example", Max: money.Rupees(5000),
	})
	m.on(today, func(ctx context.Context) error {
		return m.Store.Write(ctx, r.id, func(tx *store.Tx) error {
			_, _, err := m.Ledger.Post(ctx, tx, ledger.Entry{
				CustomerID: r.id, SourceType: "promotion", SourceID: "welcome", At: calendar.Stamp(m.Clock.Now()),
				Description: "Anniversary gift",
				Legs:        []ledger.Leg{ledger.Debit(ledger.Promotion, gift), ledger.Credit(ledger.PromotionalCredit, gift)},
			})
			return err
		})
	})
}

const gift = 500 * money.Rupee

// raiseRequests raises one request that may be revoked and one that may not: a
// closure, with its quote, which is of nothing.
func (m *maker) raiseRequests(ctx context.Context, r *resident) error {
	pickup := m.today().AddDays(5)
	quote, err := m.Tickets.QuoteClosure(ctx, r.id, []int64{r.items[1].ID}, pickup)
	if err != nil {
		return err
	}
	leaving := quote.Items[0]
	if leaving.Early.Charge > 0 {
		return fmt.Errorf("demo: %s gives %s back before %s, at a charge", r.persona, leaving.Name, leaving.TenureEnd)
	}
	tickets := []ticket.Ticket{
		{
			Type: ticket.Repair, Items: ticket.ItemsOf(r.items[0].ID),
			Message: "The belt of the treadmill slips.", PreferredOn: m.today().AddDays(2),
		},
		{
			Type: ticket.Closure, Binding: true, Items: []ticket.Item{{ID: leaving.ID, Name: leaving.Name, Early: &leaving.Early}},
			Message: "Moving to another city", PreferredOn: pickup,
		},
	}
	return m.Store.Write(ctx, r.id, func(tx *store.Tx) error {
		for _, t := range tickets {
			t.CustomerID = r.id
			if _, err := m.Tickets.Raise(ctx, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
}
