package support_test

import (
	"context"
	"log/slog"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/support"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/upload"
)

// fixture is a company with a chat and two customers.
type fixture struct {
	*company.Company
	*support.Service
	uploads     *upload.Service
	keyring     *encryption.Keyring
	files       string
	asha, bilal account.Customer
}

func newFixture(t *testing.T, s *store.Store) fixture {
	t.Helper()
	w := company.New(t, s, "2026-11-02")
	d := fixture{Company: w, files: t.TempDir(), keyring: testkit.Keyring()}
	d.uploads = upload.New(upload.Deps{Store: s, Blobs: blob.NewFolder(d.files), IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue})
	d.Service = support.New(support.Deps{Store: s, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Uploads: d.uploads, Notices: w.Notices, Billing: w.Billing, Keyring: d.keyring})
	d.asha, d.bilal = d.customer(w.Customer()), d.customer(w.Customer())
	d.tidy(0) // schedules the tidy job
	return d
}

func (d fixture) customer(id int64) account.Customer {
	d.T.Helper()
	c, err := account.CustomerOf(d.ctx(), d.Store.Queries(), id)
	d.must(err)
	return c
}

func (d fixture) ctx() context.Context { return audit.WithActor(d.T.Context(), audit.Customer()) }

func (d fixture) must(err error) {
	d.T.Helper()
	if err != nil {
		d.T.Fatal(err)
	}
}

func (d fixture) refused(what string, err error, status int) {
	d.T.Helper()
	if !fault.Is(err, status) {
		d.T.Errorf("%s: %v, want a %d", what, err, status)
	}
}

func (d fixture) say(c account.Customer, key, text string) support.Message {
	d.T.Helper()
	m, err := d.Send(d.ctx(), c.ID, support.Words{Key: key, Text: text})
	d.must(err)
	return m
}

func (d fixture) ask(c account.Customer, key string, what support.Saying) {
	d.T.Helper()
	_, err := d.SendQuickReply(d.ctx(), c, key, what)
	d.must(err)
}

func (d fixture) read(c account.Customer) support.Conversation {
	d.T.Helper()
	said, err := d.Read(d.ctx(), c.ID, 0)
	d.must(err)
	return said
}

// lines are the messages in short form, with their authors.
func lines(c support.Conversation) (all []string) {
	for _, m := range c.Messages {
		all = append(all, string(m.Author)+": "+string(m.Saying)+m.Text)
	}
	return all
}

func each(t *testing.T, test func(d fixture)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) { test(newFixture(t, s)) })
}

// PROD-11: what a customer writes waits for a person, and the assistant says so once.
func TestWhatACustomerWritesWaitsForAPerson(t *testing.T) {
	testkit.BothEngines(t)
	each(t, func(d fixture) {
		if c := d.read(d.asha); c.State != support.WithAssistant || len(c.Messages) != 0 {
			t.Fatalf("before: %+v; want nothing said, with the assistant", c)
		}
		d.say(d.asha, "k1", "  The fridge does not cool.\n")
		d.say(d.asha, "k2", "It is warm.")
		c := d.read(d.asha)
		want := []string{"customer: The fridge does not cool.", "assistant: handed_over", "customer: It is warm."}
		if diff := cmp.Diff(want, lines(c)); diff != "" || c.State != support.Waiting {
			t.Errorf("state %s, want waiting; said (-want +got):\n%s", c.State, diff)
		}
		if other := d.read(d.bilal); len(other.Messages) != 0 {
			t.Errorf("another customer reads %+v, want nothing", other.Messages)
		}
	})
}

