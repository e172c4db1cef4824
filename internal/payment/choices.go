package payment

import (
	"slices"

	"rento/internal/provider"
)

// Choices lists the gateways that are set up and have been answering, in the order in which they
// are shown.
func (s *Service) Choices() []provider.Profile {
	var list []provider.Profile
	for _, g := range s.gateways.Offered() {
		if g.Available() {
			list = append(list, g.Profile())
		}
	}
	return slices.Clip(list)
}

// Logo returns the logo of a gateway as SVG, or nil if the gateway is not set up.
func (s *Service) Logo(gateway string) []byte {
	g := s.gateways.Get(gateway)
	if g == nil {
		return nil
	}
	return g.Profile().Choice.Logo
}
