package specimen

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	text "github.com/ledongthuc/pdf"
	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/pdf"
)

// Bank is a bank of which there are statements, by the id that FinBox has for it. Code
// begins its branch codes.
type Bank struct{ ID, Name, Code string }

// Banks lists them.
func Banks() []Bank {
	return []Bank{
		{"axis", "Axis Bank", "UTIB"}, {"hdfc", "HDFC Bank", "HDFC"}, {"icici", "ICICI Bank", "ICIC"}, {"kotak", "Kotak Mahindra Bank", "KKBK"}, {"sbi", "State Bank of India", "SBIN"},
	}
}

func bankOf(id string) (Bank, bool) {
	for _, b := range Banks() {
		if b.ID == id {
			return b, true
		}
	}
	return Bank{}, false
}

// Statement is what a bank statement says.
type Statement struct {
	Bank     string // the id
	Holder   string
	Account  string
	IFSC     string
	From, To calendar.Date
	Entries  []Entry
	Altered  bool
}

// Entry is a movement of an account, with the balance after it.
type Entry struct {
	On      calendar.Date
	Text    string
	Amount  money.Paise // below 0 for what was paid
	Balance money.Paise
}

// SalaryMark begins the text of a salary.
const SalaryMark = "SALARY"

// NewStatement makes up a statement of the last whole months before a day. A month that is
// missing, by its number from 1, 0 for none, has no entries.
func NewStatement(bank, holder string, months, missing int, salary money.Paise, before calendar.Date) (Statement, error) {
	b, known := bankOf(bank)
	if !known || holder == "" || months < 1 || months > 12 || salary < 0 {
		return Statement{}, errors.New("a bank, a name, 1 to 12 months and a salary are needed")
	}
	n := chance("account", normalName(holder)+bank)
	first := before.MonthStart().AddMonths(-months)
	s := Statement{
		Bank: bank, Holder: holder, Account: fmt.Sprintf("%012d", n%1_000_000_000_000), IFSC: b.Code + "0000001", From: first, To: before.MonthStart().AddDays(-1),
	}
	balance := money.Rupees(int64(8000 + n%20_000))
	for month := range months {
		if month+1 == missing {
			continue
		}
		start := first.AddMonths(month)
		add := func(day int, what string, amount money.Paise) {
			balance = money.Sum(balance, amount)
			s.Entries = append(s.Entries, Entry{start.AddDays(day - 1), what, amount, balance})
		}
		if salary > 0 {
			add(1, SalaryMark+" SPECIMEN EMPLOYER", salary)
		} else {
			add(1, "UPI SPECIMEN CUSTOMER", money.Rupees(12_000))
		}
		for i, part := range []int64{30, 12, 9} {
			add(4+8*i, "UPI SPECIMEN SHOP "+strconv.Itoa(i+1), -max(salary, money.Rupees(10_000))*money.Paise(part)/100)
		}
	}
	return s, nil
}

const dayForm = "02/01/2006"

// PDF prints the statement, with a password if it is to have one.
func (s Statement) PDF(password string) ([]byte, error) {
	bank, _ := bankOf(s.Bank)
	d := pdf.New(pdf.Info{Title: "Specimen of a bank statement", Author: "Sandbox", Language: "en", Made: s.To.Start()})
	y := pdf.Unit(0)
	line := func(text string, bold bool) {
		if y == 0 || y > pdf.Height-60*pdf.Point {
			d.AddPage()
			y = 50 * pdf.Point
		}
		style := pdf.Style{Size: 9 * pdf.Point, Bold: bold}
		d.Draw(d.Set(text, style, pdf.Width-80*pdf.Point), 40*pdf.Point, y, pdf.Width-80*pdf.Point, pdf.Left)
		y += 16 * pdf.Point
	}
	line("Specimen for the sandbox. Belongs to nobody.", true)
	for _, field := range [][2]string{
		{"Bank", bank.Name}, {"Holder", s.Holder}, {"Account", s.Account}, {"IFSC", s.IFSC}, {"Period", s.From.Format(dayForm) + " to " + s.To.Format(dayForm)},
	} {
		line(field[0]+": "+field[1], false)
	}
	if s.Altered {
		line("Altered: yes", false)
	}
	for _, e := range s.Entries {
		line(e.On.Format(dayForm)+" | "+e.Text+" | "+e.Amount.Decimal()+" | "+e.Balance.Decimal(), false)
	}
	raw, err := d.Bytes()
	if err != nil || password == "" {
		return raw, err
	}
	var locked bytes.Buffer
	if err := api.Encrypt(bytes.NewReader(raw), &locked, settings(password)); err != nil {
		return nil, fmt.Errorf("specimen: encrypt: %w", err)
	}
	return locked.Bytes(), nil
}

