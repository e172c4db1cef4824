package digilocker_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/digilocker"
	"rento/internal/sandbox"
	sandboxed "rento/internal/sandbox/digilocker"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
)

var asha = specimen.Person{Name: "Asha Rao", Born: "1994-03-12", Gender: "F", Address: "12, Palm Court", Pincode: "560038", State: "KA"}

const returnURL = "https://rento.test/kyc?step=3"

// tampering changes what the provider sends.
type tampering struct {
	path    string
	change  func(body string) string
	rehash  bool // has it come whole, as far as the hmac says
	through http.RoundTripper
}

func (x *tampering) RoundTrip(r *http.Request) (*http.Response, error) {
	answer, err := x.through.RoundTrip(r)
	if err != nil || x.change == nil || !strings.HasSuffix(r.URL.Path, x.path) {
		return answer, err
	}
	raw, err := io.ReadAll(answer.Body)
	body := x.change(string(raw))
	if x.rehash {
		mac := hmac.New(sha256.New, []byte("secret"))
		mac.Write([]byte(body))
		answer.Header.Set("Hmac", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	answer.Body = io.NopCloser(strings.NewReader(body))
	return answer, err
}

type fixture struct {
	t   *testing.T
	box *sandbox.Sandbox
	l   *digilocker.Locker
	x   *tampering
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	w := &fixture{t: t, x: &tampering{through: http.DefaultTransport}}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(rw, r) }))
	t.Cleanup(server.Close)
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-26").At(10, 0))
	var err error
	w.box, err = sandbox.New(sandbox.Options{
		Clock: clock, PublicURL: server.URL, Random: rand.NewPCG(7, 7), Merchants: []sandbox.Merchant{{Keys: sandboxed.Keys{ClientID: "client", ClientSecret: "secret"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.l, err = digilocker.New(digilocker.Config{
		BaseURL: w.box.BaseURL("digilocker"), ClientID: "client", ClientSecret: "secret", Certificate: sandboxed.Certificate(),
	}, clock, nil, w.x)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// consent begins one and has the customer answer it. It returns what the browser brings
// back.
func (w *fixture) consent(form url.Values) (provider.Consent, url.Values) {
	w.t.Helper()
	consent, err := w.l.Start(w.t.Context(), "1-locker-1", returnURL)
	if err != nil {
		w.t.Fatal(err)
	}
	for field, value := range map[string]string{"name": asha.Name, "gender": "F", "address": asha.Address, "pincode": asha.Pincode, "born": asha.Born} {
		form.Set(field, value)
	}
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, consent.URL, strings.NewReader(form.Encode()))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	_ = answer.Body.Close()
	back, err := url.Parse(answer.Header.Get("Location"))
	if err != nil || back.Host != "rento.test" || back.Query().Get("step") != "3" {
		w.t.Fatalf("%d to %v, %v; want the way back", answer.StatusCode, back, err)
	}
	return consent, back.Query()
}

func shared() url.Values { return url.Values{"answer": {"shared"}, "pan": {"yes"}} }

func TestSharedDocuments(t *testing.T) {
	w := newFixture(t)
	consent, back := w.consent(shared())
	got, err := w.l.Finish(t.Context(), consent, back)
	a := got.Aadhaar
	if err != nil || a.Name != "Asha Rao" || a.BirthDate != calendar.MustParse("1994-03-12") || a.Gender != "F" || a.LastFour != asha.Aadhaar()[10:] || a.Pincode != "560038" || a.Address != "12, Palm Court" {
		t.Errorf("got %+v, %v, want the Aadhaar of %+v", got, err, asha)
	}
	if photo, err := specimen.Read(a.Photo); err != nil || photo.Face != asha.Face() {
		t.Errorf("the photo is of %+v, %v, want the face %v", photo, err, asha.Face())
	}
	if got.PAN == nil || got.PAN.Number != asha.PAN("") || got.PAN.Name != "Asha Rao" || got.PAN.BirthDate != calendar.MustParse("1994-03-12") {
		t.Errorf("got PAN %+v, want %s of Asha Rao, born 1994-03-12", got.PAN, asha.PAN(""))
	}
	if _, err := w.l.Finish(t.Context(), consent, back); provider.RefusalOf(err) != provider.ConsentExpired {
		t.Errorf("a code for the second time: %v, want %s", err, provider.ConsentExpired)
	}
	consent, back = w.consent(url.Values{"answer": {"shared"}})
	if got, err := w.l.Finish(t.Context(), consent, back); err != nil || got.PAN != nil {
		t.Errorf("%+v, %v; want no PAN", got, err)
	}
}

func TestWhatIsNotShared(t *testing.T) {
	for answer, want := range map[string]provider.Refusal{"denied": provider.ConsentDenied, "not_linked": provider.NotLinked, "down": ""} {
		w := newFixture(t)
		consent, back := w.consent(url.Values{"answer": {answer}})
		if got, err := w.l.Finish(t.Context(), consent, back); err == nil || provider.RefusalOf(err) != want || got.Aadhaar.Name != "" {
			t.Errorf("%s: %+v, %v; want %q", answer, got, err, want)
		}
	}
	w := newFixture(t)
	consent, back := w.consent(shared())
	other := consent
	other.Verifier += "x"
	if _, err := w.l.Finish(t.Context(), other, back); provider.RefusalOf(err) != provider.ConsentExpired {
		t.Errorf("a code of another browser: %v, want %s", err, provider.ConsentExpired)
	}
	back.Set("state", "guessed")
	if _, err := w.l.Finish(t.Context(), consent, back); !errors.Is(err, provider.ErrBadSignature) {
		t.Errorf("another's return: %v, want %v", err, provider.ErrBadSignature)
	}
}

// A document that was changed on its way is nobody's word.
func TestTamperedDocuments(t *testing.T) {
	name := func(body string) string { return strings.ReplaceAll(body, "Asha Rao", "Asha Roy") }
	for what, x := range map[string]tampering{
		"the name, and not the hmac": {path: "/eaadhaar", change: name},
		"the name and the hmac":      {path: "/eaadhaar", change: name, rehash: true},
		"the signature is gone": {path: "/eaadhaar", rehash: true, change: func(body string) string {
			from, to := strings.Index(body, "<ds:Signature"), strings.Index(body, "</ds:Signature>")
			return body[:from] + body[to+len("</ds:Signature>"):]
		}},
		"a DTD":       {path: "/eaadhaar", rehash: true, change: func(body string) string { return `<!DOCTYPE x [<!ENTITY e "e">]>` + body }},
		"cut short":   {path: "/eaadhaar", rehash: true, change: func(body string) string { return body[:len(body)/2] }},
		"two roots":   {path: "/eaadhaar", rehash: true, change: func(body string) string { return body + body }},
		"the PAN":     {path: "/xml/files", change: name},
		"much longer": {path: "/eaadhaar", rehash: true, change: func(body string) string { return body + strings.Repeat(" ", 3<<20) }},
	} {
		w := newFixture(t)
		w.x.path, w.x.change, w.x.rehash = x.path, x.change, x.rehash
		consent, back := w.consent(shared())
		got, err := w.l.Finish(t.Context(), consent, back)
		if err == nil || provider.OutcomeOf(err) != provider.Unknown || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %+v, %v; want it refused", what, got, err)
		}
		if strings.HasPrefix(what, "the ") && !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v, want %v", what, err, provider.ErrBadSignature)
		}
	}
}

func TestFailures(t *testing.T) {
	for fault, want := range map[emulator.Fault]provider.Outcome{
		emulator.Error500: provider.Unknown, emulator.HTML502: provider.Unknown, emulator.Throttled: provider.NotAttempted, emulator.Empty200: provider.Unknown, emulator.Malformed: provider.Unknown,
	} {
		for _, call := range []string{"locker.token", "locker.aadhaar"} {
			w := newFixture(t)
			consent, back := w.consent(shared())
			if err := w.box.Do(sandbox.Command{Faults: []emulator.Plan{{Call: call, Fault: fault}}}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.l.Finish(t.Context(), consent, back); err == nil || provider.OutcomeOf(err) != want {
				t.Errorf("%s at %s: %v, want %s", fault, call, err, want)
			}
		}
	}
}

func TestConfigIsWhole(t *testing.T) {
	good := digilocker.Config{BaseURL: "https://d.test/public", ClientID: "c", ClientSecret: "s", Certificate: sandboxed.Certificate()}
	for name, change := range map[string]func(*digilocker.Config){
		"id": func(c *digilocker.Config) { c.ClientID = "" }, "secret": func(c *digilocker.Config) { c.ClientSecret = "" },
		"address": func(c *digilocker.Config) { c.BaseURL = "d" }, "certificate": func(c *digilocker.Config) { c.Certificate = "x" },
	} {
		c := good
		change(&c)
		if _, err := digilocker.New(c, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if l, err := digilocker.New(good, calendar.System{}, nil, nil); err != nil || l.Name() != "digilocker" || !l.Available() {
		t.Errorf("a whole configuration: got %v, want digilocker, available", err)
	}
}
