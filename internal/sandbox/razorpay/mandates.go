package razorpay

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox/emulator"
)

// The states of a token, which is a mandate.
const (
	tokenInitiated = "initiated"
	tokenConfirmed = "confirmed"
	tokenRejected  = "rejected"
	tokenPaused    = "paused"
	tokenCancelled = "cancelled"
)

// The rails of a mandate.
const (
	railUPI      = "upi"
	railCard     = "card"
	railEMandate = "emandate"
	railNACH     = "nach"
)

// mostPerDebit is the highest limit of a mandate on each rail, in paise.
var mostPerDebit = map[string]int64{railUPI: 99_999_00, railCard: 1_00_000_00, railEMandate: 1_00_00_000_00, railNACH: 1_00_00_000_00}

// leads are how long the customer is told before a debit, at least and when nothing
// else is asked for.
var leads = map[string]time.Duration{railUPI: 25 * time.Hour, railCard: 36*time.Hour + 5*time.Minute}

// mostUnconfirmed is the most of a debit by UPI or card that the customer need not
// confirm, for rent, in paise: above it the bank refuses.
const mostUnconfirmed = 15_000_00

// customer is one, as it is kept.
type customer struct {
	ID      string    `json:"id"`
	Name    string    `json:"name"`
	Email   string    `json:"email"`
	Contact string    `json:"contact"`
	At      time.Time `json:"at"`
}

// terms are what the order of a registration asks for, as they are kept.
type terms struct {
	Max       int64  `json:"max"`
	ExpireAt  int64  `json:"expire_at"`
	Frequency string `json:"frequency"`
	AuthType  string `json:"auth_type"`
}

// notice is that of an order's debit, as it is kept.
type notice struct {
	ID     string `json:"id"`
	Token  string `json:"token"`
	After  int64  `json:"after"`
	Failed bool   `json:"failed"`
}

// token is a mandate, as it is kept. A deleted one is served no more.
type token struct {
	ID       string    `json:"id"`
	Customer string    `json:"customer"`
	Order    string    `json:"order"`
	Method   string    `json:"method"`
	Status   string    `json:"status"`
	Reason   string    `json:"reason"`
	AuthType string    `json:"auth_type"`
	Max      int64     `json:"max"`
	ExpireAt int64     `json:"expire_at"`
	Deleted  bool      `json:"deleted"`
	At       time.Time `json:"at"`
}

func (b *books) customer(id string) *customer {
	i := slices.IndexFunc(b.customers, func(c *customer) bool { return c.ID == id })
	if i < 0 {
		return nil
	}
	return b.customers[i]
}

func (b *books) token(meant func(*token) bool) *token {
	i := slices.IndexFunc(b.tokens, func(t *token) bool { return !t.Deleted && meant(t) })
	if i < 0 {
		return nil
	}
	return b.tokens[i]
}

// createCustomer makes a customer, or shows the one of the same contact and e-mail
// when fail_existing is "0".
func (p *Provider) createCustomer(r *request) (any, error) {
	f := r.fields
	if err := f.only("name", "email", "contact", "fail_existing", "gstin", "notes"); err != nil {
		return nil, err
	}
	made := &customer{At: r.now}
	for name, into := range map[string]*string{"name": &made.Name, "email": &made.Email, "contact": &made.Contact} {
		text, err := f.text(name)
		if err != nil {
			return nil, err
		}
		*into = text
	}
	if made.Name != "" && (len(made.Name) < 3 || len(made.Name) > 50 || strings.ContainsAny(made.Name, "<>&")) {
		return nil, wrong("name", "The name must be between 3 and 50 characters and may have letters, digits, full stops, apostrophes and parentheses.")
	}
	if made.Contact == "" && made.Email == "" {
		return nil, missing("contact")
	}
	i := slices.IndexFunc(p.books.customers, func(c *customer) bool { return c.Email == made.Email && c.Contact == made.Contact })
	if i >= 0 {
		if flag, _ := f.text("fail_existing"); flag != "0" {
			return nil, refusal("Customer already exists for the merchant")
		}
		return p.books.customers[i].entity(), nil
	}
	made.ID = p.IDs.ID("cust_")
	p.books.customers = append(p.books.customers, made)
	return made.entity(), nil
}

