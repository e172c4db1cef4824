package document

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"rento/internal/billing"
	"rento/internal/gst"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Invoice prints a copy of an invoice or a credit note in a language (docs/documents.md).
func (p *Printer) Invoice(ctx context.Context, q *db.Queries, d billing.Document, c Copy, language string) (File, error) {
	r, err := readerOf(ctx, q, language)
	if err != nil {
		return File{}, err
	}
	out, err := p.invoice(r, d, c)
	return File{Name: fileName(d.Number), PDF: out}, err
}

func (p *Printer) invoice(r reader, d billing.Document, c Copy) ([]byte, error) {
	h := r.headOf(d)
	if !d.Commercial() {
		h = r.marked(h, c)
	}
	f := p.begin(r, h, d.Date)
	r.invoiceFacts(f, d)
	r.parties(f, d)
	r.lines(f, d)
	f.Space(gap)
	if !d.Commercial() {
		r.taxes(f, d.Groups, d.Intra())
		f.Space(gap)
	}
	r.totals(f, d)
	f.Space(gap)
	r.statements(f, d)
	return p.finish(f, r, d.Supplier.LegalName)
}

// headOf titles a document as the law calls it. A commercial note is grey.
func (r reader) headOf(d billing.Document) head {
	law := languages[english]
	h := head{number: d.Number, color: neel, title: r.TitleTaxInvoice, english: law.TitleTaxInvoice}
	switch {
	case d.Commercial():
		h.title, h.english, h.color = r.TitleCommercialNote, law.TitleCommercialNote, pale
	case d.Kind == billing.CreditNote:
		h.title, h.english = r.TitleCreditNote, law.TitleCreditNote
	case d.Kind == billing.Rental:
		h.kind = r.KindRental
	case d.Kind == billing.LateFeeDoc:
		h.kind = r.KindLateFee
	default:
		h.kind = r.KindAdjustment
	}
	return h
}

func (r reader) invoiceFacts(f *pdf.Flow, d billing.Document) {
	list := []fact{{r.Number, d.Number}, {r.Date, r.day(d.Date)}}
	switch d.Kind {
	case billing.CreditNote:
		list = append(list, fact{r.Original, fill(r.OriginalOf, "{number}", d.Original.Number, "{date}", r.day(d.Original.Date))})
	case billing.Rental, billing.Adjustment:
		if !d.CoveredWhole() {
			list = append(list, fact{r.DueBy, r.day(d.PrintedDue)})
		}
	case billing.LateFeeDoc: // it was paid before it was raised
	}
	list = append(list, fact{r.Period, r.days(d.PeriodFrom, d.PeriodTo)}, fact{r.PlaceOfSupply, state(d.PlaceOfSupply)})
	if !d.Commercial() {
		list = append(list, fact{r.ReverseCharge, r.No})
	}
	facts(f, list...)
}

// state names a state with its code.
func state(code string) string {
	if name := gst.StateName(code); name != "" {
		return name + " (" + code + ")"
	}
	return code
}

func (r reader) parties(f *pdf.Flow, d billing.Document) {
	r.sides(f, side{r.Supplier, d.Supplier.LegalName, d.Supplier.Address, d.Supplier.StateCode, d.Supplier.GSTIN},
		// The place is where a customer without a GSTIN lives, and another is registered.
		side{r.BilledTo, d.BillTo.Name, d.BillTo.Address, d.PlaceOfSupply, d.BillTo.GSTIN})
}

// side is one of the two of a document: what it is called there, and who it is.
type side struct{ as, name, address, state, gstin string }

// sides writes them beside each other.
func (r reader) sides(f *pdf.Flow, one, other side) {
	f.Space(gap / 2)
	width := (f.Width() - gap) / 2
	f.Columns(gap, r.side(f, width, one), r.side(f, width, other))
	f.Space(gap)
}

