package api

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/danielgtaylor/huma/v2"
	lru "github.com/hashicorp/golang-lru/v2"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/settlement"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// DashboardData is the home screen. Amounts are in rupees.
type DashboardData struct {
	CustomerHome
	CommonHome
}

// CustomerHome is the customer's own part of the home screen.
type CustomerHome struct {
	DepositBalance              money.Amount      `json:"depositBalance" doc:"held minus required when that is negative, which is to be paid; else that plus the refunds that are owed"`
	TotalPayableAmount          money.Amount      `json:"totalPayableAmount"`
	PaymentOptions              []PaymentOption   `json:"paymentOptions" doc:"the ways to set auto debit up: where it is required those that the customer has, as autoDebit of advanceRentalMeta has them, else all"`
	IsAutoDebitRequired         bool              `json:"isAutoDebitRequired" doc:"the customer is to set auto debit up, has no active mandate and is offered one"`
	IsAutoDebitInProgress       bool              `json:"isAutoDebitInProgress" doc:"an active mandate will debit the present due"`
	HasActiveMandate            bool              `json:"hasActiveMandate" doc:"rent is debited by a mandate, whatever is due now; auto debit is not advertised"`
	Debit                       *Debit            `json:"debit,omitempty" doc:"what becomes of the debit of an open invoice; absent for none"`
	NotDebited                  []Debit           `json:"notDebited" doc:"debits of open invoices that will not happen because the month's one debit is for another invoice; to be paid by hand"`
	DepositDue                  *DepositDue       `json:"depositDue,omitempty" doc:"while deposit is missing: by when it is to be paid, and for what"`
	DepositDetails              DepositSummary    `json:"depositDetails"`
	TransferDeposits            []TransferDeposit `json:"transferDeposits" doc:"while deposit is missing: what of it items need that are taken over from others"`
	ReadyRefund                 ReadyRefund       `json:"readyRefund"`
	WalletPayouts               []LeavingWallet   `json:"walletPayouts" doc:"own money of the wallet that was asked for and has not arrived, the newest first"`
	PendingPayments             []PendingPayment  `json:"pendingPayments" doc:"payments that a gateway holds and the bank is still to confirm, the oldest first: one of each kind at most"`
	LatestInvoiceDate           calendar.Date     `json:"latestInvoiceDate" nullable:"true" doc:"the date of the customer's newest rental invoice, whether it is paid or not; null before the first"`
	OldestOpenInvoiceDate       calendar.Date     `json:"oldestOpenInvoiceDate" nullable:"true" doc:"the date of the oldest rental invoice that is not fully paid; null without one. The rental due is shown as that of its month, by the calendar in Asia/Kolkata"`
	Promised                    *PromisedPayment  `json:"promised,omitempty" doc:"what the customer has promised to pay; absent without, or once nothing is due"`
	PaidAhead                   *PaidAhead        `json:"paidAhead,omitempty" doc:"rent that is paid in advance; absent without"`
	TotalPendingRentalDueAmount money.Amount      `json:"totalPendingRentalDueAmount"`
	PendingLateFeeAmount        money.Amount      `json:"pendingLateFeeAmount"`
	RentoMoney                  money.Amount      `json:"rentoMoney" doc:"wallet credit; may be negative"`
	HasWalletHistory            bool              `json:"hasWalletHistory" doc:"money has been in the wallet, so that there is a statement of it"`
	DueParts                    []DuePart         `json:"dueParts" doc:"what the dues are for, without what is zero; they add up to totalPayableAmount"`
	DueDays                     []DueDay          `json:"dueDays" doc:"by when the open invoices are to be paid, the earliest day first; late fees have no due day"`
	NextLateFee                 *ComingFee        `json:"nextLateFee,omitempty" doc:"the late fee that comes next while something is overdue, if nothing is paid; absent for none"`
	WalletDeduction             WalletDeduction   `json:"walletDeduction"`
	PayNow                      PayNow            `json:"payNow"`
	EraseOn                     calendar.Date     `json:"eraseOn" nullable:"true" doc:"the day on which the account will be deleted, as the customer asked; null for none"`
	PendingDuesText             string            `json:"pendingDuesText" doc:"HTML of inline tags"`
	UserStatus                  UserStatus        `json:"userStatus"`
	SortedBanners               []string          `json:"sortedBanners" doc:"what the customer can do now, the most useful first"`
	ActiveProductLists          []Product         `json:"activeProductLists"`
	HasLiveOrder                bool              `json:"hasLiveOrder"`
	UnseenAnswers               int64             `json:"unseenAnswers" doc:"how many messages of support in the chat the customer has not seen"`
	Revision                    int64             `json:"revision" doc:"counts the changes of the customer's data, as the events do"`
}

