package ledger

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Movement is one line of a statement. Amount and Balance are in paise and
// from the customer's side: money that comes in is positive. Source is that of
// its entry, of which it is one posting.
type Movement struct {
	ID          int64
	At          calendar.Instant
	SourceType  string
	SourceID    string
	Account     Account
	Description string
	Amount      money.Paise
	Balance     money.Paise
}

// Statement reads some movements of two of a customer's credit accounts
// together, or of one that is given twice, the newest first, and how many there
// are altogether.
func Statement(ctx context.Context, q *db.Queries, customerID int64, size, skip int, account, and Account) ([]Movement, int64, error) {
	total, err := q.LedgerStatementCount(ctx, db.LedgerStatementCountParams{CustomerID: customerID, Account: string(account), AndAccount: string(and)})
	if err != nil {
		return nil, 0, fmt.Errorf("ledger: count the movements of %s: %w", account, err)
	}
	rows, err := q.LedgerStatement(ctx, db.LedgerStatementParams{
		CustomerID: customerID, Account: string(account), AndAccount: string(and), PageSize: int32(size), Skip: int32(skip),
	})
	if err != nil {
		return nil, 0, fmt.Errorf("ledger: read the movements of %s: %w", account, err)
	}
	movements := make([]Movement, len(rows))
	for i, r := range rows {
		movements[i] = Movement{
			ID: r.ID, At: r.At, SourceType: r.SourceType, SourceID: r.SourceID, Account: Account(r.Account), Description: r.Description,
			Amount: -r.AmountPaise, Balance: -money.Paise(r.Balance),
		}
	}
	return movements, total, nil
}

// AccountOf reads all movements of a customer's own accounts and of the tax of what was
// paid in advance, the oldest first, without balances.
func AccountOf(ctx context.Context, q *db.Queries, customerID int64) ([]Movement, error) {
	rows, err := q.LedgerAccount(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("ledger: read the account of customer %d: %w", customerID, err)
	}
	movements := make([]Movement, len(rows))
	for i, r := range rows {
		movements[i] = Movement{
			ID: r.ID, At: r.At, SourceType: r.SourceType, SourceID: r.SourceID, Account: Account(r.Account), Description: r.Description,
			Amount: -r.AmountPaise,
		}
	}
	return movements, nil
}

// EntryOf finds the entry of a source and returns its id; found is false when
// the source was not entered.
func EntryOf(ctx context.Context, q *db.Queries, customerID int64, sourceType, sourceID string) (id int64, found bool, err error) {
	entry, err := q.LedgerEntryBySource(ctx, db.LedgerEntryBySourceParams{CustomerID: customerID, SourceType: sourceType, SourceID: sourceID})
	if store.IsNone(err) {
		return 0, false, nil
	}
	if err != nil {
		return 0, false, fmt.Errorf("ledger: find the entry of %s %s: %w", sourceType, sourceID, err)
	}
	return entry.ID, true, nil
}

// EntriesOfSource returns the ids of the entries of a source and of its parts,
// which have its id, a slash and a name of their own, in order.
func EntriesOfSource(ctx context.Context, q *db.Queries, customerID int64, sourceType, sourceID string) ([]int64, error) {
	ids, err := q.LedgerEntriesOfSource(ctx, db.LedgerEntriesOfSourceParams{
		CustomerID: customerID, SourceType: sourceType, SourceID: sourceID, Parts: sourceID + "/%", Beyond: sourceID + "0", // the character after the slash
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: find the entries of %s %s: %w", sourceType, sourceID, err)
	}
	return ids, nil
}

// Posted is an entry that is in the books.
type Posted struct{ SourceType, SourceID, Description string }

// EntriesOf reads entries of a customer by their ids.
func EntriesOf(ctx context.Context, q *db.Queries, customerID int64, ids []int64) (map[int64]Posted, error) {
	rows, err := q.LedgerEntries(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("ledger: read entries of customer %d: %w", customerID, err)
	}
	entries := make(map[int64]Posted, len(rows))
	for _, r := range rows {
		entries[r.ID] = Posted{r.SourceType, r.SourceID, r.Description}
	}
	return entries, nil
}
