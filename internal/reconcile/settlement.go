package reconcile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// line is a line of a settlement file: money that the provider has sent to our bank, as that of a
// payment, or has kept back, as that of a refund. cost is what the provider charges for it, in paise,
// of which tax is GST.
type line struct {
	id, order, settlement string
	refund                bool
	gross, cost, tax      money.Paise
}

// longestCell limits the length of a cell. No id of a provider or a bank is longer.
const longestCell = 150

// errColumns says that a file lacks columns of its provider's format.
func errColumns(missing []string) error {
	return fault.Invalid("settlement_file.columns", "file", "The first line does not name these columns of the provider's settlement file: {columns}.", fault.With("columns", strings.Join(missing, ", ")))
}

// reader reads the lines of a file one by one. needed is how many cells a line must have to reach
// all columns that are read, reference the bank's reference of the line before.
type reader struct {
	provider.SettlementFile
	lines     *lines
	columns   map[string]int
	needed    int
	reference string
}

func newReader(f provider.SettlementFile, file io.Reader) (*reader, error) {
	r := &reader{SettlementFile: f, lines: newLines(file), columns: map[string]int{}}
	first, _, err := r.lines.next()
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, errLine) {
		return nil, fmt.Errorf("reconcile: read the file: %w", err)
	}
	for i, name := range first {
		r.columns[strings.ToLower(clean(strings.TrimPrefix(name, "\ufeff")))] = i
	}
	var missing []string
	for _, column := range append([]string{f.Kind, f.ID, f.Order, f.Gross, f.Fee, f.Tax, f.Reference}, f.Net...) {
		i, has := r.columns[strings.ToLower(column)]
		if !has {
			missing = append(missing, column)
		}
		r.needed = max(r.needed, i+1)
	}
	if missing != nil {
		return nil, errColumns(missing)
	}
	return r, nil
}

// clean removes the marks that spreadsheets put around text.
func clean(cell string) string { return strings.Trim(strings.TrimSpace(cell), "'\"` ") }

func (r *reader) cell(record []string, column string) string {
	i, has := r.columns[strings.ToLower(column)]
	if !has || i >= len(record) || len(record[i]) > longestCell {
		return ""
	}
	return clean(record[i])
}

// amount parses rupees. An empty cell is zero.
func (r *reader) amount(record []string, column string) (money.Paise, error) {
	text := strings.ReplaceAll(r.cell(record, column), ",", "")
	if text == "" {
		return 0, nil
	}
	p, err := money.Parse(strings.TrimPrefix(text, "-"))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", column, err)
	}
	return p, nil
}

// next returns the next line, with its number in the file. isOther says that the line is about
// neither a payment nor a refund: an adjustment, a chargeback or a reserve, of which the line has the
// money that the bank got or lost, or a total, which has no id. The error is io.EOF after the last
// line, and another error for a line that makes no sense.
func (r *reader) next() (l line, number int, isOther bool, err error) {
	record, number, err := r.lines.next()
	if errors.Is(err, errLine) {
		return line{}, number, false, err
	}
	if err != nil {
		return line{}, 0, false, err
	}
	kind := r.cell(record, r.Kind)
	is := func(word string) bool { return strings.EqualFold(word, kind) }
	switch {
	case slices.ContainsFunc(r.Refund, is):
		l.refund = true
	case !slices.ContainsFunc(r.Payment, is):
		if r.lines.isOpen && len(record) <= r.columns[strings.ToLower(r.Kind)]+1 {
			return line{}, number, false, errCut
		}
		l, err = r.other(record)
		return l, number, err == nil, err
	}
	l.id, l.order, l.settlement = r.cell(record, r.ID), r.cell(record, r.Order), r.cell(record, r.Reference)
	if l.refund && r.RefundID != "" {
		l.id = r.cell(record, r.RefundID)
	}
	if r.isCut(record, l) {
		return l, number, false, errCut
	}
	r.reference = l.settlement
	err = r.amounts(record, &l)
	if err == nil && l.id == "" {
		err = errors.New("it names no payment")
	}
	return l, number, false, err
}