// CommonHome is the part of the home screen that is the same for all customers.
type CommonHome struct {
	Locations                []Location `json:"locations"`
	ShouldRolloutHaptikFully bool       `json:"shouldRolloutHaptikFully"`
	HaptikCities             []string   `json:"haptikCities"`
	AdvanceDiscount          float64    `json:"advanceDiscountPercentage" doc:"the largest discount for rent in advance, in percent; 0 when it is not offered" example:"5"`
}

// Debit is the newest debit under a mandate for an open invoice, in rupees.
type Debit struct {
	ID            string        `json:"debitId" example:"7300000000000000001"`
	Step          string        `json:"step" enum:"planned,under_way,failed,above_limit,skipped,stopped,lapsed,too_late,month_taken" doc:"planned for its date; under_way until the bank answers; with all others the invoice is to be paid by hand; too_late when the mandate came after the last day on which it could be announced"`
	Amount        money.Amount  `json:"amount"`
	Limit         money.Amount  `json:"limit" doc:"the most that may be debited at once"`
	Date          calendar.Date `json:"date" nullable:"true" doc:"on which it is planned; null for one that is not"`
	PayBy         calendar.Date `json:"payBy" doc:"the last day on which the invoice is paid in time; of a planned debit, if it is skipped"`
	IsOverdue     bool          `json:"isOverdue,omitempty" doc:"payBy has passed; absent for no"`
	Account       string        `json:"account" doc:"UPI id or last digits, as the customer knows it" example:"as…@upi"`
	Method        string        `json:"method" enum:"upi,card,emandate,nach"`
	InvoiceNumber string        `json:"invoiceNumber" example:"KA/2627/000123"`
	IsRetry       bool          `json:"isRetry" doc:"the bank has refused it before"`
	Time          string        `json:"time,omitempty" doc:"of a planned one, the time of its day in Asia/Kolkata from which on it is made; absent when that is not known" example:"06:00"`
	Besides       money.Amount  `json:"besides,omitempty" doc:"of one whose money may still come, what is due beside it and is not debited: this and amount are totalPayableAmount; absent for nothing"`
	LateFee       *ComingFee    `json:"lateFee,omitempty" doc:"the late fee that comes next on the invoice when it stays open, of a planned one when it is skipped; absent for none"`
	DebitsFrom    string        `json:"debitsFrom,omitempty" doc:"of one that was too_late, the day from which on rent is debited, YYYY-MM-DD; absent when that is not known" example:"2026-12-03"`
}

// ComingFee is a late fee that will be charged if an invoice stays open, in rupees.
type ComingFee struct {
	Amount money.Amount  `json:"amount"`
	Date   calendar.Date `json:"date" doc:"on which it is charged"`
	PayBy  calendar.Date `json:"payBy" doc:"the last day on which paying spares it"`
}

// DuePart is a part of the dues, in rupees with tax.
type DuePart struct {
	Kind   billing.Purpose `json:"kind" enum:"rent,early_closure,damage,charge,late_fee"`
	Amount money.Amount    `json:"amount"`
}

// DueDay is the open amount of the invoices with one due day, in rupees with tax.
type DueDay struct {
	DueDate   calendar.Date `json:"dueDate" doc:"the last day on which it is paid in time"`
	Amount    money.Amount  `json:"amount"`
	IsOverdue bool          `json:"isOverdue" doc:"the day has gone by"`
}

// WalletDeduction is the next automatic payment of dues from the wallet, in rupees.
type WalletDeduction struct {
	Amount money.Amount  `json:"amount" doc:"0 for nothing"`
	Date   calendar.Date `json:"date" nullable:"true" doc:"on which it is deducted, unless it has been used by then; null for nothing"`
}

// PayNow says how a payment of all dues now would be divided, in rupees.
type PayNow struct {
	FromWallet money.Amount `json:"fromWallet" doc:"what the wallet pays"`
	ByGateway  money.Amount `json:"byGateway" doc:"what is left for a gateway to ask for, which is nothing or at least 1"`
}

