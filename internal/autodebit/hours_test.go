package autodebit_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/autodebit"
	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/provider"
	"rento/internal/testkit"
)

// R12: the hours in which each rail submits debits, at their limits. UPI leaves out its busy
// hours, 10 to 13 and from 17 on, and banks take a day's files before nine. The hours are those
// of India, whatever the zone of the given time. A setting replaces them rail by rail.
func TestHoursOfDebits(t *testing.T) {
	set, err := autodebit.ParseHours([]string{"upi:0-10+13-17+22-24", "emandate:7-8"})
	if err != nil {
		t.Fatal(err)
	}
	upi, card, bank, nach := provider.MandateUPI, provider.MandateCard, provider.MandateEMandate, provider.MandateNACH
	for _, c := range []struct {
		at         string
		usual, set []provider.MandateMethod // the rails that take debits at that time
	}{
		{"00:00", nil, []provider.MandateMethod{upi}},
		{"05:59", nil, []provider.MandateMethod{upi}},
		{"06:00", []provider.MandateMethod{upi, card, bank, nach}, []provider.MandateMethod{upi, card, nach}},
		{"07:59", []provider.MandateMethod{upi, card, bank, nach}, []provider.MandateMethod{upi, card, bank, nach}},
		{"08:59", []provider.MandateMethod{upi, card, bank, nach}, []provider.MandateMethod{upi, card, nach}},
		{"09:00", []provider.MandateMethod{upi, card}, []provider.MandateMethod{upi, card}},
		{"09:59", []provider.MandateMethod{upi, card}, []provider.MandateMethod{upi, card}},
		{"10:00", nil, nil},
		{"12:59", nil, nil},
		{"13:00", []provider.MandateMethod{upi, card}, []provider.MandateMethod{upi, card}},
		{"16:59", []provider.MandateMethod{upi, card}, []provider.MandateMethod{upi, card}},
		{"17:00", nil, nil},
		{"21:30", nil, nil},
		{"22:00", nil, []provider.MandateMethod{upi}},
		{"23:59", nil, []provider.MandateMethod{upi}},
	} {
		clock, err := time.ParseInLocation("2006-01-02 15:04", "2026-11-03 "+c.at, calendar.India)
		if err != nil {
			t.Fatal(err)
		}
		for _, rail := range []provider.MandateMethod{upi, card, bank, nach} {
			if got, want := autodebit.Hours(nil).Contain(rail, clock.UTC()), slices.Contains(c.usual, rail); got != want {
				t.Errorf("%s by %s: %v, want %v", c.at, rail, got, want)
			}
			if got, want := set.Contain(rail, clock), slices.Contains(c.set, rail); got != want {
				t.Errorf("%s by %s, as set: %v, want %v", c.at, rail, got, want)
			}
		}
	}
	for _, text := range []string{"upi", "upi:", "upi:6", "upi:10-6", "upi:6-6", "upi:6-25", "upi:-1-6", "upi:6-10+", "upi:six-ten", "cash:6-10", ":6-10"} {
		if _, err := autodebit.ParseHours([]string{text}); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: %v, want it refused by its words", text, err)
		}
	}
	if _, err := autodebit.ParseHours([]string{"upi:6-10", "upi:13-17"}); err == nil {
		t.Error("a rail twice is taken, want it refused")
	}
}

// R12: a debit by net banking that missed its morning is announced again for another morning,
// while one by UPI is submitted the same afternoon. If the new day would be a Sunday, the debit
// moves to the next bank day.
func TestADebitByNetBankingGoesByTheDaysOfBanks(t *testing.T) {
	for _, c := range []struct {
		method    provider.MandateMethod
		wakes     string // when a node runs again; none has run since the evening of the 2nd
		afternoon mandate.DebitState
		on        string
	}{
		{provider.MandateUPI, "2026-11-03", mandate.Succeeded, "2026-11-03"},
		{provider.MandateEMandate, "2026-11-03", mandate.Notified, "2026-11-06"},
		{provider.MandateUPI, "2026-11-06", mandate.Notified, "2026-11-08"},
		{provider.MandateEMandate, "2026-11-06", mandate.Notified, "2026-11-09"},
	} {
		t.Run(string(c.method)+" "+c.wakes, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			w.confirmed(id, c.method)
			w.bill()
			w.hour("2026-11-02", 20)
			w.Clock.Set(calendar.MustParse(c.wakes).At(9, 30))
			if c.method == provider.MandateUPI {
				w.Clock.Set(calendar.MustParse(c.wakes).At(11, 30))
			}
			w.hour(c.wakes, 18)
			if d := w.soleDebit(id); d.State != c.afternoon {
				t.Errorf("that evening: %+v, want it %s", d, c.afternoon)
			}
			w.hour(c.on, 5)
			if d := w.soleDebit(id); d.On != calendar.MustParse(c.on) {
				t.Errorf("on %s: %+v, want it for that day", c.on, d)
			}
			w.hour(c.on, 8)
			w.wantPaid(id)
		})
	}
}
