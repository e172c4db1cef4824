package account_test

import (
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/store"
)

var payCode = regexp.MustCompile(`/dashboard/pay#(\w{38})`)

// reminded sends Asha a payment reminder and returns the code in its link.
func (w *fixture) reminded(fact string) string {
	w.Helper()
	w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error {
		return w.notices.Send(w.Context(), tx, w.asha, notify.PaymentReminder{Open: 1_769_00, Day: calendar.Today(w.clock)}, fact)
	}))
	w.run()
	found := payCode.FindStringSubmatch(w.phones.last().Body)
	if found == nil {
		w.Fatalf("no link in %q", w.phones.last().Body)
	}
	return found[1]
}

// The link of a message signs its own customer in, once, within its lifetime, and the audit log
// records it (S7).
func TestThePayLinkSignsInOnce(t *testing.T) {
	each(t, func(w *fixture) {
		code := w.reminded("one")
		w.clock.Advance(notify.DefaultLinkLifetime - time.Second)
		login, isOne, err := w.ExchangePayCode(w.Context(), code, "", "Chrome")
		w.must(err)
		if s := w.session(login.Token); !isOne || s.CustomerID != w.asha || s.Agent {
			t.Errorf("session %+v; want the customer's own, %d", s, w.asha)
		}
		if _, isOne, err = w.ExchangePayCode(w.Context(), code, "", "Chrome"); !isOne {
			t.Error("a used code is not known any more")
		}
		w.refused("a used code", err, 401)
		_, err = w.Authenticate(w.Context(), code)
		w.refused("a code as a session", err, 401)
		rows, err := w.store.Queries().AuditOf(w.Context(), w.asha)
		w.must(err)
		used := 0
		for _, row := range rows {
			if row.Action == "pay_link_used" && row.Actor == "customer:link" {
				used++
			}
			if strings.Contains(row.Object+row.Reason, code) {
				t.Errorf("the audit log has the code: %+v; want it nowhere", row)
			}
		}
		if used != 1 {
			t.Errorf("%d entries pay_link_used, want 1", used)
		}
		late := w.reminded("two")
		w.clock.Advance(notify.DefaultLinkLifetime)
		_, _, err = w.ExchangePayCode(w.Context(), late, "", "Chrome")
		w.refused("a late code", err, 401)
		if _, isOne, err := w.ExchangePayCode(w.Context(), strings.Repeat("a", 38), "", ""); isOne || err != nil {
			t.Errorf("a made-up code: %v, %v; want that it is none", isOne, err)
		}
	})
}

// Of many people who use one code at once, one is signed in (S30).
func TestThePayLinkSignsInOneOfMany(t *testing.T) {
	each(t, func(w *fixture) {
		code := w.reminded("one")
		var in atomic.Int64
		var all sync.WaitGroup
		for range 12 {
			all.Go(func() {
				if _, _, err := w.ExchangePayCode(w.Context(), code, "", ""); err == nil {
					in.Add(1)
				}
			})
		}
		all.Wait()
		if in.Load() != 1 {
			t.Errorf("%d were signed in, want 1", in.Load())
		}
	})
}

// An agent who is signed in cannot become the customer through the customer's link, and the link
// stays valid (S5).
func TestAnAgentCannotUseAPayLink(t *testing.T) {
	each(t, func(w *fixture) {
		code := w.reminded("one")
		_, _, err := w.ExchangePayCode(w.Context(), code, w.agentToken(w.asha), "Chrome")
		w.refused("an agent", err, 403)
		login, _, err := w.ExchangePayCode(w.Context(), code, w.handedOver(account.Handoff{CustomerID: w.bilal}), "Chrome")
		w.must(err)
		if login.Customer.ID != w.asha {
			t.Errorf("signed in as %d; want %d: the screens ask whoever is signed in as somebody else", login.Customer.ID, w.asha)
		}
	})
}

// A session opened by a message's link is marked as such, ends after an hour of idle time or after
// a day, and does not cancel a planned deletion. A browser that is signed in as the same customer
// keeps its rights.
func TestThePayLinkOpensALimitedSession(t *testing.T) {
	each(t, func(w *fixture) {
		own := w.customerToken(w.asha)
		exchange := func(fact, authorization string) account.Login {
			w.clock.Advance(time.Second) // sessions need distinct start times: the sixth one ends the oldest
			login, _, err := w.ExchangePayCode(w.Context(), w.reminded(fact), authorization, "Chrome")
			w.must(err)
			return login
		}
		for _, c := range []struct {
			fact, authorization string
			byLink              bool
		}{{"no session", "", true}, {"a made-up one", "rs1_none", true}, {"another customer's", w.customerToken(w.bilal), true}, {"the customer's own", own, false}} {
			login := exchange(c.fact, c.authorization)
			if s := w.session(login.Token); s.ByLink != c.byLink || login.ByLink != c.byLink || s.Agent || s.CustomerID != w.asha {
				t.Errorf("with %s: session %+v, answer %v; want by a link %v", c.fact, s, login.ByLink, c.byLink)
			}
		}
		first := exchange("one", "")
		if again := exchange("two", first.Token); !again.ByLink {
			t.Error("a second link in the same browser opens more than the first")
		}
		token := exchange("three", "").Token
		_, err := w.RequestDeletion(w.Context(), w.session(own))
		w.must(err)
		if login := exchange("four", ""); login.Kept || w.deletion(w.asha).State != "cooling" {
			t.Errorf("after the link of a message: kept %v, %+v; want the deletion to go on cooling", login.Kept, w.deletion(w.asha))
		}
		for range 23 {
			w.clock.Advance(59 * time.Minute)
			w.session(token)
		}
		w.clock.Advance(90 * time.Minute)
		_, err = w.Authenticate(w.Context(), token)
		w.refused("a day later", err, 401)
		token = exchange("five", "").Token
		w.clock.Advance(time.Hour)
		_, err = w.Authenticate(w.Context(), token)
		w.refused("an hour without use later", err, 401)
	})
}
