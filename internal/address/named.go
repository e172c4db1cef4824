package address

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// streetMark stands in an id between the locality and the street.
	streetMark    = "/"
	longestStreet = 100 // characters
	// shortestMisspelt is how long a word must be to be known although it is
	// misspelt.
	shortestMisspelt = 5
)

// Geocode returns the places that a text names as a whole, at most five, the
// likeliest first: localities, or a town when nothing but the town is named. A
// text that only mentions a town among words that nobody knows names no place.
// The pincode is empty where the text leaves open which one is right.
func Geocode(text string) []Place {
	if !Searchable(text) {
		return nil
	}
	found := namedLocalities(text)
	if len(found) == 0 {
		return townOf(wordsOf(text))
	}
	sure := true
	for _, p := range found {
		sure = sure && p.Pincode == found[0].Pincode
	}
	for i := range found {
		if !sure || contradictsPincode(text, found[i].Pincode) {
			found[i].Pincode = ""
		}
	}
	return found
}

// namedLocalities returns the localities whose whole name stands in a text, or
// else their pincode, the one that is named last first. What stands before the
// name is the street. Where a text names towns, only theirs count.
func namedLocalities(text string) []Place {
	type hit struct {
		place Place
		end   int // how much of the text ends with the name, in words
	}
	words, book := wordsIn(text), gazetteer()
	towns := townsIn(words)
	inTown := func(p Place) bool { return len(towns) == 0 || slices.Contains(towns, p.Town) }
	var byName, byPincode []hit
	for _, p := range book.places[book.towns:] {
		if !inTown(p) {
			continue
		}
		if first, end, ok := find(words, wordsOf(p.Locality), nearly); ok {
			street := text[:words[first].from]
			if len(townOf(wordsOf(street))) > 0 {
				street = "" // Bengaluru, Koramangala
			}
			byName = append(byName, hit{p.withStreet(street), end})
		} else if _, end, ok := find(words, []string{p.Pincode}, same); ok {
			byPincode = append(byPincode, hit{p, end})
		}
	}
	hits := byName
	if len(hits) == 0 {
		hits = byPincode
	}
	slices.SortStableFunc(hits, func(a, b hit) int { return cmp.Compare(b.end, a.end) })
	found := make([]Place, 0, mostFound)
	for _, h := range hits[:min(len(hits), mostFound)] {
		found = append(found, h.place)
	}
	return found
}

// withStreet is a locality's street, or the locality when that is none.
func (p Place) withStreet(street string) Place {
	street = strings.Join(strings.Fields(strings.ToValidUTF8(street, "")), " ")
	street = strings.Trim(street, " ,;-")
	if p.Locality == "" || len(wordsOf(street)) == 0 || utf8.RuneCountInString(street) > longestStreet {
		return p
	}
	p.ID, p.Street = p.ID+streetMark+street, street
	return p
}

// townOf returns the town that words name when they name nothing else.
func townOf(words []string) []Place {
	book := gazetteer()
	for i, town := range book.places[:book.towns] {
		known := append([]string{"india"}, book.words[i]...)
		isKnown := func(word string) bool {
			return slices.ContainsFunc(known, func(k string) bool { return nearly(word, k) })
		}
		isNamed := slices.ContainsFunc(words, func(word string) bool {
			return slices.ContainsFunc(wordsOf(town.Town+" "+town.Also), func(k string) bool { return k != "new" && nearly(word, k) })
		})
		if isNamed && !slices.ContainsFunc(words, func(word string) bool { return !isKnown(word) }) {
			return []Place{town}
		}
	}
	return nil
}

// townsIn are the names of the towns that stand among words.
func townsIn(words []word) []string {
	var towns []string
	for _, town := range gazetteer().places[:gazetteer().towns] {
		for _, name := range []string{town.Town, town.Also} {
			if _, _, ok := find(words, wordsOf(name), same); ok {
				towns = append(towns, town.Town)
			}
		}
	}
	return towns
}

// contradictsPincode says whether a text has a pincode, and not this one.
func contradictsPincode(text, pincode string) bool {
	other := false
	for _, w := range wordsOf(text) {
		if w == pincode {
			return false
		}
		other = other || len(w) == pincodeLength && strings.Trim(w, "0123456789") == ""
	}
	return other
}

// word is one word of a text, in small letters, and where it begins in it.
type word struct {
	text string
	from int // bytes
}

func wordsIn(text string) []word {
	var words []word
	from := -1
	for i, r := range text {
		switch inWord := unicode.IsLetter(r) || unicode.IsDigit(r); {
		case inWord && from < 0:
			from = i
		case !inWord && from >= 0:
			words, from = append(words, word{strings.ToLower(text[from:i]), from}), -1
		}
	}
	if from >= 0 {
		words = append(words, word{strings.ToLower(text[from:]), from})
	}
	return words
}

// find returns where the words of a name stand together for the last time.
func find(words []word, name []string, alike func(word, known string) bool) (first, end int, ok bool) {
	for first := len(words) - len(name); first >= 0 && len(name) > 0; first-- {
		fits := true
		for i, known := range name {
			fits = fits && alike(words[first+i].text, known)
		}
		if fits {
			return first, first + len(name), true
		}
	}
	return 0, 0, false
}

func same(word, known string) bool { return word == known }

// nearly says whether a word is the known one, or that one misspelt.
func nearly(word, known string) bool {
	if word == known {
		return true
	}
	long := len(word) >= shortestMisspelt && len(known) >= shortestMisspelt
	return long && !unicode.IsDigit(rune(known[0])) && trigrams(word, known) >= alike
}
