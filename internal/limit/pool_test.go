package limit_test

import (
	"fmt"
	"net/http"
	"testing"

	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/limit"
	"rento/internal/testkit"
)

// A client with many addresses gets two shares of a pool in total. Other clients are not affected.
func TestASiteHasTwoShares(t *testing.T) {
	for _, name := range []string{limit.WebhookBodies, limit.OpenBodies, limit.SessionBodies, limit.FormBodies} {
		for form, elsewhere := range map[string]string{"2001:db8:7:%x::1": "2001:db8:8::1", "198.51.100.%d": "198.51.101.1"} {
			l, pool := limit.New(testkit.Open(t), calendar.System{}, 1), limit.Pools[name]
			held := int64(0)
			for i := range 64 {
				if _, err := l.Hold(name, fmt.Sprintf(form, i), pool.Each/8); err == nil {
					held += pool.Each / 8
				} else if !fault.Is(err, http.StatusTooManyRequests) {
					t.Fatalf("%s, %s: %v, want a 429", name, form, err)
				}
			}
			if held != 2*pool.Each || held > pool.Total/4 {
				t.Errorf("%s: a site of %s holds %d bytes, want %d, and a quarter of the pool at most", name, form, held, 2*pool.Each)
			}
			if _, err := l.Hold(name, elsewhere, 100); err != nil {
				t.Errorf("%s: another site: %v", name, err)
			}
		}
	}
}

// Each client gets its share of a pool, all clients together get the pool, and large bodies get
// half of it. Bytes that are given back can be taken again.
func TestPoolsAreBounded(t *testing.T) {
	l := limit.New(testkit.Open(t), calendar.System{}, 1)
	pool := limit.Pools[limit.WebhookBodies]
	const large = 256 << 10
	var leave []func()
	hold := func(key string, bytes int64) error {
		release, err := l.Hold(limit.WebhookBodies, key, bytes)
		if err == nil {
			leave = append(leave, release)
		}
		return err
	}
	for range pool.Each / large {
		if err := hold("one", large); err != nil {
			t.Fatal(err)
		}
	}
	if err := hold("one", 1); !fault.Is(err, http.StatusTooManyRequests) {
		t.Errorf("beyond its share: %v, want a 429", err)
	}
	if err := hold("one", 0); err != nil {
		t.Errorf("no body at all: %v", err)
	}
	var err error
	for i := 0; err == nil; i++ {
		err = hold(fmt.Sprint("large ", i), large)
	}
	if now, _ := l.Held(limit.WebhookBodies); !fault.Is(err, http.StatusServiceUnavailable) || now != pool.Total/2 {
		t.Errorf("large ones together: %v with %d bytes held, want a 503 at %d", err, now, pool.Total/2)
	}
	for i, err := 0, error(nil); err == nil; i++ {
		err = hold(fmt.Sprint("small ", i), 100)
	}
	if now, most := l.Held(limit.WebhookBodies); now != pool.Total || most != pool.Total {
		t.Errorf("all together hold %d bytes, at most %d, want %d", now, most, pool.Total)
	}
	if _, err := l.Hold(limit.OpenBodies, "one", 100); err != nil {
		t.Errorf("another pool: %v", err)
	}
	for _, release := range leave {
		release()
		release() // releasing twice counts once
	}
	if now, _ := l.Held(limit.WebhookBodies); now != 0 {
		t.Errorf("%d bytes are held by nobody", now)
	}
	if err := hold("one", large); err != nil {
		t.Errorf("after all has been given back: %v", err)
	}
}
