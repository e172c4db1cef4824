package api

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/limit"
	"rento/internal/money"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// Ticket is a service request.
type Ticket struct {
	ServiceRequestID int64            `json:"serviceRequestId"`
	TicketID         string           `json:"ticketId"`
	Status           string           `json:"status" doc:"raised, scheduled, in_progress, done, revoked or cancelled" example:"raised"`
	RequestType      ticket.Type      `json:"requestType" example:"20"`
	RequestTypeName  string           `json:"requestTypeName"`
	OrderItemIDs     []int64          `json:"orderItemIds"`
	ProductNames     []string         `json:"productNames" catalogue:"name"`
	Message          string           `json:"message" example:"The left arm is loose."`
	PreferredDate    calendar.Date    `json:"preferredDate,omitzero"`
	DeliveryDate     calendar.Date    `json:"deliveryDate,omitzero" doc:"of a relocation's drop"`
	VisitDate        calendar.Date    `json:"visitDate,omitzero" doc:"when our team comes or came, once it is planned; absent once the request is taken back or cancelled"`
	Created          calendar.Instant `json:"created"`
	Active           bool             `json:"active"`
	RevokeAllowed    bool             `json:"revokeAllowed"`
	ItemsLeave       bool             `json:"itemsLeave,omitempty" doc:"whether the customer does not have the items any more once it is done; no extension of theirs is made or taken back while it is live"`
}

// ServiceRequests is one page of tickets.
type ServiceRequests struct {
	ServiceRequests []Ticket `json:"serviceRequests"`
	Total           int64    `json:"total"`
	Next            string   `json:"next,omitempty" doc:"the after of the next page; absent after the last"`
}

// TicketStep is an entry of a ticket's time line.
type TicketStep struct {
	Status  string           `json:"status" example:"raised"`
	By      string           `json:"by" enum:"customer,agent,company,receiver"`
	Comment string           `json:"comment,omitempty"`
	At      calendar.Instant `json:"at"`
}

// TicketDetails is everything that the screen of one ticket shows.
type TicketDetails struct {
	Ticket
	Slot             *Slot         `json:"slot,omitempty"`
	Address          *Address      `json:"address,omitempty" doc:"to which a relocation goes"`
	ItemsAddress     *Address      `json:"itemsAddress,omitempty" doc:"where the items stand, or stood"`
	Charge           money.Amount  `json:"charge" doc:"what was invoiced for leaving early, with GST; 0 for none"`
	ChargeInvoice    int64         `json:"chargeInvoiceId,omitempty" doc:"the invoice of the charge"`
	SettlementID     int64         `json:"settlementId,omitempty" doc:"the settlement of the deposit to which it led"`
	WaitsFor         string        `json:"waitsFor,omitempty" enum:"answer,receiver,dues,agreement" doc:"of a live transfer: its receiver's answer, then deposit and KYC, then what the giver owes, then the signed agreement"`
	LastDay          calendar.Date `json:"lastDay,omitzero" doc:"of a live transfer: the last day for what it waits for; then it ends by itself"`
	GiverDues        money.Amount  `json:"giverDues,omitempty" doc:"of a live transfer: what the giver has to pay before the hand-over, in rupees"`
	ReceiverMobile   string        `json:"receiverMobile,omitempty" doc:"of a transfer: the number of who takes over, ten digits" example:"9000000011"`
	EndedBy          string        `json:"endedBy,omitempty" enum:"declined,left,unanswered,not_ready,dues,company" doc:"of a transfer that is over without a hand-over: its receiver declined, or gave it up after accepting; the answer, deposit and KYC, or the giver's dues did not come in time; or the company ended it"`
	CanReschedule    bool          `json:"canReschedule"`
	CanCancel        bool          `json:"canCancel"`
	CanChangeAddress bool          `json:"canChangeAddress" doc:"by updateServiceRequestAddress"`
	Steps            []TicketStep  `json:"steps"`
	Images           []Upload      `json:"images" doc:"of a repair"`
	Challans         []ChallanHead `json:"challans,omitempty" doc:"the papers of goods that were or are moved for it; without those of goods that were not moved after all"`
}

type ticketCalls struct {
	store   *store.Store
	tickets *ticket.Service
	uploads *upload.Service
	limits  *limit.Limiter
	lists   pager
}

type requestQuery struct {
	PageQuery

	ActiveStatus string `query:"activeStatus" maxLength:"10" doc:"true for live ones, false for those that are over; all without it"`
}

