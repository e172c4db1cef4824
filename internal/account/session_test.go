package account_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
)

// ROLE-01: a customer is signed in with an access token. ENTITY-74, CALL-05, ROLE-02: the server
// sends the B2B flag with the session.
func TestAuthenticate(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		if !regexp.MustCompile(`^rs1_[0-9a-z]{58}$`).MatchString(token) {
			t.Errorf("token %q", token)
		}
		want := account.Session{CustomerID: w.asha, Actor: audit.Customer()}
		for _, form := range []string{token, "Bearer " + token, "bearer  " + token, " " + token + " "} {
			if diff := cmp.Diff(want, w.session(form)); diff != "" {
				t.Errorf("session (-want +got):\n%s", diff)
			}
		}
		if !w.session(w.customerToken(w.bilal)).IsB2B {
			t.Error("a business is not known as one")
		}
		flipped := []byte(token)
		flipped[20] ^= 1
		forged := []string{
			"", " ", "rs1_", "Bearer", token[:len(token)-1], token + "0", strings.ToUpper(token), string(flipped),
			strings.Replace(token, "rs1_", "rs2_", 1), ident.Hash(token), "rs1_" + ident.Reference(58), strings.Repeat("x", 10_000),
		}
		for _, f := range forged {
			_, err := w.Authenticate(w.Context(), f)
			w.refused("token "+f, err, 401)
		}
	})
}

// Nothing in the database could sign anybody in.
func TestTokensAreStoredHashed(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		rows, err := w.store.Queries().AccountSessions(w.Context(), w.asha, 0)
		w.must(err)
		if len(rows) != 1 || rows[0].TokenHash != ident.Hash(token) || strings.Contains(rows[0].TokenHash, token[4:20]) {
			t.Errorf("stored %+v; want len(rows) = 1, rows[0].TokenHash = %v, not strings.Contains(rows[0].TokenHash, token[4:20])", rows, ident.Hash(token))
		}
	})
}

func TestTheRevisionIsReadWithTheSession(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		before := w.session(token).Revision
		w.must(w.store.Write(w.Context(), w.asha, func(*store.Tx) error { return nil }))
		if after := w.session(token).Revision; after != before+1 {
			t.Errorf("revision %d after %d, want %v", after, before, before+1)
		}
	})
}

func TestSessionsRunOut(t *testing.T) {
	const day = 24 * time.Hour
	cases := []struct {
		name  string
		agent bool
		used  []time.Duration // times since the sign-in
		alive []bool
	}{
		{"customer, idle", false, []time.Duration{14*day - time.Second, 28*day - 2*time.Second, 43 * day}, []bool{true, true, false}},
		{"customer, absolute", false, []time.Duration{13 * day, 26 * day, 39 * day, 52 * day, 65 * day, 78 * day, 90*day - time.Second, 90 * day}, []bool{true, true, true, true, true, true, true, false}},
		{"agent, idle", true, []time.Duration{14 * time.Minute, 30 * time.Minute}, []bool{true, false}},
		{"agent, absolute", true, []time.Duration{14 * time.Minute, 28 * time.Minute, 42 * time.Minute, 56 * time.Minute, time.Hour}, []bool{true, true, true, true, false}},
	}
	each(t, func(w *fixture) {
		for _, c := range cases {
			w.clock.Set(start)
			token := w.customerToken(w.asha)
			if c.agent {
				token = w.agentToken(w.asha)
			}
			for i, after := range c.used {
				w.clock.Set(start.Add(after))
				if _, err := w.Authenticate(w.Context(), token); (err == nil) != c.alive[i] {
					t.Errorf("%s, %v after the sign-in: %v, want %v", c.name, after, err, c.alive[i])
				}
			}
		}
	})
}

// A read does not write: a session's use is stored only every few minutes.
func TestUseIsNotedEveryFewMinutes(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		for _, c := range []struct{ after, seen time.Duration }{
			{0, 0}, {4 * time.Minute, 0}, {5 * time.Minute, 5 * time.Minute}, {9 * time.Minute, 5 * time.Minute}, {11 * time.Minute, 11 * time.Minute},
		} {
			w.clock.Set(start.Add(c.after))
			w.session(token)
			list, err := w.Sessions(w.Context(), w.asha, "")
			w.must(err)
			if got := list[0].SeenAt.Time().Sub(start); got != c.seen {
				t.Errorf("used after %v, noted %v, want %v", c.after, got, c.seen)
			}
		}
	})
}

func TestASixthSessionEndsTheOldest(t *testing.T) {
	each(t, func(w *fixture) {
		agent := w.agentToken(w.asha)
		var tokens []string
		for range 6 {
			tokens = append(tokens, w.customerToken(w.asha))
			w.clock.Advance(time.Second)
		}
		_, err := w.Authenticate(w.Context(), tokens[0])
		w.refused("the oldest session", err, 401)
		want := "You were signed out here, because an account is signed in on at most 5 devices and you have signed in on a newer one."
		if diff := cmp.Diff(want, fault.Of(err).Message); diff != "" {
			t.Errorf("why the oldest ended (-want +got):\n%s", diff)
		}
		for _, token := range append(tokens[1:], agent) {
			w.session(token)
		}
		w.must(w.Logout(w.Context(), tokens[0])) // ends nothing, as its session has ended
		list, err := w.Sessions(w.Context(), w.asha, tokens[5])
		w.must(err)
		if diff := cmp.Diff(6, len(list)); diff != "" {
			t.Errorf("sessions in the list (-want +got):\n%s", diff)
		}
	})
}

