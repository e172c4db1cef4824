package payment

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"rento/internal/account"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// GatewayInput is the choice of a gateway for a transaction. It has no amount, because the
// amount comes from the transaction.
type GatewayInput struct {
	TransactionID int64
	UniqueID      string
	Gateway       string
	Device        provider.Device
	// byLink says that the caller has the link but is not signed in. The link's life is then not
	// extended.
	byLink bool
}

// Checkout is what a browser needs to open a gateway's checkout on our pay page. Amount is in
// paise. GatewayName is the gateway's name for customers, and Name is our own name. Options are
// the other values that the gateway's script needs.
type Checkout struct {
	Gateway     string
	GatewayName string
	Page        provider.Page
	Options     map[string]string
	OrderID     string
	Amount      money.Paise
	Currency    string
	Name        string
	ScriptURL   string
	Prefill     Prefill
}

// Prefill is what we know about the payer, so that the gateway does not have to ask.
type Prefill struct {
	Name, Email, Contact string
}

// Started is an order at a gateway that is ready to be paid.
type Started struct {
	Transaction Transaction
	// RedirectURL is the page on which the customer pays. IntentURL opens the payer's app.
	RedirectURL string
	IntentURL   string
	// ProviderURL is the provider's own page, for gateways that work by redirect. If
	// ProviderForm is set, the page is opened by a form with these fields.
	ProviderURL  string
	ProviderForm map[string]string
	// Checkout is set if the gateway opens on our pay page.
	Checkout *Checkout
	// AutoDebit says that this sets up auto debit and nothing is paid. Of the Transaction, only
	// the customer and the link are set.
	AutoDebit bool
}

// StartGateway creates the gateway's order for a transaction, or returns the existing one. All
// tries at a gateway share one order, unless a failed try uses the order up.
//
// Faults: 404 for somebody else's transaction or an unknown gateway. 409 if the transaction is
// paid, given up, started again elsewhere or no longer what is due, or if an earlier payment is
// not decided yet. 502 if the gateway does not answer; the caller may then try again.
func (s *Service) StartGateway(ctx context.Context, customerID int64, in GatewayInput) (Started, error) {
	gateway := s.gateways.Offer(in.Gateway)
	if gateway == nil {
		return Started{}, fault.NotFound("payment.gateway_not_found", "There is no such gateway.")
	}
	t, a, err := s.prepareAttempt(ctx, customerID, in)
	if err != nil {
		return Started{}, err
	}
	checkout, request, err := s.openOrder(ctx, gateway, t, &a, in.Device)
	if isUsedUp(gateway, a, err) {
		if t, a, err = s.replaceAttempt(ctx, customerID, in, a); err != nil {
			return Started{}, err
		}
		checkout, request, err = s.openOrder(ctx, gateway, t, &a, in.Device)
	}
	if err != nil {
		return Started{}, err
	}
	t, stored, err := s.reopen(ctx, t, a)
	if err != nil {
		return Started{}, err
	}
	if stored.OrderID == "" {
		return Started{}, replaced() // given up meanwhile: never show an order that we do not watch
	}
	if stored.OrderID != a.OrderID {
		// Two calls created one order each. Only the stored order is ever shown to anybody, so
		// the other one cannot be paid.
		if checkout, err = gateway.Resume(ctx, stored.OrderID, request); err != nil {
			return Started{}, fault.Provider(err)
		}
	}
	return s.started(gateway.Profile(), t, stored, checkout, request.Customer)
}

// openOrder creates the order of an attempt, or opens the existing order again.
func (s *Service) openOrder(ctx context.Context, gateway provider.Gateway, t Transaction, a *Attempt, device provider.Device) (provider.Checkout, provider.OrderRequest, error) {
	request, err := s.orderRequest(ctx, t, *a, device)
	if err != nil {
		return provider.Checkout{}, request, err
	}
	checkout, err := s.order(ctx, gateway, a, request)
	return checkout, request, err
}

