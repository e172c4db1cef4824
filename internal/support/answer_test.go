package support_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/support"
)

// hire adds two staff members.
func (d fixture) hire() (meera, ravi staff.Person) {
	d.T.Helper()
	people := staff.New(staff.Deps{Store: d.Store, IDs: d.IDs, Clock: d.Clock, Jobs: d.Queue, Notices: d.Notices, Keyring: d.keyring})
	var hired []staff.Person
	for _, name := range []string{"Meera Nair", "Ravi Menon"} {
		made, err := people.Add(audit.WithActor(d.T.Context(), audit.Staff("operator")), name, strings.ToLower(name[:4])+"@rento.example")
		d.must(err)
		hired = append(hired, made.Person)
	}
	return hired[0], hired[1]
}

// waiting is the first thread in the list.
func (d fixture) waiting() support.Heading {
	d.T.Helper()
	list, err := d.Threads(d.T.Context(), staff.Person{ID: 1, Name: "Meera Nair"})
	d.must(err)
	if len(list) == 0 {
		d.T.Fatal("no thread is listed")
	}
	return list[0]
}

func (d fixture) open(by staff.Person, h support.Heading) support.Opened {
	d.T.Helper()
	o, err := d.Service.Open(d.T.Context(), by, h.CustomerID, h.ID)
	d.must(err)
	return o
}

func last(o support.Opened) int64 { return o.Messages[len(o.Messages)-1].ID }

func (d fixture) acts(customer account.Customer) (acts []string) {
	d.T.Helper()
	rows, err := d.Store.Queries().AuditOf(d.ctx(), customer.ID)
	d.must(err)
	for _, r := range rows {
		if strings.HasPrefix(r.Action, "chat") {
			acts = append(acts, r.Actor+" "+r.Action)
		}
	}
	return acts
}

// A thread from the customer's message to the answer and the closing: staff see the name and the
// messages, and the audit log records who read and answered.
func TestStaffReadAndAnswer(t *testing.T) {
	each(t, func(d fixture) {
		meera, _ := d.hire()
		d.ask(d.bilal, "k1", support.AskDues) // stays with the assistant
		d.say(d.asha, "k1", "The fridge does not cool.")
		list, err := d.Threads(d.T.Context(), staff.Person{ID: 1, Name: "Meera Nair"})
		d.must(err)
		if len(list) != 1 || list[0].CustomerID != d.asha.ID || list[0].State != support.Waiting || list[0].Name != d.asha.FullName {
			t.Fatalf("listed %+v, want asha's alone, which waits", list)
		}
		o := d.open(meera, list[0])
		d.open(meera, list[0])
		d.must(d.Answer(d.T.Context(), meera, o.CustomerID, o.ID, last(o), support.Words{Key: "a1", Text: "We come tomorrow."}))
		d.must(d.Answer(d.T.Context(), meera, o.CustomerID, o.ID, last(o), support.Words{Key: "a1", Text: "We come tomorrow."}))
		c := d.read(d.asha)
		said := c.Messages[len(c.Messages)-1]
		if c.State != support.Answered || len(c.Messages) != 3 || said.Author != support.Staff || said.StaffName != "Meera Nair" || said.Text != "We come tomorrow." {
			t.Errorf("got %s, %+v; want it answered once, by Meera", c.State, said)
		}
		d.say(d.asha, "k2", "Thank you")
		if got := d.waiting().State; got != support.Waiting {
			t.Errorf("after another message it is %s, want waiting", got)
		}
		d.refused("closed before the thanks were read", d.Close(d.T.Context(), meera, o.CustomerID, o.ID, last(o)), http.StatusConflict)
		thanks := d.read(d.asha).Messages[3].ID
		for range 2 {
			d.must(d.Close(d.T.Context(), meera, o.CustomerID, o.ID, thanks))
		}
		if c := d.read(d.asha); c.State != support.WithAssistant || c.Messages[len(c.Messages)-1].Saying != support.TellClosed {
			t.Errorf("got %s, %v; want it closed, and said so", c.State, lines(c))
		}
		err = d.Answer(d.T.Context(), meera, o.CustomerID, o.ID, 0, support.Words{Key: "a2", Text: "One more thing"})
		d.refused("an answer to a closed thread", err, http.StatusConflict)
		want := []string{"customer chat_message_sent", "staff:Meera Nair chat_read", "staff:Meera Nair chat_answered", "customer chat_message_sent", "staff:Meera Nair chat_closed"}
		if got := d.acts(d.asha); !slices.Equal(got, want) {
			t.Errorf("recorded %v, want %v", got, want)
		}
	})
}

