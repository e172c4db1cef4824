package kyc

import "slices"

// ProfessionType is the code of a profession in the contract.
type ProfessionType int64

// The professions. NoProfession is what a customer has who has chosen none; it is
// never offered.
const (
	Salaried     ProfessionType = 10
	SelfEmployed ProfessionType = 20
	Student      ProfessionType = 30
	Freelancer   ProfessionType = 40
	NoProfession ProfessionType = 1337
)

// Step is a part of the verification, by its name in the contract.
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

// Label is what a step is called in English.
func (s Step) Label() string {
	return map[Step]string{
		PANCard: "PAN card", GovtDocument: "Government ID", Selfie: "Selfie", CompanyEmail: "Company e-mail", CollegeName: "College",
		GSTDetails: "GST registration", BankDetails: "Bank statement", ParentDocument: "Parent's government ID",
	}[s]
}

// Share is a step of a profession with the percentage that is reached when it and
// all before it are done.
type Share struct {
	Step       Step
	Percentage int
}

// Profession is one that a customer can choose, with its steps in their order.
type Profession struct {
	ID    int64
	Type  ProfessionType
	Label string
	Steps []Share
}

// Professions lists what can be chosen.
func Professions() []Profession {
	return []Profession{
		{1, Salaried, "Salaried", []Share{{PANCard, 20}, {GovtDocument, 45}, {Selfie, 65}, {CompanyEmail, 80}, {BankDetails, 100}}},
		{2, SelfEmployed, "Self-employed or business", []Share{{PANCard, 20}, {GovtDocument, 45}, {Selfie, 65}, {GSTDetails, 80}, {BankDetails, 100}}},
		{3, Student, "Student", []Share{{PANCard, 20}, {GovtDocument, 40}, {Selfie, 55}, {CollegeName, 70}, {ParentDocument, 100}}},
		{4, Freelancer, "Freelancer or other", []Share{{PANCard, 25}, {GovtDocument, 50}, {Selfie, 75}, {BankDetails, 100}}},
	}
}

// ProfessionOf returns the profession of a type; found is false for NoProfession and
// for what there is not.
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
