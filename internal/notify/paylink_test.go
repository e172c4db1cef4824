package notify_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

var payLink = regexp.MustCompile(`https://app\.rento\.example/dashboard/pay#([0-9A-Za-z]{38})(?:\s|$)`)

func due() notify.PaymentReminder {
	return notify.PaymentReminder{Open: 1_769_00, Day: calendar.MustParse("2027-01-10")}
}

// sentTo returns the messages that were sent to an address.
func (w *fixture) sentTo(address string) (sent []provider.Message) {
	for _, m := range w.post.sent {
		if m.To == address {
			sent = append(sent, m)
		}
	}
	return sent
}

// codesOf returns the link codes in the messages that were sent to an address.
func codesOf(t *testing.T, w *fixture, address string) []string {
	t.Helper()
	var codes []string
	for _, m := range w.sentTo(address) {
		found := payLink.FindStringSubmatch(m.Body)
		if found == nil {
			t.Fatalf("no link in %q", m.Body)
		}
		codes = append(codes, found[1])
	}
	return codes
}

// The code of a link is only in the message that was sent: neither in the database (S12, S25), nor
// in the message history in the app, which an agent can see too (S5). It fits into a variable of a
// registered text.
func TestTheCodeOfALinkIsNowhereKept(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS, notify.Email)
		w.send(due(), "one")
		codes := append(codesOf(t, w, w.email), codesOf(t, w, w.mobile)...)
		if len(codes) != 2 || codes[0] == codes[1] {
			t.Fatalf("codes %v; want one for each message", codes)
		}
		for _, m := range append(w.sentTo(w.email), w.sentTo(w.mobile)...) {
			if until := "This link signs you in once, until 21 November 2026, 12:00. After that it asks for a code."; !strings.Contains(m.Body, until) {
				t.Errorf("%q does not say %q", m.Body, until)
			}
		}
		sms := w.sentTo(w.mobile)[0]
		if sms.Variables["payCode"] != codes[1] || len(codes[1]) > 40 {
			t.Errorf("variables %v; want the code %s in payCode", sms.Variables, codes[1])
		}
		rows, err := s.Queries().NotifyOutbox(t.Context(), w.mobile, 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			m, err := s.Queries().NotifyMessage(t.Context(), row.CustomerID, row.ID)
			if err != nil {
				t.Fatal(err)
			}
			for _, code := range codes {
				if strings.Contains(m.Body+m.Variables+m.Subject, code) {
					t.Errorf("message %d is kept with its code: %q %s", m.ID, m.Body, m.Variables)
				}
			}
		}
		page, _, err := notify.History(t.Context(), s.Queries(), w.customer, 0)
		if err != nil || len(page) != 1 || !strings.Contains(page[0].Body, "/dashboard/pay") || strings.ContainsAny(page[0].Body, "#{") {
			t.Errorf("the app shows %+v, %v; want the address without a code", page, err)
		}
		shown, err := w.notices.Outbox(t.Context(), s.Queries(), w.email, 1)
		if err != nil || len(shown) != 1 || !strings.Contains(shown[0].Body, codes[0]) {
			t.Errorf("the outbox shows %+v, %v; want the link as it left", shown, err)
		}
	})
}

// A code is valid only exactly as it was signed, and only as long as its message exists.
func TestReadPayCode(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email)
		w.send(due(), "one")
		code := codesOf(t, w, w.email)[0]
		read, ok, err := w.notices.ReadPayCode(t.Context(), s.Queries(), code)
		if until := calendar.Stamp(w.clock.Now().Add(notify.DefaultLinkLifetime)); err != nil || !ok || read.CustomerID != w.customer || read.Until != until {
			t.Errorf("%+v, %v, %v; want customer %d until %v", read, ok, err, w.customer, until)
		}
		forged := []string{"", "x", code + "0", "0" + code, code[:37], "-" + code[1:], "+" + code[1:], strings.ToUpper(code), strings.Repeat("z", 38), strings.Repeat("0", 38)}
		for i := range code {
			other := "1"
			if code[i] == '1' {
				other = "2"
			}
			forged = append(forged, code[:i]+other+code[i+1:])
		}
		for _, forged := range forged {
			if _, ok, err := w.notices.ReadPayCode(t.Context(), s.Queries(), forged); ok || err != nil {
				t.Errorf("%q is taken for one of ours, %v", forged, err)
			}
		}
		other := newFixture(t, s, notify.Email)
		if _, ok, err := other.notices.ReadPayCode(t.Context(), s.Queries(), code); ok || err != nil {
			t.Errorf("a code is taken under another key, %v", err)
		}
		w.write(func(tx *store.Tx) error { return notify.Erase(t.Context(), tx, w.customer) })
		if _, ok, err := w.notices.ReadPayCode(t.Context(), s.Queries(), code); ok || err != nil {
			t.Errorf("the code of an erased message is taken, %v", err)
		}
	})
}

