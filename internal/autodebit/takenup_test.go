package autodebit_test

import (
	"fmt"
	"net"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/calendar"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// errRefused is the error of a call that surely had no effect.
var errRefused = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}

// newestDebit returns the customer's newest debit.
func (w *world) newestDebit(c int64) mandate.Debit {
	w.T.Helper()
	d, _, some, err := mandate.LatestDebit(w.T.Context(), w.Store.Queries(), c)
	if err != nil || !some {
		w.T.Fatalf("debit %+v, %v; want one", d, err)
	}
	return d
}

// holding returns the texts that contain the words.
func holding(list []string, words string) (found []string) {
	for _, s := range list {
		if strings.Contains(s, words) {
			found = append(found, s)
		}
	}
	return found
}

// In the evening, a notice waits for the next morning. A debit planned in the evening takes that
// into account, so it is made on the day for which it was planned.
func TestADebitThatIsPlannedInTheEvening(t *testing.T) {
	for hour, on := range map[int]string{18: "2026-11-04", 19: "2026-11-05", 23: "2026-11-05"} {
		t.Run(fmt.Sprint(hour), func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				c := w.tenant()
				w.confirmed(c, provider.MandateUPI)
				second := w.confirmed(c, provider.MandateEMandate)
				w.bill()
				w.hour("2026-11-02", hour)
				if err := w.debits.SetActive(w.T.Context(), c, w.at.name, second.ID); err != nil {
					w.T.Fatal(err)
				}
				if planned := w.newestDebit(c).On.String(); planned != on {
					t.Errorf("planned for %s, want %s", planned, on)
				}
				w.hour("2026-11-06", 9)
				w.wantDebit(w.newestDebit(c), debit{State: mandate.Succeeded, Amount: rent, On: on, Tries: 1})
			})
		})
	}
}

// The customer chooses another mandate, or pauses the mandate and resumes it. The invoice whose
// debit was announced before is debited all the same: it is announced again, at least a day
// ahead, and taken once.
func TestADebitUnderAnotherMandate(t *testing.T) {
	for name, change := range map[string]func(w *world, c int64, first, second mandate.Mandate){
		"another one": func(w *world, c int64, _, second mandate.Mandate) {
			if err := w.debits.SetActive(w.T.Context(), c, w.at.name, second.ID); err != nil {
				w.T.Fatal(err)
			}
		},
		"paused and resumed": func(w *world, _ int64, first, _ mandate.Mandate) {
			w.atBank(first, "paused")
			w.run()
			w.atBank(first, "active")
			w.run()
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				c := w.tenant()
				first := w.confirmed(c, provider.MandateUPI)
				second := w.confirmed(c, provider.MandateEMandate)
				w.bill()
				w.hour("2026-11-02", 9)
				change(w, c, first, second)
				w.hour("2026-11-03", 22)
				w.wantDebit(w.newestDebit(c), debit{State: mandate.Notified, Amount: rent, On: "2026-11-04"})
				w.wantMoney(c, rent, 0)
				w.hour("2026-11-11", 9)
				w.wantDebit(w.newestDebit(c), debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-04", Tries: 1})
				w.wantMoney(c, 0, rent) // no late fee
				if told := holding(w.told(c), "will be debited"); !slices.Equal(told, []string{"₹1,769 will be debited on 3 November 2026", "₹1,769 will be debited on 4 November 2026"}) {
					t.Errorf("told %q, want both notices", told)
				}
				instead := 0
				for _, mail := range w.Mails(c) {
					instead += strings.Count(mail.Body, "It takes the place of the debit by "+first.Instrument()+".")
				}
				if want := map[bool]int{true: 1}[name == "another one"]; instead != want {
					t.Errorf("told %d times that one debit takes the place of another, want %d", instead, want)
				}
			})
		})
	}
}

// When a mandate is resumed and a debit's month has no day left, the customer is told at once how
// to pay.
func TestADebitThatCannotBeTakenUp(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	c := w.tenant()
	m := w.confirmed(c, provider.MandateUPI)
	w.bill()
	w.hour("2026-11-02", 9)
	w.atBank(m, "paused")
	w.hour("2026-11-29", 9)
	w.atBank(m, "active")
	w.hour("2026-11-30", 9)
	if told := holding(mailsOf(w, c), "It came too late for ₹1,769 of this month"); len(told) != 1 || w.newestDebit(c).State != mandate.Skipped {
		t.Errorf("told %q, want once that it came too late", told)
	}
}

