package billing

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/advance"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/subscription"
)

// why is the cause of a document's refusal, "" for none. A refusal is always a conflict.
func why(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	if !fault.Is(err, 409) {
		t.Fatalf("got %v, want a conflict", err)
	}
	return fault.Of(err).Cause.Error()
}

// A document that the tax portal would refuse is refused, with what to correct.
func TestWhatThePortalChecks(t *testing.T) {
	const firm, elsewhere, ours = "29AAAPZ1234C1ZW", "27AAPFU0939F1ZV", "27AAACR0000R1ZI"
	for _, c := range []struct {
		name, want string
		broken     func(d *Invoice, lines []Line)
	}{
		{"a right one", "", func(*Invoice, []Line) {}},
		{"a consumer", "", func(d *Invoice, _ []Line) { d.BillTo.GSTIN = "" }},
		{"a consumer without a name", "", func(d *Invoice, _ []Line) { d.BillTo = Party{} }},
		{"a check character", `the customer's GSTIN "29AAAPZ1234C1ZX" has a wrong form or check character: correct it`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN = "29AAAPZ1234C1ZX" }},
		{"a form", `the customer's GSTIN "29AAAPZ1234" has a wrong form or check character: correct it`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN = "29AAAPZ1234" }},
		{"small letters", `the customer's GSTIN "29aaapz1234c1zw" has a wrong form or check character: correct it`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN = "29aaapz1234c1zw" }},
		{"another state", `the customer's GSTIN 27AAPFU0939F1ZV is not of the place of supply 29: correct the customer's state`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN = elsewhere }},
		{"our own", `the customer's GSTIN 27AAACR0000R1ZI is our own: correct it`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN, d.PlaceOfSupply = ours, "27" }},
		{"no address", `a document for the GSTIN 29AAAPZ1234C1ZW names the customer with the address: complete both`, func(d *Invoice, _ []Line) { d.BillTo.Address = "" }},
		{"no state", `the place of supply "99" is no GST state code: correct the city or the customer's state`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN, d.PlaceOfSupply = "", "99" }},
		{"a code", `the service accounting code "99732" does not have four or six digits that begin with 99: correct the product`, func(_ *Invoice, lines []Line) { lines[1].SAC = "99732" }},
		{"a rate", `the portal knows no GST rate of 12.5 %: correct the rate of 997321 or of the product`, func(_ *Invoice, lines []Line) { lines[1].GSTBP = 1250 }},
		{"a paisa of tax", `CGST ₹215.83, SGST ₹215.82 and IGST ₹0 on ₹2,398 are not the ₹215.82, ₹215.82 and ₹0 on ₹2,398 that the portal works out: this is a fault of the program`, func(d *Invoice, _ []Line) { d.CGST++; d.Total++ }},
		{"a paisa of a line", `CGST ₹215.81, SGST ₹215.82 and IGST ₹0 on ₹2,398 are not the ₹215.82, ₹215.82 and ₹0 on ₹2,398 that the portal works out: this is a fault of the program`, func(_ *Invoice, lines []Line) { lines[0].CGST-- }},
		{"the wrong kind of tax", `CGST ₹215.82, SGST ₹215.82 and IGST ₹0 on ₹2,398 are not the ₹0, ₹0 and ₹431.64 on ₹2,398 that the portal works out: this is a fault of the program`, func(d *Invoice, _ []Line) { d.BillTo.GSTIN, d.PlaceOfSupply = elsewhere, "27" }},
		{"a total", `the parts of the total ₹2,831 add up to ₹2,830: this is a fault of the program`, func(d *Invoice, _ []Line) { d.Total += money.Rupee }},
		{"a credit note of what cannot be corrected", "", func(d *Invoice, lines []Line) {
			d.Kind, d.Number, d.BillTo.GSTIN = CreditNote, "KA/26-27/C000001", "29AAAPZ1234C1ZX"
			lines[1].SAC = "1"
		}},
		{"the tax of a credit note", `CGST ₹215.83, SGST ₹215.82 and IGST ₹0 on ₹2,398 are not the ₹215.82, ₹215.82 and ₹0 on ₹2,398 that the portal works out: this is a fault of the program`, func(d *Invoice, _ []Line) {
			d.Kind, d.Number = CreditNote, "KA/26-27/C000001"
			d.CGST++
		}},
		{"a commercial note", "", func(d *Invoice, lines []Line) {
			d.Kind, d.Number, d.Totals = CreditNote, "KA/26-27/F000001", untaxed(lines)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			lines := []Line{
				{Kind: RentLine, SAC: "997323", GSTBP: 1800, Amount: money.Rupees(1499)},
				{Kind: RentLine, SAC: "997321", GSTBP: 1800, Amount: money.Rupees(899)},
			}
			taxLines(lines, true)
			d := Invoice{
				Number: "KA/26-27/0000001", Kind: Rental, PlaceOfSupply: "29", Totals: sumUp(lines, true),
				Supplier: Registration{StateCode: "29", GSTIN: "29AAACR0000R1ZE"}, BillTo: Party{Name: "Asha", Address: "12, Palm Court", GSTIN: firm},
			}
			c.broken(&d, lines)
			if diff := cmp.Diff(c.want, why(t, d.taxDocument(lines).refused())); diff != "" {
				t.Errorf("why it is refused (-want +got):\n%s", diff)
			}
		})
	}
}

