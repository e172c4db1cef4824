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
	// alike is from how many common trigrams on a misspelt word is taken for
	// the right one.
	alike = 0.5
	// nearLocality and nearTown are how far a point may lie from the centre of
	// what it is called after, nearPincode how far its pincode is believed.
	nearLocality = 6.0 // km
	nearTown     = 30.0
	nearPincode  = 3.0
)

// Searchable says whether a text is long enough to search for, and not absurd.
func Searchable(text string) bool {
	letters := strings.Join(wordsOf(text), "")
	return len([]rune(letters)) >= shortestSearch && len(text) <= longestSearch
}

// Search returns the places, at most five, that a text may mean, the best
// first: streets in localities that it names, then those that match most of its
// words, by their beginnings or nearly. Words that no place has (a house, a
// street) do no harm.
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

// ordinary words stand in the names of many places, so none is found by them
// alone.
var ordinary = map[string]bool{
	"street": true, "road": true, "nagar": true, "sector": true, "phase": true, "layout": true, "park": true,
	"east": true, "west": true, "new": true, "city": true, "town": true, "hills": true, "lake": true,
}

// score sums how well each word fits. A number fits only as a whole, or as the
// beginning of a pincode from its third digit on: a house number finds little.
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

// named says whether the words are the whole name of a locality, such as Park
// Street.
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

// trigrams is the share of common groups of three letters, word ends included.
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

// PlaceByID returns a place by its id, false when there is none.
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

// PlaceAt names a point: by the nearest locality, else by the nearest town,
// without a pincode where that would be a guess. It returns false where
// nothing known is near, which is everywhere outside India. The place's point
// is the one that was asked about.
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
