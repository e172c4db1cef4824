package simulate

import (
	"container/heap"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"rento/internal/calendar"
	debiting "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	wallets "rento/internal/sandbox/juspay"
	paytms "rento/internal/sandbox/paytm"
	emulated "rento/internal/sandbox/razorpay"
	paying "rento/internal/sandbox/razorpayx"
	"rento/internal/store"
	"rento/internal/testkit"
)

// The stretches of a simulated run: customers act for a while, then nothing
// breaks any more and everything must come to rest.
const (
	calmTime = 11 * 24 * time.Hour
	leastRun = 45 // days
	mostRun  = 80
)

// world is everything that a seed decides: the company on its database, the
// gateway, the customers, and the time.
type world struct {
	seed   uint64
	ctx    context.Context //nolint:containedctx // a world is one run
	chance *rand.Rand      // what people do
	luck   *rand.Rand      // what breaks
	clock  *calendar.Frozen
	end    time.Time
	calmAt time.Time

	files      string // folder of uploads
	store      *store.Store
	judge      *judge // reads the same database beside the system
	bank       *emulated.Provider
	base       *emulator.Base
	payer      *paying.Provider // pays refunds out
	payoutBase *emulator.Base
	// debiter is the gateway of auto debit, nil in a run without.
	debiter debitGateway
	road    http.RoundTripper // to the bank, unspoiled
	// The other gateways, each nil in a run without.
	billdesk                            *debiting.Provider
	paytm                               *paytms.Provider
	juspay                              *wallets.Provider
	billdeskBase, paytmBase, juspayBase *emulator.Base

	node  *node
	nodes int
	upAt  time.Time // when a node starts again, while there is none
	// scheduled is when the first schedule is due, zero when that is not known.
	scheduled time.Time
	odds      odds
	trade     trade
	bug       *bug
	faulty    bool // faults may strike right now

	agenda     agenda
	seq        int
	tenants    []*tenant
	neighbours bool  // all live in one city
	stray      int64 // paise paid for orders that are not ours
	facts      *facts
	debits     *debits
	clerk      *clerk
	transfers  []*transfer
	books      *books // what the checks have read so far

	trace   hash.Hash
	lines   []string
	counted map[string]int
}

// folder is where databases live: in memory where the machine has such a
// place, because thousands of them are made and thrown away.
func folder() (string, error) {
	base := os.TempDir()
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		base = "/dev/shm"
	}
	return os.MkdirTemp(base, "rento-sim-")
}

// newWorld makes the world of a seed, with a bug planted or none. close must
// be called.
func newWorld(ctx context.Context, seed uint64, planted *bug) (w *world, clean func(), err error) {
	dir, err := folder()
	if err != nil {
		return nil, nil, err
	}
	w = &world{
		seed: seed, ctx: ctx, bug: planted, trace: sha256.New(), counted: map[string]int{}, facts: newFacts(), books: newBooks(), debits: newDebits(), clerk: newClerk(),
		chance: rand.New(rand.NewPCG(seed, 1)), luck: rand.New(rand.NewPCG(seed, 2)),
	}
	w.odds, w.files = drawOdds(w.luck), filepath.Join(dir, "files")
	w.setTime()
	if w.trade.autoDebit {
		w.odds.drawDebits(w.luck, w.trade.atRazorpay)
	}
	if planted != nil && planted.weather != nil {
		planted.weather(&w.odds)
	}
	clean = func() { w.close(dir) }
	if err := w.open(filepath.Join(dir, "rento.db")); err != nil {
		clean()
		return nil, nil, err
	}
	return w, clean, nil
}

// setTime draws a run that runs over month ends, and often over the end of a
// financial year or a 29 February.
func (w *world) setTime() {
	days := leastRun + w.chance.IntN(mostRun-leastRun)
	first := calendar.Day(2027, 1, 20).AddDays(w.chance.IntN(60))
	if w.chance.IntN(3) == 0 {
		first = calendar.Day(2028, 1, 15).AddDays(w.chance.IntN(40)) // a leap year
	}
	w.clock = calendar.NewFrozen(first.At(8, w.chance.IntN(60)))
	w.calmAt = first.AddDays(days).At(12, 0)
	w.end = w.calmAt.Add(calmTime)
	w.trade = tradeOf(w.seed, first)
}

func (w *world) open(path string) (err error) {
	if err := testkit.NewSQLite(path); err != nil {
		return err
	}
	w.store, err = store.Open(w.ctx, store.Options{URL: path, Relaxed: true, MaxConns: 1, Probe: w.probe})
	if err != nil {
		return err
	}
	if w.judge, err = newJudge(path); err != nil {
		return err
	}
	if w.bug != nil && w.bug.schema != "" {
		if _, err := w.judge.ExecContext(w.ctx, w.bug.schema); err != nil {
			return fmt.Errorf("plant %s: %w", w.bug.name, err)
		}
	}
	w.openBank()
	w.start()
	return w.found()
}

func (w *world) close(dir string) {
	if w.judge != nil {
		_ = w.judge.Close()
	}
	if w.store != nil {
		_ = w.store.Close()
	}
	_ = os.RemoveAll(dir)
}

// run acts out the whole run, and returns the first promise that was broken.
func (w *world) run() (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("panic: %v", reason)
		}
	}()
	w.faulty = true
	for w.clock.Now().Before(w.end) {
		w.clock.Set(w.nextMoment())
		w.endFaults()
		w.step()
		if err := w.check(); err != nil {
			return err
		}
	}
	if err := w.checkAll(); err != nil {
		return err
	}
	if err := w.count(); err != nil {
		return err
	}
	return w.seal()
}

