// Package settlement closes the account of items that were picked up: what is
// still owed and what is damaged is taken from the deposit, the rest is ready
// to be paid back (docs/rules.md R10).
package settlement

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"strconv"

	"rento/internal/account"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Settlement is the account of items that were picked up together. Deposit is
// what was required for them, Applied what was taken from the deposit for
// dues and damage, Refund what is left for the customer, all in paise.
type Settlement struct {
	ID      int64
	State   State
	Deposit money.Paise
	Applied money.Paise
	Refund  money.Paise
	ReadyAt calendar.Instant
	ItemIDs []int64
}

// Deduction is damage that the inspection found. Amount is the taxable value
// in paise.
type Deduction struct {
	ItemID      int64
	Description string
	Amount      money.Paise
}

// Service settles.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	billing *billing.Service
	ledger  *ledger.Ledger
	audit   Auditor
	notify  *notify.Service
	payouts provider.Payouts
	logger  *slog.Logger
	jobs    *jobs.Queue

	walletName string
}

// Deps are what the service works with.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Billing *billing.Service
	Ledger  *ledger.Ledger
	Audit   Auditor
	Notify  *notify.Service
	// Payouts pays refunds to banks and by UPI; nil pays to the wallet alone.
	Payouts provider.Payouts
	Logger  *slog.Logger
	// WalletName is what customers call the wallet.
	WalletName string
}

// Auditor writes down who changed where money goes, in the transaction of the
// change.
type Auditor interface {
	Audit(ctx context.Context, tx *store.Tx, e account.Entry) error
}

// New returns the service.
func New(d Deps) *Service {
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, billing: d.Billing, ledger: d.Ledger, audit: d.Audit, notify: d.Notify,
		payouts: d.Payouts, logger: d.Logger, walletName: d.WalletName,
	}
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// write runs fn in one transaction of a customer. A request that goes away does
// not abort it.
func (s *Service) write(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error { return fn(ctx, tx) }) //nolint:wrapcheck // fn worded it
}

// Register has the queue open a settlement when items are picked up, and bring
// the refund to the customer.
func (s *Service) Register(queue *jobs.Queue) {
	s.jobs = queue
	queue.Handle(jobAdvance, withSubject(s.advance))
	queue.Handle(jobAsk, withSubject(s.ask))
	queue.Every(jobSweep, jobs.Interval(sweepGap), s.Sweep)
	queue.Every(jobCompare, jobs.Daily(4, 45), func(ctx context.Context) error {
		_, err := s.CompareLately(ctx)
		return err
	})
	queue.Handle(subscription.JobOpenSettlement, func(ctx context.Context, payload []byte) error {
		var closure subscription.Closure
		if err := json.Unmarshal(payload, &closure); err != nil {
			return jobs.Permanent(fmt.Errorf("settlement: open: %w", err))
		}
		_, _, err := s.Open(ctx, closure.CustomerID)
		return err
	})
}

// Open opens a settlement for the customer's closed items that are in none
// yet, and returns its id; opened is false when there are no such items.
func (s *Service) Open(ctx context.Context, customerID int64) (id int64, opened bool, err error) {
	err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		items, err := tx.SettlementClosedItems(ctx, customerID, calendar.Today(s.clock))
		if err != nil || len(items) == 0 {
			return err
		}
		id, opened = s.ids.Next(), true
		return s.open(ctx, tx, customerID, id, items)
	})
	if err != nil {
		return 0, false, fmt.Errorf("settlement: open: %w", err)
	}
	return id, opened, nil
}

func (s *Service) open(ctx context.Context, tx *store.Tx, customerID, id int64, items []db.SettlementClosedItemsRow) error {
	var deposit money.Paise
	for _, item := range items {
		deposit += item.DepositPaise
		_, err := tx.SettlementItemAdd(ctx, db.SettlementItemAddParams{
			CustomerID: customerID, SettlementID: id, ItemID: item.ID, DepositPaise: item.DepositPaise,
		})
		if err != nil {
			return err
		}
	}
	now := calendar.Stamp(s.clock.Now())
	return tx.SettlementAdd(ctx, db.SettlementAddParams{
		CustomerID: customerID, ID: id, DepositPaise: deposit, CreatedAt: now, UpdatedAt: now,
	})
}

// Inspect ends the inspection: damage is invoiced first, then everything that
// is owed is taken from the deposit of the closed items, oldest invoice first.
// What is left is ready to be paid back, to the paisa. Inspecting again
// changes nothing. A settlement of somebody else is a Fault (404).
func (s *Service) Inspect(ctx context.Context, customerID, id int64, damage []Deduction) (Settlement, error) {
	err := s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		row, err := tx.SettlementGet(ctx, customerID, id)
		if store.IsNone(err) {
			return fault.NotFound("This settlement does not exist.")
		}
		if err != nil || State(row.State) != Inspecting {
			return err
		}
		if err := s.invoice(ctx, tx, customerID, id, damage); err != nil {
			return err
		}
		return s.net(ctx, tx, row)
	})
	if err != nil {
		return Settlement{}, err
	}
	return Get(ctx, s.store.Queries(), customerID, id)
}

