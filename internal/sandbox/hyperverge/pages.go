package hyperverge

import (
	_ "embed"
	"net/http"
	"net/url"

	"rento/internal/identifier"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
)

//go:embed sdk.js
var script []byte

// pages are for the customer's browser: the script with its call, and DigiLocker's page.
func (p *Provider) pages(mux *http.ServeMux, prefix string) {
	mux.Handle("GET "+prefix+"/sdk/sdk.min.js", emulator.Script(script))
	mux.Handle("OPTIONS "+prefix+"/sdk/finish", emulator.Allow())
	mux.Handle("POST "+prefix+"/sdk/finish", emulator.Open(emulator.Payer(p.Base, errToken, p.finish, emulator.AnswerPayer)))
	mux.HandleFunc("GET "+prefix+"/digilocker/{id}", p.consentPage)
	mux.HandleFunc("POST "+prefix+"/digilocker/{id}", p.consentGiven)
}

// startLocker opens a consent. The same reference begins anew.
func (p *Provider) startLocker(r *request) (any, error) {
	var asked struct {
		Reference string `json:"referenceId"`
		Redirect  string `json:"redirectURL"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	if at, err := url.Parse(asked.Redirect); asked.Reference == "" || err != nil || at.Host == "" {
		return nil, refusal(http.StatusBadRequest, "", "referenceId and redirectURL are required")
	}
	id := p.IDs.ID("dl")
	p.books.Lockers[asked.Reference] = &consent{ID: id, ReturnURL: asked.Redirect}
	return map[string]any{"url": p.Origin + p.prefix + "/digilocker/" + id}, nil
}

// opened is the consent of a call, if something was shared.
func (p *Provider) opened(r *request) (*consent, error) {
	var asked struct {
		Reference string `json:"referenceId"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	c := p.books.Lockers[asked.Reference]
	switch {
	case c == nil:
		return nil, refusal(http.StatusUnauthorized, "ER_EXPIRED_TOKEN", "Token expired")
	case c.State == "" || c.State == "denied":
		return nil, refusal(http.StatusBadRequest, "ER_CONSENT_MISSING", "Consent missing")
	case c.State == "not_linked":
		return nil, refusal(http.StatusBadRequest, "ER_AADHAAR_NOT_LINKED", "Aadhaar is not linked to DigiLocker")
	case c.State == "down":
		return nil, refusal(http.StatusServiceUnavailable, "ER_DIGILOCKER_REPO_SERVICE_UNRESPONSIVE", "DigiLocker does not answer")
	case c.State == "minor":
		return nil, refusal(http.StatusUnprocessableEntity, "", "User is a minor")
	}
	return c, nil
}

func (p *Provider) lockerAadhaar(r *request) (any, error) {
	c, err := p.opened(r)
	if err != nil {
		return nil, err
	}
	number, err := identifier.ParseAadhaar(c.Person.Aadhaar())
	if err != nil {
		return nil, err
	}
	photo, err := specimen.JPEG(c.Person.Document(specimen.Selfie, ""))
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"name": c.Person.Name, "dob": day(c.Person.Born), "gender": c.Person.Gender, "address": c.Person.Address,
		"addressFields": map[string]any{"pincode": c.Person.Pincode, "country": "India"}, "maskedAadhaarNumber": "xxxxxxxx" + string(number),
		"photo": photo, "summary": map[string]any{"action": "pass"},
	}, nil
}

func (p *Provider) lockerDocuments(r *request) (any, error) {
	c, err := p.opened(r)
	if err != nil {
		return nil, err
	}
	found := []any{}
	if c.PAN {
		pan := c.Person.PAN("")
		p.books.Names[pan] = c.Person.Name
		found = append(found, map[string]any{"documentType": "pan", "pan": pan, "name": c.Person.Name, "dob": day(c.Person.Born)})
	}
	return map[string]any{"docsFound": len(found) > 0, "details": found}, nil
}

// consentPage is DigiLocker's: who the customer is, and what becomes of it.
func (p *Provider) consentPage(w http.ResponseWriter, r *http.Request) {
	c, found := p.waiting(r.PathValue("id"))
	if !found {
		http.Error(w, "This consent is not known, or was used.", http.StatusGone)
		return
	}
	back, err := url.Parse(c.ReturnURL)
	if err != nil {
		http.Error(w, "There is no way back.", http.StatusBadRequest)
		return
	}
	specimen.ConsentPage(w, back)
}

// waiting is a consent about which nothing was said yet.
func (p *Provider) waiting(id string) (consent, bool) {
	p.Lock()
	defer p.Unlock()
	for _, c := range p.books.Lockers {
		if c.ID == id && c.State == "" {
			return *c, true
		}
	}
	return consent{}, false
}

// consentGiven takes what the customer said, and sends the browser back.
func (p *Provider) consentGiven(w http.ResponseWriter, r *http.Request) {
	said, err := specimen.ReadConsent(w, r, p.Clock.Now())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	p.Lock()
	var back string
	for _, c := range p.books.Lockers {
		if c.ID == r.PathValue("id") && c.State == "" {
			c.State, c.Person, c.PAN = said.State, &said.Person, said.PAN
			back = c.ReturnURL
		}
	}
	p.Unlock()
	at, err := url.Parse(back)
	if back == "" || err != nil {
		http.Error(w, "This consent is not known, or was used.", http.StatusGone)
		return
	}
	if said.State == "denied" {
		query := at.Query()
		query.Set("error", "access_denied")
		at.RawQuery = query.Encode()
	}
	http.Redirect(w, r, at.String(), http.StatusSeeOther)
}
