package billdesk

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

// How a mandate allows its debits: one a month, on any day of it, up to an amount.
const (
	monthly      = "mnth"
	upToAnAmount = "max"
	ruleAfter    = "after"
	firstDay     = "1"
)

type mandateRequest struct {
	MerchantID string   `json:"mercid"`
	CustomerID string   `json:"customer_refid"`
	Reference  string   `json:"subscription_refid"`
	About      string   `json:"subscription_desc"`
	Currency   string   `json:"currency"`
	Frequency  string   `json:"frequency"`
	AmountType string   `json:"amount_type"`
	Amount     string   `json:"amount"`
	Starts     string   `json:"start_date"`
	Ends       string   `json:"end_date"`
	Rule       string   `json:"recurrence_rule"`
	DebitDay   string   `json:"debit_day"`
	MethodType string   `json:"payment_method_type"`
	ReturnURL  string   `json:"ru"`
	Device     device   `json:"device"`
	Customer   customer `json:"customer"`
}

// rails are BillDesk's words for the rails of a mandate, and for what its checkout
// shows for each.
var rails = map[provider.MandateMethod]struct{ word, category string }{
	provider.MandateUPI:      {"upi", "upi"},
	provider.MandateCard:     {"card", "card"},
	provider.MandateEMandate: {"netbanking", "nb"},
}

func railOf(word string) provider.MandateMethod {
	for rail, known := range rails {
		if known.word == word {
			return rail
		}
	}
	return ""
}

// customerID is the customer at BillDesk.
func customerID(id int64) string { return strconv.FormatInt(id, 10) }

// Register begins a mandate. What opens its checkout is shown once.
func (g *Gateway) Register(ctx context.Context, req provider.MandateRequest) (provider.Checkout, error) {
	rail, known := rails[req.Method]
	if !known || req.Reference == "" || req.Max <= 0 || req.Customer.ID == 0 || req.Starts.IsZero() || !req.Starts.Before(req.Ends) {
		return provider.Checkout{}, failed(callRegistration, provider.NotAttempted, "", "no rail of ours, reference, limit, customer or span")
	}
	from := deviceOf(req.Device)
	if from.Address == "" || from.UserAgent == "" {
		return provider.Checkout{}, failed(callRegistration, provider.NotAttempted, "", "no address or name of the payer's browser")
	}
	in := mandateRequest{
		MerchantID: g.config.MerchantID, ReturnURL: req.ReturnURL, Device: from,
		CustomerID: customerID(req.Customer.ID), Reference: req.Reference, About: req.About,
		Currency: currencyNumber, Frequency: monthly, AmountType: upToAnAmount, Amount: req.Max.Decimal(), Starts: req.Starts.String(), Ends: req.Ends.String(),
		Rule: ruleAfter, DebitDay: firstDay, MethodType: rail.word, Customer: customerOf(req.Customer),
	}
	var made opened
	if err := g.post(ctx, callRegistration, "/pgsi/ve1_2/mandatetokens/create", in, &made); err != nil {
		return provider.Checkout{}, err
	}
	if err := g.isOurs(callRegistration, made.MerchantID, made.Reference, req.Reference); err != nil {
		return provider.Checkout{}, err
	}
	return g.checkout(made.TokenID, flowMandate, map[string]string{
		"mandate_token_id": made.TokenID, "auth_token": made.token(), "category": rail.category,
	}), nil
}

// mandate is a mandate, or the registration of one that has no id yet.
type mandate struct {
	ID         string `json:"mandateid"`
	MerchantID string `json:"mercid"`
	TokenID    string `json:"mandate_tokenid"`
	Reference  string `json:"subscription_refid"`
	Status     string `json:"status"`
	Amount     string `json:"amount"`
	Ends       string `json:"end_date"`
	MethodType string `json:"payment_method_type"`
	BankID     string `json:"bankid"`
	// Which of these is there depends on the rail.
	Masked        string `json:"masked_value"`
	MaskedAccount string `json:"masked_account_number"`
	Last4         string `json:"last4"`
	VPA           string `json:"vpa"`

	ErrorType string `json:"verification_error_type"`
	ErrorCode string `json:"verification_error_code"`
}

// Check reports an answer that says nothing of a mandate.
func (m *mandate) Check() error {
	if m.MerchantID == "" || m.Reference == "" || m.Status == "" {
		return fmt.Errorf("mandate: %w", errIncomplete)
	}
	return provider.CheckIDs(m.ID, m.TokenID, m.Reference)
}

// mandateStates are BillDesk's words for how a mandate stands.
var mandateStates = map[string]provider.MandateState{
	"initiated": provider.MandateInitiated, "created": provider.MandateInitiated, "pending": provider.MandateInitiated,
	"active": provider.MandateConfirmed, "paused": provider.MandatePaused,
	"deleted": provider.MandateCancelled, "cancelled": provider.MandateCancelled, "revoked": provider.MandateCancelled,
	"expired": provider.MandateExpired, "rejected": provider.MandateRejected, "failed": provider.MandateRejected,
}

// state is how a mandate stands. One whose verification has not succeeded is not
// active whatever its status says.
func (m *mandate) state() (provider.MandateState, error) {
	state, known := mandateStates[m.Status]
	switch {
	case !known:
		return "", fmt.Errorf("unknown state of a mandate: %.40q", m.Status)
	case state == provider.MandateConfirmed && m.ErrorType != "" && m.ErrorType != "success":
		return "", fmt.Errorf("an active mandate whose verification is %.40q", m.ErrorType)
	case state == provider.MandateConfirmed && m.ID == "":
		return "", fmt.Errorf("an active mandate: %w", errIncomplete)
	}
	return state, nil
}

