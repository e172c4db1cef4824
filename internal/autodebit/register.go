package autodebit

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// The limit of a mandate is a multiple of limitStep, unless the rail's limit is lower.
const limitStep = 5000 * money.Rupee

// years is how long a mandate is valid.
const years = 5

// Options are the ways in which a customer can set up auto debit.
type Options struct {
	// Ways are the ways that are offered; there are none if nothing would be debited. TooLow are
	// not offered, because a month's rent is more than the rail allows for one debit.
	Ways, TooLow []Way
	// DueBy is the last day to pay the next monthly invoice; the zero date if none is to come.
	DueBy calendar.Date
	// Live is the rent for a whole month of everything the customer rents, in paise. Max is the
	// highest limit among Ways, or among TooLow if there are no Ways, in paise.
	Live, Max money.Paise
}

// Way is one way to set up auto debit. Max is the limit that the mandate would have, in paise;
// for a way that is too low it is the rail's highest. Until is the mandate's last day.
//
// OptionsFor alone knows the rest. First is the day of the first debit of the next monthly invoice
// if the mandate is set up today, the zero date if nothing is to come. ThisMonth is what becomes of
// this month's debit, nil if there is none. Beside is the instrument of the active mandate, if rent
// goes on being debited by that until the customer chooses the new one; First and ThisMonth are
// empty then.
type Way struct {
	provider.MandateOffer
	Max          money.Paise
	First, Until calendar.Date
	ThisMonth    *DebitThen
	Beside       string
}

// WaysFor returns the ways in which a customer can set up auto debit.
func (s *Service) WaysFor(ctx context.Context, q *db.Queries, customerID int64) ([]Way, error) {
	o, err := s.optionsFor(ctx, q, customerID)
	return o.Ways, err
}

// OptionsFor returns the customer's options for setting up auto debit.
func (s *Service) OptionsFor(ctx context.Context, customerID int64) (Options, error) {
	q := s.store.Queries()
	o, err := s.optionsFor(ctx, q, customerID)
	if err != nil || len(o.Ways) == 0 {
		return o, err
	}
	next, err := s.nextRent(ctx, q, customerID)
	if err != nil {
		return o, err
	}
	if len(next.Invoices) > 0 {
		o.DueBy = s.billing.DueOf(next.On)
	}
	for i := range o.Ways {
		way := &o.Ways[i]
		m := mandate.Mandate{CustomerID: customerID, Method: way.Choice.Method, Max: way.Max, ExpiresOn: way.Until, State: mandate.Confirmed}
		active, stays, err := mandate.ActiveBeside(ctx, q, m)
		if err != nil {
			return o, err
		}
		if stays {
			way.Beside = active.Instrument()
			continue
		}
		to, some, err := s.ifActive(ctx, q, m)
		if err != nil {
			return o, err
		}
		if some {
			way.ThisMonth = &to
		}
		if len(next.Invoices) > 0 {
			way.First, _ = s.mandates.Plan(m, next.Invoices[0], next.On)
		}
	}
	return o, nil
}

func (s *Service) optionsFor(ctx context.Context, q *db.Queries, customerID int64) (Options, error) {
	live, err := s.billing.MonthlyAmount(ctx, q, customerID)
	if err != nil {
		return Options{}, fmt.Errorf("autodebit: %w", err)
	}
	o := Options{Live: live}
	if live == 0 {
		o.Max = limitStep
		return o, nil
	}
	for _, offer := range s.gateways.MandateOffers() {
		limit, carries := limitFor(offer.Choice.Method, live)
		if way := (Way{MandateOffer: offer, Max: limit, Until: s.lastDay()}); carries {
			o.Ways = append(o.Ways, way)
		} else {
			o.TooLow = append(o.TooLow, way)
		}
	}
	best := o.Ways
	if len(best) == 0 {
		best = o.TooLow
	}
	for _, way := range best {
		o.Max = max(o.Max, way.Max)
	}
	return o, nil
}

