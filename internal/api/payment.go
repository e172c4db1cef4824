package api

import (
	"context"

	"rento/internal/account"
	"rento/internal/advance"
	"rento/internal/calendar"
	"rento/internal/document"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
)

// PaymentTransaction is a payment that the customer starts. We compute the amount; no call takes
// one.
type PaymentTransaction struct {
	RMTransactionID int64            `json:"rmTransactionId"`
	UniqueID        string           `json:"uniqueId" doc:"the part of links that cannot be guessed"`
	IsAutoDebit     bool             `json:"isAutoDebit" doc:"whether auto debit comes of it: never, it is set up by itself (getBilldeskOptions)"`
	PaymentMethod   string           `json:"paymentMethod,omitempty"`
	Months          int64            `json:"months,omitempty"`
	PGOptions       GatewayAmount    `json:"pgOptions"`
	TotalAmount     money.Amount     `json:"totalAmount" doc:"in rupees, with the part of the wallet"`
	WalletAmount    money.Amount     `json:"walletAmount" doc:"in rupees, what the wallet pays of it"`
	Direct          bool             `json:"isOnlyRazorpay" doc:"a gateway opens without a choice"`
	Checkout        *CheckoutOptions `json:"razorpayOptions,omitempty"`
	WalletPaid      bool             `json:"walletPaid" doc:"the wallet paid all of it, nothing is left to do"`
	Device          string           `json:"device,omitempty"`
	UnderWaySeconds int64            `json:"underWaySeconds,omitempty" doc:"for so long a gateway has been holding a payment that is not finished; absent when none does"`
	UnderWayAt      string           `json:"underWayAt,omitempty" doc:"the name of that gateway: until it has decided, a payment at another one is a 409" example:"Paygate"`
}

// GatewayAmount is the amount that a gateway should collect.
type GatewayAmount struct {
	Amount money.Paise `json:"amount" doc:"in paise"`
}

// CheckoutOptions open the gateway's checkout. The contract names them after the gateway of its
// first release.
type CheckoutOptions struct {
	Key       string      `json:"key"`
	OrderID   string      `json:"order_id"`
	Amount    money.Paise `json:"amount" doc:"in paise"`
	Currency  string      `json:"currency"`
	Name      string      `json:"name" example:"Rento"`
	Gateway   string      `json:"gatewayName" doc:"whose checkout it is, as customers know it" example:"ExamplePay"`
	Recurring bool        `json:"recurring"`
	Prefill   Prefill     `json:"prefill"`
	ScriptURL string      `json:"scriptUrl"`
}

// Prefill is what the gateway need not ask for.
type Prefill struct {
	Name    string `json:"name" example:"Asha Rao"`
	Email   string `json:"email"`
	Contact string `json:"contact"`
}

// PaymentGateway is a way to pay by hand.
type PaymentGateway struct {
	ID             int64  `json:"id"`
	Name           string `json:"name" example:"ExamplePay"`
	Text           string `json:"text" example:"UPI, cards and net banking"`
	TextCode       string `json:"textCode,omitempty" doc:"of the text, under which faults.json and its translations have it" example:"payment.by_upi_cards_banking"`
	Logo           string `json:"logo"`
	OfferText      string `json:"offerText,omitempty"`
	OfferCode      string `json:"offerCode,omitempty" doc:"of offerText, as textCode" example:"payment.upi_text"`
	IsJuspayWallet bool   `json:"isJuspayWallet" doc:"its name in startPayment has the prefix juspay-"`
	Checkout       string `json:"checkout" enum:"frame,window,redirect,intent" doc:"how one gets to it: our pay page in a frame or in a window of its own, its own page, or the payer's app"`
}

// PaymentStart says how to open the chosen gateway.
type PaymentStart struct {
	RedirectURL string           `json:"redirectUrl,omitempty"`
	IntentURL   string           `json:"intentUrl,omitempty"`
	Checkout    *CheckoutOptions `json:"razorpayOptions,omitempty"`
}

// OrderStatus tells a waiting browser the state of a transaction.
type OrderStatus struct {
	Status   int          `json:"status" doc:"300 paid, 200 failed, anything else: go on asking" enum:"100,200,300"`
	Returned money.Amount `json:"returned,omitempty" doc:"what was paid when nothing was due for it any more, in rupees: it goes back to its source"`
	// NothingPaid is set only in answers to refresh=true.
	NothingPaid bool `json:"nothingPaid,omitempty" doc:"the gateway was asked just now and has no payment that is made or under way: it is safe to go on"`
}

