package architecture

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// homes are the files that a language has, with * for its code: all that a person
// reads is in one of them (docs/extending.md, A language). One that has no English
// file has its English elsewhere.
var homes = []string{
	"web/src/copy/messages/<any>/*.json",
	"web/src/copy/faults/*.json",
	"internal/notify/texts/*/<any>",
	"internal/site/words/*.json",
	"internal/site/policies/*/<any>",
	"internal/payment/paypage/words/*.json",
	"internal/document/words/*.json",
	"internal/demo/names/*.json",
}

// readers are the languages that a native speaker has read; all others stand in
// web/src/copy/unread.json, so that people are told.
var readers = []string{"en", "hi"}

// language is a file of a language, and the home in which it lies with * for it.
type language struct{ code, file string }

// inHomes are the codes of the files of each home, by the file with * for the code.
func inHomes(t *testing.T) map[string][]language {
	t.Helper()
	files := map[string][]language{}
	for _, home := range homes {
		place := regexp.MustCompile("^" + strings.NewReplacer("*", `(?P<code>[a-z]{2})`, "<any>", `[\w.-]+`, ".json", `\.json`).Replace("../../../"+home) + "$")
		for _, file := range matching(t, "../../../"+strings.Replace(home, "<any>", "*", 1)) {
			found := place.FindStringSubmatchIndex(file)
			if found == nil {
				continue // notes.json, for translators
			}
			code := file[found[2]:found[3]]
			name := strings.TrimPrefix(file[:found[2]]+"*"+file[found[3]:], "../../../")
			files[name] = append(files[name], language{code, file})
		}
	}
	if len(files) < 60 {
		t.Fatalf("%d files of each language were found", len(files))
	}
	return files
}

// A language is there as a whole, or not at all: whoever reads the app in it gets
// messages, pages and products in it too.
func TestEveryLanguageIsInEveryHome(t *testing.T) {
	files := inHomes(t)
	var all []string
	for _, found := range files {
		for _, l := range found {
			if !slices.Contains(all, l.code) {
				all = append(all, l.code)
			}
		}
	}
	slices.Sort(all)
	if len(all) < 2 {
		t.Fatalf("the languages are %v", all)
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		found := files[name]
		for _, code := range all {
			has := slices.ContainsFunc(found, func(l language) bool { return l.code == code })
			if elsewhere := code == "en" && (name == "web/src/copy/faults/*.json" || name == "internal/demo/names/*.json"); !has && !elsewhere {
				t.Errorf("missing: %s", strings.Replace(name, "*", code, 1))
			}
		}
	}
	var unread []string
	if err := json.Unmarshal([]byte(read(t, "../../../web/src/copy/unread.json")), &unread); err != nil {
		t.Fatal(err)
	}
	for _, code := range all {
		if slices.Contains(readers, code) == slices.Contains(unread, code) {
			t.Errorf("%s: a language stands in web/src/copy/unread.json until a native speaker has read all of it, and in readers of this test from then on", code)
		}
	}
}

var (
	// notText is what no language changes: placeholders, actions and tags.
	notText = regexp.MustCompile(`\{\{.*?\}\}|\{\w+\}|<[^>]*>|&\w+;|https?://\S+`)
	aWord   = regexp.MustCompile(`\p{L}[\p{L}\p{M}'’-]+`)
	jsonKey = regexp.MustCompile(`^\s*"[^"]*":`)
)

// A line that a translation has in common with the English file was forgotten. The
// texts of the app and its faults have check:copy.
func TestNoTextIsLeftInEnglish(t *testing.T) {
	compared := 0
	for name, found := range inHomes(t) {
		at := slices.IndexFunc(found, func(l language) bool { return l.code == "en" })
		if at < 0 || strings.HasPrefix(name, "web/") {
			continue
		}
		english := map[string]bool{}
		for line := range strings.Lines(read(t, found[at].file)) {
			english[trimmed(line)] = true
		}
		for i, other := range found {
			if i == at {
				continue
			}
			compared++
			for line := range strings.Lines(read(t, other.file)) {
				line = trimmed(line)
				text := notText.ReplaceAllString(jsonKey.ReplaceAllString(line, ""), "")
				if english[line] && len(aWord.FindAllString(text, -1)) >= 3 {
					t.Errorf("%s: is English: %s", filepath.ToSlash(other.file[len("../../../"):]), line)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("%d files were compared with the English ones", compared)
	}
}

func trimmed(line string) string { return strings.TrimSuffix(strings.TrimSpace(line), ",") }

// abbreviations are names that a language writes as English does, or by the sounds
// of their letters in its own script: one way, wherever somebody reads it.
var abbreviations = map[string]string{
	"GST": `जी[.\s\x{200c}]*एस[.\s\x{200c}]*टी|জি[.\s\x{200c}]*এস[.\s\x{200c}]*টি|જી[.\s\x{200c}]*એસ[.\s\x{200c}]*ટી|ಜಿ[.\s\x{200c}]*ಎಸ್[.\s\x{200c}]*ಟಿ|జీ[.\s\x{200c}]*ఎస్[.\s\x{200c}]*టీ|ஜி[.\s\x{200c}]*எஸ்[.\s\x{200c}]*டி`,
	"KYC": `केवाईसी|केवायसी|কেওয়াইসি|কেওয়াইসি|કેવાયસી|ಕೆವೈಸಿ|కేవైసీ|கேஒய்சி`,
	"UPI": `यूपीआई|यूपीआय|ইউপিআই|યુપીઆઈ|ಯುಪಿಐ|యూపీఐ|யுபிஐ`,
}

func TestAnAbbreviationIsWrittenOneWayInALanguage(t *testing.T) {
	texts := map[string]map[string]string{}
	for name, found := range inHomes(t) {
		for _, l := range found {
			if texts[l.code] == nil {
				texts[l.code] = map[string]string{}
			}
			texts[l.code][strings.Replace(name, "*", l.code, 1)] = read(t, l.file)
		}
	}
	for english, spoken := range abbreviations {
		latin, native := regexp.MustCompile(`\b`+english+`\b`), regexp.MustCompile(spoken)
		written := 0
		for code, files := range texts {
			var inLatin, inNative []string
			for name, text := range files {
				if latin.MatchString(text) {
					inLatin = append(inLatin, name)
				}
				if native.MatchString(text) {
					inNative = append(inNative, name)
				}
			}
			written += len(inLatin) + len(inNative)
			if len(inLatin) > 0 && len(inNative) > 0 {
				t.Errorf("%s writes %s in %v, and in its own script in %v", code, english, inLatin, inNative)
			}
		}
		if written < 2*len(texts) {
			t.Errorf("%s was found in %d files only", english, written)
		}
	}
}
