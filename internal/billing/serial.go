package billing

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/gst"
	"rento/internal/store"
)

// lastSerial is the highest number of an invoice series in one financial year. A higher number
// would exceed the 16 characters that the law allows.
const lastSerial = 9_999_999

// The letters of the series. C is for credit notes that take tax back. F is for commercial credit
// notes, which are in no tax return. V is for receipt vouchers of rent in advance, R for their
// refund vouchers, and D for delivery challans. Invoices have no letter.
const (
	invoiceLetter    = ""
	creditLetter     = "C"
	commercialLetter = "F"

	receiptVoucherLetter = "V"
	refundVoucherLetter  = "R"

	challanLetter = "D"
)

// Serial formats a document number such as KA/26-27/0001234: the prefix of the registration, the
// financial year (April to March) and a number without gaps. A letter makes a separate series, as
// in KA/26-27/C000123.
func Serial(prefix, letter string, financialYear int, number int64) (string, error) {
	width, last := 7, int64(lastSerial)
	if letter != invoiceLetter {
		width, last = 6, lastSerial/10
	}
	if len(prefix) > 2 || len(letter) > 1 || number < 1 || number > last {
		return "", fmt.Errorf("billing: no serial for %q %q %d: it would not fit into 16 characters", prefix, letter, number)
	}
	return fmt.Sprintf("%s/%02d-%02d/%s%0*d", prefix, financialYear%100, (financialYear+1)%100, letter, width, number), nil
}

// nextSerial takes the next number of a series in the transaction that issues the document. So a
// number is used if and only if its document exists.
func nextSerial(ctx context.Context, tx *store.Tx, prefix, letter string, on calendar.Date) (string, error) {
	series := prefix
	if letter != invoiceLetter {
		series += "/" + letter
	}
	year := on.FinancialYear()
	number, err := tx.BillingSerialNext(ctx, series, int64(year))
	if err != nil {
		return "", fmt.Errorf("billing: take a number of %s: %w", series, err)
	}
	serial, err := Serial(prefix, letter, year, number)
	if err == nil && !gst.IsDocumentNumber(serial) {
		err = notIssued(fmt.Errorf("the number %q is not one that the tax portal takes: correct the series of the registration", serial))
	}
	return serial, err
}

// Commercial reports whether a credit note is outside GST. Such a note was issued after the last
// day for tax adjustments. It has no tax and is numbered in its own series.
func (i Invoice) Commercial() bool {
	return i.Kind == CreditNote && strings.HasPrefix(i.Number[strings.LastIndex(i.Number, "/")+1:], commercialLetter)
}
