package document

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/testkit/pdftext"
)

var printer = New(Company{Brand: "Rento", Email: "care@rento.example", Phone: "+91 80 0000 0000"})

// readIn is a reader of a language, who has some names of products.
func readIn(language string) reader {
	code, w := in(language)
	r := reader{words: w, language: code}
	if code == "hi" {
		r.names = map[string]string{"Oak sofa": "ओक सोफ़ा"}
	}
	return r
}

func paise(text string) money.Paise {
	p, err := money.Parse(text)
	if err != nil {
		panic(err)
	}
	return p
}

// sample is the invoice of docs/rules.md for two items in two places.
func sample() billing.Document {
	from, to := calendar.MustParse("2026-10-01"), calendar.MustParse("2026-11-01")
	line := func(name, sac, address, amount, half string) billing.Line {
		return billing.Line{
			About: billing.About{For: billing.ForRent, Product: name}, Kind: billing.RentLine, SAC: sac, GSTBP: 1800, From: from, To: to,
			Rate: paise(amount), Days: 31, MonthDays: 31, Amount: paise(amount), CGST: paise(half), SGST: paise(half), Description: name,
			Delivery: billing.Place{Address: address, State: "29"},
		}
	}
	totals := func(value, half string) billing.Totals {
		return billing.Totals{Taxable: paise(value), CGST: paise(half), SGST: paise(half)}
	}
	d := billing.Document{
		Invoice: billing.Invoice{
			Number: "KA/26-27/0001234", Kind: billing.Rental, Date: calendar.MustParse("2026-11-01"), DueDate: calendar.MustParse("2026-11-10"),
			PeriodFrom: from, PeriodTo: to, PlaceOfSupply: "29",
			Supplier: billing.Registration{StateCode: "29", GSTIN: "29AAACZ9999K1Z2", LegalName: "Rento Rentals Private Limited", Address: "14, Residency Road, Bengaluru 560025"},
			BillTo:   billing.Party{Name: "Asha Rao", Address: "12, Palm Court, 3rd Cross, Bengaluru, 560001"},
		},
		PrintedDue: calendar.MustParse("2026-11-10"),
		For:        billing.ForRent,
		Lines:      []billing.Line{line("Oak sofa", "997323", "12, Palm Court, 3rd Cross, Bengaluru, 560001", "1499.00", "134.91"), line("Television", "997321", "7, Lake View, Mysuru, 570001", "899.00", "80.91")},
		Groups:     []billing.TaxGroup{{SAC: "997323", BasisPoints: 1800, Totals: totals("1499.00", "134.91")}, {SAC: "997321", BasisPoints: 1800, Totals: totals("899.00", "80.91")}},
	}
	d.Totals = billing.Totals{Taxable: paise("2398.00"), CGST: paise("215.82"), SGST: paise("215.82"), RoundOff: paise("0.36"), Total: paise("2830.00")}
	return d
}

// business is the same for a business in another state.
func business() billing.Document {
	d := sample()
	d.BillTo.GSTIN, d.PlaceOfSupply = "27AAPFU0939F1ZV", "27"
	for i := range d.Lines {
		l := &d.Lines[i]
		l.IGST, l.CGST, l.SGST = 2*l.CGST, 0, 0
		l.Delivery.State = "27"
		g := &d.Groups[i]
		g.IGST, g.CGST, g.SGST = 2*g.CGST, 0, 0
	}
	d.IGST, d.CGST, d.SGST = 2*d.CGST, 0, 0
	return d
}

