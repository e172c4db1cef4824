package api

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/agreement"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/money"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// TransferItem is an item that changes hands.
type TransferItem struct {
	OrderItemID   int64         `json:"orderItemId"`
	ProductName   string        `json:"productName" catalogue:"name"`
	Thumbnail     string        `json:"thumbnail"`
	Rent          money.Amount  `json:"rent" doc:"a month, without GST"`
	Deposit       money.Amount  `json:"deposit"`
	TenureEndDate calendar.Date `json:"tenureEndDate"`
	LocationID    int64         `json:"locationId"`
}

// IncomingTransfer is a transfer that another customer offers to this one.
type IncomingTransfer struct {
	TicketID     string           `json:"ticketId"`
	Status       string           `json:"status" doc:"raised waits for the answer, in_progress for deposit, KYC and agreement" example:"raised"`
	From         string           `json:"from" doc:"full name of the first owner" example:"Asha Rao"`
	Created      calendar.Instant `json:"created"`
	Items        []TransferItem   `json:"items"`
	Deposit      money.Amount     `json:"deposit" doc:"required for the items"`
	DepositDue   money.Amount     `json:"depositDue" doc:"what is still to be paid of any deposit"`
	DepositPaid  money.Amount     `json:"depositPaid" doc:"what was paid of the deposit for the items: given up, what is due is paid from it first, and the rest is a refund"`
	KYCPending   bool             `json:"kycPending"`
	AgreementDue bool             `json:"agreementDue" doc:"only the signed agreement is missing"`
	GiverOwes    bool             `json:"giverOwes" doc:"the giver has dues, which must be paid before the hand-over"`
	LastDay      calendar.Date    `json:"lastDay,omitzero" doc:"the last day to answer, to pay the deposit and complete KYC, or for the giver to pay their dues; then the transfer expires"`
	EndedBy      string           `json:"endedBy,omitempty" enum:"declined,left,unanswered,not_ready,dues,company" doc:"of one that is over without a hand-over, as of a ticket"`
}

// IncomingTransfers lists incoming transfers, newest first.
type IncomingTransfers struct {
	Transfers []IncomingTransfer `json:"transfers"`
}

type transferCalls struct {
	tickets *ticket.Service
	company string
}

func (c *transferCalls) incoming(ctx context.Context, s account.Session, _ *Nothing) (IncomingTransfers, error) {
	list, err := c.tickets.IncomingTransfers(ctx, s.CustomerID)
	return IncomingTransfers{Transfers: each(list, wireIncoming)}, err
}

func wireIncoming(i ticket.Incoming) IncomingTransfer {
	return IncomingTransfer{
		TicketID: i.Number, Status: string(i.Status), From: i.Giver, Created: i.Created, Items: each(i.Items, wireTransferItem),
		Deposit: i.Deposit.Wire(), DepositDue: i.DepositDue.Wire(), DepositPaid: i.DepositPaid.Wire(), KYCPending: i.KYCPending, AgreementDue: i.Waiting.For == ticket.WaitAgreement, LastDay: i.Waiting.Until, GiverOwes: i.Waiting.Dues > 0,
		EndedBy: string(i.Ending),
	}
}

func wireTransferItem(i subscription.Item) TransferItem {
	return TransferItem{
		OrderItemID: i.ID, ProductName: i.Name, Thumbnail: i.Thumbnail, Rent: i.Rent.Wire(), Deposit: i.Deposit.Wire(),
		TenureEndDate: i.TenureEnd, LocationID: i.LocationID,
	}
}

type acceptInput struct {
	Body struct {
		TicketID  string `json:"ticketId" maxLength:"40"`
		AddressID int64  `json:"addressId" doc:"one of the customer's, in the city of the items"`
	}
}

func (c *transferCalls) accept(ctx context.Context, s account.Session, in *acceptInput) (IncomingTransfer, error) {
	taken, err := c.tickets.Accept(ctx, s.CustomerID, in.Body.TicketID, in.Body.AddressID)
	return wireIncoming(taken), err
}

type declineInput struct {
	Body struct {
		TicketID string `json:"ticketId" maxLength:"40"`
	}
}

func (c *transferCalls) decline(ctx context.Context, s account.Session, in *declineInput) (Ok, error) {
	return ok(c.tickets.Decline(ctx, s.CustomerID, in.Body.TicketID))
}

func (c *transferCalls) agreement(ctx context.Context, s account.Session, in *ticketQuery) (document.File, []advance.Voucher, error) {
	p, err := c.tickets.Parties(ctx, s.CustomerID, in.TicketID)
	if err != nil {
		return document.File{}, nil, err
	}
	n := agreement.Novation{
		Company: c.company, Number: p.Number, On: p.Day, First: agreement.Party(p.Giver), Second: agreement.Party(p.Receiver),
		Items: each(p.Items, func(i subscription.Item) agreement.Item {
			return agreement.Item{Name: i.Name, Rent: i.Rent, Deposit: i.Deposit, TenureEnd: i.TenureEnd}
		}),
	}
	pdf, err := agreement.PDF(n)
	return document.File{Name: fmt.Sprintf("novation-agreement-%s.pdf", p.Number), PDF: pdf}, nil, err
}
