package payment

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The numbers of orderStatus. Everything that is not decided is StatusPending.
const (
	StatusPending = 100
	StatusFailed  = 200
	StatusPaid    = 300
)

// Status is the number that a waiting browser is told.
func (s State) Status() int {
	switch s {
	case Succeeded:
		return StatusPaid
	case Failed, Expired:
		return StatusFailed
	case Open, Pending:
	}
	return StatusPending
}

// Progress is how a transaction stands.
type Progress struct {
	Status int // StatusPending, StatusFailed or StatusPaid
	// Returned is what the customer has paid, in paise, when nothing was due
	// for it any more: it goes back to its source.
	Returned money.Paise
	// NothingPaid says that every gateway which may have one was asked just now and
	// has no payment that is made or under way: whoever goes on cannot pay twice.
	NothingPaid bool
}

// OrderStatus answers from what we know. A browser that waits makes the next
// question to the gateway come sooner, at most every 90 s however often it
// asks. 404 Fault for somebody else's transaction.
func (s *Service) OrderStatus(ctx context.Context, customerID, transactionID int64) (Progress, error) {
	q := s.store.Queries()
	t, err := read(ctx, q, customerID, transactionID)
	if err != nil {
		return Progress{}, err
	}
	p := Progress{Status: t.State.Status()}
	if p.Status != StatusPending {
		returned, err := q.PaymentReturned(ctx, customerID, transactionID)
		p.Returned = money.Paise(returned)
		return p, err
	}
	a, err := liveAttempt(ctx, q, t)
	if err != nil || a == nil || !s.hintable(*a) {
		return p, err
	}
	return p, s.hint(ctx, *a)
}

// RefreshStatus is OrderStatus for somebody who has left a gateway and wants to
// know: it is asked first, at most every refreshGap, and so is each gateway of an
// earlier attempt that may still bring money. A gateway that does not answer
// leaves open how the payment stands. 404 Fault for somebody else's transaction.
func (s *Service) RefreshStatus(ctx context.Context, customerID, transactionID int64) (Progress, error) {
	q := s.store.Queries()
	t, err := read(ctx, q, customerID, transactionID)
	if err != nil {
		return Progress{}, err
	}
	if t.State.Status() != StatusPending {
		return s.OrderStatus(ctx, customerID, transactionID)
	}
	open, err := openAttempts(ctx, q, t)
	if err != nil {
		return Progress{}, err
	}
	nothing := true // also when nobody was shown an order
	for n, a := range open {
		if n == mostAsked {
			nothing = false
			break
		}
		none, err := s.hasNothing(ctx, a)
		if err != nil {
			return Progress{}, err
		}
		nothing = nothing && none
	}
	p, err := s.OrderStatus(ctx, customerID, transactionID)
	p.NothingPaid = nothing && p.Status == StatusPending
	return p, err
}

// mostAsked is how many attempts of a transaction are asked about at once, the
// newest first. With more nothing is said of them together.
const mostAsked = 5

// openAttempts are the attempts of a transaction that can still bring money, the
// newest first: the live one, and those that were given up and are still watched.
func openAttempts(ctx context.Context, q *db.Queries, t Transaction) ([]Attempt, error) {
	rows, err := q.PaymentAttemptsOf(ctx, t.CustomerID, t.ID)
	if err != nil {
		return nil, fmt.Errorf("payment: read attempts: %w", err)
	}
	var open []Attempt
	for _, row := range rows {
		if a := attempt(row); a.State.Live() || a.State == AttemptExpired && !a.CheckAt.IsZero() {
			open = append(open, a)
		}
	}
	return open, nil
}

// hasNothing asks the gateway of an attempt and reports whether it has answered
// just now that it has no payment that is made or under way.
func (s *Service) hasNothing(ctx context.Context, a Attempt) (bool, error) {
	mine, err := s.claimQuery(ctx, a)
	if err != nil || !mine {
		return false, err
	}
	after, unheard := s.queryGateway(ctx, a)
	if unheard != nil {
		s.logger.WarnContext(ctx, "gateway not asked", "gateway", a.Gateway, "attempt", a.ID, "error", unheard.Error())
		return false, nil
	}
	open, err := hasOpenPayment(ctx, s.store.Queries(), after)
	return !open && after.State != AttemptPending && after.State != AttemptSucceeded, err
}

// claimQuery notes that the gateway is asked now, beside its schedule, unless
// it was asked a moment ago.
func (s *Service) claimQuery(ctx context.Context, a Attempt) (mine bool, err error) {
	err = s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, err := readAttempt(ctx, tx, a)
		if err != nil {
			return err
		}
		if mine = now.AskedAt.IsZero() || s.now() >= now.AskedAt.Add(refreshGap); !mine {
			return nil
		}
		now.AskedAt = s.now()
		mine, err = s.setCheck(ctx, tx, &now, now.CheckAt, now.Checks)
		return err
	})
	return mine, err
}

// hintable reports whether a question now keeps the least distance to the one
// before.
func (s *Service) hintable(a Attempt) bool {
	now := s.now()
	return a.CheckAt > now && (a.AskedAt.IsZero() || now >= a.AskedAt.Add(hintGap))
}