// PaidAhead is the rest of rent in advance.
type PaidAhead struct {
	Left  money.Amount    `json:"left" doc:"with tax"`
	From  calendar.Date   `json:"from" doc:"the first day that it pays"`
	Until calendar.Date   `json:"until,omitzero" doc:"the last day that it pays; absent when it pays for no item any more"`
	Items []PaidAheadItem `json:"items" doc:"those of which rent was paid"`
}

// PaidAheadItem is an item of which rent was paid in advance.
type PaidAheadItem struct {
	ID      int64         `json:"id" doc:"as of activeProductLists"`
	Name    string        `json:"name" catalogue:"name" example:"Oak sofa"`
	EndedOn calendar.Date `json:"endedOn,omitzero" doc:"from when on nothing of it is paid, because it was picked up or moves to another state; absent while it goes on"`
}

// PromisedPayment is a promise to pay that is not decided yet.
type PromisedPayment struct {
	Amount money.Amount  `json:"amount"`
	By     calendar.Date `json:"by" doc:"the last day to keep it; until then nobody reminds the customer"`
}

// PendingPayment is a payment that waits for the bank's confirmation.
type PendingPayment struct {
	Kind   string           `json:"kind" enum:"due,deposit,advance-rent" doc:"what it is for" example:"due"`
	Amount money.Amount     `json:"amount" doc:"what the gateway was asked to collect"`
	Since  calendar.Instant `json:"since" doc:"since when the gateway has been holding it"`
	// While a debit is pending, dues cannot be paid by hand.
	IsAutoDebit bool          `json:"isAutoDebit" doc:"a debit by mandate: until the bank has answered, paying what is due is a 409"`
	Until       calendar.Date `json:"until" nullable:"true" doc:"of a debit the last day on which the answer is waited for; null for a payment by hand"`
}

// DepositDue is by when a missing deposit is to be paid, and for which items.
type DepositDue struct {
	Date      calendar.Date `json:"date" doc:"the last day on which it is paid in time"`
	IsOverdue bool          `json:"isOverdue" doc:"the day has gone by"`
	ItemNames []string      `json:"itemNames" catalogue:"name" example:"[\"Wooden sofa set, 3 seater\"]"`
}

// TransferDeposit is the deposit for the items of a transfer that the customer has accepted.
type TransferDeposit struct {
	From   string       `json:"from" doc:"full name of the first owner" example:"Asha Rao"`
	Amount money.Amount `json:"amount"`
}

// LeavingWallet is money of the wallet on its way to the customer.
type LeavingWallet struct {
	SettlementID int64            `json:"settlementId" doc:"as in getSettlements"`
	Amount       money.Amount     `json:"amount"`
	Preference   int64            `json:"refundPreference" doc:"10 wallet, 20 bank, 40 UPI"`
	AskedAt      calendar.Instant `json:"askedAt" doc:"when it was asked for"`
	IsHeld       bool             `json:"isHeld" doc:"it cannot go to the saved details, because the bank did not accept these"`
}

// ReadyRefund summarises the refunds of settlements that are ready.
type ReadyRefund struct {
	Count            int64        `json:"count" doc:"how many settlements are ready"`
	Amount           money.Amount `json:"amount" doc:"their refunds together"`
	Preference       int64        `json:"refundPreference" doc:"10 wallet, 20 bank, 40 UPI; 0 before it is chosen"`
	PaysDueOfDeposit money.Amount `json:"paysDueOfDeposit" doc:"what refunds of deposits would pay of totalPayableAmount, right before the rest of them goes out"`
	PaysDueOfWallet  money.Amount `json:"paysDueOfWallet" doc:"the same of money that is paid out of the wallet"`
	HeldOfDeposit    money.Amount `json:"heldOfDeposit" doc:"refunds of deposits that cannot go to the saved details, because the bank did not accept these; 0 for none"`
	HeldOfWallet     money.Amount `json:"heldOfWallet" doc:"the same of money that is paid out of the wallet"`
}

