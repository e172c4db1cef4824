// Package ticket handles service requests, which people call tickets: what a customer asks us to do
// with rented items, from the first check to the last visit (docs/tickets.md).
package ticket

import (
	"context"
	"encoding/json"
	"fmt"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Ticket is a customer's request about items. Amounts are in paise.
type Ticket struct {
	CustomerID int64
	ID         int64
	Number     string // the number that people see, such as T1K7…
	Type       Type
	Status     Status
	Items      []Item
	Message    string
	// PreferredOn is the day that the customer wished for the visit or pickup, DeliveryOn the
	// delivery day of a relocation, VisitOn the planned day of the visit.
	PreferredOn calendar.Date
	DeliveryOn  calendar.Date
	VisitOn     calendar.Date
	AddressID   int64 // destination of a relocation, else 0
	ReceiverID  int64 // receiver of a transfer, else 0
	Full        bool  // a closure of everything that the customer had at that time
	// Binding is set on a ticket to be raised that the customer agreed not to take back. For all
	// other tickets the kind decides whether they are Revocable and until when.
	Binding   bool
	Revocable bool
	Created   calendar.Instant
	// Changed is when the state, day or address of the ticket last changed.
	Changed calendar.Instant
}

// Visit is the day on which our team comes or came, empty before it is planned. Nobody comes for a
// ticket that was taken back or cancelled.
func (t Ticket) Visit() calendar.Date {
	if t.Status == Revoked || t.Status == Cancelled {
		return calendar.Date{}
	}
	return t.VisitOn
}

// Item is a rented item in a request. Early and Charge are the stored quote of a closure. Charge is
// in paise without GST.
type Item struct {
	ID     int64
	Name   string
	Early  *subscription.Early
	Charge money.Paise
	// ChargeNo is how many times the charge was replaced.
	ChargeNo int64
	// TakenID is the receiver's item of an accepted transfer, else 0.
	TakenID int64
}

// ItemsOf returns request items with these ids.
func ItemsOf(ids ...int64) []Item {
	items := make([]Item, len(ids))
	for i, id := range ids {
		items[i].ID = id
	}
	return items
}

// ItemIDs returns the ids of the items.
func (t Ticket) ItemIDs() []int64 {
	ids := make([]int64, len(t.Items))
	for i, item := range t.Items {
		ids[i] = item.ID
	}
	return ids
}

// Step is an entry of a request's time line.
type Step struct {
	Status  Status
	Actor   string // as package audit stores it, or byReceiver
	Comment string
	At      calendar.Instant
}

// byReceiver stands in the time line for the receiver of a transfer.
const byReceiver = "receiver"

// Service raises requests and moves them through their states.
type Service struct {
	store         *store.Store
	ids           *ident.Source
	clock         calendar.Clock
	jobs          *jobs.Queue
	subscriptions *subscription.Service
	billing       *billing.Service
	notify        *notify.Service
	feedback      Feedback
	settings      Settings
	audit         *audit.Log
}

// Deps are the services that this one needs.
type Deps struct {
	Store         *store.Store
	IDs           *ident.Source
	Clock         calendar.Clock
	Jobs          *jobs.Queue
	Subscriptions *subscription.Service
	Billing       *billing.Service
	Notify        *notify.Service
	Feedback      Feedback // nil asks nothing
	Settings      Settings
}

// Feedback asks the customer for feedback after a request, once per cause. It writes in the database
// transaction in which the request is done.
type Feedback interface {
	OpenAfterRequest(ctx context.Context, tx *store.Tx, customerID int64, cause string) error
}

// New returns the service and registers its jobs.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, jobs: d.Jobs, subscriptions: d.Subscriptions,
		billing: d.Billing, notify: d.Notify, feedback: d.Feedback, settings: d.Settings, audit: audit.New(d.IDs, d.Clock),
	}
	s.reviewMessages()
	s.schedule()
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

func (s *Service) today() calendar.Date { return calendar.Today(s.clock) }

// List is one page of a customer's tickets, with the total number of tickets. Next is the After of
// the next page.
type List struct {
	Tickets []Ticket
	Total   int64
	Next    string
}

// listKey is where a ticket stands in the list.
type listKey struct {
	At calendar.Instant
	ID int64
}

