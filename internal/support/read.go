package support

import (
	"context"
	"fmt"
	"math"
	"slices"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/store"
	"rento/internal/store/db"
)

// pageSize is how many messages are read at once.
const pageSize = 50

// Conversation is what a customer sees: a page of the messages of all threads, the oldest first.
type Conversation struct {
	State    State // of the open thread, whatever page is read; WithAssistant if no thread is open
	Messages []Message
	// Earlier says that there are older messages.
	Earlier bool
	// Replies are the quick replies. There are none on a page of older messages.
	Replies []Reply
}

// Read returns the newest messages of a customer. If before is not 0, it returns the newest
// messages before that message.
func (s *Service) Read(ctx context.Context, customerID, before int64) (c Conversation, err error) {
	err = s.store.Read(ctx, func(q *db.Queries) error {
		c, err = s.conversation(ctx, q, customerID, before)
		return err
	})
	return c, err
}

func (s *Service) conversation(ctx context.Context, q *db.Queries, customerID, before int64) (Conversation, error) {
	c := Conversation{State: WithAssistant}
	row, err := q.SupportThreadOpen(ctx, customerID)
	if err != nil && !store.IsNone(err) {
		return c, fmt.Errorf("support: open thread: %w", err)
	}
	if err == nil {
		c.State = State(row.State)
	}
	if before == 0 {
		before = math.MaxInt64
		customer, err := account.CustomerOf(ctx, q, customerID)
		if err != nil {
			return c, err
		}
		if c.Replies, err = Replies(ctx, q, customer, c.State); err != nil {
			return c, err
		}
	}
	rows, err := q.SupportMessagesBefore(ctx, db.SupportMessagesBeforeParams{CustomerID: customerID, Before: before, N: pageSize + 1})
	if err != nil {
		return c, fmt.Errorf("support: messages: %w", err)
	}
	if c.Earlier = len(rows) > pageSize; c.Earlier {
		rows = rows[:pageSize]
	}
	c.Messages, err = s.messages(ctx, q, rows)
	return c, err
}

// messages decrypts rows that are sorted newest first, and returns them oldest first.
func (s *Service) messages(ctx context.Context, q *db.Queries, rows []db.ChatMessage) ([]Message, error) {
	keys := map[int64]encryption.DataKey{}
	said := make([]Message, 0, len(rows))
	for _, row := range slices.Backward(rows) {
		key, known := keys[row.ThreadID]
		if !known {
			t, err := s.threadOfMessage(ctx, q, row)
			if err != nil {
				return nil, err
			}
			key = t.key
			keys[row.ThreadID] = key
		}
		m, err := s.opened(ctx, q, key, row)
		if err != nil {
			return nil, err
		}
		said = append(said, m)
	}
	return said, nil
}

func (s *Service) read(ctx context.Context, q *db.Queries, row db.ChatMessage) (Message, error) {
	all, err := s.messages(ctx, q, []db.ChatMessage{row})
	if err != nil {
		return Message{}, err
	}
	return all[0], nil
}

func (s *Service) threadOfMessage(ctx context.Context, q *db.Queries, row db.ChatMessage) (*thread, error) {
	found, err := q.SupportThread(ctx, row.CustomerID, row.ThreadID)
	if err != nil {
		return nil, fmt.Errorf("support: thread %d: %w", row.ThreadID, err)
	}
	return s.threadOf(found)
}

// Unseen is how many messages of staff a customer has not seen.
func Unseen(ctx context.Context, q *db.Queries, customerID int64) (int64, error) {
	n, err := q.SupportUnseen(ctx, customerID)
	if err != nil {
		return 0, fmt.Errorf("support: what customer %d has not seen: %w", customerID, err)
	}
	return n, nil
}

// Seen records that the customer has seen everything up to a message. Repeating it changes nothing.
// It returns a 404 if the message is not the customer's.
func (s *Service) Seen(ctx context.Context, customerID, messageID int64) error {
	ctx = context.WithoutCancel(ctx)
	rows, err := s.store.Queries().SupportMessagesBefore(ctx, db.SupportMessagesBeforeParams{CustomerID: customerID, Before: messageID + 1, N: 1})
	if err != nil {
		return fmt.Errorf("support: message %d: %w", messageID, err)
	}
	if len(rows) == 0 || rows[0].ID != messageID {
		return fault.NotFound("chat.message_not_found", "There is no such message.")
	}
	return s.seen(ctx, customerID, rows[0].ThreadID, rows[0].CreatedAt)
}

func (s *Service) seen(ctx context.Context, customerID, threadID int64, at calendar.Instant) error {
	row, err := s.store.Queries().SupportThread(ctx, customerID, threadID)
	if err != nil {
		return fmt.Errorf("support: thread %d: %w", threadID, err)
	}
	if row.SeenAt >= at {
		return nil
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		return seenUntil(ctx, tx, customerID, threadID, at)
	})
}

func seenUntil(ctx context.Context, tx *store.Tx, customerID, threadID int64, at calendar.Instant) error {
	_, err := tx.SupportThreadSeen(ctx, db.SupportThreadSeenParams{CustomerID: customerID, ID: threadID, SeenAt: at})
	if err != nil {
		return fmt.Errorf("support: note what was seen: %w", err)
	}
	return nil
}
