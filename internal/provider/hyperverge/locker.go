package hyperverge

import (
	"context"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"rento/internal/ident"
	"rento/internal/provider"
)

// Locker is DigiLocker through HyperVerge, which keeps the consent on its side.
type Locker struct{ h *Identity }

var _ provider.Locker = (*Locker)(nil)

// Locker is DigiLocker by the same account.
func (h *Identity) Locker() *Locker { return &Locker{h} }

// Name is "hyperverge".
func (l *Locker) Name() string { return Name }

// Available reports whether the provider has been answering.
func (l *Locker) Available() bool { return l.h.verify.Available() }

// lockerRefusals are the provider's codes by what they mean.
var lockerRefusals = map[string]provider.Refusal{
	"ER_CONSENT_MISSING": provider.ConsentDenied, "ER_AADHAAR_NOT_LINKED": provider.NotLinked, "ER_AADHAAR_NOT_AVAILABLE": provider.NotFound,
	"ER_EXPIRED_TOKEN": provider.ConsentExpired,
}

// refusedByCode reads an error of the locker. A 422 without a code of its own is about a
// minor. A source that is down remains a failure, to be asked again.
func refusedByCode(err error) error {
	e, ok := errors.AsType[*provider.Error](err)
	switch {
	case !ok:
		return err
	case lockerRefusals[e.Reason] != "":
		return refusedAs(e, lockerRefusals[e.Reason])
	case e.Status == http.StatusUnprocessableEntity:
		return refusedAs(e, provider.UnderAge)
	}
	return err
}

// Start begins a consent. What ties the browser's return to it stands in the address to
// which it returns.
func (l *Locker) Start(ctx context.Context, reference, returnURL string) (provider.Consent, error) {
	const call = "locker.start"
	back, err := url.Parse(returnURL)
	if err != nil {
		return provider.Consent{}, failed(call, provider.NotAttempted, errors.New("no address to return to"))
	}
	state := ident.Reference(32)
	query := back.Query()
	query.Set("state", state)
	back.RawQuery = query.Encode()
	var answer struct {
		Result struct {
			URL string `json:"url"`
		} `json:"result"`
	}
	asked := map[string]string{"referenceId": reference, "redirectURL": back.String()}
	if err := l.h.verify.JSON(ctx, l.h.request(call, "/api/digilocker/start", reference), asked, &answer); err != nil {
		return provider.Consent{}, refusedByCode(err)
	}
	if at, err := url.Parse(answer.Result.URL); err != nil || at.Host == "" {
		return provider.Consent{}, failed(call, provider.Unknown, errors.New("an answer without the page of the consent"))
	}
	return provider.Consent{URL: answer.Result.URL, Reference: reference, ReturnURL: returnURL, State: state}, nil
}

type aadhaarAnswer struct {
	Result struct {
		Name          string `json:"name"`
		DOB           string `json:"dob"`
		Gender        string `json:"gender"`
		Address       string `json:"address"`
		AddressFields struct {
			Pincode string `json:"pincode"`
		} `json:"addressFields"`
		Masked string `json:"maskedAadhaarNumber"`
		Photo  string `json:"photo"`
	} `json:"result"`
}

// Check makes sure of what proves a person.
func (a *aadhaarAnswer) Check() error {
	r := a.Result
	if strings.TrimSpace(r.Name) == "" || date(r.DOB).IsZero() || len(r.Masked) < 4 {
		return errors.New("an Aadhaar without name, date of birth or number")
	}
	return nil
}

// Finish fetches what was shared. The provider gives the card of a PAN only if there is
// one.
func (l *Locker) Finish(ctx context.Context, consent provider.Consent, query url.Values) (provider.LockerDocuments, error) {
	const call = "locker.aadhaar"
	var none provider.LockerDocuments
	if subtle.ConstantTimeCompare([]byte(query.Get("state")), []byte(consent.State)) != 1 || consent.State == "" {
		return none, failed(call, provider.NotAttempted, provider.ErrBadSignature)
	}
	if query.Get("error") != "" || query.Get("status") == "failure" {
		return none, declined(call, provider.ConsentDenied)
	}
	var answer aadhaarAnswer
	asked := map[string]string{"referenceId": consent.Reference, "aadhaarFile": "no"}
	if err := l.h.verify.JSON(ctx, l.h.request(call, "/api/digilocker/eAadhaarDetails", consent.Reference), asked, &answer); err != nil {
		return none, refusedByCode(err)
	}
	r := answer.Result
	photo, err := base64.StdEncoding.DecodeString(r.Photo)
	if err != nil {
		return none, failed(call, provider.Unknown, errors.New("the photo cannot be read"))
	}
	found := provider.LockerDocuments{Aadhaar: provider.EAadhaar{
		Name: strings.TrimSpace(r.Name), BirthDate: date(r.DOB), Gender: gender(r.Gender), LastFour: r.Masked[len(r.Masked)-4:],
		Address: r.Address, Pincode: r.AddressFields.Pincode, Photo: photo,
	}}
	found.PAN, err = l.pan(ctx, consent.Reference)
	return found, err
}

func (l *Locker) pan(ctx context.Context, reference string) (*provider.LockerPAN, error) {
	var answer struct {
		Result struct {
			Details []fields `json:"details"`
		} `json:"result"`
	}
	asked := map[string]string{"referenceId": reference, "pan": "yes", "dl": "no", "panFile": "no", "dlFile": "no"}
	if err := l.h.verify.JSON(ctx, l.h.request("locker.documents", "/api/digilocker/docDetails", reference), asked, &answer); err != nil {
		return nil, refusedByCode(err)
	}
	for _, d := range answer.Result.Details {
		if pan := strings.ToUpper(d.get("pan", "panNumber")); pan != "" {
			return &provider.LockerPAN{Number: pan, Name: d.get("name"), BirthDate: date(d.get("dob"))}, nil
		}
	}
	return nil, nil //nolint:nilnil // a locker without a PAN is as good
}
