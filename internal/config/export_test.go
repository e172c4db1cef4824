package config

import "net/netip"

// CheckProductionOffline is CheckProduction on a machine that can resolve no
// name: a test must not wait for one.
func (c *Config) CheckProductionOffline() error {
	return c.checkProduction(network{resolve: func(string) []netip.Addr { return nil }, own: ownAddresses})
}
