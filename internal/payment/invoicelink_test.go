package payment_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/testkit"
)

// twoInvoices returns a customer with open invoices of October and November, the older first. The
// older one has a late fee of 57 rupees.
func (w *world) twoInvoices() (p int64, older, newer billing.Invoice) {
	w.T.Helper()
	p = w.debtor()
	w.Go("2026-11-11")
	w.must(w.Billing.AssessLateFees(w.T.Context()))
	w.Go("2026-12-01")
	w.Bill()
	list := w.Invoices(p)
	if len(list) != 2 {
		w.T.Fatalf("invoices %+v, want two", list)
	}
	return p, list[1], list[0]
}

// linkOf is the code of the link of an invoice.
func (w *world) linkOf(i billing.Invoice) string {
	return w.payments.InvoiceCode(payment.Transaction{CustomerID: i.CustomerID, InvoiceID: i.ID})
}

// begun begins the payment of an invoice by its link and opens its order.
func (w *world) begun(code string) (payment.Transaction, string) {
	w.T.Helper()
	tr, err := w.payments.PayInvoice(w.T.Context(), code)
	w.must(err)
	started, err := w.payments.OpenLink(w.T.Context(), tr.UniqueID, "")
	w.must(err)
	return tr, started.Checkout.OrderID
}

// linked is what the link of an invoice shows as open.
type linked struct {
	Number                        string
	Open, LateFees, Wallet, ToPay money.Paise
	UnderWay                      bool
}

func (w *world) wantLinked(code string, want linked) {
	w.T.Helper()
	l, err := w.payments.InvoiceByLink(w.T.Context(), code)
	w.must(err)
	if diff := cmp.Diff(want, linked{l.Number, l.Open(), l.LateFees, l.Wallet, l.ToPay, l.UnderWay}); diff != "" {
		w.T.Errorf("the link opens (-want +got):\n%s", diff)
	}
}

const feeOfOctober = money.Paise(5700)

// The link of an invoice pays that invoice and its late fees, and nothing else, whatever is older.
func TestTheLinkOfAnInvoicePaysThatInvoice(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		w.wantLinked(w.linkOf(newer), linked{Number: newer.Number, Open: dueAmount, ToPay: dueAmount})
		tr, order := w.begun(w.linkOf(newer))
		w.pay(order, "success")
		w.work()
		w.wantStatus(p, tr, payment.StatusPaid)
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
		if got := w.Invoices(p)[0].Open(); got != 0 {
			w.T.Errorf("%v of the invoice of the link is open, want nothing", got)
		}

		w.wantLinked(w.linkOf(older), linked{Number: older.Number, Open: dueAmount, LateFees: feeOfOctober, ToPay: dueAmount + feeOfOctober})
		_, order = w.begun(w.linkOf(older))
		w.pay(order, "success")
		w.work()
		w.wantStanding(p, standing{})
		w.wantLinked(w.linkOf(older), linked{Number: older.Number})
		_, err := w.payments.PayInvoice(w.T.Context(), w.linkOf(older))
		wantFault(w.T, err, http.StatusConflict)
		_, err = w.payments.PrintInvoice(w.T.Context(), w.linkOf(older), "en")
		wantFault(w.T, err, http.StatusConflict)
		w.wantInTransit(2*dueAmount + feeOfOctober)
	})
}

// The late fee of the invoice of the link is paid before an older invoice.
func TestTheFeeOfTheLinkIsPaidBeforeOlderRent(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		w.Go("2026-12-11")
		w.must(w.Billing.AssessLateFees(w.T.Context()))
		l, err := w.payments.InvoiceByLink(w.T.Context(), w.linkOf(newer))
		w.must(err)
		before := w.standing(p)
		_, order := w.begun(w.linkOf(newer))
		w.pay(order, "success")
		w.work()
		w.wantStanding(p, standing{Invoices: before.Invoices - dueAmount, LateFees: before.LateFees - l.LateFees})
	})
}

