package app

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/audit"
	"rento/internal/config"
	"rento/internal/encryption"
	"rento/internal/inbox"
	"rento/internal/kyc"
	"rento/internal/settlement"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/support"
)

type rotateKeyCommand struct{}

// Run re-encrypts the data under the old data key with the current one. With PostgreSQL it may run
// while nodes serve; with SQLite the node must be stopped. It can be repeated after an
// interruption. A key that can be guessed is refused before anything is encrypted with it. The
// audit log records both the start and the end of a run, because a killed run has re-encrypted data
// too.
func (rotateKeyCommand) Run(env *environment) error {
	if err := errors.Join(env.config.CheckDataKey(), checkPublishedKeys(&config.Config{DataKey: env.config.DataKey})); err != nil {
		return err
	}
	return env.withServices("rotate-key", func(ctx context.Context, x *Services) error {
		if err := recordOfCompany(ctx, x, "data_key_rotation_begun", "data_key"); err != nil {
			return err
		}
		payees, err := x.Settlements.RotateKey(ctx)
		fmt.Fprintf(env.stdout, "Encrypted anew under the present key: %d payees", payees)
		events := 0
		if err == nil {
			events, err = x.Inbox.RotateKey(ctx)
		}
		fmt.Fprintf(env.stdout, ", %d events of providers", events)
		people := 0
		if err == nil {
			people, err = x.KYC.RotateKey(ctx)
		}
		fmt.Fprintf(env.stdout, ", %d keys of customers", people)
		threads := 0
		if err == nil {
			threads, err = x.Support.RotateKey(ctx)
		}
		fmt.Fprintf(env.stdout, ", %d keys of chats", threads)
		apps := 0
		if err == nil {
			apps, err = x.Staff.RotateKey(ctx)
		}
		fmt.Fprintf(env.stdout, ", %d secrets of staff\n", apps)
		if err == nil {
			fmt.Fprintln(env.stdout, "Nothing is left under another key: RENTO_DATA_KEY_OLD can be removed.")
		}
		return errors.Join(err, recordOfCompany(ctx, x, "data_key_rotated", fmt.Sprintf("payees:%d provider_events:%d kyc_keys:%d chat_keys:%d staff:%d", payees, events, people, threads, apps)))
	})
}

// recordOfCompany writes an audit entry that is not about a customer.
func recordOfCompany(ctx context.Context, x *Services, action, object string) error {
	return x.Store.WriteCompany(ctx, func(tx *store.Tx) error {
		return audit.New(x.IDs, x.Clock).Record(ctx, tx, audit.Entry{Action: action, Object: object})
	})
}

func newKeyring(c *config.Config) (*encryption.Keyring, error) {
	keyring, err := encryption.New(c.DataKey, c.DataKeyOld)
	if err != nil {
		return nil, fmt.Errorf("RENTO_DATA_KEY and RENTO_DATA_KEY_OLD: %w", err)
	}
	return keyring, nil
}

// checkDataKey refuses a data key that cannot decrypt the database's encrypted columns. Otherwise
// new data would be written under a different key, and nobody could tell which rows have which key.
func checkDataKey(ctx context.Context, c *config.Config, q *db.Queries) error {
	keyring, err := newKeyring(c)
	if err != nil {
		return err
	}
	if err := errors.Join(settlement.CheckKey(ctx, q, keyring), inbox.CheckKey(ctx, q, keyring), kyc.CheckKey(ctx, q, keyring), support.CheckKey(ctx, q, keyring), staff.CheckKey(ctx, q, keyring)); err != nil {
		return fmt.Errorf("RENTO_DATA_KEY: does not fit this database; set the key it was written with, or that as RENTO_DATA_KEY_OLD: %w", err)
	}
	return nil
}