// other reads a line that is about neither a payment nor a refund. Its id may be that of a payment, so
// the row has the provider's word for its kind before it. Without an id or money it is nothing to enter.
func (r *reader) other(record []string) (l line, err error) {
	id := r.cell(record, r.ID)
	if id == "" && r.RefundID != "" {
		id = r.cell(record, r.RefundID)
	}
	if id == "" {
		return line{}, nil
	}
	l.id, l.settlement = bound.Text(bound.Line(r.cell(record, r.Kind)+" "+id), longestCell), r.cell(record, r.Reference)
	if r.isCut(record, l) {
		return l, errCut
	}
	for i, column := range r.Net {
		net, err := r.amount(record, column)
		if err != nil {
			return l, err
		}
		if net > 0 {
			l.gross, l.refund = net, i > 0 || strings.HasPrefix(r.cell(record, column), "-")
		}
	}
	return l, nil
}

// errCut says that a line may not be all that the provider has written.
var errCut = errors.New("the line is cut or may be; if the file is whole, add a line break to its end and enter it again")

// isCut reports whether a line lacks cells, or whether the file ends in its bank reference, which may
// be longer. Amounts that are cut do not fit together, and ids that are cut are of no payment of ours.
func (r *reader) isCut(record []string, l line) bool {
	endsIn := len(record) == r.columns[strings.ToLower(r.Reference)]+1 && !strings.HasSuffix(r.lines.text, `"`)
	return len(record) < r.needed || r.lines.isOpen && endsIn && l.settlement != r.reference
}

// amounts reads the amounts of a line. Whether the fee includes its tax differs between reports. So
// the cost is the difference between the gross and net amounts, and the fee must equal that cost,
// with or without the tax.
func (r *reader) amounts(record []string, l *line) error {
	var failed error
	read := func(column string) money.Paise {
		p, err := r.amount(record, column)
		failed = errors.Join(failed, err)
		return p
	}
	gross, fee, tax := read(r.Gross), read(r.Fee), read(r.Tax)
	net := money.Paise(0)
	for _, column := range r.Net {
		net = max(net, read(column))
	}
	if failed != nil {
		return failed
	}
	cost := gross - net
	if l.refund {
		cost = net - gross
	}
	if gross <= 0 || cost < 0 || cost != fee && cost != money.Sum(fee, tax) || tax > fee {
		return fmt.Errorf("amount %s, fee %s, tax %s and net %s do not fit together", gross.Decimal(), fee.Decimal(), tax.Decimal(), net.Decimal())
	}
	l.gross, l.cost, l.tax = gross, cost, tax
	return nil
}

// File is the result of entering a settlement file.
type File struct {
	Provider string
	// Lines is the number of payment and refund lines, Others the number of all other lines. Posted
	// is how many lines were entered now.
	Lines, Others, Posted int
	// Gross, Fees and Tax are the totals of what was entered now, in paise. Refunds reduce Gross.
	Gross, Fees, Tax money.Paise
	Rows             []payment.Difference
}

// fileOf returns the format of a provider's settlement files. It returns false if the provider is
// not connected or has no such files.
func (s *Service) fileOf(providerName string) (provider.SettlementFile, bool) {
	for _, gateway := range s.gateways.BySource()[providerName] {
		if f := gateway.Profile().SettlementFile; f.Kind != "" {
			return f, true
		}
	}
	return provider.SettlementFile{}, false
}

// mostStrange is how many lines at the start of a file may be none of ours.
const mostStrange = 100

