package billdesk

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox/emulator"
)

//go:embed checkout.js
var script []byte

// Attempt is what a payer does with an order, or with the registration of a mandate.
type Attempt struct {
	// Token opens either in a browser; a test names our reference of it instead.
	Token   string `json:"token"`
	OrderID string `json:"order_id"`
	// Outcome is empty for the one decided by control, or success.
	Outcome string `json:"outcome"`
	// Method is upi (also when empty), card or netbanking, for a payment.
	Method string `json:"method"`
	// Reason is why it fails.
	Reason string `json:"reason"`
	// Seconds is when a late yes comes.
	Seconds int `json:"seconds"`
	// Max is a lower limit, in rupees, that the customer gives a mandate at the bank,
	// VPA and Account what it is debited from. Empty leaves each to the sandbox.
	Max     string `json:"max"`
	VPA     string `json:"vpa"`
	Account string `json:"account"`
}

var (
	errToken  = &emulator.Trouble{Code: "SESSION_EXPIRED", Message: "The session has run out. Please start again from the shop."}
	errUsed   = &emulator.Trouble{Code: "USED", Message: "Somebody has paid or confirmed this, or tried to. Please start again from the shop."}
	errChoice = &emulator.Trouble{Code: "INVALID", Message: "The outcome or the method is not one that the sandbox knows."}
)

// checkoutRoutes are for the payer's browser: the SDK, and the calls that it makes
// with the token of what it opens.
func (p *Provider) checkoutRoutes(mux *http.ServeMux, prefix string) {
	base := prefix + sdkPath
	mux.Handle("GET "+base+"/billdesksdk/billdesksdk.esm.js", emulator.Script(script))
	mux.Handle("GET "+base+"/billdesksdk.js", emulator.Script(script))
	mux.Handle("GET "+base+"/billdesksdk/billdesksdk.css", emulator.Open(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8") // the checkout brings its own style
	})))
	mux.Handle("POST "+base+"/open", emulator.Open(emulator.Payer(p.Base, errChoice, p.look, emulator.AnswerPayer)))
	mux.Handle("POST "+base+"/finish", emulator.Open(p.Faults.Inject("checkout.payments", emulator.Payer(p.Base, errChoice, p.finish, emulator.AnswerPayer))))
	mux.Handle("OPTIONS "+base+"/", emulator.Allow())
	mux.Handle("POST "+prefix+"/pay", emulator.Payer(p.Base, errChoice, p.finish, emulator.AnswerPayer))
	mux.Handle("POST "+prefix+"/bank", emulator.Payer(p.Base, errChoice, p.atBank, emulator.AnswerPayer))
}

// meant is the order, or the mandate of a registration by itself, that an attempt is
// about. Either is nil.
func (p *Provider) meant(a Attempt, now time.Time) (*order, *mandate, error) {
	fresh := func(at time.Time) bool { return a.Token == "" || now.Sub(at) < tokenLifetime }
	o := find(p.books.Orders, func(o *order) bool { return a.Token != "" && o.Token == a.Token || a.Token == "" && o.ID == a.OrderID })
	if o != nil && fresh(o.At) {
		if p.books.transaction(o.ID) != nil {
			return nil, nil, errUsed
		}
		return o, nil, nil
	}
	m := find(p.books.Mandates, func(m *mandate) bool {
		return a.Token != "" && m.Token == a.Token || a.Token == "" && m.Reference == a.OrderID
	})
	if m == nil || !fresh(m.At) {
		return nil, nil, errToken
	}
	if m.Status != mandateInitiated {
		return nil, nil, errUsed
	}
	return nil, m, nil
}

// look is what the checkout shows.
func (p *Provider) look(a Attempt, now time.Time) (any, error) {
	o, m, err := p.meant(a, now)
	if err != nil {
		return nil, err
	}
	if m != nil {
		return map[string]any{"order_id": m.Reference, "amount": m.Max.Decimal()}, nil
	}
	return map[string]any{"order_id": o.ID, "amount": o.Amount.Decimal()}, nil
}

// finish plays out what a payer decides, and says what the browser takes to the shop.
func (p *Provider) finish(a Attempt, now time.Time) (any, error) {
	o, m, err := p.meant(a, now)
	if err != nil {
		return nil, err
	}
	how := p.Answers.Decided(emulator.Answer{Outcome: a.Outcome, Reason: a.Reason, Seconds: a.Seconds})
	if m != nil {
		if !m.give(a) {
			return nil, errChoice
		}
		if !p.Play(how, now, p.mandateTurns(m)) {
			return nil, errChoice
		}
		return p.brought("mandate_response", m.Status, m.ReturnURL, p.shownMandate(m)), nil
	}
	process, known := map[string]string{"": "upi", "upi": "upi", "card": "3ds", "netbanking": "nb"}[a.Method]
	if !known {
		return nil, errChoice
	}
	t := &transaction{
		ID: p.IDs.ID("U"), Order: o.ID, Amount: o.Amount, Process: process, Method: a.Method, Auth: authPending, Kind: "pending", Code: "TRP0000",
		Text: "The bank has not answered", At: now,
	}
	if t.Method == "" {
		t.Method = "upi"
	}
	if !p.Play(how, now, p.turns(t, how.Reason)) {
		return nil, errChoice
	}
	p.books.Transactions = append(p.books.Transactions, t)
	return p.brought("transaction_response", t.Auth, o.ReturnURL, p.shown(t, false)), nil
}

func (p *Provider) brought(field, status, returnURL string, object map[string]any) map[string]any {
	body, _ := json.Marshal(object)
	return map[string]any{
		"status": status, "order_id": object["orderid"], "return_url": returnURL, "fields": map[string]string{field: p.seal(body, p.keys.SigningKey)},
	}
}

// bankChoice is what a customer does with a mandate at the bank: another status, limit
// or last day. What is empty stays as it is.
type bankChoice struct {
	Reference string `json:"reference"`
	Status    string `json:"status"`
	Amount    string `json:"amount"`
	EndDate   string `json:"end_date"`
}

// atBank pauses, resumes, withdraws or changes a mandate without us.
func (p *Provider) atBank(c bankChoice, now time.Time) (any, error) {
	m := p.books.mandate(c.Reference)
	if m == nil || !m.lasts() || !slices.Contains([]string{"", mandateActive, mandatePaused, "cancelled"}, c.Status) {
		return nil, errChoice
	}
	if c.Amount != "" || c.EndDate != "" {
		if err := p.change(m, c); err != nil {
			return nil, err
		}
		p.announce("mandate."+m.Status, p.shownMandate(m), now)
	}
	if c.Status != "" {
		p.become(m, c.Status, now)
	}
	return p.shownMandate(m), nil
}

// change gives a mandate another limit or last day.
func (p *Provider) change(m *mandate, c bankChoice) error {
	if c.Amount != "" {
		limit, fine := readAmount(c.Amount)
		if !fine {
			return errChoice
		}
		m.Max = limit
	}
	if c.EndDate != "" {
		if _, err := calendar.Parse(c.EndDate); err != nil {
			return errChoice
		}
		m.Ends = c.EndDate
		p.expireLater(m)
	}
	return nil
}
