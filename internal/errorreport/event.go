package errorreport

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rento/internal/bound"
	"rento/internal/fault"
)

// Event is what is kept of a report, in Sentry's form. It has no other fields than these,
// so that a person, a request or what somebody typed has no place in it; its texts are
// scrubbed.
type Event struct {
	ID          string            `json:"event_id"`
	Timestamp   string            `json:"timestamp"`
	Platform    string            `json:"platform"`
	Level       string            `json:"level"`
	Release     string            `json:"release,omitempty"`
	Environment string            `json:"environment,omitempty"`
	Tags        map[string]string `json:"tags,omitempty"`
	Exception   Exceptions        `json:"exception"`
}

// Exceptions are an error and what caused it, the cause first.
type Exceptions struct {
	Values []Exception `json:"values"`
}

// Exception is one error.
type Exception struct {
	Type       string `json:"type"`
	Value      string `json:"value"`
	Stacktrace Stack  `json:"stacktrace,omitzero"`
}

// Stack says where an error happened, the caller before what it called.
type Stack struct {
	Frames []Call `json:"frames,omitempty"`
}

// Call is a function that was running.
type Call struct {
	Function string `json:"function,omitempty"`
	Filename string `json:"filename,omitempty"`
	Line     int64  `json:"lineno,omitempty"`
	Column   int64  `json:"colno,omitempty"`
	InApp    bool   `json:"in_app"`
}

// String says where it is, as stacks are written.
func (c Call) String() string {
	return fmt.Sprintf("%s (%s:%d:%d)", orUnknown(c.Function), orUnknown(c.Filename), c.Line, c.Column)
}

// MaxEnvelope is the size of a report as it is sent, in bytes.
const MaxEnvelope = 64 << 10

// What is kept of an event at most: of errors and calls the last ones, which are nearest
// to what failed.
const (
	mostExceptions = 3
	mostCalls      = 30
	longestType    = 100
	longestValue   = 500
	longestName    = 100
	longestFile    = 200
	longestTag     = 200
	longestRelease = 100
	longestSample  = 10_000
)

// tagNames are the tags that are kept.
var tagNames = []string{"route", "place", "step", "type", "language", "devicePlatform"}

// TagNames are the tags that an event may have.
func TagNames() []string { return slices.Clone(tagNames) }

var (
	levels       = []string{"fatal", "error", "warning", "info", "debug"}
	platformForm = regexp.MustCompile(`^[a-z]{1,20}$`)
	// releaseForm is what git describe says of a version: scrubbed, its numbers would be gone.
	releaseForm = regexp.MustCompile(`^(?:v?\d{1,3}\.\d{1,3}\.\d{1,3}(?:-[a-z][a-z0-9.]{0,20})?|\d*[a-f][0-9a-f]{5,12}|unknown|dev)(?:-\d{1,5}-g[0-9a-f]{7,12})?(?:-dirty)?$`)
	tagForm     = regexp.MustCompile(`^[\w/$.{}* -]{1,200}$`)
	callForm    = regexp.MustCompile(`^[\w$.<>\[\](){}*/ ,-]{1,200}$`)
	fileForm    = regexp.MustCompile(`^[\w@./+~-]+\.(?:js|mjs|cjs|ts|tsx|jsx|go|html|wasm)$`)
)

func errUnreadable() *fault.Fault {
	return fault.Unreadable("request.unreadable", "The request could not be read.")
}

// errNoEvent is of an envelope without an error to report.
var errNoEvent = fault.Invalid("error_report.no_event", "", "The report has no event with an error.")

// item is the header of an item. Length is nil where the payload ends with its line.
type item struct {
	Type   string `json:"type"`
	Length *int   `json:"length"`
}

// parseEnvelope returns the payload of the event in an envelope: a line with a header, and
// for each item a line with its header and the payload. Items of other types are passed
// over. It returns a 400 for what is no envelope, a 422 for one without an event.
func parseEnvelope(raw []byte) ([]byte, error) {
	header, rest, _ := bytes.Cut(raw, []byte("\n"))
	if !isObject(header) {
		return nil, errUnreadable()
	}
	for len(bytes.TrimSpace(rest)) > 0 {
		var head []byte
		head, rest, _ = bytes.Cut(rest, []byte("\n"))
		var i item
		if err := json.Unmarshal(head, &i); err != nil || i.Type == "" {
			return nil, errUnreadable()
		}
		var payload []byte
		switch {
		case i.Length == nil:
			payload, rest, _ = bytes.Cut(rest, []byte("\n"))
		case *i.Length < 0 || *i.Length > len(rest):
			return nil, errUnreadable()
		default:
			payload, rest = rest[:*i.Length], rest[*i.Length:]
			if len(rest) > 0 && rest[0] != '\n' {
				return nil, errUnreadable()
			}
			rest = bytes.TrimPrefix(rest, []byte("\n"))
		}
		if i.Type == "event" {
			return payload, nil
		}
	}
	return nil, errNoEvent
}

