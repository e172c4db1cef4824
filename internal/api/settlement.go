package api

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ifsc"
	"rento/internal/money"
	"rento/internal/settlement"
)

// RefundPreference is how the customer wants refunds.
type RefundPreference struct {
	Success          bool  `json:"success"`
	RefundPreference int64 `json:"refundPreference" doc:"10 wallet, 20 bank, 40 UPI; 0 before it is chosen"`
}

// DepositBankDetails are where the customer's refunds go. An agent sees the
// account number masked.
type DepositBankDetails struct {
	NameInBank    string `json:"nameInBank,omitempty"`
	AccountNumber string `json:"accountNumber,omitempty"`
	IFSC          string `json:"ifsc,omitempty"`
	BankName      string `json:"bankName,omitempty"`
	VPA           string `json:"vpa,omitempty" doc:"the UPI id"`
}

// BankBranch is the branch of an IFSC code.
type BankBranch struct {
	Bank string `json:"BANK" doc:"name of the bank"`
	IFSC string `json:"IFSC"`
}

type settlementCalls struct{ service *settlement.Service }

func (c *settlementCalls) register(r *routes) {
	r.section = "Closure, extension and settlement"
	ownID(r, "POST /api/RMUsers/{id}/setRefundPreference", "Choose how to be refunded", c.setPreference, limited("write"))
	ownID(r, "GET /api/RMUsers/{id}/getRefundPreference", "How the customer wants to be refunded", c.preference)
	ownID(r, "GET /api/RMUsers/{id}/getSettlements", "The account of what was given back, and its refund", c.statements)
	own(r, "GET /api/UserProfiles/getBankDetails", "Where refunds go", c.details)
	own(r, "GET /api/UserProfiles/ifsc/{code}", "The bank of an IFSC code", c.branch, limited("ifsc"))
	own(r, "POST /api/UserProfiles/setBankDetails", "Save the bank account for refunds", c.setBank, limited("payee"))
	own(r, "POST /api/UserProfiles/setUpiDetails", "Save the UPI id for refunds", c.setUPI, limited("payee"))
}

type preferenceChoice struct {
	UserPath
	PreferenceInt int64 `query:"preferenceInt" required:"true" doc:"10 wallet, 20 bank, 40 UPI"`
}

func (c *settlementCalls) setPreference(ctx context.Context, s account.Session, in *preferenceChoice) (RefundPreference, error) {
	err := c.service.SetPreference(ctx, s, settlement.Preference(in.PreferenceInt))
	return RefundPreference{Success: true, RefundPreference: in.PreferenceInt}, err
}

func (c *settlementCalls) preference(ctx context.Context, s account.Session, _ *UserPath) (RefundPreference, error) {
	p, err := c.service.PreferenceOf(ctx, s.CustomerID)
	return RefundPreference{Success: true, RefundPreference: int64(p)}, err
}

// Settlements are the accounts of what was given back, newest first.
type Settlements struct {
	Settlements []Settlement `json:"settlements"`
}

// Settlement is the account of items that were picked up together.
type Settlement struct {
	ID     int64            `json:"id"`
	State  string           `json:"state" enum:"inspecting,ready,paying,paid"`
	Lines  []SettlementLine `json:"lines" doc:"they add up to the refund"`
	Refund money.Amount     `json:"refund"`
	// RefundPreference is how it is paid or to be paid.
	RefundPreference int64            `json:"refundPreference,omitempty" doc:"10 wallet, 20 bank, 40 UPI; absent before it is chosen"`
	PromisedBy       calendar.Date    `json:"promisedBy,omitzero" doc:"absent before the way is chosen, and once it is paid"`
	WorkingDaysLeft  int              `json:"workingDaysLeft"`
	PayoutReference  string           `json:"payoutReference,omitempty" doc:"the bank's"`
	PaidAt           calendar.Instant `json:"paidAt,omitzero"`
	IsHeld           bool             `json:"isHeld" doc:"the refund cannot go to the saved details"`
}

// SettlementLine is one line of the account; what is taken off is negative.
type SettlementLine struct {
	Description string       `json:"description"`
	Amount      money.Amount `json:"amount"`
}

func (c *settlementCalls) statements(ctx context.Context, s account.Session, _ *UserPath) (Settlements, error) {
	list, err := c.service.Statements(ctx, s.CustomerID)
	return Settlements{each(list, wireSettlement)}, err
}

func wireSettlement(s settlement.Statement) Settlement {
	return Settlement{
		ID: s.ID, State: string(s.State), Refund: s.Refund.Wire(), RefundPreference: int64(s.Preference),
		Lines: each(s.Lines, func(l settlement.Line) SettlementLine {
			return SettlementLine{l.Description, l.Amount.Wire()}
		}),
		PromisedBy: s.PromisedBy, WorkingDaysLeft: s.WorkingDays, PayoutReference: s.Reference, PaidAt: s.PaidAt, IsHeld: s.Held,
	}
}

type userQuery struct {
	UserID int64 `query:"userId" required:"true"`
}

func (c *settlementCalls) details(ctx context.Context, s account.Session, in *userQuery) (DepositBankDetails, error) {
	if err := self(s, in.UserID); err != nil {
		return DepositBankDetails{}, err
	}
	payees, err := c.service.Payees(ctx, s)
	bank := payees[settlement.ToBank]
	return DepositBankDetails{
		NameInBank: bank.NameInBank, AccountNumber: bank.AccountNumber, IFSC: bank.IFSC, BankName: bank.BankName,
		VPA: payees[settlement.ToUPI].VPA,
	}, err
}

// self returns a 404 for an id that is another customer's.
func self(s account.Session, userID int64) error {
	if userID != s.CustomerID {
		return fault.NotFound("There is no such customer here.")
	}
	return nil
}

type branchPath struct {
	Code string `path:"code" doc:"11 characters"`
}

func (c *settlementCalls) branch(_ context.Context, _ account.Session, in *branchPath) (BankBranch, error) {
	if len(in.Code) != ifsc.Length {
		return BankBranch{}, fault.Invalid("code", fmt.Sprintf("An IFSC code has %d characters.", ifsc.Length))
	}
	b, ok := ifsc.Find(in.Code)
	if !ok {
		return BankBranch{}, fault.NotFound("Please enter valid IFSC code")
	}
	return BankBranch{Bank: b.Bank, IFSC: b.Code}, nil
}

type bankSubmission struct {
	Body struct {
		UserID  int64 `json:"userId"`
		Details struct {
			NameInBank    string `json:"nameInBank" maxLength:"200"`
			AccountNumber string `json:"accountNumber" maxLength:"64" doc:"8 to 20 digits"`
			IFSC          string `json:"ifsc" maxLength:"32"`
			BankName      string `json:"bankName" maxLength:"200"`
		} `json:"details"`
	}
}

func (c *settlementCalls) setBank(ctx context.Context, s account.Session, in *bankSubmission) (Ok, error) {
	if err := self(s, in.Body.UserID); err != nil {
		return Ok{}, err
	}
	return done, c.service.SaveBank(ctx, s, settlement.BankDetails(in.Body.Details))
}

type upiSubmission struct {
	Body struct {
		UserID  int64 `json:"userId"`
		Details struct {
			VPA string `json:"vpa" maxLength:"200"`
		} `json:"details"`
	}
}

func (c *settlementCalls) setUPI(ctx context.Context, s account.Session, in *upiSubmission) (Ok, error) {
	if err := self(s, in.Body.UserID); err != nil {
		return Ok{}, err
	}
	return done, c.service.SaveUPI(ctx, s, in.Body.Details.VPA)
}
