package billing

import (
	"context"
	"fmt"
	"slices"

	"rento/internal/advance"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Voucher is a receipt voucher or a refund voucher with its details. Receipt is the receipt voucher
// to which a refund voucher refers. TransactionID is the payment. [From, To) are the months that
// were paid in advance.
type Voucher struct {
	advance.Voucher

	Receipt       advance.Voucher
	TransactionID int64
	From, To      calendar.Date
	Lines         []VoucherLine
}

// VoucherLine is the part of a voucher for one item. On a refund voucher it is what was not used
// for the item. Product is the English name of the item.
type VoucherLine struct {
	Product string
	SAC     string
	GSTBP   int64
	advance.Amounts
}

// Intra reports whether supplier and place of supply are in one state, so that the tax is CGST and
// SGST.
func (v Voucher) Intra() bool { return v.Supply.Supplier == v.Supply.Place }

// Groups are the value and the tax by SAC and rate.
func (v Voucher) Groups() (groups []TaxGroup) {
	for _, l := range v.Lines {
		i := slices.IndexFunc(groups, func(g TaxGroup) bool { return g.SAC == l.SAC && g.BasisPoints == l.GSTBP })
		if i < 0 {
			i, groups = len(groups), append(groups, TaxGroup{SAC: l.SAC, BasisPoints: l.GSTBP})
		}
		g := &groups[i]
		g.Taxable, g.Total = money.Sum(g.Taxable, l.Value), money.Sum(g.Total, l.Total())
		g.CGST, g.SGST, g.IGST = money.Sum(g.CGST, l.CGST), money.Sum(g.SGST, l.SGST), money.Sum(g.IGST, l.IGST)
	}
	return groups
}

// OpenVoucher returns a voucher of the customer. A voucher of another customer is a Fault (404).
func OpenVoucher(ctx context.Context, q *db.Queries, customerID, id int64) (v Voucher, err error) {
	if v.Voucher, err = advance.VoucherOf(ctx, q, customerID, id); err != nil {
		return v, err
	}
	if v.ReceiptID != 0 {
		if v.Receipt, err = advance.VoucherOf(ctx, q, customerID, v.ReceiptID); err != nil {
			return v, err
		}
	}
	of, err := advance.PackageOf(ctx, q, customerID, v.PackageID)
	if err != nil {
		return v, err
	}
	v.TransactionID, v.From, v.To = of.TransactionID, of.From, of.To
	covers, err := of.Covers(ctx, q)
	if err != nil {
		return v, err
	}
	return v, v.addLines(ctx, q, covers)
}

// VoucherOfNumber returns a voucher by its number, for any customer. An unknown number is a Fault
// (404).
func VoucherOfNumber(ctx context.Context, q *db.Queries, number string) (Voucher, error) {
	customerID, id, err := advance.VoucherOfNumber(ctx, q, number)
	if err != nil {
		return Voucher{}, err
	}
	return OpenVoucher(ctx, q, customerID, id)
}

func (v *Voucher) addLines(ctx context.Context, q *db.Queries, covers []advance.Cover) error {
	briefs, err := subscription.BriefsOf(ctx, q, v.CustomerID, itemsOf(covers))
	if err != nil {
		return fmt.Errorf("billing: name the items of voucher %s: %w", v.Number, err)
	}
	for _, c := range covers {
		line := VoucherLine{Product: briefs[c.ItemID].Name, SAC: c.SAC, GSTBP: c.GSTBP}
		if v.Kind == advance.Receipt && c.VoucherID == v.ID {
			line.Amounts = c.Paid
			v.Lines = append(v.Lines, line)
		}
		for _, d := range c.Draws {
			if v.Kind == advance.Refund && d.VoucherID == v.ID {
				line.Amounts = d.Amounts
				v.Lines = append(v.Lines, line)
			}
		}
	}
	return nil
}

// VoucherSource is the name of a voucher as the attachment of a mail.
const VoucherSource = "voucher"

// announceVouchers writes issued vouchers into the audit log, and sends them to a business customer.
func (s *Service) announceVouchers(ctx context.Context, tx *store.Tx, issued ...advance.Voucher) error {
	kinds := map[advance.VoucherKind]notify.DocumentKind{advance.Receipt: notify.ReceiptVoucher, advance.Refund: notify.RefundVoucher}
	for _, v := range issued {
		err := s.audit.Record(ctx, tx, audit.Entry{
			CustomerID: v.CustomerID, Action: string(v.Kind) + "_voucher_issued", Object: fmt.Sprintf("%s/%d", VoucherSource, v.ID), Amount: v.Total(),
		})
		if err != nil {
			return err
		}
		e := notify.DocumentIssued{Kind: kinds[v.Kind], Number: v.Number, Total: v.Total()}
		if err := s.notices.SendDocument(ctx, tx, v.CustomerID, e, notify.Document{Of: VoucherSource, ID: v.ID}); err != nil {
			return fmt.Errorf("billing: %w", err)
		}
	}
	return nil
}