// DepositSummary is a summary of the deposit. Paid and the advance returned, less used, less the
// refund owed, is what is held for items.
type DepositSummary struct {
	IsSettlementReady                  bool         `json:"isSettlementReady"`
	AmountPaid                         money.Amount `json:"amountPaid"`
	SubscriptionDeposit                money.Amount `json:"subscriptionDeposit" doc:"what the present items require"`
	AdjustmentPlusQcAmountPlusRefunded money.Amount `json:"adjustmentPlusQcAmountPlusAmountRefunded"`
	AdvanceReturned                    money.Amount `json:"advanceReturned" doc:"unused rent in advance that is paid back with the deposit, of all settlements so far"`
	RefundOwed                         money.Amount `json:"refundOwed" doc:"refunds of settlements that are worked out and not sent yet, without money of the wallet"`
	BeingInspected                     money.Amount `json:"beingInspected" doc:"what is held for items that were given back, until their settlement is worked out: neither required by the present items nor free"`
}

// UserStatus is the state of the identity verification.
type UserStatus struct {
	KYCPending bool `json:"kycPending"`
}

// Product is an item that the customer rents.
type Product struct {
	ID                  int64         `json:"id"`
	DeliveryStatus      int64         `json:"deliveryStatus" doc:"200 is active"`
	Name                string        `json:"name" catalogue:"name" example:"Oak sofa"`
	Thumbnail           string        `json:"thumbnail"`
	DeliveryDate        calendar.Date `json:"deliveryDate"`
	ExpectedClosureDate calendar.Date `json:"expectedClosureDate" doc:"end of the tenure"`
	TenurePhase         string        `json:"tenurePhase,omitempty" enum:"ending,ended" doc:"ending in the last month of the tenure, ended after it: the rent goes on, and giving the item back costs no early closure charge; absent before"`
	LocationID          int64         `json:"locationId"`
	IsCILAllowed        bool          `json:"isCILAllowed" doc:"may be handed over to another customer"`
	Rent                money.Amount  `json:"rent" doc:"a month, without GST"`
	IsAC                bool          `json:"isAC"`
	PickupDate          calendar.Date `json:"pickupDate,omitzero" doc:"when a live request has it picked up for good"`
}

// Location is a city in which we rent.
type Location struct {
	ID    int64  `json:"id"`
	Name  string `json:"name" example:"Bengaluru"`
	Slug  string `json:"slug"`
	State string `json:"state" doc:"in which the city lies: the place of supply of what stands there" example:"Karnataka"`
}

// PaymentOption is a way to set up a mandate.
type PaymentOption struct {
	UniqueID          string       `json:"uniqueId"`
	Name              string       `json:"name" example:"UPI"`
	NameCode          string       `json:"nameCode" doc:"of the name, under which faults.json and its translations have it" example:"payment.upi"`
	PaymentText       string       `json:"paymentText"`
	TextCode          string       `json:"textCode" doc:"of paymentText, as nameCode" example:"payment.upi_text"`
	PaymentCategories []string     `json:"payment_categories"`
	Gateway           string       `json:"gateway"`
	PaymentMethod     string       `json:"paymentMethod"`
	Authorized        money.Amount `json:"authorized" doc:"what the bank holds along with a registration, and lets go of"`
	MaxAmount         money.Amount `json:"maxAmount" doc:"in rupees, the limit with which auto debit is set up in this way; 0 where it is not required" example:"15000"`

	FirstDebitDate calendar.Date `json:"firstDebitDate,omitzero" doc:"of advanceRentalMeta: the day of the debit of the next invoice if it is set up today; absent when no rent is to come, or with staysWith"`
	DebitIfChosen  *DebitThen    `json:"debitIfChosen,omitempty" doc:"of advanceRentalMeta: this month's debit if it is set up today; absent when none is to be made this month, or with staysWith"`
	StaysWith      string        `json:"staysWith,omitempty" doc:"of advanceRentalMeta: the UPI id, or the last digits, of the active one, if rent stays debited by that once this one is set up, until the customer chooses this one" example:"as…@upi"`
	ValidUntil     calendar.Date `json:"validUntil,omitzero" doc:"of advanceRentalMeta: the last day on which it may be debited if it is set up today"`
}

// encoded is a home screen as encoded bytes. It is valid for one revision of the customer's data,
// one business day and one language of product names. It is also limited to a minute, because
// cities and product names can change without changing a customer's revision.
type encoded struct {
	at       time.Time
	revision int64
	day      calendar.Date
	language string
	body     []byte
}

type dashboardCalls struct {
	service *dashboard.Service
	names   *productNames
	// answers caches the encoded home screens of the most recent customers. An entry is used only
	// if it was made at the customer's current revision, which is read with the session. So it is
	// correct on every node.
	answers *lru.Cache[int64, encoded]
	common  atomic.Pointer[encodedCommon]
}

