package api

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/limit"
	"rento/internal/store"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// Ticket is a service request.
type Ticket struct {
	ServiceRequestID int64            `json:"serviceRequestId"`
	TicketID         string           `json:"ticketId"`
	Status           string           `json:"status" doc:"raised, scheduled, in_progress, done, revoked or cancelled"`
	RequestType      int64            `json:"requestType" doc:"20 repair, 65 relocation, 200 closure, 690 ownership transfer"`
	RequestTypeName  string           `json:"requestTypeName"`
	OrderItemIDs     []int64          `json:"orderItemIds"`
	ProductNames     []string         `json:"productNames"`
	Message          string           `json:"message"`
	PreferredDate    calendar.Date    `json:"preferredDate,omitzero"`
	DeliveryDate     calendar.Date    `json:"deliveryDate,omitzero" doc:"of a relocation's drop"`
	VisitDate        calendar.Date    `json:"visitDate,omitzero" doc:"when our team comes, once it is planned"`
	Created          calendar.Instant `json:"created"`
	Active           bool             `json:"active"`
	RevokeAllowed    bool             `json:"revokeAllowed"`
}

// ServiceRequests are a page of tickets.
type ServiceRequests struct {
	ServiceRequests []Ticket `json:"serviceRequests"`
	Total           int64    `json:"total"`
}

// Slot is a time at which our team can come.
type Slot struct {
	SlotID    string        `json:"slotId"`
	Date      calendar.Date `json:"date"`
	StartTime string        `json:"startTime" doc:"HH:MM"`
	EndTime   string        `json:"endTime" doc:"HH:MM"`
	Available bool          `json:"available"`
}

// TicketStep is an entry of a ticket's time line.
type TicketStep struct {
	Status  string           `json:"status"`
	By      string           `json:"by" enum:"customer,agent,company,receiver"`
	Comment string           `json:"comment,omitempty"`
	At      calendar.Instant `json:"at"`
}

// TicketDetails are all that the screen of one ticket shows.
type TicketDetails struct {
	Ticket
	Slot          *Slot        `json:"slot,omitempty"`
	Address       *Address     `json:"address,omitempty"`
	CanReschedule bool         `json:"canReschedule"`
	CanCancel     bool         `json:"canCancel"`
	Steps         []TicketStep `json:"steps"`
	Images        []Upload     `json:"images" doc:"of a repair"`
}

// RevokeTicket is an item in a live ticket.
type RevokeTicket struct {
	TicketID         string `json:"ticketId" maxLength:"40"`
	ServiceRequestID int64  `json:"serviceRequestId,omitempty"`
	RequestType      int64  `json:"requestType,omitempty"`
	RequestTypeName  string `json:"requestTypeName,omitempty"`
	OrderItemID      int64  `json:"orderItemId,omitempty"`
	ProductName      string `json:"productName,omitempty"`
}

// RevokeGroup are the live tickets of one kind.
type RevokeGroup struct {
	RequestType     int64          `json:"requestType"`
	RequestTypeName string         `json:"requestTypeName"`
	Tickets         []RevokeTicket `json:"tickets"`
}

// ParallelCheck says whether a request may be raised beside the live ones.
type ParallelCheck struct {
	Success                   bool          `json:"success"`
	Message                   string        `json:"message"`
	ProceedWithTicketCreation bool          `json:"proceedWithTicketCreation"`
	RevokeAllowed             bool          `json:"revokeAllowed"`
	RevokeTickets             []RevokeGroup `json:"revokeTickets"`
}

// RevokePreview is what revoking would take back.
type RevokePreview struct {
	RevokeAllowed bool          `json:"revokeAllowed"`
	RevokeTickets []RevokeGroup `json:"revokeTickets"`
	Message       string        `json:"message"`
}

type ticketCalls struct {
	store   *store.Store
	tickets *ticket.Service
	uploads *upload.Service
	limits  *limit.Limiter
}

