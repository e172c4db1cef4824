package ledger_test

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	_ "github.com/jackc/pgx/v5/stdlib" // for changing rows behind the ledger's back
	_ "modernc.org/sqlite"
	"pgregory.net/rapid"

	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ident"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/testkit"
)

type books struct {
	t      *testing.T
	store  *store.Store
	clock  *calendar.Frozen
	ledger *ledger.Ledger
	raw    *sql.DB
}

// open opens a ledger, and a second connection to its database that skips the ledger's rules.
func open(t *testing.T, engine string) *books {
	t.Helper()
	url := testkit.ReadyURL(t, engine)
	s, err := store.Open(t.Context(), store.Options{URL: url, Relaxed: true, MaxConns: 4})
	if err != nil {
		t.Fatal(err)
	}
	driver := map[string]string{"sqlite": "sqlite", "postgres": "pgx"}[engine]
	if engine == "postgres" {
		url += "?session_replication_role=replica" // do not check foreign keys
	}
	raw, err := sql.Open(driver, url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(raw.Close(), s.Close()); err != nil {
			t.Error(err)
		}
	})
	testkit.AddCustomers(t, s, 7)
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-01").At(10, 0))
	return &books{t, s, clock, ledger.New(ident.NewSource(clock, 0)), raw}
}

func onEachEngine(t *testing.T, test func(t *testing.T, b *books)) {
	for _, engine := range testkit.Engines() {
		t.Run(engine, func(t *testing.T) { test(t, open(t, engine)) })
	}
}

func (b *books) post(source string, legs ...ledger.Leg) (id int64, posted bool, err error) {
	return b.postAs("test", source, legs...)
}

func (b *books) postAs(sourceType, source string, legs ...ledger.Leg) (id int64, posted bool, err error) {
	err = b.store.WriteCompany(b.t.Context(), func(tx *store.Tx) error {
		id, posted, err = b.ledger.Post(b.t.Context(), tx, ledger.Entry{
			CustomerID: 7, SourceType: sourceType, SourceID: source, At: calendar.Stamp(b.clock.Now()), Legs: legs,
		})
		return err
	})
	return id, posted, err
}

func (b *books) exec(statement string) {
	b.t.Helper()
	if _, err := b.raw.ExecContext(b.t.Context(), statement); err != nil {
		b.t.Fatal(err)
	}
}

// A deposit of 3,000 rupees is a liability: debit bank, credit deposit (docs/rules.md R8).
// Posting the same source again enters nothing.
func TestPostOnce(t *testing.T) {
	testkit.BothEngines(t)
	onEachEngine(t, func(t *testing.T, b *books) {
		legs := []ledger.Leg{ledger.Debit(ledger.Bank, 300000), ledger.Credit(ledger.Deposit, 300000)}
		first, posted, err := b.post("1", legs...)
		if err != nil || !posted {
			t.Fatalf("entered: %t, %v; want true", posted, err)
		}
		again, posted, err := b.post("1", legs...)
		if err != nil || posted {
			t.Fatalf("entered a second time: %t, %v; want false", posted, err)
		}
		if again != first {
			t.Errorf("the second time: entry %d, want the first entry %d", again, first)
		}
		balances, err := ledger.BalancesOf(t.Context(), b.store.Queries(), 7)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(ledger.Balances{ledger.Deposit: -300000}, balances); diff != "" {
			t.Errorf("balances (-want +got):\n%s", diff)
		}
	})
}

