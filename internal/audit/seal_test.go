package audit_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/hashchain"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/testkit"
)

// chained is an audit log, with a second connection to its database that can change sealed entries.
type chained struct {
	*testing.T
	store *store.Store
	clock *calendar.Frozen
	log   *audit.Log
	raw   *sql.DB
}

func onEachEngine(t *testing.T, test func(c *chained)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		clock := calendar.NewFrozen(start)
		test(&chained{t, s, clock, audit.New(ident.NewSource(clock, 0), clock), testkit.Raw(t, s)})
	})
}

func (c *chained) record(customerID int64, object string) {
	c.Helper()
	err := c.store.WriteCompany(c.Context(), func(tx *store.Tx) error {
		return c.log.Record(c.Context(), tx, audit.Entry{CustomerID: customerID, Action: "item_extended", Object: object, Reason: "by phone"})
	})
	if err != nil {
		c.Fatal(err)
	}
}

func (c *chained) exec(statement string) {
	c.Helper()
	if _, err := c.raw.ExecContext(c.Context(), statement); err != nil {
		c.Fatalf("%s: %v", statement, err)
	}
}

func (c *chained) seal() []hashchain.Seal {
	c.Helper()
	seals, err := hashchain.SealDays(c.Context(), c.store, c.clock, audit.Chain(c.store.Queries()))
	if err != nil {
		c.Fatal(err)
	}
	return seals
}

func (c *chained) verify() (head string, err error) {
	return hashchain.Verify(c.Context(), audit.Chain(c.store.Queries()))
}

// at is an instant for use in an SQL statement.
func at(month time.Month, day, hour int) calendar.Instant {
	return calendar.Stamp(calendar.Day(2026, month, day).At(hour, 0))
}

// threeDays writes two entries a day from the first of November, and seals them.
func (c *chained) threeDays() (head string) {
	c.Helper()
	for day := 1; day <= 3; day++ {
		c.clock.Set(calendar.Day(2026, 11, day).At(10, 0))
		for n := range 2 {
			c.record(int64(7*n), fmt.Sprintf("item/%d%d", day, n)) // one of the company, one of customer 7
		}
	}
	c.clock.Set(calendar.Day(2026, 11, 5).At(1, 30))
	seals := c.seal()
	if len(seals) != 3 || seals[0].Entries != 2 || seals[0].Day != calendar.Day(2026, 11, 1) {
		c.Fatalf("sealed %+v, want three days of two entries", seals)
	}
	head, err := c.verify()
	if err != nil || head != seals[2].Head {
		c.Fatalf("verified %q, %v, want %q", head, err, seals[2].Head)
	}
	return head
}

// Verification fails after any change to a sealed entry, any removal or rewriting of an entry or a
// seal, and any entry added to a past day.
func TestVerifyFindsTampering(t *testing.T) {
	onEachEngine(t, func(c *chained) {
		head := c.threeDays()
		const of = " WHERE object = 'item/20'"
		for name, statement := range map[string]string{
			"another actor":             "UPDATE audit_log SET actor = 'customer'" + of,
			"another action":            "UPDATE audit_log SET action = 'x'" + of,
			"another object":            "UPDATE audit_log SET object = 'x'" + of,
			"another reason":            "UPDATE audit_log SET reason = ''" + of,
			"another request":           "UPDATE audit_log SET request_id = 'x'" + of,
			"another network":           "UPDATE audit_log SET network = 'x'" + of,
			"another customer":          "UPDATE audit_log SET customer_id = 8" + of,
			"another id":                "UPDATE audit_log SET id = id + 1" + of,
			"another moment of the day": "UPDATE audit_log SET at = at + 1" + of,
			"another day":               fmt.Sprintf("UPDATE audit_log SET at = %d", at(11, 4, 10)) + of,
			"a lost entry":              "DELETE FROM audit_log" + of,
			"a lost day":                "DELETE FROM audit_log WHERE object LIKE 'item/2%'",
			"an entry more":             planted(at(11, 2, 23)),
			"an entry before all":       planted(at(10, 1, 0)),
			"a removed seal":            "DELETE FROM audit_days WHERE day = '2026-11-02'",
			"the first seal removed":    "DELETE FROM audit_days WHERE day = '2026-11-01'",
			"a seal written anew":       "UPDATE audit_days SET head = (SELECT head FROM audit_days WHERE day = '2026-11-01') WHERE day = '2026-11-02'",
			"another count":             "UPDATE audit_days SET entries = 3 WHERE day = '2026-11-03'",
			"a seal of an empty day":    "INSERT INTO audit_days (day, entries, head, sealed_at) VALUES ('2026-11-04', 0, 'x', 0)",
		} {
			entries, seals := c.copied("audit_log"), c.copied("audit_days")
			c.exec(statement)
			if _, err := c.verify(); !errors.Is(err, hashchain.ErrTampered) {
				c.Errorf("%s: %v, want %v", name, err, hashchain.ErrTampered)
			}
			entries()
			seals()
			if got, err := c.verify(); got != head || err != nil {
				c.Fatalf("%s was taken back: %q, %v, want %q", name, got, err, head)
			}
		}
	})
}

