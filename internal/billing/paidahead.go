package billing

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// The sources of the journal entries for rent in advance: it pays an invoice, or it is given back.
const (
	SourceAdvance         = "advance"
	SourceAdvanceReturned = "advance_returned"
)

// readCovers reads the customer's active covers. A cover is the part of a package of rent in
// advance that belongs to one item.
func (c *customer) readCovers(ctx context.Context, q *db.Queries) error {
	list, err := advance.CoversOf(ctx, q, c.id)
	if err != nil {
		return fmt.Errorf("billing: customer %d: %w", c.id, err)
	}
	for _, cover := range list {
		if cover.Item != advance.Active {
			continue
		}
		if c.covers == nil {
			c.covers = map[int64]advance.Cover{}
		}
		c.covers[cover.ItemID] = cover
	}
	return nil
}

// coversOf copies the covers of a customer, so that composing drafts does not change them.
func coversOf(who customer) map[int64]*advance.Cover {
	copies := make(map[int64]*advance.Cover, len(who.covers))
	for id, cover := range who.covers {
		copies[id] = &cover
	}
	return copies
}

// supplyOf converts a supply to the form that package advance uses.
func supplyOf(s Supply) advance.Supply {
	return advance.Supply{Supplier: s.Supplier.StateCode, Place: s.Place}
}

// discount appends a discount line to the draft if the rent of its last line was paid in advance.
func (d *draft) discount(cover *advance.Cover) {
	rent := d.lines[len(d.lines)-1]
	if cover == nil || rent.Amount == 0 || !cover.Covers(rent.From) || !cover.Fits(supplyOf(d.supply), rent.GSTBP) {
		return
	}
	off := rent
	off.Kind, off.Rate, off.Amount = DiscountLine, 0, -cover.Discount(rent.Amount)
	d.lines = append(d.lines, off)
}

// draw computes how much of a draft is paid from rent in advance. Rent in advance is drawn to the
// paisa (docs/rules.md R11). So only the remaining payable amount is rounded to rupees.
func (c composer) draw(d *draft, covers map[int64]*advance.Cover) {
	var rest money.Paise
	for i, l := range d.lines {
		if l.Kind != DiscountLine {
			continue
		}
		rent := d.lines[i-1]
		taken, off := covers[l.ItemID].Draw(advance.Amounts{
			List: rent.Amount, Value: money.Sum(rent.Amount, l.Amount), CGST: rent.CGST, SGST: rent.SGST, IGST: rent.IGST,
		})
		rest = money.Sum(rest, off)
		d.draws = append(d.draws, advance.Draw{
			PackageID: covers[l.ItemID].ID, ItemID: l.ItemID, Kind: advance.Rent, From: rent.From, To: rent.To, Amounts: taken,
		})
	}
	d.payable(rest, c.settings.WholeRupees && d.kind == Rental)
}

// payable sets the total and the round-off of a draft with draws. rest is how much more is drawn
// than its lines add up to.
func (d *draft) payable(rest money.Paise, wholeRupees bool) {
	if len(d.draws) == 0 {
		return
	}
	drawn := totalOf(d.draws).Total()
	exact := money.Sum(d.totals.Taxable, d.totals.Tax())
	due := money.Sum(exact, rest, -drawn)
	if wholeRupees {
		due = due.RoundRupee()
	}
	d.totals.Total = money.Sum(drawn, due)
	d.totals.RoundOff = d.totals.Total - exact
}

func totalOf(draws []advance.Draw) (sum advance.Amounts) {
	for _, d := range draws {
		sum = sum.Plus(d.Amounts)
	}
	return sum
}

// legs are the debit legs that take amounts out of rent in advance: the customer's rent, and the
// tax that the registration of a state declared when the money came.
func legs(a advance.Amounts, state string) []ledger.Leg {
	return []ledger.Leg{
		ledger.Debit(ledger.Advance, a.Value), ledger.Debit(ledger.AdvanceCGST(state), a.CGST),
		ledger.Debit(ledger.AdvanceSGST(state), a.SGST), ledger.Debit(ledger.AdvanceIGST(state), a.IGST),
	}
}

