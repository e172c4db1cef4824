package notify_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
		w.addBusiness("hi")
		sendTwice()
		if printed != 0 {
			t.Error("it was printed in the transaction that issued it")
		}
		w.nextMorning()
		w.post.err = &provider.Error{Provider: "smtp", Call: "send", Outcome: provider.Unknown}
		w.run()
		w.post.err = nil
		w.clock.Advance(time.Hour)
		w.run()
		if len(w.post.sent) != 2 {
			t.Fatalf("%d mails were tried, want one twice", len(w.post.sent))
		}
		one, two := w.post.sent[0], w.post.sent[1]
		want := []provider.File{{Name: "KA-26-27-0000001.pdf", PDF: fmt.Appendf(nil, "42 of %d in hi", w.customer)}}
		if diff := cmp.Diff(want, one.Attached); diff != "" {
			t.Errorf("attached (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(one, two); diff != "" || one.ID == "" {
			t.Errorf("the second try is not the first again (-first +second):\n%s", diff)
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
		files, err := w.notices.Attached(t.Context(), w.customer, rows[0].ID)
		if diff := cmp.Diff(want, files); diff != "" || err != nil {
			t.Errorf("opened later (-want +got): %v\n%s", err, diff)
		}
		if files, err := w.notices.Attached(t.Context(), w.customer, 1); files != nil || err != nil {
			t.Errorf("a message that is not there has %+v (%v), want no document", files, err)
		}
		// Mails to a customer without a dashboard do not link to one.
		w.send(notify.PaymentReminder{Open: issued.Total, Day: issued.Due}, "reminder/1")
		if last := w.post.sent[len(w.post.sent)-1]; len(w.post.sent) != 3 || strings.Contains(last.Body, "/dashboard/") {
			t.Errorf("%d mails, the last %q; want 3, and no way to a dashboard", len(w.post.sent), last.Body)
		}
	})
}

// addBusiness makes the fixture's customer a new one without a dashboard, who reads a language.
func (w *fixture) addBusiness(language string) {
	node++
	w.customer, w.email = int64(node), fmt.Sprintf("accounts%d@example.in", node)
	w.write(func(tx *store.Tx) error {
		ctx := context.Background()
		err := tx.AccountCustomerAdd(ctx, db.AccountCustomerAddParams{
			ID: w.customer, FullName: "Farid Merchant", Mobile: fmt.Sprintf("80000%05d", node), Email: w.email, IsB2b: true,
		})
		if err == nil {
			_, err = tx.AccountLanguageChoose(ctx, language, w.customer)
		}
		return err
	})
}

// nextMorning is the hour at which mails with documents leave.
func (w *fixture) nextMorning() {
	w.clock.Set(calendar.Today(w.clock).AddDays(1).At(notify.DayFrom, 0))
}

// issue sends documents of one kind with these ids, each of so many bytes.
func (w *fixture) issue(kind notify.DocumentKind, size int, ids ...int64) {
	w.notices.PrintBy(string(kind), func(_ context.Context, _, id int64, _ string) (provider.File, error) {
		return provider.File{Name: fmt.Sprintf("%s-%d.pdf", kind, id), PDF: make([]byte, size)}, nil
	})
	w.write(func(tx *store.Tx) error {
		for _, id := range ids {
			e := notify.DocumentIssued{Kind: kind, Number: fmt.Sprintf("N%d", id), Total: 118_00}
			if kind == notify.TaxInvoice {
				e.Due, e.Bill = calendar.MustParse("2026-12-10"), notify.Bill{ID: id, Number: e.Number}
			}
			if err := w.notices.SendDocument(context.Background(), tx, w.customer, e, notify.Document{Of: string(kind), ID: id}); err != nil {
				return err
			}
		}
		return nil
	})
}

// sentFiles are the names of the files of each mail that was sent.
func (w *fixture) sentFiles() (files [][]string) {
	for _, m := range w.post.sent {
		var names []string
		for _, f := range m.Attached {
			names = append(names, f.Name)
		}
		files = append(files, names)
	}
	return files
}

