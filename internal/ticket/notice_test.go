package ticket_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// told returns the subjects of the mails to a customer since the last call, oldest first, without
// ticket numbers.
func (w *fixture) told(customerID int64, since *int) []string {
	w.T.Helper()
	var subjects []string
	mails := w.Mails(customerID)
	for _, m := range mails[*since:] {
		subjects = append(subjects, withoutNumber(m.Subject))
	}
	*since = len(mails)
	return subjects
}

func withoutNumber(subject string) string {
	words := strings.Fields(subject)
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return strings.HasPrefix(word, "T") && len(word) > 8 }), " ")
}

func (w *fixture) wantTold(customerID int64, since *int, want ...string) {
	w.T.Helper()
	if diff := cmp.Diff(want, w.told(customerID, since), cmpopts.EquateEmpty()); diff != "" {
		w.T.Errorf("told (-want +got):\n%s", diff)
	}
}

// wantDepositNamed checks that the last mail to a customer names a deposit that was paid. The empty
// string means that no deposit is named.
func (w *fixture) wantDepositNamed(customerID int64, amount string) {
	w.T.Helper()
	mails := w.Mails(customerID)
	body, want := mails[len(mails)-1].Body, "You paid "+amount+" of deposit for the items"
	if amount == "" && strings.Contains(strings.ToLower(body), "deposit") || amount != "" && !strings.Contains(body, want) {
		w.T.Errorf("told %q; want a deposit of %q in it", body, amount)
	}
}

// The customer gets exactly one message about each change of a request that they wait for.
func TestCustomersAreToldOfTheirRequests(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		since := 0
		w.told(w.customer, &since)
		made := w.closure("2026-11-20", w.sofa).Ticket
		w.wantTold(w.customer, &since, "We received your request", "Your invoice of ₹2,417.39")
		w.until("2026-11-16")
		w.wantTold(w.customer, &since, "Closure: we come on 20 November 2026")
		charge, err := w.Tickets.QuoteClosure(t.Context(), w.customer, []int64{w.sofa}, day("2026-11-23"))
		must(t, err)
		_, err = w.reschedule(made.Number, ticket.Change{On: day("2026-11-23"), Charge: charge.Totals.Total})
		must(t, err)
		w.until("2026-11-21")
		// The receipt comes at once, the invoice with the next day; and there is no reminder of the day before.
		w.wantTold(w.customer, &since, "Closure: the new day is 23 November 2026", "Your invoice of ₹2,240.51")
		w.until("2026-11-22")
		w.wantTold(w.customer, &since, "Closure: we come tomorrow")
		w.until("2026-11-23")
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		if got := w.told(w.customer, &since); len(got) == 0 || got[0] != "Your request is done" {
			t.Errorf("done: told %q, want Your request is done", got)
		}
	})
}

// What was planned or offered in the evening and taken back before the morning is not told any more.
func TestWhatIsTakenBackInTheNightIsNotTold(t *testing.T) {
	for name, c := range map[string]struct {
		revoked bool
		want    []string
	}{
		"it stays":         {false, []string{"We received your request", "We received your request", "Repair: we come on 18 November 2026", "Customer 1 wants to hand rented items over to you"}},
		"it is taken back": {true, []string{"We received your request", "We received your request", "Your request was taken back", "Your request was taken back", "Customer 1 keeps the items"}},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(t *testing.T, w *fixture) {
				w.payAll()
				receiver := w.Customer()
				w.untilTime(day("2026-11-16").At(20, 30))
				repair := w.raise(ticket.Repair, w.fridge)
				offered, err := w.transfer(receiver, w.sofa)
				must(t, err)
				w.untilTime(day("2026-11-17").At(1, 0))
				if c.revoked {
					must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{repair.Number, offered.Number}, ""))
				}
				w.untilTime(day("2026-11-17").At(9, 0))
				var got []string
				for _, m := range append(w.Mails(w.customer), w.Mails(receiver)...) {
					if m.State == notify.StateKept && m.SentAt >= calendar.Stamp(day("2026-11-16").At(20, 0)) {
						got = append(got, withoutNumber(m.Subject))
					}
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("told (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// The message about a request that was taken back says where the money went.
func TestCustomersAreToldWhereTheMoneyWent(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		made := w.closure("2026-11-20", w.sofa).Ticket
		due := w.Balances(w.customer).InvoicesDue()
		w.Pay(w.customer, "charge", due-money.Rupees(100))
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{made.Number}, ""))
		mails := w.Mails(w.customer)
		want := "Its charge of " + due.String() + " was cancelled. " + (due - money.Rupees(100)).String() + " of it went to your Rentomoney."
		if !strings.Contains(mails[len(mails)-1].Body, want) {
			t.Errorf("told %q, want it to say %q", mails[len(mails)-1].Body, want)
		}
	})
}

