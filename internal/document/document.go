// Package document prints what customers and tax officers keep as A4 PDFs:
// invoices and credit notes. It works no figure out: each comes from the domain
// whose document it is, as on the screens. docs/documents.md has what each must
// hold.
package document

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/pdf"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Company is how the company calls itself on documents, and how it is reached.
// Legal is its name on what no registration issues; a node starts only if that is
// the name of its registrations too.
type Company struct{ Brand, Legal, Wallet, Email, Phone string }

// Printer prints documents.
type Printer struct{ company Company }

// New returns the printer of a company.
func New(c Company) *Printer {
	c.Legal = cmp.Or(c.Legal, c.Brand)
	return &Printer{company: c}
}

// File is a printed document with the name under which it is kept.
type File struct {
	Name string
	PDF  []byte
}

// fileName is the name of a document's file: numbers have slashes.
func fileName(number string) string { return strings.ReplaceAll(number, "/", "-") + ".pdf" }

// reader is for whom a document is printed: how their language words it and names
// products.
type reader struct {
	*words

	language string
	names    map[string]string // of products by the English ones
}

func readerOf(ctx context.Context, q *db.Queries, language string) (reader, error) {
	code, w := in(language)
	r := reader{words: w, language: code}
	if code == english {
		return r, nil
	}
	names, err := subscription.ProductNames(ctx, q)
	if err != nil {
		return r, err
	}
	r.names = names[code]
	return r, nil
}

func (r reader) product(english string) string {
	if name := r.names[english]; name != "" {
		return name
	}
	return english
}

// day writes a day, nothing for none.
func (r reader) day(d calendar.Date) string { return notify.Day(r.language, d) }

// days writes the days [from, to), one of them alone.
func (r reader) days(from, to calendar.Date) string {
	last := to.AddDays(-1)
	switch {
	case from.IsZero():
		return ""
	case !from.Before(last):
		return r.day(from)
	}
	return fill(r.PeriodDays, "{from}", r.day(from), "{to}", r.day(last))
}

// amount writes an amount to the paisa, so that columns of them stand in line.
func amount(p money.Paise) string {
	if p%money.Rupee == 0 {
		return p.String() + ".00"
	}
	return p.String()
}

// percent writes a rate that is given in thousandths of a percent.
func percent(thousandths int64) string {
	text := fmt.Sprintf("%d.%03d", thousandths/1000, thousandths%1000)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".") + " %"
}

// Copy is whose copy of a tax document is printed, as Rule 48 of the CGST Rules has it for
// services.
type Copy int

// The customer's copy is the original, and the one for our own books a duplicate.
const (
	ForRecipient Copy = iota
	ForSupplier
)

// marked marks a document as the original or the duplicate, in the terms of the law too.
func (r reader) marked(h head, c Copy) head {
	law := languages[english]
	h.copy, h.copyEnglish = r.CopyRecipient, law.CopyRecipient
	if c == ForSupplier {
		h.copy, h.copyEnglish = r.CopySupplier, law.CopySupplier
	}
	return h
}

// head is what stands on top of a document. English is its title in the terms of
// the law, said below the reader's own; copy is the mark of a tax document.
type head struct {
	title, english, kind, number string
	copy, copyEnglish            string
	color                        pdf.Color
}

// begin begins a document. Every further page names it again.
func (p *Printer) begin(r reader, h head, made calendar.Date) *pdf.Flow {
	f := pdf.NewFlow(pdf.New(pdf.Info{Title: h.title + " " + h.number, Author: p.company.Brand, Language: r.language, Made: made.Start()}), margin)
	f.Bottom = margin + 2*gap
	p.top(f, h)
	f.Again = func(f *pdf.Flow) {
		f.Draw(f.Set(h.title+" "+h.number, label, f.Width()), f.Left, f.Y, f.Width(), pdf.Right)
		f.Space(gap)
	}
	return f
}

