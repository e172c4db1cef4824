package mandate_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// billed returns a customer whose active mandate has the debit for the invoice of 1 November
// planned.
func billed(t *testing.T, s *store.Store) (w *company.Company, customerID int64, m mandate.Mandate, debitID int64) {
	t.Helper()
	w = company.New(t, s, "2026-10-01")
	customerID = w.Customer()
	w.Rent(customerID, company.Bengaluru, "2026-10-01", company.Sofa)
	m = record(t, w, customerID, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
	w.Go("2026-11-01")
	w.Bill()
	return w, customerID, m, debits(t, w, customerID)[0].ID
}

// acts lists the mandate actions in a customer's audit log with their reasons, oldest first.
func acts(t *testing.T, w *company.Company, customerID int64) (list []string) {
	t.Helper()
	rows, err := w.Store.Queries().AuditOf(t.Context(), customerID)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if len(r.Action) > 7 && r.Action[:7] == "mandate" {
			list = append(list, r.Action+" "+r.Reason)
		}
	}
	return list
}

// A legal step is stored and written into the audit log in one transaction. An illegal step
// changes nothing and leaves no entry.
func TestMove(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, m, debit := billed(t, s)
		before := acts(t, w, c)
		want := []string{"mandate_initiated ", "mandate_confirmed ", "mandate_activated ", "mandate_debit_scheduled "}
		if diff := cmp.Diff(want, before); diff != "" {
			t.Fatalf("audit (-want +got):\n%s", diff)
		}
		for name, step := range map[string]func(tx *store.Tx) error{
			"back to initiated": func(tx *store.Tx) error {
				_, err := w.Mandates.Move(t.Context(), tx, c, m.ID, mandate.Initiated)
				return err
			},
			"debit without a notice": func(tx *store.Tx) error {
				return w.Mandates.MoveDebit(t.Context(), tx, c, debit, mandate.Submitted, mandate.NotSkipped)
			},
			"skipped without a reason": func(tx *store.Tx) error {
				return w.Mandates.MoveDebit(t.Context(), tx, c, debit, mandate.Skipped, mandate.NotSkipped)
			},
			"a reason without being skipped": func(tx *store.Tx) error {
				return w.Mandates.MoveDebit(t.Context(), tx, c, debit, mandate.Notified, mandate.Declined)
			},
		} {
			if err := s.Write(t.Context(), c, step); !errors.Is(err, mandate.ErrIllegal) {
				t.Errorf("%s: got %v, want %v", name, err, mandate.ErrIllegal)
			}
		}
		if diff := cmp.Diff(before, acts(t, w, c)); diff != "" {
			t.Errorf("a refused step is in the audit log (-want +got):\n%s", diff)
		}
		w.Write(c, func(tx *store.Tx) error {
			return w.Mandates.MoveDebit(t.Context(), tx, c, debit, mandate.Skipped, mandate.Declined)
		})
		if d := debits(t, w, c)[0]; d.State != "skipped" || d.SkippedFor != "declined" {
			t.Errorf("got %s %s, want skipped declined", d.State, d.SkippedFor)
		}
		if diff := cmp.Diff(append(before, "mandate_debit_skipped declined"), acts(t, w, c)); diff != "" {
			t.Errorf("audit (-want +got):\n%s", diff)
		}
	})
}

// When a mandate stops debiting, its planned debit is skipped. Only a paused mandate stays
// active.
func TestPlannedDebitsGoWithTheirMandate(t *testing.T) {
	for _, to := range []mandate.State{mandate.Paused, mandate.Cancelling, mandate.Cancelled, mandate.Expired} {
		t.Run(string(to), func(t *testing.T) {
			s := testkit.Open(t)
			w, c, m, _ := billed(t, s)
			w.Write(c, func(tx *store.Tx) (err error) {
				m, err = w.Mandates.Move(t.Context(), tx, c, m.ID, to)
				return err
			})
			if d := debits(t, w, c)[0]; d.SkippedFor != string(mandate.Inactive) {
				t.Errorf("debit: skipped for %q, want %q", d.SkippedFor, mandate.Inactive)
			}
			if want := to == mandate.Paused; m.Active != want {
				t.Errorf("active: got %t, want %t", m.Active, want)
			}
			if active, err := mandate.HasActive(t.Context(), s.Queries(), c); err != nil || active != m.Active {
				t.Errorf("has an active one: got %v, want %v, %v", active, m.Active, err)
			}
		})
	}
}

