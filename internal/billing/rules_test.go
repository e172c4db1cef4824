package billing

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/subscription"
)

func day(text string) calendar.Date { return calendar.MustParse(text) }

var (
	karnataka   = Registration{StateCode: "29", Series: "KA"}
	maharashtra = Registration{StateCode: "27", Series: "MH"}
)

// Docs/rules.md R4: who supplies, where, and which tax.
func TestSupplyAt(t *testing.T) {
	both, err := NewSuppliers([]Registration{karnataka, maharashtra}, "29")
	if err != nil {
		t.Fatal(err)
	}
	one, err := NewSuppliers([]Registration{karnataka}, "27")
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name            string
		suppliers       Suppliers
		state, customer string
		supplier, place string
		intra           bool
	}{
		{"a household at home", both, "29", "", "29", "29", true},
		{"a household in another registered state", both, "27", "", "27", "27", true},
		{"a household where we have no registration", both, "19", "", "29", "19", false},
		{"only one registration", one, "27", "", "29", "27", false},
		{"a firm registered elsewhere", both, "29", "27", "29", "27", false},
		{"a firm registered where we supply", both, "27", "27", "27", "27", true},
	}
	for _, c := range tests {
		got := c.suppliers.SupplyAt(c.state, c.customer)
		if got.Supplier.StateCode != c.supplier || got.Place != c.place || got.Intra() != c.intra {
			t.Errorf("%s: %+v, intra %v", c.name, got, got.Intra())
		}
	}
	if _, err := NewSuppliers(nil, "29"); err == nil {
		t.Error("a company without registration can supply")
	}
}

