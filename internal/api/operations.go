package api

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/reconcile"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/ticket"
)

// dueVisits is the maximum number of tickets in one answer.
const dueVisits = 500

// Visit is a ticket whose planned day has come.
type Visit struct {
	Ticket
	CustomerID int64 `json:"customerId"`
	// DuesOpen is what the first owner of a transfer owes.
	DuesOpen money.Amount `json:"duesOpen" doc:"of a transfer: what its first owner still has to pay before it, else 0"`
}

// Visits are the visits that the company's people have to finish.
type Visits struct {
	Visits []Visit `json:"visits"`
}

// Inspection is a settlement that waits for the inspection of the items.
type Inspection struct {
	CustomerID   int64 `json:"customerId"`
	SettlementID int64 `json:"settlementId"`
}

// Inspections lists open inspections, oldest first.
type Inspections struct {
	Inspections []Inspection `json:"inspections"`
}

// operationCalls are for the company's own systems, through which its people report what they have
// done. If no token is configured, these calls are closed.
type operationCalls struct {
	store       *store.Store
	tickets     *ticket.Service
	settlements *settlement.Service
	payments    *payment.Service
	accounts    *account.Service
	alerts      *alert.Service
	reconcile   *reconcile.Service
	billing     *billing.Service
	publicURL   string
	clock       calendar.Clock
}

func (c *operationCalls) visits(ctx context.Context, _ *Nothing) (Visits, error) {
	due, err := c.tickets.Due(ctx, dueVisits)
	if err != nil {
		return Visits{}, err
	}
	ready, err := c.tickets.TransfersToFinish(ctx, dueVisits)
	visits := each(due, func(t ticket.Ticket) Visit { return Visit{Ticket: wireTicket(t), CustomerID: t.CustomerID} })
	papers := each(ready, func(t ticket.ReadyTransfer) Visit {
		return Visit{Ticket: wireTicket(t.Ticket), CustomerID: t.CustomerID, DuesOpen: t.GiverDues.Wire()}
	})
	return Visits{Visits: append(visits, papers...)}, err
}

type doneInput struct {
	Body struct {
		CustomerID       int64  `json:"customerId"`
		ServiceRequestID int64  `json:"serviceRequestId"`
		Comment          string `json:"comment,omitempty" maxLength:"2000" format:"lines"`
	}
}

func (c *operationCalls) done(ctx context.Context, in *doneInput) (Ok, error) {
	return ok(c.tickets.Finish(ctx, in.Body.CustomerID, in.Body.ServiceRequestID, in.Body.Comment))
}

type giveUpInput struct {
	Body struct {
		CustomerID       int64  `json:"customerId"`
		ServiceRequestID int64  `json:"serviceRequestId"`
		Reason           string `json:"reason" minLength:"10" maxLength:"200" example:"Nobody was at home on the day of the pickup" doc:"why it is not carried out; the customer reads it in the time line"`
	}
}

func (c *operationCalls) giveUp(ctx context.Context, in *giveUpInput) (Ok, error) {
	return ok(c.tickets.GiveUp(ctx, in.Body.CustomerID, in.Body.ServiceRequestID, in.Body.Reason))
}

func (c *operationCalls) inspections(ctx context.Context, _ *Nothing) (Inspections, error) {
	list, err := settlement.WaitingSince(ctx, c.store.Queries(), calendar.Stamp(c.clock.Now()))
	return Inspections{Inspections: each(list, func(w settlement.Waiting) Inspection {
		return Inspection{CustomerID: w.CustomerID, SettlementID: w.ID}
	})}, err
}

// Damage is the damage that an inspection found on an item.
type Damage struct {
	OrderItemID int64        `json:"orderItemId"`
	Description string       `json:"description" minLength:"1" maxLength:"200"`
	Amount      money.Amount `json:"amount" exclusiveMinimum:"0" maximum:"500000" doc:"without GST"`
}

type inspectedInput struct {
	Body struct {
		CustomerID   int64    `json:"customerId"`
		SettlementID int64    `json:"settlementId"`
		Damage       []Damage `json:"damage,omitempty" maxItems:"100"`
	}
}