func planted(at calendar.Instant) string {
	return fmt.Sprintf("INSERT INTO audit_log (customer_id, id, at, actor, action, object, reason, request_id, network) VALUES (7, 5, %d, 'customer', 'x', '', '', '', '')", at)
}

// copied copies a table, and returns a function that restores its rows.
func (c *chained) copied(table string) (back func()) {
	c.Helper()
	c.exec("CREATE TABLE kept_" + table + " AS SELECT * FROM " + table)
	return func() {
		c.Helper()
		c.exec("DELETE FROM " + table)
		c.exec("INSERT INTO " + table + " SELECT * FROM kept_" + table)
		c.exec("DROP TABLE kept_" + table)
	}
}

// Whoever rewrites an entry and its seal must rewrite every later seal, and then the head differs
// from the one kept elsewhere.
func TestARewrittenSealBreaksTheChain(t *testing.T) {
	onEachEngine(t, func(c *chained) {
		head := c.threeDays()
		c.exec("UPDATE audit_log SET reason = 'x' WHERE object = 'item/20'")
		c.exec("DELETE FROM audit_days WHERE day >= '2026-11-02'")
		if sealed := c.seal(); len(sealed) != 2 {
			c.Fatalf("%d days were sealed anew, want 2", len(sealed))
		}
		if got, err := c.verify(); err != nil || got == "" || got == head {
			c.Errorf("the chain that was written anew ends with %q, %v, want another head than %q", got, err, head)
		}
	})
}

// Missing seals at the end are noticed as soon as there is an entry after two in the morning.
func TestVerifyMissesSeals(t *testing.T) {
	onEachEngine(t, func(c *chained) {
		if head, err := c.verify(); head != "" || err != nil {
			c.Errorf("an empty log: %q, %v", head, err)
		}
		c.threeDays()
		c.exec("DELETE FROM audit_days WHERE day = '2026-11-03'")
		c.clock.Set(calendar.Day(2026, 11, 4).At(1, 59))
		c.record(7, "item/40")
		if _, err := c.verify(); err != nil {
			c.Errorf("before the seal is due: %v", err)
		}
		c.clock.Set(calendar.Day(2026, 11, 4).At(2, 1))
		c.record(7, "item/41")
		if _, err := c.verify(); !errors.Is(err, hashchain.ErrTampered) {
			c.Errorf("once it is due: %v, want %v", err, hashchain.ErrTampered)
		}
		c.exec("DELETE FROM audit_days")
		if _, err := c.verify(); !errors.Is(err, hashchain.ErrTampered) {
			c.Errorf("without any seal: %v, want %v", err, hashchain.ErrTampered)
		}
	})
}