// What is wrong with a file that is to be a statement.
var (
	ErrPassword    = errors.New("specimen: the file is encrypted, and the password is not its own")
	ErrScan        = errors.New("specimen: there is no text in the file")
	ErrNoStatement = errors.New("specimen: no statement")
)

// ReadStatement reads the text of a PDF as a statement.
func ReadStatement(file []byte, password string) (Statement, error) {
	if bytes.Contains(file, []byte("/Encrypt")) {
		var open bytes.Buffer
		by := settings(password)
		by.OwnerPW = "" // the customer's alone opens it
		err := api.Decrypt(bytes.NewReader(file), &open, by)
		if errors.Is(err, pdfcpu.ErrWrongPassword) {
			return Statement{}, ErrPassword
		}
		if err != nil {
			return Statement{}, fmt.Errorf("%w: %w", ErrNoStatement, err)
		}
		file = open.Bytes()
	}
	lines, err := textLines(file)
	if err != nil {
		return Statement{}, fmt.Errorf("%w: %w", ErrNoStatement, err)
	}
	if len(lines) == 0 {
		return Statement{}, ErrScan
	}
	return parse(lines)
}

// textLines are the lines of the text of a PDF, from the top of each page.
func textLines(file []byte) (lines []string, err error) {
	defer func() { // the library panics about files that are damaged
		if cause := recover(); cause != nil {
			err = fmt.Errorf("the file is damaged: %v", cause)
		}
	}()
	r, err := text.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, err
	}
	for n := 1; n <= r.NumPage(); n++ {
		rows, err := r.Page(n).GetTextByRow()
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			var line strings.Builder
			for _, word := range row.Content {
				line.WriteString(word.S)
			}
			if t := strings.TrimSpace(line.String()); t != "" {
				lines = append(lines, t)
			}
		}
	}
	return lines, nil
}

func parse(lines []string) (Statement, error) {
	var s Statement
	for _, line := range lines {
		if name, value, found := strings.Cut(line, ": "); found {
			s.field(name, value)
		} else if e, ok := entryOf(line); ok {
			s.Entries = append(s.Entries, e)
		}
	}
	if s.Holder == "" || s.Account == "" || s.From.IsZero() || len(s.Entries) == 0 {
		return Statement{}, ErrNoStatement
	}
	return s, nil
}

func (s *Statement) field(name, value string) {
	switch name {
	case "Bank":
		for _, b := range Banks() {
			if b.Name == value {
				s.Bank = b.ID
			}
		}
	case "Holder":
		s.Holder = value
	case "Account":
		s.Account = value
	case "IFSC":
		s.IFSC = value
	case "Altered":
		s.Altered = value == "yes"
	case "Period":
		from, to, _ := strings.Cut(value, " to ")
		s.From, s.To = dayOf(from), dayOf(to)
	}
}

func dayOf(value string) calendar.Date {
	t, err := time.ParseInLocation(dayForm, value, calendar.India)
	if err != nil {
		return calendar.Date{}
	}
	return calendar.In(t)
}

func entryOf(line string) (Entry, bool) {
	parts := strings.Split(line, " | ")
	if len(parts) != 4 {
		return Entry{}, false
	}
	amount, err := paise(parts[2])
	balance, wrong := paise(parts[3])
	on := dayOf(parts[0])
	return Entry{on, parts[1], amount, balance}, err == nil && wrong == nil && !on.IsZero()
}

// paise reads rupees with two decimals.
func paise(value string) (money.Paise, error) {
	n, err := strconv.ParseInt(strings.Replace(value, ".", "", 1), 10, 64)
	if err != nil || !strings.Contains(value, ".") {
		return 0, ErrNoStatement
	}
	return money.Paise(n), nil
}

// sendStatement sends a statement that was asked for.
func sendStatement(w http.ResponseWriter, r *http.Request, now time.Time) {
	asked := r.URL.Query()
	months, _ := strconv.Atoi(asked.Get("months")) // refused below when it is none
	salary, err := strconv.ParseInt(asked.Get("salary"), 10, 32)
	if err != nil {
		salary = -1
	}
	missing := 0
	if asked.Get("fail") == "missing" {
		missing = (months + 1) / 2
	}
	s, err := NewStatement(asked.Get("bank"), strings.TrimSpace(asked.Get("name")), months, missing, money.Rupees(salary), calendar.In(now))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.Altered = asked.Get("fail") == "altered"
	var file []byte
	if asked.Get("fail") == "scanned" {
		file, err = PDF(Document{Kind: Selfie})
	} else {
		file, err = s.PDF(asked.Get("password"))
	}
	if err != nil {
		http.Error(w, "The statement could not be made.", http.StatusBadRequest)
		return
	}
	send(w, file, "application/pdf", "statement.pdf")
}