// WalletTransactions is one page of the wallet's statement. Amounts are in rupees.
type WalletTransactions struct {
	Transactions []WalletTransaction `json:"transactions"`
	Total        int64               `json:"total"`
	Next         string              `json:"next,omitempty" doc:"the after of the next page; absent after the last"`
	RentoMoney   money.Amount        `json:"rentoMoney"`
	OwnMoney     money.Amount        `json:"ownMoney" doc:"what of it is no gift"`
	Payout       WalletQuote         `json:"payout"`
}

// WalletQuote is what would be paid out of the wallet now, in rupees.
type WalletQuote struct {
	DueParts []DuePart    `json:"dueParts" doc:"what is due and paid from the wallet first, gifts first"`
	Amount   money.Amount `json:"amount" doc:"own money that is left then, and may be paid out"`
}

// WalletTransaction is one movement of the wallet.
type WalletTransaction struct {
	ID          int64            `json:"id"`
	Date        calendar.Instant `json:"date"`
	Kind        string           `json:"kind" enum:"deposit,payment,overpaid,dues,credit_note,gift,payout,refund,to_wallet,refund_sent,refund_back,advance,other" doc:"what it is; other is what the description says"`
	Reference   string           `json:"reference,omitempty" doc:"the number of the document that caused it"`
	Description string           `json:"description"`
	IsGift      bool             `json:"isGift" doc:"of promotional credit, which is used first and never paid out"`
	Amount      money.Amount     `json:"amount" doc:"negative when it was spent"`
	Balance     money.Amount     `json:"balance"`
}

// DepositDetails is the deposit with its movements. Amounts are in rupees.
type DepositDetails struct {
	DepositBalance money.Amount `json:"depositBalance" doc:"held minus required when that is negative, which is to be paid; else that plus the refunds that are owed"`
	DepositSummary
	Transactions []DepositTransaction `json:"transactions"`
}

// DepositTransaction is one movement of the deposit.
type DepositTransaction struct {
	ID          int64            `json:"id"`
	Date        calendar.Instant `json:"date"`
	Kind        string           `json:"kind" enum:"deposit,payment,overpaid,dues,credit_note,gift,payout,refund,to_wallet,refund_sent,refund_back,advance,other" doc:"what it is; other is what the description says"`
	Reference   string           `json:"reference,omitempty" doc:"the number of the document that caused it"`
	Description string           `json:"description"`
	Amount      money.Amount     `json:"amount"`
}

type paymentCalls struct {
	service *payment.Service
	store   *store.Store
	printer *document.Printer
	clock   calendar.Clock
	lists   pager
}

type dueInput struct {
	UserPath
	Body struct {
		IsAutoDebit   bool   `json:"isAutoDebit,omitempty" doc:"accepted, and without effect: auto debit is set up by itself"`
		PaymentMethod string `json:"paymentMethod,omitempty" maxLength:"64"`
		Device        string `json:"device,omitempty" maxLength:"64"`
	}
}

func (c *paymentCalls) startDue(ctx context.Context, s account.Session, in *dueInput) (PaymentTransaction, error) {
	t, err := c.service.StartDue(ctx, s.CustomerID, payment.DueInput{
		PaymentMethod: in.Body.PaymentMethod, Device: in.Body.Device,
	})
	return wirePayment(t), err
}

// emptyBody is an object without fields. The body may be left out.
type emptyBody struct{}

type depositInput struct {
	UserPath
	Body *emptyBody
}

func (c *paymentCalls) startDeposit(ctx context.Context, s account.Session, _ *depositInput) (PaymentTransaction, error) {
	t, err := c.service.StartDeposit(ctx, s.CustomerID)
	return wirePayment(t), err
}

type advanceInput struct {
	UserPath
	Body struct {
		Months int `json:"months" minimum:"0" maximum:"24" doc:"for how many months rent is paid in advance, one of advanceRentalOptions; 0 pays what is due"`
	}
}

func (c *paymentCalls) startAdvance(ctx context.Context, s account.Session, in *advanceInput) (PaymentTransaction, error) {
	if in.Body.Months == 0 {
		t, err := c.service.StartDue(ctx, s.CustomerID, payment.DueInput{})
		return wirePayment(t), err
	}
	t, err := c.service.StartAdvance(ctx, s.CustomerID, in.Body.Months)
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
	return each(c.service.Choices(), wireGateway), nil
}

type startInput struct {
	Body struct {
		RMTransactionID int64  `json:"rmTransactionId" minimum:"1"`
		UniqueID        string `json:"uniqueId" maxLength:"64"`
		Gateway         string `json:"gateway" maxLength:"64" doc:"lower case"`
		PaymentMethod   string `json:"paymentMethod,omitempty" maxLength:"64"`
		Platform        string `json:"platform,omitempty" maxLength:"64"`
		OS              string `json:"os,omitempty" maxLength:"64"`
		Device          string `json:"device,omitempty" maxLength:"64"`
		PhoneNumber     string `json:"phoneNumber,omitempty" maxLength:"16"`
		CredAppPresent  bool   `json:"credAppPresent,omitempty"`
	}
}