func (c *ticketCalls) register(r *routes) {
	r.section = "Dashboard and session"
	own(r, "GET /api/Dashboards/getServiceRequest", "Service requests", c.list)
	r.section = "Service requests"
	own(r, "GET /api/ServiceRequests/getCssTicketMetadata", "One request with its slot, address and time line", c.details)
	own(r, "DELETE /api/ServiceRequests/cancellCssTask", "Cancel a visit", c.cancel)
	own(r, "POST /api/ServiceRequests/getCssSlots", "Slots for a visit; none means that only a day is chosen", c.slots)
	own(r, "POST /api/ServiceRequests/bookCssSlot", "Book a slot, or hold it for a request that is not sent yet", c.book)
	own(r, "POST /api/ServiceRequests/cssRescheduleTicket", "Put a visit off", c.reschedule)
	own(r, "POST /api/mojovahans/sameDayCancellationFeedback", "Why a visit was cancelled on its day", c.tellWhy)
	own(r, "POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", "Whether live requests stand in the way", c.parallel)
	own(r, "POST /api/ServiceRequests/revokeTickets", "Take requests back, all or none", c.revoke)
	own(r, "POST /api/ServiceRequests/initiateRevoke", "What revoking would take back", c.initiateRevoke)
	own(r, "POST /api/ServiceRequests/proceedRevoke", "Take requests back after initiateRevoke", c.revoke)
	own(r, "POST /api/ServiceRequests/createNewTicket", "Ask for a relocation or a transfer", c.create, limited("ticket"))
	own(r, "POST /api/Dashboards/createNewTickets", "Ask for repairs, all or none", c.repair, limited("ticket"))
	own(r, "POST /api/addresses/updateServiceRequestAddress", "Have a relocation go to another address", c.changeAddress)
	own(r, "POST /api/Dashboards/saveOrderItemsAddress", "Say at which address items stand", c.itemsAddress)
}

type requestQuery struct {
	Query        string `query:"query" doc:"JSON object {page, size}"`
	ActiveStatus string `query:"activeStatus" doc:"true for live ones, false for those that are over; all without it"`
}

func (c *ticketCalls) list(ctx context.Context, s account.Session, in *requestQuery) (ServiceRequests, error) {
	page, err := pageOf(in.Query)
	if err != nil {
		return ServiceRequests{}, err
	}
	live, err := liveOrAll(in.ActiveStatus)
	if err != nil {
		return ServiceRequests{}, err
	}
	list, err := ticket.Of(ctx, c.store.Queries(), s.CustomerID, live, page)
	return ServiceRequests{ServiceRequests: each(list.Tickets, wireTicket), Total: list.Total}, err
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
	return nil, fault.Unreadable("The parameter 'activeStatus' is true or false.")
}

func wireTicket(t ticket.Ticket) Ticket {
	return Ticket{
		ServiceRequestID: t.ID, TicketID: t.TicketID, Status: string(t.Status), RequestType: int64(t.Type), RequestTypeName: t.Type.Name(),
		OrderItemIDs: t.ItemIDs(), ProductNames: each(t.Items, func(i ticket.Item) string { return i.Name }), Message: t.Message,
		PreferredDate: t.PreferredOn, DeliveryDate: t.DeliveryOn, VisitDate: t.VisitOn, Created: t.Created, Active: t.Status.Live(),
		RevokeAllowed: t.MayRevoke(),
	}
}

type ticketQuery struct {
	TicketID string `query:"ticketId" required:"true" maxLength:"40"`
}

func (c *ticketCalls) details(ctx context.Context, s account.Session, in *ticketQuery) (TicketDetails, error) {
	d, err := c.tickets.Details(ctx, s.CustomerID, in.TicketID)
	out := wireDetails(d)
	out.Images = each(d.Images, func(i ticket.Image) Upload {
		return wireUpload(c.uploads, s.CustomerID, upload.Upload{ID: i.ID, Name: i.Name, Type: i.Type, Size: i.Size})
	})
	return out, err
}