// mandate is a mandate as the port has it.
func (m *mandate) mandate() (provider.Mandate, error) {
	state, err := m.state()
	if err != nil {
		return provider.Mandate{}, err
	}
	got := provider.Mandate{
		ID: m.ID, Reference: m.Reference, State: state, Method: railOf(m.MethodType), Label: bankNames[m.BankID], Last4: m.last4(),
	}
	if m.Amount != "" {
		if got.Max, err = money.Parse(m.Amount); err != nil {
			return provider.Mandate{}, err
		}
	}
	if m.Ends != "" {
		if got.ExpiresOn, err = calendar.Parse(m.Ends); err != nil {
			return provider.Mandate{}, err
		}
	}
	if m.VPA != "" {
		got.VPA = provider.MaskUPI(m.VPA)
	}
	if state == provider.MandateRejected {
		got.Reason = m.ErrorCode
	}
	got.AtBank = m.Status == "pending"
	return got, nil
}

// last4 are the last four digits of a card or account, by the nearest field that
// there is; what has other signs at its end is no such number.
func (m *mandate) last4() string {
	for _, text := range []string{m.Last4, m.MaskedAccount, m.Masked} {
		if len(text) < 4 {
			continue
		}
		if _, err := strconv.ParseUint(text[len(text)-4:], 10, 16); err == nil {
			return text[len(text)-4:]
		}
	}
	return ""
}

// ReadMandateReturn reads BillDesk's signed word about a registration.
func (g *Gateway) ReadMandateReturn(ref provider.MandateRef, fields map[string]string) (provider.Mandate, error) {
	for _, name := range []string{FieldMandate, FieldEncrypted} {
		if sealed := fields[name]; sealed != "" {
			return g.readMandate(ref, sealed)
		}
	}
	return provider.Mandate{}, nil
}

func (g *Gateway) readMandate(ref provider.MandateRef, sealed string) (provider.Mandate, error) {
	payload, err := g.envelope.open(sealed)
	if err != nil {
		return provider.Mandate{}, err
	}
	var told mandate
	if err := readPayload(payload, &told); err != nil {
		return provider.Mandate{}, failed("return", provider.Unknown, "", "%w", err)
	}
	if ref.Reference == "" || told.Reference != ref.Reference || told.MerchantID != g.config.MerchantID {
		return provider.Mandate{}, provider.ErrBadSignature
	}
	got, err := told.mandate()
	if err != nil {
		return provider.Mandate{}, failed("return", provider.Unknown, told.Status, "%w", err)
	}
	return got, nil
}

type mandateQuery struct {
	MerchantID string `json:"mercid"`
	ID         string `json:"mandateid,omitempty"`
	Reference  string `json:"subscription_refid,omitempty"`
	MethodType string `json:"payment_method_type,omitempty"`
}

// ObserveMandate asks how a mandate stands: by its id, or by our reference while it
// has none. That BillDesk has none by the reference says that nobody has confirmed
// its registration yet, and no more.
func (g *Gateway) ObserveMandate(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	const call = "mandates.get"
	in := mandateQuery{MerchantID: g.config.MerchantID, ID: ref.ID}
	if ref.ID == "" {
		in.Reference = ref.Reference
	}
	if ref.Reference == "" {
		return provider.Mandate{}, failed(call, provider.NotAttempted, "", "no reference")
	}
	var found mandate
	err := g.query(ctx, call, "/pgsi/ve1_2/mandates/get", in, &found)
	if ref.ID == "" && isNotFound(err) {
		return provider.Mandate{Reference: ref.Reference, State: provider.MandateInitiated, Method: ref.Method}, nil
	}
	if err != nil {
		return provider.Mandate{}, err
	}
	if err := g.isOurs(call, found.MerchantID, found.Reference, ref.Reference); err != nil {
		return provider.Mandate{}, err
	}
	got, err := found.mandate()
	if err != nil {
		return provider.Mandate{}, failed(call, provider.Unknown, found.Status, "%w", err)
	}
	return got, nil
}

// deletion is the answer to a withdrawal, of which only that it was taken counts.
type deletion struct {
	MerchantID string `json:"mercid"`
}

// Check reports an answer that says nothing.
func (d *deletion) Check() error {
	if d.MerchantID == "" {
		return fmt.Errorf("mandate: %w", errIncomplete)
	}
	return nil
}

// CancelMandate withdraws a mandate and asks how it stands then. A refusal is
// followed by the same question: it may be withdrawn already. A registration has an id
// by which it can be withdrawn once the bank has confirmed it.
func (g *Gateway) CancelMandate(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
	const call = "mandates.delete"
	if ref.ID == "" {
		now, err := g.ObserveMandate(ctx, ref)
		if err != nil || now.ID == "" || now.State != provider.MandateConfirmed && now.State != provider.MandatePaused {
			return now, err
		}
		ref.ID = now.ID
	}
	rail, known := rails[ref.Method]
	if !known {
		return provider.Mandate{}, failed(call, provider.NotAttempted, "", "no mandate, or no rail of ours")
	}
	var done deletion
	in := mandateQuery{MerchantID: g.config.MerchantID, ID: ref.ID, MethodType: rail.word}
	refused := g.post(ctx, call, "/pgsi/ve1_2/mandates/delete", in, &done)
	if refused != nil && !isRefused(refused) {
		return provider.Mandate{}, refused
	}
	now, err := g.ObserveMandate(ctx, ref)
	if err != nil {
		return provider.Mandate{}, errors.Join(failed(call, provider.Unknown, "", "%w", err), refused)
	}
	if refused != nil && (now.State == provider.MandateConfirmed || now.State == provider.MandatePaused) {
		return now, refused
	}
	return now, nil
}