func (r reader) side(f *pdf.Flow, width pdf.Unit, s side) []pdf.Text {
	registered := r.Unregistered
	if s.gstin != "" {
		registered = "GSTIN " + s.gstin
	}
	return stacked(f, width, s.as, s.name, s.address, fill(r.State, "{state}", state(s.state)), registered)
}

// lines writes what the document is about, by the place where it is.
func (r reader) lines(f *pdf.Flow, d billing.Document) {
	t := table(
		pdf.Column{Title: "#", Share: 50, Align: pdf.Right}, pdf.Column{Title: r.Description, Share: 450},
		pdf.Column{Title: "SAC", Share: 110}, pdf.Column{Title: r.Taxable, Share: 150, Align: pdf.Right},
		pdf.Column{Title: r.GstRate, Share: 100, Align: pdf.Right}, pdf.Column{Title: "GST", Share: 140, Align: pdf.Right},
	)
	t.Begin(f)
	number := 0
	for _, place := range byPlace(d) {
		t.Over(f, fill(r.DeliveredAt, "{place}", place.address))
		for _, l := range place.lines {
			number++
			rate, tax := percent(10*l.GSTBP), amount(l.Tax())
			if d.Commercial() {
				rate, tax = "", ""
			}
			t.Row(f, []pdf.Cell{
				{Text: strconv.Itoa(number)}, {Text: r.about(l), Detail: r.detail(l)}, {Text: l.SAC}, {Text: amount(l.Amount)}, {Text: rate}, {Text: tax},
			})
		}
	}
}

// placeLines are the lines of what is at one place.
type placeLines struct {
	address string
	lines   []billing.Line
}

// byPlace are the lines by place, in the order in which the places come up.
func byPlace(d billing.Document) []placeLines {
	var places []placeLines
	for _, l := range d.Shown() {
		address := placeOf(d, l)
		at := slices.IndexFunc(places, func(p placeLines) bool { return p.address == address })
		if at < 0 {
			at = len(places)
			places = append(places, placeLines{address: address})
		}
		places[at].lines = append(places[at].lines, l)
	}
	return places
}

// placeOf is where the item of a line is. A line that is about no item has the address of the
// customer.
func placeOf(d billing.Document, l billing.Line) string {
	if l.Delivery.Address == "" {
		return d.BillTo.Address + ", " + state(d.PlaceOfSupply)
	}
	return l.Delivery.Address + ", " + state(l.Delivery.State)
}

// about words what a line is for, of a credit why it is given first.
func (r reader) about(l billing.Line) string {
	var words string
	switch l.For {
	case billing.ForRent:
		words = r.product(l.Product)
	case billing.ForLostDiscount:
		words = fill(r.LostDiscount, "{product}", r.product(l.Product))
	case billing.ForEarlyClosure:
		words = fill(r.EarlyClosure, "{product}", r.product(l.Product))
	case billing.ForDamage:
		words = r.product(l.Product) + ": " + l.Written
	case billing.ForCharge:
		words = l.Written
	case billing.ForLateFee:
		words = fill(r.LateFee, "{number}", l.FeeOf)
	}
	if reason := r.reason(l.Reason); reason != "" {
		return reason + ": " + words
	}
	return words
}

func (r reader) reason(reason billing.Reason) string {
	switch reason.Code {
	case billing.PickedUp:
		return fill(r.ReasonPickedUp, "{date}", r.day(reason.Day))
	case billing.TermsChanged:
		return fill(r.ReasonTermsChanged, "{date}", r.day(reason.Day))
	case billing.PickupPutOff:
		return r.ReasonPickupPutOff
	case billing.CreditedBefore:
		return r.ReasonCreditedBefore
	case billing.RequestTakenBack:
		return r.ReasonRequestTakenBack
	case billing.WrittenReason, billing.NoReason:
	}
	return reason.Written
}

