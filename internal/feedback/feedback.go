// Package feedback asks customers how something went. A request is opened by
// what it asks about, once; it is then given, postponed or lapsed.
//
//	open ──► later ──► lapsed
//	  └────────┴─────► given
package feedback

import (
	"context"
	"fmt"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// state is how far a request has come.
type state string

// States of a request.
const (
	open   state = "open"
	later  state = "later"
	lapsed state = "lapsed"
	given  state = "given"
)

// postponed is how long a request rests after "later". After oldest, it is not asked any more.
const (
	postponed = 24 * time.Hour
	oldest    = 14 * 24 * time.Hour
)

// Service keeps the requests.
type Service struct {
	store *store.Store
	clock calendar.Clock
	audit *audit.Log
}

// New returns the service.
func New(s *store.Store, ids *ident.Source, clock calendar.Clock) *Service {
	return &Service{store: s, clock: clock, audit: audit.New(ids, clock)}
}

// Question is what to ask a customer. Skip says that there is nothing to ask. Postponed says that the
// customer has postponed it before, so that closing it once more lets it lapse.
type Question struct {
	Token   string
	Message string
	// Code is that of the message in other languages, "" for one that has none.
	Code      string
	Skip      bool
	Postponed bool
}

// afterPayment is what is asked when a payment has arrived.
func afterPayment() fault.Word {
	return fault.NewWord("feedback.after_payment", "How was paying with us?")
}

// afterRequest is what is asked when the work of a service request is done.
func afterRequest() fault.Word {
	return fault.NewWord("feedback.after_request", "How did we handle your request?")
}

// OpenAfterPayment asks how paying went, once per cause.
func (s *Service) OpenAfterPayment(ctx context.Context, tx *store.Tx, customerID int64, cause string) error {
	return s.Open(ctx, tx, customerID, cause, afterPayment().English)
}

// OpenAfterRequest asks how a service request went, once per cause.
func (s *Service) OpenAfterRequest(ctx context.Context, tx *store.Tx, customerID int64, cause string) error {
	return s.Open(ctx, tx, customerID, cause, afterRequest().English)
}

// codeOf is the code of a question that we ask, by its English words.
func codeOf(message string) string {
	for _, asked := range []fault.Word{afterPayment(), afterRequest()} {
		if message == asked.English {
			return asked.Code
		}
	}
	return ""
}

// Open opens a question in the transaction of what it asks about. The same cause
// asks once.
func (s *Service) Open(ctx context.Context, tx *store.Tx, customerID int64, cause, message string) error {
	_, err := tx.FeedbackOpen(ctx, db.FeedbackOpenParams{
		CustomerID: customerID, Token: ident.Reference(26), Message: message, Cause: cause, CreatedAt: calendar.Stamp(s.clock.Now()),
	})
	if err != nil {
		return fmt.Errorf("feedback: open questions: %w", err)
	}
	return nil
}

// Next returns the newest question that waits for the customer.
func (s *Service) Next(ctx context.Context, customerID int64) (Question, error) {
	now := s.clock.Now()
	row, err := s.store.Queries().FeedbackNext(ctx, db.FeedbackNextParams{
		CustomerID: customerID, AskedSince: calendar.Stamp(now.Add(-oldest)), PostponedBeforeAt: calendar.Stamp(now.Add(-postponed)),
	})
	if store.IsNone(err) {
		return Question{Skip: true}, nil
	}
	if err != nil {
		return Question{}, fmt.Errorf("feedback: next question: %w", err)
	}
	return Question{Token: row.Token, Message: row.Message, Code: codeOf(row.Message), Postponed: state(row.State) == later}, nil
}

// Give stores a rating of 1 to 10 and an optional comment of any length. A token is used
// once: a second time gives a conflict.
func (s *Service) Give(ctx context.Context, customerID int64, token string, rating int64, comment string) error {
	if rating < 1 || rating > 10 {
		return fault.Invalid("feedback.rating_invalid", "rating", "Please choose a rating from 1 to 10.")
	}
	return s.move(ctx, customerID, token, given, rating, comment)
}

// Later postpones a request.
func (s *Service) Later(ctx context.Context, customerID int64, token string) error {
	return s.move(ctx, customerID, token, later, 0, "")
}

// Lapse closes a request for good.
func (s *Service) Lapse(ctx context.Context, customerID int64, token string) error {
	return s.move(ctx, customerID, token, lapsed, 0, "")
}

func (s *Service) move(ctx context.Context, customerID int64, token string, to state, rating int64, comment string) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		row, err := tx.FeedbackByToken(ctx, customerID, token)
		if store.IsNone(err) {
			return fault.NotFound("feedback.not_found", "This feedback request does not exist.")
		}
		if err != nil {
			return fmt.Errorf("feedback: question: %w", err)
		}
		if state(row.State) == to && to != given {
			return nil // said before
		}
		moved, err := tx.FeedbackMove(ctx, db.FeedbackMoveParams{
			CustomerID: customerID, Token: token, State: string(to), Rating: rating, Comment: comment, UpdatedAt: calendar.Stamp(s.clock.Now()),
		})
		if err != nil {
			return fmt.Errorf("feedback: move question: %w", err)
		}
		if moved == 0 {
			return fault.Conflict("feedback.given_already", "This feedback has been given already.")
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "feedback_" + string(to), Object: row.Cause})
	})
}
