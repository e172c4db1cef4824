package razorpayx

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/provider"
)

type contact struct {
	Name        string `json:"name"`
	Email       string `json:"email,omitempty"`
	Contact     string `json:"contact,omitempty"`
	Type        string `json:"type"`
	ReferenceID string `json:"reference_id"`
}

type bankAccount struct {
	Name          string `json:"name"`
	IFSC          string `json:"ifsc"`
	AccountNumber string `json:"account_number"`
}

type vpaAddress struct {
	Address string `json:"address"`
}

type fundAccount struct {
	ID          string       `json:"id,omitempty"`
	AccountType string       `json:"account_type"`
	BankAccount *bankAccount `json:"bank_account,omitempty"`
	VPA         *vpaAddress  `json:"vpa,omitempty"`
	Contact     *contact     `json:"contact,omitempty"`
}

type validationRequest struct {
	SourceAccountNumber string      `json:"source_account_number"`
	ValidationType      string      `json:"validation_type"`
	ReferenceID         string      `json:"reference_id"`
	FundAccount         fundAccount `json:"fund_account"`
}

type validation struct {
	ID      string `json:"id"`
	Status  string `json:"status"`
	Results struct {
		AccountStatus  string `json:"account_status"`
		RegisteredName string `json:"registered_name"`
		NameMatchScore *int   `json:"name_match_score"`
	} `json:"validation_results"`
	FundAccount struct {
		ID string `json:"id"`
	} `json:"fund_account"`
}

var validationStates = map[string]provider.ValidationState{
	"created": provider.ValidationPending, "completed": provider.ValidationActive, "failed": provider.ValidationFailed,
}

// Check makes sure of what decides where money goes.
func (v *validation) Check() error {
	if v.ID == "" || v.FundAccount.ID == "" || validationStates[v.Status] == "" {
		return errors.New("a validation without id, fund account or known status")
	}
	if score := v.Results.NameMatchScore; score != nil && (*score < 0 || *score > 100) {
		return fmt.Errorf("the name fits by %d of 100", *score)
	}
	return provider.CheckIDs(v.ID, v.FundAccount.ID)
}

// validation reads a completed one by the bank's word: an account that is not
// called active does not count as one.
func (v *validation) validation() provider.Validation {
	out := provider.Validation{
		ID: v.ID, FundAccountID: v.FundAccount.ID, State: validationStates[v.Status], RegisteredName: v.Results.RegisteredName,
	}
	if out.State != provider.ValidationActive {
		return out
	}
	switch v.Results.AccountStatus {
	case "active", "valid":
	case "invalid":
		out.State = provider.ValidationInvalid
	default:
		out.State = provider.ValidationFailed
	}
	if v.Results.NameMatchScore != nil {
		out.NameScore = *v.Results.NameMatchScore
	}
	return out
}

// The characters of a contact's name; a bank account's takes more.
const (
	shortestContactName = 3
	longestContactName  = 50
)

// contactName is a name that a contact takes: the person's, else the one in the
// bank, else one made of our reference.
func contactName(b provider.Beneficiary) string {
	for _, name := range []string{b.Name, b.NameInBank} {
		letters := []rune(strings.TrimSpace(name))
		if len(letters) >= shortestContactName {
			return strings.TrimSpace(string(letters[:min(len(letters), longestContactName)]))
		}
	}
	return "Customer " + b.Reference
}

// Validate makes the person and the account known, which is one each however
// often it is repeated, and has a rupee sent to a bank account to learn its
// holder's name.
func (p *Payouts) Validate(ctx context.Context, b provider.Beneficiary) (provider.Validation, error) {
	in := validationRequest{
		SourceAccountNumber: p.config.Account, ValidationType: "pennydrop", ReferenceID: b.Reference,
		FundAccount: fundAccount{AccountType: "bank_account", Contact: &contact{
			Name: contactName(b), Email: b.Email, Contact: b.Mobile, Type: "customer", ReferenceID: b.Reference,
		}},
	}
	if b.VPA != "" {
		in.FundAccount.AccountType, in.FundAccount.VPA = "vpa", &vpaAddress{b.VPA}
		in.ValidationType = "optimized"
	} else {
		in.FundAccount.BankAccount = &bankAccount{Name: b.NameInBank, IFSC: b.IFSC, AccountNumber: b.AccountNumber}
	}
	var made validation
	call := p.request("validations.create", http.MethodPost, "/fund_accounts/validations", nil)
	if err := p.client.JSON(ctx, call, in, &made); err != nil {
		return provider.Validation{}, err
	}
	return made.validation(), nil
}

// FetchValidation asks how a validation stands.
func (p *Payouts) FetchValidation(ctx context.Context, id string) (provider.Validation, error) {
	var v validation
	if err := p.get(ctx, "validations.fetch", "/fund_accounts/validations/"+url.PathEscape(id), nil, &v); err != nil {
		return provider.Validation{}, err
	}
	if v.ID != id {
		return provider.Validation{}, failed("validations.fetch", provider.Unknown, "", "validation %s is another one", v.ID)
	}
	return v.validation(), nil
}
