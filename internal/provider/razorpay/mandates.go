package razorpay

import (
	"context"
	"errors"
	"net/url"
	"time"

	"rento/internal/money"
	"rento/internal/provider"
)

// leastTaken is what Razorpay authorizes along with a mandate by UPI or card: one rupee.
// It is never captured, so that it goes back by itself after goesBack minutes.
const (
	leastTaken = 100
	goesBack   = 24 * 60
)

// untaken has what is authorized go back.
var untaken = captureRule{Capture: "manual", Options: captureOptions{Manual: goesBack, RefundSpeed: "normal"}}

// How a mandate allows its debits: one a month, on any day of it.
const (
	monthly   = "monthly"
	onOrAfter = "after"
	firstDay  = 1
)

// byNetBanking is how an account's holder confirms an emandate.
const byNetBanking = "netbanking"

// registration is the order of a mandate's registration, false on a rail that cannot
// be set up here.
func registration(req provider.MandateRequest) (in orderRequest, fine bool) {
	in = orderRequest{
		Amount: leastTaken, Currency: currency, Receipt: req.Reference, Method: string(req.Method), Payment: untaken,
		Token: &tokenRequest{MaxAmount: int64(req.Max), ExpireAt: req.Ends.AddDays(1).Start().Unix() - 1, Frequency: monthly},
	}
	switch req.Method {
	case provider.MandateCard:
		return in, true
	case provider.MandateUPI:
		in.Token.RecurringValue, in.Token.RecurringType = firstDay, onOrAfter
		return in, true
	case provider.MandateEMandate:
		in.Amount, in.Payment = 0, captured
		in.Token.Frequency, in.Token.AuthType = "", byNetBanking
		return in, true
	case provider.MandateNACH: // on paper
	}
	return in, false
}

// Register begins a mandate: an order that says what it allows, for a customer of
// Razorpay's. A reference registers once: an order that has it is found again.
func (g *Gateway) Register(ctx context.Context, req provider.MandateRequest) (provider.Checkout, error) {
	const call = "orders.create"
	in, fine := registration(req)
	if !fine || req.Reference == "" || req.Max <= 0 || req.Customer.ID == 0 || req.Starts.IsZero() || !req.Starts.Before(req.Ends) {
		return provider.Checkout{}, failed(call, provider.NotAttempted, "", "no rail of ours, reference, limit, customer or span")
	}
	o, found, err := g.byReceipt(ctx, req.Reference)
	if err != nil {
		return provider.Checkout{}, nothingDone(err)
	}
	if in.CustomerID, err = g.customer(ctx, req.Customer); err != nil {
		return provider.Checkout{}, err
	}
	if !found {
		if o, err = g.createOrder(ctx, in); err != nil {
			return provider.Checkout{}, err
		}
	}
	if err := isOurs(o, req.Reference, money.Paise(in.Amount)); err != nil {
		return provider.Checkout{}, err
	}
	return provider.Checkout{
		OrderID: o.ID, CustomerID: in.CustomerID, Amount: money.Paise(in.Amount), ScriptURL: g.config.ScriptURL,
		Options: map[string]string{"key": g.config.KeyID, "customer_id": in.CustomerID, "recurring": "1", "method": in.Method},
	}, nil
}

// ReadMandateReturn checks the browser's proof, which says that a registration went
// through and not how the mandate stands. A failure has no proof.
func (g *Gateway) ReadMandateReturn(ref provider.MandateRef, fields map[string]string) (provider.Mandate, error) {
	claim, err := g.ReadReturn(provider.Order{Reference: ref.Reference, ID: ref.RegistrationID}, fields)
	if err != nil || claim != provider.ClaimPaid {
		return provider.Mandate{}, err
	}
	return begun(ref), nil
}

// begun is a registration of which no more is known.
func begun(ref provider.MandateRef) provider.Mandate {
	return provider.Mandate{Reference: ref.Reference, State: provider.MandateInitiated, Method: ref.Method}
}

// ObserveMandate asks how a mandate stands: by its token, or, while there is none, by
// the payments of its registration.
func (g *Gateway) ObserveMandate(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	switch {
	case ref.Reference == "" || ref.ID != "" && ref.GatewayCustomer == "":
		return provider.Mandate{}, failed("tokens.fetch", provider.NotAttempted, "", "no reference, or no customer")
	case ref.ID != "":
		return g.token(ctx, ref, ref.ID)
	case ref.RegistrationID == "" || ref.GatewayCustomer == "": // nobody was shown its checkout
		return begun(ref), nil
	}
	return g.registered(ctx, ref)
}

// patience is for how long a payer who was refused may try again in the checkout: by
// the same order, with another token.
const patience = 30 * time.Minute

