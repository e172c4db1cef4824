package billdesk

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"rento/internal/calendar"
	"rento/internal/sandbox/emulator"
)

type mandateCall struct {
	MerchantID string          `json:"mercid"`
	Customer   string          `json:"customer_refid"`
	Reference  string          `json:"subscription_refid"`
	About      string          `json:"subscription_desc"`
	Currency   string          `json:"currency"`
	Frequency  string          `json:"frequency"`
	AmountType string          `json:"amount_type"`
	Amount     string          `json:"amount"`
	Starts     string          `json:"start_date"`
	Ends       string          `json:"end_date"`
	Rule       string          `json:"recurrence_rule"`
	DebitDay   string          `json:"debit_day"`
	Method     string          `json:"payment_method_type"`
	ReturnURL  string          `json:"ru"`
	Device     *device         `json:"device"`
	Person     json.RawMessage `json:"customer"`
}

// createMandate opens the registration of a mandate.
func (p *Provider) createMandate(r request) (any, *refusal) {
	var in mandateCall
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	if !isAddress(in.ReturnURL) || in.Device == nil || !in.Device.whole() {
		return nil, invalid("A registration has an address to return to and a device")
	}
	m, refused := p.register(in, r.now)
	if refused != nil {
		return nil, refused
	}
	answer := p.opened("mandatetoken", m.Token, map[string]any{"mercid": p.keys.MerchantID, "mandate_tokenid": m.TokenID}, r.now)
	answer["mandate_tokenid"], answer["subscription_refid"], answer["status"] = m.TokenID, m.Reference, m.Status
	return answer, nil
}

// register begins a mandate. A reference is taken once.
func (p *Provider) register(in mandateCall, now time.Time) (*mandate, *refusal) {
	limit, fine := readAmount(in.Amount)
	starts, err := calendar.Parse(in.Starts)
	ends, wrong := calendar.Parse(in.Ends)
	known := slices.Contains([]string{"adho", "mnth", "week", "bimn", "qurt", "bian", "year"}, in.Frequency) && slices.Contains([]string{"upi", "card", "netbanking"}, in.Method)
	if !fine || err != nil || wrong != nil || !starts.Before(ends) || starts.Before(calendar.In(now)) || !known || in.AmountType != "max" ||
		in.Currency != "356" || !idForm.MatchString(in.Reference) || in.Customer == "" || in.About == "" {
		return nil, invalid("A mandate has a reference, a customer, a description, a rail, an amount and a span that begins now or later")
	}
	if p.books.mandate(in.Reference) != nil {
		return nil, duplicate("A mandate of this reference is there")
	}
	m := &mandate{
		TokenID: p.IDs.ID("MT"), Token: "OToken " + p.IDs.ID(""), Reference: in.Reference, Customer: in.Customer, Status: mandateInitiated,
		Method: in.Method, Max: limit, Starts: in.Starts, Ends: in.Ends, ReturnURL: in.ReturnURL, At: now,
	}
	p.books.Mandates = append(p.books.Mandates, m)
	p.expireLater(m)
	return m, nil
}

// give takes over what a customer says of a mandate at the bank, and reports whether
// it can be so.
func (m *mandate) give(a Attempt) bool {
	if a.Max != "" {
		limit, fine := readAmount(a.Max)
		if !fine || limit > m.Max {
			return false
		}
		m.Max = limit
	}
	m.VPA, m.Account = a.VPA, a.Account
	return true
}

// confirm is the bank's yes.
func (p *Provider) confirm(m *mandate, now time.Time) {
	if m.Status != mandateInitiated && m.Status != mandatePending {
		return
	}
	m.ID = p.IDs.ID("MD")
	p.become(m, mandateActive, now)
}

// reject is the bank's no, or the customer's.
func (p *Provider) reject(m *mandate, code string, now time.Time) {
	m.Code = code
	p.become(m, mandateRejected, now)
}

func (p *Provider) become(m *mandate, status string, now time.Time) {
	if m.Status == status {
		return
	}
	m.Status = status
	p.announce("mandate."+status, p.shownMandate(m), now)
}

// lasts says whether a mandate may be used again.
func (m *mandate) lasts() bool { return m.Status == mandateActive || m.Status == mandatePaused }

// expireLater ends a mandate when its last day is over.
func (p *Provider) expireLater(m *mandate) {
	ends, err := calendar.Parse(m.Ends)
	if err != nil {
		return
	}
	p.Agenda.At(ends.AddDays(1).Start(), func(at time.Time) {
		if m.lasts() && m.Ends == ends.String() {
			p.become(m, mandateExpired, at)
		}
	})
}