func (p *Provider) fetchCustomer(r *request) (any, error) {
	if c := p.books.customer(r.PathValue("customer")); c != nil {
		return c.entity(), nil
	}
	return nil, unknownID()
}

func (c *customer) entity() map[string]any {
	return map[string]any{
		"id": c.ID, "entity": "customer", "name": orNull(c.Name), "email": orNull(c.Email), "contact": orNull(c.Contact), "gstin": nil,
		"notes": []string{}, "created_at": c.At.Unix(),
	}
}

// readMandate reads what an order asks for beside money: that a mandate be registered,
// or that a debit be announced.
func (p *Provider) readMandate(o *order, r *request) error {
	var err error
	if o.customer, err = r.fields.text("customer_id"); err != nil {
		return err
	}
	if o.customer != "" && p.books.customer(o.customer) == nil {
		return unknownID()
	}
	if o.method, err = r.fields.text("method"); err != nil {
		return err
	}
	if _, any := r.fields["token"]; any {
		if err := p.readTerms(o, r); err != nil {
			return err
		}
	}
	if _, any := r.fields["notification"]; any {
		return p.readNotice(o, r)
	}
	return nil
}

func (p *Provider) readTerms(o *order, r *request) error {
	f, err := r.fields.sub("token")
	if err != nil {
		return err
	}
	err = f.only("max_amount", "expire_at", "frequency", "recurring_value", "recurring_type", "auth_type", "first_payment_amount", "bank_account", "notes", "nach")
	if err != nil {
		return err
	}
	if o.customer == "" {
		return missing("customer_id")
	}
	most, known := mostPerDebit[o.method]
	if !known {
		return wrong("method", "The selected method is invalid.")
	}
	t := &terms{ExpireAt: int64(f.whole("expire_at"))}
	if t.Max, err = f.paise("max_amount"); err != nil {
		return err
	}
	if t.Frequency, err = f.text("frequency"); err != nil {
		return err
	}
	if t.AuthType, err = f.text("auth_type"); err != nil {
		return err
	}
	switch {
	case t.Max < minAmount || t.Max > most:
		return wrong("max_amount", "The max amount is not between the least and the most of the method.")
	case t.ExpireAt != 0 && t.ExpireAt <= r.now.Unix():
		return wrong("expire_at", "The expire at must be in the future.")
	case o.method == railUPI && t.Frequency == "":
		return missing("frequency")
	case t.Frequency != "" && !slices.Contains([]string{"daily", "weekly", "fortnightly", "bimonthly", "monthly", "quarterly", "half_yearly", "yearly", "as_presented"}, t.Frequency):
		return wrong("frequency", "The selected frequency is invalid.")
	case o.free() && o.amount != 0:
		return wrong("amount", "Order amount must be zero for this method")
	case o.amount > t.Max:
		return wrong("amount", "The order amount cannot be greater than the token max amount for recurring.")
	}
	if t.ExpireAt == 0 {
		t.ExpireAt = r.now.AddDate(10, 0, 0).Unix()
	}
	o.terms = t
	return nil
}

// free says whether an order registers a mandate for which nothing is paid.
func (o *order) free() bool { return o.method == railEMandate || o.method == railNACH }

func (p *Provider) readNotice(o *order, r *request) error {
	f, err := r.fields.sub("notification")
	if err != nil {
		return err
	}
	if err := f.only("token_id", "payment_after"); err != nil {
		return err
	}
	id, err := f.text("token_id")
	if err != nil {
		return err
	}
	t := p.books.token(func(t *token) bool { return t.ID == id })
	if t == nil {
		return unknownID()
	}
	lead, told := leads[t.Method]
	after := int64(f.whole("payment_after"))
	if after == 0 {
		after = r.now.Add(lead).Unix()
	}
	switch {
	case !told:
		return wrong("notification", "The notification is not supported for the method of the token.")
	case t.Status != tokenConfirmed:
		return refusal("The token is not confirmed for recurring payments.")
	case o.amount > t.Max:
		return wrong("amount", "Amount exceeds maximum amount allowed")
	case after < r.now.Add(lead).Unix():
		return wrong("payment_after", "The payment after is too early for the notification.")
	}
	o.notice = &notice{ID: p.IDs.ID("notification_"), Token: t.ID, After: after}
	plan, _ := p.Answers.Next("notice")
	o.notice.Failed = plan.Outcome == emulator.Failure
	return nil
}

