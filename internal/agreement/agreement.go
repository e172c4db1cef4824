// Package agreement prints the novation agreement: by it the second owner
// takes the place of the first in the rental contract. It is signed on paper,
// because no digital signatures are accepted for it, and in English, whatever
// language its parties speak (docs/decisions/0054).
package agreement

import (
	"bytes"
	"fmt"
	"strings"

	"codeberg.org/go-pdf/fpdf"
	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"

	"rento/internal/calendar"
	"rento/internal/money"
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
	font   = "dejavu"
	margin = 18.0 // mm
	line   = 6.0
	width  = 210 - 2*margin
)

// PDF prints the agreement on A4. The same agreement prints to the same bytes.
// Where the fonts lack letters of a name or an address there is a line to write
// it on by hand (docs/decisions/0032).
func PDF(n Novation) ([]byte, error) {
	l, err := readLetters()
	if err != nil {
		return nil, err
	}
	first, second := l.party(n.First), l.party(n.Second)
	n = n.printable(l)
	p := fpdf.New("P", "mm", "A4", "")
	p.AddUTF8FontFromBytes(font, "", dejavusans.TTF)
	p.AddUTF8FontFromBytes(font, "B", dejavusansbold.TTF)
	p.SetCreationDate(n.On.Start())
	p.SetModificationDate(n.On.Start())
	p.SetCatalogSort(true)
	p.SetTitle("Novation agreement "+n.Number, true)
	p.SetMargins(margin, margin, margin)
	p.AddPage()
	heading(p, "Novation agreement", 16)
	paragraph(p, fmt.Sprintf("Request %s, printed on %s", n.Number, n.On.Format("2 January 2006")))
	paragraph(p, fmt.Sprintf("between %s (the Company), %s (the First Owner) and %s (the Second Owner).", n.Company, n.First.Name, n.Second.Name))
	party(p, "First Owner", first)
	party(p, "Second Owner", second)
	heading(p, "Items", 12)
	table(p, n.Items)
	heading(p, "Terms", 12)
	for i, term := range terms {
		paragraph(p, fmt.Sprintf("%d. %s", i+1, term))
	}
	signatures(p, n)
	var out bytes.Buffer
	if err := p.Output(&out); err != nil {
		return nil, fmt.Errorf("agreement: %w", err)
	}
	return out.Bytes(), nil
}

var terms = []string{
	"From the effective date, the day on which the Company records the transfer, the Second Owner takes the place of the First Owner in the rental contract of the items above, with the rest of its tenure and at the rent above, GST extra.",
	"The First Owner pays the rent for the days before the effective date, the Second Owner from that date on.",
	"The First Owner's dues are cleared before the transfer. The items stay in the city in which they stand.",
	"The Second Owner pays the deposit and completes KYC before the transfer. The First Owner's deposit is refunded after it.",
	"This agreement is signed by hand on paper. No digital signatures are accepted.",
}

func heading(p *fpdf.Fpdf, text string, size float64) {
	p.Ln(line / 2)
	p.SetFont(font, "B", size)
	p.MultiCell(width, line+size/8, text, "", "L", false)
	p.SetFont(font, "", 10)
}

func paragraph(p *fpdf.Fpdf, text string) {
	p.SetFont(font, "", 10)
	p.MultiCell(width, line, text, "", "L", false)
}

func party(p *fpdf.Fpdf, title string, who printedParty) {
	heading(p, title, 12)
	lines := []string{who.Name}
	if who.nameByHand {
		lines = append(lines, "Name, written by hand: "+toWriteOn)
	}
	lines = append(lines, "+91 "+who.Mobile)
	if who.Address != "" {
		lines = append(lines, who.Address)
	}
	if who.addressByHand {
		lines = append(lines, "Address, written by hand: "+toWriteOn)
	}
	paragraph(p, strings.Join(lines, "\n"))
}

var toWriteOn = strings.Repeat("_", 50)

func table(p *fpdf.Fpdf, items []Item) {
	columns := []float64{width * 0.46, width * 0.18, width * 0.18, width * 0.18}
	row := func(style string, cells ...string) {
		p.SetFont(font, style, 9)
		for i, cell := range cells {
			align := "R"
			if i == 0 {
				align = "L"
			}
			p.CellFormat(columns[i], line+1, fit(p, cell, columns[i]), "B", 0, align, false, 0, "")
		}
		p.Ln(-1)
	}
	row("B", "Item", "Rent a month", "Deposit", "Tenure ends")
	for _, item := range items {
		row("", item.Name, item.Rent.String(), item.Deposit.String(), item.TenureEnd.Format("2 Jan 2006"))
	}
}

// fit shortens a text that is too long for its column.
func fit(p *fpdf.Fpdf, text string, room float64) string {
	runes := []rune(text)
	for len(runes) > 1 && p.GetStringWidth(string(runes)) > room-2 {
		runes = append(runes[:len(runes)-2], '…')
	}
	return string(runes)
}

func signatures(p *fpdf.Fpdf, n Novation) {
	p.Ln(3 * line)
	third := width / 3
	for _, who := range []string{n.First.Name, n.Second.Name, "for " + n.Company} {
		p.CellFormat(third-4, line, fit(p, who, third-4), "T", 0, "L", false, 0, "")
		p.CellFormat(4, line, "", "", 0, "L", false, 0, "")
	}
	p.Ln(-1)
	for range 3 {
		p.CellFormat(third, line, "Place, date, signature", "", 0, "L", false, 0, "")
	}
}