// mandateTurns are what becomes of a registration.
func (p *Provider) mandateTurns(m *mandate) emulator.Turns {
	return emulator.Turns{
		Succeed: func(at time.Time) { p.confirm(m, at) },
		Fail:    func(at time.Time) { p.reject(m, "mandate_declined", at) },
		Wait:    func(at time.Time) { p.become(m, mandatePending, at) },
		Own:     map[string]func(time.Time){emulator.Cancelled: func(at time.Time) { p.reject(m, "user_cancelled", at) }},
	}
}

// shownMandate is what BillDesk tells of a mandate.
func (p *Provider) shownMandate(m *mandate) map[string]any {
	body := map[string]any{
		"objectid": "mandate", "mercid": p.keys.MerchantID, "mandate_tokenid": m.TokenID, "subscription_refid": m.Reference, "customer_refid": m.Customer,
		"status": m.Status, "amount": m.Max.Decimal(), "amount_type": "max", "currency": "356", "start_date": m.Starts, "end_date": m.Ends,
		"payment_method_type": m.Method, "createdon": moment(m.At),
	}
	switch {
	case m.ID != "":
		body["mandateid"], body["verification_error_type"], body["verification_error_code"], body["bankid"] = m.ID, "success", "TRS0000", "HDF"
		switch m.Method {
		case "upi":
			body["vpa"] = cmp.Or(m.VPA, "success@billdesk")
		case "card":
			body["masked_value"] = "XXXX XXXX XXXX " + cmp.Or(m.Account, "1007")
		default:
			body["masked_account_number"] = "XXXXXX" + cmp.Or(m.Account, "4321")
		}
	case m.Status == mandateRejected:
		body["verification_error_type"], body["verification_error_code"] = "failure", m.Code
	}
	return body
}

type mandateQuery struct {
	MerchantID string `json:"mercid"`
	ID         string `json:"mandateid"`
	Reference  string `json:"subscription_refid"`
	Method     string `json:"payment_method_type"`
}

// getMandate shows a mandate. One whose registration nobody has confirmed is none.
func (p *Provider) getMandate(r request) (any, *refusal) {
	var in mandateQuery
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	m := find(p.books.Mandates, func(m *mandate) bool {
		return m.Status != mandateInitiated && (in.ID != "" && m.ID == in.ID || in.Reference != "" && m.Reference == in.Reference)
	})
	if m == nil {
		return nil, missing("There is no such mandate")
	}
	return p.shownMandate(m), nil
}

// deleteMandate withdraws a mandate, at once or, when it was decided beforehand, as
// late as a bank may.
func (p *Provider) deleteMandate(r request) (any, *refusal) {
	var in mandateQuery
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	m := find(p.books.Mandates, func(m *mandate) bool { return in.ID != "" && m.ID == in.ID })
	if m == nil {
		return nil, missing("There is no such mandate")
	}
	if in.Method != m.Method || !m.lasts() {
		return nil, invalid("The mandate is not active")
	}
	plan, _ := p.Answers.Next("mandate_cancel")
	switch plan.Outcome {
	case emulator.Failure:
		return nil, invalid("The bank does not withdraw the mandate")
	case emulator.Late:
		p.Agenda.At(r.now.Add(plan.Delay()), func(at time.Time) { p.become(m, mandateDeleted, at) })
	default:
		p.become(m, mandateDeleted, r.now)
	}
	return p.shownMandate(m), nil
}

type invoiceCall struct {
	MerchantID    string `json:"mercid"`
	Reference     string `json:"subscription_refid"`
	Customer      string `json:"customer_refid"`
	Number        string `json:"invoice_number"`
	DisplayNumber string `json:"invoice_display_number"`
	Date          string `json:"invoice_date"`
	DueDate       string `json:"duedate"`
	DebitDate     string `json:"debit_date"`
	Amount        string `json:"amount"`
	NetAmount     string `json:"net_amount"`
	Currency      string `json:"currency"`
	MandateID     string `json:"mandateid"`
	About         string `json:"description"`
	DebitNumber   string `json:"debit_request_no"`
}

