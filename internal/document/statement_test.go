package document

import (
	"strings"
	"testing"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/payment"
)

// A receipt says how a payment was made and what it paid; what the gateway adds to
// its way stays as it is.
func TestAReceiptSaysWhatItPaid(t *testing.T) {
	paid := payment.Receipt{
		Listed: payment.Listed{TransactionID: 4711, Purpose: payment.Due, Amount: paise("3241.00"), Mode: "upi and wallet (su…@razorpay)", At: calendar.Stamp(calendar.MustParse("2026-11-05").Start())},
		Used:   []billing.Paid{{Number: "KA/26-27/0000014", Kind: billing.Rental, Amount: paise("3184.00")}, {Number: "KA/26-27/0000013", Amount: paise("57.00")}},
	}
	for code, w := range languages {
		out, err := printer.receipt(readIn(code), "Asha Rao", paid)
		if err != nil {
			t.Fatal(err)
		}
		got := strings.ReplaceAll(text(t, out), "\n", " ")
		holds(t, code, got, w.TitleReceipt, "Payment receipt", "4711", "Asha Rao", w.ModeUpi+" + "+w.ModeWallet+" (su…@razorpay)", "KA/26-27/0000014", "₹57.00", "₹3,241.00", w.ForDues)
	}
	for mode, want := range map[string]string{"": "", "wallet": "Wallet", "card (4242)": "Card (4242)", "cheque 7": "cheque 7"} {
		if got := readIn("en").mode(mode); got != want {
			t.Errorf("paid by %q reads %q, want %q", mode, got, want)
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
	out, err := printer.statement(readIn("en"), head{title: "Statement", english: "Statement"}, "Asha Rao", calendar.MustParse("2026-11-06"), movements, fact{"Balance", "₹500.00"})
	if err != nil {
		t.Fatal(err)
	}
	holds(t, "statement", text(t, out), "Asha Rao", "Credit note KA/26-27/C000001", "₹342.35", "Bills paid, from gifts", "-₹100.00", "Gift", "as booked", "₹500.00", "6 November 2026")
}