// A gateway refuses a debit for days, for instance because of a limit on calls. The customer gets
// three notices and then one message that says to pay, early enough. There is an alert, and no
// late fee.
func TestADebitThatIsRefusedForDays(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		w.confirmed(c, provider.MandateUPI)
		w.between = func(call string) error {
			if call == w.at.debit {
				return errRefused
			}
			return nil
		}
		w.bill()
		w.hour("2026-11-10", 9)
		if d := w.newestDebit(c); d.State != mandate.Skipped || d.SkippedFor != mandate.Lapsed {
			t.Errorf("debit %+v, want it given up", d)
		}
		w.hour("2026-12-01", 0)
		told := w.told(c)
		if notices, gone := holding(told, "will be debited"), holding(told, "will not be debited"); len(notices) != 3 || len(gone) != 1 {
			t.Errorf("told %q, want three notices and once that it is not debited", told)
		}
		if due := w.Balances(c).Dues(); due != rent {
			t.Errorf("%v due, want %v without a late fee", due, rent)
		}
		if open := testkit.OpenAlerts(t, w.Store); len(open) != 1 || open[0].Kind != "debit_lapsed" {
			t.Errorf("alerts %v, want that of the debit", open)
		}
	})
}

// R12: one debit pays both invoices of a month, and notice and receipt name the sum and each number.
// If one of them is paid by hand before its day, the rest is announced anew.
func TestOneDebitForTwoInvoices(t *testing.T) {
	const other = 825 * money.Rupee
	for name, paid := range map[string]money.Paise{"both": 0, "one is paid": rent} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				c := w.tenant()
				w.Rent(c, company.Pune, "2026-10-01", company.TV)
				m := w.confirmed(c, provider.MandateUPI)
				w.bill()
				w.hour("2026-11-01", 10)
				w.wantDebit(w.soleDebit(c), debit{State: mandate.Notified, Amount: rent + other, On: "2026-11-03"})
				words := []string{"₹2,594 will be debited by " + m.Instrument() + " for your  invoice KA/26-27/0000001, MH/26-27/0000001."}
				if paid == 0 {
					words = append(words, "it was debited by "+m.Instrument()+", by Auto Debit, for your  invoice KA/26-27/0000001, MH/26-27/0000001.")
				} else {
					w.Pay(c, "one", paid)
					words = append(words, "it was debited by "+m.Instrument()+", by Auto Debit, for your  invoice MH/26-27/0000001.",
						"₹825 will be debited by "+m.Instrument()+" for your  invoice MH/26-27/0000001. It takes the place of the debit that was announced before.")
				}
				w.hour("2026-11-04", 10)
				w.wantMoney(c, 0, rent+other-paid)
				for _, text := range words {
					if told := holding(mailsOf(w, c), text); len(told) != 1 {
						w.T.Errorf("told %q, want once %q", mailsOf(w, c), text)
					}
				}
			})
		})
	}
}

// R12: if the sum is above the limit, the oldest invoices that fit are debited. The others are to be
// paid by hand, which is told at once, and they are late like anybody's. A mandate that allows the
// sum and is set up for it debits both, if there is time.
func TestTwoInvoicesAboveTheLimit(t *testing.T) {
	for name, sumAllowed := range map[string]bool{"by hand": false, "a higher limit": true} {
		t.Run(name, func(t *testing.T) {
			onEachEngineByBilldesk(t, func(w *world) {
				c := w.tenant()
				w.Rent(c, company.Pune, "2026-10-01", company.TV)
				small := w.confirmed(c, provider.MandateUPI)
				w.atGateway("/bank", map[string]any{"reference": small.Reference, "amount": "2000.00"})
				w.run()
				w.bill()
				w.hour("2026-11-01", 10)
				text := "of at most ₹2,000, can be made by " + small.Instrument() + ", and this month it is for other invoices. ₹825 for your invoice MH/26-27/0000001 is therefore not debited. Please pay it in your dashboard by 10 November 2026"
				if told := holding(mailsOf(w, c), text); len(told) != 1 {
					w.T.Fatalf("told %q, want once %q", mailsOf(w, c), text)
				}
				if sumAllowed {
					w.confirmed(c, provider.MandateCard)
				}
				w.hour("2026-11-11", 9)
				w.chargeLateFees()
				if sumAllowed {
					w.wantMoney(c, 0, rent+825*money.Rupee)
				} else {
					w.wantMoney(c, (825+20)*money.Rupee, rent)
				}
			})
		})
	}
}

