package subscription_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

var dates = cmpopts.EquateComparable(calendar.Date{})

func (l *lease) takeBack(ctx context.Context, item int64, tenureEnd string) error {
	return l.Subscriptions.TakeBackExtension(ctx, l.customer, item, day(tenureEnd), nil)
}

// longer extends the sofa as offered today, without a key. A second identical call is a repetition.
// After the extension was taken back it is a new intent.
func (l *lease) longer(months int) {
	l.T.Helper()
	wanted := subscription.Extension{ItemID: l.sofa, Months: months, Rent: l.offer(months).Rent, TenureEnd: l.item(l.sofa).TenureEnd}
	for range 2 {
		if err := l.extend(l.T.Context(), wanted); err != nil {
			l.T.Fatal(err)
		}
	}
}

func (l *lease) agreed() []subscription.AgreedExtension {
	l.T.Helper()
	list, err := l.Subscriptions.AgreedExtensions(l.T.Context(), l.Store.Queries(), l.customer)
	if err != nil {
		l.T.Fatal(err)
	}
	return list
}

// subjects are the subjects of the mails after the first n.
func (l *lease) subjects(n int) []string {
	var subjects []string
	for _, mail := range l.Mails(l.customer)[n:] {
		subjects = append(subjects, mail.Subject)
	}
	return subjects
}

// An extension that is taken back leaves nothing behind: the tenure, the rent and the early closure
// charge are as before, and the same extension can be agreed again. Each step sends one message.
func TestAnExtensionIsTakenBack(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		told := len(l.Mails(l.customer))
		item, terms := l.item(l.sofa), l.terms(l.sofa)
		for range 2 {
			l.longer(6)
			want := subscription.AgreedExtension{
				ItemID: l.sofa, Name: item.Name, From: day("2027-01-16"), Until: day("2027-07-16"), Rent: money.Rupees(1424), Leaving: 224850,
				RentBefore: money.Rupees(1499), EndBefore: day("2027-01-16"), LastDay: day("2027-01-15"),
			}
			if diff := cmp.Diff([]subscription.AgreedExtension{want}, l.agreed(), dates); diff != "" {
				t.Errorf("agreed (-want +got):\n%s", diff)
			}
			if err := l.takeBack(t.Context(), l.sofa, "2027-07-16"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(item, l.item(l.sofa), dates); diff != "" {
				t.Errorf("the item (-before +after):\n%s", diff)
			}
			if diff := cmp.Diff(terms, l.terms(l.sofa), dates); diff != "" {
				t.Errorf("its terms (-before +after):\n%s", diff)
			}
			if list := l.agreed(); len(list) != 0 {
				t.Errorf("still agreed: %+v; want len(list) = 0", list)
			}
			if err := l.takeBack(t.Context(), l.sofa, "2027-07-16"); !fault.Is(err, 422) {
				t.Errorf("once more: %v, want 422", err)
			}
		}
		extended, back := item.Name+" stays with you until 16 July 2027", "The extension of "+item.Name+" is taken back"
		if diff := cmp.Diff([]string{extended, back, extended, back}, l.subjects(told)); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		mails := l.Mails(l.customer)
		if body := mails[len(mails)-1].Body; !strings.Contains(body, "the tenure ends on 16 January 2027 as before, and the rent stays ₹1,499 a month plus GST") {
			t.Errorf("told: %s, want %q in it", body, "the tenure ends on 16 January 2027 as before, and the rent stays ₹1,499 a month plus GST")
		}
		// From the end of the old tenure on, leaving costs nothing and the rent continues.
		quote, err := l.Tickets.QuoteClosure(t.Context(), l.customer, []int64{l.sofa}, day("2027-01-16"))
		if err != nil || quote.Items[0].Early.Charge != 0 {
			t.Errorf("leaving at the end: %+v, %v; want quote.Items[0].Early.Charge = 0", quote, err)
		}
		l.Go("2027-02-01")
		l.Bill()
		if january := l.Invoices(l.customer)[0]; january.Taxable != 149900+89900 {
			t.Errorf("January: %v, want %v", january.Taxable, 149900+89900)
		}
	})
}

// Of two extensions the last is taken back first. Repeating the call with the same key takes back
// only one, although the tenure then ends where the other extension ends.
func TestTheLastExtensionIsTakenBackFirst(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		l.longer(3)
		l.longer(6)
		agreed := l.agreed()
		if len(agreed) != 2 || agreed[0].Until != day("2027-04-16") || !agreed[0].LastDay.IsZero() || agreed[1].LastDay != day("2027-04-15") {
			t.Fatalf("agreed %+v; want len(agreed) = 2, agreed[0].Until = %v, agreed[0].LastDay.IsZero(), agreed[1].LastDay = %v", agreed, day("2027-04-16"), day("2027-04-15"))
		}
		ctx := idempotency.WithKey(t.Context(), "press-1")
		for range 2 {
			if err := l.takeBack(ctx, l.sofa, "2027-10-16"); err != nil {
				t.Fatal(err)
			}
		}
		agreed = l.agreed()
		if item := l.item(l.sofa); item.TenureEnd != day("2027-04-16") || item.TenureMonths != 9 || len(agreed) != 1 || agreed[0].LastDay != day("2027-01-15") {
			t.Fatalf("got %+v, agreed %+v; want item.TenureEnd = %v, item.TenureMonths = 9, len(agreed) = 1, agreed[0].LastDay = %v", item, agreed, day("2027-04-16"), day("2027-01-15"))
		}
		if err := l.takeBack(t.Context(), l.sofa, "2027-04-16"); err != nil || l.item(l.sofa).TenureMonths != 6 {
			t.Fatalf("the first: %v, want 6", err)
		}
	})
}

