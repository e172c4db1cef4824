package subscription

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// RequestType is the code of a kind of service request.
type RequestType int64

// The kinds of service requests.
const (
	Repair     RequestType = 20
	Relocation RequestType = 65
	Closing    RequestType = 200
	Transfer   RequestType = 690
)

// Name is the kind as people call it, "" when there is no such kind.
func (t RequestType) Name() string {
	switch t {
	case Repair:
		return "Repair"
	case Relocation:
		return "Relocation"
	case Closing:
		return "Closure"
	case Transfer:
		return "Ownership Transfer"
	}
	return ""
}

// raised is the state of a request that nobody has worked on yet. It is live,
// as are scheduled and in_progress.
const raised = "raised"

// Request is a service request for items of a customer.
type Request struct {
	ID           int64
	TicketID     string
	Type         RequestType
	Status       string // raised, scheduled, in_progress, done, revoked or cancelled
	ItemIDs      []int64
	ProductNames []string
	Message      string
	PreferredOn  calendar.Date
	Revocable    bool
	Created      calendar.Instant
}

// Live reports whether somebody still has to do something.
func (r Request) Live() bool {
	return r.Status == raised || r.Status == "scheduled" || r.Status == "in_progress"
}

// Raise records a new request for active items of the customer and returns it
// with its ids. Any other item, and an unknown kind, is a Fault.
func (s *Service) Raise(ctx context.Context, tx *store.Tx, customerID int64, r Request) (Request, error) {
	if r.Type.Name() == "" {
		return Request{}, fault.Invalid("requestType", "There is no such kind of request.")
	}
	owned, err := Own(ctx, tx.Queries, customerID, r.ItemIDs)
	if err != nil {
		return Request{}, err
	}
	r.ItemIDs = nil
	for _, item := range owned {
		if item.Status != Active {
			return Request{}, fault.Conflict("A request can be raised for active items only.")
		}
		r.ItemIDs = append(r.ItemIDs, item.ID)
	}
	r.ID, r.Status, r.Created = s.ids.Next(), raised, calendar.Stamp(s.clock.Now())
	r.TicketID = "T" + strconv.FormatInt(r.ID, 36)
	return r, addRequest(ctx, tx, customerID, r)
}

func addRequest(ctx context.Context, tx *store.Tx, customerID int64, r Request) error {
	err := tx.SubscriptionRequestAdd(ctx, db.SubscriptionRequestAddParams{
		CustomerID: customerID, ID: r.ID, TicketID: r.TicketID, RequestType: int64(r.Type), Status: r.Status, Message: r.Message,
		PreferredDate: r.PreferredOn, Revocable: r.Revocable, CreatedAt: r.Created, UpdatedAt: r.Created,
	})
	if err != nil {
		return fmt.Errorf("subscription: %w", err)
	}
	for _, id := range r.ItemIDs {
		err := tx.SubscriptionRequestItemAdd(ctx, db.SubscriptionRequestItemAddParams{
			CustomerID: customerID, ServiceRequestID: r.ID, ItemID: id,
		})
		if err != nil {
			return fmt.Errorf("subscription: %w", err)
		}
	}
	return nil
}

// Requests are one page of a customer's service requests, and how many there
// are in all.
type Requests struct {
	Requests []Request
	Total    int64
}

// RequestsOf lists service requests, newest first: the live ones, those that
// are over, or, without live, all.
func RequestsOf(ctx context.Context, q *db.Queries, customerID int64, live *bool, p Page) (Requests, error) {
	p, err := p.Normal()
	if err != nil {
		return Requests{}, err
	}
	var active sql.NullBool
	if live != nil {
		active = sql.NullBool{Bool: *live, Valid: true}
	}
	rows, err := q.SubscriptionRequests(ctx, db.SubscriptionRequestsParams{
		CustomerID: customerID, Active: active, PageSize: int32(p.Size), Skip: p.skip(),
	})
	if err != nil {
		return Requests{}, fmt.Errorf("subscription: %w", err)
	}
	list := Requests{Requests: make([]Request, len(rows))}
	if list.Total, err = q.SubscriptionRequestsCount(ctx, customerID, active); err != nil {
		return Requests{}, fmt.Errorf("subscription: %w", err)
	}
	for i, r := range rows {
		list.Requests[i] = Request{
			ID: r.ID, TicketID: r.TicketID, Type: RequestType(r.RequestType), Status: r.Status, Message: r.Message,
			PreferredOn: r.PreferredDate, Revocable: r.Revocable, Created: r.CreatedAt,
		}
	}
	return list, nameItems(ctx, q, customerID, list.Requests)
}

func nameItems(ctx context.Context, q *db.Queries, customerID int64, requests []Request) error {
	at := make(map[int64]*Request, len(requests))
	ids := make([]int64, len(requests))
	for i := range requests {
		ids[i], at[requests[i].ID] = requests[i].ID, &requests[i]
	}
	list, err := json.Marshal(ids)
	if err != nil {
		return fmt.Errorf("subscription: %w", err)
	}
	rows, err := q.SubscriptionRequestItems(ctx, customerID, string(list))
	if err != nil {
		return fmt.Errorf("subscription: %w", err)
	}
	for _, r := range rows {
		request := at[r.ServiceRequestID]
		request.ItemIDs = append(request.ItemIDs, r.ItemID)
		request.ProductNames = append(request.ProductNames, r.Name)
	}
	return nil
}
