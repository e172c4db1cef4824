package notify_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

var start = calendar.MustParse("2026-11-20").At(12, 0)

// post is an external service that accepts messages, or fails when told to.
type post struct {
	sent []provider.Message
	err  error
	// unregistered are the texts that are not registered with the operators.
	unregistered []string
	// gone is the address that no longer accepts messages.
	gone string
}

func (p *post) Has(template string) bool { return !slices.Contains(p.unregistered, template) }

func (p *post) Send(_ context.Context, m provider.Message) error {
	p.sent = append(p.sent, m)
	if m.To == p.gone {
		return errGone
	}
	return p.err
}

type fixture struct {
	t       *testing.T
	store   *store.Store
	clock   *calendar.Frozen
	jobs    *jobs.Queue
	notices *notify.Service
	post    *post
	// customer has their own mobile number and email address.
	customer      int64
	mobile, email string
}

var node int

func newFixture(t *testing.T, s *store.Store, channels ...notify.Channel) *fixture {
	t.Helper()
	clock, logger := calendar.NewFrozen(start), slog.New(slog.DiscardHandler)
	node++ // fixtures on one database must generate different ids
	ids := ident.NewSource(clock, node)
	w := &fixture{t: t, store: s, clock: clock, jobs: jobs.New(s, ids, clock, logger), post: &post{}}
	senders := map[notify.Channel]provider.Sender{}
	for _, c := range channels {
		senders[c] = w.post
	}
	w.notices = notify.New(notify.Deps{
		Store: s, IDs: ids, Clock: clock, Jobs: w.jobs, Senders: senders, ForgetDevice: account.ForgetDevice, Logger: logger, Brand: "Rento", Host: "app.rento.example", WalletName: "Rentomoney",
		Site:             "https://app.rento.example",
		Payee:            notify.Payee{Holder: "Town Rentals Private Limited", Account: "50200012345678", IFSC: "HDFC0000001", Bank: "HDFC Bank"},
		ReminderChannels: map[int][]notify.Channel{-3: {notify.Email}, 3: {notify.Push}, 10: {notify.SMS, notify.Push}},
	})
	w.mobile, w.email = fmt.Sprintf("90000%05d", node), fmt.Sprintf("asha%d@example.in", node)
	w.customer = w.add("Asha Rao", w.mobile, w.email)
	return w
}

func (w *fixture) add(name, mobile, email string) int64 {
	w.t.Helper()
	node++
	id := int64(node)
	w.write(func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(w.t.Context(), db.AccountCustomerAddParams{ID: id, FullName: name, Mobile: mobile, Email: email})
	})
	return id
}

func (w *fixture) addDevice(token string, seen time.Time) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		return tx.AccountDevicePut(w.t.Context(), db.AccountDevicePutParams{CustomerID: w.customer, DeviceToken: token, ContactPermission: true, UpdatedAt: calendar.Stamp(seen)})
	})
}

func (w *fixture) write(f func(tx *store.Tx) error) {
	w.t.Helper()
	if err := w.store.WriteCompany(w.t.Context(), f); err != nil {
		w.t.Fatal(err)
	}
}

func (w *fixture) send(e notify.Event, facts ...string) {
	w.t.Helper()
	w.write(func(tx *store.Tx) error {
		for _, fact := range facts {
			if err := w.notices.Send(w.t.Context(), tx, w.customer, e, fact); err != nil {
				return err
			}
		}
		return nil
	})
	w.run()
}

func (w *fixture) sendCode(mobile string) {
	w.t.Helper()
	e := notify.LoginCode{Code: "482913", ExpiresAt: calendar.Stamp(start.Add(5 * time.Minute))}
	w.write(func(tx *store.Tx) error { return w.notices.SendToNumber(w.t.Context(), tx, mobile, e, "login_code/x") })
	w.run()
}