func (c *operationCalls) inspected(ctx context.Context, in *inspectedInput) (Ok, error) {
	_, err := c.settlements.Inspect(ctx, in.Body.CustomerID, in.Body.SettlementID, each(in.Body.Damage, func(d Damage) settlement.Deduction {
		return settlement.Deduction{ItemID: d.OrderItemID, Description: d.Description, Amount: d.Amount.Paise()}
	}))
	return ok(err)
}

// DoubtfulPayee is a payee that a person must check before a refund is sent to it.
type DoubtfulPayee struct {
	CustomerID     int64  `json:"customerId"`
	PayeeID        int64  `json:"payeeId"`
	NameInBank     string `json:"nameInBank" doc:"as the customer wrote it"`
	RegisteredName string `json:"registeredName" doc:"as the bank has it"`
	NameScore      int64  `json:"nameScore" doc:"how well the two fit, 0 to 100"`
}

// DoubtfulPayees lists doubtful payees, oldest first.
type DoubtfulPayees struct {
	Payees []DoubtfulPayee `json:"payees"`
}

func (c *operationCalls) doubts(ctx context.Context, _ *Nothing) (DoubtfulPayees, error) {
	list, err := c.settlements.Doubts(ctx)
	return DoubtfulPayees{each(list, func(d settlement.Doubt) DoubtfulPayee { return DoubtfulPayee(d) })}, err
}

type decidedInput struct {
	Body struct {
		CustomerID int64 `json:"customerId"`
		PayeeID    int64 `json:"payeeId"`
		IsAccepted bool  `json:"isAccepted"`
	}
}

func (c *operationCalls) decided(ctx context.Context, in *decidedInput) (Ok, error) {
	return ok(c.settlements.DecidePayee(ctx, in.Body.CustomerID, in.Body.PayeeID, in.Body.IsAccepted))
}

// StuckRefund is a refund that failed or was returned. It continues after the customer changes the
// details, or after retryPayout.
type StuckRefund struct {
	CustomerID   int64            `json:"customerId"`
	SettlementID int64            `json:"settlementId"`
	PayoutID     int64            `json:"payoutId" doc:"of the last try"`
	PayoutState  string           `json:"payoutState" enum:"failed,reversed"`
	Reason       string           `json:"reason" doc:"as the provider words it" example:"The beneficiary's account is closed."`
	Since        calendar.Instant `json:"since"`
	Refund       money.Amount     `json:"refund"`
	Payee        string           `json:"payee" doc:"masked"`
}

// StuckRefunds lists stuck refunds, oldest first.
type StuckRefunds struct {
	Refunds []StuckRefund `json:"refunds"`
}

func (c *operationCalls) stuck(ctx context.Context, _ *Nothing) (StuckRefunds, error) {
	list, err := c.settlements.Stuck(ctx)
	return StuckRefunds{each(list, func(s settlement.Stuck) StuckRefund {
		return StuckRefund{
			CustomerID: s.CustomerID, SettlementID: s.SettlementID, PayoutID: s.PayoutID, PayoutState: string(s.State), Reason: s.Reason,
			Since: s.Since, Refund: s.Refund.Wire(), Payee: s.Payee,
		}
	})}, err
}

type retryInput struct {
	Body struct {
		CustomerID   int64 `json:"customerId"`
		SettlementID int64 `json:"settlementId"`
	}
}

func (c *operationCalls) retry(ctx context.Context, in *retryInput) (Ok, error) {
	return ok(c.settlements.Retry(ctx, in.Body.CustomerID, in.Body.SettlementID))
}

type retryRefundInput struct {
	Body struct {
		CustomerID int64 `json:"customerId"`
		RefundID   int64 `json:"refundId" doc:"the first number of the alert's subject"`
	}
}

func (c *operationCalls) retryRefund(ctx context.Context, in *retryRefundInput) (Ok, error) {
	return ok(c.payments.RetryRefund(ctx, in.Body.CustomerID, in.Body.RefundID))
}

type finishRefundInput struct {
	Body struct {
		CustomerID int64  `json:"customerId"`
		RefundID   int64  `json:"refundId" doc:"the first number of the alert's subject"`
		Reference  string `json:"reference" minLength:"4" maxLength:"200" example:"HDFCN52026112300017" doc:"of the bank transfer, for the audit log"`
	}
}

