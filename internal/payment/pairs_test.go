package payment_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/payment"
	"rento/internal/sandbox/emulator"
	emulated "rento/internal/sandbox/razorpay"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// Something else happens while a customer is at the gateway. The payment then
// pays what is due by that time, the oldest first. Money for which nothing is due stays the
// customer's.
func TestWhatHappensDuringAPayment(t *testing.T) {
	type outcome struct{ due, wallet money.Paise }
	for name, c := range map[string]struct {
		before    func(w *world, p int64) // before the payment is started
		meanwhile func(w *world, p int64)
		returned  bool // nothing is due for the payment any more
		want      func(before, after outcome, paid money.Paise) outcome
	}{
		"the next month is billed": {
			meanwhile: func(w *world, _ int64) { w.Go("2026-12-01"); w.Bill() },
			want:      func(_, after outcome, paid money.Paise) outcome { return outcome{after.due - paid, 0} },
		},
		"a late fee is raised": {
			meanwhile: func(w *world, _ int64) {
				w.Go("2026-11-12")
				w.must(w.Billing.AssessLateFees(w.T.Context()))
			},
			want: func(_, after outcome, paid money.Paise) outcome { return outcome{after.due - paid, 0} },
		},
		"a closure is asked for": {
			meanwhile: func(w *world, p int64) { w.closeSofa(p) },
			want:      func(_, after outcome, paid money.Paise) outcome { return outcome{after.due - paid, 0} },
		},
		"a closure is taken back": {
			before: func(w *world, p int64) { w.closeSofa(p) },
			meanwhile: func(w *world, p int64) {
				list, err := ticket.Of(w.T.Context(), w.Store.Queries(), p, nil, paging.Page{Size: 10})
				w.must(err)
				w.must(w.Tickets.Revoke(w.T.Context(), p, []string{list.Tickets[0].Number}, ""))
			},
			want: func(_, after outcome, paid money.Paise) outcome { return outcome{0, paid - after.due} },
		},
		"the invoice is credited": {
			returned: true,
			meanwhile: func(w *world, p int64) {
				w.Write(p, func(tx *store.Tx) error {
					invoice := w.Invoices(p)[0]
					document, err := w.Billing.Document(w.T.Context(), tx.Queries, p, invoice.ID)
					if err != nil {
						return err
					}
					credit := billing.Credit{CustomerID: p, InvoiceID: invoice.ID, Operation: "whole", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Billed by mistake"}}
					for i, line := range document.Lines {
						credit.Lines = append(credit.Lines, billing.CreditedLine{LineNo: i + 1, Amount: line.Amount})
					}
					_, err = w.Billing.CreditIn(w.T.Context(), tx, credit)
					return err
				})
			},
			want: func(outcome, outcome, money.Paise) outcome { return outcome{} },
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p := w.debtor()
				if c.before != nil {
					c.before(w, p)
				}
				stand := func() outcome { b := w.Balances(p); return outcome{b.Dues(), b.WalletCredit()} }
				before, begun := stand(), w.startDue(p)
				if begun.ByGateway() != before.due {
					t.Fatalf("asked for %v, %v is due", begun.ByGateway(), before.due)
				}
				order := w.open(p, begun).Checkout.OrderID
				c.meanwhile(w, p)
				after := stand()
				if after == before {
					t.Fatal("nothing happened meanwhile")
				}
				w.pay(order, "success")
				w.wait(time.Minute)
				want := payment.Progress{Status: payment.StatusPaid}
				if c.returned {
					want = payment.Progress{Status: payment.StatusFailed, Returned: begun.ByGateway()}
				}
				if got, err := w.payments.OrderStatus(t.Context(), p, begun.ID); err != nil || got != want {
					t.Errorf("%+v, %v, want %+v", got, err, want)
				}
				if got, want := stand(), c.want(before, after, begun.ByGateway()); got != want {
					t.Errorf("%+v, want %+v", got, want)
				}
				w.wantAlerts()
			})
		})
	}
}