// A debit that the gateway may have keeps its state when its mandate is withdrawn.
func TestADebitUnderWayOutlivesItsMandate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, m, debit := billed(t, s)
		w.Write(c, func(tx *store.Tx) error {
			for _, to := range []mandate.DebitState{mandate.Notified, mandate.Unknown} {
				if err := w.Mandates.MoveDebit(t.Context(), tx, c, debit, to, mandate.NotSkipped); err != nil {
					return err
				}
			}
			_, err := w.Mandates.Move(t.Context(), tx, c, m.ID, mandate.Cancelling)
			return err
		})
		if d := debits(t, w, c)[0]; d.State != string(mandate.Unknown) {
			t.Errorf("a debit that the gateway may have: got %s, want unknown", d.State)
		}
	})
}

// Another mandate replaces the active one and takes over its planned debit. A mandate that is not
// confirmed cannot be activated.
func TestActivate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, first, _ := billed(t, s)
		second := record(t, w, c, mandate.Mandate{Gateway: "billdesk", Method: "nach", Max: money.Rupees(5000)})
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Mandates.Activate(t.Context(), tx, c, second.ID)
			return err
		})
		if diff := cmp.Diff([]shown{{second.ID, true, ""}, {first.ID, false, ""}}, listed(t, w, c)); diff != "" {
			t.Errorf("mandates (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"skipped mandate_inactive", "scheduled "}, planned(t, w, c)); diff != "" {
			t.Errorf("the debits of both (-want +got):\n%s", diff)
		}
		if newest := debits(t, w, c)[0]; newest.MandateID != second.ID {
			t.Errorf("the newest debit is by mandate %d, want %d", newest.MandateID, second.ID)
		}
		err := s.Write(t.Context(), c, func(tx *store.Tx) error {
			begun, err := w.Mandates.Register(t.Context(), tx, c, mandate.Mandate{Gateway: "razorpay", Method: "card", Max: money.Rupees(5000)})
			if err != nil {
				return err
			}
			_, err = w.Mandates.Activate(t.Context(), tx, c, begun.ID)
			return err
		})
		if !errors.Is(err, mandate.ErrIllegal) {
			t.Errorf("an initiated mandate: got %v, want %v", err, mandate.ErrIllegal)
		}
	})
}

// When another mandate becomes active, a planned debit moves to it, for its old day or the first day
// that leaves time for a notice. If that is after the due day, or the other mandate does not allow
// it, it stays with the former one. A debit that was skipped with its mandate is planned again when
// that is back, unless the invoice is paid or the customer objected to the debit in its place.
func TestADroppedDebitIsTakenUp(t *testing.T) {
	const first, second, firstAgain = "the first one", "another one", "the first one again"
	for _, c := range []struct {
		name  string
		day   string // the day of the change
		max   money.Paise
		paid  bool
		steps []string
		want  []string // the newest debit
	}{
		{"at once", "2026-11-01", money.Rupees(5000), false, []string{second}, []string{"scheduled ", "2026-11-03"}},
		{"by the due day", "2026-11-08", money.Rupees(5000), false, []string{second}, []string{"scheduled ", "2026-11-10"}},
		{"too late for the due day", "2026-11-09", money.Rupees(5000), false, []string{second}, []string{"scheduled ", "2026-11-03"}},
		{"there and back", "2026-11-02", money.Rupees(5000), false, []string{second, firstAgain}, []string{"scheduled ", "2026-11-04"}},
		{"paused and resumed", "2026-11-20", money.Rupees(5000), false, []string{"pause", "resume"}, []string{"scheduled ", "2026-11-22"}},
		{"no day left", "2026-11-29", money.Rupees(5000), false, []string{"pause", second}, []string{"skipped mandate_inactive", "2026-11-03"}},
		{"too late, and the former one ends", "2026-11-09", money.Rupees(5000), false, []string{second, "pause"}, []string{"scheduled ", "2026-11-11"}},
		{"not allowed", "2026-11-01", money.Rupees(1000), false, []string{second}, []string{"scheduled ", "2026-11-03"}},
		{"not allowed, and the former one ends", "2026-11-01", money.Rupees(1000), false, []string{second, "pause"}, []string{"skipped not_allowed", "2026-11-03"}},
		{"paid meanwhile", "2026-11-05", money.Rupees(5000), true, []string{"pause", "pay", "resume"}, []string{"skipped mandate_inactive", "2026-11-03"}},
		{"objected to", "2026-11-02", money.Rupees(5000), false, []string{second, "decline", firstAgain}, []string{"skipped declined", "2026-11-04"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := testkit.Open(t)
			w, id, m, _ := billed(t, s)
			other := record(t, w, id, mandate.Mandate{Gateway: "billdesk", Method: "upi", Max: c.max})
			w.Go(c.day)
			for _, step := range c.steps {
				if step == "pay" {
					w.Pay(id, "by hand", money.Rupees(1769))
					continue
				}
				w.Write(id, func(tx *store.Tx) (err error) {
					switch step {
					case second:
						_, err = w.Mandates.Activate(t.Context(), tx, id, other.ID)
					case firstAgain:
						_, err = w.Mandates.Activate(t.Context(), tx, id, m.ID)
					case "pause":
						_, err = w.Mandates.Move(t.Context(), tx, id, m.ID, mandate.Paused)
					case "resume":
						_, err = w.Mandates.Move(t.Context(), tx, id, m.ID, mandate.Confirmed)
					case "decline":
						err = w.Mandates.MoveDebit(t.Context(), tx, id, debits(t, w, id)[0].ID, mandate.Skipped, mandate.Declined)
					}
					return err
				})
			}
			newest := debits(t, w, id)[0]
			if diff := cmp.Diff(c.want, []string{newest.State + " " + newest.SkippedFor, newest.DebitOn.String()}); diff != "" {
				t.Errorf("the newest debit (-want +got):\n%s", diff)
			}
		})
	}
}

