package emulator

import (
	"encoding/csv"
	"io"
	"strings"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
)

// Settling is a provider that sends to our bank what it has taken, with a file about
// each day of it.
type Settling interface {
	// SettlementFile is how its files look.
	SettlementFile() SettlementFile
	// Taken are the payments that were taken and the refunds that were given so far.
	Taken() []Settled
}

// SettlementFile is how a provider writes of a day on which it has sent money.
type SettlementFile struct {
	// Days is after how many bank days it sends what it has taken.
	Days int
	// Head names the columns; Line are the cells of one line. UTR is the bank's reference.
	Head []string
	Line func(s Settled, utr string) []string
}

// Settled is money of a payment, or of a refund of it that is kept back.
type Settled struct {
	// Refund is the provider's or our id of a refund, as its file has it, "" for a payment.
	ID, Refund, Order string
	// Fee is without Tax, the GST on it; all in paise.
	Amount, Fee, Tax money.Paise
	At               time.Time
}

// Net is what is sent, or kept back of a refund, in paise.
func (s Settled) Net() money.Paise { return s.Amount - s.Fee - s.Tax }

// Signed writes an amount with a minus where it is one of a refund.
func (s Settled) Signed(amount money.Paise) string {
	if s.Refund != "" {
		return "-" + amount.Decimal()
	}
	return amount.Decimal()
}

// Fee is 2 % of a payment and 18 % GST on that, in paise.
func Fee(amount money.Paise) (fee, tax money.Paise) {
	fee = amount * 2 / 100
	return fee, fee * 18 / 100
}

// Settlements is what a provider has sent, by the day on which it did so, up to now.
func Settlements(p Settling, now time.Time) map[calendar.Date][]Settled {
	days := map[calendar.Date][]Settled{}
	for _, s := range p.Taken() {
		day := calendar.BankDays{}.Add(calendar.In(s.At), p.SettlementFile().Days)
		if s.Amount > 0 && !calendar.In(now).Before(day) {
			days[day] = append(days[day], s)
		}
	}
	return days
}

// WriteSettlement writes the file of a day.
func WriteSettlement(to io.Writer, p Settling, name string, day calendar.Date, lines []Settled) error {
	f := p.SettlementFile()
	utr := strings.ToUpper(name) + day.Format("20060102")
	out := csv.NewWriter(to)
	rows := [][]string{f.Head}
	for _, s := range lines {
		rows = append(rows, f.Line(s, utr))
	}
	return out.WriteAll(rows)
}