// The wallet pays its part of the invoice, or all of it.
func TestTheWalletPaysTheInvoiceOfALink(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		w.credit(p, dueAmount+money.Rupees(500))
		w.wantLinked(w.linkOf(newer), linked{Number: newer.Number, Open: dueAmount, Wallet: dueAmount})
		tr, err := w.payments.PayInvoice(w.T.Context(), w.linkOf(newer))
		w.must(err)
		w.wantShares(tr, shares{Purpose: payment.Due, Amount: dueAmount, Wallet: dueAmount, WalletPaid: true})
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober, Wallet: money.Rupees(500)})
		rest := dueAmount + feeOfOctober - money.Rupees(500)
		w.wantLinked(w.linkOf(older), linked{Number: older.Number, Open: dueAmount, LateFees: feeOfOctober, Wallet: money.Rupees(500), ToPay: rest})
		_, order := w.begun(w.linkOf(older))
		w.pay(order, "success")
		w.work()
		w.wantStanding(p, standing{})
		w.wantInTransit(rest)
	})
}

// An invoice that was paid otherwise while its payment was under way is paid once: the second
// payment goes back.
func TestAnInvoicePaidTwiceGivesTheSecondBack(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		_, order := w.begun(w.linkOf(newer))
		w.Write(p, func(tx *store.Tx) error {
			_, err := w.Billing.Allocate(w.T.Context(), tx, billing.Receipt{
				CustomerID: p, First: []int64{newer.ID}, WithFees: true, SourceType: "test", SourceID: "transfer",
				At: calendar.Stamp(w.Clock.Now()), From: []ledger.Leg{ledger.Debit(ledger.Bank, dueAmount)},
			})
			return err
		})
		w.pay(order, "success")
		w.work()
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober, Returning: dueAmount})
	})
}

// Payments of two invoices of a customer do not stand for one another: each pays its own, though
// the second was begun in place of the first.
func TestTwoLinksPayTheirOwnInvoices(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, newer := w.twoInvoices()
		_, first := w.begun(w.linkOf(older))
		second, order := w.begun(w.linkOf(newer))
		w.pay(order, "success")
		w.work()
		w.wantStatus(p, second, payment.StatusPaid)
		w.pay(first, "success")
		w.wait(time.Hour)
		w.wantStanding(p, standing{})
		w.wantInTransit(2*dueAmount + feeOfOctober)
	})
}

// A link opens what it was signed for and nothing else: neither a changed code, nor the code of a
// document that is not paid.
func TestALinkOfAnInvoiceCannotBeMadeUp(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, _ := w.twoInvoices()
		good := w.linkOf(older)
		w.creditRent(p, money.Rupees(100))
		note := w.Invoices(p)[0]
		for _, code := range []string{"", "x", good[1:], strings.ToUpper(good), good[:37] + "0", w.linkOf(note), w.linkOf(billing.Invoice{CustomerID: p, ID: older.ID + 1}), w.linkOf(billing.Invoice{CustomerID: p + 1, ID: older.ID})} {
			if code == good {
				continue
			}
			_, err := w.payments.InvoiceByLink(w.T.Context(), code)
			wantFault(w.T, err, http.StatusNotFound)
			_, err = w.payments.PayInvoice(w.T.Context(), code)
			wantFault(w.T, err, http.StatusNotFound)
			_, err = w.payments.PrintInvoice(w.T.Context(), code, "en")
			wantFault(w.T, err, http.StatusNotFound)
		}
	})
}

