package account_test

import (
	"context"
	"log/slog"
	"testing"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

// phones receives text messages and shows what arrived.
type phones struct{ sent []provider.Message }

func (p *phones) last() provider.Message {
	if len(p.sent) == 0 {
		return provider.Message{}
	}
	return p.sent[len(p.sent)-1]
}

func (p *phones) Send(_ context.Context, m provider.Message) error {
	p.sent = append(p.sent, m)
	return nil
}

// fixture is the account service with two customers.
type fixture struct {
	*testing.T
	*account.Service
	store   *store.Store
	ids     *ident.Source
	clock   *calendar.Frozen
	jobs    *jobs.Queue
	phones  *phones
	asha    int64
	bilal   int64
	notices *notify.Service
}

const (
	ashaMobile  = "9000000001"
	bilalMobile = "9000000002"
	home        = "203.0.113.9"
)

func newFixture(t *testing.T, s *store.Store, config account.Config) *fixture {
	t.Helper()
	clock, logger := calendar.NewFrozen(start), slog.New(slog.DiscardHandler)
	w := &fixture{T: t, store: s, ids: ident.NewSource(clock, 0), clock: clock, phones: &phones{}}
	w.jobs = jobs.New(s, w.ids, clock, logger)
	senders := map[notify.Channel]provider.Sender{notify.SMS: w.phones}
	w.notices = notify.New(notify.Deps{
		Store: s, IDs: w.ids, Clock: clock, Jobs: w.jobs, Senders: senders, Logger: logger, Brand: "Rento", Host: "app.rento.example", Site: "https://app.rento.example",
	})
	config.Secret = []byte("a secret of the tests")
	w.Service = account.New(account.Deps{
		Store: s, IDs: w.ids, Clock: clock, Jobs: w.jobs, Limits: limit.New(s, clock, 1), Logger: logger, Config: config,
		Concerns: []account.Concern{address.Deletion(), subscription.Deletion(), settlement.Deletion(), payment.Deletion()},
		Notices:  w.notices,
	})
	w.asha = w.add(account.Customer{
		FullName: "Asha Rao", Email: "asha@example.in", Mobile: ashaMobile, VerificationStatus: "verified", CreditHistory: true, CitySlug: "bangalore",
	})
	w.bilal = w.add(account.Customer{FullName: "Bilal Khan", Email: "bilal@example.in", Mobile: bilalMobile, IsB2B: true, CitySlug: "pune"})
	return w
}

// each runs a test on both engines, each with a fixture of its own.
func each(t *testing.T, test func(w *fixture)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { test(newFixture(t, s, account.Config{})) })
}

// Context is the context of a staff member.
func (w *fixture) Context() context.Context {
	return audit.WithActor(w.T.Context(), audit.Staff("meera"))
}

func (w *fixture) add(c account.Customer) (id int64) {
	w.Helper()
	w.must(w.store.WriteCompany(w.Context(), func(tx *store.Tx) (err error) {
		id, err = w.Add(w.Context(), tx, c)
		return err
	}))
	return id
}

func (w *fixture) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// refused checks that an error is a fault with this status.
func (w *fixture) refused(what string, err error, status int) {
	w.Helper()
	if !fault.Is(err, status) {
		w.Errorf("%s: %v, want a %d", what, err, status)
	}
}

func (w *fixture) run() {
	w.Helper()
	_, err := w.jobs.RunDue(w.Context())
	w.must(err)
}

// handedOver signs somebody in through a link and returns the token.
func (w *fixture) handedOver(h account.Handoff) string {
	w.Helper()
	if h.Lifetime == 0 {
		h.Lifetime = account.FromPage
	}
	code, err := w.MintHandoff(w.Context(), h)
	w.must(err)
	login, err := w.ExchangeHandoff(w.Context(), code, "Firefox")
	w.must(err)
	return login.Token
}

func (w *fixture) customerToken(id int64) string {
	w.Helper()
	return w.handedOver(account.Handoff{CustomerID: id})
}

func (w *fixture) agentToken(id int64) string {
	w.Helper()
	return w.handedOver(account.Handoff{CustomerID: id, Agent: "ravi", Reason: "asked by phone"})
}

func (w *fixture) session(token string) account.Session {
	w.Helper()
	s, err := w.Authenticate(w.Context(), token)
	w.must(err)
	return s
}

// requestCode asks for a sign-in code and returns the challenge and the code that arrived, or "" if
// none arrived.
func (w *fixture) requestCode(mobile string) (challenge, code string) {
	w.Helper()
	before := len(w.phones.sent)
	sent, err := w.RequestLoginCode(w.Context(), mobile, home)
	w.must(err)
	w.run()
	if len(w.phones.sent) > before {
		code = w.phones.sent[before].Variables["code"]
	}
	return sent.ChallengeID, code
}

// chats counts asha's chats, and those of them that are active.
func (w *fixture) chats() (all, active int) {
	w.Helper()
	w.must(testkit.Raw(w, w.store).QueryRowContext(w.Context(),
		"SELECT COUNT(*), COUNT(CASE WHEN active THEN 1 END) FROM chat_sessions WHERE customer_id = $1", w.asha).Scan(&all, &active))
	return all, active
}

// actions lists the customer's audit entries.
func (w *fixture) actions(id int64) (list []string) {
	w.Helper()
	rows, err := w.store.Queries().AuditOf(w.Context(), id)
	w.must(err)
	for _, r := range rows {
		list = append(list, r.Actor+" "+r.Action+" "+r.Object)
	}
	return list
}