// EnterFile compares a provider's settlement file with the books and enters each line once: the
// gross amount leaves the account of money in transit at the provider, for the bank, the provider's
// fee and the GST on the fee. If our books do not have a payment, it is first fetched from the
// provider and booked. A line is not entered but reported to a person if its amount or order
// differs from ours, or if the money is not ours. A line that was entered before and has other figures
// now is reported too. The file is read line by line, and a line that makes no sense does not stop the
// others.
//
// A file of several lines of which none is ours, or none of the first hundred, is another company's.
// It is an error, with one alert for all of its lines. From the first line of ours on, the provider's
// payments are expected in its files.
func (s *Service) EnterFile(ctx context.Context, providerName string, file io.Reader) (File, error) {
	result := File{Provider: providerName}
	f, known := s.fileOf(providerName)
	if !known {
		return result, fault.Invalid("settlement_file.provider_unknown", "provider", "No connected gateway has settlement files of this provider.")
	}
	r, err := newReader(f, file)
	if err != nil {
		return result, err
	}
	var failed bound.Failures
	var strange []finding // until a line is ours
	isOurs, foreign := false, 0
	for {
		l, number, isOther, err := r.next()
		var here payment.Settled
		var found finding
		switch {
		case errors.Is(err, io.EOF) && foreign > 1:
			return result, s.refuse(ctx, providerName, strange)
		case errors.Is(err, io.EOF):
			failed.Add(s.tellLines(ctx, &result, strange))
			failed.Add(s.record(ctx, result))
			return result, failed.Err()
		case ctx.Err() != nil:
			failed.Add(ctx.Err())
			return result, failed.Err()
		case number == 0:
			failed.Add(fmt.Errorf("reconcile: read the file: %w", err))
			return result, failed.Err()
		case isOther:
			result.Others++
			if l.gross == 0 {
				continue
			}
			found = otherLine(providerName, l)
		case err != nil:
			if l.id == "" { // the next file has another line of this number, so its text tells them apart
				l = line{id: fmt.Sprintf("line %d", number), settlement: ident.Hash(r.lines.text)[:16]}
			}
			found = finding{line: l, Difference: payment.Difference{Kind: payment.Unreadable, Gateway: providerName, ID: l.id}, detail: err.Error()}
		default:
			result.Lines++
			if here, found, err = s.compareLine(ctx, providerName, l); err != nil {
				failed.Add(err)
				continue
			}
		}
		if !isOurs && here.Amount > 0 {
			isOurs = true
			failed.Add(s.noteFirst(ctx, providerName, f))
			failed.Add(s.tellLines(ctx, &result, strange))
			strange, foreign = nil, 0
		}
		if found.Kind != payment.OtherLine && !isOurs {
			foreign++
		}
		switch {
		case !isOurs:
			if strange = append(strange, found); len(strange) == mostStrange {
				return result, s.refuse(ctx, providerName, strange)
			}
		case found.detail != "":
			failed.Add(s.tellLines(ctx, &result, []finding{found}))
		default:
			if found.Mended {
				result.Rows = append(result.Rows, found.Difference)
			}
			failed.Add(s.enter(ctx, &result, here.Gateway, found))
		}
	}
}

// finding is a line with the row that is printed of it. With a detail, a person decides about it.
type finding struct {
	line
	payment.Difference
	detail string
}

// otherLine is the row of a line that is about neither a payment nor a refund.
func otherLine(providerName string, l line) finding {
	how := "sent"
	if l.refund {
		how = "kept back"
	}
	return finding{
		line: l, Difference: payment.Difference{Kind: payment.OtherLine, Gateway: providerName, ID: l.id, There: l.gross},
		detail: fmt.Sprintf("%s %s by %s, of no payment or refund", l.gross.Decimal(), how, l.settlement),
	}
}

// compareLine compares one line with the books.
func (s *Service) compareLine(ctx context.Context, providerName string, l line) (here payment.Settled, found finding, err error) {
	var caught bool
	if l.refund {
		here, err = s.payments.SettledRefund(ctx, providerName, l.id)
	} else {
		here, caught, err = s.payments.SettledPayment(ctx, providerName, l.id, l.order)
	}
	if err != nil {
		return here, found, fmt.Errorf("reconcile: line of %s: %w", l.id, err)
	}
	found = finding{line: l, Difference: payment.Difference{Gateway: cmp.Or(here.Gateway, providerName), ID: l.id, CustomerID: here.CustomerID, Here: here.Amount, There: l.gross}}
	byPerson := false
	if here.Amount != l.gross {
		var was line
		was, byPerson, err = s.entered(ctx, s.store.Queries(), providerName, here.Gateway, l)
		if err != nil {
			return here, found, err
		}
		byPerson = byPerson && was.says(l)
	}
	switch {
	case here.Amount != l.gross && !byPerson:
		found.Kind = payment.AmountDiffers
		if here.Amount == 0 {
			found.Kind = payment.UnknownHere
		}
		if l.refund {
			found.Kind = payment.RefundDiffers
		}
		found.detail = fmt.Sprintf("%s here, %s settled by %s", here.Amount.Decimal(), l.gross.Decimal(), l.settlement)
	case !here.IsOf(l.order):
		found.Kind = payment.OrderDiffers
		found.detail = fmt.Sprintf("of order %s here, settled by %s as one of order %s", here.Order.Reference, l.settlement, l.order)
	case caught:
		found.Kind, found.Here, found.Mended = payment.UnknownHere, 0, true
	}
	return here, found, nil
}

