package site

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

//go:embed words/*.json policies
var wordFiles embed.FS

// english is the language of whoever reads none of the others.
const english = "en"

// words are the texts of the pages in one language, by name.
type words map[string]string

// ownName is the text that is the name of the language in itself.
const ownName = "own_name"

// readWords reads the words of every language, by its code. It fails when one
// has other words than English.
func readWords(files fs.FS) (map[string]words, error) {
	names, err := fs.Glob(files, "words/*.json")
	if err != nil {
		return nil, fmt.Errorf("site: list languages: %w", err)
	}
	languages := map[string]words{}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("site: read words: %w", err)
		}
		var w words
		if err := json.Unmarshal(raw, &w); err != nil {
			return nil, fmt.Errorf("site: %s: %w", name, err)
		}
		languages[strings.TrimSuffix(path.Base(name), ".json")] = w
	}
	for code, w := range languages {
		for name := range languages[english] {
			if strings.TrimSpace(w[name]) == "" {
				return nil, fmt.Errorf("site: words/%s.json lacks %s", code, name)
			}
		}
		for name := range w {
			if _, known := languages[english][name]; !known {
				return nil, fmt.Errorf("site: words/%s.json has %s, which English lacks", code, name)
			}
		}
	}
	return languages, nil
}

// language is one that a reader may choose.
type language struct{ Code, Name string }

// choices are the languages, English first.
func choices(languages map[string]words) []language {
	var all []language
	for code, w := range languages {
		all = append(all, language{code, w[ownName]})
	}
	slices.SortFunc(all, func(a, b language) int {
		if (a.Code == english) != (b.Code == english) {
			return map[bool]int{true: -1, false: 1}[a.Code == english]
		}
		return strings.Compare(a.Code, b.Code)
	})
	return all
}

// codes are those of the languages.
func (s *Site) codes() []string {
	codes := make([]string, len(s.choices))
	for i, l := range s.choices {
		codes[i] = l.Code
	}
	return codes
}

// fill puts the name of a city where a word has its place.
func fill(word, city string) string { return strings.Replace(word, "{city}", city, 1) }
