package provider_test

import (
	"slices"
	"testing"

	"rento/internal/provider"
)

// plain is a gateway that has nothing but its profile.
type plain struct {
	provider.Gateway
	profile provider.Profile
}

func (p plain) Profile() provider.Profile { return p.profile }

func names(gateways []provider.Gateway) []string {
	var all []string
	for _, g := range gateways {
		all = append(all, g.Profile().Name)
	}
	return all
}

func rails(methods ...provider.MandateMethod) []provider.MandateChoice {
	var all []provider.MandateChoice
	for _, m := range methods {
		all = append(all, provider.MandateChoice{Method: m})
	}
	return all
}

// PAY-34, PAY-35: a gateway for mandates alone is no choice for a payment, first as it
// may stand; it is there for all else.
func TestAGatewayForMandatesAloneIsNotOffered(t *testing.T) {
	r := provider.NewRegistry(
		plain{profile: provider.Profile{Name: "late", Choice: provider.Choice{Position: 3}, Mandates: rails(provider.MandateCard)}},
		plain{profile: provider.Profile{Name: "alone", Choice: provider.Choice{Position: 1}, Mandates: rails(provider.MandateUPI), MandatesOnly: true}},
		plain{profile: provider.Profile{Name: "early", Choice: provider.Choice{Position: 2}}},
	)
	if got, want := names(r.Offered()), []string{"early", "late"}; !slices.Equal(got, want) {
		t.Errorf("offered %v, want %v", got, want)
	}
	if got, want := names(r.All()), []string{"alone", "early", "late"}; !slices.Equal(got, want) {
		t.Errorf("all %v, want %v", got, want)
	}
	if r.Offer("alone") != nil || r.Offer("none") != nil || r.Offer("early") == nil || r.Get("alone") == nil || r.BySource()["alone"] == nil {
		t.Errorf("offered by name %v, there by name %v; want it there and not offered", r.Offer("alone"), r.Get("alone"))
	}
	if got := r.Default().Profile().Name; got != "early" {
		t.Errorf("default %s, want early", got)
	}
	if empty := provider.NewRegistry(); empty.Default() != nil || empty.Offered() != nil && len(empty.Offered()) > 0 {
		t.Error("an empty registry offers something")
	}
}

// Each rail is offered once, at the first gateway that has it.
func TestMandateOffers(t *testing.T) {
	r := provider.NewRegistry(
		plain{profile: provider.Profile{Name: "second", Choice: provider.Choice{Position: 2}, Mandates: rails(provider.MandateUPI, provider.MandateNACH), MandatesOnly: true}},
		plain{profile: provider.Profile{Name: "first", Choice: provider.Choice{Position: 1}, Mandates: rails(provider.MandateUPI, provider.MandateCard)}},
	)
	var got []string
	for _, o := range r.MandateOffers() {
		got = append(got, o.Gateway.Profile().Name+" "+string(o.Choice.Method))
	}
	if want := []string{"first upi", "first card", "second nach"}; !slices.Equal(got, want) {
		t.Errorf("offers %v, want %v", got, want)
	}
}
