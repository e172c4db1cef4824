package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"rento/internal/address"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/ident"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
	"rento/internal/upload"
)

const (
	requesters = 3_000 // customers who raise a request
	quoteItems = 20
)

// ticketCalls raises the service requests of a company.
type ticketCalls struct {
	company *company
	tickets *ticket.Service
}

func newTicketCalls(t *company) *ticketCalls {
	return &ticketCalls{company: t, tickets: ticket.New(ticket.Deps{
		Store: t.store, IDs: t.ids, Clock: t.clock, Jobs: t.jobs, Subscriptions: t.rentals, Billing: t.billing, Settings: ticket.DefaultSettings(),
	})}
}

// serviceRequest is what a customer asks for, about one of two items. A relocation goes to home; a
// repair shows the image.
type serviceRequest struct {
	customer, item, city int64
	kind                 ticket.Type
	home                 int64
	image                string
}

// measureRequests measures service requests on one database. Reads are compared with bare reads of
// as many rows, writes with bare commits.
func measureRequests(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	d, err := s.bases.empty(sqlite, "requests")
	if err != nil {
		return nil, err
	}
	if err := fill(ctx, d, filling{customers: requesters, month: firstDay}, progress); err != nil {
		return nil, err
	}
	requests, owner, err := prepareRequests(ctx, d.url)
	if err != nil {
		return nil, err
	}
	t, err := openCompany(ctx, d.url, false, runDay)
	if err != nil {
		return nil, err
	}
	defer func() { _ = t.store.Close() }()
	beside, err := s.bases.empty(sqlite, "bare-requests")
	if err != nil {
		return nil, err
	}
	bare, err := openBare(ctx, beside)
	if err != nil {
		return nil, err
	}
	defer bare.close()
	return newTicketCalls(t).measure(ctx, s.duration/rounds, requests, owner, bare)
}

// measure measures each operation in turns with its bare equivalent, because a machine's commit
// speed changes from one second to the next.
func (d *ticketCalls) measure(ctx context.Context, each time.Duration, requests []serviceRequest, owner quoted, bare bareBase) ([]row, error) {
	commits := func(duration time.Duration) (load, error) { return bare.commits(ctx, duration) }
	shares := slices.Collect(slices.Chunk(requests, (len(requests)+rounds-1)/rounds))
	raised, besideRaised, err := inTurns(ctx, each, func(duration time.Duration) (load, error) {
		share := shares[0]
		shares = shares[1:]
		return d.serve(ctx, share, duration)
	}, commits)
	if err != nil {
		return nil, err
	}
	quotes, reads, err := inTurns(ctx, each,
		func(duration time.Duration) (load, error) { return d.quote(ctx, owner, duration) },
		func(duration time.Duration) (load, error) { return bare.reads(ctx, quoteItems, duration) })
	if err != nil {
		return nil, err
	}
	r, err := d.open(ctx, requests)
	if err != nil {
		return nil, err
	}
	booked, besideBooked, err := inTurns(ctx, each, func(duration time.Duration) (load, error) { return r.round(ctx, duration) }, commits)
	if err != nil {
		return nil, err
	}
	return append([]row{
		beside(fmt.Sprintf("closure quote, %d items", quoteItems), quotes, reads, fmt.Sprintf("bare reads of %d rows", quoteItems)),
		beside("check and raise a request", raised, besideRaised, "bare commits"),
	}, r.rows(booked, besideBooked)...), nil
}

// beside is a row of two things that were measured in turns.
func beside(what string, ours, bare load, bareWhat string) row {
	return row{
		what: what, value: perSecond(ours.perSecond), beside: perSecond(bare.perSecond) + " " + bareWhat,
		ratio: fmt.Sprintf("%.2f", ours.perSecond/bare.perSecond),
	}
}

// prepareRequests prepares a service request for every customer of the company, alternately a
// repair, a relocation and a closure, and adds the customer whose items are quoted. It makes no
// measured call, so it does not need durability.
func prepareRequests(ctx context.Context, path string) (requests []serviceRequest, owner quoted, err error) {
	t, err := openCompany(ctx, path, true, runDay)
	if err != nil {
		return nil, owner, err
	}
	defer func() {
		if closed := t.store.Close(); err == nil {
			err = closed
		}
	}()
	customers, err := t.customers(ctx, requesters)
	if err != nil {
		return nil, owner, err
	}
	kinds := [...]ticket.Type{ticket.Repair, ticket.Relocation, ticket.Closure}
	for i, customer := range customers {
		w := serviceRequest{customer: customer, kind: kinds[i%len(kinds)]}
		if err := t.prepare(ctx, &w); err != nil {
			return nil, owner, fmt.Errorf("customer %d: %w", customer, err)
		}
		requests = append(requests, w)
	}
	owner, err = t.addQuoted(ctx)
	return requests, owner, err
}

