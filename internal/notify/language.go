package notify

import (
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Language is the code of a language that has a folder in texts/.
type Language string

// English is the language of customers who have chosen none, and the reference for checking the
// other languages.
const English Language = "en"

//go:embed texts
var textFiles embed.FS

var languages = mustLoad(textFiles)

// Languages lists the codes of the shipped languages in alphabetical order.
func Languages() []string {
	codes := make([]string, 0, len(languages))
	for code := range languages {
		codes = append(codes, string(code))
	}
	slices.Sort(codes)
	return codes
}

// Speaks reports whether the language with this code is shipped.
func Speaks(code string) bool { return languages[Language(code)] != nil }

// shipped is the language with this code, or English if it is not shipped.
func shipped(code string) *language {
	if l := languages[Language(code)]; l != nil {
		return l
	}
	return languages[English]
}

// Day formats a day in a language, or in English if the language is not shipped.
func Day(code string, day calendar.Date) string {
	text, _, _ := shipped(code).write(day) // every language can write a day
	return text
}

// language holds the formats of a language, and its texts by event name.
type language struct {
	code Language
	// Day and Instant are Go time layouts with the English month name, which is then replaced by
	// the language's own.
	Day, Instant string
	Months       [12]string
	// Nameless is how we address somebody whose name we do not know.
	Nameless string
	// ByAgent is added to a mail about what an agent did in the customer's account. {phone} is the
	// company's number.
	ByAgent string
	// PayHere is the sentence that links to the payment of everything due. It becomes a block of a
	// text's template.
	PayHere string
	// PayInvoice is the line of a mail that links to an {invoice} by its {link}. PayByTransfer says
	// to which bank account a transfer goes: {holder}, {account}, {ifsc}, {bank}.
	PayInvoice, PayByTransfer string

	Reasons  map[Reason]string
	Requests map[Request]string
	texts    map[string]*eventText
}

func mustLoad(files fs.FS) map[Language]*language {
	loaded, err := load(files)
	if err != nil {
		panic(err) // one of the program's own texts is wrong
	}
	return loaded
}

// load reads every language and renders each text with its example. It fails if a language lacks an
// event, or if a text uses different placeholders than the English one.
func load(files fs.FS) (map[Language]*language, error) {
	folders, err := fs.Glob(files, "texts/*")
	if err != nil {
		return nil, fmt.Errorf("notify: list languages: %w", err)
	}
	loaded := map[Language]*language{}
	for _, folder := range folders {
		l, err := readLanguage(files, folder)
		if err != nil {
			return nil, fmt.Errorf("notify: %s: %w", folder, err)
		}
		loaded[l.code] = l
	}
	if loaded[English] == nil {
		return nil, fmt.Errorf("notify: no texts in %s", English)
	}
	for code, l := range loaded {
		if err := l.sameAs(loaded[English]); err != nil {
			return nil, fmt.Errorf("notify: texts in %s: %w", code, err)
		}
	}
	return loaded, nil
}

func readLanguage(files fs.FS, folder string) (*language, error) {
	raw, err := fs.ReadFile(files, folder+"/language.json")
	if err != nil {
		return nil, fmt.Errorf("read language.json: %w", err)
	}
	l := &language{code: Language(path.Base(folder)), texts: map[string]*eventText{}}
	if err := json.Unmarshal(raw, l); err != nil {
		return nil, fmt.Errorf("language.json: %w", err)
	}
	if l.Day == "" || l.Instant == "" || l.Nameless == "" || l.ByAgent == "" || l.PayHere == "" || l.PayInvoice == "" || l.PayByTransfer == "" || slices.Contains(l.Months[:], "") {
		return nil, fmt.Errorf("language.json: day, instant, nameless, byAgent, payHere, payInvoice, payByTransfer and twelve months are needed")
	}
	var problems []error
	for _, r := range Requests {
		if l.Requests[r] == "" {
			problems = append(problems, fmt.Errorf("language.json: requests lack %s", r))
		}
	}
	for _, k := range kinds {
		if err := l.add(files, folder, k); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", k.example.Name(), err))
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return l, l.nothingElse(files, folder)
}

func (l *language) add(files fs.FS, folder string, k kind) error {
	raw, err := fs.ReadFile(files, folder+"/"+k.example.Name()+".txt")
	if err != nil {
		return fmt.Errorf("read text: %w", err)
	}
	text, err := parseText(l.withPayHere(string(raw)), k)
	if err != nil {
		return err
	}
	l.texts[k.example.Name()] = text
	_, err = l.render(k.example, reader{})
	return err
}

// withPayHere appends the PayHere block to a text that uses it.
func (l *language) withPayHere(raw string) string {
	if !strings.Contains(raw, "{{.payHere}}") {
		return raw
	}
	return raw + `{{define "payHere"}}` + l.PayHere + "{{end}}"
}

// nothingElse refuses a text file that belongs to no event.
func (l *language) nothingElse(files fs.FS, folder string) error {
	texts, err := fs.Glob(files, folder+"/*.txt")
	if err != nil {
		return fmt.Errorf("list texts: %w", err)
	}
	for _, file := range texts {
		if name := strings.TrimSuffix(path.Base(file), ".txt"); l.texts[name] == nil {
			return fmt.Errorf("%s.txt is the text of no event: add the event's row in kind.go, or remove the file", name)
		}
	}
	return nil
}

// sameAs compares the placeholders of the texts block by block.
func (l *language) sameAs(other *language) error {
	for name, text := range l.texts {
		if got, want := text.String(), other.texts[name].String(); got != want {
			return fmt.Errorf("%s is filled with %s, in English with %s", name, got, want)
		}
	}
	return nil
}

// write formats a value in the language. It returns false for a bool, which is not written.
func (l *language) write(value any) (string, bool, error) {
	switch v := value.(type) {
	case bool:
		return "", false, nil
	case string:
		return v, true, nil
	case money.Paise:
		return v.String(), true, nil
	case calendar.Date:
		if v.IsZero() {
			return "", true, nil
		}
		return l.month(v.Format(l.Day), v), true, nil
	case calendar.Instant:
		return l.month(v.Time().Format(l.Instant), v.Date()), true, nil
	case Request:
		text := l.Requests[v]
		if text == "" {
			return "", false, fmt.Errorf("no words for the request %q", v)
		}
		return text, true, nil
	case Product:
		return l.product(v), true, nil
	case []Product:
		names := make([]string, len(v))
		for n, p := range v {
			names[n] = l.product(p)
		}
		return strings.Join(names, ", "), true, nil
	case []DocumentIssued:
		text, err := l.documents(v)
		return text, true, err
	case []Reason:
		text, err := l.list(v)
		return text, true, err
	}
	return "", false, fmt.Errorf("no language writes a %T", value)
}

func (l *language) month(text string, day calendar.Date) string {
	return strings.Replace(text, day.Month().String(), l.Months[day.Month()-1], 1)
}

func (l *language) product(p Product) string { return cmp.Or(p.names[string(l.code)], p.english) }

func (l *language) list(reasons []Reason) (string, error) {
	words := l.words(reasons)
	if i := slices.Index(words, ""); i >= 0 {
		return "", fmt.Errorf("no words for the reason %s", reasons[i])
	}
	return strings.Join(words, ", "), nil
}

func (l *language) words(reasons []Reason) []string {
	words := make([]string, 0, len(reasons))
	for _, r := range reasons {
		words = append(words, l.Reasons[r])
	}
	return words
}

// firstName is the name by which somebody is addressed.
func (l *language) firstName(full string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(full), " ")
	if first == "" {
		return l.Nameless
	}
	return first
}
