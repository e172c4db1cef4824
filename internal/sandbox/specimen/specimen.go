// Package specimen makes documents that belong to nobody, for the sandbox: pictures
// that say of themselves that they are specimens, and bank statements. What a picture
// says stands on it in a printed code too, so that the sandbox reads what is there, also
// from a photo of it, and has nothing to say about any other picture.
package specimen

import (
	"encoding/json"
	"errors"
	"strings"
)

// Selfie is the kind of a picture of a face. The other kinds are those of
// provider.DocumentKind.
const Selfie = "selfie"

// The flaws of a specimen.
const (
	Blurred = "blurred"
	Glare   = "glare"
	NotLive = "notLive"
)

// Document is what a specimen says. Its members are short in the code, which has to be
// read by a camera. Dates are YYYY-MM-DD.
type Document struct {
	Kind     string   `json:"k"`
	Side     string   `json:"s,omitempty"` // front or back
	Number   string   `json:"n,omitempty"`
	Name     string   `json:"m,omitempty"`
	Born     string   `json:"b,omitempty"`
	Gender   string   `json:"g,omitempty"` // M, F or T
	Guardian string   `json:"u,omitempty"`
	Address  string   `json:"a,omitempty"`
	Pincode  string   `json:"p,omitempty"`
	Expires  string   `json:"e,omitempty"`
	Face     string   `json:"f,omitempty"` // whose face it shows: a word that is the same on all of a person's
	Flaws    []string `json:"w,omitempty"`
}

// Has says whether the specimen has a flaw.
func (d Document) Has(flaw string) bool {
	for _, f := range d.Flaws {
		if f == flaw {
			return true
		}
	}
	return false
}

// mark begins the text of a specimen's code, so that no other code is taken for one.
const mark = "SPECIMEN:"

// errNone says that there is no specimen.
var errNone = errors.New("specimen: none")

func (d Document) code() (string, error) {
	raw, err := json.Marshal(d)
	return mark + string(raw), err
}

func decode(code string) (Document, error) {
	raw, found := strings.CutPrefix(code, mark)
	var d Document
	if !found || json.Unmarshal([]byte(raw), &d) != nil || d.Kind == "" {
		return Document{}, errNone
	}
	return d, nil
}
