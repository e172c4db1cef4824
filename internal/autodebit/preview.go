package autodebit

import (
	"context"
	"fmt"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store/db"
)

// DebitThen is this month's debit as it would be after a change. By is the instrument of the mandate
// that makes it on On, "" if it is not made. Amount is in paise.
type DebitThen struct {
	Amount money.Paise
	On     calendar.Date
	By     string
	// Stays means that it does not move to the mandate that is chosen (docs/rules.md R12).
	Stays bool
}

// IfChosen returns what becomes of this month's debit if the customer chooses m. some is false if no
// debit is planned or at the bank and none was dropped that m would make, or if m cannot be chosen.
func (s *Service) IfChosen(ctx context.Context, m mandate.Mandate) (to DebitThen, some bool, err error) {
	if m.Active || m.State != mandate.Confirmed {
		return to, false, nil
	}
	return s.ifActive(ctx, s.store.Queries(), m)
}

// ifActive returns this month's debit as it would be if m, which need not be registered yet, was the
// active mandate from now on.
func (s *Service) ifActive(ctx context.Context, q *db.Queries, m mandate.Mandate) (to DebitThen, some bool, err error) {
	d, by, some, err := mandate.LatestDebit(ctx, q, m.CustomerID)
	if err != nil {
		return to, false, err
	}
	if !some || !d.State.Open() {
		dropped, err := s.mandates.Dropped(ctx, q, m.CustomerID)
		if err != nil {
			return to, false, err
		}
		on, amount, err := s.mandates.WouldDebit(ctx, q, m, dropped)
		return DebitThen{Amount: amount, On: on, By: m.Instrument()}, amount > 0, err
	}
	to = DebitThen{Amount: d.Amount, On: d.On, By: by.Instrument(), Stays: d.MandateID != m.ID}
	if !to.Stays || !d.State.Planned() {
		return to, true, nil
	}
	invoices, err := billing.DebitedBy(ctx, q, d)
	if err != nil || len(invoices) == 0 {
		return to, false, err
	}
	on, can, err := s.mandates.MovesTo(ctx, q, m, d, invoices[0].DueDate)
	if can {
		to = DebitThen{Amount: d.Amount, On: on, By: m.Instrument()}
	}
	return to, true, err
}

// IfRemoved returns what becomes of the debit that is planned under m if the customer removes m. some
// is false if none is planned.
func (s *Service) IfRemoved(ctx context.Context, m mandate.Mandate) (to DebitThen, some bool, err error) {
	q := s.store.Queries()
	d, _, some, err := mandate.LatestDebit(ctx, q, m.CustomerID)
	if err != nil || !some || !d.State.Planned() || d.MandateID != m.ID {
		return to, false, err
	}
	to = DebitThen{Amount: d.Amount, On: d.On}
	active, some, err := mandate.Active(ctx, q, m.CustomerID)
	if err != nil || !some || active.ID == m.ID || active.State != mandate.Confirmed {
		return to, true, err
	}
	invoices, err := billing.DebitedBy(ctx, q, d)
	if err != nil {
		return to, true, fmt.Errorf("autodebit: %w", err)
	}
	on, amount, err := s.mandates.WouldDebit(ctx, q, active, []mandate.Dropped{{Debit: d, Invoices: invoices.Owed()}})
	if amount > 0 {
		to = DebitThen{Amount: amount, On: on, By: active.Instrument()}
	}
	return to, true, err
}

// Alternatives are what could debit the next rent while the active mandate, if there is one, does not.
// They are decided here alone, for messages and screens.
type Alternatives struct {
	// Rent is the sum of the next monthly invoices that are to be paid, in paise, 0 if none is to come.
	Rent money.Paise
	// Ahead is the day of these invoices, if those before are paid from rent in advance, else empty.
	Ahead calendar.Date
	// Choices are the other confirmed mandates, those that would debit the next rent first.
	Choices []Choice
}

// Choice is a mandate that the customer can choose. On is the day on which it would debit the next
// rent, the zero date if it does not allow it; Amount is then the invoice that it does not allow, in
// paise.
type Choice struct {
	Mandate mandate.Mandate
	On      calendar.Date
	Amount  money.Paise
}

// Alternatives returns what could debit a customer's rent but the active mandate.
func (s *Service) Alternatives(ctx context.Context, q *db.Queries, customerID int64) (a Alternatives, err error) {
	next, err := s.nextRent(ctx, q, customerID)
	if err != nil {
		return a, err
	}
	a.Rent = money.Sum(next.Invoices...)
	if next.On.After(s.billing.NextRun()) {
		a.Ahead = next.On
	}
	list, err := mandate.List(ctx, q, customerID)
	if err != nil {
		return a, err
	}
	var tooLow []Choice
	for _, m := range list {
		if m.State != mandate.Confirmed || m.Active {
			continue
		}
		on, amount := s.debits(m, next.On, next.Invoices)
		if c := (Choice{m, on, amount}); on.IsZero() {
			tooLow = append(tooLow, c)
		} else {
			a.Choices = append(a.Choices, c)
		}
	}
	a.Choices = append(a.Choices, tooLow...)
	return a, nil
}

// AlternativesNow is Alternatives outside of a transaction.
func (s *Service) AlternativesNow(ctx context.Context, customerID int64) (Alternatives, error) {
	return s.Alternatives(ctx, s.store.Queries(), customerID)
}

// Ahead returns the day of the next invoice that the customer gets to pay if those before are paid from
// rent in advance, else the zero date.
func (s *Service) Ahead(ctx context.Context, q *db.Queries, customerID int64) (calendar.Date, error) {
	a, err := s.Alternatives(ctx, q, customerID)
	return a.Ahead, err
}

// ChoiceFor returns the instrument of a mandate that would debit the next rent if the customer chose
// it in place of the active one, "" if there is none.
func (s *Service) ChoiceFor(ctx context.Context, q *db.Queries, customerID int64) (instrument string, err error) {
	a, err := s.Alternatives(ctx, q, customerID)
	if err != nil || len(a.Choices) == 0 || a.Choices[0].On.IsZero() {
		return "", err
	}
	return a.Choices[0].Mandate.Instrument(), nil
}