// A thread that never left the assistant, even a closed one, another customer's thread and no
// thread at all give the same answer: not found.
func TestWhatStaffDoNotSee(t *testing.T) {
	each(t, func(d fixture) {
		meera, _ := d.hire()
		d.ask(d.bilal, "k1", support.AskDues)
		d.say(d.asha, "k1", "Hello")
		unasked := d.threads(d.bilal)[0]
		hers := d.waiting()
		for _, at := range [][2]int64{{d.bilal.ID, unasked.id}, {d.bilal.ID, hers.ID}, {d.asha.ID, 1}} {
			_, err := d.Service.Open(d.T.Context(), meera, at[0], at[1])
			d.refused("opened", err, http.StatusNotFound)
			d.refused("answered", d.Answer(d.T.Context(), meera, at[0], at[1], 0, support.Words{Key: "a1", Text: "Hello"}), http.StatusNotFound)
			d.refused("closed", d.Close(d.T.Context(), meera, at[0], at[1], 0), http.StatusNotFound)
		}
		d.tidy(8 * 24 * time.Hour)
		if got := d.states(d.bilal); !slices.Equal(got, []string{"closed"}) {
			t.Fatalf("after a week bilal's threads are %v, want it closed", got)
		}
		list, err := d.Threads(d.T.Context(), staff.Person{ID: 1, Name: "Meera Nair"})
		d.must(err)
		if len(list) != 1 || list[0].CustomerID != d.asha.ID {
			t.Errorf("listed %+v, want asha's alone", list)
		}
		_, err = d.Service.Open(d.T.Context(), meera, d.bilal.ID, unasked.id)
		d.refused("opened, closed without a person", err, http.StatusNotFound)
		d.refused("nothing", d.Answer(d.T.Context(), meera, hers.CustomerID, hers.ID, 0, support.Words{Key: "a1", Text: " "}), http.StatusUnprocessableEntity)
	})
}

// A closed thread can be reopened: it waits again since the original time, or counts as answered,
// and the customer is told. If the customer has begun another thread since, reopening is refused.
func TestAClosedThreadIsOpenedAgain(t *testing.T) {
	each(t, func(d fixture) {
		meera, _ := d.hire()
		d.say(d.asha, "k1", "The fridge does not cool.")
		asked := d.waiting()
		d.Clock.Set(d.Clock.Now().Add(time.Hour))
		reopen := func() error { return d.Reopen(d.T.Context(), meera, asked.CustomerID, asked.ID) }
		shut := func() { d.must(d.Close(d.T.Context(), meera, asked.CustomerID, asked.ID, 1<<60)) }
		shut()
		for range 2 {
			d.must(reopen())
		}
		if got := d.waiting(); got.State != support.Waiting || got.Since != asked.Since {
			t.Errorf("got %s since %v, want it to wait since %v", got.State, got.Since, asked.Since)
		}
		d.must(d.Answer(d.T.Context(), meera, asked.CustomerID, asked.ID, 1<<60, support.Words{Key: "a1", Text: "We come tomorrow."}))
		shut()
		d.must(reopen())
		if c := d.read(d.asha); c.State != support.Answered || c.Messages[len(c.Messages)-1].Saying != support.TellReopened {
			t.Errorf("got %s, %v; want it answered, and said to be open again", c.State, lines(c))
		}
		shut()
		d.say(d.asha, "k2", "One more thing")
		d.refused("opened beside another one", reopen(), http.StatusConflict)
		d.refused("nobody's", d.Reopen(d.T.Context(), meera, d.bilal.ID, asked.ID), http.StatusNotFound)
		var reopened int
		for _, act := range d.acts(d.asha) {
			if act == "staff:Meera Nair chat_reopened" {
				reopened++
			}
		}
		if reopened != 2 {
			t.Errorf("recorded %v, want it opened again twice", d.acts(d.asha))
		}
	})
}

