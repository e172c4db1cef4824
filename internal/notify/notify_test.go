package notify_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

// post is an outside service: it takes letters, or fails as told.
type post struct {
	sent []provider.Message
	err  error
}

func (p *post) Send(_ context.Context, m provider.Message) error {
	p.sent = append(p.sent, m)
	return p.err
}

type world struct {
	t       *testing.T
	store   *store.Store
	clock   *calendar.Frozen
	jobs    *jobs.Queue
	notices *notify.Service
	post    *post
}

var node int

func newWorld(t *testing.T, s *store.Store, channels ...notify.Channel) *world {
	t.Helper()
	clock, logger := calendar.NewFrozen(start), slog.New(slog.DiscardHandler)
	node++ // worlds on one database make ids of their own
	ids := ident.NewSource(clock, node)
	w := &world{t: t, store: s, clock: clock, jobs: jobs.New(s, ids, clock, logger), post: &post{}}
	senders := map[notify.Channel]provider.Sender{}
	for _, c := range channels {
		senders[c] = w.post
	}
	w.notices = notify.New(s, ids, clock, w.jobs, senders, logger)
	return w
}

func (w *world) send(messages ...notify.Message) {
	w.t.Helper()
	err := w.store.WriteCompany(w.t.Context(), func(tx *store.Tx) error {
		for _, m := range messages {
			if err := w.notices.Send(w.t.Context(), tx, m); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.run()
}

func (w *world) run() {
	w.t.Helper()
	if _, err := w.jobs.RunDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// inbox lists what the database knows of a recipient.
func (w *world) inbox(recipient string) []db.DemoInboxRow {
	w.t.Helper()
	rows, err := w.store.Queries().DemoInbox(w.t.Context(), recipient, 100)
	if err != nil {
		w.t.Fatal(err)
	}
	return rows
}

func receipt(fact string) notify.Message {
	return notify.Message{
		CustomerID: 7, Channel: notify.Email, Recipient: "asha@example.in", Fact: fact,
		Text: notify.PaymentReceived("Asha Rao", 129_900, "01hzy3v9k2", calendar.Stamp(start)),
	}
}

func code() notify.Message {
	return notify.Message{
		Channel: notify.SMS, Recipient: "9000000001", Fact: "login_code/x", Secret: true, Until: start.Add(5 * time.Minute),
		Text: notify.LoginCode("Rento", "482913", "app.rento.example"),
	}
}

// I15: each fact has one message, however often it is told.
func TestAFactIsToldOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, notify.Email)
		w.send(receipt("payment/1"), receipt("payment/1"), receipt("payment/2"))
		w.send(receipt("payment/1"))
		if len(w.post.sent) != 2 || len(w.inbox("asha@example.in")) != 2 {
			t.Errorf("%d sent, %d written", len(w.post.sent), len(w.inbox("asha@example.in")))
		}
		want := provider.Message{
			To: "asha@example.in", Template: "payment_received", Subject: "We received your payment of ₹1,299",
			Body:      "Hello Asha,\n\nwe received your payment of ₹1,299 on 20 November 2026, 12:00. Thank you. Its reference is 01hzy3v9k2.",
			Variables: map[string]string{"name": "Asha", "amount": "₹1,299", "when": "20 November 2026, 12:00", "reference": "01hzy3v9k2"},
		}
		if diff := cmp.Diff(want, w.post.sent[0]); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

func TestAMessageGoesWithItsFact(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, notify.Email)
		failure := errors.New("the fact did not happen")
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			return errors.Join(w.notices.Send(t.Context(), tx, receipt("payment/1")), failure)
		})
		w.run()
		if !errors.Is(err, failure) || len(w.post.sent) != 0 || len(w.inbox("")) != 0 {
			t.Errorf("%v, %d sent, %d written", err, len(w.post.sent), len(w.inbox("")))
		}
	})
}

func TestStates(t *testing.T) {
	outcome := func(o provider.Outcome) error {
		return &provider.Error{Provider: "post", Call: "send", Outcome: o, Cause: errors.New("no")}
	}
	withheld := code()
	withheld.Withheld = true
	cases := []struct {
		name     string
		channels []notify.Channel
		message  notify.Message
		err      error
		state    string
		tries    int
		wiped    bool
	}{
		{"sent", []notify.Channel{notify.Email}, receipt("a"), nil, notify.StateSent, 1, false},
		{"secret is wiped once sent", []notify.Channel{notify.SMS}, code(), nil, notify.StateSent, 1, true},
		{"no sender", nil, code(), nil, notify.StateKept, 0, false},
		{"nobody's number", []notify.Channel{notify.SMS}, withheld, nil, notify.StateWithheld, 0, true},
		{"declined", []notify.Channel{notify.SMS}, code(), outcome(provider.Declined), notify.StateFailed, 1, true},
		{"service is down", []notify.Channel{notify.Email}, receipt("a"), outcome(provider.NotAttempted), notify.StateWaiting, 2, false},
		{"unclear", []notify.Channel{notify.Email}, receipt("a"), outcome(provider.Unknown), notify.StateWaiting, 2, false},
	}
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for _, c := range cases {
			w := newWorld(t, s, c.channels...)
			w.post.err = c.err
			c.message.Recipient, c.message.Fact = c.name, c.name
			w.send(c.message)
			w.clock.Advance(15 * time.Second)
			w.run()
			rows := w.inbox(c.name)
			if len(rows) != 1 || rows[0].State != c.state || len(w.post.sent) != c.tries || (rows[0].Body == "") != c.wiped {
				t.Errorf("%s: %+v after %d tries", c.name, rows, len(w.post.sent))
			}
		}
	})
}

// A code that has run out is not sent any more.
func TestALateMessageIsNotSent(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newWorld(t, s, notify.SMS)
		w.post.err = errors.New("closed")
		w.send(code())
		w.post.err = nil
		w.clock.Advance(10 * time.Minute)
		w.run()
		if rows := w.inbox("9000000001"); len(w.post.sent) != 1 || rows[0].State != notify.StateFailed || rows[0].Body != "" {
			t.Errorf("%d tries, %+v", len(w.post.sent), rows)
		}
	})
}

// The operators refuse a text message whose variables are longer than they
// were registered with.
func TestTextsFitTheirChannel(t *testing.T) {
	longest := calendar.MustParse("2026-09-30")
	texts := []notify.Text{
		notify.LoginCode("Rento", "482913", "app.rento.example"),
		notify.PaymentReceived("Venkatanarasimharajuvaripeta Rao", 12_34_56_789*money.Rupee, "01hzy3v9k2", calendar.Stamp(longest.At(23, 59))),
		notify.DeletionPlanned("", "Rento", longest),
		notify.DeletionStopped("Asha", "Rento", []string{"rented items"}),
	}
	for _, text := range texts {
		for name, value := range text.Variables {
			if len([]rune(value)) > 40 {
				t.Errorf("%s: variable %s has more than 40 characters: %q", text.Template, name, value)
			}
			if name != "reasons" && !strings.Contains(text.Subject+text.Body, value) {
				t.Errorf("%s: variable %s does not stand in the text", text.Template, name)
			}
		}
	}
	if body := texts[0].Body; !strings.HasSuffix(body, "\n\n@app.rento.example #482913") {
		t.Errorf("the phone cannot fill in the code of %q", body)
	}
}