// drawIn pays an invoice from rent in advance and returns how much, in paise.
func (s *Service) drawIn(ctx context.Context, tx *store.Tx, i Invoice, draws []advance.Draw, covers map[int64]advance.Cover) (money.Paise, error) {
	sum := totalOf(draws)
	if len(draws) == 0 || sum.Total() == 0 {
		return 0, nil
	}
	for _, d := range draws {
		d.InvoiceID = i.ID
		if err := advance.AddDraw(ctx, tx, i.CustomerID, s.ids.Next(), d, s.now()); err != nil {
			return 0, err
		}
	}
	_, err := s.Allocate(ctx, tx, Receipt{
		CustomerID: i.CustomerID, TransactionID: covers[draws[0].ItemID].TransactionID, First: []int64{i.ID}, SourceType: SourceAdvance,
		SourceID: strconv.FormatInt(i.ID, 10), Description: "Paid in advance", At: s.now(), From: legs(sum, i.Supplier.StateCode),
	})
	return sum.Total(), err
}

// finishCovers ends covers that pay nothing more, after invoices were issued. A cover ends when it
// is used up, when its months are over, or when the supply or the rate of its item has changed. In
// the last two cases the rest goes to the wallet, and the customer is told.
func (s *Service) finishCovers(ctx context.Context, tx *store.Tx, who customer, drafts []draft) error {
	isReturned := false
	for _, id := range slices.Sorted(maps.Keys(who.covers)) {
		now, err := s.coverOf(ctx, tx.Queries, who.covers[id])
		if err != nil {
			return err
		}
		billed, fits := billedUnder(now, drafts)
		switch {
		case now.Left().Total() == 0:
			err = advance.Move(ctx, tx, now, advance.Ended, billed, s.now())
		case !fits, !billed.Before(now.To):
			err = s.giveBackIn(ctx, tx, who, now, ledger.Wallet, calendar.Earlier(billed, now.To))
			isReturned = true
		}
		if err != nil {
			return err
		}
	}
	if !isReturned {
		return nil
	}
	return s.tellReturned(ctx, tx, who)
}

// coverOf reads a cover again.
func (s *Service) coverOf(ctx context.Context, q *db.Queries, of advance.Cover) (advance.Cover, error) {
	covers, err := of.Package.Covers(ctx, q)
	if err != nil {
		return of, err
	}
	for _, c := range covers {
		if c.ItemID == of.ItemID {
			return c, nil
		}
	}
	return of, fmt.Errorf("billing: package %d has no item %d", of.ID, of.ItemID)
}

// billedUnder is the day to which the drafts bill the rent of a cover's item. fits reports whether
// all of this rent within the months of the cover could be drawn. If not, the day is the first one that
// could not.
func billedUnder(c advance.Cover, drafts []draft) (billed calendar.Date, fits bool) {
	var misfit calendar.Date
	for _, d := range drafts {
		for _, l := range d.lines {
			if l.Kind != RentLine || l.ItemID != c.ItemID {
				continue
			}
			billed = calendar.Later(billed, l.To)
			if c.Covers(l.From) && !c.Fits(supplyOf(d.supply), l.GSTBP) && (misfit.IsZero() || l.From.Before(misfit)) {
				misfit = l.From
			}
		}
	}
	if !misfit.IsZero() {
		return misfit, false
	}
	return billed, true
}

// giveBackIn gives back the rest of a cover, which covers nothing from the day on. It issues a
// refund voucher and credits the money to the customer's account in to.
func (s *Service) giveBackIn(ctx context.Context, tx *store.Tx, who customer, c advance.Cover, to ledger.Account, on calendar.Date) error {
	left := c.Left()
	left.List = 0
	voucher, err := s.refundVoucher(ctx, tx, who, c, left)
	if err != nil {
		return err
	}
	draw := advance.Draw{PackageID: c.ID, ItemID: c.ItemID, Kind: advance.Returned, VoucherID: voucher.ID, Amounts: left}
	if err := advance.AddDraw(ctx, tx, c.CustomerID, s.ids.Next(), draw, s.now()); err != nil {
		return err
	}
	_, _, err = s.ledger.Post(ctx, tx, ledger.Entry{
		CustomerID: c.CustomerID, SourceType: SourceAdvanceReturned, SourceID: strconv.FormatInt(voucher.ID, 10), At: s.now(),
		Description: "Rent paid in advance, not used", Legs: append(legs(left, c.Supply.Supplier), ledger.Credit(to, left.Total())),
	})
	if err != nil {
		return fmt.Errorf("billing: give back what is left of package %d: %w", c.ID, err)
	}
	return advance.Move(ctx, tx, c, advance.Ended, on, s.now())
}