// lastDay is the last day of a mandate that is registered today.
func (s *Service) lastDay() calendar.Date { return s.today().AddMonths(12 * years) }

// limitFor is the limit of a mandate by a rail for a monthly rent, in paise: the rent rounded up
// to a multiple of limitStep, and at most what the rail allows. carries is false if the rent is
// more than the rail allows.
func limitFor(method provider.MandateMethod, live money.Paise) (limit money.Paise, carries bool) {
	steps := max(1, int64((live-1)/limitStep)+1)
	most := mandate.MostBy(method)
	return min(most, limitStep*money.Paise(steps)), live <= most
}

// BeginInput is how the customer wants to set up auto debit.
type BeginInput struct {
	Gateway string
	Method  provider.MandateMethod
	Device  provider.Device
}

// Begun is a registration that the customer can confirm now in the gateway's checkout, on our
// page at PageURL. The gateway sends the browser back to ReturnURL.
type Begun struct {
	Mandate  mandate.Mandate
	Checkout provider.Checkout
	// Name is our name as the gateway shows it. Prefill is what the gateway need not ask the
	// customer.
	Name               string
	Prefill            payment.Prefill
	PageURL, ReturnURL string
}

// Begin registers a mandate at a gateway. The mandate is stored before the gateway is called. One
// that the customer has begun in the same way and not finished is opened again instead.
// Faults: 404 for a way that is not offered, 409 if nothing would be debited, the rent is above
// the highest limit of that way or the bank is still deciding, 502 if the gateway does not answer.
func (s *Service) Begin(ctx context.Context, customerID int64, in BeginInput) (Begun, error) {
	if !slices.ContainsFunc(s.gateways.MandateOffers(), func(offer provider.MandateOffer) bool {
		return offer.Gateway.Profile().Name == in.Gateway && offer.Choice.Method == in.Method
	}) {
		return Begun{}, notOffered()
	}
	return s.BeginAt(ctx, customerID, in)
}

func notOffered() *fault.Fault {
	return fault.NotFound("payment.gateway_not_found", "There is no such gateway.")
}

// BeginAt is Begin at any gateway with mandates, also where the operator offers no registrations
// any more. Mandates that were registered at such a gateway stay there.
func (s *Service) BeginAt(ctx context.Context, customerID int64, in BeginInput) (Begun, error) {
	live, err := s.billing.MonthlyAmount(ctx, s.store.Queries(), customerID)
	if err != nil {
		return Begun{}, fmt.Errorf("autodebit: %w", err)
	}
	if live == 0 {
		return Begun{}, fault.Conflict("mandate.nothing_to_debit", "You rent nothing at the moment that could be debited.")
	}
	limit, carries := limitFor(in.Method, live)
	if !carries {
		return Begun{}, fault.Conflict("mandate.rent_above_limit", "Your monthly rent is more than the {amount} that may be debited at once in this way.", fault.With("amount", limit))
	}
	gateway, able := s.gateways.Get(in.Gateway).(provider.Mandates)
	if !able {
		return Begun{}, notOffered()
	}
	if begun, some, err := s.resume(ctx, customerID, in, limit); err != nil || some {
		return begun, err
	}
	m, err := s.prepare(ctx, customerID, in, limit)
	if err != nil {
		return Begun{}, err
	}
	return s.register(ctx, gateway, m, in.Device)
}

// referenceLength is the longest that the strictest gateway takes. linkLength gives 130 random
// bits.
const (
	referenceLength = 20
	linkLength      = 26
)