// registered is the mandate that came of a registration. The tokens of its payments
// say so and not the payments: the one of a mandate by UPI may fail as a dummy, and
// the mandate be there. Of several tries that counts to which a bank has said yes;
// that all were refused counts when there will be no further one.
func (g *Gateway) registered(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	tries, err := g.tries(ctx, ref)
	if err != nil {
		return provider.Mandate{}, err
	}
	var refused, ended provider.Mandate
	over, waits := true, begun(ref)
	for _, p := range tries {
		m, err := g.token(ctx, ref, p.TokenID)
		switch {
		case isAbsent(err): // what was refused or never used may be gone
		case err != nil:
			return provider.Mandate{}, err
		case m.State == provider.MandateRejected:
			refused = m
			over = over && g.clock.Now().Sub(time.Unix(p.CreatedAt, 0)) >= patience
		case m.State == provider.MandateInitiated:
			over, waits.AtBank = false, true
		case lasts(m):
			return m, nil
		default:
			ended = m
		}
	}
	if ended.State != "" {
		return ended, nil
	}
	if over && refused.State != "" {
		return refused, nil
	}
	return waits, nil
}

// tries are the payments by which the customer tried to confirm a registration, those with a token.
func (g *Gateway) tries(ctx context.Context, ref provider.MandateRef) (all []payment, err error) {
	const call = "orders.payments"
	var list paymentList
	if err := g.get(ctx, call, "/orders/"+url.PathEscape(ref.RegistrationID)+"/payments", nil, &list); err != nil {
		return nil, err
	}
	for _, p := range list.Items {
		if p.TokenID == "" {
			continue
		}
		if p.OrderID != ref.RegistrationID || p.CustomerID != ref.GatewayCustomer {
			return nil, failed(call, provider.Unknown, "", "payment %s is of another order or customer", p.ID)
		}
		all = append(all, p)
	}
	return all, nil
}

// isAbsent reports whether Razorpay has no token of an id.
func isAbsent(err error) bool { return err != nil && provider.OutcomeOf(err) == provider.Declined }

// CancelMandate withdraws a mandate, with all that the customer has confirmed of its
// registration, and says how it stands then.
func (g *Gateway) CancelMandate(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	now, err := g.cancel(ctx, ref)
	if err != nil || lasts(now) || now.ID == "" || ref.RegistrationID == "" {
		return now, err
	}
	return g.cancelOthers(ctx, ref, now)
}

// lasts reports whether a mandate can still be used, now or once it is resumed.
func lasts(m provider.Mandate) bool {
	return m.State == provider.MandateConfirmed || m.State == provider.MandatePaused
}

// decidedWithin is how long a bank may take to decide a registration.
const decidedWithin = 4 * 24 * time.Hour

// cancelOthers withdraws further mandates of a registration: whoever tries again in the
// checkout while the bank decides may confirm two. As long as another one lasts, or waits
// for its bank, the withdrawn one is said to be so. Razorpay shows a registration for 180
// days.
func (g *Gateway) cancelOthers(ctx context.Context, ref provider.MandateRef, withdrawn provider.Mandate) (provider.Mandate, error) {
	tries, err := g.tries(ctx, ref)
	if isAbsent(err) {
		return withdrawn, nil
	}
	if err != nil {
		return provider.Mandate{}, err
	}
	for _, p := range tries {
		if p.TokenID == withdrawn.ID {
			continue
		}
		m, err := g.token(ctx, ref, p.TokenID)
		if isAbsent(err) {
			continue
		}
		if err == nil && lasts(m) {
			other := ref
			other.ID = m.ID
			m, err = g.cancel(ctx, other)
		}
		if err != nil {
			return provider.Mandate{}, err
		}
		waits := m.State == provider.MandateInitiated && g.clock.Now().Sub(time.Unix(p.CreatedAt, 0)) < decidedWithin
		if lasts(m) || waits {
			withdrawn.State = m.State
		}
	}
	return withdrawn, nil
}

// cancel withdraws one mandate and asks how it stands then. A refusal is followed by the
// same question: it may be withdrawn already. A token that is gone was deleted, and with
// that the mandate is withdrawn. A registration has a token that can be withdrawn once the
// bank has confirmed it.
func (g *Gateway) cancel(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	const call = "tokens.delete"
	if ref.ID == "" {
		now, err := g.ObserveMandate(ctx, ref)
		if err != nil || now.ID == "" || !lasts(now) {
			return now, err
		}
		ref.ID = now.ID
	}
	if railOf(string(ref.Method)) == "" || ref.GatewayCustomer == "" {
		return provider.Mandate{}, failed(call, provider.NotAttempted, "", "no mandate, customer or rail of ours")
	}
	refused := g.withdraw(ctx, ref)
	if refused != nil && provider.OutcomeOf(refused) != provider.Declined {
		return provider.Mandate{}, refused
	}
	now, err := g.token(ctx, ref, ref.ID)
	if isAbsent(err) {
		return provider.Mandate{ID: ref.ID, Reference: ref.Reference, State: provider.MandateCancelled, Method: ref.Method}, nil
	}
	if err != nil {
		return provider.Mandate{}, errors.Join(failed(call, provider.Unknown, "", "%w", err), refused)
	}
	if refused != nil && lasts(now) {
		return now, refused
	}
	return now, nil
}
