package site

import (
	"context"
	"slices"
	"sync/atomic"
	"time"

	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/subscription"
)

// Offer is what can be rented, and where.
type Offer struct {
	Cities   []address.City
	Products []subscription.Product
}

// offerKept is how old the offer on a page may be.
const offerKept = time.Minute

// offers reads the offer once a minute, however many people look: the pages are
// open to everybody.
type offers struct {
	read  func(context.Context) (Offer, error)
	clock calendar.Clock
	known atomic.Pointer[knownOffer]
}

type knownOffer struct {
	at    time.Time
	offer Offer
}

// now is the offer; the last one that is known when it cannot be read.
func (o *offers) now(ctx context.Context) (Offer, error) {
	known, now := o.known.Load(), o.clock.Now()
	if known != nil && now.Sub(known.at).Abs() < offerKept {
		return known.offer, nil
	}
	offer, err := o.read(ctx)
	if err != nil {
		if known != nil {
			return known.offer, nil
		}
		return Offer{}, err
	}
	o.known.Store(&knownOffer{now, offer})
	return offer, nil
}

// categories are the products by category, in the order in which pages list
// them.
func (o Offer) categories() []category {
	all := make([]category, len(categoryNames)+1)
	for i, name := range categoryNames {
		all[i].Name = name
	}
	other := len(categoryNames)
	all[other].Name = "other"
	for _, p := range o.Products {
		at := slices.Index(categoryNames, p.Category)
		if at < 0 {
			at = other
		}
		if c := &all[at]; len(c.Products) < mostShown {
			c.Products = append(c.Products, p)
		}
	}
	return slices.DeleteFunc(all, func(c category) bool { return len(c.Products) == 0 })
}

// categoryNames are the categories that have a word; the others stand together.
var categoryNames = []string{"furniture", "appliances", "electronics"}

type category struct {
	Name     string // of its word
	Products []subscription.Product
}

// mostShown is how many products of a category a page shows.
const mostShown = 6
