package api

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"rento/internal/account"
	"rento/internal/autodebit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/fault"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
)

// RecurringCards are the customer's mandates.
type RecurringCards struct {
	Cards             []MandateCard `json:"cards"`
	ActiveCardID      string        `json:"activeCardId,omitempty" doc:"the one by which rent is debited; absent without one" example:"7300000000000000001"`
	ActiveGatewayType string        `json:"activeGatewayType,omitempty" example:"RAZORPAY"`
	NextDebitDate     string        `json:"nextDebitDate,omitempty" doc:"the day on which rent is debited by the active one next, as it stands, YYYY-MM-DD; absent when nothing is to be debited" example:"2026-12-03"`
	NoRent            bool          `json:"noRent,omitempty" doc:"no rent is to come that could be debited"`
	NextDebitTime     string        `json:"nextDebitTime,omitempty" doc:"the time of that day in Asia/Kolkata from which on it is made" example:"06:00"`
}

// MandateCard is a mandate: a card, UPI id or account from which rent may be debited.
type MandateCard struct {
	CardID         string       `json:"cardId" example:"7300000000000000001"`
	GatewayType    string       `json:"gatewayType" doc:"the gateway's name in capitals" example:"RAZORPAY"`
	PaymentGateway string       `json:"paymentGateway" doc:"the same, for cancelMandate" example:"RAZORPAY"`
	PaymentMethod  string       `json:"paymentMethod" enum:"UPI,Card,Net banking,NACH" doc:"fit to be shown in English"`
	Method         string       `json:"method" enum:"upi,card,emandate,nach" doc:"the same as a word of the contract"`
	Status         string       `json:"status" enum:"initiated,confirmed,rejected,paused,cancelling,cancelled,expired" doc:"only a confirmed one debits; paused at the bank; cancelling until the bank has withdrawn it; initiated while the bank has not said yes"`
	CardName       string       `json:"cardName,omitempty" doc:"card or bank" example:"State Cooperative Bank"`
	CardNumber     string       `json:"cardNumber,omitempty" doc:"the last four digits" example:"4821"`
	ExpDate        string       `json:"expDate,omitempty" doc:"the last day, YYYY-MM-DD" example:"2031-11-30"`
	MandateAmount  money.Amount `json:"mandateAmount,omitempty" doc:"in rupees, the most of one debit"`
	UPI            string       `json:"upi,omitempty" doc:"masked" example:"as…@upi"`
	MetaData       CardMetaData `json:"metaData"`
	// DebitIfChosen and DebitIfRemoved are absent in answers about a single mandate.
	DebitIfChosen  *DebitThen    `json:"debitIfChosen,omitempty" doc:"this month's debit if this one is chosen in place of the active one; absent when none is to be made this month"`
	DebitsFrom     calendar.Date `json:"debitsFrom,omitzero" doc:"the day on which it debits the next rent if it is chosen; absent for the one in use, and when it debits none"`
	TooLow         bool          `json:"tooLow,omitempty" doc:"it does not allow the next rent, so that choosing it helps nobody"`
	DebitIfRemoved *DebitThen    `json:"debitIfRemoved,omitempty" doc:"the debit that is planned under this one, if this one is removed; absent when none is planned"`
}

// DebitThen is this month's debit after a change.
type DebitThen struct {
	Amount money.Amount  `json:"amount" example:"1769"`
	Date   calendar.Date `json:"date" example:"2026-12-04"`
	Name   string        `json:"name,omitempty" doc:"the UPI id, or the last digits, of the one that makes it; absent when it is not made" example:"as…@upi"`
	Stays  bool          `json:"stays" doc:"the one that was to make it before still makes it, because it cannot move any more"`
}

func wireThen(to autodebit.DebitThen, some bool) *DebitThen {
	if !some {
		return nil
	}
	return &DebitThen{to.Amount.Wire(), to.On, to.By, to.Stays}
}

// CardMetaData has the same facts in the terms of the gateways.
type CardMetaData struct {
	Last4       string      `json:"last4,omitempty" example:"4821"`
	MaskedValue string      `json:"masked_value,omitempty" example:"XXXX XXXX XXXX 4821"`
	EndDate     string      `json:"end_date,omitempty" example:"2031-11-30"`
	ExpiryMonth string      `json:"expiry_month,omitempty" doc:"of the last day" example:"11"`
	ExpiryYear  string      `json:"expiry_year,omitempty" example:"2031"`
	MaxAmount   money.Paise `json:"max_amount,omitempty" doc:"in paise"`
	VPA         string      `json:"vpa,omitempty" example:"as…@upi"`
}

