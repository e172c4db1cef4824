package simulate

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	debiting "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
)

const debitURL = host + "/sandbox/billdesk"

// debitKeys have no key for encryption: what goes over the wire is signed, and can
// be overheard.
var debitKeys = debiting.Keys{MerchantID: "SIMMERC", ClientID: "simclient", SigningKey: "simulated_secret_0003_with_32_characters"}

// atBilldesk is auto debit at BillDesk.
type atBilldesk struct{ w *world }

func (w *world) openBilldesk(mux *http.ServeMux, clock *emulator.Clock, log *slog.Logger, letters *http.Client) {
	w.billdeskBase = emulator.New(clock, emulator.NewIDs(rand.NewPCG(w.seed, 5)), log, letters, ourURL+debiting.Name)
	w.billdeskBase.Origin = host
	w.billdesk = debiting.New(debitKeys, w.billdeskBase)
	w.billdesk.Routes(mux, "/sandbox/billdesk")
}

func (n *node) newBilldesk(log *slog.Logger) provider.Mandates {
	g, err := billdesk.New(billdesk.Config{
		BaseURL: debitURL, SDKURL: debitURL + "/jssdk/v1/dist", MerchantID: debitKeys.MerchantID, ClientID: debitKeys.ClientID, SigningKey: debitKeys.SigningKey,
	}, n.w.clock, log, road{n})
	if err != nil {
		panic(err)
	}
	if n.w.bug != nil && n.w.bug.debiter != nil {
		return n.w.bug.debiter(n, g)
	}
	return g
}

func (atBilldesk) name() string { return debiting.Name }

func (b atBilldesk) base() *emulator.Base { return b.w.billdeskBase }

// mandateWords are BillDesk's words for how a mandate stands.
var mandateWords = map[string]provider.MandateState{
	"initiated": provider.MandateInitiated, "pending": provider.MandateInitiated, "active": provider.MandateConfirmed, "paused": provider.MandatePaused,
	"deleted": provider.MandateCancelled, "cancelled": provider.MandateCancelled, "rejected": provider.MandateRejected, "expired": provider.MandateExpired,
}

var (
	railWords  = map[string]provider.MandateMethod{"upi": provider.MandateUPI, "card": provider.MandateCard, "netbanking": provider.MandateEMandate}
	debitWords = map[string]provider.PaymentState{
		"0300": provider.PaymentCaptured, "0002": provider.PaymentCreated, "0398": provider.PaymentFailed, "0399": provider.PaymentFailed,
	}
)

func (b atBilldesk) books() debitBooks {
	all := b.w.billdesk.Books().(debiting.Ledger)
	books := debitBooks{mandates: map[string]bankMandate{}, notices: map[string]bankNotice{}}
	for _, m := range all.Mandates {
		books.mandates[m["subscription_refid"].(string)] = bankMandate{
			state: mandateWords[m["status"].(string)], method: railWords[m["payment_method_type"].(string)], limit: paiseOf(m["amount"]),
			ends: calendar.MustParse(m["end_date"].(string)),
		}
	}
	for _, i := range all.Invoices {
		books.notices[i["invoice_id"].(string)] = bankNotice{
			reference: i["invoice_number"].(string), sent: momentOf(i["createdon"]), on: calendar.MustParse(i["debit_date"].(string)),
		}
	}
	for _, t := range all.Payments {
		of := t["mandate"].(map[string]any)
		books.debits = append(books.debits, bankDebit{
			id: t["transactionid"].(string), reference: t["orderid"].(string), mandate: of["subscription_refid"].(string),
			state: debitWords[t["auth_status"].(string)], at: momentOf(t["transaction_date"]),
		})
	}
	return books
}

// signed is what is said over the wire of a call or an event.
type signed struct {
	Object        string `json:"objectid"`
	OrderID       string `json:"orderid"`
	TransactionID string `json:"transactionid"`
	Auth          string `json:"auth_status"`
	Reference     string `json:"subscription_refid"`
	Status        string `json:"status"`
	InvoiceID     string `json:"invoice_id"`
	Number        string `json:"invoice_number"`
	DisplayNumber string `json:"invoice_display_number"`
	Amount        string `json:"amount"`
	RefundRef     string `json:"merc_refund_ref_no"`
	RefundStatus  string `json:"refund_status"`
}

