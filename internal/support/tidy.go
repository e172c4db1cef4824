package support

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/encryption"
	"rento/internal/store"
	"rento/internal/store/db"
)

const tidyPage = 200

// tidy closes threads that had no activity for a week, unless they wait for a person, and deletes
// closed threads after a year.
func (s *Service) tidy(ctx context.Context) error {
	for _, state := range []State{WithAssistant, Answered} {
		err := s.eachIdle(ctx, state, db.SupportThreadsIdleParams{State: string(state), ChangedAt: s.now().Add(-idleTime)}, s.closeIdle)
		if err != nil {
			return err
		}
	}
	return s.eachIdle(ctx, Closed, db.SupportThreadsIdleParams{State: string(Closed), ChangedAt: s.now().Add(-retention)}, s.forget)
}

// eachIdle calls do for each idle thread, each in a transaction of its customer. do must take the
// thread out of the list of idle ones.
func (s *Service) eachIdle(ctx context.Context, state State, p db.SupportThreadsIdleParams, do func(context.Context, *store.Tx, db.ChatThread) error) error {
	p.N = tidyPage
	for {
		rows, err := s.store.Queries().SupportThreadsIdle(ctx, p)
		if err != nil {
			return fmt.Errorf("support: idle threads: %w", err)
		}
		for _, row := range rows {
			err := s.store.Write(ctx, row.CustomerID, func(tx *store.Tx) error {
				ctx := context.WithoutCancel(ctx)
				t, err := tx.SupportThread(ctx, row.CustomerID, row.ID)
				if err != nil {
					return fmt.Errorf("support: thread %d: %w", row.ID, err)
				}
				if State(t.State) != state || t.ChangedAt >= p.ChangedAt { // it has changed meanwhile
					return nil
				}
				return do(ctx, tx, t)
			})
			if err != nil {
				return err
			}
		}
		if len(rows) < tidyPage {
			return nil
		}
	}
}

func (s *Service) closeIdle(ctx context.Context, tx *store.Tx, row db.ChatThread) error {
	t, err := s.threadOf(row)
	if err != nil {
		return err
	}
	return s.close(ctx, tx, t)
}

// close closes a thread, so that the next message begins another one.
func (s *Service) close(ctx context.Context, tx *store.Tx, t *thread) error {
	if err := t.move(Closed, s.now()); err != nil {
		return err
	}
	if err := s.save(ctx, tx, t); err != nil {
		return err
	}
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: t.customerID, Action: "chat_closed", Object: t.object()})
}

// forget deletes a thread and releases its pictures.
func (s *Service) forget(ctx context.Context, tx *store.Tx, row db.ChatThread) error {
	pictures, err := tx.SupportPicturesOfThread(ctx, row.CustomerID, row.ID)
	if err != nil {
		return fmt.Errorf("support: pictures of thread %d: %w", row.ID, err)
	}
	if err := tx.SupportMessagesForget(ctx, row.CustomerID, row.ID); err != nil {
		return fmt.Errorf("support: forget the messages of thread %d: %w", row.ID, err)
	}
	if err := tx.SupportThreadForget(ctx, row.CustomerID, row.ID); err != nil {
		return fmt.Errorf("support: forget thread %d: %w", row.ID, err)
	}
	for _, id := range pictures {
		if err := s.uploads.LetGo(ctx, tx, row.CustomerID, id.String); err != nil {
			return err
		}
	}
	return nil
}

// Deletion deletes all messages between a former customer and support. The pictures are deleted by
// the Deletion of package upload, which runs after this one.
func Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		if err := tx.SupportMessagesErase(ctx, customerID); err != nil {
			return fmt.Errorf("support: erase the messages of customer %d: %w", customerID, err)
		}
		if err := tx.SupportThreadsErase(ctx, customerID); err != nil {
			return fmt.Errorf("support: erase the threads of customer %d: %w", customerID, err)
		}
		return nil
	}}
}

const rotationPage = 200

// CheckKey checks that the stored keys can be decrypted. See settlement.CheckKey.
func CheckKey(ctx context.Context, q *db.Queries, keys *encryption.Keyring) error {
	rows, err := q.SupportKeysOfOtherKeys(ctx, keys.CurrentPrefix(), rotationPage)
	if err != nil {
		return fmt.Errorf("support: read keys under other keys: %w", err)
	}
	for _, row := range rows {
		if _, err := keys.Unwrap(placeOfKey(row.CustomerID, row.ID), row.DataKey); err != nil {
			return fmt.Errorf("support: key of thread %d: %w", row.ID, err)
		}
	}
	return nil
}

// RotateKey rewraps every thread's key that is not under the current key, and returns their number.
// It may run while the system is in use, and may be repeated.
func (s *Service) RotateKey(ctx context.Context) (wrapped int, err error) {
	for {
		done := 0
		err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
			done = 0
			rows, err := tx.SupportKeysOfOtherKeys(ctx, s.keyring.CurrentPrefix(), rotationPage)
			if err != nil {
				return fmt.Errorf("support: read keys under other keys: %w", err)
			}
			for _, row := range rows {
				place := placeOfKey(row.CustomerID, row.ID)
				key, err := s.keyring.Unwrap(place, row.DataKey)
				if err != nil {
					return fmt.Errorf("support: key of thread %d: %w", row.ID, err)
				}
				err = tx.SupportKeyRewrap(ctx, db.SupportKeyRewrapParams{DataKey: s.keyring.Wrap(place, key), CustomerID: row.CustomerID, ID: row.ID})
				if err != nil {
					return fmt.Errorf("support: wrap the key of thread %d: %w", row.ID, err)
				}
				done++
			}
			return nil
		})
		if err != nil || done == 0 {
			return wrapped, err
		}
		wrapped += done
	}
}