// EasyPaymentMeta says how rent can be paid automatically and in advance.
type EasyPaymentMeta struct {
	AdvanceRental         AdvanceRentalMeta `json:"advanceRental" doc:"empty when rent cannot be paid in advance"`
	AutoDebit             AutoDebitMeta     `json:"autoDebit"`
	MaxAmount             money.Amount      `json:"maxAmount" doc:"in rupees, the highest limit with which auto debit can be set up; each way has its own in paymentOptions"`
	LiveItemInvoiceAmount money.Amount      `json:"liveItemInvoiceAmount" doc:"in rupees with GST, what a whole month of what is rented comes to"`
}

// AdvanceRentalMeta describes rent in advance.
type AdvanceRentalMeta struct {
	DiscountText          string   `json:"discountText" example:"Save 5%"`
	MaxDiscountPercentage float64  `json:"maxDiscountPercentage" doc:"the highest discount, 0 when rent cannot be paid in advance" example:"5"`
	Description           string   `json:"description" example:"Pay some months ahead."`
	DescriptionCode       string   `json:"descriptionCode" doc:"of the description, under which faults.json and its translations have it" example:"advance.about"`
	About                 []string `json:"about" example:"Up to 5% off"`
	AboutCodes            []string `json:"aboutCodes" doc:"of about, as descriptionCode" example:"advance.about_discount"`
}

// AutoDebitMeta describes auto debit.
type AutoDebitMeta struct {
	Description     string          `json:"description" example:"Your monthly rent is debited by itself, and you are told at least 24 hours before."`
	DescriptionCode string          `json:"descriptionCode" doc:"of the description, under which faults.json and its translations have it" example:"mandate.about"`
	About           []string        `json:"about" example:"Never more than your limit"`
	AboutCodes      []string        `json:"aboutCodes" doc:"of about, as descriptionCode" example:"mandate.about_limit"`
	PaymentOptions  []PaymentOption `json:"paymentOptions" doc:"none when auto debit cannot be set up, such as when nothing is rented or the rent is above the highest limit of each way"`
	NextDueDate     calendar.Date   `json:"nextDueDate,omitzero" doc:"the last day to pay the invoice that the first debit would pay; absent when no rent is to come"`
	TooLowOptions   []PaymentOption `json:"tooLowOptions" doc:"the ways that are not offered because a month's rent is more than may be debited at once by them, which is their maxAmount"`
}

// MandateOptions open the gateway's checkout to register a mandate.
type MandateOptions struct {
	CardID     string      `json:"cardId" doc:"for checkMandate" example:"7300000000000000001"`
	MerchantID string      `json:"merchantId" example:"RENTOM"`
	OrderID    string      `json:"bdOrderId" doc:"the gateway's id of the registration" example:"MT7Q2LX0C1"`
	AuthToken  string      `json:"authToken" example:"OToken 7c1d2e"`
	Amount     money.Paise `json:"amount" doc:"in paise, what is paid along with it: nothing"`
	ScriptURL  string      `json:"scriptUrl" example:"https://pay.example/sdk.esm.js"`
	StyleURL   string      `json:"styleUrl" example:"https://pay.example/sdk.css"`
	ReturnURL  string      `json:"returnUrl" example:"https://app.example/pay/K7Q2LX0C1M/return"`
	PageURL    string      `json:"pageUrl" doc:"our page that opens the checkout, in a window of its own, and tells the dashboard how it ended as it does of a payment; for half an hour" example:"/pay/K7Q2LX0C1M"`
}

