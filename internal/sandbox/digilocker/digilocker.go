// Package digilocker pretends to be DigiLocker, as a requester sees it: the page of the
// consent, the token for its code, the list of what is issued, and documents, of which
// the Aadhaar is signed with a key of the sandbox. Its facts are those of
// docs/providers/digilocker.md.
package digilocker

import (
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/beevik/etree"
	dsig "github.com/russellhaering/goxmldsig"

	"rento/internal/identifier"
	"rento/internal/sandbox/emulator"
	"rento/internal/sandbox/specimen"
)

// Name is the first segment of the provider's paths.
const Name = "digilocker"

// signer is the key with which the sandbox signs Aadhaars: it proves nothing anywhere
// else.
//
//go:embed signer.pem
var signer []byte

//go:embed certificate.pem
var certificate []byte

// Certificate is that of the sandbox's signatures, its DER form in base64.
func Certificate() string {
	block, _ := pem.Decode(certificate)
	return base64.StdEncoding.EncodeToString(block.Bytes)
}

// Keys are our credentials at this provider.
type Keys struct{ ClientID, ClientSecret string }

// Check refuses keys that are not whole.
func (k Keys) Check() error {
	if k.ClientID == "" || k.ClientSecret == "" {
		return errors.New("digilocker needs client id and client secret")
	}
	return nil
}

// Open opens a DigiLocker that knows the keys, with empty books.
func (k Keys) Open(base *emulator.Base) emulator.Provider { return New(k, base) }

// Provider is the emulated DigiLocker. It is safe for concurrent use.
type Provider struct {
	*emulator.Base
	keys   Keys
	grants map[string]*grant // by code, then by token
}

// grant is what a customer shares.
type grant struct {
	Shared    specimen.Shared `json:"shared"`
	Return    string          `json:"return"`
	Challenge string          `json:"challenge"`
	Until     time.Time       `json:"until"`
}

const (
	codeLifetime  = 10 * time.Minute
	tokenLifetime = time.Hour
)

// New opens a DigiLocker with empty books.
func New(keys Keys, r *emulator.Base) *Provider {
	return &Provider{Base: r, keys: keys, grants: map[string]*grant{}}
}

// Name is "digilocker".
func (p *Provider) Name() string { return Name }

// ForShops is nothing: customers come to the provider's own page.
func (*Provider) ForShops() []string { return nil }

// Reset empties the books.
func (p *Provider) Reset() { p.Restart(func() { p.grants = map[string]*grant{} }) }

// Books are what the provider believes, for people to read.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	return map[string]any{"grants": len(p.grants), "plans": p.Plans()}
}

// Memory returns the books in a form that Recall takes.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	return json.Marshal(p.grants)
}

// Recall takes the place of the books with what Memory returned.
func (p *Provider) Recall(raw json.RawMessage) error {
	kept := map[string]*grant{}
	if err := json.Unmarshal(raw, &kept); err != nil {
		return err
	}
	p.Restart(func() { p.grants = kept })
	return nil
}

// Routes mounts everything below prefix, as in "/sandbox/digilocker".
func (p *Provider) Routes(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("GET "+prefix+"/oauth2/1/authorize", p.authorize)
	mux.HandleFunc("POST "+prefix+"/oauth2/1/authorize", p.authorized)
	mux.Handle("POST "+prefix+"/oauth2/1/token", p.Faults.Inject("locker.token", http.HandlerFunc(p.token)))
	document := func(name, path string, do func(g *grant, r *http.Request) ([]byte, string, error)) {
		mux.Handle("GET "+prefix+path, p.Faults.Inject(name, p.document(do)))
	}
	document("locker.aadhaar", "/oauth2/3/xml/eaadhaar", p.aadhaar)
	document("locker.issued", "/oauth2/2/files/issued", p.issued)
	document("locker.pan", "/oauth2/3/xml/files", p.file)
}

func refuse(w http.ResponseWriter, status int, code string) {
	emulator.Send(w, status, map[string]any{"error": code, "error_description": strings.ReplaceAll(code, "_", " ")})
}