// Of lists the tickets of a customer, newest first. live selects the live or the closed tickets;
// nil selects all.
func Of(ctx context.Context, q *db.Queries, customerID int64, live *bool, p paging.Page) (List, error) {
	p, err := p.Normal()
	if err != nil {
		return List{}, err
	}
	after, err := paging.Key[listKey](p)
	if err != nil {
		return List{}, err
	}
	active := store.MaybeBool(live)
	rows, err := q.TicketList(ctx, db.TicketListParams{
		CustomerID: customerID, Active: active, AfterAt: after.At, AfterID: after.ID, PageSize: p.Limit(), Skip: p.Skip(),
	})
	if err != nil {
		return List{}, fmt.Errorf("ticket: tickets: %w", err)
	}
	rows, next := paging.Cut(p, rows, func(r db.Ticket) listKey { return listKey{r.CreatedAt, r.ID} })
	total, err := q.TicketCount(ctx, customerID, active)
	if err != nil {
		return List{}, fmt.Errorf("ticket: count tickets: %w", err)
	}
	tickets, err := withItems(ctx, q, customerID, rows)
	return List{Tickets: tickets, Total: total, Next: next}, err
}

// Get returns a ticket of the customer by its id, or a Fault (404).
func Get(ctx context.Context, q *db.Queries, customerID, id int64) (Ticket, error) {
	row, err := q.TicketGet(ctx, customerID, id)
	return one(ctx, q, customerID, row, err)
}

// ByNumber returns a ticket of the customer by its number, or a Fault (404).
func ByNumber(ctx context.Context, q *db.Queries, customerID int64, number string) (Ticket, error) {
	row, err := q.TicketByNumber(ctx, customerID, number)
	return one(ctx, q, customerID, row, err)
}

func one(ctx context.Context, q *db.Queries, customerID int64, row db.Ticket, err error) (Ticket, error) {
	if store.IsNone(err) {
		return Ticket{}, fault.NotFound("ticket.not_found", "This request does not exist.")
	}
	if err != nil {
		return Ticket{}, fmt.Errorf("ticket: ticket: %w", err)
	}
	tickets, err := withItems(ctx, q, customerID, []db.Ticket{row})
	if err != nil {
		return Ticket{}, err
	}
	return tickets[0], nil
}

// TimeLine returns what happened to a ticket, in order.
func TimeLine(ctx context.Context, q *db.Queries, customerID, id int64) ([]Step, error) {
	rows, err := q.TicketSteps(ctx, customerID, id)
	if err != nil {
		return nil, fmt.Errorf("ticket: steps: %w", err)
	}
	steps := make([]Step, len(rows))
	for i, r := range rows {
		steps[i] = Step{Status: Status(r.Status), Actor: r.Actor, Comment: r.Comment, At: r.At}
	}
	return steps, nil
}

func withItems(ctx context.Context, q *db.Queries, customerID int64, rows []db.Ticket) ([]Ticket, error) {
	tickets := make([]Ticket, len(rows))
	at := make(map[int64]*Ticket, len(rows))
	ids := make([]int64, len(rows))
	for i, r := range rows {
		tickets[i] = ticketOf(r)
		at[r.ID], ids[i] = &tickets[i], r.ID
	}
	items, err := q.TicketItems(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("ticket: read the items of requests: %w", err)
	}
	itemIDs := make([]int64, len(items))
	for i, r := range items {
		itemIDs[i] = r.ItemID
	}
	briefs, err := subscription.BriefsOf(ctx, q, customerID, itemIDs)
	if err != nil {
		return nil, err
	}
	for _, r := range items {
		item := Item{ID: r.ItemID, Name: briefs[r.ItemID].Name, Charge: r.ChargePaise, ChargeNo: r.ChargeNo, TakenID: r.TakenItemID}
		if r.Quote != "" {
			if err := json.Unmarshal([]byte(r.Quote), &item.Early); err != nil {
				return nil, fmt.Errorf("ticket: read quote: %w", err)
			}
		}
		at[r.TicketID].Items = append(at[r.TicketID].Items, item)
	}
	return tickets, nil
}

func ticketOf(r db.Ticket) Ticket {
	return Ticket{
		CustomerID: r.CustomerID, ID: r.ID, Number: r.Number, Type: Type(r.RequestType), Status: Status(r.Status), Message: r.Message,
		PreferredOn: r.PreferredDate, DeliveryOn: r.DeliveryDate, VisitOn: r.VisitDate, AddressID: r.AddressID,
		ReceiverID: r.ReceiverID, Full: r.IsFull, Revocable: r.Revocable, Created: r.CreatedAt, Changed: r.UpdatedAt,
	}
}
