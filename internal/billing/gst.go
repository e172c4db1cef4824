package billing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Rate is the GST rate of a service accounting code over a stretch of days.
// To is the first day on which it no longer holds, no date for an open end.
type Rate struct {
	SAC         string
	From, To    calendar.Date
	BasisPoints int64
}

// Rates is the dated table of GST rates.
type Rates []Rate

// DefaultRates knows the letting of furniture and household appliances, and of
// television and audio: 18 % since GST began.
func DefaultRates() Rates {
	began := calendar.Day(2017, 7, 1)
	return Rates{{SAC: "997323", From: began, BasisPoints: 1800}, {SAC: "997321", From: began, BasisPoints: 1800}}
}

// At returns the rate on a day in hundredths of a percent, or the product's
// own rate for a code that the table does not know.
func (r Rates) At(sac string, on calendar.Date, own int64) int64 {
	for _, rate := range r {
		if rate.SAC == sac && !on.Before(rate.From) && (rate.To.IsZero() || on.Before(rate.To)) {
			return rate.BasisPoints
		}
	}
	return own
}

// Registration is one of the company's GST registrations. Series is the prefix
// of its invoice numbers, at most two letters.
type Registration struct {
	StateCode string
	GSTIN     string
	Series    string
	LegalName string
	Address   string
}

// ErrNoRegistration says that the company has no GST registration at all, so
// that nothing can be invoiced.
var ErrNoRegistration = errors.New("billing: the company has no GST registration")

// SaveRegistration adds a registration, or changes the one of the same state.
// Invoices that are issued keep what they say.
func SaveRegistration(ctx context.Context, tx *store.Tx, r Registration) error {
	err := tx.BillingRegistrationPut(ctx, db.BillingRegistrationPutParams{
		StateCode: r.StateCode, Gstin: r.GSTIN, Series: r.Series, LegalName: r.LegalName, Address: r.Address,
	})
	if err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// Suppliers are the company's registrations by state.
type Suppliers struct {
	byState map[string]Registration
	home    Registration
}

// NewSuppliers returns the suppliers; home names the state whose registration
// serves the states without one.
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

func (s *Service) suppliers(ctx context.Context, q *db.Queries) (Suppliers, error) {
	rows, err := q.BillingRegistrations(ctx)
	if err != nil {
		return Suppliers{}, fmt.Errorf("billing: %w", err)
	}
	list := make([]Registration, len(rows))
	for i, r := range rows {
		list[i] = Registration{StateCode: r.StateCode, GSTIN: r.Gstin, Series: r.Series, LegalName: r.LegalName, Address: r.Address}
	}
	return NewSuppliers(list, s.settings.HomeState)
}

// Supply is who supplies and where: it decides the kind of GST.
type Supply struct {
	Supplier Registration
	Place    string // GST state code
}

// SupplyAt returns the supply of an item that stands in a state: its own
// registration there, else home. The place of supply is the state in which a
// registered customer is registered, for others that of the address
// (docs/rules.md R4).
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

// Intra reports whether CGST and SGST are due, in equal halves, instead of
// IGST.
func (s Supply) Intra() bool { return s.Supplier.StateCode == s.Place }

type taxGroup struct {
	sac string
	bp  int64
}

// taxLines fills in the tax of lines that share a supply. Tax is rounded once
// per SAC and rate, on the sum; CGST and SGST are rounded apart so that they
// are equal; lines show a largest-remainder share (docs/rules.md R5).
func taxLines(lines []Line, intra bool) {
	groups := map[taxGroup][]int{}
	for i, l := range lines {
		key := taxGroup{l.SAC, l.GSTBP}
		groups[key] = append(groups[key], i)
	}
	for key, members := range groups {
		weights := make([]money.Paise, len(members))
		for i, at := range members {
			weights[i] = lines[at].Amount
		}
		sum := money.Sum(weights...)
		if intra {
			half := share(sum.MulDiv(key.bp, 20_000), weights)
			for i, at := range members {
				lines[at].CGST, lines[at].SGST = half[i], half[i]
			}
			continue
		}
		for i, part := range share(sum.Percent(key.bp), weights) {
			lines[members[i]].IGST = part
		}
	}
}

// share splits a tax over lines by their amounts, some of which may be
// discounts below zero, so that the parts add up to the tax.
func share(tax money.Paise, amounts []money.Paise) []money.Paise {
	total := money.Sum(amounts...)
	parts := make([]money.Paise, len(amounts))
	if total == 0 {
		return parts
	}
	type rest struct {
		at   int
		miss money.Paise // how much rounding down took, in parts of total
	}
	left := tax
	rests := make([]rest, len(amounts))
	for i, amount := range amounts {
		parts[i] = floorShare(tax, amount, total)
		left -= parts[i]
		rests[i] = rest{i, tax*amount - parts[i]*total}
	}
	slices.SortStableFunc(rests, func(a, b rest) int { return cmp.Compare(b.miss, a.miss) })
	for i := range int(left) {
		parts[rests[i].at]++
	}
	return parts
}

// floorShare is tax x amount / total rounded down. The product fits for
// invoices below five crore rupees, far above any household's.
func floorShare(tax, amount, total money.Paise) money.Paise {
	product := tax * amount
	quotient := product / total
	if product%total != 0 && (product < 0) != (total < 0) {
		quotient--
	}
	return quotient
}

// sumUp adds up taxed lines; wholeRupees rounds the payable, on its own.
func sumUp(lines []Line, wholeRupees bool) Totals {
	var t Totals
	for _, l := range lines {
		t.Taxable += l.Amount
		t.CGST += l.CGST
		t.SGST += l.SGST
		t.IGST += l.IGST
	}
	exact := t.Taxable + t.Tax()
	t.Total = exact
	if wholeRupees {
		t.Total = exact.RoundRupee()
	}
	t.RoundOff = t.Total - exact
	return t
}
