package payment_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/money"
	"rento/internal/paging"
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
		quote, err := w.payments.Wallet(ctx, p, paging.Page{Number: 1, Size: 4})
		w.must(err)
		if diff := cmp.Diff(payment.WalletQuote{Dues: billing.DueParts{Rent: dueAmount}}, quote.Payout); diff != "" {
			w.T.Fatalf("quote of a payout (-want +got):\n%s", diff)
		}
		tr := w.startDue(p)
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.wait(time.Minute)
		type line struct {
			Kind            payment.MovementKind
			Amount, Balance money.Paise
		}
		wantPage := func(number int, want ...line) payment.WalletStatement {
			w.T.Helper()
			page, err := w.payments.Wallet(ctx, p, paging.Page{Number: number, Size: 4})
			w.must(err)
			var got []line
			for _, m := range page.Movements {
				got = append(got, line{m.Kind, m.Amount, m.Balance})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				w.T.Fatalf("page %d (-want +got):\n%s", number, diff)
			}
			return page
		}
		statement := wantPage(1, line{payment.MovedToPayment, -15_00, 0},
			line{payment.MovedGift, 5_00, 15_00}, line{payment.MovedGift, 4_00, 10_00}, line{payment.MovedGift, 3_00, 6_00})
		wantPage(2, line{payment.MovedGift, 2_00, 3_00}, line{payment.MovedGift, 1_00, 1_00})
		if statement.Total != 6 {
			w.T.Errorf("%d movements in all, want 6", statement.Total)
		}
		type left struct{ Credit, OwnMoney money.Paise }
		if diff := cmp.Diff(left{}, left{statement.Credit, statement.OwnMoney}); diff != "" {
			w.T.Errorf("left in the wallet (-want +got):\n%s", diff)
		}
		newest := statement.Movements[0]
		if got := newest.Describe(); got != "Used for a payment" {
			w.T.Errorf("an outgoing payment is called %q, want Used for a payment", got)
		}
		if newest.Description == "" {
			w.T.Error("an outgoing payment has no description")
		}
		if receipt := w.Mails(p); !strings.Contains(receipt[len(receipt)-1].Body, "Your promotional credit paid another ₹15") {
			w.T.Fatalf("receipt %q, want %q in it", receipt[len(receipt)-1].Body, "Your promotional credit paid another ₹15")
		}
		for _, page := range []paging.Page{{Number: 0, Size: 10}, {Number: 1, Size: 0}, {Number: 1, Size: 101}, {Number: -1, Size: 5}} {
			_, err := w.payments.Wallet(ctx, p, page)
			wantFault(w.T, err, http.StatusBadRequest)
			_, err = w.payments.Transactions(ctx, p, page)
			wantFault(w.T, err, http.StatusBadRequest)
		}
		list, err := w.payments.Transactions(ctx, p, paging.Page{Number: 1, Size: 10})
		w.must(err)
		type listed struct {
			Name, Mode string
			State      payment.State
			Amount     money.Paise
		}
		var got []listed
		for _, l := range list {
			got = append(got, listed{l.Describe(), l.Mode, l.State, l.Amount})
		}
		want := []listed{{"Rent and charges", "upi and wallet (su…@razorpay)", payment.Succeeded, dueAmount}}
		if diff := cmp.Diff(want, got); diff != "" {
			w.T.Fatalf("payments (-want +got):\n%s", diff)
		}
	})
}
