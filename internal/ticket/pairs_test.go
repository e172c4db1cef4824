package ticket_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// asking is what a customer can ask for about an item; takeBack undoes it, nil
// where that cannot be.
type asking func(w *world, item int64) (takeBack func() error, err error)

var askings = map[string]asking{
	"repair": func(w *world, item int64) (func() error, error) {
		return w.revocable(w.tryRaise(ticket.Ticket{CustomerID: w.customer, Type: ticket.Repair, Items: ticket.ItemsOf(item), Revocable: true}))
	},
	"relocation": func(w *world, item int64) (func() error, error) {
		to := w.Address(w.customer, company.Pune)
		return w.revocable(w.Tickets.Relocate(by(w.T.Context()), w.customer, ticket.RelocateInput{
			ItemIDs: []int64{item}, AddressID: to, Pickup: day("2026-11-20"), Drop: day("2026-11-24"),
		}))
	},
	"closure": func(w *world, item int64) (func() error, error) {
		closed, err := w.Tickets.Close(by(w.T.Context()), w.customer, ticket.CloseInput{ItemIDs: []int64{item}, Pickup: day("2026-11-24"), Reason: "Other"})
		return w.revocable(closed.Ticket, err)
	},
	"transfer": func(w *world, item int64) (func() error, error) {
		return w.revocable(w.transfer(w.Customer(), item))
	},
	"accepted transfer": func(w *world, item int64) (func() error, error) {
		receiver := w.Customer()
		made, err := w.transfer(receiver, item)
		if err != nil {
			return nil, err
		}
		_, err = w.Tickets.Accept(w.T.Context(), receiver, made.Number, w.Address(receiver, company.Bengaluru))
		// It is the receiver's to leave now.
		return func() error { return w.Tickets.Decline(w.T.Context(), receiver, made.Number) }, err
	},
	"extension": func(w *world, item int64) (func() error, error) {
		list, err := w.Subscriptions.Extensions(w.T.Context(), w.Store.Queries(), w.customer, []int64{item})
		if err != nil {
			return nil, err
		}
		offer := list[0].Offers[0]
		return nil, w.Tickets.Extend(w.T.Context(), w.customer, []subscription.Extension{{ItemID: item, Months: offer.Months, Rent: offer.Rent}})
	},
}

func (w *world) revocable(made ticket.Ticket, err error) (func() error, error) {
	return func() error { return w.Tickets.Revoke(by(w.T.Context()), w.customer, []string{made.Number}, "") }, err
}

// trace is what a request leaves behind.
type trace struct {
	Tickets  int64
	Mails    int
	Balances ledger.Balances
	Item     subscription.Item
}

func (w *world) trace(item int64) trace {
	w.T.Helper()
	list, err := ticket.Of(w.T.Context(), w.Store.Queries(), w.customer, nil, subscription.Page{Size: 1})
	must(w.T, err)
	items, err := w.Subscriptions.Own(w.T.Context(), w.Store.Queries(), w.customer, []int64{item})
	must(w.T, err)
	return trace{Tickets: list.Total, Mails: len(w.Mails(w.customer)), Balances: w.Balances(w.customer), Item: items[0]}
}

// pairsOnAnItem are the cells of the table of docs/pairs.md.
func pairsOnAnItem(t *testing.T) (pairs [][3]string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/pairs.md")
	must(t, err)
	var seconds []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		switch {
		case cells[0] == `first \ second`:
			seconds = cells[1:]
		case askings[cells[0]] != nil && len(cells) == len(seconds)+1:
			for i, second := range seconds {
				pairs = append(pairs, [3]string{cells[0], second, cells[i+1]})
			}
		}
	}
	if len(seconds) != len(askings)-1 || len(pairs) != len(askings)*len(seconds) {
		t.Fatalf("%d pairs of %d things a customer can ask for", len(pairs), len(askings))
	}
	return pairs
}

// Whatever meets on one item is refused without a trace, or both hold; and what
// was taken back has never been.
func TestTwoRequestsOnOneItem(t *testing.T) {
	pairs := pairsOnAnItem(t)
	for _, engine := range []string{"sqlite", "postgres"} {
		alone := make(map[string]money.Paise)
		for name, ask := range askings {
			w := newWorld(t, testkit.OpenOn(t, engine))
			w.payAll()
			_, err := ask(w, w.sofa)
			must(t, err)
			alone[name] = w.due()
		}
		for _, pair := range pairs {
			// The rules are the same code on both; a database is dear on one.
			if engine == "postgres" && pair[0] != pair[1] {
				continue
			}
			t.Run(fmt.Sprintf("%s, %s, then %s", engine, pair[0], pair[1]), func(t *testing.T) {
				w := newWorld(t, testkit.OpenOn(t, engine))
				w.payAll()
				first, second := askings[pair[0]], askings[pair[1]]
				takeBack, err := first(w, w.sofa)
				must(t, err)
				before := w.trace(w.sofa)
				_, err = second(w, w.sofa)
				if pair[2] == "both" {
					must(t, err)
					w.booksAreRight()
					return
				}
				if f := fault.Of(err); f == nil || f.Code != pair[2] || f.Status != 409 {
					t.Fatalf("refused by %v, want %s", err, pair[2])
				}
				if diff := cmp.Diff(before, w.trace(w.sofa), cmpopts.EquateComparable(calendar.Date{})); diff != "" {
					t.Errorf("what was refused left (-before +after):\n%s", diff)
				}
				must(t, takeBack())
				undo, err := second(w, w.sofa)
				must(t, err)
				if got, want := w.due(), alone[pair[1]]; got != want {
					t.Errorf("after the first was taken back %v are due, alone %v", got, want)
				}
				if undo != nil {
					must(t, undo())
				}
				w.booksAreRight()
			})
		}
	}
}

// due is what the customer owes less what they have in the wallet.
func (w *world) due() money.Paise {
	w.T.Helper()
	b := w.Balances(w.customer)
	return b.Dues() - b.WalletCredit()
}

// booksAreRight bills the next months and compares the books.
func (w *world) booksAreRight() {
	w.T.Helper()
	w.until("2027-01-02")
	w.Bill()
	findings, err := ledger.Check(w.T.Context(), w.Store.Queries())
	must(w.T, err)
	if len(findings) > 0 {
		w.T.Errorf("the books are wrong: %s", ledger.Text(findings))
	}
	must(w.T, billing.Check(w.T.Context(), w.Store.Queries()))
	open := w.Open(w.customer)
	if got := w.Balances(w.customer).InvoicesDue(); got != open.Rent {
		w.T.Errorf("the documents have %v open, the journal says %v", open.Rent, got)
	}
}
