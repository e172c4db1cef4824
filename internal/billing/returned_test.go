package billing_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/address"
	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// movedTo moves items to a city from a day on.
func movedTo(t *testing.T, w *company.Company, c, cityID int64, on string, items ...int64) {
	t.Helper()
	place := w.Address(c, cityID)
	w.Write(c, func(tx *store.Tx) error {
		to, err := address.Get(t.Context(), tx.Queries, c, place)
		if err != nil {
			return err
		}
		return w.Subscriptions.MoveIn(t.Context(), tx, c, items, to, day(on))
	})
}

// toldOfReturns runs what is due at half past nine on a day, and lists the messages about rent in
// advance that came back, without the greeting.
func toldOfReturns(t *testing.T, w *company.Company, c int64, on string) (told []string) {
	t.Helper()
	w.Clock.Set(calendar.MustParse(on).At(9, 30))
	if _, err := w.Queue.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, m := range w.Mails(c) {
		if strings.Contains(m.Subject, "rent in advance") && m.SentAt > 0 {
			_, said, _ := strings.Cut(m.Body, "\n\n")
			told = append(told, strings.TrimSpace(strings.Split(said, "\n")[0]))
		}
	}
	return told
}

// Two items move to another state while their rent is paid in advance. The run of the night after
// gives the rest back, and one message at nine says how much, for which items and why, where it is and
// under which refund voucher.
func TestWhatComesBackOfRentInAdvanceIsTold(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		w.Queue.Handle("settlement.open", noJob)
		c := w.Customer()
		items := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge).Items
		w.PayAhead(c, 3)
		w.Go("2026-10-20")
		movedTo(t, w, c, company.Pune, "2026-10-16", items[0].ID, items[1].ID)
		w.Clock.Set(day("2026-11-01").At(0, 10))
		w.Bill()
		if diff := cmp.Diff([]string(nil), toldOfReturns(t, w, c, "2026-10-31")); diff != "" {
			t.Errorf("before nine (-want +got):\n%s", diff)
		}
		back := w.Balances(c).OwnMoney()
		want := []string{back.String() + " of the rent that you paid in advance was not used. It is in your Rentomoney and pays what falls due next. " +
			"Rent in advance has ended with the move to another state for: " + items[0].Name + ", " + items[1].Name + ". The refund voucher is KA/26-27/R000001, KA/26-27/R000002."}
		if diff := cmp.Diff(want, toldOfReturns(t, w, c, "2026-11-01")); diff != "" {
			t.Errorf("at nine (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, toldOfReturns(t, w, c, "2026-11-02")); diff != "" {
			t.Errorf("a day later (-want +got):\n%s", diff)
		}
	})
}

// Two items move on one day, at two hours, where rent is billed in advance: what comes back of both is
// one message of the next morning.
func TestWhatComesBackOnOneDayIsOneMessage(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c := inAdvance(t, s)
		w.Go("2026-10-01")
		items := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge).Items
		billedAhead(t, w, c, "2026-10-01")
		w.PayAhead(c, 3)
		w.Go("2026-11-01")
		w.Bill()
		w.Go("2026-11-14")
		for _, item := range items {
			movedTo(t, w, c, company.Pune, "2026-11-14", item.ID)
			billedAhead(t, w, c, "2026-11-14")
		}
		told := toldOfReturns(t, w, c, "2026-11-15")
		if len(told) != 1 || !strings.Contains(told[0], items[0].Name+", "+items[1].Name) {
			t.Errorf("told %q, want one message that names both items", told)
		}
		if ended := coversOf(t, w, c)[0].EndedOn; ended != day("2026-11-14") {
			t.Errorf("the item has ended on %s, want the day of the move", ended)
		}
	})
}

// A lower rent leaves something at the end of the months, which is told with that reason. What a
// settlement gives back is told by the settlement.
func TestWhyRentInAdvanceComesBack(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		w.Queue.Handle("settlement.open", noJob)
		lower, leaver := w.Customer(), w.Customer()
		item := w.Rent(lower, company.Bengaluru, "2026-10-01", company.Sofa).Items[0]
		w.PayAhead(lower, 3)
		w.Write(lower, func(tx *store.Tx) error {
			return tx.SubscriptionTermAdd(t.Context(), db.SubscriptionTermAddParams{
				CustomerID: lower, ItemID: item.ID, FromDate: day("2026-11-01"), RentPaise: money.Rupees(1422), AddressID: item.AddressID, StateCode: "29",
				ExtensionMonths: 3, OldEndDate: day("2027-04-01"),
			})
		})
		left := w.Rent(leaver, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		w.PayAhead(leaver, 3)
		for _, on := range []string{"2026-11-01", "2026-12-01", "2027-01-01"} {
			w.Clock.Set(day(on).At(0, 10))
			w.Bill()
			if on == "2026-11-01" {
				closedOn(t, w, leaver, on, left)
				w.Write(leaver, func(tx *store.Tx) error {
					_, err := w.Billing.ReturnAdvanceIn(t.Context(), tx, leaver, []int64{left}, ledger.RefundPayable)
					return err
				})
			}
		}
		want := []string{"₹178.10 of the rent that you paid in advance was not used. It is in your Rentomoney and pays what falls due next. " +
			"The months are over, and the rent was less than you had paid, for: " + item.Name + ". The refund voucher is KA/26-27/R000002."}
		if diff := cmp.Diff(want, toldOfReturns(t, w, lower, "2027-01-01")); diff != "" {
			t.Errorf("a lower rent (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string(nil), toldOfReturns(t, w, leaver, "2027-01-02")); diff != "" {
			t.Errorf("who left (-want +got):\n%s", diff)
		}
	})
}

// An item that has moved to another state is not paid in advance from that day on, although the money
// goes back with the next invoice. The other one is.
func TestWhatRentInAdvancePaysAfterAMove(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		items := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge).Items
		w.PayAhead(c, 3)
		w.Go("2026-10-20")
		movedTo(t, w, c, company.Pune, "2026-10-16", items[0].ID)
		ahead := func() billing.Ahead {
			t.Helper()
			a, err := w.Billing.AheadOf(t.Context(), s.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		if got := ahead(); got.From != day("2026-10-01") || got.Until != day("2026-12-31") {
			t.Errorf("after the move: paid from %s until %s, want all months, because the other item stays", got.From, got.Until)
		}
		want := []billing.AheadItem{{ID: items[0].ID, Name: items[0].Name, EndedOn: day("2026-10-16")}, {ID: items[1].ID, Name: items[1].Name}}
		if got := ahead().Items; !slices.Equal(got, want) {
			t.Errorf("after the move: %v, want %v", got, want)
		}
		v, _, err := w.Billing.LatestAdvance(t.Context(), s.Queries(), c)
		if err != nil {
			t.Fatal(err)
		}
		if i := v.Items[0]; i.State != advance.Ended || i.EndedOn != day("2026-10-16") {
			t.Errorf("the item is %s on %s, want it ended on the day of its move", i.State, i.EndedOn)
		}
		movedTo(t, w, c, company.Pune, "2026-11-16", items[1].ID)
		if got := ahead(); got.Until != day("2026-12-31") || got.Items[1].EndedOn != day("2026-11-16") {
			t.Errorf("before a move: until %s and %s, want it paid until then", got.Until, got.Items[1].EndedOn)
		}
		w.Go("2026-11-17")
		if got := ahead().Until; !got.IsZero() {
			t.Errorf("paid until %s, want no day, because both items have moved", got)
		}
	})
}
