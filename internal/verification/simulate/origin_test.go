package simulate

import (
	"strconv"
	"strings"

	"rento/internal/money"
)

// origin is what kinds of money an amount is made of, in the model.
type origin struct {
	gifts, deposit, own money.Paise
}

// originOf sorts the money that an entry pays with. A refund that is owed is the wallet's
// own money on its way out, or a deposit before which what is left of rent in advance pays.
func (l *model) originOf(e *entry) origin {
	o := origin{
		gifts: max(0, e.legs["promotional_credit"]), deposit: e.legs["deposit"],
		own: inTransit(e.legs) + max(0, e.legs["wallet"]) + aheadOf(e) + e.legs["company:suspense"] + e.legs["company:tds_receivable"],
	}
	refund := e.legs["refund_payable"]
	own := refund // of rent in advance, at the inspection
	if e.source == "settlement_netting" {
		own = l.ownOf(e, refund)
	}
	o.own += own
	o.deposit += refund - own
	return o
}

// ownOf is what of a refund that pays dues was not a deposit.
func (l *model) ownOf(e *entry, refund money.Paise) money.Paise {
	settlement, _, _ := strings.Cut(e.of, "/")
	id, _ := strconv.ParseInt(settlement, 10, 64)
	if _, fromWallet := l.w.facts.walletPayouts[id]; fromWallet {
		return refund
	}
	s := l.settlementOf(id)
	own := min(refund, s.ahead-s.used)
	s.used += own
	return own
}

func (o *origin) add(p origin) {
	o.gifts, o.deposit, o.own = o.gifts+p.gifts, o.deposit+p.deposit, o.own+p.own
}

// use takes gifts up first and own money last.
func (o *origin) use(amount money.Paise) (t origin) {
	for _, kind := range []struct{ left, taken *money.Paise }{{&o.gifts, &t.gifts}, {&o.deposit, &t.deposit}, {&o.own, &t.own}} {
		part := min(amount, *kind.left)
		*kind.left -= part
		*kind.taken += part
		amount -= part
	}
	return t
}

// giveBack takes out what an amount goes back to: the deposit first, then own
// money, gifts last.
func (o *origin) giveBack(amount money.Paise) (back origin) {
	back.deposit = min(amount, o.deposit)
	back.own = min(amount-back.deposit, o.own)
	back.gifts = amount - back.deposit - back.own
	o.add(origin{-back.gifts, -back.deposit, -back.own})
	return back
}

// passing is money of a credit note on its way: what is due is paid first.
type passing struct {
	note   string
	amount money.Paise
}

// givenBack expects money to have gone back to what paid it: the deposit's to
// the deposit, own money to the wallet, gifts as gifts.
func (l *model) givenBack(e *entry, back origin) error {
	if -e.legs["deposit"] != back.deposit || -e.legs["wallet"] != back.own || -e.legs["promotional_credit"] != back.gifts {
		return l.say(e, "%+v is to go back, entered is %v", back, e.legs)
	}
	l.deposit, l.wallet, l.gifts = l.deposit+back.deposit, l.wallet+back.own, l.gifts+back.gifts
	if back.own+back.gifts > 0 {
		l.due = &passing{e.of, back.own + back.gifts}
	}
	return nil
}

// passedOn expects money that a credit note gave back to pay what is due
// before anything else happens.
func (l *model) passedOn(e *entry) error {
	if l.due == nil || e.source == "credit_note" || e.source == "late_fee_waiver" {
		return nil
	}
	if strings.HasSuffix(e.source, "_taken_back") {
		return nil // a transfer that is taken back takes what it paid of late fees before anything is paid
	}
	due := min(l.due.amount, owed(l.invoices)+owed(l.fees), l.wallet+l.gifts)
	if due > 0 {
		return l.say(e, "credit note %s left %d unpaid that it could have paid", l.due.note, due)
	}
	l.due = nil
	return nil
}

func (l *model) clearFirst(e *entry) error {
	if l.due == nil || l.due.note != e.of {
		return l.say(e, "no credit note gave this back")
	}
	want := min(l.due.amount, owed(l.invoices)+owed(l.fees), l.wallet+l.gifts)
	if got := e.legs["wallet"] + e.legs["promotional_credit"]; got != want {
		return l.say(e, "%d of the credit note pay dues, %d should", got, want)
	}
	l.due = nil
	return nil
}
