package billing

import "rento/internal/money"

// A consignment of more value than this needs an e-way bill (Rule 138 of the CGST Rules), in paise.
const eWayLimit = 50_000 * money.Rupee

// eWayLimitsWithin are the limits of states that have another one for what stays within the state, by
// the state's code. Where lists of goods have limits of their own, the lower one holds here.
var eWayLimitsWithin = map[string]money.Paise{
	"03": 100_000 * money.Rupee, // Punjab
	"07": 100_000 * money.Rupee, // Delhi
	"08": 100_000 * money.Rupee, // Rajasthan
	"10": 100_000 * money.Rupee, // Bihar
	"20": 100_000 * money.Rupee, // Jharkhand
	"27": 100_000 * money.Rupee, // Maharashtra
	"33": 100_000 * money.Rupee, // Tamil Nadu
}

// jammuAndKashmir has no e-way bills for what stays within it.
const jammuAndKashmir = "01"

// NeedsEWayBill reports whether the goods of a challan may be moved with an e-way bill only.
func (c Challan) NeedsEWayBill() bool {
	limit, own := eWayLimitsWithin[c.State]
	switch {
	case c.Cancelled:
		return false
	case c.BetweenStates() || !own && c.State != jammuAndKashmir:
		return c.Value > eWayLimit
	}
	return own && c.Value > limit
}
