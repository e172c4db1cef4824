package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/app"
	"rento/internal/demo"
	"rento/internal/payment"
	"rento/internal/sandbox"
	"rento/internal/store"
	"rento/internal/testkit/node"
)

// settledCity is a demo city in which each gateway has collected money and settled it. Its staff has
// entered the files of billdesk and razorpay. Those of juspay and paytm have come this morning.
type settledCity struct {
	t     *testing.T
	url   string
	city  *app.City
	files map[string]string // by gateway, the file of the newest day
}

func newSettledCity(t *testing.T) *settledCity {
	t.Helper()
	s := &settledCity{t: t, url: filepath.Join(t.TempDir(), "demo.db"), files: map[string]string{}}
	database, err := store.Open(t.Context(), store.Options{URL: s.url, Purpose: store.Demo, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	c := node.Config()
	c.Files.Folder = filepath.Join(t.TempDir(), "files") // the personas upload documents
	if s.city, err = app.NewCity(c, database, slog.New(slog.DiscardHandler), true); err != nil {
		t.Fatal(err)
	}
	if err := s.city.Demo.Build(t.Context(), demo.Options{Extras: -1, Today: node.Today}); err != nil {
		t.Fatal(err)
	}
	s.pay("9000000007", "juspay-phonepe", "juspay") // on Thursday, which is settled two bank days later
	s.travel("P1D")
	s.pay("9000000001", "paytm", "paytm") // one bank day later
	s.travel("P3D")
	s.download()
	over, stop := context.WithCancel(t.Context())
	stop()
	s.city.Demo.SaveProviderState(over)
	if err := database.Close(); err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *settledCity) travel(by string) {
	s.t.Helper()
	forward, err := demo.ParseDuration(by)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := s.city.Demo.Travel(s.t.Context(), forward); err != nil {
		s.t.Fatal(err)
	}
}

// pay pays what is due at a gateway, on a page of the sandbox.
func (s *settledCity) pay(mobile, gateway, provider string) {
	s.t.Helper()
	x := s.city.Node.Services
	who, err := account.CustomerByMobile(s.t.Context(), x.Store.Queries(), mobile)
	if err != nil {
		s.t.Fatal(err)
	}
	due, err := x.Payments.StartDue(s.t.Context(), who.ID, payment.DueInput{})
	if err != nil {
		s.t.Fatal(err)
	}
	_, err = x.Payments.StartGateway(s.t.Context(), who.ID, payment.GatewayInput{TransactionID: due.ID, UniqueID: due.UniqueID, Gateway: gateway})
	if err != nil {
		s.t.Fatal(err)
	}
	attempt, err := x.Store.Queries().PaymentAttemptLive(s.t.Context(), who.ID, due.ID)
	if err != nil {
		s.t.Fatal(err)
	}
	answer := s.call(http.MethodPost, sandbox.Prefix+"/"+provider+"/pay", `{"order_id":"`+attempt.GatewayOrderID+`","outcome":"success"}`)
	if !strings.Contains(answer, attempt.GatewayOrderID) {
		s.t.Fatalf("pay at %s: got %s, want the order %s", gateway, answer, attempt.GatewayOrderID)
	}
}

func (s *settledCity) call(method, path, body string) string {
	s.t.Helper()
	request := httptest.NewRequestWithContext(s.t.Context(), method, path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	s.city.Node.Handler().ServeHTTP(answer, request)
	if answer.Code != http.StatusOK {
		s.t.Fatalf("%s: got status %d, %s, want %d", path, answer.Code, answer.Body, http.StatusOK)
	}
	return answer.Body.String()
}

// download saves the newest file of each gateway from the page of the demo city.
func (s *settledCity) download() {
	s.t.Helper()
	var listed struct{ Settlements []sandbox.SettledDay }
	if err := json.Unmarshal([]byte(s.call(http.MethodGet, sandbox.Prefix+"/settlements", "")), &listed); err != nil {
		s.t.Fatal(err)
	}
	page := s.call(http.MethodGet, "/demo/settlements", "")
	for _, day := range listed.Settlements {
		if s.files[day.Provider] != "" {
			continue
		}
		if !strings.Contains(page, `href="`+day.Path+`"`) {
			s.t.Errorf("the page has not %s", day.Path)
		}
		path := filepath.Join(s.t.TempDir(), filepath.Base(day.Path))
		text := s.call(http.MethodGet, day.Path, "")
		if got := strings.Count(text, "\n"); got != day.Lines+1 {
			s.t.Errorf("%s has %d lines, want the first and %d", day.Path, got, day.Lines)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			s.t.Fatal(err)
		}
		s.files[day.Provider] = path
	}
	for _, name := range []string{"billdesk", "juspay", "paytm", "razorpay"} {
		if s.files[name] == "" {
			s.t.Errorf("%s has sent nothing; want a file of each gateway", name)
		}
	}
}

// reconcile runs the command with the files, and with more of them, and returns what it printed.
func (s *settledCity) reconcile(more ...string) (printed string, err error) {
	args := []string{"reconcile", "--demo", "--days", "1"}
	for name, path := range s.files {
		args = append(args, "--file", name+"="+path)
	}
	for _, file := range more {
		args = append(args, "--file", file)
	}
	s.t.Setenv("RENTO_DATABASE", s.url)
	s.t.Setenv("RENTO_DATA_KEY", node.Config().DataKey)
	var out bytes.Buffer
	err = app.Main(s.t.Context(), args, &out, io.Discard)
	return out.String(), err
}

// The command compares the sandbox's settlement files with the books of a demo city. Nothing
// differs, and each line is entered once, by the staff or by the command. A planted difference is
// printed as its row.
func TestSettlementFilesOfTheDemoAreReconciled(t *testing.T) {
	s := newSettledCity(t)
	printed, err := s.reconcile()
	if err != nil {
		t.Fatalf("reconcile: %v, want nothing that differs\n%s", err, printed)
	}
	for name := range s.files {
		want := 0
		if name == "juspay" || name == "paytm" {
			want = 1
		}
		line := lineOf(printed, name)
		if now := fmt.Sprintf(" %d of them entered now", want); !strings.Contains(line, now) || strings.HasPrefix(line, "0 lines") {
			t.Errorf("printed of %s: %q, want lines, and%s", name, line, now)
		}
	}
	if want := "not compared, because gateways do not tell it: the fee of a refund, and of a payment at billdesk, juspay-"; !strings.Contains(printed, want) || strings.Contains(printed, "at razorpay") {
		t.Errorf("printed %s; want %q, without razorpay", printed, want)
	}
	again, err := s.reconcile()
	if err != nil || strings.Count(again, " 0 of them entered now") != len(s.files) {
		t.Errorf("again: %v; want nothing entered\n%s", err, again)
	}
	raw, err := os.ReadFile(s.files["paytm"])
	if err != nil {
		t.Fatal(err)
	}
	cells := strings.Split(strings.Split(string(raw), "\n")[1], ",")
	id, paid := strings.Trim(cells[0], "'"), cells[4]
	told := int64(0)
	for wrong, want := range map[string]string{
		strings.Replace(string(raw), cells[2], "'ANOTHER", 1): "order_differs customer %d: here " + paid + ", there " + paid,
		strings.Replace(string(raw), cells[0], "'NOBODYS", 1): "payment_unknown_here customer 0: here 0.00, there " + paid,
	} {
		if err := os.WriteFile(s.files["paytm"], []byte(wrong), 0o600); err != nil {
			t.Fatal(err)
		}
		printed, err := s.reconcile()
		if strings.Contains(want, "%d") {
			want = fmt.Sprintf("paytm %s "+want, id, s.customer("9000000001"))
		} else {
			want = "paytm NOBODYS " + want
		}
		differ, is := errors.AsType[app.Differ](err)
		rows := slices.DeleteFunc(strings.Split(printed, "\n"), func(line string) bool {
			return !strings.HasSuffix(line, ", a person decides") && !strings.HasSuffix(line, ", mended")
		})
		if !is || differ.Rows != 1 || len(rows) != 1 || rows[0] != "  "+want+", a person decides" {
			t.Errorf("%v, printed %q; want %q alone", err, rows, want)
		}
		inDatabase(t, s.url, func(db *store.Store) error {
			told++
			open, err := db.Queries().AlertsOpenOf(t.Context(), "settlement_differs")
			if open != told {
				t.Errorf("%d alerts about lines are open, want %d", open, told)
			}
			return err
		})
	}
	right := filepath.Join(t.TempDir(), "right, of today.csv")
	if err := os.WriteFile(right, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	printed, err = s.reconcile("paytm=" + right)
	differ, _ := errors.AsType[app.Differ](err)
	if diff := cmp.Diff(map[string]int{"rows": 1, "files of paytm": 2}, map[string]int{"rows": differ.Rows, "files of paytm": strings.Count(printed, "settlement file of paytm: ")}); diff != "" {
		t.Errorf("a file that differs and one that does not (-want +got):\n%s\n%v\n%s", diff, err, printed)
	}
}

// lineOf is the line that is printed of a gateway's file.
func lineOf(printed, name string) string {
	_, line, _ := strings.Cut(printed, "settlement file of "+name+": ")
	line, _, _ = strings.Cut(line, "\n")
	return line
}

func (s *settledCity) customer(mobile string) (id int64) {
	s.t.Helper()
	inDatabase(s.t, s.url, func(db *store.Store) error {
		who, err := account.CustomerByMobile(s.t.Context(), db.Queries(), mobile)
		id = who.ID
		return err
	})
	return id
}