// If the money arrives while a reminder waits, the reminder is not sent, and the message history
// does not list it. If part of the money arrives, the reminder is sent and stored with what is
// still open. Its link stays valid for as long as the message said.
func TestWhatIsOverDoesNotLeave(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS, notify.Email)
		owes := due()
		w.notices.Review(notify.PaymentReminder{}, func(_ context.Context, _ *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
			if customerID != w.customer || !slices.Contains([]string{"before", "between", "after"}, fact) {
				t.Errorf("asked about %s of %d; want a reminder of %d", fact, customerID, w.customer)
			}
			return owes, owes.Open > 0, nil
		})
		w.send(owes, "before")
		wait := func(fact string, paid money.Paise) {
			w.write(func(tx *store.Tx) error { return w.notices.Send(t.Context(), tx, w.customer, owes, fact) })
			owes.Open -= paid
			w.clock.Advance(time.Hour)
			w.run()
		}
		wait("between", 1_000_00)
		wait("after", 769_00)
		mails, texts := w.sentTo(w.email), w.sentTo(w.mobile)
		if len(mails) != 2 || len(texts) != 2 {
			t.Fatalf("%d mails and %d text messages left; want those of before and between", len(mails), len(texts))
		}
		for _, m := range []provider.Message{mails[1], texts[1]} {
			if !strings.Contains(m.Body, "₹769 is to be paid by 10 January 2027") || strings.Contains(m.Body, "1,769") || m.Variables["amount"] != "₹769" ||
				!strings.Contains(m.Body, "until 21 November 2026, 12:00") {
				t.Errorf("sent %q, %v; want ₹769, with a link until 21 November", m.Body, m.Variables)
			}
		}
		page, _, err := notify.History(t.Context(), s.Queries(), w.customer, 0)
		if err != nil || len(page) != 2 || !strings.Contains(page[0].Body, "₹769 is to be paid") || !strings.Contains(page[1].Body, "₹1,769 is to be paid") {
			t.Errorf("the app lists %+v, %v; want what was sent alone", page, err)
		}
	})
}

// If a customer is erased while a message waits, it is not sent, and its text is not renewed.
func TestAnErasedMessageDoesNotLeave(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email)
		w.notices.Review(notify.PaymentReminder{}, func(context.Context, *db.Queries, int64, string) (notify.Event, bool, error) { return due(), true, nil })
		w.write(func(tx *store.Tx) error { return w.notices.Send(t.Context(), tx, w.customer, due(), "one") })
		id := w.inbox(w.email)[0].ID
		w.write(func(tx *store.Tx) error { return notify.Erase(t.Context(), tx, w.customer) })
		w.run()
		m, err := s.Queries().NotifyMessage(t.Context(), w.customer, id)
		if err != nil || len(w.post.sent) != 0 || m.State != notify.StateWithheld || m.Body+m.Subject+m.Recipient != "" {
			t.Errorf("sent %+v, kept %+v, %v; want nothing sent, and the message withheld and empty", w.post.sent, m, err)
		}
	})
}

// A business customer's mail that asks for money links to each of its invoices and says to which
// account a transfer goes. The codes are only in the mail that was sent, open nothing but their
// invoice, and other channels and customers get none.
func TestTheMailsOfABusinessCustomerLinkToTheirInvoices(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.SMS, notify.Email)
		w.send(billed(), "one")
		if body := w.sentTo(w.email)[0].Body; strings.Contains(body, "/invoice/") {
			t.Errorf("somebody with a dashboard got %q, want no link to an invoice", body)
		}
		w.becomeBusiness(t)
		w.send(billed(), "two")
		sent := w.sentTo(w.email)[1]
		links := invoiceLink.FindAllStringSubmatch(sent.Body, -1)
		if len(links) != 2 {
			t.Fatalf("%q has %d links, want one for each invoice", sent.Body, len(links))
		}
		for i, id := range []int64{42, 43} {
			customer, invoice, ok := w.notices.ReadInvoiceCode(links[i][1])
			if got, want := fmt.Sprint(customer, invoice, ok), fmt.Sprint(w.customer, id, true); got != want {
				t.Errorf("link %d opens %s, want %s", i, got, want)
			}
			if _, ok, err := w.notices.ReadPayCode(t.Context(), s.Queries(), links[i][1]); ok || err != nil {
				t.Errorf("the code of an invoice signs in, %v", err)
			}
		}
		for _, want := range []string{"KA/26-27/0000042", "KA/26-27/0000043", "Town Rentals Private Limited, account 50200012345678, IFSC HDFC0000001 (HDFC Bank)"} {
			if !strings.Contains(sent.Body, want) {
				t.Errorf("%q does not say %q", sent.Body, want)
			}
		}
		if strings.Contains(sent.Body, "dashboard") {
			t.Errorf("%q names a dashboard that there is not", sent.Body)
		}
		if sms := w.sentTo(w.mobile)[1].Body; strings.Contains(sms, "/invoice/") || strings.Contains(sms, "dashboard") {
			t.Errorf("the text message is %q, want neither a link nor a dashboard", sms)
		}
		kept := w.inbox(w.email)[0]
		m, err := s.Queries().NotifyMessage(t.Context(), w.customer, kept.ID)
		if err != nil || strings.Contains(m.Body, links[0][1]) {
			t.Errorf("the database has %q, %v; want no code", m.Body, err)
		}
		page, _, err := notify.History(t.Context(), s.Queries(), w.customer, 0)
		if err != nil || strings.Contains(page[0].Body, links[0][1]) || strings.Contains(page[0].Body, "{") {
			t.Errorf("the history shows %q, %v; want neither code nor placeholder", page[0].Body, err)
		}
	})
}

var invoiceLink = regexp.MustCompile(`https://app\.rento\.example/invoice/([0-9A-Za-z]{38})(?:\s|$)`)

func billed() notify.PaymentReminder {
	e := due()
	e.Bills = []notify.Bill{{ID: 42, Number: "KA/26-27/0000042"}, {ID: 43, Number: "KA/26-27/0000043"}}
	return e
}

// becomeBusiness makes the customer one without a dashboard.
func (w *fixture) becomeBusiness(t *testing.T) {
	t.Helper()
	raw := testkit.Raw(t, w.store)
	defer func() { _ = raw.Close() }()
	if _, err := raw.ExecContext(t.Context(), "UPDATE customers SET is_b2b = TRUE WHERE id = $1", w.customer); err != nil {
		t.Fatal(err)
	}
}