func (w *fixture) run() {
	w.t.Helper()
	if _, err := w.jobs.RunDue(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
}

// inbox lists the stored messages to a recipient, or to a customer by mobile number.
func (w *fixture) inbox(recipient string) []db.NotifyOutboxRow {
	w.t.Helper()
	rows, err := w.store.Queries().NotifyOutbox(w.t.Context(), recipient, 100)
	if err != nil {
		w.t.Fatal(err)
	}
	return rows
}

// counted counts the customer's messages by channel.
func (w *fixture) counted() map[string]int {
	w.t.Helper()
	count := map[string]int{}
	for _, row := range w.inbox(w.mobile) {
		count[row.Channel]++
	}
	return count
}

var receipt = notify.PaymentReceived{Amount: 129_900, Reference: "7318", At: calendar.Stamp(start)}

// I15: each address is told about a fact once, however often it is sent.
func TestAFactIsToldOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email)
		w.addDevice("phone", start)
		w.addDevice("tablet", start)
		w.send(receipt, "payment/1", "payment/1", "payment/2")
		w.send(receipt, "payment/1")
		if diff := cmp.Diff(map[string]int{"email": 2, "push": 4}, w.counted()); diff != "" || len(w.post.sent) != 2 {
			t.Errorf("%d sent, written (-want +got):\n%s", len(w.post.sent), diff)
		}
		want := provider.Message{
			ID: w.post.sent[0].ID, To: w.email, Template: "payment_received+paid", Subject: "We received your payment of ₹1,299",
			Body:      "Hello Asha,\n\nwe received your payment of ₹1,299 on 20 November 2026, 12:00. Thank you. Its reference is 7318.",
			Variables: map[string]string{"name": "Asha", "amount": "₹1,299", "gift": "₹0", "credit": "₹0", "fees": "₹0", "when": "20 November 2026, 12:00", "reference": "7318", "walletName": "Rentomoney"},
		}
		if diff := cmp.Diff(want, w.post.sent[0]); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
	})
}

// A customer gets messages in the language that they chose, or in English if we have no texts in
// it.
func TestACustomerIsWrittenToInTheirLanguage(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email)
		subjects := map[string]string{}
		for _, language := range []string{"en", "hi", "sv"} {
			w.write(func(tx *store.Tx) error {
				_, err := tx.AccountLanguageChoose(t.Context(), language, w.customer)
				return err
			})
			w.send(receipt, "payment/"+language)
			subjects[language] = w.post.sent[len(w.post.sent)-1].Subject
		}
		if subjects["en"] != "We received your payment of ₹1,299" || subjects["sv"] != subjects["en"] {
			t.Errorf("English and unknown: %q, %q, want %q and %v", subjects["en"], subjects["sv"], "We received your payment of ₹1,299", subjects["en"])
		}
		if subjects["hi"] == subjects["en"] || !strings.Contains(subjects["hi"], "₹1,299") {
			t.Errorf("Hindi: %q, want %q in it", subjects["hi"], "₹1,299")
		}
	})
}

// A text message that is not registered in the customer's language goes out entirely in English,
// and the message history shows what was sent.
func TestATextMessageIsOneThatIsRegistered(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS)
		w.mobile = fmt.Sprintf("91000%05d", node)
		w.customer = w.add("Farid Khan", w.mobile, "")
		w.write(func(tx *store.Tx) error {
			_, err := tx.AccountLanguageChoose(t.Context(), "hi", w.customer)
			return err
		})
		w.post.unregistered = []string{"extension_agreed.hi"}
		chair := notify.NewProduct("Chair", map[string]string{"hi": "कुर्सी"})
		day := calendar.MustParse("2026-11-20")
		w.send(notify.ExtensionAgreed{Item: chair, Rent: 99_900, From: day, Until: day}, "extension/1")
		w.post.unregistered = nil
		w.send(notify.ExtensionAgreed{Item: chair, Rent: 99_900, From: day, Until: day}, "extension/2")
		for i, want := range []struct{ template, item, greeting string }{
			{"extension_agreed", "Chair", "Hello Farid"},
			{"extension_agreed.hi", "कुर्सी", "नमस्ते Farid"},
		} {
			m := w.post.sent[i]
			if m.Template != want.template || m.Variables["item"] != want.item || !strings.HasPrefix(m.Body, want.greeting) {
				t.Errorf("sent %+v, want %v", m, want)
			}
			shown := w.inbox(w.mobile)
			if !slices.ContainsFunc(shown, func(row db.NotifyOutboxRow) bool { return row.Body == m.Body }) {
				t.Errorf("shown %v, sent %q", shown, m.Body)
			}
		}
		told, _, err := notify.History(t.Context(), s.Queries(), w.customer, 0)
		if err != nil || len(told) != 2 || told[0].Language != "hi" || told[1].Language != notify.English {
			t.Errorf("told %+v, %v, want one in Hindi after one in English", told, err)
		}
	})
}

