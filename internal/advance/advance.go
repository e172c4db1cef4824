// Package advance handles rent that is paid in advance: the catalogue of discounts, the packages of
// customers, the cover of each item, and what was drawn. Billing sells a package, draws on it and
// returns the rest (docs/advance-rent.md).
package advance

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// State is the state of a package or of a cover.
type State string

// The states. In state Closed, the item was picked up and the rest of the cover waits for the
// settlement.
const (
	Active State = "active"
	Closed State = "closed"
	Ended  State = "ended"
)

// Package is what a customer has paid in advance. From and To are first days of months, [From, To).
type Package struct {
	ID            int64
	CustomerID    int64
	TransactionID int64
	Months        int
	BasisPoints   int64 // the discount, in hundredths of a percent
	Tiers         Tiers // the earnable discounts; empty if leaving early keeps the discount
	From, To      calendar.Date
	State         State
	BoughtAt      calendar.Instant
}

// Supply says who supplies and where, as GST state codes.
type Supply struct {
	Supplier string
	Place    string
}

// Cover is the part of a package for one item.
type Cover struct {
	Package

	ItemID    int64
	VoucherID int64 // the receipt voucher
	Supply    Supply
	SAC       string
	GSTBP     int64
	Paid      Amounts
	Item      State
	EndedOn   calendar.Date // the day from which it covers nothing
	Draws     []Draw

	planned Amounts // rent that was or will be invoiced
	drawn   Amounts // the part of Paid that was drawn
}

// Left is what is left of the cover, in paise. Its List has no meaning.
func (c Cover) Left() Amounts { return c.Paid.Minus(c.drawn) }

// Covers reports whether rent from a day on is covered. It looks only at the state and the days of
// the package.
func (c Cover) Covers(from calendar.Date) bool {
	return c.Item == Active && !from.Before(c.From) && from.Before(c.To)
}

// Fits reports whether rent with this supply and rate can be drawn, because the prepaid tax is for
// one registration, place and rate.
func (c Cover) Fits(supply Supply, gstBP int64) bool { return c.Supply == supply && c.GSTBP == gstBP }

// VoucherKind is a kind of voucher.
type VoucherKind string

// Receipt is a voucher for money paid in advance, Refund for money that is returned.
const (
	Receipt VoucherKind = "receipt"
	Refund  VoucherKind = "refund"
)

// Party is a supplier or recipient as named on a voucher.
type Party struct {
	Name    string
	Address string
	GSTIN   string // '' for an unregistered recipient
}

// Voucher is a receipt voucher (Rule 50 of the CGST Rules) or a refund voucher (Rule 51).
type Voucher struct {
	ID         int64
	CustomerID int64
	PackageID  int64
	Kind       VoucherKind
	Number     string
	ReceiptID  int64 // for a refund voucher, its receipt voucher, else 0
	Date       calendar.Date
	Supply     Supply
	Supplier   Party
	BillTo     Party
	IssuedAt   calendar.Instant
	Amounts
}

// Sell stores a package with its receipt vouchers and covers.
func Sell(ctx context.Context, tx *store.Tx, p Package, vouchers []Voucher, covers []Cover) error {
	err := tx.AdvancePackageAdd(ctx, db.AdvancePackageAddParams{
		CustomerID: p.CustomerID, ID: p.ID, TransactionID: p.TransactionID, Months: int64(p.Months), DiscountBp: p.BasisPoints,
		Tiers: p.Tiers.String(), FromDate: p.From, ToDate: p.To, CreatedAt: p.BoughtAt,
	})
	if err != nil {
		return fmt.Errorf("advance: store package %d: %w", p.ID, err)
	}
	for _, v := range vouchers {
		if err := AddVoucher(ctx, tx, v, p.BoughtAt); err != nil {
			return err
		}
	}
	for _, c := range covers {
		err := tx.AdvanceItemAdd(ctx, db.AdvanceItemAddParams{
			CustomerID: p.CustomerID, PackageID: p.ID, ItemID: c.ItemID, VoucherID: c.VoucherID, SupplierState: c.Supply.Supplier,
			PlaceOfSupply: c.Supply.Place, Sac: c.SAC, GstBp: c.GSTBP, ListPaise: c.Paid.List, ValuePaise: c.Paid.Value,
			CgstPaise: c.Paid.CGST, SgstPaise: c.Paid.SGST, IgstPaise: c.Paid.IGST,
		})
		if err != nil {
			return fmt.Errorf("advance: store item %d of package %d: %w", c.ItemID, p.ID, err)
		}
	}
	return nil
}

