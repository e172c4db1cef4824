package demo_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/testkit"
)

// A city that is made on another day than the machine's continues from that day, even after a
// restart, and Reset rebuilds it on that day.
func TestACityOfAnotherDay(t *testing.T) {
	s, today := testkit.Open(t), calendar.MustParse("2026-11-12").At(11, 0)
	reads := func(x demoCity, want time.Time) {
		t.Helper()
		if diff := cmp.Diff(want, x.Clock.Now()); diff != "" {
			t.Errorf("the clock (-want +got):\n%s", diff)
		}
	}
	x := newCity(t, s, present)
	x.build(t, demo.Options{Extras: -1, Today: today})
	reads(x, today)
	x.checkPersonas(t)

	again := newCity(t, s, present.Add(time.Hour))
	if made, err := again.Open(t.Context()); !made || err != nil {
		t.Fatalf("Open after a restart: %v, %v", made, err)
	}
	reads(again, today.Add(time.Hour))

	if err := again.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	reads(again, today)
}
