package finbox_test

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/provider/finbox"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	sandboxed "rento/internal/sandbox/finbox"
	"rento/internal/sandbox/specimen"
)

var today = calendar.MustParse("2026-11-26")

// fixture is the adapter with the sandbox as its other end, over HTTP.
type fixture struct {
	t   *testing.T
	box *sandbox.Sandbox
	s   *finbox.Statements
}

func newFixture(t *testing.T, hash string, transport func(*sandbox.Sandbox) http.RoundTripper) *fixture {
	t.Helper()
	w := &fixture{t: t}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) { w.box.ServeHTTP(rw, r) }))
	t.Cleanup(server.Close)
	clock := calendar.NewFrozen(today.At(10, 0))
	var err error
	w.box, err = sandbox.New(sandbox.Options{
		Clock: clock, PublicURL: server.URL, Random: rand.NewPCG(7, 7), Merchants: []sandbox.Merchant{{Keys: sandboxed.Keys{APIKey: "api-key", ServerHash: "hash"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var through http.RoundTripper
	if transport != nil {
		through = transport(w.box)
	}
	w.s, err = finbox.New(finbox.Config{BaseURL: w.box.BaseURL("finbox"), APIKey: "api-key", ServerHash: hash}, clock, nil, through)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *fixture) session(online bool) provider.StatementSession {
	w.t.Helper()
	s, err := w.s.CreateSession(w.t.Context(), provider.SessionRequest{
		Reference: "1-bank-1", Mobile: "9876543210", Bank: "hdfc", From: today.AddMonths(-6).MonthStart(), To: today, NetBanking: online, ReturnURL: "https://rento.test/kyc?step=5",
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *fixture) statement(bank string, months, missing int, before calendar.Date) specimen.Statement {
	w.t.Helper()
	s, err := specimen.NewStatement(bank, "Asha Rao", months, missing, money.Rupees(65_000), before)
	if err != nil {
		w.t.Fatal(err)
	}
	return s
}

func (w *fixture) pdf(s specimen.Statement, password string) []byte {
	w.t.Helper()
	file, err := s.PDF(password)
	if err != nil {
		w.t.Fatal(err)
	}
	return file
}

// A statement with a password is taken by that, read, and says what the account is.
func TestAStatementIsRead(t *testing.T) {
	w := newFixture(t, "hash", nil)
	made := w.statement("hdfc", 6, 3, today)
	file := w.pdf(made, "ASHA1203")
	in := w.session(false)
	if _, err := w.s.Upload(t.Context(), provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: file}); provider.RefusalOf(err) != provider.PasswordIncorrect {
		t.Errorf("without password: %v, want %s", err, provider.PasswordIncorrect)
	}
	taken, err := w.s.Upload(t.Context(), provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: file, Password: "ASHA1203"})
	account := "XXXX" + made.Account[len(made.Account)-4:]
	if err != nil || taken.Holder != "Asha Rao" || taken.Account != account || taken.From != made.From || taken.To != made.To || taken.Fraud {
		t.Errorf("%+v, %v; want Asha Rao's %s", taken, err, account)
	}
	if _, err := w.s.Progress(t.Context(), in.ID); err == nil || provider.RefusalOf(err) != "" {
		t.Errorf("before it is asked for: %v, want a failure that is no refusal", err)
	}
	if err := w.s.StartProcessing(t.Context(), in.ID); err != nil {
		t.Fatal(err)
	}
	if got, err := w.s.Progress(t.Context(), in.ID); err != nil || got != provider.StatementsProcessing {
		t.Errorf("%s, %v; want %s", got, err, provider.StatementsProcessing)
	}
	w.box.Advance(5 * time.Second)
	if got, err := w.s.Progress(t.Context(), in.ID); err != nil || got != provider.StatementsCompleted {
		t.Errorf("%s, %v; want %s", got, err, provider.StatementsCompleted)
	}
	r, err := w.s.Result(t.Context(), in.ID)
	missing := []calendar.Date{today.MonthStart().AddMonths(-4)}
	if err != nil || r.Holder != "Asha Rao" || r.Bank != "HDFC Bank" || r.Account != account || r.Salary != money.Rupees(65_000) || len(r.Months) != 5 || !slices.Equal(r.Missing, missing) || r.Fraud {
		t.Errorf("%+v, %v; want five months and a salary of 65,000 rupees, without %s", r, err, missing)
	}
	lowest, highest := made.Entries[0].Balance, made.Entries[0].Balance
	for _, e := range made.Entries {
		lowest, highest = min(lowest, e.Balance), max(highest, e.Balance)
	}
	if r.AverageBalance <= lowest || r.AverageBalance >= highest {
		t.Errorf("the balance is %s on average, of %s to %s", r.AverageBalance, lowest, highest)
	}
}

func TestStatementsThatAreRefused(t *testing.T) {
	w := newFixture(t, "hash", nil)
	in := w.session(false)
	scan, err := specimen.PDF(specimen.Document{Kind: specimen.Selfie})
	if err != nil {
		t.Fatal(err)
	}
	own := w.pdf(w.statement("hdfc", 6, 0, today), "")
	if _, err := w.s.Upload(t.Context(), provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: own}); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		upload provider.StatementUpload
		want   provider.Refusal
	}{
		"other bank": {provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: w.pdf(w.statement("sbi", 6, 0, today), "")}, provider.OtherBank},
		"scan":       {provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: scan}, provider.ScannedStatement},
		"damaged":    {provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: []byte("%PDF-1.7\n")}, provider.UnsupportedStatement},
		"twice":      {provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: own}, provider.DuplicateStatement},
		"old":        {provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: w.pdf(w.statement("hdfc", 2, 0, today.AddMonths(-12)), "")}, provider.OutOfDateRange},
		"no session": {provider.StatementUpload{SessionID: "s", Bank: "hdfc", PDF: own}, provider.SessionGone},
		"no PDF":     {provider.StatementUpload{SessionID: in.ID, Bank: "hdfc", PDF: []byte("Holder: Asha")}, provider.BadFile},
	} {
		if _, err := w.s.Upload(t.Context(), c.upload); provider.RefusalOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	altered := w.statement("hdfc", 3, 0, today)
	altered.Altered = true
	if taken, err := w.s.Upload(t.Context(), provider.StatementUpload{SessionID: in.ID, PDF: w.pdf(altered, "")}); err != nil || !taken.Fraud {
		t.Errorf("altered: %+v, %v; want it taken and marked", taken, err)
	}
	if err := w.s.StartProcessing(t.Context(), in.ID); err != nil {
		t.Fatal(err)
	}
	if err := w.box.Do(sandbox.Command{Outcomes: []emulator.Answer{{Call: "reading", Outcome: "INCOMPLETE_MONTHS"}, {Call: "reading", Outcome: "SOMETHING_NEW"}}}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []provider.Refusal{provider.MonthsMissing, provider.UnsupportedStatement} {
		if _, err := w.s.Progress(t.Context(), in.ID); provider.RefusalOf(err) != want {
			t.Errorf("a reading that failed: %v, want %s", err, want)
		}
	}
	w.box.Advance(25 * time.Hour)
	if _, err := w.s.Progress(t.Context(), in.ID); provider.RefusalOf(err) != provider.SessionGone {
		t.Errorf("a day later: %v, want %s", err, provider.SessionGone)
	}
}

// The browser comes back from the bank's page by each of its ways.
func TestNetBanking(t *testing.T) {
	for what, want := range map[string]url.Values{
		"success": {"success": {"true"}}, "exit": {"success": {"false"}}, "error": {"success": {"false"}, "error_type": {"NB001"}},
	} {
		w := newFixture(t, "hash", nil)
		in := w.session(true)
		form := url.Values{"answer": {what}, "name": {"Asha Rao"}, "bank": {"hdfc"}, "months": {"4"}, "salary": {"65000"}}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, in.URL, strings.NewReader(form.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		want.Set("session_id", in.ID)
		want.Set("step", "5")
		if at, err := url.Parse(answer.Header.Get("Location")); err != nil || at.Query().Encode() != want.Encode() {
			t.Errorf("%s: back with %v, %v; want %v", what, at, err, want)
		}
		w.box.Advance(5 * time.Second)
		got, err := w.s.Progress(t.Context(), in.ID)
		if done := err == nil && got == provider.StatementsCompleted; done != (what == "success") {
			t.Errorf("%s: %s, %v", what, got, err)
		}
		if what != "success" {
			continue
		}
		if r, err := w.s.Result(t.Context(), in.ID); err != nil || len(r.Months) != 4 || r.Salary != money.Rupees(65_000) {
			t.Errorf("%+v, %v; want four months", r, err)
		}
	}
}

// What is known after each way in which a call goes wrong. No error tells a key.
func TestFailures(t *testing.T) {
	for fault, want := range map[emulator.Fault]provider.Outcome{
		emulator.Error500: provider.Unknown, emulator.HTML502: provider.Unknown, emulator.Throttled: provider.NotAttempted,
		emulator.Empty200: provider.Unknown, emulator.Malformed: provider.Unknown, emulator.TimeoutBefore: provider.Unknown,
	} {
		w := newFixture(t, "hash", func(b *sandbox.Sandbox) http.RoundTripper { return b.Transport() })
		in := w.session(false)
		if err := w.box.Do(sandbox.Command{Faults: []emulator.Plan{{Call: "*", Fault: fault}}}); err != nil {
			t.Fatal(err)
		}
		if err := w.s.StartProcessing(t.Context(), in.ID); err == nil || provider.OutcomeOf(err) != want || strings.Contains(err.Error(), "api-key") {
			t.Errorf("%s: %v, want %s", fault, err, want)
		}
	}
	w := newFixture(t, "wrong-hash", nil)
	_, err := w.s.Progress(t.Context(), w.session(false).ID)
	if e, ok := errors.AsType[*provider.Error](err); !ok || e.Status != http.StatusUnauthorized || strings.Contains(err.Error(), "wrong-hash") {
		t.Errorf("a wrong key: %v, want a 401", err)
	}
}

func TestConfigIsWhole(t *testing.T) {
	for name, c := range map[string]finbox.Config{
		"key": {BaseURL: "https://f.test", ServerHash: "h"}, "hash": {BaseURL: "https://f.test", APIKey: "k"}, "address": {BaseURL: "f", APIKey: "k", ServerHash: "h"},
	} {
		if _, err := finbox.New(c, calendar.System{}, nil, nil); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	s, err := finbox.New(finbox.Config{BaseURL: "https://f.test", APIKey: "k", ServerHash: "h"}, calendar.System{}, nil, nil)
	if err != nil || s.Name() != "finbox" || !s.Available() {
		t.Fatal(err)
	}
	for _, b := range specimen.Banks() { // the sandbox has a statement of each bank
		if !slices.ContainsFunc(s.Banks(), func(x provider.Bank) bool { return x.ID == b.ID && x.Name == b.Name }) {
			t.Errorf("%s is not offered", b.ID)
		}
	}
}