func (w *world) must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// closeSofa requests an early pickup of a customer's sofa.
func (w *world) closeSofa(p int64) {
	w.T.Helper()
	items, err := w.Subscriptions.ActiveItems(w.T.Context(), w.Store.Queries(), p, paging.Page{Size: 10})
	w.must(err)
	_, err = w.Tickets.Close(w.T.Context(), p, ticket.CloseInput{ItemIDs: []int64{items.Items[0].ID}, Pickup: calendar.Today(w.Clock).AddDays(8), Reason: "Other"})
	w.must(err)
}

// settling adds the other services of the company to the queue of this node: service requests,
// and refunds of deposits, which go to the wallet here.
func (w *world) settling() *settlement.Service {
	w.T.Helper()
	w.Billing.Register(w.Queue, nil)
	w.Tickets = ticket.New(ticket.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Subscriptions: w.Subscriptions, Billing: w.Billing,
		Notify: w.Notices, Settings: ticket.DefaultSettings(),
	})
	settlements := settlement.New(settlement.Deps{
		Store: w.Store, IDs: w.IDs, Clock: w.Clock, Billing: w.Billing, Ledger: w.Ledger, Notify: w.Notices,
		Keyring: testkit.Keyring(), Alerts: alert.New(w.Store, w.IDs, w.Clock, nil), WalletName: "Rentomoney",
	})
	settlements.Register(w.Queue, nil)
	return settlements
}

// refunded returns a customer with an unpaid invoice to whom we owe the deposit of a product
// returned before. net lets the refund pay what is due and puts the rest into the wallet,
// because the customer chooses the wallet for the refund.
func (w *world) refunded(product int64, deposit money.Paise) (p int64, net func() error) {
	w.T.Helper()
	settlements := w.settling()
	p = w.Customer()
	w.Deposit(p, "first", deposit)
	back := w.Rent(p, company.Bengaluru, "2026-10-01", product)
	w.Go("2026-10-30")
	w.must(w.Subscriptions.Close(w.T.Context(), p, []int64{back.Items[0].ID}, calendar.MustParse("2026-10-30")))
	w.work()
	w.Pay(p, "first", w.Balances(p).Dues())
	list, err := settlement.List(w.T.Context(), w.Store.Queries(), p)
	if err != nil || len(list) != 1 {
		w.T.Fatalf("settlements %+v, %v; want one", list, err)
	}
	ready, err := settlements.Inspect(w.T.Context(), p, list[0].ID, nil)
	if err != nil || ready.Refund != deposit {
		w.T.Fatalf("got %+v, %v; want a refund of %v", ready, err, deposit)
	}
	w.Deposit(p, "second", money.Rupees(5000))
	w.Rent(p, company.Bengaluru, "2026-10-30", company.Sofa, company.Fridge)
	w.Go("2026-11-01")
	w.Bill()
	return p, func() error {
		who := account.Session{CustomerID: p, Actor: audit.Customer()}
		if err := settlements.SetPreference(w.T.Context(), who, settlement.ToWallet); err != nil {
			return err
		}
		_, err := w.Queue.RunDue(w.T.Context())
		return err
	}
}

// said returns how many mails to a customer contain the given words.
func (w *world) said(p int64, words string) (n int) {
	for _, m := range w.Mails(p) {
		if strings.Contains(m.Body, words) {
			n++
		}
	}
	return n
}

