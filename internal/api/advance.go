package api

import (
	"context"
	"strconv"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
)

// AdvanceOptions says for how many months rent can be paid in advance, in rupees.
type AdvanceOptions struct {
	PendingAmount money.Amount   `json:"pendingAmount" doc:"what is due now, with tax"`
	FromWallet    money.Amount   `json:"fromWallet" doc:"what the wallet pays first of an option of months, at most: own money that is not needed for the dues"`
	RentalOptions []RentalOption `json:"rentalOptions" doc:"with what is due first, if anything is; none when nothing is rented, and of months none until what was paid in advance has ended"`
	// Terms are shown before the customer pays.
	Terms AdvanceTerms `json:"terms"`
}

// RentalOption is one option to pay. Only payable and gst include tax.
type RentalOption struct {
	Label              string        `json:"label" doc:"Due Amount for what is due, which has no months; else the months in English" example:"6 months"`
	Months             int           `json:"months" doc:"0 for what is due" example:"6"`
	TotalRent          money.Amount  `json:"totalRent" doc:"without discount and tax"`
	Payable            money.Amount  `json:"payable" doc:"with tax: totalRent - discountAmount + gst"`
	DiscountAmount     money.Amount  `json:"discountAmount"`
	DiscountPercentage float64       `json:"discountPercentage" example:"5"`
	GST                money.Amount  `json:"gst"`
	From               calendar.Date `json:"from,omitzero" doc:"the first day that it pays; absent for what is due"`
	To                 calendar.Date `json:"to,omitzero" doc:"the last day that it pays; absent for what is due"`
	FirstInvoiceOn     calendar.Date `json:"firstInvoiceOn,omitzero" doc:"the day of the first invoice that it pays, in arrears a month after from; absent for what is due"`
	Moves              []MovingItem  `json:"moves" doc:"items that move to another state within the months; their rent from movesOn on is not part of it"`
}

// MovingItem is an item that moves to another state.
type MovingItem struct {
	ID      int64         `json:"id" doc:"as of activeProductLists"`
	Name    string        `json:"name" catalogue:"name" example:"Oak sofa"`
	MovesOn calendar.Date `json:"movesOn" doc:"the day of the move"`
}

// AdvanceTerms says what happens to the discount if a customer leaves early.
type AdvanceTerms struct {
	KeepsDiscount bool         `json:"keepsDiscount" doc:"it is kept; else the months that were used are worked out anew with what was earned"`
	Earned        []EarnedTier `json:"earned" doc:"by months that were used, none below the first; each saves more than the one before"`
}

// EarnedTier is the discount that a customer has earned after this number of whole months.
type EarnedTier struct {
	Months             int     `json:"months" example:"3"`
	DiscountPercentage float64 `json:"discountPercentage" example:"2"`
}

// AdvancePackageAnswer is the package of a customer, or nothing.
type AdvancePackageAnswer struct {
	Package *AdvancePackage `json:"package,omitempty" doc:"the active one, else the last; absent for who never paid in advance"`
}

// AdvancePackage is rent that was paid in advance, in rupees with tax. paid = used + left +
// returned.
type AdvancePackage struct {
	ID                 string            `json:"id" example:"7300000000000000001"`
	State              string            `json:"state" enum:"active,ended"`
	Months             int               `json:"months" example:"6"`
	DiscountPercentage float64           `json:"discountPercentage" example:"5"`
	From               calendar.Date     `json:"from" doc:"the first day that it pays"`
	To                 calendar.Date     `json:"to" doc:"the last day that it pays"`
	PaidAt             calendar.Instant  `json:"paidAt"`
	RMTransactionID    int64             `json:"rmTransactionId" doc:"of the payment"`
	Paid               money.Amount      `json:"paid"`
	Used               money.Amount      `json:"used"`
	Left               money.Amount      `json:"left"`
	Returned           money.Amount      `json:"returned"`
	NextAmount         money.Amount      `json:"nextAmount" doc:"what the next invoice takes, 0 for nothing"`
	NextOn             calendar.Date     `json:"nextOn,omitzero" doc:"the day of the next invoice; absent when it takes nothing"`
	Items              []AdvanceItem     `json:"items"`
	Movements          []AdvanceMovement `json:"movements" doc:"what was taken out, the newest first"`
	Vouchers           []AdvanceVoucher  `json:"vouchers" doc:"receipt vouchers, and refund vouchers of what went back"`
}

// AdvanceItem is the part of a package for one item.
type AdvanceItem struct {
	Name    string        `json:"name" catalogue:"name" example:"Oak sofa"`
	State   string        `json:"state" enum:"active,closed,ended" doc:"closed: it was picked up, and what is left waits for the settlement; ended: what is left, as of an item that has moved to another state, goes to the wallet with its next invoice"`
	EndedOn calendar.Date `json:"endedOn,omitzero" doc:"from when on nothing of it is paid, as of an active item that moves to another state on that day; absent while it goes on"`
	Paid    money.Amount  `json:"paid"`
	Used    money.Amount  `json:"used"`
	Left    money.Amount  `json:"left"`
}

// AdvanceMovement is an amount that an invoice drew or that was returned.
type AdvanceMovement struct {
	Kind      string        `json:"kind" enum:"rent,lost_discount,returned" doc:"rent of a month; a discount that was not earned; given back"`
	Number    string        `json:"number" doc:"of the invoice or the refund voucher" example:"KA/26-27/0000123"`
	InvoiceID string        `json:"invoiceId,omitempty" doc:"absent for what went back" example:"7300000000000000001"`
	Date      calendar.Date `json:"date"`
	Amount    money.Amount  `json:"amount"`
}

