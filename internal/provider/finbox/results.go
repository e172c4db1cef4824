package finbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
)

type progressAnswer struct {
	Session  string `json:"session_progress"`
	Code     string `json:"error_code"`
	Progress []struct {
		Identity    string `json:"identity_status"`
		Transaction string `json:"transaction_status"`
		Processing  string `json:"processing_status"`
		Code        string `json:"error_code"`
	} `json:"progress"`
}

// Check makes sure that we know how far the reading is.
func (a *progressAnswer) Check() error {
	if a.Session != "processing" && a.Session != "completed" && a.Session != "failed" {
		return fmt.Errorf("the unknown progress %.40q", a.Session)
	}
	return nil
}

// refusal is why a reading failed, "" for one that did not.
func (a *progressAnswer) refusal() provider.Refusal {
	codes := []string{a.Code}
	broken := a.Session == "failed"
	for _, p := range a.Progress {
		codes = append(codes, p.Code)
		broken = broken || p.Identity == "failed" || p.Transaction == "failed" || p.Processing == "failed"
	}
	for _, code := range codes {
		if r := refusals[code]; r != "" {
			return r
		}
		broken = broken || code != ""
	}
	if broken {
		return provider.UnsupportedStatement
	}
	return ""
}

// Progress asks how far the reading is. A statement that could not be read fails the
// session.
func (s *Statements) Progress(ctx context.Context, sessionID string) (provider.StatementProgress, error) {
	const call = "sessions.progress"
	var answer progressAnswer
	if err := s.client.JSON(ctx, s.request(call, http.MethodGet, session(sessionID, "progress")), nil, &answer); err != nil {
		return "", err
	}
	if refusal := answer.refusal(); refusal != "" {
		return "", declined(call, refusal)
	}
	return provider.StatementProgress(answer.Session), nil
}

// rupees is an amount, whose decimals are read as they stand.
type rupees money.Paise

// most is more than any account moves or holds, and so little that amounts of a whole
// statement can be added up.
const most = rupees(1_000_000_000_000)

// UnmarshalJSON reads a number or a text of one, in paise; more than two decimals are
// cut. An amount beyond most is an error.
func (r *rupees) UnmarshalJSON(raw []byte) error {
	value := strings.Trim(string(raw), `"`)
	negative := strings.HasPrefix(value, "-")
	whole, part, _ := strings.Cut(strings.TrimPrefix(value, "-"), ".")
	n, err := strconv.ParseInt(whole+(part + "00")[:2], 10, 64)
	if err != nil || n < 0 || rupees(n) > most {
		return fmt.Errorf("no amount: %.20s", raw)
	}
	if negative {
		n = -n
	}
	*r = rupees(n)
	return nil
}

type movement struct {
	Date    string `json:"date"`
	Amount  rupees `json:"amount"`
	Balance rupees `json:"balance"`
}

type insights struct {
	Accounts []struct {
		Bank    string `json:"bank_name"`
		Details struct {
			Name    string `json:"name"`
			Account string `json:"account_number"`
			IFSC    string `json:"ifsc"`
		} `json:"account_details"`
		From         string            `json:"from_date"`
		To           string            `json:"to_date"`
		Transactions []movement        `json:"transactions"`
		Salary       []movement        `json:"salary"`
		Fraud        []json.RawMessage `json:"fraud"`
	} `json:"accounts"`
}

// Check makes sure that there is an account with movements of which we know the day.
func (a *insights) Check() error {
	if len(a.Accounts) == 0 || len(a.Accounts[0].Transactions) == 0 {
		return errors.New("no account, or one without transactions")
	}
	for _, list := range [][]movement{a.Accounts[0].Transactions, a.Accounts[0].Salary} {
		for _, m := range list {
			if day(m.Date).IsZero() {
				return errors.New("a transaction without date")
			}
		}
	}
	return nil
}

// bankName is the name of a bank as people know it; of a bank that is not in Banks, the
// id as it is.
func (s *Statements) bankName(id string) string {
	for _, b := range s.Banks() {
		if b.ID == id {
			return b.Name
		}
	}
	return id
}

// Result is what was read of the first account of the session.
func (s *Statements) Result(ctx context.Context, sessionID string) (provider.StatementResult, error) {
	var answer insights
	if err := s.client.JSON(ctx, s.request("sessions.insights", http.MethodGet, session(sessionID, "insights")), nil, &answer); err != nil {
		return provider.StatementResult{}, err
	}
	a := answer.Accounts[0]
	slices.SortStableFunc(a.Transactions, func(x, y movement) int { return day(x.Date).Compare(day(y.Date)) })
	r := provider.StatementResult{
		Holder: strings.TrimSpace(a.Details.Name), Bank: s.bankName(a.Bank), Account: masked(a.Details.Account), IFSC: a.Details.IFSC,
		From: day(a.From), To: day(a.To), Salary: usual(a.Salary), Fraud: len(a.Fraud) > 0,
	}
	if r.From.IsZero() || r.To.IsZero() {
		r.From, r.To = day(a.Transactions[0].Date), day(a.Transactions[len(a.Transactions)-1].Date)
	}
	r.AverageBalance = average(a.Transactions, r.To)
	r.Months, r.Missing = months(a.Transactions, r.From, r.To)
	return r, nil
}

// usual is the median of what came as salary in each month, 0 without any.
func usual(salaries []movement) money.Paise {
	by := map[calendar.Date]money.Paise{}
	for _, m := range salaries {
		month := day(m.Date).MonthStart()
		by[month] = money.Sum(by[month], money.Paise(m.Amount).Abs())
	}
	if len(by) == 0 {
		return 0
	}
	var sums []money.Paise
	for _, sum := range by {
		sums = append(sums, sum)
	}
	slices.Sort(sums)
	return sums[(len(sums)-1)/2]
}

// average is that of the balances at the ends of the days, from the first movement to a
// day.
func average(sorted []movement, to calendar.Date) money.Paise {
	first := day(sorted[0].Date)
	var sum money.Paise
	for i, m := range sorted {
		until := to.AddDays(1)
		if i+1 < len(sorted) {
			until = day(sorted[i+1].Date)
		}
		sum = money.Sum(sum, money.Paise(m.Balance)*money.Paise(max(until.Sub(day(m.Date)), 0)))
	}
	return sum / money.Paise(max(to.AddDays(1).Sub(first), 1))
}

// months are those with movements, and those without.
func months(sorted []movement, from, to calendar.Date) (there, missing []calendar.Date) {
	seen := map[calendar.Date]bool{}
	for _, m := range sorted {
		seen[day(m.Date).MonthStart()] = true
	}
	for month := from.MonthStart(); !month.After(to); month = month.NextMonth() {
		if seen[month] {
			there = append(there, month)
		} else {
			missing = append(missing, month)
		}
	}
	return there, missing
}
