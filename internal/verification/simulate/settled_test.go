package simulate

import (
	"database/sql"
	"fmt"
	"strconv"
	"strings"

	"rento/internal/money"
)

// settled is a settlement in the model: what its deposit paid, and what the customer
// is still to get, of which deposit is its part. ahead is what is left of rent that was
// paid in advance for its items, and used what of that paid dues.
type settled struct {
	applied, refund, deposit money.Paise
	ahead, used              money.Paise
	worked                   bool
}

// settlementOf is the settlement of an id, which may have begun with rent in advance.
func (l *model) settlementOf(id int64) *settled {
	if l.settled[id] == nil {
		l.settled[id] = &settled{}
	}
	return l.settled[id]
}

// settlement works out a settlement at the moment of its inspection: what the
// deposit of the closed items releases goes to what is owed, and only what is
// left to the customer. Rent in advance that was not used pays before the deposit.
func (l *model) settlement(e *entry) (*settled, error) {
	id, err := strconv.ParseInt(e.of, 10, 64)
	if err != nil {
		return nil, l.say(e, "no number of a settlement")
	}
	s := l.settlementOf(id)
	if s.worked {
		return s, nil
	}
	deposit, err := number(l.w.judge, "SELECT deposit_paise FROM settlements WHERE customer_id = ? AND id = ?", l.customer, id)
	if err != nil {
		return nil, err
	}
	released := max(0, min(money.Paise(deposit), l.deposit-l.needed(e.at, id)))
	due := owed(l.invoices) + owed(l.fees)
	s.used = min(s.ahead, due)
	s.applied = min(released, due-s.used)
	s.deposit = released - s.applied
	s.refund, s.worked = s.deposit+s.ahead-s.used, true
	return s, nil
}

// checkApplied is I14 for what the deposit pays.
func (l *model) checkApplied(e *entry) error {
	s, err := l.settlement(e)
	if err != nil {
		return err
	}
	if s.applied+s.used == 0 || e.legs["deposit"] != s.applied || e.legs["refund_payable"] != s.used {
		return fmt.Errorf("I14: settlement %s of %d: the deposit has %d for dues, rent in advance %d, entered is %v", e.of, l.customer, s.applied, s.used, e.legs)
	}
	return nil
}

// owe is I14 for a refund that is shown: it is owed, and no deposit any more.
func (l *model) owe(e *entry) error {
	s, err := l.settlement(e)
	if err != nil {
		return err
	}
	if s.deposit == 0 || e.legs["deposit"] != s.deposit || e.legs["refund_payable"] != -s.deposit {
		return fmt.Errorf("I14: settlement %s of %d: %d of the deposit are to be refunded, entered is %v", e.of, l.customer, s.deposit, e.legs)
	}
	l.deposit -= s.deposit
	l.refunds += s.deposit
	return nil
}

// net is I14 for a refund that pays what became due since the inspection.
func (l *model) net(e *entry) error {
	of, _, _ := strings.Cut(e.of, "/")
	id, _ := strconv.ParseInt(of, 10, 64)
	s := l.settled[id]
	if s == nil || e.legs["refund_payable"] <= 0 || e.legs["refund_payable"] != min(s.refund, owed(l.invoices)+owed(l.fees)) {
		return fmt.Errorf("I14: settlement %d of %d: a refund %+v meets dues of %d, entered is %v", id, l.customer, s, owed(l.invoices)+owed(l.fees), e.legs)
	}
	s.refund -= e.legs["refund_payable"]
	return nil
}

// walletDues is I14 for what is due when the wallet is to be paid out: it is
// paid first.
func (l *model) walletDues(e *entry) error {
	want := min(l.wallet+l.gifts, owed(l.invoices)+owed(l.fees))
	if got := e.legs["wallet"] + e.legs["promotional_credit"]; want <= 0 || got != want {
		return fmt.Errorf("I14: settlement %s of %d: the wallet has %d and %d for dues of %d, entered is %v", e.of, l.customer, l.wallet, l.gifts, owed(l.invoices)+owed(l.fees), e.legs)
	}
	return nil
}

// walletPayout is I14 for a wallet that is paid out: what was asked for, of the
// customer's own money alone, and nothing is due any more.
func (l *model) walletPayout(e *entry) error {
	id, _ := strconv.ParseInt(e.of, 10, 64)
	want, asked := l.w.facts.walletPayouts[id]
	if want == 0 {
		want = l.wallet
	}
	due := owed(l.invoices) + owed(l.fees)
	if !asked || want > l.wallet || due > 0 || e.legs["wallet"] != want || e.legs["refund_payable"] != -want {
		return fmt.Errorf("I14: customer %d asked for %d of own money of %d (%v) while %d are due, paid out is %v", l.customer, want, l.wallet, asked, due, e.legs)
	}
	l.wallet -= want
	l.refunds += want
	l.settled[id] = &settled{refund: want, worked: true}
	return nil
}

// payout is an attempt to pay a settlement.
type payout struct {
	id, settlement int64
	amount         money.Paise
}

func (w *world) payoutsOf(customer int64) (list []payout, err error) {
	query := "SELECT id, settlement_id, amount_paise FROM payouts WHERE customer_id = ? ORDER BY id"
	err = each(w.judge, query, []any{customer}, func(rows *sql.Rows) error {
		var p payout
		err := rows.Scan(&p.id, &p.settlement, &p.amount)
		list = append(list, p)
		return err
	})
	return list, err
}

// payoutsBefore is I14 for the moment at which a payout begins: nothing is due
// any more, and the whole refund goes out.
func (l *model) payoutsBefore(id int64) error {
	for len(l.payouts) > 0 && l.payouts[0].id < id {
		p := l.payouts[0]
		l.payouts = l.payouts[1:]
		s, due := l.settled[p.settlement], owed(l.invoices)+owed(l.fees)
		if s == nil || p.amount != s.refund || due != 0 {
			return fmt.Errorf("I14: settlement %d of %d pays %d out while %d are due, the model has %+v", p.settlement, l.customer, p.amount, due, s)
		}
	}
	return nil
}

// checkSettlements is I14 for what a settlement shows.
func (l *model) checkSettlements() error {
	query := "SELECT id, refund_paise FROM settlements WHERE customer_id = ? AND state <> 'inspecting'"
	return each(l.w.judge, query, []any{l.customer}, func(rows *sql.Rows) error {
		var id int64
		var refund money.Paise
		if err := rows.Scan(&id, &refund); err != nil {
			return err
		}
		want := money.Paise(0)
		if s := l.settled[id]; s != nil {
			want = s.refund
		}
		if refund != want {
			return fmt.Errorf("I14: settlement %d of %d shows a refund of %d, it is %d", id, l.customer, refund, want)
		}
		return nil
	})
}
