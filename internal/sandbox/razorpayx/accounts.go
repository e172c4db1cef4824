package razorpayx

import (
	"regexp"
	"strings"
	"time"
)

type contactInput struct {
	Name        string            `json:"name"`
	Email       string            `json:"email"`
	Contact     string            `json:"contact"`
	Type        string            `json:"type"`
	ReferenceID string            `json:"reference_id"`
	Notes       map[string]string `json:"notes"`
}

type fundAccountInput struct {
	ContactID   string        `json:"contact_id"`
	Contact     *contactInput `json:"contact"`
	AccountType string        `json:"account_type"`
	BankAccount *bankAccount  `json:"bank_account"`
	VPA         *struct {
		Address string `json:"address"`
	} `json:"vpa"`
}

const maxReference = 40

// between says whether a text has from least to most characters.
func between(text string, least, most int) bool {
	n := len([]rune(text))
	return n >= least && n <= most
}

func (p *Provider) createContact(r *request) (any, error) {
	var in contactInput
	if err := r.read(&in); err != nil {
		return nil, err
	}
	made, err := p.contact(in, r.now)
	if err != nil {
		return nil, err
	}
	return made.entity(), nil
}

// contact makes a person known; the same data again is the same person.
func (p *Provider) contact(in contactInput, now time.Time) (*contact, error) {
	if !between(in.Name, 3, 50) {
		return nil, refusal("name", "The name must be between 3 and 50 characters.")
	}
	if !between(in.ReferenceID, 0, maxReference) {
		return nil, refusal("reference_id", "The reference id may not be greater than 40 characters.")
	}
	for _, c := range p.books.Contacts {
		if c.Name == in.Name && c.Email == in.Email && c.Contact == in.Contact && c.Type == in.Type && c.ReferenceID == in.ReferenceID {
			return c, nil
		}
	}
	made := &contact{
		ID: p.IDs.ID("cont_"), Name: in.Name, Email: in.Email, Contact: in.Contact, Type: in.Type,
		ReferenceID: in.ReferenceID, Notes: in.Notes, At: now,
	}
	p.books.Contacts = append(p.books.Contacts, made)
	return made, nil
}

func (p *Provider) createFundAccount(r *request) (any, error) {
	var in fundAccountInput
	if err := r.read(&in); err != nil {
		return nil, err
	}
	made, err := p.newFundAccount(in, r.now)
	if err != nil {
		return nil, err
	}
	return p.fundAccountEntity(made), nil
}

// newFundAccount adds an account of a person; the same account again is the
// same one. It is never changed.
func (p *Provider) newFundAccount(in fundAccountInput, now time.Time) (*fundAccount, error) {
	made := &fundAccount{ContactID: in.ContactID, AccountType: in.AccountType, At: now}
	if in.Contact != nil {
		c, err := p.contact(*in.Contact, now)
		if err != nil {
			return nil, err
		}
		made.ContactID = c.ID
	}
	if _, ok := find(p.books.Contacts, made.ContactID, func(c *contact) string { return c.ID }); !ok {
		return nil, unknownID()
	}
	if err := made.read(in); err != nil {
		return nil, err
	}
	for _, f := range p.books.FundAccounts {
		if f.same(made) {
			return f, nil
		}
	}
	made.ID = p.IDs.ID("fa_")
	p.books.FundAccounts = append(p.books.FundAccounts, made)
	return made, nil
}

func (f *fundAccount) same(other *fundAccount) bool {
	return f.ContactID == other.ContactID && f.AccountType == other.AccountType && f.Address == other.Address &&
		(f.BankAccount == nil || *f.BankAccount == *other.BankAccount)
}

var (
	ifscForm    = regexp.MustCompile(`^[A-Z]{4}0[A-Z0-9]{6}$`)
	accountForm = regexp.MustCompile(`^[A-Za-z0-9]{5,35}$`)
	vpaForm     = regexp.MustCompile(`^[A-Za-z0-9.-]+@[A-Za-z0-9.-]+$`)
)

