package settlement

import (
	"context"
	"fmt"
	"strconv"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// LineKind is the kind of a line in a settlement's statement. Screens take their words from it.
type LineKind string

// The kinds of lines.
const (
	LineDeposit    LineKind = "deposit"     // the deposit of an item
	LineCreditNote LineKind = "credit_note" // deposit money that a credit note gave back
	LineOffer      LineKind = "offer"       // the deposit for a transfer that was given up
	LineWallet     LineKind = "wallet"      // money from the wallet
	LineAdvance    LineKind = "advance"     // rent that was paid in advance and not used
	LineNotHeld    LineKind = "not_held"    // deposit that was not paid, or secures other items
	LineRent       LineKind = "rent"        // paid a rental invoice
	LineCharges    LineKind = "charges"     // paid another invoice
	LineLateFee    LineKind = "late_fee"    // paid a late fee
)

// Line is one line of a settlement's statement. Amount is in paise, negative for what is taken
// off. The lines add up to the refund; before the inspection they add up to what it will be
// worked out from. Name is the item's name or the invoice's number. Since means that the amount
// was taken off after the refund had been worked out.
type Line struct {
	Kind   LineKind
	Name   string
	Since  bool
	Amount money.Paise
}

// Statement is a settlement as the customer sees it.
type Statement struct {
	Settlement
	Lines []Line
	// Preference is how the refund is paid or will be paid; 0 before the customer has chosen.
	Preference Preference
	// PromisedBy is the day by which the refund is paid, zero before the customer has chosen.
	// WorkingDays is the number of working days until then.
	PromisedBy  calendar.Date
	WorkingDays int
	// PaidTo is the payee of the refund, masked, or "" for the wallet. Reference is the bank's
	// reference. PaidAt is when the refund was paid.
	PaidTo    string
	Reference string
	PaidAt    calendar.Instant
	// PaysDue is what a ready refund would pay now of what is due, in paise, before the rest goes
	// out.
	PaysDue money.Paise
	// Held means that the refund cannot go to the details that we have. Then no day is promised.
	Held bool
	// HandedOver means that another customer took the items over, so that nobody gave them back
	// to us.
	HandedOver bool
}

// Statements is one page of a customer's settlements, with the number of all settlements. Next is
// the After of the next page.
type Statements struct {
	Statements []Statement
	Total      int64
	Next       string
}

// Statements lists a page of the customer's settlements, newest first. It reads on one snapshot.
func (s *Service) Statements(ctx context.Context, customerID int64, page paging.Page) (list Statements, err error) {
	after, err := paging.Key[int64](page)
	if err != nil {
		return list, err
	}
	err = s.store.Read(ctx, func(q *db.Queries) error {
		if list.Total, err = q.SettlementCount(ctx, customerID); err != nil {
			return fmt.Errorf("settlement: count: %w", err)
		}
		rows, err := q.SettlementPage(ctx, db.SettlementPageParams{CustomerID: customerID, AfterID: after, PageSize: page.Limit(), Skip: page.Skip()})
		if err != nil {
			return fmt.Errorf("settlement: settlements: %w", err)
		}
		rows, list.Next = paging.Cut(page, rows, func(r db.Settlement) int64 { return r.ID })
		settlements, err := allWithItems(ctx, q, rows)
		if err != nil {
			return err
		}
		pays, err := paysDueNow(ctx, q, customerID, settlements)
		if err != nil {
			return err
		}
		list.Statements = make([]Statement, len(settlements))
		for i, one := range settlements {
			if list.Statements[i], err = s.statement(ctx, q, customerID, one); err != nil {
				return err
			}
			list.Statements[i].PaysDue = pays.of[one.ID]
		}
		return nil
	})
	return list, err
}

func (s *Service) statement(ctx context.Context, q *db.Queries, customerID int64, one Settlement) (Statement, error) {
	out := Statement{Settlement: one}
	var err error
	if out.Lines, err = lines(ctx, q, customerID, one); err != nil {
		return out, err
	}
	if out.HandedOver, err = handedOver(ctx, q, customerID, one); err != nil {
		return out, err
	}
	attempts, err := q.SettlementPayouts(ctx, customerID, one.ID)
	if err != nil {
		return out, fmt.Errorf("settlement: read payouts: %w", err)
	}
	if len(attempts) > 0 && (one.State == Paid || one.State == Paying) {
		last := attempts[0]
		out.Preference, out.Reference, out.PaidAt = Preference(last.Preference), last.Utr, last.PaidAt
		if out.PaidTo, err = s.maskedPayee(ctx, q, customerID, last.PayeeID); err != nil {
			return out, err
		}
	}
	if one.State != Ready && one.State != Paying {
		return out, nil
	}
	return out, s.promise(ctx, q, customerID, &out)
}

// maskedPayee returns the name of a payee as messages show it; payee 0 is the wallet.
func (s *Service) maskedPayee(ctx context.Context, q *db.Queries, customerID, payeeID int64) (string, error) {
	if payeeID == 0 {
		return "", nil
	}
	row, err := q.SettlementPayee(ctx, customerID, payeeID)
	if err != nil {
		return "", fmt.Errorf("settlement: read payee: %w", err)
	}
	p, err := s.payee(row)
	return p.Masked(), err
}

// promise fills in what the statement says about a refund that is not paid yet.
func (s *Service) promise(ctx context.Context, q *db.Queries, customerID int64, out *Statement) error {
	chosen, err := preferenceRow(ctx, q, customerID)
	if err != nil || chosen.Preference == 0 {
		return err
	}
	p, err := s.planOf(ctx, q, customerID, out.ID)
	if err != nil {
		return err
	}
	if out.Preference == 0 {
		out.Preference = p.preference
	}
	if out.Held = p.held(); out.Held {
		return nil
	}
	c, err := countdownOf(ctx, q, customerID, out.ID, out.ReadyAt, chosen.ChosenAt, p.payee.CreatedAt)
	out.PromisedBy, out.WorkingDays = c.end(promiseDays), c.left(calendar.Today(s.clock))
	return err
}

func lines(ctx context.Context, q *db.Queries, customerID int64, one Settlement) ([]Line, error) {
	all, err := depositLines(ctx, q, customerID, one)
	if err != nil {
		return nil, err
	}
	switch one.Origin {
	case OfCreditNote:
		all = append(all, Line{Kind: LineCreditNote, Amount: one.Deposit})
	case OfOffer:
		all = append(all, Line{Kind: LineOffer, Amount: one.Deposit})
	case OfWallet:
		all = append(all, Line{Kind: LineWallet, Amount: one.Deposit})
	case OfPickup:
	}
	if one.Advance > 0 {
		all = append(all, Line{Kind: LineAdvance, Amount: one.Advance})
	}
	if missing := money.Sum(one.Deposit, one.Advance, -one.Applied, -one.Refund); missing > 0 && one.State != Inspecting {
		all = append(all, Line{Kind: LineNotHeld, Amount: -missing})
	}
	id := strconv.FormatInt(one.ID, 10)
	for _, source := range []string{SourceDues, SourceNetting} {
		entries, err := ledger.EntriesOfSource(ctx, q, customerID, source, id)
		if err != nil {
			return nil, err
		}
		paid, err := billing.PaidBy(ctx, q, customerID, entries)
		if err != nil {
			return nil, err
		}
		for _, p := range paid {
			all = append(all, Line{Kind: lineOf(p), Name: p.Number, Since: source == SourceNetting, Amount: -p.Amount})
		}
	}
	return all, nil
}

func depositLines(ctx context.Context, q *db.Queries, customerID int64, one Settlement) ([]Line, error) {
	rows, err := q.SettlementItems(ctx, customerID, one.ID)
	if err != nil {
		return nil, fmt.Errorf("settlement: read the items of %d: %w", one.ID, err)
	}
	items, err := subscription.BriefsOf(ctx, q, customerID, one.ItemIDs)
	if err != nil {
		return nil, err
	}
	lines := make([]Line, len(rows))
	for i, row := range rows {
		lines[i] = Line{Kind: LineDeposit, Name: items[row.ItemID].Name, Amount: row.DepositPaise}
	}
	return lines, nil
}

func lineOf(p billing.Paid) LineKind {
	switch p.Kind {
	case "":
		return LineLateFee
	case billing.Rental:
		return LineRent
	default:
		return LineCharges
	}
}

// handedOver reports whether all items of a settlement went to another customer.
func handedOver(ctx context.Context, q *db.Queries, customerID int64, one Settlement) (bool, error) {
	if len(one.ItemIDs) == 0 {
		return false, nil
	}
	taken, err := q.SettlementItemsHandedOver(ctx, customerID, one.ID)
	if err != nil {
		return false, fmt.Errorf("settlement: read what was handed over: %w", err)
	}
	return int(taken) == len(one.ItemIDs), nil
}

// Describe returns the line's description.
func (l Line) Describe(origin Origin) string {
	what := map[LineKind]string{
		LineDeposit: "Deposit for " + l.Name, LineCreditNote: "Deposit given back by a credit note",
		LineOffer: "Deposit for the transfer that was given up", LineWallet: "Paid out of the wallet",
		LineAdvance: "Rent paid in advance, not used", LineNotHeld: "Deposit that was not paid, or secures other items", LineRent: "Rent, invoice " + l.Name,
		LineCharges: "Charges, invoice " + l.Name, LineLateFee: "Late fee for invoice " + l.Name,
	}[l.Kind]
	switch {
	case !l.Since:
		return what
	case origin == OfPickup:
		return what + ", due since the inspection"
	}
	return what + ", due before it was paid out"
}