func (c *paymentCalls) start(ctx context.Context, s account.Session, in *startInput) (PaymentStart, error) {
	started, err := c.service.StartGateway(ctx, s.CustomerID, payment.GatewayInput{
		TransactionID: in.Body.RMTransactionID, UniqueID: in.Body.UniqueID, Gateway: in.Body.Gateway,
		Device: provider.Device{Platform: in.Body.Platform, OS: in.Body.OS, Device: in.Body.Device, AppPresent: in.Body.CredAppPresent},
	})
	return PaymentStart{
		RedirectURL: started.RedirectURL, IntentURL: started.IntentURL, Checkout: wireCheckout(started.Checkout),
	}, err
}

// Capture is what the browser brings back from the gateway.
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
	paid, err := c.service.Capture(ctx, s.CustomerID, payment.ReturnInput{
		TransactionID: d.RMTransactionID, UniqueID: d.UniqueID,
		Fields: map[string]string{"razorpay_payment_id": d.PaymentID, "razorpay_order_id": d.OrderID, "razorpay_signature": d.Signature},
	})
	return Ok{Success: paid}, err
}

type statusQuery struct {
	RMTransactionID int64 `query:"rmTransactionId" required:"true" minimum:"1"`
	Refresh         bool  `query:"refresh" doc:"ask the gateway first, instead of answering from our books alone"`
}

func (c *paymentCalls) status(ctx context.Context, s account.Session, in *statusQuery) (OrderStatus, error) {
	status := c.service.OrderStatus
	if in.Refresh {
		status = c.service.RefreshStatus
	}
	p, err := status(ctx, s.CustomerID, in.RMTransactionID)
	return OrderStatus{Status: p.Status, Returned: p.Returned.Wire(), NothingPaid: p.NothingPaid}, err
}

type walletQuery struct {
	StatementDays
	PageQuery
}

// stated is the requested view of the wallet or deposit: either the list for a screen (L), or the
// statement of a range of days for print and spreadsheets.
type stated[L any] struct {
	listed L
	on     payment.Statement
}

// onDays reads the statement of a range of days.
func onDays[L any](
	ctx context.Context, s account.Session, days StatementDays, read func(ctx context.Context, customerID int64, from, to calendar.Date) (payment.Statement, error),
) (of stated[L], err error) {
	from, to, err := days.read()
	if err != nil {
		return of, err
	}
	of.on, err = read(ctx, s.CustomerID, from, to)
	return of, err
}

func wantsStatement(ctx context.Context) bool {
	return wantsPaper(ctx) || visitOf(ctx).accepts == mediaCSV
}

func (c *paymentCalls) wallet() paper[walletQuery, stated[payment.WalletStatement], WalletTransactions] {
	return paper[walletQuery, stated[payment.WalletStatement], WalletTransactions]{
		read: func(ctx context.Context, s account.Session, in *walletQuery) (of stated[payment.WalletStatement], err error) {
			if wantsStatement(ctx) {
				return onDays[payment.WalletStatement](ctx, s, in.StatementDays, c.service.WalletOn)
			}
			page, err := c.lists.of("wallet", s, in.PageQuery)
			if err != nil {
				return of, err
			}
			of.listed, err = c.service.Wallet(ctx, s.CustomerID, page)
			of.listed.Next = c.lists.next("wallet", s, of.listed.Next)
			return of, err
		},
		wire: func(of stated[payment.WalletStatement]) WalletTransactions {
			w := of.listed
			return WalletTransactions{
				Transactions: each(w.Movements, wireMovement), Total: w.Total, Next: w.Next, RentoMoney: w.Credit.Wire(), OwnMoney: w.OwnMoney.Wire(),
				Payout: WalletQuote{DueParts: wireDueParts(w.Payout.Dues), Amount: w.Payout.Amount.Wire()},
			}
		},
		print: func(ctx context.Context, s account.Session, of stated[payment.WalletStatement]) (document.File, error) {
			return c.printer.Wallet(ctx, c.store.Queries(), s.CustomerID, of.on, languageOf(ctx))
		},
		csv:  func(of stated[payment.WalletStatement]) [][]string { return movementRows(of.on) },
		days: func(of stated[payment.WalletStatement]) (from, to calendar.Date) { return of.on.From, of.on.To },
	}
}

