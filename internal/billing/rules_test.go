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
		type supplyFacts struct {
			Supplier, Place string
			Intra           bool
		}
		want := supplyFacts{c.supplier, c.place, c.intra}
		if diff := cmp.Diff(want, supplyFacts{got.Supplier.StateCode, got.Place, got.Intra()}); diff != "" {
			t.Errorf("%s: the supply (-want +got):\n%s", c.name, diff)
		}
	}
	if _, err := NewSuppliers(nil, "29"); err == nil {
		t.Error("a company without registration can supply")
	}
}

// Docs/rules.md R4: rent 1,499, moved from Bengaluru to Pune on 15 October.
func TestMoveBetweenStates(t *testing.T) {
	item := billable{
		Billable: subscription.Billable{ID: 1, SAC: "997323"}, from: day("2026-10-01"), to: day("2026-11-01"),
		terms: []subscription.Term{
			{From: day("2026-06-01"), Rent: money.Rupees(1499), StateCode: "29"},
			{From: day("2026-10-15"), Rent: money.Rupees(1499), StateCode: "27"},
		},
	}
	rates := Rates{{SAC: "997323", From: day("2017-07-01"), BasisPoints: 1800}}
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
		com := composer{suppliers, rates, settings, day("2026-11-01"), Rental}
		drafts, err := com.compose(customer{}, []billable{item})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range drafts {
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
	want := Totals{Taxable: 27916, CGST: 2512, SGST: 2512, Total: 32940}
	if diff := cmp.Diff(want, sumUp(lines, false)); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
}

// Docs/rules.md R5: the tax of a rate is rounded once, even if several service accounting codes
// have this rate. CGST is 125.91 and not 125.92.
func TestTaxIsRoundedOncePerRate(t *testing.T) {
	lines := append(rentLines("997323", 69950), rentLines("997321", 69950)...)
	taxLines(lines, true)
	if got, want := sumUp(lines, false), (Totals{Taxable: 139900, CGST: 12591, SGST: 12591, Total: 165082}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if lines[0].CGST+lines[1].CGST != 12591 || lines[0].CGST != 6296 {
		t.Errorf("shares of %d and %d, want 12591 and 6296", lines[0].CGST, lines[1].CGST)
	}
}

func TestTaxOfTwoRates(t *testing.T) {
	lines := append(rentLines("997323", 27916), rentLines("997321", 27916)...)
	lines[1].GSTBP = 500
	taxLines(lines, false)
	if lines[0].IGST != 5025 || lines[1].IGST != 1396 {
		t.Errorf("IGST %d and %d, want 5025 and 1396", lines[0].IGST, lines[1].IGST)
	}
}

// For any lines, discounts included, a document passes the recomputation of the tax portal, and the
// shares add up. The tax share of a code differs from its exact tax only by rounding. The payable
// amount is in whole rupees.
func TestTaxProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(drawLine), 1, 12).Draw(t, "lines")
		if rapid.Bool().Draw(t, "discount") {
			off := lines[0]
			off.Amount = -off.Amount / 2
			lines = append(lines, off)
		}
		intra := rapid.Bool().Draw(t, "intra")
		taxLines(lines, intra)
		total := sumUp(lines, true)
		if total.Total%100 != 0 || total.RoundOff.Abs() > 50 {
			t.Fatalf("rounded by %v to %v, want whole rupees and at most half a rupee", total.RoundOff, total.Total)
		}
		passesPortal(t, lines, total, intra)
		for _, key := range groupsOf(lines) {
			sum := key.sum(lines)
			if exact := sum.Taxable.Percent(key.bp); (sum.Tax() - exact).Abs() > 3 {
				t.Fatalf("%s at %d: a tax of %d, want at most 3 from %d", key.sac, key.bp, sum.Tax(), exact)
			}
			if sum.CGST != sum.SGST {
				t.Fatalf("%s at %d: CGST of %d and SGST of %d, want the same", key.sac, key.bp, sum.CGST, sum.SGST)
			}
		}
	})
}

