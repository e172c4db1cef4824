package billing

import (
	"context"
	"errors"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/gst"
	"rento/internal/identifier"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Rate is the GST rate of a service accounting code for a range of days. To is the first day on
// which the rate no longer holds. The zero date means that it has no end.
type Rate struct {
	SAC         string
	From, To    calendar.Date
	BasisPoints int64 // hundredths of a percent
}

// Rates is the table of GST rates by day.
type Rates []Rate

// At returns the rate of a code on a day, in hundredths of a percent. It returns false if the table
// has none.
func (r Rates) At(sac string, on calendar.Date) (int64, bool) {
	for _, rate := range r {
		if rate.SAC == sac && !on.Before(rate.From) && (rate.To.IsZero() || on.Before(rate.To)) {
			return rate.BasisPoints, true
		}
	}
	return 0, false
}

// Of returns the GST rate of an item on a day: its own rate if it has one, otherwise the rate of
// its code (docs/rules.md R4). It is an error if neither exists.
func (r Rates) Of(sac string, own *int64, on calendar.Date) (int64, error) {
	if own != nil {
		return *own, nil
	}
	if bp, ok := r.At(sac, on); ok {
		return bp, nil
	}
	return 0, fmt.Errorf("billing: there is no GST rate for SAC %q on %s", sac, on)
}

func readRates(ctx context.Context, q *db.Queries) (Rates, error) {
	rows, err := q.BillingRates(ctx)
	if err != nil {
		return nil, fmt.Errorf("billing: read GST rates: %w", err)
	}
	rates := make(Rates, len(rows))
	for i, r := range rows {
		rates[i] = Rate{SAC: r.Sac, From: r.FromDate, To: r.ToDate, BasisPoints: r.RateBp}
	}
	return rates, nil
}

// ErrRateHasBegun means that documents may have been issued already at another rate, on a day on
// which the new rate would hold.
var ErrRateHasBegun = errors.New("billing: a GST rate begins tomorrow at the earliest where another one has held, so that no document is taxed at two rates")

// ErrNoRate means that the tax portal does not know a service accounting code or a rate.
var ErrNoRate = errors.New("billing: a service accounting code has four or six digits that begin with 99, and a GST rate is one of the portal's list, such as 5, 12, 18 or 28 percent")

// ReadRates returns the table of rates, sorted by code and day.
func (s *Service) ReadRates(ctx context.Context) (Rates, error) {
	return readRates(ctx, s.store.Queries())
}

// AnnounceRate stores a rate that begins after today. It replaces a rate that was announced for the
// same day. r.To is ignored. The new rate holds until the next announced rate begins, and the rate
// before it ends when it begins. Where a code has no rate, nothing was invoiced, so a rate may also
// begin there today or earlier. In every other case AnnounceRate returns ErrRateHasBegun. A code or
// rate that the tax portal does not know is ErrNoRate.
func (s *Service) AnnounceRate(ctx context.Context, tx *store.Tx, r Rate) error {
	if !gst.IsServiceCode(r.SAC) || !gst.IsRate(r.BasisPoints) {
		return ErrNoRate
	}
	rates, err := readRates(ctx, tx.Queries)
	if err != nil {
		return err
	}
	today := calendar.Today(s.clock)
	r.To = calendar.Date{}
	for _, other := range rates { // sorted by day
		if other.SAC != r.SAC {
			continue
		}
		ended := !other.To.IsZero() && !other.To.After(r.From)
		if !ended && !other.From.After(today) && !r.From.After(today) {
			return ErrRateHasBegun
		}
		if r.To.IsZero() && other.From.After(r.From) {
			r.To = other.From
		}
	}
	if err := tx.BillingRateEnd(ctx, r.From, r.SAC); err != nil {
		return fmt.Errorf("billing: end the GST rate of %s: %w", r.SAC, err)
	}
	if err := tx.BillingRatePut(ctx, db.BillingRatePutParams{Sac: r.SAC, FromDate: r.From, ToDate: r.To, RateBp: r.BasisPoints}); err != nil {
		return fmt.Errorf("billing: save the GST rate of %s: %w", r.SAC, err)
	}
	return nil
}

// Registration is one of the company's GST registrations. Series is the prefix of its invoice
// numbers, at most two letters.
type Registration struct {
	StateCode string
	GSTIN     string
	Series    string
	LegalName string
	Address   string
}

// ErrNoRegistration means that the company has no GST registration, so it cannot issue invoices.
var ErrNoRegistration = errors.New("billing: the company has no GST registration")

// SaveRegistration adds a registration or changes the registration of the same state. Invoices that
// were issued keep the old details. Details that the tax portal would refuse are an error.
func SaveRegistration(ctx context.Context, tx *store.Tx, r Registration) error {
	if gstin, err := identifier.ParseGSTIN(r.GSTIN); err != nil || string(gstin) != r.GSTIN || gstin.State() != r.StateCode {
		return fmt.Errorf("billing: %q is no GSTIN of state %s", r.GSTIN, r.StateCode)
	}
	if !gst.IsSeries(r.Series) {
		return fmt.Errorf("billing: numbers of documents cannot begin with %q: one or two capital letters, or one and a digit", r.Series)
	}
	err := tx.BillingRegistrationPut(ctx, db.BillingRegistrationPutParams{
		StateCode: r.StateCode, Gstin: r.GSTIN, Series: r.Series, LegalName: r.LegalName, Address: r.Address,
	})
	if err != nil {
		return fmt.Errorf("billing: save registration: %w", err)
	}
	return nil
}

// Suppliers are the company's registrations by state.
type Suppliers struct {
	byState map[string]Registration
	home    Registration
}

// NewSuppliers returns the suppliers. home is the state whose registration serves the states
// without a registration of their own.
func NewSuppliers(registrations []Registration, home string) (Suppliers, error) {
	if len(registrations) == 0 {
		return Suppliers{}, ErrNoRegistration
	}
	s := Suppliers{byState: make(map[string]Registration, len(registrations)), home: registrations[0]}
	for _, r := range registrations {
		s.byState[r.StateCode] = r
		if r.StateCode == home {
			s.home = r
		}
	}
	return s, nil
}

// Registrations are all GST registrations of the company, by state.
func Registrations(ctx context.Context, q *db.Queries) ([]Registration, error) {
	rows, err := q.BillingRegistrations(ctx)
	if err != nil {
		return nil, fmt.Errorf("billing: registrations: %w", err)
	}
	list := make([]Registration, len(rows))
	for i, r := range rows {
		list[i] = Registration{StateCode: r.StateCode, GSTIN: r.Gstin, Series: r.Series, LegalName: r.LegalName, Address: r.Address}
	}
	return list, nil
}

func (s *Service) suppliers(ctx context.Context, q *db.Queries) (Suppliers, error) {
	list, err := Registrations(ctx, q)
	if err != nil {
		return Suppliers{}, err
	}
	return NewSuppliers(list, s.settings.HomeState)
}

// Supply is the supplier and the place of supply. Together they decide the kind of GST.
type Supply struct {
	Supplier Registration
	Place    string // GST state code
}

// SupplyAt returns the supply of an item that stands in a state. The supplier is the registration
// in that state, or else the one of the home state. The place of supply is the state in which the
// customer is registered, or else the state of the address (docs/rules.md R4).
func (s Suppliers) SupplyAt(state, customerState string) Supply {
	supplier, ok := s.byState[state]
	if !ok {
		supplier = s.home
	}
	place := state
	if customerState != "" {
		place = customerState
	}
	return Supply{Supplier: supplier, Place: place}
}

// Intra reports whether CGST and SGST apply, in equal halves, instead of IGST.
func (s Supply) Intra() bool { return s.Supplier.StateCode == s.Place }