func (s *Service) hint(ctx context.Context, a Attempt) error {
	return s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, err := readAttempt(ctx, tx, a)
		if err != nil {
			return err
		}
		if !s.hintable(now) {
			return nil
		}
		_, err = s.setCheck(ctx, tx, &now, s.now(), now.uncounted())
		return err
	})
}

// ReturnInput is what a browser brings back from a gateway.
type ReturnInput struct {
	TransactionID int64
	UniqueID      string
	// Fields are the gateway's own, as its script or its form gave them.
	Fields map[string]string
}

// Capture takes the browser's word that a payment was made: the proof is
// checked against our own order, then the gateway is asked, and what it says
// is applied. It reports whether the transaction is paid now; false means that
// it is not decided yet. Repeating it is safe. Faults: 404 for somebody else's transaction, 400 for a proof that is not the gateway's.
func (s *Service) Capture(ctx context.Context, customerID int64, in ReturnInput) (bool, error) {
	t, err := read(ctx, s.store.Queries(), customerID, in.TransactionID)
	if err != nil {
		return false, err
	}
	if t.UniqueID != in.UniqueID {
		return false, noTransaction()
	}
	back, err := s.processReturn(ctx, t, in.Fields, true)
	return back.Paid, err
}

// Returned is what came of a browser's return from a gateway: it is paid, or it
// failed, both by the gateway's own word, or it is not decided yet. Proved says
// that the browser brought the gateway's proof of a payment. Fields are those
// that the dashboard is told.
type Returned struct {
	Paid, Failed, Proved bool
	Fields               map[string]string
	// AutoDebit says that auto debit was set up, and nothing was paid: Paid is then
	// that the bank has confirmed it.
	AutoDebit bool
}

// Return is Capture for a page that knows no session, only the unguessable
// link. A failure that the browser tells of is no fault, and decides nothing:
// who is told that it failed pays again, so only the gateway says so.
func (s *Service) Return(ctx context.Context, uniqueID string, fields map[string]string) (Returned, error) {
	ctx = audit.WithActor(ctx, audit.Customer())
	t, err := s.ByUniqueID(ctx, uniqueID)
	if err != nil {
		return Returned{}, err
	}
	return s.processReturn(ctx, t, fields, false)
}

// ByUniqueID finds the transaction of a link.
func (s *Service) ByUniqueID(ctx context.Context, uniqueID string) (Transaction, error) {
	row, err := s.store.Queries().PaymentTransactionByUniqueID(ctx, uniqueID)
	if store.IsNone(err) {
		return Transaction{}, noTransaction()
	}
	if err != nil {
		return Transaction{}, fmt.Errorf("payment: read transaction: %w", err)
	}
	return transaction(row), nil
}

// processReturn has the gateway of a return asked, unless the return lacks a
// proof that is needed. A gateway that does not answer leaves open how the
// payment stands, whatever it said before.
func (s *Service) processReturn(ctx context.Context, t Transaction, fields map[string]string, needsProof bool) (Returned, error) {
	a, claim, err := s.readReturn(ctx, t, fields)
	if err != nil {
		return Returned{}, err
	}
	back := Returned{Proved: claim == provider.ClaimPaid, Fields: only(fields, s.gateways.Get(a.Gateway).Profile().ReturnFields)}
	if t.State == Succeeded {
		back.Paid = true // a stale or repeated return has no effect
		return back, nil
	}
	if needsProof && !back.Proved {
		return back, badProof(errNoProof)
	}
	_, unheard := s.queryGateway(ctx, a)
	if unheard != nil {
		s.logger.WarnContext(ctx, "payment not confirmed at once", "transaction", t.ID, "error", unheard.Error())
	}
	now, err := read(ctx, s.store.Queries(), t.CustomerID, t.ID)
	back.Paid = now.State == Succeeded
	back.Failed = now.State == Failed && unheard == nil
	return back, err
}

func only(fields map[string]string, names []string) map[string]string {
	some := map[string]string{}
	for _, name := range names {
		if value, given := fields[name]; given {
			some[name] = value
		}
	}
	return some
}

// readReturn finds the attempt whose order a return is about; it may be one at
// a gateway that the customer has left. A proof goes before a mere claim, which
// is about the attempt that still stands for the transaction, if one does.
func (s *Service) readReturn(ctx context.Context, t Transaction, fields map[string]string) (found Attempt, claim provider.Claim, err error) {
	rows, err := s.store.Queries().PaymentAttemptsOf(ctx, t.CustomerID, t.ID)
	if err != nil {
		return found, "", fmt.Errorf("payment: read attempts: %w", err)
	}
	cause := errNoProof
	for _, row := range rows {
		a, gateway := attempt(row), s.gateways.Get(row.Gateway)
		if gateway == nil || a.OrderID == "" {
			continue
		}
		said, err := gateway.ReadReturn(provider.Order{Reference: a.Reference, ID: a.OrderID}, fields)
		if err != nil {
			cause = err
		} else if claim == "" || said == provider.ClaimPaid || a.State.Live() {
			found, claim = a, said
		}
		if said == provider.ClaimPaid {
			break
		}
	}
	if claim == "" {
		return found, "", badProof(cause)
	}
	return found, claim, nil
}

var errNoProof = errors.New("payment: no order was made, or nothing proves a payment")

func badProof(cause error) error {
	return fault.Unreadable("payment.not_verified", "We could not verify this payment. If money left your account, it is found by itself within minutes.").WithCause(cause)
}