// prepare commits the mandate before the gateway is called. It also enqueues the job that asks
// the gateway, so that somebody asks even if this node dies.
func (s *Service) prepare(ctx context.Context, customerID int64, in BeginInput, limit money.Paise) (m mandate.Mandate, err error) {
	err = s.write(ctx, customerID, func(ctx context.Context, tx *store.Tx) error {
		m, err = s.mandates.Register(ctx, tx, customerID, mandate.Mandate{
			Gateway: in.Gateway, Method: in.Method, Max: limit, ExpiresOn: s.lastDay(),
			Registration: mandate.Registration{
				Reference: ident.Reference(referenceLength), Link: ident.Reference(linkLength), CheckAt: s.now().Add(checkGaps[0]),
			},
		})
		if err != nil {
			return err
		}
		return s.enqueueCheck(ctx, tx, m, m.CheckAt)
	})
	return m, err
}

// register calls the gateway. If the gateway does not answer, the mandate stays initiated: the
// check job asks by our reference. An unanswered registration lapses, because nobody was shown
// its checkout.
func (s *Service) register(ctx context.Context, gateway provider.Mandates, m mandate.Mandate, device provider.Device) (Begun, error) {
	customer, err := account.CustomerOf(ctx, s.store.Queries(), m.CustomerID)
	if err != nil {
		return Begun{}, fmt.Errorf("autodebit: register mandate %d: %w", m.ID, err)
	}
	request := provider.MandateRequest{
		Reference: m.Reference, Method: m.Method, Max: m.Max, Starts: s.today(), Ends: m.ExpiresOn, About: s.config.ProductName + " rent",
		Customer: provider.Customer{ID: m.CustomerID, Name: customer.FullName, Email: customer.Email, Mobile: customer.Mobile},
		Device:   device, ReturnURL: s.returnURL(m),
	}
	checkout, err := gateway.Register(ctx, request)
	if err != nil {
		if provider.OutcomeOf(err) == provider.Unknown {
			return Begun{}, fault.Provider(err)
		}
		if failed := s.giveUp(ctx, m, "not_registered"); failed != nil {
			return Begun{}, failed
		}
		return Begun{}, fault.Provider(err)
	}
	text, err := json.Marshal(checkout)
	if err != nil {
		return Begun{}, fmt.Errorf("autodebit: checkout of mandate %d: %w", m.ID, err)
	}
	m.RegistrationID, m.GatewayCustomer, m.Checkout = checkout.OrderID, checkout.CustomerID, string(text)
	err = s.write(ctx, m.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		_, err := s.mandates.Registered(ctx, tx, m)
		return err
	})
	return s.begun(m, checkout, customer), err
}

// prefill is what the gateway need not ask the customer.
func prefill(c account.Customer) payment.Prefill {
	return payment.Prefill{Name: c.FullName, Email: c.Email, Contact: "+91" + c.Mobile}
}

func pagePath(m mandate.Mandate) string { return "/pay/" + url.PathEscape(m.Link) }

func (s *Service) returnURL(m mandate.Mandate) string {
	origin := s.config.PayOrigin
	if origin == "" {
		origin = s.config.AppOrigin
	}
	return origin + pagePath(m) + "/return"
}

// OpenLink returns the checkout of a registration for the pay page, by its link. Faults: 404 for
// a link that does not exist, 410 for one that has expired or was used.
func (s *Service) OpenLink(ctx context.Context, link string) (payment.Started, error) {
	m, err := s.byLink(ctx, link)
	if err != nil {
		return payment.Started{}, err
	}
	gateway := s.gatewayOf(m)
	if gateway == nil || !s.opens(m) {
		return payment.Started{}, fault.Gone("payment.link_expired", "This payment link has run out. Please start the payment again from your dashboard.")
	}
	c, err := checkoutOf(m)
	if err != nil {
		return payment.Started{}, err
	}
	customer, err := account.CustomerOf(ctx, s.store.Queries(), m.CustomerID)
	if err != nil {
		return payment.Started{}, fmt.Errorf("autodebit: open mandate %d: %w", m.ID, err)
	}
	profile := gateway.Profile()
	return payment.Started{
		AutoDebit: true, Transaction: payment.Transaction{CustomerID: m.CustomerID, UniqueID: m.Link},
		Checkout: &payment.Checkout{
			Gateway: m.Gateway, GatewayName: profile.Choice.Name, Page: profile.Page, Options: c.Options, ScriptURL: c.ScriptURL, OrderID: c.OrderID,
			Amount: c.Amount, Currency: payment.Currency, Name: s.config.ProductName, Prefill: prefill(customer),
		},
	}, nil
}