// credit is a credit note on it, commercial is one after the last day for tax.
func credit() billing.Document {
	d := sample()
	d.Original = d.Invoice
	d.Number, d.Kind, d.Date, d.OriginalID, d.For = "KA/26-27/C000123", billing.CreditNote, calendar.MustParse("2026-11-12"), 1, billing.ForCredit
	l := &d.Lines[0]
	l.Kind, l.Reason = billing.CreditLine, billing.Reason{Code: billing.PickedUp, Day: calendar.MustParse("2026-10-26")}
	l.From, l.Days, l.Amount, l.CGST, l.SGST = calendar.MustParse("2026-10-26"), 6, paise("290.13"), paise("26.11"), paise("26.11")
	d.Lines, d.Groups = d.Lines[:1], d.Groups[:1]
	d.Totals = billing.Totals{Taxable: paise("290.13"), CGST: paise("26.11"), SGST: paise("26.11"), Total: paise("342.35")}
	d.Groups[0].Totals = d.Totals
	return d
}

func commercial() billing.Document {
	d := credit()
	d.Number = "KA/27-28/F000001"
	d.Totals = billing.Totals{Taxable: paise("290.13"), Total: paise("290.13")}
	d.Lines[0].CGST, d.Lines[0].SGST = 0, 0
	d.Groups[0].Totals = d.Totals
	return d
}

func long() billing.Document {
	d := sample()
	d.BillTo.Name = strings.Repeat("Venkatanarasimharajuvaripeta ", 5)
	d.BillTo.Address = strings.Repeat("12, Palm Court, 3rd Cross, ", 12)
	for len(d.Lines) < 60 {
		d.Lines = append(d.Lines, d.Lines[len(d.Lines)%2])
	}
	return d
}

func text(t *testing.T, file []byte) string {
	t.Helper()
	lines, err := pdftext.Lines(file)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(lines, "\n")
}

func printed(t *testing.T, language string, d billing.Document) []byte {
	t.Helper()
	out, err := printer.invoice(readIn(language), d, ForRecipient)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func holds(t *testing.T, what, text string, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %q:\n%s", what, w, text)
		}
	}
}

// Rule 46: what a tax invoice must hold, in every language.
func TestATaxInvoiceHoldsWhatTheLawWants(t *testing.T) {
	for code, w := range languages {
		got := text(t, printed(t, code, sample()))
		holds(t, code, got,
			w.TitleTaxInvoice, "Tax invoice", "KA/26-27/0001234",
			"Rento Rentals Private Limited", "14, Residency Road, Bengaluru 560025", "GSTIN 29AAACZ9999K1Z2",
			"Asha Rao", "Karnataka (29)", w.Unregistered, w.ReverseCharge, w.No,
			"997323", "997321", "₹2,398.00", "9 %", "18 %", "₹134.91", "₹80.91", "₹215.82", "₹0.36", "₹2,830.00",
			"This document was made electronically")
		whole := strings.ReplaceAll(got, "\n", " ")
		holds(t, code, whole, "12, Palm Court, 3rd Cross, Bengaluru, 560001, Karnataka (29)", "7, Lake View, Mysuru, 570001, Karnataka (29)")
		if len(w.PlaceOfSupply) == 0 || !strings.Contains(whole, w.PlaceOfSupply) {
			t.Errorf("%s: no place of supply", code)
		}
	}
	got := text(t, printed(t, "en", business()))
	holds(t, "for a business", got, "GSTIN 27AAPFU0939F1ZV", "Maharashtra (27)", "IGST", "₹431.64", "18 %")
	if strings.Contains(got, "CGST") {
		t.Error("an invoice to another state says CGST")
	}
	holds(t, "in Hindi", text(t, printed(t, "hi", sample())), "ओक सोफ़ा", "1 नवंबर 2026")
}

