package provider

import (
	"cmp"
	"slices"
)

// Registry holds the gateways that are set up. There is one, made by the
// wiring; whoever needs a gateway, or a list of them, asks it.
type Registry struct {
	gateways []Gateway // by their position
	byName   map[string]Gateway
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

// Default is the gateway that is offered first, nil without any.
func (r *Registry) Default() Gateway {
	if len(r.gateways) == 0 {
		return nil
	}
	return r.gateways[0]
}

// ForMandates is the first gateway at which auto debit can be set up, nil
// without any.
func (r *Registry) ForMandates() Gateway {
	for _, g := range r.gateways {
		if len(g.Profile().Mandates) > 0 {
			return g
		}
	}
	return nil
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