// The maximum cost of leaving follows the highest rent that still holds, everywhere it is shown.
// After the second of two extensions is taken back, the first one remains as agreed.
func TestTwoExtensionsAndTheRentOfToday(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		const most = 224850 // one and a half of the 1,499 that holds until January
		l.longer(6)
		offer := l.offer(6)
		if offer.Leaving != most {
			t.Errorf("offered at %v, leaving costs up to %v, want %v", offer.Rent, offer.Leaving, most)
		}
		// Another extension is compared with the rent of the first one, not with today's rent.
		if now := l.item(l.sofa).Rent; offer.RentBefore != 142400 || now != 149900 {
			t.Errorf("before the offer %v, now %v, want 142400 and 149900", offer.RentBefore, now)
		}
		l.longer(6)
		agreed := l.agreed()
		if len(agreed) != 2 || agreed[0].Leaving != most || agreed[1].Leaving != most {
			t.Fatalf("agreed %+v; want len(agreed) = 2, agreed[0].Leaving = %v, agreed[1].Leaving = %v", agreed, most, most)
		}
		if first, second := agreed[0], agreed[1]; !first.RentBeforeFrom.IsZero() || second.RentBeforeFrom != first.From || second.RentBefore != first.Rent {
			t.Errorf("before the first %v from %v, before the second %v from %v, want %v and %v", first.RentBefore, first.RentBeforeFrom, second.RentBefore, second.RentBeforeFrom, first.From, first.Rent)
		}
		quote, err := l.Tickets.QuoteClosure(t.Context(), l.customer, []int64{l.sofa}, day("2026-11-24"))
		if err != nil || quote.Items[0].Early.Charge != most {
			t.Errorf("leaving now: %+v, %v; want quote.Items[0].Early.Charge = %v", quote, err, most)
		}
		told := len(l.Mails(l.customer))
		if err := l.takeBack(t.Context(), l.sofa, "2028-01-16"); err != nil {
			t.Fatal(err)
		}
		want := "the tenure ends on 16 July 2027 as before, and the rent is ₹1,424 a month plus GST from 16 January 2027."
		if mails := l.Mails(l.customer)[told:]; len(mails) != 1 || !strings.Contains(mails[0].Body, want) {
			t.Errorf("told %+v, want %q", mails, want)
		}
		// The old rent no longer counts once the term of the first extension has begun.
		l.Go("2027-01-20")
		l.longer(6)
		if agreed := l.agreed(); agreed[0].Leaving != 213600 || !agreed[0].RentBeforeFrom.IsZero() {
			t.Errorf("agreed %+v; want agreed[0].Leaving = 213600, agreed[0].RentBeforeFrom.IsZero()", agreed)
		}
	})
}

// A tenure that had ended before it was extended has ended again.
func TestAnExtensionOfWhatWasOverIsTakenBack(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		l.Go("2027-02-20")
		l.longer(3)
		if err := l.takeBack(t.Context(), l.sofa, "2027-05-21"); err != nil {
			t.Fatal(err)
		}
		if item := l.item(l.sofa); item.TenureEnd != day("2027-01-16") || len(l.terms(l.sofa)) != 1 {
			t.Fatalf("got %+v; want item.TenureEnd = %v, len(l.terms(l.sofa)) = 1", item, day("2027-01-16"))
		}
	})
}

func TestAnExtensionIsNotTakenBack(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		theirs := l.Rent(l.Customer(), company.Bengaluru, "2026-12-01", company.Sofa).Items[0].ID
		l.longer(3)
		for name, c := range map[string]struct {
			item   int64
			end    string
			status int
		}{
			"another's item": {theirs, "2027-07-16", 404},
			"never extended": {l.fridge, "2027-01-16", 409},
			"another end":    {l.sofa, "2027-07-16", 422},
		} {
			if err := l.takeBack(t.Context(), c.item, c.end); !fault.Is(err, c.status) {
				t.Errorf("%s: %v, want %d", name, err, c.status)
			}
		}
		l.Go("2027-01-16")
		if err := l.takeBack(t.Context(), l.sofa, "2027-04-16"); !fault.Is(err, 409) || l.item(l.sofa).TenureEnd != day("2027-04-16") {
			t.Errorf("on its first day: %v, want 409", err)
		}
	})
}

// With rent in advance, the run of the month in which an extension begins bills it. So it can be
// taken back only before that month, and the offer says so.
func TestAnExtensionThatIsBilledInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		l := &lease{Company: company.New(t, s, "2026-07-16")}
		settings := billing.DefaultSettings()
		settings.Timing = billing.Advance
		l.Wire(settings)
		l.customer = l.Customer()
		l.sofa = l.Rent(l.customer, company.Bengaluru, "2026-07-16", company.Sofa).Items[0].ID
		l.Go("2026-12-20")
		l.Bill()
		if last := l.offer(3).LastDay; last != day("2026-12-31") {
			t.Errorf("the last day is %s, want %v", last, day("2026-12-31"))
		}
		l.longer(3)
		l.Go("2027-01-01")
		l.Bill()
		if err := l.takeBack(t.Context(), l.sofa, "2027-04-16"); !fault.Is(err, 409) {
			t.Errorf("after it was billed: %v, want 409", err)
		}
		l.Go("2027-04-20")
		if last := l.offer(3).LastDay; last != (calendar.Date{}) {
			t.Errorf("within the month: %s", last)
		}
	})
}