func wireDetails(d ticket.Details) TicketDetails {
	out := TicketDetails{
		Ticket: wireTicket(d.Ticket), CanReschedule: d.MayReschedule, CanCancel: d.MayCancel, Steps: each(d.Steps, wireStep),
	}
	if d.Slot != nil {
		out.Slot = new(wireSlot(*d.Slot))
	}
	if d.Address != nil {
		out.Address = new(wireAddress(*d.Address))
	}
	return out
}

// wireStep leaves out which agent it was: that is the company's business.
func wireStep(s ticket.Step) TicketStep {
	by := s.Actor
	if strings.HasPrefix(by, "agent:") {
		by = "agent"
	}
	return TicketStep{Status: string(s.Status), By: by, Comment: s.Comment, At: s.At}
}

func wireSlot(s ticket.Slot) Slot {
	return Slot{SlotID: s.ID(), Date: s.Day, StartTime: s.Start, EndTime: s.End, Available: s.Available}
}

type cancelQuery struct {
	ServiceRequestID int64 `query:"serviceRequestId" required:"true"`
}

// VisitCancelled is a visit that was given up.
type VisitCancelled struct {
	Success bool `json:"success"`
	SameDay bool `json:"sameDay" doc:"it was planned for today: we ask why"`
}

func (c *ticketCalls) cancel(ctx context.Context, s account.Session, in *cancelQuery) (VisitCancelled, error) {
	sameDay, err := c.tickets.Cancel(ctx, s.CustomerID, s.Actor, in.ServiceRequestID)
	return VisitCancelled{Success: err == nil, SameDay: sameDay}, err
}

// Slots are the times to choose from.
type Slots struct {
	Slots     []Slot          `json:"slots"`
	FirstDate calendar.Date   `json:"firstDate" doc:"first day that can be chosen"`
	LastDate  calendar.Date   `json:"lastDate" doc:"last day that can be chosen"`
	Holidays  []calendar.Date `json:"holidays" doc:"days between them on which nobody comes"`
}

// SlotQuestion asks for slots: of items, or of a ticket.
type SlotQuestion struct {
	OrderItemIDs       []int64 `json:"orderItemIds,omitempty" maxItems:"100"`
	TicketID           string  `json:"ticketId,omitempty" maxLength:"40"`
	MojoVahanTaskType  string  `json:"mojoVahanTaskType,omitempty" maxLength:"40" doc:"PICKUP"`
	RequestTypeInWords string  `json:"requestType,omitempty" maxLength:"60" doc:"Relocation Pickup"`
}

type slotsInput struct{ Body Data[SlotQuestion] }

func (c *ticketCalls) slots(ctx context.Context, s account.Session, in *slotsInput) (Slots, error) {
	q := in.Body.Data
	slots, days, err := c.tickets.Slots(ctx, s.CustomerID, q.OrderItemIDs, q.TicketID)
	return Slots{
		Slots: each(slots, wireSlot), FirstDate: days.First, LastDate: days.Last,
		Holidays: each(days.Holidays, func(d calendar.Date) calendar.Date { return d }),
	}, err
}

// SlotBooking books a slot: for a ticket, or for items before their request.
type SlotBooking struct {
	SlotID       string  `json:"slotId" maxLength:"60"`
	TicketID     string  `json:"ticketId,omitempty" maxLength:"40"`
	OrderItemIDs []int64 `json:"orderItemIds,omitempty" maxItems:"100"`
}

// SlotAnswer is the slot that is booked now.
type SlotAnswer struct {
	Success bool  `json:"success"`
	Slot    *Slot `json:"slot,omitempty"`
}

type bookInput struct{ Body Data[SlotBooking] }