// Rule 48: a tax document is the recipient's original or the supplier's duplicate, in the terms of
// the law beside the reader's own. A commercial note is none, and is not marked.
func TestATaxDocumentIsMarkedAsOriginalOrDuplicate(t *testing.T) {
	marks := func(text string) (found []string) {
		for _, mark := range []string{"ORIGINAL FOR RECIPIENT", "DUPLICATE FOR SUPPLIER"} {
			if strings.Contains(text, mark) {
				found = append(found, mark)
			}
		}
		return found
	}
	for code, w := range languages {
		for _, test := range []struct {
			copy Copy
			own  string
			want string
		}{{ForRecipient, w.CopyRecipient, "ORIGINAL FOR RECIPIENT"}, {ForSupplier, w.CopySupplier, "DUPLICATE FOR SUPPLIER"}} {
			invoice, err := printer.invoice(readIn(code), sample(), test.copy)
			if err != nil {
				t.Fatal(err)
			}
			paid, err := printer.voucher(readIn(code), voucher(), test.copy)
			if err != nil {
				t.Fatal(err)
			}
			for _, out := range [][]byte{invoice, paid} {
				got := text(t, out)
				if diff := cmp.Diff([]string{test.want}, marks(got)); diff != "" {
					t.Errorf("%s (-want +got):\n%s", code, diff)
				}
				holds(t, code, got, test.own)
			}
		}
	}
	if diff := cmp.Diff([]string{"ORIGINAL FOR RECIPIENT"}, marks(text(t, printed(t, "en", credit())))); diff != "" {
		t.Errorf("a credit note (-want +got):\n%s", diff)
	}
	if got := marks(text(t, printed(t, "en", commercial()))); got != nil {
		t.Errorf("a commercial note is marked %v, want no mark", got)
	}
}

// Rule 53: a credit note names number and date of its invoice. One that changes no
// tax has neither tax nor the title, and says so.
func TestACreditNoteNamesItsInvoice(t *testing.T) {
	holds(t, "credit note", strings.ReplaceAll(text(t, printed(t, "en", credit())), "\n", ""), "KA/26-27/0001234 of 1 November 2026")
	holds(t, "credit note", text(t, printed(t, "en", credit())),
		"Credit note", "KA/26-27/C000123", "Picked up on 26 October 2026: Oak sofa",
		"6 of 31 days", "₹290.13", "₹26.11", "₹342.35", "Place of supply", "reverse charge")
	got := text(t, printed(t, "en", commercial()))
	holds(t, "commercial note", strings.ReplaceAll(got, "\n", ""), "KA/26-27/0001234 of 1 November 2026")
	holds(t, "commercial note", got, "Commercial credit note", "This note changes no GST", "₹290.13")
	for _, word := range []string{"CGST", "SGST", "18 %", "reverse charge"} {
		if strings.Contains(got, word) {
			t.Errorf("a commercial note says %s", word)
		}
	}
}

func TestTheSameDocumentIsTheSameFile(t *testing.T) {
	for code := range languages {
		for n, d := range []billing.Document{sample(), business(), credit(), commercial(), long()} {
			if !bytes.Equal(printed(t, code, d), printed(t, code, d)) {
				t.Errorf("%s: document %d is printed differently the second time", code, n)
			}
		}
	}
}

// An invoice of many lines goes on, names itself on each page and loses no line.
func TestALongInvoiceGoesOn(t *testing.T) {
	for code := range languages {
		got := text(t, printed(t, code, long()))
		pages := strings.Count(got, "+91 80 0000 0000")
		if pages < 2 || strings.Count(got, "KA/26-27/0001234") != pages {
			t.Errorf("%s: %d pages, named %d times", code, pages, strings.Count(got, "KA/26-27/0001234"))
		}
		for i := range 60 {
			if !strings.Contains("\n"+got, fmt.Sprintf("\n%d\n", i+1)) {
				t.Errorf("%s: %q, want line %d in it", code, got, i+1)
			}
		}
	}
}

// A language lacks no text, and fills each with what English does.
func TestWordsAreWhole(t *testing.T) {
	for name, broken := range map[string]string{
		"no English": `{}`, "unknown": `{"nothing": "x"}`, "not JSON": `{`,
	} {
		files := fstest.MapFS{"words/hi.json": {Data: []byte(broken)}}
		if name != "no English" {
			files["words/en.json"] = &fstest.MapFile{Data: []byte(broken)}
		}
		if _, err := load(files); err == nil {
			t.Errorf("%s: loaded", name)
		}
	}
	w := *languages["hi"]
	w.Page = "{page}"
	if err := w.sameAs(languages[english]); err == nil {
		t.Error("a text without a placeholder is taken")
	}
	if code, _ := in("fr"); code != english {
		t.Errorf("French is read in %s, want %s", code, english)
	}
	if got := percent(125); got != "0.125 %" {
		t.Errorf("an eighth of a percent is %s, want 0.125 %%", got)
	}
}