func (c *operationCalls) finishRefund(ctx context.Context, in *finishRefundInput) (Ok, error) {
	return ok(c.payments.FinishRefund(ctx, in.Body.CustomerID, in.Body.RefundID, in.Body.Reference))
}

// TransferMatch says what a bank transfer pays.
type TransferMatch struct {
	CustomerID  int64        `json:"customerId,omitempty" minimum:"0" doc:"who has paid; not needed with the number of an invoice"`
	Invoices    []string     `json:"invoices,omitempty" maxItems:"50" maxLength:"40" doc:"numbers that the payer has named, all of one customer; without any, what is due first is paid first, late fees last" example:"[\"KA/26-27/0000551\"]"`
	TaxDeducted money.Amount `json:"taxDeducted,omitempty" minimum:"0" maximum:"100000000" doc:"income tax that the payer has deducted at source beside the amount; it pays too, but is not received. Of several invoices each has its part. Told later, the whole tax of the transfer"`
}

type recordTransferInput struct {
	Body struct {
		TransferMatch
		UTR    string        `json:"utr" minLength:"12" maxLength:"22" doc:"the bank's reference: 12 to 22 letters and digits" example:"HDFCN52026112300017"`
		PaidOn calendar.Date `json:"paidOn" doc:"the day of the transfer by the bank's statement, at most 180 days ago"`
		Amount money.Amount  `json:"amount" exclusiveMinimum:"0" maximum:"100000000" doc:"what arrived, in rupees"`
	}
}

type matchTransferInput struct {
	Body struct {
		TransferMatch
		UTR string `json:"utr" minLength:"12" maxLength:"22" example:"HDFCN52026112300017"`
	}
}

type returnTransferInput struct {
	Body struct {
		UTR       string `json:"utr" minLength:"12" maxLength:"22" example:"HDFCN52026112300017"`
		Reference string `json:"reference" minLength:"4" maxLength:"200" example:"HDFCN52026112300017" doc:"of the company's own transfer, for the audit log"`
	}
}

type unmatchTransferInput struct {
	Body struct {
		UTR             string `json:"utr" minLength:"12" maxLength:"22" example:"HDFCN52026112300017"`
		RMTransactionID int64  `json:"rmTransactionId" doc:"the receipt, as the transfer lists it"`
		Reason          string `json:"reason" minLength:"10" maxLength:"200" example:"Recorded for the wrong customer" doc:"for the audit log"`
	}
}

type removeTransferInput struct {
	Body struct {
		UTR    string `json:"utr" minLength:"12" maxLength:"22" example:"HDFCN52026112300017"`
		Reason string `json:"reason" minLength:"10" maxLength:"200" example:"The amount was mistyped" doc:"for the audit log"`
	}
}

// BankTransfer is a recorded bank transfer, and what it paid.
type BankTransfer struct {
	UTR        string         `json:"utr" example:"HDFCN52026112300017"`
	CustomerID int64          `json:"customerId" doc:"who has paid, 0 while nobody knows"`
	PaidOn     calendar.Date  `json:"paidOn"`
	Amount     money.Amount   `json:"amount"`
	Returned   money.Amount   `json:"returned" doc:"of it sent back to the payer"`
	Unmatched  money.Amount   `json:"unmatched" doc:"of it in suspense: paid nothing yet"`
	Receipts   []TransferPart `json:"receipts" doc:"what it paid, each with a receipt"`
}

// TransferPart is what a bank transfer paid of a customer, under one receipt.
type TransferPart struct {
	CustomerID      int64          `json:"customerId"`
	RMTransactionID int64          `json:"rmTransactionId"`
	Amount          money.Amount   `json:"amount"`
	TaxDeducted     money.Amount   `json:"taxDeducted"`
	Paid            []TransferPaid `json:"paid" doc:"what the amount paid, without the tax"`
}

// TransferPaid is an invoice or its late fee that a bank transfer paid.
type TransferPaid struct {
	InvoiceNumber string       `json:"invoiceNumber"`
	IsLateFee     bool         `json:"isLateFee"`
	Amount        money.Amount `json:"amount"`
}

