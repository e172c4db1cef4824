package api

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/limit"
	"rento/internal/money"
	"rento/internal/payment"
)

// PaymentTransaction is what the customer sets out to pay. The amount is
// computed here; no call takes one.
type PaymentTransaction struct {
	RMTransactionID int64            `json:"rmTransactionId"`
	UniqueID        string           `json:"uniqueId" doc:"the part of links that cannot be guessed"`
	IsAutoDebit     bool             `json:"isAutoDebit"`
	PaymentMethod   string           `json:"paymentMethod,omitempty"`
	Months          int64            `json:"months,omitempty"`
	PGOptions       GatewayAmount    `json:"pgOptions"`
	TotalAmount     money.Amount     `json:"totalAmount" doc:"in rupees, with the part of the wallet"`
	WalletAmount    money.Amount     `json:"walletAmount" doc:"in rupees, what the wallet pays of it"`
	IsOnlyRazorpay  bool             `json:"isOnlyRazorpay"`
	RazorpayOptions *RazorpayOptions `json:"razorpayOptions,omitempty"`
	WalletPaid      bool             `json:"walletPaid" doc:"the wallet paid all of it, nothing is left to do"`
	Device          string           `json:"device,omitempty"`
}

// GatewayAmount is what a gateway is asked to collect.
type GatewayAmount struct {
	Amount money.Paise `json:"amount" doc:"in paise"`
}

// RazorpayOptions open Razorpay's checkout.
type RazorpayOptions struct {
	Key       string      `json:"key"`
	OrderID   string      `json:"order_id"`
	Amount    money.Paise `json:"amount" doc:"in paise"`
	Currency  string      `json:"currency"`
	Name      string      `json:"name"`
	Recurring bool        `json:"recurring"`
	Prefill   Prefill     `json:"prefill"`
	ScriptURL string      `json:"scriptUrl"`
}

// Prefill is what the gateway need not ask.
type Prefill struct {
	Name    string `json:"name"`
	Email   string `json:"email"`
	Contact string `json:"contact"`
}

// PaymentGateway is a way to pay by hand.
type PaymentGateway struct {
	ID             int64  `json:"id"`
	Name           string `json:"name"`
	Text           string `json:"text"`
	Logo           string `json:"logo"`
	OfferText      string `json:"offerText,omitempty"`
	IsJuspayWallet bool   `json:"isJuspayWallet" doc:"its name in startPayment has the prefix juspay-"`
}

// PaymentStart is how to open the chosen gateway.
type PaymentStart struct {
	RedirectURL     string           `json:"redirectUrl,omitempty"`
	IntentURL       string           `json:"intentUrl,omitempty"`
	RazorpayOptions *RazorpayOptions `json:"razorpayOptions,omitempty"`
}

// OrderStatus tells a waiting browser how a transaction stands.
type OrderStatus struct {
	Status int `json:"status" doc:"300 paid, 200 failed, anything else: go on asking" enum:"100,200,300"`
}

// WalletTransactions is a page of the wallet's statement; amounts in rupees.
type WalletTransactions struct {
	Transactions []WalletTransaction `json:"transactions"`
	Total        int64               `json:"total"`
	RentoMoney   money.Amount        `json:"rentoMoney"`
}

// WalletTransaction is one movement of the wallet.
type WalletTransaction struct {
	ID          int64            `json:"id"`
	Date        calendar.Instant `json:"date"`
	Description string           `json:"description"`
	Amount      money.Amount     `json:"amount" doc:"negative when it was spent"`
	Balance     money.Amount     `json:"balance"`
}

// DepositDetails is the deposit with its movements; amounts in rupees.
type DepositDetails struct {
	DepositBalance money.Amount `json:"depositBalance" doc:"held minus required; negative is owed"`
	DepositSummary
	Transactions []DepositTransaction `json:"transactions"`
}

// DepositTransaction is one movement of the deposit.
type DepositTransaction struct {
	ID          int64            `json:"id"`
	Date        calendar.Instant `json:"date"`
	Description string           `json:"description"`
	Amount      money.Amount     `json:"amount"`
}

type paymentCalls struct {
	service *payment.Service
	limits  *limit.Limiter
	logger  *slog.Logger
}

