package demo

import (
	"slices"

	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/identifier"
)

// companyPAN is the PAN of the demo company. It does not exist: a number that ends in 0000R is
// never issued.
const companyPAN = "AAACR0000R"

func city(id int64, slug, name, stateCode, state string, lat, lng, radiusKM float64) address.City {
	return address.City{
		ID: id, Slug: slug, Name: name, StateCode: stateCode, StateName: state, Lat: lat, Lng: lng, RadiusKM: radiusKM,
	}
}

var cities = []address.City{
	city(1, "bangalore", "Bengaluru", "29", "Karnataka", 12.9716, 77.5946, 30),
	city(2, "mumbai", "Mumbai", "27", "Maharashtra", 19.0760, 72.8777, 35),
	city(3, "pune", "Pune", "27", "Maharashtra", 18.5204, 73.8567, 25),
	city(4, "delhi", "Delhi", "07", "Delhi", 28.6139, 77.2090, 30),
	city(5, "gurugram", "Gurugram", "06", "Haryana", 28.4595, 77.0266, 20),
	city(6, "noida", "Noida", "09", "Uttar Pradesh", 28.5355, 77.3910, 22),
	city(7, "hyderabad", "Hyderabad", "36", "Telangana", 17.3850, 78.4867, 28),
	city(8, "chennai", "Chennai", "33", "Tamil Nadu", 13.0827, 80.2707, 28),
	city(9, "kolkata", "Kolkata", "19", "West Bengal", 22.5726, 88.3639, 22),
	city(10, "ahmedabad", "Ahmedabad", "24", "Gujarat", 23.0225, 72.5714, 22),
	city(11, "jaipur", "Jaipur", "08", "Rajasthan", 26.9124, 75.7873, 18),
	city(12, "mysuru", "Mysuru", "29", "Karnataka", 12.2958, 76.6394, 14),
}

// registered lists the states in which the company has a GST registration. The other states (Uttar
// Pradesh, West Bengal, Gujarat, Rajasthan) are served from the head office with IGST, so that the
// demo shows both kinds of tax.
var registered = []struct{ state, series, address string }{
	{"29", "KA", "14 Sampige Arcade, 5th Block, Koramangala, Bengaluru 560034"},
	{"27", "MH", "Unit 9, Saki Works, Chembur, Mumbai 400071"},
	{"07", "DL", "3 Rajdhani Yard, Lajpat Nagar, Delhi 110024"},
	{"06", "HR", "Shed 21, Palam Vihar, Gurugram 122017"},
	{"36", "TS", "Plot 8, Kukatpally, Hyderabad 500072"},
	{"33", "TN", "27 Porur Depot Road, Chennai 600116"},
}

// Cities returns the cities of the demo company.
func Cities() []address.City { return append([]address.City(nil), cities...) }

// Registrations returns the GST registrations of a company with this legal name, the head office's
// first.
func Registrations(legalName string) []billing.Registration {
	out := make([]billing.Registration, 0, len(registered))
	for _, r := range registered {
		out = append(out, billing.Registration{
			StateCode: r.state, GSTIN: GSTIN(r.state, companyPAN), Series: r.series, LegalName: legalName, Address: r.address,
		})
	}
	return out
}

func cityNamed(slug string) (address.City, bool) {
	i := slices.IndexFunc(cities, func(c address.City) bool { return c.Slug == slug })
	if i < 0 {
		return address.City{}, false
	}
	return cities[i], true
}

// GSTIN returns the first registration number of a PAN in a state.
func GSTIN(stateCode, pan string) string {
	first := stateCode + pan + "1Z"
	return first + string(identifier.GSTINCheck(first))
}
