package hyperverge

import (
	"rento/internal/sandbox/specimen"
)

// books are what the provider remembers. Pictures that it made are not kept for long.
type books struct {
	// Transactions are the states by our ids, Tokens the transactions by their tokens.
	Transactions map[string]string `json:"transactions"`
	Tokens       map[string]string `json:"tokens"`
	// Names are those of PANs that were seen on a document.
	Names map[string]string `json:"names"`
	// Lockers are the consents by our references.
	Lockers map[string]*consent `json:"lockers"`

	pictures map[string][]byte
}

// consent is a customer's at DigiLocker.
type consent struct {
	ID        string           `json:"id"`
	ReturnURL string           `json:"return_url"`
	State     string           `json:"state"` // "", shared, denied, not_linked, minor, down
	Person    *specimen.Person `json:"person,omitempty"`
	PAN       bool             `json:"pan"`
}

func newBooks() books {
	return books{
		Transactions: map[string]string{}, Tokens: map[string]string{}, Names: map[string]string{}, Lockers: map[string]*consent{}, pictures: map[string][]byte{},
	}
}

// mostPictures bounds how many masked pictures wait to be fetched.
const mostPictures = 50

func (b *books) keepPicture(id string, file []byte) {
	if len(b.pictures) >= mostPictures {
		clear(b.pictures)
	}
	b.pictures[id] = file
}
