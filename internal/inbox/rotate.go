package inbox

import (
	"context"
	"fmt"

	"rento/internal/encryption"
	"rento/internal/store"
	"rento/internal/store/db"
)

// body is the name of an event's body for the keyring.
func body(provider, eventID string) string {
	return "provider_events.body/" + provider + "/" + eventID
}

// rotationPage is how many events one transaction encrypts anew.
const rotationPage = 200

// CheckKey returns an error if stored events cannot be read with keys (see settlement.CheckKey).
func CheckKey(ctx context.Context, q *db.Queries, keys *encryption.Keyring) error {
	rows, err := q.InboxEventsOfOtherKeys(ctx, keys.CurrentPrefix(), rotationPage)
	if err != nil {
		return fmt.Errorf("inbox: read events under other keys: %w", err)
	}
	for _, row := range rows {
		if _, err := keys.Decrypt(body(row.Provider, row.EventID), row.Body); err != nil {
			return fmt.Errorf("inbox: decrypt event %s of %s: %w", row.EventID, row.Provider, err)
		}
	}
	return nil
}

// RotateKey encrypts every event's body that is not under the current key with that key. It
// returns how many there were. It may run while everything else runs, and repeatedly.
func (i *Inbox) RotateKey(ctx context.Context) (events int, err error) {
	for {
		done := 0
		err := i.store.WriteCompany(ctx, func(tx *store.Tx) error {
			rows, err := tx.InboxEventsOfOtherKeys(ctx, i.keyring.CurrentPrefix(), rotationPage)
			if err != nil {
				return fmt.Errorf("inbox: read events under other keys: %w", err)
			}
			done = len(rows)
			for _, row := range rows {
				if err := i.reencrypt(ctx, tx, row); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || done == 0 {
			return events, err
		}
		events += done
	}
}

func (i *Inbox) reencrypt(ctx context.Context, tx *store.Tx, row db.InboxEventsOfOtherKeysRow) error {
	text, err := i.keyring.Reencrypt(body(row.Provider, row.EventID), row.Body)
	if err != nil {
		return fmt.Errorf("inbox: read event %s: %w", row.EventID, err)
	}
	err = tx.InboxEventReencrypt(ctx, db.InboxEventReencryptParams{Body: text, Provider: row.Provider, EventID: row.EventID})
	if err != nil {
		return fmt.Errorf("inbox: store event %s under the current key: %w", row.EventID, err)
	}
	return nil
}
