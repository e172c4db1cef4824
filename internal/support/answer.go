package support

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/jobs"
	"rento/internal/notify"
	"rento/internal/staff"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Heading is a thread in the list that staff see: whose it is and its state.
type Heading struct {
	CustomerID int64
	ID         int64
	Name       string // the customer's name
	// ErasedOn is the day on which the customer's account will be erased, or zero.
	ErasedOn calendar.Date
	State    State
	// Since is when the customer asked for a person, or otherwise when the thread last changed.
	Since calendar.Instant
	// First is the customer's first message or quick reply. It distinguishes the threads of one
	// customer.
	First Message
}

// mostListed is how many threads of a state are listed at once.
const mostListed = 100

// Threads lists the threads that wait for a person, the longest waiting first, and then those in
// other states, the newest first. It omits threads in which the customer never asked for a person,
// because staff may not read them. Because the list shows how each thread began, reading it goes to
// the audit log, like reading a thread.
func (s *Service) Threads(ctx context.Context, by staff.Person) (list []Heading, err error) {
	ctx = audit.WithActor(ctx, audit.Staff(by.Name))
	err = s.store.Read(ctx, func(q *db.Queries) error {
		rows, err := q.SupportThreadsWaiting(ctx, mostListed)
		if err != nil {
			return fmt.Errorf("support: threads that wait: %w", err)
		}
		for _, state := range []State{Answered, Closed} {
			more, err := q.SupportThreadsInState(ctx, string(state), mostListed)
			if err != nil {
				return fmt.Errorf("support: threads in state %s: %w", state, err)
			}
			rows = append(rows, more...)
		}
		list, err = s.headingsOf(ctx, q, rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	return list, s.noteReading(ctx, by, audit.Entry{Action: "chats_listed"})
}

func (s *Service) headingsOf(ctx context.Context, q *db.Queries, rows []db.ChatThread) ([]Heading, error) {
	list := make([]Heading, len(rows))
	for i, r := range rows {
		var err error
		if list[i], err = s.headingOf(ctx, q, r); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func (s *Service) headingOf(ctx context.Context, q *db.Queries, r db.ChatThread) (Heading, error) {
	customer, err := account.CustomerOf(ctx, q, r.CustomerID)
	if err != nil {
		return Heading{}, err
	}
	erasedOn, err := account.ErasedOn(ctx, q, r.CustomerID)
	if err != nil {
		return Heading{}, err
	}
	first, err := q.SupportMessageFirst(ctx, r.CustomerID, r.ID)
	if err != nil {
		return Heading{}, fmt.Errorf("support: first message of thread %d: %w", r.ID, err)
	}
	h := Heading{CustomerID: r.CustomerID, ID: r.ID, Name: customer.FullName, ErasedOn: erasedOn, State: State(r.State), Since: r.ChangedAt}
	if h.State == Waiting {
		h.Since = r.AskedAt
	}
	h.First, err = s.read(ctx, q, first)
	return h, err
}

// LastChange is when any thread last changed, or 0 for never.
func (s *Service) LastChange(ctx context.Context) (calendar.Instant, error) {
	at, err := s.store.Queries().SupportLastChange(ctx)
	if err != nil && !store.IsNone(err) {
		return 0, fmt.Errorf("support: last change: %w", err)
	}
	return at, nil
}

// Opened is a thread as staff read it, with its newest messages.
type Opened struct {
	Heading

	Messages []Message
	Earlier  bool // there are older messages, which are not shown
	// Beside are the customer's other threads, the newest first.
	Beside []Heading
}

// How many messages of a thread are read at once, and how many other threads of the customer are
// listed.
const (
	mostRead   = 200
	mostBeside = 3
)

func noThread() error { return fault.NotFound("chat.not_found", "There is no such chat.") }

// Open returns a thread to a staff member and records in the audit log who read it, once an hour
// for each thread and node. It returns a 404 for a thread in which the customer never asked for a
// person, as if the thread did not exist.
func (s *Service) Open(ctx context.Context, by staff.Person, customerID, id int64) (o Opened, err error) {
	ctx = audit.WithActor(ctx, audit.Staff(by.Name))
	err = s.store.Read(ctx, func(q *db.Queries) error {
		row, err := q.SupportThread(ctx, customerID, id)
		if store.IsNone(err) || err == nil && row.AskedAt == 0 {
			return noThread()
		}
		if err != nil {
			return fmt.Errorf("support: thread %d: %w", id, err)
		}
		if o.Heading, err = s.headingOf(ctx, q, row); err != nil {
			return err
		}
		others, err := q.SupportThreadsBeside(ctx, db.SupportThreadsBesideParams{CustomerID: customerID, ID: id, N: mostBeside})
		if err != nil {
			return fmt.Errorf("support: threads beside %d: %w", id, err)
		}
		if o.Beside, err = s.headingsOf(ctx, q, others); err != nil {
			return err
		}
		rows, err := q.SupportMessagesOfThread(ctx, db.SupportMessagesOfThreadParams{CustomerID: customerID, ThreadID: id, N: mostRead + 1})
		if err != nil {
			return fmt.Errorf("support: messages of thread %d: %w", id, err)
		}
		if o.Earlier = len(rows) > mostRead; o.Earlier {
			rows = rows[:mostRead]
		}
		o.Messages, err = s.messages(ctx, q, rows)
		return err
	})
	if err != nil {
		return Opened{}, err
	}
	return o, s.noteReading(ctx, by, audit.Entry{CustomerID: customerID, Action: "chat_read", Object: objectOf(id)})
}

// readingNoted is how long a recorded reading covers further readings, because the page keeps
// itself up to date by reading the thread again and again.
const readingNoted = time.Hour

func (s *Service) noteReading(ctx context.Context, by staff.Person, what audit.Entry) error {
	reading := fmt.Sprintf("%d/%d/%s", by.ID, what.CustomerID, what.Object)
	now := s.clock.Now()
	if at, known := s.readings.Get(reading); known && now.Sub(at).Abs() < readingNoted {
		return nil
	}
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return s.audit.Record(ctx, tx, what)
	})
	if err == nil {
		s.readings.Add(reading, now)
	}
	return err
}

func objectOf(id int64) string { return fmt.Sprintf("chat/%d", id) }

// Answer adds a staff member's answer to a thread. seen is the last message that the staff member
// saw. Repeating the call with the same key changes nothing. Faults: 404 for a thread that does not
// exist, 409 for a closed thread, if another staff member has answered meanwhile and for a key that
// the customer has used, 422 for a missing or too long text.
func (s *Service) Answer(ctx context.Context, by staff.Person, customerID, id, seen int64, w Words) error {
	if w.ImageID != "" {
		return fault.Invalid("chat.message_empty", "text", "Please write something.")
	}
	w.Text = bound.Lines(w.Text)
	if err := w.check(); err != nil {
		return err
	}
	return s.act(ctx, by, customerID, id, func(ctx context.Context, tx *store.Tx, t *thread) error {
		if _, known, err := ofKey(ctx, tx.Queries, customerID, w.Key, Staff); known || err != nil {
			return err
		}
		answered, err := saidSince(ctx, tx.Queries, t, seen, func(r db.ChatMessage) bool { return r.StaffID.Valid && r.StaffID.Int64 != by.ID })
		if err != nil {
			return err
		}
		if answered {
			return fault.Conflict("chat.answered_meanwhile", "A colleague has answered meanwhile. Please read the answer before you send yours.")
		}
		if err := t.move(Answered, s.now()); err != nil {
			return err
		}
		m, err := s.add(ctx, tx, t, Message{Author: Staff, StaffID: by.ID, Key: w.Key, Text: strings.TrimSpace(w.Text)})
		if err != nil {
			return err
		}
		if err := s.tellLater(ctx, tx, t, m); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "chat_answered", Object: t.object()})
	})
}

// saidSince reports whether a message that meets a condition was added to a thread after another
// message.
func saidSince(ctx context.Context, q *db.Queries, t *thread, seen int64, of func(db.ChatMessage) bool) (bool, error) {
	rows, err := q.SupportMessagesOfThread(ctx, db.SupportMessagesOfThreadParams{CustomerID: t.customerID, ThreadID: t.id, N: mostRead})
	if err != nil {
		return false, fmt.Errorf("support: messages of thread %d: %w", t.id, err)
	}
	return slices.ContainsFunc(rows, func(r db.ChatMessage) bool { return r.ID > seen && of(r) }), nil
}

// Close closes a thread and adds a message that tells the customer so. seen is the last message
// that the staff member saw. Closing again changes nothing. It returns a 409 if the customer has
// written meanwhile.
func (s *Service) Close(ctx context.Context, by staff.Person, customerID, id, seen int64) error {
	err := s.act(ctx, by, customerID, id, func(ctx context.Context, tx *store.Tx, t *thread) error {
		unread, err := saidSince(ctx, tx.Queries, t, seen, func(r db.ChatMessage) bool { return Author(r.Author) == Customer })
		if err != nil {
			return err
		}
		if unread {
			return fault.Conflict("chat.written_meanwhile", "The customer has written meanwhile. Please read it before you close the chat.")
		}
		if _, err := s.add(ctx, tx, t, Message{Author: Assistant, Saying: TellClosed}); err != nil {
			return err
		}
		return s.close(ctx, tx, t)
	})
	if isClosed(err) {
		return nil
	}
	return err
}

// Reopen opens a closed thread again and adds a message that tells the customer so. The thread
// waits for a person again unless staff wrote last. Reopening again changes nothing. It returns a
// 409 if the customer has begun another thread meanwhile.
func (s *Service) Reopen(ctx context.Context, by staff.Person, customerID, id int64) error {
	return s.inThread(ctx, by, customerID, id, func(ctx context.Context, tx *store.Tx, t *thread) error {
		if t.State != Closed {
			return nil
		}
		if _, err := tx.SupportThreadOpen(ctx, customerID); err == nil {
			return fault.Conflict("chat.begun_anew", "The customer has begun another chat meanwhile. Please answer there.")
		} else if !store.IsNone(err) {
			return fmt.Errorf("support: open thread: %w", err)
		}
		to, err := lastWord(ctx, tx.Queries, t)
		if err != nil {
			return err
		}
		if err := t.move(to, s.now()); err != nil {
			return err
		}
		if _, err := s.add(ctx, tx, t, Message{Author: Assistant, Saying: TellReopened}); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "chat_reopened", Object: t.object()})
	})
}