// CheckoutMandateOptions open the checkout of a gateway that registers a mandate with an order.
type CheckoutMandateOptions struct {
	CardID     string      `json:"cardId" doc:"for checkMandate" example:"7300000000000000001"`
	Key        string      `json:"key" example:"key_1Q2w3E"`
	OrderID    string      `json:"order_id" doc:"the gateway's id of the registration" example:"order_9A33XWu170gUtm"`
	CustomerID string      `json:"customer_id" doc:"the gateway's id of the customer" example:"cust_1Aa00000000001"`
	Amount     money.Paise `json:"amount" doc:"in paise, what is authorized along with it and goes back by itself: 100 by UPI and card, nothing by net banking"`
	Currency   string      `json:"currency" example:"INR"`
	Name       string      `json:"name" example:"Rento"`
	Recurring  bool        `json:"recurring"`
	Method     string      `json:"method" enum:"upi,card,emandate"`
	Prefill    Prefill     `json:"prefill"`
	ScriptURL  string      `json:"scriptUrl" example:"https://pay.example/checkout.js"`
	PageURL    string      `json:"pageUrl" doc:"our page that opens the checkout, in a frame, and tells the dashboard how it ended as it does of a payment; for half an hour" example:"/pay/K7Q2LX0C1M"`
}

// MandateResult is the result of a registration. If success is false, the bank has not decided or
// has refused; the status of the card says which.
type MandateResult struct {
	Success bool        `json:"success"`
	Card    MandateCard `json:"card"`
}

var autoDebitAbout = fault.NewWord("mandate.about", "Your monthly rent is debited by itself, and you are told at least 24 hours before.")

var autoDebitPoints = []fault.Word{
	fault.NewWord("mandate.about_limit", "Never more than your limit: a larger bill is yours to pay."),
	fault.NewWord("mandate.about_stop", "You can pause it at your bank or remove it here at any time."),
}

// These are the gateways that have their own calls in the contract.
const (
	gatewayByWindow = "billdesk"
	gatewayByOrder  = "razorpay"
)

type autoDebitCalls struct {
	service *autodebit.Service
	billing *billing.Service
}

type cardsQuery struct {
	IncludeNACH bool `query:"includeNach"`
}

func (c *autoDebitCalls) cards(ctx context.Context, s account.Session, in *cardsQuery) (RecurringCards, error) {
	list, err := c.service.Cards(ctx, s.CustomerID, in.IncludeNACH)
	out := RecurringCards{Cards: each(list, wireCard)}
	if err != nil {
		return out, err
	}
	alternatives, err := c.service.AlternativesNow(ctx, s.CustomerID)
	if err != nil {
		return out, err
	}
	out.NoRent = alternatives.Rent == 0
	for i, m := range list {
		for _, choice := range alternatives.Choices {
			if choice.Mandate.ID == m.ID {
				out.Cards[i].DebitsFrom, out.Cards[i].TooLow = choice.On, choice.On.IsZero() && choice.Amount > 0
			}
		}
		chosen, some, err := c.service.IfChosen(ctx, m)
		if err != nil {
			return out, err
		}
		out.Cards[i].DebitIfChosen = wireThen(chosen, some)
		removed, some, err := c.service.IfRemoved(ctx, m)
		if err != nil {
			return out, err
		}
		out.Cards[i].DebitIfRemoved = wireThen(removed, some)
		if !m.Active {
			continue
		}
		out.ActiveCardID, out.ActiveGatewayType = cardID(m), strings.ToUpper(m.Gateway)
		next, err := c.service.NextDebit(ctx, m)
		if err != nil {
			return out, err
		}
		if !next.IsZero() {
			out.NextDebitDate, out.NextDebitTime = next.String(), c.service.Time(m.Method)
		}
	}
	return out, nil
}

func (c *autoDebitCalls) meta(ctx context.Context, s account.Session, _ *Nothing) (EasyPaymentMeta, error) {
	o, err := c.service.OptionsFor(ctx, s.CustomerID)
	tiers, _ := c.billing.AdvanceSettings()
	meta := EasyPaymentMeta{
		AdvanceRental: wireAdvanceMeta(tiers),
		AutoDebit: AutoDebitMeta{
			Description: autoDebitAbout.English, DescriptionCode: autoDebitAbout.Code, About: []string{}, AboutCodes: []string{},
			PaymentOptions: each(o.Ways, wireWay), NextDueDate: o.DueBy, TooLowOptions: each(o.TooLow, wireWay),
		},
		MaxAmount: o.Max.Wire(), LiveItemInvoiceAmount: o.Live.Wire(),
	}
	for _, point := range autoDebitPoints {
		meta.AutoDebit.About = append(meta.AutoDebit.About, point.English)
		meta.AutoDebit.AboutCodes = append(meta.AutoDebit.AboutCodes, point.Code)
	}
	return meta, err
}

