package autodebit_test

import (
	"strings"
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
)

// become is what becomes of a debit by the day after the due day: what each mandate has debited,
// what the customer owes then, and words of the one message about it.
type become struct {
	Former, Other, Due money.Paise
	Told               string
}

// The table of docs/mandates.md: what happens to a debit of ₹1,769 that is planned for 3 November
// and due on the 10th, by what the customer or the bank does at which time.
func TestWhatBecomesOfADebit(t *testing.T) {
	const fee = 35 * money.Rupee
	const part, gift = 1000 * money.Rupee, 500 * money.Rupee
	const debited = "it was debited by FORMER"
	const tooMuch = "is more than the ₹500 that may be debited at once by FORMER, so it is not debited. Please pay it in your dashboard by 10 November 2026"
	const atBank = "The debit of ₹1,769 is with your bank already and may still be made; nothing else is debited by it."
	const byHand = "Nothing is debited by it. Therefore ₹1,769 for your invoice KA/26-27/0000001 is not debited. Please pay it in your dashboard by 10 November 2026: on 11 November 2026 a late fee of ₹35 is charged. Your rent is debited again once you choose OTHER"
	times := map[string]func(w *world){
		"before the notice": func(w *world) { w.hour("2026-11-01", 1) },
		"announced":         func(w *world) { w.hour("2026-11-02", 10) },
		"too late to move": func(w *world) { // announced again for the 9th
			for range 3 {
				w.plan("debit", emulator.Failure, "insufficient_funds")
			}
			w.hour("2026-11-08", 22)
		},
		"at the bank": func(w *world) {
			w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "debit", Outcome: emulator.Late, Seconds: 300}}})
			for at := calendar.MustParse("2026-11-03").At(6, 0); !w.isAtBank(); at = at.Add(time.Minute) {
				w.until(at)
			}
		},
	}
	for what, c := range map[string]struct {
		do   func(w *world, c int64, former, other mandate.Mandate)
		want map[string]become
	}{
		"nothing": {
			do: func(*world, int64, mandate.Mandate, mandate.Mandate) {},
			want: map[string]become{
				"before the notice": {Former: rent, Told: debited}, "announced": {Former: rent, Told: debited},
				"too late to move": {Former: rent, Told: debited}, "at the bank": {Former: rent, Told: debited},
			},
		},
		"another mandate is chosen": {
			do: func(w *world, c int64, _, other mandate.Mandate) {
				if err := w.debits.SetActive(w.T.Context(), c, w.at.name, other.ID); err != nil {
					w.T.Fatal(err)
				}
			},
			want: map[string]become{
				"before the notice": {Other: rent, Told: "on 3 November 2026, from 06:00 on, ₹1,769 will be debited by OTHER"},
				"announced":         {Other: rent, Told: "on 4 November 2026, from 06:00 on, ₹1,769 will be debited by OTHER for your  invoice KA/26-27/0000001. It takes the place of the debit by FORMER."},
				"too late to move":  {Former: rent, Told: "On 9 November 2026, ₹1,769 is still debited by FORMER. The first debit by it is for 3 December 2026"},
				"at the bank":       {Former: rent, Told: "your rent is debited by OTHER from now on, in place of FORMER"},
			},
		},
		"removed": {
			do: func(w *world, c int64, former, _ mandate.Mandate) {
				if err := w.debits.Cancel(w.T.Context(), c, w.at.name, former.ID); err != nil {
					w.T.Fatal(err)
				}
			},
			want: map[string]become{
				"before the notice": {Due: rent + fee, Told: byHand}, "announced": {Due: rent + fee, Told: byHand},
				"too late to move": {Due: rent + fee, Told: byHand}, "at the bank": {Former: rent, Told: atBank},
			},
		},
		"paused at the bank": {
			do: func(w *world, _ int64, former, _ mandate.Mandate) {
				w.atBank(former, "paused")
				w.run()
			},
			want: map[string]become{
				"before the notice": {Due: rent + fee, Told: byHand}, "announced": {Due: rent + fee, Told: byHand},
				"too late to move": {Due: rent + fee, Told: byHand}, "at the bank": {Former: rent, Told: atBank},
			},
		},
		"limit lowered below it": {
			do: func(w *world, _ int64, former, _ mandate.Mandate) {
				w.atGateway("/bank", map[string]any{"reference": former.Reference, "amount": "500.00"})
				w.run()
			},
			want: map[string]become{
				"before the notice": {Due: rent + fee, Told: tooMuch}, "announced": {Due: rent + fee, Told: tooMuch},
				"too late to move": {Due: rent + fee, Told: tooMuch}, "at the bank": {Former: rent, Told: debited},
			},
		},
		"paid by hand": {
			do: func(w *world, c int64, _, _ mandate.Mandate) { w.payByHand(c, rent) },
			want: map[string]become{
				"before the notice": {}, "announced": {}, "too late to move": {}, "at the bank": {Former: rent, Told: debited},
			},
		},
		"paid in part": {
			do: func(w *world, c int64, _, _ mandate.Mandate) { w.payByHand(c, part) },
			want: map[string]become{
				"before the notice": {Former: rent - part, Told: "on 3 November 2026, from 06:00 on, ₹769 will be debited by FORMER for your  invoice KA/26-27/0000001. Please"},
				"announced":         {Former: rent - part, Told: "on 4 November 2026, from 06:00 on, ₹769 will be debited by FORMER for your  invoice KA/26-27/0000001. It takes the place of the debit that was announced before."},
				"too late to move":  {Former: rent - part, Told: "on 11 November 2026, from 06:00 on, ₹769 will be debited by FORMER"},
				"at the bank":       {Former: rent, Told: debited},
			},
		},
		"money comes into the wallet": {
			do: func(w *world, c int64, _, _ mandate.Mandate) { w.gift(c, gift) },
			want: map[string]become{
				"before the notice": {Former: rent - gift, Told: "before auto debit, ₹500 of your Rentomoney was used for your invoice KA/26-27/0000001."},
				"announced":         {Former: rent, Told: debited}, "too late to move": {Former: rent, Told: debited}, "at the bank": {Former: rent, Told: debited},
			},
		},
		"skipped by the customer": {
			do: func(w *world, c int64, _, _ mandate.Mandate) {
				_ = w.debits.Skip(w.T.Context(), c, w.newestDebit(c).ID)
			},
			want: map[string]become{
				"before the notice": {Due: rent + fee, Told: "on 11 November 2026 a late fee of ₹35 is charged"}, "announced": {Due: rent + fee, Told: "on 11 November 2026 a late fee of ₹35 is charged"},
				"too late to move": {Due: rent + fee, Told: "on 11 November 2026 a late fee of ₹35 is charged"}, "at the bank": {Former: rent, Told: debited},
			},
		},
	} {
		for when, until := range times {
			t.Run(what+", "+when, func(t *testing.T) {
				w := newWorld(t, testkit.Open(t), byBilldesk)
				id := w.tenant()
				former, other := w.confirmed(id, provider.MandateUPI), w.confirmed(id, provider.MandateCard)
				w.bill()
				until(w)
				c.do(w, id, former, other)
				w.hour("2026-11-11", 9)
				w.chargeLateFees()
				w.hour("2026-11-11", 12)
				want := c.want[when]
				told := strings.NewReplacer("FORMER", former.Instrument(), "OTHER", other.Instrument()).Replace(want.Told)
				got := become{Former: w.takenBy(id, former), Other: w.takenBy(id, other), Due: w.Balances(id).Dues()}
				if len(holding(mailsOf(w, id), told)) == 1 {
					got.Told = want.Told
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("what became of it (-want +got):\n%s\ntold %q", diff, mailsOf(w, id))
				}
			})
		}
	}
}

func (w *world) isAtBank() bool {
	w.T.Helper()
	var n int
	err := w.raw.QueryRowContext(w.T.Context(), "SELECT COUNT(*) FROM mandate_debits WHERE state = 'submitted'").Scan(&n)
	if err != nil {
		w.T.Fatal(err)
	}
	return n > 0
}

// payByHand pays, unless the bank has the debit.
func (w *world) payByHand(c int64, amount money.Paise) {
	w.T.Helper()
	if _, err := w.payments.StartDue(w.T.Context(), c, payment.DueInput{}); !payment.IsUnderWay(err) {
		w.Pay(c, "by hand", amount)
	}
}

// takenBy is what a mandate has debited.
func (w *world) takenBy(c int64, m mandate.Mandate) (sum money.Paise) {
	w.T.Helper()
	list, err := w.Debits(c)
	if err != nil {
		w.T.Fatal(err)
	}
	for _, d := range list {
		if d.MandateID == m.ID && d.State == string(mandate.Succeeded) {
			sum += d.AmountPaise
		}
	}
	return sum
}
