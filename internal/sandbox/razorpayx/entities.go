package razorpayx

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"rento/internal/sandbox/emulator"
)

// orNull turns the empty text into null, as RazorpayX shows what is not there.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// shownNotes is an object, or [] when there are none.
func shownNotes(notes map[string]string) any {
	if len(notes) == 0 {
		return []string{}
	}
	return notes
}

func (c *contact) entity() map[string]any {
	return map[string]any{
		"id": c.ID, "entity": "contact", "name": c.Name, "contact": c.Contact, "email": c.Email, "type": c.Type,
		"reference_id": orNull(c.ReferenceID), "batch_id": nil, "active": true, "notes": shownNotes(c.Notes), "created_at": c.At.Unix(),
	}
}

func (p *Provider) fundAccountEntity(f *fundAccount) map[string]any {
	shown := map[string]any{
		"id": f.ID, "entity": "fund_account", "contact_id": f.ContactID, "account_type": f.AccountType, "active": true,
		"batch_id": nil, "created_at": f.At.Unix(),
	}
	if f.BankAccount != nil {
		shown["bank_account"] = map[string]any{
			"name": f.BankAccount.Name, "ifsc": f.BankAccount.IFSC, "account_number": f.BankAccount.AccountNumber, "notes": []string{},
		}
	} else {
		shown["vpa"] = map[string]any{"address": f.Address}
	}
	if c, ok := find(p.books.Contacts, f.ContactID, func(c *contact) string { return c.ID }); ok {
		shown["contact"] = c.entity()
	}
	return shown
}

func (p *Provider) validationEntity(v *validation) map[string]any {
	results := map[string]any{"account_status": orNull(v.Account), "registered_name": orNull(v.Name), "details": nil, "name_match_score": nil}
	if v.Status == "completed" {
		results["name_match_score"] = v.Score
	}
	account, _ := p.fundAccount(v.FundAccount)
	return map[string]any{
		"id": v.ID, "entity": "fund_account.validation", "status": v.Status, "validation_results": results, "utr": orNull(v.UTR),
		"reference_id": orNull(v.ReferenceID), "notes": []string{}, "fund_account": p.fundAccountEntity(account), "created_at": v.At.Unix(),
	}
}

func (x *payout) entity() map[string]any {
	return map[string]any{
		"id": x.ID, "entity": "payout", "fund_account_id": x.FundAccount, "amount": x.Amount, "currency": "INR", "notes": shownNotes(x.Notes),
		"fees": 0, "tax": 0, "status": x.Status, "purpose": x.Purpose, "utr": orNull(x.UTR), "mode": x.Mode, "reference_id": orNull(x.ReferenceID),
		"narration": x.Narration, "batch_id": nil, "created_at": x.At.Unix(), "fee_type": nil,
		"status_details": map[string]any{"description": nil, "source": nil, "reason": orNull(x.Reason)},
	}
}

// announce queues an event with a snapshot of what it is about.
func (p *Provider) announce(event string, now time.Time, subject string, entity map[string]any) {
	body, _ := json.Marshal(map[string]any{
		"entity": "event", "account_id": "acc_Sandbox0000001", "event": event, "contains": []string{subject},
		"payload": map[string]any{subject: map[string]any{"entity": entity}}, "created_at": now.Unix(),
	})
	id := p.IDs.ID("evt_")
	p.Webhooks.Send(emulator.Webhook{
		ID: id, Event: event, Body: body,
		Falsify: func(body []byte) []byte { return append(body, ' ') },
		Sign:    func(body, text []byte) (http.Header, []byte) { return p.prove(id, text), body },
	}, now)
}

// prove signs a body. It is written apart from the adapter's check so that the
// two check each other.
func (p *Provider) prove(id string, body []byte) http.Header {
	mac := hmac.New(sha256.New, []byte(p.keys.WebhookSecret))
	mac.Write(body)
	return http.Header{
		"X-Razorpay-Signature": {hex.EncodeToString(mac.Sum(nil))},
		"X-Razorpay-Event-Id":  {id},
		"User-Agent":           {"Razorpay-Webhook/v1"},
	}
}