// A thousand documents leave nothing behind: fonts are read once, all else goes with
// its document.
func TestAThousandDocumentsDoNotGrowMemory(t *testing.T) {
	held := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	codes := []string{"en", "hi", "ta"}
	for _, code := range codes {
		printed(t, code, sample())
	}
	before := held()
	for n := range 1000 {
		printed(t, codes[n%len(codes)], sample())
	}
	if after := held(); after > before+4<<20 {
		t.Errorf("a thousand documents hold %d kB", (after-before)>>10)
	}
}

// A line of rent that was paid in advance says in words of the reader by what its amount
// is lower, and that amount and its tax are those of its rate.
func TestADiscountHasItsWords(t *testing.T) {
	d := sample()
	rent := d.Lines[0]
	off := rent
	off.Kind, off.Amount, off.Rate, off.CGST, off.SGST, off.IGST = billing.DiscountLine, paise("-39.95"), 0, 0, 0, 0
	lost := rent
	lost.For, lost.Kind = billing.ForLostDiscount, billing.ChargeLine
	d.Lines = append([]billing.Line{rent, off}, d.Lines[1:]...)
	shown := d.Shown()
	if len(shown) != len(d.Lines)-1 || shown[0].Discount != paise("39.95") || shown[0].Amount != rent.Amount-paise("39.95") || shown[0].Tax() != rent.Tax() {
		t.Errorf("%d lines shown, first %+v; want %d, the first lower by 39.95 with the tax of its rate", len(shown), shown[0], len(d.Lines)-1)
	}
	for code, want := range map[string][2]string{
		"en": {"Discount for paying in advance: -₹39.95", "Oak sofa: discount for paying in advance, not earned"},
		"hi": {"अग्रिम भुगतान की छूट: -₹39.95", "ओक सोफ़ा: अग्रिम भुगतान की छूट जो नहीं मिली"},
	} {
		r := readIn(code)
		if got := r.detail(shown[0]); !strings.Contains(got, want[0]) {
			t.Errorf("%s: %q, want %q in it", code, got, want[0])
		}
		if got := r.about(lost); got != want[1] {
			t.Errorf("%s: %q, want %q", code, got, want[1])
		}
	}
}

// An invoice that rent in advance has paid says so, and has no day by which it is due;
// one that it has paid in part says what is to be paid.
func TestAnInvoiceSaysWhatWasPaidInAdvance(t *testing.T) {
	for code, w := range languages {
		printed := func(ahead string) string {
			d := sample()
			d.Payments = []billing.Match{{SourceType: billing.SourceAdvance, Amount: paise(ahead)}, {SourceType: "payment", Amount: paise("10.00")}}
			out, err := printer.invoice(readIn(code), d, ForRecipient)
			if err != nil {
				t.Fatal(err)
			}
			return strings.Join(strings.Fields(text(t, out)), " ")
		}
		whole := printed("2830.00")
		holds(t, code, whole, w.PaidInAdvance, "-₹2,830.00", w.ToPay, "₹0.00", w.NothingDue)
		if strings.Contains(whole, w.DueBy) {
			t.Errorf("%s: it says by when it is due", code)
		}
		part := printed("2800.00")
		holds(t, code, part, w.PaidInAdvance, "-₹2,800.00", w.ToPay, "₹30.00", w.DueBy)
		if strings.Contains(part, w.NothingDue) {
			t.Errorf("%s: it says that nothing is due", code)
		}
	}
}
