package demo

import (
	"context"
	"fmt"
	"net/http"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
	"rento/internal/ticket"
)

// planPersona schedules what a persona does besides renting and paying.
func (m *maker) planPersona(r *resident) {
	bill, today := m.newestBill(), m.today()
	switch r.persona {
	case "esha":
		m.planEsha(r)
	case "gauri":
		m.planReplaced(r, bill, permission{method: provider.MandateUPI, vpa: "gauri@example"})
		m.planDebit(r, calendar.Later(bill, today.AddDays(-1)))
	case "kabir":
		// His bank limits the mandate to less than his rent, so no debit is ever made.
		m.planMandate(r, bill.AddDays(-40), permission{method: provider.MandateEMandate, account: "4821", most: "500.00"})
	case "mohan":
		m.planReplaced(r, bill, permission{method: provider.MandateUPI, vpa: "mohan@example"})
		m.planFailure(r, bill)
	case "nita":
		m.planMandate(r, bill.AddDays(-40), permission{method: provider.MandateCard, account: "2210"})
		m.on(bill.AddDays(-3), func(ctx context.Context) error { return m.payer.pause(ctx, r.mandate) })
	case "omkar":
		m.on(bill.AddMonths(-2).AddDays(4), func(ctx context.Context) error { return m.payAhead(ctx, r, 6) })
	case "hari":
		m.on(today.AddDays(-3), func(ctx context.Context) error { return m.Referrals.InviteByMail(ctx, r.id, "meera@example.in") })
	case "dev", "leela": // dev has paid rent since
		m.on(r.joined, m.enterCode(r, "hari"))
	case "indu":
		m.on(today.AddDays(-2), func(ctx context.Context) error { return m.raiseRequests(ctx, r) })
		m.on(today.AddDays(-1), m.writes(r, "indu-1", "Somebody was to come about the repair. Is that still right?"))
	}
}

// enterCode lets somebody enter the code of the persona who invited them.
func (m *maker) enterCode(r *resident, inviter string) func(ctx context.Context) error {
	return func(ctx context.Context) error {
		by, _ := PersonaOf(inviter)
		who, err := account.CustomerByMobile(ctx, m.Store.Queries(), by.Mobile)
		if err != nil {
			return err
		}
		return m.Referrals.Join(ctx, r.id, who.ReferralCode)
	}
}

// permission is a mandate as a customer sets it up: the method, the account, and the maximum in
// rupees, where "" means the offered one.
type permission struct {
	method             provider.MandateMethod
	vpa, account, most string
}

// planMandate schedules the setup of a mandate on the screen. Rent is debited by this mandate from
// then on.
func (m *maker) planMandate(r *resident, on calendar.Date, what permission) {
	m.on(on, func(ctx context.Context) error {
		begun, err := m.AutoDebit.BeginAt(ctx, r.id, autodebit.BeginInput{
			Gateway: mandateGateway, Method: what.method, Device: provider.Device{Address: "203.0.113.7", UserAgent: "Mozilla/5.0"},
		})
		if err != nil {
			return err
		}
		fields, err := m.payer.approve(ctx, begun.Mandate.Reference, what)
		if err != nil {
			return err
		}
		if _, err := m.AutoDebit.Finish(ctx, r.id, mandateGateway, begun.Checkout.OrderID, fields); err != nil {
			return err
		}
		r.mandate = begun.Mandate.Reference
		return m.AutoDebit.SetActive(ctx, r.id, mandateGateway, begun.Mandate.ID)
	})
}

// planReplaced has the newest bill's debit planned under a card, which another mandate replaces on
// the day of the bill. The debit that this mandate takes over is then marked as lapsed. So there is
// no late fee for its month, and no debit until another one is planned (planDebit).
func (m *maker) planReplaced(r *resident, bill calendar.Date, by permission) {
	m.planMandate(r, bill.AddDays(-6), permission{method: provider.MandateCard, account: "7701"})
	m.planMandate(r, bill, by)
	m.on(bill, func(ctx context.Context) error {
		return m.Store.Write(ctx, r.id, func(tx *store.Tx) error {
			d, _, some, err := mandate.LatestDebit(ctx, tx.Queries, r.id)
			if err != nil || !some || !d.State.Planned() {
				return err
			}
			return m.Mandates.MoveDebit(ctx, tx, r.id, d.ID, mandate.Skipped, mandate.Lapsed)
		})
	})
}

// planDebit has the newest bill debited under the active mandate, three days after day. The debit
// notice goes out the next morning, two days before the debit.
func (m *maker) planDebit(r *resident, day calendar.Date) {
	on := day.AddDays(1)
	m.on(day, func(ctx context.Context) error {
		return m.Store.Write(ctx, r.id, func(tx *store.Tx) error {
			newest, open, err := billing.NewestOpenRental(ctx, tx.Queries, r.id)
			if err != nil || !open {
				return err
			}
			_, err = m.Mandates.Schedule(ctx, tx, r.id, billing.Invoices{newest}.Owed(), on)
			return err
		})
	})
}

// failedDays is the maximum number of days from planning a debit to the debit. The debit is
// announced on the same day or the next morning.
const failedDays = 3

// planFailure makes the bank refuse the newest bill's debit, one or two days before the present, if
// the month has enough days left for that and for the next try. A next try before the present fails
// too.
func (m *maker) planFailure(r *resident, bill calendar.Date) {
	lastDay := bill.NextMonth().AddDays(-2) // the last day on which UPI can debit
	fails := calendar.Later(bill.AddDays(failedDays), calendar.Earlier(m.today().AddDays(-1), lastDay.AddDays(-failedDays)))
	m.refuseDebit(fails.AddDays(-failedDays))
	m.planDebit(r, fails.AddDays(-failedDays))
	if !fails.AddDays(2).After(m.today()) {
		m.refuseDebit(fails)
	}
}

// refuseDebit makes the bank refuse the next debit after day.
func (m *maker) refuseDebit(day calendar.Date) {
	m.on(day, func(context.Context) error {
		return m.Sandbox.Do(sandbox.Command{
			Provider: mandateGateway, Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.Failure, Reason: "insufficient_funds"}},
		})
	})
}

// payAhead pays the rent of several months in advance, if the company offers that.
func (m *maker) payAhead(ctx context.Context, r *resident, months int) error {
	err := m.pay(ctx, r, func(ctx context.Context, customerID int64) (payment.Transaction, error) {
		return m.Payments.StartAdvance(ctx, customerID, months)
	})
	if fault.Is(err, http.StatusUnprocessableEntity) {
		return nil
	}
	return err
}

// planEsha schedules mandates set up after the newest bill was paid, and a gift of the company in
// the wallet.
func (m *maker) planEsha(r *resident) {
	today := m.today()
	m.planMandate(r, today, permission{method: provider.MandateCard, account: "1007"})
	m.planMandate(r, today, permission{method: provider.MandateUPI, vpa: "esha@example"})
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

// raiseRequests raises one request that can be revoked and one that cannot: a closure, whose quote
// is zero.
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
	ctx = audit.WithActor(ctx, audit.Customer()) // the timeline says who raised the request
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