func drawLine(t *rapid.T) Line {
	return Line{
		Kind: RentLine, SAC: rapid.SampledFrom([]string{"997323", "997321", "997315"}).Draw(t, "sac"),
		GSTBP:  rapid.SampledFrom([]int64{0, 25, 500, 1200, 1800, 2800, 4000}).Draw(t, "rate"),
		Amount: money.Paise(rapid.Int64Range(1, 2_000_000).Draw(t, "amount")),
	}
}

// passesPortal makes the same check as the tax portal: the tax of each rate is the rounded share of
// the value, and the total is the sum.
func passesPortal(t *rapid.T, lines []Line, total Totals, intra bool) {
	t.Helper()
	value := map[int64]int64{}
	for _, l := range lines {
		value[l.GSTBP] += int64(l.Amount)
	}
	var half, full int64
	for bp, sum := range value {
		if intra {
			half += (2*sum*bp + 20_000) / 40_000
		} else {
			full += (2*sum*bp + 10_000) / 20_000
		}
	}
	type taxFacts struct{ CGST, SGST, IGST money.Paise }
	want := taxFacts{money.Paise(half), money.Paise(half), money.Paise(full)}
	if diff := cmp.Diff(want, taxFacts{total.CGST, total.SGST, total.IGST}); diff != "" {
		t.Fatalf("the tax, as the portal works it out (-want +got):\n%s", diff)
	}
	if sum := total.Taxable + total.CGST + total.SGST + total.IGST + total.RoundOff; total.Total != sum {
		t.Fatalf("a total of %v, want %v, to which its parts add up: %+v", total.Total, sum, total)
	}
	if tax := sumUp(lines, false).Tax(); tax != total.Tax() {
		t.Fatalf("the tax of the lines is %v, want %v as in the total", tax, total.Tax())
	}
}

// For any received late fees, the document passes the tax portal, its total is what was received,
// and the round-off is at most one paisa per rate.
func TestFeesPassThePortal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(drawLine), 1, 12).Draw(t, "fees")
		received, rates := money.Paise(0), map[int64]bool{}
		for _, l := range lines {
			received += l.Amount
			rates[l.GSTBP] = true
		}
		intra := rapid.Bool().Draw(t, "intra")
		total := taxFees(lines, intra)
		passesPortal(t, lines, total, intra)
		if total.Total != received {
			t.Fatalf("a total of %d, want the %d that were received", total.Total, received)
		}
		if int(total.RoundOff.Abs()) > len(rates) {
			t.Fatalf("rounded by %d, want at most a paisa for each of %d rates", total.RoundOff, len(rates))
		}
	})
}

// A product's own rate overrides the table, and the rates in the table depend on the day. Without
// either, nothing can be invoiced.
func TestRateOfAnItem(t *testing.T) {
	rates := Rates{
		{SAC: "997323", From: day("2017-07-01"), To: day("2025-09-22"), BasisPoints: 2800},
		{SAC: "997323", From: day("2025-09-22"), BasisPoints: 1800},
	}
	for _, c := range []struct {
		sac, on string
		own     *int64
		want    int64
	}{
		{"997323", "2025-09-21", nil, 2800},
		{"997323", "2025-09-22", nil, 1800},
		{"997323", "2025-09-22", new(int64(1200)), 1200},
		{"997323", "2025-09-22", new(int64(0)), 0},
		{"997315", "2026-01-01", new(int64(1200)), 1200},
	} {
		if got, err := rates.Of(c.sac, c.own, day(c.on)); got != c.want || err != nil {
			t.Errorf("%s on %s: got %d, %v, want %d", c.sac, c.on, got, err, c.want)
		}
	}
	for _, sac := range []string{"997323", "997315"} {
		if got, err := rates.Of(sac, nil, day("2017-06-30")); err == nil {
			t.Errorf("%s before there was GST is taxed at %d", sac, got)
		}
	}
}

var legalSerial = regexp.MustCompile(`^[A-Za-z0-9/-]{1,16}$`)