// A day is not sealed in the first hour after midnight, so that entries of transactions begun
// before midnight, or of a node whose clock is slow, are in the seal.
func TestALateEntryIsInTheSealOfItsDay(t *testing.T) {
	onEachEngine(t, func(c *chained) {
		c.clock.Set(calendar.Day(2026, 11, 1).At(10, 0))
		c.record(7, "item/1")
		c.clock.Set(calendar.Day(2026, 11, 2).At(0, 30))
		if seals := c.seal(); len(seals) != 0 {
			c.Fatalf("half an hour after midnight %+v was sealed, want nothing", seals)
		}
		c.clock.Set(calendar.Day(2026, 11, 1).At(23, 59)) // as the other node's clock shows
		c.record(7, "item/2")
		c.clock.Set(calendar.Day(2026, 11, 2).At(1, 0))
		if seals := c.seal(); len(seals) != 1 || seals[0].Entries != 2 {
			c.Fatalf("sealed %+v, want one day of two entries", seals)
		}
		if _, err := c.verify(); err != nil {
			c.Error(err)
		}
	})
}

// Days end at midnight in India, and a page of entries may end within one instant.
func TestALargeDayIsSealed(t *testing.T) {
	onEachEngine(t, func(c *chained) {
		const entries = 12_000 // more than two pages
		first, last := calendar.Stamp(calendar.Day(2026, 11, 1).Start()), calendar.Stamp(calendar.Day(2026, 11, 2).Start())-1
		c.exec(fmt.Sprintf(`INSERT INTO audit_log (customer_id, id, at, actor, action, object, reason, request_id, network)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT i %% 2, 1 + i / 2, CASE WHEN i < 6000 THEN %d ELSE %d END, 'customer', 'x', '', '', '', '' FROM n`, entries, first, last))
		c.clock.Set(calendar.Day(2026, 11, 2).At(10, 0))
		c.record(7, "item/1")
		if seals := c.seal(); len(seals) != 1 || seals[0].Entries != entries || seals[0].Day != calendar.Day(2026, 11, 1) {
			c.Fatalf("sealed %+v, want the first of November with %d entries", seals, entries)
		}
		for _, i := range []int{1, 5000, 5001, 5999, 6000, 10_000, 10_001, entries} {
			change := fmt.Sprintf("UPDATE audit_log SET reason = '%%s' WHERE customer_id = %d AND id = %d", i%2, 1+i/2)
			c.exec(fmt.Sprintf(change, "x"))
			if _, err := c.verify(); !errors.Is(err, hashchain.ErrTampered) {
				c.Errorf("entry %d was changed: %v, want %v", i, err, hashchain.ErrTampered)
			}
			c.exec(fmt.Sprintf(change, ""))
		}
		if _, err := c.verify(); err != nil {
			c.Error(err)
		}
	})
}

// Nodes that seal at the same time make one seal for each day, and one chain.
func TestNodesSealADayOnce(t *testing.T) {
	onEachEngine(t, func(c *chained) {
		const days, nodes = 5, 4
		for day := 1; day <= days; day++ {
			c.clock.Set(calendar.Day(2026, 11, day).At(10, 0))
			c.record(7, fmt.Sprint("item/", day))
		}
		c.clock.Set(calendar.Day(2026, 11, days+1).At(1, 0))
		var (
			together sync.WaitGroup
			mu       sync.Mutex
			made     []hashchain.Seal
		)
		for range nodes {
			together.Go(func() {
				seals, err := hashchain.SealDays(context.WithoutCancel(c.Context()), c.store, c.clock, audit.Chain(c.store.Queries()))
				if err != nil {
					c.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				made = append(made, seals...)
			})
		}
		together.Wait()
		if len(made) != days {
			c.Errorf("%d seals were made: %+v, want %d", len(made), made, days)
		}
		if head, err := c.verify(); err != nil || head == "" {
			c.Errorf("the chain ends with %q, %v", head, err)
		}
	})
}