func (c *ticketCalls) book(ctx context.Context, s account.Session, in *bookInput) (SlotAnswer, error) {
	b := in.Body.Data
	slot, err := c.tickets.Book(ctx, s.CustomerID, s.Actor, b.SlotID, b.TicketID, b.OrderItemIDs)
	return SlotAnswer{Success: err == nil, Slot: new(wireSlot(slot))}, err
}

type rescheduleInput struct {
	Body struct {
		TicketID      string        `json:"ticketId" maxLength:"40"`
		SlotID        string        `json:"slotId,omitempty" maxLength:"60"`
		PreferredDate calendar.Date `json:"preferredDate,omitzero"`
		Reason        string        `json:"reason,omitempty" maxLength:"2000"`
	}
}

func (c *ticketCalls) reschedule(ctx context.Context, s account.Session, in *rescheduleInput) (SlotAnswer, error) {
	d, err := c.tickets.Reschedule(ctx, s.CustomerID, s.Actor, in.Body.TicketID, ticket.Change{
		SlotID: in.Body.SlotID, On: in.Body.PreferredDate, Reason: in.Body.Reason,
	})
	if err != nil {
		return SlotAnswer{}, err
	}
	return SlotAnswer{Success: true, Slot: wireDetails(d).Slot}, nil
}

type tellWhyInput struct {
	Body struct {
		TicketID string `json:"ticketId" maxLength:"40"`
		Reason   string `json:"reason" minLength:"1" maxLength:"200"`
		Comment  string `json:"comment,omitempty" maxLength:"2000"`
	}
}

func (c *ticketCalls) tellWhy(ctx context.Context, s account.Session, in *tellWhyInput) (Ok, error) {
	return ok(c.tickets.TellWhy(ctx, s.CustomerID, s.Actor, in.Body.TicketID, in.Body.Reason, in.Body.Comment))
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

// ownUser refuses a user id in a body that is not the session's; 0 is none.
func ownUser(s account.Session, userID int64) error {
	if userID != 0 && userID != s.CustomerID {
		return fault.NotFound("There is no such customer here.")
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
			groups = append(groups, RevokeGroup{RequestType: int64(t.Type), RequestTypeName: t.Type.Name()})
		}
		for _, item := range t.Items {
			groups[i].Tickets = append(groups[i].Tickets, RevokeTicket{
				TicketID: t.TicketID, ServiceRequestID: t.ID, RequestType: int64(t.Type), RequestTypeName: t.Type.Name(),
				OrderItemID: item.ID, ProductName: item.Name,
			})
		}
	}
	return groups
}

// Revocation names what to take back: the flat list of a check's groups.
type Revocation struct {
	Comment       string         `json:"comment" maxLength:"2000"`
	RevokeTickets []RevokeTicket `json:"revokeTickets" minItems:"1" maxItems:"100"`
}

type revokeInput struct{ Body Data[Revocation] }

func (c *ticketCalls) revoke(ctx context.Context, s account.Session, in *revokeInput) (Ok, error) {
	names := each(in.Body.Data.RevokeTickets, func(t RevokeTicket) string { return t.TicketID })
	return ok(c.tickets.Revoke(ctx, s.CustomerID, s.Actor, names, in.Body.Data.Comment))
}

// TicketNames are the tickets of a question.
type TicketNames struct {
	TicketIDs []string `json:"ticketIds" minItems:"1" maxItems:"100"`
}

type initiateInput struct{ Body Data[TicketNames] }

func (c *ticketCalls) initiateRevoke(ctx context.Context, s account.Session, in *initiateInput) (RevokePreview, error) {
	check, err := c.tickets.Revocation(ctx, s.CustomerID, in.Body.Data.TicketIDs)
	return RevokePreview{RevokeAllowed: check.Revocable, RevokeTickets: wireGroups(check.Live), Message: check.Message}, err
}