func TestSerial(t *testing.T) {
	tests := []struct {
		prefix, letter string
		on             string
		number         int64
		want           string
	}{
		{"KA", "", "2026-11-01", 1234, "KA/26-27/0001234"},
		{"KA", "", "2027-03-31", 1, "KA/26-27/0000001"},
		{"KA", "", "2027-04-01", 1, "KA/27-28/0000001"},
		{"MH", "", "2099-12-31", 9_999_999, "MH/99-00/9999999"},
		{"KA", "C", "2026-11-01", 123, "KA/26-27/C000123"},
		{"KA", "F", "2026-11-01", 123, "KA/26-27/F000123"},
	}
	for _, c := range tests {
		got, err := Serial(c.prefix, c.letter, day(c.on).FinancialYear(), c.number)
		if err != nil || got != c.want {
			t.Errorf("got %q, %v, want %q", got, err, c.want)
		}
		if !legalSerial.MatchString(got) {
			t.Errorf("the number %q is not legal", got)
		}
	}
	for _, c := range []struct {
		prefix, letter string
		number         int64
	}{{"KAR", "", 1}, {"KA", "CF", 1}, {"KA", "", 0}, {"KA", "", 10_000_000}, {"KA", "C", 1_000_000}} {
		if got, err := Serial(c.prefix, c.letter, 2026, c.number); err == nil {
			t.Errorf("%+v became %q, want an error", c, got)
		}
	}
}