// A relocation has two visits, and the customer is reminded on the evening before each.
func TestBothVisitsOfARelocationAreRemindedOf(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		_, err := w.relocate(w.Address(w.customer, company.Bengaluru), "2026-11-20", "2026-11-24")
		must(t, err)
		w.until("2026-11-18")
		since := 0
		w.told(w.customer, &since)
		w.until("2026-11-19")
		w.wantTold(w.customer, &since, "Relocation: we come tomorrow")
		w.until("2026-11-22")
		w.wantTold(w.customer, &since)
		w.until("2026-11-23")
		w.wantTold(w.customer, &since, "Relocation: we come tomorrow")
	})
}

// TRANSFER-07: both sides of a transfer are notified of what the other side does.
func TestBothSidesOfATransferAreTold(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		receiver := w.Customer()
		home := w.Address(receiver, company.Bengaluru)
		giver, taker := w.nameOf(w.customer), w.nameOf(receiver)
		var mine, theirs int
		w.told(w.customer, &mine)
		offer := func() ticket.Ticket {
			made, err := w.transfer(receiver, w.sofa)
			must(t, err)
			w.wantTold(w.customer, &mine, "We received your request")
			w.wantTold(receiver, &theirs, giver+" wants to hand rented items over to you")
			return made
		}
		accept := func(made ticket.Ticket) {
			must(t, second(w.Tickets.Accept(t.Context(), receiver, made.Number, home)))
			w.wantTold(w.customer, &mine, taker+" accepted your transfer")
			w.wantTold(receiver, &theirs, "You accepted the transfer from "+giver)
			mails := w.Mails(receiver)
			last := mails[len(mails)-1].Body
			for _, words := range []string{"Their rent is ₹1,499 a month", "Please pay the deposit of ", "until then you pay no rent"} {
				if !strings.Contains(last, words) {
					t.Errorf("the receiver was told %q, want %q in it", last, words)
				}
			}
		}
		must(t, w.Tickets.Decline(t.Context(), receiver, offer().Number))
		w.wantTold(w.customer, &mine, taker+" does not take your items over")
		w.wantTold(receiver, &theirs, "You declined the transfer from "+giver)

		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{offer().Number}, ""))
		w.wantTold(w.customer, &mine, "Your request was taken back")
		w.wantTold(receiver, &theirs, giver+" keeps the items")
		w.wantDepositNamed(receiver, "")

		made := offer()
		accept(made)
		w.Deposit(receiver, "deposit", money.Rupees(3000))
		must(t, w.Tickets.Finish(t.Context(), w.customer, made.ID, ""))
		w.wantTold(receiver, &theirs, "The items of "+giver+" are with you now")
		first := mine
		if got := w.told(w.customer, &mine); len(got) == 0 || got[0] != "Your request is done" {
			t.Fatalf("the giver was told %q, want Your request is done", got)
		}
		if body := w.Mails(w.customer)[first].Body; !strings.Contains(body, "paid from your refund for the items first") {
			t.Errorf("the giver was told %q; want what becomes of the deposit", body)
		}
	})
}

func (w *fixture) nameOf(customerID int64) string {
	w.T.Helper()
	row, err := w.Store.Queries().AccountCustomer(w.T.Context(), customerID)
	must(w.T, err)
	return row.FullName
}

// A closure is taken back when it is too late to take its GST back. The message names the whole
// charge, the part that was cancelled, the tax that stays, and why it stays (docs/rules.md R7).
func TestTakenBackTooLateForTheTax(t *testing.T) {
	onEachEngine(t, func(t *testing.T, w *fixture) {
		w.payAll()
		made := w.closure("2026-11-20", w.sofa)
		totals := made.Quote.Totals
		w.Go("2027-12-01")
		must(t, w.Tickets.Revoke(by(t.Context()), w.customer, []string{made.Ticket.Number}, ""))
		if due := w.Balances(w.customer).InvoicesDue(); due != totals.Tax() || due == 0 {
			t.Fatalf("due are %v, want the GST of %+v", due, totals)
		}
		mails := w.Mails(w.customer)
		want := fmt.Sprintf("Of its charge of %s, %s was cancelled. The GST of %s on it stays", totals.Total, totals.Taxable, totals.Tax())
		if last := mails[len(mails)-1]; !strings.Contains(last.Body, want) {
			t.Errorf("%s: want %q", last.Body, want)
		}
	})
}
