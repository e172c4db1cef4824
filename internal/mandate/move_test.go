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

// billed is a customer whose active mandate has the debit of November planned.
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

// acts are the mandate's actions in a customer's audit log, oldest first, with
// their reasons.
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

// A step that the table has is stored and recorded in one transaction; one that
// it does not have changes nothing and records nothing.
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

// A mandate that stops debiting takes its planned debit along; only a pause
// leaves it the customer's choice.
func TestPlannedDebitsGoWithTheirMandate(t *testing.T) {
	for _, to := range []mandate.State{mandate.Paused, mandate.Cancelling, mandate.Cancelled, mandate.Expired} {
		t.Run(string(to), func(t *testing.T) {
			s := testkit.Open(t)
			w, c, m, _ := billed(t, s)
			w.Write(c, func(tx *store.Tx) (err error) {
				m, err = w.Mandates.Move(t.Context(), tx, c, m.ID, to)
				return err
			})
			if d := debits(t, w, c)[0]; d.SkippedFor != string(mandate.Inactive) || m.Active != (to == mandate.Paused) {
				t.Errorf("debit %s %q, active %v, want %v", d.State, d.SkippedFor, m.Active, string(mandate.Inactive))
			}
			if active, err := mandate.HasActive(t.Context(), s.Queries(), c); err != nil || active != m.Active {
				t.Errorf("has an active one: got %v, want %v, %v", active, m.Active, err)
			}
		})
	}
}

// A debit that the gateway may have stays what it is when its mandate goes.
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

// Another mandate takes the place of the active one, with whose month it has
// nothing to do; one that is not confirmed cannot.
func TestActivate(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w, c, first, _ := billed(t, s)
		second := record(t, w, c, mandate.Mandate{Gateway: "billdesk", Method: "nach", Max: money.Rupees(5000)})
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Mandates.Activate(t.Context(), tx, c, second.ID)
			return err
		})
		list, err := mandate.List(t.Context(), s.Queries(), c)
		if err != nil || len(list) != 2 || list[0].ID != second.ID || !list[0].Active || list[1].ID != first.ID || list[1].Active {
			t.Errorf("got %+v, %v; want len(list) = 2, list[0].ID = %v, list[0].Active, list[1].ID = %v, not list[1].Active", list, err, second.ID, first.ID)
		}
		if d := debits(t, w, c)[0]; d.SkippedFor != string(mandate.Inactive) {
			t.Errorf("the planned debit of the one before: got %s %q, want %v", d.State, d.SkippedFor, string(mandate.Inactive))
		}
		err = s.Write(t.Context(), c, func(tx *store.Tx) error {
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