// SESSION-02: logging out ends the session and the chat.
func TestLogout(t *testing.T) {
	each(t, func(w *fixture) {
		token, other := w.customerToken(w.asha), w.customerToken(w.asha)
		chat, err := w.ChatSession(w.Context(), w.session(token))
		w.must(err)
		w.must(w.RecordChat(w.Context(), w.session(token), chat.ID, true))
		for range 2 {
			w.must(w.Logout(w.Context(), "Bearer "+token))
		}
		w.must(w.Logout(w.Context(), "nonsense"))
		_, err = w.Authenticate(w.Context(), token)
		w.refused("an ended session", err, 401)
		w.session(other)
		if all, active := w.chats(); all != 1 || active != 0 {
			t.Errorf("%d chats, of them %d active; want 1, ended", all, active)
		}
	})
}

func TestSessionsAreListedAndEnded(t *testing.T) {
	each(t, func(w *fixture) {
		first, second, third := w.customerToken(w.asha), w.customerToken(w.asha), w.customerToken(w.asha)
		foreign := w.customerToken(w.bilal)
		list, err := w.Sessions(w.Context(), w.asha, "")
		w.must(err)
		if len(list) != 3 || list[0].Device != "Firefox" || list[0].Actor != audit.Customer() {
			t.Fatalf(`sessions %+v; want len(list) = 3, list[0].Device = "Firefox", list[0].Actor = %v`, list, audit.Customer())
		}
		me := w.session(first)
		w.must(w.EndOthers(w.Context(), me, first))
		for _, token := range []string{second, third} {
			_, err = w.Authenticate(w.Context(), token)
			w.refused("another session", err, 401)
		}
		w.session(first)
		w.session(foreign)
	})
}

// A browser may send its name in an encoding other than UTF-8.
func TestAnOddBrowserSignsIn(t *testing.T) {
	each(t, func(w *fixture) {
		code, err := w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.asha, Lifetime: account.FromPage})
		w.must(err)
		_, err = w.ExchangeHandoff(w.Context(), code, "Caf\xe9 1.0")
		w.must(err)
		if list, err := w.Sessions(w.Context(), w.asha, ""); err != nil || list[0].Device != "Caf 1.0" {
			t.Errorf(`sessions %+v, %v; want list[0].Device = "Caf 1.0"`, list, err)
		}
	})
}

// ROLE-07, CALL-10: which tabs are shown. An agent sees fewer.
func TestTabs(t *testing.T) {
	each(t, func(w *fixture) {
		w = newFixtureOn(w, account.Config{Tabs: map[string]bool{"referral": false, "home": true}})
		if diff := cmp.Diff(map[string]bool{"referral": false, "home": true}, w.Tabs(account.Session{})); diff != "" {
			t.Errorf("customer (-want +got):\n%s", diff)
		}
		want := map[string]bool{"referral": false, "home": true, "settings": false, "kyc": false}
		if diff := cmp.Diff(want, w.Tabs(account.Session{Agent: true})); diff != "" {
			t.Errorf("agent (-want +got):\n%s", diff)
		}
	})
}

// newFixtureOn is the same fixture with another configuration.
func newFixtureOn(w *fixture, config account.Config) *fixture {
	w.Service = account.New(account.Deps{Store: w.store, Clock: w.clock, IDs: w.ids, Jobs: freshQueue(w), Config: config})
	return w
}

// CALL-06, ENTITY-73: whether there is a credit history.
func TestCreditExists(t *testing.T) {
	each(t, func(w *fixture) {
		for id, want := range map[int64]bool{w.asha: true, w.bilal: false} {
			if got, err := w.CreditExists(w.Context(), id); err != nil || got != want {
				t.Errorf("credit of %d: %v, %v, want %v", id, got, err, want)
			}
		}
		_, err := w.CreditExists(w.Context(), 1)
		w.refused("nobody's credit", err, 404)
	})
}

func TestAddRefusesANumberThatIsTaken(t *testing.T) {
	each(t, func(w *fixture) {
		for number, status := range map[string]int{"+91 90000 00001": 409, "5000000001": 422} {
			err := w.store.WriteCompany(w.Context(), func(tx *store.Tx) error {
				_, err := w.Add(w.Context(), tx, account.Customer{FullName: "Asha again", Mobile: number})
				return err
			})
			w.refused(number, err, status)
		}
	})
}

// A GSTIN that no tax document could carry is refused where it is entered.
func TestAddRefusesAWrongGSTIN(t *testing.T) {
	each(t, func(w *fixture) {
		for n, gst := range []struct {
			gstin, state string
			want         int
		}{
			{"29AAAPZ1234C1ZX", "29", 422},
			{"29AAAPZ1234", "29", 422},
			{"29aaapz1234c1zw", "29", 422},
			{"29AAAPZ1234C1ZW", "27", 422},
			{"29AAAPZ1234C1ZW", "", 422},
			{"29AAAPZ1234C1ZW", "29", 0},
			{"", "29", 0},
		} {
			err := w.store.WriteCompany(w.Context(), func(tx *store.Tx) error {
				_, err := w.Add(w.Context(), tx, account.Customer{FullName: "Firm", Mobile: fmt.Sprintf("930000000%d", n), GSTIN: gst.gstin, GSTINState: gst.state})
				return err
			})
			if gst.want != 0 {
				w.refused(gst.gstin+" of "+gst.state, err, gst.want)
			} else if err != nil {
				t.Errorf("%s of %s: %v, want it taken", gst.gstin, gst.state, err)
			}
		}
	})
}

func TestALinkForAnAgentIsAudited(t *testing.T) {
	each(t, func(w *fixture) {
		w.agentToken(w.asha)
		want := []string{"staff:meera customer_added account", "staff:meera agent_link_made agent:ravi", "agent:ravi sign_in session"}
		if diff := cmp.Diff(want, w.actions(w.asha)); diff != "" {
			t.Errorf("audit (-want +got):\n%s", diff)
		}
	})
}
