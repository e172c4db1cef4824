// Package settlement closes the account of items that were picked up. It takes what is still owed
// and the damage from the deposit, and pays the rest back to the customer (docs/rules.md R10).
package settlement

import (
	"context"
	"fmt"
	"log/slog"
	"slices"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Origin says where the money of a settlement comes from.
type Origin string

// The origins of a settlement. Only a settlement of origin OfPickup has items.
const (
	OfPickup     Origin = "pickup"      // the deposit of items that were picked up together
	OfCreditNote Origin = "credit_note" // deposit money that a credit note gave back
	OfWallet     Origin = "wallet"      // the customer's own money in the wallet, to be paid out
	OfOffer      Origin = "offer"       // the deposit for a transfer that was given up
)

// Settlement is the account of items that were picked up together, or of money without items (see
// Origin). All amounts are in paise. Deposit is what the items required, or the money without
// items. Applied is what dues and damage took. Refund is what is left and is owed to the customer
// from the inspection on.
type Settlement struct {
	ID      int64
	Origin  Origin
	State   State
	Deposit money.Paise
	Applied money.Paise
	Refund  money.Paise
	Advance money.Paise // rent that was paid in advance for the items and not used
	ReadyAt calendar.Instant
	ItemIDs []int64
}

// Service opens, inspects and pays settlements.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	billing *billing.Service
	ledger  *ledger.Ledger
	audit   *audit.Log
	notify  *notify.Service
	payouts provider.Payouts
	keyring *encryption.Keyring
	alerts  *alert.Service
	logger  *slog.Logger
	jobs    *jobs.Queue

	walletName string
}

// Deps are the services and settings that New needs.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Billing *billing.Service
	Ledger  *ledger.Ledger
	Notify  *notify.Service
	// Payouts pays refunds to banks and by UPI. If it is nil, refunds go to the wallet only.
	Payouts provider.Payouts
	// Keyring encrypts the details of payees.
	Keyring *encryption.Keyring
	Alerts  *alert.Service
	Logger  *slog.Logger
	// WalletName is what customers call the wallet.
	WalletName string
}

// New returns the service.
func New(d Deps) *Service {
	if d.Logger == nil {
		d.Logger = slog.New(slog.DiscardHandler)
	}
	return &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, billing: d.Billing, ledger: d.Ledger, audit: audit.New(d.IDs, d.Clock), notify: d.Notify,
		payouts: d.Payouts, keyring: d.Keyring, alerts: d.Alerts, logger: d.Logger, walletName: d.WalletName,
	}
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// write runs fn in one transaction of a customer. The transaction goes on when the call's client
// goes away.
func (s *Service) write(ctx context.Context, customerID int64, fn func(ctx context.Context, tx *store.Tx) error) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error { return fn(ctx, tx) })
}

// record writes an action on a settlement or a payout into the audit log, with its amount in paise,
// 0 if it has none.
func (s *Service) record(ctx context.Context, tx *store.Tx, customerID int64, action, kind string, id int64, amount money.Paise) error {
	return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: action, Object: fmt.Sprintf("%s/%d", kind, id), Amount: amount})
}

// Register registers the service's jobs, which open settlements when items are picked up and pay
// the refunds. It also registers the handler of the payout provider's events.
func (s *Service) Register(queue *jobs.Queue, events *inbox.Inbox) {
	s.jobs = queue
	if s.payouts != nil {
		events.Register(s.payouts.Name(), s.payouts, s.handleEvent)
	}
	jobs.Handle(queue, jobAdvance, s.advance)
	jobs.Handle(queue, jobQuery, s.query)
	queue.Every(jobSweep, jobs.Interval(sweepGap), s.Sweep)
	queue.Every(jobCompare, jobs.Daily(4, 45), s.compareDaily)
	jobs.Handle(queue, billing.JobDepositReturned, s.openReturned)
	jobs.Handle(queue, subscription.JobOfferGivenUp, s.openGivenUp)
	jobs.Handle(queue, subscription.JobOpenSettlement, func(ctx context.Context, closure subscription.Closure) error {
		_, _, err := s.Open(ctx, closure.CustomerID)
		return err
	})
}