// tellNotice queues the event about an order's notice.
func (p *Provider) tellNotice(o *order, now time.Time) {
	if o.notice == nil {
		return
	}
	p.send("order.notification."+o.notice.status(), now, parts{{"notification", o.shownNotice()}})
}

func (n *notice) status() string {
	if n.Failed {
		return "failed"
	}
	return "delivered"
}

func (o *order) shownNotice() map[string]any {
	n := o.notice
	return map[string]any{
		"id": n.ID, "entity": "notification", "order_id": o.id, "token_id": n.Token, "payment_after": n.After, "status": n.status(),
	}
}

func (o *order) shownTerms() map[string]any {
	t := o.terms
	return map[string]any{
		"method": o.method, "notes": []string{}, "recurring_status": nil, "failure_reason": nil, "currency": "INR", "max_amount": t.Max,
		"auth_type": orNull(t.AuthType), "expire_at": t.ExpireAt, "frequency": orNull(t.Frequency), "first_payment_amount": 0,
	}
}

func (t *token) entity() map[string]any {
	shown := map[string]any{
		"id": t.ID, "entity": "token", "token": strings.TrimPrefix(t.ID, "token_"), "bank": nil, "wallet": nil, "method": t.Method, "vpa": nil,
		"recurring": t.Status == tokenConfirmed, "recurring_details": map[string]any{"status": t.Status, "failure_reason": orNull(t.Reason)},
		"auth_type": orNull(t.AuthType), "mrn": nil, "used_at": t.At.Unix(), "created_at": t.At.Unix(), "expired_at": t.ExpireAt,
		"max_amount": t.Max, "dcc_enabled": false,
	}
	switch t.Method {
	case railUPI:
		shown["vpa"] = map[string]any{"username": "success", "handle": "razorpay", "name": nil}
	case railCard:
		shown["card"] = map[string]any{
			"entity": "card", "name": "", "last4": "1007", "network": "Visa", "type": "debit", "issuer": "HDFC", "international": false,
			"expiry_month": "12", "expiry_year": "2099", "flows": map[string]any{"otp": true, "recurring": true},
		}
	default:
		shown["bank"] = "HDFC"
		shown["bank_details"] = map[string]any{"beneficiary_name": "Sandbox", "account_number": "50100000004321", "ifsc": "HDFC0000001", "account_type": "savings"}
	}
	return shown
}

// begin is a try to register a mandate: a token that no bank has confirmed yet.
func (p *Provider) begin(x *payment, now time.Time) *token {
	o := x.order
	t := &token{
		ID: p.IDs.ID("token_"), Customer: o.customer, Order: o.id, Method: o.method, Status: tokenInitiated, AuthType: o.terms.AuthType,
		Max: o.terms.Max, ExpireAt: o.terms.ExpireAt, At: now,
	}
	x.customer, x.token = o.customer, t.ID
	p.books.tokens = append(p.books.tokens, t)
	return t
}

func (p *Provider) become(t *token, status, reason string, now time.Time) {
	if t.Status == status {
		return
	}
	t.Status, t.Reason = status, reason
	p.send("token."+status, now, parts{{"token", t.entity()}})
}

// OutcomeDummy registers a mandate by UPI, and has its payment fail for a dummy.
const OutcomeDummy = "dummy"

