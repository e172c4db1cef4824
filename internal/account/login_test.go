package account_test

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/testkit"
)

// ENTITY-13: a sign-in returns a token and the customer.
func TestSignInByCode(t *testing.T) {
	testkit.BothEngines(t)
	each(t, func(w *fixture) {
		sent, err := w.RequestLoginCode(w.Context(), "+91 90000 00001", home)
		w.must(err)
		if len(sent.ChallengeID) != 26 || sent.ResendAfter != 30*time.Second {
			t.Errorf("answer %+v; want len(sent.ChallengeID) = 26, sent.ResendAfter = %v", sent, 30*time.Second)
		}
		w.run()
		text := w.phones.sent[0]
		code := text.Variables["code"]
		if text.To != ashaMobile || len(code) != 6 || !strings.Contains(text.Body, "@app.rento.example #"+code) {
			t.Errorf(`message %+v; want text.To = %v, len(code) = 6, strings.Contains(text.Body, "@app.rento.example #"+code)`, text, ashaMobile)
		}
		login, err := w.VerifyLoginCode(w.Context(), sent.ChallengeID, " "+code[:3]+" "+code[3:], "Firefox")
		w.must(err)
		if session := w.session(login.Token); session.CustomerID != w.asha || session.Agent {
			t.Errorf("session %+v; want session.CustomerID = %v, not session.Agent", session, w.asha)
		}
		want := account.Customer{
			ID: w.asha, FullName: "Asha Rao", Email: "asha@example.in", Mobile: ashaMobile, VerificationStatus: "verified",
			CreatedAt: login.Customer.CreatedAt, CitySlug: "bangalore", CreditHistory: true, ReferralCode: login.Customer.ReferralCode, Language: "en",
		}
		if diff := cmp.Diff(want, login.Customer); diff != "" || login.Customer.CreatedAt.IsZero() || len(want.ReferralCode) != 8 {
			t.Errorf("customer (-want +got):\n%s", diff)
		}
		_, err = w.VerifyLoginCode(w.Context(), sent.ChallengeID, code, "Firefox")
		w.refused("a used code", err, 422)
	})
}

// Nobody can find out by asking for a code whether a number belongs to a customer.
func TestANumberThatIsNobodysGetsTheSameAnswers(t *testing.T) {
	each(t, func(w *fixture) {
		known, err := w.RequestLoginCode(w.Context(), ashaMobile, home)
		w.must(err)
		unknown, err := w.RequestLoginCode(w.Context(), "9999999999", home)
		w.must(err)
		w.run()
		if unknown.ResendAfter != known.ResendAfter || len(unknown.ChallengeID) != len(known.ChallengeID) {
			t.Errorf("answers %+v and %+v; want unknown.ResendAfter = %v, len(unknown.ChallengeID) = %v", known, unknown, known.ResendAfter, len(known.ChallengeID))
		}
		if len(w.phones.sent) != 1 {
			t.Errorf("%d messages, want 1", len(w.phones.sent))
		}
		_, a := w.VerifyLoginCode(w.Context(), known.ChallengeID, "000000", "")
		_, b := w.VerifyLoginCode(w.Context(), unknown.ChallengeID, "000000", "")
		if diff := cmp.Diff(fault.Of(a), fault.Of(b)); diff != "" {
			t.Errorf("a wrong code (-known +unknown):\n%s", diff)
		}
		_, a = w.RequestLoginCode(w.Context(), ashaMobile, home)
		_, b = w.RequestLoginCode(w.Context(), "9999999999", home)
		if diff := cmp.Diff(fault.Of(a), fault.Of(b)); diff != "" {
			t.Errorf("too early (-known +unknown):\n%s", diff)
		}
	})
}

// For an unknown number, not even the right code signs anybody in.
func TestTheFixedCodeOfTheDemo(t *testing.T) {
	each(t, func(w *fixture) {
		w = newFixture(t, testkit.OpenOn(t, w.store.Engine()), account.Config{FixedCode: "123456"})
		challenge, code := w.requestCode(ashaMobile)
		if code != "123456" {
			t.Errorf("code %q, want 123456", code)
		}
		_, err := w.VerifyLoginCode(w.Context(), challenge, "123456", "")
		w.must(err)
		nobody, _ := w.requestCode("9999999999")
		_, err = w.VerifyLoginCode(w.Context(), nobody, "123456", "")
		w.refused("nobody", err, 422)
	})
}

func TestNumbersThatAreTaken(t *testing.T) {
	each(t, func(w *fixture) {
		for _, number := range []string{"", "900000000", "90000000011", "5000000001", "900000000a", "+1 9000000001", "९०००००००००", "9000000001; DROP"} {
			_, err := w.RequestLoginCode(w.Context(), number, home)
			w.refused("number "+number, err, 422)
		}
		for i, number := range []string{"6000000001", "+917000000001", "918000000001", "0091-9000000003", "09000000004", "(900) 000 0005"} {
			if _, err := w.RequestLoginCode(w.Context(), number, fmt.Sprintf("198.51.%d.1", i)); err != nil {
				t.Errorf("number %s: %v", number, err)
			}
		}
	})
}