// Open opens a settlement for the customer's picked-up items that have none yet, and returns its
// id. opened is false if there are no such items.
func (s *Service) Open(ctx context.Context, customerID int64) (id int64, opened bool, err error) {
	err = s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		items, err := unsettled(ctx, tx.Queries, customerID, calendar.Today(s.clock))
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

// unsettled returns the items that were picked up until a day and have no settlement yet.
func unsettled(ctx context.Context, q *db.Queries, customerID int64, until calendar.Date) ([]subscription.Brief, error) {
	settled, err := q.SettlementSettledItems(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("read settled items: %w", err)
	}
	items, err := subscription.PickedUp(ctx, q, customerID, until)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(items, func(item subscription.Brief) bool { return slices.Contains(settled, item.ID) }), nil
}

func (s *Service) open(ctx context.Context, tx *store.Tx, customerID, id int64, items []subscription.Brief) error {
	var deposit money.Paise
	for _, item := range items {
		deposit = money.Sum(deposit, item.Deposit)
	}
	now := calendar.Stamp(s.clock.Now())
	err := tx.SettlementAdd(ctx, db.SettlementAddParams{
		CustomerID: customerID, ID: id, Origin: string(OfPickup), DepositPaise: deposit, CreatedAt: now, UpdatedAt: now,
	})
	if err != nil {
		return err
	}
	for _, item := range items {
		_, err := tx.SettlementItemAdd(ctx, db.SettlementItemAddParams{
			CustomerID: customerID, SettlementID: id, ItemID: item.ID, DepositPaise: item.Deposit,
		})
		if err != nil {
			return err
		}
	}
	return s.record(ctx, tx, customerID, "settlement_opened", "settlement", id, deposit)
}

// Inspect ends the inspection. It invoices the damage, then takes everything that is owed from
// the deposit of the closed items, the oldest invoice first. What is left is ready to be paid
// back, to the paisa. The same inspection again changes nothing.
//
// Faults: 404 for a settlement of another customer or an item outside of the settlement, 422 for
// damage beyond the bounds, 409 for a settlement that was inspected with another result.
func (s *Service) Inspect(ctx context.Context, customerID, id int64, damage []Deduction) (Settlement, error) {
	if err := checkDamage(damage); err != nil {
		return Settlement{}, err
	}
	err := s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		row, err := tx.SettlementGet(ctx, customerID, id)
		if store.IsNone(err) {
			return fault.NotFound("settlement.not_found", "This settlement does not exist.")
		}
		if err != nil {
			return err
		}
		if State(row.State) != Inspecting {
			return sameDamage(ctx, tx.Queries, customerID, id, damage)
		}
		if err := checkDamagedItems(ctx, tx.Queries, customerID, id, damage); err != nil {
			return err
		}
		var found money.Paise
		for _, d := range damage {
			found = money.Sum(found, d.Amount)
		}
		if err := s.record(ctx, tx, customerID, "settlement_inspected", "settlement", id, found); err != nil {
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

// invoice raises what is not invoiced yet: the last days of rent and the damage.
func (s *Service) invoice(ctx context.Context, tx *store.Tx, customerID, id int64, damage []Deduction) error {
	if _, err := s.billing.BillClosedIn(ctx, tx, customerID); err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	if _, err := s.billing.ChargesIn(ctx, tx, customerID, damageCharges(id, damage)); err != nil {
		return fmt.Errorf("settlement: %w", err)
	}
	return nil
}

// Waiting identifies a settlement that waits for its inspection.
type Waiting struct{ CustomerID, ID int64 }

// WaitingSince lists the settlements that have waited for their inspection since before the given
// instant, the oldest first.
func WaitingSince(ctx context.Context, q *db.Queries, before calendar.Instant) ([]Waiting, error) {
	rows, err := q.SettlementsInspecting(ctx, before)
	if err != nil {
		return nil, fmt.Errorf("settlement: inspections: %w", err)
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
		return Settlement{}, fault.NotFound("settlement.not_found", "This settlement does not exist.")
	}
	if err != nil {
		return Settlement{}, fmt.Errorf("settlement: settlement: %w", err)
	}
	return withItems(ctx, q, row)
}

// AnyReady reports whether the customer has a refund that is ready to be paid.
func AnyReady(ctx context.Context, q *db.Queries, customerID int64) (bool, error) {
	ready, err := q.SettlementsAnyReady(ctx, customerID)
	if err != nil {
		return false, fmt.Errorf("settlement: look for ready ones: %w", err)
	}
	return ready, nil
}

// OfItems returns the id of the settlement of the first item that has one, or 0 if none has.
func OfItems(ctx context.Context, q *db.Queries, customerID int64, itemIDs []int64) (int64, error) {
	for _, itemID := range itemIDs {
		id, err := q.SettlementOfItem(ctx, customerID, itemID)
		if err == nil {
			return id, nil
		}
		if !store.IsNone(err) {
			return 0, fmt.Errorf("settlement: of item %d: %w", itemID, err)
		}
	}
	return 0, nil
}

// List returns the customer's settlements, newest first.
func List(ctx context.Context, q *db.Queries, customerID int64) ([]Settlement, error) {
	rows, err := q.SettlementList(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("settlement: settlements: %w", err)
	}
	return allWithItems(ctx, q, rows)
}

func allWithItems(ctx context.Context, q *db.Queries, rows []db.Settlement) (_ []Settlement, err error) {
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
		ID: row.ID, Origin: Origin(row.Origin), State: State(row.State), Deposit: row.DepositPaise, Applied: row.DeductionsPaise,
		Refund: row.RefundPaise, Advance: row.AdvancePaise, ReadyAt: row.ReadyAt,
	}
	var err error
	settled.ItemIDs, err = itemIDs(ctx, q, row.CustomerID, row.ID)
	return settled, err
}

func itemIDs(ctx context.Context, q *db.Queries, customerID, id int64) ([]int64, error) {
	rows, err := q.SettlementItems(ctx, customerID, id)
	if err != nil {
		return nil, fmt.Errorf("settlement: read the items of %d: %w", id, err)
	}
	ids := make([]int64, len(rows))
	for i, row := range rows {
		ids[i] = row.ItemID
	}
	return ids, nil
}