// lastWord is the state of a thread by who wrote last, ignoring the assistant.
func lastWord(ctx context.Context, q *db.Queries, t *thread) (State, error) {
	rows, err := q.SupportMessagesOfThread(ctx, db.SupportMessagesOfThreadParams{CustomerID: t.customerID, ThreadID: t.id, N: mostRead})
	if err != nil {
		return "", fmt.Errorf("support: messages of thread %d: %w", t.id, err)
	}
	person := slices.IndexFunc(rows, func(r db.ChatMessage) bool { return Author(r.Author) != Assistant })
	if person >= 0 && Author(rows[person].Author) == Staff {
		return Answered, nil
	}
	return Waiting, nil
}

var errClosed = fault.Conflict("chat.closed", "This conversation is closed.")

func isClosed(err error) bool {
	f := fault.Of(err)
	return f != nil && f.Code == errClosed.Code
}

// act lets a staff member do something in an open thread.
func (s *Service) act(ctx context.Context, by staff.Person, customerID, id int64, do func(ctx context.Context, tx *store.Tx, t *thread) error) error {
	return s.inThread(ctx, by, customerID, id, func(ctx context.Context, tx *store.Tx, t *thread) error {
		if t.State == Closed {
			return errClosed
		}
		return do(ctx, tx, t)
	})
}