// top draws what stands on top of a document's first page.
func (p *Printer) top(f *pdf.Flow, h head) {
	mark(f, f.Left, f.Y, markSize, h.color)
	half := f.Width() / 2
	f.Draw(f.Set(p.company.Brand, brand, half), f.Left+markSize+gap/2, f.Y+(markSize-brand.Size*5/4)/2, half, pdf.Left)
	big := title
	big.Color = h.color
	y := f.Draw(f.Set(h.title, big, half), f.Left+half, f.Y, half, pdf.Right)
	if h.title != h.english {
		y = f.Draw(f.Set(h.english, strong, half), f.Left+half, y, half, pdf.Right)
	}
	y = f.Draw(f.Set(h.kind, label, half), f.Left+half, y, half, pdf.Right)
	y = f.Draw(f.Set(h.copy, label, half), f.Left+half, y, half, pdf.Right)
	if h.copy != h.copyEnglish {
		y = f.Draw(f.Set(h.copyEnglish, label, half), f.Left+half, y, half, pdf.Right)
	}
	f.Y = max(y, f.Y+markSize) + gap/2
	f.Rectangle(f.Left, f.Y, f.Width(), pdf.Point*3/2, h.color)
	f.Space(gap)
}

// finish writes who issued the document and the number of each page below it.
func (p *Printer) finish(f *pdf.Flow, r reader, issuer string) ([]byte, error) {
	y := pdf.Height - margin - label.Size
	half := f.Width() / 2
	for page := 1; page <= f.Pages(); page++ {
		f.Turn(page)
		f.Line(f.Left, y-gap/2, f.Left+f.Width(), y-gap/2, pdf.Point/2, rule)
		told := slices.DeleteFunc([]string{issuer, p.company.Phone, p.company.Email}, func(s string) bool { return s == "" })
		from := strings.Join(told, " · ")
		f.Draw(f.Set(from, label, half*3/2).FirstLine(), f.Left, y, half, pdf.Left)
		of := fill(r.Page, "{page}", fmt.Sprint(page), "{pages}", fmt.Sprint(f.Pages()))
		f.Draw(f.Set(of, label, half/2), f.Left+half*3/2, y, half/2, pdf.Right)
	}
	out, err := f.Bytes()
	if err != nil {
		return nil, fmt.Errorf("document: %w", err)
	}
	return out, nil
}

// fact is a figure or a word with what it is.
type fact struct{ label, value string }

// facts writes them beside each other, three in a row; those without a value are
// left out.
func facts(f *pdf.Flow, list ...fact) {
	const across = 3
	width := (f.Width() - (across-1)*gap) / across
	var row [][]pdf.Text
	for _, x := range list {
		if x.value == "" {
			continue
		}
		row = append(row, []pdf.Text{f.Set(x.label, label, width), f.Set(x.value, strong, width)})
		if len(row) == across {
			f.Columns(gap, row...)
			f.Space(gap / 2)
			row = nil
		}
	}
	if len(row) > 0 {
		f.Columns(gap, append(row, make([][]pdf.Text, across-len(row))...)...)
		f.Space(gap / 2)
	}
}

// stacked is a heading with lines below it, as an address has.
func stacked(f *pdf.Flow, width pdf.Unit, name string, lines ...string) []pdf.Text {
	texts := []pdf.Text{f.Set(name, label, width)}
	for i, line := range lines {
		style := plain
		if i == 0 {
			style = strong
		}
		texts = append(texts, f.Set(line, style, width))
	}
	return texts
}

// sums writes figures below each other on the right, the last one large.
func sums(f *pdf.Flow, list ...fact) {
	width := f.Width() * 2 / 5
	x := f.Left + f.Width() - width
	f.MakeRoom(pdf.Unit(len(list)+1) * 16 * pdf.Point)
	for i, s := range list {
		style := plain
		if i == len(list)-1 {
			style = sum
			f.Line(x, f.Y+2*pdf.Point, x+width, f.Y+2*pdf.Point, pdf.Point, ink)
			f.Space(6 * pdf.Point)
		}
		left := f.Draw(f.Set(s.label, style, width*3/5), x, f.Y, width, pdf.Left)
		right := f.Draw(f.Set(s.value, style, width), x, f.Y, width, pdf.Right)
		f.Y = max(left, right) + pdf.Point
	}
}

// table is a table in the look of documents.
func table(columns ...pdf.Column) pdf.Table {
	return pdf.Table{Columns: columns, Head: pdf.Style{Size: 8 * pdf.Point, Bold: true, Color: ink}, Body: plain, Detail: label, Rule: rule, Band: band}
}
