package settlement_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	emulated "rento/internal/sandbox/razorpayx"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// credited puts money of a kind into the wallet.
func (d *testCompany) credited(kind ledger.Account, amount money.Paise) {
	d.T.Helper()
	if amount == 0 {
		return
	}
	d.Write(d.who.CustomerID, func(tx *store.Tx) error {
		_, _, err := d.Ledger.Post(d.T.Context(), tx, ledger.Entry{
			CustomerID: d.who.CustomerID, SourceType: "test", SourceID: string(kind), At: calendar.Stamp(d.Clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, amount), ledger.Credit(kind, amount)},
		})
		return err
	})
}

// left is how much has left the provider for the customer.
func (d *testCompany) left() (sum money.Paise) {
	for _, p := range d.payouts() {
		if p["status"] == "processed" {
			sum += money.Paise(p["amount"].(float64))
		}
	}
	return sum
}

func wantFault(t *testing.T, err error, status int, code string) {
	t.Helper()
	f := fault.Of(err)
	if f == nil {
		t.Fatalf("%v, want the fault %d %s", err, status, code)
	}
	if f.Status != status || f.Code != code {
		t.Errorf("fault %d %s, want %d %s", f.Status, f.Code, status, code)
	}
}

// A refund that went to the wallet by choice is paid to the bank after all: once, with an entry
// in the audit log and a message to the customer (docs/rules.md R8).
func TestARefundChosenAsWalletIsPaidOut(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.inspected()
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		ctx := audit.WithActor(idempotency.WithKey(t.Context(), "payout-of-the-wallet"), d.who.Actor)
		first, err := d.service.PayOutWallet(ctx, d.who, settlement.WalletPayout{All: true, To: settlement.ToBank})
		if err != nil {
			t.Fatal(err)
		}
		again, err := d.service.PayOutWallet(ctx, d.who, settlement.WalletPayout{All: true, To: settlement.ToBank})
		if err != nil || again != first {
			t.Errorf("asked again with the same key: %d, %v, want %d", again, err, first)
		}
		company.WantMoney(t, "before the payout", d.Balances(d.who.CustomerID), company.Money{RefundOwed: money.Rupees(3000)})
		d.pass(26 * time.Hour)
		page, err := d.service.Statements(t.Context(), d.who.CustomerID, paging.Page{Number: 1, Size: 100})
		got := page.Statements
		if err != nil || len(got) != 2 {
			t.Fatalf("%d settlements, %v, want 2", len(got), err)
		}
		type payoutFacts struct {
			ID     int64
			State  settlement.State
			Refund money.Paise
			Lines  []settlement.Line
		}
		one, all := got[0], money.Rupees(3000)
		want := payoutFacts{first, settlement.Paid, all, []settlement.Line{{Kind: settlement.LineWallet, Amount: all}}}
		if diff := cmp.Diff(want, payoutFacts{one.ID, one.State, one.Refund, one.Lines}); diff != "" {
			t.Errorf("the payout, with alerts %q (-want +got):\n%s", d.alerts(), diff)
		}
		if one.Reference == "" {
			t.Error("the payout has no reference of the bank")
		}
		if d.left() != all {
			t.Errorf("%v left us, want %v", d.left(), all)
		}
		company.WantMoney(t, "after the payout", d.Balances(d.who.CustomerID), company.Money{})
		if n := d.audited("wallet_payout_requested"); n != 1 {
			t.Errorf("audited %d times, want 1", n)
		}
		if d.said("you asked us to pay out") == 0 {
			t.Error("the customer was not told of the request")
		}
	})
}

func (d *testCompany) audited(action string) (n int) {
	for _, a := range d.audits() {
		if a.Action == action {
			n++
		}
	}
	return n
}