func TestAMessageGoesWithItsFact(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email)
		failure := errors.New("the fact did not happen")
		err := s.WriteCompany(t.Context(), func(tx *store.Tx) error {
			return errors.Join(w.notices.Send(t.Context(), tx, w.customer, receipt, "payment/1"), failure)
		})
		w.run()
		if !errors.Is(err, failure) || len(w.post.sent) != 0 || len(w.inbox("")) != 0 {
			t.Errorf("%v, %d sent, %d written, want %v", err, len(w.post.sent), len(w.inbox("")), failure)
		}
	})
}

// Each of a customer's ten most recently seen devices gets the message. A channel without a sender
// keeps its messages.
func TestEveryDeviceIsTold(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS, notify.Email)
		for n := range 12 {
			w.addDevice(fmt.Sprintf("device-%02d", n), start.Add(time.Duration(n)*time.Hour))
		}
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
		if diff := cmp.Diff(map[string]int{"sms": 1, "email": 1, "push": 10}, w.counted()); diff != "" {
			t.Errorf("written (-want +got):\n%s", diff)
		}
		if rows := w.inbox("device-01"); len(rows) != 0 {
			t.Errorf("the oldest device was told: %+v; want len(rows) = 0", rows)
		}
		want := []db.NotifyOutboxRow{{
			CustomerID: w.customer, Channel: "push", Recipient: "device-11", FullName: "Asha Rao", State: notify.StateKept,
			Subject: "Your refund of ₹809 could not be paid", Body: "It is still yours. Please check your refund details.", Variables: `{"amount":"₹809","name":"Asha"}`, CreatedAt: calendar.Stamp(start), SentAt: calendar.Stamp(start),
		}}
		got := w.inbox("device-11")
		if len(got) == 1 {
			got[0].ID = 0
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("push (-want +got):\n%s", diff)
		}
	})
}

// An erased customer has no address. Several messages about one fact may be erased.
func TestNobodyIsLeftToBeTold(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		w.addDevice("phone", start)
		w.addDevice("tablet", start)
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
		w.write(func(tx *store.Tx) error { return tx.NotifyEraseMessages(t.Context(), w.customer) })
		gone := w.add("Former customer", "erased-99", "")
		w.write(func(tx *store.Tx) error {
			return w.notices.Send(t.Context(), tx, gone, notify.RefundCameBack{Amount: 809_00}, "payout_back/2")
		})
		if rows := w.inbox("erased-99"); len(rows) != 0 {
			t.Errorf("an erased customer was told: %+v; want len(rows) = 0", rows)
		}
	})
}