// Docs/rules.md R4: rent 1,499, moved from Bengaluru to Pune on 15 October.
func TestMoveBetweenStates(t *testing.T) {
	item := billable{
		id: 1, sac: "997323", gstBP: 1800, from: day("2026-10-01"), to: day("2026-11-01"),
		terms: []subscription.Term{
			{From: day("2026-06-01"), Rent: money.Rupees(1499), StateCode: "29"},
			{From: day("2026-10-15"), Rent: money.Rupees(1499), StateCode: "27"},
		},
	}
	settings := DefaultSettings()
	settings.WholeRupees = false
	tests := []struct {
		name          string
		registrations []Registration
		want          []Totals
	}{
		{"with a registration in Maharashtra", []Registration{karnataka, maharashtra}, []Totals{
			{Taxable: 67697, CGST: 6093, SGST: 6093, Total: 79883}, {Taxable: 82203, CGST: 7398, SGST: 7398, Total: 96999},
		}},
		{"with one in Karnataka only", []Registration{karnataka}, []Totals{
			{Taxable: 67697, CGST: 6093, SGST: 6093, Total: 79883}, {Taxable: 82203, IGST: 14797, Total: 97000},
		}},
	}
	for _, c := range tests {
		suppliers, err := NewSuppliers(c.registrations, "29")
		if err != nil {
			t.Fatal(err)
		}
		var got []Totals
		for _, d := range (composer{suppliers, settings, day("2026-11-01"), Rental}).compose(customer{}, []billable{item}) {
			got = append(got, d.totals)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// Docs/rules.md R3 and R5: 1,499 from 17 September is 825 after rounding.
func TestFirstMonthIsRounded(t *testing.T) {
	lines := rentLines("997323", subscription.Charge([]subscription.Term{{Rent: money.Rupees(1499)}}, day("2026-09-17"), day("2026-10-01"))[0].Amount)
	taxLines(lines, true)
	want := Totals{Taxable: 69953, CGST: 6296, SGST: 6296, RoundOff: -45, Total: 82500}
	if got := sumUp(lines, true); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func rentLines(sac string, amounts ...money.Paise) []Line {
	lines := make([]Line, len(amounts))
	for i, a := range amounts {
		lines[i] = Line{Kind: RentLine, SAC: sac, GSTBP: 1800, Amount: a}
	}
	return lines
}

// Docs/rules.md R5: tax is rounded once on the sum, 25.12 and not 25.13.
func TestTaxIsRoundedOnTheSum(t *testing.T) {
	lines := rentLines("997323", 6833, 6833, 5750, 8500)
	taxLines(lines, true)
	if got := sumUp(lines, false); got.CGST != 2512 || got.SGST != 2512 || got.Taxable != 27916 {
		t.Errorf("%+v", got)
	}
}

func TestTaxPerGroup(t *testing.T) {
	lines := append(rentLines("997323", 27916), rentLines("997321", 27916)...)
	lines[1].GSTBP = 500
	taxLines(lines, false)
	if lines[0].IGST != 5025 || lines[1].IGST != 1396 {
		t.Errorf("%+v", lines)
	}
}

// Whatever the lines, discounts among them: the halves are equal, shares add
// up, none strays from its line, and the payable is whole rupees.
func TestTaxProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rentLines("997323", rapid.SliceOfN(rapid.Custom(func(t *rapid.T) money.Paise {
			return money.Paise(rapid.Int64Range(1, 2_000_000).Draw(t, "amount"))
		}), 1, 8).Draw(t, "amounts")...)
		if rapid.Bool().Draw(t, "discount") {
			lines = append(lines, Line{Kind: RentLine, SAC: "997323", GSTBP: 1800, Amount: -lines[0].Amount / 2})
		}
		intra := rapid.Bool().Draw(t, "intra")
		taxLines(lines, intra)
		total := sumUp(lines, true)
		if total.CGST != total.SGST || total.Total%100 != 0 || total.RoundOff.Abs() > 50 {
			t.Fatalf("%+v", total)
		}
		want := total.Taxable.Percent(1800)
		if intra {
			want = 2 * total.Taxable.Percent(900)
		}
		if total.Tax() != want {
			t.Fatalf("tax %d, want %d", total.Tax(), want)
		}
		for _, l := range lines {
			if exact := l.Amount.Percent(1800); (l.Tax() - exact).Abs() > 3 {
				t.Fatalf("line %+v, exactly %d", l, exact)
			}
		}
	})
}

func TestRatesAreDated(t *testing.T) {
	rates := Rates{
		{SAC: "997323", From: day("2017-07-01"), To: day("2025-09-22"), BasisPoints: 2800},
		{SAC: "997323", From: day("2025-09-22"), BasisPoints: 1800},
	}
	for _, c := range []struct {
		sac, on string
		want    int64
	}{
		{"997323", "2025-09-21", 2800},
		{"997323", "2025-09-22", 1800},
		{"997323", "2017-06-30", 1200},
		{"997315", "2026-01-01", 1200},
	} {
		if got := rates.At(c.sac, day(c.on), 1200); got != c.want {
			t.Errorf("%s on %s: %d, want %d", c.sac, c.on, got, c.want)
		}
	}
}

var legalSerial = regexp.MustCompile(`^[A-Za-z0-9/-]{1,16}$`)

func TestSerial(t *testing.T) {
	tests := []struct {
		series string
		on     string
		number int64
		credit bool
		want   string
	}{
		{"KA", "2026-11-01", 1234, false, "KA/26-27/0001234"},
		{"KA", "2027-03-31", 1, false, "KA/26-27/0000001"},
		{"KA", "2027-04-01", 1, false, "KA/27-28/0000001"},
		{"MH", "2099-12-31", 9_999_999, false, "MH/99-00/9999999"},
		{"KA", "2026-11-01", 123, true, "KA/26-27/C000123"},
	}
	for _, c := range tests {
		got, err := Serial(c.series, day(c.on).FinancialYear(), c.number, c.credit)
		if err != nil || got != c.want || !legalSerial.MatchString(got) {
			t.Errorf("%q, %v, want %q", got, err, c.want)
		}
	}
	for _, c := range []struct {
		series string
		number int64
		credit bool
	}{{"KAR", 1, false}, {"KA", 0, false}, {"KA", 10_000_000, false}, {"KA", 1_000_000, true}} {
		if got, err := Serial(c.series, 2026, c.number, c.credit); err == nil {
			t.Errorf("%+v became %q", c, got)
		}
	}
}

// Docs/rules.md R6: 2 % of 2,830 is 56.60, shown as 57; at receipt the base is
// 48.30 with 4.35 CGST and SGST.
func TestLateFee(t *testing.T) {
	rule := DefaultSettings().LateFee
	for _, c := range []struct{ unpaid, want money.Paise }{
		{283000, 5700},
		{0, 0},
		{-100, 0},
		{100, 2000},
		{10_000_000, 100_000},
	} {
		if got := rule.Fee(c.unpaid); got != c.want {
			t.Errorf("fee on %v is %v, want %v", c.unpaid, got, c.want)
		}
	}
	if got, want := FeeTax(5700, 1800, true), (Totals{Taxable: 4830, CGST: 435, SGST: 435, Total: 5700}); got != want {
		t.Errorf("%+v", got)
	}
	if got, want := FeeTax(5700, 1800, false), (Totals{Taxable: 4831, IGST: 869, Total: 5700}); got != want {
		t.Errorf("%+v", got)
	}
}

func TestLateFeeCycle(t *testing.T) {
	tests := []struct{ due, today, want string }{
		{"2026-11-10", "2026-11-10", ""},
		{"2026-11-10", "2026-11-11", "2026-11-01"},
		{"2026-11-10", "2026-12-10", "2026-11-01"},
		{"2026-11-10", "2026-12-11", "2026-12-01"},
		{"2026-11-10", "2027-02-01", "2027-01-01"},
		{"2027-01-31", "2027-03-01", "2027-02-01"},
		{"2027-01-31", "2027-02-28", "2027-01-01"},
		{"2026-11-10", "2026-01-01", ""},
	}
	for _, c := range tests {
		if got := cycle(day(c.due), day(c.today)); got.String() != c.want {
			t.Errorf("due %s, today %s: %v, want %s", c.due, c.today, got, c.want)
		}
	}
}

// Docs/rules.md R7: a fridge down 6 of 31 days on 1,499 is credited with
// 290.13, CGST 26.11, SGST 26.11: 342.35.
func TestCreditForDowntime(t *testing.T) {
	r := taxedReversal(true, 149900)
	note, err := r.note(Credit{Operation: "x", Reason: "Fridge was down", Lines: []CreditedLine{{1, money.Rupees(1499).MulDiv(6, 31)}}})
	want := Totals{Taxable: 29013, CGST: 2611, SGST: 2611, Total: 34235}
	if err != nil || note.totals != want {
		t.Fatalf("%+v, %v", note.totals, err)
	}
}

func taxedReversal(intra bool, amounts ...money.Paise) reversal {
	lines := rentLines("997323", amounts...)
	taxLines(lines, intra)
	return reversal{original: Invoice{Kind: Rental, Totals: sumUp(lines, true)}, lines: lines, taxed: true}
}

// However an invoice is credited bit by bit, no bit more than is left is
// taken, and once all is credited the notes add up to the invoice.
func TestCreditNotesAddUpToTheInvoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		amounts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) money.Paise {
			return money.Paise(rapid.Int64Range(1, 300_000).Draw(t, "amount"))
		}), 1, 4).Draw(t, "amounts")
		r := taxedReversal(rapid.Bool().Draw(t, "intra"), amounts...)
		left := append([]money.Paise{}, amounts...)
		var sum Totals
		for n := 0; ; n++ {
			var part []CreditedLine
			for i := range left {
				if left[i] == 0 {
					continue
				}
				take := left[i]
				if n < 5 {
					take = money.Paise(rapid.Int64Range(1, int64(left[i])).Draw(t, "take"))
				}
				part = append(part, CreditedLine{i + 1, take})
				left[i] -= take
			}
			if part == nil {
				break
			}
			note, err := r.note(Credit{Operation: "x", Reason: "y", Lines: part})
			if err != nil {
				t.Fatal(err)
			}
			sum = sum.less(Totals{}.less(note.totals))
			r.credited = append(r.credited, note.lines...)
		}
		if sum != r.original.Totals {
			t.Fatalf("credited %+v of %+v", sum, r.original.Totals)
		}
		if _, err := r.note(Credit{Operation: "x", Lines: []CreditedLine{{1, 1}}}); !fault.Is(err, 409) {
			t.Fatalf("one paisa more: %v", err)
		}
	})
}

