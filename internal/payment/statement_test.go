package payment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"rento/internal/money"
	"rento/internal/payment"
)

// CALL-46, CALL-47, ENTITY-58: statements come from the books, the newest movement first, in
// pages.
func TestStatements(t *testing.T) {
	onEachEngine(t, func(w *world) {
		ctx := w.T.Context()
		p := w.debtor()
		for i := range 5 {
			w.Clock.Advance(time.Minute)
			w.credit(p, money.Rupees(int64(i+1)))
		}
		quote, err := w.payments.Wallet(ctx, p, payment.Page{Number: 1, Size: 4})
		if err != nil || quote.Payout.Dues.Rent != dueAmount || quote.Payout.Amount != 0 {
			w.T.Fatalf("quote of a payout %+v, %v; want %v of rent first, nothing paid out", quote.Payout, err, dueAmount)
		}
		tr := w.startDue(p)
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		statement, err := w.payments.Wallet(ctx, p, payment.Page{Number: 1, Size: 4})
		if err != nil || statement.Total != 6 || statement.Credit != 0 || len(statement.Movements) != 4 {
			w.T.Fatalf("got %+v, %v; want statement.Total = 6, statement.Credit = 0, len(statement.Movements) = 4", statement, err)
		}
		if newest := statement.Movements[0]; newest.Kind != payment.MovedToPayment || newest.Describe() != "Used for a payment" {
			w.T.Fatalf("an outgoing payment is called %q, want %v and Used for a payment", newest.Describe(), payment.MovedToPayment)
		}
		if gift := statement.Movements[1]; gift.Kind != payment.MovedGift || statement.OwnMoney != 0 {
			w.T.Fatalf("a gift is %+v, own money %v; want gift.Kind = %v, statement.OwnMoney = 0", gift, statement.OwnMoney, payment.MovedGift)
		}
		if receipt := w.Mails(p); !strings.Contains(receipt[len(receipt)-1].Body, "Your promotional credit paid another ₹15") {
			w.T.Fatalf("receipt %q, want %q in it", receipt[len(receipt)-1].Body, "Your promotional credit paid another ₹15")
		}
		if newest := statement.Movements[0]; newest.Amount != -money.Rupees(15) || newest.Balance != 0 || newest.Description == "" {
			w.T.Fatalf(`newest %+v; want newest.Amount = %v, newest.Balance = 0, newest.Description other than ""`, newest, -money.Rupees(15))
		}
		last, err := w.payments.Wallet(ctx, p, payment.Page{Number: 2, Size: 4})
		if err != nil || len(last.Movements) != 2 || last.Movements[1].Balance != money.Rupees(1) {
			w.T.Fatalf("got %+v, %v; want len(last.Movements) = 2, last.Movements[1].Balance = %v", last, err, money.Rupees(1))
		}
		for _, page := range []payment.Page{{0, 10}, {1, 0}, {1, 101}, {-1, 5}} {
			_, err := w.payments.Wallet(ctx, p, page)
			wantFault(w.T, err, http.StatusBadRequest)
			_, err = w.payments.Transactions(ctx, p, page)
			wantFault(w.T, err, http.StatusBadRequest)
		}
		list, err := w.payments.Transactions(ctx, p, payment.Page{Number: 1, Size: 10})
		if err != nil || len(list) != 1 || list[0].State != payment.Succeeded || list[0].Amount != dueAmount {
			w.T.Fatalf("got %+v, %v; want len(list) = 1, list[0].State = %v, list[0].Amount = %v", list, err, payment.Succeeded, dueAmount)
		}
		if list[0].Mode != "upi and wallet (su…@razorpay)" || list[0].Describe() != "Rent and charges" {
			w.T.Fatalf(`got %+v; want list[0].Mode = "upi and wallet (su…@razorpay)", list[0].Describe() = "Rent and charges"`, list[0])
		}
	})
}
