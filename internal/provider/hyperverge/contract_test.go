package hyperverge_test

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/identifier"
	"rento/internal/provider"
	"rento/internal/provider/hyperverge"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	sandboxed "rento/internal/sandbox/hyperverge"
	"rento/internal/sandbox/specimen"
)

var asha = specimen.Person{
	Name: "Asha Rao", Born: "1994-03-12", Gender: "F", Guardian: "Ramesh Rao", Address: "12, Palm Court, Bengaluru", Pincode: "560038", State: "KA",
}

// fixture is the adapter with the sandbox as its other end, over HTTP.
type fixture struct {
	t      *testing.T
	box    *sandbox.Sandbox
	h      *hyperverge.Identity
	origin string
	events []provider.Event
}

func newFixture(t *testing.T) *fixture { return newFixtureWith(t, "app-key") }

func newFixtureWith(t *testing.T, key string) *fixture {
	t.Helper()
	w := &fixture{t: t}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(rw, r) }))
	t.Cleanup(server.Close)
	w.origin = server.URL
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-26").At(10, 0))
	var err error
	w.box, err = sandbox.New(sandbox.Options{
		Clock: clock, PublicURL: w.origin, Random: rand.NewPCG(7, 7), Webhooks: emulator.Transport{Handler: http.HandlerFunc(w.receive)},
		Merchants: []sandbox.Merchant{{Keys: sandboxed.Keys{AppID: "app", AppKey: "app-key", WorkflowID: "rento", WebhookSecret: "hook"}, WebhookURL: w.origin + "/webhooks/hyperverge/hook"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	at := w.box.BaseURL("hyperverge")
	w.h, err = hyperverge.New(hyperverge.Config{
		StateURL: at, IDVURL: at, DocsURL: at, FaceURL: at, VerifyURL: at, EngineURL: at, ScriptURL: at + "/sdk/sdk.min.js",
		AppID: "app", AppKey: key, WorkflowID: "rento", WebhookSecret: "hook",
	}, clock, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// receive takes an event as the API does, which puts the end of the address into the
// header.
func (w *fixture) receive(rw http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	header := http.Header{provider.HeaderWebhookSecret: {r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]}}
	event, err := w.h.VerifyWebhook(header, raw)
	if err != nil {
		w.t.Errorf("event %s: %v", raw, err)
	}
	w.events = append(w.events, event)
	rw.WriteHeader(http.StatusOK)
}

func (w *fixture) scan(d specimen.Document) provider.Scan {
	w.t.Helper()
	raw, err := specimen.JPEG(d)
	if err != nil {
		w.t.Fatal(err)
	}
	return provider.Scan{Type: "image/jpeg", Data: raw}
}

func blank(t *testing.T) provider.Scan {
	t.Helper()
	var out bytes.Buffer
	if err := jpeg.Encode(&out, image.NewGray(image.Rect(0, 0, 200, 200)), nil); err != nil {
		t.Fatal(err)
	}
	return provider.Scan{Type: "image/jpeg", Data: out.Bytes()}
}

func TestReadsDocuments(t *testing.T) {
	w := newFixture(t)
	born := calendar.MustParse("1994-03-12")
	for _, kind := range []provider.DocumentKind{provider.PANCard, provider.Aadhaar, provider.Passport, provider.DrivingLicence, provider.VoterID} {
		d := asha.Document(string(kind), "front")
		got, err := w.h.ReadDocument(t.Context(), "1-pan-1", kind, w.scan(d))
		want := d.Number
		if kind == provider.Aadhaar {
			want = "XXXX XXXX " + d.Number[len(d.Number)-4:]
		}
		if err != nil || got.Kind != kind || got.Side != provider.Front || got.Name != "Asha Rao" || got.BirthDate != born || got.Number != want {
			t.Errorf("%s: %+v, %v; want Asha Rao, born %s, %s", kind, got, err, born, want)
		}
		if (got.Masked != nil) != (kind == provider.Aadhaar) {
			t.Errorf("%s: a masked picture: %t", kind, got.Masked != nil)
		}
		if got.Masked != nil {
			if left, err := specimen.Read(got.Masked.Data); err != nil || left.Number != "XXXXXXXX"+d.Number[len(d.Number)-4:] {
				t.Errorf("the masked picture says %+v, %v; want the last four digits alone", left, err)
			}
		}
	}
	pages, err := specimen.PDF(asha.Document("aadhaar", "front"), asha.Document("aadhaar", "back"))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := w.h.ReadDocument(t.Context(), "1-aadhaar-2", provider.Aadhaar, provider.Scan{Type: "application/pdf", Data: pages})
	if err != nil || whole.Side != provider.Whole || whole.Pincode != "560038" || whole.Address != asha.Address || whole.Name != "Asha Rao" {
		t.Errorf("both sides: %+v, %v; want the name of one and the address of the other", whole, err)
	}
}

func TestRefusesDocuments(t *testing.T) {
	w := newFixture(t)
	blurred := asha.Document("panCard", "front")
	blurred.Flaws = []string{specimen.Blurred}
	glare := asha.Document("panCard", "front")
	glare.Flaws = []string{specimen.Glare}
	for name, c := range map[string]struct {
		kind provider.DocumentKind
		scan provider.Scan
		want provider.Refusal
	}{
		"blank":         {provider.PANCard, blank(t), provider.NoDocument},
		"blank licence": {provider.DrivingLicence, blank(t), provider.NoDocument},
		"blurred":       {provider.PANCard, w.scan(blurred), provider.Blurred},
		"other":         {provider.PANCard, w.scan(asha.Document("voterID", "front")), provider.WrongDocument},
		"no licence":    {provider.DrivingLicence, w.scan(asha.Document("voterID", "front")), provider.WrongDocument},
		"text":          {provider.PANCard, provider.Scan{Type: "text/plain", Data: []byte("PAN")}, provider.BadFile},
		"damaged":       {provider.Aadhaar, provider.Scan{Type: "application/pdf", Data: []byte("%PDF-1.7")}, provider.BadFile},
		"too large":     {provider.PANCard, provider.Scan{Type: "image/jpeg", Data: make([]byte, 6<<20+1)}, provider.BadFile},
	} {
		got, err := w.h.ReadDocument(t.Context(), "1-pan-1", c.kind, c.scan)
		if provider.RefusalOf(err) != c.want || got.Name != "" {
			t.Errorf("%s: %+v, %v; want %s", name, got, err, c.want)
		}
	}
	got, err := w.h.ReadDocument(t.Context(), "1-pan-1", provider.PANCard, w.scan(glare))
	if err != nil || len(got.Flags) != 1 || got.Flags[0] != "glare" {
		t.Errorf("glare: %+v, %v; want it read and flagged", got, err)
	}
}

func TestFaces(t *testing.T) {
	w := newFixture(t)
	other := asha
	other.Name = "Ravi Kumar"
	card := w.scan(asha.Document("aadhaar", "front"))
	dead := asha.Document(specimen.Selfie, "")
	dead.Flaws = []string{specimen.NotLive}
	for name, c := range map[string]struct {
		selfie      specimen.Document
		live, match bool
	}{
		"own": {asha.Document(specimen.Selfie, ""), true, true}, "of another": {other.Document(specimen.Selfie, ""), true, false}, "a photo of one": {dead, false, true},
	} {
		live, err := w.h.CheckLiveness(t.Context(), "1-selfie-1", w.scan(c.selfie))
		if err != nil || live.Live != c.live {
			t.Errorf("%s: %+v, %v; want live %t", name, live, err, c.live)
		}
		match, err := w.h.MatchFaces(t.Context(), "1-selfie-1", w.scan(c.selfie), card)
		if err != nil || match.Match != c.match || match.Match != (match.Score > 50) {
			t.Errorf("%s: %+v, %v; want match %t", name, match, err, c.match)
		}
	}
	if _, err := w.h.CheckLiveness(t.Context(), "1-selfie-1", blank(t)); provider.RefusalOf(err) != provider.NoFace {
		t.Errorf("no face: %v, want %s", err, provider.NoFace)
	}
	if _, err := w.h.MatchFaces(t.Context(), "1-selfie-1", blank(t), card); provider.RefusalOf(err) != provider.NoFace {
		t.Errorf("no face: %v, want %s", err, provider.NoFace)
	}
}

func TestRegisters(t *testing.T) {
	w := newFixture(t)
	born := calendar.MustParse("1994-03-12")
	for name, c := range map[string]struct {
		query provider.PANQuery
		want  provider.PANRecord
	}{
		"own":        {provider.PANQuery{Number: asha.PAN(""), Name: "ASHA RAO", BirthDate: born}, provider.PANRecord{Active: true, NameMatch: true, BirthDateMatch: true}},
		"other name": {provider.PANQuery{Number: asha.PAN(""), Name: "Asha Roy", BirthDate: born}, provider.PANRecord{Active: true, BirthDateMatch: true}},
		"other day":  {provider.PANQuery{Number: asha.PAN(""), Name: "Asha Rao", BirthDate: born.AddDays(1)}, provider.PANRecord{Active: true, NameMatch: true}},
		"inactive":   {provider.PANQuery{Number: asha.PAN(specimen.SerialInactive), Name: "Asha Rao", BirthDate: born}, provider.PANRecord{NameMatch: true, BirthDateMatch: true}},
		"duplicate":  {provider.PANQuery{Number: asha.PAN(specimen.SerialDuplicate), Name: "Asha Rao", BirthDate: born}, provider.PANRecord{Active: true, Duplicate: true, NameMatch: true, BirthDateMatch: true}},
	} {
		if got, err := w.h.CheckPAN(t.Context(), "1-pan-1", c.query); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, c.want)
		}
	}
	if _, err := w.h.CheckPAN(t.Context(), "1-pan-1", provider.PANQuery{Number: asha.PAN(specimen.SerialNotFound), Name: "A", BirthDate: born}); provider.RefusalOf(err) != provider.NotFound {
		t.Errorf("nobody's: %v, want %s", err, provider.NotFound)
	}
	_, err := w.h.CheckPAN(t.Context(), "1-pan-1", provider.PANQuery{Number: asha.PAN(specimen.SerialDown), Name: "A", BirthDate: born})
	if err == nil || provider.RefusalOf(err) != "" {
		t.Errorf("register down: %v, want a failure that is no refusal", err)
	}
	if _, err := w.h.PANName(t.Context(), "1-pan-1", asha.PAN("")); provider.RefusalOf(err) != provider.NotFound {
		t.Errorf("a PAN that nobody showed: %v, want %s", err, provider.NotFound)
	}
	if _, err := w.h.ReadDocument(t.Context(), "1-pan-1", provider.PANCard, w.scan(asha.Document("panCard", "front"))); err != nil {
		t.Fatal(err)
	}
	if name, err := w.h.PANName(t.Context(), "1-pan-1", asha.PAN("")); err != nil || name != "ASHA RAO" {
		t.Errorf("%q, %v; want ASHA RAO", name, err)
	}
	nobody := "29" + asha.PAN(specimen.SerialNotFound) + "1Z"
	if _, err := w.h.FindGSTIN(t.Context(), "1-gst-1", nobody+string(identifier.GSTINCheck(nobody))); provider.RefusalOf(err) != provider.NotFound {
		t.Errorf("nobody's: %v, want %s", err, provider.NotFound)
	}
	gst, err := w.h.FindGSTIN(t.Context(), "1-gst-1", "29AAAPZ1234C1ZW")
	if err != nil || !gst.Active || gst.State != "29" || gst.LegalName == "" || gst.TradeName == "" || gst.Constitution != "Proprietorship" || gst.Registered != calendar.MustParse("2017-07-01") {
		t.Errorf("%+v, %v; want an active proprietorship of 29", gst, err)
	}
	if gst, err := w.h.FindGSTIN(t.Context(), "1-gst-1", "27AAACZ9999K1Z6"); err != nil || gst.Active || gst.Status != "Cancelled" {
		t.Errorf("%+v, %v; want it cancelled", gst, err)
	}
}

// The screens end by the script of a browser; the event that tells of it is a hint, and
// how the transaction stands is asked.
func TestTransactions(t *testing.T) {
	w := newFixture(t)
	token, err := w.h.Token(t.Context(), provider.TokenRequest{Transaction: "1-selfie-1", Mobile: "9876543210"})
	if err != nil || token.Value == "" || strings.HasPrefix(token.Value, "Bearer") || token.Workflow != "rento" || token.AppID != "app" {
		t.Fatalf("got %+v, %v, want a bare token for the workflow rento of app", token, err)
	}
	if got, err := w.h.FetchTransaction(t.Context(), "1-selfie-1"); err != nil || got != provider.TransactionStarted {
		t.Errorf("%s, %v; want %s", got, err, provider.TransactionStarted)
	}
	for _, status := range []string{"user_cancelled", "auto_approved", "auto_declined"} { // the last one comes too late
		w.post("/sdk/finish", "application/json", `{"token":"`+token.Value+`","status":"`+status+`"}`)
	}
	if got, err := w.h.FetchTransaction(t.Context(), "1-selfie-1"); err != nil || got != provider.TransactionAutoApproved {
		t.Errorf("%s, %v; want %s", got, err, provider.TransactionAutoApproved)
	}
	w.box.Deliver(t.Context())
	if len(w.events) != 2 || w.events[1].SubjectID != "1-selfie-1" || w.events[1].ID == w.events[0].ID || w.events[1].Kind != "FINISH_TRANSACTION_WEBHOOK" {
		t.Errorf("events %+v, want two of the transaction", w.events)
	}
	if _, err := w.h.FetchTransaction(t.Context(), "1-selfie-2"); provider.RefusalOf(err) != provider.NotFound {
		t.Errorf("unknown: %v, want %s", err, provider.NotFound)
	}
	for name, header := range map[string]http.Header{"none": {}, "other": {provider.HeaderWebhookSecret: {"hooks"}}} {
		if _, err := w.h.VerifyWebhook(header, []byte(`{"eventId":"e","transactionId":"t"}`)); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: %v, want %v", name, err, provider.ErrBadSignature)
		}
	}
}

// post does what a browser does, and follows no redirect.
func (w *fixture) post(path, kind, body string) *http.Response {
	w.t.Helper()
	r, err := http.NewRequestWithContext(w.t.Context(), http.MethodPost, w.box.BaseURL("hyperverge")+path, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = answer.Body.Close() })
	return answer
}

