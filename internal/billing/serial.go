package billing

import (
	"context"
	"fmt"

	"rento/internal/calendar"
	"rento/internal/store"
)

// lastSerial is the most documents that a series can number in one financial
// year within the 16 characters that the law allows.
const lastSerial = 9_999_999

// Serial writes a document number such as KA/26-27/0001234: series, financial
// year (April to March) and a number without gaps. Credit notes have a series
// of their own, KA/26-27/C000123.
func Serial(series string, financialYear int, number int64, credit bool) (string, error) {
	width, mark, last := 7, "", int64(lastSerial)
	if credit {
		width, mark, last = 6, "C", lastSerial/10
	}
	if len(series) > 2 || number < 1 || number > last {
		return "", fmt.Errorf("billing: no serial for %q %d: it would not fit into 16 characters", series, number)
	}
	return fmt.Sprintf("%s/%02d-%02d/%s%0*d", series, financialYear%100, (financialYear+1)%100, mark, width, number), nil
}

// nextSerial takes the next number inside the issuing transaction, so that a
// number is used if and only if its document exists.
func nextSerial(ctx context.Context, tx *store.Tx, series string, on calendar.Date, credit bool) (string, error) {
	row := series
	if credit {
		row += "/C"
	}
	year := on.FinancialYear()
	number, err := tx.BillingSerialNext(ctx, row, int64(year))
	if err != nil {
		return "", fmt.Errorf("billing: %w", err)
	}
	return Serial(series, year, number, credit)
}
