package address

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"
)

// These files hold the built-in places: towns, and localities with their pincodes from the India
// Post directory as of September 2026.
//
//go:embed data/localities.csv data/towns.csv
var places embed.FS

// Point is a point on the earth, in degrees.
type Point struct{ Lat, Lng float64 }

// OnEarth reports whether the coordinates are in range.
func (p Point) OnEarth() bool {
	return p.Lat >= -90 && p.Lat <= 90 && p.Lng >= -180 && p.Lng <= 180
}

const earthRadiusKM = 6371

// DistanceKM is the great-circle distance between two points.
func (p Point) DistanceKM(to Point) float64 {
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	sinLat, sinLng := math.Sin(rad(to.Lat-p.Lat)/2), math.Sin(rad(to.Lng-p.Lng)/2)
	h := sinLat*sinLat + math.Cos(rad(p.Lat))*math.Cos(rad(to.Lat))*sinLng*sinLng
	return 2 * earthRadiusKM * math.Asin(math.Sqrt(min(h, 1)))
}

// Place is a locality of a town, or a whole town, whose Locality and Pincode are empty. Point is
// the centre, within about a kilometre.
type Place struct {
	ID       string // stable: town, town.locality, or town.locality/street
	Street   string // in the locality, as the user wrote it; the data has no streets
	Locality string
	Town     string
	Also     string // another name of the town
	State    string
	Pincode  string
	Point    Point
}

// Line is the place as people write it. An unknown pincode is left out.
func (p Place) Line() string {
	line := p.Town + ", " + p.State
	if p.Locality != "" {
		line = p.Locality + ", " + line
	}
	if p.Street != "" {
		line = p.Street + ", " + line
	}
	if p.Pincode != "" {
		line += " " + p.Pincode
	}
	return line + ", India"
}

// Places returns every known place, towns first.
func Places() []Place { return gazetteer().places }

// Localities returns the known localities of all towns.
func Localities() []Place { return gazetteer().places[gazetteer().towns:] }

type book struct {
	places []Place
	words  [][]string // the search words of each place
	towns  int        // how many of the places are towns
}

// gazetteer reads the embedded files once. A file that cannot be read is a bug in the program, so
// it panics.
var gazetteer = sync.OnceValue(func() *book {
	b := &book{}
	towns := map[string]Place{}
	for _, row := range rowsOf("data/towns.csv") {
		town := Place{ID: idOf(row[0]), Town: row[0], Also: row[1], State: row[2], Point: pointOf(row[3], row[4])}
		towns[town.Town] = town
		b.add(town)
	}
	b.towns = len(b.places)
	for _, row := range rowsOf("data/localities.csv") {
		p := towns[row[0]]
		p.ID, p.Locality, p.Pincode, p.Point = p.ID+"."+idOf(row[1]), row[1], row[2], pointOf(row[3], row[4])
		b.add(p)
	}
	return b
})

func (b *book) add(p Place) {
	b.places = append(b.places, p)
	b.words = append(b.words, wordsOf(strings.Join([]string{p.Locality, p.Town, p.Also, p.State, p.Pincode}, " ")))
}

func rowsOf(name string) [][]string {
	text, err := places.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("address: %v", err))
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("address: %s: %v", name, err))
	}
	return rows[1:]
}

func pointOf(lat, lng string) Point {
	p, errs := Point{}, [2]error{}
	p.Lat, errs[0] = strconv.ParseFloat(lat, 64)
	p.Lng, errs[1] = strconv.ParseFloat(lng, 64)
	if errs != [2]error{} {
		panic(fmt.Sprintf("address: not a point: %s, %s", lat, lng))
	}
	return p
}

func idOf(name string) string { return strings.Join(wordsOf(name), "-") }
