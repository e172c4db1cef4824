package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/fault"
	"rento/internal/ticket"
)

// RevokeTicket is one item of a live ticket.
type RevokeTicket struct {
	TicketID         string `json:"ticketId" maxLength:"40"`
	ServiceRequestID int64  `json:"serviceRequestId,omitempty"`
	RequestType      int64  `json:"requestType,omitempty" example:"20"`
	RequestTypeName  string `json:"requestTypeName,omitempty" maxLength:"100"`
	OrderItemID      int64  `json:"orderItemId,omitempty"`
	ProductName      string `json:"productName,omitempty" catalogue:"name" maxLength:"200"`
	Status           string `json:"status,omitempty" maxLength:"20" doc:"raised, scheduled or in_progress" example:"in_progress"`
	RevokeAllowed    bool   `json:"revokeAllowed,omitempty" doc:"the customer may take this one back"`
}

// RevokeGroup has the live tickets of one kind.
type RevokeGroup struct {
	RequestType     ticket.Type    `json:"requestType" example:"20"`
	RequestTypeName string         `json:"requestTypeName"`
	Tickets         []RevokeTicket `json:"tickets"`
}

// ParallelCheck says whether live requests block a new one.
type ParallelCheck struct {
	Success                   bool          `json:"success"`
	Message                   string        `json:"message" example:"Do you wish to close all live requests ?"`
	ProceedWithTicketCreation bool          `json:"proceedWithTicketCreation"`
	RevokeAllowed             bool          `json:"revokeAllowed"`
	RevokeTickets             []RevokeGroup `json:"revokeTickets"`
}

// RevokePreview says what a revocation would take back.
type RevokePreview struct {
	RevokeAllowed bool          `json:"revokeAllowed"`
	RevokeTickets []RevokeGroup `json:"revokeTickets"`
	Message       string        `json:"message"`
}

// ParallelQuestion asks whether a request for items may be raised.
type ParallelQuestion struct {
	UserID              int64   `json:"userId,omitempty"`
	OrderItemIDs        []int64 `json:"orderItemIds" maxItems:"100"`
	RequestTypeCreating int64   `json:"requestTypeCreating"`
	RequestTypeName     string  `json:"requestTypeName,omitempty" maxLength:"60"`
}

type parallelInput struct{ Body Data[ParallelQuestion] }

func (c *ticketCalls) parallel(ctx context.Context, s account.Session, in *parallelInput) (ParallelCheck, error) {
	q := in.Body.Data
	if err := ownUser(s, q.UserID); err != nil {
		return ParallelCheck{}, err
	}
	check, err := c.tickets.Parallel(ctx, s.CustomerID, q.OrderItemIDs, q.RequestTypeCreating)
	return ParallelCheck{
		Success: err == nil, Message: check.Message, ProceedWithTicketCreation: len(check.Live) == 0,
		RevokeAllowed: check.Revocable, RevokeTickets: wireGroups(check.Live),
	}, err
}

// ownUser refuses a user id in a body that is not the session's. 0 means that no id was sent.
func ownUser(s account.Session, userID int64) error {
	if userID != 0 && userID != s.CustomerID {
		return fault.NotFound("customer.not_own", "There is no such customer here.")
	}
	return nil
}

func wireGroups(tickets []ticket.Ticket) []RevokeGroup {
	groups := []RevokeGroup{}
	at := map[ticket.Type]int{}
	for _, t := range tickets {
		i, ok := at[t.Type]
		if !ok {
			i = len(groups)
			at[t.Type] = i
			groups = append(groups, RevokeGroup{RequestType: t.Type, RequestTypeName: t.Type.Name()})
		}
		for _, item := range t.Items {
			groups[i].Tickets = append(groups[i].Tickets, RevokeTicket{
				TicketID: t.Number, ServiceRequestID: t.ID, RequestType: int64(t.Type), RequestTypeName: t.Type.Name(),
				OrderItemID: item.ID, ProductName: item.Name, Status: string(t.Status), RevokeAllowed: t.MayRevoke(),
			})
		}
	}
	return groups
}

// Revocation lists the tickets to take back, as a flat list of the groups of a check.
type Revocation struct {
	Comment       string         `json:"comment" maxLength:"2000" format:"lines"`
	RevokeTickets []RevokeTicket `json:"revokeTickets" minItems:"1" maxItems:"100"`
}

type revokeInput struct{ Body Data[Revocation] }

func (c *ticketCalls) revoke(ctx context.Context, s account.Session, in *revokeInput) (Ok, error) {
	names := each(in.Body.Data.RevokeTickets, func(t RevokeTicket) string { return t.TicketID })
	return ok(c.tickets.Revoke(ctx, s.CustomerID, names, in.Body.Data.Comment))
}

// TicketNames are the numbers of tickets.
type TicketNames struct {
	TicketIDs []TicketName `json:"ticketIds" minItems:"1" maxItems:"100"`
}

// TicketName is the number of a ticket as the customer sees it.
type TicketName string

// TransformSchema limits the length of the number, because the tags of a list apply only to the
// list itself.
func (TicketName) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MaxLength = new(40)
	return s
}

type initiateInput struct{ Body Data[TicketNames] }

func (c *ticketCalls) initiateRevoke(ctx context.Context, s account.Session, in *initiateInput) (RevokePreview, error) {
	check, err := c.tickets.Revocation(ctx, s.CustomerID, each(in.Body.Data.TicketIDs, func(n TicketName) string { return string(n) }))
	return RevokePreview{RevokeAllowed: check.Revocable, RevokeTickets: wireGroups(check.Live), Message: check.Message}, err
}