// A ready refund pays what is due while its customer is at the gateway for the same invoice. The
// gateway's money then pays what is left of the invoice. Any excess goes to the wallet, and the
// customer is told. If nothing is due any more, the whole payment goes back.
func TestARefundIsNettedDuringAPayment(t *testing.T) {
	for name, product := range map[string]struct {
		id      int64
		deposit money.Paise
	}{"of a part": {company.TV, money.Rupees(1600)}, "of all": {company.AC, money.Rupees(3600)}} {
		for moment, happens := range map[string]func(w *world, tr payment.Transaction, order string, net func() error){
			"before it is paid": func(w *world, _ payment.Transaction, order string, net func() error) {
				w.must(net())
				w.pay(order, emulated.OutcomeSuccess)
			},
			"while we capture it": func(w *world, tr payment.Transaction, order string, net func() error) {
				netted := false
				w.between = func(call string) error {
					if !strings.HasSuffix(call, "/capture") || netted {
						return nil
					}
					netted = true
					return net()
				}
				_, err := w.capture(tr.CustomerID, tr, w.pay(order, emulated.OutcomeAuthorized))
				w.must(err)
				if !netted {
					w.T.Error("nothing was captured")
				}
			},
			"in the same moment": func(w *world, tr payment.Transaction, order string, net func() error) {
				fields := w.pay(order, emulated.OutcomeSuccess)
				var netted, captured error
				var both sync.WaitGroup
				both.Go(func() { netted = net() })
				both.Go(func() { _, captured = w.capture(tr.CustomerID, tr, fields) })
				both.Wait()
				w.must(netted)
				w.must(captured)
			},
			"after it was paid": func(w *world, tr payment.Transaction, order string, net func() error) {
				_, err := w.capture(tr.CustomerID, tr, w.pay(order, emulated.OutcomeSuccess))
				w.must(err)
				w.must(net())
			},
		} {
			t.Run(name+", "+moment, func(t *testing.T) {
				onEachEngine(t, func(w *world) {
					p, net := w.refunded(product.id, product.deposit)
					due := w.Balances(p).Dues()
					tr := w.startDue(p)
					if tr.ByGateway() != due || due == 0 {
						t.Fatalf("asked for %v, %v is due", tr.ByGateway(), due)
					}
					happens(w, tr, w.open(p, tr).Checkout.OrderID, net)
					w.wait(3 * time.Hour)
					w.wantKept(p, tr, due, product.deposit)
				})
			})
		}
	}
}

// wantKept checks that the customer has paid due once, by the payment or by the refund, and has
// all other money of both: in the wallet, or on its way back.
func (w *world) wantKept(p int64, tr payment.Transaction, due, refund money.Paise) {
	w.T.Helper()
	progress, err := w.payments.OrderStatus(w.T.Context(), p, tr.ID)
	w.must(err)
	paid := tr.ByGateway() - progress.Returned
	w.wantStanding(p, standing{Wallet: paid + refund - due})
	w.wantInTransit(paid)
	back, netted := w.said(p, "payment of "+tr.ByGateway().String()+" reached us when nothing was due"), w.said(p, "Bills were raised since")
	if progress.Returned != 0 && progress.Returned != tr.ByGateway() {
		w.T.Errorf("%v came back of %v, want all or nothing", progress.Returned, tr.ByGateway())
	}
	if (back > 0) != (progress.Returned > 0) {
		w.T.Errorf("%v came back, told %d times; want it told if anything came back", progress.Returned, back)
	}
	if credited := w.said(p, "was more than was due and is in your Rentomoney"); (credited > 0) != (paid > 0 && netted > 0) {
		w.T.Errorf("netted %d times, %v kept, told of the wallet %d times", netted, paid, credited)
	}
	w.wantAlerts()
}

// A transfer ends while the deposit for it is being paid at the gateway. If the deposit is not
// needed any more, the payment goes back and the customer is told. A payment that came before
// the end becomes a refund. If another deposit is missing, the money pays that one first.
func TestAnOfferEndsWhileItsDepositIsPaid(t *testing.T) {
	deposit := money.Rupees(3000)
	ends := map[string]func(w *world, made ticket.Ticket){
		"given up by its receiver": func(w *world, made ticket.Ticket) {
			w.must(w.Tickets.Decline(w.T.Context(), made.ReceiverID, made.Number))
		},
		"ended by the company": func(w *world, made ticket.Ticket) {
			w.must(w.Tickets.GiveUp(audit.WithActor(w.T.Context(), audit.Staff("Meera Nair")), made.CustomerID, made.ID, "The agreement was not signed"))
		},
		"expired": func(w *world, _ ticket.Ticket) { w.wait(3 * day) },
	}
	for name, end := range ends {
		for _, paidFirst := range []bool{false, true} {
			for _, missing := range []money.Paise{0, money.Rupees(1600)} {
				if paidFirst && name == "expired" {
					continue // a transfer whose deposit is paid does not expire
				}
				t.Run(fmt.Sprintf("%s, paid first %t, %v missing besides", name, paidFirst, missing), func(t *testing.T) {
					onEachEngine(t, func(w *world) {
						settlements := w.settling()
						p, made := w.accepted()
						if name == "expired" {
							w.wait(12 * day)
						}
						if missing > 0 {
							w.Rent(p, company.Bengaluru, calendar.Today(w.Clock).String(), company.TV)
						}
						tr, err := w.payments.StartDeposit(t.Context(), p)
						if err != nil || tr.ByGateway() != deposit+missing {
							t.Fatalf("got %+v, %v; want %v asked for", tr, err, deposit+missing)
						}
						order := w.open(p, tr).Checkout.OrderID
						if paidFirst {
							w.pay(order, emulated.OutcomeSuccess)
							w.wait(time.Minute)
						}
						end(w, made)
						w.wait(time.Hour)
						if t, err := ticket.Get(w.T.Context(), w.Store.Queries(), made.CustomerID, made.ID); err != nil || t.Status != ticket.Cancelled {
							w.T.Fatalf("got %+v, %v; want it cancelled", t, err)
						}
						if !paidFirst {
							w.pay(order, emulated.OutcomeSuccess)
							w.wait(3 * time.Hour)
						}
						w.wantDeposit(settlements, p, tr, deposit, missing, paidFirst)
					})
				})
			}
		}
	}
}

