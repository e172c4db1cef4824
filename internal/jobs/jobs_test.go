package jobs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

// node returns the queue of one of several processes that share a database.
func node(s *store.Store, clock calendar.Clock, number int) *Queue {
	return New(s, ident.NewSource(clock, number), clock, slog.New(slog.DiscardHandler))
}

func enqueue(t *testing.T, q *Queue, jobs ...Job) {
	t.Helper()
	err := q.store.WriteCompany(t.Context(), func(tx *store.Tx) error {
		for _, j := range jobs {
			if err := q.Enqueue(t.Context(), tx, j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func runDue(t *testing.T, q *Queue) int {
	t.Helper()
	ran, err := q.RunDue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return ran
}

// state returns how many jobs of a kind are in each state.
func state(t *testing.T, q *Queue, kind string) map[string]int64 {
	t.Helper()
	counts, err := q.store.Queries().JobsCount(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]int64{}
	for _, c := range counts {
		if c.Kind == kind {
			states[c.State] = c.Jobs
		}
	}
	return states
}

func wantState(t *testing.T, q *Queue, kind string, want map[string]int64) {
	t.Helper()
	if diff := cmp.Diff(want, state(t, q, kind)); diff != "" {
		t.Fatalf("jobs of kind %s (-want +got):\n%s", kind, diff)
	}
}

// record returns a handler that appends its payload to a list.
func record(list *[]string) Handler {
	return func(_ context.Context, payload []byte) error {
		*list = append(*list, string(payload))
		return nil
	}
}

func TestAJobExistsOnlyWithItsCause(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.NewFrozen(start), 0)
		failure := errors.New("the cause did not happen")
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			return errors.Join(q.Enqueue(t.Context(), tx, Job{Kind: "a"}), failure)
		})
		if !errors.Is(err, failure) {
			t.Fatal(err)
		}
		wantState(t, q, "a", map[string]int64{})
	})
}

func TestRunDueRunsInOrderWhatIsDue(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		var ran []string
		q.Handle("a", record(&ran))
		q.Handle("b", func(ctx context.Context, payload []byte) error {
			ran = append(ran, string(payload))
			return s.WriteCompany(ctx, func(tx *store.Tx) error {
				return q.Enqueue(ctx, tx, Job{Kind: "a", Payload: "caused"})
			})
		})
		enqueue(t, q,
			Job{Kind: "a", Payload: 3, RunAt: start.Add(-time.Minute)},
			Job{Kind: "a", Payload: 1, RunAt: start.Add(-time.Hour)},
			Job{Kind: "b", Payload: 2, RunAt: start.Add(-30 * time.Minute)},
			Job{Kind: "a", Payload: "tomorrow", RunAt: start.Add(24 * time.Hour)})
		if n := runDue(t, q); n != 4 {
			t.Errorf("ran %d jobs, want 4", n)
		}
		if diff := cmp.Diff([]string{"1", "2", "3", `"caused"`}, ran); diff != "" {
			t.Errorf("order (-want +got):\n%s", diff)
		}
		wantState(t, q, "a", map[string]int64{"done": 3, "ready": 1})
	})
}

func TestOneReadyJobPerKey(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.NewFrozen(start), 0)
		var ran []string
		q.Handle("a", record(&ran))
		enqueue(t, q, Job{Kind: "a", Key: "k", Payload: 1}, Job{Kind: "a", Key: "k", Payload: 2}, Job{Kind: "a"}, Job{Kind: "a"})
		enqueue(t, q, Job{Kind: "a", Key: "k", Payload: 3})
		runDue(t, q)
		enqueue(t, q, Job{Kind: "a", Key: "k", Payload: 4})
		runDue(t, q)
		if diff := cmp.Diff([]string{"1", "null", "null", "4"}, ran); diff != "" {
			t.Errorf("ran (-want +got):\n%s", diff)
		}
	})
}

// A fact can appear while the job that should see it is running. It must not be lost: the key is
// free again as soon as the job runs.
func TestAJobEnqueuedWhileItsTwinRunsRunsAfterIt(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.NewFrozen(start), 0)
		other := node(s, calendar.NewFrozen(start), 1)
		runs := 0
		q.Handle("a", func(ctx context.Context, _ []byte) error {
			if runs++; runs == 1 {
				enqueue(t, q, Job{Kind: "a", Key: "k"})
				beside, err := other.claim(ctx, 1)
				if err != nil || len(beside) != 0 {
					t.Errorf("a twin ran beside: %v, %v", beside, err)
				}
			}
			return nil
		})
		enqueue(t, q, Job{Kind: "a", Key: "k"})
		runDue(t, q)
		if runs != 2 {
			t.Errorf("%d runs, want 2", runs)
		}
	})
}