// endFaults ends all of them when the calm begins.
func (w *world) endFaults() {
	if !w.faulty || w.clock.Now().Before(w.calmAt) {
		return
	}
	w.faulty = false
	for _, b := range w.bases() {
		b.Webhooks.Reset()
	}
	if w.debiter != nil {
		w.debiter.base().Answers.Reset()
	}
	w.record("calm")
}

// nextMoment is when something happens next: somebody acts, a job or a letter
// falls due, a node comes up. Time always moves.
func (w *world) nextMoment() time.Time {
	now, next := w.clock.Now(), w.end
	earliest := func(at time.Time) {
		if at.Before(next) {
			next = at
		}
	}
	if len(w.agenda) > 0 {
		earliest(w.agenda[0].at)
	}
	if w.faulty {
		earliest(w.calmAt)
	}
	if w.node == nil {
		earliest(w.upAt)
	} else if at := w.nextJob(); !at.IsZero() {
		earliest(at)
	}
	for _, r := range w.bases() {
		for _, letter := range r.Webhooks.State().Waiting {
			earliest(letter.Next)
		}
	}
	if least := now.Add(time.Second); next.Before(least) {
		return least
	}
	return next
}

// nextJob leaves the schedules out: most of them look for work that was
// forgotten, and daily is often enough for a simulation.
func (w *world) nextJob() time.Time {
	const next = `SELECT MIN(CASE j.state WHEN 'ready' THEN j.run_at ELSE j.lease_until END) FROM jobs j
		WHERE j.state IN ('ready', 'running') AND j.kind NOT LIKE 'every/%'
		AND NOT EXISTS (SELECT 1 FROM jobs r WHERE j.state = 'ready' AND r.state = 'running' AND r.kind = j.kind AND r.dedupe_key = j.dedupe_key)`
	at, err := number(w.judge, next)
	if err != nil || at == 0 {
		return time.Time{}
	}
	return calendar.Instant(at).Time()
}

// step does what is due now.
func (w *world) step() {
	now := w.clock.Now()
	if w.node == nil && !now.Before(w.upAt) {
		w.start()
	}
	for len(w.agenda) > 0 && !w.agenda[0].at.After(now) {
		heap.Pop(&w.agenda).(happening).do()
	}
	for range 3 {
		w.refillRules()
		letters := w.bank.Deliver(w.ctx) + w.payer.Deliver(w.ctx)
		if w.billdesk != nil {
			letters += w.billdesk.Deliver(w.ctx)
		}
		if w.trade.gateways {
			letters += w.paytm.Deliver(w.ctx) + w.juspay.Deliver(w.ctx)
		}
		ran := w.work()
		if letters+ran == 0 {
			return
		}
	}
}

// work has the node do its jobs, if there are any: most of the time there is
// nothing to do, and looking for that is what a run would be busy with.
func (w *world) work() int {
	if w.node == nil || w.idle() {
		return 0
	}
	n := w.node
	ran, err := n.queue.RunDue(w.ctx)
	w.scheduled = time.Time{}
	w.bury(n)
	if ran > 0 || err != nil {
		w.record("jobs %d %s", ran, kind(err))
	}
	return ran
}

// idle reports whether no job and no schedule of the node is due. When the
// schedules are is read once after each time that they may have moved.
func (w *world) idle() bool {
	if w.scheduled.IsZero() {
		at, err := number(w.judge, "SELECT MIN(CASE state WHEN 'ready' THEN run_at ELSE lease_until END) FROM jobs WHERE state IN ('ready', 'running') AND kind LIKE 'every/%'")
		if err != nil || at == 0 {
			return false
		}
		w.scheduled = calendar.Instant(at).Time()
	}
	now, at := w.clock.Now(), w.nextJob()
	return w.scheduled.After(now) && (at.IsZero() || at.After(now))
}

// after plans something. Ties are broken by a draw, so that order is no habit.
func (w *world) after(d time.Duration, do func()) {
	w.seq++
	heap.Push(&w.agenda, happening{w.clock.Now().Add(d), w.chance.IntN(1 << 20), w.seq, do})
}

// at plans something that the seed's number decides, for which it takes no draw.
func (w *world) at(moment time.Time, do func()) {
	w.seq++
	heap.Push(&w.agenda, happening{moment, 0, w.seq, do})
}

// record writes a line of the trace. What it says must be decided by the seed
// alone, so references and other true randomness stay out of it.
func (w *world) record(format string, args ...any) {
	line := w.clock.Now().Format("2006-01-02 15:04:05 ") + fmt.Sprintf(format, args...)
	_, _ = w.trace.Write([]byte(line + "\n"))
	w.lines = append(w.lines, line)
}

func (w *world) hash() string { return hex.EncodeToString(w.trace.Sum(nil)) }

// between draws a span of time.
func between(r *rand.Rand, least, most time.Duration) time.Duration {
	return least + time.Duration(r.Int64N(int64(most-least)))
}

func happens(r *rand.Rand, odds float64) bool { return odds > 0 && r.Float64() < odds }

// happening is something that is planned.
type happening struct {
	at   time.Time
	draw int
	seq  int
	do   func()
}

// agenda is a heap by time, then by draw.
type agenda []happening

func (a agenda) Len() int      { return len(a) }
func (a agenda) Swap(i, j int) { a[i], a[j] = a[j], a[i] }
func (a agenda) Less(i, j int) bool {
	if !a[i].at.Equal(a[j].at) {
		return a[i].at.Before(a[j].at)
	}
	if a[i].draw != a[j].draw {
		return a[i].draw < a[j].draw
	}
	return a[i].seq < a[j].seq
}

// Push is for package heap.
func (a *agenda) Push(x any) { *a = append(*a, x.(happening)) }

// Pop is for package heap.
func (a *agenda) Pop() any {
	old := *a
	last := old[len(old)-1]
	*a = old[:len(old)-1]
	return last
}
