package staff_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/testkit"
)

// office is a company with the people who answer its chat.
type office struct {
	*testing.T
	*staff.Service
	store   *store.Store
	clock   *calendar.Frozen
	jobs    *jobs.Queue
	deps    staff.Deps
	secrets map[string]string // of the authenticator apps, by address
}

const meera, ravi = "meera@rento.example", "ravi@rento.example"

func newOffice(t *testing.T, s *store.Store) office {
	t.Helper()
	clock, logger := calendar.NewFrozen(calendar.MustParse("2026-11-20").At(10, 0)), slog.New(slog.DiscardHandler)
	ids := ident.NewSource(clock, 0)
	queue := jobs.New(s, ids, clock, logger)
	notices := notify.New(notify.Deps{Store: s, IDs: ids, Clock: clock, Jobs: queue, Logger: logger, Brand: "Rento"})
	o := office{T: t, store: s, clock: clock, jobs: queue, secrets: map[string]string{}}
	o.deps = staff.Deps{
		Store: s, IDs: ids, Clock: clock, Jobs: queue, Notices: notices, Limits: limit.New(s, clock, 1), Keyring: testkit.Keyring(),
		Config: staff.Config{Secret: []byte("a secret of the tests"), Issuer: "Rento"},
	}
	o.Service = staff.New(o.deps)
	o.hire("Meera Nair", meera)
	o.hire("Ravi Menon", ravi)
	o.run()
	return o
}

// queue is another one, as of another node.
func (o office) queue() *jobs.Queue {
	return jobs.New(o.store, o.deps.IDs, o.clock, slog.New(slog.DiscardHandler))
}

func each(t *testing.T, test func(o office)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { test(newOffice(t, s)) })
}

// run does what is due.
func (o office) run() {
	o.Helper()
	_, err := o.jobs.RunDue(o.ctx())
	o.must(err)
}

func (o office) ctx() context.Context {
	return audit.WithActor(o.Context(), audit.Staff("operator"))
}

func (o office) must(err error) {
	o.Helper()
	if err != nil {
		o.Fatal(err)
	}
}

func (o office) refused(what string, err error, status int) {
	o.Helper()
	if !fault.Is(err, status) {
		o.Errorf("%s: %v, want a %d", what, err, status)
	}
}

func (o office) hire(name, email string) staff.Person {
	o.Helper()
	made, err := o.Add(o.ctx(), name, email)
	o.must(err)
	o.secrets[email] = made.Secret
	return made.Person
}

// mailed asks for a code and returns what the mail says.
func (o office) mailed(email string) (challenge, code string) {
	o.Helper()
	challenge, err := o.RequestCode(o.ctx(), email)
	o.must(err)
	rows, err := o.store.Queries().NotifyOutbox(o.ctx(), strings.ToLower(strings.TrimSpace(email)), 1)
	o.must(err)
	if len(rows) == 0 {
		return challenge, ""
	}
	return challenge, strings.TrimPrefix(rows[0].Subject, "Your code is ")
}

func (o office) app(email string) string {
	o.Helper()
	code, err := staff.CodeAt(o.secrets[email], o.clock.Now())
	o.must(err)
	return code
}

func (o office) signIn(email string) string {
	o.Helper()
	challenge, code := o.mailed(email)
	token, err := o.SignIn(o.ctx(), challenge, code, o.app(email))
	o.must(err)
	o.clock.Set(o.clock.Now().Add(time.Minute)) // the next code of the app is another one
	return token
}

// Somebody signs in by the code of the mail and that of the app, and neither works twice.
func TestSigningIn(t *testing.T) {
	testkit.BothEngines(t)
	each(t, func(o office) {
		challenge, code := o.mailed(" Meera@Rento.example ")
		app := o.app(meera)
		token, err := o.SignIn(o.ctx(), challenge, code, app)
		o.must(err)
		person, err := o.Authenticate(o.ctx(), token)
		if err != nil || person.Name != "Meera Nair" || person.Email != meera {
			t.Errorf("got %+v, %v; want Meera", person, err)
		}
		_, err = o.SignIn(o.ctx(), challenge, code, app)
		o.refused("the same codes again", err, http.StatusUnprocessableEntity)
		challenge, code = o.mailed(meera)
		_, err = o.SignIn(o.ctx(), challenge, code, app)
		o.refused("the same code of the app", err, http.StatusUnprocessableEntity)
		o.must(o.SignOut(o.ctx(), token))
		_, err = o.Authenticate(o.ctx(), token)
		o.refused("signed out", err, http.StatusUnauthorized)
		_, err = o.Authenticate(o.ctx(), "")
		o.refused("no token", err, http.StatusUnauthorized)
	})
}

