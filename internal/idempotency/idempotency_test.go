package idempotency_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/testkit"
)

type input struct {
	Months int
	Notes  map[string]string
}

type answer struct{ Receipt string }

const customer = 7

var start = calendar.MustParse("2026-11-20").At(12, 0)

// act is a call with an effect: it returns the stored answer, or has its
// effect and stores one.
func act(ctx context.Context, s *store.Store, operation string, in input, effect func() string) (answer, error) {
	call := idempotency.Call{CustomerID: customer, Operation: operation, Input: in}
	return idempotency.Once(ctx, s, calendar.NewFrozen(start), call, func(context.Context, *store.Tx) (answer, error) {
		return answer{effect()}, nil
	})
}

func TestARepetitionGetsTheFirstAnswer(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		effects := 0
		effect := func() string { effects++; return strings.Repeat("x", effects) }
		ctx := idempotency.WithKey(t.Context(), "k1")
		for range 3 {
			in := input{3, map[string]string{"b": "2", "a": "1"}}
			if got, err := act(ctx, s, "pay", in, effect); err != nil || got != (answer{"x"}) {
				t.Fatal(got, err)
			}
		}
		if effects != 1 {
			t.Errorf("%d effects, want 1", effects)
		}
		if got, err := act(idempotency.WithKey(t.Context(), "k2"), s, "pay", input{3, nil}, effect); err != nil || got.Receipt != "xx" {
			t.Errorf("another key: %v, %v, want xx", got, err)
		}
	})
}

func TestAKeyIsForOneRequest(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		effects := 0
		effect := func() string { effects++; return "done" }
		ctx := idempotency.WithKey(t.Context(), "k1")
		if _, err := act(ctx, s, "pay", input{Months: 3}, effect); err != nil {
			t.Fatal(err)
		}
		cases := []struct {
			name, key, operation string
			in                   input
		}{
			{"another input", "k1", "pay", input{Months: 4}},
			{"another operation", "k1", "refund", input{Months: 3}},
			{"an empty key", "", "pay", input{Months: 3}},
			{"too long a key", strings.Repeat("k", 256), "pay", input{Months: 3}},
			{"a key with a line break", "a\nb", "pay", input{Months: 3}},
		}
		for _, c := range cases {
			_, err := act(idempotency.WithKey(t.Context(), c.key), s, c.operation, c.in, effect)
			if !fault.Is(err, 422) {
				t.Errorf("%s: %v, want 422", c.name, err)
			}
		}
		if effects != 1 {
			t.Errorf("%d effects, want 1", effects)
		}
	})
}

func TestWithoutAKeyNothingIsRemembered(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		effects := 0
		for range 2 {
			if _, err := act(t.Context(), s, "pay", input{}, func() string { effects++; return "" }); err != nil {
				t.Fatal(err)
			}
		}
		if effects != 2 {
			t.Errorf("%d effects, want 2", effects)
		}
	})
}

// An effect that fails leaves no answer: the repetition tries in earnest.
func TestAFailureIsNotRemembered(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		ctx := idempotency.WithKey(t.Context(), "k1")
		failure := errors.New("the effect failed")
		call := idempotency.Call{CustomerID: customer, Operation: "pay", Input: input{}}
		_, err := idempotency.Once(ctx, s, calendar.NewFrozen(start), call, func(context.Context, *store.Tx) (answer, error) {
			return answer{"no"}, failure
		})
		if !errors.Is(err, failure) {
			t.Fatal(err)
		}
		if got, err := act(ctx, s, "pay", input{}, func() string { return "yes" }); err != nil || got.Receipt != "yes" {
			t.Error(got, err)
		}
	})
}

// Twenty repetitions at once have one effect, and all get its answer.
func TestRepetitionsAtOnceHaveOneEffect(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		ctx := idempotency.WithKey(t.Context(), "k1")
		const repetitions = 20
		answers := make([]answer, repetitions)
		var group sync.WaitGroup
		for i := range repetitions {
			group.Go(func() {
				got, err := act(ctx, s, "pay", input{}, func() string { return ident.Reference(8) })
				if err != nil {
					t.Error(err)
				}
				answers[i] = got
			})
		}
		group.Wait()
		for _, a := range answers {
			if diff := cmp.Diff(answers[0], a); diff != "" {
				t.Errorf("two answers:\n%s", diff)
			}
		}
	})
}

func TestAnswersAreForgottenAfterADay(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		clock := calendar.NewFrozen(start)
		q := jobs.New(s, ident.NewSource(clock, 0), clock, slog.New(slog.DiscardHandler))
		idempotency.Schedule(q, s, clock, slog.New(slog.DiscardHandler))
		ctx := idempotency.WithKey(t.Context(), "k1")
		if _, err := act(ctx, s, "pay", input{}, func() string { return "first" }); err != nil {
			t.Fatal(err)
		}
		known := func() bool {
			_, err := s.Queries().IdempotencyFind(ctx, customer, "k1")
			if err != nil && !store.IsNone(err) {
				t.Fatal(err)
			}
			return err == nil
		}
		for _, c := range []struct {
			after time.Duration
			known bool
		}{{16 * time.Hour, true}, {48 * time.Hour, false}} {
			clock.Set(start.Add(c.after))
			if _, err := q.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			if known() != c.known {
				t.Errorf("%v later: known %v", c.after, !c.known)
			}
			if _, err := q.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// What adds up is done once without a key, for a while: twenty at once have one
// effect. Another input is another call, and so is the same one later.
func TestACallThatAddsUpNeedsNoKey(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		testkit.AddCustomers(t, s, customer)
		clock := calendar.NewFrozen(start)
		pay := func(adds bool, months int) answer {
			call := idempotency.Call{CustomerID: customer, Operation: "pay", Input: input{months, nil}, AddsUp: adds}
			got, err := idempotency.Once(t.Context(), s, clock, call, func(context.Context, *store.Tx) (answer, error) {
				return answer{ident.Reference(8)}, nil
			})
			if err != nil {
				t.Error(err)
			}
			return got
		}
		answers := make([]answer, 20)
		var group sync.WaitGroup
		for i := range answers {
			group.Go(func() { answers[i] = pay(true, 3) })
		}
		group.Wait()
		clock.Advance(9 * time.Minute)
		for _, a := range append(answers, pay(true, 3)) {
			if a != answers[0] {
				t.Errorf("two effects: %v and %v", answers[0], a)
			}
		}
		if pay(true, 6) == answers[0] {
			t.Error("another input got the same answer")
		}
		clock.Advance(2 * time.Minute)
		later := pay(true, 3)
		if later == answers[0] || pay(true, 3) != later {
			t.Error("the same call later is not a call of its own")
		}
		if once := pay(false, 9); once == pay(false, 9) {
			t.Error("a call that does not add up was kept without a key")
		}
	})
}
