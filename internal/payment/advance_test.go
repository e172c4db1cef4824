package payment_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox/emulator"
	"rento/internal/store"
	"rento/internal/testkit/company"
)

// tenant returns a customer who has rented a sofa since the 1st and owes nothing.
func (w *world) tenant() int64 {
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
	return c
}

func (w *world) ahead(p int64, months int) payment.Transaction {
	w.T.Helper()
	t, err := w.payments.StartAdvance(w.T.Context(), p, months)
	if err != nil {
		w.T.Fatal(err)
	}
	return t
}

// Advance rent is paid like anything else, in full and only by the gateway: the wallet pays none
// of it. EASYPAY-38, PAY-29
func TestRentInAdvanceIsPaid(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		_, err := w.payments.StartAdvance(w.T.Context(), p, 5)
		wantFault(w.T, err, http.StatusUnprocessableEntity)
		w.credit(p, money.Rupees(9000))
		tr := w.ahead(p, 6)
		if tr.ByGateway() != tr.Amount || tr.Amount <= 0 || tr.Purpose != payment.AdvanceRent || tr.Months != 6 {
			w.T.Fatalf("got %+v, want all of it asked for at the gateway", tr)
		}
		if again := w.ahead(p, 6); again.ID != tr.ID {
			w.T.Errorf("begun again: %d, want %d", again.ID, tr.ID)
		}
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
		bought, err := advance.PackagesOf(w.T.Context(), w.Store.Queries(), p)
		if err != nil || len(bought) != 1 || bought[0].Months != 6 || bought[0].TransactionID != tr.ID {
			w.T.Fatalf("packages %+v, %v; want one of six months", bought, err)
		}
		if b := w.Balances(p); b[ledger.Advance] == 0 || b.WalletCredit() != money.Rupees(9000) {
			w.T.Errorf("balances %v, want rent in advance and the wallet as it was", b)
		}
		_, err = w.payments.StartAdvance(w.T.Context(), p, 6)
		wantFault(w.T, err, http.StatusUnprocessableEntity)
	})
}

// A failed try leaves nothing behind, and the next try on the same order sells the months once.
// If the offer changes while somebody pays, the money goes back.
func TestRentInAdvanceThatFailsOrChanges(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		tr := w.ahead(p, 3)
		order := w.open(p, tr).Checkout.OrderID
		w.pay(order, "failure")
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusFailed)
		if got := w.Balances(p)[ledger.Advance]; got != 0 {
			w.T.Errorf("held %v after a failure, want nothing", got)
		}
		// Rent another item, so that the three months cost more.
		w.Rent(p, company.Bengaluru, "2026-10-01", company.Fridge)
		w.pay(order, "success")
		w.wait(time.Minute)
		progress, err := w.payments.OrderStatus(w.T.Context(), p, tr.ID)
		if err != nil || progress.Returned != tr.Amount {
			w.T.Errorf("got %+v, %v; want %v to go back", progress, err, tr.Amount)
		}
		if list, err := advance.PackagesOf(w.T.Context(), w.Store.Queries(), p); err != nil || len(list) != 0 {
			w.T.Errorf("packages %+v, %v; want none", list, err)
		}
	})
}

// Months that were offered before the 1st are not sold after it, even at the same price. The
// money goes back, and the customer gets a new transaction when starting again.
func TestRentInAdvanceOfOtherMonths(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		tr := w.ahead(p, 3)
		order := w.open(p, tr).Checkout.OrderID
		w.Go(calendar.Today(w.Clock).NextMonth().String())
		_, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "razorpay"})
		wantFault(w.T, err, http.StatusConflict)
		if again := w.ahead(p, 3); again.ID == tr.ID || again.Amount != tr.Amount {
			w.T.Errorf("begun again: %+v, want another one for as much as %+v", again, tr)
		}
		w.pay(order, "success")
		w.wait(time.Minute)
		if list, err := advance.PackagesOf(w.T.Context(), w.Store.Queries(), p); err != nil || len(list) != 0 {
			w.T.Errorf("packages %+v, %v; want none", list, err)
		}
		if got := w.Balances(p)[ledger.Advance]; got != 0 {
			w.T.Errorf("held %v, want nothing", got)
		}
	})
}

// If the gateway does not answer, nothing is sold, and the customer may try again.
func TestRentInAdvanceWithoutAGateway(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		tr := w.ahead(p, 3)
		w.inject("orders.create", emulator.Error500, 5)
		if _, err := w.payments.StartGateway(w.T.Context(), p, payment.GatewayInput{TransactionID: tr.ID, UniqueID: tr.UniqueID, Gateway: "razorpay"}); err == nil {
			w.T.Fatal("an order without an answer, want a refusal")
		}
		if got := w.Balances(p)[ledger.Advance]; got != 0 {
			w.T.Errorf("held %v, want nothing", got)
		}
	})
}