// refuse reports a file of which no line is ours to a person, by its first lines.
func (s *Service) refuse(ctx context.Context, providerName string, strange []finding) error {
	var all strings.Builder
	for _, of := range strange {
		all.WriteString(of.subject(providerName) + "\n")
	}
	foreign := fault.Invalid("settlement_file.foreign", "file", "None of the first {lines} lines of this file is of a payment or refund in our books. It is a file of another company or account, and nothing of it was entered.", fault.With("lines", len(strange)))
	err := s.alerts.RaiseAlone(ctx, alert.Alert{
		Kind: alertDiffers, Subject: providerName + ":file " + ident.Hash(all.String())[:16], Detail: foreign.Message + " It begins with " + bound.Line(strange[0].id) + ".",
	})
	if err != nil {
		return err
	}
	return foreign
}

// record says in the audit log who has entered a file.
func (s *Service) record(ctx context.Context, f File) error {
	if f.Posted == 0 {
		return nil
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return s.audit.Record(context.WithoutCancel(ctx), tx, audit.Entry{Action: "settlement_file_entered", Object: "settlement_file/" + f.Provider, Amount: max(0, f.Gross)})
	})
}

// enter enters a line that is as our books have it, once. A line that was entered before with other
// figures is told to a person.
func (s *Service) enter(ctx context.Context, f *File, gateway string, found finding) error {
	l := found.line
	var posted, known, differs, isClosed bool
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		var entry ledger.Entry
		var err error
		if entry, known, err = s.settling(ctx, tx.Queries, f.Provider, gateway, l, l.gross); err != nil {
			return err
		}
		if _, posted, err = s.ledger.Post(ctx, tx, entry); err != nil {
			return err
		}
		if err := s.alerts.Settle(ctx, tx, alertMissing, gateway+":"+l.id, asOurs); err != nil {
			return err
		}
		was := l
		if known || !posted {
			if was, _, err = s.entered(ctx, tx.Queries, f.Provider, gateway, l); err != nil {
				return err
			}
		}
		if differs = !was.says(l); !differs {
			return s.settleAlerts(ctx, tx, f.Provider, l)
		}
		found.Kind, found.Here, found.There, found.Mended = payment.EnteredDiffers, was.net(), l.net(), false
		found.detail = fmt.Sprintf("entered as %s, now it is %s", was, l)
		isClosed, err = s.tellLine(ctx, tx, f.Provider, found)
		return err
	})
	if err == nil && differs && !isClosed {
		f.Rows = append(f.Rows, found.Difference)
	}
	if err != nil || !posted {
		return err
	}
	f.Posted++
	f.Gross = money.Sum(f.Gross, l.signed(l.gross))
	if !known {
		f.Fees, f.Tax = money.Sum(f.Fees, l.cost-l.tax), money.Sum(f.Tax, l.tax)
	}
	return nil
}

// The source types of the journal entries for the lines of refunds, and for lines whose money a person
// has put into suspense.
const (
	sourceSettledRefund = "settled_refund"
	sourceStrange       = "settled_strange"
)

// signed is an amount with a minus if the provider has kept it back.
func (l line) signed(amount money.Paise) money.Paise {
	if l.refund {
		return -amount
	}
	return amount
}

// net is what the bank got, or lost by a line that was kept back.
func (l line) net() money.Paise {
	if l.refund {
		return money.Sum(l.gross, l.cost)
	}
	return l.gross - l.cost
}

// says reports whether another line says the same as this one, which was entered. A reference that one of
// them does not have is not compared.
func (l line) says(other line) bool {
	here, there := bound.Line(l.settlement), bound.Line(other.settlement)
	return l.gross == other.gross && l.cost == other.cost && l.tax == other.tax && (here == there || here == "" || there == "")
}

// String is a line in the detail of an alert.
func (l line) String() string {
	return fmt.Sprintf("%s, with costs of %s of which %s are GST, settled by %s", l.gross.Decimal(), l.cost.Decimal(), l.tax.Decimal(), cmp.Or(l.settlement, "no reference"))
}

// settledBy begins the description of a line's entry, before the bank's reference.
const settledBy = "Settled by "