// isUsedUp reports whether the gateway refused to open an existing order again. That happens
// when somebody has tried to pay a single-try order and we have not heard of the failure yet.
func isUsedUp(gateway provider.Gateway, a Attempt, err error) bool {
	return err != nil && a.OrderID != "" && gateway.Profile().SingleTry && provider.OutcomeOf(err) == provider.Declined
}

// replaceAttempt creates a new attempt at the same gateway for one whose order is used up. It
// first makes sure that the gateway has no money on the way.
func (s *Service) replaceAttempt(ctx context.Context, customerID int64, in GatewayInput, a Attempt) (Transaction, Attempt, error) {
	if err := s.ensureNoMoneyUnderWay(ctx, a); err != nil {
		return Transaction{}, a, err
	}
	return s.storeCleared(ctx, customerID, in, a.ID)
}

// storeCleared calls storeIntent after we have asked the gateway of the blocking attempt.
// Another tab may have chosen another gateway meanwhile. Its attempt stays as it is, and the
// caller gets a 409 Fault.
func (s *Service) storeCleared(ctx context.Context, customerID int64, in GatewayInput, cleared int64) (Transaction, Attempt, error) {
	t, a, err := s.storeIntent(ctx, customerID, in, cleared)
	if err == nil && a.Gateway != in.Gateway {
		err = undecided()
	}
	return t, a, err
}

// resume opens an order that was created before.
func (s *Service) resume(ctx context.Context, gateway provider.Gateway, t Transaction, a Attempt, device provider.Device) (Started, error) {
	request, err := s.orderRequest(ctx, t, a, device)
	if err != nil {
		return Started{}, err
	}
	checkout, err := gateway.Resume(ctx, a.OrderID, request)
	if err != nil {
		return Started{}, fault.Provider(err)
	}
	return s.started(gateway.Profile(), t, a, checkout, request.Customer)
}

// orderRequest returns what we tell a gateway about an attempt.
func (s *Service) orderRequest(ctx context.Context, t Transaction, a Attempt, device provider.Device) (provider.OrderRequest, error) {
	customer, err := account.CustomerOf(ctx, s.store.Queries(), t.CustomerID)
	if err != nil {
		return provider.OrderRequest{}, fmt.Errorf("payment: order of attempt %d: %w", a.ID, err)
	}
	return provider.OrderRequest{
		Reference: a.Reference, Amount: a.Amount, Notes: map[string]string{"reference": a.Reference}, Device: device,
		Customer:  provider.Customer{ID: t.CustomerID, Name: customer.FullName, Email: customer.Email, Mobile: customer.Mobile},
		ReturnURL: s.ReturnURL(t),
	}, nil
}

// prepareAttempt commits the attempt at a gateway. An attempt at another gateway is given up
// only after that gateway has said that no money is on the way.
func (s *Service) prepareAttempt(ctx context.Context, customerID int64, in GatewayInput) (Transaction, Attempt, error) {
	t, a, err := s.storeIntent(ctx, customerID, in, 0)
	if err != nil || a.Gateway == in.Gateway {
		return t, a, err
	}
	if err := s.ensureNoMoneyUnderWay(ctx, a); err != nil {
		return t, a, err
	}
	return s.storeCleared(ctx, customerID, in, a.ID)
}