func TestCommercialCreditHasNoTax(t *testing.T) {
	if !taxAdjustable(day("2026-11-01"), day("2027-11-30")) || taxAdjustable(day("2026-11-01"), day("2027-12-01")) {
		t.Error("the last day for tax is not 30 November after the financial year")
	}
	r := taxedReversal(true, 149900)
	r.taxed = false
	note, err := r.note(Credit{Operation: "x", Lines: []CreditedLine{{1, 149900}}})
	if want := (Totals{Taxable: 149900, Total: 149900}); err != nil || note.totals != want {
		t.Errorf("%+v, %v", note.totals, err)
	}
}

// Docs/rules.md R6: money pays the oldest rent first, fees last, and no paisa
// is lost or made.
func TestMatchProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d dues
		for id := range int64(rapid.IntRange(0, 4).Draw(t, "invoices")) {
			total := money.Paise(rapid.Int64Range(1, 1000).Draw(t, "total"))
			d.invoices = append(d.invoices, Invoice{ID: id + 1, Kind: Rental, Totals: Totals{Total: total}})
		}
		for id := range int64(rapid.IntRange(0, 3).Draw(t, "fees")) {
			d.fees = append(d.fees, LateFee{ID: id + 1, Amount: money.Paise(rapid.Int64Range(1, 100).Draw(t, "fee"))})
		}
		amount := money.Paise(rapid.Int64Range(0, 5000).Draw(t, "amount"))
		a := d.match(amount)
		if a.Rent+a.LateFees+a.Excess != amount || a.Rent < 0 || a.LateFees < 0 || a.Excess < 0 {
			t.Fatalf("%v became %+v", amount, a)
		}
		open, fees := d.open()
		if a.Rent != min(amount, open) || a.LateFees != min(amount-a.Rent, fees) {
			t.Fatalf("%v of rent %v and fees %v became %+v", amount, open, fees, a)
		}
		for i, part := range a.Parts[:max(0, len(a.Parts)-1)] {
			if part.InvoiceID != 0 && part.Amount != d.invoices[i].Open() {
				t.Fatalf("a newer due was paid before an older one: %+v", a.Parts)
			}
		}
	})
}