func (f *fundAccount) read(in fundAccountInput) error {
	switch {
	case in.AccountType == "bank_account" && in.BankAccount != nil:
		return f.readBank(*in.BankAccount)
	case in.AccountType == "vpa" && in.VPA != nil:
		f.Address = in.VPA.Address
		if !vpaForm.MatchString(f.Address) || !between(f.Address, 3, 100) {
			return refusal("vpa", "Invalid VPA. Please enter a valid Virtual Payment Address")
		}
		return nil
	}
	return refusal("account_type", "The selected account type is invalid.")
}

func (f *fundAccount) readBank(b bankAccount) error {
	switch {
	case !between(b.Name, 3, 120):
		return refusal("name", "The name must be between 3 and 120 characters.")
	case !ifscForm.MatchString(b.IFSC):
		return refusal("ifsc", "Invalid IFSC Code in Bank Account")
	case !accountForm.MatchString(b.AccountNumber):
		return refusal("account_number", "The account number format is invalid.")
	}
	f.BankAccount = &b
	return nil
}

type validationInput struct {
	SourceAccountNumber string            `json:"source_account_number"`
	ValidationType      string            `json:"validation_type"`
	ReferenceID         string            `json:"reference_id"`
	Notes               map[string]string `json:"notes"`
	FundAccount         fundAccountInput  `json:"fund_account"`
}

// The ends of a validation, by which a test decides it beforehand.
const (
	ValidationActive   = "active"
	ValidationInvalid  = "invalid"
	ValidationMismatch = "mismatch"
	ValidationSimilar  = "similar"
	ValidationFailure  = "failure"
	Pending            = "pending"
)

// bankTime is how long a bank takes to answer.
const bankTime = 5 * time.Second

func (p *Provider) createValidation(r *request) (any, error) {
	var in validationInput
	if err := r.read(&in); err != nil {
		return nil, err
	}
	if in.SourceAccountNumber != p.keys.Account {
		return nil, refusal("source_account_number", "The source account number is invalid.")
	}
	account, err := p.newFundAccount(in.FundAccount, r.now)
	if err != nil {
		return nil, err
	}
	plan, planned := p.Answers.Next("validation")
	if !planned {
		plan.Outcome = ValidationActive
	}
	v := &validation{
		ID: p.IDs.ID("fav_"), FundAccount: account.ID, Status: "created", ReferenceID: in.ReferenceID, At: r.now,
		Ends: end{plan.Outcome, r.now.Add(later(plan.Seconds, bankTime))},
	}
	p.books.Validations = append(p.books.Validations, v)
	p.planValidation(v)
	return p.validationEntity(v), nil
}

func later(seconds int, usual time.Duration) time.Duration {
	if seconds > 0 {
		return time.Duration(seconds) * time.Second
	}
	return usual
}

func (p *Provider) planValidation(v *validation) {
	if v.Status == "created" && v.Ends.Outcome != Pending {
		p.Agenda.At(v.Ends.At, func(at time.Time) { p.endValidation(v, at) })
	}
}

// endValidation is the bank's answer: whose the account is, and how well the
// name that was given fits.
func (p *Provider) endValidation(v *validation, now time.Time) {
	account, _ := p.fundAccount(v.FundAccount)
	v.Status, v.Account, v.Name, v.Score = "completed", "active", p.holder(account), 100
	switch v.Ends.Outcome {
	case ValidationInvalid:
		v.Account, v.Name, v.Score = "invalid", "", 0
	case ValidationMismatch:
		v.Name, v.Score = "SOMEBODY ELSE", 12
	case ValidationSimilar:
		v.Score = 61
	case ValidationFailure:
		v.Status, v.Account, v.Name, v.Score = "failed", "", "", 0
	default:
		v.UTR = p.IDs.Digits(12)
	}
	p.announce("fund_account.validation."+v.Status, now, "fund_account.validation", p.validationEntity(v))
}

func (p *Provider) holder(f *fundAccount) string {
	if f.BankAccount != nil {
		return strings.ToUpper(f.BankAccount.Name)
	}
	c, _ := find(p.books.Contacts, f.ContactID, func(c *contact) string { return c.ID })
	return strings.ToUpper(c.Name)
}

func (p *Provider) fetchValidation(r *request) (any, error) {
	v, ok := find(p.books.Validations, r.PathValue("id"), func(v *validation) string { return v.ID })
	if !ok {
		return nil, unknownID()
	}
	return p.validationEntity(v), nil
}