// Docs/rules.md R6: 2 % of 2,830 is 56.60, shown as 57. On receipt the base is 48.31 with CGST and
// SGST of 4.35 each, and the round-off is −0.01.
func TestLateFee(t *testing.T) {
	rule := DefaultSettings().LateFee
	free := rule
	free.Floor, free.CapPercent = 0, 0
	for _, c := range []struct {
		name                      string
		rule                      LateFeeRule
		open, total, before, want money.Paise
	}{
		{"2 percent", rule, 283000, 283000, 0, 5700},
		{"33.4976, rounded once", rule, 167488, 167488, 0, 3300},
		{"20.499, rounded once", rule, 102495, 102495, 0, 2000},
		{"nothing open", rule, 0, 283000, 0, 0},
		{"paid too much", rule, -100, 283000, 0, 0},
		{"less than the floor", rule, 9999, 283000, 0, 0},
		{"the floor", rule, 10000, 283000, 0, 2000},
		{"the most", rule, 10_000_000, 10_000_000, 0, 100_000},
		{"up to a tenth of the invoice", rule, 20000, 20000, 0, 2000},
		{"a tenth is less than the least", rule, 15000, 15050, 0, 1500},
		{"what a tenth leaves", rule, 283000, 283000, 27000, 1300},
		{"a tenth is reached", rule, 283000, 283000, 28300, 0},
		{"no floor and no cap", free, 100, 100, 5000, 2000},
	} {
		if got := c.rule.Fee(c.open, c.total, c.before); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	rounded := Invoice{Kind: Rental, Totals: Totals{Taxable: 44900, CGST: 4041, SGST: 4041, RoundOff: 18, Total: 53000}}
	if got, want := rule.On(rounded, 4000), money.Rupees(12); got != want {
		t.Errorf("a tenth of 529.82, payable 530, after fees of 40: %v, want %v", got, want)
	}
	exact := Invoice{Kind: Rental, Totals: Totals{Taxable: 74573, CGST: 6712, SGST: 6712, RoundOff: 3, Total: 88000}}
	if got, want := rule.On(exact, 8000), money.Rupees(7); got != want {
		t.Errorf("a tenth of 879.97, which is 87.997, after fees of 80: %v, want %v", got, want)
	}
	if got, want := TaxInside(5700, 1800, true), (Totals{Taxable: 4831, CGST: 435, SGST: 435, RoundOff: -1, Total: 5700}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got, want := TaxInside(5700, 1800, false), (Totals{Taxable: 4831, IGST: 870, RoundOff: -1, Total: 5700}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Docs/rules.md R6: the first late fee comes on the day after the invoice becomes late. Each
// further fee comes on the day after a monthly due day. The second one comes at least a month after
// the invoice became late. No calendar month has two fees.
func TestDaysOfLateFees(t *testing.T) {
	for _, c := range []struct {
		due, late string
		want      []string
	}{
		{"2026-11-10", "2026-11-10", []string{"2026-11-11", "2026-12-11", "2027-01-11"}},
		{"2027-03-10", "2027-03-30", []string{"2027-03-31", "2027-05-11", "2027-06-11"}}, // picked up late, on 20 March
		{"2027-03-10", "2027-03-31", []string{"2027-04-01", "2027-05-11", "2027-06-11"}},
		{"2027-02-10", "2027-03-05", []string{"2027-03-06", "2027-04-11", "2027-05-11"}},
		{"2027-03-10", "2027-04-10", []string{"2027-04-11", "2027-05-11", "2027-06-11"}},
		{"2027-01-10", "2027-01-31", []string{"2027-02-01", "2027-03-11", "2027-04-11"}},
		// The fee after the due day of 28 February comes in March, so March has no other fee.
		{"2027-01-28", "2027-01-28", []string{"2027-01-29", "2027-03-01", "2027-04-29"}},
	} {
		days := feeDays{due: day(c.due), late: day(c.late)}
		if got := days.last(days.late); !got.IsZero() {
			t.Errorf("%+v: a fee of %v while it is not late, want none", c, got)
		}
		for n, want := range c.want {
			if got := days.last(day(want)); got != day(want) {
				t.Errorf("%+v: on %s the newest fee is of %v, want %s", c, want, got, want)
			}
			if n == 0 {
				continue
			}
			before := day(c.want[n-1])
			if got, eve := days.next(before), days.last(day(want).AddDays(-1)); got != day(want) || eve != before {
				t.Errorf("%+v: after %v comes %v, want %s; on the eve of it the newest is of %v", c, before, got, want, eve)
			}
		}
	}
}

// Docs/rules.md R7: a fridge at 1,499 is down for 6 of 31 days. The credit is 290.13 + CGST 26.11 +
// SGST 26.11 = 342.35.
func TestCreditForDowntime(t *testing.T) {
	r := taxedReversal(true, 149900)
	note, err := r.note(Credit{Operation: "x", Reason: Reason{Code: WrittenReason, Written: "Fridge was down"}, Lines: []CreditedLine{{LineNo: 1, Amount: money.Rupees(1499).MulDiv(6, 31)}}})
	if err != nil {
		t.Fatal(err)
	}
	want := Totals{Taxable: 29013, CGST: 2611, SGST: 2611, Total: 34235}
	if diff := cmp.Diff(want, note.totals); diff != "" {
		t.Fatalf("the credit note (-want +got):\n%s", diff)
	}
}

func taxedReversal(intra bool, amounts ...money.Paise) reversal {
	lines := rentLines("997323", amounts...)
	taxLines(lines, intra)
	return reversal{original: documentOf(intra, sumUp(lines, true)), lines: lines, taxed: true}
}

// A document is credited in any number of parts. Each note passes the tax portal by itself, takes
// no more than is left, and only the last note is rounded. Once everything is credited, the notes
// add up to the document.
func TestCreditNotesAddUpToTheInvoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOfN(rapid.Custom(drawLine), 1, 4).Draw(t, "lines")
		intra := rapid.Bool().Draw(t, "intra")
		taxLines(lines, intra)
		r := reversal{original: documentOf(intra, sumUp(lines, true)), lines: lines, taxed: true}
		left := make([]money.Paise, len(lines))
		for i, l := range lines {
			left[i] = l.Amount
		}
		for n := 0; ; n++ {
			part := drawCredit(t, left, n >= 5)
			if part == nil {
				break
			}
			note, err := r.note(Credit{Operation: "x", Reason: Reason{Code: WrittenReason, Written: "y"}, Lines: part})
			if err != nil {
				t.Fatal(err)
			}
			passesPortal(t, note.lines, note.totals, intra)
			r.credited = append(r.credited, note.lines...)
			r.original.Credited += note.totals.Total
			last := money.Sum(left...) <= 0 || r.original.Credited >= r.original.Total
			if note.totals.RoundOff != 0 && !last {
				t.Fatalf("rounded by %v before the last note, want no rounding: %+v", note.totals.RoundOff, note.totals)
			}
		}
		if r.original.Credited != r.original.Total {
			t.Fatalf("credited %v, want the total of %v", r.original.Credited, r.original.Total)
		}
		if sum := sumUp(r.credited, false); sum.Taxable != r.original.Taxable {
			t.Fatalf("credited a taxable value of %v, want %v", sum.Taxable, r.original.Taxable)
		}
		if _, err := r.note(Credit{Operation: "x", Lines: []CreditedLine{{LineNo: 1, Amount: 1}}}); !fault.Is(err, 409) {
			t.Fatalf("one paisa more: %v, want 409", err)
		}
	})
}

func documentOf(intra bool, totals Totals) Invoice {
	i := Invoice{Kind: Rental, Supplier: karnataka, PlaceOfSupply: "29", Totals: totals}
	if !intra {
		i.PlaceOfSupply = "27"
	}
	return i
}

// drawCredit draws an amount of what is left of each line, or everything. It is nil if nothing is
// left.
func drawCredit(t *rapid.T, left []money.Paise, all bool) (part []CreditedLine) {
	for i := range left {
		if left[i] == 0 {
			continue
		}
		take := left[i]
		if !all {
			take = money.Paise(rapid.Int64Range(1, int64(left[i])).Draw(t, "take"))
		}
		part = append(part, CreditedLine{LineNo: i + 1, Amount: take})
		left[i] -= take
	}
	return part
}

// Docs/rules.md R7: a note taxes its own value. Its tax is 26.11, not the difference to a
// cumulative 52.22. The last note gives back what is left of the total.
func TestCreditNotesTaxTheirOwnValue(t *testing.T) {
	r := taxedReversal(true, 149900)
	credit := func(amount money.Paise) Totals {
		t.Helper()
		note, err := r.note(Credit{Operation: "x", Reason: Reason{Code: WrittenReason, Written: "y"}, Lines: []CreditedLine{{LineNo: 1, Amount: amount}}})
		if err != nil {
			t.Fatal(err)
		}
		r.credited = append(r.credited, note.lines...)
		r.original.Credited += note.totals.Total
		return note.totals
	}
	for n, want := range []Totals{
		{Taxable: 50, CGST: 5, SGST: 5, Total: 60},
		{Taxable: 50, CGST: 5, SGST: 5, Total: 60},
		{Taxable: 149800, CGST: 13482, SGST: 13482, RoundOff: 16, Total: 176780},
	} {
		if got := credit(want.Taxable); got != want {
			t.Errorf("note %d: got %+v, want %+v", n+1, got, want)
		}
	}
}

// A credit note on a late-fee document credits its lines with their stored values, taxes the value
// once, and gives back what was received (docs/rules.md R7).
func TestCreditOfLateFees(t *testing.T) {
	// 57 + 20 = 77: base 65.25, CGST and SGST 5.87 each, round-off 0.01. The lines have 48.30 and
	// 16.95 of the base.
	pair := []money.Paise{5700, 2000}
	for _, c := range []struct {
		name     string
		received []money.Paise
		intra    bool
		lines    []int // credited
		taxed    bool
		want     Totals
	}{
		{"the whole document", pair, true, []int{1, 2}, true, Totals{Taxable: 6525, CGST: 587, SGST: 587, RoundOff: 1, Total: 7700}},
		{"its first line", pair, true, []int{1}, true, Totals{Taxable: 4830, CGST: 435, SGST: 435, Total: 5700}},
		{"its second line", pair, true, []int{2}, true, Totals{Taxable: 1695, CGST: 153, SGST: 153, RoundOff: -1, Total: 2000}},
		{"one fee", []money.Paise{5700}, true, []int{1}, true, Totals{Taxable: 4831, CGST: 435, SGST: 435, RoundOff: -1, Total: 5700}},
		{"across states", []money.Paise{5700}, false, []int{1}, true, Totals{Taxable: 4831, IGST: 870, RoundOff: -1, Total: 5700}},
		{"too late for tax", []money.Paise{5700}, true, []int{1}, false, Totals{Taxable: 4831, Total: 4831}},
	} {
		lines, parts := make([]Line, len(c.received)), []feePart(nil)
		for i, amount := range c.received {
			lines[i] = Line{Kind: LateFeeLine, SAC: "997323", GSTBP: 1800, Amount: amount}
		}
		doc := documentOf(c.intra, taxFees(lines, c.intra))
		doc.Kind = LateFeeDoc
		for _, no := range c.lines {
			parts = append(parts, feePart{lineNo: no, received: c.received[no-1]})
		}
		if got := feeCredit(doc, lines, parts, Reason{Code: WrittenReason, Written: "Withdrawn"}, c.taxed); got.totals != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got.totals, c.want)
		}
	}
	r := taxedReversal(true, 5700)
	r.original.Kind = LateFeeDoc
	if _, err := r.note(Credit{Operation: "x", Lines: []CreditedLine{{LineNo: 1, Amount: 5700}}}); !fault.Is(err, 422) {
		t.Errorf("a document of late fees was credited without its invoice: %v, want 422", err)
	}
}