// inThread lets a staff member do something in a thread in any state in which the customer has
// asked for a person.
func (s *Service) inThread(ctx context.Context, by staff.Person, customerID, id int64, do func(ctx context.Context, tx *store.Tx, t *thread) error) error {
	ctx = context.WithoutCancel(audit.WithActor(ctx, audit.Staff(by.Name)))
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		row, err := tx.SupportThread(ctx, customerID, id)
		if store.IsNone(err) || err == nil && row.AskedAt == 0 {
			return noThread()
		}
		if err != nil {
			return fmt.Errorf("support: thread %d: %w", id, err)
		}
		t, err := s.threadOf(row)
		if err != nil {
			return err
		}
		if err := do(ctx, tx, t); err != nil {
			return err
		}
		return s.save(ctx, tx, t)
	})
}

const jobTell = "support.tell"

// tellAfter is how long an answer may stay unseen before the customer gets a message about it.
const tellAfter = 5 * time.Minute

type answerOf struct{ CustomerID, ThreadID, MessageID int64 }

func (s *Service) tellLater(ctx context.Context, tx *store.Tx, t *thread, m Message) error {
	return s.jobs.Enqueue(ctx, tx, jobs.Job{
		Kind: jobTell, Key: fmt.Sprint(m.ID), Payload: answerOf{t.customerID, t.id, m.ID}, RunAt: s.clock.Now().Add(tellAfter),
	})
}

// tellCustomer sends a message to a customer who has not seen an answer. It sends only one, however
// many answers came since the customer last looked.
func (s *Service) tellCustomer(ctx context.Context, a answerOf) error {
	return s.store.Write(ctx, a.CustomerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if err := jobs.Held(ctx, tx); err != nil {
			return err
		}
		row, err := tx.SupportThread(ctx, a.CustomerID, a.ThreadID)
		if store.IsNone(err) { // the thread was erased
			return nil
		}
		if err != nil {
			return fmt.Errorf("support: thread %d: %w", a.ThreadID, err)
		}
		unseen, err := Unseen(ctx, tx.Queries, a.CustomerID)
		if err != nil || unseen == 0 {
			return err
		}
		return s.notices.Send(ctx, tx, a.CustomerID, notify.ChatAnswered{}, fmt.Sprintf("chat/%d/%d", a.ThreadID, row.SeenAt))
	})
}
