package api

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"rento/internal/account"
	"rento/internal/ticket"
)

// NewRepair asks for the repair of one item.
type NewRepair struct {
	RequestType int64       `json:"requestType" doc:"20" example:"20"`
	Images      []UploadRef `json:"images" maxItems:"10" doc:"what the upload answered, at most three"`
	OrderItemID int64       `json:"orderItemId"`
	AddressID   int64       `json:"addressId,omitempty" minimum:"0" doc:"the customer's address at which it stands; without it the one that is known"`
	Message     string      `json:"message" maxLength:"2000" format:"lines" doc:"what is wrong with it" example:"The left arm is loose."`
}

// UploadRef refers to an uploaded image. Only the id is read.
type UploadRef struct {
	ID string `json:"id" maxLength:"40" example:"5c7v9b1n3m5k7j9h1g3f5d7s9a"`
}

// TicketsMade are requests that were raised together.
type TicketsMade struct {
	Success bool     `json:"success"`
	Tickets []Ticket `json:"tickets"`
}

// maxRepairs is the maximum body size in bytes for a hundred repairs with long texts.
const maxRepairs = 512 << 10

// NewRepairs are repairs that are requested together.
type NewRepairs []NewRepair

// TransformSchema limits the length of the list.
func (NewRepairs) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.MinItems, s.MaxItems = new(1), new(maxList)
	return s
}

type repairInput struct{ Body Data[NewRepairs] }

func (c *ticketCalls) repair(ctx context.Context, s account.Session, in *repairInput) (TicketsMade, error) {
	wanted := make([]ticket.RepairInput, len(in.Body.Data))
	for i, n := range in.Body.Data {
		if _, err := raisedBy(n.RequestType, map[ticket.Type]bool{ticket.Repair: true}); err != nil {
			return TicketsMade{}, err
		}
		wanted[i] = ticket.RepairInput{
			ItemID: n.OrderItemID, AddressID: n.AddressID, Message: n.Message, Images: each(n.Images, func(u UploadRef) string { return u.ID }),
		}
	}
	made, err := c.tickets.RepairAll(ctx, s.CustomerID, wanted)
	return TicketsMade{Success: err == nil, Tickets: each(made, wireTicket)}, err
}