func TestFiveWrongCodesKillTheRightOne(t *testing.T) {
	each(t, func(w *fixture) {
		challenge, code := w.requestCode(ashaMobile)
		wrong := "000000"
		if code == wrong {
			wrong = "000001"
		}
		for range 5 {
			_, err := w.VerifyLoginCode(w.Context(), challenge, wrong, "")
			w.refused("a wrong code", err, 422)
		}
		_, err := w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.refused("the right code after five wrong ones", err, 422)
		if !strings.Contains(fault.Of(err).Message, "new one") {
			t.Errorf("message %q, want %q in it", fault.Of(err).Message, "new one")
		}
	})
}

func TestACodeIsGoodForFiveMinutes(t *testing.T) {
	each(t, func(w *fixture) {
		challenge, code := w.requestCode(ashaMobile)
		w.clock.Advance(5 * time.Minute)
		_, err := w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.refused("a late code", err, 422)
		challenge, code = w.requestCode(ashaMobile)
		w.clock.Advance(5*time.Minute - time.Second)
		_, err = w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.must(err)
		_, err = w.VerifyLoginCode(w.Context(), "no such challenge", code, "")
		w.refused("another challenge", err, 422)
	})
}

func TestASignInEndsTheOtherCodes(t *testing.T) {
	each(t, func(w *fixture) {
		first, firstCode := w.requestCode(ashaMobile)
		w.clock.Advance(time.Minute)
		second, secondCode := w.requestCode(ashaMobile)
		_, err := w.VerifyLoginCode(w.Context(), second, secondCode, "")
		w.must(err)
		_, err = w.VerifyLoginCode(w.Context(), first, firstCode, "")
		w.refused("an older code", err, 422)
	})
}

func TestTheNextCodeTakesLongerEachTime(t *testing.T) {
	each(t, func(w *fixture) {
		for i, want := range []time.Duration{30, 60, 120, 120} {
			sent, err := w.RequestLoginCode(w.Context(), ashaMobile, home)
			w.must(err)
			if sent.ResendAfter != want*time.Second {
				t.Errorf("code %d: resend after %v, want %v", i+1, sent.ResendAfter, want*time.Second)
			}
			w.clock.Advance(want*time.Second - time.Second)
			_, err = w.RequestLoginCode(w.Context(), ashaMobile, home)
			w.refused("a code too early", err, 429)
			if got := fault.Of(err).Extra["retryAfter"]; got != 1 {
				t.Errorf("retry after %v, want 1", got)
			}
			if diff := cmp.Diff("Too many attempts. Please try again in 1 s.", fault.Of(err).Message); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
			w.clock.Advance(time.Second)
		}
	})
}

// From one network, a number gets five codes an hour and ten a day. A sign-in resets the pause.
func TestCodesPerNumber(t *testing.T) {
	each(t, func(w *fixture) {
		requestCode := func(from int) error {
			_, err := w.RequestLoginCode(w.Context(), ashaMobile, fmt.Sprintf("198.51.100.%d", from))
			return err
		}
		for i := range 5 {
			w.must(requestCode(i))
			w.clock.Advance(2 * time.Minute)
		}
		w.refused("a sixth code in the hour", requestCode(9), 429)
		for i := range 5 {
			w.clock.Advance(2 * time.Hour)
			w.must(requestCode(i))
		}
		w.clock.Advance(2 * time.Hour)
		w.refused("an eleventh code in the day", requestCode(9), 429)
		w.clock.Advance(48 * time.Hour)
		w.must(requestCode(9))
	})
}

// Strangers who ask for codes for a number from many networks get a first code for at most twenty
// networks an hour and forty a day, and at most ten and twenty further codes in all. They cost the
// number's owner, who signs in from a known network, neither codes nor a longer pause.
func TestOthersLockNobodyOut(t *testing.T) {
	each(t, func(w *fixture) {
		challenge, code := w.requestCode(ashaMobile)
		_, err := w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.must(err)
		w.clock.Advance(48 * time.Hour)
		requestCode := func(network int) error {
			_, err := w.RequestLoginCode(w.Context(), ashaMobile, fmt.Sprintf("198.51.%d.7", network))
			return err
		}
		for i := range 20 {
			w.must(requestCode(i))
		}
		w.refused("a first code for a 21st network in the hour", requestCode(20), 429)
		w.clock.Advance(time.Hour)
		for i := range 20 {
			w.must(requestCode(40 + i))
			w.clock.Advance(5 * time.Minute)
		}
		w.refused("a first code for a 41st network in the day", requestCode(70), 429)
		w.run()
		challenge, code = w.requestCode(ashaMobile)
		_, err = w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.must(err)
	})
}