// entered returns the line of a payment or refund as it was entered, from a file or by a person, and
// whether it was.
func (s *Service) entered(ctx context.Context, q *db.Queries, providerName, gateway string, l line) (was line, is bool, err error) {
	entry := s.entry(gateway, l, l.gross)
	legs, description, err := ledger.DescribedOf(ctx, q, 0, entry.SourceType, entry.SourceID)
	if err != nil || len(legs) == 0 {
		return line{}, false, err
	}
	suspended, first, err := ledger.DescribedOf(ctx, q, 0, sourceStrange, providerName+":"+l.id)
	if err != nil {
		return line{}, false, err
	}
	if len(suspended) > 0 { // then the bank, the fee and its GST were entered there
		legs, description = suspended, first
	}
	was = line{id: l.id, refund: l.refund, settlement: strings.TrimPrefix(description, settledBy)}
	for _, leg := range legs {
		switch leg.Account {
		case ledger.Bank:
			was.gross = money.Sum(was.gross, l.signed(leg.Amount))
		case ledger.GatewayFees:
			was.cost = money.Sum(was.cost, leg.Amount)
		case ledger.InputGST:
			was.cost, was.tax = money.Sum(was.cost, leg.Amount), money.Sum(was.tax, leg.Amount)
		}
	}
	was.gross = money.Sum(was.gross, l.signed(was.cost))
	return was, true, nil
}

// settling is the entry of a line as far as our books have the money. Money that a person has put into
// suspense because the line was of nobody leaves it, as the bank has it already, and known says so.
func (s *Service) settling(ctx context.Context, q *db.Queries, providerName, gateway string, l line, here money.Paise) (entry ledger.Entry, known bool, err error) {
	entry = s.entry(gateway, l, here)
	suspended, err := ledger.LegsOf(ctx, q, 0, sourceStrange, providerName+":"+l.id)
	if known = len(suspended) > 0; known {
		entry.Legs = []ledger.Leg{{Account: ledger.Suspense, Amount: l.signed(here)}, {Account: ledger.InTransit(gateway), Amount: -l.signed(here)}}
	}
	return entry, known, err
}

// entry is the journal entry of a line of which our books have an amount: what the bank got or lost,
// the fee and its GST, against money in transit. What our books do not have is in suspense.
func (s *Service) entry(gateway string, l line, here money.Paise) ledger.Entry {
	entry := ledger.Entry{
		SourceType: payment.SourceSettled, SourceID: gateway + ":" + l.id, At: calendar.Stamp(s.clock.Now()), Description: bound.Line(settledBy + l.settlement),
		Legs: []ledger.Leg{
			{Account: ledger.Bank, Amount: l.signed(l.gross) - l.cost},
			{Account: ledger.GatewayFees, Amount: l.cost - l.tax},
			{Account: ledger.InputGST, Amount: l.tax},
			{Account: ledger.InTransit(gateway), Amount: -l.signed(here)},
			{Account: ledger.Suspense, Amount: -l.signed(l.gross - here)},
		},
	}
	if l.refund {
		entry.SourceType = sourceSettledRefund
	}
	return entry
}

// The alerts about a line that was not entered, and about money that no file has.
const (
	alertDiffers = "settlement_differs"
	alertMissing = "settlement_missing"
)

// subject names a line in its row and alert, by the bank's reference of its settlement too: when
// another settlement has the same id, a person decides anew.
func (l line) subject(providerName string) string {
	return providerName + ":" + l.id + ":" + l.settlement
}

// asOurs is the reason with which alerts about a line close themselves.
const asOurs = "A settlement file has it as our books do."

// settleAlerts forgets the rows of a line that is in the books now, and closes their alerts: those of the
// same settlement. Another settlement of the same money stays, because the provider may have sent it twice.
// What a person has closed stays as it is.
func (s *Service) settleAlerts(ctx context.Context, tx *store.Tx, providerName string, l line) error {
	rows, err := tx.ReconcileRowsOfLine(ctx, providerName, l.id)
	if err != nil {
		return fmt.Errorf("reconcile: read the rows of a line: %w", err)
	}
	for _, row := range rows {
		isClosed, err := alert.IsClosed(ctx, tx.Queries, alertDiffers, row.Subject)
		if err != nil {
			return err
		}
		if isClosed || !mayBeOf(row, l.settlement) {
			continue
		}
		if err := tx.ReconcileRowRemove(ctx, row.Subject); err != nil {
			return fmt.Errorf("reconcile: forget a row: %w", err)
		}
		if err := s.alerts.Settle(ctx, tx, alertDiffers, row.Subject, asOurs); err != nil {
			return err
		}
	}
	return nil
}

// mayBeOf reports whether a row may be of the settlement with this reference. The row of a line that could
// not be read may have a part of the reference, and any row may lack it.
func mayBeOf(row db.ReconcileRowsOfLineRow, settlement string) bool {
	if row.Kind == string(payment.Unreadable) {
		return strings.HasPrefix(settlement, row.Settlement)
	}
	return row.Settlement == "" || row.Settlement == settlement
}