// A message that is sent again, because its answer was lost, is stored once.
func TestAMessageThatIsSentAgainIsThereOnce(t *testing.T) {
	each(t, func(d fixture) {
		first := d.say(d.asha, "k1", "Hello")
		again := d.say(d.asha, "k1", "Hello")
		if first.ID != again.ID || again.Text != "Hello" || again.Key != "k1" {
			t.Errorf("again %+v, want the first message, %+v", again, first)
		}
		d.ask(d.asha, "k2", support.AskDues)
		d.ask(d.asha, "k2", support.AskDues)
		if got := len(d.read(d.asha).Messages); got != 4 {
			t.Errorf("%d messages, want 4: hello and what is due, each with its answer", got)
		}
		if other := d.say(d.bilal, "k1", "Hello"); other.ID == first.ID {
			t.Error("the key of one customer found the message of another")
		}
	})
}

func TestWhatIsNoMessageIsRefused(t *testing.T) {
	each(t, func(d fixture) {
		for what, w := range map[string]support.Words{
			"without a key": {Text: "Hello"}, "a long key": {Key: strings.Repeat("k", 61), Text: "Hello"},
			"empty": {Key: "k1", Text: " \n"}, "too long": {Key: "k1", Text: strings.Repeat("ह", support.MaxText+1)},
		} {
			_, err := d.Send(d.ctx(), d.asha.ID, w)
			d.refused(what, err, http.StatusUnprocessableEntity)
		}
		d.say(d.asha, "k1", strings.Repeat("ह", support.MaxText))
		_, err := d.SendQuickReply(d.ctx(), d.asha, "k2", "dues")
		d.refused("what the assistant says", err, http.StatusUnprocessableEntity)
		_, err = d.Send(d.ctx(), d.asha.ID, support.Words{Key: "k3", ImageID: "nobody's"})
		d.refused("a picture that there is not", err, http.StatusNotFound)
	})
}

// The assistant knows what is due and which requests are live.
func TestTheAssistantKnowsDuesAndRequests(t *testing.T) {
	each(t, func(d fixture) {
		d.ask(d.asha, "k1", support.AskDues)
		d.ask(d.asha, "k2", support.AskRequests)
		if got := lines(d.read(d.asha)); !slices.Equal(got, []string{"customer: ask_dues", "assistant: no_dues", "customer: ask_requests", "assistant: no_requests"}) {
			t.Errorf("got %v; want that nothing is due and no request is live", got)
		}
		order := d.Rent(d.asha.ID, company.Bengaluru, "2026-11-02", company.Sofa)
		d.Go("2026-12-01")
		d.Bill()
		due := d.Balances(d.asha.ID).ToPay()
		d.repair(order.Items[0].ID)
		c := d.read(d.asha)
		deposit := money.Rupees(3000)
		want := []support.Reply{{Saying: support.AskDues, Due: due + deposit}, {Saying: support.AskRequests, Requests: 1}, {Saying: support.AskPerson}}
		if diff := cmp.Diff(want, c.Replies); diff != "" || due <= 0 {
			t.Errorf("due %d; replies (-want +got):\n%s", due, diff)
		}
		d.ask(d.asha, "k3", support.AskDues)
		d.ask(d.asha, "k4", support.AskRequests)
		c = d.read(d.asha)
		if m := c.Messages[5]; m.Saying != support.TellDues || m.Facts.Dues != (support.Dues{Due: due, Deposit: deposit}) {
			t.Errorf("got %+v; want %d due, and the deposit", m, due)
		}
		if m := c.Messages[7]; m.Saying != support.TellRequests || len(m.Facts.Requests) != 1 || m.Facts.Requests[0].Number == "" {
			t.Errorf("got %+v; want one live request", m)
		}
		if c.State != support.WithAssistant {
			t.Errorf("state %s, want assistant: nobody asked for a person", c.State)
		}
	})
}

