package billing

import (
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/subscription"
)

// Told is what a customer who pays nothing is told on a day: an event, the day of the schedule that
// it comes from (nil if it is of no schedule), what they are to pay in all by then, and the late fee
// that was charged that day or comes on the next.
type Told struct {
	Day        calendar.Date
	Event      notify.Event
	Step       *int
	ToPay, Fee money.Paise
}

// Timeline lists what a customer without auto debit is told in the months from first on who gets the
// same invoice on the 1st of each month and pays nothing. docs/dunning.md is made from it.
func (s Settings) Timeline(first calendar.Date, months int, invoice money.Paise) (list []Told) {
	type bill struct {
		due  calendar.Date
		fees money.Paise
	}
	var bills []bill
	toPay := money.Paise(0)
	feesOn := func(day calendar.Date) (sum money.Paise, each []money.Paise) {
		each = make([]money.Paise, len(bills))
		if eve := day.AddDays(-1); s.dueFrom(eve) == eve {
			for i, b := range bills {
				if b.due.Before(day) {
					each[i] = s.LateFee.Fee(invoice, invoice, b.fees)
					sum = money.Sum(sum, each[i])
				}
			}
		}
		return sum, each
	}
	for day := first; day.Before(first.AddMonths(months)); day = day.AddDays(1) {
		fee, each := feesOn(day)
		for i := range bills {
			bills[i].fees = money.Sum(bills[i].fees, each[i])
		}
		if toPay = money.Sum(toPay, fee); fee > 0 {
			list = append(list, Told{Day: day, Event: notify.LateFeeRaised{}, ToPay: toPay, Fee: fee})
		}
		if day.DayOfMonth() == 1 {
			bills = append(bills, bill{due: s.due(day)})
			toPay = money.Sum(toPay, invoice)
			list = append(list, Told{Day: day, Event: notify.InvoiceRaised{}, ToPay: toPay})
		}
		next, _ := feesOn(day.AddDays(1))
		for _, step := range s.Reminders {
			for _, b := range bills {
				switch {
				case b.due != day.AddDays(-step) || s.isLittle(toPay) || step == 0 && next == 0:
				case step > 0:
					list = append(list, Told{Day: day, Event: notify.PaymentOverdue{}, Step: &step, ToPay: toPay})
				case step == 0:
					list = append(list, Told{Day: day, Event: notify.PaymentReminder{}, Step: &step, ToPay: toPay, Fee: next})
				default:
					list = append(list, Told{Day: day, Event: notify.PaymentReminder{}, Step: &step, ToPay: toPay})
				}
			}
		}
	}
	return list
}

// DepositTimeline lists what a customer is told who has ordered something on a day and does not pay
// its deposit, which is to be paid by another.
func (s Settings) DepositTimeline(ordered, by calendar.Date, deposit money.Paise) (list []Told) {
	missing := depositMissing{amount: deposit, items: []subscription.Secured{{Deposit: deposit, By: by}}, first: by}
	last := ordered.AddDays(1)
	for _, step := range s.Reminders {
		last = calendar.Later(last, by.AddDays(step))
	}
	for day := ordered.AddDays(1); !day.After(last); day = day.AddDays(1) {
		event, step := missing.on(day, s.Reminders)
		switch {
		case day == ordered.AddDays(1):
			list = append(list, Told{Day: day, Event: event, ToPay: deposit}) // on every channel, whatever the step
		case step != nil && !s.isLittle(deposit):
			list = append(list, Told{Day: day, Event: event, Step: step, ToPay: deposit})
		}
	}
	return list
}

// isLittle says that an amount is nothing, or too little to remind anybody of it.
func (s Settings) isLittle(amount money.Paise) bool { return amount < max(1, s.ReminderLeast) }