func isObject(text []byte) bool {
	var object map[string]json.RawMessage
	return json.Unmarshal(text, &object) == nil && object != nil
}

// parseEvent reads an event. It returns a 400 for what is none, a 422 for one without an
// error.
func parseEvent(payload []byte) (Event, error) {
	var sent struct {
		Platform  string         `json:"platform"`
		Level     string         `json:"level"`
		Release   string         `json:"release"`
		Tags      map[string]any `json:"tags"`
		Exception Exceptions     `json:"exception"`
	}
	if err := json.Unmarshal(payload, &sent); err != nil {
		return Event{}, errUnreadable()
	}
	if len(sent.Exception.Values) == 0 {
		return Event{}, errNoEvent
	}
	e := Event{Platform: sent.Platform, Level: sent.Level, Release: sent.Release, Tags: map[string]string{}, Exception: sent.Exception}
	for name, value := range sent.Tags {
		e.Tags[name] = fmt.Sprint(value)
	}
	return e, nil
}

// formed returns the text if it has the form, scrubbed, and otherwise what stands instead.
func formed(text string, form *regexp.Regexp, instead string) string {
	if !form.MatchString(text) {
		return instead
	}
	return Scrub(text)
}

// cleaned is an event as it may be kept, whoever sent it.
func (e Event) cleaned() Event {
	if !slices.Contains(levels, e.Level) {
		e.Level = "error"
	}
	e.Platform = formed(e.Platform, platformForm, "other")
	if !releaseForm.MatchString(e.Release) || len(e.Release) > longestRelease {
		e.Release = ""
	}
	tags := map[string]string{}
	for _, name := range tagNames {
		if value := formed(e.Tags[name], tagForm, ""); value != "" {
			tags[name] = bound.Text(value, longestTag)
		}
	}
	e.Tags = tags
	values := e.Exception.Values
	values = values[max(0, len(values)-mostExceptions):]
	kept := make([]Exception, len(values))
	for i, x := range values {
		kept[i] = x.cleaned()
	}
	e.Exception.Values = kept
	return e
}

func (x Exception) cleaned() Exception {
	calls := x.Stacktrace.Frames
	calls = calls[max(0, len(calls)-mostCalls):]
	kept := make([]Call, len(calls))
	for i, c := range calls {
		kept[i] = c.cleaned()
	}
	kind := bound.Text(formed(x.Type, callForm, ""), longestType)
	if kind == "" {
		kind = "Error"
	}
	// Cut before it is searched, for the time that takes, and after, for its column: what
	// stands for something may be longer than it.
	return Exception{kind, bound.Text(Scrub(bound.Text(x.Value, 4*longestValue)), longestValue), Stack{kept}}
}

func (c Call) cleaned() Call {
	file, _, _ := strings.Cut(c.Filename, "?")
	file, _, _ = strings.Cut(file, "#")
	if _, rest, found := strings.Cut(file, "://"); found { // of an address the path alone
		_, file, _ = strings.Cut(rest, "/")
		file = "/" + file
	}
	return Call{
		Function: bound.Text(formed(c.Function, callForm, ""), longestName), Filename: bound.Text(formed(file, fileForm, ""), longestFile),
		Line: max(0, min(c.Line, 1e7)), Column: max(0, min(c.Column, 1e7)), InApp: c.InApp,
	}
}

// thrown is the error that was reported, with its causes before it.
func (e Event) thrown() Exception { return e.Exception.Values[len(e.Exception.Values)-1] }

// culprit is the function that failed, or the route where no function is known.
func (e Event) culprit() string {
	calls := e.thrown().Stacktrace.Frames
	at := len(calls) - 1
	for i := at; i >= 0; i-- {
		if calls[i].InApp {
			at = i
			break
		}
	}
	if at >= 0 && (calls[at].Function != "" || calls[at].Filename != "") {
		return strings.TrimSpace(fmt.Sprintf("%s in %s", orUnknown(calls[at].Function), orUnknown(calls[at].Filename)))
	}
	return orUnknown(e.Tags["route"])
}

func orUnknown(text string) string {
	if text == "" {
		return "?"
	}
	return text
}

var errTooLong = errors.New("errorreport: an event without calls is too long")

// encoded is an event as JSON that its column holds: calls that are furthest from what
// failed are left out if need be.
func (e Event) encoded() (string, error) {
	for {
		text, err := json.Marshal(e)
		if err != nil {
			return "", fmt.Errorf("errorreport: encode an event: %w", err)
		}
		if len(text) <= longestSample {
			return string(text), nil
		}
		longest := &e.Exception.Values[0].Stacktrace
		for i := range e.Exception.Values {
			if s := &e.Exception.Values[i].Stacktrace; len(s.Frames) > len(longest.Frames) {
				longest = s
			}
		}
		if len(longest.Frames) == 0 {
			return "", errTooLong
		}
		longest.Frames = longest.Frames[1:]
	}
}