func TestStates(t *testing.T) {
	outcome := func(o provider.Outcome) error {
		return &provider.Error{Provider: "post", Call: "send", Outcome: o, Cause: errors.New("no")}
	}
	toAsha := func(w *fixture) string { w.send(receipt, "payment/1"); return w.email }
	codeToAsha := func(w *fixture) string { w.sendCode(w.mobile); return w.mobile }
	codeToNobody := func(w *fixture) string { w.sendCode("8" + w.mobile[1:]); return "8" + w.mobile[1:] }
	cases := []struct {
		name     string
		channels []notify.Channel
		send     func(w *fixture) string
		err      error
		state    string
		tries    int
		wiped    bool
	}{
		{"sent", []notify.Channel{notify.Email}, toAsha, nil, notify.StateSent, 1, false},
		{"secret is wiped once sent", []notify.Channel{notify.SMS}, codeToAsha, nil, notify.StateSent, 1, true},
		{"no sender", nil, codeToAsha, nil, notify.StateKept, 0, false},
		{"nobody's number", []notify.Channel{notify.SMS}, codeToNobody, nil, notify.StateWithheld, 0, true},
		{"declined", []notify.Channel{notify.SMS}, codeToAsha, outcome(provider.Declined), notify.StateFailed, 1, true},
		{"service is down", []notify.Channel{notify.Email}, toAsha, outcome(provider.NotAttempted), notify.StateWaiting, 2, false},
		{"unclear", []notify.Channel{notify.Email}, toAsha, outcome(provider.Unknown), notify.StateWaiting, 2, false},
	}
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		for _, c := range cases {
			w := newFixture(t, s, c.channels...)
			w.post.err = c.err
			recipient := c.send(w)
			w.clock.Advance(15 * time.Second)
			w.run()
			var rows []db.NotifyOutboxRow
			for _, row := range w.inbox(recipient) {
				if row.Recipient == recipient {
					rows = append(rows, row)
				}
			}
			if len(rows) != 1 || rows[0].State != c.state || len(w.post.sent) != c.tries || (rows[0].Body == "") != c.wiped {
				t.Errorf("%s: got %+v after %d tries, want %s after %d", c.name, rows, len(w.post.sent), c.state, c.tries)
			}
		}
	})
}

// An expired code is not sent any more.
func TestALateMessageIsNotSent(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS)
		w.post.err = errors.New("closed")
		w.sendCode(w.mobile)
		w.post.err = nil
		w.clock.Advance(10 * time.Minute)
		w.run()
		if rows := w.inbox(w.mobile); len(w.post.sent) != 1 || rows[0].State != notify.StateFailed || rows[0].Body != "" {
			t.Errorf(`got %d tries, %+v; want len(w.post.sent) = 1, rows[0].State = %v, rows[0].Body = ""`, len(w.post.sent), rows, notify.StateFailed)
		}
	})
}

// choose stores preferences as the customer.
func (w *fixture) choose(chosen ...notify.Preference) error {
	return w.notices.SetPreferences(audit.WithActor(w.t.Context(), audit.Customer()), w.customer, chosen)
}

// Messages that a customer has switched off are not written. Messages about account security always
// are.
func TestPreferences(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		w.addDevice("phone", start)
		off := []notify.Preference{
			{Category: notify.CategoryTransactional, Channel: notify.SMS},
			{Category: notify.CategoryTransactional, Channel: notify.Push},
			{Category: notify.CategoryService, Channel: notify.Email},
			{Category: notify.CategoryService, Channel: notify.Push},
		}
		for range 2 { // the second time changes nothing
			if err := w.choose(off...); err != nil {
				t.Fatal(err)
			}
		}
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
		w.send(notify.TransferAccepted{Receiver: "Bilal Khan", Ticket: "RT-2041"}, "transfer/1")
		if diff := cmp.Diff(map[string]int{"email": 1}, w.counted()); diff != "" {
			t.Errorf("switched off (-want +got):\n%s", diff)
		}
		w.send(notify.PayeeChanged{Payee: "asha@upi", From: calendar.Stamp(start)}, "payee/1")
		if diff := cmp.Diff(map[string]int{"email": 2, "sms": 1, "push": 1}, w.counted()); diff != "" {
			t.Errorf("and of the security of the account (-want +got):\n%s", diff)
		}
		if err := w.choose(notify.Preference{Category: notify.CategoryTransactional, Channel: notify.SMS, Enabled: true}); err != nil {
			t.Fatal(err)
		}
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/2")
		if diff := cmp.Diff(map[string]int{"email": 3, "sms": 2, "push": 1}, w.counted()); diff != "" {
			t.Errorf("switched on again (-want +got):\n%s", diff)
		}
		w.wantRecorded("transactional/sms/off", "transactional/push/off", "service/email/off", "service/push/off", "transactional/sms/on")
	})
}

