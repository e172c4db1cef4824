package account_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/testkit"
)

var viewed = account.TrackedEvent{Name: "dashboard viewed", Platform: "mweb"}

// agree gives the customer's consent to analytics.
func (w *fixture) agree(s account.Session) {
	w.must(w.GiveConsent(w.Context(), s.CustomerID, account.Consent{Purpose: account.PurposeAnalytics, TextVersion: 2, Language: "hi"}))
}

// events are the names and properties of a customer's events, oldest first.
func (w *fixture) events(customerID int64) (events []string) {
	w.Helper()
	rows, err := testkit.Raw(w, w.store).QueryContext(w.Context(), "SELECT name, properties FROM tracked_events WHERE customer_id = $1 ORDER BY id", customerID)
	w.must(err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var name, properties string
		w.must(rows.Scan(&name, &properties))
		events = append(events, name+" "+properties)
	}
	w.must(rows.Err())
	return events
}

func (w *fixture) consents(customerID int64) []account.Consent {
	all, err := w.Consents(w.Context(), customerID)
	w.must(err)
	return all
}

// CALL-15: events are stored only with consent. Withdrawing it deletes that customer's events at
// once, and nobody else's.
func TestConsent(t *testing.T) {
	each(t, func(w *fixture) {
		asha, bilal := w.session(w.customerToken(w.asha)), w.session(w.customerToken(w.bilal))
		none := []account.Consent{{Purpose: account.PurposeAnalytics}}
		w.must(w.Track(w.Context(), asha, viewed))
		if got := w.events(w.asha); len(got) != 0 {
			t.Errorf("events without consent: %v, want none", got)
		}
		if diff := cmp.Diff(none, w.consents(w.asha)); diff != "" {
			t.Errorf("before (-want +got):\n%s", diff)
		}
		w.agree(asha)
		w.agree(bilal)
		given := []account.Consent{{account.PurposeAnalytics, true, 2, "hi", calendar.Stamp(start)}}
		w.clock.Set(start.Add(time.Hour))
		w.agree(asha) // a consent in force stays as it was given
		if diff := cmp.Diff(given, w.consents(w.asha)); diff != "" {
			t.Errorf("given (-want +got):\n%s", diff)
		}
		w.must(w.Track(w.Context(), asha, viewed))
		w.must(w.Track(w.Context(), bilal, viewed))
		for range 2 { // withdrawing again changes nothing
			w.must(w.WithdrawConsent(w.Context(), w.asha, account.PurposeAnalytics))
		}
		w.must(w.Track(w.Context(), asha, viewed))
		if got := [][]string{w.events(w.asha), w.events(w.bilal)}; len(got[0]) != 0 || len(got[1]) != 1 {
			t.Errorf("events after Asha took it back: %v, want none of hers and one of Bilal's", got)
		}
		if diff := cmp.Diff(none, w.consents(w.asha)); diff != "" {
			t.Errorf("taken back (-want +got):\n%s", diff)
		}
		w.agree(asha)
		w.must(w.Track(w.Context(), asha, viewed))
		if got := w.events(w.asha); len(got) != 1 {
			t.Errorf("events after she agreed again: %v, want one", got)
		}
	})
}

// An unknown purpose, text version or language is refused.
func TestConsentRefuses(t *testing.T) {
	each(t, func(w *fixture) {
		for name, c := range map[string]account.Consent{
			"another purpose":  {Purpose: "marketing", TextVersion: 1, Language: "en"},
			"no text":          {Purpose: account.PurposeAnalytics, Language: "en"},
			"a text to come":   {Purpose: account.PurposeAnalytics, TextVersion: 3, Language: "en"},
			"another language": {Purpose: account.PurposeAnalytics, TextVersion: 1, Language: "xx"},
		} {
			w.refused(name, w.GiveConsent(w.Context(), w.asha, c), 422)
		}
		w.refused("another purpose to take back", w.WithdrawConsent(w.Context(), w.asha, "marketing"), 422)
	})
}