// One right code of the two is not enough, and the answer does not say which was wrong.
func TestBothCodesMustBeRight(t *testing.T) {
	each(t, func(o office) {
		challenge, code := o.mailed(meera)
		_, first := o.SignIn(o.ctx(), challenge, code, "000000")
		_, second := o.SignIn(o.ctx(), challenge, "000000", o.app(meera))
		o.refused("a wrong code of the app", first, http.StatusUnprocessableEntity)
		if first.Error() != second.Error() {
			t.Errorf("%v and %v, want the same answer", first, second)
		}
		_, err := o.SignIn(o.ctx(), challenge, code, o.app(ravi))
		o.refused("the app of a colleague", err, http.StatusUnprocessableEntity)
		_, err = o.SignIn(o.ctx(), challenge, code, o.app(meera))
		o.must(err)
	})
}

// After five wrong tries a code is dead, and its owner waits for 15 minutes; a colleague
// does not.
func TestWrongTriesAreCounted(t *testing.T) {
	each(t, func(o office) {
		challenge, code := o.mailed(meera)
		for range 5 {
			_, err := o.SignIn(o.ctx(), challenge, code, "000000")
			o.refused("a wrong try", err, http.StatusUnprocessableEntity)
		}
		_, err := o.SignIn(o.ctx(), challenge, code, o.app(meera))
		o.refused("too many tries", err, http.StatusTooManyRequests)
		o.signIn(ravi)
		o.clock.Set(o.clock.Now().Add(31 * time.Minute)) // what is counted fades over the window after it
		_, err = o.SignIn(o.ctx(), challenge, code, o.app(meera))
		o.refused("a code that has run out", err, http.StatusUnprocessableEntity)
		o.signIn(meera)
	})
}

// Whoever tries codes of somebody else, or asks for them, keeps nobody out elsewhere, and
// learns by it whether the address is of staff as little as by anything else.
func TestWhoTriesElsewhereKeepsNobodyOut(t *testing.T) {
	each(t, func(o office) {
		elsewhere := audit.WithRequest(o.ctx(), "r1", "203.0.113.5")
		answers := map[string][]int{}
		for _, email := range []string{meera, "nobody@rento.example"} {
			challenge, err := o.RequestCode(elsewhere, email)
			o.must(err)
			for range 6 {
				_, err := o.SignIn(elsewhere, challenge, "000000", "000000")
				answers[email] = append(answers[email], fault.Of(err).Status)
			}
			for range 5 {
				_, err := o.RequestCode(elsewhere, email)
				status := 0
				if f := fault.Of(err); f != nil {
					status = f.Status
				}
				answers[email] = append(answers[email], status)
			}
		}
		want := []int{422, 422, 422, 422, 422, 429, 0, 0, 0, 0, 429}
		for email, got := range answers {
			if !slices.Equal(got, want) {
				t.Errorf("%s: answered %v, want %v", email, got, want)
			}
		}
		for range 250 { // refused ones count for nobody else
			_, err := o.RequestCode(elsewhere, meera)
			o.refused("one more code", err, http.StatusTooManyRequests)
		}
		o.signIn(meera)
	})
}