// The assistant knows what was promised, and until when rent is paid in advance.
func TestTheAssistantKnowsPromisesAndRentInAdvance(t *testing.T) {
	each(t, func(d fixture) {
		d.Rent(d.asha.ID, company.Bengaluru, "2026-11-02", company.Sofa)
		d.Rent(d.bilal.ID, company.Bengaluru, "2026-11-02", company.Sofa)
		d.PayAhead(d.bilal.ID, 3)
		d.Go("2026-12-01")
		d.Bill()
		d.Go("2026-12-12")
		by := calendar.MustParse("2026-12-15")
		_, err := d.Billing.RecordPromise(d.ctx(), d.asha.ID, money.Rupees(500), by)
		d.must(err)
		said := func(who account.Customer) support.Message {
			d.ask(who, "k1", support.AskDues)
			return d.read(who).Messages[1]
		}
		promised := said(d.asha).Facts
		if diff := cmp.Diff("₹500 by 2026-12-15", promised.Promised.String()+" by "+promised.PromisedBy.String()); diff != "" {
			t.Errorf("what was promised (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff("2027-01-31", said(d.bilal).Facts.PaidUntil.String()); diff != "" {
			t.Errorf("the last day paid in advance (-want +got):\n%s", diff)
		}
	})
}

func (d fixture) repair(item int64) {
	d.T.Helper()
	d.Write(d.asha.ID, func(tx *store.Tx) error {
		_, err := d.Tickets.Raise(d.ctx(), tx, repairOf(d.asha.ID, item))
		return err
	})
}

// HELP-11: a business customer, who has no dashboard, can only ask for a person.
func TestABusinessIsLedToAPerson(t *testing.T) {
	each(t, func(d fixture) {
		firm := d.asha
		firm.IsB2B = true
		_, err := d.SendQuickReply(d.ctx(), firm, "k1", support.AskDues)
		d.refused("what is due", err, http.StatusUnprocessableEntity)
		d.ask(firm, "k2", support.AskPerson)
		d.ask(firm, "k3", support.AskPerson)
		if got := lines(d.read(firm)); !slices.Equal(got, []string{"customer: ask_person", "assistant: handed_over", "customer: ask_person"}) {
			t.Errorf("got %v; want a person asked, and that said once", got)
		}
		replies, err := support.Replies(d.ctx(), d.Store.Queries(), firm, support.WithAssistant)
		d.must(err)
		if diff := cmp.Diff([]support.Reply{{Saying: support.AskPerson}}, replies); diff != "" {
			t.Errorf("replies (-want +got):\n%s", diff)
		}
	})
}

// ADDRESS-28: a customer in an area that is not served can begin a chat about it.
func TestAnAreaThatIsNotServedIsAskedAbout(t *testing.T) {
	each(t, func(d fixture) {
		d.ask(d.asha, "k1", support.AskArea)
		c := d.read(d.asha)
		if got := lines(c); !slices.Equal(got, []string{"customer: ask_area", "assistant: which_area"}) || c.State != support.Waiting {
			t.Errorf("got %v, %s; want the area asked for, and a person waited for", got, c.State)
		}
	})
}

// Older messages are read page by page.
func TestOlderMessagesComePageByPage(t *testing.T) {
	each(t, func(d fixture) {
		d.ask(d.asha, "first", support.AskPerson)
		for i := range 29 {
			d.ask(d.asha, string(rune('a'+i)), support.AskDues)
		}
		c := d.read(d.asha)
		if len(c.Messages) != 50 || !c.Earlier {
			t.Fatalf("%d messages, earlier %t; want 50 and earlier ones", len(c.Messages), c.Earlier)
		}
		before, err := d.Read(d.ctx(), d.asha.ID, c.Messages[0].ID)
		d.must(err)
		if len(before.Messages) != 10 || before.Earlier || before.Messages[9].ID >= c.Messages[0].ID || before.Replies != nil || before.State != c.State {
			t.Errorf("%d messages, earlier %t, replies %v, %s; want the 10 before, alone, and %s as in the newest", len(before.Messages), before.Earlier, before.Replies, before.State, c.State)
		}
	})
}

// A thread without activity for a week is closed, unless it waits for a person. The next message
// begins another thread. Closed threads are deleted after a year.
func TestIdleThreadsAreClosedAndForgotten(t *testing.T) {
	each(t, func(d fixture) {
		d.ask(d.asha, "k1", support.AskDues)
		d.say(d.bilal, "k1", "Hello")
		d.tidy(8 * 24 * time.Hour)
		if got := d.states(d.asha); !slices.Equal(got, []string{"closed"}) {
			t.Errorf("asha's threads are %v, want one closed", got)
		}
		if got := d.states(d.bilal); !slices.Equal(got, []string{"waiting"}) {
			t.Errorf("bilal's threads are %v, want one that waits", got)
		}
		d.say(d.asha, "k2", "Hello")
		if got := d.states(d.asha); !slices.Equal(got, []string{"closed", "waiting"}) || len(d.read(d.asha).Messages) != 4 {
			t.Errorf("asha's threads are %v with %d messages, want another one, and 4 messages of both", got, len(d.read(d.asha).Messages))
		}
		d.tidy(366 * 24 * time.Hour)
		if got := d.states(d.asha); !slices.Equal(got, []string{"waiting"}) || len(d.read(d.asha).Messages) != 2 {
			t.Errorf("a year later asha's threads are %v with %d messages, want the one that waits with 2", got, len(d.read(d.asha).Messages))
		}
	})
}

// tidy advances the clock and runs the jobs that are due.
func (d fixture) tidy(by time.Duration) {
	d.T.Helper()
	d.Clock.Set(d.Clock.Now().Add(by))
	_, err := d.Queue.RunDue(d.ctx())
	d.must(err)
}

// thread is what the tests look at of a stored thread.
type thread struct {
	id    int64
	state string
}

// threads lists a customer's threads, oldest first.
func (d fixture) threads(c account.Customer) (all []thread) {
	d.T.Helper()
	rows, err := testkit.Raw(d.T, d.Store).QueryContext(d.ctx(), "SELECT id, state FROM chat_threads WHERE customer_id = $1 ORDER BY id", c.ID)
	d.must(err)
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var t thread
		d.must(rows.Scan(&t.id, &t.state))
		all = append(all, t)
	}
	d.must(rows.Err())
	return all
}