// wantRecorded compares the preference changes in the audit log, oldest first.
func (w *fixture) wantRecorded(want ...string) {
	w.t.Helper()
	rows, err := w.store.Queries().AuditOf(w.t.Context(), w.customer)
	if err != nil {
		w.t.Fatal(err)
	}
	var got []string
	for _, row := range rows {
		if row.Action != "notification_preference_changed" || row.Actor != "customer" {
			w.t.Errorf(`recorded %+v; want row.Action = "notification_preference_changed", row.Actor = "customer"`, row)
		}
		got = append(got, row.Object)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		w.t.Errorf("recorded (-want +got):\n%s", diff)
	}
}

// Preferences lists every category and channel. A preference that does not exist, that cannot be
// switched off or that is given twice is refused, and nothing is stored.
func TestPreferencesThatCannotBe(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		for _, p := range []notify.Preference{
			{Category: notify.CategorySecurity, Channel: notify.SMS},
			{Category: notify.CategoryService, Channel: "pigeon"},
			{Category: "gifts", Channel: notify.SMS, Enabled: true},
			{Category: notify.CategoryService, Channel: notify.Email, Enabled: true}, // given before
		} {
			if err := w.choose(notify.Preference{Category: notify.CategoryService, Channel: notify.Email}, p); err == nil {
				t.Errorf("got %+v was stored; want err other than nil", p)
			}
		}
		got, err := w.notices.Preferences(t.Context(), w.customer)
		if err != nil {
			t.Fatal(err)
		}
		var want []notify.Preference
		for _, p := range []struct {
			category notify.Category
			channels []notify.Channel
		}{
			{notify.CategorySecurity, []notify.Channel{notify.SMS, notify.Email, notify.Push}},
			{notify.CategoryTransactional, []notify.Channel{notify.SMS, notify.Email, notify.Push}},
			{notify.CategoryService, []notify.Channel{notify.SMS, notify.Email, notify.Push}},
		} {
			for _, channel := range p.channels {
				want = append(want, notify.Preference{Category: p.category, Channel: channel, Enabled: true})
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("preferences (-want +got):\n%s", diff)
		}
	})
}