func (c *paymentCalls) register(r *routes) {
	r.section = "Wallet, deposit, referral"
	own(r, "GET /api/Dashboards/getWalletTransactions", "The wallet's statement", c.wallet)
	own(r, "GET /api/Dashboards/getDepositDetails", "The deposit", c.deposit)
	r.section = "Auto-debit, advance rental, payments"
	ownID(r, "POST /api/RMUsers/{id}/createPendingRentTransaction", "Start to pay what is due", c.startDue, limited("create_payment"))
	ownID(r, "POST /api/RMUsers/{id}/createPendingDepositTransaction", "Start to pay the deposit", c.startDeposit, limited("create_payment"))
	own(r, "GET /api/payments/paymentgateways", "The ways to pay by hand", c.gateways)
	own(r, "POST /api/Payments/startPayment", "Start the payment at a gateway", c.start, limited("capture"))
	own(r, "POST /api/Payments/razorpay/capturePayment", "Bring back what Razorpay gave the browser", c.capture, limited("capture"))
	own(r, "GET /api/Payments/orderStatus", "How a payment stands", c.status, limited("order_status"))
}

func payer(s account.Session) payment.Payer {
	return payment.Payer{CustomerID: s.CustomerID, Agent: s.Agent}
}

type dueInput struct {
	UserPath
	Body struct {
		IsAutoDebit   bool   `json:"isAutoDebit,omitempty"`
		PaymentMethod string `json:"paymentMethod,omitempty" maxLength:"64"`
		Device        string `json:"device,omitempty" maxLength:"64"`
	}
}

func (c *paymentCalls) startDue(ctx context.Context, s account.Session, in *dueInput) (PaymentTransaction, error) {
	t, err := c.service.StartDue(ctx, payer(s), payment.DueInput{
		AutoDebit: in.Body.IsAutoDebit, PaymentMethod: in.Body.PaymentMethod, Device: in.Body.Device,
	})
	return wirePayment(t), err
}

// emptyBody is an object that says nothing; it may be left out.
type emptyBody struct{}

type depositInput struct {
	UserPath
	Body *emptyBody
}

func (c *paymentCalls) startDeposit(ctx context.Context, s account.Session, _ *depositInput) (PaymentTransaction, error) {
	t, err := c.service.StartDeposit(ctx, payer(s))
	return wirePayment(t), err
}

type gatewayQuery struct {
	Platform       string `query:"platform" maxLength:"64"`
	OS             string `query:"os" maxLength:"64"`
	Device         string `query:"device" maxLength:"64"`
	PhoneNumber    string `query:"phoneNumber" maxLength:"16"`
	CredAppPresent bool   `query:"credAppPresent"`
}

func (c *paymentCalls) gateways(_ context.Context, _ account.Session, _ *gatewayQuery) ([]PaymentGateway, error) {
	return each(c.service.Choices(), wireChoice), nil
}

type startInput struct {
	Body struct {
		RMTransactionID int64  `json:"rmTransactionId" minimum:"1"`
		UniqueID        string `json:"uniqueId" maxLength:"64"`
		Gateway         string `json:"gateway" maxLength:"64" doc:"lower case; razorpay by default"`
		PaymentMethod   string `json:"paymentMethod,omitempty" maxLength:"64"`
		Platform        string `json:"platform,omitempty" maxLength:"64"`
		OS              string `json:"os,omitempty" maxLength:"64"`
		Device          string `json:"device,omitempty" maxLength:"64"`
		PhoneNumber     string `json:"phoneNumber,omitempty" maxLength:"16"`
		CredAppPresent  bool   `json:"credAppPresent,omitempty"`
	}
}

func (c *paymentCalls) start(ctx context.Context, s account.Session, in *startInput) (PaymentStart, error) {
	started, err := c.service.StartGateway(ctx, payer(s), payment.GatewayInput{
		TransactionID: in.Body.RMTransactionID, UniqueID: in.Body.UniqueID, Gateway: in.Body.Gateway,
	})
	return PaymentStart{
		RedirectURL: started.RedirectURL, IntentURL: started.IntentURL, RazorpayOptions: wireCheckout(started.Razorpay),
	}, err
}

// Capture is what the browser brings back from Razorpay.
type Capture struct {
	PaymentID       string `json:"razorpay_payment_id" maxLength:"64"`
	OrderID         string `json:"razorpay_order_id" maxLength:"64"`
	Signature       string `json:"razorpay_signature" maxLength:"256"`
	RMTransactionID int64  `json:"rmTransactionId" minimum:"1"`
	UniqueID        string `json:"uniqueId" maxLength:"64"`
	Device          string `json:"device,omitempty" maxLength:"64"`
}

type captureInput struct{ Body Data[Capture] }

func (c *paymentCalls) capture(ctx context.Context, s account.Session, in *captureInput) (Ok, error) {
	d := in.Body.Data
	paid, err := c.service.Capture(ctx, payer(s), payment.ReturnInput{
		TransactionID: d.RMTransactionID, UniqueID: d.UniqueID,
		Fields: map[string]string{"razorpay_payment_id": d.PaymentID, "razorpay_order_id": d.OrderID, "razorpay_signature": d.Signature},
	})
	return Ok{Success: paid}, err
}

