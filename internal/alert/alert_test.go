package alert_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/testkit"
)

// An alert of an unknown kind: it is raised once with its cause, listed, closed with a reason, and
// not raised again.
func TestAnAlertFromItsCauseToItsEnd(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(calendar.MustParse("2026-11-20").At(10, 0))
		alerts := alert.New(s, ident.NewSource(clock, 0), clock, nil)
		ctx := audit.WithActor(t.Context(), audit.Staff("meera"))
		example := alert.Alert{Kind: "van_missing", Subject: "van:7", Detail: "It did not come back."}
		stopped := errors.New("stopped")
		err := s.WriteCompany(ctx, func(tx *store.Tx) error {
			if err := alerts.Raise(ctx, tx, example); err != nil {
				return err
			}
			return stopped
		})
		if !errors.Is(err, stopped) {
			t.Fatal(err)
		}
		open := func(want ...alert.Open) int64 {
			t.Helper()
			got, err := alerts.Open(ctx, 10)
			if err != nil || len(got) != len(want) {
				t.Fatalf("open %+v, %v, want %+v", got, err, want)
			}
			for i := range want {
				want[i].ID = got[i].ID
			}
			if diff := cmp.Diff(want, append([]alert.Open(nil), got...)); diff != "" {
				t.Fatal(diff)
			}
			if len(got) == 0 {
				return 0
			}
			return got[0].ID
		}
		open() // the transaction of its cause was rolled back
		at := calendar.Stamp(clock.Now())
		for range 3 {
			if err := alerts.RaiseAlone(ctx, example); err != nil {
				t.Fatal(err)
			}
			clock.Advance(time.Hour)
		}
		other := alert.Alert{Kind: "van_missing", Subject: "van:8", CustomerID: 5, Detail: "Nor did this."}
		if err := alerts.RaiseAlone(ctx, other); err != nil {
			t.Fatal(err)
		}
		second := alert.Open{Alert: other, RaisedAt: calendar.Stamp(clock.Now())}
		id := open(alert.Open{Alert: example, RaisedAt: at}, second)
		if one, err := alerts.Open(ctx, 1); err != nil || len(one) != 1 || one[0].ID != id {
			t.Errorf("at most one: %+v, %v; want len(one) = 1, one[0].ID = %v", one, err, id)
		}
		for range 2 {
			if err := alerts.Close(ctx, id, "Found at the depot"); err != nil {
				t.Fatal(err)
			}
		}
		open(second)
		if err := alerts.RaiseAlone(ctx, example); err != nil {
			t.Fatal(err)
		}
		open(second)
		if err := alerts.Close(ctx, id, "It's ....... ok"); !fault.Is(err, http.StatusUnprocessableEntity) {
			t.Errorf("closing with dots for a reason: %v, want 422", err)
		}
		if err := alerts.Close(ctx, id, strings.Repeat("a", 201)); fault.Of(err) == nil || fault.Of(err).Code != "text.too_long" {
			t.Errorf("closing with 201 letters: %v, want text.too_long", err)
		}
		if err := alerts.Close(ctx, 1, "There is none"); !fault.Is(err, http.StatusNotFound) {
			t.Errorf("closing what is no alert: %v, want 404", err)
		}
		entries, err := s.Queries().AuditOf(ctx, 0)
		if err != nil || len(entries) != 1 || entries[0].Action != "alert_closed" || entries[0].Actor != "staff:meera" || entries[0].Reason != "Found at the depot" {
			t.Errorf(`recorded %+v, %v; want len(entries) = 1, entries[0].Action = "alert_closed", entries[0].Actor = "staff:meera", entries[0].Reason = "Found at the depot"`, entries, err)
		}
	})
}

// An alert is stored however long its detail and its subject are. Two subjects that differ only at
// their ends stay distinct.
func TestALongAlertIsStored(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(calendar.MustParse("2026-11-20").At(10, 0))
		alerts := alert.New(s, ident.NewSource(clock, 0), clock, nil)
		same := strings.Repeat("é", 1000)
		for _, subject := range []string{same + "1", same + "2", same + "1", "van:7"} {
			err := alerts.RaiseAlone(t.Context(), alert.Alert{Kind: "van_missing", Subject: subject, Detail: strings.Repeat("x\x00\xff", 20_000)})
			if err != nil {
				t.Fatal(err)
			}
		}
		open, err := alerts.Open(t.Context(), 10)
		if err != nil || len(open) != 3 || open[2].Subject != "van:7" {
			t.Fatalf("%d alerts, %v, want one of each of three subjects", len(open), err)
		}
		for _, a := range open[:2] {
			if n, m := utf8.RuneCountInString(a.Subject), utf8.RuneCountInString(a.Detail); n != 500 || m != 10_000 {
				t.Errorf("a subject of %d and a detail of %d characters, want 500 and 10000", n, m)
			}
		}
	})
}

// If no service is wired, raising an alert fails the operation, so that the alert is not lost.
func TestAnAlertWithoutAServiceIsAnError(t *testing.T) {
	var none *alert.Service
	a := alert.Alert{Kind: "payment_unknown_order", Subject: "examplepay:T1", Detail: "nobody knows it"}
	if err := none.Raise(t.Context(), nil, a); err == nil || !strings.Contains(err.Error(), a.Detail) {
		t.Errorf("Raise: %v, want an error that tells of it", err)
	}
	if err := none.RaiseAlone(t.Context(), a); err == nil || !strings.Contains(err.Error(), a.Detail) {
		t.Errorf("RaiseAlone: %v, want an error that tells of it", err)
	}
}
