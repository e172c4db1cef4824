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

// A crowd of customers wants each slot of a city, which has places for few.
const (
	crowd  = 40
	places = 5
)

// rush is a crowd of one city and the slots that are still to be had, with how
// many bookings were won and refused and how many visits the fullest slot got.
type rush struct {
	desk                  *desk
	people                []wish
	slots                 []ticket.Slot
	share                 int // of the slots, in one round
	won, refused, fullest int
}

func (r *rush) rows(ours, bare load) []row {
	booked := beside(fmt.Sprintf("book a slot, %d at once for %d places", crowd, places), ours, bare, "bare commits")
	booked.value += fmt.Sprintf(", %s of them won", perSecond(ours.perSecond*float64(r.won)/float64(r.won+r.refused)))
	return []row{booked, row{
		what: "  fullest slot", value: fmt.Sprintf("%d visits", r.fullest), beside: fmt.Sprintf("%d places", places),
	}.atMost(float64(r.fullest)/places, 1)}
}

// open gives the first customer's city visit hours, and gathers a crowd of its
// people.
func (d *desk) open(ctx context.Context, wishes []wish) (*rush, error) {
	r := &rush{desk: d}
	for _, w := range wishes {
		if w.city == wishes[0].city && len(r.people) < crowd {
			r.people = append(r.people, w)
		}
	}
	if len(r.people) < crowd {
		return nil, fmt.Errorf("only %d people make no crowd", len(r.people))
	}
	first := r.people[0]
	if err := d.town.store.WriteCompany(ctx, func(tx *store.Tx) error { return saveHours(ctx, tx, first.city) }); err != nil {
		return nil, fmt.Errorf("open the city: %w", err)
	}
	var err error
	if r.slots, _, err = d.tickets.Slots(ctx, first.customer, []int64{first.item}, ""); err != nil {
		return nil, fmt.Errorf("list the slots: %w", err)
	}
	r.share = len(r.slots) / rounds
	return r, nil
}

// round has the crowd go for slot after slot until the time is over, or its
// share of the slots.
func (r *rush) round(ctx context.Context, duration time.Duration) (load, error) {
	share := r.slots[:r.share]
	r.slots = r.slots[r.share:]
	start, answered := time.Now(), 0
	for _, slot := range share {
		if time.Since(start) > duration {
			break
		}
		won, err := r.desk.storm(ctx, r.people, slot.ID())
		if err != nil {
			return load{}, fmt.Errorf("slot %s: %w", slot.ID(), err)
		}
		answered += crowd
		r.won, r.refused, r.fullest = r.won+won, r.refused+crowd-won, max(r.fullest, won)
	}
	return load{perSecond: float64(answered) / time.Since(start).Seconds()}, nil
}

func saveHours(ctx context.Context, tx *store.Tx, city int64) error {
	for _, h := range [][2]string{{"09:00", "11:00"}, {"11:00", "13:00"}, {"14:00", "16:00"}, {"16:00", "18:00"}} {
		if err := ticket.SaveHours(ctx, tx, city, h[0], h[1], places); err != nil {
			return err //nolint:wrapcheck // worded by the caller
		}
	}
	return nil
}

// storm has everybody go for one slot at once, and returns how many got it.
// Nobody gives a place in it back meanwhile, so that is how full it is.
func (d *desk) storm(ctx context.Context, people []wish, slotID string) (won int, err error) {
	answers := make([]error, len(people))
	var all sync.WaitGroup
	for i, p := range people {
		all.Go(func() {
			_, answers[i] = d.tickets.Book(ctx, p.customer, caller, slotID, "", []int64{p.item})
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
