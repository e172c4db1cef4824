package emulator

import (
	"container/heap"
	"sync"
	"time"
)

// Agenda holds what a provider will do later on its own clock.
type Agenda struct {
	mu   sync.Mutex
	due  entries
	last int64
}

type entry struct {
	at  time.Time
	seq int64
	act func(at time.Time)
}

// At plans act for a moment; act is told that moment, however late it runs.
func (a *Agenda) At(at time.Time, act func(at time.Time)) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	heap.Push(&a.due, entry{at, a.last, act})
}

// Run does everything that is due by now, in order, also what is planned
// meanwhile for a moment that has already come.
func (a *Agenda) Run(now time.Time) {
	for {
		e, ok := a.next(now)
		if !ok {
			return
		}
		e.act(e.at)
	}
}

func (a *Agenda) next(now time.Time) (entry, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.due) == 0 || a.due[0].at.After(now) {
		return entry{}, false
	}
	return heap.Pop(&a.due).(entry), true
}

// Reset forgets all plans.
func (a *Agenda) Reset() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.due = nil
}

// entries is a heap by time, then by order of planning.
type entries []entry

func (e entries) Len() int      { return len(e) }
func (e entries) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e entries) Less(i, j int) bool {
	if !e[i].at.Equal(e[j].at) {
		return e[i].at.Before(e[j].at)
	}
	return e[i].seq < e[j].seq
}

// Push is for package heap.
func (e *entries) Push(x any) { *e = append(*e, x.(entry)) }

// Pop is for package heap.
func (e *entries) Pop() any {
	old := *e
	last := old[len(old)-1]
	*e = old[:len(old)-1]
	return last
}
