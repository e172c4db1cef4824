package razorpayx

import (
	"encoding/json"
	"fmt"
	"time"

	"rento/internal/sandbox/emulator"
)

// books are all that the provider believes. They are kept as they stand, so
// every member has its name.
type books struct {
	Contacts     []*contact        `json:"contacts"`
	FundAccounts []*fundAccount    `json:"fund_accounts"`
	Validations  []*validation     `json:"validations"`
	Payouts      []*payout         `json:"payouts"`
	Keys         map[string]keyUse `json:"keys"`
}

// keyUse remembers what an idempotency key was first used for.
type keyUse struct {
	Body   string `json:"body"`
	Payout string `json:"payout"`
}

func newBooks() books { return books{Keys: map[string]keyUse{}} }

type contact struct {
	ID          string            `json:"id"`
	Name        string            `json:"name"`
	Email       string            `json:"email"`
	Contact     string            `json:"contact"`
	Type        string            `json:"type"`
	ReferenceID string            `json:"reference_id"`
	Notes       map[string]string `json:"notes"`
	At          time.Time         `json:"at"`
}

type bankAccount struct {
	Name          string `json:"name"`
	IFSC          string `json:"ifsc"`
	AccountNumber string `json:"account_number"`
}

type fundAccount struct {
	ID          string       `json:"id"`
	ContactID   string       `json:"contact_id"`
	AccountType string       `json:"account_type"`
	BankAccount *bankAccount `json:"bank_account,omitempty"`
	Address     string       `json:"address,omitempty"` // the UPI id
	At          time.Time    `json:"at"`
}

type validation struct {
	ID          string    `json:"id"`
	FundAccount string    `json:"fund_account"`
	Status      string    `json:"status"`
	Account     string    `json:"account"` // active or invalid, once it is known
	Name        string    `json:"name"`
	Score       int       `json:"score"`
	UTR         string    `json:"utr"`
	ReferenceID string    `json:"reference_id"`
	At          time.Time `json:"at"`
	// Ends says how and when it will end.
	Ends end `json:"ends"`
}

type payout struct {
	ID          string            `json:"id"`
	FundAccount string            `json:"fund_account"`
	Amount      int64             `json:"amount"`
	Status      string            `json:"status"`
	Mode        string            `json:"mode"`
	Purpose     string            `json:"purpose"`
	ReferenceID string            `json:"reference_id"`
	Narration   string            `json:"narration"`
	Notes       map[string]string `json:"notes"`
	UTR         string            `json:"utr"`
	Reason      string            `json:"reason"`
	At          time.Time         `json:"at"`
	Ends        end               `json:"ends"`
}

// end is how something will end that waits for a bank, and when.
type end struct {
	Outcome string    `json:"outcome"`
	At      time.Time `json:"at"`
}

// Ledger is what the provider believes, for comparison with our own books.
type Ledger struct {
	Contacts     []map[string]any `json:"contacts"`
	FundAccounts []map[string]any `json:"fund_accounts"`
	Validations  []map[string]any `json:"validations"`
	Payouts      []map[string]any `json:"payouts"`
	emulator.Plans
}

// Books lists everything in order of creation.
func (p *Provider) Books() any {
	p.Lock()
	defer p.Unlock()
	p.CatchUp()
	return Ledger{
		Contacts: emulator.Each(p.books.Contacts, (*contact).entity), FundAccounts: emulator.Each(p.books.FundAccounts, p.fundAccountEntity),
		Validations: emulator.Each(p.books.Validations, p.validationEntity), Payouts: emulator.Each(p.books.Payouts, (*payout).entity),
		Plans: p.Plans(),
	}
}

// find returns the member of a list that has an id.
func find[T any](list []T, id string, idOf func(T) string) (T, bool) {
	for _, x := range list {
		if idOf(x) == id {
			return x, true
		}
	}
	var none T
	return none, false
}

func (p *Provider) fundAccount(id string) (*fundAccount, bool) {
	return find(p.books.FundAccounts, id, func(f *fundAccount) string { return f.ID })
}

// Memory returns the books in a form that Recall takes. Webhooks that were not
// sent yet and planned faults are not in it.
func (p *Provider) Memory() (json.RawMessage, error) {
	p.Lock()
	defer p.Unlock()
	raw, err := json.Marshal(p.books)
	if err != nil {
		return nil, fmt.Errorf("razorpayx sandbox: keep the books: %w", err)
	}
	return raw, nil
}

// Recall takes the place of the books with what Memory returned, and plans
// again what banks will answer.
func (p *Provider) Recall(raw json.RawMessage) error {
	b := newBooks()
	if err := json.Unmarshal(raw, &b); err != nil {
		return fmt.Errorf("razorpayx sandbox: recall the books: %w", err)
	}
	p.Restart(func() {
		p.books = b
		for _, v := range b.Validations {
			p.planValidation(v)
		}
		for _, x := range b.Payouts {
			p.planPayout(x)
		}
	})
	return nil
}