// Somebody with a few networks can use up all further codes of a number, but not the first code of
// a network that is new to the owner.
func TestOthersLeaveTheFirstCodeOfANetwork(t *testing.T) {
	each(t, func(w *fixture) {
		requestCode := func(network string) (account.CodeSent, error) {
			return w.RequestLoginCode(w.Context(), ashaMobile, network+".7")
		}
		sent := 0
		for round := range 6 {
			for _, network := range []string{"198.51.1", "198.51.2", "198.51.3"} {
				_, err := requestCode(network)
				switch {
				case err == nil:
					sent++
				case sent < 13 || round == 0:
					t.Fatalf("code %d of others in the hour: %v", sent+1, err)
				default:
					w.refused("a code beyond a first one each and ten others", err, 429)
				}
			}
			w.clock.Advance(2 * time.Minute)
		}
		if sent != 13 {
			t.Errorf("codes of three networks in the hour: got %d, want 3 first ones and 10 others", sent)
		}
		_, err := requestCode("203.0.113")
		w.must(err)
	})
}

// A challenge that does not exist or that no code can pass any more is answered without hashing,
// because a hash takes 19 MiB.
func TestNoHashWithoutAChallenge(t *testing.T) {
	each(t, func(w *fixture) {
		challenge, code := w.requestCode(ashaMobile)
		_, err := w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.must(err)
		for _, id := range []string{"no such challenge", challenge} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			for range 5 {
				_, err := w.VerifyLoginCode(w.Context(), id, "123456", "")
				w.refused("challenge "+id, err, 422)
			}
			runtime.ReadMemStats(&after)
			if got, want := after.TotalAlloc-before.TotalAlloc, uint64(10<<20); got > want {
				t.Errorf("challenge %q: %d bytes for five tries, want at most %d", id, got, want)
			}
		}
	})
}

// IPv6 is counted by /64, because whoever has one address in a /64 has all of them.
func TestCodesPerIPv6Client(t *testing.T) {
	each(t, func(w *fixture) {
		requestCode := func(n int) error {
			_, err := w.RequestLoginCode(w.Context(), fmt.Sprintf("90%08d", n), fmt.Sprintf("2001:db8:0:1::%x", n+1))
			return err
		}
		for i := range 20 {
			w.must(requestCode(i))
		}
		w.refused("a 21st number from one /64", requestCode(20), 429)
	})
}

func TestCodesPerAddressAndNetwork(t *testing.T) {
	each(t, func(w *fixture) {
		requestCode := func(n int, address string) error {
			_, err := w.RequestLoginCode(w.Context(), fmt.Sprintf("90%08d", n), address)
			return err
		}
		for i := range 20 {
			w.must(requestCode(i, home))
		}
		w.refused("a 21st number from one address", requestCode(20, home), 429)
		w.must(requestCode(20, "203.0.113.10"))
		w.must(requestCode(21, "192.0.2.1"))
	})
}

// Somebody who keeps asking beyond their own number's limit does not use up the limit of others
// behind the same address.
func TestARefusedCodeCountsNowhere(t *testing.T) {
	each(t, func(w *fixture) {
		for range 5 {
			_, err := w.RequestLoginCode(w.Context(), ashaMobile, home)
			w.must(err)
			w.clock.Advance(2 * time.Minute)
		}
		for range 30 {
			_, err := w.RequestLoginCode(w.Context(), ashaMobile, home)
			w.refused("a code beyond the number's limit", err, 429)
		}
		_, err := w.RequestLoginCode(w.Context(), "9000011111", home)
		w.must(err)
	})
}

// After ten wrong codes in an hour, a number is blocked for the network that tried. Its owner can
// sign in from elsewhere.
func TestCoolingOffIsPerNumberAndNetwork(t *testing.T) {
	each(t, func(w *fixture) {
		wrong := func(challenge string) error {
			_, err := w.VerifyLoginCode(w.Context(), challenge, "x", "")
			return err
		}
		for range 2 {
			challenge, _ := w.requestCode(ashaMobile)
			for range 5 {
				w.refused("a wrong code", wrong(challenge), 422)
			}
			w.clock.Advance(2 * time.Minute)
		}
		challenge, code := w.requestCode(ashaMobile)
		_, err := w.VerifyLoginCode(w.Context(), challenge, code, "")
		w.refused("even the right code", err, 429)
		w.clock.Advance(2 * time.Minute)
		elsewhere, err := w.RequestLoginCode(w.Context(), ashaMobile, "192.0.2.55")
		w.must(err)
		w.run()
		code = w.phones.sent[len(w.phones.sent)-1].Variables["code"]
		_, err = w.VerifyLoginCode(w.Context(), elsewhere.ChallengeID, code, "")
		w.must(err)
	})
}

