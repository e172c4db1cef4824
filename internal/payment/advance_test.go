package payment_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/payment"
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

// Advance rent is paid like anything else, in full. A gift in the wallet pays none of it.
// EASYPAY-38, PAY-29
func TestRentInAdvanceIsPaid(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		_, err := w.payments.StartAdvance(w.T.Context(), p, 5)
		wantFault(w.T, err, http.StatusUnprocessableEntity)
		w.credit(p, money.Rupees(9000))
		tr := w.ahead(p, 6)
		w.wantShares(tr, shares{Purpose: payment.AdvanceRent, Amount: tr.Amount, ByGateway: tr.Amount})
		if tr.Amount <= 0 {
			w.T.Fatalf("%v asked for, want more than nothing", tr.Amount)
		}
		if tr.Months != 6 {
			w.T.Errorf("%d months, want 6", tr.Months)
		}
		if again := w.ahead(p, 6); again.ID != tr.ID {
			w.T.Errorf("begun again: %d, want %d", again.ID, tr.ID)
		}
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
		bought, err := advance.PackagesOf(w.T.Context(), w.Store.Queries(), p)
		w.must(err)
		type sold struct {
			Months        int
			TransactionID int64
		}
		var packages []sold
		for _, b := range bought {
			packages = append(packages, sold{b.Months, b.TransactionID})
		}
		if diff := cmp.Diff([]sold{{6, tr.ID}}, packages); diff != "" {
			w.T.Fatalf("packages (-want +got):\n%s", diff)
		}
		if b := w.Balances(p); b[ledger.Advance] == 0 || b.WalletCredit() != money.Rupees(9000) {
			w.T.Errorf("balances %v, want rent in advance and the wallet as it was", b)
		}
		_, err = w.payments.StartAdvance(w.T.Context(), p, 6)
		wantFault(w.T, err, http.StatusUnprocessableEntity)
	})
}

// Own money in the wallet that no dues need pays rent in advance first, and alone if it is enough.
func TestOwnMoneyPaysRentInAdvanceFirst(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		w.credit(p, money.Rupees(100)) // a gift, which pays nothing of it
		price := w.ahead(p, 3).Amount
		w.ownMoney(p, money.Rupees(1000))
		tr := w.ahead(p, 3)
		w.wantShares(tr, shares{Purpose: payment.AdvanceRent, Amount: price, ByGateway: price - money.Rupees(1000), Wallet: money.Rupees(1000)})
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		w.wantStatus(p, tr, payment.StatusPaid)
		if diff := cmp.Diff(money.Rupees(100), w.Balances(p).WalletCredit()); diff != "" {
			w.T.Errorf("the wallet (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(price, w.receipt(p, tr).Amount); diff != "" {
			w.T.Errorf("the receipt (-want +got):\n%s", diff)
		}
		rich := w.tenant()
		w.ownMoney(rich, price+money.Rupees(7))
		all := w.ahead(rich, 3)
		w.wantShares(all, shares{Purpose: payment.AdvanceRent, Amount: price, Wallet: price, WalletPaid: true})
		if b := w.Balances(rich); b[ledger.Advance] == 0 || b.OwnMoney() != money.Rupees(7) {
			w.T.Errorf("balances %v, want rent in advance and ₹7 in the wallet", b)
		}
		w.must(billing.Check(w.T.Context(), w.Store.Queries()))
		w.must(payment.Check(w.T.Context(), w.Store.Queries()))
	})
}

// While somebody pays the rest at the gateway, the wallet's part is used otherwise: the money goes
// back, and nothing is sold.
func TestTheWalletsPartOfRentInAdvanceIsGone(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		w.ownMoney(p, money.Rupees(1000))
		tr := w.ahead(p, 3)
		order := w.open(p, tr).Checkout.OrderID
		w.ownMoney(p, -money.Rupees(999))
		w.pay(order, "success")
		w.wait(time.Minute)
		progress, err := w.payments.OrderStatus(w.T.Context(), p, tr.ID)
		if err != nil || progress.Returned != tr.ByGateway() {
			w.T.Errorf("got %+v, %v; want %v to go back", progress, err, tr.ByGateway())
		}
		if b := w.Balances(p); b[ledger.Advance] != 0 || b.OwnMoney() != money.Rupees(1) {
			w.T.Errorf("balances %v, want no rent in advance and the wallet as it was", b)
		}
	})
}

