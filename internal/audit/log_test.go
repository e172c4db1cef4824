package audit_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

func TestAnEntryExistsOnlyWithItsEffect(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		log := audit.New(ident.NewSource(clock, 0), clock)
		ctx := audit.WithRequest(audit.WithActor(t.Context(), audit.Agent("ravi")), "request-1", "203.0.113.77")
		write := func(action string, outcome error) error {
			return s.WriteCompany(ctx, func(tx *store.Tx) error {
				return errors.Join(log.Record(ctx, tx, audit.Entry{CustomerID: 7, Action: action, Object: "item/3", Reason: "by phone"}), outcome)
			})
		}
		failure := errors.New("the effect did not happen")
		if err := write("item_extended", failure); !errors.Is(err, failure) {
			t.Fatal(err)
		}
		if err := write("item_extended", nil); err != nil {
			t.Fatal(err)
		}
		got, err := s.Queries().AuditOf(t.Context(), 7)
		if err != nil || len(got) != 1 {
			t.Fatalf("entries %+v, %v, want one", got, err)
		}
		want := []db.AuditLog{{
			CustomerID: 7, ID: got[0].ID, At: calendar.Stamp(start), Actor: "agent:ravi", Action: "item_extended", Object: "item/3",
			Reason: "by phone", RequestID: "request-1", Network: "203.0.113.0/24",
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("audit log (-want +got):\n%s", diff)
		}
	})
}