// invoice raises what is not invoiced yet: the last days and the damage.
func (s *Service) invoice(ctx context.Context, tx *store.Tx, customerID, id int64, damage []Deduction) error {
	if _, err := s.billing.BillClosedIn(ctx, tx, customerID); err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	charges := make([]billing.Charge, len(damage))
	for n, d := range damage {
		charges[n] = billing.Charge{
			ItemID: d.ItemID, Description: d.Description, Amount: d.Amount,
			Operation: "damage/" + strconv.FormatInt(id, 10) + "/" + strconv.Itoa(n),
		}
	}
	if _, err := s.billing.ChargesIn(ctx, tx, customerID, charges); err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	return nil
}

// net takes what is owed from the deposit.
func (s *Service) net(ctx context.Context, tx *store.Tx, row db.Settlement) error {
	balance, err := billing.DepositBalanceOf(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	owed, err := billing.Payables(ctx, tx.Queries, row.CustomerID)
	if err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	applied, left := Net(row.DepositPaise, balance, owed.Total())
	if applied > 0 {
		if err := s.apply(ctx, tx, row, applied); err != nil {
			return err
		}
	}
	state, now := Ready, calendar.Stamp(s.clock.Now())
	if left == 0 {
		state = Paid
	}
	_, err = tx.SettlementInspected(ctx, db.SettlementInspectedParams{
		State: string(state), DeductionsPaise: applied, RefundPaise: left, ReadyAt: now, UpdatedAt: now,
		CustomerID: row.CustomerID, ID: row.ID,
	})
	if err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	if state != Ready {
		return nil
	}
	if err := s.tellReady(ctx, tx, row.CustomerID, row.ID, left); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, jobAdvance, subject{row.CustomerID, row.ID}, now)
}

// Net works out a settlement, all in paise: deposit is that of the closed
// items, balance what is held above what the other items require, owed what is
// to be paid. applied goes to the dues, left back to the customer.
func Net(deposit, balance, owed money.Paise) (applied, left money.Paise) {
	released := max(0, min(deposit, balance))
	applied = min(released, owed)
	return applied, released - applied
}

func (s *Service) apply(ctx context.Context, tx *store.Tx, row db.Settlement, amount money.Paise) error {
	_, err := s.billing.Allocate(ctx, tx, billing.Receipt{
		CustomerID: row.CustomerID, SourceType: "settlement", SourceID: strconv.FormatInt(row.ID, 10),
		Description: "Paid from the deposit", At: calendar.Stamp(s.clock.Now()),
		From: []ledger.Leg{ledger.Debit(ledger.Deposit, amount)},
	})
	if err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	return nil
}

// Waiting names a settlement that waits for its inspection.
type Waiting struct{ CustomerID, ID int64 }

// WaitingSince lists the settlements that have waited for their inspection since
// before an instant, the oldest first.
func WaitingSince(ctx context.Context, q *db.Queries, before calendar.Instant) ([]Waiting, error) {
	rows, err := q.SettlementsInspecting(ctx, before)
	if err != nil {
		return nil, fmt.Errorf("settlement: %w", err)
	}
	list := make([]Waiting, len(rows))
	for i, r := range rows {
		list[i] = Waiting{CustomerID: r.CustomerID, ID: r.ID}
	}
	return list, nil
}

// Get returns a settlement of the customer, or a Fault (404).
func Get(ctx context.Context, q *db.Queries, customerID, id int64) (Settlement, error) {
	row, err := q.SettlementGet(ctx, customerID, id)
	if store.IsNone(err) {
		return Settlement{}, fault.NotFound("This settlement does not exist.")
	}
	if err != nil {
		return Settlement{}, fmt.Errorf("settlement: %w", err)
	}
	return withItems(ctx, q, row)
}

// List returns the customer's settlements, newest first.
func List(ctx context.Context, q *db.Queries, customerID int64) ([]Settlement, error) {
	rows, err := q.SettlementList(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("settlement: %w", err)
	}
	list := make([]Settlement, len(rows))
	for i, row := range rows {
		if list[i], err = withItems(ctx, q, row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func withItems(ctx context.Context, q *db.Queries, row db.Settlement) (Settlement, error) {
	settled := Settlement{
		ID: row.ID, State: State(row.State), Deposit: row.DepositPaise, Applied: row.DeductionsPaise, Refund: row.RefundPaise,
		ReadyAt: row.ReadyAt,
	}
	items, err := q.SettlementItems(ctx, row.CustomerID, row.ID)
	if err != nil {
		return Settlement{}, fmt.Errorf("settlement: %w", err)
	}
	for _, item := range items {
		settled.ItemIDs = append(settled.ItemIDs, item.ItemID)
	}
	return settled, nil
}
