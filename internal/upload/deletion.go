package upload

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/jobs"
	"rento/internal/store"
)

// LetGo has a picture forgotten that nothing uses any more once the caller's
// transaction is done.
func (s *Service) LetGo(ctx context.Context, tx *store.Tx, customerID int64, id string) error {
	row, err := tx.UploadGet(ctx, customerID, id)
	if store.IsNone(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("upload: read %s: %w", id, err)
	}
	return s.forgetLater(ctx, tx, customerID, row.ID, row.BlobKey)
}

func (s *Service) forgetLater(ctx context.Context, tx *store.Tx, customerID int64, id, key string) error {
	return s.jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobForget, Key: "erase/" + id, Payload: unused{customerID, id, key}})
}

// Deletion has the pictures of a former customer forgotten, which no request and
// no message uses any more by then (ticket.Deletion, support.Deletion).
func (s *Service) Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		rows, err := tx.UploadsOf(ctx, customerID)
		if err != nil {
			return fmt.Errorf("upload: read the pictures of customer %d: %w", customerID, err)
		}
		for _, row := range rows {
			if err := s.forgetLater(ctx, tx, customerID, row.ID, row.BlobKey); err != nil {
				return err
			}
		}
		return nil
	}}
}