// readSigned opens what is signed and not encrypted.
func readSigned(raw []byte) (it signed, err error) {
	parts := strings.Split(string(raw), ".")
	if len(parts) != 3 {
		return it, errors.New("it is not signed")
	}
	body, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		return it, err
	}
	return it, json.Unmarshal(body, &it)
}

func (atBilldesk) read(q *http.Request, body []byte) (asked, error) {
	it, err := readSigned(body)
	switch {
	case err != nil:
		return asked{}, err
	case strings.HasSuffix(q.URL.Path, "/invoices/create"):
		return asked{debit: it.Number, mandate: it.Reference, invoice: it.DisplayNumber, amount: paiseOf(it.Amount)}, nil
	case strings.HasSuffix(q.URL.Path, "/transactions/create"):
		return asked{debit: it.OrderID, mandate: it.Reference, notice: it.InvoiceID, order: it.OrderID, amount: paiseOf(it.Amount)}, nil
	}
	return asked{}, nil
}

func (atBilldesk) mandateTold(raw []byte) (reference string, state provider.MandateState) {
	it, err := readSigned(raw)
	if err != nil || it.Object != "mandate" {
		return "", ""
	}
	return it.Reference, mandateWords[it.Status]
}

// eventOfBilldesk is the id by which we store an event, empty for one about a mandate.
func eventOfBilldesk(raw []byte) string {
	it, err := readSigned(raw)
	switch {
	case err == nil && it.Object == "transaction":
		return it.TransactionID + ":" + it.Auth
	case err == nil && it.Object == "refund":
		return it.RefundRef + ":" + it.RefundStatus
	}
	return ""
}

func (b atBilldesk) confirm(p *permit, outcome string, seconds int) (map[string]string, error) {
	var back struct {
		Fields map[string]string `json:"fields"`
	}
	err := b.w.post(debitURL+"/pay", map[string]any{"order_id": p.reference, "outcome": outcome, "seconds": seconds}, false, &back)
	return back.Fields, err
}

func (b atBilldesk) change(reference string, to mandateChange) error {
	choice := map[string]any{"reference": reference}
	switch {
	case to.state == provider.MandateConfirmed:
		choice["status"] = "active"
	case to.state != "":
		choice["status"] = to.state
	case to.limit > 0:
		choice["amount"] = to.limit.Decimal()
	default:
		choice["end_date"] = to.ends.String()
	}
	var now map[string]any
	return b.w.post(debitURL+"/bank", choice, false, &now)
}

// addBilldesk adds the payments and refunds of BillDesk.
func (w *world) addBilldesk(t *truth) {
	all := w.billdesk.Books().(debiting.Ledger)
	for _, p := range all.Payments {
		h := held{
			id: p["transactionid"].(string), gateway: debiting.Name, order: p["orderid"].(string), status: p["auth_status"].(string),
			captured: p["captured"].(bool), at: momentOf(p["transaction_date"]), amount: paiseOf(p["amount"]),
		}
		for _, r := range p["refundInfo"].([]map[string]any) {
			back := paidBack{
				id: r["merc_refund_ref_no"].(string), payment: h.id, status: r["refund_status"].(string), amount: paiseOf(r["refund_amount"]), at: momentOf(r["refund_date"]),
			}
			if back.status == "0699" || back.status == "0799" {
				back.status = "processed"
				h.refunded += back.amount
			}
			t.refunds = append(t.refunds, back)
		}
		t.add(h)
	}
}

func momentOf(text any) time.Time {
	at, err := time.Parse(time.RFC3339, text.(string))
	if err != nil {
		panic(err)
	}
	return at.In(calendar.India)
}

func paiseOf(text any) money.Paise {
	amount, err := money.Parse(text.(string))
	if err != nil {
		panic(err)
	}
	return amount
}