// A thread shows how the customer began it, links to the customer's earlier threads, and says when
// the customer's account will be erased. The audit log records who has seen the list.
func TestWhatStaffSeeBesideAThread(t *testing.T) {
	each(t, func(d fixture) {
		meera, _ := d.hire()
		d.ask(d.bilal, "k0", support.AskDues)
		for i, text := range []string{"First", "Second", "Third", "Fourth", "Fifth"} {
			d.ask(d.asha, text, support.AskPerson)
			d.say(d.asha, text+" words", text)
			d.say(d.asha, text+" thanks", "Thank you")
			if h := d.waiting(); i < 4 {
				d.must(d.Close(d.T.Context(), meera, h.CustomerID, h.ID, 1<<60))
			}
			d.Clock.Set(d.Clock.Now().Add(time.Minute))
		}
		o := d.open(meera, d.waiting())
		names := []string{o.First.Text}
		for _, h := range o.Beside {
			names = append(names, h.First.Text)
		}
		if want := []string{"Fifth", "Fourth", "Third", "Second"}; !slices.Equal(names, want) || !o.ErasedOn.IsZero() {
			t.Errorf("got %v, erased on %s; want %v, and the account kept", names, o.ErasedOn, want)
		}
		erased := d.Clock.Now().Add(7 * 24 * time.Hour)
		d.must(d.Store.Write(d.ctx(), d.asha.ID, func(tx *store.Tx) error {
			return tx.AccountDeletionPut(d.ctx(), db.AccountDeletionPutParams{CustomerID: d.asha.ID, State: "cooling", Reasons: "[]", RequestedAt: calendar.Stamp(d.Clock.Now()), EraseAt: calendar.Stamp(erased)})
		}))
		if got, want := d.open(meera, d.waiting()).ErasedOn, calendar.Stamp(erased).Date(); got != want {
			t.Errorf("erased on %s, want %s", got, want)
		}
		rows, err := d.Store.Queries().AuditOf(d.ctx(), 0)
		d.must(err)
		var seen int
		for _, r := range rows {
			if r.Action == "chats_listed" && r.Actor == "staff:Meera Nair" {
				seen++
			}
		}
		if seen != 1 {
			t.Errorf("recorded %d readings of the list within an hour, want 1", seen)
		}
	})
}

// The customer who waits longest comes first.
func TestWhoWaitsLongestComesFirst(t *testing.T) {
	each(t, func(d fixture) {
		d.say(d.bilal, "k1", "Hello")
		d.Clock.Set(d.Clock.Now().Add(time.Minute))
		d.say(d.asha, "k1", "Hello")
		d.Clock.Set(d.Clock.Now().Add(time.Minute))
		d.say(d.bilal, "k2", "Are you there?")
		list, err := d.Threads(d.T.Context(), staff.Person{ID: 1, Name: "Meera Nair"})
		d.must(err)
		if len(list) != 2 || list[0].CustomerID != d.bilal.ID || list[0].Since >= list[1].Since {
			t.Errorf("listed %+v, want bilal first, who has waited since his first message", list)
		}
		if at, err := d.LastChange(d.ctx()); err != nil || at.Time() != d.Clock.Now() {
			t.Errorf("changed last at %v, %v, want now", at, err)
		}
	})
}