func (d fixture) states(c account.Customer) (states []string) {
	d.T.Helper()
	for _, t := range d.threads(c) {
		states = append(states, t.state)
	}
	return states
}

// Messages are encrypted, and each can be decrypted only in its own row.
func TestWhatWasSaidIsEncrypted(t *testing.T) {
	each(t, func(d fixture) {
		const canary = "My PAN is ABCPE1234F"
		d.say(d.asha, "k1", canary)
		rows := d.rows(d.asha)
		for _, r := range rows {
			if strings.Contains(r.Body, "ABCPE1234F") || r.Body == "" {
				t.Errorf("stored %q, want it encrypted", r.Body)
			}
		}
	})
}

func (d fixture) rows(c account.Customer) []db.ChatMessage {
	d.T.Helper()
	rows, err := d.Store.Queries().SupportMessagesBefore(d.ctx(), db.SupportMessagesBeforeParams{CustomerID: c.ID, Before: 1 << 60, N: 100})
	d.must(err)
	return rows
}

// withKeys is the chat service on another node with these keys.
func (d fixture) withKeys(keys *encryption.Keyring) *support.Service {
	queue := jobs.New(d.Store, d.IDs, d.Clock, slog.New(slog.DiscardHandler))
	return support.New(support.Deps{Store: d.Store, IDs: d.IDs, Clock: d.Clock, Jobs: queue, Uploads: d.uploads, Billing: d.Billing, Keyring: keys})
}

