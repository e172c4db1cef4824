package autodebit_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/subscription"
	"rento/internal/testkit"
)

// The message about a mandate that was removed advises what helps: nothing if no rent is to come, no
// haste while rent is paid in advance, and only a mandate that allows the rent.
func TestWhatIsAdvisedOnceAMandateIsRemoved(t *testing.T) {
	const byHand = "Please pay your rent by hand, or set auto debit up anew in your dashboard: a late fee is charged on what is not paid in time."
	low := func(w *world, c int64) {
		m := w.confirmed(c, provider.MandateCard)
		w.atGateway("/bank", map[string]any{"reference": m.Reference, "amount": "500.00"})
		w.run()
	}
	for name, c := range map[string]struct {
		before func(w *world, c int64)
		want   string // after "Nothing is debited by it.", {other} is the instrument of the card
	}{
		"without another one": {func(*world, int64) {}, byHand},
		"beside one that allows the rent": {
			func(w *world, c int64) { w.confirmed(c, provider.MandateCard) },
			"Your rent is debited again once you choose {other} under Auto Debit in your dashboard. Until then please pay it by hand: a late fee is charged on what is not paid in time.",
		},
		"beside one that does not": {low, "Up to ₹500 may be debited at once by {other}, and your next invoice is ₹1,769. " + byHand},
		"beside one that does not, first, and one that does": {
			func(w *world, c int64) { low(w, c); w.confirmed(c, provider.MandateEMandate) },
			"Your rent is debited again once you choose {emandate} under Auto Debit in your dashboard. Until then please pay it by hand: a late fee is charged on what is not paid in time.",
		},
		"with rent in advance": {
			func(w *world, c int64) { w.confirmed(c, provider.MandateCard); w.PayAhead(c, 3) },
			"Your rent is debited again once you choose {other} under Auto Debit in your dashboard. Your rent is paid in advance: the next invoice that you get to pay is that of 1 February 2027.",
		},
		"when everything is picked up before the next run": {
			func(w *world, c int64) {
				w.confirmed(c, provider.MandateCard)
				items, err := subscription.CurrentItems(w.T.Context(), w.Store.Queries(), c, calendar.Today(w.Clock))
				if err != nil {
					w.T.Fatal(err)
				}
				w.close(c, "2026-10-28", items[0].ID)
			},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			m := w.confirmed(id, provider.MandateUPI)
			w.hour("2026-10-20", 10)
			c.before(w, id)
			want := c.want
			list, err := w.debits.Cards(t.Context(), id, true)
			if err != nil {
				t.Fatal(err)
			}
			for _, other := range list {
				switch other.Method {
				case provider.MandateCard:
					want = strings.ReplaceAll(want, "{other}", other.Instrument())
				case provider.MandateEMandate:
					want = strings.ReplaceAll(want, "{emandate}", other.Instrument())
				}
			}
			if err := w.debits.Cancel(t.Context(), id, w.at.name, m.ID); err != nil {
				t.Fatal(err)
			}
			w.run()
			told := w.left(id, "is removed")
			if len(told) != 1 {
				t.Fatalf("told %q, want one message", told)
			}
			_, got, _ := strings.Cut(told[0], "Nothing is debited by it.")
			got, _, _ = strings.Cut(got, "\n")
			if diff := cmp.Diff(want, strings.TrimSpace(got)); diff != "" {
				t.Errorf("what is advised (-want +got):\n%s", diff)
			}
		})
	}
}

// While the limit of the mandate in use is below the rent, another one that allows it is named.
func TestTheChoiceBesideALimitBelowTheRent(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	id := w.tenant()
	m := w.confirmed(id, provider.MandateUPI)
	other := w.confirmed(id, provider.MandateCard)
	w.atGateway("/bank", map[string]any{"reference": m.Reference, "amount": "500.00"})
	w.run()
	got, err := w.debits.ChoiceFor(t.Context(), w.Store.Queries(), id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(other.Instrument(), got); diff != "" {
		t.Errorf("the one to choose (-want +got):\n%s", diff)
	}
	o, err := w.debits.AlternativesNow(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(next{"2026-11-03", rent}, next{o.Choices[0].On.String(), o.Choices[0].Amount}); diff != "" {
		t.Errorf("what it debits (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(rent, o.Rent); diff != "" {
		t.Errorf("the next rent (-want +got):\n%s", diff)
	}
}
