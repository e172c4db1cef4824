package billing

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/calendar"
	"rento/internal/store"
)

// lastSerial is the most documents that a series can number in one financial
// year within the 16 characters that the law allows.
const lastSerial = 9_999_999

// The letters of the series beside that of the invoices: credit notes that take
// tax back, and commercial ones, which are in no tax return; receipt vouchers of
// rent that was paid in advance, and refund vouchers of what of it goes back;
// delivery challans.
const (
	invoiceLetter    = ""
	creditLetter     = "C"
	commercialLetter = "F"

	receiptVoucherLetter = "V"
	refundVoucherLetter  = "R"

	challanLetter = "D"
)

// Serial writes a document number such as KA/26-27/0001234: prefix of the
// registration, financial year (April to March) and a number without gaps. A
// letter makes a series of its own, KA/26-27/C000123.
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

// nextSerial takes the next number inside the issuing transaction, so that a
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
	return Serial(prefix, letter, year, number)
}

// Commercial reports whether a credit note is outside GST: it was issued after the
// last day for tax adjustments, without tax and in a series of its own.
func (i Invoice) Commercial() bool {
	return i.Kind == CreditNote && strings.HasPrefix(i.Number[strings.LastIndex(i.Number, "/")+1:], commercialLetter)
}