// Return takes what a browser has brought back to the page of a registration. Then it asks the
// gateway, whatever the browser has brought. Faults: 404 for a link that does not exist, 400 for
// a proof that is not the gateway's.
func (s *Service) Return(ctx context.Context, link string, fields map[string]string) (payment.Returned, error) {
	ctx = audit.WithActor(ctx, audit.Customer())
	m, err := s.byLink(ctx, link)
	if err != nil {
		return payment.Returned{}, err
	}
	back := payment.Returned{AutoDebit: true}
	m, proved, err := s.processReturn(ctx, m, fields)
	back.Proved = proved
	back.Paid, back.Failed = m.State == mandate.Confirmed, m.State == mandate.Rejected
	return back, err
}

func (s *Service) byLink(ctx context.Context, link string) (mandate.Mandate, error) {
	m, err := mandate.ByLink(ctx, s.store.Queries(), link)
	if store.IsNone(err) {
		return m, fault.NotFound("payment.not_found", "There is no such payment.")
	}
	return m, err
}

// Finish is Return for the signed-in customer: it finds the registration by the gateway's id and
// demands a proof. A mandate that is still initiated is undecided. Faults: 404 for a registration
// that is not the customer's, 400 for a missing proof or one that is not the gateway's.
func (s *Service) Finish(ctx context.Context, customerID int64, gateway, registrationID string, fields map[string]string) (mandate.Mandate, error) {
	found, err := mandate.AtGateway(ctx, s.store.Queries(), gateway, registrationID)
	if err != nil {
		return mandate.Mandate{}, err
	}
	for _, m := range found {
		if m.CustomerID != customerID {
			continue
		}
		m, proved, err := s.processReturn(ctx, m, fields)
		if err == nil && !proved {
			return m, badProof(nil)
		}
		return m, err
	}
	return mandate.Mandate{}, notFound()
}

// processReturn checks what a browser has brought and asks the gateway. If the gateway does not
// answer, the mandate stays as it is.
func (s *Service) processReturn(ctx context.Context, m mandate.Mandate, fields map[string]string) (now mandate.Mandate, proved bool, err error) {
	gateway := s.gatewayOf(m)
	if gateway == nil {
		return m, false, badProof(nil)
	}
	said, err := gateway.ReadMandateReturn(m.Ref(), fields)
	if err != nil {
		return m, false, badProof(err)
	}
	proved = said != provider.Mandate{}
	if m.State != mandate.Initiated {
		return m, proved, nil // a stale or repeated return changes nothing
	}
	now, unheard := s.query(ctx, m)
	if unheard != nil {
		s.logger.WarnContext(ctx, "mandate not confirmed at once", "mandate", m.ID, "error", unheard.Error())
	}
	return now, proved, nil
}

func notFound() *fault.Fault {
	return fault.NotFound("mandate.not_found", "There is no such auto debit.")
}

func badProof(cause error) error {
	return fault.Unreadable("mandate.not_verified", "We could not verify this. If your bank has confirmed auto debit, it is found by itself within minutes.").WithCause(cause)
}

// giveUp rejects a registration that came to nothing, and stops asking about it.
func (s *Service) giveUp(ctx context.Context, m mandate.Mandate, reason string) error {
	return s.write(ctx, m.CustomerID, func(ctx context.Context, tx *store.Tx) error {
		now, from, err := s.mandates.Observed(ctx, tx, m.CustomerID, m.ID, provider.Mandate{State: provider.MandateRejected, Reason: reason})
		if err != nil || from == "" {
			return err
		}
		_, err = s.mandates.SetCheck(ctx, tx, now, calendar.Instant(0), now.Checks)
		return err
	})
}
