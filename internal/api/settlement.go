package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ifsc"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/settlement"
)

// RefundPreference is how the customer wants to receive refunds.
type RefundPreference struct {
	Success          bool  `json:"success"`
	RefundPreference int64 `json:"refundPreference" doc:"10 wallet, 20 bank, 40 UPI; 0 before it is chosen"`
}

// DepositBankDetails says where the customer's refunds go. The account number, its holder and the
// UPI id are masked for an agent and for a session that was opened by a message's link.
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

type settlementCalls struct {
	service *settlement.Service
	lists   pager
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

type walletPayout struct {
	UserPath
	Body struct {
		Amount        *money.Amount `json:"amount,omitempty" doc:"in rupees, at least 1; absent for all own money"`
		PreferenceInt int64         `json:"preferenceInt" doc:"20 bank, 40 UPI; its details must be saved"`
	}
}

// WalletPayout is the settlement that pays out money of the wallet.
type WalletPayout struct {
	Success      bool  `json:"success"`
	SettlementID int64 `json:"settlementId" doc:"as in getSettlements"`
}

func (c *settlementCalls) payOutWallet(ctx context.Context, s account.Session, in *walletPayout) (WalletPayout, error) {
	want := settlement.WalletPayout{To: settlement.Preference(in.Body.PreferenceInt)}
	if in.Body.Amount == nil {
		want.All = true
	} else {
		want.Amount = in.Body.Amount.Paise()
	}
	id, err := c.service.PayOutWallet(ctx, s, want)
	return WalletPayout{Success: true, SettlementID: id}, err
}

// Settlements lists settlements, newest first.
type Settlements struct {
	Settlements []Settlement `json:"settlements" doc:"a page of them; the newest 100 without a query"`
	Total       int64        `json:"total" doc:"how many there are on all pages"`
	Next        string       `json:"next,omitempty" doc:"the after of the next page; absent after the last"`
}

// Settlement settles items that were picked up together, money that a credit note returned, or
// money that is paid out of the wallet.
type Settlement struct {
	ID      int64            `json:"id"`
	Origin  string           `json:"origin" enum:"pickup,transfer,credit_note,wallet,offer" doc:"what is settled: the deposit of items that were given back, or that another customer took over; what a credit note gave back; money of the wallet; the deposit for a transfer that was given up"`
	State   string           `json:"state" enum:"inspecting,ready,paying,paid"`
	Lines   []SettlementLine `json:"lines" doc:"they add up to the refund; while inspecting, to the deposit from which it will be worked out"`
	Refund  money.Amount     `json:"refund" doc:"0 while inspecting"`
	PaysDue money.Amount     `json:"paysDue" doc:"what of a refund that is ready would pay what is due now, right before the rest goes out"`
	// RefundPreference is how the refund is or will be paid.
	RefundPreference int64            `json:"refundPreference,omitempty" doc:"10 wallet, 20 bank, 40 UPI; absent before it is chosen"`
	PromisedBy       calendar.Date    `json:"promisedBy,omitzero" doc:"absent before the way is chosen, while it is held, and once it is paid"`
	WorkingDaysLeft  int              `json:"workingDaysLeft"`
	PaidTo           string           `json:"paidTo,omitempty" doc:"the bank account or UPI id to which it was sent, masked"`
	PayoutReference  string           `json:"payoutReference,omitempty" doc:"the bank's"`
	PaidAt           calendar.Instant `json:"paidAt,omitzero"`
	IsHeld           bool             `json:"isHeld" doc:"the refund cannot go to the saved details"`
}

// SettlementLine is one line of a settlement. A deduction is negative.
type SettlementLine struct {
	Kind        string       `json:"kind" enum:"deposit,credit_note,offer,wallet,advance,not_held,rent,charges,late_fee"`
	Name        string       `json:"name" catalogue:"name" example:"Oak sofa" doc:"of the item, or the number of the invoice; '' without one"`
	IsSince     bool         `json:"isSince" doc:"it was taken off after the refund had been worked out"`
	Description string       `json:"description"`
	Amount      money.Amount `json:"amount"`
}

type settlementsInput struct {
	UserPath
	PageQuery
}

func (c *settlementCalls) statements(ctx context.Context, s account.Session, in *settlementsInput) (Settlements, error) {
	page, err := c.lists.from("settlements", s, in.PageQuery, paging.MaxSize)
	if err != nil {
		return Settlements{}, err
	}
	list, err := c.service.Statements(ctx, s.CustomerID, page)
	return Settlements{each(list.Statements, wireSettlement), list.Total, c.lists.next("settlements", s, list.Next)}, err
}

func wireSettlement(s settlement.Statement) Settlement {
	return Settlement{
		ID: s.ID, Origin: originOf(s), State: string(s.State), Refund: s.Refund.Wire(), PaysDue: s.PaysDue.Wire(), RefundPreference: int64(s.Preference),
		Lines: each(s.Lines, func(l settlement.Line) SettlementLine {
			return SettlementLine{
				Kind: string(l.Kind), Name: l.Name, IsSince: l.Since, Description: l.Describe(s.Origin), Amount: l.Amount.Wire(),
			}
		}),
		PromisedBy: s.PromisedBy, WorkingDaysLeft: s.WorkingDays, PaidTo: s.PaidTo, PayoutReference: s.Reference, PaidAt: s.PaidAt, IsHeld: s.Held,
	}
}

func originOf(s settlement.Statement) string {
	if s.HandedOver {
		return "transfer"
	}
	return string(s.Origin)
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

// self returns a 404 for another customer's id.
func self(s account.Session, userID int64) error {
	if userID != s.CustomerID {
		return fault.NotFound("customer.not_own", "There is no such customer here.")
	}
	return nil
}

type branchPath struct {
	Code string `path:"code" maxLength:"32" doc:"11 characters"`
}

func (c *settlementCalls) branch(_ context.Context, _ account.Session, in *branchPath) (BankBranch, error) {
	if len(in.Code) != ifsc.Length {
		return BankBranch{}, fault.Invalid("payee.ifsc_length", "code", "An IFSC code has {length} characters.", fault.With("length", ifsc.Length))
	}
	b, ok := ifsc.Find(in.Code)
	if !ok {
		return BankBranch{}, fault.NotFound("payee.ifsc_not_found", "Please enter valid IFSC code")
	}
	return BankBranch{Bank: b.Bank, IFSC: b.Code}, nil
}

type bankSubmission struct {
	Body struct {
		UserID  int64 `json:"userId"`
		Details struct {
			NameInBank    string `json:"nameInBank" maxLength:"100"`
			AccountNumber string `json:"accountNumber" maxLength:"64" doc:"8 to 20 digits"`
			IFSC          string `json:"ifsc" maxLength:"32"`
			BankName      string `json:"bankName" maxLength:"100"`
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
			VPA string `json:"vpa" maxLength:"100"`
		} `json:"details"`
	}
}

func (c *settlementCalls) setUPI(ctx context.Context, s account.Session, in *upiSubmission) (Ok, error) {
	if err := self(s, in.Body.UserID); err != nil {
		return Ok{}, err
	}
	return done, c.service.SaveUPI(ctx, s, in.Body.Details.VPA)
}