// An answer is refused if a colleague has answered and the author has not seen that answer.
func TestTwoWhoAnswerAtOnce(t *testing.T) {
	each(t, func(d fixture) {
		meera, ravi := d.hire()
		d.say(d.asha, "k1", "Hello")
		hers, his := d.open(meera, d.waiting()), d.open(ravi, d.waiting())
		d.must(d.Answer(d.T.Context(), meera, hers.CustomerID, hers.ID, last(hers), support.Words{Key: "a1", Text: "Good morning"}))
		d.must(d.Answer(d.T.Context(), meera, hers.CustomerID, hers.ID, last(hers), support.Words{Key: "a2", Text: "How can we help?"}))
		err := d.Answer(d.T.Context(), ravi, his.CustomerID, his.ID, last(his), support.Words{Key: "b1", Text: "Good morning"})
		d.refused("without having seen it", err, http.StatusConflict)
		list, err := d.Threads(d.T.Context(), staff.Person{ID: 1, Name: "Meera Nair"})
		d.must(err)
		his = d.open(ravi, list[0])
		d.must(d.Answer(d.T.Context(), ravi, his.CustomerID, his.ID, last(his), support.Words{Key: "b1", Text: "Good morning"}))
	})
}

// A customer who does not look gets one message, without the text of the answer. A customer who has
// seen the answer gets none.
func TestACustomerWhoDoesNotLookIsTold(t *testing.T) {
	each(t, func(d fixture) {
		meera, _ := d.hire()
		told := func(c account.Customer) (n int) {
			for _, m := range d.Mails(c.ID) {
				if strings.Contains(m.Body, "We come tomorrow") {
					t.Errorf("the mail says what was answered: %s", m.Body)
				}
				if m.Subject == "We have answered you" {
					n++
				}
			}
			return n
		}
		for _, c := range []account.Customer{d.asha, d.bilal} {
			d.say(c, "k1", "Hello")
		}
		d.Clock.Set(d.Clock.Now().Add(time.Minute))
		list, err := d.Threads(d.T.Context(), staff.Person{ID: 1, Name: "Meera Nair"})
		d.must(err)
		for _, h := range list {
			for _, key := range []string{"a1", "a2"} {
				d.must(d.Answer(d.T.Context(), meera, h.CustomerID, h.ID, 1<<60, support.Words{Key: key, Text: "We come tomorrow."}))
			}
		}
		c := d.read(d.bilal)
		if n, err := support.Unseen(d.ctx(), d.Store.Queries(), d.bilal.ID); err != nil || n != 2 {
			t.Errorf("bilal has %d unseen, %v, want 2", n, err)
		}
		d.must(d.Seen(d.ctx(), d.bilal.ID, c.Messages[len(c.Messages)-1].ID))
		if n, err := support.Unseen(d.ctx(), d.Store.Queries(), d.bilal.ID); err != nil || n != 0 {
			t.Errorf("bilal has %d unseen, %v, want none", n, err)
		}
		d.tidy(4 * time.Minute)
		if n := told(d.asha); n != 0 {
			t.Errorf("asha was told %d times within 5 minutes, want not yet", n)
		}
		d.tidy(2 * time.Minute)
		if a, b := told(d.asha), told(d.bilal); a != 1 || b != 0 {
			t.Errorf("asha was told %d times, bilal %d, want once and not at all", a, b)
		}
		d.Write(d.asha.ID, func(tx *store.Tx) error { return support.Deletion().Erase(d.ctx(), tx, d.asha.ID) })
		d.tidy(time.Hour)
	})
}

// A message's key belongs to its author only, and an answer must contain visible text.
func TestKeysAndWordsOfAnswers(t *testing.T) {
	each(t, func(d fixture) {
		meera, _ := d.hire()
		d.say(d.asha, "k1", "Hello")
		o := d.open(meera, d.waiting())
		answer := func(key, text string) error {
			return d.Answer(d.T.Context(), meera, o.CustomerID, o.ID, last(o), support.Words{Key: key, Text: text})
		}
		d.refused("an answer under the customer's key", answer("k1", "Hello"), http.StatusConflict)
		d.must(answer("a1", "We\x00 come \u202etomorrow"))
		_, err := d.Send(d.ctx(), d.asha.ID, support.Words{Key: "a1", Text: "Thanks"})
		d.refused("words under the key of an answer", err, http.StatusConflict)
		said := d.read(d.asha).Messages
		if got := said[len(said)-1].Text; got != "We come tomorrow" {
			t.Errorf("answered %q, want what can be seen of it alone", got)
		}
	})
}
