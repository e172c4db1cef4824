package app

import (
	"context"
	"errors"
	"log/slog"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
)

// checkHour is the hour at which the whole journal and audit log are recomputed. It happens on one
// node, at night when there is little load.
const checkHour = 3

// How many findings the last check of the journal and of the audit log had.
const (
	ledgerFindings = "ledger.findings"
	auditFindings  = "audit.findings"
)

// checkBooks recomputes the journal, compares documents with it, and verifies the hash chains of the
// journal and the audit log. It logs the problems and stores their number for the metrics of every node.
func (n *Node) checkBooks(ctx context.Context) error {
	q := n.Services.Store.Queries()
	findings, err := ledger.Check(ctx, q)
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		n.logger.ErrorContext(ctx, "the books do not balance", "findings", ledger.Text(findings))
	}
	differing := 0
	if err := n.Services.Store.Read(ctx, func(q *db.Queries) error { return documentsDiffer(ctx, q) }); err != nil {
		n.logger.ErrorContext(ctx, "documents are not as booked", "error", err)
		differing = 1
	}
	ledgerChanged, err := n.tampered(ctx, ledger.Chain(q))
	if err != nil {
		return err
	}
	auditChanged, err := n.tampered(ctx, audit.Chain(q))
	if err != nil {
		return err
	}
	return n.Services.Store.WriteCompany(ctx, func(tx *store.Tx) error {
		return errors.Join(tx.SaveCount(ctx, ledgerFindings, len(findings)+differing+ledgerChanged), tx.SaveCount(ctx, auditFindings, auditChanged))
	})
}

// documentsDiffer is an error if invoices, late fees, rent in advance, settlements or the money at the
// gateways are not what is booked of them. It says which.
func documentsDiffer(ctx context.Context, q *db.Queries) error {
	return errors.Join(billing.Check(ctx, q), settlement.Check(ctx, q), payment.Check(ctx, q))
}

// tampered logs the sealed days that were changed and returns their number.
func (n *Node) tampered(ctx context.Context, t hashchain.Table) (int, error) {
	_, err := hashchain.Verify(ctx, t)
	var changed hashchain.TamperedError
	if !errors.As(err, &changed) {
		return 0, err
	}
	n.logger.ErrorContext(ctx, "a sealed day was changed", "error", err)
	return len(changed.Days), nil
}

// count reads how many findings the last check had, 0 before the first check.
func (n *Node) count(name string) func(context.Context) (int64, error) {
	return func(ctx context.Context) (int64, error) { return store.Count(ctx, n.Services.Store.Queries(), name) }
}

// sealDays seals the past days of a table and logs each seal. Somebody who can rewrite a hash chain
// cannot rewrite the log lines that another machine has received.
func sealDays(ctx context.Context, s *store.Store, clock calendar.Clock, logger *slog.Logger, t hashchain.Table) error {
	seals, err := hashchain.SealDays(ctx, s, clock, t)
	for _, seal := range seals {
		logger.InfoContext(ctx, "day sealed", "table", t.Name(), "day", seal.Day.String(), "entries", seal.Entries, "head", seal.Head)
	}
	return err
}

// sealFinished seals the days that are over, so that a command, which may run after nights without a
// node, adds no entry behind days without a seal.
func sealFinished(ctx context.Context, s *store.Store, clock calendar.Clock, logger *slog.Logger) error {
	for _, t := range []hashchain.Table{ledger.Chain(s.Queries()), audit.Chain(s.Queries())} {
		if err := sealDays(ctx, s, clock, logger, t); err != nil {
			return err
		}
	}
	return nil
}

// beginAuditChain seals the days that the audit log had before sealing was introduced, so that the
// first check after an upgrade finds no unsealed day. If the chain has begun already, the nightly
// job does the sealing.
func beginAuditChain(ctx context.Context, s *store.Store, clock calendar.Clock, logger *slog.Logger) error {
	t := audit.Chain(s.Queries())
	if _, err := t.LastSeal(ctx); !store.IsNone(err) {
		return err
	}
	return sealDays(ctx, s, clock, logger, t)
}
