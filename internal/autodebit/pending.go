package autodebit

import (
	"context"
	"encoding/json"
	"fmt"

	"rento/internal/account"
	"rento/internal/fault"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
)

// Ask asks the bank about a registration that it has yet to decide, for a customer who waits for
// it, and returns the mandate as it is then. A decided one is returned as it stands. Faults: 404
// for a mandate that is not the customer's, 502 if the gateway does not answer.
func (s *Service) Ask(ctx context.Context, customerID, id int64) (mandate.Mandate, error) {
	m, err := mandate.Get(ctx, s.store.Queries(), customerID, id)
	if store.IsNone(err) {
		return m, notFound()
	}
	if err != nil || m.State != mandate.Initiated {
		return m, err
	}
	now, unheard := s.query(ctx, m)
	if unheard != nil {
		return m, fault.Provider(unheard)
	}
	return now, nil
}

// resume returns the registration that the customer has begun in the same way and not finished, so
// that beginning twice registers one mandate. some is false if there is none that can be opened
// again. Faults: 409 if the bank is still deciding on it or has confirmed it, 502 if the gateway
// does not answer.
func (s *Service) resume(ctx context.Context, customerID int64, in BeginInput, limit money.Paise) (begun Begun, some bool, err error) {
	m, some, err := mandate.Unfinished(ctx, s.store.Queries(), customerID, in.Gateway, in.Method)
	if err != nil || !some {
		return begun, false, err
	}
	if m, err = s.Ask(ctx, customerID, m.ID); err != nil {
		return begun, false, err
	}
	switch {
	case m.State == mandate.Confirmed:
		return begun, false, fault.Conflict("mandate.just_confirmed", "Your bank has confirmed this auto debit in the meantime.")
	case m.State == mandate.Initiated && m.AtBank:
		return begun, false, fault.Conflict("mandate.at_bank", "You have set this up already, and your bank has not answered yet. It appears under Auto Debit, where you can remove it to begin anew.")
	case !s.opens(m) || m.Max != limit:
		return begun, false, nil
	}
	checkout, err := checkoutOf(m)
	if err != nil {
		return begun, false, err
	}
	customer, err := account.CustomerOf(ctx, s.store.Queries(), customerID)
	if err != nil {
		return begun, false, fmt.Errorf("autodebit: begin mandate %d again: %w", m.ID, err)
	}
	return s.begun(m, checkout, customer), true, nil
}

// opens reports whether the checkout of a registration can be opened.
func (s *Service) opens(m mandate.Mandate) bool {
	return m.State == mandate.Initiated && m.Checkout != "" && s.now() <= m.Created.Add(linkLifetime)
}

func checkoutOf(m mandate.Mandate) (c provider.Checkout, err error) {
	if err := json.Unmarshal([]byte(m.Checkout), &c); err != nil {
		return c, fmt.Errorf("autodebit: checkout of mandate %d: %w", m.ID, err)
	}
	return c, nil
}

func (s *Service) begun(m mandate.Mandate, checkout provider.Checkout, c account.Customer) Begun {
	return Begun{Mandate: m, Checkout: checkout, Name: s.config.ProductName, Prefill: prefill(c), PageURL: s.config.PayOrigin + pagePath(m), ReturnURL: s.returnURL(m)}
}
