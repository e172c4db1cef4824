package hyperverge

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

const started = "started"

// createToken opens a transaction in the provider's screens.
func (p *Provider) createToken(r *request) (any, error) {
	var asked struct {
		AppID       string `json:"appId"`
		AppKey      string `json:"appKey"`
		Expiry      int    `json:"expiry"`
		Transaction string `json:"transactionId"`
		Workflow    string `json:"workflowId"`
		Resume      string `json:"authenticateOnResume"`
		Mobile      string `json:"mobileNumber"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	switch {
	case asked.Transaction == "" || asked.Expiry <= 0:
		return nil, refusal(http.StatusBadRequest, "", "transactionId and expiry are required")
	case asked.Workflow != p.keys.WorkflowID:
		return nil, refusal(http.StatusBadRequest, "", "Workflow not found")
	case asked.Resume == "yes" && asked.Mobile == "":
		return nil, refusal(http.StatusBadRequest, "", "mobileNumber is required")
	}
	token := rand.Text()
	p.books.Tokens[token] = asked.Transaction
	if p.books.Transactions[asked.Transaction] == "" {
		p.books.Transactions[asked.Transaction] = started
	}
	return map[string]any{"token": "Bearer " + token}, nil
}

// output is how a transaction stands.
func (p *Provider) output(r *request) (any, error) {
	var asked struct {
		Transaction string `json:"transactionId"`
	}
	if err := r.read(&asked); err != nil {
		return nil, err
	}
	state := p.books.Transactions[asked.Transaction]
	if state == "" {
		return nil, refusal(http.StatusUnprocessableEntity, "", "Transaction not found")
	}
	return map[string]any{"transactionId": asked.Transaction, "status": state}, nil
}

// ending is how a customer ends the screens, by the script of a browser.
type ending struct {
	Token  string `json:"token"`
	Status string `json:"status"`
}

var endings = map[string]bool{"auto_approved": true, "auto_declined": true, "needs_review": true, "user_cancelled": true, "error": true}

var errToken = &emulator.Trouble{Code: "401", Message: "The token is not valid."}

// finish ends a transaction, and tells our webhook.
func (p *Provider) finish(e ending, now time.Time) (any, error) {
	transaction := p.books.Tokens[e.Token]
	if transaction == "" || !endings[e.Status] {
		return nil, errToken
	}
	if state := p.books.Transactions[transaction]; state != started && state != "user_cancelled" && state != "error" {
		return map[string]any{"status": state, "transactionId": transaction, "transactionAlreadyProcessed": true}, nil
	}
	p.books.Transactions[transaction] = e.Status
	p.announce(transaction, e.Status, now)
	return map[string]any{"status": e.Status, "transactionId": transaction}, nil
}

func (p *Provider) announce(transaction, status string, now time.Time) {
	const kind = "FINISH_TRANSACTION_WEBHOOK"
	id := p.IDs.ID("evt_")
	body, err := json.Marshal(map[string]any{
		"eventId": id, "eventType": kind, "eventVersion": "1.0.0", "eventTime": now.UTC().Format(time.RFC3339), "transactionId": transaction, "applicationStatus": status,
	})
	if err != nil {
		return
	}
	plain := func(body, _ []byte) (http.Header, []byte) { return http.Header{}, body } // nobody signs
	p.Webhooks.Send(emulator.Webhook{ID: id, Event: kind, Body: body, Sign: plain, Falsify: func(body []byte) []byte { return body }}, now)
}
