package simulate

import (
	"math/rand/v2"
	"slices"
	"time"

	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
)

// odds are how often things break in one run. They are drawn once per seed,
// each class being absent in many seeds, so that some runs are calm and some
// are brutal.
type odds struct {
	// Of a call to the gateway: lost on the way there, its answer lost, an
	// error of the gateway's, too many calls, an answer that makes no sense.
	lost, cut, broken, throttled, garbled float64
	// Of a commit: fails, happens although an error comes back.
	failed, unknown float64
	// Of the process: dies at a commit, dies around a call.
	crash, crashCall float64
	// Of an answer of ours: never arrives.
	mute float64
	// Of a webhook.
	dropped, copied, delayed, reordered, forged, falsified float64
	// Of the bank: a capture fails there, a refund takes days.
	refused, sluggish float64
	// blackout is how long webhooks find nobody, from a day of the run on.
	blackout time.Duration
	darkDay  int
	// Of auto debit: a bank declines a debit, decides one later or changes its word,
	// the provider cannot send a notice, a bank takes its time to withdraw a mandate.
	declined, late, unsent, slowBank float64
	// away is how long the gateway of auto debit cannot be reached, from a day of the
	// run on; deafening has it hear us and be heard by nobody meanwhile.
	away      time.Duration
	awayDay   int
	deafening bool
	// skew is how far the gateway's clock is ahead of ours.
	skew time.Duration
}

func drawOdds(r *rand.Rand) odds {
	upTo := func(most float64) float64 {
		if r.IntN(5) < 2 {
			return 0
		}
		return most * r.Float64()
	}
	o := odds{
		lost: upTo(0.12), cut: upTo(0.12), broken: upTo(0.08), throttled: upTo(0.05), garbled: upTo(0.03),
		failed: upTo(0.03), unknown: upTo(0.03), crash: upTo(0.02), crashCall: upTo(0.03), mute: upTo(0.04),
		dropped: upTo(0.3), copied: upTo(0.3), delayed: upTo(0.3), reordered: upTo(0.2), forged: upTo(0.05), falsified: upTo(0.05), refused: upTo(0.3), sluggish: upTo(0.6),
		skew: time.Duration(r.IntN(11)-5) * time.Second,
	}
	if r.IntN(5) == 0 {
		o.blackout, o.darkDay = between(r, 24*time.Hour, 72*time.Hour), 1+r.IntN(leastRun)
	}
	return o
}

// spoil draws what goes wrong with a call to the gateway.
func (w *world) spoil() (emulator.Fault, bool) {
	if !w.faulty {
		return "", false
	}
	x := w.luck.Float64()
	for _, f := range []struct {
		odds  float64
		fault emulator.Fault
	}{
		{w.odds.lost, emulator.TimeoutBefore},
		{w.odds.cut, emulator.TimeoutAfter},
		{w.odds.broken / 3, emulator.Error500},
		{w.odds.broken / 3, emulator.Error500After},
		{w.odds.broken / 3, emulator.HTML502},
		{w.odds.throttled, emulator.Throttled},
		{w.odds.garbled / 3, emulator.Malformed},
		{w.odds.garbled / 3, emulator.Empty200},
		{w.odds.garbled / 3, emulator.SlowBody},
	} {
		if x -= f.odds; x < 0 && f.odds > 0 {
			w.counted["call "+string(f.fault)]++
			return f.fault, true
		}
	}
	return "", false
}

// rulesAhead is how many webhooks have their fate decided in advance: more
// than one step can bring forth.
const rulesAhead = 40

// refillRules decides what becomes of the next webhooks.
func (w *world) refillRules() {
	if !w.faulty {
		return
	}
	for _, r := range w.bases() {
		for range rulesAhead - len(r.Webhooks.State().Rules) {
			r.Webhooks.Rule(w.fate())
		}
	}
	w.planAnswers()
	w.planPayouts()
	w.planDebits()
}

// planAnswers decides how the bank takes the next capture and the next refund.
func (w *world) planAnswers() {
	planned := map[string]bool{}
	for _, a := range w.base.Answers.Planned() {
		planned[a.Call] = true
	}
	if !planned["capture"] {
		answer := emulator.Answer{Call: "capture", Outcome: emulated.OutcomeSuccess}
		if happens(w.luck, w.odds.refused) {
			answer.Outcome = "failed"
		}
		w.base.Answers.Add(answer)
	}
	for _, base := range w.payingBases() {
		if slices.ContainsFunc(base.Answers.Planned(), func(a emulator.Answer) bool { return a.Call == "refund" }) {
			continue
		}
		answer := emulator.Answer{Call: "refund", Outcome: emulated.OutcomeSuccess}
		if happens(w.luck, w.odds.sluggish) {
			answer.Seconds = 60 + w.luck.IntN(4*24*3600)
		}
		base.Answers.Add(answer)
	}
}

func (w *world) fate() emulator.Rule {
	x := w.luck.Float64()
	for _, f := range []struct {
		odds float64
		rule emulator.Rule
	}{
		{w.odds.dropped, emulator.Rule{Action: emulator.Drop}},
		{w.odds.copied, emulator.Rule{Action: emulator.Duplicate, Copies: 2 + w.luck.IntN(4)}},
		{w.odds.delayed, emulator.Rule{Action: emulator.Delay, Seconds: 1 + w.luck.IntN(96*3600)}},
		{w.odds.reordered, emulator.Rule{Action: emulator.Reorder}},
		{w.odds.forged, emulator.Rule{Action: emulator.BadSignature}},
		{w.odds.falsified, emulator.Rule{Action: emulator.WrongAmount}},
	} {
		if x -= f.odds; x < 0 && f.odds > 0 {
			f.rule.Event = "*"
			w.counted["webhook "+string(f.rule.Action)]++
			return f.rule
		}
	}
	return emulator.Rule{Event: "*"}
}

// dark reports whether webhooks find nobody now.
func (w *world) dark() bool {
	if !w.faulty || w.odds.blackout == 0 {
		return false
	}
	from := w.calmAt.AddDate(0, 0, -w.odds.darkDay)
	now := w.clock.Now()
	return !now.Before(from) && now.Before(from.Add(w.odds.blackout))
}
