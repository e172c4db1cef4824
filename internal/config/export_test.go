package config

import "net/netip"

// CheckProductionOffline is CheckProduction without name resolution, so that tests do not wait for
// it.
func (c *Config) CheckProductionOffline() error {
	return c.checkProduction(network{resolve: func(string) []netip.Addr { return nil }, own: ownAddresses})
}