// CALL-15, CALL-17: an event is stored with its defined properties only.
func TestTrack(t *testing.T) {
	each(t, func(w *fixture) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		for _, c := range []struct{ name, given, want string }{
			{"dashboard viewed", ``, `{}`},
			{"dashboard viewed", `{"screen":"home"}`, `{}`},
			{"payment attempted", `{"mode":"manual","paymentType":"due","amount":4126.5,"phone":"9876543210"}`, `{"amount":4126.5,"mode":"manual","paymentType":"due"}`},
			{"payment attempted", `{"mode":"auto_debit","paymentType":"asha@example.in","amount":9876543210}`, `{"mode":"auto_debit"}`},
			{"payment attempted", `{"mode":"manual","paymentType":["due"],"amount":"4126"}`, `{"mode":"manual"}`},
			{"request created", `{"ticketType":"Repair Request"}`, `{"ticketType":"Repair Request"}`},
			{"submit later", `{"feedbackToken":"f-1"}`, `{}`},
		} {
			w.must(w.Track(w.Context(), asha, account.TrackedEvent{Name: c.name, Platform: "web", Properties: json.RawMessage(c.given)}))
			events := w.events(w.asha)
			if got := events[len(events)-1]; got != c.name+" "+c.want {
				t.Errorf("%s was stored as %s, want %s", c.given, got, c.want)
			}
		}
	})
}

func TestTrackRefuses(t *testing.T) {
	each(t, func(w *fixture) {
		asha := w.session(w.customerToken(w.asha))
		w.agree(asha)
		full := `{"x":"` + strings.Repeat("y", 4096-8) + `"}`
		with := func(properties string) account.TrackedEvent {
			return account.TrackedEvent{Name: viewed.Name, Properties: json.RawMessage(properties)}
		}
		w.must(w.Track(w.Context(), asha, with(full)))
		for name, e := range map[string]account.TrackedEvent{
			"more than 4 KiB":           with(full + " "),
			"no name":                   {},
			"an event that is not":      {Name: "page viewed"},
			"a list":                    with(`[1]`),
			"null":                      with(`null`),
			"not JSON":                  with(`{`),
			"a long platform":           {Name: viewed.Name, Platform: strings.Repeat("x", 41)},
			"a property is missing":     {Name: "request created"},
			"a property is another one": {Name: "request created", Properties: json.RawMessage(`{"ticketType":"Asha"}`)},
		} {
			w.refused(name, w.Track(w.Context(), asha, e), 422)
		}
		if got := w.events(w.asha); len(got) != 1 {
			t.Errorf("%d events stored, want 1", len(got))
		}
	})
}

// No definition has room for a name, a phone number or an address.
func TestDefinitionsHaveNoRoomForAPerson(t *testing.T) {
	for _, d := range account.EventDefinitions() {
		for _, p := range d.Properties {
			if p.Type == account.TextProperty && len(p.Values) == 0 && !p.Personal {
				t.Errorf("%s of %q is a free text, want its values", p.Name, d.Name)
			}
		}
	}
}

// A phone number or an address is never stored, whatever property it is in.
func TestTrackKeepsNoPersonalDataProperty(t *testing.T) {
	w := newFixture(t, testkit.Open(t), account.Config{})
	asha := w.session(w.customerToken(w.asha))
	w.agree(asha)
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.SampledFrom([]string{"9876543210", "zoya@example.in", "ABCDE1234F", "98765 43210"}).Draw(t, "secret")
		var value any = rapid.StringMatching(`[a-z ]{0,9}`).Draw(t, "before") + secret
		for range rapid.IntRange(0, 3).Draw(t, "depth") {
			if rapid.Bool().Draw(t, "list") {
				value = []any{1, value}
			} else {
				value = map[string]any{rapid.StringMatching(`[a-z]{1,8}`).Draw(t, "key"): value, "n": 1}
			}
		}
		d := rapid.SampledFrom(account.EventDefinitions()).Draw(t, "event")
		sent := map[string]any{"p": value}
		for _, p := range d.Properties {
			sent[p.Name] = value
			if p.Required && p.Type == account.TextProperty {
				sent[p.Name] = p.Values[0]
			} else if p.Required {
				sent[p.Name] = 1
			}
		}
		raw, err := json.Marshal(sent)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Track(w.Context(), asha, account.TrackedEvent{Name: d.Name, Properties: raw}); err != nil {
			t.Fatal(err)
		}
		events := w.events(w.asha)
		if last := events[len(events)-1]; strings.Contains(last, secret) {
			t.Fatalf("%s was stored as %s, want no %s in it", raw, last, secret)
		}
	})
}