func wireWay(way autodebit.Way) PaymentOption {
	option := wireOption(dashboard.OptionOf(way.MandateOffer, way.Max))
	option.FirstDebitDate, option.ValidUntil, option.StaysWith = way.First, way.Until, way.Beside
	if way.ThisMonth != nil {
		option.DebitIfChosen = wireThen(*way.ThisMonth, true)
	}
	return option
}

type mandateQuery struct {
	UPI       bool   `query:"upi" doc:"by UPI; false is a card"`
	EMandate  bool   `query:"emandate" doc:"by net banking"`
	UserAgent string `header:"User-Agent" hidden:"true"`
}

// method returns the requested method, or a Fault (422) if two are requested.
func (q mandateQuery) method() (provider.MandateMethod, error) {
	switch {
	case q.EMandate && q.UPI:
		return "", fault.Invalid("mandate.two_methods", "emandate", "Auto debit is set up in one way at a time: by UPI or by net banking.")
	case q.EMandate:
		return provider.MandateEMandate, nil
	case q.UPI:
		return provider.MandateUPI, nil
	}
	return provider.MandateCard, nil
}

func (c *autoDebitCalls) register(ctx context.Context, s account.Session, gateway string, in *mandateQuery) (autodebit.Begun, error) {
	method, err := in.method()
	if err != nil {
		return autodebit.Begun{}, err
	}
	return c.service.Begin(ctx, s.CustomerID, autodebit.BeginInput{
		Gateway: gateway, Method: method, Device: provider.Device{Address: clientIP(ctx), UserAgent: cmp.Or(in.UserAgent, "unknown")},
	})
}

func (c *autoDebitCalls) beginByOrder(ctx context.Context, s account.Session, in *mandateQuery) (CheckoutMandateOptions, error) {
	begun, err := c.register(ctx, s, gatewayByOrder, in)
	if err != nil {
		return CheckoutMandateOptions{}, err
	}
	method, err := in.method()
	k := begun.Checkout
	return CheckoutMandateOptions{
		CardID: cardID(begun.Mandate), Key: k.Options["key"], OrderID: k.OrderID, CustomerID: k.CustomerID, Amount: k.Amount, Currency: payment.Currency, Name: begun.Name,
		Recurring: true, Method: string(method), Prefill: Prefill(begun.Prefill), ScriptURL: k.ScriptURL, PageURL: begun.PageURL,
	}, err
}

func (c *autoDebitCalls) begin(ctx context.Context, s account.Session, in *mandateQuery) (MandateOptions, error) {
	begun, err := c.register(ctx, s, gatewayByWindow, in)
	options := begun.Checkout.Options
	return MandateOptions{
		CardID: cardID(begun.Mandate), MerchantID: options["merchant_id"], OrderID: begun.Checkout.OrderID, AuthToken: options["auth_token"], ScriptURL: begun.Checkout.ScriptURL,
		StyleURL: options["style_url"], ReturnURL: begun.ReturnURL, PageURL: begun.PageURL,
	}, err
}

type registrationInput struct {
	Body struct {
		Response struct {
			OrderID  string `json:"bdOrderId" maxLength:"200" example:"MT7Q2LX0C1"`
			Response string `json:"txnResponse" maxLength:"8000" doc:"the gateway's signed word about the mandate" example:"eyJhbGciOiJIUzI1NiJ9.e30.c2ln"`
		} `json:"billDeskResponse"`
	}
}

func (c *autoDebitCalls) finish(ctx context.Context, s account.Session, in *registrationInput) (MandateResult, error) {
	said := in.Body.Response
	m, err := c.service.Finish(ctx, s.CustomerID, gatewayByWindow, said.OrderID, map[string]string{"mandate_response": said.Response})
	return wireResult(m), err
}

func wireResult(m mandate.Mandate) MandateResult {
	return MandateResult{Success: m.State == mandate.Confirmed, Card: wireCard(m)}
}

type orderProofInput struct {
	Body struct {
		Response struct {
			PaymentID string `json:"razorpay_payment_id" maxLength:"200" example:"pay_9A33XWu170gUtm"`
			OrderID   string `json:"razorpay_order_id" maxLength:"200" example:"order_9A33XWu170gUtm"`
			Signature string `json:"razorpay_signature" maxLength:"200" doc:"the gateway's proof of both" example:"9ef4dffbfd84f1318f6739a3ce19f9d85851857ae648f114332d8401e0949a3d"`
		} `json:"razorPayResponse"`
	}
}