func TestAFailedJobLeavesItsRetryToATwin(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.NewFrozen(start), 0)
		runs := 0
		q.Handle("a", func(context.Context, []byte) error {
			if runs++; runs > 1 {
				return nil
			}
			enqueue(t, q, Job{Kind: "a", Key: "k"})
			return errors.New("not this time")
		})
		enqueue(t, q, Job{Kind: "a", Key: "k"})
		runDue(t, q)
		wantState(t, q, "a", map[string]int64{"done": 2})
	})
}

func TestRetryBackOffAndDeath(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		var at []time.Time
		q.Handle("a", func(context.Context, []byte) error {
			at = append(at, clock.Now())
			return errors.New("out of order")
		})
		enqueue(t, q, Job{Kind: "a"})
		for range 1000 {
			if runDue(t, q); state(t, q, "a")["ready"] == 0 {
				break
			}
			next, ok, err := q.NextDue(t.Context())
			if err != nil || !ok {
				t.Fatal(next, ok, err)
			}
			clock.Set(next)
		}
		wantState(t, q, "a", map[string]int64{"dead": 1})
		if len(at) != maxTries || at[1].Sub(at[0]) != 10*time.Second || at[2].Sub(at[1]) != 20*time.Second || at[19].Sub(at[18]) != time.Hour {
			t.Errorf("tried %d times, at %v, want %v, %v, %v and %v", len(at), at, maxTries, 10*time.Second, 20*time.Second, time.Hour)
		}
	})
}

func TestBackOffGrowsAndStaysWithinAnHour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tries := rapid.Int64Range(1, 100).Draw(t, "tries")
		wait, next := backoff(tries), backoff(tries+1)
		if wait < firstBackoff || next < wait || next > lastBackoff {
			t.Fatalf("after %d tries %v, then %v", tries, wait, next)
		}
	})
}

func TestLaterAndPermanent(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		waits := 0
		q.Handle("patient", func(context.Context, []byte) error {
			if waits++; waits <= 3*maxTries {
				return Later(time.Minute)
			}
			return nil
		})
		q.Handle("hopeless", func(context.Context, []byte) error { return Permanent(errors.New("never")) })
		q.Handle("broken", func(context.Context, []byte) error { panic("no such thing") })
		enqueue(t, q, Job{Kind: "patient"}, Job{Kind: "hopeless"}, Job{Kind: "broken"}, Job{Kind: "nobody's"})
		runDue(t, q)
		wantState(t, q, "hopeless", map[string]int64{"dead": 1})
		wantState(t, q, "broken", map[string]int64{"ready": 1})
		wantState(t, q, "nobody's", map[string]int64{"ready": 1})
		for range 3 * maxTries {
			clock.Advance(time.Minute)
			runDue(t, q)
		}
		wantState(t, q, "patient", map[string]int64{"done": 1})
	})
}

// A payload that the handler cannot read is not tried again. A readable payload arrives as it was
// enqueued.
func TestAPayloadIsOfTheTypeOfItsHandler(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.NewFrozen(start), 0)
		var got []CustomerRow
		for _, kind := range []string{"readable", "unreadable"} {
			Handle(q, kind, func(_ context.Context, about CustomerRow) error { got = append(got, about); return nil })
		}
		want := CustomerRow{CustomerID: 7, ID: 8}
		enqueue(t, q, Job{Kind: "readable", Payload: want}, Job{Kind: "unreadable", Payload: "7/8"})
		runDue(t, q)
		wantState(t, q, "readable", map[string]int64{"done": 1})
		wantState(t, q, "unreadable", map[string]int64{"dead": 1})
		if diff := cmp.Diff([]CustomerRow{want}, got); diff != "" {
			t.Errorf("payloads (-want +got):\n%s", diff)
		}
	})
}

