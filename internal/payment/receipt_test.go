package payment_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store/db"
	"rento/internal/testkit/company"
)

// lines are the lines of the customer's list, the newest first.
func (w *world) lines(p int64) []payment.Listed {
	w.T.Helper()
	list, err := w.payments.Transactions(w.T.Context(), p, paging.Page{Number: 1, Size: 10})
	w.must(err)
	return list
}

// A payment was made on the due day, 10 November, and we hear of it after the late fee of the
// 11th. List, receipt and mail have the day on which the payer paid, and the mail says that the
// fee has fallen.
func TestAPaymentHasTheDayOnWhichItWasPaid(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p := w.debtor()
		w.Clock.Set(calendar.MustParse("2026-11-10").At(23, 30))
		w.deaf = true
		tr := w.startDue(p)
		w.pay(w.open(p, tr).Checkout.OrderID, "success")
		w.Clock.Set(calendar.MustParse("2026-11-11").At(0, 30))
		w.must(w.Billing.AssessLateFees(w.T.Context()))
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: money.Rupees(57)})
		w.wait(time.Hour)
		w.wantStanding(p, standing{})

		paid := calendar.Stamp(calendar.MustParse("2026-11-10").At(23, 30))
		if got := w.lines(p)[0].At; got != paid {
			w.T.Errorf("the list has it on %v, want %v", got.Time(), paid.Time())
		}
		if got := w.receipt(p, tr).At; got != paid {
			w.T.Errorf("the receipt has it on %v, want %v", got.Time(), paid.Time())
		}
		mails := w.Mails(p)
		said := mails[len(mails)-1].Body
		for _, want := range []string{"₹2,830 on 10 November 2026", "late fees of ₹57 are taken back"} {
			if !strings.Contains(said, want) {
				w.T.Errorf("the mail %q, want %q in it", said, want)
			}
		}
	})
}

// What a receipt lists adds up to what was received, whatever became of the money, and the list
// has the same amount.
func TestAReceiptAddsUp(t *testing.T) {
	type sums struct{ Listed, Received, Used, ToDeposit, ToWallet money.Paise }
	for name, c := range map[string]struct {
		begin     func(w *world) (int64, payment.Transaction)
		meanwhile func(w *world, p int64)
		want      sums
	}{
		"less is due by then": {
			begin: func(w *world) (int64, payment.Transaction) {
				p := w.debtor()
				w.Go("2026-12-01")
				w.Bill()
				return p, w.startDue(p)
			},
			meanwhile: func(w *world, p int64) {
				w.credit(p, dueAmount)
				w.Go("2026-12-11") // the wallet pays the older invoice; the newer one gets a fee
				w.must(w.Billing.AssessLateFees(w.T.Context()))
			},
			want: sums{Listed: 2 * dueAmount, Received: 2 * dueAmount, Used: dueAmount + money.Rupees(57), ToWallet: dueAmount - money.Rupees(57)},
		},
		"the wallet has paid meanwhile": {
			begin: func(w *world) (int64, payment.Transaction) {
				p := w.debtor()
				w.credit(p, money.Rupees(800))
				return p, w.startDue(p)
			},
			meanwhile: func(w *world, _ int64) {
				w.Go("2026-11-10")
				w.must(w.Billing.AssessLateFees(w.T.Context()))
			},
			want: sums{Listed: money.Rupees(2030), Received: money.Rupees(2030), Used: money.Rupees(2030)},
		},
		"the wallet pays its part": {
			begin: func(w *world) (int64, payment.Transaction) {
				p := w.debtor()
				w.credit(p, money.Rupees(800))
				return p, w.startDue(p)
			},
			want: sums{Listed: dueAmount, Received: dueAmount, Used: dueAmount},
		},
		"a part of the deposit has come": {
			begin: func(w *world) (int64, payment.Transaction) {
				p := w.Customer()
				w.Rent(p, company.Bengaluru, "2026-10-01", company.Sofa)
				tr, err := w.payments.StartDeposit(w.T.Context(), p)
				w.must(err)
				return p, tr
			},
			meanwhile: func(w *world, p int64) { w.Deposit(p, "by bank", money.Rupees(500)) },
			want:      sums{Listed: money.Rupees(3000), Received: money.Rupees(3000), ToDeposit: money.Rupees(2500), ToWallet: money.Rupees(500)},
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p, tr := c.begin(w)
				order := w.open(p, tr).Checkout.OrderID
				if c.meanwhile != nil {
					c.meanwhile(w, p)
				}
				w.pay(order, "success")
				w.wait(time.Minute)
				r := w.receipt(p, tr)
				got := sums{Listed: w.lines(p)[0].Amount, Received: r.Amount, ToDeposit: r.ToDeposit, ToWallet: r.ToWallet}
				for _, u := range r.Used {
					got.Used += u.Amount
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("the receipt (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// Somebody pays twice. Each payment has its own reference and its own receipt, and the messages
// about the second one have the second reference.
func TestTheReceiptsOfTwoPayments(t *testing.T) {
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

		if r := w.receipt(p, tr); len(r.Used) != 1 || r.Amount != dueAmount {
			w.T.Errorf("the first receipt has %v and %+v, want an invoice of %v", r.Amount, r.Used, dueAmount)
		}
		second := payment.Transaction{}
		for _, l := range w.lines(p) {
			if l.TransactionID != tr.ID {
				second.ID = l.TransactionID
			}
		}
		r := w.receipt(p, second, sentBack{Amount: dueAmount, State: payment.Pending, NotBack: true})
		if len(r.Used) != 0 || r.ToWallet != 0 || r.Amount != dueAmount {
			w.T.Errorf("the second receipt has %v, %+v and %v to the wallet, want %v and nothing", r.Amount, r.Used, r.ToWallet, dueAmount)
		}
		for _, id := range []int64{tr.ID, second.ID} {
			if !slices.ContainsFunc(w.Mails(p), func(m db.NotifyOutboxRow) bool { return strings.Contains(m.Body, fmt.Sprint(id)) }) {
				w.T.Errorf("no mail has the reference %d", id)
			}
		}
	})
}