// ownMoney puts own money into the wallet, or takes it out.
func (w *world) ownMoney(p int64, amount money.Paise) {
	w.T.Helper()
	w.Write(p, func(tx *store.Tx) error {
		_, _, err := w.Ledger.Post(w.T.Context(), tx, ledger.Entry{
			CustomerID: p, SourceType: "test", SourceID: fmt.Sprint(w.IDs.Next()), At: calendar.Stamp(w.Clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, amount), ledger.Credit(ledger.Wallet, amount)},
		})
		return err
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
		if diff := cmp.Diff(1, w.said(p, "the months of rent in advance that it was for were not offered like that any more")); diff != "" {
			w.T.Errorf("mails that say why it goes back (-want +got):\n%s", diff)
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

// sentBack is a payment that goes back to its source, as a receipt shows it.
type sentBack struct {
	Amount  money.Paise
	State   payment.State
	NotBack bool // the bank did not take it
}

// receipt returns a receipt, and checks what it shows as going back.
func (w *world) receipt(p int64, t payment.Transaction, want ...sentBack) payment.Receipt {
	w.T.Helper()
	r, err := w.payments.ReceiptOf(w.T.Context(), p, t.ID)
	w.must(err)
	var got []sentBack
	for _, l := range r.Returned {
		got = append(got, sentBack{l.Amount, l.State, l.NotBack})
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.T.Errorf("what goes back by the receipt (-want +got):\n%s", diff)
	}
	return r
}

// The account statement shows the advance payment, a payment that went back, and a credit note
// that gave money to the wallet. Its balance agrees with the books. The receipts show the
// months, the voucher that declared the tax, and what went back.
func TestTheAccountOfWhoPaidInAdvance(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		unsold := w.ahead(p, 3)
		order := w.open(p, unsold).Checkout.OrderID
		w.Rent(p, company.Bengaluru, "2026-10-01", company.Fridge) // so that the offer is a different one now
		w.pay(order, "success")
		w.wait(time.Minute)
		if r := w.receipt(p, unsold, sentBack{Amount: unsold.Amount, State: payment.Pending}); r.Ahead != nil {
			w.T.Errorf("the receipt has the voucher %+v, want none", r.Ahead)
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
		left := advance.Left(covers)
		if left == 0 {
			w.T.Fatal("nothing of the advance rent is left")
		}
		type ends struct{ Owed, Advance, Returning, Closing money.Paise }
		wantEnds := ends{Owed: b.Dues(), Advance: left, Closing: b.Dues() - left}
		if diff := cmp.Diff(wantEnds, ends{a.Owed, a.Advance, a.Returning, a.Closing}); diff != "" {
			w.T.Errorf("the statement ends with (-want +got):\n%s", diff)
		}
		if a.Closing != sum {
			w.T.Errorf("closing: got %v, want %v, which the lines add up to", a.Closing, sum)
		}
		r := w.receipt(p, paid)
		if r.Ahead == nil {
			w.T.Fatal("the receipt has no months")
		}
		type receipt struct {
			From, To, On string
			Vouchers     int
			Left         money.Paise
		}
		ahead := r.Ahead
		got := receipt{ahead.From.String(), ahead.To.String(), r.On.String(), len(ahead.Of(advance.Receipt)), ahead.Left}
		if diff := cmp.Diff(receipt{"2026-10-01", "2027-01-01", "2026-11-01", 1, left}, got); diff != "" {
			w.T.Errorf("the receipt (-want +got):\n%s", diff)
		}
		// The parts that the receipt shows add up to the payment.
		used := []billing.Paid{{Number: invoice.Number, Kind: invoice.Kind, Amount: r.Amount - left}}
		if diff := cmp.Diff(used, r.Used); diff != "" {
			w.T.Errorf("invoices that used it (-want +got):\n%s", diff)
		}
		w.receipt(p, unsold, sentBack{Amount: unsold.Amount, State: payment.Succeeded})
	})
}

// A payment that came at night is sent back at night: the morning has one message, that it was sent.
func TestAPaymentThatWentBackAtNight(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.tenant()
		tr := w.ahead(p, 3)
		order := w.open(p, tr).Checkout.OrderID
		w.Rent(p, company.Bengaluru, "2026-10-01", company.Fridge)
		w.Clock.Set(calendar.MustParse("2026-11-05").At(22, 0))
		w.pay(order, "success")
		w.wait(12 * time.Hour)
		var told []string
		for _, m := range w.Mails(p) {
			if strings.Contains(m.Subject, "Your payment of") && m.State != notify.StateWithheld {
				told = append(told, m.Subject)
			}
		}
		if diff := cmp.Diff([]string{fmt.Sprintf("Your payment of %s was sent back", tr.Amount)}, told); diff != "" {
			w.T.Errorf("mails (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(1, w.said(p, "for months of rent in advance that were not offered like that any more, was sent back")); diff != "" {
			w.T.Errorf("mails that say why it went back (-want +got):\n%s", diff)
		}
	})
}
