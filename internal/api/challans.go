package api

import (
	"context"
	"strconv"

	"rento/internal/account"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
)

// ChallanHead is a delivery challan in a list.
type ChallanHead struct {
	ID          string        `json:"id" example:"7300000000000001"`
	Number      string        `json:"number" example:"KA/26-27/D000301"`
	Date        calendar.Date `json:"date"`
	Movement    string        `json:"movement" enum:"pickup,delivery" doc:"from the customer to the company, or the other way"`
	IsCancelled bool          `json:"isCancelled" doc:"the goods were not moved"`
	EWayBill    string        `json:"eWayBill,omitempty" doc:"number of the e-way bill under which they are moved" example:"291008765432"`
}

// ChallanDoc is a delivery challan, in rupees.
type ChallanDoc struct {
	ChallanHead
	Consigner     Party          `json:"consigner"`
	Consignee     Party          `json:"consignee"`
	PlaceOfSupply string         `json:"placeOfSupply,omitempty" doc:"state and its GST code, of goods that go from one state to another"`
	Goods         []ChallanGoods `json:"goods"`
	Value         money.Amount   `json:"value"`
}

// ChallanGoods is one item on a challan.
type ChallanGoods struct {
	Product  string       `json:"product" catalogue:"name" example:"Oak sofa"`
	HSN      string       `json:"hsn" doc:"'' when the catalogue has none" example:"9401"`
	Quantity int          `json:"quantity" example:"1"`
	Value    money.Amount `json:"value"`
}

// ChallanOfDay is a delivery challan in the list of a day, of a request or of the delivery of an order.
type ChallanOfDay struct {
	ChallanHead
	CustomerID    int64        `json:"customerId"`
	TicketID      int64        `json:"ticketId,omitempty" doc:"of the request; absent for an order"`
	OrderID       int64        `json:"orderId,omitempty" doc:"absent for a request"`
	Value         money.Amount `json:"value" doc:"of all goods, in rupees"`
	NeedsEWayBill bool         `json:"needsEWayBill" doc:"the value is above the limit of the state or between states: the goods may not leave without one"`
}

// ChallansOfDay lists the delivery challans of a day.
type ChallansOfDay struct {
	Challans []ChallanOfDay `json:"challans" doc:"by number, at most 500"`
}

// maxChallans is the maximum number of challans in one answer.
const maxChallans = 500

type challanCalls struct {
	store   *store.Store
	billing *billing.Service
	printer *document.Printer
	clock   calendar.Clock
}

type challansQuery struct {
	Date  calendar.Date `query:"date" doc:"absent for today"`
	After string        `query:"after" maxLength:"16" doc:"the last number that is known: those after it are answered"`
}

// ofDay lists the challans that leave on a day, to be printed before.
func (c *challanCalls) ofDay(ctx context.Context, in *challansQuery) (ChallansOfDay, error) {
	day := in.Date
	if day.IsZero() {
		day = calendar.Today(c.clock)
	}
	list, err := billing.ChallansOn(ctx, c.store.Queries(), day, in.After, maxChallans)
	return ChallansOfDay{each(list, func(d billing.Challan) ChallanOfDay {
		return ChallanOfDay{wireChallanHead(d), d.CustomerID, d.TicketID, d.OrderID, d.Value.Wire(), d.NeedsEWayBill()}
	})}, err
}

type eWayBillInput struct {
	Body struct {
		Number   string `json:"number" minLength:"1" maxLength:"16" doc:"of the challan" example:"KA/26-27/D000301"`
		EWayBill string `json:"eWayBill" maxLength:"12" doc:"twelve digits; empty to remove one that was noted by mistake" example:"291008765432"`
	}
}

func (c *challanCalls) recordEWayBill(ctx context.Context, in *eWayBillInput) (Ok, error) {
	_, err := c.billing.RecordEWayBill(ctx, in.Body.Number, in.Body.EWayBill)
	return ok(err)
}

type challanQuery struct {
	Challan int64 `query:"challan" required:"true"`
}

func (c *challanCalls) own(ctx context.Context, s account.Session, in *challanQuery) (billing.Challan, error) {
	return billing.OpenChallan(ctx, c.store.Queries(), s.CustomerID, in.Challan)
}

// ofNumber is for the company's own systems and finds the challan of any customer.
func (c *challanCalls) ofNumber(ctx context.Context, _ account.Session, in *numberQuery) (billing.Challan, error) {
	return billing.ChallanOfNumber(ctx, c.store.Queries(), in.Number)
}

// challanPaper returns the handler that answers with a challan.
func challanPaper[In any](c *challanCalls, read func(context.Context, account.Session, *In) (billing.Challan, error)) paper[In, billing.Challan, ChallanDoc] {
	return paper[In, billing.Challan, ChallanDoc]{read: read, wire: wireChallan, print: func(ctx context.Context, _ account.Session, d billing.Challan) (document.File, error) {
		return c.printer.Challan(ctx, c.store.Queries(), d, languageOf(ctx))
	}}
}

func wireChallanHead(c billing.Challan) ChallanHead {
	return ChallanHead{strconv.FormatInt(c.ID, 10), c.Number, c.Date, string(c.Movement), c.Cancelled, c.EWayBill}
}

func wireChallan(c billing.Challan) ChallanDoc {
	out := ChallanDoc{
		ChallanHead: wireChallanHead(c), Value: c.Value.Wire(),
		Consigner: Party{c.Company.LegalName, c.Company.Address, c.Company.GSTIN}, Consignee: Party{c.Party.Name, c.Party.Address, c.Party.GSTIN},
		Goods: each(c.Goods, func(g subscription.Goods) ChallanGoods { return ChallanGoods{g.Name, g.HSN, 1, g.Value.Wire()} }),
	}
	if c.Movement == billing.PickedUpGoods {
		out.Consigner, out.Consignee = out.Consignee, out.Consigner
	}
	if c.BetweenStates() {
		out.PlaceOfSupply = place(c.Destination())
	}
	return out
}