// Own money is paid out even without items, all of it or a part, but promotional credit never.
// Dues are paid first, and promotional credit pays them first.
func TestOnlyOwnMoneyIsPaidOut(t *testing.T) {
	for _, c := range []struct {
		name          string
		own, gift     money.Paise
		due, want     money.Paise
		paid          money.Paise
		code          string
		ownAt, giftAt money.Paise
	}{
		{name: "all own money", own: 50000, gift: 20000, paid: 50000, giftAt: 20000},
		{name: "a part", own: 50000, gift: 20000, want: 12345, paid: 12345, ownAt: 37655, giftAt: 20000},
		{name: "gifts alone", gift: 20000, code: "wallet.nothing_to_pay_out", giftAt: 20000},
		{name: "a part of gifts alone", gift: 20000, want: 10000, code: "wallet.nothing_to_pay_out", giftAt: 20000},
		{name: "a part of nothing", want: 10000, code: "wallet.nothing_to_pay_out"},
		{name: "more than own money", own: 50000, gift: 20000, want: 50001, code: "wallet.payout_too_large", ownAt: 50000, giftAt: 20000},
		{name: "less than a rupee", own: 50000, want: 99, code: "wallet.payout_too_small", ownAt: 50000},
		{name: "below zero", own: 50000, want: -100, code: "wallet.payout_too_small", ownAt: 50000},
		{name: "less than a rupee there", own: 99, code: "wallet.payout_too_small", ownAt: 99},
		{name: "more than the less than a rupee there", own: 99, want: 100, code: "wallet.payout_too_small", ownAt: 99},
		{name: "dues take the gift first", own: 50000, gift: 20000, due: 23600, paid: 46400},
		{name: "dues take all of it", own: 50000, due: 59000, code: "wallet.nothing_to_pay_out", ownAt: 50000},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				d.credited(ledger.Wallet, c.own)
				d.credited(ledger.PromotionalCredit, c.gift)
				d.owing(c.due)
				if err := d.service.SaveUPI(t.Context(), d.who, "chitra@okbank"); err != nil {
					t.Fatal(err)
				}
				if c.want == 0 {
					quoted := d.Balances(d.who.CustomerID).OwnMoneyAfterDues()
					if quoted < settlement.MinWalletPayout {
						quoted = 0 // so little is not paid out
					}
					if quoted != c.paid {
						t.Errorf("quoted %v, want %v", quoted, c.paid)
					}
				}
				_, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: c.want == 0, Amount: c.want, To: settlement.ToUPI})
				if c.code != "" {
					wantFault(t, err, 422, c.code)
				} else if err != nil {
					t.Fatal(err)
				} else {
					d.pass(26 * time.Hour)
				}
				if d.left() != c.paid {
					t.Errorf("%v left us, want %v", d.left(), c.paid)
				}
				want := company.Money{OwnMoney: c.ownAt, Promotional: c.giftAt}
				if c.code != "" {
					want.InvoicesDue = c.due
				}
				company.WantMoney(t, "in the end", d.Balances(d.who.CustomerID), want)
				told := d.said("First, "+c.due.String()+" of your Rentomoney paid what was due.") > 0
				if want := c.due > 0 && c.code == ""; told != want {
					t.Errorf("told what the wallet paid first: %t, want %t", told, want)
				}
			})
		})
	}
}

// owing makes the customer owe an amount in paise, GST included, for an item.
func (d *testCompany) owing(amount money.Paise) {
	d.T.Helper()
	if amount == 0 {
		return
	}
	order := d.Rent(d.who.CustomerID, company.Bengaluru, "2026-10-01", company.Sofa)
	d.chargeItem(order.Items[0].ID, amount)
}

// Own money that was spent is not paid out. Of several requests at the same time, one wins.
func TestWalletMoneyIsPaidOutOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.credited(ledger.Wallet, 50000)
		all := settlement.WalletPayout{All: true, To: settlement.ToBank}
		_, err := d.service.PayOutWallet(t.Context(), d.who, all)
		wantFault(t, err, 422, "refund.bank_details_missing")
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		_, err = d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: true, To: settlement.ToWallet})
		wantFault(t, err, 422, "refund.preference_invalid")
		var failed [4]error
		var group sync.WaitGroup
		for n := range failed {
			group.Go(func() { _, failed[n] = d.service.PayOutWallet(t.Context(), d.who, all) })
		}
		group.Wait()
		won := 0
		for _, err := range failed {
			if err == nil {
				won++
			} else {
				wantFault(t, err, 422, "wallet.nothing_to_pay_out")
			}
		}
		d.pass(26 * time.Hour)
		if won != 1 || d.left() != 50000 {
			t.Errorf("%d won, %v left us: %v, want 1 and 50000", won, d.left(), errors.Join(failed[:]...))
		}
		company.WantMoney(t, "in the end", d.Balances(d.who.CustomerID), company.Money{})
	})
}

