package document

import (
	"context"
	"strconv"

	"rento/internal/pdf"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Order prints an order: what is rented from us, where to, at which rent and
// deposit.
func (p *Printer) Order(ctx context.Context, q *db.Queries, customerID int64, o subscription.Order, language string) (File, error) {
	r, name, err := p.ofCustomer(ctx, q, customerID, language)
	if err != nil {
		return File{}, err
	}
	out, err := p.order(r, name, o)
	return File{Name: fileName("order-" + o.UniqueID), PDF: out}, err
}

func (p *Printer) order(r reader, customer string, o subscription.Order) ([]byte, error) {
	f := p.begin(r, head{title: r.TitleOrder, english: languages[english].TitleOrder, number: o.UniqueID, color: neel}, o.Created.Date())
	facts(f, fact{r.Number, o.UniqueID}, fact{r.Date, r.day(o.Created.Date())}, fact{r.Customer, customer})
	f.Space(gap / 2)
	t := table(
		pdf.Column{Title: "#", Share: 50, Align: pdf.Right}, pdf.Column{Title: r.Description, Share: 510},
		pdf.Column{Title: r.RentAMonth, Share: 240, Align: pdf.Right}, pdf.Column{Title: r.ForDeposit, Share: 200, Align: pdf.Right},
	)
	t.Begin(f)
	t.Over(f, fill(r.DeliveredAt, "{place}", o.Address.Line()))
	for n, i := range o.Items {
		t.Row(f, pdf.Cells(strconv.Itoa(n+1), r.product(i.Name), amount(i.Rent), amount(i.Deposit)))
	}
	f.Space(gap)
	sums(f, fact{r.RentAMonth, amount(o.TotalRent())}, fact{r.ForDeposit, amount(o.Deposit())})
	f.Space(gap)
	r.outsideTax(f)
	return p.finish(f, r, p.company.Legal)
}
