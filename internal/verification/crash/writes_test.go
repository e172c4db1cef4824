package crash

import (
	"bufio"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// writes watches what a running program writes to its file, and kills it after one
// of its writes.
type writes struct {
	tracer *exec.Cmd
	seen   atomic.Int64
	ended  chan struct{}
}

// held is how long the program is held after each write, in microseconds: long
// enough for it to be killed before it does anything else.
const held = 5000

// watchWrites kills a server after its k-th write or sync from now on, 0 for never,
// and has it started again.
func watchWrites(t testing.TB, s *server, k int64) *writes {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	const calls = "pwrite64,fdatasync,fsync"
	o := &writes{ended: make(chan struct{})}
	o.tracer = exec.Command("strace", "-f", "-qq", "-e", "trace="+calls, "-e", "signal=none", "-e", "inject="+calls+":delay_exit="+strconv.Itoa(held),
		"-o", "/dev/fd/3", "-p", strconv.Itoa(s.pid()))
	o.tracer.ExtraFiles = []*os.File{w}
	// A thread that starts while the others are taken hold of would go unwatched.
	signal(t, s, syscall.SIGSTOP)
	until(t, "the program stands still", func() bool { return everyThread(s.pid(), "State:\tT") })
	if err := o.tracer.Start(); err != nil {
		t.Fatalf("strace: %v (make setup installs it)", err)
	}
	_ = w.Close()
	go func() {
		defer close(o.ended)
		lines := bufio.NewScanner(r)
		for lines.Scan() {
			if !strings.Contains(lines.Text(), " = ") {
				continue // it is not over, or no call
			}
			if o.seen.Add(1) == k {
				s.kill()
			}
		}
		_ = r.Close()
	}()
	until(t, "the program is watched", func() bool { return everyThread(s.pid(), fmt.Sprintf("TracerPid:\t%d\n", o.tracer.Process.Pid)) })
	signal(t, s, syscall.SIGCONT)
	return o
}

func signal(t testing.TB, s *server, which syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(s.pid(), which); err != nil {
		t.Fatal(err)
	}
}

// everyThread reports whether the status of each thread of a process has these words.
func everyThread(pid int, words string) bool {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	for _, task := range tasks {
		status, err := os.ReadFile(task)
		if err != nil || !strings.Contains(string(status), words) {
			return false
		}
	}
	return err == nil && len(tasks) > 0
}

// stop ends the watching; it returns how many writes were seen.
func (o *writes) stop() int64 {
	_ = o.tracer.Process.Signal(syscall.SIGINT)
	_ = o.tracer.Wait() // what it watched may be gone
	<-o.ended
	return o.seen.Load()
}

// story is a customer who pays at two tabs, of which one goes back, and sets auto
// debit up and withdraws it.
func (p payer) story() error {
	other, err := p.begin("at a wallet", "juspay-phonepe")
	if err != nil {
		return err
	}
	atWallet, err := p.openWallet(other.page)
	if err != nil {
		return err
	}
	b, err := p.begin("at the gateway", "razorpay")
	if err != nil {
		return err
	}
	back, err := p.atGateway(b.orderID)
	if err == nil {
		err = p.bring(b, back)
	}
	if err == nil {
		err = p.waitPaid(b)
	}
	if err == nil {
		err = p.payAtWallet(atWallet) // and closes the tab
	}
	if err != nil {
		return err
	}
	return errors.Join(p.setUpAutoDebit(), p.removeAutoDebit())
}

// openWallet has a customer follow our page to the wallet's.
func (p payer) openWallet(page string) (payment string, err error) {
	var leads string
	err = p.untilAnswered("GET "+page, func() (int, error) {
		answer, err := browser.Get("http://" + p.address() + page)
		if err != nil {
			return 0, err
		}
		leads = answer.Header.Get("Location")
		return answer.StatusCode, answer.Body.Close()
	})
	if err == nil && !strings.HasPrefix(leads, p.wire.address()+wallets) {
		err = fmt.Errorf("%s is led to %q by %s", p.name, leads, page)
	}
	return path.Base(leads), err
}

func (p payer) payAtWallet(payment string) error {
	var back any
	status, err := p.send(http.MethodPost, "http://"+p.sandbox.address+sandboxedWallets+"/pay", "", map[string]any{"txn": payment, "outcome": "success"}, &back)
	if err != nil || status != http.StatusOK {
		return fmt.Errorf("%s is at the wallet: status %d, %w", p.name, status, err)
	}
	return nil
}

type mandateCard struct {
	CardID         string
	PaymentGateway string
	Status         string
}

func (p payer) setUpAutoDebit() error {
	var registered struct {
		OrderID string `json:"order_id"`
	}
	if err := p.call(http.MethodGet, "/api/UserProfiles/getRazorPayOptions?upi=true", "", nil, &registered); err != nil {
		return err
	}
	back, err := p.atGateway(registered.OrderID)
	if err != nil {
		return err
	}
	var done struct{ Success bool }
	if err := p.call(http.MethodPost, "/api/Payments/razorpay/captureRecurringAuthPayment", p.name+" sets up", map[string]any{"razorPayResponse": back}, &done); err != nil {
		return err
	}
	if !done.Success {
		return fmt.Errorf("%s has no mandate", p.name)
	}
	return nil
}

func (p payer) removeAutoDebit() error {
	cards, err := p.cards()
	for _, card := range cards {
		if err != nil {
			break
		}
		var done struct{ Success bool }
		err = p.call(http.MethodPost, "/api/Dashboards/cancelMandate", p.name+" removes "+card.CardID, map[string]any{"cardId": card.CardID, "paymentGateway": card.PaymentGateway}, &done)
	}
	if err != nil {
		return err
	}
	if left, err := p.cards(); err != nil || len(left) != 0 {
		return fmt.Errorf("%s has mandates left: %+v, %w", p.name, left, err)
	}
	return nil
}

func (p payer) cards() ([]mandateCard, error) {
	var all struct{ Cards []mandateCard }
	err := p.call(http.MethodGet, "/api/Dashboards/getRecurringCards", "", nil, &all)
	return all.Cards, err
}

// shareOfWrites is at how many of a story's writes a change is tried.
const shareOfWrites = 6

// TestEveryWriteSurvivesAKill goes through a customer's story once to count what it
// writes, and then once for each write, after which the program is killed (P1, P2,
// P8, P9). Whatever a story was cut in, it ends as the one that was not.
func TestEveryWriteSurvivesAKill(t *testing.T) {
	t.Parallel()
	const most = 1500
	customers := 1 + shareOfWrites
	if whole() {
		customers = most
	}
	r, payers := newTestProgram(t, filepath.Join(t.TempDir(), "rento.db"), 1, customers)
	program := r.nodes[0]
	counting := watchWrites(t, program, 0)
	if err := payers[0].story(); err != nil {
		t.Fatal(err)
	}
	total := counting.stop()
	if total < 50 || total >= most {
		t.Fatalf("a story has %d writes, want from 50 to %d", total, most)
	}
	points := make([]int64, total)
	for i := range points {
		points[i] = int64(i) + 1
	}
	if !whole() {
		rand.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		points = points[:shareOfWrites]
	}
	reached := 0
	for i, k := range points {
		before := program.kills
		watching := watchWrites(t, program, k)
		err := payers[i+1].story()
		watching.stop()
		if err != nil {
			t.Fatalf("killed after write %d of %d: %v", k, total, err)
		}
		reached += program.kills - before
	}
	if least := len(points) * 2 / 3; reached < least {
		t.Errorf("killed %d times at %d writes, want %d at least", reached, len(points), least)
	}
	t.Logf("a story has %d writes; killed %d times", total, reached)
	payers = payers[:len(points)+1]
	until(t, "what was paid twice has gone back", func() bool {
		if err := payers[0].laterAtTheGateway(time.Minute); err != nil {
			t.Fatal(err)
		}
		kept, returned := r.held()
		return len(kept) == len(payers) && returned == len(payers)
	})
	program.stop(syscall.SIGTERM)
	t.Log(run(t, r.env, "reconcile", "--days", "1").finish(t))
	r.checkPaid(payers)
}
