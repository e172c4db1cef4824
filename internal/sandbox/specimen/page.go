package specimen

import (
	"bytes"
	_ "embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rento/internal/identifier"
	"rento/internal/provider"
	"rento/internal/webpage"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// Shared is what a customer says on the page of a locker. State is shared, denied,
// not_linked, minor or down.
type Shared struct {
	State  string
	Person Person
	PAN    bool
}

// show writes a page. Its forms go to the sandbox, which sends the browser on to back.
func show(w http.ResponseWriter, name string, back *url.URL, data map[string]any) {
	nonce := webpage.Nonce()
	forms := "'self'"
	if back != nil {
		forms += " " + back.Scheme + "://" + back.Host
	}
	data["Nonce"] = nonce
	var out bytes.Buffer
	if err := pageTemplate.ExecuteTemplate(&out, name, data); err != nil {
		http.Error(w, "", http.StatusInternalServerError)
		return
	}
	webpage.Plain(w.Header(), webpage.Policy{Rules: []string{"style-src 'nonce-" + nonce + "'", "img-src 'self'"}, Forms: forms})
	_, _ = w.Write(out.Bytes())
}

// ConsentPage is a locker's: who the customer is, and what becomes of the consent.
func ConsentPage(w http.ResponseWriter, back *url.URL) {
	show(w, "consent", back, map[string]any{"Title": "DigiLocker (sandbox)"})
}

// NetBankingPage is that of a bank, reached through who reads statements. bank is the id
// of one, or "".
func NetBankingPage(w http.ResponseWriter, back *url.URL, bank string) {
	show(w, "netbanking", back, map[string]any{"Title": "Net banking (sandbox)", "Bank": bank, "Banks": Banks()})
}

var errForm = errors.New("a name, a date of birth as YYYY-MM-DD and an address are needed")

// longestForm bounds what a page sends, in bytes.
const longestForm = 64 << 10

// ReadConsent reads what was said on the page of a locker. Somebody who is not of age at
// now shares nothing.
func ReadConsent(w http.ResponseWriter, r *http.Request, now time.Time) (Shared, error) {
	r.Body = http.MaxBytesReader(w, r.Body, longestForm)
	if err := r.ParseForm(); err != nil {
		return Shared{}, errForm
	}
	state := r.PostForm.Get("answer")
	switch state {
	case "denied", "not_linked", "down":
		return Shared{State: state}, nil
	}
	person, err := personOf(r.PostForm)
	if err != nil {
		return Shared{}, err
	}
	state = "shared"
	if born, _ := time.Parse(time.DateOnly, person.Born); born.AddDate(18, 0, 0).After(now) {
		state = "minor"
	}
	return Shared{State: state, Person: person, PAN: r.PostForm.Get("pan") != ""}, nil
}

// personOf reads who a form is about.
func personOf(form url.Values) (Person, error) {
	text := func(name string) string {
		words := strings.Join(strings.Fields(form.Get(name)), " ")
		return string([]rune(words)[:min(len([]rune(words)), 120)])
	}
	p := Person{
		Name: text("name"), Born: text("born"), Gender: text("gender"), Guardian: text("guardian"),
		Address: text("address"), Pincode: text("pincode"), State: strings.ToUpper(text("state")),
	}
	if p.State == "" {
		p.State = "KA"
	}
	if _, err := time.Parse(time.DateOnly, p.Born); err != nil || p.Name == "" || p.Address == "" {
		return Person{}, errForm
	}
	return p, nil
}

// Pages mounts the page on which specimens are made, and what it offers, below prefix.
// Nothing is kept: each address says all that is on the specimen.
func Pages(mux *http.ServeMux, prefix string, now func() time.Time) {
	mux.HandleFunc("GET "+prefix, func(w http.ResponseWriter, r *http.Request) { makePage(w, r, prefix) })
	mux.HandleFunc("GET "+prefix+"/document", sendDocument)
	mux.HandleFunc("GET "+prefix+"/statement", func(w http.ResponseWriter, r *http.Request) { sendStatement(w, r, now()) })
}

// offer is a specimen that the page offers.
type offer struct {
	Name  string
	Links []link
}

type link struct{ Text, URL string }

// makePage asks who the specimens are of, and offers them.
func makePage(w http.ResponseWriter, r *http.Request, prefix string) {
	asked := r.URL.Query()
	data := map[string]any{"Title": "Specimens (sandbox)", "Asked": map[string]string{
		"name": asked.Get("name"), "born": asked.Get("born"), "gender": asked.Get("gender"), "guardian": asked.Get("guardian"), "address": asked.Get("address"), "pincode": asked.Get("pincode"),
	}, "Banks": Banks()}
	if person, err := personOf(asked); err == nil {
		data["Person"], data["Offers"] = person, offers(prefix, asked)
		pan := person.PAN("")
		data["PAN"], data["GSTIN"] = pan, gstinOf(pan)
	} else if len(asked) > 0 {
		data["Problem"] = errForm.Error()
	}
	show(w, "make", nil, data)
}

// gstinOf is the registration of a business in Karnataka that belongs to who has a PAN.
func gstinOf(pan string) string {
	first := "29" + pan + "1Z"
	return first + string(identifier.GSTINCheck(first))
}

func offers(prefix string, asked url.Values) []offer {
	at := func(kind, side, flaw string) []link {
		var links []link
		for _, form := range []string{"jpeg", "png", "pdf"} {
			query := url.Values{}
			for name, values := range asked {
				query[name] = values
			}
			query.Set("kind", kind)
			query.Set("side", side)
			query.Set("flaw", flaw)
			query.Set("form", form)
			links = append(links, link{strings.ToUpper(form), prefix + "/document?" + query.Encode()})
		}
		return links
	}
	pan, aadhaar := string(provider.PANCard), string(provider.Aadhaar)
	return []offer{
		{"PAN card", at(pan, "front", "")},
		{"Aadhaar, front", at(aadhaar, "front", "")},
		{"Aadhaar, back", at(aadhaar, "back", "")},
		{"Passport, front", at(string(provider.Passport), "front", "")},
		{"Passport, back", at(string(provider.Passport), "back", "")},
		{"Driving licence", at(string(provider.DrivingLicence), "front", "")},
		{"Voter card, front", at(string(provider.VoterID), "front", "")},
		{"Voter card, back", at(string(provider.VoterID), "back", "")},
		{"Selfie", at(Selfie, "", "")},
		{"PAN card that is blurred", at(pan, "front", Blurred)},
		{"PAN card with a glare", at(pan, "front", Glare)},
		{"PAN that is inactive", at(pan, "front", "serial"+SerialInactive)},
		{"PAN that somebody has twice", at(pan, "front", "serial"+SerialDuplicate)},
		{"PAN that nobody has", at(pan, "front", "serial"+SerialNotFound)},
		{"PAN while the register is down", at(pan, "front", "serial"+SerialDown)},
		{"Selfie of a photo", at(Selfie, "", NotLive)},
		{"Selfie of somebody else", at(Selfie, "", "other")},
	}
}

func sendDocument(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query()
	person, err := personOf(asked)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	d := person.Document(asked.Get("kind"), asked.Get("side"))
	switch flaw := asked.Get("flaw"); {
	case flaw == "other":
		d.Face = chanceWord(d.Face)
	case strings.HasPrefix(flaw, "serial"):
		d.Number = person.PAN(strings.TrimPrefix(flaw, "serial"))
	case flaw != "":
		d.Flaws = []string{flaw}
	}
	make, kind := JPEG, "image/jpeg"
	switch asked.Get("form") {
	case "png":
		make, kind = PNG, "image/png"
	case "pdf":
		make, kind = func(d Document) ([]byte, error) { return PDF(d) }, "application/pdf"
	}
	file, err := make(d)
	if err != nil {
		http.Error(w, "There is no such specimen.", http.StatusBadRequest)
		return
	}
	send(w, file, kind, d.Kind+d.Side+"."+kind[strings.Index(kind, "/")+1:])
}

// chanceWord is another face than the one of a word.
func chanceWord(face string) string { return "other-" + face }

// send sends a file to be kept.
func send(w http.ResponseWriter, file []byte, kind, name string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Disposition", `attachment; filename="specimen-`+name+`"`)
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(file) //nolint:gosec // a picture or a PDF, by its type
}