// The page of a link shows that invoice, leads to its payment and back, and gives nothing else of
// the customer away.
func TestThePageOfAnInvoice(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	pages := w.pages(appOnly)
	p, _, newer := w.twoInvoices()
	at := "/invoice/" + w.linkOf(newer)
	shown := pages.get(at)
	pages.want(shown, http.StatusOK, newer.Number, "₹2,830", newer.Supplier.GSTIN, `action="`+at+`/pay"`, `href="`+at+`/pdf"`,
		"transfer the amount to Town Rentals, account 50200012345678", "If you deduct tax at source")
	for _, private := range []string{"someone@example.in", "90000", "dashboard", w.Invoices(p)[1].Number, "<script"} {
		if strings.Contains(shown.Body.String(), private) {
			t.Errorf("the page has %q:\n%s", private, shown.Body)
		}
	}
	if h := shown.Header(); h.Get("Cache-Control") != "no-store" || !strings.Contains(h.Get("Content-Security-Policy"), "default-src 'none'") || h.Get("X-Robots-Tag") != "noindex" {
		t.Errorf("headers %v, want no-store, noindex and a policy", h)
	}
	began := pages.send(http.MethodPost, at+"/pay", nil)
	pay := began.Header().Get("Location")
	if began.Code != http.StatusSeeOther || !strings.HasPrefix(pay, "/pay/") {
		t.Fatalf("HTTP %d to %q, want 303 to the pay page", began.Code, pay)
	}
	checkout := pages.get(pay)
	pages.want(checkout, http.StatusOK, "₹2,830", `href="https://app.example`+at+`"`, "Back to the invoice")
	for _, private := range []string{"someone@example.in", "90000"} {
		if strings.Contains(checkout.Body.String(), private) {
			t.Errorf("the pay page has %q:\n%s", private, checkout.Body)
		}
	}
	w.Clock.Advance(31 * time.Minute)
	if out := pages.get(pay); out.Code != http.StatusFound || out.Header().Get("Location") != "https://app.example"+at {
		t.Errorf("a pay page that has run out: HTTP %d to %q, want back to the invoice", out.Code, out.Header().Get("Location"))
	}
	_, order := w.begun(w.linkOf(newer))
	w.pay(order, "success")
	w.work()
	paid := pages.get(at)
	pages.want(paid, http.StatusOK, newer.Number, "This invoice is paid.")
	for _, over := range []string{"₹", "<form", "/pdf", "50200012345678", newer.BillTo.Name} {
		if strings.Contains(paid.Body.String(), over) {
			t.Errorf("the page of a paid invoice has %q:\n%s", over, paid.Body)
		}
	}
	for address, again := range map[string]*httptest.ResponseRecorder{
		"paying": pages.send(http.MethodPost, at+"/pay", nil), "the address of paying": pages.get(at + "/pay"), "the PDF": pages.get(at + "/pdf"),
	} {
		if again.Code != http.StatusSeeOther || again.Header().Get("Location") != at {
			t.Errorf("%s of a paid invoice: HTTP %d to %q, want back to the invoice", address, again.Code, again.Header().Get("Location"))
		}
	}
	pages.want(pages.get("/invoice/"+w.linkOf(newer)[1:]), http.StatusNotFound, "open it again from our mail")
	pages.want(pages.get(at+"?lang=hi"), http.StatusOK, `lang="hi-IN"`, "इस बिल का भुगतान हो चुका है")
}

// While the bank confirms a payment, the page offers no second one.
func TestThePageOfAnInvoiceWhileTheBankConfirms(t *testing.T) {
	w := newWorld(t, testkit.Open(t))
	pages := w.pages(appOnly)
	_, _, newer := w.twoInvoices()
	at := "/invoice/" + w.linkOf(newer)
	_, order := w.begun(w.linkOf(newer))
	w.pay(order, "pending")
	w.wait(time.Minute)
	shown := pages.get(at)
	pages.want(shown, http.StatusOK, "We do not know yet whether this payment went through")
	if strings.Contains(shown.Body.String(), "<form") {
		t.Errorf("the page offers a second payment:\n%s", shown.Body)
	}
	if out := pages.send(http.MethodPost, at+"/pay", nil); out.Header().Get("Location") != at {
		t.Errorf("paying again leads to %q, want back to the invoice", out.Header().Get("Location"))
	}
}
