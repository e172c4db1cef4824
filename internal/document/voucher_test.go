package document

import (
	"strings"
	"testing"

	"rento/internal/advance"
	"rento/internal/billing"
	"rento/internal/calendar"
)

// voucher is the receipt voucher of R11 in docs/rules.md, of an item in its own state.
func voucher() billing.Voucher {
	paid := advance.Amounts{List: paise("8994.00"), Value: paise("8544.30"), CGST: paise("768.99"), SGST: paise("768.99")}
	return billing.Voucher{
		Voucher: advance.Voucher{
			Kind: advance.Receipt, Number: "KA/26-27/V000123", Date: calendar.MustParse("2026-10-05"), Supply: advance.Supply{Supplier: "29", Place: "29"},
			Supplier: advance.Party{Name: "Rento Rentals Private Limited", Address: "14, Residency Road, Bengaluru 560025", GSTIN: "29AAACZ9999K1Z2"},
			BillTo:   advance.Party{Name: "Asha Rao", Address: "12, Palm Court, 3rd Cross, Bengaluru, 560001"}, Amounts: paid,
		},
		TransactionID: 4711, From: calendar.MustParse("2026-10-01"), To: calendar.MustParse("2027-04-01"),
		Lines: []billing.VoucherLine{{Product: "Oak sofa", SAC: "997323", GSTBP: 1800, Amounts: paid}},
	}
}

// refundVoucher is one on it, for a business in another state.
func refundVoucher() billing.Voucher {
	v := voucher()
	v.Receipt = v.Voucher
	v.Kind, v.Number, v.Date, v.ReceiptID = advance.Refund, "KA/26-27/R000007", calendar.MustParse("2026-12-04"), 1
	v.Supply.Place, v.BillTo.GSTIN = "27", "27AAPFU0939F1ZV"
	v.Amounts = advance.Amounts{Value: paise("5546.30"), IGST: paise("998.34")}
	v.Lines[0].Amounts = v.Amounts
	return v
}

// Rules 50 and 51: what a receipt voucher and a refund voucher must hold, in every
// language; a refund voucher names number and date of its receipt voucher.
func TestAVoucherHoldsWhatTheLawWants(t *testing.T) {
	for code, w := range languages {
		printed := func(v billing.Voucher) string {
			out, err := printer.voucher(readIn(code), v, ForRecipient)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(strings.Fields(text(t, out)), " ")
		}
		r := readIn(code)
		got := printed(voucher())
		holds(t, code, got,
			w.TitleReceiptVoucher, "Receipt voucher", "KA/26-27/V000123", r.day(calendar.MustParse("2026-10-05")),
			"Rento Rentals Private Limited", "14, Residency Road, Bengaluru 560025", "GSTIN 29AAACZ9999K1Z2",
			"Asha Rao", "12, Palm Court, 3rd Cross, Bengaluru, 560001", w.Unregistered, r.product("Oak sofa"), "997323",
			"9 %", "18 %", "₹8,544.30", "₹768.99", "₹10,082.28", "Karnataka (29)", w.ReverseCharge, w.No, "4711",
			r.days(calendar.MustParse("2026-10-01"), calendar.MustParse("2027-04-01")),
			w.VoucherIsNoInvoice, languages[english].VoucherIsNoInvoice, "This document was made electronically")
		if strings.Contains(got, "IGST") || !strings.Contains(got, w.Received) {
			t.Errorf("%s: a receipt voucher within a state reads\n%s\nwant %q and no IGST", code, got, w.Received)
		}
		got = printed(refundVoucher())
		holds(t, code, got, w.TitleRefundVoucher, "Refund voucher", "KA/26-27/R000007", w.AgainstVoucher,
			fill(w.OriginalOf, "{number}", "KA/26-27/V000123", "{date}", r.day(calendar.MustParse("2026-10-05"))),
			"GSTIN 27AAPFU0939F1ZV", "Maharashtra (27)", "IGST", "18 %", "₹5,546.30", "₹998.34", "₹6,544.64", w.Refunded, w.RefundedTo)
		if strings.Contains(got, "CGST") || strings.Contains(got, w.VoucherIsNoInvoice) {
			t.Errorf("%s: a refund voucher to another state reads\n%s", code, got)
		}
	}
}