// accepted returns a customer who has accepted the transfer of a sofa, and the transfer.
func (w *world) accepted() (p int64, made ticket.Ticket) {
	w.T.Helper()
	giver, p := w.Customer(), w.Customer()
	w.Deposit(giver, "first", money.Rupees(5000))
	items := w.Rent(giver, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge).Items
	row, err := w.Store.Queries().AccountCustomer(w.T.Context(), p)
	w.must(err)
	made, err = w.Tickets.Transfer(w.T.Context(), giver, ticket.TransferInput{ItemIDs: []int64{items[0].ID}, Mobile: row.Mobile})
	w.must(err)
	_, err = w.Tickets.Accept(w.T.Context(), p, made.Number, w.Address(p, company.Bengaluru))
	w.must(err)
	return p, made
}

// wantDeposit checks where the deposit for a transfer that has ended is. We hold what is missing
// of another deposit, and the customer has the rest.
func (w *world) wantDeposit(settlements *settlement.Service, p int64, tr payment.Transaction, deposit, missing money.Paise, isSettled bool) {
	w.T.Helper()
	progress, err := w.payments.OrderStatus(w.T.Context(), p, tr.ID)
	w.must(err)
	page, err := settlements.Statements(w.T.Context(), p, paging.Page{Number: 1, Size: 10})
	list := page.Statements
	w.must(err)
	var back, wallet, refund money.Paise
	switch {
	case isSettled:
		refund = deposit
		type settled struct {
			Origin settlement.Origin
			Refund money.Paise
		}
		var got []settled
		for _, s := range list {
			got = append(got, settled{s.Origin, s.Refund})
		}
		if diff := cmp.Diff([]settled{{settlement.OfOffer, deposit}}, got); diff != "" {
			w.T.Errorf("settlements (-want +got):\n%s", diff)
		}
		if w.said(p, deposit.String()+" of your deposit is yours again") == 0 {
			w.T.Errorf("mails %v; want it told that %v are refunded", w.Mails(p), deposit)
		}
	case missing > 0:
		wallet = deposit
		if w.said(p, deposit.String()+" of it was more than was due and is in your Rentomoney") != 1 {
			w.T.Errorf("mails %v; want it told that %v are in the wallet", w.Mails(p), deposit)
		}
	default:
		back = deposit
		if w.said(p, "payment of "+deposit.String()+" reached us when nothing was due") != 1 {
			w.T.Errorf("mails %v; want it told that %v go back", w.Mails(p), deposit)
		}
	}
	if held := w.Balances(p).DepositHeld(); held != missing {
		w.T.Errorf("deposit held: got %v, want %v", held, missing)
	}
	if progress.Returned != back {
		w.T.Errorf("came back: got %v, want %v", progress.Returned, back)
	}
	w.wantStanding(p, standing{Wallet: wallet, RefundOwed: refund})
	w.wantInTransit(tr.ByGateway() - back)
	w.wantAlerts()
}

