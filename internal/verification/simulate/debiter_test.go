package simulate

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"rento/internal/sandbox/emulator"
)

// openDebiter opens the gateway of auto debit, in a run that has one.
func (w *world) openDebiter(mux *http.ServeMux, clock *emulator.Clock, log *slog.Logger, letters *http.Client) {
	switch {
	case w.trade.atRazorpay:
		w.debiter = atRazorpay{w}
	case w.trade.autoDebit:
		w.openBilldesk(mux, clock, log, letters)
		w.debiter = atBilldesk{w}
	}
}

// bases are the machineries of all providers.
func (w *world) bases() []*emulator.Base {
	all := append(w.payingBases(), w.payoutBase)
	if w.billdeskBase != nil {
		all = append(all, w.billdeskBase)
	}
	return all
}

// payingBases are the machineries of the gateways by which people pay by hand.
func (w *world) payingBases() []*emulator.Base {
	if w.paytmBase == nil {
		return []*emulator.Base{w.base}
	}
	return []*emulator.Base{w.base, w.paytmBase, w.juspayBase}
}

// drawDebits draws how often things break about auto debit.
func (o *odds) drawDebits(r *rand.Rand, atRazorpay bool) {
	upTo := func(most float64) float64 {
		if r.IntN(5) < 2 {
			return 0
		}
		return most * r.Float64()
	}
	o.declined, o.late, o.unsent, o.slowBank = upTo(0.6), upTo(0.5), upTo(0.3), upTo(0.5)
	if r.IntN(4) == 0 && !atRazorpay { // by which people pay by hand, too
		o.away, o.awayDay, o.deafening = between(r, 6*time.Hour, 6*24*time.Hour), 7+r.IntN(leastRun-7), r.IntN(2) == 0
	}
}

// awayFrom is when the gateway of auto debit cannot be reached any more.
func (w *world) awayFrom() time.Time { return w.calmAt.AddDate(0, 0, -w.odds.awayDay) }

// away reports whether it cannot be reached now.
func (w *world) away() bool {
	now, from := w.clock.Now(), w.awayFrom()
	return w.faulty && w.odds.away > 0 && !now.Before(from) && now.Before(from.Add(w.odds.away))
}

// reachable is the moment from which on the gateway of auto debit could be asked
// about what happened at a time.
func (w *world) reachable(since time.Time) time.Time {
	if back := w.awayFrom().Add(w.odds.away); w.odds.away > 0 && since.After(w.awayFrom().Add(-horizon)) && since.Before(back) {
		return back
	}
	return since
}

// answersAhead is how many answers of a kind are decided in advance: as many as there
// are customers, whose debits fall into one hour.
const answersAhead = 5

// planDebits decides how the bank takes the next debits, notices and withdrawals.
func (w *world) planDebits() {
	if w.debiter == nil {
		return
	}
	planned := map[string]int{}
	for _, a := range w.debiter.base().Answers.Planned() {
		planned[a.Call]++
	}
	for _, call := range slices.Repeat([]string{"debit", "notice", "mandate_cancel"}, answersAhead) {
		if planned[call]++; planned[call] > answersAhead {
			continue
		}
		answer := emulator.Answer{Call: call, Outcome: emulator.Success}
		switch {
		case call == "debit":
			answer = w.debitOutcome()
		case call == "notice" && happens(w.luck, w.odds.unsent):
			answer.Outcome = emulator.Failure
		case call == "mandate_cancel" && happens(w.luck, w.odds.slowBank):
			answer.Outcome, answer.Seconds = emulator.Late, 60+w.luck.IntN(3*24*3600)
			if w.luck.IntN(4) == 0 {
				answer.Outcome = emulator.Failure
			}
		}
		w.debiter.base().Answers.Add(answer)
	}
}

// debitOutcome draws what the bank says to a debit: soon, minutes or days later.
func (w *world) debitOutcome() emulator.Answer {
	answer := emulator.Answer{Call: "debit", Outcome: emulator.Success}
	switch {
	case happens(w.luck, w.odds.declined):
		answer.Outcome, answer.Reason = emulator.Failure, "insufficient_funds"
	case happens(w.luck, w.odds.late):
		answer.Outcome = []string{emulator.Pending, emulator.Late, emulator.Late, emulator.FailedThenPaid, emulator.FailedThenPaid}[w.luck.IntN(5)]
		most := 3 * 24 * 3600
		if w.luck.IntN(2) == 0 {
			most = 9 * 60
		}
		answer.Seconds = 5 + w.luck.IntN(most)
	}
	return answer
}