func (c *autoDebitCalls) finishByOrder(ctx context.Context, s account.Session, in *orderProofInput) (MandateResult, error) {
	said := in.Body.Response
	m, err := c.service.Finish(ctx, s.CustomerID, gatewayByOrder, said.OrderID, map[string]string{
		"razorpay_payment_id": said.PaymentID, "razorpay_order_id": said.OrderID, "razorpay_signature": said.Signature,
	})
	return wireResult(m), err
}

type checkInput struct {
	Body struct {
		CardID string `json:"cardId" maxLength:"40" example:"7300000000000000001"`
	}
}

func (c *autoDebitCalls) check(ctx context.Context, s account.Session, in *checkInput) (MandateResult, error) {
	m, err := c.service.Ask(ctx, s.CustomerID, idOf(in.Body.CardID))
	return wireResult(m), err
}

type activeInput struct {
	Body struct {
		GatewayType string `json:"gatewayType" maxLength:"40" example:"BILLDESK"`
		CardID      string `json:"customerCardId" maxLength:"40" doc:"the card's cardId" example:"7300000000000000001"`
	}
}

func (c *autoDebitCalls) setActive(ctx context.Context, s account.Session, in *activeInput) (Ok, error) {
	err := c.service.SetActive(ctx, s.CustomerID, in.Body.GatewayType, idOf(in.Body.CardID))
	return Ok{Success: err == nil}, err
}

type cancelInput struct {
	Body struct {
		CardID  string `json:"cardId" maxLength:"40" example:"7300000000000000001"`
		Gateway string `json:"paymentGateway" maxLength:"40" example:"BILLDESK"`
	}
}

func (c *autoDebitCalls) cancel(ctx context.Context, s account.Session, in *cancelInput) (Ok, error) {
	err := c.service.Cancel(ctx, s.CustomerID, in.Body.Gateway, idOf(in.Body.CardID))
	return Ok{Success: err == nil}, err
}

type skipInput struct {
	Body struct {
		DebitID string `json:"debitId" maxLength:"40" doc:"as dashboardData has it" example:"7300000000000000001"`
	}
}

func (c *autoDebitCalls) skip(ctx context.Context, s account.Session, in *skipInput) (Ok, error) {
	err := c.service.Skip(ctx, s.CustomerID, idOf(in.Body.DebitID))
	return Ok{Success: err == nil}, err
}

func cardID(m mandate.Mandate) string { return strconv.FormatInt(m.ID, 10) }

// idOf parses one of our ids. Any other text becomes 0, which belongs to nobody.
func idOf(text string) int64 {
	id, _ := strconv.ParseInt(text, 10, 64)
	return id
}

var methodNames = map[provider.MandateMethod]string{
	provider.MandateUPI: "UPI", provider.MandateCard: "Card", provider.MandateEMandate: "Net banking", provider.MandateNACH: "NACH",
}

func wireCard(m mandate.Mandate) MandateCard {
	card := MandateCard{
		CardID: cardID(m), GatewayType: strings.ToUpper(m.Gateway), PaymentGateway: strings.ToUpper(m.Gateway), PaymentMethod: methodNames[m.Method], Method: string(m.Method),
		Status: string(m.State), CardName: m.Label, CardNumber: m.Last4, ExpDate: dayText(m.ExpiresOn), MandateAmount: m.Max.Wire(), UPI: m.VPA,
		MetaData: CardMetaData{Last4: m.Last4, EndDate: dayText(m.ExpiresOn), MaxAmount: m.Max, VPA: m.VPA},
	}
	if !m.ExpiresOn.IsZero() {
		card.MetaData.ExpiryMonth, card.MetaData.ExpiryYear = card.ExpDate[5:7], card.ExpDate[:4]
	}
	if m.Last4 != "" {
		card.MetaData.MaskedValue = "XXXX XXXX XXXX " + m.Last4
	}
	return card
}

// dayText formats a day, "" for no day.
func dayText(d calendar.Date) string {
	if d.IsZero() {
		return ""
	}
	return d.String()
}