// asked is what the address of the consent says, and where the browser goes back to.
func (p *Provider) asked(r *http.Request) (url.Values, *url.URL, bool) {
	query := r.URL.Query()
	back, err := url.Parse(query.Get("redirect_uri"))
	whole := query.Get("response_type") == "code" && query.Get("client_id") == p.keys.ClientID && query.Get("state") != "" &&
		query.Get("code_challenge") != "" && query.Get("code_challenge_method") == "S256"
	return query, back, err == nil && back.Host != "" && whole
}

// authorize is the page of the consent.
func (p *Provider) authorize(w http.ResponseWriter, r *http.Request) {
	_, back, ok := p.asked(r)
	if !ok {
		refuse(w, http.StatusBadRequest, "invalid_request")
		return
	}
	specimen.ConsentPage(w, back)
}

// authorized takes what the customer said, and sends the browser back.
func (p *Provider) authorized(w http.ResponseWriter, r *http.Request) {
	query, back, ok := p.asked(r)
	if !ok {
		refuse(w, http.StatusBadRequest, "invalid_request")
		return
	}
	said, err := specimen.ReadConsent(w, r, p.Clock.Now())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	answer := back.Query()
	answer.Set("state", query.Get("state"))
	if said.State == "denied" {
		answer.Set("error", "access_denied")
	} else {
		code := rand.Text()
		answer.Set("code", code)
		p.Lock()
		p.grants[code] = &grant{said, query.Get("redirect_uri"), query.Get("code_challenge"), p.CatchUp().Add(codeLifetime)}
		p.Unlock()
	}
	back.RawQuery = answer.Encode()
	http.Redirect(w, r, back.String(), http.StatusSeeOther) //nolint:gosec // to who has asked, as the real one does
}

// token exchanges a code, once.
func (p *Provider) token(w http.ResponseWriter, r *http.Request) {
	const longest = 64 << 10
	r.Body = http.MaxBytesReader(w, r.Body, longest)
	if r.ParseForm() != nil || r.PostForm.Get("grant_type") != "authorization_code" {
		refuse(w, http.StatusBadRequest, "unsupported_grant_type")
		return
	}
	given := r.PostForm.Get("client_id") + ":" + r.PostForm.Get("client_secret")
	if subtle.ConstantTimeCompare([]byte(given), []byte(p.keys.ClientID+":"+p.keys.ClientSecret)) != 1 {
		refuse(w, http.StatusUnauthorized, "invalid_client")
		return
	}
	p.Lock()
	defer p.Unlock()
	now := p.CatchUp()
	g := p.grants[r.PostForm.Get("code")]
	delete(p.grants, r.PostForm.Get("code"))
	sum := sha256.Sum256([]byte(r.PostForm.Get("code_verifier")))
	if g == nil || g.Challenge == "" || now.After(g.Until) || g.Return != r.PostForm.Get("redirect_uri") || g.Challenge != base64.RawURLEncoding.EncodeToString(sum[:]) {
		refuse(w, http.StatusBadRequest, "invalid_grant")
		return
	}
	token := rand.Text()
	g.Challenge, g.Until = "", now.Add(tokenLifetime)
	p.grants[token] = g
	aadhaar := "Y"
	if g.Shared.State == "not_linked" {
		aadhaar = "N"
	}
	emulator.Send(w, http.StatusOK, map[string]any{
		"access_token": token, "expires_in": int(tokenLifetime / time.Second), "token_type": "Bearer", "digilockerid": "specimen", "name": g.Shared.Person.Name, "eaadhaar": aadhaar,
	})
}