// The account statement shows the advance payment, a payment that went back, and a credit note
// that gave money to the wallet. Its balance agrees with the books. The receipts show the
// months, the voucher that declared the tax, and what went back.
func TestTheAccountOfWhoPaidInAdvance(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		back := w.ahead(p, 3)
		order := w.open(p, back).Checkout.OrderID
		w.Rent(p, company.Bengaluru, "2026-10-01", company.Fridge) // so that the offer is a different one now
		w.pay(order, "success")
		w.wait(time.Minute)
		if r, err := w.payments.ReceiptOf(w.T.Context(), p, back.ID); err != nil || len(r.Returned) != 1 || r.Returned[0].Amount != back.Amount || r.Ahead != nil {
			w.T.Errorf("receipt %+v, %v; want that %v goes back, and no voucher", r, err, back.Amount)
		}
		w.wait(3 * day)
		paid := w.ahead(p, 3)
		w.pay(w.open(p, paid).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.Go("2026-11-01")
		w.Bill()
		invoice := w.Invoices(p)[0]
		w.Write(p, func(tx *store.Tx) error {
			_, err := w.Billing.CreditIn(w.T.Context(), tx, billing.Credit{
				CustomerID: p, InvoiceID: invoice.ID, Operation: "goodwill", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Broken"},
				Lines: []billing.CreditedLine{{LineNo: 1, Amount: money.Rupees(100)}},
			})
			return err
		})
		from, to := calendar.MustParse("2026-10-01"), calendar.MustParse("2026-11-01")
		a, err := w.payments.AccountOf(w.T.Context(), p, from, to)
		if err != nil {
			w.T.Fatal(err)
		}
		var kinds []payment.EntryKind
		sum := a.Opening
		for _, l := range a.Lines {
			kinds = append(kinds, l.Kind)
			if sum += l.Amount; l.Balance != sum {
				w.T.Errorf("%+v, want a balance of %v", l, sum)
			}
		}
		want := []payment.EntryKind{payment.EnteredNotNeeded, payment.EnteredReturned, payment.EnteredAdvance, payment.EnteredInvoice, payment.EnteredCreditNote, payment.EnteredToWallet}
		if !slices.Equal(kinds, want) {
			w.T.Errorf("lines %v, want %v", kinds, want)
		}
		b := w.Balances(p)
		covers, err := advance.CoversOf(w.T.Context(), w.Store.Queries(), p)
		if err != nil {
			w.T.Fatal(err)
		}
		if left := advance.Left(covers); a.Advance != left || left == 0 || a.Owed != b.Dues() || a.Returning != 0 || a.Closing != sum || sum != a.Owed-left {
			w.T.Errorf("it ends with %+v, want %v owed and %v left", a, b.Dues(), left)
		}
		r, err := w.payments.ReceiptOf(w.T.Context(), p, paid.ID)
		if err != nil || r.Ahead == nil || len(r.Ahead.Of(advance.Receipt)) != 1 || r.Ahead.From.String() != "2026-10-01" || r.Ahead.To.String() != "2027-01-01" || len(r.Returned) != 0 {
			w.T.Fatalf("receipt %+v, %v; want its months and its voucher", r, err)
		}
		// The parts that the receipt shows add up to the payment.
		if len(r.Used) != 1 || r.Used[0].Number != invoice.Number || r.Used[0].Amount+r.Ahead.Left != r.Amount || r.Ahead.Left != a.Advance || r.On.String() != "2026-11-01" {
			w.T.Errorf("receipt %+v of %+v, want what invoice %s used and %v left", r, r.Ahead, invoice.Number, a.Advance)
		}
		if r, err := w.payments.ReceiptOf(w.T.Context(), p, back.ID); err != nil || len(r.Returned) != 1 || r.Returned[0].State != payment.Succeeded {
			w.T.Errorf("receipt %+v, %v; want that it went back", r, err)
		}
	})
}

// A second payment has the same reference as the first. The receipt is that of the first
// payment, and it shows the state of the second.
func TestTheReceiptOfASecondPayment(t *testing.T) {
	onEachEngine(t, func(w *world) {
		a := w.atAcme()
		p := w.debtor()
		tr := w.startDue(p)
		order := func() string {
			return strings.TrimPrefix(w.openAt(p, tr, "acme-wallet").ProviderURL, "https://acme.example/pay/")
		}
		first := order()
		a.pay(first, provider.PaymentFailed, dueAmount)
		w.wait(time.Minute)
		a.pay(order(), provider.PaymentCaptured, dueAmount)
		w.wait(time.Minute)
		a.pay(first, provider.PaymentCaptured, dueAmount)
		w.wait(time.Hour)
		r, err := w.payments.ReceiptOf(w.T.Context(), p, tr.ID)
		if err != nil || r.ID != tr.ID || len(r.Used) == 0 || len(r.Returned) != 1 || !r.Returned[0].NotBack || r.Returned[0].Amount != dueAmount {
			w.T.Errorf("receipt %+v, %v; want that of the first payment, and that the bank did not take the second back", r, err)
		}
	})
}
