package document

import (
	"strings"
	"testing"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/payment"
	"rento/internal/provider"
)

// A receipt says how a payment was made and what it paid; what the gateway adds to
// its way stays as it is.
func TestAReceiptSaysWhatItPaid(t *testing.T) {
	paid := payment.Receipt{
		Listed: payment.Listed{TransactionID: 4711, Purpose: payment.Due, Amount: paise("3361.00"), Mode: "upi and wallet (su…@razorpay)", At: calendar.Stamp(calendar.MustParse("2026-11-05").Start())},
		Used:   []billing.Paid{{Number: "KA/26-27/0000014", Kind: billing.Rental, Amount: paise("3184.00")}, {Number: "KA/26-27/0000013", Amount: paise("57.00")}}, ToWallet: paise("120.00"),
	}
	for code, w := range languages {
		out, err := printer.receipt(readIn(code), "Asha Rao", paid)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(text(t, out), "\n", " ")
		holds(t, code, got, w.TitleReceipt, "Payment receipt", "4711", "Asha Rao", w.ModeUpi+" + "+w.ModeWallet+" (su…@razorpay)", "KA/26-27/0000014", "₹57.00", "₹120.00", "₹3,361.00", w.ForDues)
	}
	out, err := printer.receipt(readIn("en"), "Asha Rao", payment.Receipt{ToDeposit: paise("2500.00")})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "en", text(t, out), languages["en"].ToDeposit, "₹2,500.00")
	for mode, want := range map[string]string{"": "", "wallet": "Wallet", "card (4242)": "Card (4242)", "cheque 7": "cheque 7"} {
		if got := readIn("en").mode(mode); got != want {
			t.Errorf("paid by %q reads %q, want %q", mode, got, want)
		}
	}
	for code := range languages {
		for _, method := range provider.PaymentMethods {
			if got := readIn(code).mode(method); got == method {
				t.Errorf("in %s there is no word for the method %s", code, method)
			}
		}
	}
}

// A statement lists each movement in the reader's words with the balance after it,
// and tells gifts apart.
func TestAStatementWordsItsMovements(t *testing.T) {
	at := calendar.Stamp(calendar.MustParse("2026-11-05").Start())
	moved := func(kind payment.MovementKind, account ledger.Account, amount string) payment.Movement {
		return payment.Movement{Kind: kind, Reference: "KA/26-27/C000001", Movement: ledger.Movement{At: at, Account: account, Description: "as booked", Amount: paise(amount), Balance: paise("500.00")}}
	}
	movements := []payment.Movement{
		moved(payment.MovedCreditNote, ledger.Wallet, "342.35"), moved(payment.MovedToDues, ledger.PromotionalCredit, "-100.00"),
		moved(payment.MovedGift, ledger.PromotionalCredit, "100.00"), moved(payment.MovedOther, ledger.Wallet, "1.00"),
	}
	out, err := printer.statement(readIn("en"), head{title: "Statement", english: "Statement"}, "Asha Rao", payment.Statement{
		From: calendar.MustParse("2026-11-01"), To: calendar.MustParse("2026-11-06"), Opening: paise("157.65"), Closing: paise("500.00"), Movements: movements,
	})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "statement", text(t, out), "Asha Rao", "Credit note KA/26-27/C000001", "₹342.35", "Bills paid, from promotional credit", "-₹100.00", "Promotional credit", "as booked", "₹500.00", "6 November 2026", "1 November 2026", "₹157.65", languages[english].BalanceBefore, languages[english].BalanceAfter)
}

// The receipt of rent in advance says for which months it is and which vouchers declared
// its tax, and no receipt is silent about what goes back.
func TestAReceiptSaysMonthsVouchersAndWhatGoesBack(t *testing.T) {
	at := calendar.Stamp(calendar.MustParse("2026-10-05").Start())
	back := func(state payment.State, notBack bool) []payment.Listed {
		return []payment.Listed{{Amount: paise("500.00"), State: state, NotBack: notBack}}
	}
	for code, w := range languages {
		printed := func(r payment.Receipt) string {
			r.TransactionID, r.Purpose, r.At, r.Amount = 4711, payment.AdvanceRent, at, paise("3540.00")
			out, err := printer.receipt(readIn(code), "Asha Rao", r)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(strings.Fields(text(t, out)), " ")
		}
		got := printed(payment.Receipt{On: calendar.MustParse("2026-11-26"), Used: []billing.Paid{{Number: "KA/26-27/0000014", Kind: billing.Rental, Amount: paise("1000.00")}}, Ahead: &payment.PaidAhead{
			From: calendar.MustParse("2026-10-01"), To: calendar.MustParse("2027-01-01"), Left: paise("2040.00"), Vouchers: []advance.Voucher{
				{Kind: advance.Receipt, Number: "KA/26-27/V000001"},
				{Kind: advance.Receipt, Number: "MH/26-27/V000002"},
				{Kind: advance.Refund, Number: "KA/26-27/R000001", Amounts: advance.Amounts{Value: paise("500.00")}},
			},
		}})
		holds(t, code, got, "KA/26-27/0000014 ₹1,000.00", w.TitleRefundVoucher+" KA/26-27/R000001 ₹500.00", w.AdvanceLeft+", "+readIn(code).day(calendar.MustParse("2026-11-26"))+" ₹2,040.00", "₹3,540.00")
		holds(t, code, got, fill(w.AdvanceTaxed, "{numbers}", "KA/26-27/V000001, MH/26-27/V000002"), w.Period,
			readIn(code).days(calendar.MustParse("2026-10-01"), calendar.MustParse("2027-01-01")))
		if strings.Contains(got, w.NoTaxDocument) {
			t.Errorf("%s: it says that GST is on the invoices", code)
		}
		for words, returned := range map[string][]payment.Listed{
			w.ReceiptReturning: back(payment.Pending, false), w.ReceiptReturned: back(payment.Succeeded, false), w.ReceiptNotBack: back(payment.Pending, true),
		} {
			holds(t, code, printed(payment.Receipt{Returned: returned}), fill(words, "{amount}", "₹500.00"), w.NoTaxDocument)
		}
	}
}
