package kyc

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rento/internal/account"
	"rento/internal/encryption"
	"rento/internal/jobs"
	"rento/internal/store"
	"rento/internal/store/db"
)

// floor is how long the processed data must be kept at least (rule 8(3) of the DPDP Rules).
const floor = 365 * 24 * time.Hour

const jobErase = "kyc.erase"

type eraseOf struct{ CustomerID int64 }

// Deletion has the documents of a former customer destroyed a year after the last change. Until
// then nobody can reach them, because only the customer could, and the account is gone.
func (s *Service) Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		row, err := tx.KycCase(ctx, customerID)
		if store.IsNone(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("kyc: case of customer %d: %w", customerID, err)
		}
		at := row.UpdatedAt.Add(floor).Time()
		return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobErase, Key: strconv.FormatInt(customerID, 10), Payload: eraseOf{customerID}, RunAt: at})
	}}
}

// erase destroys a former customer's key, and everything encrypted with it.
func (s *Service) erase(ctx context.Context, e eraseOf) error {
	var keys []string
	err := s.write(ctx, e.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		rows, err := tx.KycDocuments(ctx, e.CustomerID)
		if err != nil {
			return fmt.Errorf("kyc: documents: %w", err)
		}
		keys = nil
		for _, r := range rows {
			keys = append(keys, r.BlobKey)
			job := jobs.Job{Kind: jobForgetFile, Key: "now/" + strconv.FormatInt(r.ID, 10), Payload: heldFile{e.CustomerID, r.ID, r.BlobKey}}
			if err := s.jobs.Enqueue(ctx, tx, job); err != nil {
				return err
			}
		}
		for what, step := range map[string]func() error{
			"case":      func() error { return tx.KycCaseErase(ctx, s.now(), e.CustomerID) },
			"steps":     func() error { return tx.KycStepsErase(ctx, e.CustomerID) },
			"documents": func() error { return tx.KycDocumentsErase(ctx, e.CustomerID) },
		} {
			if err := step(); err != nil {
				return fmt.Errorf("kyc: erase the %s of customer %d: %w", what, e.CustomerID, err)
			}
		}
		return nil
	})
	return err
}

// rotationPage is how many keys are rewrapped in one transaction.
const rotationPage = 200

// CheckKey checks that the stored keys can be decrypted. See settlement.CheckKey.
func CheckKey(ctx context.Context, q *db.Queries, keys *encryption.Keyring) error {
	rows, err := q.KycKeysOfOtherKeys(ctx, keys.CurrentPrefix(), rotationPage)
	if err != nil {
		return fmt.Errorf("kyc: read keys under other keys: %w", err)
	}
	for _, row := range rows {
		if _, err := keys.Unwrap(placeOfKey(row.CustomerID), row.DataKey); err != nil {
			return fmt.Errorf("kyc: key of customer %d: %w", row.CustomerID, err)
		}
	}
	return nil
}

// RotateKey rewraps every customer's key that is not under the current key, and returns their
// number. It may run while the system is in use, and may be repeated.
func (s *Service) RotateKey(ctx context.Context) (wrapped int, err error) {
	for {
		done := 0
		err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
			done = 0
			rows, err := tx.KycKeysOfOtherKeys(ctx, s.keyring.CurrentPrefix(), rotationPage)
			if err != nil {
				return fmt.Errorf("kyc: read keys under other keys: %w", err)
			}
			for _, row := range rows {
				key, err := s.keyring.Unwrap(placeOfKey(row.CustomerID), row.DataKey)
				if err != nil {
					return fmt.Errorf("kyc: key of customer %d: %w", row.CustomerID, err)
				}
				if err := tx.KycKeyRewrap(ctx, s.keyring.Wrap(placeOfKey(row.CustomerID), key), row.CustomerID); err != nil {
					return fmt.Errorf("kyc: wrap the key of customer %d: %w", row.CustomerID, err)
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
