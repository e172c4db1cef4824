package address

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

const (
	shortestSearch = 3 // letters
	longestSearch  = 200
	mostFound      = 5
	// alike is the share of common trigrams from which a misspelt word counts as the known one.
	alike = 0.5
	// nearLocality and nearTown are the maximum distance of a point from the centre of the locality
	// or town that it is named after. nearPincode is the maximum distance at which the pincode of
	// that place is trusted.
	nearLocality = 6.0 // km
	nearTown     = 30.0
	nearPincode  = 3.0
)

// Searchable reports whether a text is long enough to search for and not absurdly long.
func Searchable(text string) bool {
	letters := strings.Join(wordsOf(text), "")
	return len([]rune(letters)) >= shortestSearch && len(text) <= longestSearch
}

// Search returns at most five places that a text may mean, the best first: first streets in
// localities that the text names, then the places that match most of its words, by prefix or
// approximately. Words that match no place, such as a house number or a street, do no harm.
func Search(text string) []Place {
	if !Searchable(text) {
		return nil
	}
	type hit struct {
		place Place
		score float64
	}
	var hits []hit
	book, asked := gazetteer(), wordsOf(text)
	for _, p := range namedLocalities(text) {
		if p.Street != "" {
			hits = append(hits, hit{p, math.Inf(1)})
		}
	}
	for i, p := range book.places {
		if score := book.score(i, asked); score > 0 {
			hits = append(hits, hit{p, score})
		}
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	found := make([]Place, 0, mostFound)
	for _, h := range hits[:min(len(hits), mostFound)] {
		found = append(found, h.place)
	}
	return found
}

// ordinary words occur in the names of many places, so they find nothing on their own.
var ordinary = map[string]bool{
	"street": true, "road": true, "nagar": true, "sector": true, "phase": true, "layout": true, "park": true,
	"east": true, "west": true, "new": true, "city": true, "town": true, "hills": true, "lake": true,
}

// score sums how well each word matches. A number matches only as a whole, or as a prefix of a
// pincode from three digits on, so that a house number finds little.
func (b *book) score(i int, asked []string) float64 {
	sum, distinctive := 0.0, false
	for _, word := range asked {
		best := 0.0
		for _, known := range b.words[i] {
			best = max(best, likeness(word, known))
		}
		sum += best
		distinctive = distinctive || best > 0 && !ordinary[word]
	}
	if !distinctive && !b.named(i, asked) {
		return 0
	}
	return sum
}

// named reports whether the words begin with the whole name of a locality of several words, such as
// Park Street.
func (b *book) named(i int, asked []string) bool {
	name := wordsOf(b.places[i].Locality)
	return len(name) > 1 && strings.HasPrefix(strings.Join(asked, " "), strings.Join(name, " "))
}

func likeness(word, known string) float64 {
	switch {
	case word == known && len(word) > 1:
		return 1
	case len(word) < shortestSearch:
		return 0
	case strings.HasPrefix(known, word):
		return 0.9
	case len(word) < 5 || unicode.IsDigit(rune(word[0])):
		return 0
	}
	if share := trigrams(word, known); share >= alike {
		return share * 0.8
	}
	return 0
}

// trigrams returns the share of common three-letter groups, including the word ends.
func trigrams(a, b string) float64 {
	groups := func(word string) map[string]bool {
		set, letters := map[string]bool{}, []rune("  "+word+" ")
		for i := range len(letters) - 2 {
			set[string(letters[i:i+3])] = true
		}
		return set
	}
	ofA, ofB := groups(a), groups(b)
	common := 0
	for group := range ofA {
		if ofB[group] {
			common++
		}
	}
	return float64(common) / float64(len(ofA)+len(ofB)-common)
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// PlaceByID returns a place by its id. The result is false if there is none.
func PlaceByID(id string) (Place, bool) {
	id, street, inStreet := strings.Cut(id, streetMark)
	i := slices.IndexFunc(Places(), func(p Place) bool { return p.ID == id })
	if i < 0 {
		return Place{}, false
	}
	p := Places()[i]
	if !inStreet {
		return p, true
	}
	p = p.withStreet(street)
	return p, p.Street != ""
}

// PlaceAt names a point after the nearest locality, or else after the nearest town. The pincode is
// left out if it would be a guess. The result is false if no known place is near, as everywhere
// outside India. The point of the returned place is the given point.
func PlaceAt(at Point) (Place, bool) {
	towns := Places()[:gazetteer().towns]
	found, ok := nearest(Localities(), at, nearLocality)
	if !ok {
		found, ok = nearest(towns, at, nearTown)
	}
	if !ok {
		return Place{}, false
	}
	if found.Point.DistanceKM(at) > nearPincode {
		found.Pincode = ""
	}
	found.Point = at
	return found, true
}

func nearest(places []Place, at Point, within float64) (Place, bool) {
	best, found := within, Place{}
	for _, p := range places {
		if km := p.Point.DistanceKM(at); km <= best {
			best, found = km, p
		}
	}
	return found, found.ID != ""
}