// R12: a limit that is lowered at the bank after the notice leaves the debit of the oldest invoices
// that still fit. The others are to be paid by hand, and the customer is told.
func TestALimitThatIsLoweredLeavesWhatFits(t *testing.T) {
	onEachEngineByBilldesk(t, func(w *world) {
		c := w.tenant()
		w.Rent(c, company.Pune, "2026-10-01", company.TV)
		m := w.confirmed(c, provider.MandateUPI)
		w.bill()
		w.hour("2026-11-01", 10)
		w.atGateway("/bank", map[string]any{"reference": m.Reference, "amount": "2000.00"})
		w.hour("2026-11-05", 10)
		w.wantMoney(c, 825*money.Rupee, rent)
		text := "of at most ₹2,000, can be made by " + m.Instrument() + ", and this month it is for other invoices. ₹825 for your invoice MH/26-27/0000001 is therefore not debited."
		if told := holding(mailsOf(w, c), text); len(told) != 1 {
			w.T.Errorf("told %q, want once %q", mailsOf(w, c), text)
		}
	})
}

// R12: before another mandate is chosen, the customer is told whether this month's debit moves to it,
// and on which day it is made.
func TestWhichMandateDebitsIfAnotherIsChosen(t *testing.T) {
	type told struct {
		Amount money.Paise
		On     string
		Stays  bool
	}
	for name, c := range map[string]struct {
		at   string
		hour int
		want *told
	}{
		"no debit":         {"2026-10-20", 10, nil},
		"announced":        {"2026-11-02", 10, &told{rent, "2026-11-04", false}},
		"too late to move": {"2026-11-08", 22, &told{rent, "2026-11-09", true}},
		"debited":          {"2026-11-12", 10, nil},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			id := w.tenant()
			former, other := w.confirmed(id, provider.MandateUPI), w.confirmed(id, provider.MandateCard)
			if c.want != nil && c.want.Stays {
				for range 3 {
					w.plan("debit", emulator.Failure, "insufficient_funds")
				}
			}
			if c.at > "2026-11" {
				w.bill()
			}
			w.hour(c.at, c.hour)
			to, some, err := w.debits.IfChosen(t.Context(), w.mandate(id, other.ID))
			if err != nil {
				t.Fatal(err)
			}
			var got *told
			if some {
				got = &told{to.Amount, to.On.String(), to.Stays}
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("if the other is chosen (-want +got):\n%s", diff)
			}
			if _, some, err := w.debits.IfChosen(t.Context(), w.mandate(id, former.ID)); err != nil || some {
				t.Errorf("if the active one is chosen: %v, %v; want nothing", some, err)
			}
		})
	}
}

// While the bank has a debit, answered or not, home lists it among the pending payments with the
// last day by which it is decided. A customer who removes the mandate is told that this debit may
// still be made.
func TestADebitAtTheBankIsSaid(t *testing.T) {
	for name, plan := range map[string]sandbox.Command{
		"answered late": {Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.Late, Seconds: 7200}}},
		"no answer":     {Faults: []emulator.Plan{{Call: byBilldesk.debitFault, Fault: emulator.TimeoutBefore}}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, testkit.Open(t), byBilldesk)
			c := w.tenant()
			m := w.confirmed(c, provider.MandateUPI)
			w.bill()
			w.hour("2026-11-02", 8)
			w.control(plan)
			for at := calendar.MustParse("2026-11-03").At(6, 0); w.soleDebit(c).State == mandate.Notified; at = at.Add(time.Minute) {
				w.until(at)
			}
			pending, err := payment.PendingOf(t.Context(), w.Store.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			type waiting struct {
				AutoDebit bool
				Amount    money.Paise
				Until     string
			}
			var got []waiting
			for _, p := range pending {
				got = append(got, waiting{p.AutoDebit, p.Amount, p.Until.String()})
			}
			if diff := cmp.Diff([]waiting{{true, rent, "2026-11-07"}}, got); diff != "" {
				t.Errorf("pending payments (-want +got):\n%s", diff)
			}
			if err := w.debits.Cancel(t.Context(), c, w.at.name, m.ID); err != nil {
				t.Fatal(err)
			}
			mails := w.Mails(c)
			if last := mails[len(mails)-1]; last.Subject != "Auto debit is removed" || !strings.Contains(last.Body, "The debit of ₹1,769 is with your bank already") {
				t.Errorf("told %+v, want that the debit is under way", last)
			}
		})
	}
}

