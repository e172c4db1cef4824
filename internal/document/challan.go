package document

import (
	"context"
	"strconv"

	"rento/internal/billing"
	"rento/internal/pdf"
	"rento/internal/store/db"
)

// Challan prints a delivery challan with all that Rule 55 of the CGST Rules asks for, in
// its three copies.
func (p *Printer) Challan(ctx context.Context, q *db.Queries, c billing.Challan, language string) (File, error) {
	r, err := readerOf(ctx, q, language)
	if err != nil {
		return File{}, err
	}
	out, err := p.challan(r, c)
	return File{Name: fileName(c.Number), PDF: out}, err
}

func (p *Printer) challan(r reader, c billing.Challan) ([]byte, error) {
	law := languages[english]
	h := head{title: r.TitleChallan, english: law.TitleChallan, number: c.Number, color: neel, kind: r.CopyConsignee}
	f := p.begin(r, h, c.Date)
	r.challanBody(f, c)
	for _, mark := range []string{r.CopyTransporter, r.CopyConsigner} {
		h.kind = mark
		f.NewPage(func(f *pdf.Flow) { p.top(f, h) })
		r.challanBody(f, c)
	}
	return p.finish(f, r, c.Company.LegalName)
}

func (r reader) challanBody(f *pdf.Flow, c billing.Challan) {
	law := languages[english]
	if c.Cancelled {
		f.Paragraph(r.ChallanCancelled, heading)
		f.Space(gap / 2)
	}
	why, place := r.GoodsPickedUp, ""
	if c.Movement == billing.DeliveredGoods {
		why = r.GoodsDelivered
	}
	if c.BetweenStates() {
		place = state(c.Destination())
	}
	facts(f, fact{r.Number, c.Number}, fact{r.Date, r.day(c.Date)}, fact{r.MovedFor, why}, fact{r.PlaceOfSupply, place}, fact{r.EWayBill, c.EWayBill})
	ours := side{name: c.Company.LegalName, address: c.Company.Address, state: c.Company.StateCode, gstin: c.Company.GSTIN}
	theirs := side{name: c.Party.Name, address: c.Party.Address, state: c.State, gstin: c.Party.GSTIN}
	from, to := ours, theirs
	if c.Movement == billing.PickedUpGoods {
		from, to = theirs, ours
	}
	from.as, to.as = r.Consigner, r.Consignee
	r.sides(f, from, to)
	r.goods(f, c)
	f.Space(gap)
	sums(f, fact{r.GoodsValue, amount(c.Value)})
	f.Space(gap)
	r.say(f, r.NoSupply, law.NoSupply)
	f.Space(3 * gap)
	f.MakeRoom(2 * gap)
	width := f.Width() / 3
	x := f.Left + f.Width() - width
	f.Line(x, f.Y, x+width, f.Y, pdf.Point/2, ink)
	f.Y = f.Draw(f.Set(fill(r.SignatureFor, "{company}", c.Company.LegalName), label, width), x, f.Y+gap/4, width, pdf.Left)
}

// goods writes each thing with its code, how many of it, and its value.
func (r reader) goods(f *pdf.Flow, c billing.Challan) {
	t := table(
		pdf.Column{Title: "#", Share: 50, Align: pdf.Right}, pdf.Column{Title: r.Description, Share: 480}, pdf.Column{Title: "HSN", Share: 130},
		pdf.Column{Title: r.Quantity, Share: 140, Align: pdf.Right}, pdf.Column{Title: r.GoodsValue, Share: 200, Align: pdf.Right},
	)
	t.Begin(f)
	for n, g := range c.Goods {
		t.Row(f, pdf.Cells(strconv.Itoa(n+1), r.product(g.Name), g.HSN, "1", amount(g.Value)))
	}
}
