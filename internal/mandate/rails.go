package mandate

import (
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

// The most of one debit by its rail, in paise (docs/rules.md R12): by UPI and card what
// the bank takes without asking the customer again, by net banking and NACH, to which
// that rule of the Reserve Bank does not apply, what their network takes.
const (
	MostUnattended = 15_000 * money.Rupee
	MostByFile     = 1_00_00_000 * money.Rupee
)

// How often the bank is asked for one month's debit, and how many days lie between:
// UPI takes three retries, and what goes by file is presented again three days later.
const (
	mostTries     = 3
	mostTriesUPI  = 4
	retryDays     = 2
	retryDaysFile = 3
)

// IsByFile reports whether a rail collects its debits in a file on the days of banks.
func IsByFile(method provider.MandateMethod) bool {
	return method == provider.MandateEMandate || method == provider.MandateNACH
}

// MostBy is the most of one debit by a rail, in paise.
func MostBy(method provider.MandateMethod) money.Paise {
	if IsByFile(method) {
		return MostByFile
	}
	return MostUnattended
}

// Most is the most of one debit, in paise: the customer's limit, and no more than its
// rail takes.
func (m Mandate) Most() money.Paise { return min(m.Max, MostBy(m.Method)) }

// TakesOn reports whether the rail of a mandate takes debits on a day: what goes by file
// on days of banks alone, and UPI not on the last day of a month, since no other try in
// that month could follow the bank's no.
func (m Mandate) TakesOn(day calendar.Date, banks calendar.BankDays) bool {
	switch {
	case IsByFile(m.Method):
		return banks.Has(day)
	case m.Method == provider.MandateUPI:
		return day.AddDays(1).DayOfMonth() != 1
	}
	return true
}

// DayFrom is the first day from one on that the rail of a mandate takes debits on.
func (m Mandate) DayFrom(day calendar.Date, banks calendar.BankDays) calendar.Date {
	for !m.TakesOn(day, banks) {
		day = day.AddDays(1)
	}
	return day
}

// Plan decides about a debit for an invoice of a day: the day of the debit,
// and whether the mandate allows it.
func (m Mandate) Plan(amount money.Paise, invoiced calendar.Date, banks calendar.BankDays) (on calendar.Date, allowed bool) {
	on = m.DayFrom(invoiced.AddDays(NoticeDays), banks)
	return on, m.Allows(amount, on)
}

// Allows reports whether a mandate, as it stands at the bank, allows a debit of an
// amount on a day.
func (m Mandate) Allows(amount money.Paise, on calendar.Date) bool {
	expired := !m.ExpiresOn.IsZero() && m.ExpiresOn.Before(on)
	return amount > 0 && amount <= m.Most() && !expired
}

// RetryOn is the day on which a debit that failed today is tried again, none when it
// is not: within its month, as often as the rail takes it, and not before the soonest
// day that a notice allows.
func (m Mandate) RetryOn(d Debit, today, soonest calendar.Date, banks calendar.BankDays) (on calendar.Date, again bool) {
	most, days := int64(mostTries), retryDays
	switch {
	case m.Method == provider.MandateUPI:
		most = mostTriesUPI
	case IsByFile(m.Method):
		days = retryDaysFile
	}
	on = m.DayFrom(calendar.Later(today.AddDays(days), soonest), banks)
	return on, m.State == Confirmed && m.Active && d.Tries < most && on.MonthStart() == d.Cycle
}

// DayFrom is the first day from one on that the rail of a mandate takes debits on.
func (s *Service) DayFrom(m Mandate, day calendar.Date) calendar.Date { return m.DayFrom(day, s.banks) }

// Plan decides about the debit of an invoice of a day under a mandate (Mandate.Plan).
func (s *Service) Plan(m Mandate, amount money.Paise, invoiced calendar.Date) (on calendar.Date, allowed bool) {
	return m.Plan(amount, invoiced, s.banks)
}

// TakesToday reports whether the rail of a mandate takes debits today.
func (s *Service) TakesToday(m Mandate) bool { return m.TakesOn(calendar.Today(s.clock), s.banks) }

// RetryOn is the day on which a debit that failed now is tried again, none when it is not.
func (s *Service) RetryOn(m Mandate, d Debit) (on calendar.Date, again bool) {
	return m.RetryOn(d, calendar.Today(s.clock), s.soonest(), s.banks)
}