// refundVoucher numbers and stores the voucher for the amount that goes back.
func (s *Service) refundVoucher(ctx context.Context, tx *store.Tx, who customer, c advance.Cover, left advance.Amounts) (advance.Voucher, error) {
	voucher, err := advance.VoucherOf(ctx, tx.Queries, c.CustomerID, c.VoucherID)
	if err != nil {
		return voucher, err
	}
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return voucher, err
	}
	voucher.ReceiptID, voucher.ID, voucher.Kind, voucher.Amounts, voucher.Date = voucher.ID, s.ids.Next(), advance.Refund, left, s.today()
	voucher.BillTo.Name = who.name
	voucher.Number, err = nextSerial(ctx, tx, suppliers.SupplyAt(c.Supply.Supplier, "").Supplier.Series, refundVoucherLetter, s.today())
	if err != nil {
		return voucher, err
	}
	if err := voucherDocument(voucher, nil).refused(); err != nil {
		return voucher, err
	}
	if err := advance.AddVoucher(ctx, tx, voucher, s.now()); err != nil {
		return voucher, err
	}
	return voucher, s.announceVouchers(ctx, tx, voucher)
}

// closeCovers handles items that were picked up before their months in advance were over. It
// charges the discount that was not earned. What is left after that waits for the settlement.
func (s *Service) closeCovers(ctx context.Context, tx *store.Tx, customerID int64) error {
	who, err := s.customer(ctx, tx.Queries, customerID)
	if err != nil {
		return err
	}
	for _, id := range slices.Sorted(maps.Keys(who.covers)) {
		item, err := subscription.BillableOf(ctx, tx.Queries, customerID, id)
		if err != nil {
			return err
		}
		if item.ClosedDate.IsZero() || item.ClosedDate.After(s.today()) {
			continue
		}
		if err := s.closeCover(ctx, tx, who, who.covers[id], item.ClosedDate); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) closeCover(ctx context.Context, tx *store.Tx, who customer, c advance.Cover, leaving calendar.Date) error {
	if err := s.chargeLost(ctx, tx, who, c, leaving); err != nil {
		return err
	}
	c, err := s.coverOf(ctx, tx.Queries, c)
	if err != nil {
		return err
	}
	state := advance.Closed
	if c.Left().Total() == 0 {
		state = advance.Ended
	}
	return advance.Move(ctx, tx, c, state, leaving, s.now())
}

// chargeLost invoices the discount that a leaving customer has not earned. The rest of the cover
// pays this invoice.
func (s *Service) chargeLost(ctx context.Context, tx *store.Tx, who customer, c advance.Cover, leaving calendar.Date) error {
	used, err := s.usedOf(ctx, tx.Queries, c, calendar.Date{})
	if err != nil {
		return err
	}
	lost := c.Lost(leaving, used, taxer(c))
	if lost.Value == 0 {
		return nil
	}
	charge := Charge{ItemID: c.ItemID, Operation: fmt.Sprintf("%s%d/%d", LostDiscountCharge, c.ID, c.ItemID), Amount: lost.Value}
	fresh, err := uncharged(ctx, tx.Queries, who.id, []Charge{charge})
	if err != nil || len(fresh) == 0 {
		return err
	}
	drafts, err := s.draftCharges(ctx, tx.Queries, who, fresh)
	if err != nil {
		return err
	}
	for _, d := range drafts {
		if c.Fits(supplyOf(d.supply), d.lines[0].GSTBP) {
			d.drawLost(c, lost)
		}
		if _, err := s.issue(ctx, tx, who, d); err != nil {
			return err
		}
	}
	return nil
}

// usedOf is the rent that was drawn from a cover and not credited: the rent without discount, its
// value, and its tax. What a pickup on the day leaving will credit counts as credited, unless the day
// is zero.
func (s *Service) usedOf(ctx context.Context, q *db.Queries, c advance.Cover, leaving calendar.Date) (used advance.Amounts, err error) {
	for _, d := range c.Draws {
		if d.Kind != advance.Rent {
			continue
		}
		r, err := s.reversalOf(ctx, q, c.CustomerID, d.InvoiceID)
		if err != nil {
			return used, err
		}
		if !leaving.IsZero() {
			r.creditFrom(leaving, d.ItemID)
		}
		used = used.Plus(d.Minus(r.takenBack(d)))
	}
	return used, nil
}

// creditFrom adds what a pickup on a day credits of an item's rent: the later days, as far as they are
// not credited yet.
func (r *reversal) creditFrom(day calendar.Date, itemID int64) {
	for n, l := range r.lines {
		if l.Kind != RentLine || l.ItemID != itemID || l.Amount == 0 || !day.Before(l.To) {
			continue
		}
		later := (l.Amount - l.upTo(day)).MulDiv(int64(netOf(r.lines, n)), int64(l.Amount))
		t := taxOn(min(later, r.left(n+1)), l.GSTBP, r.original.IGST == 0)
		l.From, l.Amount, l.CGST, l.SGST, l.IGST = calendar.Later(day, l.From), t.Taxable, t.CGST, t.SGST, t.IGST
		r.credited = append(r.credited, l)
	}
}

// takenBack is how much of a draw's rent was credited by credit notes. If the rent was higher than
// what was paid in advance, credits first reduce the part that was not paid in advance. The tax may be
// a paisa more than was drawn, because a credit note rounds its own and an invoice that of its sum.
func (r reversal) takenBack(d advance.Draw) (back advance.Amounts) {
	at := slices.IndexFunc(r.lines, func(l Line) bool { return l.Kind == RentLine && l.ItemID == d.ItemID && l.From == d.From })
	if at < 0 {
		return back
	}
	rent, net := r.lines[at], netOf(r.lines, at)
	for _, c := range r.credited {
		if c.ItemID != rent.ItemID || c.From.Before(rent.From) || !c.From.Before(rent.To) || net == 0 {
			continue
		}
		list := c.Amount.MulDiv(int64(rent.Amount), int64(net))
		if c.From != rent.From || c.To != rent.To { // the note names its days, so their rent without discount is known
			list = rent.upTo(c.To) - rent.upTo(c.From)
		}
		back = back.Plus(advance.Amounts{List: list, Value: c.Amount, CGST: c.CGST, SGST: c.SGST, IGST: c.IGST})
	}
	back.List, back.Value = min(back.List, d.List), max(0, min(back.Value-max(0, net-d.Value), d.Value))
	if d.Value < net {
		back.CGST, back.SGST, back.IGST = min(back.CGST, d.CGST), min(back.SGST, d.SGST), min(back.IGST, d.IGST)
	}
	return back
}

// upTo is the rent of the days of a line before a day, in paise.
func (l Line) upTo(day calendar.Date) money.Paise {
	if !day.Before(l.To) {
		return l.Amount
	}
	return l.Rate.MulDiv(int64(max(0, day.Sub(l.From))), int64(l.MonthDays))
}

// drawLost draws a lost discount for its invoice. The tax that it draws is what the used rent owes
// then, which may differ from the tax of the invoice line. The difference is round-off.
func (d *draft) drawLost(c advance.Cover, lost advance.Amounts) {
	line := advance.Amounts{Value: d.totals.Taxable, CGST: d.totals.CGST, SGST: d.totals.SGST, IGST: d.totals.IGST}
	taken, rest := c.Draw(lost)
	d.draws = []advance.Draw{{PackageID: c.ID, ItemID: c.ItemID, Kind: advance.LostDiscount, Amounts: taken}}
	if taken.Value == lost.Value {
		rest = money.Sum(rest, lost.Tax(), -line.Tax())
	}
	d.payable(rest, false)
}

// taxer returns a function that computes the tax of a value as an invoice of the cover's supply
// does.
func taxer(c advance.Cover) func(money.Paise) advance.Amounts {
	return func(value money.Paise) advance.Amounts {
		t := taxOn(value, c.GSTBP, c.Supply.Supplier == c.Supply.Place)
		return advance.Amounts{Value: value, CGST: t.CGST, SGST: t.SGST, IGST: t.IGST}
	}
}

// ReturnAdvanceIn gives back what is left of the rent in advance for picked-up items. The money
// goes to the customer's account in to. It returns the amount in paise. Calling it again gives back
// nothing.
func (s *Service) ReturnAdvanceIn(ctx context.Context, tx *store.Tx, customerID int64, itemIDs []int64, to ledger.Account) (sum money.Paise, err error) {
	covers, err := advance.CoversOf(ctx, tx.Queries, customerID)
	if err != nil {
		return 0, fmt.Errorf("billing: %w", err)
	}
	for _, c := range covers {
		if c.Item != advance.Closed || !slices.Contains(itemIDs, c.ItemID) {
			continue
		}
		who, err := s.customer(ctx, tx.Queries, customerID)
		if err != nil {
			return 0, err
		}
		if err := s.giveBackIn(ctx, tx, who, c, to, c.EndedOn); err != nil {
			return 0, err
		}
		sum = money.Sum(sum, c.Left().Total())
	}
	return sum, nil
}
