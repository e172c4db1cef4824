package kyc

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rento/internal/fault"
)

// KYC-10: 1337 means no profession and is not offered.
func TestProfessions(t *testing.T) {
	if _, found := ProfessionOf(NoProfession); found {
		t.Error("1337 is offered")
	}
	for _, p := range Professions() {
		last := 0
		var seen []Step
		for _, s := range p.Steps {
			if s.Percentage <= last || slices.Contains(seen, s.Step) || s.Step.Label() == "" {
				t.Errorf("%s: step %s at %d after %d", p.Label, s.Step, s.Percentage, last)
			}
			last, seen = s.Percentage, append(seen, s.Step)
		}
		if last != 100 || !slices.Equal(seen[:3], []Step{PANCard, GovtDocument, Selfie}) {
			t.Errorf("%s ends at %d with the steps %v, want 100, identity first", p.Label, last, seen)
		}
	}
}

func TestMatchNames(t *testing.T) {
	for _, test := range []struct {
		a, b        string
		least, most float64
	}{
		{"Dev Malhotra", "DEV MALHOTRA", 1, 1},
		{"Malhotra, Dev", "Mr. Dev Malhotra", 1, 1},
		{"Ravikumar", "Ravi Kumar", 1, 1},
		{"D Malhotra", "Dev Malhotra", NameFits, 0.99},
		{"Dev Malhotra", "Dev Kumar Malhotra", NameNear, NameFits - 0.01},
		{"Dev Malhotra", "Dev Malhothra", NameFits, 0.99},
		{"Dev Malhotra", "Asha Rao", 0, 0.1},
		{"Kumari", "Kumari", 1, 1},
		{"", "Asha", 0, 0},
	} {
		if got := MatchNames(test.a, test.b); got < test.least || got > test.most {
			t.Errorf("%q and %q fit %.2f, want %.2f to %.2f", test.a, test.b, got, test.least, test.most)
		}
	}
}

func TestMatchOfNamesHasNoOrder(t *testing.T) {
	name := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.StringMatching(`[A-Za-z]{1,8}`), 1, 5).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := name.Draw(t, "a"), name.Draw(t, "b")
		there, back := MatchNames(a, b), MatchNames(b, a)
		if diff := there - back; there < 0 || there > 1 || diff > 1e-9 || diff < -1e-9 {
			t.Fatalf("%q and %q fit %v and %v", a, b, there, back)
		}
		words := strings.Fields(a)
		slices.Reverse(words)
		if got := MatchNames(a, strings.Join(words, " ")); got < 1-1e-9 {
			t.Fatalf("%q fits itself in another order %v, want 1", a, got)
		}
	})
}

func TestCompanyMail(t *testing.T) {
	for text, want := range map[string]string{
		"Asha@Company.in": "asha@company.in", " a.b@mail.company.co.in ": "a.b@mail.company.co.in",
		"a@gmail.com": "", "a@x.gmail.com": "", "a@notgmail.com": "a@notgmail.com", "a@yahoo.co.in": "", "a@mailinator.com": "",
		"": "", "a": "", "a@b": "", "a@1.2.3.4": "", "a@-x.in": "", "a b@company.in": "", "A <a@company.in>": "", "a@company.in\r\nBcc: b@c.in": "",
		strings.Repeat("a", 250) + "@company.in": "",
	} {
		got, err := companyMail(text)
		if got != want || (err == nil) != (want != "") || err != nil && !fault.Is(err, 422) {
			t.Errorf("%q gives %q, %v, want %q", text, got, err, want)
		}
	}
}

