package ledger

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Movement is one line of a statement. It comes from one posting of a journal entry; SourceType
// and SourceID are those of the entry. Amount and Balance are in paise and from the customer's
// side: money that comes in is positive.
type Movement struct {
	ID          int64
	At          calendar.Instant
	SourceType  string
	SourceID    string
	Document    string // number of the invoice or credit note that it is about, if it is about one
	Account     Account
	Description string
	Amount      money.Paise
	Balance     money.Paise
}

// Movements is one page of a statement, with the number of all movements. Next is the After of the
// next page.
type Movements struct {
	Movements []Movement
	Total     int64
	Next      string
}

// listKey is where a movement stands in the statement.
type listKey struct {
	At      calendar.Instant
	ID, Leg int64
}

// Statement reads a page of the movements of two of a customer's credit accounts together, the
// newest first. For a single account, pass the same account twice.
func Statement(ctx context.Context, q *db.Queries, customerID int64, page paging.Page, account, and Account) (s Movements, err error) {
	after, err := paging.Key[listKey](page)
	if err != nil {
		return s, err
	}
	s.Total, err = q.LedgerStatementCount(ctx, db.LedgerStatementCountParams{CustomerID: customerID, Account: string(account), AndAccount: string(and)})
	if err != nil {
		return s, fmt.Errorf("ledger: count the movements of %s: %w", account, err)
	}
	rows, err := q.LedgerStatement(ctx, db.LedgerStatementParams{
		CustomerID: customerID, Account: string(account), AndAccount: string(and),
		AfterAt: after.At, AfterID: after.ID, AfterLeg: after.Leg, PageSize: page.Limit(), Skip: page.Skip(),
	})
	if err != nil {
		return s, fmt.Errorf("ledger: read the movements of %s: %w", account, err)
	}
	rows, s.Next = paging.Cut(page, rows, func(r db.LedgerStatementRow) listKey { return listKey{r.At, r.ID, r.Leg} })
	s.Movements = make([]Movement, len(rows))
	for i, r := range rows {
		s.Movements[i] = Movement{
			ID: r.ID, At: r.At, SourceType: r.SourceType, SourceID: r.SourceID, Document: r.Document, Account: Account(r.Account), Description: r.Description,
			Amount: -r.AmountPaise, Balance: -money.Paise(r.Balance),
		}
	}
	return s, nil
}

// AccountOf reads all movements of a customer's own accounts and of the tax on rent paid in
// advance, the oldest first. Balance is not filled in.
func AccountOf(ctx context.Context, q *db.Queries, customerID int64) ([]Movement, error) {
	rows, err := q.LedgerAccount(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("ledger: read the account of customer %d: %w", customerID, err)
	}
	movements := make([]Movement, len(rows))
	for i, r := range rows {
		movements[i] = Movement{
			ID: r.ID, At: r.At, SourceType: r.SourceType, SourceID: r.SourceID, Document: r.Document, Account: Account(r.Account), Description: r.Description,
			Amount: -r.AmountPaise,
		}
	}
	return movements, nil
}

// EntryOf finds the journal entry of a source and returns its id. found is false if the source
// was not entered.
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

// LegsOf reads what the journal entry of a source moved, none if the source was not entered.
func LegsOf(ctx context.Context, q *db.Queries, customerID int64, sourceType, sourceID string) ([]Leg, error) {
	legs, _, err := DescribedOf(ctx, q, customerID, sourceType, sourceID)
	return legs, err
}

// DescribedOf is LegsOf with the description of the entry.
func DescribedOf(ctx context.Context, q *db.Queries, customerID int64, sourceType, sourceID string) (legs []Leg, description string, err error) {
	rows, err := q.LedgerPostingsOfSource(ctx, db.LedgerPostingsOfSourceParams{CustomerID: customerID, SourceType: sourceType, SourceID: sourceID})
	if err != nil {
		return nil, "", fmt.Errorf("ledger: read the entry of %s %s: %w", sourceType, sourceID, err)
	}
	for _, r := range rows {
		legs, description = append(legs, Leg{Account(r.Account), r.AmountPaise}), r.Description
	}
	return legs, description, nil
}

// EntriesOfSource returns the ids of the journal entries of a source and of its parts, in
// ascending order. The id of a part is the id of the source, a slash and the part's own name.
func EntriesOfSource(ctx context.Context, q *db.Queries, customerID int64, sourceType, sourceID string) ([]int64, error) {
	ids, err := q.LedgerEntriesOfSource(ctx, db.LedgerEntriesOfSourceParams{
		// '0' is the character after the slash, so Beyond is the upper bound for the parts.
		CustomerID: customerID, SourceType: sourceType, SourceID: sourceID, Parts: sourceID + "/%", Beyond: sourceID + "0",
	})
	if err != nil {
		return nil, fmt.Errorf("ledger: find the entries of %s %s: %w", sourceType, sourceID, err)
	}
	return ids, nil
}

// Posted is a journal entry that is in the books.
type Posted struct {
	SourceType, SourceID, Document, Description string
	At                                          calendar.Instant
}

// EntriesOf reads journal entries of a customer by their ids.
func EntriesOf(ctx context.Context, q *db.Queries, customerID int64, ids []int64) (map[int64]Posted, error) {
	rows, err := q.LedgerEntries(ctx, customerID, store.IDs(ids))
	if err != nil {
		return nil, fmt.Errorf("ledger: read entries of customer %d: %w", customerID, err)
	}
	entries := make(map[int64]Posted, len(rows))
	for _, r := range rows {
		entries[r.ID] = Posted{r.SourceType, r.SourceID, r.Document, r.Description, r.At}
	}
	return entries, nil
}