// BankTransfers lists bank transfers with money in suspense, oldest first.
type BankTransfers struct {
	Transfers []BankTransfer `json:"transfers"`
}

func (m TransferMatch) match() payment.TransferMatch {
	return payment.TransferMatch{CustomerID: m.CustomerID, Invoices: m.Invoices, TaxDeducted: m.TaxDeducted.Paise()}
}

func wireTransfer(t payment.BankTransfer) BankTransfer {
	return BankTransfer{
		UTR: t.UTR, CustomerID: t.CustomerID, PaidOn: t.PaidOn, Amount: t.Amount.Wire(), Returned: t.Returned.Wire(), Unmatched: t.Unmatched.Wire(),
		Receipts: each(t.Matches, func(m payment.Matched) TransferPart {
			return TransferPart{
				CustomerID: m.CustomerID, RMTransactionID: m.TransactionID, Amount: m.Amount.Wire(), TaxDeducted: m.TaxDeducted.Wire(),
				Paid: each(m.Used, func(p billing.Paid) TransferPaid { return TransferPaid{p.Number, p.Kind == "", p.Amount.Wire()} }),
			}
		}),
	}
}

func (c *operationCalls) recordTransfer(ctx context.Context, in *recordTransferInput) (BankTransfer, error) {
	t, err := c.payments.RecordBankTransfer(ctx, payment.BankTransferInput{
		UTR: in.Body.UTR, PaidOn: in.Body.PaidOn, Amount: in.Body.Amount.Paise(), TransferMatch: in.Body.match(),
	})
	return wireTransfer(t), err
}

func (c *operationCalls) unmatchedTransfers(ctx context.Context, _ *Nothing) (BankTransfers, error) {
	list, err := c.payments.UnmatchedBankTransfers(ctx)
	return BankTransfers{each(list, wireTransfer)}, err
}

func (c *operationCalls) matchTransfer(ctx context.Context, in *matchTransferInput) (BankTransfer, error) {
	t, err := c.payments.MatchBankTransfer(ctx, in.Body.UTR, in.Body.match())
	return wireTransfer(t), err
}

func (c *operationCalls) returnTransfer(ctx context.Context, in *returnTransferInput) (BankTransfer, error) {
	t, err := c.payments.ReturnBankTransfer(ctx, in.Body.UTR, in.Body.Reference)
	return wireTransfer(t), err
}

func (c *operationCalls) unmatchTransfer(ctx context.Context, in *unmatchTransferInput) (BankTransfer, error) {
	t, err := c.payments.UnmatchBankTransfer(ctx, in.Body.UTR, in.Body.RMTransactionID, in.Body.Reason)
	return wireTransfer(t), err
}

func (c *operationCalls) removeTransfer(ctx context.Context, in *removeTransferInput) (Ok, error) {
	return ok(c.payments.RemoveBankTransfer(ctx, in.Body.UTR, in.Body.Reason))
}

type recordPromiseInput struct {
	Body struct {
		CustomerID int64         `json:"customerId"`
		Amount     money.Amount  `json:"amount" exclusiveMinimum:"0" maximum:"100000000" doc:"what is promised, in rupees; what the customer is to pay at most"`
		By         calendar.Date `json:"by" doc:"the last day to keep the promise, at most 15 days ahead"`
	}
}

type withdrawPromiseInput struct {
	Body struct {
		CustomerID int64  `json:"customerId"`
		Reason     string `json:"reason" minLength:"10" maxLength:"200" example:"Recorded for the wrong customer" doc:"for the audit log"`
	}
}

// Promise is what a customer has promised to pay by a day.
type Promise struct {
	CustomerID int64            `json:"customerId"`
	Amount     money.Amount     `json:"amount"`
	Missing    money.Amount     `json:"missing" doc:"of it still to be paid, 0 once it is met, late or in time"`
	By         calendar.Date    `json:"by" doc:"the last day to keep it"`
	State      string           `json:"state" enum:"open,kept,broken,withdrawn"`
	MadeAt     calendar.Instant `json:"madeAt"`
	DecidedAt  calendar.Instant `json:"decidedAt" doc:"when it was found kept or broken; empty while it is open"`
}

