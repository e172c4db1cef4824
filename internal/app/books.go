package app

import (
	"context"
	"errors"
	"log/slog"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ledger"
	"rento/internal/store"
)

// checkHour is when the whole journal and the whole audit log are read anew: on one
// node, and while hardly anybody is awake.
const checkHour = 3

// How many findings the last check of the books and of the audit log had.
const (
	ledgerFindings = "ledger.findings"
	auditFindings  = "audit.findings"
)

// checkBooks recomputes the journal and the chains of the journal and the audit
// log, logs what is wrong and saves how much that is, for the metrics of every node.
func (n *Node) checkBooks(ctx context.Context) error {
	q := n.Services.Store.Queries()
	findings, err := ledger.Check(ctx, q)
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		n.logger.ErrorContext(ctx, "the books do not balance", "findings", ledger.Text(findings))
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
		return errors.Join(tx.SaveCount(ctx, ledgerFindings, len(findings)+ledgerChanged), tx.SaveCount(ctx, auditFindings, auditChanged))
	})
}

// tampered returns how many sealed days were changed, and logs them.
func (n *Node) tampered(ctx context.Context, t hashchain.Table) (int, error) {
	_, err := hashchain.Verify(ctx, t)
	var changed hashchain.TamperedError
	if !errors.As(err, &changed) {
		return 0, err
	}
	n.logger.ErrorContext(ctx, "a sealed day was changed", "error", err)
	return len(changed.Days), nil
}

// count reads how much a check found, 0 before the first one.
func (n *Node) count(name string) func(context.Context) (int64, error) {
	return func(ctx context.Context) (int64, error) { return store.Count(ctx, n.Services.Store.Queries(), name) }
}

// sealDays seals the days of a table that are over, and logs each seal: who could
// rewrite a chain cannot rewrite the lines that went to another machine.
func sealDays(ctx context.Context, s *store.Store, clock calendar.Clock, logger *slog.Logger, t hashchain.Table) error {
	seals, err := hashchain.SealDays(ctx, s, clock, t)
	for _, seal := range seals {
		logger.InfoContext(ctx, "day sealed", "table", t.Name(), "day", seal.Day.String(), "entries", seal.Entries, "head", seal.Head)
	}
	return err
}

// beginAuditChain seals what the audit log held before its days were sealed, so that
// the first check after an upgrade finds no day without a seal. Where the chain has
// begun, that is left to the night.
func beginAuditChain(ctx context.Context, s *store.Store, clock calendar.Clock, logger *slog.Logger) error {
	t := audit.Chain(s.Queries())
	if _, err := t.LastSeal(ctx); !store.IsNone(err) {
		return err
	}
	return sealDays(ctx, s, clock, logger, t)
}
