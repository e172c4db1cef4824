package paypage

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/payment"
	"rento/internal/webpage"
)

// words has the texts of the pages in one language. Each language has its own file in words/.
type words struct {
	Lang     string
	Checkout string // the checkout's own code of the language, or en if it has not got it
	Pay      string
	Due      string
	Deposit  string
	// Advance has three placeholders. {months} is how many months are paid in advance. {from}
	// and {to} are the first and the last of them, such as 12/2026.
	Advance      string
	Opening      string
	Again        string
	Home         string
	Retry        string
	Failed       string
	FailedText   string
	Paid         string
	PaidText     string
	Checking     string
	CheckingText string
	// Undecided is shown if nothing proves a payment and the gateway has not said that it
	// failed.
	Undecided     string
	UndecidedText string
	// Mandate is the heading of the page that sets up auto debit. The other texts say how the
	// set-up ended, or that the bank has not decided yet.
	Mandate            string
	MandateDone        string
	MandateDoneText    string
	MandateFailed      string
	MandateFailedText  string
	MandateWaiting     string
	MandateWaitingText string
	// Often is shown if the return page was opened more often than any browser would return.
	Often       string
	OftenText   string
	Closed      string
	Blocked     string
	NoScript    string
	Missing     string
	MissingText string
	RunOut      string
	RunOutText  string
	Busy        string
	BusyText    string
	Wrong       string
	// Invoice is the heading of the page of an {invoice}. The texts after it name its facts, say how
	// it ended and what one can do there.
	Invoice         string
	InvoiceFrom     string
	InvoiceTo       string
	InvoiceDate     string
	InvoiceDue      string
	InvoiceTotal    string
	InvoiceFees     string
	InvoiceReceived string
	InvoiceCredits  string
	InvoiceWallet   string
	InvoiceToPay    string
	InvoicePDF      string
	InvoicePaid     string
	InvoiceCredited string
	InvoiceMissing  string
	InvoiceOften    string
	// ToInvoice leads from a payment back to its invoice. InvoiceFailed is FailedText for such a
	// payment.
	ToInvoice     string
	InvoiceFailed string
	// Faults has texts for refused calls whose HTTP status has no text above, by fault code.
	// English has none, because the fault's own message is in English.
	Faults map[string]string
}

// english is the language for anyone who reads none of the other languages.
const english = "en"

// refusals lists the fault codes for which every language except English has a text.
var refusals = []string{"payment.not_verified", "payment.return_unreadable"}

//go:embed words/*.json
var wordFiles embed.FS

var languages = mustLoad(wordFiles)

func mustLoad(files fs.FS) map[string]words {
	loaded, err := load(files)
	if err != nil {
		panic(err) // a text of the program itself is missing
	}
	return loaded
}

// load reads the words of all languages, by language code. It fails if a language lacks a text.
func load(files fs.FS) (map[string]words, error) {
	names, err := fs.Glob(files, "words/*.json")
	if err != nil {
		return nil, fmt.Errorf("paypage: list languages: %w", err)
	}
	loaded := map[string]words{}
	for _, name := range names {
		raw, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, fmt.Errorf("paypage: %w", err)
		}
		code := strings.TrimSuffix(path.Base(name), ".json")
		var w words
		if err := json.Unmarshal(raw, &w); err != nil {
			return nil, fmt.Errorf("paypage: %s: %w", name, err)
		}
		if missing := w.missing(code); missing != "" {
			return nil, fmt.Errorf("paypage: %s: the text of %s is missing", name, missing)
		}
		loaded[code] = w
	}
	if _, ok := loaded[english]; !ok {
		return nil, fmt.Errorf("paypage: there are no words in %s", english)
	}
	return loaded, nil
}

// missing returns the name of a text that is missing, or "" if all are there.
func (w words) missing(code string) string {
	all := reflect.ValueOf(w)
	for i := range all.NumField() {
		if field := all.Field(i); field.Kind() == reflect.String && strings.TrimSpace(field.String()) == "" {
			return all.Type().Field(i).Name
		}
	}
	for _, refusal := range refusals {
		if code != english && strings.TrimSpace(w.Faults[refusal]) == "" {
			return refusal
		}
	}
	return ""
}

func wordsFor(r *http.Request) words { return languages[languageFor(r)] }

// languageFor returns the code of the language in which a page is written for a request.
func languageFor(r *http.Request) string {
	return webpage.Language(r, slices.Collect(maps.Keys(languages)), english)
}

func (w words) purpose(p payment.Purpose) string {
	if p == payment.Deposit {
		return w.Deposit
	}
	return w.Due
}

// ahead returns the text that names the months of advance rent.
func (w words) ahead(first calendar.Date, months int64) string {
	last := first.AddMonths(int(months) - 1)
	return strings.NewReplacer("{months}", fmt.Sprint(months), "{from}", first.Format("01/2006"), "{to}", last.Format("01/2006")).Replace(w.Advance)
}

func (w words) heading(status int) string {
	switch status {
	case http.StatusNotFound:
		return w.Missing
	case http.StatusGone:
		return w.RunOut
	case http.StatusBadGateway:
		return w.Busy
	case http.StatusTooManyRequests:
		return w.Often
	}
	return w.Wrong
}

func (w words) text(f *fault.Fault) string {
	switch f.Status {
	case http.StatusNotFound:
		return w.MissingText
	case http.StatusGone:
		return w.RunOutText
	case http.StatusBadGateway:
		return w.BusyText
	case http.StatusInternalServerError:
		return w.Wrong
	}
	if w.Faults == nil {
		return f.Message
	}
	if text, ok := w.Faults[f.Code]; ok {
		return text
	}
	return w.Wrong
}
