package account

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Chat is what the app needs to open the chat window.
type Chat struct {
	// ID identifies the customer to the chat service without revealing who the customer is.
	ID string
	// AuthCode proves to the chat service that we vouch for the ID. It is valid for 15 minutes.
	AuthCode string
}

const authCodeLifetime = 15 * time.Minute

// chatClaim is the signed content of an auth code.
type chatClaim struct {
	ID      string `json:"sid"`
	Expires int64  `json:"exp"` // Unix seconds
}

// ChatSession returns the customer's chat. The ID is the same at each call, and nothing is stored.
func (s *Service) ChatSession(_ context.Context, session Session) (Chat, error) {
	id := s.nameFor("chat", session.CustomerID)
	claim, err := json.Marshal(chatClaim{id, s.clock.Now().Add(authCodeLifetime).Unix()})
	if err != nil {
		return Chat{}, fmt.Errorf("account: chat: %w", err)
	}
	text := base64.RawURLEncoding.EncodeToString(claim)
	seal := base64.RawURLEncoding.EncodeToString(s.keyed("chat", text))
	return Chat{ID: id, AuthCode: text + "." + seal}, nil
}

// VerifyChat tells the chat service whether we vouch for an ID. It returns a 400 if the code is not
// ours, has expired, or is for another ID.
func (s *Service) VerifyChat(_ context.Context, id, authCode string) error {
	wrong := fault.Unreadable("chat.proof_wrong", "This proof is not ours, or has run out.")
	text, seal, found := strings.Cut(authCode, ".")
	given, err := base64.RawURLEncoding.DecodeString(seal)
	if !found || err != nil || !hmac.Equal(given, s.keyed("chat", text)) {
		return wrong
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return wrong
	}
	var claim chatClaim
	if err := json.Unmarshal(raw, &claim); err != nil || claim.ID != id || s.clock.Now().Unix() >= claim.Expires {
		return wrong
	}
	return nil
}

// RecordChat stores that the customer's chat began or ended. Repeating the call changes nothing. It
// returns a 404 if the chat is not the customer's.
func (s *Service) RecordChat(ctx context.Context, session Session, id string, active bool) error {
	if id != s.nameFor("chat", session.CustomerID) {
		return fault.NotFound("chat.not_found", "There is no such chat.")
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		changed, err := tx.AccountChatPut(ctx, db.AccountChatPutParams{
			CustomerID: session.CustomerID, UniqueUserSessionID: id, Active: active, UpdatedAt: s.now(),
		})
		if err != nil {
			return fmt.Errorf("account: record the chat: %w", err)
		}
		if changed == 0 {
			return nil
		}
		action := "chat_ended"
		if active {
			action = "chat_begun"
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: session.CustomerID, Action: action, Object: "chat"})
	})
}
