package api

import (
	"context"
	"strconv"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// ClosureItem is an item that may be returned.
type ClosureItem struct {
	ID            int64         `json:"id"`
	Image         string        `json:"image"`
	ProductName   string        `json:"productName" catalogue:"name"`
	TenureEndDate calendar.Date `json:"tenureEndDate"`
	LocationID    int64         `json:"locationId"`
	AddressID     int64         `json:"addressId" doc:"where it stands: one of the saved addresses"`
	IsAC          bool          `json:"isAC"`
	Deposit       money.Amount  `json:"deposit" doc:"what is needed for it, in rupees"`
}

// ClosureCalculation says how a charge was computed. Rents are per month or per day, without GST.
type ClosureCalculation struct {
	Rent         money.Amount  `json:"rent"`
	Multiplier   float64       `json:"multiplier"`
	RentMethod   money.Amount  `json:"rentMethod" doc:"rent times multiplier"`
	DaysLeft     int           `json:"daysLeft"`
	DailyRent    money.Amount  `json:"dailyRent" doc:"what a day costs over a year"`
	TenureMethod money.Amount  `json:"tenureMethod" doc:"what the rest of the tenure would be billed"`
	TenureLines  []ClosureLine `json:"tenureLines" doc:"the parts of the rest of the tenure; they add up to tenureMethod"`
}

// ClosureLine is a part of the rest of a tenure.
type ClosureLine struct {
	From   calendar.Date `json:"from"`
	To     calendar.Date `json:"to" doc:"exclusive"`
	Days   int           `json:"days"`
	Of     int           `json:"of" doc:"the days of the month, or 365 where a day costs the same all year"`
	Rate   money.Amount  `json:"rate" doc:"what the days of 'of' cost: a month's rent or a year's, without GST"`
	Amount money.Amount  `json:"amount" doc:"rate times days over of"`
}

// ClosureAmount is what it costs to return one item on a day.
type ClosureAmount struct {
	OrderItem      ClosureItem        `json:"orderItem"`
	PickupDate     calendar.Date      `json:"pickupDate"`
	ClosureCharges money.Amount       `json:"closureCharges" doc:"without GST; 0 once the tenure is over"`
	Tax            money.Amount       `json:"tax" doc:"GST of the charge"`
	Total          money.Amount       `json:"total" doc:"charge with GST, as it is billed"`
	LostDiscount   money.Amount       `json:"lostDiscount" doc:"the discount on rent in advance that is not earned by then, with GST; the rent in advance pays it"`
	AdvanceLeft    money.Amount       `json:"advanceLeft" doc:"what is left of the rent in advance then, with GST; it comes back with the settlement"`
	Calculation    ClosureCalculation `json:"calculation"`
}

// Holiday is a day without visits in a city.
type Holiday struct {
	LocationID int64         `json:"locationId"`
	Date       calendar.Date `json:"date"`
}

// ClosureReason is a reason that a customer can choose for a closure.
type ClosureReason struct {
	Reason string `json:"reason"`
}

// PickupWindow is the range of days that can be chosen, counted from today, both ends included.
type PickupWindow struct {
	MinPickupDays int `json:"minPickupDays"`
	MaxPickupDays int `json:"maxPickupDays"`
}

// PickupWindows has one window for all items of the customer and one for some of them.
type PickupWindows struct {
	Full    PickupWindow `json:"full"`
	Partial PickupWindow `json:"partial"`
}

// StaticVariables is what the screens of the request flows need to know in advance.
type StaticVariables struct {
	Today                        calendar.Date   `json:"today" doc:"the day from which the windows count"`
	Holidays                     []Holiday       `json:"holidays"`
	ClosureReasons               []ClosureReason `json:"closurereasons"`
	ClosurePickUpCalenderDateMap PickupWindows   `json:"closurePickUpCalenderDateMap"`
}

// ClosureMade is a pickup request that was raised.
type ClosureMade struct {
	TicketMade
	IsFullClosure      bool         `json:"isFullClosure"`
	EarlyClosureCharge money.Amount `json:"earlyClosureCharge" doc:"with GST, as it is billed"`
	TotalPayableAmount money.Amount `json:"totalPayableAmount" doc:"all that is owed now, the charge included"`
}

// ExtensionTenure is an offer to keep an item longer.
type ExtensionTenure struct {
	ExtendingTenureUpto calendar.Date `json:"extendingTenureUpto"`
	MaxLeavingCharge    money.Amount  `json:"maxLeavingCharge" doc:"the most, without GST, that giving the item back before the new tenure has ended costs"`
	TakeBackUntil       calendar.Date `json:"takeBackUntil,omitzero" doc:"the last day on which the extension can be taken back; none when it cannot"`
	RentFrom            calendar.Date `json:"rentFrom" doc:"from when the rent holds"`
	RentBefore          money.Amount  `json:"rentBefore" doc:"a month, without GST: holds just before, by an earlier extension when that has not begun"`
	Rent                money.Amount  `json:"rent" doc:"a month, without GST"`
}

// ExtensionDetails are the offers for one item, by months.
type ExtensionDetails struct {
	OrderItemID      int64                      `json:"orderItemId"`
	ProductName      string                     `json:"productName" catalogue:"name"`
	Thumbnail        string                     `json:"thumbnail"`
	CurrentTenure    int64                      `json:"currentTenure" doc:"months"`
	CurrentRent      money.Amount               `json:"currentRent"`
	TenureEndDate    calendar.Date              `json:"tenureEndDate"`
	IsAC             bool                       `json:"isAC" doc:"leaving before the tenure has ended costs the same however long it goes on"`
	ExtensionTenures map[string]ExtensionTenure `json:"extensionTenures" doc:"keys 3 and 6, without those that would end more than 24 months ahead"`
}

type closureCalls struct {
	store         *store.Store
	tickets       *ticket.Service
	subscriptions *subscription.Service
}

type amountsInput struct {
	Body struct {
		OrderItemIDs        []int64       `json:"orderItemIds" maxItems:"100"`
		PreferredPickupDate calendar.Date `json:"preferredPickupDate,omitzero"`
	}
}

func (c *closureCalls) amounts(ctx context.Context, s account.Session, in *amountsInput) ([]ClosureAmount, error) {
	quote, err := c.tickets.QuoteClosure(ctx, s.CustomerID, in.Body.OrderItemIDs, in.Body.PreferredPickupDate)
	return each(quote.Items, wireClosureAmount), err
}

func wireClosureAmount(i ticket.QuotedItem) ClosureAmount {
	e := i.Early
	return ClosureAmount{
		OrderItem: ClosureItem{
			ID: i.ID, Image: i.Thumbnail, ProductName: i.Name, TenureEndDate: i.TenureEnd, LocationID: i.LocationID,
			AddressID: i.AddressID, IsAC: i.AC, Deposit: i.Deposit.Wire(),
		},
		PickupDate: e.Pickup, ClosureCharges: e.Charge.Wire(), Tax: i.Tax.Wire(), Total: i.Total.Wire(),
		LostDiscount: i.Ahead.Lost.Wire(), AdvanceLeft: i.Ahead.Left.Wire(),
		Calculation: ClosureCalculation{
			Rent: e.Rent.Wire(), Multiplier: float64(e.MultiplierBP) / 10_000, RentMethod: e.RentMethod.Wire(), DaysLeft: e.DaysLeft,
			DailyRent: e.DailyRent.Wire(), TenureMethod: e.TenureMethod.Wire(),
			TenureLines: each(e.TenureLines, func(l subscription.TenureLine) ClosureLine {
				return ClosureLine{From: l.From, To: l.To, Days: l.Days, Of: l.Of, Rate: l.Rate.Wire(), Amount: l.Amount.Wire()}
			}),
		},
	}
}

func (c *closureCalls) static(ctx context.Context, _ account.Session, _ *Nothing) (StaticVariables, error) {
	static, err := c.tickets.Static(ctx)
	window := func(w ticket.Window) PickupWindow {
		return PickupWindow{MinPickupDays: w.MinDays, MaxPickupDays: w.MaxDays}
	}
	return StaticVariables{
		Today:          static.Today,
		Holidays:       each(static.Holidays, func(h address.Holiday) Holiday { return Holiday{LocationID: h.CityID, Date: h.Day} }),
		ClosureReasons: each(static.Settings.Reasons, func(text string) ClosureReason { return ClosureReason{Reason: text} }),
		ClosurePickUpCalenderDateMap: PickupWindows{
			Full: window(static.Settings.Full), Partial: window(static.Settings.Partial),
		},
	}, err
}

type confirmInput struct {
	Body struct {
		OrderItemIDs        []int64       `json:"orderItemIds" maxItems:"100"`
		PreferredPickupDate calendar.Date `json:"preferredPickupDate"`
		Message             string        `json:"message" maxLength:"200" doc:"one of the reasons" example:"Moving to another city"`
		ClosureCharge       *money.Amount `json:"closureCharge,omitempty" doc:"what was shown: the sum of the totals of getClosureAmounts for these items and this day; another one by now is 422, with the right one in extra.closureCharge, and none is not compared"`
		AddressID           int64         `json:"addressId,omitempty" minimum:"0" doc:"the customer's address at which the items stand; without it the one that is known"`
		ID                  int64         `json:"id,omitempty" doc:"the customer"`
	}
}

func (c *closureCalls) confirm(ctx context.Context, s account.Session, in *confirmInput) (ClosureMade, error) {
	if err := ownUser(s, in.Body.ID); err != nil {
		return ClosureMade{}, err
	}
	closure := ticket.CloseInput{
		ItemIDs: in.Body.OrderItemIDs, AddressID: in.Body.AddressID, Pickup: in.Body.PreferredPickupDate, Reason: in.Body.Message,
	}
	if in.Body.ClosureCharge != nil {
		seen := in.Body.ClosureCharge.Paise()
		closure.Charge = &seen
	}
	closed, err := c.tickets.Close(ctx, s.CustomerID, closure)
	return ClosureMade{
		TicketMade:    TicketMade{Success: err == nil, ServiceRequestID: closed.Ticket.ID, TicketID: closed.Ticket.Number},
		IsFullClosure: closed.Quote.Full, EarlyClosureCharge: closed.Quote.Totals.Total.Wire(), TotalPayableAmount: closed.Payable.Wire(),
	}, err
}

type extensionsInput struct {
	Body struct {
		OrderItemIDs []int64 `json:"orderItemIds" maxItems:"100"`
	}
}

func (c *closureCalls) extensions(ctx context.Context, s account.Session, in *extensionsInput) ([]ExtensionDetails, error) {
	items, err := c.subscriptions.Extensions(ctx, c.store.Queries(), s.CustomerID, in.Body.OrderItemIDs)
	return each(items, wireExtension), err
}

func wireExtension(e subscription.Extendable) ExtensionDetails {
	tenures := map[string]ExtensionTenure{}
	for _, o := range e.Offers {
		tenures[strconv.Itoa(o.Months)] = ExtensionTenure{
			ExtendingTenureUpto: o.Until, RentFrom: o.From, Rent: o.Rent.Wire(), RentBefore: o.RentBefore.Wire(), MaxLeavingCharge: o.Leaving.Wire(), TakeBackUntil: o.LastDay,
		}
	}
	return ExtensionDetails{
		OrderItemID: e.ID, ProductName: e.Name, Thumbnail: e.Thumbnail, CurrentTenure: e.TenureMonths, CurrentRent: e.Rent.Wire(),
		TenureEndDate: e.TenureEnd, IsAC: e.AC, ExtensionTenures: tenures,
	}
}

type extendInput struct {
	UserPath
	Body struct {
		ID            int64 `json:"id,omitempty" doc:"the customer"`
		ExtensionData []struct {
			OrderItemID          int64         `json:"orderItemId"`
			ExtendedTenureMonths int           `json:"extendedTenureMonths" enum:"3,6"`
			NewRentAmount        money.Amount  `json:"newRentAmount" doc:"as it was offered"`
			TenureEndDate        calendar.Date `json:"tenureEndDate,omitzero" doc:"as it was offered; another end by now is refused, none is not compared"`
		} `json:"extensionData" minItems:"1" maxItems:"100"`
	}
}

func (c *closureCalls) extend(ctx context.Context, s account.Session, in *extendInput) (Ok, error) {
	if err := ownUser(s, in.Body.ID); err != nil {
		return Ok{}, err
	}
	wanted := make([]subscription.Extension, len(in.Body.ExtensionData))
	for i, e := range in.Body.ExtensionData {
		wanted[i] = subscription.Extension{ItemID: e.OrderItemID, Months: e.ExtendedTenureMonths, Rent: e.NewRentAmount.Paise(), TenureEnd: e.TenureEndDate}
	}
	return ok(c.tickets.Extend(ctx, s.CustomerID, wanted))
}

type takeBackInput struct {
	UserPath
	Body struct {
		ID            int64         `json:"id,omitempty" doc:"the customer"`
		OrderItemID   int64         `json:"orderItemId"`
		TenureEndDate calendar.Date `json:"tenureEndDate" doc:"the end of the tenure as it is shown; another end by now is refused"`
	}
}

func (c *closureCalls) takeBackExtension(ctx context.Context, s account.Session, in *takeBackInput) (Ok, error) {
	if err := ownUser(s, in.Body.ID); err != nil {
		return Ok{}, err
	}
	return ok(c.tickets.TakeBackExtension(ctx, s.CustomerID, in.Body.OrderItemID, in.Body.TenureEndDate))
}
