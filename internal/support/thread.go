package support

import (
	"context"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/upload"
)

// MaxText is the maximum length of a message in characters, MaxKey that of its key.
const (
	MaxText = 2000
	MaxKey  = 60
)

// thread is a conversation in the transaction that adds to it.
type thread struct {
	State

	customerID int64
	id         int64
	key        encryption.DataKey
	askedAt    calendar.Instant
}

func placeOfKey(customerID, id int64) string {
	return fmt.Sprintf("chat_threads.data_key/%d/%d", customerID, id)
}

func placeOfBody(customerID, id int64) string {
	return fmt.Sprintf("chat_messages.body/%d/%d", customerID, id)
}

func (s *Service) threadOf(r db.ChatThread) (*thread, error) {
	key, err := s.keyring.Unwrap(placeOfKey(r.CustomerID, r.ID), r.DataKey)
	if err != nil {
		return nil, fmt.Errorf("support: key of thread %d: %w", r.ID, err)
	}
	return &thread{State: State(r.State), customerID: r.CustomerID, id: r.ID, key: key, askedAt: r.AskedAt}, nil
}

// present returns the customer's open thread, or begins one if there is none.
func (s *Service) present(ctx context.Context, tx *store.Tx, customerID int64) (*thread, error) {
	row, err := tx.SupportThreadOpen(ctx, customerID)
	if err == nil {
		return s.threadOf(row)
	}
	if !store.IsNone(err) {
		return nil, fmt.Errorf("support: open thread: %w", err)
	}
	t := &thread{State: WithAssistant, customerID: customerID, id: s.ids.Next(), key: encryption.NewDataKey()}
	err = tx.SupportThreadAdd(ctx, db.SupportThreadAddParams{
		CustomerID: customerID, ID: t.id, DataKey: s.keyring.Wrap(placeOfKey(customerID, t.id), t.key), CreatedAt: s.now(),
	})
	if err != nil {
		return nil, fmt.Errorf("support: begin a thread: %w", err)
	}
	return t, nil
}

// save stores the state of a thread.
func (s *Service) save(ctx context.Context, tx *store.Tx, t *thread) error {
	err := tx.SupportThreadMove(ctx, db.SupportThreadMoveParams{
		CustomerID: t.customerID, ID: t.id, State: string(t.State), AskedAt: t.askedAt, ChangedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("support: save thread %d: %w", t.id, err)
	}
	return nil
}

// add stores a message in a thread.
func (s *Service) add(ctx context.Context, tx *store.Tx, t *thread, m Message) (Message, error) {
	m.ID, m.At = s.ids.Next(), s.now()
	body, err := sealed(t, m)
	if err != nil {
		return m, err
	}
	row := db.SupportMessageAddParams{
		CustomerID: t.customerID, ID: m.ID, ThreadID: t.id, Author: string(m.Author), ClientKey: m.Key, Saying: string(m.Saying), Body: body, CreatedAt: m.At,
	}
	if m.StaffID != 0 {
		row.StaffID = sql.NullInt64{Int64: m.StaffID, Valid: true}
	}
	if m.Image != nil {
		row.UploadID = sql.NullString{String: m.Image.ID, Valid: true}
	}
	if err := tx.SupportMessageAdd(ctx, row); err != nil {
		return m, fmt.Errorf("support: add a message: %w", err)
	}
	return m, nil
}

// sealed returns the encrypted part of a message: its text, or the facts of its saying.
func sealed(t *thread, m Message) (string, error) {
	text := []byte(m.Text)
	if m.Saying != "" {
		facts, err := json.Marshal(m.Facts)
		if err != nil {
			return "", fmt.Errorf("support: facts: %w", err)
		}
		text = facts
	}
	return base64.RawStdEncoding.EncodeToString(t.key.Seal(placeOfBody(t.customerID, m.ID), text)), nil
}

// opened decrypts a stored message.
func (s *Service) opened(ctx context.Context, q *db.Queries, key encryption.DataKey, r db.ChatMessage) (Message, error) {
	m := Message{ID: r.ID, Author: Author(r.Author), Key: r.ClientKey, Saying: Saying(r.Saying), At: r.CreatedAt}
	body, err := base64.RawStdEncoding.DecodeString(r.Body)
	if err != nil {
		return m, fmt.Errorf("support: message %d: %w", r.ID, encryption.ErrNotReadable)
	}
	text, err := key.Open(placeOfBody(r.CustomerID, r.ID), body)
	if err != nil {
		return m, fmt.Errorf("support: message %d: %w", r.ID, err)
	}
	if m.Saying == "" {
		m.Text = string(text)
	} else if err := json.Unmarshal(text, &m.Facts); err != nil {
		return m, fmt.Errorf("support: facts of message %d: %w", r.ID, err)
	}
	if r.StaffID.Valid {
		m.StaffID = r.StaffID.Int64
		if m.StaffName, err = staff.NameOf(ctx, q, m.StaffID); err != nil {
			return m, err
		}
	}
	if r.UploadID.Valid {
		image, found, err := upload.Find(ctx, q, r.CustomerID, r.UploadID.String, upload.Chat)
		if err != nil {
			return m, err
		}
		if found {
			m.Image = &image
		}
	}
	return m, nil
}

// Words are what a customer sends.
type Words struct {
	// Key is the sender's key for the message. It is the same when the message is sent again.
	Key  string
	Text string
	// ImageID is the id of a picture that was uploaded for the chat, or "".
	ImageID string
}

func (w Words) check() error {
	switch {
	case w.Key == "" || len(w.Key) > MaxKey:
		return fault.Invalid("chat.key_length", "key", "The key of a message must have 1 to 60 characters.")
	case strings.TrimSpace(w.Text) == "" && w.ImageID == "":
		return fault.Invalid("chat.message_empty", "text", "Please write something.")
	case utf8.RuneCountInString(w.Text) > MaxText:
		return fault.Invalid("text.too_long", "text", "Please use at most {most} characters.", fault.With("most", MaxText))
	}
	return nil
}

// Send adds a customer's message and asks a person to answer. Repeating the call with the same key
// returns the first message. Faults: 404 for a picture that is not the customer's, 422 if there is
// neither text nor picture, and for a text that is too long.
func (s *Service) Send(ctx context.Context, customerID int64, w Words) (Message, error) {
	if err := w.check(); err != nil {
		return Message{}, err
	}
	return s.once(ctx, customerID, w.Key, func(ctx context.Context, tx *store.Tx, t *thread) (Message, error) {
		m := Message{Author: Customer, Key: w.Key, Text: strings.TrimSpace(w.Text)}
		if w.ImageID != "" {
			image, found, err := upload.Find(ctx, tx.Queries, customerID, w.ImageID, upload.Chat)
			if err != nil {
				return m, err
			}
			if !found {
				return m, fault.NotFound("repair.image_not_found", "This image does not exist. Please upload it again.")
			}
			m.Image = &image
		}
		m, err := s.add(ctx, tx, t, m)
		if err != nil {
			return m, err
		}
		if err := s.askPerson(ctx, tx, t, TellHandedOver); err != nil {
			return m, err
		}
		return m, s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "chat_message_sent", Object: t.object()})
	})
}

