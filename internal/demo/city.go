package demo

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/address"
	"rento/internal/billing"
)

//go:embed data/localities.csv
var data embed.FS

// Locality is a part of a city with its own pincode.
type Locality struct {
	City     string // the city's slug
	Name     string
	Pincode  string
	Lat, Lng float64 // within about a kilometre, in degrees
}

// LegalName is the company that lets things in the demo city. It does not
// exist: its PAN ends in 0000R, a number that is never given out.
const LegalName = "Rento Demo Rentals Private Limited"

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

// registered holds the states in which the company has a registration. The
// others (Uttar Pradesh, West Bengal, Gujarat, Rajasthan) are served from the
// head office with IGST, so that both kinds of tax are to be seen.
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

// Registrations returns the company's GST registrations, the head office's
// first.
func Registrations() []billing.Registration {
	out := make([]billing.Registration, 0, len(registered))
	for _, r := range registered {
		out = append(out, billing.Registration{
			StateCode: r.state, GSTIN: GSTIN(r.state, companyPAN), Series: r.series, LegalName: LegalName, Address: r.address,
		})
	}
	return out
}

// Localities reads the localities, which are checked data: pincodes by the
// India Post directory as of September 2026.
func Localities() ([]Locality, error) {
	file, err := data.Open("data/localities.csv")
	if err != nil {
		return nil, fmt.Errorf("demo: localities: %w", err)
	}
	defer func() { _ = file.Close() }() // read only, in memory
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("demo: localities: %w", err)
	}
	out := make([]Locality, 0, len(rows)-1)
	for _, row := range rows[1:] {
		locality, err := readLocality(row)
		if err != nil {
			return nil, err
		}
		out = append(out, locality)
	}
	return out, nil
}

func readLocality(row []string) (Locality, error) {
	city, ok := cityNamed(row[0])
	if !ok {
		return Locality{}, fmt.Errorf("demo: locality %s: no city %q", row[1], row[0])
	}
	lat, errLat := strconv.ParseFloat(row[3], 64)
	lng, errLng := strconv.ParseFloat(row[4], 64)
	if errLat != nil || errLng != nil {
		return Locality{}, fmt.Errorf("demo: locality %s: not a point: %s, %s", row[1], row[3], row[4])
	}
	return Locality{City: city.Slug, Name: row[1], Pincode: row[2], Lat: lat, Lng: lng}, nil
}

func cityNamed(name string) (address.City, bool) {
	for _, c := range cities {
		if c.Name == name || c.Slug == name {
			return c, true
		}
	}
	return address.City{}, false
}

const gstinAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// GSTIN makes the first registration number of a PAN in a state, with its
// check digit: the sum of the digits in base 36, every second one doubled.
func GSTIN(stateCode, pan string) string {
	body := stateCode + pan + "1Z"
	sum := 0
	for i, c := range body {
		product := strings.IndexRune(gstinAlphabet, c) * (1 + i%2)
		sum += product/36 + product%36
	}
	return body + string(gstinAlphabet[(36-sum%36)%36])
}