// The wallet is paid out in one tab while it pays rent in another. The rent is paid once, and
// what is left goes out once.
func TestTheWalletIsPaidOutDuringAPayment(t *testing.T) {
	for name, c := range map[string]struct{ own, out money.Paise }{
		"more than is due": {money.Rupees(5000), money.Rupees(5000) - dueAmount},
		"less than is due": {money.Rupees(1000), 0},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				settlements := w.settling()
				p := w.debtor()
				who := account.Session{CustomerID: p, Actor: audit.Customer()}
				w.must(settlements.SaveUPI(t.Context(), who, "asha@okbank"))
				w.Write(p, func(tx *store.Tx) error {
					_, _, err := w.Ledger.Post(t.Context(), tx, ledger.Entry{
						CustomerID: p, SourceType: "test", SourceID: "own", At: calendar.Stamp(w.Clock.Now()),
						Legs: []ledger.Leg{ledger.Debit(ledger.Bank, c.own), ledger.Credit(ledger.Wallet, c.own)},
					})
					return err
				})
				var tr payment.Transaction
				var paid, paidOut error
				var both sync.WaitGroup
				both.Go(func() { tr, paid = w.payments.StartDue(t.Context(), p, payment.DueInput{}) })
				both.Go(func() {
					_, paidOut = settlements.PayOutWallet(t.Context(), who, settlement.WalletPayout{All: true, To: settlement.ToUPI})
				})
				both.Wait()
				if paid != nil { // the wallet had paid everything before the payout
					wantFault(t, paid, 409)
				}
				if c.out > 0 {
					w.must(paidOut)
				} else if f := fault.Of(paidOut); f == nil || f.Code != "wallet.nothing_to_pay_out" {
					t.Errorf("paid out: %v, want wallet.nothing_to_pay_out", paidOut)
				}
				if paid == nil && tr.ByGateway() > 0 {
					w.pay(w.open(p, tr).Checkout.OrderID, emulated.OutcomeSuccess)
				}
				w.wait(time.Minute)
				w.wantStanding(p, standing{RefundOwed: c.out})
				w.wantInTransit(max(0, dueAmount-c.own))
			})
		})
	}
}

// Dues, a deposit and advance rent are paid at once, each in its own tab, while something else
// happens. A payment that no longer fits is started again; nothing is paid twice. Money for a
// deposit or for advance rent pays nothing else. Months that are not on offer any more are not
// sold, and their money goes back.
func TestThreePaymentsAtOnce(t *testing.T) {
	for name, c := range map[string]struct {
		meanwhile func(w *world, p int64)
		isSold    bool // the months are still on offer
	}{
		"nothing else":             {func(*world, int64) {}, true},
		"the next month is billed": {func(w *world, _ int64) { w.Go("2026-12-01"); w.Bill() }, false},
		"a late fee is raised": {func(w *world, _ int64) {
			w.Go("2026-11-12")
			w.must(w.Billing.AssessLateFees(w.T.Context()))
		}, true},
		"a closure is asked for": {func(w *world, p int64) { w.closeSofa(p) }, false},
		"an invoice is credited": {func(w *world, p int64) { w.creditRent(p, money.Rupees(100)) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				p := w.debtor()
				w.Rent(p, company.Bengaluru, "2026-11-01", company.TV)
				begin := func() (due, deposit, ahead payment.Transaction) {
					deposit, err := w.payments.StartDeposit(t.Context(), p)
					w.must(err)
					return w.startDue(p), deposit, w.ahead(p, 3)
				}
				due, deposit, ahead := begin()
				d, e, a := begin()
				if diff := cmp.Diff([]int64{due.ID, deposit.ID, ahead.ID}, []int64{d.ID, e.ID, a.ID}); diff != "" {
					t.Errorf("transactions begun again (-want +got):\n%s", diff)
				}
				var orders []string
				for _, tr := range []payment.Transaction{ahead, deposit, due} {
					orders = append(orders, w.open(p, tr).Checkout.OrderID)
				}
				held := w.Balances(p).DepositHeld()
				c.meanwhile(w, p)
				owed := w.Balances(p).Dues()
				for _, order := range orders {
					w.pay(order, emulated.OutcomeSuccess)
				}
				w.wait(time.Hour)
				b := w.Balances(p)
				if got := b.DepositHeld() - held; got != deposit.ByGateway() {
					t.Errorf("%v of the deposit is held, want %v", got, deposit.ByGateway())
				}
				if b.Dues() != max(0, owed-due.ByGateway()) || b.WalletCredit() != max(0, due.ByGateway()-owed) {
					t.Errorf("balances %v, want %v paid of the %v that were due, and the rest in the wallet", b, due.ByGateway(), owed)
				}
				returned := ahead.ByGateway()
				if c.isSold {
					returned = 0
				}
				progress, err := w.payments.OrderStatus(t.Context(), p, ahead.ID)
				w.must(err)
				if progress.Returned != returned {
					t.Errorf("came back: got %v, want %v", progress.Returned, returned)
				}
				if inAdvance := -b[ledger.Advance]; (inAdvance != 0) != c.isSold {
					t.Errorf("%v of rent in advance, want the months sold: %t", inAdvance, c.isSold)
				}
				w.wantInTransit(due.ByGateway() + deposit.ByGateway() + ahead.ByGateway() - returned)
				w.wantAlerts()
			})
		})
	}
}