// Late fees are paid in any way and credited in any order. The notes give back what the document
// received and never more. A note on the whole document takes all of its tax back.
func TestCreditsOfLateFeesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		received := rapid.SliceOfN(rapid.Int64Range(1, 100_000), 1, 6).Draw(t, "received")
		intra := rapid.Bool().Draw(t, "intra")
		lines := make([]Line, len(received))
		for i, amount := range received {
			lines[i] = Line{Kind: LateFeeLine, SAC: "997323", GSTBP: rapid.SampledFrom([]int64{0, 500, 1200, 1800}).Draw(t, "rate"), Amount: money.Paise(amount)}
		}
		doc := documentOf(intra, taxFees(lines, intra))
		cut := rapid.IntRange(1, len(received)).Draw(t, "cut")
		var sum Totals
		var parts []feePart
		for i := range received {
			parts = append(parts, feePart{lineNo: i + 1, received: money.Paise(received[i])})
		}
		for _, noted := range [][]feePart{parts[:cut], parts[cut:]} {
			if len(noted) == 0 {
				continue
			}
			note := feeCredit(doc, lines, noted, Reason{Code: WrittenReason, Written: "Withdrawn"}, true)
			var back money.Paise
			for _, p := range noted {
				back += p.received
			}
			if note.totals.Total != back {
				t.Fatalf("a note of %d, want the %d that were received", note.totals.Total, back)
			}
			if most := money.Paise(3 * len(noted)); note.totals.RoundOff.Abs() > most {
				t.Fatalf("rounded by %d, want at most %d", note.totals.RoundOff, most)
			}
			sum = sum.plus(note.totals)
		}
		if sum.Total != doc.Total || sum.Taxable != doc.Taxable {
			t.Fatalf("credited %v on a value of %v, want %v on %v", sum.Total, sum.Taxable, doc.Total, doc.Taxable)
		}
		if cut < len(parts) {
			return // in two notes, each rounds by itself
		}
		if diff := cmp.Diff(doc.Totals, sum); diff != "" {
			t.Fatalf("one note on the whole document (-want +got):\n%s", diff)
		}
	})
}