// The dues are the open invoices and late fees. No other account counts, and the dues are never
// below zero.
func TestDues(t *testing.T) {
	for _, c := range []struct {
		name     string
		balances ledger.Balances
		want     money.Paise
	}{
		{"nothing", nil, 0},
		{"invoices and late fees", ledger.Balances{ledger.Receivable: 176900, ledger.LateFee: 3500}, 180400},
		{"money that is held", ledger.Balances{ledger.Receivable: 100, ledger.Deposit: -300, ledger.Wallet: -50, ledger.RefundPayable: -7}, 100},
		{"a wallet that owes", ledger.Balances{ledger.Receivable: 100, ledger.Wallet: 50}, 100},
		{"too much credited", ledger.Balances{ledger.Receivable: -100}, 0},
	} {
		if got := c.balances.Dues(); got != c.want {
			t.Errorf("%s: %v are due, want %v", c.name, got, c.want)
		}
	}
}

func TestUnbalancedEntriesAreRefused(t *testing.T) {
	b := open(t, "sqlite")
	for name, legs := range map[string][]ledger.Leg{
		"one paisa missing": {ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.Wallet, 99)},
		"nothing":           {},
		"only zeroes":       {ledger.Debit(ledger.Bank, 0), ledger.Credit(ledger.Wallet, 0)},
		"wraps around to zero": {
			ledger.Debit(ledger.Bank, 1<<62), ledger.Debit(ledger.Wallet, 1<<62), ledger.Debit(ledger.Suspense, 1<<62), ledger.Debit(ledger.Promotion, 1<<62),
		},
		"the least amount twice": {ledger.Debit(ledger.Bank, math.MinInt64), ledger.Debit(ledger.Suspense, math.MinInt64)},
	} {
		if _, _, err := b.post(name, legs...); !errors.Is(err, ledger.ErrUnbalanced) {
			t.Errorf("%s: %v, want %v", name, err, ledger.ErrUnbalanced)
		}
	}
}

// FuzzPost: every posted entry adds up to exactly zero. Every entry that does so is posted, as
// long as no step of its sum overflows.
func FuzzPost(f *testing.F) {
	for _, seed := range [][4]int64{
		{100, -100, 0, 0},
		{100, -99, 0, 0},
		{0, 0, 0, 0},
		{1 << 62, 1 << 62, 1 << 62, 1 << 62},
		{math.MinInt64, math.MinInt64, 0, 0},
		{math.MaxInt64, math.MinInt64, 1, 0},
		{math.MaxInt64, 1, math.MinInt64, 0},
		{129900, -110085, -9907, -9908},
	} {
		f.Add(seed[0], seed[1], seed[2], seed[3])
	}
	s := testkit.Open(f)
	testkit.AddCustomers(f, s, 7)
	clock := calendar.NewFrozen(calendar.MustParse("2026-11-01").At(10, 0))
	books, source := ledger.New(ident.NewSource(clock, 0)), 0
	f.Fuzz(func(t *testing.T, a, b, c, d int64) {
		exact, held, moves := big.NewInt(0), true, false
		// No running balance is kept for these accounts.
		accounts := []ledger.Account{ledger.Bank, ledger.Suspense, ledger.Promotion, ledger.LateFeeUnearned}
		legs := make([]ledger.Leg, len(accounts))
		for i, amount := range []int64{a, b, c, d} {
			legs[i] = ledger.Leg{Account: accounts[i], Amount: money.Paise(amount)}
			held = exact.Add(exact, big.NewInt(amount)).IsInt64() && held
			moves = moves || amount != 0
		}
		source++
		var want error
		if !held || !moves || exact.Sign() != 0 {
			want = ledger.ErrUnbalanced
		}
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			_, posted, err := books.Post(t.Context(), tx, ledger.Entry{
				CustomerID: 7, SourceType: "fuzz", SourceID: fmt.Sprint(source), At: calendar.Stamp(clock.Now()), Legs: legs,
			})
			if err == nil && !posted {
				return errors.New("nothing was entered")
			}
			return err
		})
		if !errors.Is(err, want) {
			t.Errorf("%d, %d, %d, %d add up to %s: got %v, want %v", a, b, c, d, exact, err, want)
		}
	})
}