// A job that waits for a day is claimed often, and some of the nodes that claim it die. Those
// deaths are not failures: the job's first real error still has all its tries ahead. Found by the
// simulation's seed 249.
func TestDeathsOfNodesAreNoFailuresOfAWaitingJob(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		answer := Later(time.Minute)
		q.Handle("patient", func(context.Context, []byte) error { return answer })
		enqueue(t, q, Job{Kind: "patient"})
		for range maxTries + 1 {
			if claimed, err := node(s, clock, 1).claim(t.Context(), 1); err != nil || len(claimed) != 1 {
				t.Fatal(claimed, err)
			}
			clock.Advance(leaseTime) // the node has died
		}
		runDue(t, q)
		clock.Advance(time.Minute)
		answer = errors.New("for the first time")
		runDue(t, q)
		wantState(t, q, "patient", map[string]int64{"ready": 1})
	})
}

// A node that sleeps through its lease writes nothing afterwards, neither the job's end nor the
// handler's effect.
func TestAnOldFenceWritesNothing(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		slow, quick := node(s, clock, 0), node(s, clock, 1)
		held := func(j lease) error {
			return s.WriteCompany(t.Context(), func(tx *store.Tx) error {
				return Held(context.WithValue(t.Context(), leaseKey{}, j), tx)
			})
		}
		enqueue(t, slow, Job{Kind: "a"})
		old, err := slow.claim(t.Context(), 1)
		if err != nil || len(old) != 1 {
			t.Fatal(old, err)
		}
		clock.Advance(leaseTime - time.Second)
		if none, err := quick.claim(t.Context(), 1); err != nil || len(none) != 0 {
			t.Fatalf("taken over within the lease: %v, %v", none, err)
		}
		if err := slow.renewOnce(t.Context(), old[0]); err != nil {
			t.Fatal(err)
		}
		clock.Advance(leaseTime)
		if own, err := slow.claim(t.Context(), 1); err != nil || len(own) != 0 {
			t.Fatalf("a node took its own job over: %v, %v", own, err)
		}
		fresh, err := quick.claim(t.Context(), 1)
		if err != nil || len(fresh) != 1 || fresh[0].Fence <= old[0].Fence {
			t.Fatal(fresh, err)
		}
		if err := held(lease{old[0].ID, old[0].Fence}); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("the old lease holds: %v, want %v", err, ErrLeaseLost)
		}
		if err := held(lease{fresh[0].ID, fresh[0].Fence}); err != nil {
			t.Errorf("the new lease does not hold: %v", err)
		}
		if err := slow.renewOnce(t.Context(), old[0]); !errors.Is(err, ErrLeaseLost) {
			t.Errorf("the old lease was renewed: %v, want %v", err, ErrLeaseLost)
		}
		for _, outcome := range []error{nil, errors.New("late"), Permanent(errors.New("late"))} {
			if err := slow.writeOutcomes(t.Context(), old, map[int64]error{old[0].ID: outcome}); err != nil {
				t.Fatal(err)
			}
			wantState(t, quick, "a", map[string]int64{"running": 1})
		}
		if err := quick.writeOutcomes(t.Context(), fresh, nil); err != nil {
			t.Fatal(err)
		}
		wantState(t, quick, "a", map[string]int64{"done": 1})
	})
}

// Several nodes that claim at the same time share the jobs, and no job runs twice.
func TestNodesShareJobs(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		const jobs, nodes = 60, 3
		ran := make(chan string, 10*jobs)
		enqueueMany := make([]Job, jobs)
		for i := range enqueueMany {
			enqueueMany[i] = Job{Kind: "a", Payload: i}
		}
		enqueue(t, node(s, clock, 9), enqueueMany...)
		ended := make(chan error, nodes)
		for n := range nodes {
			q := node(s, clock, n)
			q.Handle("a", func(_ context.Context, payload []byte) error { ran <- string(payload); return nil })
			go func() { _, err := q.RunDue(t.Context()); ended <- err }()
		}
		for range nodes {
			if err := <-ended; err != nil {
				t.Fatal(err)
			}
		}
		close(ran)
		seen := map[string]int{}
		for payload := range ran {
			if seen[payload]++; seen[payload] > 1 {
				t.Errorf("job %s ran twice", payload)
			}
		}
		if len(seen) != jobs {
			t.Errorf("%d of %d jobs ran", len(seen), jobs)
		}
	})
}