// document serves one by a customer's token, with the code that proves it came whole.
func (p *Provider) document(do func(g *grant, r *http.Request) ([]byte, string, error)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token, found := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		p.Lock()
		g := p.grants[token]
		if found && g != nil && (g.Challenge != "" || p.CatchUp().After(g.Until)) {
			g = nil
		}
		p.Unlock()
		switch {
		case !found || g == nil:
			refuse(w, http.StatusUnauthorized, "invalid_token")
			return
		case g.Shared.State == "down":
			refuse(w, http.StatusServiceUnavailable, "repository_service_unavailable")
			return
		}
		body, kind, err := do(g, r)
		if err != nil {
			refuse(w, http.StatusNotFound, "uri_missing")
			return
		}
		mac := hmac.New(sha256.New, []byte(p.keys.ClientSecret))
		mac.Write(body)
		w.Header().Set("Hmac", base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write(body)
	})
}

func day(text string) string {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return text
	}
	return t.Format("02-01-2006")
}

// aadhaar is signed as a whole. Minors have one too.
func (p *Provider) aadhaar(g *grant, _ *http.Request) ([]byte, string, error) {
	who := g.Shared.Person
	number, err := identifier.ParseAadhaar(who.Aadhaar())
	if err != nil {
		return nil, "", err
	}
	photo, err := specimen.JPEG(who.Document(specimen.Selfie, ""))
	if err != nil {
		return nil, "", err
	}
	now := p.Clock.Now().UTC()
	root := etree.NewElement("Certificate")
	result := root.CreateElement("CertificateData").CreateElement("KycRes")
	attributes(result, "ret", "Y", "code", rand.Text(), "txn", "sandbox", "ts", now.Format(time.RFC3339), "ttl", now.AddDate(1, 0, 0).Format(time.RFC3339))
	data := result.CreateElement("UidData")
	attributes(data, "uid", "xxxxxxxx"+string(number), "tkn", "sandbox")
	attributes(data.CreateElement("Poi"), "name", who.Name, "dob", day(who.Born), "gender", who.Gender)
	attributes(data.CreateElement("Poa"), "house", who.Address, "pc", who.Pincode, "country", "India")
	data.CreateElement("Pht").SetText(base64.StdEncoding.EncodeToString(photo))
	signed, err := sign(root)
	if err != nil {
		return nil, "", err
	}
	document := etree.NewDocument()
	document.SetRoot(signed)
	raw, err := document.WriteToBytes()
	return raw, "application/xml", err
}

func sign(root *etree.Element) (*etree.Element, error) {
	pair, err := tls.X509KeyPair(certificate, signer)
	if err != nil {
		return nil, err
	}
	by, err := dsig.NewSigningContext(pair.PrivateKey.(crypto.Signer), pair.Certificate)
	if err != nil {
		return nil, err
	}
	return by.SignEnveloped(root)
}

func attributes(of *etree.Element, pairs ...string) {
	for pair := range slices.Chunk(pairs, 2) {
		of.CreateAttr(pair[0], pair[1])
	}
}

const panURI = "in.gov.pan-PANCR-specimen"

func (p *Provider) issued(g *grant, _ *http.Request) ([]byte, string, error) {
	items := []any{map[string]any{"name": "Aadhaar Card", "type": "file", "doctype": "ADHAR", "uri": "in.gov.uidai-ADHAR-specimen", "issuer": "UIDAI"}}
	if g.Shared.PAN {
		items = append(items, map[string]any{"name": "PAN Verification Record", "type": "file", "doctype": "PANCR", "uri": panURI, "issuer": "Income Tax Department"})
	}
	raw, err := json.Marshal(map[string]any{"items": items})
	return raw, "application/json", err
}

// file is a certificate, that of the PAN.
func (p *Provider) file(g *grant, r *http.Request) ([]byte, string, error) {
	if r.URL.Query().Get("uri") != panURI || !g.Shared.PAN {
		return nil, "", errors.New("no such file")
	}
	root := etree.NewElement("Certificate")
	attributes(root, "name", "PAN Verification Record", "type", "PANCR", "number", g.Shared.Person.PAN(""), "status", "A")
	attributes(root.CreateElement("IssuedTo").CreateElement("Person"), "name", g.Shared.Person.Name, "dob", day(g.Shared.Person.Born), "gender", g.Shared.Person.Gender)
	document := etree.NewDocument()
	document.SetRoot(root)
	raw, err := document.WriteToBytes()
	return raw, "application/xml", err
}