// If an event's own channels cannot reach a customer because there is no sender, the customer gets
// an SMS. If the customer switched those channels off while they had a sender, or switched text
// messages off, there is no SMS.
func TestAChannelWithoutASenderTellsNobody(t *testing.T) {
	service := func(channel notify.Channel) notify.Preference {
		return notify.Preference{Category: notify.CategoryService, Channel: channel}
	}
	for name, test := range map[string]struct {
		senders []notify.Channel
		device  bool
		off     []notify.Preference
		want    map[string]int
	}{
		"mail is sent":                    {senders: []notify.Channel{notify.SMS, notify.Email}, want: map[string]int{"email": 1}},
		"mail is not sent":                {senders: []notify.Channel{notify.SMS}, want: map[string]int{"email": 1, "sms": 1}},
		"neither mail nor push is sent":   {senders: []notify.Channel{notify.SMS}, device: true, want: map[string]int{"email": 1, "push": 1, "sms": 1}},
		"mail is off, and would be sent":  {senders: []notify.Channel{notify.SMS, notify.Email}, off: []notify.Preference{service(notify.Email)}, want: map[string]int{}},
		"mail is not sent and SMS is off": {senders: []notify.Channel{notify.SMS}, off: []notify.Preference{service(notify.SMS)}, want: map[string]int{"email": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFixture(t, testkit.Open(t), test.senders...)
			if test.device {
				w.addDevice("phone", start)
			}
			if len(test.off) > 0 {
				if err := w.choose(test.off...); err != nil {
					t.Fatal(err)
				}
			}
			w.send(notify.RequestDone{Request: notify.RepairRequest, Ticket: "T1"}, "done/1")
			if diff := cmp.Diff(test.want, w.counted()); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

// A reminder about tomorrow is not sent once tomorrow has begun.
func TestAReminderOfTomorrowEndsWithToday(t *testing.T) {
	w := newFixture(t, testkit.Open(t), notify.SMS)
	w.post.err = errors.New("closed")
	tomorrow := calendar.In(start).AddDays(1)
	w.send(notify.VisitTomorrow{Visit: notify.Visit{Request: notify.RepairRequest, Ticket: "T1", On: tomorrow}}, "visit/1")
	w.post.err = nil
	w.clock.Set(tomorrow.Start().Add(time.Minute))
	w.run()
	for _, row := range w.inbox(w.mobile) {
		if row.Channel == "sms" && row.State != notify.StateFailed {
			t.Errorf(`on the day itself: %+v; want not (row.Channel == "sms" && row.State != notify.StateFailed)`, row)
		}
	}
	if len(w.post.sent) != 1 {
		t.Errorf("%d tries, want the one of the evening before", len(w.post.sent))
	}
}

// A customer with neither a mail address nor a device gets an SMS, unless they switched off text
// messages of that category.
func TestWhoHasOnlyANumberIsToldBySMS(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		w.send(notify.RequestDone{Request: notify.RepairRequest, Ticket: "T1"}, "done/1")
		if diff := cmp.Diff(map[string]int{"email": 1}, w.counted()); diff != "" {
			t.Errorf("with a mail address (-want +got):\n%s", diff)
		}
		w.mobile = "9876500001"
		w.customer = w.add("Bilal Khan", w.mobile, "")
		w.send(notify.RequestDone{Request: notify.RepairRequest, Ticket: "T2"}, "done/2")
		if diff := cmp.Diff(map[string]int{"sms": 1}, w.counted()); diff != "" {
			t.Errorf("with a number alone (-want +got):\n%s", diff)
		}
		off := []notify.Preference{{Category: notify.CategoryService, Channel: notify.Email}, {Category: notify.CategoryService, Channel: notify.Push}}
		if err := w.choose(off...); err != nil {
			t.Fatal(err)
		}
		w.send(notify.RequestDone{Request: notify.RepairRequest, Ticket: "T3"}, "done/3")
		if diff := cmp.Diff(map[string]int{"sms": 1}, w.counted()); diff != "" {
			t.Errorf("switched off (-want +got):\n%s", diff)
		}
	})
}

// The customer's mail says that an agent acted in their account. Another customer's message from
// the same call does not say so, and neither does a registered text, which cannot be changed.
func TestAMailSaysThatAnAgentDidIt(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email, notify.Push)
		w.addDevice("device", start)
		other := w.add("Bilal Khan", fmt.Sprintf("90001%05d", node), fmt.Sprintf("bilal%d@example.in", node))
		e := notify.RequestRaised{Request: notify.RepairRequest, Ticket: "T2041"}
		for _, actor := range []audit.Actor{audit.Agent("meera"), audit.Customer()} {
			ctx := audit.WithSession(t.Context(), w.customer, actor)
			w.post.sent = nil
			w.write(func(tx *store.Tx) error {
				return errors.Join(
					w.notices.Send(ctx, tx, w.customer, e, "of "+actor.String()),
					w.notices.Send(ctx, tx, other, e, "of "+actor.String()),
				)
			})
			w.run()
			for _, m := range w.post.sent {
				said := strings.Contains(m.Body, "Our agent did this in your account. If you did not ask for it, please call us: ")
				if want := m.To == w.email && actor.Kind == audit.KindAgent; said != want {
					t.Errorf("done by %s, to %s : %s, want %v", actor, m.To, m.Body, want)
				}
			}
			if len(w.post.sent) != 3 {
				t.Errorf("got %d messages were sent: %+v; want len(w.post.sent) = 3", len(w.post.sent), w.post.sent)
			}
		}
	})
}