// registering are what becomes of a try to register a mandate. That its payment fails
// refuses it (Provider.fail).
func (p *Provider) registering(x *payment, t *token, reason string) emulator.Turns {
	turns := p.turns(x, reason)
	pay := turns.Succeed
	turns.Succeed = func(at time.Time) {
		p.become(t, tokenConfirmed, "", at)
		pay(at)
	}
	turns.Own = map[string]func(time.Time){OutcomeDummy: func(at time.Time) {
		p.become(t, tokenConfirmed, "", at)
		p.fail(x, because("upi_dummy_payment"), at)
	}}
	return turns
}

// refuse ends the try to register a mandate whose payment has failed.
func (p *Provider) refuse(x *payment, now time.Time) {
	t := p.books.token(func(t *token) bool { return t.ID == x.token && t.Status == tokenInitiated })
	if t != nil {
		p.become(t, tokenRejected, x.trouble.reason, now)
	}
}

func (p *Provider) tokenOf(r *request) (*token, error) {
	t := p.books.token(func(t *token) bool { return t.ID == r.PathValue("token") && t.Customer == r.PathValue("customer") })
	if t == nil {
		return nil, unknownID()
	}
	return t, nil
}

// listTokens hides those that were refused, were never used or are over.
func (p *Provider) listTokens(r *request) (any, error) {
	if p.books.customer(r.PathValue("customer")) == nil {
		return nil, unknownID()
	}
	shown := func(t *token) bool {
		return !t.Deleted && t.Customer == r.PathValue("customer") && t.Status == tokenConfirmed && t.ExpireAt > r.now.Unix()
	}
	return collect(p.books.tokens, window{count: len(p.books.tokens)}, shown, (*token).entity), nil
}

func (p *Provider) fetchToken(r *request) (any, error) {
	t, err := p.tokenOf(r)
	if err != nil {
		return nil, err
	}
	return t.entity(), nil
}

// lasts says whether a mandate may be used again.
func (t *token) lasts() bool { return t.Status == tokenConfirmed || t.Status == tokenPaused }

// deleteToken forgets a mandate and has the bank withdraw it, but for one by UPI,
// which the bank keeps.
func (p *Provider) deleteToken(r *request) (any, error) {
	t, err := p.tokenOf(r)
	if err != nil {
		return nil, err
	}
	gone := func(at time.Time) {
		t.Deleted = true
		if t.Method != railUPI {
			p.become(t, tokenCancelled, "", at)
		}
	}
	if err := p.withdraw(r, gone); err != nil {
		return nil, err
	}
	return map[string]any{"deleted": true}, nil
}

// cancelToken has the bank withdraw a mandate by UPI.
func (p *Provider) cancelToken(r *request) (any, error) {
	t, err := p.tokenOf(r)
	if err != nil {
		return nil, err
	}
	if t.Method != railUPI || !t.lasts() {
		return nil, refusal("The token cannot be cancelled")
	}
	if err := p.withdraw(r, func(at time.Time) { p.become(t, tokenCancelled, "", at) }); err != nil {
		return nil, err
	}
	return map[string]any{"status": "cancellation_initiated"}, nil
}

// withdraw does so at once or, when it was decided beforehand, as late as a bank may.
func (p *Provider) withdraw(r *request, do func(time.Time)) error {
	plan, _ := p.Answers.Next("mandate_cancel")
	switch plan.Outcome {
	case emulator.Failure:
		return refusal("The bank does not withdraw the mandate")
	case emulator.Late:
		p.Agenda.At(r.now.Add(plan.Delay()), do)
	default:
		do(r.now)
	}
	return nil
}

