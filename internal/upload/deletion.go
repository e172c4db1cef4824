package upload

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/jobs"
	"rento/internal/store"
)

// Deletion has the pictures of a former customer forgotten, which no request
// uses any more by then (ticket.Deletion).
func (s *Service) Deletion() account.Concern {
	return account.Concern{Erase: func(ctx context.Context, tx *store.Tx, customerID int64) error {
		rows, err := tx.UploadsOf(ctx, customerID)
		if err != nil {
			return fmt.Errorf("upload: read the pictures of customer %d: %w", customerID, err)
		}
		for _, row := range rows {
			job := jobs.Job{Kind: jobForget, Key: "erase/" + row.ID, Payload: unused{customerID, row.ID, row.BlobKey}}
			if err := s.jobs.Enqueue(ctx, tx, job); err != nil {
				return err
			}
		}
		return nil
	}}
}
