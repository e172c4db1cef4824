package settlement

import (
	"slices"
	"testing"

	"rento/internal/calendar"
	"rento/internal/provider"
)

// Every pair of states: a step that the tables do not have is refused.
func TestStateTables(t *testing.T) {
	settlementSteps := []string{"inspecting ready", "inspecting paid", "ready paying", "ready paid", "paying paid", "paying ready", "paid ready"}
	for from := range next {
		for to := range next {
			if got := from.May(to); got != slices.Contains(settlementSteps, string(from)+" "+string(to)) {
				t.Errorf("settlement: %s to %s is %v, want %v", from, to, got, slices.Contains(settlementSteps, string(from)+" "+string(to)))
			}
		}
	}
	payoutSteps := []string{
		"wanted sent", "wanted processed", "wanted failed", "wanted reversed", "sent processed", "sent failed", "sent reversed", "processed reversed", "failed processed",
	}
	for from := range payoutNext {
		for to := range payoutNext {
			if got := from.May(to); got != slices.Contains(payoutSteps, string(from)+" "+string(to)) {
				t.Errorf("payout: %s to %s is %v, want %v", from, to, got, slices.Contains(payoutSteps, string(from)+" "+string(to)))
			}
		}
	}
	payeeSteps := []string{
		"new checking", "new confirmed", "new doubtful", "new refused", "checking confirmed", "checking doubtful", "checking refused",
		"doubtful confirmed", "doubtful refused", "doubtful new",
	}
	for from := range payeeNext {
		for to := range payeeNext {
			if got := from.May(to); got != slices.Contains(payeeSteps, string(from)+" "+string(to)) {
				t.Errorf("payee: %s to %s is %v, want %v", from, to, got, slices.Contains(payeeSteps, string(from)+" "+string(to)))
			}
		}
	}
}

func TestJudged(t *testing.T) {
	for _, c := range []struct {
		v    provider.Validation
		want PayeeState
	}{
		{provider.Validation{State: provider.ValidationPending, NameScore: 100}, PayeeChecking},
		{provider.Validation{State: provider.ValidationFailed, NameScore: 100}, PayeeDoubtful},
		{provider.Validation{State: provider.ValidationInvalid, NameScore: 100}, PayeeRefused},
		{provider.Validation{State: provider.ValidationActive, NameScore: 100}, PayeeConfirmed},
		{provider.Validation{State: provider.ValidationActive, NameScore: 80}, PayeeConfirmed},
		{provider.Validation{State: provider.ValidationActive, NameScore: 79}, PayeeDoubtful},
		{provider.Validation{State: provider.ValidationActive, NameScore: 40}, PayeeDoubtful},
		{provider.Validation{State: provider.ValidationActive, NameScore: 39}, PayeeRefused},
	} {
		if got := judged(c.v); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.v, got, c.want)
		}
	}
}

func TestNextStep(t *testing.T) {
	const now = calendar.Instant(1000)
	ready := func(change func(*plan)) plan {
		p := plan{state: Ready, preference: ToBank, refund: LeastPayout, provided: true, payee: Payee{ID: 7, State: PayeeConfirmed, UsableAt: now}}
		change(&p)
		return p
	}
	for name, c := range map[string]struct {
		plan plan
		want step
	}{
		"pay":               {ready(func(*plan) {}), stepPay},
		"cooling":           {ready(func(p *plan) { p.payee.UsableAt = now + 1 }), stepWait},
		"new":               {ready(func(p *plan) { p.payee.State = PayeeNew }), stepValidate},
		"checking":          {ready(func(p *plan) { p.payee.State = PayeeChecking }), stepQuery},
		"doubtful":          {ready(func(p *plan) { p.payee.State = PayeeDoubtful }), stepNone},
		"refused":           {ready(func(p *plan) { p.payee.State = PayeeRefused }), stepNone},
		"came back":         {ready(func(p *plan) { p.failed = 7 }), stepNone},
		"came back before":  {ready(func(p *plan) { p.failed = 6 }), stepPay},
		"no provider":       {ready(func(p *plan) { p.provided = false }), stepNone},
		"not chosen":        {ready(func(p *plan) { p.preference = 0 }), stepNone},
		"no details":        {ready(func(p *plan) { p.payee = Payee{} }), stepNone},
		"wallet":            {ready(func(p *plan) { p.preference, p.payee, p.provided = ToWallet, Payee{}, false }), stepWallet},
		"contradicted":      {ready(func(p *plan) { p.contradicted = true }), stepNone},
		"less than a rupee": {ready(func(p *plan) { p.refund-- }), stepWallet},
		"inspecting":        {ready(func(p *plan) { p.state = Inspecting }), stepNone},
		"paying":            {ready(func(p *plan) { p.state = Paying }), stepNone},
		"paid":              {ready(func(p *plan) { p.state = Paid }), stepNone},
	} {
		if got := c.plan.next(now); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// REFUND-24: seven working days, without Sundays and holidays.
func TestWorkingDays(t *testing.T) {
	holidays := []calendar.Date{calendar.MustParse("2026-11-09")}
	for _, c := range []struct {
		from string
		days int
		want string
	}{
		{"2026-11-02", 0, "2026-11-02"},
		{"2026-11-02", 1, "2026-11-03"},
		{"2026-11-07", 1, "2026-11-10"}, // over the Sunday and the holiday
		{"2026-11-02", 7, "2026-11-11"},
		{"2026-11-08", 2, "2026-11-11"},
	} {
		if got := WorkingDay(calendar.MustParse(c.from), c.days, holidays); got.String() != c.want {
			t.Errorf("%s and %d: %s, want %s", c.from, c.days, got, c.want)
		}
	}
}