// What is issued to a business customer in a day comes in one mail, at the next nine o'clock, with
// the links to pay. A try whose outcome is unclear is repeated as it was, and what was issued
// meanwhile comes on the next day.
func TestTheDocumentsOfADayAreOneMail(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := newFixture(t, s, notify.Email, notify.Push)
		w.addBusiness("en")
		w.issue(notify.TaxInvoice, 10, 1, 2)
		w.issue(notify.CreditNote, 10, 3)
		w.clock.Advance(time.Hour)
		w.issue(notify.PaymentReceipt, 10, 4)
		w.run()
		if len(w.post.sent) != 0 {
			t.Fatalf("on the day itself came %+v, want nothing", w.post.sent)
		}
		w.nextMorning()
		w.post.err = &provider.Error{Provider: "smtp", Call: "send", Outcome: provider.Unknown}
		w.run()
		w.issue(notify.CreditNote, 10, 5)
		w.post.err = nil
		w.clock.Advance(time.Hour)
		w.run()
		w.nextMorning()
		w.run()
		all := []string{"tax_invoice-1.pdf", "tax_invoice-2.pdf", "credit_note-3.pdf", "payment_receipt-4.pdf"}
		if diff := cmp.Diff([][]string{all, all, {"credit_note-5.pdf"}}, w.sentFiles()); diff != "" {
			t.Fatalf("files of the mails (-want +got):\n%s", diff)
		}
		one := w.post.sent[0]
		if one.ID != w.post.sent[1].ID || one.Body != w.post.sent[1].Body {
			t.Errorf("the second try is %+v, want the same as %+v", w.post.sent[1], one)
		}
		for _, want := range []string{
			"- Tax invoice N1: ₹118\n  Please pay it by 10 December 2026.\n- Tax invoice N2: ₹118", "- Credit note N3: ₹118\n- Payment receipt N4: ₹118",
			"https://app.rento.example/invoice/",
		} {
			if !strings.Contains(one.Body, want) {
				t.Errorf("the mail says\n%s\nwant %q in it", one.Body, want)
			}
		}
		if links := invoiceLink.FindAllString(one.Body, -1); len(links) != 2 {
			t.Errorf("links to pay %v, want one for each invoice", links)
		}
		if want := "Credit note N5"; w.post.sent[2].Subject != want {
			t.Errorf("the mail of one document is called %q, want %q", w.post.sent[2].Subject, want)
		}
	})
}

// A document that does not count any more when its mail would leave is not sent, wherever it stands
// among those of the day, and the others are.
func TestADocumentThatDoesNotCountIsNotSent(t *testing.T) {
	for _, void := range []int64{1, 2, 3} {
		t.Run(fmt.Sprint(void), func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := newFixture(t, s, notify.Email)
				w.addBusiness("en")
				w.issue(notify.PaymentReceipt, 10, 1, 2, 3)
				gone := fmt.Sprintf("document/%s/%d", notify.PaymentReceipt, void)
				w.notices.ReviewDocument(string(notify.PaymentReceipt), func(_ context.Context, _ *db.Queries, _ int64, fact string) (notify.Event, bool, error) {
					return nil, fact != gone, nil
				})
				w.notices.PrintBy(string(notify.PaymentReceipt), func(_ context.Context, _, id int64, _ string) (provider.File, error) {
					if id == void {
						return provider.File{}, errors.New("there is no such receipt")
					}
					return provider.File{Name: fmt.Sprint(id)}, nil
				})
				w.nextMorning()
				w.run()
				var want []string
				for _, id := range []int64{1, 2, 3} {
					if id != void {
						want = append(want, fmt.Sprint(id))
					}
				}
				if diff := cmp.Diff([][]string{want}, w.sentFiles()); diff != "" {
					t.Errorf("files of the mails (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// What is too much for one mail comes with another one of the same day.
func TestAMailHasABoundedNumberOfDocuments(t *testing.T) {
	for name, c := range map[string]struct {
		size, documents int
		want            []int
	}{
		"by number":         {10, 23, []int{20, 3}},
		"by bytes":          {3 << 20, 5, []int{2, 2, 1}},
		"a large one alone": {9 << 20, 2, []int{1, 1}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newFixture(t, testkit.Open(t), notify.Email)
			w.addBusiness("en")
			for id := range c.documents {
				w.issue(notify.CreditNote, c.size, int64(id+1))
			}
			w.nextMorning()
			w.run()
			var got []int
			for _, files := range w.sentFiles() {
				got = append(got, len(files))
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("documents of each mail (-want +got):\n%s", diff)
			}
		})
	}
}