// AddVoucher stores a voucher.
func AddVoucher(ctx context.Context, tx *store.Tx, v Voucher, at calendar.Instant) error {
	err := tx.AdvanceVoucherAdd(ctx, db.AdvanceVoucherAddParams{
		CustomerID: v.CustomerID, ID: v.ID, PackageID: v.PackageID, Kind: string(v.Kind), Number: v.Number, ReceiptID: store.IDOrNull(v.ReceiptID),
		Date: v.Date, SupplierState: v.Supply.Supplier, SupplierGstin: v.Supplier.GSTIN, SupplierName: v.Supplier.Name,
		SupplierAddress: v.Supplier.Address, PlaceOfSupply: v.Supply.Place, BillName: v.BillTo.Name, BillAddress: v.BillTo.Address,
		BillGstin: v.BillTo.GSTIN, TaxablePaise: v.Value, CgstPaise: v.CGST, SgstPaise: v.SGST, IgstPaise: v.IGST, TotalPaise: v.Total(), CreatedAt: at,
	})
	if err != nil {
		return fmt.Errorf("advance: store voucher %s: %w", v.Number, err)
	}
	return nil
}

// AddDraw stores a draw.
func AddDraw(ctx context.Context, tx *store.Tx, customerID, id int64, d Draw, at calendar.Instant) error {
	err := tx.AdvanceDrawAdd(ctx, db.AdvanceDrawAddParams{
		CustomerID: customerID, ID: id, PackageID: d.PackageID, ItemID: d.ItemID, Kind: string(d.Kind), InvoiceID: store.IDOrNull(d.InvoiceID),
		VoucherID: store.IDOrNull(d.VoucherID), FromDate: d.From, ToDate: d.To, ListPaise: d.List, ValuePaise: d.Value, CgstPaise: d.CGST,
		SgstPaise: d.SGST, IgstPaise: d.IGST, CreatedAt: at,
	})
	if err != nil {
		return fmt.Errorf("advance: store a draw on package %d: %w", d.PackageID, err)
	}
	return nil
}

// Move ends a cover, or makes it wait for the settlement. The package ends with its last cover.
func Move(ctx context.Context, tx *store.Tx, c Cover, to State, on calendar.Date, at calendar.Instant) error {
	_, err := tx.AdvanceItemMove(ctx, db.AdvanceItemMoveParams{
		State: string(to), EndedOn: on, CustomerID: c.CustomerID, PackageID: c.ID, ItemID: c.ItemID, Was: string(c.Item),
	})
	if err != nil {
		return fmt.Errorf("advance: move item %d of package %d: %w", c.ItemID, c.ID, err)
	}
	rows, err := tx.AdvanceItems(ctx, c.CustomerID, c.ID)
	if err != nil {
		return fmt.Errorf("advance: read the items of package %d: %w", c.ID, err)
	}
	for _, r := range rows {
		if State(r.State) != Ended {
			return nil
		}
	}
	if _, err = tx.AdvancePackageEnd(ctx, db.AdvancePackageEndParams{EndedAt: at, CustomerID: c.CustomerID, ID: c.ID}); err != nil {
		return fmt.Errorf("advance: end package %d: %w", c.ID, err)
	}
	return nil
}

// ActiveOf returns the customer's package that has not ended. found is false if there is none.
func ActiveOf(ctx context.Context, q *db.Queries, customerID int64) (p Package, found bool, err error) {
	row, err := q.AdvancePackageActive(ctx, customerID)
	if store.IsNone(err) {
		return p, false, nil
	}
	if err != nil {
		return p, false, fmt.Errorf("advance: read the active package of customer %d: %w", customerID, err)
	}
	p, err = packageOf(row)
	return p, true, err
}

