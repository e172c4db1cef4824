package simulate

import (
	"context"
	"fmt"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/sandbox/emulator"
	paying "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
)

// chooseRefund has a tenant say where refunds go: to the wallet, to a bank
// account or to a UPI id, sometimes a new one.
func (w *world) chooseRefund(t *tenant) {
	who := account.Session{CustomerID: t.id, Actor: audit.Customer()}
	number := 1 + w.chance.IntN(3)
	to := []settlement.Preference{settlement.ToWallet, settlement.ToBank, settlement.ToUPI}[w.chance.IntN(3)]
	w.insist(fmt.Sprint(t.id, " refunds to ", to), func(n *node) error {
		ctx := audit.WithActor(context.WithoutCancel(w.ctx), who.Actor)
		err := saveRefundDetails(ctx, n, who, to, number)
		if f := fault.Of(err); f != nil && f.Code == "payee.refused" { // the bank said so before: others are typed
			err = saveRefundDetails(ctx, n, who, to, number%3+1)
		}
		if err == nil {
			err = n.settlements.SetPreference(ctx, who, to)
		}
		if isFault(err) {
			w.facts.broken("refund details were refused: %v", err)
			return nil
		}
		return err
	}, nil)
}

func saveRefundDetails(ctx context.Context, n *node, who account.Session, to settlement.Preference, number int) error {
	switch to {
	case settlement.ToBank:
		return n.settlements.SaveBank(ctx, who, settlement.BankDetails{
			NameInBank: "Town Tenant", AccountNumber: fmt.Sprintf("%08d%04d", who.CustomerID%100_000_000, number), IFSC: "HDFC0000001", BankName: "HDFC Bank",
		})
	case settlement.ToUPI:
		return n.settlements.SaveUPI(ctx, who, fmt.Sprintf("tenant%d.%d@upi", who.CustomerID, number))
	case settlement.ToWallet:
	}
	return nil
}

// payOutWallet has a tenant ask for own money of the wallet, all of it or a
// part, by a way that was saved before or not.
func (w *world) payOutWallet(t *tenant) {
	who := account.Session{CustomerID: t.id, Actor: audit.Customer()}
	want := settlement.WalletPayout{All: true, To: []settlement.Preference{settlement.ToBank, settlement.ToUPI}[w.chance.IntN(2)]}
	if happens(w.chance, 0.3) {
		want.All, want.Amount = false, settlement.MinWalletPayout+money.Paise(w.chance.Int64N(100_000))
	}
	var id int64
	w.demand(t, "pay the wallet out", func(ctx context.Context, n *node) (err error) {
		id, err = n.settlements.PayOutWallet(audit.WithActor(ctx, who.Actor), who, want)
		return err
	}, func(calendar.Date) { w.facts.walletPayouts[id] = want.Amount })
}

// planPayouts decides what banks say to the next validation, and how the next
// payout ends.
func (w *world) planPayouts() {
	planned := map[string]bool{}
	for _, a := range w.payoutBase.Answers.Planned() {
		planned[a.Call] = true
	}
	if !planned["validation"] {
		w.payoutBase.Answers.Add(emulator.Answer{Call: "validation", Outcome: w.drawn([]string{
			paying.ValidationSimilar, paying.ValidationInvalid, paying.ValidationMismatch, paying.ValidationFailure,
		}, paying.ValidationActive)})
	}
	if !planned["payout"] {
		answer := emulator.Answer{Call: "payout", Outcome: w.drawn([]string{paying.PayoutFailed, paying.PayoutReversed, paying.PayoutQueued}, paying.PayoutProcessed)}
		if answer.Outcome != paying.PayoutProcessed || happens(w.luck, w.odds.sluggish) {
			answer.Seconds = 60 + w.luck.IntN(24*3600)
		}
		w.payoutBase.Answers.Add(answer)
	}
}

// drawn is one of the mishaps, or what goes well.
func (w *world) drawn(mishaps []string, well string) string {
	if happens(w.luck, w.odds.refused) {
		return mishaps[w.luck.IntN(len(mishaps))]
	}
	return well
}
