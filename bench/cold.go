package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/demo"
	"rento/internal/store"
	"rento/internal/store/db"
)

// coldBar is the minimum speed of an uncached home screen on SQLite, relative to a bare handler.
const coldBar = 0.15

// visitor is a customer who is signed in.
type visitor struct {
	id    int64
	token string
}

// measureCold has many different customers open their home screen: each for the first time, and
// again after their data has changed. No answer is cached for any of them.
func measureCold(ctx context.Context, s settings, progress io.Writer) ([]row, error) {
	var rows []row
	for _, engine := range engines {
		d, err := s.bases.empty(engine, "cold")
		if err != nil {
			rows = append(rows, skipped("dashboardData, cold, "+engine, err))
			continue
		}
		visitors, err := prepareVisitors(ctx, d, s.homes, progress)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", engine, err)
		}
		measured, err := coldOn(ctx, s, d, visitors)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", engine, err)
		}
		rows = append(rows, measured...)
	}
	return rows, nil
}

func coldOn(ctx context.Context, s settings, d database, visitors []visitor) (rows []row, err error) {
	rento, err := startServe(ctx, s.program, d)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rento.stop()) }()
	last := visitors[len(visitors)-1]
	body, err := fetch(ctx, rento.addr, last.token)
	if err != nil {
		return nil, err
	}
	bareAddr, barePID, stopBare, err := startBare(ctx, s.folder, body)
	if err != nil {
		return nil, err
	}
	defer stopBare()
	for i, when := range []string{"cold", "after a write"} {
		if i > 0 {
			if _, err := each(ctx, rento.addr, visitors, addressCall); err != nil {
				return nil, fmt.Errorf("change every customer: %w: %s", err, rento.log.String())
			}
		}
		measured, err := homesInTurns(ctx, s.duration, side{rento.addr, rento.command.Process.Pid}, side{bareAddr, barePID}, visitors)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", when, err)
		}
		rows = append(rows, measured.rows(fmt.Sprintf("dashboardData, %d customers, %s, %s", len(visitors), when, d.engine), d.engine)...)
	}
	return rows, nil
}

// pair is the result of two sides measured in turns.
type pair struct{ ours, bare load }

func (p pair) rows(what, engine string) []row {
	first := beside(what, p.ours, p.bare, "bare handler")
	if engine == sqlite {
		first = first.atLeast(p.ours.perSecond/p.bare.perSecond, coldBar)
	}
	return []row{
		first,
		{what: "  p50, p99", value: micros(p.ours.p50) + ", " + micros(p.ours.p99), beside: micros(p.bare.p50) + ", " + micros(p.bare.p99)},
		{
			what: "  processor time, with the client's", value: micros(p.ours.processor), beside: micros(p.bare.processor),
			ratio: fmt.Sprintf("%.2f", p.bare.processor.Seconds()/p.ours.processor.Seconds()),
		},
	}
}

// side is a server that is measured.
type side struct {
	addr string
	pid  int
}

// measured adds the processor time of the server and this client to a load.
func (s side) measured(measure func() (load, error)) (load, error) {
	before, err := s.processor()
	if err != nil {
		return load{}, err
	}
	l, err := measure()
	if err != nil {
		return l, err
	}
	after, err := s.processor()
	l.processor = (after - before) / time.Duration(l.requests)
	return l, err
}

func (s side) processor() (time.Duration, error) {
	server, err := processorTime(s.pid)
	if err != nil {
		return 0, err
	}
	client, err := processorTime(os.Getpid())
	return server + client, err
}

// homesInTurns has every visitor open the home screen once, a share of them in each round.
func homesInTurns(ctx context.Context, d time.Duration, ours, bare side, visitors []visitor) (p pair, err error) {
	shares := slices.Collect(slices.Chunk(visitors, (len(visitors)+rounds-1)/rounds))
	p.ours, p.bare, err = inTurns(ctx, d, func(time.Duration) (load, error) {
		share := shares[0]
		shares = shares[1:]
		return ours.measured(func() (load, error) { return each(ctx, ours.addr, share, visitCall) })
	}, func(d time.Duration) (load, error) {
		return bare.measured(func() (load, error) { return repeatCall(ctx, bare.addr, visitCall(bare.addr, visitors[0]), d) })
	})
	return p, err
}

func visitCall(addr string, v visitor) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nX-Forwarded-For: %s\r\nclient-name: customer-dashboard\r\n\r\n",
		homePath, addr, v.token, v.address())
}

// addressCall changes a customer's data: it adds an address.
func addressCall(addr string, v visitor) []byte {
	body := `{"flatNo":"2","addressLine1":"Side Road","city":"` + demo.Cities()[0].Name + `","pincode":"` + pincode + `"}`
	return fmt.Appendf(nil, "POST /api/RMUsers/%d/addresses HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\nX-Forwarded-For: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		v.id, addr, v.token, v.address(), len(body), body)
}

// address is the address that a visitor's requests come from. Each visitor has a different one.
func (v visitor) address() string {
	n := v.id >> 4
	return fmt.Sprintf("10.%d.%d.%d", n>>16&255, n>>8&255, n&255)
}

// prepareVisitors makes a company whose customers have last month's bill, and signs them all in.
func prepareVisitors(ctx context.Context, d database, customers int, progress io.Writer) (visitors []visitor, err error) {
	today := calendar.Today(calendar.System{})
	month := today.MonthStart().AddMonths(-1)
	if err := fill(ctx, d, filling{customers: customers, month: month, billed: true}, progress); err != nil {
		return nil, err
	}
	c, err := openCompany(ctx, d.url, true, today.MonthStart())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.store.Close()) }()
	ids, err := c.customers(ctx, customers)
	if err != nil {
		return nil, err
	}
	for share := range slices.Chunk(ids, 500) {
		signedIn, err := c.signIn(ctx, share)
		if err != nil {
			return nil, fmt.Errorf("sign in: %w", err)
		}
		visitors = append(visitors, signedIn...)
	}
	// They come in random order, like real customers.
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(visitors), func(i, j int) { visitors[i], visitors[j] = visitors[j], visitors[i] })
	return visitors, nil
}

// signIn opens a session for each customer.
func (c *company) signIn(ctx context.Context, customers []int64) (visitors []visitor, err error) {
	now := calendar.Stamp(calendar.System{}.Now())
	err = c.store.WriteCompany(ctx, func(tx *store.Tx) error {
		visitors = nil
		for _, id := range customers {
			token, hash := account.NewToken()
			visitors = append(visitors, visitor{id: id, token: token})
			err := tx.AccountSessionAdd(ctx, db.AccountSessionAddParams{
				TokenHash: hash, CustomerID: id, Actor: audit.Customer().String(), Device: "bench",
				CreatedAt: now, IdleUntil: now.Add(24 * time.Hour), ExpiresAt: now.Add(24 * time.Hour),
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return visitors, err
}

// fetch returns the home screen of a session as the program answers it.
func fetch(ctx context.Context, addr, token string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr+homePath, nil)
	if err != nil {
		return nil, fmt.Errorf("fetch the home screen: %w", err)
	}
	request.Header.Set("Authorization", token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, fmt.Errorf("fetch the home screen: %w", err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(`"revision"`)) {
		return nil, fmt.Errorf("fetch the home screen: %s: %w: %s", answer.Status, err, body)
	}
	return body, nil
}