func (c *ticketCalls) list(ctx context.Context, s account.Session, in *requestQuery) (ServiceRequests, error) {
	list := "requests" + in.ActiveStatus
	page, err := c.lists.of(list, s, in.PageQuery)
	if err != nil {
		return ServiceRequests{}, err
	}
	live, err := liveOrAll(in.ActiveStatus)
	if err != nil {
		return ServiceRequests{}, err
	}
	found, err := ticket.Of(ctx, c.store.Queries(), s.CustomerID, live, page)
	return ServiceRequests{each(found.Tickets, wireTicket), found.Total, c.lists.next(list, s, found.Next)}, err
}

func liveOrAll(text string) (*bool, error) {
	switch text {
	case "":
		return nil, nil //nolint:nilnil // all of them
	case "true":
		return new(true), nil
	case "false":
		return new(false), nil
	}
	return nil, fault.Unreadable("ticket.active_status_invalid", "The parameter 'activeStatus' is true or false.")
}

func wireTicket(t ticket.Ticket) Ticket {
	return Ticket{
		ServiceRequestID: t.ID, TicketID: t.Number, Status: string(t.Status), RequestType: t.Type, RequestTypeName: t.Type.Name(),
		OrderItemIDs: t.ItemIDs(), ProductNames: each(t.Items, func(i ticket.Item) string { return i.Name }), Message: t.Message,
		PreferredDate: t.PreferredOn, DeliveryDate: t.DeliveryOn, VisitDate: t.Visit(), Created: t.Created, Active: t.Status.Live(),
		RevokeAllowed: t.MayRevoke(), ItemsLeave: t.ItemsLeave(),
	}
}

type ticketQuery struct {
	TicketID string `query:"ticketId" required:"true" maxLength:"40"`
}

func (c *ticketCalls) details(ctx context.Context, s account.Session, in *ticketQuery) (TicketDetails, error) {
	d, err := c.tickets.Details(ctx, s.CustomerID, in.TicketID)
	if err != nil {
		return TicketDetails{}, err
	}
	out := wireDetails(d)
	if d.ItemsLeft {
		if out.SettlementID, err = settlement.OfItems(ctx, c.store.Queries(), s.CustomerID, d.ItemIDs()); err != nil {
			return TicketDetails{}, err
		}
	}
	out.Images = each(d.Images, func(u upload.Upload) Upload { return wireUpload(c.uploads, s.CustomerID, u) })
	return out, nil
}

func wireDetails(d ticket.Details) TicketDetails {
	out := TicketDetails{
		Ticket: wireTicket(d.Ticket), CanReschedule: d.MayReschedule, CanCancel: d.MayCancel, CanChangeAddress: d.MayChangeAddress(),
		Steps: each(d.Steps, wireStep), Charge: d.Charged.Wire(), ChargeInvoice: d.ChargedOn, LastDay: d.Waiting.Until, WaitsFor: string(d.Waiting.For), EndedBy: string(d.Ending), ReceiverMobile: d.ReceiverMobile, GiverDues: d.Waiting.Dues.Wire(),
	}
	for _, c := range d.Challans {
		if !c.Cancelled {
			out.Challans = append(out.Challans, wireChallanHead(c))
		}
	}
	if d.Slot != nil {
		out.Slot = new(wireSlot(*d.Slot))
	}
	if d.Address != nil {
		out.Address = new(wireAddress(*d.Address))
	}
	if d.Place != nil {
		out.ItemsAddress = new(wireAddress(*d.Place))
	}
	return out
}

// wireStep does not say which agent, person or job acted, because that is internal to the company.
func wireStep(s ticket.Step) TicketStep {
	by := s.Actor
	switch kind := audit.ParseActor(by).Kind; kind {
	case audit.KindCustomer, audit.KindAgent:
		by = string(kind)
	case audit.KindStaff, audit.KindSystem, audit.KindProvider, audit.KindUnknown:
		by = "company"
	}
	return TicketStep{Status: string(s.Status), By: by, Comment: s.Comment, At: s.At}
}

// NewTicket asks for a relocation (65; old clients send 60) or an ownership transfer (690).
type NewTicket struct {
	RequestType             int64         `json:"requestType" doc:"65 relocation (60 is taken too), 690 transfer"`
	Message                 string        `json:"message,omitempty" maxLength:"2000" format:"lines" example:"Third floor, no lift"`
	OrderItemCount          int64         `json:"orderItemCount,omitempty"`
	OrderItemIDs            []int64       `json:"orderItemIds" maxItems:"100"`
	Location                string        `json:"location,omitempty" maxLength:"100" doc:"city of the new address"`
	Address                 *AddressRef   `json:"address,omitempty" doc:"to which a relocation goes: one of the customer's"`
	PickupAddressID         int64         `json:"pickupAddressId,omitempty" minimum:"0" doc:"of a relocation: the customer's address at which the items stand; without it the one that is known"`
	MobileNumber            string        `json:"mobileNumber,omitempty" maxLength:"10" doc:"of who takes over, ten digits"`
	CXPreferredPickupDate   calendar.Date `json:"cxPreferredPickupDate,omitzero"`
	CXPreferredDeliveryDate calendar.Date `json:"cxPreferredDeliveryDate,omitzero"`
}

