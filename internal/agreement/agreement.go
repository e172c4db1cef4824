// Package agreement prints the novation agreement: by it the second owner
// takes the place of the first in the rental contract. It is signed on paper,
// because no digital signatures are accepted for it, and in English, whatever
// language its parties speak: both sign one text, and nobody has checked a translation.
package agreement

import (
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/pdf"
)

// Party is one of the two owners.
type Party struct{ Name, Mobile, Address string }

// Item is a rented thing that changes hands. Rent is paise a month without
// GST, Deposit paise.
type Item struct {
	Name      string
	Rent      money.Paise
	Deposit   money.Paise
	TenureEnd calendar.Date
}

// Novation is what the agreement says.
type Novation struct {
	Company string // that lets
	Number  string // of the request
	On      calendar.Date
	First   Party
	Second  Party
	Items   []Item
}

const (
	margin = 18 * pdf.MM
	gap    = 5 * pdf.MM
	thin   = pdf.Point / 2
	black  = pdf.Color(0)
)

// The styles of texts.
var (
	title   = pdf.Style{Size: 16 * pdf.Point, Bold: true}
	heading = pdf.Style{Size: 12 * pdf.Point, Bold: true}
	plain   = pdf.Style{Size: 10 * pdf.Point}
	strong  = pdf.Style{Size: 9 * pdf.Point, Bold: true}
	small   = pdf.Style{Size: 9 * pdf.Point}
)

// PDF prints the agreement on A4. The same agreement prints to the same bytes.
// Where the fonts lack letters of a name or an address there is a line to write
// it on by hand (docs/decisions/0022).
func PDF(n Novation) ([]byte, error) {
	f := pdf.NewFlow(pdf.New(pdf.Info{
		Title: "Novation agreement " + n.Number, Author: n.Company, Language: "en", Made: n.On.Start(),
	}), margin)
	f.Paragraph("Novation agreement", title)
	f.Space(gap / 2)
	f.Paragraph(fmt.Sprintf("Request %s, printed on %s", n.Number, n.On.Format("2 January 2006")), plain)
	f.Paragraph(fmt.Sprintf("between %s (the Company), %s (the First Owner) and %s (the Second Owner).", n.Company, n.First.Name, n.Second.Name), plain)
	party(f, "First Owner", n.First)
	party(f, "Second Owner", n.Second)
	section(f, "Items")
	items(f, n.Items)
	section(f, "Terms")
	for i, term := range terms {
		f.Paragraph(fmt.Sprintf("%d. %s", i+1, term), plain)
	}
	signatures(f, n)
	out, err := f.Bytes()
	if err != nil {
		return nil, fmt.Errorf("agreement: %w", err)
	}
	return out, nil
}

var terms = []string{
	"From the effective date, the day on which the Company records the transfer, the Second Owner takes the place of the First Owner in the rental contract of the items above, with the rest of its tenure and at the rent above, GST extra.",
	"The First Owner pays the rent for the days before the effective date, the Second Owner from that date on.",
	"The First Owner's dues are cleared before the transfer. The items stay in the city in which they stand.",
	"The Second Owner pays the deposit and completes KYC before the transfer. The First Owner's deposit is refunded after it.",
	"This agreement is signed by hand on paper. No digital signatures are accepted.",
}

func section(f *pdf.Flow, name string) {
	f.Space(gap)
	f.MakeRoom(4 * heading.Size)
	f.Paragraph(name, heading)
	f.Space(gap / 4)
}

func party(f *pdf.Flow, role string, who Party) {
	section(f, role)
	f.Paragraph(who.Name, plain)
	if !f.Prints(who.Name) {
		f.Paragraph("Name, written by hand: "+toWriteOn, plain)
	}
	f.Paragraph("+91 "+who.Mobile, plain)
	f.Paragraph(who.Address, plain)
	if !f.Prints(who.Address) {
		f.Paragraph("Address, written by hand: "+toWriteOn, plain)
	}
}

var toWriteOn = strings.Repeat("_", 50)

func items(f *pdf.Flow, list []Item) {
	table := pdf.Table{Head: strong, Body: small, Rule: black, Columns: []pdf.Column{
		{Title: "Item", Share: 460},
		{Title: "Rent a month", Share: 180, Align: pdf.Right},
		{Title: "Deposit", Share: 180, Align: pdf.Right},
		{Title: "Tenure ends", Share: 180, Align: pdf.Right},
	}}
	table.Begin(f)
	for _, item := range list {
		table.Row(f, pdf.Cells(item.Name, item.Rent.String(), item.Deposit.String(), item.TenureEnd.Format("2 Jan 2006")))
	}
}

// signatures are three lines to sign on, with who signs below each.
func signatures(f *pdf.Flow, n Novation) {
	f.Space(3 * gap)
	width := (f.Width() - 2*gap) / 3
	f.MakeRoom(6 * plain.Size)
	columns := make([][]pdf.Text, 3)
	for i, who := range []string{n.First.Name, n.Second.Name, "for " + n.Company} {
		x := f.Left + pdf.Unit(i)*(width+gap)
		f.Line(x, f.Y, x+width, f.Y, thin, black)
		columns[i] = []pdf.Text{f.Set(who, small, width).FirstLine(), f.Set("Place, date, signature", small, width)}
	}
	f.Columns(gap, columns...)
}
