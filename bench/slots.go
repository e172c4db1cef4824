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

// rush is what crowds showed: bookings that were won and refused, and how many
// visits the fullest slot got.
type rush struct {
	won, refused, fullest int
	took                  time.Duration
}

func (r rush) rows(commits float64) []row {
	answered := float64(r.won+r.refused) / r.took.Seconds()
	return []row{
		{
			what:   fmt.Sprintf("book a slot, %d at once for %d places", crowd, places),
			value:  fmt.Sprintf("%s, %s of them won", perSecond(answered), perSecond(float64(r.won)/r.took.Seconds())),
			beside: perSecond(commits) + " bare commits", ratio: fmt.Sprintf("%.2f", answered/commits),
		},
		row{
			what: "  fullest slot", value: fmt.Sprintf("%d visits", r.fullest), beside: fmt.Sprintf("%d places", places),
		}.atMost(float64(r.fullest)/places, 1),
	}
}

// open gives the first customer's city visit hours, and has a crowd of its
// people go for slot after slot until the time is over.
func (d *desk) open(ctx context.Context, wishes []wish, duration time.Duration) (rush, error) {
	var people []wish
	for _, w := range wishes {
		if w.city == wishes[0].city && len(people) < crowd {
			people = append(people, w)
		}
	}
	if len(people) < crowd {
		return rush{}, fmt.Errorf("only %d people make no crowd", len(people))
	}
	if err := d.town.store.WriteCompany(ctx, func(tx *store.Tx) error { return saveHours(ctx, tx, people[0].city) }); err != nil {
		return rush{}, fmt.Errorf("open the city: %w", err)
	}
	slots, _, err := d.tickets.Slots(ctx, people[0].customer, []int64{people[0].item}, "")
	if err != nil {
		return rush{}, fmt.Errorf("list the slots: %w", err)
	}
	var all rush
	start := time.Now()
	for _, slot := range slots {
		if time.Since(start) > duration {
			break
		}
		won, err := d.storm(ctx, people, slot.ID())
		if err != nil {
			return rush{}, fmt.Errorf("slot %s: %w", slot.ID(), err)
		}
		all.won, all.refused, all.fullest = all.won+won, all.refused+crowd-won, max(all.fullest, won)
	}
	all.took = time.Since(start)
	return all, nil
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