// An address that is nobody's is answered as others are, and not written to.
func TestAnAddressThatIsNobodys(t *testing.T) {
	each(t, func(o office) {
		challenge, code := o.mailed("thief@example.in")
		if challenge == "" || code != "" {
			t.Errorf("challenge %q, code %q; want a challenge without a mail", challenge, code)
		}
		_, err := o.SignIn(o.ctx(), challenge, "123456", "123456")
		o.refused("nobody", err, http.StatusUnprocessableEntity)
		_, err = o.SignIn(o.ctx(), "made-up", "123456", "123456")
		o.refused("a challenge that there is not", err, http.StatusUnprocessableEntity)
		for range 4 {
			o.mailed("thief@example.in")
		}
		_, err = o.RequestCode(o.ctx(), "thief@example.in")
		o.refused("a sixth code within an hour", err, http.StatusTooManyRequests)
	})
}

// A session ends after 15 minutes without use and after ten hours at most; what happens
// by itself is no use. A fourth ends the oldest.
func TestHowLongASessionLasts(t *testing.T) {
	each(t, func(o office) {
		token := o.signIn(meera)
		for range 4 {
			o.clock.Set(o.clock.Now().Add(5 * time.Minute))
			_, err := o.Peek(o.ctx(), token)
			if o.clock.Now().Sub(calendar.MustParse("2026-11-20").At(10, 0)) < 15*time.Minute {
				o.must(err)
			}
		}
		_, err := o.Authenticate(o.ctx(), token)
		o.refused("unused for 15 minutes", err, http.StatusUnauthorized)
		token = o.signIn(meera)
		for range 60 {
			if _, err = o.Authenticate(o.ctx(), token); err != nil {
				break
			}
			o.clock.Set(o.clock.Now().Add(14 * time.Minute))
		}
		o.refused("after ten hours", err, http.StatusUnauthorized)
		oldest := o.signIn(ravi)
		for range 3 {
			o.signIn(ravi)
		}
		_, err = o.Peek(o.ctx(), oldest)
		o.refused("the oldest of four", err, http.StatusUnauthorized)
	})
}

// Who is ended, or set up anew, is out at once; a new secret takes the place of the old.
func TestWhoIsEndedIsOutAtOnce(t *testing.T) {
	each(t, func(o office) {
		token := o.signIn(meera)
		people, err := o.All(o.ctx())
		o.must(err)
		if len(people) != 2 || people[0].Email != meera || !people[0].Active {
			t.Fatalf("got %+v; want both, active", people)
		}
		for range 2 {
			o.must(o.End(o.ctx(), people[0].ID))
		}
		_, err = o.Authenticate(o.ctx(), token)
		o.refused("ended", err, http.StatusUnauthorized)
		challenge, code := o.mailed(meera)
		_, err = o.SignIn(o.ctx(), challenge, code, o.app(meera))
		o.refused("signs in no more", err, http.StatusUnprocessableEntity)
		former := o.secrets[meera]
		if again := o.hire("Meera Nair", meera); again.ID != people[0].ID || o.secrets[meera] == former {
			t.Errorf("got %+v; want the same person with another secret", again)
		}
		o.clock.Set(o.clock.Now().Add(16 * time.Minute))
		o.signIn(meera)
		o.refused("nobody", o.End(o.ctx(), 1), http.StatusNotFound)
	})
}

func TestWhoCannotBeAdded(t *testing.T) {
	each(t, func(o office) {
		for _, c := range [][2]string{
			{"", meera},
			{"मीरा", meera},
			{"Meera", "meera"},
			{"Meera", "Meera <meera@rento.example>"},
			{"Meera", ""},
			{"Meera", "root@127.0.0.1"},
			{"Meera", "root@[::1]"},
			{"Meera", "meera@localhost"},
			{"Assistant", meera},
			{"assistant Meera", meera},
			{"As sis.tant", meera},
			{"A55l5tant", meera},
		} {
			_, err := o.Add(o.ctx(), c[0], c[1])
			o.refused(c[0]+" "+c[1], err, http.StatusUnprocessableEntity)
		}
		o.must(o.End(o.ctx(), o.hire("Lila Nair", "lila@rento.example").ID))
		for _, same := range []string{"Lila Nair", "lila  nair", "LiIa Na1r", "Lila-Nair"} {
			_, err := o.Add(o.ctx(), same, "other@rento.example")
			o.refused(same+", who is somebody else", err, http.StatusUnprocessableEntity)
		}
		if people, err := o.All(o.ctx()); err != nil || slices.ContainsFunc(people, func(p staff.Person) bool { return p.Email == "other@rento.example" }) {
			t.Errorf("got %+v, %v; want nobody added who was refused", people, err)
		}
		o.hire("Lila A. Nair", "other@rento.example")
		if again := o.hire("Lila Nair", "lila@rento.example"); !again.Active {
			t.Errorf("got %+v, want her back under her own name", again)
		}
	})
}