// creditRent credits a part of the first line of a customer's first invoice.
func (w *world) creditRent(p int64, value money.Paise) {
	w.T.Helper()
	w.Write(p, func(tx *store.Tx) error {
		_, err := w.Billing.CreditIn(w.T.Context(), tx, billing.Credit{
			CustomerID: p, InvoiceID: w.Invoices(p)[0].ID, Operation: "part", Reason: billing.Reason{Code: billing.WrittenReason, Written: "Broken"},
			Lines: []billing.CreditedLine{{LineNo: 1, Amount: value}},
		})
		return err
	})
}

// A second payment is on its way back to its source. Whatever falls due meanwhile is not paid
// from it, and other money that is given back is not mixed with it.
func TestWhatGoesBackPaysNothingElse(t *testing.T) {
	for name, meanwhile := range map[string]func(w *world, p int64){
		"the next month is billed": func(w *world, _ int64) { w.Go("2026-12-01"); w.Bill() },
		"a closure is asked for":   func(w *world, p int64) { w.closeSofa(p) },
		"an invoice is credited":   func(w *world, p int64) { w.creditRent(p, money.Rupees(100)) },
		"the wallet gets money":    func(w *world, p int64) { w.credit(p, money.Rupees(50)) },
		"rent is paid in advance": func(w *world, p int64) {
			w.pay(w.open(p, w.ahead(p, 3)).Checkout.OrderID, emulated.OutcomeSuccess)
			w.wait(time.Minute)
		},
		"a deposit is paid": func(w *world, p int64) {
			w.Rent(p, company.Bengaluru, "2026-11-01", company.TV)
			deposit, err := w.payments.StartDeposit(w.T.Context(), p)
			w.must(err)
			w.pay(w.open(p, deposit).Checkout.OrderID, emulated.OutcomeSuccess)
			w.wait(time.Minute)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onEachEngine(t, func(w *world) {
				w.settling()
				p, _, firstOrder := w.begin()
				w.credit(p, money.Rupees(30))
				secondOrder := w.open(p, w.startDue(p)).Checkout.OrderID
				// The gateway is slow to give the payment back.
				w.inject("payments.refund", emulator.Error500, 3)
				for _, order := range []string{firstOrder, secondOrder} {
					w.pay(order, emulated.OutcomeSuccess)
					w.wait(time.Minute)
				}
				before := w.standing(p)
				if before.Returning == 0 {
					t.Fatalf("standing %+v, want a payment on its way back", before)
				}
				meanwhile(w, p)
				after := w.standing(p)
				if after.Returning != before.Returning {
					t.Errorf("%v are to go back, were %v", after.Returning, before.Returning)
				}
				w.wait(2 * day)
				after.Returning = 0
				w.wantStanding(p, after)
				w.wantInTransit(w.held())
			})
		})
	}
}