// Promises lists promises to pay.
type Promises struct {
	Open   []Promise `json:"open" doc:"the newest first"`
	Broken []Promise `json:"broken" doc:"of the last 90 days, the newest first"`
}

// maxPromises is the maximum number of promises of a state in one answer, brokenDays how far back it
// lists those that were broken.
const (
	maxPromises = 500
	brokenDays  = 90
)

func wirePromise(p billing.Promise) Promise {
	return Promise{p.CustomerID, p.Amount.Wire(), p.Missing.Wire(), p.By, string(p.State), p.Made, p.Decided}
}

func (c *operationCalls) recordPromise(ctx context.Context, in *recordPromiseInput) (Promise, error) {
	p, err := c.billing.RecordPromise(ctx, in.Body.CustomerID, in.Body.Amount.Paise(), in.Body.By)
	return wirePromise(p), err
}

func (c *operationCalls) withdrawPromise(ctx context.Context, in *withdrawPromiseInput) (Ok, error) {
	return ok(c.billing.WithdrawPromise(ctx, in.Body.CustomerID, in.Body.Reason))
}

func (c *operationCalls) promises(ctx context.Context, _ *Nothing) (list Promises, err error) {
	today := calendar.Today(c.clock)
	open, err := billing.Promises(ctx, c.store.Queries(), billing.PromiseOpen, today.AddDays(-brokenDays), maxPromises)
	if err != nil {
		return list, err
	}
	broken, err := billing.Promises(ctx, c.store.Queries(), billing.PromiseBroken, today.AddDays(-brokenDays), maxPromises)
	return Promises{each(open, wirePromise), each(broken, wirePromise)}, err
}

// OpenAlert is a case that a person has to decide, because our books must not guess.
type OpenAlert struct {
	ID         int64            `json:"id"`
	Kind       string           `json:"kind" example:"payment_unknown_order"`
	Subject    string           `json:"subject" doc:"what it is about, by the provider's name and id" example:"examplepay:T1"`
	CustomerID int64            `json:"customerId" doc:"0 when it is nobody's"`
	Detail     string           `json:"detail" example:"₹500 for an order that is not ours"`
	RaisedAt   calendar.Instant `json:"raisedAt"`
}

// OpenAlerts lists open alerts, oldest first.
type OpenAlerts struct {
	Alerts []OpenAlert `json:"alerts"`
}

// maxAlerts is the maximum number of alerts in one answer.
const maxAlerts = 500

func (c *operationCalls) openAlerts(ctx context.Context, _ *Nothing) (OpenAlerts, error) {
	list, err := c.alerts.Open(ctx, maxAlerts)
	return OpenAlerts{each(list, func(a alert.Open) OpenAlert {
		return OpenAlert{ID: a.ID, Kind: a.Kind, Subject: a.Subject, CustomerID: a.CustomerID, Detail: a.Detail, RaisedAt: a.RaisedAt}
	})}, err
}

type closeAlertInput struct {
	Body struct {
		ID     int64  `json:"id"`
		Reason string `json:"reason" minLength:"10" maxLength:"200" example:"Refunded by hand at the gateway" doc:"how it was dealt with, for the audit log"`
	}
}

func (c *operationCalls) closeAlert(ctx context.Context, in *closeAlertInput) (Ok, error) {
	return ok(c.alerts.Close(ctx, in.Body.ID, in.Body.Reason))
}

// maxSettlementFile is how large a settlement file may be, in bytes: about 15,000 lines, which are
// entered well before the answer is due.
const maxSettlementFile = 2 << 20

type settlementFileInput struct {
	Provider string `query:"provider" required:"true" maxLength:"40" example:"examplepay"`
	RawBody  []byte `contentType:"text/csv"`
}

// SettlementFile is what became of a settlement file.
type SettlementFile struct {
	Lines   int             `json:"lines" doc:"lines of payments and refunds"`
	Others  int             `json:"others" doc:"lines about something else"`
	Entered int             `json:"entered" doc:"lines that were entered now"`
	Gross   money.Amount    `json:"gross" doc:"of what was entered now; refunds reduce it"`
	Fees    money.Amount    `json:"fees"`
	Tax     money.Amount    `json:"tax" doc:"the GST in the fees"`
	Rows    []SettlementRow `json:"rows" doc:"what differs, and what is missing in all files of the provider by now"`
}

