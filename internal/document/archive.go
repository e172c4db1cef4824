package document

import (
	"archive/zip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/export"
	"rento/internal/store/db"
)

// errIndexDiffers means that documents were added or removed while an archive was written.
var errIndexDiffers = errors.New("document: the documents of the archive are not those of its index")

// Month writes all documents of a month that is over to w, as one ZIP: index.csv, and the PDF of
// each under its number. They are the supplier's copies in English. One document is in memory at a
// time. If one cannot be printed, the archive stays without its end, so that no program takes it
// for whole.
func (p *Printer) Month(ctx context.Context, q *db.Queries, bills *billing.Service, month calendar.Date, w io.Writer) error {
	a := archive{
		each:  func(each func(billing.IssuedDocument) error) error { return bills.EachIssued(ctx, q, month, each) },
		print: func(i billing.IssuedDocument) (File, error) { return p.issued(ctx, q, bills, i) },
	}
	return a.write(w)
}

// issued prints the supplier's copy of a document in English.
func (p *Printer) issued(ctx context.Context, q *db.Queries, bills *billing.Service, i billing.IssuedDocument) (File, error) {
	switch i.Of {
	case billing.VoucherSource:
		v, err := billing.OpenVoucher(ctx, q, i.CustomerID, i.ID)
		if err != nil {
			return File{}, err
		}
		return p.Voucher(ctx, q, v, ForSupplier, english)
	case billing.ChallanSource:
		c, err := billing.OpenChallan(ctx, q, i.CustomerID, i.ID)
		if err != nil {
			return File{}, err
		}
		return p.Challan(ctx, q, c, english)
	}
	d, err := bills.Document(ctx, q, i.CustomerID, i.ID)
	if err != nil {
		return File{}, err
	}
	return p.Invoice(ctx, q, d, ForSupplier, english)
}

// archive writes documents one by one. each passes on the same documents each time.
type archive struct {
	each  func(func(billing.IssuedDocument) error) error
	print func(billing.IssuedDocument) (File, error)
}

func (a archive) write(w io.Writer) error {
	out := zip.NewWriter(w)
	indexed, err := a.index(out)
	if err != nil {
		return fmt.Errorf("document: the index of an archive: %w", err)
	}
	err = a.each(func(i billing.IssuedDocument) error {
		indexed--
		file, err := a.print(i)
		if err != nil {
			return fmt.Errorf("document: print %s for an archive: %w", i.Number, err)
		}
		// A PDF is compressed already.
		entry, err := out.CreateHeader(&zip.FileHeader{Name: fileName(i.Number), Method: zip.Store, Modified: i.Date.Start()})
		if err != nil {
			return err
		}
		_, err = entry.Write(file.PDF)
		return err
	})
	if err == nil && indexed != 0 {
		err = errIndexDiffers
	}
	if err != nil {
		return err // without Close, so that the end of the archive is missing
	}
	return out.Close()
}

// index writes one row for each document, and returns how many there are.
func (a archive) index(out *zip.Writer) (rows int, err error) {
	entry, err := out.Create("index.csv")
	if err != nil {
		return 0, err
	}
	table := csv.NewWriter(entry)
	if err := table.Write([]string{"number", "date", "kind", "customer_id", "customer", "gstin", "taxable", "cgst", "sgst", "igst", "round_off", "total", "file"}); err != nil {
		return 0, err
	}
	err = a.each(func(i billing.IssuedDocument) error {
		rows++
		return table.Write(export.SpreadsheetRow(
			i.Number, i.Date.String(), i.Kind, strconv.FormatInt(i.CustomerID, 10), i.BillTo.Name, i.BillTo.GSTIN, i.Taxable.Decimal(), i.CGST.Decimal(),
			i.SGST.Decimal(), i.IGST.Decimal(), i.RoundOff.Decimal(), i.Total.Decimal(), fileName(i.Number),
		))
	})
	table.Flush()
	return rows, errors.Join(err, table.Error())
}
