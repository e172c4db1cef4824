package ticket

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// maxItems is the maximum number of items in one request, maxMessage the maximum length of its
// message in characters.
const (
	maxItems   = 100
	maxMessage = 2000
)

// Raise records a new request for active items of the customer and returns it with its ids. It
// checks the owner, the state of the items and their live requests, but not the rules of the kind.
// Faults: 404 for somebody else's item, 409 for an item that is not active or has a live request,
// 422 for an unknown kind.
func (s *Service) Raise(ctx context.Context, tx *store.Tx, t Ticket) (Ticket, error) {
	if t.Type.Name() == "" {
		return t, fault.Invalid("ticket.type_not_found", "requestType", "There is no such kind of request.")
	}
	if err := checkText("message", t.Message); err != nil {
		return t, err
	}
	owned, err := s.activeItems(ctx, tx.Queries, t.CustomerID, t.ItemIDs())
	if err != nil {
		return t, err
	}
	if err := checkNoLiveTicket(ctx, tx.Queries, t); err != nil {
		return t, err
	}
	t.Items = named(owned, t.Items)
	t.ID, t.Status, t.Created = s.ids.Next(), Raised, s.now()
	t.Revocable = !t.Binding && len(t.behaviour().revocableIn) > 0
	t.Changed = t.Created
	t.Number = "T" + strings.ToUpper(strconv.FormatInt(t.ID, 36))
	if err := add(ctx, tx, t); err != nil {
		return t, err
	}
	if err := s.addStep(ctx, tx, t, moved(t), ""); err != nil {
		return t, err
	}
	raised := notify.RequestRaised{Request: t.behaviour().request, Ticket: t.Number, On: t.PreferredOn, Delivery: t.DeliveryOn}
	if err := s.send(ctx, tx, t, raised); err != nil {
		return t, err
	}
	return t, s.schedulePlanning(ctx, tx, t)
}

// named returns the requested items, each once, in the order and with the names of the owned items.
func named(owned []subscription.Item, asked []Item) []Item {
	byID := map[int64]Item{}
	for _, item := range asked {
		byID[item.ID] = item
	}
	items := make([]Item, len(owned))
	for i, o := range owned {
		items[i] = byID[o.ID]
		items[i].Name = o.Name
	}
	return items
}

func checkText(field, text string) error {
	if len([]rune(text)) > maxMessage {
		return fault.Invalid("ticket.text_too_long", field, "This text is too long.")
	}
	return nil
}

func add(ctx context.Context, tx *store.Tx, t Ticket) error {
	err := tx.TicketAdd(ctx, db.TicketAddParams{
		CustomerID: t.CustomerID, ID: t.ID, Number: t.Number, RequestType: int64(t.Type), Status: string(t.Status), Message: t.Message,
		PreferredDate: t.PreferredOn, DeliveryDate: t.DeliveryOn, AddressID: t.AddressID, ReceiverID: t.ReceiverID, IsFull: t.Full,
		Revocable: t.Revocable, CreatedAt: t.Created,
	})
	if err != nil {
		return fmt.Errorf("ticket: add ticket: %w", err)
	}
	for _, item := range t.Items {
		if err := addItem(ctx, tx, t, item); err != nil {
			return err
		}
	}
	return nil
}

func addItem(ctx context.Context, tx *store.Tx, t Ticket, item Item) error {
	quote, err := item.quote()
	if err != nil {
		return err
	}
	err = tx.TicketItemAdd(ctx, db.TicketItemAddParams{
		CustomerID: t.CustomerID, TicketID: t.ID, ItemID: item.ID, Quote: quote, ChargePaise: item.Charge,
	})
	if err != nil {
		return fmt.Errorf("ticket: add item: %w", err)
	}
	return nil
}

// pickup is the day for which the charge was computed, or no day without a quote.
func (i Item) pickup() calendar.Date {
	if i.Early == nil {
		return calendar.Date{}
	}
	return i.Early.Pickup
}

// quote is the computation of the charge, encoded for storage.
func (i Item) quote() (string, error) {
	if i.Early == nil {
		return "", nil
	}
	text, err := json.Marshal(i.Early)
	if err != nil {
		return "", fmt.Errorf("ticket: %w", err)
	}
	return string(text), nil
}

// activeItems returns the customer's items, all of which must be active.
func (s *Service) activeItems(ctx context.Context, q *db.Queries, customerID int64, ids []int64) ([]subscription.Item, error) {
	if len(ids) == 0 {
		return nil, fault.Invalid("request.nothing_selected", "orderItemIds", "Please select atleast one.")
	}
	if len(ids) > maxItems {
		return nil, fault.Invalid("ticket.too_many_items", "orderItemIds", "These are too many items for one request.")
	}
	owned, err := s.subscriptions.Own(ctx, q, customerID, ids)
	if err != nil {
		return nil, err
	}
	for _, item := range owned {
		if item.Status != subscription.Active {
			return nil, fault.Conflict("ticket.item_not_active", "A request can be raised for active items only.")
		}
	}
	return owned, nil
}

func checkNoLiveTicket(ctx context.Context, q *db.Queries, t Ticket) error {
	live, err := liveTicketsOn(ctx, q, t.CustomerID, t.ItemIDs())
	if err != nil {
		return err
	}
	if len(live) > 0 {
		return liveFault(live)
	}
	return nil
}

func liveTicketsOn(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) ([]Ticket, error) {
	rows, err := q.TicketLiveOn(ctx, customerID, store.IDs(itemIDs))
	if err != nil {
		return nil, fmt.Errorf("ticket: live tickets of items: %w", err)
	}
	return withItems(ctx, q, customerID, rows)
}