func (c *paymentCalls) deposit() paper[StatementDays, stated[payment.DepositStatement], DepositDetails] {
	return paper[StatementDays, stated[payment.DepositStatement], DepositDetails]{
		read: func(ctx context.Context, s account.Session, in *StatementDays) (of stated[payment.DepositStatement], err error) {
			if wantsStatement(ctx) {
				return onDays[payment.DepositStatement](ctx, s, *in, c.service.DepositOn)
			}
			of.listed, err = c.service.DepositOf(ctx, s.CustomerID)
			return of, err
		},
		wire: func(of stated[payment.DepositStatement]) DepositDetails {
			d := of.listed
			return DepositDetails{
				DepositBalance: d.Balance().Wire(), DepositSummary: wireDeposit(d.Deposit, d.SettlementReady),
				Transactions: each(d.Movements, wireDepositMovement),
			}
		},
		print: func(ctx context.Context, s account.Session, of stated[payment.DepositStatement]) (document.File, error) {
			return c.printer.Deposit(ctx, c.store.Queries(), s.CustomerID, of.on, languageOf(ctx))
		},
		csv:  func(of stated[payment.DepositStatement]) [][]string { return movementRows(of.on) },
		days: func(of stated[payment.DepositStatement]) (from, to calendar.Date) { return of.on.From, of.on.To },
	}
}

type receiptQuery struct {
	RMTransactionID int64 `query:"rmTransactionId" required:"true" minimum:"1"`
}

// customerReceipt identifies the receipt of a customer, for the company's own systems.
type customerReceipt struct {
	CustomerID      int64 `query:"customerId" required:"true" minimum:"1"`
	RMTransactionID int64 `query:"rmTransactionId" required:"true" minimum:"1"`
}

func (c *paymentCalls) receipt(ctx context.Context, s account.Session, in *receiptQuery) (document.File, []advance.Voucher, error) {
	return c.printReceipt(ctx, s.CustomerID, in.RMTransactionID)
}

// receiptOfCustomer is for the company's own systems and prints the receipt of any customer.
func (c *paymentCalls) receiptOfCustomer(ctx context.Context, _ account.Session, in *customerReceipt) (document.File, []advance.Voucher, error) {
	return c.printReceipt(ctx, in.CustomerID, in.RMTransactionID)
}

func (c *paymentCalls) printReceipt(ctx context.Context, customerID, transactionID int64) (document.File, []advance.Voucher, error) {
	paid, err := c.service.ReceiptOf(ctx, customerID, transactionID)
	if err != nil {
		return document.File{}, nil, err
	}
	var names []advance.Voucher
	if paid.Ahead != nil {
		names = paid.Ahead.Vouchers
	}
	file, err := c.printer.Receipt(ctx, c.store.Queries(), customerID, paid, languageOf(ctx))
	return file, names, err
}

func wirePayment(t payment.Transaction) PaymentTransaction {
	return PaymentTransaction{
		RMTransactionID: t.ID, UniqueID: t.UniqueID, IsAutoDebit: t.AutoDebit, PaymentMethod: t.PaymentMethod, Months: t.Months,
		PGOptions: GatewayAmount{t.ByGateway()}, TotalAmount: t.Amount.Wire(), WalletAmount: t.Wallet.Wire(),
		Direct: t.Direct, Checkout: wireCheckout(t.Checkout), WalletPaid: t.WalletPaid(), Device: t.Device, UnderWaySeconds: t.UnderWaySeconds, UnderWayAt: t.UnderWayAt,
	}
}

func wireCheckout(c *payment.Checkout) *CheckoutOptions {
	if c == nil {
		return nil
	}
	return &CheckoutOptions{
		Key: c.Options["key"], OrderID: c.OrderID, Amount: c.Amount, Currency: c.Currency, Name: c.Name, Gateway: c.GatewayName,
		Prefill: Prefill(c.Prefill), ScriptURL: c.ScriptURL,
	}
}

func wireGateway(p provider.Profile) PaymentGateway {
	return PaymentGateway{
		ID: int64(p.Choice.Position), Name: p.Choice.Name, Text: p.Choice.Text.English, TextCode: p.Choice.Text.Code, Logo: "/pay/logos/" + p.Name + ".svg",
		OfferText: p.Choice.Offer.English, OfferCode: p.Choice.Offer.Code, IsJuspayWallet: p.Choice.Aggregated, Checkout: string(p.Checkout),
	}
}

func wireMovement(m payment.Movement) WalletTransaction {
	return WalletTransaction{
		ID: m.ID, Date: m.At, Kind: string(m.Kind), Reference: m.Reference, Description: m.Describe(),
		IsGift: m.Account == ledger.PromotionalCredit, Amount: m.Amount.Wire(), Balance: m.Balance.Wire(),
	}
}

func wireDepositMovement(m payment.Movement) DepositTransaction {
	return DepositTransaction{
		ID: m.ID, Date: m.At, Kind: string(m.Kind), Reference: m.Reference, Description: m.Describe(), Amount: m.Amount.Wire(),
	}
}