type statusQuery struct {
	RMTransactionID int64 `query:"rmTransactionId" required:"true" minimum:"1"`
}

func (c *paymentCalls) status(ctx context.Context, s account.Session, in *statusQuery) (OrderStatus, error) {
	status, err := c.service.OrderStatus(ctx, s.CustomerID, in.RMTransactionID)
	return OrderStatus{status}, err
}

type walletQuery struct {
	Query string `query:"query" doc:"JSON object {page, pageSize}"`
}

func (c *paymentCalls) wallet(ctx context.Context, s account.Session, in *walletQuery) (WalletTransactions, error) {
	page, err := pageOf(in.Query)
	if err != nil {
		return WalletTransactions{}, err
	}
	w, err := c.service.Wallet(ctx, s.CustomerID, payment.Page(page))
	return WalletTransactions{Transactions: each(w.Movements, wireMovement), Total: w.Total, RentoMoney: w.Credit.Wire()}, err
}

func (c *paymentCalls) deposit(ctx context.Context, s account.Session, _ *Nothing) (DepositDetails, error) {
	d, err := c.service.DepositOf(ctx, s.CustomerID)
	return DepositDetails{
		DepositBalance: d.Balance.Wire(),
		DepositSummary: DepositSummary{
			IsSettlementReady: d.SettlementReady, AmountPaid: d.Paid.Wire(), SubscriptionDeposit: d.Required.Wire(),
			AdjustmentPlusQcAmountPlusRefunded: d.Adjusted.Wire(),
		},
		Transactions: each(d.Movements, wireDepositMovement),
	}, err
}

func wirePayment(t payment.Transaction) PaymentTransaction {
	return PaymentTransaction{
		RMTransactionID: t.ID, UniqueID: t.UniqueID, IsAutoDebit: t.AutoDebit, PaymentMethod: t.PaymentMethod,
		PGOptions: GatewayAmount{t.ByGateway()}, TotalAmount: t.Amount.Wire(), WalletAmount: t.Wallet.Wire(),
		IsOnlyRazorpay: t.OnlyRazorpay, RazorpayOptions: wireCheckout(t.Razorpay), WalletPaid: t.WalletPaid(), Device: t.Device,
	}
}

func wireCheckout(c *payment.Checkout) *RazorpayOptions {
	if c == nil {
		return nil
	}
	return &RazorpayOptions{
		Key: c.Key, OrderID: c.OrderID, Amount: c.Amount, Currency: c.Currency, Name: c.Name,
		Prefill: Prefill(c.Prefill), ScriptURL: c.ScriptURL,
	}
}

func wireChoice(c payment.Choice) PaymentGateway {
	return PaymentGateway{ID: c.ID, Name: c.Name, Text: c.Text, Logo: c.Logo, OfferText: c.Offer, IsJuspayWallet: c.JuspayWallet}
}

func wireMovement(m payment.Movement) WalletTransaction {
	return WalletTransaction{ID: m.ID, Date: m.At, Description: m.Description, Amount: m.Amount.Wire(), Balance: m.Balance.Wire()}
}

func wireDepositMovement(m payment.Movement) DepositTransaction {
	return DepositTransaction{ID: m.ID, Date: m.At, Description: m.Description, Amount: m.Amount.Wire()}
}

// webhooks takes the gateways' events in. It is no call of the contract: the
// raw bytes are verified, and the answer says only whether they were kept.
func (c *paymentCalls) webhooks(w http.ResponseWriter, r *http.Request) {
	if err := c.receive(w, r); err != nil {
		WriteFault(w, r, c.faultOf(r.Context(), err))
		return
	}
	w.WriteHeader(http.StatusOK)
}

func (c *paymentCalls) receive(w http.ResponseWriter, r *http.Request) error {
	ctx := r.Context()
	if err := c.limits.Allow(ctx, "webhook", "webhook:"+clientIP(ctx)); err != nil {
		return err
	}
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, payment.MaxEvent))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return &fault.Fault{Status: http.StatusRequestEntityTooLarge, Name: "PayloadTooLargeError", Message: "The event is too large."}
	}
	if err != nil {
		return fault.Unreadable("The event could not be read.").WithCause(err)
	}
	return c.service.Receive(ctx, r.PathValue("gateway"), r.Header, raw)
}

// faultOf is the fault inside err; what is none is logged and becomes a 500, so
// that the gateway sends its event again.
func (c *paymentCalls) faultOf(ctx context.Context, err error) *fault.Fault {
	f := fault.Of(err)
	switch {
	case f == nil:
		c.logger.ErrorContext(ctx, "event not kept", "error", err.Error())
		return internal
	case f.Cause != nil:
		c.logger.WarnContext(ctx, "event refused", "name", f.Name, "cause", f.Cause.Error())
	}
	return f
}
