package razorpay

import (
	"net/url"
	"slices"
	"time"
)

// minAmount is the least that can be charged or refunded, in paise.
const minAmount = 100

const maxReceipt = 40

func (p *Provider) createOrder(r *request) (any, error) {
	made, err := p.readOrder(r)
	if err != nil {
		return nil, err
	}
	if same := p.books.receipts[made.receipt]; r.fields.flag("unique_receipt") && len(same) > 0 {
		return same[0].entity(), nil
	}
	made.id = p.IDs.ID("order_")
	p.books.addOrder(made)
	p.tellNotice(made, r.now)
	return made.entity(), nil
}

func (p *Provider) readOrder(r *request) (*order, error) {
	f := r.fields
	err := f.only("amount", "currency", "receipt", "notes", "payment", "payment_capture", "partial_payment",
		"unique_receipt", "customer_id", "method", "token", "notification")
	if err != nil {
		return nil, err
	}
	made := &order{status: orderCreated, at: r.now, captureWithin: captureLifetime, keepFor: uncapturedLifetime}
	if made.amount, err = f.paise("amount"); err != nil {
		return nil, err
	}
	if err := p.readMandate(made, r); err != nil {
		return nil, err
	}
	if made.amount < minAmount && (made.terms == nil || !made.free()) {
		return nil, wrong("amount", "Order amount less than minimum amount allowed")
	}
	if err := made.readCurrencyAndReceipt(f); err != nil {
		return nil, err
	}
	if made.notes, err = f.notes(); err != nil {
		return nil, err
	}
	return made, made.readCapture(f)
}

func (o *order) readCurrencyAndReceipt(f fields) error {
	currency, err := f.text("currency")
	if err != nil {
		return err
	}
	if currency == "" {
		return missing("currency")
	}
	if currency != "INR" {
		return wrong("currency", "Currency is not supported")
	}
	if o.receipt, err = f.text("receipt"); err != nil {
		return err
	}
	if len(o.receipt) > maxReceipt {
		return wrong("receipt", "The receipt may not be greater than 40 characters.")
	}
	return nil
}

// minCaptureWindow is the shortest automatic_expiry_period, in minutes.
const minCaptureWindow = 12

func (o *order) readCapture(f fields) error {
	o.automatic = f.flag("payment_capture")
	rule, err := f.sub("payment")
	if err != nil {
		return err
	}
	mode, err := rule.text("capture")
	if err != nil {
		return err
	}
	o.automatic = o.automatic || mode == "automatic"
	options, err := rule.sub("capture_options")
	if err != nil {
		return err
	}
	if minutes := options.whole("automatic_expiry_period"); minutes != 0 {
		if minutes < minCaptureWindow {
			return wrong("automatic_expiry_period", "The automatic expiry period must be at least 12.")
		}
		o.captureWithin = time.Duration(minutes) * time.Minute
	}
	if minutes := options.whole("manual_expiry_period"); minutes != 0 {
		o.keepFor = min(time.Duration(minutes)*time.Minute, uncapturedLifetime)
	}
	return nil
}

func (p *Provider) order(id string, now time.Time) (*order, error) {
	o := p.books.orders[id]
	if o == nil {
		return nil, unknownID()
	}
	if now.Sub(o.at) > orderLifetime {
		return nil, refusal("Orders older than 180 days cannot be fetched")
	}
	return o, nil
}

func (p *Provider) fetchOrder(r *request) (any, error) {
	o, err := p.order(r.PathValue("id"), r.now)
	if err != nil {
		return nil, err
	}
	return shownOrder(o, r.URL.Query()), nil
}

func shownOrder(o *order, query url.Values) map[string]any {
	expand := query["expand[]"]
	if slices.Contains(expand, "payments") || slices.Contains(expand, "payments.card") {
		return o.withPayments()
	}
	return o.entity()
}

func (p *Provider) listOrders(r *request) (any, error) {
	query := r.URL.Query()
	w, err := readWindow(query)
	if err != nil {
		return nil, err
	}
	all := p.books.orderList
	if receipt := query.Get("receipt"); receipt != "" {
		all = p.books.receipts[receipt]
	}
	match := func(o *order) bool {
		return w.holds(o.at) && authorizedMatches(o, query.Get("authorized")) && r.now.Sub(o.at) <= orderLifetime
	}
	return collect(all, w, match, func(o *order) map[string]any { return shownOrder(o, query) }), nil
}

// authorizedMatches: "1" asks for orders with a payment that waits for its
// capture, "0" for those without.
func authorizedMatches(o *order, wanted string) bool {
	return wanted == "" || (wanted == "1") == (o.authorized() != nil)
}

func (p *Provider) orderPayments(r *request) (any, error) {
	o, err := p.order(r.PathValue("id"), r.now)
	if err != nil {
		return nil, err
	}
	all := window{count: len(o.payments)}
	return collect(o.payments, all, always[*payment], (*payment).withCard), nil
}