// R6.5: a customer who changes the mandate before the due day has no late fee for it. What becomes of
// the debit decides, whichever mandate makes it.
func TestLateFeesAfterADebitWasTakenUp(t *testing.T) {
	for _, c := range []struct {
		name string
		day  string // the day of the change
		end  mandate.DebitState
		on   string // the day of the end
		fee  money.Paise
	}{
		{"under way", "2026-11-09", mandate.Notified, "2026-11-09", 0},
		{"failed after the due day", "2026-11-09", mandate.Failed, "2026-11-11", 0},
		{"failed in time", "2026-11-02", mandate.Failed, "2026-11-04", money.Rupees(35)},
		{"objected to", "2026-11-09", mandate.Skipped, "2026-11-09", money.Rupees(35)},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w, id, _, _ := billed(t, s)
				other := record(t, w, id, mandate.Mandate{Gateway: "billdesk", Method: "upi", Max: money.Rupees(5000)})
				w.Go(c.day)
				w.Write(id, func(tx *store.Tx) error {
					_, err := w.Mandates.Activate(t.Context(), tx, id, other.ID)
					return err
				})
				w.Go(c.on)
				steps := map[mandate.DebitState][]mandate.DebitState{
					mandate.Notified: {mandate.Notified}, mandate.Failed: {mandate.Notified, mandate.Unknown, mandate.Failed}, mandate.Skipped: {mandate.Skipped},
				}[c.end]
				for _, to := range steps {
					why := mandate.NotSkipped
					if to == mandate.Skipped {
						why = mandate.Declined
					}
					w.Write(id, func(tx *store.Tx) error {
						return w.Mandates.MoveDebit(t.Context(), tx, id, debits(t, w, id)[0].ID, to, why)
					})
				}
				w.Go("2026-11-12")
				if err := w.Billing.AssessLateFees(t.Context()); err != nil {
					t.Fatal(err)
				}
				if got := w.Balances(id).LateFeesDue(); got != c.fee {
					t.Errorf("a late fee of %v, want %v", got, c.fee)
				}
			})
		})
	}
}

// An invoice raised while the mandate is paused is debited once the mandate is resumed.
func TestAnInvoiceWhileTheMandateRests(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		m := record(t, w, c, mandate.Mandate{Gateway: "razorpay", Method: "upi", Active: true, Max: money.Rupees(5000)})
		to := func(state mandate.State) {
			w.Write(c, func(tx *store.Tx) error {
				_, err := w.Mandates.Move(t.Context(), tx, c, m.ID, state)
				return err
			})
		}
		to(mandate.Paused)
		w.Go("2026-11-01")
		w.Bill()
		w.Go("2026-11-05")
		to(mandate.Confirmed)
		if diff := cmp.Diff([]string{"skipped mandate_inactive", "scheduled "}, planned(t, w, c)); diff != "" {
			t.Errorf("debits (-want +got):\n%s", diff)
		}
		if on := debits(t, w, c)[0].DebitOn.String(); on != "2026-11-07" {
			t.Errorf("the newest debit is on %s, want 2026-11-07", on)
		}
	})
}