func (t *company) prepare(ctx context.Context, w *serviceRequest) error {
	list, err := t.rentals.ActiveItems(ctx, t.store.Queries(), w.customer, paging.Page{})
	if err != nil {
		return err
	}
	w.item, w.city = list.Items[0].ID, list.Items[0].LocationID
	return t.store.Write(ctx, w.customer, func(tx *store.Tx) error {
		if w.kind == ticket.Repair { // a repair refers to an image; nobody looks at it here
			w.image = ident.Reference(26)
			return tx.UploadAdd(ctx, db.UploadAddParams{
				CustomerID: w.customer, ID: w.image, Name: "sofa.jpg", MediaType: "image/jpeg", Purpose: string(upload.Ticket),
				SizeBytes: 1, BlobKey: blob.NewKey(), CreatedAt: calendar.Stamp(t.clock.Now()),
			})
		}
		place, err := address.New(t.store, t.ids, t.clock).Add(ctx, tx, w.customer, address.Address{
			FlatNo: "2", AddressLine1: "Side Road", CityID: w.city, Pincode: pincode,
		})
		w.home = place.ID
		return err
	})
}

// quoted is a customer with the items of a quote.
type quoted struct {
	customer int64
	items    []int64
}

// addQuoted adds the customer with as many items as the quote covers.
func (t *company) addQuoted(ctx context.Context) (quoted, error) {
	customer, home, err := t.register(ctx, requesters+1, demo.Cities()[0])
	if err != nil {
		return quoted{}, err
	}
	items := make([]subscription.NewItem, quoteItems)
	for i := range items {
		items[i] = subscription.NewItem{ProductID: demo.Catalogue()[i].ID, TenureMonths: 12}
	}
	order, err := t.rentals.PlaceOrder(ctx, subscription.NewOrder{CustomerID: customer, AddressID: home, PromisedOn: runDay, Items: items})
	if err != nil {
		return quoted{}, fmt.Errorf("order: %w", err)
	}
	h := quoted{customer: customer}
	for _, item := range order.Items {
		h.items = append(h.items, item.ID)
	}
	return h, t.rentals.Deliver(ctx, customer, order.ID, runDay)
}

// quote asks for the cost of returning everything, over and over for this duration.
func (d *ticketCalls) quote(ctx context.Context, owner quoted, duration time.Duration) (load, error) {
	return repeat(duration, func() error {
		quote, err := d.tickets.QuoteClosure(ctx, owner.customer, owner.items, calendar.Date{})
		if err == nil && (len(quote.Items) != quoteItems || quote.Totals.Total == 0) {
			err = fmt.Errorf("the quote is %s for %d items", quote.Totals.Total, len(quote.Items))
		}
		return err
	})
}

// serve lets customers raise their requests until the time is over.
func (d *ticketCalls) serve(ctx context.Context, requests []serviceRequest, duration time.Duration) (load, error) {
	start, raised := time.Now(), 0
	for _, w := range requests {
		if time.Since(start) > duration {
			break
		}
		if err := d.raise(ctx, w); err != nil {
			return load{}, fmt.Errorf("customer %d: %w", w.customer, err)
		}
		raised++
	}
	return load{perSecond: float64(raised) / time.Since(start).Seconds()}, nil
}

// raise checks that no other request blocks a request, and raises it.
func (d *ticketCalls) raise(ctx context.Context, w serviceRequest) error {
	items := []int64{w.item}
	check, err := d.tickets.Parallel(ctx, w.customer, items, int64(w.kind))
	if err == nil && len(check.Live) > 0 {
		err = fmt.Errorf("%d requests stand in the way", len(check.Live))
	}
	if err != nil {
		return err
	}
	pickup := runDay.AddDays(7)
	switch w.kind {
	case ticket.Repair:
		_, err = d.tickets.RepairAll(ctx, w.customer, []ticket.RepairInput{{ItemID: w.item, Message: "It makes a noise.", Images: []string{w.image}}})
	case ticket.Relocation:
		_, err = d.tickets.Relocate(ctx, w.customer, ticket.RelocateInput{ItemIDs: items, AddressID: w.home, Pickup: pickup, Drop: pickup.AddDays(4)})
	default:
		_, err = d.tickets.Close(ctx, w.customer, ticket.CloseInput{ItemIDs: items, Pickup: pickup, Reason: "Other"})
	}
	return err
}