// encodedCommon is the part of the answer that is the same for all customers. It is more than half
// of the answer.
type encodedCommon struct {
	of   *dashboard.Common
	body []byte
}

// answerKept is how long an answer may be cached, because of the part that is the same for all
// customers.
const answerKept = time.Minute

// keptAnswers limits the memory of the cache. An answer takes about 4 kB.
const keptAnswers = 20_000

func newDashboardCalls(s *dashboard.Service, names *productNames) *dashboardCalls {
	answers, err := lru.New[int64, encoded](keptAnswers)
	if err != nil {
		panic(fmt.Sprintf("api: %v", err)) // cannot happen, because the size is a constant
	}
	return &dashboardCalls{service: s, names: names, answers: answers}
}

// data returns the encoded home screen, in most cases from the cache.
func (c *dashboardCalls) data(ctx context.Context, s account.Session) ([]byte, error) {
	now, day, language := c.service.Now(), c.service.Today(), languageOf(ctx)
	if kept, ok := c.answers.Get(s.CustomerID); ok && kept.revision == s.Revision && kept.day == day && kept.language == language &&
		now.Sub(kept.at).Abs() < answerKept {
		return kept.body, nil
	}
	data, err := c.service.For(ctx, s.CustomerID)
	if err != nil {
		return nil, err
	}
	wire := wireHome(data, day)
	wire.Revision = s.Revision // read before the data, so it is never newer than the data
	if err := c.names.put(ctx, &wire); err != nil {
		return nil, err
	}
	common, err := c.commonNow(ctx)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.Grow(len(common) + customerHomeSize)
	if err := encode(&out, &wire); err != nil {
		return nil, err
	}
	body := joinObjects(out.Bytes(), common)
	c.answers.Add(s.CustomerID, encoded{at: now, revision: s.Revision, day: day, language: language, body: body})
	return body, nil
}

// customerHomeSize is the approximate size of an encoded CustomerHome in bytes.
const customerHomeSize = 3 << 10

// commonNow returns the current CommonHome as JSON.
func (c *dashboardCalls) commonNow(ctx context.Context) ([]byte, error) {
	common, err := c.service.Common(ctx)
	if err != nil {
		return nil, err
	}
	if kept := c.common.Load(); kept != nil && kept.of == common {
		return kept.body, nil
	}
	var out bytes.Buffer
	if err := encode(&out, wireCommon(common)); err != nil {
		return nil, err
	}
	c.common.Store(&encodedCommon{common, out.Bytes()})
	return out.Bytes(), nil
}

// joinObjects merges two non-empty JSON objects into one. It appends to a, so a's buffer is reused.
func joinObjects(a, b []byte) []byte {
	a, b = bytes.TrimSuffix(a, []byte("\n")), bytes.TrimSuffix(b, []byte("\n"))
	return append(append(a[:len(a)-1], ','), b[1:]...)
}

// ready returns a handler that answers with encoded bytes of the documented type. The bytes are
// written with their length, which saves the time to encode and chunk them.
func ready[Out any](fn func(context.Context, account.Session) ([]byte, error)) handler {
	read := func(ctx context.Context, s account.Session, _ *Nothing) (huma.StreamResponse, error) {
		body, err := fn(ctx, s)
		return huma.StreamResponse{Body: func(c huma.Context) { writeWhole(c, mediaJSON, body) }}, err
	}
	return streamed(read, func(r *routes) map[string]*huma.MediaType {
		return map[string]*huma.MediaType{mediaJSON: {Schema: schemaOf[Out](r.api.OpenAPI().Components.Schemas)}}
	})
}