// The database never holds the code: not in the challenge, and not in the message once it is sent.
func TestCodesAreNotStored(t *testing.T) {
	each(t, func(w *fixture) {
		challenge, code := w.requestCode(ashaMobile)
		row, err := w.store.Queries().AccountChallenge(w.Context(), challenge)
		w.must(err)
		inbox, err := w.store.Queries().NotifyOutbox(w.Context(), ashaMobile, 10)
		w.must(err)
		if row.CodeHash == ident.Hash(code) || len(row.CodeHash) != 64 || inbox[0].Body != "" {
			t.Errorf(`challenge %+v, message %+v; want row.CodeHash other than %v, len(row.CodeHash) = 64, inbox[0].Body = ""`, row, inbox, ident.Hash(code))
		}
	})
}

// One code gives one session, however many people try it at once.
func TestOneCodeOneSession(t *testing.T) {
	each(t, func(w *fixture) {
		challenge, code := w.requestCode(ashaMobile)
		link, err := w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.bilal, Lifetime: account.FromPage})
		w.must(err)
		for name, try := range map[string]func() error{
			"code": func() error { _, err := w.VerifyLoginCode(w.Context(), challenge, code, ""); return err },
			"link": func() error { _, err := w.ExchangeHandoff(w.Context(), link, ""); return err },
		} {
			var in atomic.Int64
			var group sync.WaitGroup
			for range 12 {
				group.Go(func() {
					if err := try(); err == nil {
						in.Add(1)
					} else if fault.Of(err) == nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			if in.Load() != 1 {
				t.Errorf("one %s signed in %d times, want 1", name, in.Load())
			}
		}
	})
}

// CALL-09: a code from a link is exchanged for a session, once and within its lifetime.
func TestExchangeHandoff(t *testing.T) {
	each(t, func(w *fixture) {
		for lifetime, late := range map[time.Duration]time.Duration{account.FromPage: 2 * time.Minute, account.FromMessage: 15 * time.Minute} {
			code, err := w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.asha, Lifetime: lifetime})
			w.must(err)
			w.clock.Advance(late - time.Second)
			login, err := w.ExchangeHandoff(w.Context(), code, "Chrome")
			w.must(err)
			if login.Customer.ID != w.asha || w.session(login.Token).CustomerID != w.asha {
				t.Errorf("login %+v; want login.Customer.ID = %v, w.session(login.Token).CustomerID = %v", login, w.asha, w.asha)
			}
			_, err = w.ExchangeHandoff(w.Context(), code, "Chrome")
			w.refused("a used code", err, 401)
			_, err = w.Authenticate(w.Context(), code)
			w.refused("a code as a session", err, 401)
			code, err = w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.asha, Lifetime: lifetime})
			w.must(err)
			w.clock.Advance(late)
			_, err = w.ExchangeHandoff(w.Context(), code, "Chrome")
			w.refused("a late code", err, 401)
		}
		_, err := w.ExchangeHandoff(w.Context(), "", "")
		w.refused("no code", err, 401)
	})
}

func TestAgentsAreMarkedByTheServer(t *testing.T) {
	each(t, func(w *fixture) {
		if s := w.session(w.agentToken(w.asha)); !s.Agent || s.Actor != audit.Agent("ravi") || s.CustomerID != w.asha {
			t.Errorf("session %+v; want s.Agent, s.Actor = %v, s.CustomerID = %v", s, audit.Agent("ravi"), w.asha)
		}
		_, err := w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.asha, Agent: "ravi", Lifetime: account.FromPage})
		w.refused("an agent without a reason", err, 422)
		for _, reason := range []string{"..........", "by phone ...", strings.Repeat("a", 201)} {
			_, err = w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.asha, Agent: "ravi", Reason: reason, Lifetime: account.FromPage})
			w.refused(fmt.Sprintf("an agent with the reason %q", reason), err, 422)
		}
		_, err = w.MintHandoff(w.Context(), account.Handoff{CustomerID: 1, Lifetime: account.FromPage})
		w.refused("nobody", err, 404)
	})
}

// A text is accepted as a mobile number only if it contains exactly one Indian number.
func TestMobileNumbersProperty(t *testing.T) {
	w := newFixture(t, testkit.Open(t), account.Config{})
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[+0-9 a-f()-]{0,14}`).Draw(t, "text")
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, text)
		_, err := w.RequestLoginCode(w.Context(), text, home)
		if !fault.Is(err, 422) && (len(digits) < 10 || digits[len(digits)-10] < '6' || strings.ContainsAny(text, "abcdef")) {
			t.Fatalf("%q was taken: %v, want 422", text, err)
		}
	})
}
