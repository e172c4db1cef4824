package mandate

import (
	"context"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store/db"
)

// The highest amount of one debit by rail, in paise (docs/rules.md R12). MostUnattended is for
// UPI and cards: up to this amount the bank does not ask the customer again (a rule of the
// Reserve Bank). MostByFile is for net banking and NACH, where that rule does not apply: it is
// the network's limit.
const (
	MostUnattended = 15_000 * money.Rupee
	MostByFile     = 1_00_00_000 * money.Rupee
)

// How often an invoice is submitted, and how many days lie between two tries. UPI allows
// three retries; a debit that is collected by file is presented again three days later.
const (
	mostTries     = 3
	mostTriesUPI  = 4
	retryDays     = 2
	retryDaysFile = 3
)

// IsByFile reports whether a rail collects its debits by file, which works on bank days only.
func IsByFile(method provider.MandateMethod) bool {
	return method == provider.MandateEMandate || method == provider.MandateNACH
}

// MostBy is the highest amount of one debit by a rail, in paise.
func MostBy(method provider.MandateMethod) money.Paise {
	if IsByFile(method) {
		return MostByFile
	}
	return MostUnattended
}

// Most is the highest amount of one debit, in paise: the customer's limit, capped by the rail's.
func (m Mandate) Most() money.Paise { return min(m.Max, MostBy(m.Method)) }

// TakesOn reports whether the mandate's rail takes debits on a day. Rails that work by file take
// them on bank days only. UPI does not take them on the last day of a month, because a debit that
// the bank declined that day could not be retried within its month.
func (m Mandate) TakesOn(day calendar.Date, banks calendar.BankDays) bool {
	switch {
	case IsByFile(m.Method):
		return banks.Has(day)
	case m.Method == provider.MandateUPI:
		return day.AddDays(1).DayOfMonth() != 1
	}
	return true
}

// DayFrom returns the first day on or after the given day on which the mandate's rail takes
// debits.
func (m Mandate) DayFrom(day calendar.Date, banks calendar.BankDays) calendar.Date {
	for !m.TakesOn(day, banks) {
		day = day.AddDays(1)
	}
	return day
}

// Plan returns the day of the debit for an invoice of the given day, and whether the mandate
// allows that debit.
func (m Mandate) Plan(amount money.Paise, invoiced calendar.Date, banks calendar.BankDays) (on calendar.Date, allowed bool) {
	on = m.DayFrom(invoiced.AddDays(NoticeDays), banks)
	return on, m.Allows(amount, on)
}

// Allows reports whether the mandate, as it now stands at the bank, allows a debit of an amount
// on a day.
func (m Mandate) Allows(amount money.Paise, on calendar.Date) bool {
	expired := !m.ExpiresOn.IsZero() && m.ExpiresOn.Before(on)
	return amount > 0 && amount <= m.Most() && !expired
}

// mostTries is how often an invoice is submitted in all, if the mandate's rail makes the last try.
func (m Mandate) mostTries() int64 {
	if m.Method == provider.MandateUPI {
		return mostTriesUPI
	}
	return mostTries
}

// RetryOn returns the day on which a debit that failed today is tried again. again is false when
// it is not: the retry must fall in the debit's month, the rail must allow more than the tries that
// its invoices had, and the mandate must still be confirmed and active. The day is never before
// soonest, the first day a notice allows.
func (m Mandate) RetryOn(d Debit, tries int64, today, soonest calendar.Date, banks calendar.BankDays) (on calendar.Date, again bool) {
	days := retryDays
	if IsByFile(m.Method) {
		days = retryDaysFile
	}
	on = m.DayFrom(calendar.Later(today.AddDays(days), soonest), banks)
	return on, m.State == Confirmed && m.Active && tries < m.mostTries() && on.MonthStart() == d.Cycle
}

// DayFrom is Mandate.DayFrom with the service's bank days.
func (s *Service) DayFrom(m Mandate, day calendar.Date) calendar.Date { return m.DayFrom(day, s.banks) }

// Plan is Mandate.Plan with the service's bank days.
func (s *Service) Plan(m Mandate, amount money.Paise, invoiced calendar.Date) (on calendar.Date, allowed bool) {
	return m.Plan(amount, invoiced, s.banks)
}

// TakesToday is Mandate.TakesOn for today.
func (s *Service) TakesToday(m Mandate) bool { return m.TakesOn(calendar.Today(s.clock), s.banks) }

// RetryOn is Mandate.RetryOn for a debit that failed today.
func (s *Service) RetryOn(ctx context.Context, q *db.Queries, m Mandate, d Debit) (on calendar.Date, again bool, err error) {
	tries, err := mostTried(ctx, q, d)
	on, again = m.RetryOn(d, tries, calendar.Today(s.clock), s.soonest(), s.banks)
	return on, again, err
}

// MayRetry reports whether m could try a debit again that another mandate makes, if the bank refuses
// it.
func (s *Service) MayRetry(ctx context.Context, q *db.Queries, m Mandate, d Debit) (bool, error) {
	tries, err := mostTried(ctx, q, d)
	if err != nil {
		return false, err
	}
	if d.State.Planned() {
		tries++ // the try that is to come
	}
	on, again := m.RetryOn(d, tries, d.On, d.On.AddDays(NoticeDays), s.banks)
	if !again || !m.Allows(d.Amount, on) {
		return false, nil
	}
	own, some, err := debitOfCycle(ctx, q, m, on.MonthStart())
	return !some || own.isOpenToMore(), err
}

// mostTried is how often the invoice of a debit that was tried most was submitted.
func mostTried(ctx context.Context, q *db.Queries, d Debit) (most int64, err error) {
	invoices, err := InvoicesOf(ctx, q, d)
	if err != nil {
		return 0, err
	}
	for _, id := range invoices {
		tries, err := triesOf(ctx, q, d.CustomerID, id)
		if err != nil {
			return 0, err
		}
		most = max(most, tries)
	}
	return most, nil
}
