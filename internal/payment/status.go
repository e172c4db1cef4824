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

// The status numbers of orderStatus. StatusPending stands for everything that is not decided.
const (
	StatusPending = 100
	StatusFailed  = 200
	StatusPaid    = 300
)

// Status returns the number that a waiting browser gets for the state.
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

// Progress says how a transaction stands.
type Progress struct {
	Status int // StatusPending, StatusFailed or StatusPaid
	// Returned is what the customer paid when nothing was due any more, in paise. This money
	// goes back to its source.
	Returned money.Paise
	// NothingPaid says that we have just asked every gateway that may have a payment, and that
	// none has one that is made or under way. So whoever pays now cannot pay twice.
	NothingPaid bool
}

// OrderStatus answers from our own state. While a browser waits, its calls bring the next
// question to the gateway forward, but never to less than 90 s after the last one. It returns a
// 404 Fault for somebody else's transaction.
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

// RefreshStatus is OrderStatus for a customer who has left a gateway and wants to know the
// result. It first asks the gateway, at most once per refreshGap. It also asks the gateways of
// earlier attempts that may still bring money. If a gateway does not answer, the result stays
// open. It returns a 404 Fault for somebody else's transaction.
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
	nothing := true // also true if nobody was shown an order
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

// mostAsked is how many attempts of a transaction we ask about in one call, the newest first. If
// there are more, NothingPaid stays false.
const mostAsked = 5

// openAttempts returns the attempts of a transaction that can still bring money, the newest
// first. These are the live attempt and the expired ones that we still ask about.
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

// hasNothing asks the gateway of an attempt. It returns true if the gateway has just answered
// that it has no payment that is made or under way.
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

// claimQuery records that we ask the gateway now, in addition to the schedule. It returns false
// if the gateway was asked a moment ago.
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

// hintable reports whether a question now would come at least hintGap after the last one. There
// must also be a later question in the schedule that can be brought forward.
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
	// Fields are the gateway's own fields, as its script or its form passed them.
	Fields map[string]string
}

// Capture processes a browser's claim that a payment was made. It checks the proof against our
// own order, asks the gateway, and applies the gateway's answer. It returns true if the
// transaction is paid now, and false if it is not decided yet. Repeating the call is safe.
//
// Faults: 404 for somebody else's transaction, 400 for a proof that is not the gateway's.
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

// Returned is the result of a browser's return from a gateway. Paid and Failed are what the
// gateway itself said. If neither is set, the payment is not decided yet. Proved says that the
// browser brought the gateway's proof of a payment. Fields are the fields that the dashboard
// gets.
type Returned struct {
	Paid, Failed, Proved bool
	Fields               map[string]string
	// AutoDebit says that the customer set up auto debit and paid nothing. Paid then means that
	// the bank has confirmed the mandate.
	AutoDebit bool
	// InvoiceCode is the code of the invoice's link with which the payment was begun, or "".
	InvoiceCode string
}

// Return is Capture for a page that has no session and knows only the link, which cannot be
// guessed. If the browser reports a failure, that is no fault and decides nothing. A customer
// who is told that a payment failed pays again, so only the gateway may say so.
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

// processReturn asks the gateway of a return, unless the return needs a proof and has none. If
// the gateway does not answer now, the payment counts as undecided, whatever the gateway said
// before.
func (s *Service) processReturn(ctx context.Context, t Transaction, fields map[string]string, needsProof bool) (Returned, error) {
	a, claim, err := s.readReturn(ctx, t, fields)
	if err != nil {
		return Returned{}, err
	}
	back := Returned{InvoiceCode: s.InvoiceCode(t), Proved: claim == provider.ClaimPaid, Fields: only(fields, s.gateways.Get(a.Gateway).Profile().ReturnFields)}
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

// readReturn finds the attempt whose order a return is about. It may be an attempt at a gateway
// that the customer has left. A proof has priority over a claim without proof. A claim without
// proof is about the live attempt of the transaction, if there is one.
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
