package subscription_test

import (
	"testing"

	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
)

// R14: from the hand-over day on, the receiver pays what the first owner would have paid, even if
// an extension began after the transfer was agreed. A planned move of the first owner does not
// apply to the receiver.
func TestWhoTakesOverPaysTheRentOfTheDay(t *testing.T) {
	onEachLease(t, func(t *testing.T, l *lease) {
		offer := l.offer(6)
		if err := l.extend(t.Context(), subscription.Extension{ItemID: l.sofa, Months: 6, Rent: offer.Rent}); err != nil {
			t.Fatal(err)
		}
		receiver := l.Customer()
		home := l.Rent(receiver, company.Bengaluru, "2026-12-20", company.TV).Address.ID
		var taken []subscription.HandedOver
		write := func(customer int64, do func(tx *store.Tx) error) {
			t.Helper()
			if err := l.Store.Write(t.Context(), customer, do); err != nil {
				t.Fatal(err)
			}
		}
		before := l.item(l.sofa)
		l.move(l.Address(l.customer, company.Bengaluru), "2027-01-25")
		write(receiver, func(tx *store.Tx) (err error) {
			taken, err = l.Subscriptions.ReserveIn(t.Context(), tx, []subscription.Item{before}, receiver, home)
			return err
		})
		l.Go("2027-01-20")
		on := calendar.MustParse("2027-01-20")
		write(l.customer, func(tx *store.Tx) error {
			return l.Subscriptions.HandOverIn(t.Context(), tx, l.customer, receiver, taken, on)
		})
		terms, err := subscription.TermsOf(t.Context(), l.Store.Queries(), receiver, []int64{taken[0].ReceiverItemID})
		if err != nil {
			t.Fatal(err)
		}
		got := terms[taken[0].ReceiverItemID]
		if before.Rent == offer.Rent || len(got) != 1 || got[0].From != on || got[0].Rent != offer.Rent || got[0].AddressID != home {
			t.Errorf("got %+v, agreed were %v from %s; want before.Rent other than %v, len(got) = 1, got[0].From = %v, got[0].Rent = %v, got[0].AddressID = %v", got, offer.Rent, offer.From, offer.Rent, on, offer.Rent, home)
		}
	})
}