// createInvoice announces a debit, a day before it at least. A number is taken once.
func (p *Provider) createInvoice(r request) (any, *refusal) {
	var in invoiceCall
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	m := p.books.mandate(in.Reference)
	amount, fine := readAmount(in.Amount)
	day, err := calendar.Parse(in.DebitDate)
	switch {
	case m == nil || m.ID != in.MandateID || m.Customer != in.Customer:
		return nil, missing("There is no such mandate")
	case !fine || err != nil || in.NetAmount != in.Amount || in.Currency != "356" || !idForm.MatchString(in.Number) || m.Method == "upi" && in.DebitNumber == "":
		return nil, invalid("An invoice has a number, an amount and the day of its debit, and for UPI the number of the debit")
	case m.Status != mandateActive:
		return nil, invalid("The mandate is not active")
	case amount > m.Max:
		return nil, invalid("The amount is above that of the mandate")
	case day.AddDays(1).Start().Before(r.now.Add(noticeTime)):
		return nil, invalid("The customer must be told a day before the debit")
	case in.DebitDate > m.Ends:
		return nil, invalid("The mandate ends before the debit")
	case p.books.invoice(in.Number) != nil:
		return nil, duplicate("An invoice of this number is there")
	}
	if plan, any := p.Answers.Next("notice"); any && plan.Outcome == emulator.Failure {
		return nil, invalid("The notice could not be sent")
	}
	made := &invoice{ID: p.IDs.ID("IN"), Number: in.Number, Mandate: m.Reference, DebitDate: in.DebitDate, Amount: amount, Status: "unpaid", At: r.now}
	p.books.Invoices = append(p.books.Invoices, made)
	return p.shownInvoice(made), nil
}

type invoiceQuery struct {
	MerchantID string `json:"mercid"`
	Number     string `json:"invoice_number"`
}

func (p *Provider) getInvoice(r request) (any, *refusal) {
	var in invoiceQuery
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	made := p.books.invoice(in.Number)
	if made == nil {
		return nil, missing("There is no such invoice")
	}
	return p.shownInvoice(made), nil
}

func (p *Provider) shownInvoice(i *invoice) map[string]any {
	return map[string]any{
		"objectid": "invoice", "invoice_id": i.ID, "mercid": p.keys.MerchantID, "invoice_number": i.Number, "mandateid": p.books.mandate(i.Mandate).ID,
		"subscription_refid": i.Mandate, "debit_date": i.DebitDate, "amount": i.Amount.Decimal(), "status": i.Status, "createdon": moment(i.At),
	}
}

type debitCall struct {
	MerchantID  string `json:"mercid"`
	OrderID     string `json:"orderid"`
	Amount      string `json:"amount"`
	Currency    string `json:"currency"`
	ItemCode    string `json:"itemcode"`
	Process     string `json:"txn_process_type"`
	MandateID   string `json:"mandateid"`
	Reference   string `json:"subscription_refid"`
	InvoiceID   string `json:"invoice_id"`
	DebitNumber string `json:"debit_request_no"`
}

// debit takes the money of an invoice. An order id is taken once, an invoice is paid
// once.
func (p *Provider) debit(r request) (any, *refusal) {
	var in debitCall
	if refused := r.read(&in); refused != nil {
		return nil, refused
	}
	m := p.books.mandate(in.Reference)
	i := find(p.books.Invoices, func(i *invoice) bool { return i.ID == in.InvoiceID })
	amount, fine := readAmount(in.Amount)
	switch {
	case m == nil || m.ID != in.MandateID || i == nil || i.Mandate != m.Reference:
		return nil, missing("There is no such mandate or invoice")
	case p.books.order(in.OrderID) != nil || p.books.transaction(in.OrderID) != nil:
		return nil, duplicate("An order of this id is there")
	case !fine || !idForm.MatchString(in.OrderID) || in.Currency != "356" || in.ItemCode != "DIRECT" || in.Process != "si" || amount != i.Amount:
		return nil, invalid("A debit has an id and the amount of its invoice")
	case m.Status != mandateActive:
		return nil, invalid("The mandate is not active")
	case i.Status != "unpaid":
		return nil, invalid("The invoice is paid")
	case i.DebitDate != calendar.In(r.now).String() || r.now.Before(i.At.Add(noticeTime)):
		return nil, invalid("It is not the day of the debit")
	case m.Method == "upi" && in.DebitNumber != strconv.Itoa(m.Debits+1):
		return nil, invalid("The number of the debit is not the next")
	}
	t := &transaction{
		ID: p.IDs.ID("U"), Order: in.OrderID, Amount: amount, Process: "si", Method: m.Method, Auth: authPending, Kind: "pending", Code: "TRP0000",
		Text: "The bank has not answered", Mandate: m.Reference, Invoice: i.Number, At: r.now,
	}
	how, planned := p.Answers.Next("debit")
	switch {
	case amount > mostUnconfirmed && m.Method != "netbanking":
		how = emulator.Answer{Outcome: emulator.Failure, Reason: "afa_required"}
	case !planned:
		how = emulator.Answer{Outcome: emulator.Success}
	}
	if !p.Play(how, r.now, p.turns(t, how.Reason)) {
		return nil, invalid("The outcome is not one that the sandbox knows")
	}
	m.Debits++
	p.books.Transactions = append(p.books.Transactions, t)
	return p.shown(t, false), nil
}