func wireHome(d dashboard.Data, today calendar.Date) CustomerHome {
	return CustomerHome{
		DepositBalance: d.Deposit.Balance().Wire(), TotalPayableAmount: d.TotalPayable.Wire(),
		IsAutoDebitRequired: d.AutoDebitRequired, PaymentOptions: each(d.PaymentOptions, wireOption), IsAutoDebitInProgress: d.AutoDebitInProgress, HasActiveMandate: d.HasActiveMandate, Debit: wireDebit(d.Debit),
		TransferDeposits: each(d.TransferDeposits, func(t dashboard.TransferDeposit) TransferDeposit {
			return TransferDeposit{t.Giver, t.Amount.Wire()}
		}),
		DepositDue:        wireDepositDue(d.DepositDue, today),
		DepositDetails:    wireDeposit(d.Deposit, d.SettlementReady),
		LatestInvoiceDate: d.LatestInvoice, OldestOpenInvoiceDate: d.OldestOpenInvoice, EraseOn: d.EraseOn, TotalPendingRentalDueAmount: d.PendingRent.Wire(),
		PendingLateFeeAmount: d.PendingLateFees.Wire(), RentoMoney: d.WalletCredit.Wire(), HasWalletHistory: d.HasWalletHistory, PendingDuesText: d.PendingDuesText,
		DueParts: wireDueParts(d.Due), DueDays: each(d.Deadlines.Days, wireDueDay), NextLateFee: wireComingFee(d.Deadlines.NextFee),
		PayNow:          PayNow{d.PayNow.Wallet.Wire(), d.PayNow.Gateway.Wire()},
		WalletDeduction: WalletDeduction{d.Deadlines.FromWallet.Wire(), d.Deadlines.WalletOn},
		ReadyRefund:     wireRefund(d.Refunds),
		WalletPayouts:   each(d.WalletPayouts, wireLeaving),
		PendingPayments: each(d.PendingPayments, wirePending), PaidAhead: wirePaidAhead(d.PaidAhead), Promised: wirePromised(d.Promised),
		NotDebited: each(d.NotDebited, wireOneDebit),
		UserStatus: UserStatus{KYCPending: d.KYCPending}, SortedBanners: d.Banners,
		ActiveProductLists: each(d.Items, func(i subscription.Summary) Product { return wireProduct(i, d.Pickups[i.ID], today) }), HasLiveOrder: d.HasLiveOrder, UnseenAnswers: d.UnseenAnswers,
	}
}

// wireDebit returns nil if there is no debit.
func wireDebit(d dashboard.Debit) *Debit {
	if d.Step == "" {
		return nil
	}
	wire := wireOneDebit(d)
	return &wire
}

func wireOneDebit(d dashboard.Debit) Debit {
	return Debit{
		ID: strconv.FormatInt(d.ID, 10), Step: string(d.Step), Amount: d.Amount.Wire(), Limit: d.Most.Wire(), Date: d.On, PayBy: d.PayBy, IsOverdue: d.Overdue,
		Account: d.Account, Method: string(d.Method), InvoiceNumber: d.Invoice, IsRetry: d.Again,
		Time: d.Time, Besides: d.Besides.Wire(), LateFee: wireComingFee(d.Fee), DebitsFrom: dayText(d.From),
	}
}

// wireComingFee returns nil if no fee comes.
func wireComingFee(f billing.LateFee) *ComingFee {
	if f.Amount == 0 {
		return nil
	}
	return &ComingFee{f.Amount.Wire(), f.Date, f.InTime()}
}

func wirePaidAhead(p billing.Ahead) *PaidAhead {
	if p.Left == 0 {
		return nil
	}
	return &PaidAhead{p.Left.Wire(), p.From, p.Until, each(p.Items, func(i billing.AheadItem) PaidAheadItem { return PaidAheadItem(i) })}
}

func wirePromised(p billing.Promise) *PromisedPayment {
	if p.ID == 0 {
		return nil
	}
	return &PromisedPayment{p.Amount.Wire(), p.By}
}

func wirePending(p payment.PendingPayment) PendingPayment {
	return PendingPayment{Kind: string(p.Purpose), Amount: p.Amount.Wire(), Since: p.Since, IsAutoDebit: p.AutoDebit, Until: p.Until}
}

func wireCommon(c *dashboard.Common) CommonHome {
	return CommonHome{
		Locations:                each(c.Cities, wireCity),
		ShouldRolloutHaptikFully: c.ChatEverywhere, HaptikCities: each(c.ChatCities, func(c string) string { return c }),
		AdvanceDiscount: percent(c.AdvanceDiscount),
	}
}

func wireRefund(r dashboard.Refunds) ReadyRefund {
	return ReadyRefund{
		Count: r.Count, Amount: r.Amount.Wire(), Preference: r.Preference,
		PaysDueOfDeposit: r.PaysDue.Deposit.Wire(), PaysDueOfWallet: r.PaysDue.Wallet.Wire(),
		HeldOfDeposit: r.Held.Deposit.Wire(), HeldOfWallet: r.Held.Wallet.Wire(),
	}
}