// Every kept balance is the sum of its postings, whatever is posted.
func TestBalancesAreSums(t *testing.T) {
	b := open(t, "sqlite")
	accounts := []ledger.Account{ledger.Receivable, ledger.LateFee, ledger.Deposit, ledger.Wallet, ledger.Bank, ledger.InTransit("razorpay")}
	sums, n := map[ledger.Account]money.Paise{}, 0
	rapid.Check(t, func(rt *rapid.T) {
		from, to := rapid.SampledFrom(accounts).Draw(rt, "from"), rapid.SampledFrom(accounts).Draw(rt, "to")
		amount := money.Paise(rapid.Int64Range(1, 1_000_000).Draw(rt, "amount"))
		n++
		if _, _, err := b.post(fmt.Sprint(n), ledger.Debit(to, amount), ledger.Credit(from, amount)); err != nil {
			rt.Fatal(err)
		}
		sums[to] += amount
		sums[from] -= amount
	})
	balances, err := ledger.BalancesOf(t.Context(), b.store.Queries(), 7)
	if err != nil {
		t.Fatal(err)
	}
	for account, balance := range balances {
		if balance != sums[account] {
			t.Errorf("%s: %v, posted %v", account, balance, sums[account])
		}
	}
	b.clean()
}

func (b *books) clean() {
	b.t.Helper()
	if findings, err := ledger.Check(b.t.Context(), b.store.Queries()); err != nil || len(findings) > 0 {
		b.t.Fatalf("the check found %s, %v; want nothing", ledger.Text(findings), err)
	}
}

func TestCheckFindsWhatIsWrong(t *testing.T) {
	onEachEngine(t, func(t *testing.T, b *books) {
		if _, _, err := b.post("1", ledger.Debit(ledger.Receivable, 500), ledger.Credit(ledger.RentRevenue("29"), 500)); err != nil {
			t.Fatal(err)
		}
		b.clean()
		for statement, back := range map[string]string{
			"UPDATE ledger_balances SET balance_paise = 501":                                    "UPDATE ledger_balances SET balance_paise = 500",
			"UPDATE ledger_postings SET amount_paise = -501 WHERE account = 'company:rent:29'":  "UPDATE ledger_postings SET amount_paise = -500 WHERE account = 'company:rent:29'",
			"UPDATE ledger_balances SET account = 'nobody'":                                     "UPDATE ledger_balances SET account = 'receivable'",
			"UPDATE ledger_postings SET amount_paise = amount_paise * 2 WHERE account LIKE '%'": "UPDATE ledger_postings SET amount_paise = amount_paise / 2",
		} {
			b.exec(statement)
			findings, err := ledger.Check(t.Context(), b.store.Queries())
			if err != nil {
				t.Fatal(err)
			}
			if ledger.Text(findings) == "" {
				t.Errorf("%s: got no findings as text from %v", statement, findings)
			}
			b.exec(back)
		}
		b.clean()
	})
}

