package kyc

import "slices"

// CaseState is the state of a customer's verification.
type CaseState string

// The states of a case.
const (
	NotStarted        CaseState = "not_started"
	InProgress        CaseState = "in_progress"
	Evaluating        CaseState = "evaluating"
	Approved          CaseState = "approved"
	PartialOffered    CaseState = "partial_offered"    // one proof is missing, and the customer may accept a partial approval
	PartiallyApproved CaseState = "partially_approved" // the customer has accepted the partial approval
	InReview          CaseState = "in_review"          // a person reviews it
	Declined          CaseState = "declined"
	CaseCancelled     CaseState = "cancelled"
)

// May says whether a case can go from one state to another.
func (s CaseState) May(to CaseState) bool {
	return slices.Contains(map[CaseState][]CaseState{
		NotStarted:     {InProgress},
		InProgress:     {Evaluating, CaseCancelled},
		Evaluating:     {Approved, PartialOffered, InReview, Declined, CaseCancelled},
		PartialOffered: {PartiallyApproved, InProgress, CaseCancelled},
		InReview:       {Approved, Declined, CaseCancelled},
		Declined:       {InProgress},
		CaseCancelled:  {InProgress},
	}[s], to)
}

// Verified says that nothing more is needed from the customer.
func (s CaseState) Verified() bool { return s == Approved || s == PartiallyApproved }

// takesSteps says that the customer can bring something.
func (s CaseState) takesSteps() bool { return s == InProgress || s == PartialOffered }

// StepState is the state of a step.
type StepState string

// The states of a step.
const (
	StepNotStarted  StepState = "not_started"
	StepUploaded    StepState = "uploaded"   // something was brought that proves nothing yet
	StepProcessing  StepState = "processing" // a provider is checking it
	StepVerified    StepState = "verified"
	StepNeedsReview StepState = "needs_review"
	StepRejected    StepState = "rejected"
	StepSkipped     StepState = "skipped"
)

// May says whether a step can go from one state to another. A step that is done changes only while
// a partial approval is offered, or when the case is started again, which resets the step.
func (s StepState) May(to StepState) bool {
	return slices.Contains(map[StepState][]StepState{
		StepNotStarted:  {StepUploaded, StepProcessing, StepVerified, StepSkipped},
		StepUploaded:    {StepUploaded, StepProcessing, StepVerified, StepNeedsReview, StepRejected, StepSkipped, StepNotStarted},
		StepProcessing:  {StepUploaded, StepVerified, StepNeedsReview, StepRejected, StepNotStarted},
		StepRejected:    {StepUploaded, StepProcessing, StepVerified, StepSkipped, StepNotStarted},
		StepNeedsReview: {StepUploaded, StepProcessing, StepVerified, StepRejected, StepNotStarted},
		StepSkipped:     {StepUploaded, StepProcessing, StepVerified, StepNotStarted},
		StepVerified:    {StepNotStarted},
	}[s], to)
}

// Done says that the customer has nothing to do for a step.
func (s StepState) Done() bool {
	return s == StepVerified || s == StepSkipped || s == StepNeedsReview
}

// Reason is why a step was refused or needs review. Each language of the app has a sentence for it.
type Reason string

// The reasons. A provider's refusal uses the provider package's word as its reason.
const (
	ReasonNotLive         Reason = "not_live"
	ReasonFaceDiffers     Reason = "face_differs"
	ReasonDoubtful        Reason = "doubtful" // the provider wants a person to look at it
	ReasonNameDiffers     Reason = "name_differs"
	ReasonNumberInvalid   Reason = "number_invalid"
	ReasonNotAPerson      Reason = "not_a_person" // the PAN of a company
	ReasonPANInactive     Reason = "pan_inactive"
	ReasonPANDuplicate    Reason = "pan_duplicate"
	ReasonPANOfAnother    Reason = "pan_of_another_account"
	ReasonPANDiffers      Reason = "pan_differs" // not the PAN on the card
	ReasonBirthDateAbsent Reason = "birth_date_absent"
	ReasonUnderAge        Reason = "under_age"
	ReasonExpired         Reason = "expired"
	ReasonGSTInactive     Reason = "gst_inactive"
	ReasonNotProprietor   Reason = "not_proprietor" // the business is not a sole proprietorship
	ReasonFewMonths       Reason = "few_months"
	ReasonLowIncome       Reason = "low_income"
	ReasonHolderDiffers   Reason = "holder_differs"
	ReasonAltered         Reason = "altered"
	ReasonSourceDown      Reason = "source_down" // to be tried again later
	ReasonStepMissing     Reason = "step_missing"
	ReasonTooManyTries    Reason = "too_many_tries"
)

// Final says that a refusal ends the case, because no other picture would change it.
func (r Reason) Final() bool {
	return slices.Contains([]Reason{ReasonPANInactive, ReasonPANDuplicate, ReasonPANOfAnother, ReasonUnderAge}, r)
}

// thin says that a statement shows too little, so that a second one is requested.
func (r Reason) thin() bool {
	return slices.Contains([]Reason{ReasonFewMonths, ReasonLowIncome, ReasonHolderDiffers}, r)
}

// maxRefusals is after how many refused tries a person reviews the step.
const maxRefusals = 3
