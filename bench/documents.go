package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"rento/internal/document"
	"rento/internal/subscription"
)

// pageOfCustomers is how many customers are read at a time.
const pageOfCustomers = 500

// printingBar is the maximum cost of a document at any number of documents, relative to its cost at
// the smallest number.
const printingBar = 1.3

var printingRun = batchKind{name: "a month's invoices as PDF", child: "print", unit: "PDF", bar: printingBar}

// measureDocuments prints every invoice of a month of companies of growing size.
func measureDocuments(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	return printingRun.run(ctx, s, "documents", []int{1000, s.documents}, filling{month: firstDay, billed: true}, progress)
}

// printMonth prints every invoice of the month as customers would download it.
func printMonth(ctx context.Context, c *company) (printed int64, err error) {
	printer := document.New(document.Company{Brand: "Bench", Wallet: "Rentomoney", Email: "help@example.in", Phone: "1800 000 0000"})
	q := c.store.Queries()
	month := subscription.Period{From: firstDay, To: runDay}
	for last := int64(0); ; {
		customers, err := subscription.Tenants(ctx, q, month, last, pageOfCustomers)
		if err != nil || len(customers) == 0 {
			return printed, err
		}
		for _, customer := range customers {
			last = customer
			invoices, err := c.billing.List(ctx, q, customer)
			if err != nil {
				return printed, err
			}
			for _, i := range invoices {
				d, err := c.billing.Document(ctx, q, customer, i.ID)
				if err != nil {
					return printed, err
				}
				f, err := printer.Invoice(ctx, q, d, document.ForRecipient, "en")
				if err != nil {
					return printed, err
				}
				if !bytes.HasPrefix(f.PDF, []byte("%PDF-")) {
					return printed, fmt.Errorf("invoice %s is no PDF", d.Number)
				}
				printed++
			}
		}
	}
}