// Rotating the data key rewraps the keys of threads, and messages stay readable without the old
// key.
func TestTheKeyOfAThreadIsWrappedAnew(t *testing.T) {
	each(t, func(d fixture) {
		d.say(d.asha, "k1", "Hello")
		const fresh = "another key of tests, with 32 characters"
		both, err := encryption.New(fresh, testkit.Secret)
		d.must(err)
		alone, err := encryption.New(fresh, "")
		d.must(err)
		if err := support.CheckKey(d.ctx(), d.Store.Queries(), alone); err == nil {
			t.Error("a key that reads nothing was taken")
		}
		rotating := d.withKeys(both)
		for _, want := range []int{1, 0} {
			if n, err := rotating.RotateKey(d.ctx()); err != nil || n != want {
				t.Fatalf("wrapped %d, %v, want %d", n, err, want)
			}
		}
		d.must(support.CheckKey(d.ctx(), d.Store.Queries(), alone))
		said, err := d.withKeys(alone).Read(d.ctx(), d.asha.ID, 0)
		d.must(err)
		if got := lines(said); len(got) != 2 || got[0] != "customer: Hello" {
			t.Errorf("after the rotation %v, want what was said", got)
		}
	})
}

// Deleting an account deletes its chat messages and pictures.
func TestADeletedAccountTakesItsChatAlong(t *testing.T) {
	each(t, func(d fixture) {
		id := d.picture(d.asha)
		_, err := d.Send(d.ctx(), d.asha.ID, support.Words{Key: "k1", ImageID: id})
		d.must(err)
		d.say(d.bilal, "k1", "Hello")
		if m := d.read(d.asha).Messages[0]; m.Image == nil || m.Image.ID != id {
			t.Fatalf("got %+v; want the picture", m)
		}
		d.tidy(25 * time.Hour) // a picture that a message uses stays
		if m := d.read(d.asha).Messages[0]; m.Image == nil {
			t.Fatal("the picture of a message was forgotten after a day")
		}
		d.Write(d.asha.ID, func(tx *store.Tx) error {
			for _, c := range []account.Concern{support.Deletion(), d.uploads.Deletion()} {
				if err := c.Erase(d.ctx(), tx, d.asha.ID); err != nil {
					return err
				}
			}
			return nil
		})
		d.tidy(0)
		left, err := filepath.Glob(filepath.Join(d.files, "*", "*"))
		d.must(err)
		if got := d.read(d.asha); len(got.Messages) != 0 || len(d.states(d.asha)) != 0 || len(left) != 0 {
			t.Errorf("left %v, %v, files %v, want nothing", lines(got), d.states(d.asha), left)
		}
		if got := d.read(d.bilal); len(got.Messages) != 2 {
			t.Errorf("another customer has %v, want what was said", lines(got))
		}
	})
}

// A picture is deleted with its thread, a year after the thread was closed.
func TestThePicturesOfAForgottenThreadGo(t *testing.T) {
	each(t, func(d fixture) {
		_, err := d.Send(d.ctx(), d.asha.ID, support.Words{Key: "k1", ImageID: d.picture(d.asha)})
		d.must(err)
		opened := d.threads(d.asha)[0]
		d.Write(d.asha.ID, func(tx *store.Tx) error {
			return tx.SupportThreadMove(d.ctx(), db.SupportThreadMoveParams{
				CustomerID: d.asha.ID, ID: opened.id, State: string(support.Closed), ChangedAt: calendar.Stamp(d.Clock.Now()),
			})
		})
		d.tidy(366 * 24 * time.Hour)
		d.tidy(0)
		left, err := filepath.Glob(filepath.Join(d.files, "*", "*"))
		d.must(err)
		if len(left) != 0 || len(d.states(d.asha)) != 0 {
			t.Errorf("left %v, %v, want nothing", left, d.states(d.asha))
		}
	})
}

// Seen records what the customer has seen, up to one of the customer's own messages.
func TestWhatWasSeenIsNoted(t *testing.T) {
	each(t, func(d fixture) {
		m := d.say(d.asha, "k1", "Hello")
		for range 2 {
			d.must(d.Seen(d.ctx(), d.asha.ID, m.ID))
		}
		d.refused("another's message", d.Seen(d.ctx(), d.bilal.ID, m.ID), http.StatusNotFound)
		d.refused("no message", d.Seen(d.ctx(), d.asha.ID, m.ID+1), http.StatusNotFound)
	})
}
