package razorpay

import (
	"slices"
	"strings"
	"time"
)

// customer is one, as it is kept.
type customer struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Email   string    `json:"email"`
	Contact string    `json:"contact"`
	At      time.Time `json:"at"`
}

func (b *books) customer(id string) *customer {
	i := slices.IndexFunc(b.customers, func(c *customer) bool { return c.ID == id })
	if i < 0 {
		return nil
	}
	return b.customers[i]
}

// createCustomer makes a customer, or shows the one of the same contact and e-mail
// when fail_existing is "0".
func (p *Provider) createCustomer(r *request) (any, error) {
	f := r.fields
	if err := f.only("name", "email", "contact", "fail_existing", "gstin", "notes"); err != nil {
		return nil, err
	}
	made := &customer{At: r.now}
	for name, into := range map[string]*string{"name": &made.Name, "email": &made.Email, "contact": &made.Contact} {
		text, err := f.text(name)
		if err != nil {
			return nil, err
		}
		*into = text
	}
	if made.Name != "" && (len(made.Name) < 3 || len(made.Name) > 50 || strings.ContainsAny(made.Name, "<>&")) {
		return nil, wrong("name", "The name must be between 3 and 50 characters and may have letters, digits, full stops, apostrophes and parentheses.")
	}
	if made.Contact == "" && made.Email == "" {
		return nil, missing("contact")
	}
	i := slices.IndexFunc(p.books.customers, func(c *customer) bool { return c.Email == made.Email && c.Contact == made.Contact })
	if i >= 0 {
		if flag, _ := f.text("fail_existing"); flag != "0" {
			return nil, refusal("Customer already exists for the merchant")
		}
		return p.books.customers[i].entity(), nil
	}
	made.ID = p.IDs.ID("cust_")
	p.books.customers = append(p.books.customers, made)
	return made.entity(), nil
}

func (p *Provider) fetchCustomer(r *request) (any, error) {
	if c := p.books.customer(r.PathValue("customer")); c != nil {
		return c.entity(), nil
	}
	return nil, unknownID()
}

func (c *customer) entity() map[string]any {
	return map[string]any{
		"id": c.ID, "entity": "customer", "name": orNull(c.Name), "email": orNull(c.Email), "contact": orNull(c.Contact), "gstin": nil,
		"notes": []string{}, "created_at": c.At.Unix(),
	}
}