// SettlementRow is a payment or refund on which settlement files and the books differ.
type SettlementRow struct {
	Kind       string       `json:"kind" example:"amount_differs"`
	Gateway    string       `json:"gateway" example:"examplepay"`
	ID         string       `json:"id" example:"pay_Q7x2mN4kL8vB1c" doc:"the gateway's"`
	CustomerID int64        `json:"customerId" doc:"0 if it is of no customer"`
	Here       money.Amount `json:"here" doc:"what the books have"`
	There      money.Amount `json:"there" doc:"what the file has"`
	IsMended   bool         `json:"isMended" doc:"the books agree with the file now; else a person decides"`
}

func (c *operationCalls) enterSettlementFile(ctx context.Context, in *settlementFileInput) (SettlementFile, error) {
	f, err := c.reconcile.EnterFile(ctx, in.Provider, bytes.NewReader(in.RawBody))
	if err != nil {
		return SettlementFile{}, err
	}
	missing, err := c.reconcile.Missing(ctx, in.Provider)
	return SettlementFile{
		Lines: f.Lines, Others: f.Others, Entered: f.Posted, Gross: f.Gross.Wire(), Fees: f.Fees.Wire(), Tax: f.Tax.Wire(),
		Rows: each(append(f.Rows, missing...), func(d payment.Difference) SettlementRow {
			return SettlementRow{Kind: string(d.Kind), Gateway: d.Gateway, ID: d.ID, CustomerID: d.CustomerID, Here: d.Here.Wire(), There: d.There.Wire(), IsMended: d.Mended}
		}),
	}, err
}

type enterLineInput struct {
	Body struct {
		AlertID int64  `json:"alertId" doc:"of the alert settlement_differs about the line"`
		Reason  string `json:"reason" minLength:"10" maxLength:"200" example:"The bank has this amount under this UTR" doc:"why it is entered, for the audit log"`
	}
}

func (c *operationCalls) enterSettlementLine(ctx context.Context, in *enterLineInput) (Ok, error) {
	return ok(c.reconcile.EnterRow(ctx, in.Body.AlertID, in.Body.Reason))
}

type agentLinkInput struct {
	Body struct {
		CustomerID int64  `json:"customerId"`
		Agent      string `json:"agent" minLength:"1" maxLength:"60" example:"Ravi Menon" doc:"the agent's name, for the audit log: letters, digits, and what stands between them in names and e-mail addresses"`
		Reason     string `json:"reason" minLength:"10" maxLength:"200" example:"Asked by phone to extend the sofa" doc:"why the agent acts for the customer"`
	}
}

// AgentLink opens a customer's dashboard for an agent, once.
type AgentLink struct {
	URL       string           `json:"url" example:"https://rento.example/dashboard/authenticate-user?accessToken=7k2m9x4q1c8v3b6n5z0w7j2h4d&direct-login=true&redirectUrl=%2Fhome%3Fdirect-login%3Dtrue"`
	ExpiresAt calendar.Instant `json:"expiresAt" doc:"when the link can no longer be used; the session that it opens ends by itself"`
}

func (c *operationCalls) agentLink(ctx context.Context, in *agentLinkInput) (AgentLink, error) {
	b := in.Body
	link := account.Handoff{CustomerID: b.CustomerID, Agent: b.Agent, Reason: b.Reason, Lifetime: account.FromPage}
	code, err := c.accounts.MintHandoff(ctx, link)
	if err != nil {
		return AgentLink{}, err
	}
	query := url.Values{"accessToken": {code}, "direct-login": {"true"}, "redirectUrl": {"/home?direct-login=true"}}
	return AgentLink{
		URL:       strings.TrimSuffix(c.publicURL, "/") + "/dashboard/authenticate-user?" + query.Encode(),
		ExpiresAt: calendar.Stamp(c.clock.Now()).Add(link.Lifetime),
	}, nil
}
