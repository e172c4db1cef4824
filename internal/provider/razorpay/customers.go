package razorpay

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/provider"
)

// failExisting "0" has a customer who is there already returned.
const failExisting = "0"

type customerRequest struct {
	Name         string `json:"name,omitempty"`
	Email        string `json:"email,omitempty"`
	Contact      string `json:"contact"`
	FailExisting string `json:"fail_existing"`
}

type customer struct {
	ID string `json:"id"`
}

// Check reports a customer without an id.
func (c *customer) Check() error {
	if c.ID == "" {
		return fmt.Errorf("customer: %w", errIncomplete)
	}
	return provider.CheckIDs(c.ID)
}

// customer is the customer at Razorpay, whose mandates are found there by its id. To
// ask again gives the same one, so an answer that was lost has changed nothing.
func (g *Gateway) customer(ctx context.Context, c provider.Customer) (string, error) {
	var made customer
	err := g.post(ctx, "customers.create", "/customers", customerRequest{
		Name: plainName(c.Name), Email: plainEmail(c.Email), Contact: contact(c), FailExisting: failExisting,
	}, &made)
	if provider.OutcomeOf(err) == provider.Unknown && err != nil {
		return "", failed("customers.create", provider.NotAttempted, "", "%w", err)
	}
	return made.ID, err
}

func contact(c provider.Customer) string { return "+91" + c.Mobile }

// The bounds of what Razorpay takes of a customer, in characters.
const (
	shortestName = 3
	longestName  = 50
	longestEmail = 64
)

// plainName is what Razorpay takes of a name: letters and digits of English, with
// full stops, apostrophes and parentheses; "" for one of which too little is left.
func plainName(name string) string {
	kept := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', strings.ContainsRune(".'() ", r):
			return r
		}
		return ' '
	}, name)
	kept = strings.Join(strings.Fields(kept), " ")
	kept = strings.TrimSpace(kept[:min(len(kept), longestName)])
	if len(kept) < shortestName {
		return ""
	}
	return kept
}

func plainEmail(email string) string {
	if len(email) > longestEmail {
		return ""
	}
	return email
}
