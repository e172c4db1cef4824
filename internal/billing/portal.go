package billing

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rento/internal/advance"
	"rento/internal/fault"
	"rento/internal/gst"
	"rento/internal/identifier"
	"rento/internal/money"
	"rento/internal/subscription"
)

// taxDocument is a document as the tax portal checks it, before it is stored. Copied is true for a
// document that follows another one, as a credit note follows its invoice: parties, place, codes and
// rates are those of the first document, which was checked, and cannot be corrected any more.
type taxDocument struct {
	supplierState string
	supplierGSTIN string
	buyer         Party
	place         string // GST state code
	copied        bool
	lines         []Line // with their value and tax; none for a document without tax
	totals        Totals
}

// namedFrom is the total, in paise, from which a document names even a consumer with the address.
const namedFrom = 50_000 * money.Rupee

// refused is the Fault (409) for a document that the tax portal would refuse, or nil. Such a
// document is not issued, and whoever issues it stops before anything is committed. The cause says
// what to correct.
func (d taxDocument) refused() error {
	var err error
	if !d.copied {
		err = errors.Join(d.named(), d.coded())
	}
	if err == nil {
		err = d.taxed()
	}
	if err == nil {
		return nil
	}
	return notIssued(err)
}

// toDo is what an alert says of an error: of a document that is not issued only what a person has to do.
func toDo(err error) string {
	if f, is := errors.AsType[*fault.Fault](err); is && f.Code == "billing.document_refused" && f.Cause != nil {
		return f.Cause.Error()
	}
	return err.Error()
}

func notIssued(cause error) error {
	return fault.Conflict("billing.document_refused", "This document cannot be issued before its tax details are corrected. Please contact us.").WithCause(cause)
}

// named checks the buyer and the place of supply.
func (d taxDocument) named() error {
	if gst.StateName(d.place) == "" {
		return fmt.Errorf("the place of supply %q is no GST state code: correct the city or the customer's state", d.place)
	}
	if d.buyer.GSTIN == "" {
		if d.totals.Total >= namedFrom && (d.buyer.Name == "" || d.buyer.Address == "") {
			return fmt.Errorf("a document of %s or more names the customer with the address: complete both", namedFrom)
		}
		return nil
	}
	gstin, err := identifier.ParseGSTIN(d.buyer.GSTIN)
	switch {
	case err != nil || string(gstin) != d.buyer.GSTIN:
		return fmt.Errorf("the customer's GSTIN %q has a wrong form or check character: correct it", d.buyer.GSTIN)
	case gstin.State() != d.place:
		return fmt.Errorf("the customer's GSTIN %s is not of the place of supply %s: correct the customer's state", gstin, d.place)
	case d.supplierGSTIN != "" && strings.Contains(d.supplierGSTIN, string(gstin.PAN())):
		return fmt.Errorf("the customer's GSTIN %s is our own: correct it", gstin)
	case d.buyer.Name == "" || d.buyer.Address == "":
		return fmt.Errorf("a document for the GSTIN %s names the customer with the address: complete both", gstin)
	}
	return nil
}

// coded checks codes and rates.
func (d taxDocument) coded() error {
	for _, l := range d.lines {
		if !gst.IsServiceCode(l.SAC) {
			return fmt.Errorf("the service accounting code %q does not have four or six digits that begin with 99: correct the product", l.SAC)
		}
		if !gst.IsRate(l.GSTBP) {
			return fmt.Errorf("the portal knows no GST rate of %g %%: correct the rate of %s or of the product", float64(l.GSTBP)/100, l.SAC)
		}
	}
	return nil
}

// taxed works the tax out again as the portal does, once per rate
// (docs/decisions/0009-tax-as-the-portal-recomputes-it.md).
func (d taxDocument) taxed() error {
	if d.lines == nil {
		return nil
	}
	var want Totals
	for _, members := range grouped(pointers(d.lines), func(l *Line) int64 { return l.GSTBP }) {
		want = want.plus(taxOn(valueOf(members), members[0].GSTBP, d.supplierState == d.place))
	}
	lines := sumUp(d.lines, false)
	for _, got := range []Totals{d.totals, lines} {
		if got.Taxable != want.Taxable || got.CGST != want.CGST || got.SGST != want.SGST || got.IGST != want.IGST {
			return fmt.Errorf("CGST %s, SGST %s and IGST %s on %s are not the %s, %s and %s on %s that the portal works out: this is a fault of the program",
				got.CGST, got.SGST, got.IGST, got.Taxable, want.CGST, want.SGST, want.IGST, want.Taxable)
		}
	}
	if sum := money.Sum(d.totals.Taxable, d.totals.Tax(), d.totals.RoundOff); sum != d.totals.Total {
		return fmt.Errorf("the parts of the total %s add up to %s: this is a fault of the program", d.totals.Total, sum)
	}
	return nil
}

// taxDocument is what the portal checks of an invoice or a credit note.
func (i Invoice) taxDocument(lines []Line) taxDocument {
	d := taxDocument{
		supplierState: i.Supplier.StateCode, supplierGSTIN: i.Supplier.GSTIN, buyer: i.BillTo, place: i.PlaceOfSupply,
		copied: i.Kind == CreditNote || i.Kind == LateFeeDoc, lines: lines, totals: i.Totals,
	}
	if i.Commercial() {
		d.lines = nil
	}
	return d
}

// voucherDocument is what the portal checks of a voucher. The tax of a refund voucher is what is
// left of its receipt voucher, which no portal works out again.
func voucherDocument(v advance.Voucher, covers []advance.Cover) taxDocument {
	d := taxDocument{
		supplierState: v.Supply.Supplier, supplierGSTIN: v.Supplier.GSTIN,
		buyer: Party{Name: v.BillTo.Name, Address: v.BillTo.Address, GSTIN: v.BillTo.GSTIN}, place: v.Supply.Place, copied: v.Kind == advance.Refund,
		totals: Totals{Taxable: v.Value, CGST: v.CGST, SGST: v.SGST, IGST: v.IGST, Total: v.Total()},
	}
	for _, c := range covers {
		if c.VoucherID == v.ID {
			d.lines = append(d.lines, Line{SAC: c.SAC, GSTBP: c.GSTBP, Amount: c.Paid.Value, CGST: c.Paid.CGST, SGST: c.Paid.SGST, IGST: c.Paid.IGST})
		}
	}
	return d
}

// refused is the Fault (409) for a challan that the law would not have, or nil: it has goods, each
// with its code and its value (Rule 55), and its parties are those of the portal's rules.
func (c Challan) refused() error {
	d := taxDocument{supplierState: c.Company.StateCode, supplierGSTIN: c.Company.GSTIN, buyer: c.Party, place: c.State}
	// The goods may stand in another state than that of the customer's registration.
	if gstin, err := identifier.ParseGSTIN(c.Party.GSTIN); err == nil {
		d.place = gstin.State()
	}
	if err := d.refused(); err != nil {
		return err
	}
	if gst.StateName(c.State) == "" {
		return notIssued(fmt.Errorf("the goods' place %q is no GST state code: correct the city", c.State))
	}
	if at := slices.IndexFunc(c.Goods, func(g subscription.Goods) bool { return !gst.IsGoodsCode(g.HSN) || g.Value <= 0 }); at >= 0 || len(c.Goods) == 0 {
		if at < 0 {
			return notIssued(errors.New("the challan has no goods: this is a fault of the program"))
		}
		return notIssued(fmt.Errorf("%s has no HSN code of four, six or eight digits, or no value: complete the product", c.Goods[at].Name))
	}
	return nil
}
