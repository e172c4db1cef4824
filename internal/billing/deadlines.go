package billing

import (
	"context"
	"maps"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store/db"
)

// DueDay is the open amount, in paise, of the invoices that fall due on a day. Overdue says that
// the day has passed.
type DueDay struct {
	Day     calendar.Date
	Amount  money.Paise
	Overdue bool
}

// Deadlines are the days by which the open invoices are to be paid, earliest first. An early
// closure charge, and an invoice whose debit failed on its due day or later, are not late before
// their grace days are over. FromWallet is what the wallet will pay by itself, in paise, on
// WalletOn, the next day on which it pays anything (docs/rules.md R6). Both are zero if it pays
// nothing. Late fees have no due day. NextFee is the next late fee on the open invoices while one of
// them is overdue, if nothing is paid.
type Deadlines struct {
	Days       []DueDay
	FromWallet money.Paise
	WalletOn   calendar.Date
	NextFee    LateFee
}

// Deadlines computes by when the customer must pay. It needs a further read only if there can be
// grace days: the customer has an open early closure charge, or a due day is near, which a mistake of ours
// or a late debit may put off.
func (r LateFeeRule) Deadlines(ctx context.Context, q *db.Queries, customerID int64, s AccountSummary, today calendar.Date) (Deadlines, error) {
	var d Deadlines
	days := s.days
	isNear := func(day calendar.Date) bool { return !day.After(today.AddDays(debitGrace)) }
	if s.Due.Exit > 0 || slices.ContainsFunc(slices.Collect(maps.Keys(days)), isNear) {
		invoices, late, err := r.openInvoices(ctx, q, customerID, today)
		if err != nil {
			return Deadlines{}, err
		}
		days = map[calendar.Date]money.Paise{}
		for _, i := range invoices {
			days[late[i.ID]] = money.Sum(days[late[i.ID]], i.Open())
		}
		if slices.ContainsFunc(invoices, func(i Invoice) bool { return late[i.ID].Before(today) }) {
			if d.NextFee, err = r.NextFee(ctx, q, invoices, today, 0); err != nil {
				return Deadlines{}, err
			}
		}
	}
	d.FromWallet, d.WalletOn = fromWallet(s.Balances.WalletCredit(), days, today)
	for _, day := range inOrder(days) {
		d.Days = append(d.Days, DueDay{Day: day, Amount: days[day], Overdue: day.Before(today)})
	}
	return d, nil
}

func inOrder(days map[calendar.Date]money.Paise) []calendar.Date {
	return slices.SortedFunc(maps.Keys(days), func(a, b calendar.Date) int { return a.Sub(b) })
}

// fromWallet is how much a wallet with the given credit pays next, in paise, and on which day. days
// are the open amounts by due day. The wallet pays at the beginning of each day what is due by
// then. So what is due today already is paid tomorrow.
func fromWallet(credit money.Paise, days map[calendar.Date]money.Paise, today calendar.Date) (amount money.Paise, on calendar.Date) {
	if credit <= 0 || len(days) == 0 {
		return 0, calendar.Date{}
	}
	on = calendar.Later(inOrder(days)[0], today.AddDays(1))
	for day, open := range days {
		if !day.After(on) {
			amount = money.Sum(amount, open)
		}
	}
	return min(amount, credit), on
}
