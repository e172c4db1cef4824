package provider

import (
	"cmp"
	"fmt"
	"slices"
)

// Registry holds the gateways that are set up. There is one, made by the
// wiring; whoever needs a gateway, or a list of them, asks it.
type Registry struct {
	gateways []Gateway // by their position
	byName   map[string]Gateway
	// placed are the gateways, by name, at which rails are set up that are not left to
	// their order.
	placed map[MandateMethod]string
}

// NewRegistry returns a registry of gateways. Two of one name are a mistake of
// the wiring.
func NewRegistry(gateways ...Gateway) *Registry {
	r := &Registry{gateways: gateways, byName: map[string]Gateway{}}
	slices.SortStableFunc(r.gateways, func(a, b Gateway) int {
		return cmp.Compare(a.Profile().Choice.Position, b.Profile().Choice.Position)
	})
	for _, g := range gateways {
		name := g.Profile().Name
		if r.byName[name] != nil {
			panic("provider: two gateways of the name " + name)
		}
		r.byName[name] = g
	}
	return r
}

// Get returns a gateway by its name, nil when there is none.
func (r *Registry) Get(name string) Gateway { return r.byName[name] }

// All lists the gateways in the order in which customers see them.
func (r *Registry) All() []Gateway { return slices.Clone(r.gateways) }

// Offered lists the gateways that customers choose from for a payment, in the
// order in which they see them.
func (r *Registry) Offered() []Gateway {
	return slices.DeleteFunc(r.All(), func(g Gateway) bool { return g.Profile().MandatesOnly })
}

// Offer returns a gateway that customers may choose for a payment by its name, nil
// when there is none.
func (r *Registry) Offer(name string) Gateway {
	if g := r.Get(name); g != nil && !g.Profile().MandatesOnly {
		return g
	}
	return nil
}

// Default is the gateway that is offered first, nil without any.
func (r *Registry) Default() Gateway {
	for _, g := range r.Offered() {
		return g
	}
	return nil
}

// MandateOffer is a way to set auto debit up, at a gateway.
type MandateOffer struct {
	Gateway Gateway
	Choice  MandateChoice
}

// Nowhere is the place of a rail on which auto debit is not set up.
const Nowhere = "none"

// PlaceMandates has auto debit by a rail set up at one gateway, by its name, or
// Nowhere. It is called before the registry is used. A gateway that is not there, or
// cannot do the rail, is an error.
func (r *Registry) PlaceMandates(at map[MandateMethod]string) error {
	for method, name := range at {
		gateway := r.Get(name)
		switch {
		case name == Nowhere:
		case gateway == nil:
			return fmt.Errorf("%s:%s: there is no such gateway, or its keys are not set", method, name)
		case !slices.ContainsFunc(gateway.Profile().Mandates, func(c MandateChoice) bool { return c.Method == method }):
			return fmt.Errorf("%s:%s: it does not set auto debit up that way", method, name)
		}
	}
	r.placed = at
	return nil
}

// MandateOffers lists the ways to set auto debit up: each rail once, at the gateway
// where it is placed, else at the first that has it.
func (r *Registry) MandateOffers() []MandateOffer {
	var offers []MandateOffer
	for _, g := range r.gateways {
		for _, choice := range g.Profile().Mandates {
			if at := r.placed[choice.Method]; at != "" && at != g.Profile().Name {
				continue
			}
			if !slices.ContainsFunc(offers, func(o MandateOffer) bool { return o.Choice.Method == choice.Method }) {
				offers = append(offers, MandateOffer{g, choice})
			}
		}
	}
	return offers
}

// BySource groups the gateways by the provider whose webhooks they hear.
func (r *Registry) BySource() map[string][]Gateway {
	all := map[string][]Gateway{}
	for _, g := range r.gateways {
		source := g.Profile().Source()
		all[source] = append(all[source], g)
	}
	return all
}