// AdvanceVoucher is a GST voucher.
type AdvanceVoucher struct {
	ID     string        `json:"id" example:"7300000000000000001"`
	Kind   string        `json:"kind" enum:"receipt,refund"`
	Number string        `json:"number" example:"KA/26-27/V000123"`
	Date   calendar.Date `json:"date"`
	Amount money.Amount  `json:"amount"`
}

// dueAmount is the contract's label for the option that pays current dues.
const dueAmount = "Due Amount"

type advanceCalls struct {
	store   *store.Store
	billing *billing.Service
	printer *document.Printer
}

func percent(basisPoints int64) float64 { return float64(basisPoints) / 100 }

func (c *advanceCalls) options(ctx context.Context, s account.Session, _ *Nothing) (out AdvanceOptions, err error) {
	out.RentalOptions = []RentalOption{}
	tiers, keeps := c.billing.AdvanceSettings()
	out.Terms = AdvanceTerms{KeepsDiscount: keeps, Earned: each(tiers.Steps(), func(t advance.Tier) EarnedTier { return EarnedTier{t.Months, percent(t.BasisPoints)} })}
	err = c.store.Read(ctx, func(q *db.Queries) error {
		balances, err := ledger.BalancesOf(ctx, q, s.CustomerID)
		if err != nil {
			return err
		}
		due := balances.Dues().Wire()
		out.FromWallet = balances.OwnMoneyAfterDues().Wire()
		if out.PendingAmount = due; due > 0 {
			out.RentalOptions = append(out.RentalOptions, RentalOption{Label: dueAmount, TotalRent: due, Payable: due, Moves: []MovingItem{}})
		}
		offers, err := c.billing.AdvanceOffers(ctx, q, s.CustomerID)
		for _, o := range offers {
			out.RentalOptions = append(out.RentalOptions, wireAdvanceOffer(o))
		}
		return err
	})
	return out, err
}

func wireAdvanceOffer(o billing.AdvanceOffer) RentalOption {
	label := strconv.Itoa(o.Months) + " months"
	if o.Months == 1 {
		label = "1 month"
	}
	return RentalOption{
		Moves: each(o.Moves, func(i billing.MovingItem) MovingItem { return MovingItem(i) }),
		Label: label, Months: o.Months, TotalRent: o.List.Wire(), Payable: o.Total().Wire(), DiscountAmount: o.Discount().Wire(),
		DiscountPercentage: percent(o.BasisPoints), GST: o.Tax().Wire(), From: o.From, To: o.To.AddDays(-1), FirstInvoiceOn: o.FirstOn,
	}
}

func (c *advanceCalls) latest(ctx context.Context, s account.Session, _ *Nothing) (out AdvancePackageAnswer, err error) {
	err = c.store.Read(ctx, func(q *db.Queries) error {
		v, found, err := c.billing.LatestAdvance(ctx, q, s.CustomerID)
		if found && err == nil {
			out.Package = wirePackage(v)
		}
		return err
	})
	return out, err
}

func wirePackage(v billing.AdvanceView) *AdvancePackage {
	return &AdvancePackage{
		ID: strconv.FormatInt(v.ID, 10), State: string(v.State), Months: v.Months, DiscountPercentage: percent(v.BasisPoints), From: v.From,
		To: v.To.AddDays(-1), PaidAt: v.BoughtAt, RMTransactionID: v.TransactionID, Paid: v.Paid.Wire(), Used: v.Used.Wire(), Left: v.Left.Wire(),
		Returned: v.Returned.Wire(), NextAmount: v.Next.Wire(), NextOn: v.NextOn,
		Items: each(v.Items, func(i billing.AdvanceItem) AdvanceItem {
			return AdvanceItem{i.Name, string(i.State), i.EndedOn, i.Paid.Wire(), i.Used.Wire(), i.Left.Wire()}
		}),
		Movements: each(v.Draws, func(d billing.AdvanceDraw) AdvanceMovement {
			m := AdvanceMovement{Kind: string(d.Kind), Number: d.Number, Date: d.Date, Amount: d.Amount.Wire()}
			if d.InvoiceID != 0 {
				m.InvoiceID = strconv.FormatInt(d.InvoiceID, 10)
			}
			return m
		}),
		Vouchers: each(v.Vouchers, wireVoucherHead),
	}
}

func wireVoucherHead(v advance.Voucher) AdvanceVoucher {
	return AdvanceVoucher{strconv.FormatInt(v.ID, 10), string(v.Kind), v.Number, v.Date, v.Total().Wire()}
}

var advanceAbout = fault.NewWord("advance.about", "Pay your rent for some months at once, and pay less.")

var advancePoints = []fault.Word{
	fault.NewWord("advance.about_discount", "The discount is on each of the months: it stands on your monthly invoices."),
	fault.NewWord("advance.about_invoices", "Each monthly invoice is paid out of it by itself, and no late fee can fall on it."),
	fault.NewWord("advance.about_leaving", "Whoever gives an item back earlier gets what is not used back with the settlement."),
}

// wireAdvanceMeta describes rent in advance. It is empty if no discounts are configured.
func wireAdvanceMeta(tiers advance.Tiers) AdvanceRentalMeta {
	meta := AdvanceRentalMeta{About: []string{}, AboutCodes: []string{}}
	most := tiers.Most()
	if most == 0 {
		return meta
	}
	meta.MaxDiscountPercentage = percent(most)
	meta.DiscountText = "Save " + strconv.FormatFloat(percent(most), 'f', -1, 64) + "%"
	meta.Description, meta.DescriptionCode = advanceAbout.English, advanceAbout.Code
	for _, point := range advancePoints {
		meta.About, meta.AboutCodes = append(meta.About, point.English), append(meta.AboutCodes, point.Code)
	}
	return meta
}