func (t *thread) object() string { return objectOf(t.id) }

// once adds to the customer's open thread. If a message with the key exists already, it returns
// that message instead.
func (s *Service) once(ctx context.Context, customerID int64, key string, fn func(ctx context.Context, tx *store.Tx, t *thread) (Message, error)) (sent Message, err error) {
	ctx = context.WithoutCancel(ctx)
	err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		row, known, err := ofKey(ctx, tx.Queries, customerID, key, Customer)
		if err != nil {
			return err
		}
		if known {
			sent, err = s.read(ctx, tx.Queries, row)
			return err
		}
		t, err := s.present(ctx, tx, customerID)
		if err != nil {
			return err
		}
		if sent, err = fn(ctx, tx, t); err != nil {
			return err
		}
		if err := seenUntil(ctx, tx, customerID, t.id, sent.At); err != nil { // whoever writes has read the thread
			return err
		}
		return s.save(ctx, tx, t)
	})
	return sent, err
}

// ofKey finds the author's message with a key. It returns a 409 if the key belongs to somebody
// else's message.
func ofKey(ctx context.Context, q *db.Queries, customerID int64, key string, author Author) (row db.ChatMessage, known bool, err error) {
	row, err = q.SupportMessageOfKey(ctx, customerID, key)
	switch {
	case store.IsNone(err):
		return row, false, nil
	case err != nil:
		return row, false, fmt.Errorf("support: message of a key: %w", err)
	case Author(row.Author) != author:
		return row, false, fault.Conflict("chat.key_taken", "This message cannot be sent again. Please write it anew.")
	}
	return row, true, nil
}

// askPerson makes the thread wait for a person. The customer is told so only once.
func (s *Service) askPerson(ctx context.Context, tx *store.Tx, t *thread, says Saying) error {
	first := t.State == WithAssistant
	if err := t.move(Waiting, s.now()); err != nil {
		return err
	}
	if !first && says == TellHandedOver {
		return nil
	}
	_, err := s.add(ctx, tx, t, Message{Author: Assistant, Saying: says})
	return err
}