// What the program that answers is called in any language of the app is nobody's name.
func TestNobodyIsCalledAsTheAssistant(t *testing.T) {
	texts, err := filepath.Glob("../../web/src/copy/messages/help/??.json")
	if err != nil || len(texts) < 8 {
		t.Fatalf("%v, %v; want the texts of 8 languages", texts, err)
	}
	each(t, func(o office) {
		for _, file := range texts {
			raw, err := os.ReadFile(file)
			o.must(err)
			var words struct {
				Assistant string `json:"help_assistant"`
			}
			if err := json.Unmarshal(raw, &words); err != nil || words.Assistant == "" {
				t.Fatalf("%s: %v, %q; want what the assistant is called", file, err, words.Assistant)
			}
			_, err = o.Add(o.ctx(), words.Assistant, meera)
			o.refused(words.Assistant, err, http.StatusUnprocessableEntity)
		}
	})
}

// Every act is in the audit log with who did it; codes and secrets are in clear nowhere.
func TestWhatIsKeptOfStaff(t *testing.T) {
	each(t, func(o office) {
		o.signIn(meera)
		rows, err := o.store.Queries().AuditOf(o.ctx(), 0)
		o.must(err)
		var acts []string
		for _, r := range rows {
			acts = append(acts, r.Actor+" "+r.Action)
		}
		if want := []string{"staff:operator staff_added", "staff:operator staff_added", "staff:Meera Nair staff_signed_in"}; !slices.Equal(acts, want) {
			t.Errorf("recorded %v, want %v", acts, want)
		}
		people, err := o.store.Queries().StaffAll(o.ctx())
		o.must(err)
		for _, p := range people {
			if strings.Contains(p.TotpSecret, o.secrets[p.Email]) {
				t.Errorf("the secret of %s is stored in clear", p.Email)
			}
		}
	})
}

// A rotation of the data key encrypts the secrets anew, which work without the former one.
func TestTheSecretsAreEncryptedAnew(t *testing.T) {
	each(t, func(o office) {
		const fresh = "another key of tests, with 32 characters"
		both, err := encryption.New(fresh, testkit.Secret)
		o.must(err)
		alone, err := encryption.New(fresh, "")
		o.must(err)
		if err := staff.CheckKey(o.ctx(), o.store.Queries(), alone); err == nil {
			t.Error("a key that reads nothing was taken")
		}
		o.deps.Keyring, o.deps.Jobs = both, o.queue()
		rotating := staff.New(o.deps)
		for _, want := range []int{2, 0} {
			if n, err := rotating.RotateKey(o.ctx()); err != nil || n != want {
				t.Fatalf("encrypted %d, %v, want %d", n, err, want)
			}
		}
		o.must(staff.CheckKey(o.ctx(), o.store.Queries(), alone))
		o.deps.Keyring, o.deps.Jobs = alone, o.queue()
		o.Service = staff.New(o.deps)
		o.signIn(meera)
	})
}

// What has run out is forgotten.
func TestWhatHasRunOutIsForgotten(t *testing.T) {
	each(t, func(o office) {
		token := o.signIn(meera)
		challenge, _ := o.mailed(ravi)
		o.clock.Set(o.clock.Now().Add(24 * time.Hour))
		o.run()
		if _, err := o.store.Queries().StaffChallenge(o.ctx(), challenge); !store.IsNone(err) {
			t.Errorf("the code is still there: %v", err)
		}
		if _, err := o.store.Queries().StaffSession(o.ctx(), ident.Hash(token)); !store.IsNone(err) {
			t.Errorf("the session is still there: %v", err)
		}
	})
}