func wireLeaving(w settlement.WalletPayoutUnderWay) LeavingWallet {
	return LeavingWallet{w.SettlementID, w.Amount.Wire(), int64(w.To), w.AskedAt, w.Held}
}

func wireDueParts(d billing.DueParts) []DuePart {
	parts := []DuePart{
		{billing.ForRent, d.Rent.Wire()},
		{billing.ForEarlyClosure, d.Exit.Wire()},
		{billing.ForDamage, d.Damage.Wire()},
		{billing.ForCharge, d.Other.Wire()},
		{billing.ForLateFee, d.LateFees.Wire()},
	}
	return slices.DeleteFunc(parts, func(p DuePart) bool { return p.Amount == 0 })
}

func wireDueDay(d billing.DueDay) DueDay { return DueDay{d.Day, d.Amount.Wire(), d.Overdue} }

// wireDepositDue returns nil if no deposit is missing.
func wireDepositDue(d dashboard.DepositDue, today calendar.Date) *DepositDue {
	if len(d.Items) == 0 {
		return nil
	}
	return &DepositDue{d.By, d.By.Before(today), d.Items}
}

func wireDeposit(d billing.Deposit, settlementReady bool) DepositSummary {
	return DepositSummary{
		IsSettlementReady: settlementReady, AmountPaid: d.Received.Wire(), SubscriptionDeposit: d.Required.Wire(),
		AdjustmentPlusQcAmountPlusRefunded: d.Used().Wire(), AdvanceReturned: d.AdvanceReturned.Wire(), RefundOwed: d.RefundOwed.Wire(),
		BeingInspected: d.Inspecting.Wire(),
	}
}

func wireCity(c address.City) Location {
	return Location{ID: c.ID, Name: c.Name, Slug: c.Slug, State: c.StateName}
}

func wireOption(o dashboard.PaymentOption) PaymentOption {
	return PaymentOption{
		UniqueID: o.UniqueID, Name: o.Name.English, NameCode: o.Name.Code, PaymentText: o.PaymentText.English, TextCode: o.PaymentText.Code,
		PaymentCategories: o.PaymentCategories, Gateway: gatewayType(o.Gateway), PaymentMethod: o.PaymentMethod, Authorized: money.Amount(o.Authorized), MaxAmount: o.Max.Wire(),
	}
}

// gatewayType is the name of a gateway in the auto debit calls, in upper case. All other calls use
// the adapter's own name.
func gatewayType(name string) string { return strings.ToUpper(name) }

// each converts a list to its wire form. An empty list stays a list and does not become null.
func each[A, B any](list []A, wire func(A) B) []B {
	out := make([]B, len(list))
	for i, a := range list {
		out[i] = wire(a)
	}
	return out
}

// UpcomingRequest is a live request with the day of its next event.
type UpcomingRequest struct {
	TicketID        string        `json:"ticketId"`
	RequestType     ticket.Type   `json:"requestType" example:"20"`
	RequestTypeName string        `json:"requestTypeName"`
	Status          string        `json:"status" example:"scheduled"`
	NextDate        calendar.Date `json:"nextDate" nullable:"true" doc:"we come on that day; null while nobody knows one"`
	IsDelivery      bool          `json:"isDelivery" doc:"on that day we bring what was picked up before"`
	ItemNames       []string      `json:"itemNames" catalogue:"name" example:"[\"Wooden sofa set, 3 seater\"]"`
}

// UpcomingTransfer is a short form of a transfer that somebody offers to the customer.
type UpcomingTransfer struct {
	TicketID   string `json:"ticketId"`
	From       string `json:"from" doc:"full name of the first owner" example:"Asha Rao"`
	IsAccepted bool   `json:"isAccepted" doc:"deposit, identity check and agreement are still to come"`
}