// threeDays posts two entries on each of three days and seals the days.
func threeDays(t *testing.T, b *books) string {
	t.Helper()
	for day := 1; day <= 3; day++ {
		b.clock.Set(calendar.Day(2026, 11, day).At(10, 0))
		for n := range 2 {
			_, _, err := b.post(fmt.Sprint(day, n), ledger.Debit(ledger.Receivable, money.Paise(100*day+n)), ledger.Credit(ledger.RentRevenue("29"), money.Paise(100*day+n)))
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	b.clock.Set(calendar.Day(2026, 11, 5).At(1, 30))
	seals, err := hashchain.SealDays(t.Context(), b.store, b.clock, ledger.Chain(b.store.Queries()))
	if err != nil {
		t.Fatal(err)
	}
	var entries []int64
	for _, s := range seals {
		entries = append(entries, s.Entries)
	}
	if diff := cmp.Diff([]int64{2, 2, 2}, entries); diff != "" {
		t.Fatalf("entries of each sealed day (-want +got):\n%s", diff)
	}
	if again, err := hashchain.SealDays(t.Context(), b.store, b.clock, ledger.Chain(b.store.Queries())); err != nil || len(again) != 0 {
		t.Fatalf("sealed again: %+v, %v; want nothing", again, err)
	}
	head, err := hashchain.Verify(t.Context(), ledger.Chain(b.store.Queries()))
	if err != nil || head != seals[2].Head {
		t.Fatalf("%s, %v, want %v", head, err, seals[2].Head)
	}
	return head
}

// If any sealed row is changed, removed, added or renumbered, Verify names the first day that
// differs.
func TestVerifyFindsTampering(t *testing.T) {
	onEachEngine(t, func(t *testing.T, b *books) {
		threeDays(t, b)
		ctx := context.Background()
		for statement, back := range map[string]string{
			"UPDATE ledger_entries SET description = 'x' WHERE day = '2026-11-02'":                        "UPDATE ledger_entries SET description = ''",
			"UPDATE ledger_postings SET amount_paise = amount_paise + 1 WHERE account = 'receivable'":     "UPDATE ledger_postings SET amount_paise = amount_paise - 1 WHERE account = 'receivable'",
			"UPDATE ledger_entries SET day = '2026-11-04' WHERE day = '2026-11-02'":                       "UPDATE ledger_entries SET day = '2026-11-02' WHERE day = '2026-11-04'",
			"UPDATE ledger_entries SET day = '2026-10-01' WHERE day = '2026-11-02' AND source_id = '2 0'": "UPDATE ledger_entries SET day = '2026-11-02' WHERE day = '2026-10-01'",
			"UPDATE ledger_days SET entries = 3 WHERE day = '2026-11-03'":                                 "UPDATE ledger_days SET entries = 2",
			"UPDATE ledger_entries SET customer_id = 8 WHERE day = '2026-11-01'":                          "UPDATE ledger_entries SET customer_id = 7",
		} {
			b.exec(statement)
			if _, err := hashchain.Verify(ctx, ledger.Chain(b.store.Queries())); !errors.Is(err, hashchain.ErrTampered) {
				t.Errorf("%s: %v, want %v", statement, err, hashchain.ErrTampered)
			}
			b.exec(back)
			if _, err := hashchain.Verify(ctx, ledger.Chain(b.store.Queries())); err != nil {
				t.Fatalf("%s: %v", back, err)
			}
		}
		b.exec("DELETE FROM ledger_days WHERE day = '2026-11-01'")
		if _, err := hashchain.Verify(ctx, ledger.Chain(b.store.Queries())); !errors.Is(err, hashchain.ErrTampered) {
			t.Errorf("a link was removed: %v, want %v", err, hashchain.ErrTampered)
		}
	})
}

// A large day is read in pages, and a page may end within an entry. The seal still covers the
// whole day.
func TestALargeDayIsSealed(t *testing.T) {
	onEachEngine(t, func(t *testing.T, b *books) {
		const entries, legs = 4000, 3
		series := func(name string, n int) string {
			return fmt.Sprintf("%s(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM %s WHERE i < %d)", name, name, n)
		}
		b.exec("INSERT INTO ledger_entries (customer_id, id, source_type, source_id, document, day, at, description) WITH RECURSIVE " + series("n", entries) +
			" SELECT 7, i, 'test', CAST(i AS TEXT), '', '2026-11-01', 5, '' FROM n")
		b.exec("INSERT INTO ledger_postings (customer_id, entry_id, leg, account, amount_paise) WITH RECURSIVE " + series("n", entries) + ", " + series("l", legs) +
			" SELECT 7, n.i, l.i - 1, 'bank', l.i FROM n, l")
		sum := sha256.New()
		fmt.Fprintf(sum, "\n2026-11-01\n")
		for id := 1; id <= entries; id++ {
			fmt.Fprintf(sum, "7 %d \"test\" \"%d\" \"\" 5 \"\"\n", id, id)
			for leg := range legs {
				fmt.Fprintf(sum, "\t%d \"bank\" %d\n", leg, leg+1)
			}
		}
		b.clock.Set(calendar.Day(2026, 11, 2).At(1, 0))
		seals, err := hashchain.SealDays(t.Context(), b.store, b.clock, ledger.Chain(b.store.Queries()))
		if err != nil {
			t.Fatal(err)
		}
		wantHead := hex.EncodeToString(sum.Sum(nil))
		sealedAt := calendar.Stamp(b.clock.Now())
		want := []hashchain.Seal{{Day: calendar.Day(2026, 11, 1), Entries: entries, Head: wantHead, SealedAt: sealedAt}}
		if diff := cmp.Diff(want, seals, cmpopts.EquateComparable(calendar.Date{})); diff != "" {
			t.Fatalf("seals (-want +got):\n%s", diff)
		}
		if head, err := hashchain.Verify(t.Context(), ledger.Chain(b.store.Queries())); err != nil || head != wantHead {
			t.Errorf("verified %s, %v, want %v", head, err, wantHead)
		}
	})
}

// Verify notices missing seals anywhere in the chain. Each day with entries must be sealed by
// the time the newest entry was made.
func TestVerifyMissesSeals(t *testing.T) {
	onEachEngine(t, func(t *testing.T, b *books) {
		if head, err := hashchain.Verify(t.Context(), ledger.Chain(b.store.Queries())); head != "" || err != nil {
			t.Errorf("an empty journal: %q, %v", head, err)
		}
		threeDays(t, b)
		late := func(hour, minute int, source string) {
			b.clock.Set(calendar.Day(2026, 11, 4).At(hour, minute))
			if _, _, err := b.post(source, ledger.Debit(ledger.Bank, 1), ledger.Credit(ledger.Suspense, 1)); err != nil {
				t.Fatal(err)
			}
		}
		missed := func(want bool, without, when string) {
			t.Helper()
			if _, err := hashchain.Verify(t.Context(), ledger.Chain(b.store.Queries())); errors.Is(err, hashchain.ErrTampered) != want {
				t.Errorf("without %s, %s: got %v, want tampering %v", without, when, err, want)
			}
		}
		late(1, 59, "before it is due")
		b.exec("DELETE FROM ledger_days WHERE day = '2026-11-03'")
		missed(false, "the seal of the last day", "until two o'clock")
		b.exec("DELETE FROM ledger_days WHERE day = '2026-11-02'")
		missed(true, "the two newest seals", "until two o'clock")
		b.exec("DELETE FROM ledger_days")
		missed(true, "any seal", "until two o'clock")
		b.clock.Set(calendar.Day(2026, 11, 4).At(1, 0))
		if _, err := hashchain.SealDays(t.Context(), b.store, b.clock, ledger.Chain(b.store.Queries())); err != nil {
			t.Fatal(err)
		}
		late(2, 1, "after it is due")
		missed(false, "no seal", "after two o'clock")
		b.exec("DELETE FROM ledger_days WHERE day = '2026-11-03'")
		missed(true, "the newest seal", "after two o'clock")
	})
}

// Verify also finds an entry that was added to a past day without entries.
func TestVerifyFindsEntriesOnEmptyDays(t *testing.T) {
	b := open(t, "sqlite")
	threeDays(t, b)
	b.clock.Set(calendar.MustParse("2026-10-31").At(10, 0))
	if _, _, err := b.post("slipped", ledger.Debit(ledger.Bank, 1), ledger.Credit(ledger.Suspense, 1)); err != nil {
		t.Fatal(err)
	}
	if _, err := hashchain.Verify(t.Context(), ledger.Chain(b.store.Queries())); !errors.Is(err, hashchain.ErrTampered) {
		t.Fatalf("%v, want %v", err, hashchain.ErrTampered)
	}
}