func TestSchedulesOverMonthsRunOnceAmongTwoNodes(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		var runs []string
		nodes := []*Queue{node(s, clock, 0), node(s, clock, 1)}
		for _, q := range nodes {
			q.Every("bill", Monthly(1, 0, 10), func(context.Context) error {
				runs = append(runs, clock.Now().In(calendar.India).Format("2006-01-02 15:04"))
				return nil
			})
		}
		end := calendar.MustParse("2027-04-15").Start()
		for steps := 0; ; steps++ {
			next, ok, err := nodes[steps%2].NextDue(t.Context())
			if err != nil || !ok || steps > 1000 {
				t.Fatal(next, ok, err, steps)
			}
			if next.After(end) {
				break
			}
			if next.After(clock.Now()) {
				clock.Set(next)
			}
			for _, q := range nodes {
				runDue(t, q)
			}
		}
		want := []string{"2026-12-01 00:10", "2027-01-01 00:10", "2027-02-01 00:10", "2027-03-01 00:10", "2027-04-01 00:10"}
		if diff := cmp.Diff(want, runs); diff != "" {
			t.Errorf("runs (-want +got):\n%s", diff)
		}
	})
}

func TestMissedOccasionsAreOneRun(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		runs, failing := 0, true
		q := node(s, clock, 0)
		q.Every("sweep", Daily(4, 0), func(context.Context) error {
			runs++
			if failing {
				return errors.New("database of the bank is closed")
			}
			return nil
		})
		runDue(t, q)
		clock.Set(start.AddDate(0, 3, 0))
		runDue(t, q)
		failing = false
		clock.Advance(firstBackoff)
		runDue(t, q)
		if runs != 2 {
			t.Errorf("%d runs after three months, want one and its retry", runs)
		}
	})
}

// When a schedule fails for good, its dead job waits for a person, and the schedule runs again at
// its next time.
func TestADeadScheduleRunsAgainAtItsNextTime(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		q.Every("sweep", Daily(4, 0), func(context.Context) error { return Permanent(errors.New("never")) })
		for day := range int64(2) {
			runDue(t, q)
			clock.Set(calendar.In(clock.Now()).AddDays(1).At(4, 0))
			runDue(t, q)
			wantState(t, q, "every/sweep", map[string]int64{"ready": 1, "dead": day + 1})
		}
	})
}

// A node that starts while another node runs a schedule does not add a second job for it.
func TestAScheduleThatRunsIsNotPlannedAgain(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		q.Every("sweep", Daily(4, 0), func(ctx context.Context) error {
			other := node(s, clock, 1)
			other.Every("sweep", Daily(4, 0), func(context.Context) error { return nil })
			return other.plan(ctx)
		})
		runDue(t, q)
		clock.Set(start.AddDate(0, 0, 1))
		runDue(t, q)
		wantState(t, q, "every/sweep", map[string]int64{"ready": 1})
	})
}

// If a schedule has two jobs, as an earlier version of the program could leave behind, one of
// them stays.
func TestTwoJobsOfAScheduleBecomeOne(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		runs := 0
		q.Every("sweep", Daily(4, 0), func(context.Context) error {
			if runs++; runs == 1 {
				enqueue(t, q, Job{Kind: "every/sweep", Key: "sweep"})
			}
			return nil
		})
		runDue(t, q)
		clock.Set(calendar.In(start).AddDays(1).At(4, 0))
		runDue(t, q)
		wantState(t, q, "every/sweep", map[string]int64{"ready": 1, "done": 1})
	})
}

// If the clock is put back while a schedule runs, the schedule does not run twice for the same
// time.
func TestAClockThatIsPutBackRunsNothingTwice(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		at := calendar.In(start).AddDays(1).At(4, 0)
		q := node(s, clock, 0)
		runs := 0
		q.Every("sweep", Daily(4, 0), func(context.Context) error { runs++; clock.Set(at.Add(-time.Second)); return nil })
		runDue(t, q)
		clock.Set(at)
		runDue(t, q)
		clock.Set(at)
		runDue(t, q)
		if diff := cmp.Diff(1, runs); diff != "" {
			t.Errorf("runs (-want +got):\n%s", diff)
		}
	})
}