// A repeated request for the same amount without a key returns the payout that is under way. With
// another key, or later, it is another payout.
func TestAPartOfTheWalletIsPaidOutOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.credited(ledger.Wallet, 50000)
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		part := settlement.WalletPayout{To: settlement.ToBank, Amount: 10000}
		payOut := func(ctx context.Context) int64 {
			id, err := d.service.PayOutWallet(ctx, d.who, part)
			if err != nil {
				t.Error(err)
			}
			return id
		}
		first := payOut(t.Context())
		if again := payOut(t.Context()); again != first || d.Balances(d.who.CustomerID).OwnMoney() != 40000 {
			t.Errorf("%d and %d, %v left, want %v and 40000", first, again, d.Balances(d.who.CustomerID).OwnMoney(), first)
		}
		if another := payOut(idempotency.WithKey(t.Context(), "meant")); another == first {
			t.Error("another key got the same payout")
		}
		d.pass(time.Hour)
		if later := payOut(t.Context()); later == first || d.Balances(d.who.CustomerID).OwnMoney() != 20000 {
			t.Errorf("an hour later: %d, %v left, want 20000", later, d.Balances(d.who.CustomerID).OwnMoney())
		}
		for number, want := range map[int]int{1: 2, 2: 1, 3: 0} {
			page, err := d.service.Statements(t.Context(), d.who.CustomerID, paging.Page{Number: number, Size: 2})
			if err != nil {
				t.Fatal(err)
			}
			list := page.Statements
			if len(list) != want || page.Total != 3 {
				t.Fatalf("page %d of the settlements: %d of %d, want %d of 3", number, len(list), page.Total, want)
			}
			if number == 2 && list[0].ID != first {
				t.Errorf("page 2 of the settlements: payout %d, want the first, %d", list[0].ID, first)
			}
		}
	})
}

// A payout of wallet money pays what became due while its details cooled. If the bank sends it
// back, the customer can choose the wallet again.
func TestAWalletPayoutThatComesBack(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.credited(ledger.Wallet, 50000)
		d.decide("payout", emulated.PayoutReversed)
		if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
			t.Fatal(err)
		}
		if _, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: true, To: settlement.ToBank}); err != nil {
			t.Fatal(err)
		}
		d.owing(11800)
		d.pass(30 * time.Hour)
		got := d.statement()
		want := refundFacts{State: settlement.Ready, Refund: 382_00, Held: true, Payouts: 1, Alerts: "payout_reversed"}
		d.wantRefund("it came back", want)
		if len(got.Lines) != 2 {
			t.Fatalf("lines %+v, want 2", got.Lines)
		}
		line, end := got.Lines[1].Describe(got.Origin), ", due before it was paid out"
		if !strings.HasSuffix(line, end) {
			t.Fatalf("the second line is %q, want it to end with %q", line, end)
		}
		if err := d.service.SetPreference(t.Context(), d.who, settlement.ToWallet); err != nil {
			t.Fatal(err)
		}
		d.work()
		want.State, want.Held = settlement.Paid, false
		d.wantRefund("in the wallet again", want)
		company.WantMoney(t, "in the wallet again", d.Balances(d.who.CustomerID), company.Money{OwnMoney: 382_00})
	})
}

// Wallet money on its way out that paid a charge instead stays own money: when the charge is
// credited, it goes back to the wallet (docs/rules.md R7).
func TestNettedWalletMoneyStaysOwnMoney(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.credited(ledger.Wallet, money.Rupees(3000))
		item := d.Rent(d.who.CustomerID, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		if err := d.service.SaveUPI(t.Context(), d.who, "chitra@okbank"); err != nil {
			t.Fatal(err)
		}
		if _, err := d.service.PayOutWallet(t.Context(), d.who, settlement.WalletPayout{All: true, To: settlement.ToUPI}); err != nil {
			t.Fatal(err)
		}
		d.chargeItem(item, money.Rupees(1180))
		d.pass(26 * time.Hour)
		if want := money.Rupees(1820); d.left() != want {
			t.Fatalf("%v left us, want %v", d.left(), want)
		}
		charge := d.Invoices(d.who.CustomerID)[0]
		d.Write(d.who.CustomerID, func(tx *store.Tx) error {
			_, err := d.Billing.CreditIn(t.Context(), tx, billing.Credit{
				CustomerID: d.who.CustomerID, InvoiceID: charge.ID, Operation: "credit/1", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Charged by mistake"},
				Lines: []billing.CreditedLine{{LineNo: 1, Amount: money.Rupees(1000)}},
			})
			return err
		})
		d.work()
		company.WantMoney(t, "after the credit note", d.Balances(d.who.CustomerID), company.Money{OwnMoney: money.Rupees(1180)})
	})
}