// From 50,000 on even a consumer is named with the address.
func TestALargeDocumentNamesAConsumer(t *testing.T) {
	lines := []Line{{Kind: RentLine, SAC: "997323", GSTBP: 0, Amount: namedFrom}}
	d := Invoice{Number: "KA/26-27/0000001", Kind: Rental, PlaceOfSupply: "29", Supplier: Registration{StateCode: "29"}, BillTo: Party{Name: "Asha"}, Totals: sumUp(lines, false)}
	want := "a document of ₹50,000 or more names the customer with the address: complete both"
	if diff := cmp.Diff(want, why(t, d.taxDocument(lines).refused())); diff != "" {
		t.Errorf("without an address (-want +got):\n%s", diff)
	}
	d.BillTo.Address = "12, Palm Court"
	if got := why(t, d.taxDocument(lines).refused()); got != "" {
		t.Errorf("with one: refused because %s", got)
	}
}

// A receipt voucher is checked as an invoice, and of a refund voucher nothing that it repeats.
func TestWhatThePortalChecksOfAVoucher(t *testing.T) {
	v := advance.Voucher{
		ID: 7, Kind: advance.Receipt, Number: "KA/26-27/V000001", Supply: advance.Supply{Supplier: "29", Place: "29"},
		BillTo:  advance.Party{Name: "Asha", Address: "12, Palm Court", GSTIN: "29AAAPZ1234C1ZX"},
		Amounts: advance.Amounts{Value: 10000, CGST: 900, SGST: 900},
	}
	covers := []advance.Cover{{VoucherID: 7, SAC: "997323", GSTBP: 1800, Paid: v.Amounts}, {VoucherID: 8, SAC: "1", GSTBP: 1}}
	if got, want := why(t, voucherDocument(v, covers).refused()), "wrong form or check character"; !strings.Contains(got, want) {
		t.Errorf("a wrong GSTIN: refused because %q, want %q in it", got, want)
	}
	v.BillTo.GSTIN = ""
	if got := why(t, voucherDocument(v, covers).refused()); got != "" {
		t.Errorf("a right voucher: refused because %s", got)
	}
	v.CGST++
	if got, want := why(t, voucherDocument(v, covers).refused()), "that the portal works out"; !strings.Contains(got, want) {
		t.Errorf("a paisa: refused because %q, want %q in it", got, want)
	}
	v.Kind, v.BillTo.GSTIN = advance.Refund, "29AAAPZ1234C1ZX"
	if got := why(t, voucherDocument(v, nil).refused()); got != "" {
		t.Errorf("a refund voucher: refused because %s", got)
	}
}

// A challan says what is moved and what it is worth.
func TestWhatIsCheckedOfAChallan(t *testing.T) {
	for _, c := range []struct {
		name, want string
		goods      []subscription.Goods
		gstin      string
	}{
		{"a right one", "", []subscription.Goods{{Name: "Sofa", HSN: "9401", Value: 100}}, ""},
		{"of a firm in another state", "", []subscription.Goods{{Name: "Sofa", HSN: "940161", Value: 100}}, "27AAPFU0939F1ZV"},
		{"no code", "Sofa has no HSN code of four, six or eight digits, or no value: complete the product", []subscription.Goods{{Name: "Sofa", Value: 100}}, ""},
		{"no value", "Bed has no HSN code of four, six or eight digits, or no value: complete the product", []subscription.Goods{{Name: "Sofa", HSN: "9401", Value: 100}, {Name: "Bed", HSN: "9401"}}, ""},
		{"no goods", "the challan has no goods: this is a fault of the program", nil, ""},
		{"a wrong GSTIN", `the customer's GSTIN "X" has a wrong form or check character: correct it`, []subscription.Goods{{Name: "Sofa", HSN: "9401", Value: 100}}, "X"},
	} {
		t.Run(c.name, func(t *testing.T) {
			challan := Challan{State: "29", Party: Party{Name: "Asha", Address: "12, Palm Court", GSTIN: c.gstin}, Goods: c.goods}
			if diff := cmp.Diff(c.want, why(t, challan.refused())); diff != "" {
				t.Errorf("why it is refused (-want +got):\n%s", diff)
			}
		})
	}
}
