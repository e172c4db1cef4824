package payment_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/store"
	"rento/internal/testkit"
)

const someUTR = "HDFCN52026120100017"

// sent is a transfer of a customer on 1 December, with what it pays.
func sent(amount money.Paise, m payment.TransferMatch) payment.BankTransferInput {
	return payment.BankTransferInput{UTR: someUTR, PaidOn: calendar.MustParse("2026-12-01"), Amount: amount, TransferMatch: m}
}

func (w *world) recorded(in payment.BankTransferInput) payment.BankTransfer {
	w.T.Helper()
	t, err := w.payments.RecordBankTransfer(w.T.Context(), in)
	w.must(err)
	return t
}

// bank is what the company's accounts of transfers hold.
type bank struct{ Bank, Suspense, TDS money.Paise }

// wantBank checks them against what was there before the transfers, which is the deposits.
func (w *world) wantBank(before, want bank) {
	w.T.Helper()
	now := w.bank()
	if diff := cmp.Diff(want, bank{now.Bank - before.Bank, now.Suspense - before.Suspense, now.TDS - before.TDS}); diff != "" {
		w.T.Errorf("the company's accounts (-want +got):\n%s", diff)
	}
	w.wantInTransit(0)
}

func (w *world) bank() bank {
	return bank{w.total(ledger.Bank), w.total(ledger.Suspense), w.total(ledger.TDSReceivable)}
}

// paidBy is what a transfer paid under one receipt.
func paidBy(t payment.BankTransfer) (list []money.Paise) {
	for _, m := range t.Matches {
		for _, u := range m.Used {
			list = append(list, u.Amount)
		}
	}
	return list
}

// A transfer that names an invoice pays it and its late fee with the tax that was deducted. The
// receipt and its mail are for what arrived; the tax is a claim against the government.
func TestABankTransferPaysTheInvoiceThatItNames(t *testing.T) {
	onEachEngine(t, func(w *world) {
		_, older, newer := w.twoInvoices()
		p, before := older.CustomerID, w.bank()
		tax := money.Rupees(240)
		got := w.recorded(sent(dueAmount-tax, payment.TransferMatch{Invoices: []string{newer.Number}, TaxDeducted: tax}))
		if got.CustomerID != p || got.Unmatched != 0 {
			w.T.Errorf("recorded %+v, want all of it matched with customer %d", got, p)
		}
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: dueAmount - tax, TDS: tax})
		w.wantAlerts()
		if open := w.Invoices(p)[0].Open(); open != 0 {
			w.T.Errorf("%v of the named invoice is open, want nothing", open)
		}
		receipt := w.receipt(p, payment.Transaction{ID: got.Matches[0].TransactionID})
		if diff := cmp.Diff([]money.Paise{dueAmount - tax, tax}, []money.Paise{receipt.Amount, receipt.TaxDeducted}); diff != "" {
			w.T.Errorf("the receipt is for (-want +got):\n%s", diff)
		}
		if want := "transfer (" + someUTR + ")"; receipt.Mode != want || receipt.At.Date() != calendar.MustParse("2026-12-01") {
			w.T.Errorf("the receipt says %q on %s, want %q on the day of the transfer", receipt.Mode, receipt.At.Date(), want)
		}
		if diff := cmp.Diff([]billing.Paid{{Number: newer.Number, Kind: billing.Rental, Amount: dueAmount - tax}}, receipt.Used); diff != "" {
			w.T.Errorf("the receipt lists (-want +got):\n%s", diff)
		}
		// The statement has both, and its balance is what is owed.
		a, err := w.payments.AccountOf(w.T.Context(), p, calendar.MustParse("2026-10-01"), calendar.Date{})
		w.must(err)
		last := a.Lines[len(a.Lines)-2:]
		type line struct {
			Kind      payment.EntryKind
			Reference string
			Amount    money.Paise
		}
		want := []line{{payment.EnteredTax, someUTR, -tax}, {payment.EnteredPayment, someUTR, tax - dueAmount}}
		if diff := cmp.Diff(want, []line{{last[0].Kind, last[0].Reference, last[0].Amount}, {last[1].Kind, last[1].Reference, last[1].Amount}}); diff != "" {
			w.T.Errorf("the statement ends with (-want +got):\n%s", diff)
		}
		if want := dueAmount + feeOfOctober; a.Closing != want {
			w.T.Errorf("the statement closes with %v, want %v", a.Closing, want)
		}
		// The older one, with its late fee.
		w.recorded(payment.BankTransferInput{UTR: "SBIN426336000001", PaidOn: calendar.MustParse("2026-12-01"), Amount: dueAmount + feeOfOctober - tax, TransferMatch: payment.TransferMatch{CustomerID: p, TaxDeducted: tax}})
		w.wantStanding(p, standing{})
		w.wantBank(before, bank{Bank: 2*dueAmount + feeOfOctober - 2*tax, TDS: 2 * tax})
	})
}

// A payment by the link that arrives after the transfer has paid its invoice goes back.
func TestATransferAndAPaymentByTheLink(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, _, newer := w.twoInvoices()
		_, order := w.begun(w.linkOf(newer))
		w.recorded(sent(dueAmount, payment.TransferMatch{Invoices: []string{newer.Number}}))
		w.pay(order, "success")
		w.work()
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober, Returning: dueAmount})
	})
}

// Two people who record one transfer at the same time use it once.
func TestTwoPeopleUseATransferOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s)
		p, _, _ := w.twoInvoices()
		before := w.bank()
		done := make(chan error, 2)
		for range 2 {
			go func() {
				_, err := w.payments.RecordBankTransfer(t.Context(), sent(dueAmount, payment.TransferMatch{CustomerID: p}))
				done <- err
			}()
		}
		for range 2 {
			w.must(<-done)
		}
		w.wantStanding(p, standing{Invoices: dueAmount, LateFees: feeOfOctober})
		w.wantBank(before, bank{Bank: dueAmount})
	})
}

// A transfer was made in time and is recorded late, with the late fee in it: the fee falls, and its
// money is more than what is open.
func TestALateRecordOfATransferInTime(t *testing.T) {
	onEachEngine(t, func(w *world) {
		p, older, _ := w.twoInvoices()
		before := w.bank()
		tax := money.Rupees(240)
		in := sent(dueAmount+feeOfOctober-tax, payment.TransferMatch{Invoices: []string{older.Number}, TaxDeducted: tax})
		in.PaidOn = calendar.MustParse("2026-11-10")
		got := w.recorded(in)
		if got.Unmatched != feeOfOctober {
			w.T.Errorf("%v is unmatched, want the late fee that falls", got.Unmatched)
		}
		w.wantStanding(p, standing{Invoices: dueAmount})
		w.wantBank(before, bank{Bank: dueAmount + feeOfOctober - tax, Suspense: -feeOfOctober, TDS: tax})
		w.wantAlerts("bank_transfer_unmatched")
	})
}

// matchAgain matches the transfer of someUTR.
func (w *world) matchAgain(m payment.TransferMatch) (payment.BankTransfer, error) {
	return w.payments.MatchBankTransfer(w.T.Context(), someUTR, m)
}
