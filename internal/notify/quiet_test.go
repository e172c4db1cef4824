package notify_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

// left is how many messages have been sent by now, by channel.
func (w *fixture) left() map[string]int {
	w.t.Helper()
	w.run()
	sent := map[string]int{}
	for _, row := range w.inbox(w.mobile) {
		if row.State == notify.StateSent {
			sent[row.Channel]++
		}
	}
	return sent
}

func (w *fixture) wantLeft(when string, want map[string]int) {
	w.t.Helper()
	if diff := cmp.Diff(want, w.left()); diff != "" {
		w.t.Errorf("%s: left (-want +got):\n%s", when, diff)
	}
}

var everyChannel = []notify.Channel{notify.SMS, notify.Email, notify.Push}

// From nine in the evening to eight in the morning nothing rings: text messages and push messages
// wait, mails do not.
func TestNothingRingsInTheQuietHours(t *testing.T) {
	day := calendar.In(start)
	now, waits := map[string]int{"sms": 1, "email": 1, "push": 1}, map[string]int{"email": 1}
	for name, c := range map[string]struct {
		written time.Time
		want    map[string]int
	}{
		"before the evening": {day.At(20, 59), now},
		"in the evening":     {day.At(21, 0), waits},
		"after midnight":     {day.AddDays(1).At(0, 10), waits},
		"in the morning":     {day.AddDays(1).At(7, 59), waits},
		"by day":             {day.AddDays(1).At(8, 0), now},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFixture(t, testkit.Open(t), everyChannel...)
			w.addDevice("phone", start)
			w.clock.Set(c.written)
			w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
			w.wantLeft("at once", c.want)
			w.clock.Set(day.AddDays(1).At(8, 0))
			w.wantLeft("at eight", now)
		})
	}
}

// Messages about account security, codes, debit notices and receipts are sent at any hour, and so
// are messages that would expire before the morning.
func TestWhatIsToldAtAnyHour(t *testing.T) {
	night := calendar.In(start).At(23, 30)
	tomorrow := calendar.In(start).AddDays(1)
	for name, c := range map[string]struct {
		event notify.Event
		want  map[string]int
	}{
		"security":            {notify.PayeeChanged{Payee: "asha@upi", From: calendar.Stamp(start)}, map[string]int{"sms": 1, "email": 1, "push": 1}},
		"a notice":            {notify.DebitPlanned{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Day: tomorrow, Hour: 6}, map[string]int{"sms": 1, "email": 1, "push": 1}},
		"a receipt":           {receipt, map[string]int{"email": 1, "push": 1}},
		"over by the morning": {notify.VisitTomorrow{Visit: notify.Visit{Request: notify.RepairRequest, Ticket: "T1", On: tomorrow}}, map[string]int{"sms": 1, "email": 1, "push": 1}},
		"an invoice":          {notify.RefundCameBack{Amount: 809_00}, map[string]int{"email": 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFixture(t, testkit.Open(t), everyChannel...)
			w.addDevice("phone", start)
			w.clock.Set(night)
			w.send(c.event, "fact/1")
			w.wantLeft("at night", c.want)
		})
	}
	t.Run("a code", func(t *testing.T) {
		w := newFixture(t, testkit.Open(t), notify.SMS)
		w.clock.Set(night)
		e := notify.LoginCode{Code: "482913", ExpiresAt: calendar.Stamp(night.Add(5 * time.Minute))}
		w.write(func(tx *store.Tx) error { return w.notices.SendToNumber(t.Context(), tx, w.mobile, e, "login_code/x") })
		w.wantLeft("at night", map[string]int{"sms": 1})
	})
}

// Debit notices and receipts are sent whatever the customer switched off.
func TestWhatCannotBeSwitchedOff(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, everyChannel...)
		w.addDevice("phone", start)
		var off []notify.Preference
		for _, category := range []notify.Category{notify.CategoryTransactional, notify.CategoryService} {
			for _, channel := range everyChannel {
				off = append(off, notify.Preference{Category: category, Channel: channel})
			}
		}
		if err := w.choose(off...); err != nil {
			t.Fatal(err)
		}
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
		w.wantLeft("of what was switched off", map[string]int{})
		w.send(notify.DebitPlanned{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Day: calendar.In(start).AddDays(1), Hour: 6}, "debit/1")
		w.send(receipt, "payment/1")
		w.wantLeft("of the rest", map[string]int{"sms": 1, "email": 2, "push": 2})
		w.mobile = "9876500002"
		w.customer = w.add("Bilal Khan", w.mobile, "")
		if err := w.choose(off...); err != nil {
			t.Fatal(err)
		}
		w.send(receipt, "payment/2")
		w.wantLeft("to who has a number alone", map[string]int{"sms": 1})
	})
}

// tokens are the tokens of the customer's devices.
func (w *fixture) tokens() []string {
	w.t.Helper()
	rows, err := w.store.Queries().AccountDevices(w.t.Context(), w.customer)
	if err != nil {
		w.t.Fatal(err)
	}
	var tokens []string
	for _, row := range rows {
		tokens = append(tokens, row.DeviceToken)
	}
	return tokens
}

// A device that no longer accepts messages is deleted, the others stay. A device without the
// customer's permission gets no messages.
func TestDevicesThatAreNotTold(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Push)
		w.addDevice("phone", start)
		w.addDevice("gone", start)
		w.write(func(tx *store.Tx) error {
			return tx.AccountDevicePut(t.Context(), db.AccountDevicePutParams{CustomerID: w.customer, DeviceToken: "silent", UpdatedAt: calendar.Stamp(start)})
		})
		w.post.gone = "gone"
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
		var to []string
		for _, m := range w.post.sent {
			to = append(to, m.To)
		}
		slices.Sort(to)
		if diff := cmp.Diff([]string{"gone", "phone"}, to); diff != "" {
			t.Errorf("told (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff([]string{"phone", "silent"}, w.tokens()); diff != "" {
			t.Errorf("devices (-want +got):\n%s", diff)
		}
		states := map[string]string{}
		for _, row := range w.inbox(w.mobile) {
			if row.Channel == "push" {
				states[row.Recipient] = row.State
			}
		}
		if diff := cmp.Diff(map[string]string{"gone": notify.StateFailed, "phone": notify.StateSent}, states); diff != "" {
			t.Errorf("states (-want +got):\n%s", diff)
		}
	})
}

// A device that no sender can reach is refused. Without a sender of push messages, any device is
// accepted.
func TestDevicesThatAreTaken(t *testing.T) {
	w := newFixture(t, testkit.Open(t), notify.Push)
	if !w.notices.Takes("phone") || !newFixture(t, w.store).notices.Takes("letter box") || w.notices.Takes("letter box") {
		t.Error("want all taken but the letter box, and it too without a sender")
	}
}

// Takes implements provider.Addressed.
func (p *post) Takes(to string) bool { return to != "letter box" }

var errGone = &provider.Error{Provider: "post", Call: "send", Outcome: provider.Declined, Reason: provider.ReasonGone}
