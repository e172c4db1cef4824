package store

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/store/db"
)

// Setting reads the value stored under a name. If there is none, IsNone reports true for the error.
func Setting(ctx context.Context, q *db.Queries, name string) (string, error) {
	value, err := q.SettingGet(ctx, name)
	if err != nil {
		return "", fmt.Errorf("store: read setting %s: %w", name, err)
	}
	return value, nil
}

// SaveSetting stores a value under a name.
func (t *Tx) SaveSetting(ctx context.Context, name, value string) error {
	if err := t.SettingPut(ctx, name, value); err != nil {
		return fmt.Errorf("store: save setting %s: %w", name, err)
	}
	return nil
}

// Count reads a number stored under a name, or 0 if there is none.
func Count(ctx context.Context, q *db.Queries, name string) (int64, error) {
	text, err := Setting(ctx, q, name)
	if IsNone(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	count, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("store: setting %s: %w", name, err)
	}
	return count, nil
}

// SaveCount stores a number under a name.
func (t *Tx) SaveCount(ctx context.Context, name string, count int) error {
	return t.SaveSetting(ctx, name, strconv.Itoa(count))
}

// Touch increments the revision of another customer whose data this transaction changes too. Write
// does so for its own customer.
func (t *Tx) Touch(ctx context.Context, customerID int64) error {
	if err := t.TouchCustomer(ctx, customerID); err != nil {
		return fmt.Errorf("store: move the revision of customer %d on: %w", customerID, err)
	}
	return nil
}

// Revisions returns the revisions of customers by id.
func (s *Store) Revisions(ctx context.Context, ids []int64) (map[int64]int64, error) {
	rows, err := s.Queries().CustomerRevisions(ctx, IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("store: read revisions: %w", err)
	}
	revisions := make(map[int64]int64, len(rows))
	for _, row := range rows {
		revisions[row.ID] = row.Revision
	}
	return revisions, nil
}