// PackageOf returns a package of the customer by its id.
func PackageOf(ctx context.Context, q *db.Queries, customerID, id int64) (Package, error) {
	row, err := q.AdvancePackage(ctx, customerID, id)
	if err != nil {
		return Package{}, fmt.Errorf("advance: read package %d: %w", id, err)
	}
	return packageOf(row)
}

// PackagesOf lists all packages of a customer, newest first.
func PackagesOf(ctx context.Context, q *db.Queries, customerID int64) ([]Package, error) {
	rows, err := q.AdvancePackages(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("advance: read the packages of customer %d: %w", customerID, err)
	}
	list := make([]Package, len(rows))
	for i, r := range rows {
		if list[i], err = packageOf(r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func packageOf(r db.AdvancePackage) (Package, error) {
	tiers, err := parseStored(r.Tiers)
	return Package{
		ID: r.ID, CustomerID: r.CustomerID, TransactionID: r.TransactionID, Months: int(r.Months), BasisPoints: r.DiscountBp, Tiers: tiers,
		From: r.FromDate, To: r.ToDate, State: State(r.State), BoughtAt: r.CreatedAt,
	}, err
}

// CoversOf lists the covers of the customer's active package, including those that have ended. It
// returns none without an active package.
func CoversOf(ctx context.Context, q *db.Queries, customerID int64) ([]Cover, error) {
	p, found, err := ActiveOf(ctx, q, customerID)
	if err != nil || !found {
		return nil, err
	}
	return p.Covers(ctx, q)
}

// Covers lists the covers of the package, with their draws.
func (p Package) Covers(ctx context.Context, q *db.Queries) ([]Cover, error) {
	rows, err := q.AdvanceItems(ctx, p.CustomerID, p.ID)
	if err != nil {
		return nil, fmt.Errorf("advance: read the items of package %d: %w", p.ID, err)
	}
	draws, err := q.AdvanceDraws(ctx, p.CustomerID, p.ID)
	if err != nil {
		return nil, fmt.Errorf("advance: read the draws of package %d: %w", p.ID, err)
	}
	covers := make([]Cover, len(rows))
	for i, r := range rows {
		covers[i] = Cover{
			Package: p, ItemID: r.ItemID, VoucherID: r.VoucherID, Supply: Supply{r.SupplierState, r.PlaceOfSupply}, SAC: r.Sac, GSTBP: r.GstBp,
			Paid: Amounts{r.ListPaise, r.ValuePaise, r.CgstPaise, r.SgstPaise, r.IgstPaise}, Item: State(r.State), EndedOn: r.EndedOn,
		}
		for _, d := range draws {
			if d.ItemID == r.ItemID {
				covers[i].add(drawOf(d))
			}
		}
	}
	return covers, nil
}

func (c *Cover) add(d Draw) {
	c.Draws = append(c.Draws, d)
	c.drawn = c.drawn.Plus(d.Amounts)
	if d.Kind == Rent {
		c.planned = c.planned.Plus(d.Amounts)
	}
}

func drawOf(r db.AdvanceDraw) Draw {
	return Draw{
		PackageID: r.PackageID, ItemID: r.ItemID, Kind: DrawKind(r.Kind), InvoiceID: r.InvoiceID.Int64, VoucherID: r.VoucherID.Int64,
		From: r.FromDate, To: r.ToDate, Amounts: Amounts{r.ListPaise, r.ValuePaise, r.CgstPaise, r.SgstPaise, r.IgstPaise},
	}
}

// VouchersOf lists the vouchers of a package in order of creation.
func VouchersOf(ctx context.Context, q *db.Queries, customerID, packageID int64) ([]Voucher, error) {
	rows, err := q.AdvanceVouchers(ctx, customerID, packageID)
	if err != nil {
		return nil, fmt.Errorf("advance: read the vouchers of package %d: %w", packageID, err)
	}
	list := make([]Voucher, len(rows))
	for i, r := range rows {
		list[i] = voucherOf(r)
	}
	return list, nil
}

// VouchersOfPayments returns the vouchers for the rent in advance that these payments of the
// customer paid, by payment, in order of creation.
func VouchersOfPayments(ctx context.Context, q *db.Queries, customerID int64, transactionIDs []int64) (map[int64][]Voucher, error) {
	of := map[int64][]Voucher{}
	if len(transactionIDs) == 0 {
		return of, nil
	}
	rows, err := q.AdvanceVouchersOfPayments(ctx, customerID, store.IDs(transactionIDs))
	if err != nil {
		return nil, fmt.Errorf("advance: read the vouchers of payments of customer %d: %w", customerID, err)
	}
	for _, r := range rows {
		of[r.TransactionID] = append(of[r.TransactionID], voucherOf(r.AdvanceVoucher))
	}
	return of, nil
}

// VoucherOf returns a voucher of the customer. Another customer's voucher is a Fault (404).
func VoucherOf(ctx context.Context, q *db.Queries, customerID, id int64) (Voucher, error) {
	row, err := q.AdvanceVoucher(ctx, customerID, id)
	if store.IsNone(err) {
		return Voucher{}, noVoucher()
	}
	if err != nil {
		return Voucher{}, fmt.Errorf("advance: read voucher %d: %w", id, err)
	}
	return voucherOf(row), nil
}

// IssuedIn is a page of the vouchers of all customers that were issued in a range of days, by
// customer and id.
func IssuedIn(ctx context.Context, q *db.Queries, at db.AdvanceIssuedVouchersParams) ([]Voucher, error) {
	rows, err := q.AdvanceIssuedVouchers(ctx, at)
	list := make([]Voucher, len(rows))
	for i, r := range rows {
		list[i] = voucherOf(r)
	}
	return list, err
}

// VoucherOfNumber finds a voucher of any customer by its number. An unknown number is a Fault
// (404).
func VoucherOfNumber(ctx context.Context, q *db.Queries, number string) (customerID, id int64, err error) {
	row, err := q.AdvanceVoucherByNumber(ctx, number)
	if store.IsNone(err) {
		return 0, 0, noVoucher()
	}
	if err != nil {
		return 0, 0, fmt.Errorf("advance: find a voucher by its number: %w", err)
	}
	return row.CustomerID, row.ID, nil
}

func noVoucher() error {
	return fault.NotFound("advance.voucher_not_found", "This voucher does not exist.")
}

func voucherOf(r db.AdvanceVoucher) Voucher {
	return Voucher{
		ID: r.ID, CustomerID: r.CustomerID, PackageID: r.PackageID, Kind: VoucherKind(r.Kind), Number: r.Number, ReceiptID: r.ReceiptID.Int64,
		Date: r.Date, Supply: Supply{r.SupplierState, r.PlaceOfSupply},
		Supplier: Party{r.SupplierName, r.SupplierAddress, r.SupplierGstin}, BillTo: Party{r.BillName, r.BillAddress, r.BillGstin},
		IssuedAt: r.CreatedAt, Amounts: Amounts{Value: r.TaxablePaise, CGST: r.CgstPaise, SGST: r.SgstPaise, IGST: r.IgstPaise},
	}
}

// Left is the sum of what is left of covers, value and tax, in paise.
func Left(covers []Cover) (left money.Paise) {
	for _, c := range covers {
		left = money.Sum(left, c.Left().Total())
	}
	return left
}

// readAtOnce is how many customers EachLeft reads in one query.
const readAtOnce = 500

// EachLeft calls fn for every customer who ever paid rent in advance, with what was paid and not
// drawn, in paise without tax. It stops at the first error of fn.
func EachLeft(ctx context.Context, q *db.Queries, fn func(customerID int64, left money.Paise) error) error {
	for after := int64(0); ; {
		rows, err := q.AdvanceLeftByCustomer(ctx, after, readAtOnce)
		if err != nil {
			return fmt.Errorf("advance: read what is left: %w", err)
		}
		for _, r := range rows {
			if err := fn(r.CustomerID, money.Paise(r.LeftPaise)); err != nil {
				return err
			}
			after = r.CustomerID
		}
		if len(rows) < readAtOnce {
			return nil
		}
	}
}