// The customer chooses a way in each of two tabs. The later choice counts until the money has
// left, and the money leaves once, wherever it goes.
func TestTheLastChoiceOfARefundCounts(t *testing.T) {
	whole := money.Rupees(3000)
	for name, c := range map[string]struct {
		choose     func(d *testCompany)
		bank, kept money.Paise // what went to the bank and what stayed in the wallet
		told       string
	}{
		"the bank, and then the wallet": {
			choose: func(d *testCompany) { d.toBank(); d.choose(settlement.ToWallet); d.pass(26 * time.Hour) },
			kept:   whole, told: "to Rentomoney",
		},
		"another account is saved beside the wallet": {
			choose: func(d *testCompany) { d.choose(settlement.ToWallet); d.work(); d.otherBank(); d.pass(26 * time.Hour) },
			kept:   whole, told: "to Rentomoney",
		},
		"the wallet when it is there, and then the bank": {
			choose: func(d *testCompany) { d.choose(settlement.ToWallet); d.work(); d.toBank(); d.pass(26 * time.Hour) },
			kept:   whole, told: "to Rentomoney",
		},
		"UPI, and then the bank": {
			choose: func(d *testCompany) { d.toUPI(); d.pass(time.Hour); d.toBank(); d.pass(26 * time.Hour) },
			bank:   whole, told: "to " + hers.BankName,
		},
		"the bank is chosen while UPI cools, and UPI again": {
			choose: func(d *testCompany) {
				d.toUPI()
				d.toBank()
				d.choose(settlement.ToUPI)
				d.pass(26 * time.Hour)
			},
			bank: whole, told: "@okbank",
		},
		"the wallet when the money has left": {
			choose: func(d *testCompany) {
				d.toBank()
				d.pass(26 * time.Hour)
				d.choose(settlement.ToWallet)
				d.pass(time.Hour)
			},
			bank: whole, told: "to " + hers.BankName,
		},
	} {
		t.Run(name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				d := newTestCompany(t, s)
				d.inspected()
				c.choose(d)
				payouts := int(c.bank / whole) // one or none
				d.wantRefund("in the end", refundFacts{State: settlement.Paid, Refund: whole, Payouts: payouts})
				if d.left() != c.bank {
					t.Errorf("%v left us, want %v", d.left(), c.bank)
				}
				company.WantMoney(t, "in the end", d.Balances(d.who.CustomerID), company.Money{OwnMoney: c.kept})
				if d.said("we paid your refund of "+whole.String()) == 0 || d.said(c.told) == 0 {
					t.Errorf("told %+v; want the refund of %v %s", d.messages(), whole, c.told)
				}
			})
		})
	}
}

func (d *testCompany) choose(p settlement.Preference) {
	d.T.Helper()
	if err := d.service.SetPreference(d.T.Context(), d.who, p); err != nil {
		d.T.Fatal(err)
	}
}

// toUPI saves a UPI id and chooses it.
func (d *testCompany) toUPI() {
	d.T.Helper()
	if err := d.service.SaveUPI(d.T.Context(), d.who, "chitra@okbank"); err != nil {
		d.T.Fatal(err)
	}
	d.choose(settlement.ToUPI)
}

// The customer chooses the wallet at the moment in which the refund leaves for the bank. It goes
// to one of the two.
func TestTheWalletIsChosenAsTheRefundLeaves(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.inspected()
		d.toBank()
		d.pass(23*time.Hour + 30*time.Minute)
		d.Clock.Advance(time.Hour)
		var ran, chosen error
		var both sync.WaitGroup
		both.Go(func() { _, ran = d.Queue.RunDue(t.Context()) })
		both.Go(func() { chosen = d.service.SetPreference(t.Context(), d.who, settlement.ToWallet) })
		both.Wait()
		if err := errors.Join(ran, chosen); err != nil {
			t.Fatal(err)
		}
		d.pass(26 * time.Hour)
		if got := d.statement().State; got != settlement.Paid {
			t.Errorf("state %s, want %s", got, settlement.Paid)
		}
		whole, left, b := money.Rupees(3000), d.left(), d.Balances(d.who.CustomerID)
		if left != 0 && left != whole {
			t.Errorf("%v left us, want all or nothing of %v", left, whole)
		}
		company.WantMoney(t, "in the end", b, company.Money{OwnMoney: whole - left})
	})
}