func (d dues) open() (rent, fees money.Paise) {
	for _, i := range d.invoices {
		rent += i.Open()
	}
	for _, f := range d.fees {
		fees += f.Open()
	}
	return rent, fees
}

func TestInvoiceStates(t *testing.T) {
	base := Invoice{Kind: Rental, DueDate: day("2026-11-10"), Totals: Totals{Total: 1000}}
	with := func(change func(i *Invoice)) Invoice { i := base; change(&i); return i }
	tests := []struct {
		name    string
		invoice Invoice
		today   string
		want    State
	}{
		{"new", base, "2026-11-01", Due},
		{"on the due day", base, "2026-11-10", Due},
		{"late", base, "2026-11-11", Overdue},
		{"partly paid", with(func(i *Invoice) { i.Paid = 1 }), "2026-11-10", PartPaid},
		{"partly paid and late", with(func(i *Invoice) { i.Paid = 1 }), "2026-11-11", Overdue},
		{"paid", with(func(i *Invoice) { i.Paid = 1000 }), "2026-12-11", PaidUp},
		{"paid and credited", with(func(i *Invoice) { i.Paid, i.Credited = 400, 600 }), "2026-12-11", PaidUp},
		{"credited", with(func(i *Invoice) { i.Credited = 1000 }), "2026-12-11", AllCredit},
		{"late fee", with(func(i *Invoice) { i.Kind, i.Paid = LateFeeDoc, 1000 }), "2026-12-11", PaidUp},
		{"credit note", with(func(i *Invoice) { i.Kind = CreditNote }), "2026-12-11", Issued},
	}
	for _, c := range tests {
		if got := c.invoice.State(day(c.today)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Docs/rules.md R8: held minus required, below zero is to be paid (ENTITY-01).
func TestDepositBalance(t *testing.T) {
	if got := DepositBalance(money.Rupees(3000), money.Rupees(5000)); got != money.Rupees(-2000) {
		t.Errorf("%v", got)
	}
}
