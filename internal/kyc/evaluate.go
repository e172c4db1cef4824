package kyc

import (
	"math"
	"slices"
)

// Decision is the result of evaluating a case.
type Decision string

// The decisions.
const (
	DecisionNone     Decision = "" // not evaluated yet
	DecisionApproved Decision = "approved"
	DecisionPartial  Decision = "partial"
	DecisionReview   Decision = "review"
	DecisionDeclined Decision = "declined"
)

// Evaluation is a decision with its reasons. Score is 0 to 100.
type Evaluation struct {
	Decision Decision
	Score    int
	Reasons  []Reason
}

// state is the case state that a decision leads to.
func (d Decision) state() CaseState {
	return map[Decision]CaseState{
		DecisionApproved: Approved, DecisionPartial: PartialOffered, DecisionReview: InReview, DecisionDeclined: Declined,
	}[d]
}

// The points that a case loses.
const (
	pointsSkipped = 10
	pointsReview  = 20
)

// evaluate decides a case: immediately if a step was finally refused, otherwise once every step is
// done. ok is false as long as the case cannot be decided.
func evaluate(p Profession, steps map[Step]StepRecord, names float64) (e Evaluation, ok bool) {
	e.Score = 100
	var missing int // number of missing proofs, apart from identity
	complete, identity := true, true
	for _, share := range p.Steps {
		step := steps[share.Step]
		switch {
		case step.State == StepRejected && (step.Reason.Final() || step.Reason == ReasonNotLive && step.Refusals >= maxRefusals):
			return Evaluation{Decision: DecisionDeclined, Reasons: []Reason{step.Reason}}, true
		case !step.State.Done():
			complete = false
		case step.State == StepNeedsReview:
			e.Score -= pointsReview
			e.Reasons = append(e.Reasons, step.Reason)
			if share.Step.Identity() || step.Reason == ReasonTooManyTries {
				identity = false
			} else {
				missing++
			}
		case step.State == StepSkipped:
			e.Score -= pointsSkipped
			if !optional(p, steps, share.Step) {
				e.Reasons = append(e.Reasons, ReasonStepMissing)
				missing++
			}
		}
	}
	if !complete {
		return Evaluation{}, false
	}
	if names < NameFits {
		e.Reasons = append(e.Reasons, ReasonNameDiffers)
		identity = false
	}
	slices.Sort(e.Reasons)
	e.Reasons = slices.Compact(e.Reasons)
	e.Score = max(0, e.Score-int(math.Round((1-names)*100)))
	switch {
	case !identity || missing > 1:
		e.Decision = DecisionReview
	case missing == 1:
		e.Decision = DecisionPartial
	default:
		e.Decision = DecisionApproved
	}
	return e, true
}

// optional says whether a profession can do without a step: with a verified company e-mail the bank
// statement may be skipped.
func optional(p Profession, steps map[Step]StepRecord, step Step) bool {
	return step == BankDetails && p.Has(CompanyEmail) && steps[CompanyEmail].State == StepVerified
}

// current is the first step that is not done. It returns false if all are done.
func current(p Profession, steps map[Step]StepRecord) (Step, bool) {
	for _, share := range p.Steps {
		if !steps[share.Step].State.Done() {
			return share.Step, true
		}
	}
	return "", false
}

// percentage is the percentage reached by the steps that are done without a gap.
func percentage(p Profession, steps map[Step]StepRecord) int {
	reached := 0
	for _, share := range p.Steps {
		if !steps[share.Step].State.Done() {
			break
		}
		reached = share.Percentage
	}
	return reached
}
