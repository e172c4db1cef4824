package simulate

import (
	"fmt"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// trade is what the operator of a run has decided. It follows from the seed's
// number and takes no draw, so that runs with the usual settings stay as they
// are.
type trade struct {
	formula subscription.TenureFormula
	timing  billing.Timing
	// newRate is the day on which the rate of furniture changes, none in most runs.
	newRate calendar.Date
	// stopping is the day on which customers stop their mandates, to which they
	// have left their dues until then, none in most runs. It lies around a due day.
	stopping calendar.Date
	// autoDebit says that a gateway for auto debit is connected, atRazorpay that it is Razorpay and not BillDesk.
	autoDebit, atRazorpay bool
	// ahead says that rent may be paid in advance.
	ahead bool
	// transfers says that the first tenant is a business, and that tenants pay by bank transfer.
	transfers bool
	// gateways says that people pay by Paytm and by wallets of Juspay, too.
	gateways bool
	// files says that the gateways' settlement files are entered.
	files bool
	// dear says that something is rented of which one alone is above 15,000 a month, so
	// that auto debit is set up by net banking or not at all.
	dear bool
}

// furniture is the accounting code whose rate changes, and newBP what it is then,
// in hundredths of a percent.
const (
	furniture       = "997323"
	newBP     int64 = 500
)

// tiers is what may be paid in advance, in months and hundredths of a percent off: a
// run is too short for half a year.
var tiers = advance.Tiers{{Months: 1, BasisPoints: 100}, {Months: 2, BasisPoints: 333}, {Months: 3, BasisPoints: 500}}

func tradeOf(seed uint64, first calendar.Date) trade {
	t := trade{formula: subscription.AsBilled, timing: billing.Arrears}
	t.atRazorpay = seed%12 == 7 || seed%12 == 10
	t.autoDebit = seed%3 == 0 || t.atRazorpay // never one of those in which mandates are stopped together
	t.dear = seed%9 == 0 || seed%36 == 31     // some of them
	t.ahead = seed%8 == 3 || seed%33 == 28    // the latter bill rent in advance, too
	t.gateways = seed%4 == 2
	t.files = seed%5 == 4
	t.transfers = seed%7 == 6
	if seed%10 == 8 {
		t.formula = subscription.DailyRent
	}
	if seed%11 == 6 {
		t.timing = billing.Advance
	}
	if seed%13 == 7 {
		t.newRate = first.AddDays(25)
	}
	if seed%12 == 8 {
		t.stopping = first.NextMonth().NextMonth().AddDays(int(seed / 12 % 15))
	}
	return t
}

func (w *world) billingSettings() billing.Settings {
	s := billing.DefaultSettings()
	s.Timing = w.trade.timing
	if w.trade.ahead {
		s.PayAhead = tiers
	}
	if w.bug != nil && w.bug.settings != nil {
		w.bug.settings(&s)
	}
	return s
}

func (w *world) ticketSettings() ticket.Settings {
	s := ticket.DefaultSettings()
	s.RestOfTenure = w.trade.formula
	if w.bug != nil && w.bug.tickets != nil {
		w.bug.tickets(&s)
	}
	return s
}

// saveRates announces the rate that changes on its day.
func (w *world) saveRates(tx *store.Tx) error {
	if w.trade.newRate.IsZero() {
		return nil
	}
	if err := tx.BillingRateEnd(w.ctx, w.trade.newRate, furniture); err != nil {
		return err
	}
	return tx.BillingRatePut(w.ctx, db.BillingRatePutParams{Sac: furniture, FromDate: w.trade.newRate, RateBp: newBP})
}

// gst is the rate of a product on the day of a document, in hundredths of a
// percent: its own, else that of its code on that day.
func (w *world) gst(p product, on calendar.Date) int64 {
	switch {
	case p.ownRate != nil:
		return *p.ownRate
	case p.sac == furniture && !w.trade.newRate.IsZero() && !on.Before(w.trade.newRate):
		return newBP
	}
	return 1800
}

// billedTo is the first day that no invoice must have yet: rent is billed for
// the months that are over, or in advance for those that have begun.
func (w *world) billedTo() calendar.Date {
	month := calendar.Today(w.clock).MonthStart()
	if w.trade.timing == billing.Advance {
		return month.NextMonth()
	}
	return month
}

// agreed is the extension that was agreed last, when on a day its term has not
// begun and, in advance, the month in which it begins has not been billed.
func (w *world) agreed(i *item, day calendar.Date) (last term, ok bool) {
	last = i.terms[len(i.terms)-1]
	begins := last.from
	if w.trade.timing == billing.Advance {
		begins = begins.MonthStart()
	}
	return last, !last.endBefore.IsZero() && begins.After(day)
}

// checkAhead is checkItem for rent that is billed in advance: a line whose days
// changed since is followed by one that bills them anew, from the first day that
// changed but never from the line's own first. What both cost, and what is
// credited, checkDocuments works out.
func (w *world) checkAhead(i *item, lines []line) error {
	next := calendar.Later(i.delivered, i.imported)
	for n, l := range lines {
		if l.from != next {
			return fmt.Errorf("%s to %s is billed, the rules say from %s on", l.from, l.to, next)
		}
		if next = l.to; n+1 < len(lines) {
			next = calendar.Earlier(next, lines[n+1].from)
		}
		if want := w.gst(i.product, l.dated); l.gst != want {
			return fmt.Errorf("%s to %s is taxed at %d, the product at %d on %s", l.from, l.to, l.gst, want, l.dated)
		}
		for day := l.from; day.Before(next) && (i.closed.IsZero() || day.Before(i.closed)); day = day.AddDays(1) {
			if t := i.on(day); (l.rate != t.rent || l.supply != t.supply) && (day != l.from || next != day.AddDays(1)) {
				return fmt.Errorf("%s is billed at %d by %+v, the rules say %d by %+v", day, l.rate, l.supply, t.rent, t.supply)
			}
		}
	}
	if end := w.billedTo(); i.closed.IsZero() && next != end || next.Before(i.closed) {
		return fmt.Errorf("it is billed to %s, not to %s, picked up on %q", next, end, i.closed)
	}
	return nil
}
