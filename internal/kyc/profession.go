package kyc

import "slices"

// ProfessionType is the code of a profession in the API contract.
type ProfessionType int64

// The professions. NoProfession means that the customer has chosen none. It is never offered.
const (
	Salaried     ProfessionType = 10
	SelfEmployed ProfessionType = 20
	Student      ProfessionType = 30
	Freelancer   ProfessionType = 40
	NoProfession ProfessionType = 1337
)

// Step is a part of the verification, by its name in the API contract.
type Step string

// The steps.
const (
	PANCard        Step = "panCard"
	GovtDocument   Step = "govtDocDetails"
	Selfie         Step = "profilePic"
	CompanyEmail   Step = "companyEmail"
	CollegeName    Step = "collegeName"
	GSTDetails     Step = "gstDetails"
	BankDetails    Step = "bankDocDetails"
	ParentDocument Step = "parentGovtDocDetails"
)

// Identity says whether a step is about who the customer is.
func (s Step) Identity() bool { return s == PANCard || s == GovtDocument || s == Selfie }

// Label is the step's name in English.
func (s Step) Label() string {
	return map[Step]string{
		PANCard: "PAN card", GovtDocument: "Government ID", Selfie: "Selfie", CompanyEmail: "Company e-mail", CollegeName: "College",
		GSTDetails: "GST registration", BankDetails: "Bank statement", ParentDocument: "Parent's government ID",
	}[s]
}

// Share is a step of a profession, with the percentage that is reached when it and all steps before
// it are done.
type Share struct {
	Step       Step
	Percentage int
}

// Profession is a profession that a customer can choose, with its steps in order.
type Profession struct {
	ID    int64
	Type  ProfessionType
	Label string
	Steps []Share
}

// Professions lists the professions that can be chosen.
func Professions() []Profession {
	return []Profession{
		{1, Salaried, "Salaried", []Share{{PANCard, 20}, {GovtDocument, 45}, {Selfie, 65}, {CompanyEmail, 80}, {BankDetails, 100}}},
		{2, SelfEmployed, "Self-employed or business", []Share{{PANCard, 20}, {GovtDocument, 45}, {Selfie, 65}, {GSTDetails, 80}, {BankDetails, 100}}},
		{3, Student, "Student", []Share{{PANCard, 20}, {GovtDocument, 40}, {Selfie, 55}, {CollegeName, 70}, {ParentDocument, 100}}},
		{4, Freelancer, "Freelancer or other", []Share{{PANCard, 25}, {GovtDocument, 50}, {Selfie, 75}, {BankDetails, 100}}},
	}
}

// ProfessionOf returns the profession of a type. found is false for NoProfession and for an unknown
// type.
func ProfessionOf(t ProfessionType) (p Profession, found bool) {
	all := Professions()
	i := slices.IndexFunc(all, func(p Profession) bool { return p.Type == t })
	if i < 0 {
		return Profession{}, false
	}
	return all[i], true
}

// Has says whether a step belongs to the profession.
func (p Profession) Has(step Step) bool {
	return slices.ContainsFunc(p.Steps, func(s Share) bool { return s.Step == step })
}