// storeIntent commits the attempt for which we are about to ask a gateway for an order. It
// reuses the live attempt, even one at another gateway. It creates a new attempt if there is no
// live one, if the live one's order is used up, or if the live one has the id in cleared.
// cleared is an attempt whose gateway has said that no money is on the way.
func (s *Service) storeIntent(ctx context.Context, customerID int64, in GatewayInput, cleared int64) (t Transaction, a Attempt, err error) {
	err = s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		if t, err = s.payable(ctx, tx.Queries, customerID, in); err != nil {
			return err
		}
		live, err := liveAttempt(ctx, tx.Queries, t)
		if err != nil {
			return err
		}
		if live != nil && !s.usedUp(*live) && live.ID != cleared {
			a = *live
			return s.renewFor(ctx, tx, in, &t)
		}
		if live != nil {
			if err := s.moveAttempt(ctx, tx, live, AttemptExpired, live.OrderID, "replaced"); err != nil {
				return err
			}
		}
		if a, err = s.addAttempt(ctx, tx, t, in.Gateway); err != nil {
			return err
		}
		if err := s.record(ctx, tx, customerID, "payment_attempted", "attempt", a.ID, a.Amount); err != nil {
			return err
		}
		return s.renewFor(ctx, tx, in, &t)
	})
	return t, a, err
}

// usedUp reports whether the order of an attempt accepts no other payment.
func (s *Service) usedUp(a Attempt) bool {
	gateway := s.gateways.Get(a.Gateway)
	return a.State == AttemptFailed && gateway != nil && gateway.Profile().SingleTry
}

func (s *Service) renewFor(ctx context.Context, tx *store.Tx, in GatewayInput, t *Transaction) error {
	if in.byLink {
		return nil
	}
	return s.renew(ctx, tx, t)
}

// payable reads a transaction and makes sure that it may be taken to a gateway.
func (s *Service) payable(ctx context.Context, q *db.Queries, customerID int64, in GatewayInput) (Transaction, error) {
	t, err := read(ctx, q, customerID, in.TransactionID)
	if err != nil {
		return t, err
	}
	if t.UniqueID != in.UniqueID {
		return t, noTransaction()
	}
	if t.State == Succeeded {
		return t, fault.Conflict("payment.already_paid", "This is already paid.")
	}
	due, _, err := s.owed(ctx, q, t)
	if err != nil {
		return t, err
	}
	if !t.State.Live() || due == 0 || t.Amount > max(due, ledger.LeastCollected) {
		return t, changed()
	}
	return t, nil
}

func replaced() *fault.Fault {
	return fault.Conflict("payment.replaced", "This payment was begun again elsewhere. Please start the payment again.")
}

func changed() *fault.Fault {
	return fault.Conflict("payment.due_changed", "What is due has changed. Please start the payment again.")
}

// order creates the gateway's order, outside any database transaction, and puts its id into the
// attempt. If the attempt has an order already, order opens that one again. If creating the
// order fails, orderFailed stores the result.
func (s *Service) order(ctx context.Context, gateway provider.Gateway, a *Attempt, request provider.OrderRequest) (provider.Checkout, error) {
	if a.OrderID != "" {
		checkout, err := gateway.Resume(ctx, a.OrderID, request)
		if err != nil {
			return checkout, fault.Provider(err)
		}
		return checkout, nil
	}
	checkout, err := gateway.CreateOrder(ctx, request)
	if err != nil {
		return checkout, s.orderFailed(ctx, *a, err)
	}
	a.OrderID = checkout.OrderID
	return checkout, nil
}

// orderFailed handles a failed call to create an order. There are three cases: the call was
// never made, the gateway refused, or nobody knows. In the last case we later find the order by
// our reference.
func (s *Service) orderFailed(ctx context.Context, a Attempt, cause error) error {
	next, reason := AttemptUnknown, "no_answer"
	switch provider.OutcomeOf(cause) {
	case provider.NotAttempted:
		return fault.Provider(cause)
	case provider.Declined:
		next, reason = AttemptFailed, "order_refused"
	case provider.Unknown:
	}
	err := s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		return s.place(ctx, tx, a, next, "", reason)
	})
	if err != nil {
		return err
	}
	return fault.Provider(cause)
}