// debit takes the money of an order under a mandate.
func (p *Provider) debit(r *request) (any, error) {
	f := r.fields
	if err := f.only("email", "contact", "amount", "currency", "order_id", "customer_id", "token", "recurring", "description", "notes"); err != nil {
		return nil, err
	}
	said := map[string]string{}
	for _, name := range []string{"email", "contact", "currency", "order_id", "customer_id", "token"} {
		text, err := f.text(name)
		if err != nil {
			return nil, err
		}
		said[name] = text
	}
	amount, err := f.paise("amount")
	if err != nil {
		return nil, err
	}
	o, err := p.order(said["order_id"], r.now)
	if err != nil {
		return nil, err
	}
	t := p.books.token(func(t *token) bool { return t.ID == said["token"] && t.Customer == said["customer_id"] })
	if t == nil {
		return nil, unknownID()
	}
	if err := p.debitable(o, t, amount, r); err != nil {
		return nil, err
	}
	m, err := p.method(methodOf(t.Method))
	if err != nil {
		return nil, err
	}
	m.kind = t.Method
	x := &payment{
		id: p.IDs.ID("pay_"), order: o, amount: amount, status: paymentCreated, method: m, email: said["email"], contact: said["contact"],
		customer: t.Customer, token: t.ID, at: r.now,
	}
	p.books.addPayment(x)
	o.attempts++
	o.status = orderAttempted
	how, planned := p.Answers.Next("debit")
	switch {
	case amount > mostUnconfirmed && leads[t.Method] > 0:
		how = emulator.Answer{Outcome: emulator.Failure, Reason: "afa_required"}
	case !planned:
		how = emulator.Answer{Outcome: emulator.Success}
	}
	play := func(at time.Time) bool { return p.Play(how, at, p.turns(x, how.Reason)) }
	if o.notice == nil && leads[t.Method] > 0 { // Razorpay tells the customer itself, and debits after that
		p.Agenda.At(r.now.Add(leads[t.Method]), func(at time.Time) { play(at) })
	} else if !play(r.now) {
		return nil, wrong("outcome", "The outcome is not one that the sandbox knows.")
	}
	return map[string]any{
		"razorpay_payment_id": x.id, "razorpay_order_id": o.id, "razorpay_signature": sign(p.keys.Secret, []byte(o.id+"|"+x.id)),
	}, nil
}

// methodOf is how a payer pays on a rail.
func methodOf(rail string) string {
	if rail == railEMandate || rail == railNACH {
		return "netbanking"
	}
	return rail
}

func (p *Provider) debitable(o *order, t *token, amount int64, r *request) error {
	refused := func(reason, description string) error {
		e := refusal(description)
		e.Reason = reason
		return e
	}
	switch {
	case !r.fields.flag("recurring"):
		return missing("recurring")
	case o.terms != nil || amount != o.amount:
		return wrong("amount", "The amount must be that of an order for a debit.")
	case o.status == orderPaid || o.authorized() != nil:
		return refusal("Payment already done for this order.")
	case t.Status != tokenConfirmed || t.ExpireAt <= r.now.Unix():
		return refused("token_not_confirmed", "The token is not confirmed for recurring payments.")
	case amount > t.Max:
		return wrong("amount", "Amount exceeds maximum amount allowed")
	case o.notice == nil:
		return nil
	case o.notice.Token != t.ID:
		return wrong("token", "The token is not that of the notification.")
	case o.notice.Failed:
		return refused("pre_debit_notification_not_sent", "The customer could not be told of the debit.")
	case r.now.Unix() < o.notice.After:
		return refused("promised_debit_date_not_honoured", fmt.Sprintf("The debit may be after %s only.", time.Unix(o.notice.After, 0).In(calendar.India)))
	}
	return nil
}

// bankChoice is what a customer does with a mandate at the bank. It is named by its
// token, or by our reference of its registration.
type bankChoice struct {
	Token     string `json:"token"`
	Reference string `json:"reference"`
	Status    string `json:"status"`
}

// atBank pauses, resumes or withdraws a mandate without us.
func (p *Provider) atBank(c bankChoice, now time.Time) (any, error) {
	t := p.books.token(func(t *token) bool {
		o := p.books.orders[t.Order]
		return t.lasts() && (c.Token != "" && t.ID == c.Token || c.Token == "" && c.Reference != "" && o.receipt == c.Reference)
	})
	if t == nil || !slices.Contains([]string{tokenConfirmed, tokenPaused, tokenCancelled}, c.Status) {
		return nil, wrong("status", "There is no such mandate, or no such state.")
	}
	p.become(t, c.Status, "", now)
	return t.entity(), nil
}
