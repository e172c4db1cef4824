package subscription_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit/company"
)

// move moves the sofa to an address from a day on.
func (l *lease) move(to int64, from string) {
	l.T.Helper()
	l.Write(l.customer, func(tx *store.Tx) error {
		place, err := address.Get(l.T.Context(), tx.Queries, l.customer, to)
		if err != nil {
			return err
		}
		return l.Subscriptions.MoveIn(l.T.Context(), tx, l.customer, []int64{l.sofa}, place, day(from))
	})
}

// An extension starts on 16 January and the sofa moves too. Whichever is agreed first, both hold,
// and each can be taken back without the other.
func TestAnExtensionAndAMoveLeaveEachOther(t *testing.T) {
	for _, from := range []string{"2027-01-10", "2027-01-16", "2027-01-20"} {
		for _, first := range []string{"extension", "move"} {
			t.Run(first+" first, moved on "+from, func(t *testing.T) {
				onEachLease(t, func(t *testing.T, l *lease) {
					home, pune := l.item(l.sofa).AddressID, l.Address(l.customer, company.Pune)
					old, offered := money.Rupees(1499), money.Rupees(1424)
					if first == "extension" {
						l.longer(6)
						l.move(pune, from)
					} else {
						l.move(pune, from)
						l.longer(6)
					}
					check := func(step string, later money.Paise, to int64) {
						t.Helper()
						for _, on := range []string{"2027-01-09", "2027-01-10", "2027-01-15", "2027-01-16", "2027-01-19", "2027-01-20", "2027-03-01"} {
							rent, place := old, home
							if !day(on).Before(day("2027-01-16")) {
								rent = later
							}
							if !day(on).Before(day(from)) {
								place = to
							}
							if at := subscription.Charge(l.terms(l.sofa), day(on), day(on).AddDays(1))[0]; at.Rent != rent || at.AddressID != place {
								t.Errorf("%s, on %s: %v at %d, want %v at %d", step, on, at.Rent, at.AddressID, rent, place)
							}
						}
					}
					check("both", offered, pune)
					agreed := subscription.AgreedExtension{
						ItemID: l.sofa, Name: l.item(l.sofa).Name, From: day("2027-01-16"), Until: day("2027-07-16"), Rent: offered, Leaving: 224850,
						RentBefore: old, EndBefore: day("2027-01-16"), LastDay: day("2027-01-15"),
					}
					if diff := cmp.Diff([]subscription.AgreedExtension{agreed}, l.agreed(), dates); diff != "" {
						t.Errorf("agreed (-want +got):\n%s", diff)
					}
					// The move is taken back, and the extension stays.
					l.move(home, from)
					check("the move is taken back", offered, home)
					if diff := cmp.Diff([]subscription.AgreedExtension{agreed}, l.agreed(), dates); diff != "" {
						t.Errorf("agreed (-want +got):\n%s", diff)
					}
					// The sofa moves again, and the extension is taken back.
					l.move(pune, from)
					if err := l.takeBack(t.Context(), l.sofa, "2027-07-16"); err != nil {
						t.Fatal(err)
					}
					check("the extension is taken back", old, pune)
					if item, agreed := l.item(l.sofa), l.agreed(); item.TenureEnd != day("2027-01-16") || item.TenureMonths != 6 || len(agreed) != 0 {
						t.Errorf("got %+v, agreed %+v; want item.TenureEnd = 2027-01-16, item.TenureMonths = 6, len(agreed) = 0", item, agreed)
					}
					// The extension is agreed once more.
					l.longer(6)
					check("extended again", offered, pune)
				})
			})
		}
	}
}