func TestCommercialCreditHasNoTax(t *testing.T) {
	if !taxAdjustable(day("2026-11-01"), day("2027-11-30")) || taxAdjustable(day("2026-11-01"), day("2027-12-01")) {
		t.Error("the last day for tax is not 30 November after the financial year")
	}
	r := taxedReversal(true, 149900)
	r.taxed = false
	note, err := r.note(Credit{Operation: "x", Lines: []CreditedLine{{LineNo: 1, Amount: 149900}}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Totals{Taxable: 149900, Total: 149900}, note.totals); diff != "" {
		t.Errorf("the credit note (-want +got):\n%s", diff)
	}
}

// Docs/rules.md R6: money pays the oldest rent first and late fees last. No paisa is lost or
// created.
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
		if sum := a.Rent + a.LateFees + a.Excess; sum != amount {
			t.Fatalf("the parts of %+v add up to %v, want %v", a, sum, amount)
		}
		if min(a.Rent, a.LateFees, a.Excess) < 0 {
			t.Fatalf("%v became %+v, want no part below zero", amount, a)
		}
		open, fees := d.open()
		if rent, late := min(amount, open), min(amount-a.Rent, fees); a.Rent != rent || a.LateFees != late {
			t.Fatalf("%v paid rent of %v and fees of %v, want %v and %v", amount, a.Rent, a.LateFees, rent, late)
		}
		for i, part := range a.Parts[:max(0, len(a.Parts)-1)] {
			if part.InvoiceID != 0 && part.Amount != d.invoices[i].Open() {
				t.Fatalf("a newer due was paid before an older one: part %d of %+v, want %v", i, a.Parts, d.invoices[i].Open())
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

// Docs/rules.md R2: a document is due by the 10th. A document of a late run is due by the next 10th
// that is at least a week ahead.
func TestDueDay(t *testing.T) {
	for _, c := range []struct {
		day        int
		date, want string
	}{
		{10, "2026-11-01", "2026-11-10"},
		{10, "2026-11-02", "2026-11-10"},
		{10, "2026-11-03", "2026-11-10"},
		{10, "2026-11-04", "2026-12-10"},
		{10, "2026-11-30", "2026-12-10"},
		{10, "2026-12-25", "2027-01-10"},
		{5, "2026-11-01", "2026-11-05"},
		{5, "2026-11-02", "2026-12-05"},
		{28, "2026-11-21", "2026-11-28"},
		{28, "2026-11-22", "2026-12-28"},
		{1, "2026-11-01", "2026-11-01"},
	} {
		if got := (Settings{DueDay: c.day}).due(day(c.date)); got != day(c.want) {
			t.Errorf("due day %d, a document of %s: got %s, want %s", c.day, c.date, got, c.want)
		}
	}
}

// Docs/rules.md R8: the balance is held minus required, and a negative balance must be paid
// (ENTITY-01). A refund that we owe does not count as deposit for anything new. It is added to the
// unneeded deposit only while nothing is missing (docs/rules.md R8, R10).
func TestDepositBalance(t *testing.T) {
	for _, c := range []struct {
		name                             string
		deposit                          Deposit
		balance, missing, unneeded, used money.Paise
	}{
		{"missing", Deposit{Held: 3000, Required: 5000, Received: 3000}, -2000, 2000, 0, 0},
		{"missing, a refund waits", Deposit{Held: 3000, Required: 5000, Received: 7000, RefundOwed: 4000}, -2000, 2000, 0, 0},
		{"as required, a refund waits", Deposit{Held: 5000, Required: 5000, Received: 101392, RefundOwed: 96392}, 96392, 0, 0, 0},
		{"too much, a refund waits", Deposit{Held: 5000, Required: 2000, Received: 9000, RefundOwed: 500}, 3500, 0, 3000, 3500},
	} {
		type depositFacts struct{ Balance, Missing, Unneeded, Used money.Paise }
		got := depositFacts{c.deposit.Balance(), c.deposit.Missing(), c.deposit.Unneeded(), c.deposit.Used()}
		if diff := cmp.Diff(depositFacts{c.balance, c.missing, c.unneeded, c.used}, got); diff != "" {
			t.Errorf("%s: the deposit (-want +got):\n%s", c.name, diff)
		}
	}
}