// NewTicket asks for a relocation (65; old clients send 60) or a transfer of
// ownership (690).
type NewTicket struct {
	RequestType             int64         `json:"requestType" doc:"65 relocation (60 is taken too), 690 transfer"`
	Message                 string        `json:"message,omitempty" maxLength:"2000"`
	OrderItemCount          int64         `json:"orderItemCount,omitempty"`
	OrderItemIDs            []int64       `json:"orderItemIds" maxItems:"100"`
	Location                string        `json:"location,omitempty" maxLength:"100" doc:"city of the new address"`
	Address                 *AddressRef   `json:"address,omitempty" doc:"to which a relocation goes: one of the customer's"`
	MobileNumber            string        `json:"mobileNumber,omitempty" maxLength:"10" doc:"of who takes over, ten digits"`
	CXPreferredPickupDate   calendar.Date `json:"cxPreferredPickupDate,omitzero"`
	CXPreferredDeliveryDate calendar.Date `json:"cxPreferredDeliveryDate,omitzero"`
}

// AddressRef is an address of the customer, of which only the id counts.
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
		return TicketMade{}, fault.Invalid("orderItemCount", "The number of items does not fit the items.")
	}
	kind, err := ticket.TypeOf(n.RequestType)
	if err != nil {
		return TicketMade{}, err
	}
	switch kind {
	case ticket.Relocation:
		return c.relocate(ctx, s, n)
	case ticket.Transfer:
		return c.transfer(ctx, s, n)
	}
	return TicketMade{}, fault.Invalid("requestType", "This kind of request is raised by another call.")
}

func (c *ticketCalls) relocate(ctx context.Context, s account.Session, n NewTicket) (TicketMade, error) {
	if n.Address == nil {
		return TicketMade{}, fault.Invalid("address", "Please select an address")
	}
	t, err := c.tickets.Relocate(ctx, s.CustomerID, s.Actor, ticket.RelocateInput{
		ItemIDs: n.OrderItemIDs, AddressID: n.Address.ID, Pickup: n.CXPreferredPickupDate, Drop: n.CXPreferredDeliveryDate, Message: n.Message,
	})
	return TicketMade{Success: err == nil, ServiceRequestID: t.ID, TicketID: t.TicketID}, err
}

// transfer is counted, because its answer tells whether a number is a
// customer's.
func (c *ticketCalls) transfer(ctx context.Context, s account.Session, n NewTicket) (TicketMade, error) {
	if err := c.limits.Allow(ctx, "transfer_check", fmt.Sprintf("customer:%d", s.CustomerID)); err != nil {
		return TicketMade{}, err
	}
	if err := c.limits.Allow(ctx, "transfer_check_address", "ip:"+clientIP(ctx)); err != nil {
		return TicketMade{}, err
	}
	t, err := c.tickets.Transfer(ctx, s.CustomerID, s.Actor, ticket.TransferInput{ItemIDs: n.OrderItemIDs, Mobile: n.MobileNumber, Message: n.Message})
	return TicketMade{Success: err == nil, ServiceRequestID: t.ID, TicketID: t.TicketID}, err
}

type changeAddressInput struct {
	Body struct {
		ServiceRequestID int64 `json:"serviceRequestId"`
		AddressID        int64 `json:"addressId"`
	}
}

func (c *ticketCalls) changeAddress(ctx context.Context, s account.Session, in *changeAddressInput) (Ok, error) {
	return ok(c.tickets.ChangeAddress(ctx, s.CustomerID, s.Actor, in.Body.ServiceRequestID, in.Body.AddressID))
}

type itemsAddressInput struct {
	Body struct {
		ID         int64   `json:"id" doc:"one of the customer's addresses"`
		OrderItems []int64 `json:"orderItems" maxItems:"100"`
	}
}

func (c *ticketCalls) itemsAddress(ctx context.Context, s account.Session, in *itemsAddressInput) (Ok, error) {
	return ok(c.tickets.StandAt(ctx, s.CustomerID, in.Body.OrderItems, in.Body.ID))
}
