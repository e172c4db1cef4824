package address

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// streetMark separates the locality and the street in an id.
	streetMark    = "/"
	longestStreet = 100 // characters
	// shortestMisspelt is the minimum length of a word that is recognised when misspelt.
	shortestMisspelt = 5
)

// Geocode returns at most five places that a text as a whole names, the likeliest first:
// localities, or a town if the text names only the town. A text that mentions a town among unknown
// words names no place. The pincode is empty if the text does not determine which one is right.
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

// namedLocalities returns the localities whose full name is in a text, or else those whose pincode
// is. The one that is named last comes first. The text before the name is the street. If the text
// names towns, only their localities count.
func namedLocalities(text string) []Place {
	type hit struct {
		place Place
		end   int // index of the word after the name
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
				street = "" // the text before the name is only a town: Bengaluru, Koramangala
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

// withStreet adds a street to a locality. It returns the locality unchanged if the text is not a
// street.
func (p Place) withStreet(street string) Place {
	street = strings.Join(strings.Fields(strings.ToValidUTF8(street, "")), " ")
	street = strings.Trim(street, " ,;-")
	if p.Locality == "" || len(wordsOf(street)) == 0 || utf8.RuneCountInString(street) > longestStreet {
		return p
	}
	p.ID, p.Street = p.ID+streetMark+street, street
	return p
}

// townOf returns the town that the words name, if they name nothing else.
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

// townsIn returns the names of the towns among the words.
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

// contradictsPincode reports whether a text contains a pincode, but not this one.
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

// word is one word of a text in lower case, with its position in the text.
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

// find returns the last position at which the words of a name stand together.
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

// nearly reports whether a word is the known word, or that word misspelt.
func nearly(word, known string) bool {
	if word == known {
		return true
	}
	long := len(word) >= shortestMisspelt && len(known) >= shortestMisspelt
	return long && !unicode.IsDigit(rune(known[0])) && trigrams(word, known) >= alike
}
