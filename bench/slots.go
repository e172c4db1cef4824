package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/ticket"
)

// racers customers compete for each slot of a city, which has few places.
const (
	racers = 40
	places = 5
)

// slotRace is a group of customers of one city and the slots that are still free, with the number
// of bookings won and refused and the number of visits in the fullest slot.
type slotRace struct {
	ticketCalls           *ticketCalls
	people                []serviceRequest
	slots                 []ticket.Slot
	share                 int // number of slots in one round
	won, refused, fullest int
}

func (r *slotRace) rows(ours, bare load) []row {
	booked := beside(fmt.Sprintf("book a slot, %d at once for %d places", racers, places), ours, bare, "bare commits")
	booked.value += fmt.Sprintf(", %s of them won", perSecond(ours.perSecond*float64(r.won)/float64(r.won+r.refused)))
	return []row{booked, row{
		what: "  fullest slot", value: fmt.Sprintf("%d visits", r.fullest), beside: fmt.Sprintf("%d places", places),
	}.atMost(float64(r.fullest)/places, 1)}
}

// open gives the first customer's city visit hours, and gathers racers customers of that city.
func (d *ticketCalls) open(ctx context.Context, requests []serviceRequest) (*slotRace, error) {
	r := &slotRace{ticketCalls: d}
	for _, w := range requests {
		if w.city == requests[0].city && len(r.people) < racers {
			r.people = append(r.people, w)
		}
	}
	if len(r.people) < racers {
		return nil, fmt.Errorf("only %d people make no racers", len(r.people))
	}
	first := r.people[0]
	if err := d.company.store.WriteCompany(ctx, func(tx *store.Tx) error { return saveHours(ctx, tx, first.city) }); err != nil {
		return nil, fmt.Errorf("open the city: %w", err)
	}
	var err error
	if r.slots, _, err = d.tickets.Slots(ctx, first.customer, []int64{first.item}, ""); err != nil {
		return nil, fmt.Errorf("list the slots: %w", err)
	}
	r.share = len(r.slots) / rounds
	return r, nil
}

// round lets the customers compete for slot after slot until the time or its share of the slots is
// used up.
func (r *slotRace) round(ctx context.Context, duration time.Duration) (load, error) {
	share := r.slots[:r.share]
	r.slots = r.slots[r.share:]
	start, answered := time.Now(), 0
	for _, slot := range share {
		if time.Since(start) > duration {
			break
		}
		won, err := r.ticketCalls.bookAtOnce(ctx, r.people, slot.ID())
		if err != nil {
			return load{}, fmt.Errorf("slot %s: %w", slot.ID(), err)
		}
		answered += racers
		r.won, r.refused, r.fullest = r.won+won, r.refused+racers-won, max(r.fullest, won)
	}
	return load{perSecond: float64(answered) / time.Since(start).Seconds()}, nil
}

func saveHours(ctx context.Context, tx *store.Tx, city int64) error {
	for _, h := range [][2]string{{"09:00", "11:00"}, {"11:00", "13:00"}, {"14:00", "16:00"}, {"16:00", "18:00"}} {
		if err := ticket.SaveHours(ctx, tx, city, h[0], h[1], places); err != nil {
			return err
		}
	}
	return nil
}

// bookAtOnce lets everybody book one slot at the same time, and returns how many succeeded. Nobody
// cancels in the meantime, so that is also how full the slot is.
func (d *ticketCalls) bookAtOnce(ctx context.Context, people []serviceRequest, slotID string) (won int, err error) {
	answers := make([]error, len(people))
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() {
			_, answers[i] = d.tickets.Book(ctx, p.customer, slotID, "", []int64{p.item})
		})
	}
	all.Wait()
	for _, answer := range answers {
		switch {
		case answer == nil:
			won++
		case !fault.Is(answer, http.StatusConflict):
			err = errors.Join(err, answer)
		}
	}
	return won, err
}
