package notify_test

import (
	"context"
	"errors"
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

// From eight in the evening to nine in the morning nothing leaves on any channel.
func TestNothingLeavesInTheQuietHours(t *testing.T) {
	day := calendar.In(start)
	all, none := map[string]int{"sms": 1, "email": 1, "push": 1}, map[string]int{}
	for name, c := range map[string]struct {
		written time.Time
		want    map[string]int
	}{
		"before the evening": {day.At(19, 59), all},
		"in the evening":     {day.At(20, 0), none},
		"after midnight":     {day.AddDays(1).At(0, 10), none},
		"in the morning":     {day.AddDays(1).At(8, 59), none},
		"by day":             {day.AddDays(1).At(9, 0), all},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFixture(t, testkit.Open(t), everyChannel...)
			w.addDevice("phone", start)
			w.clock.Set(c.written)
			w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
			w.wantLeft("at once", c.want)
			w.clock.Set(day.AddDays(1).At(9, 0))
			w.wantLeft("at nine", all)
		})
	}
}

// A message whose first tries failed by day does not leave at night.
func TestALaterTryWaitsForTheDay(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email)
		w.clock.Set(calendar.In(start).At(19, 50))
		w.post.err = errors.New("closed")
		w.send(notify.RefundCameBack{Amount: 809_00}, "payout_back/1")
		w.post.err = nil
		w.clock.Set(calendar.In(start).At(22, 0))
		w.wantLeft("at night", map[string]int{})
		w.clock.Set(calendar.In(start).AddDays(1).At(9, 0))
		w.wantLeft("at nine", map[string]int{"email": 1})
	})
}

// What nobody sends waits like what is sent, and is dropped when it has become wrong. Its time is
// when it would have left.
func TestWhatIsKeptWaitsToo(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s)
		w.clock.Set(calendar.In(start).At(23, 0))
		paid := map[string]bool{"due/1": true}
		w.notices.Review(notify.RefundCameBack{}, func(_ context.Context, _ *db.Queries, _ int64, fact string) (notify.Event, bool, error) {
			return nil, !paid[fact], nil
		})
		w.send(notify.RefundCameBack{Amount: 809_00}, "due/1")
		w.send(notify.RefundCameBack{Amount: 810_00}, "due/2")
		morning := calendar.In(start).AddDays(1).At(9, 0)
		w.clock.Set(morning)
		w.run()
		got := map[string]calendar.Instant{}
		for _, row := range w.inbox(w.mobile) {
			got[row.Channel+" "+row.Subject+" "+row.State] = row.SentAt
		}
		left, never := "Your refund of ₹810 could not be paid "+notify.StateKept, "Your refund of ₹809 could not be paid "+notify.StateWithheld
		want := map[string]calendar.Instant{
			"sms " + left: calendar.Stamp(morning), "email " + left: calendar.Stamp(morning), "sms " + never: 0, "email " + never: 0,
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("left (-want +got):\n%s", diff)
		}
	})
}

// Codes, security and receipts of what somebody has just done are told at any hour. Everything else
// waits, whatever else is said of it: a notice of a debit, an invoice, what the bank did, and what is
// over by the morning.
func TestWhatIsToldAtAnyHour(t *testing.T) {
	night, tomorrow := calendar.In(start).At(23, 30), calendar.In(start).AddDays(1)
	all, quiet, none := map[string]int{"sms": 1, "email": 1, "push": 1}, map[string]int{"email": 1, "push": 1}, map[string]int{}
	for name, c := range map[string]struct {
		event notify.Event
		want  map[string]int
	}{
		"security":               {notify.PayeeChanged{Payee: "asha@upi", From: calendar.Stamp(start)}, all},
		"a receipt":              {receipt, quiet},
		"a receipt as document":  {notify.DocumentIssued{Kind: notify.PaymentReceipt}, none},
		"a request":              {notify.RequestRaised{Request: notify.RepairRequest, Ticket: "T1"}, quiet},
		"auto debit removed":     {notify.MandateStopped{Instrument: "as…@upi"}, all},
		"a debit skipped":        {notify.DebitNotMade{Skipped: true}, all},
		"a debit that is not":    {notify.DebitNotMade{Lapsed: true}, none},
		"auto debit over":        {notify.MandateStopped{Instrument: "as…@upi", Expired: true}, none},
		"an invoice as document": {notify.DocumentIssued{Kind: notify.TaxInvoice}, none},
		"a notice":               {notify.DebitPlanned{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi", Day: tomorrow, Hour: 6}, none},
		"a debit":                {notify.DebitReceived{Amount: 2_358_00, Invoice: "KA/2627/000123", Instrument: "as…@upi"}, none},
		"over by the morning":    {notify.VisitTomorrow{Visit: notify.Visit{Request: notify.RepairRequest, Ticket: "T1", On: tomorrow}}, none},
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