func TestOccasionsAreInIndia(t *testing.T) {
	lateInUTC := time.Date(2026, 1, 31, 20, 0, 0, 0, time.UTC) // 1 February, 01:30 in India
	cases := []struct {
		name string
		next func(time.Time) time.Time
		want string
	}{
		{"daily later that day", Daily(2, 0), "2026-02-01 02:00"},
		{"daily next day", Daily(1, 0), "2026-02-02 01:00"},
		{"monthly next month", Monthly(1, 0, 10), "2026-03-01 00:10"},
		{"monthly this month", Monthly(10, 9, 0), "2026-02-10 09:00"},
		{"interval", Interval(90 * time.Minute), "2026-02-01 03:00"},
	}
	for _, c := range cases {
		if got := c.next(lateInUTC).In(calendar.India).Format("2006-01-02 15:04"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestDoneJobsAreForgottenAfterAWeek(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		q.Handle("a", func(context.Context, []byte) error { return nil })
		enqueue(t, q, Job{Kind: "a"})
		runDue(t, q)
		clock.Advance(6 * 24 * time.Hour)
		runDue(t, q)
		wantState(t, q, "a", map[string]int64{"done": 1})
		clock.Advance(2 * 24 * time.Hour)
		runDue(t, q)
		wantState(t, q, "a", map[string]int64{})
	})
}

// The background loop learns of a commit and runs the job. When it is stopped, it waits for the
// running job.
func TestRunWakesAndDrains(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.System{}, 0)
		began, finish, ended := make(chan string), make(chan struct{}), make(chan struct{})
		q.Handle("a", func(ctx context.Context, payload []byte) error {
			began <- string(payload)
			<-finish
			return ctx.Err()
		})
		ctx, stop := context.WithCancel(t.Context())
		go func() { q.Run(ctx); close(ended) }()
		for i := range 2 {
			enqueue(t, q, Job{Kind: "a", Payload: i})
			if got := <-began; got != fmt.Sprint(i) {
				t.Errorf("payload %s, want %v", got, fmt.Sprint(i))
			}
		}
		stop()
		select {
		case <-ended:
			t.Error("Run did not wait for its jobs")
		default:
		}
		close(finish)
		<-ended
		wantState(t, q, "a", map[string]int64{"done": 2})
	})
}

// A background job and time travel do not overlap: RunDue waits for the job.
func TestRunDueWaitsForBackgroundJobs(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		q := node(s, calendar.System{}, 0)
		began, finish, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
		q.Handle("a", func(context.Context, []byte) error { close(began); <-finish; return nil })
		ctx, stop := context.WithCancel(t.Context())
		go func() { q.Run(ctx); close(ended) }()
		enqueue(t, q, Job{Kind: "a"})
		<-began
		go close(finish)
		runDue(t, q)
		wantState(t, q, "a", map[string]int64{"done": 1})
		stop()
		<-ended
	})
}

// A job's error can be longer than its column. The outcome is written all the same, so that the
// job backs off.
func TestAJobWithALongErrorBacksOff(t *testing.T) {
	long := strings.Repeat("é\x00\xff", 20_000)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		q := node(s, clock, 0)
		runs := 0
		q.Handle("again", func(context.Context, []byte) error { runs++; return errors.New(long) })
		q.Handle("never", func(context.Context, []byte) error { return Permanent(errors.New(long)) })
		q.Handle("panics", func(context.Context, []byte) error { panic(long) })
		enqueue(t, q, Job{Kind: "again"}, Job{Kind: "never"}, Job{Kind: "panics"})
		runDue(t, q)
		wantState(t, q, "again", map[string]int64{"ready": 1})
		wantState(t, q, "never", map[string]int64{"dead": 1})
		wantState(t, q, "panics", map[string]int64{"ready": 1})
		for _, step := range []time.Duration{firstBackoff - time.Second, time.Second, 2*firstBackoff - time.Second, time.Second} {
			clock.Advance(step)
			runDue(t, q)
		}
		if runs != 3 {
			t.Errorf("it ran %d times in %s, want 3: at once, after 10 s and 20 s later", runs, 3*firstBackoff)
		}
		rows, err := testkit.Raw(t, s).QueryContext(t.Context(), "SELECT kind, last_error FROM jobs WHERE kind NOT LIKE 'every/%'")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var kind, reason string
			if err := rows.Scan(&kind, &reason); err != nil {
				t.Fatal(err)
			}
			if n := utf8.RuneCountInString(reason); n != longestError || !strings.Contains(reason, "é\uFFFDé") {
				t.Errorf("%s: %d characters of its error are kept, %.20q, want %d", kind, n, reason, longestError)
			}
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
	})
}