// detail says of which days a line is, and how its amount came about.
func (r reader) detail(l billing.Line) string {
	detail := r.days(l.From, l.To)
	if how := r.how(l); how != "" {
		detail += " · " + how
	}
	if l.Discount != 0 {
		detail += " · " + fill(r.Discount, "{amount}", amount(-l.Discount))
	}
	return detail
}

func (r reader) how(l billing.Line) string {
	if l.Rate == 0 || l.Days == 0 {
		return ""
	}
	if l.Days == l.MonthDays {
		return fill(r.FullMonth, "{rate}", l.Rate.String())
	}
	return fill(r.DaysOfMonth, "{days}", strconv.Itoa(l.Days), "{monthDays}", strconv.Itoa(l.MonthDays), "{rate}", l.Rate.String())
}

// taxes writes rate and amount of each tax by service accounting code.
func (r reader) taxes(f *pdf.Flow, groups []billing.TaxGroup, intra bool) {
	f.MakeRoom(30 * pdf.MM)
	f.Paragraph(r.TaxSummary, heading)
	f.Space(gap / 4)
	first := []pdf.Column{{Title: "SAC", Share: 140}, {Title: r.Taxable, Share: 200, Align: pdf.Right}}
	last := pdf.Column{Title: r.TotalGst, Share: 180, Align: pdf.Right}
	if !intra {
		t := table(append(first, pdf.Column{Title: "IGST, " + r.Rate, Share: 200, Align: pdf.Right}, pdf.Column{Title: "IGST", Share: 280, Align: pdf.Right}, last)...)
		t.Begin(f)
		for _, g := range groups {
			t.Row(f, pdf.Cells(g.SAC, amount(g.Taxable), percent(10*g.BasisPoints), amount(g.IGST), amount(g.Tax())))
		}
		return
	}
	rate := func(tax string) pdf.Column {
		return pdf.Column{Title: fmt.Sprintf("%s, %s", tax, r.Rate), Share: 110, Align: pdf.Right}
	}
	t := table(append(first, rate("CGST"), pdf.Column{Title: "CGST", Share: 130, Align: pdf.Right}, rate("SGST"), pdf.Column{Title: "SGST", Share: 130, Align: pdf.Right}, last)...)
	t.Begin(f)
	for _, g := range groups {
		half := percent(5 * g.BasisPoints)
		t.Row(f, pdf.Cells(g.SAC, amount(g.Taxable), half, amount(g.CGST), half, amount(g.SGST), amount(g.Tax())))
	}
}

func (r reader) totals(f *pdf.Flow, d billing.Document) {
	list := []fact{{r.Taxable, amount(d.Taxable)}}
	switch {
	case d.Commercial():
	case d.Intra():
		list = append(list, fact{"CGST", amount(d.CGST)}, fact{"SGST", amount(d.SGST)})
	default:
		list = append(list, fact{"IGST", amount(d.IGST)})
	}
	if d.RoundOff != 0 {
		list = append(list, fact{r.RoundOff, amount(d.RoundOff)})
	}
	name := r.InvoiceTotal
	if d.Kind == billing.CreditNote {
		name = r.CreditTotal
	}
	list = append(list, fact{name, amount(d.Total)})
	if ahead := d.PaidAhead(); ahead != 0 {
		list = append(list, fact{r.PaidInAdvance, amount(-ahead)}, fact{r.ToPay, amount(d.Total - ahead)})
	}
	sums(f, list...)
}

// statements are what the law or a reader needs said, in English too.
func (r reader) statements(f *pdf.Flow, d billing.Document) {
	law := languages[english]
	if d.Commercial() {
		r.say(f, r.OutsideGst, law.OutsideGst)
	}
	if d.CoveredWhole() {
		r.say(f, r.NothingDue, law.NothingDue)
	}
	r.say(f, r.Electronic, law.Electronic)
}

// say writes what the law wants said, in English too.
func (r reader) say(f *pdf.Flow, own, english string) {
	f.Paragraph(own, label)
	if own != english {
		f.Paragraph(english, label)
	}
}
