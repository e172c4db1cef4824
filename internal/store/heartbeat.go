package store

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

// heartbeat is the setting that Heartbeat writes.
const heartbeat = "store.heartbeat"

// ErrSlowWrite says that a write has been running for too long.
var ErrSlowWrite = errors.New("store: a write has not ended for long")

// Heartbeat makes a small durable write to find out whether the database accepts writes. Nothing
// reads the value.
func (s *Store) Heartbeat(ctx context.Context) error {
	return s.WriteCompany(ctx, func(tx *Tx) error {
		return tx.SaveSetting(context.WithoutCancel(ctx), heartbeat, strconv.FormatInt(time.Now().UnixMicro(), 10)) //nolint:forbidigo // for who looks into the table, in real time
	})
}

// WriteReason says, for callers outside, why a write failed.
func (s *Store) WriteReason(err error) string {
	switch {
	case errors.Is(err, ErrSlowWrite), errors.Is(err, context.DeadlineExceeded), errors.Is(err, sql.ErrConnDone):
		return "it takes too long"
	case s.engine.full(err):
		return "the disk is full"
	case s.engine.readOnly(err):
		return "it is read-only"
	}
	return "see the log"
}
