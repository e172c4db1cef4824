package notify_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"rento/internal/calendar"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

// A business customer gets a document by mail. It is printed when the mail is sent, in the language
// of the mail. If the outcome of sending is unclear, the same mail is sent again, and no second one
// is written. A customer with a dashboard gets none.
func TestABusinessCustomerGetsDocumentsByMail(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email, notify.Push)
		issued := notify.DocumentIssued{Kind: notify.TaxInvoice, Number: "KA/26-27/0000001", Total: 2_358_00, Due: calendar.MustParse("2026-12-10")}
		paper := notify.Document{Of: "invoice", ID: 42}
		printed := 0
		w.notices.PrintBy("invoice", func(_ context.Context, customerID, id int64, language string) (provider.File, error) {
			printed++
			return provider.File{Name: "KA-26-27-0000001.pdf", PDF: fmt.Appendf(nil, "%d of %d in %s", id, customerID, language)}, nil
		})
		sendTwice := func() {
			w.write(func(tx *store.Tx) error {
				for range 2 {
					if err := w.notices.SendDocument(t.Context(), tx, w.customer, issued, paper); err != nil {
						return err
					}
				}
				return nil
			})
		}
		sendTwice()
		w.run()
		if len(w.post.sent) != 0 {
			t.Fatalf("somebody with a dashboard got %+v, want nothing", w.post.sent)
		}
		node++
		w.customer, w.email = int64(node), fmt.Sprintf("accounts%d@example.in", node)
		w.write(func(tx *store.Tx) error {
			err := tx.AccountCustomerAdd(t.Context(), db.AccountCustomerAddParams{
				ID: w.customer, FullName: "Farid Merchant", Mobile: fmt.Sprintf("80000%05d", node), Email: w.email, IsB2b: true,
			})
			if err == nil {
				_, err = tx.AccountLanguageChoose(t.Context(), "hi", w.customer)
			}
			return err
		})
		sendTwice()
		if printed != 0 {
			t.Error("it was printed in the transaction that issued it")
		}
		w.post.err = &provider.Error{Provider: "smtp", Call: "send", Outcome: provider.Unknown}
		w.run()
		w.post.err = nil
		w.clock.Advance(time.Hour)
		w.run()
		if len(w.post.sent) != 2 {
			t.Fatalf("%d mails were tried, want one twice", len(w.post.sent))
		}
		one, two := w.post.sent[0], w.post.sent[1]
		if want := fmt.Sprintf("42 of %d in hi", w.customer); one.Attached == nil || string(one.Attached.PDF) != want || one.Attached.Name != "KA-26-27-0000001.pdf" {
			t.Errorf("attached is %+v, want %s", one.Attached, want)
		}
		if one.ID == "" || one.ID != two.ID || string(two.Attached.PDF) != string(one.Attached.PDF) {
			t.Errorf("the second try is %+v, want the same as %+v", two, one)
		}
		// The document's own mail replaces the mail about the event.
		w.send(notify.InvoiceRaised{Number: issued.Number, Total: issued.Total, Due: issued.Due}, "invoice/1")
		if len(w.post.sent) != 2 {
			t.Errorf("a second mail tells of the invoice: %+v; want none", w.post.sent[2:])
		}
		rows := w.inbox(w.email)
		if len(rows) != 1 || rows[0].State != notify.StateSent {
			t.Fatalf("the database has %+v, want one mail that was sent", rows)
		}
		if file, err := w.notices.Attached(t.Context(), w.customer, rows[0].ID); err != nil || string(file.PDF) != string(one.Attached.PDF) {
			t.Errorf("opened later it is %+v (%v), want what was sent", file, err)
		}
		if file, err := w.notices.Attached(t.Context(), w.customer, 1); file != nil || err != nil {
			t.Errorf("a message that is not there has %+v (%v), want no document", file, err)
		}
		// Mails to a customer without a dashboard do not link to one.
		w.send(notify.PaymentReminder{Open: issued.Total, Day: issued.Due}, "reminder/1")
		if last := w.post.sent[len(w.post.sent)-1]; len(w.post.sent) != 3 || strings.Contains(last.Body, "/dashboard/") {
			t.Errorf("%d mails, the last %q; want 3, and no way to a dashboard", len(w.post.sent), last.Body)
		}
	})
}
