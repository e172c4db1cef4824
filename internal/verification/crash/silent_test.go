package crash

import (
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// A gateway that takes calls and never answers keeps those waiting who pay, and nobody
// else: while more payments are started than calls may be under way, everybody sees
// the dashboard (P13). Once it answers again, everybody pays.
func TestASilentGatewayHoldsNobodyElseUp(t *testing.T) {
	t.Parallel()
	const customers = 40
	r, payers := newTestProgram(t, filepath.Join(t.TempDir(), "rento.db"), 1, customers)
	release := r.wire.hold()
	defer release()
	var starting sync.WaitGroup
	var asked, answered atomic.Int64
	for _, p := range payers {
		starting.Go(func() {
			var b begun
			if err := p.call(http.MethodPost, fmt.Sprintf("/api/RMUsers/%d/createPendingRentTransaction", p.id), p.name+" begins", map[string]any{}, &b); err != nil {
				t.Error(err)
				return
			}
			asked.Add(1)
			var opened any
			status, err := p.send(http.MethodPost, "http://"+p.address()+"/api/Payments/startPayment", p.name+" opens in vain", b.toStart("razorpay"), &opened)
			if err != nil || status == http.StatusOK {
				t.Errorf("%s starts at a silent gateway: status %d, %v", p.name, status, err)
			}
			answered.Add(1)
		})
	}
	until(t, "everybody starts", func() bool { return asked.Load() == customers })
	for _, p := range payers {
		var home struct{ TotalDue float64 }
		if err := p.call(http.MethodGet, "/api/Dashboards/dashboardData", "", nil, &home); err != nil {
			t.Error(err)
		}
	}
	if waiting := customers - answered.Load(); waiting == 0 {
		t.Error("the dashboards were seen after the gateway's silence had ended, want before")
	}
	starting.Wait()
	release()
	for _, p := range payers[:3] {
		b, err := p.pay(true)
		if err == nil {
			err = p.waitPaid(b)
		}
		if err != nil {
			t.Error(err)
		}
	}
}