func TestEvaluate(t *testing.T) {
	salaried, _ := ProfessionOf(Salaried)
	all := func(change func(steps map[Step]StepRecord)) map[Step]StepRecord {
		steps := map[Step]StepRecord{}
		for _, s := range salaried.Steps {
			steps[s.Step] = StepRecord{State: StepVerified}
		}
		change(steps)
		return steps
	}
	set := func(step Step, r StepRecord) func(map[Step]StepRecord) {
		return func(steps map[Step]StepRecord) { steps[step] = r }
	}
	for name, test := range map[string]struct {
		change func(map[Step]StepRecord)
		names  float64
		want   Decision
	}{
		"all there":                {func(map[Step]StepRecord) {}, 1, DecisionApproved},
		"names nearly fit":         {func(map[Step]StepRecord) {}, 0.8, DecisionReview},
		"bank looked at":           {set(BankDetails, StepRecord{State: StepNeedsReview, Reason: ReasonFewMonths}), 1, DecisionPartial},
		"bank left out":            {set(BankDetails, StepRecord{State: StepSkipped}), 1, DecisionApproved},
		"identity looked at":       {set(GovtDocument, StepRecord{State: StepNeedsReview, Reason: ReasonDoubtful}), 1, DecisionReview},
		"a step is open":           {set(Selfie, StepRecord{State: StepUploaded}), 1, DecisionNone},
		"refused once":             {set(PANCard, StepRecord{State: StepRejected, Refusals: 1, Reason: "blurred"}), 1, DecisionNone},
		"refused too often":        {set(PANCard, StepRecord{State: StepNeedsReview, Refusals: 3, Reason: ReasonTooManyTries}), 1, DecisionReview},
		"a proof too often":        {set(BankDetails, StepRecord{State: StepNeedsReview, Refusals: 3, Reason: ReasonTooManyTries}), 1, DecisionReview},
		"inactive PAN":             {set(PANCard, StepRecord{State: StepRejected, Refusals: 1, Reason: ReasonPANInactive}), 1, DecisionDeclined},
		"under age":                {set(GovtDocument, StepRecord{State: StepRejected, Refusals: 1, Reason: ReasonUnderAge}), 1, DecisionDeclined},
		"no life in three selfies": {set(Selfie, StepRecord{State: StepRejected, Refusals: 3, Reason: ReasonNotLive}), 1, DecisionDeclined},
		"two proofs missing": {func(steps map[Step]StepRecord) {
			steps[BankDetails], steps[CompanyEmail] = StepRecord{State: StepNeedsReview}, StepRecord{State: StepSkipped}
		}, 1, DecisionReview},
	} {
		e, ok := evaluate(salaried, all(test.change), test.names)
		if e.Decision != test.want || ok != (test.want != DecisionNone) {
			t.Errorf("%s: %+v, %t, want %q", name, e, ok, test.want)
		}
	}
}

// A case or a step leaves its final state only by a listed transition.
func TestTransitions(t *testing.T) {
	for _, s := range []CaseState{Approved, PartiallyApproved} {
		for _, to := range []CaseState{NotStarted, InProgress, Evaluating, Approved, PartialOffered, PartiallyApproved, InReview, Declined, CaseCancelled} {
			if s.May(to) {
				t.Errorf("%s may go to %s", s, to)
			}
		}
	}
	for _, pair := range [][2]CaseState{{NotStarted, Evaluating}, {InProgress, Approved}, {InReview, InProgress}, {Declined, Approved}, {CaseCancelled, Approved}, {PartialOffered, Approved}} {
		if pair[0].May(pair[1]) {
			t.Errorf("%s may go to %s", pair[0], pair[1])
		}
	}
	for _, to := range []StepState{StepUploaded, StepProcessing, StepRejected, StepSkipped, StepNeedsReview} {
		if StepVerified.May(to) {
			t.Errorf("a verified step may go to %s", to)
		}
	}
}

func TestReferences(t *testing.T) {
	ref := reference(7, Selfie, 3)
	if id, step, attempt, ok := parseReference(ref); id != 7 || step != Selfie || attempt != 3 || !ok {
		t.Errorf("%s is read as %d, %s, %d, %t, want 7, %s, 3", ref, id, step, attempt, ok, Selfie)
	}
	for _, text := range []string{"", "7", "7-profilePic", "7-profilePic-3-4", "+7-profilePic-3", "7-profilePic-03", "x-profilePic-3"} {
		if _, _, _, ok := parseReference(text); ok {
			t.Errorf("%q is taken", text)
		}
	}
}