func TestLocker(t *testing.T) {
	w := newFixture(t)
	locker := w.h.Locker()
	for name, c := range map[string]struct {
		form url.Values
		want provider.Refusal
	}{
		"shared":     {url.Values{"answer": {"shared"}, "pan": {"yes"}, "born": {"1994-03-12"}}, ""},
		"no PAN":     {url.Values{"answer": {"shared"}, "born": {"1994-03-12"}}, ""},
		"denied":     {url.Values{"answer": {"denied"}}, provider.ConsentDenied},
		"not linked": {url.Values{"answer": {"not_linked"}}, provider.NotLinked},
		"minor":      {url.Values{"answer": {"shared"}, "born": {"2010-03-12"}}, provider.UnderAge},
		"down":       {url.Values{"answer": {"down"}}, ""},
		"nothing":    {nil, provider.ConsentDenied},
	} {
		consent, err := locker.Start(t.Context(), "1-locker-"+strings.ReplaceAll(name, " ", ""), "https://rento.test/kyc?step=3")
		if err != nil {
			t.Fatal(err)
		}
		back := url.Values{"state": {consent.State}}
		if c.form != nil {
			for field, value := range map[string]string{"name": asha.Name, "gender": "F", "address": asha.Address, "pincode": asha.Pincode} {
				c.form.Set(field, value)
			}
			path := strings.TrimPrefix(consent.URL, w.box.BaseURL("hyperverge"))
			answer := w.post(path, "application/x-www-form-urlencoded", c.form.Encode())
			at, err := url.Parse(answer.Header.Get("Location"))
			if err != nil || at.Host != "rento.test" || at.Query().Get("step") != "3" {
				t.Errorf("%s: %d to %q, %v; want the way back", name, answer.StatusCode, at, err)
			}
			back = at.Query()
			if again := w.post(path, "application/x-www-form-urlencoded", c.form.Encode()); again.StatusCode != http.StatusGone {
				t.Errorf("%s: a consent given twice: got status %d, want %d", name, again.StatusCode, http.StatusGone)
			}
		}
		got, err := locker.Finish(t.Context(), consent, back)
		if name == "shared" || name == "no PAN" {
			a := got.Aadhaar
			if err != nil || a.Name != "Asha Rao" || a.BirthDate != calendar.MustParse("1994-03-12") || a.Gender != "F" || a.LastFour != asha.Aadhaar()[10:] || a.Pincode != "560038" {
				t.Errorf("%s: got %+v, %v, want the Aadhaar of %+v", name, got, err, asha)
			}
			if (got.PAN != nil) != (name == "shared") || got.PAN != nil && got.PAN.Number != asha.PAN("") {
				t.Errorf("%s: got PAN %+v, want %s only where it is shared", name, got.PAN, asha.PAN(""))
			}
			if match, err := w.h.MatchFaces(t.Context(), "1-selfie-1", w.scan(asha.Document(specimen.Selfie, "")), provider.Scan{Type: "image/jpeg", Data: a.Photo}); err != nil || !match.Match {
				t.Errorf("%s: the photo and the selfie: got %+v, %v, want a match", name, match, err)
			}
			continue
		}
		if err == nil || provider.RefusalOf(err) != c.want {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, err := locker.Finish(t.Context(), consent, url.Values{"state": {"guessed"}}); !errors.Is(err, provider.ErrBadSignature) {
			t.Errorf("%s: another's return: %v, want %v", name, err, provider.ErrBadSignature)
		}
	}
}

// What is known after each way in which a call goes wrong. No error tells a key.
func TestFailures(t *testing.T) {
	for fault, want := range map[emulator.Fault]provider.Outcome{
		emulator.Error500: provider.Unknown, emulator.HTML502: provider.Unknown, emulator.Throttled: provider.NotAttempted,
		emulator.Empty200: provider.Unknown, emulator.Malformed: provider.Unknown,
	} {
		w := newFixture(t)
		if err := w.box.Do(sandbox.Command{Faults: []emulator.Plan{{Call: "pan.check", Fault: fault}, {Call: "documents.read", Fault: fault}}}); err != nil {
			t.Fatal(err)
		}
		_, err := w.h.CheckPAN(t.Context(), "1-pan-1", provider.PANQuery{Number: asha.PAN(""), Name: "Asha Rao", BirthDate: calendar.MustParse("1994-03-12")})
		_, read := w.h.ReadDocument(t.Context(), "1-pan-1", provider.PANCard, blank(t))
		for _, err := range []error{err, read} {
			if err == nil || provider.OutcomeOf(err) != want || strings.Contains(err.Error(), "app-key") {
				t.Errorf("%s: %v, want %s", fault, err, want)
			}
		}
	}
	w := newFixtureWith(t, "wrong-key")
	_, err := w.h.PANName(t.Context(), "1-pan-1", asha.PAN(""))
	if e, ok := errors.AsType[*provider.Error](err); !ok || e.Status != http.StatusUnauthorized || e.Outcome != provider.NotAttempted || strings.Contains(err.Error(), "wrong-key") {
		t.Errorf("a wrong key: %v, want a 401", err)
	}
}

// A provider that does not answer in time is Unknown, and the caller is not kept.
func TestTimeout(t *testing.T) {
	w := newFixture(t)
	transport := w.box.Transport() // in process a planned timeout fails at once
	at := w.box.BaseURL("hyperverge")
	h, err := hyperverge.New(hyperverge.Config{
		StateURL: at, IDVURL: at, DocsURL: at, FaceURL: at, VerifyURL: at, EngineURL: at, AppID: "app", AppKey: "app-key", WorkflowID: "rento", WebhookSecret: "hook",
	}, calendar.NewFrozen(time.Unix(1767225600, 0)), nil, transport)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.box.Do(sandbox.Command{Faults: []emulator.Plan{{Call: "*", Fault: emulator.TimeoutBefore}}}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.PANName(t.Context(), "1-pan-1", asha.PAN("")); err == nil || provider.OutcomeOf(err) != provider.Unknown {
		t.Errorf("%v, want %s", err, provider.Unknown)
	}
}

func TestConfigIsWhole(t *testing.T) {
	good := hyperverge.Config{
		StateURL: "https://a.test", IDVURL: "https://a.test", DocsURL: "https://a.test", FaceURL: "https://a.test", VerifyURL: "https://a.test", EngineURL: "https://a.test",
		AppID: "a", AppKey: "k", WorkflowID: "w", WebhookSecret: "s",
	}
	for name, change := range map[string]func(*hyperverge.Config){
		"id": func(c *hyperverge.Config) { c.AppID = "" }, "key": func(c *hyperverge.Config) { c.AppKey = "" }, "workflow": func(c *hyperverge.Config) { c.WorkflowID = "" },
		"secret": func(c *hyperverge.Config) { c.WebhookSecret = "" }, "address": func(c *hyperverge.Config) { c.FaceURL = "x" },
	} {
		c := good
		change(&c)
		if _, err := hyperverge.New(c, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if h, err := hyperverge.New(good, calendar.System{}, nil, nil); err != nil || h.Name() != "hyperverge" || !h.Available() {
		t.Errorf("a whole configuration: got %v, want hyperverge, available", err)
	}
}
