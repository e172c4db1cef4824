package app_test

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/alert"
	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/node"
)

// lists is a transport in which each provider's list has one entry that makes no sense. Other
// requests get no answer.
type lists struct{}

func (lists) RoundTrip(r *http.Request) (*http.Response, error) {
	for path, body := range map[string]string{
		"/razorpay/v1/payments": `{"entity":"collection","count":1,"items":[{"id":"pay_odd"}]}`,
		"/razorpayx/v1/payouts": `{"entity":"collection","count":1,"items":[{"id":"pout_odd"}]}`,
	} {
		if strings.HasSuffix(r.URL.Path, path) {
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
		}
	}
	return nil, errors.New("nobody answers")
}

// One node compares with the providers once a night, and each node's metrics show the number of
// differences. For settlement files, they show what nobody has closed.
func TestWhatDiffersIsMeasured(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(calendar.MustParse("2026-03-02").At(12, 0))
		start := func() *app.Node {
			logger := slog.New(slog.DiscardHandler)
			x, err := app.NewServices(node.Config(), s, app.Outside{Clock: clock, Logger: logger, Transport: lists{}})
			if err != nil {
				t.Fatal(err)
			}
			n, err := app.NewNode(node.Config(), x, logger, false)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		nodes := []*app.Node{start(), start()}
		told := func(when, payments, payouts, files string) {
			t.Helper()
			for i, n := range nodes {
				page := get(n, "/metrics", "127.0.0.1:1", "").Body.String()
				for _, line := range []string{"rento_reconcile_differences " + payments, "rento_payout_differences " + payouts, "rento_settlement_file_differences " + files} {
					if !strings.Contains(page, "\n"+line+"\n") {
						t.Errorf("%s: the metrics of node %d do not say %s", when, i, line)
					}
				}
			}
		}
		night := func() {
			t.Helper()
			clock.Set(clock.Now().Add(24 * time.Hour))
			for _, n := range nodes {
				if _, err := n.Services.Jobs.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
		}
		told("at first", "0", "0", "0")
		clock.Set(clock.Now().Add(-24 * time.Hour))
		night() // plans the schedules
		night()
		told("after a night", "1", "1", "0")
		for _, a := range []alert.Alert{{Kind: "settlement_differs", Subject: "paytm:T1:UTR1"}, {Kind: "settlement_missing", Subject: "paytm:T2"}} {
			if err := nodes[0].Services.Alerts.RaiseAlone(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		told("after a file", "1", "1", "2")
		jobs, err := s.Queries().JobsCount(t.Context())
		if err != nil || !slices.Contains(jobs, db.JobsCountRow{Kind: "every/payment.silence", State: "ready", Jobs: 1}) {
			t.Errorf("jobs %+v, %v; want every/payment.silence among them", jobs, err)
		}
	})
}
