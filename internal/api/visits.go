package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/ticket"
)

// Slot is a time at which our team can visit.
type Slot struct {
	SlotID    string           `json:"slotId"`
	Date      calendar.Date    `json:"date"`
	StartTime string           `json:"startTime" doc:"HH:MM"`
	EndTime   string           `json:"endTime" doc:"HH:MM"`
	Available bool             `json:"available"`
	HeldUntil calendar.Instant `json:"heldUntil,omitzero" doc:"in the answer to a booking: until when it is held for a request that is not sent yet"`
}

func wireSlot(s ticket.Slot) Slot {
	return Slot{SlotID: s.ID(), Date: s.Day, StartTime: s.Start, EndTime: s.End, Available: s.Available, HeldUntil: s.HeldUntil}
}

type cancelQuery struct {
	ServiceRequestID int64 `query:"serviceRequestId" required:"true"`
}

// VisitCancelled is the answer to the cancellation of a visit.
type VisitCancelled struct {
	Success bool `json:"success"`
	SameDay bool `json:"sameDay" doc:"it was planned for today: we ask why"`
}

func (c *ticketCalls) cancel(ctx context.Context, s account.Session, in *cancelQuery) (VisitCancelled, error) {
	sameDay, err := c.tickets.Cancel(ctx, s.CustomerID, in.ServiceRequestID)
	return VisitCancelled{Success: err == nil, SameDay: sameDay}, err
}

// Slots are the slots that the customer can choose from.
type Slots struct {
	Slots     []Slot          `json:"slots"`
	FirstDate calendar.Date   `json:"firstDate" doc:"first day that can be chosen"`
	LastDate  calendar.Date   `json:"lastDate" doc:"last day that can be chosen"`
	Holidays  []calendar.Date `json:"holidays" doc:"days between them on which nobody comes"`
	// Deliveries is absent if nothing is delivered.
	Deliveries []VisitDelivery `json:"deliveries,omitempty" doc:"of the ticket of a relocation: for each day of the pickup the day of the delivery, which moves when the pickup comes too close to it"`
}

// VisitDelivery is the delivery day that follows from a pickup day.
type VisitDelivery struct {
	Date         calendar.Date `json:"date" doc:"of the pickup"`
	DeliveryDate calendar.Date `json:"deliveryDate"`
}

// SlotQuestion asks for the slots of items, or of a ticket.
type SlotQuestion struct {
	OrderItemIDs       []int64 `json:"orderItemIds,omitempty" maxItems:"100"`
	TicketID           string  `json:"ticketId,omitempty" maxLength:"40"`
	MojoVahanTaskType  string  `json:"mojoVahanTaskType,omitempty" maxLength:"40" doc:"PICKUP"`
	RequestTypeInWords string  `json:"requestType,omitempty" maxLength:"60" doc:"Relocation Pickup" example:"Relocation Pickup"`
}

type slotsInput struct{ Body Data[SlotQuestion] }

func (c *ticketCalls) slots(ctx context.Context, s account.Session, in *slotsInput) (Slots, error) {
	q := in.Body.Data
	slots, days, err := c.tickets.Slots(ctx, s.CustomerID, q.OrderItemIDs, q.TicketID)
	return Slots{
		Slots: each(slots, wireSlot), FirstDate: days.First, LastDate: days.Last,
		Holidays:   each(days.Holidays, func(d calendar.Date) calendar.Date { return d }),
		Deliveries: each(days.Deliveries, func(d ticket.Delivery) VisitDelivery { return VisitDelivery{Date: d.Pickup, DeliveryDate: d.On} }),
	}, err
}

// SlotBooking books a slot for a ticket, or for items before their request is sent.
type SlotBooking struct {
	SlotID       string  `json:"slotId" maxLength:"60"`
	TicketID     string  `json:"ticketId,omitempty" maxLength:"40"`
	OrderItemIDs []int64 `json:"orderItemIds,omitempty" maxItems:"100"`
}

// SlotAnswer is the booked slot.
type SlotAnswer struct {
	Success bool  `json:"success"`
	Slot    *Slot `json:"slot,omitempty"`
}

type bookInput struct{ Body Data[SlotBooking] }

func (c *ticketCalls) book(ctx context.Context, s account.Session, in *bookInput) (SlotAnswer, error) {
	b := in.Body.Data
	slot, err := c.tickets.Book(ctx, s.CustomerID, b.SlotID, b.TicketID, b.OrderItemIDs)
	return SlotAnswer{Success: err == nil, Slot: new(wireSlot(slot))}, err
}

type rescheduleInput struct {
	Body struct {
		TicketID      string        `json:"ticketId" maxLength:"40"`
		SlotID        string        `json:"slotId,omitempty" maxLength:"60"`
		PreferredDate calendar.Date `json:"preferredDate,omitzero"`
		DeliveryDate  calendar.Date `json:"deliveryDate,omitzero" doc:"of a relocation: at least 3 days after the pickup; without it the delivery stays, or moves to the first day that is possible"`
		ClosureCharge money.Amount  `json:"closureCharge,omitempty" doc:"of a closure: the sum of the totals of getClosureAmounts for its items and the new day; another one is 422, with the right one in extra.closureCharge"`
		Reason        string        `json:"reason,omitempty" maxLength:"2000" format:"lines" example:"I am away that day."`
	}
}

func (c *ticketCalls) reschedule(ctx context.Context, s account.Session, in *rescheduleInput) (SlotAnswer, error) {
	d, err := c.tickets.Reschedule(ctx, s.CustomerID, in.Body.TicketID, ticket.Change{
		SlotID: in.Body.SlotID, On: in.Body.PreferredDate, Delivery: in.Body.DeliveryDate, Charge: in.Body.ClosureCharge.Paise(), Reason: in.Body.Reason,
	})
	if err != nil {
		return SlotAnswer{}, err
	}
	return SlotAnswer{Success: true, Slot: wireDetails(d).Slot}, nil
}

type cancellationReasonInput struct {
	Body struct {
		TicketID string `json:"ticketId" maxLength:"40"`
		Reason   string `json:"reason" minLength:"1" maxLength:"200" example:"I am not at home"`
		Comment  string `json:"comment,omitempty" maxLength:"2000" format:"lines"`
	}
}

func (c *ticketCalls) cancellationReason(ctx context.Context, s account.Session, in *cancellationReasonInput) (Ok, error) {
	return ok(c.tickets.SetCancellationReason(ctx, s.CustomerID, in.Body.TicketID, in.Body.Reason, in.Body.Comment))
}
