package app

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/ledger"
	"rento/internal/store"
)

// checkHour is when the whole journal is recomputed: on one node, and while
// hardly anybody is awake, because it reads every posting.
const checkHour = 3

// findingsSetting holds how many findings the last check of the books had.
const findingsSetting = "ledger.findings"

// checkBooks recomputes the journal, logs what does not balance and saves how
// much that is, for the metric of every node.
func (n *Node) checkBooks(ctx context.Context) error {
	findings, err := ledger.Check(ctx, n.Services.Store.Queries())
	if err != nil {
		return err
	}
	if len(findings) > 0 {
		n.logger.ErrorContext(ctx, "the books do not balance", "findings", ledger.Text(findings))
	}
	return n.Services.Store.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.SaveSetting(ctx, findingsSetting, strconv.Itoa(len(findings)))
	})
}

// bookFindings is how much the last check of the books found, 0 before the
// first one.
func (n *Node) bookFindings(ctx context.Context) (int64, error) {
	text, err := store.Setting(ctx, n.Services.Store.Queries(), findingsSetting)
	if store.IsNone(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	count, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("app: setting %s: %w", findingsSetting, err)
	}
	return count, nil
}