// The bank declines a debit after the customer has chosen another mandate. The debit is tried
// under that one, with a notice of its own; the customer is told at once, and there is no late
// fee. If the month has no day left, or the other mandate does not allow it, the customer is told
// to pay by hand (R12, decision 0023).
func TestADebitThatFailsAfterTheChange(t *testing.T) {
	for name, limit := range map[string]money.Paise{"within the month": 0, "above the next limit": money.Rupees(1000)} {
		t.Run(name, func(t *testing.T) {
			onEachGateway(t, func(w *world) {
				p := w.tenant()
				first := w.confirmed(p, provider.MandateUPI)
				second := w.confirmed(p, provider.MandateEMandate)
				w.bill()
				w.plan("debit", emulator.Pending, "") // the bank never answers, and after ten minutes the debit counts as failed
				for minute := 0; minute < 240 && w.newestDebit(p).State != mandate.Submitted; minute++ {
					w.until(calendar.MustParse("2026-11-03").At(6, minute))
				}
				if d := w.newestDebit(p); d.State != mandate.Submitted {
					t.Fatalf("debit %+v, want the bank to have it", d)
				}
				if limit > 0 {
					_, err := testkit.Raw(t, w.Store).ExecContext(t.Context(), fmt.Sprintf("UPDATE mandates SET max_paise = %d WHERE id = %d", limit, second.ID))
					if err != nil {
						t.Fatal(err)
					}
				}
				if err := w.debits.SetActive(t.Context(), p, w.at.name, second.ID); err != nil {
					t.Fatal(err)
				}
				w.run()
				kept := "On 3 November 2026, ₹1,769 is still debited by " + first.Instrument() + "."
				if limit == 0 {
					kept += " If that fails, it may be tried by " + second.Instrument() + "."
				}
				if chosen := holding(mailsOf(w, p), "as you chose"); len(chosen) != 1 || !strings.Contains(chosen[0], kept) {
					t.Errorf("told %q, want once %q", chosen, kept)
				}
				w.hour("2026-11-11", 9)
				told := strings.Join(mailsOf(w, p), "\n")
				if limit > 0 {
					if due := w.Balances(p).InvoicesDue(); due != rent || !strings.Contains(told, "We do not try again. Please pay it in your dashboard by 10 November 2026: on 11 November 2026 a late fee of") {
						t.Errorf("%v due, told %s; want the customer told to pay, and until when", due, told)
					}
					return
				}
				d := w.newestDebit(p)
				w.wantDebit(d, debit{State: mandate.Succeeded, Amount: rent, On: "2026-11-05", Tries: 1})
				if d.MandateID != second.ID {
					t.Errorf("debited by mandate %d, want the second, %d", d.MandateID, second.ID)
				}
				w.wantMoney(p, 0, rent)
				if again := "We try again by " + second.Instrument() + " on 5 November 2026"; !strings.Contains(told, again) {
					t.Errorf("told %s, want %q", told, again)
				}
				if notices := holding(w.told(p), "will be debited on"); len(notices) != 2 {
					t.Errorf("told %q, want a notice of each debit", notices)
				}
			})
		})
	}
}

func mailsOf(w *world, c int64) (bodies []string) {
	for _, mail := range w.Mails(c) {
		bodies = append(bodies, mail.Body)
	}
	return bodies
}