// place moves an attempt and its transaction, unless somebody else has moved the attempt
// meanwhile.
func (s *Service) place(ctx context.Context, tx *store.Tx, a Attempt, next AttemptState, orderID, reason string) error {
	now, err := readAttempt(ctx, tx, a)
	if err != nil {
		return err
	}
	if now.State != a.State || now.OrderID != "" && now.OrderID != orderID {
		return nil
	}
	if err := s.moveAttempt(ctx, tx, &a, next, orderID, reason); err != nil || a.State != next {
		return err
	}
	t, err := read(ctx, tx.Queries, a.CustomerID, a.TransactionID)
	if err != nil {
		return err
	}
	return s.moveTransaction(ctx, tx, &t, a.State.shownAs())
}

// reopen stores the gateway's order, unless another order is stored already, and starts the
// questions about it again. A failed attempt becomes open again, because the customer tries once
// more on the same order. reopen returns the transaction and the attempt as they are stored.
func (s *Service) reopen(ctx context.Context, t Transaction, a Attempt) (Transaction, Attempt, error) {
	var stored Attempt
	err := s.write(ctx, a.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, err := readAttempt(ctx, tx, a)
		if err != nil {
			return err
		}
		if now.State.Live() && (now.OrderID != a.OrderID || now.State == AttemptFailed) {
			if err := s.place(ctx, tx, now, AttemptInitiated, a.OrderID, ""); err != nil {
				return err
			}
		}
		if now.State.Live() {
			if err := s.watch(ctx, tx, now); err != nil {
				return err
			}
		}
		if stored, err = readAttempt(ctx, tx, a); err != nil {
			return err
		}
		t, err = read(ctx, tx.Queries, a.CustomerID, a.TransactionID)
		return err
	})
	return t, stored, err
}

func (s *Service) started(profile provider.Profile, t Transaction, a Attempt, c provider.Checkout, customer provider.Customer) (Started, error) {
	out := Started{Transaction: t, RedirectURL: s.RedirectURL(t, a.Gateway), ProviderURL: c.RedirectURL, ProviderForm: c.Form}
	switch profile.Checkout {
	case provider.Redirect:
		if c.RedirectURL == "" {
			return out, fmt.Errorf("payment: %s named no page for order %s", a.Gateway, c.OrderID)
		}
	case provider.Intent:
		if c.IntentURL == "" && c.RedirectURL != "" {
			return out, nil // without the app, the customer pays on the provider's page
		}
		if !hasScheme(c.IntentURL, profile.Schemes) {
			return out, fmt.Errorf("payment: %s named an address of an unknown scheme for order %s", a.Gateway, c.OrderID)
		}
		out.IntentURL = c.IntentURL
	case provider.Frame, provider.Window:
		out.Checkout = &Checkout{
			Gateway: a.Gateway, GatewayName: profile.Choice.Name, Page: profile.Page, Options: c.Options, ScriptURL: c.ScriptURL,
			OrderID: c.OrderID, Amount: a.Amount, Currency: Currency, Name: s.config.ProductName,
			Prefill: Prefill{Name: customer.Name, Email: customer.Email, Contact: "+91" + customer.Mobile},
		}
	}
	return out, nil
}

// hasScheme reports whether an address has one of the allowed schemes. This keeps an address
// from a provider from running a script.
func hasScheme(address string, schemes []string) bool {
	u, err := url.Parse(address)
	return err == nil && slices.Contains(schemes, u.Scheme)
}

// ReturnURL returns the page to which a gateway sends the browser back.
func (s *Service) ReturnURL(t Transaction) string {
	origin := s.config.PayOrigin
	if origin == "" {
		origin = s.config.AppOrigin
	}
	return origin + "/pay/" + url.PathEscape(t.UniqueID) + "/return"
}

// RedirectURL returns the page that opens a gateway for a transaction. It is on the pay page's
// own origin if there is one.
func (s *Service) RedirectURL(t Transaction, gateway string) string {
	query := url.Values{"gateway": {gateway}, "transactionId": {t.UniqueID}}
	return s.config.PayOrigin + "/pgRedirect?" + query.Encode()
}