// UpcomingExtension is an agreed extension that has not begun.
type UpcomingExtension struct {
	OrderItemID   int64         `json:"orderItemId"`
	ProductName   string        `json:"productName" catalogue:"name"`
	RentAmount    money.Amount  `json:"rentAmount" doc:"a month, without GST"`
	StartDate     calendar.Date `json:"startDate" doc:"from which the rent holds"`
	TenureEndDate calendar.Date `json:"tenureEndDate"`

	IsAC             bool          `json:"isAC" doc:"leaving before the tenure has ended costs maxLeavingCharge however long it goes on"`
	MaxLeavingCharge money.Amount  `json:"maxLeavingCharge" doc:"the most, without GST, that giving the item back before tenureEndDate costs"`
	RentBefore       money.Amount  `json:"rentBefore" doc:"a month, without GST: holds when the extension is taken back"`
	RentBeforeFrom   calendar.Date `json:"rentBeforeFrom,omitzero" doc:"from when rentBefore holds, by an extension before this one that has not begun either; none when it holds already"`
	TenureEndBefore  calendar.Date `json:"tenureEndBefore,omitzero" doc:"holds again when the extension is taken back"`
	TakeBackUntil    calendar.Date `json:"takeBackUntil,omitzero" doc:"the last day on which the extension can be taken back; none when it cannot"`
}

// Upcoming is what is in progress and what comes next.
type Upcoming struct {
	Requests   []UpcomingRequest   `json:"requests" doc:"the live ones, that of the next day first; ten at most"`
	Transfers  []UpcomingTransfer  `json:"transfers" doc:"what others hand over to the customer, the newest first"`
	Extensions []UpcomingExtension `json:"extensions" doc:"agreed and not begun, the next first"`
	Debit      *UpcomingDebit      `json:"debit,omitempty" doc:"the next debit by the active mandate; absent without one, while dashboardData has a debit that is still to come, and when no rent is to come"`
}

// UpcomingDebit is the next debit of rent that is not invoiced yet, as things stand.
type UpcomingDebit struct {
	Step    dashboard.Step `json:"step" enum:"planned,above_limit,stopped" doc:"planned for its date; above_limit when the mandate does not allow the amount; stopped while the mandate is paused at the bank"`
	Date    calendar.Date  `json:"date,omitzero" doc:"of a planned one"`
	Time    string         `json:"time,omitempty" doc:"of that day in Asia/Kolkata, from which on it is made" example:"06:00"`
	Amount  money.Amount   `json:"amount" doc:"in rupees; 0 when it is stopped"`
	Limit   money.Amount   `json:"limit" doc:"in rupees, the most of one debit"`
	Account string         `json:"account" doc:"the customer's name for the account" example:"as…@upi"`
	Choice  string         `json:"choice,omitempty" doc:"of above_limit: the account by which it is debited if the customer chooses that" example:"XXXX 1007"`
	Ahead   calendar.Date  `json:"ahead,omitzero" doc:"of stopped: the day of the next invoice that is to be paid, while those before are paid from rent in advance"`
}

func (c *dashboardCalls) upcoming(ctx context.Context, s account.Session, _ *Nothing) (Upcoming, error) {
	up, err := c.service.Upcoming(ctx, s.CustomerID)
	return Upcoming{Requests: each(up.Requests, wireUpcoming), Transfers: each(up.Transfers, wireOffer), Extensions: each(up.Extensions, wireAgreed), Debit: wireNextDebit(up.Debit)}, err
}

func wireNextDebit(d dashboard.NextDebit) *UpcomingDebit {
	if d.Step == "" {
		return nil
	}
	return &UpcomingDebit{Step: d.Step, Date: d.On, Time: d.Time, Amount: d.Amount.Wire(), Limit: d.Most.Wire(), Account: d.Account, Choice: d.Choice, Ahead: d.Ahead}
}

func wireUpcoming(r ticket.Upcoming) UpcomingRequest {
	return UpcomingRequest{
		TicketID: r.Number, RequestType: r.Type, RequestTypeName: r.Type.Name(), Status: string(r.Status),
		NextDate: r.Next, IsDelivery: r.Delivery,
		ItemNames: each(r.Items, func(i ticket.Item) string { return i.Name }),
	}
}

func wireOffer(o ticket.Offer) UpcomingTransfer {
	return UpcomingTransfer{TicketID: o.Number, From: o.Giver, IsAccepted: o.Accepted}
}

func wireAgreed(e subscription.AgreedExtension) UpcomingExtension {
	return UpcomingExtension{
		OrderItemID: e.ItemID, ProductName: e.Name, RentAmount: e.Rent.Wire(), StartDate: e.From, TenureEndDate: e.Until,
		IsAC: e.AC, MaxLeavingCharge: e.Leaving.Wire(), RentBefore: e.RentBefore.Wire(), RentBeforeFrom: e.RentBeforeFrom,
		TenureEndBefore: e.EndBefore, TakeBackUntil: e.LastDay,
	}
}