// AddressRef refers to an address of the customer. Only the id is read.
type AddressRef struct {
	ID int64 `json:"id"`
}

// TicketMade is a request that was raised.
type TicketMade struct {
	Success          bool   `json:"success"`
	ServiceRequestID int64  `json:"serviceRequestId"`
	TicketID         string `json:"ticketId"`
}

type createInput struct{ Body Data[NewTicket] }

func (c *ticketCalls) create(ctx context.Context, s account.Session, in *createInput) (TicketMade, error) {
	n := in.Body.Data
	if n.OrderItemCount != 0 && n.OrderItemCount != int64(len(n.OrderItemIDs)) {
		return TicketMade{}, fault.Invalid("ticket.item_count_wrong", "orderItemCount", "The number of items does not fit the items.")
	}
	raise, err := raisedBy(n.RequestType, map[ticket.Type]func(context.Context, account.Session, NewTicket) (TicketMade, error){
		ticket.Relocation: c.relocate, ticket.Transfer: c.transfer,
	})
	if err != nil {
		return TicketMade{}, err
	}
	return raise(ctx, s, n)
}

// raisedBy returns the entry of by for the kind with this code. A kind that is not in by is a Fault
// (422).
func raisedBy[A any](code int64, by map[ticket.Type]A) (A, error) {
	kind, err := ticket.TypeOf(code)
	if err != nil {
		return *new(A), err
	}
	raise, raised := by[kind]
	if !raised {
		return *new(A), fault.Invalid("ticket.type_of_another_call", "requestType", "This kind of request is raised by another call.")
	}
	return raise, nil
}

func (c *ticketCalls) relocate(ctx context.Context, s account.Session, n NewTicket) (TicketMade, error) {
	if n.Address == nil {
		return TicketMade{}, fault.Invalid("address.not_selected", "address", "Please select an address")
	}
	t, err := c.tickets.Relocate(ctx, s.CustomerID, ticket.RelocateInput{
		ItemIDs: n.OrderItemIDs, FromID: n.PickupAddressID, AddressID: n.Address.ID, Pickup: n.CXPreferredPickupDate, Drop: n.CXPreferredDeliveryDate, Message: n.Message,
	})
	return TicketMade{Success: err == nil, ServiceRequestID: t.ID, TicketID: t.Number}, err
}

// transfer is rate limited, because its answer reveals whether a number belongs to a customer.
func (c *ticketCalls) transfer(ctx context.Context, s account.Session, n NewTicket) (TicketMade, error) {
	if err := c.limits.Allow(ctx, "transfer_check", fmt.Sprintf("customer:%d", s.CustomerID)); err != nil {
		return TicketMade{}, err
	}
	if err := c.limits.Allow(ctx, "transfer_check_address", addressKey(ctx)); err != nil {
		return TicketMade{}, err
	}
	t, err := c.tickets.Transfer(ctx, s.CustomerID, ticket.TransferInput{ItemIDs: n.OrderItemIDs, Mobile: n.MobileNumber, Message: n.Message})
	return TicketMade{Success: err == nil, ServiceRequestID: t.ID, TicketID: t.Number}, err
}

type changeAddressInput struct {
	Body struct {
		ServiceRequestID int64 `json:"serviceRequestId"`
		AddressID        int64 `json:"addressId"`
	}
}

func (c *ticketCalls) changeAddress(ctx context.Context, s account.Session, in *changeAddressInput) (Ok, error) {
	return ok(c.tickets.ChangeAddress(ctx, s.CustomerID, in.Body.ServiceRequestID, in.Body.AddressID))
}

type itemsAddressInput struct {
	Body struct {
		ID         int64   `json:"id" doc:"one of the customer's addresses"`
		OrderItems []int64 `json:"orderItems" maxItems:"100"`
	}
}

func (c *ticketCalls) itemsAddress(ctx context.Context, s account.Session, in *itemsAddressInput) (Ok, error) {
	return ok(c.tickets.SetItemsAddress(ctx, s.CustomerID, in.Body.OrderItems, in.Body.ID))
}
