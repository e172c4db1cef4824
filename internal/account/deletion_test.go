package account_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

func (w *fixture) deletion(id int64) db.DeletionRequest {
	w.Helper()
	d, err := w.store.Queries().AccountDeletion(w.Context(), id)
	w.must(err)
	return d
}

const week = 7 * 24 * time.Hour

// CALL-14: the account is erased after a week. The records that the law requires stay, but nothing
// in them says whose they were.
func TestDeletion(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		asha := w.session(token)
		w.must(w.RegisterDevice(w.Context(), asha, token, account.Device{Token: "token-1"}))
		bilal := w.session(w.customerToken(w.bilal))
		for _, s := range []account.Session{asha, bilal} {
			w.agree(s)
			w.must(w.Track(w.Context(), s, viewed))
		}
		w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error {
			if err := addAddress(w, tx); err != nil {
				return err
			}
			return tx.SettlementPayeeAdd(w.Context(), db.SettlementPayeeAddParams{CustomerID: w.asha, ID: 1, Preference: 40, NameInBank: "Asha Rao", Vpa: "asha@upi"})
		}))
		plan, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		if want := "Your account will be deleted on 27 November 2026. If you sign in again before that day, it is kept."; plan.Message != want || plan.On.String() != "2026-11-27" {
			t.Errorf(`plan %+v; want plan.Message = %v, plan.On.String() = "2026-11-27"`, plan, want)
		}
		w.run()
		if len(w.phones.sent) != 1 || !strings.Contains(w.phones.sent[0].Body, "27 November 2026") {
			t.Errorf(`told %+v; want len(w.phones.sent) = 1, strings.Contains(w.phones.sent[0].Body, "27 November 2026")`, w.phones.sent)
		}
		w.clock.Set(start.Add(week - time.Minute))
		again, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		w.run()
		if again != plan || w.deletion(w.asha).State != "cooling" {
			t.Errorf(`asked again: %+v, %+v; want again = %v, w.deletion(w.asha).State = "cooling"`, again, w.deletion(w.asha), plan)
		}
		w.clock.Set(start.Add(week))
		w.run()
		c, err := w.Customer(w.Context(), w.asha)
		w.must(err)
		if w.deletion(w.asha).State != "erased" || c.FullName != "Former customer" || c.Email != "" || strings.Contains(c.Mobile, "9000") {
			t.Errorf(`left: %+v, %+v; want w.deletion(w.asha).State = "erased", c.FullName = "Former customer", c.Email = "", not strings.Contains(c.Mobile, "9000")`, c, w.deletion(w.asha))
		}
		_, err = w.Authenticate(w.Context(), token)
		w.refused("a former customer's session", err, 401)
		_, err = w.MintHandoff(w.Context(), account.Handoff{CustomerID: w.asha, Agent: "Ravi Menon", Reason: "Asked by phone", Lifetime: time.Minute})
		w.refused("an agent's link to a former customer", err, 404)
		address, err := w.store.Queries().AddressGet(w.Context(), w.asha, 1)
		w.must(err)
		devices, err := w.store.Queries().AccountDevices(w.Context(), w.asha)
		w.must(err)
		inbox, err := w.store.Queries().NotifyOutbox(w.Context(), "", 10)
		w.must(err)
		payees, err := w.store.Queries().SettlementPayees(w.Context(), w.asha)
		w.must(err)
		if len(payees) != 1 || payees[0].NameInBank+payees[0].Vpa != "" {
			t.Errorf(`left: %+v; want len(payees) = 1, payees[0].NameInBank+payees[0].Vpa = ""`, payees)
		}
		if diff := cmp.Diff(db.Address{CustomerID: w.asha, ID: 1, CityID: 1, City: "Bengaluru", Pincode: "560001"}, address); diff != "" {
			t.Errorf("left of the address (-want +got):\n%s", diff)
		}
		if len(devices) != 0 || inbox[0].Body+inbox[0].Recipient != "" {
			t.Errorf(`left: %+v, %+v; want len(devices) = 0, inbox[0].Body+inbox[0].Recipient = ""`, devices, inbox)
		}
		var consents int
		w.must(testkit.Raw(t, w.store).QueryRow("SELECT COUNT(*) FROM consents WHERE customer_id = $1", w.asha).Scan(&consents))
		if events := w.events(w.asha); len(events) != 0 || consents != 0 {
			t.Errorf("left: events %v and %d consents, want none", events, consents)
		}
		if events := w.events(w.bilal); len(events) != 1 || !w.consents(w.bilal)[0].Held {
			t.Errorf("left of another customer: events %v, consents %v; want one and one", events, w.consents(w.bilal))
		}
		w.add(account.Customer{FullName: "Asha Anew", Mobile: ashaMobile})
	})
}

// On SQLite, neither the database file nor its log contains anything about an erased customer. The
// free pages of PostgreSQL are overwritten by its vacuum.
func TestAnErasedCustomerIsInNoFile(t *testing.T) {
	each(t, func(w *fixture) {
		if w.store.Engine() != "sqlite" {
			return
		}
		token := w.customerToken(w.asha)
		w.must(w.RegisterDevice(w.Context(), w.session(token), token, account.Device{Token: "ashas-phone"}))
		w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error {
			return tx.SettlementPayeeAdd(w.Context(), db.SettlementPayeeAddParams{CustomerID: w.asha, ID: 1, Preference: 40, NameInBank: "Asha Rao", Vpa: "asha@upi"})
		}))
		_, err := w.RequestDeletion(w.Context(), w.session(token))
		w.must(err)
		w.clock.Set(start.Add(week))
		w.run()
		if diff := cmp.Diff("erased", w.deletion(w.asha).State); diff != "" {
			t.Fatalf("deletion (-want +got):\n%s", diff)
		}
		var path string
		w.must(testkit.Raw(t, w.store).QueryRow("SELECT file FROM pragma_database_list").Scan(&path))
		for _, name := range []string{path, path + "-wal"} {
			content, err := os.ReadFile(name)
			w.must(err)
			for _, trace := range []string{"Asha Rao", ashaMobile, "asha@upi", "ashas-phone"} {
				if bytes.Contains(content, []byte(trace)) {
					t.Errorf("%s contains %q, want nothing of an erased customer", filepath.Base(name), trace)
				}
			}
		}
	})
}

func addAddress(w *fixture, tx *store.Tx) error {
	city := db.AddressCityPutParams{ID: 1, Slug: "bangalore", Name: "Bengaluru", StateCode: "29", StateName: "Karnataka", RadiusKm: 30}
	if err := tx.AddressCityPut(w.Context(), city); err != nil {
		return err
	}
	return tx.AddressAdd(w.Context(), db.AddressAddParams{
		CustomerID: w.asha, ID: 1, CityID: 1, FlatNo: "12B", SocietyName: "Palm Court", AddressLine1: "Lake Road", AddressLine2: "2nd Stage",
		Area: "Indiranagar", LandMark: "opposite the lake", SubCity: "East", City: "Bengaluru", Pincode: "560001",
		AlternativeMobile: "9000000009", Lat: 12.97, Lng: 77.64,
	})
}

// rentedItem adds an order of one delivered item.
func rentedItem(w *fixture, tx *store.Tx) error {
	if err := addAddress(w, tx); err != nil {
		return err
	}
	product := db.SubscriptionProductPutParams{ID: 1, Slug: "sofa", Name: "Sofa", Sac: "997323", RentPaise: 100}
	if err := tx.SubscriptionProductPut(w.Context(), product); err != nil {
		return err
	}
	order := db.SubscriptionOrderAddParams{CustomerID: w.asha, ID: 1, UniqueID: "1", AddressID: 1, CityID: 1}
	if err := tx.SubscriptionOrderAdd(w.Context(), order); err != nil {
		return err
	}
	return tx.SubscriptionItemAdd(w.Context(), db.SubscriptionItemAddParams{
		CustomerID: w.asha, ID: 1, OrderID: 1, ProductID: 1, Name: "Sofa", Sac: "997323", DeliveryStatus: 200,
		DeliveryDate: calendar.Today(w.clock), LocationID: 1,
	})
}

// Whatever is still open between the customer and us blocks the deletion and is named in the
// refusal.
func TestDeletionIsBlocked(t *testing.T) {
	cases := []struct {
		name, reason string
		open         func(w *fixture, tx *store.Tx) error
	}{
		{"an item", "rented items", rentedItem},
		{"dues", "unpaid dues", entry(ledger.Debit(ledger.Receivable, 100), ledger.Credit(ledger.RentRevenue("29"), 100))},
		{"a late fee", "unpaid dues", entry(ledger.Debit(ledger.LateFee, 100), ledger.Credit(ledger.LateFeeUnearned, 100))},
		{"a wallet below zero", "unpaid dues", entry(ledger.Debit(ledger.Wallet, 100), ledger.Credit(ledger.Promotion, 100))},
		{"a deposit", "a deposit that we hold", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.Deposit, 100))},
		{"rent in advance", "rent that you have paid in advance", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.Advance, 100))},
		{"a refund", "a refund that has not reached you yet", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.RefundPayable, 100))},
		{"a second payment", "a refund that has not reached you yet", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.ExcessPayment, 100))},
		{"own money", "your own money that can be paid out", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.Wallet, 100))},
		{"a mandate", "an active auto debit", func(w *fixture, tx *store.Tx) error {
			return tx.MandateAdd(w.Context(), db.MandateAddParams{CustomerID: w.asha, ID: 1, Gateway: "razorpay", Method: "upi", State: "confirmed", IsActive: true})
		}},
		{"a payment", "a payment under way", func(w *fixture, tx *store.Tx) error {
			_, err := tx.PaymentTransactionAdd(w.Context(), db.PaymentTransactionAddParams{CustomerID: w.asha, ID: 1, UniqueID: fmt.Sprint(w.asha), Purpose: "due", State: "pending"})
			return err
		}},
	}
	each(t, func(w *fixture) {
		for i, c := range cases {
			for n, within := range []bool{false, true} { // something that opens during the week blocks the erasure as well
				w.asha = w.add(account.Customer{FullName: "Asha Rao", Mobile: fmt.Sprintf("%d", 9100000000+2*i+n)})
				asha := w.session(w.customerToken(w.asha))
				open := func() {
					w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error { return c.open(w, tx) }))
				}
				if within {
					_, err := w.RequestDeletion(w.Context(), asha)
					w.must(err)
					open()
					w.clock.Advance(week)
					w.run()
				} else {
					open()
					_, err := w.RequestDeletion(w.Context(), asha)
					w.refused("with "+c.name, err, 409)
					if f := fault.Of(err); !strings.Contains(f.Message, c.reason) {
						t.Errorf("message %q, want %q in it", f.Message, c.reason)
					}
				}
				if d := w.deletion(w.asha); d.State != "blocked" || d.Reasons != `["`+c.reason+`"]` {
					t.Errorf(`with %s, within the week %t: %+v; want d.State = "blocked", d.Reasons = %v`, c.name, within, d, `["`+c.reason+`"]`)
				}
			}
		}
	})
}

func entry(legs ...ledger.Leg) func(*fixture, *store.Tx) error {
	return func(w *fixture, tx *store.Tx) error {
		_, _, err := ledger.New(w.ids).Post(w.Context(), tx, ledger.Entry{
			CustomerID: w.asha, SourceType: "test", SourceID: "1", At: calendar.Stamp(start), Legs: legs,
		})
		return err
	}
}

// A payment that was only begun, for example by opening the payment methods, does not block the
// deletion. A submitted debit does.
func TestABegunPaymentKeepsNoAccount(t *testing.T) {
	each(t, func(w *fixture) {
		for n, c := range []struct {
			debit int64
			kept  bool
		}{{0, false}, {1, true}} {
			w.asha = w.add(account.Customer{FullName: "Asha Rao", Mobile: fmt.Sprintf("%d", 9200000000+n)})
			w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error {
				_, err := tx.PaymentTransactionAdd(w.Context(), db.PaymentTransactionAddParams{
					CustomerID: w.asha, ID: 1, UniqueID: fmt.Sprint(w.asha), Purpose: "due", State: "open", DebitID: c.debit,
				})
				return err
			}))
			_, err := w.RequestDeletion(w.Context(), w.session(w.customerToken(w.asha)))
			if kept := fault.Of(err) != nil; kept != c.kept {
				t.Errorf("with a payment of debit %d that is open: %v, want the account kept: %t", c.debit, err, c.kept)
			}
		}
	})
}

// A customer can cancel the deletion without signing in again, is told so once, and may ask again.
// If no deletion is planned, nothing happens.
func TestWithdrawingADeletion(t *testing.T) {
	each(t, func(w *fixture) {
		asha := w.session(w.customerToken(w.asha))
		w.must(w.WithdrawDeletion(w.Context(), asha))
		_, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		w.must(w.WithdrawDeletion(audit.WithActor(w.Context(), audit.Customer()), asha))
		w.must(w.WithdrawDeletion(w.Context(), asha))
		w.run()
		if actions := strings.Join(w.actions(w.asha), "\n"); !strings.Contains(actions, "customer deletion_withdrawn account") {
			t.Errorf("the audit log has, want %q in it\n%s", "customer deletion_withdrawn account", actions)
		}
		var kept int
		for _, m := range w.phones.sent {
			if strings.Contains(m.Body, "your account was to be deleted") {
				kept++
			}
		}
		if d := w.deletion(w.asha); d.State != "withdrawn" || kept != 1 {
			t.Errorf(`got %+v, told %d times; want d.State = "withdrawn", kept = 1`, d, kept)
		}
		w.clock.Advance(time.Hour)
		plan, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		if plan.On.IsZero() || w.deletion(w.asha).State != "cooling" {
			t.Errorf(`asked again: %+v; want not plan.On.IsZero(), w.deletion(w.asha).State = "cooling"`, plan)
		}
	})
}

// If the customer signs in within the week, the account is kept. An agent's sign-in for the
// customer changes nothing.
func TestSigningInWithdrawsTheDeletion(t *testing.T) {
	each(t, func(w *fixture) {
		token := w.customerToken(w.asha)
		_, err := w.RequestDeletion(audit.WithActor(w.Context(), audit.Customer()), w.session(token))
		w.must(err)
		planned := w.session(token).Revision
		w.agentToken(w.asha)
		if d := w.deletion(w.asha); d.State != "cooling" {
			t.Errorf(`after an agent's sign-in: %+v; want d.State = "cooling"`, d)
		}
		for n, kept := range []bool{true, false} {
			w.run()
			challenge, code := w.requestCode(ashaMobile)
			login, err := w.VerifyLoginCode(w.Context(), challenge, code, "")
			w.must(err)
			if d := w.deletion(w.asha); d.State != "withdrawn" || login.Kept != kept {
				t.Errorf(`after sign-in %d of the customer: %+v, said %v; want d.State = "withdrawn", login.Kept = %v`, n+1, d, login.Kept, kept)
			}
			// The home screen is cached by revision.
			if now := w.session(token).Revision; now <= planned {
				t.Errorf("revision %d after sign-in %d, want one after %d, at which the deletion was planned", now, n+1, planned)
			}
		}
		w.run()
		var told int
		for _, m := range w.phones.sent {
			if strings.Contains(m.Body, "your account was to be deleted. Because you signed in") {
				told++
			}
		}
		if told != 1 {
			t.Errorf("told %d times, want 1", told)
		}
		w.clock.Advance(week)
		w.run()
		if c, err := w.Customer(w.Context(), w.asha); err != nil || c.FullName != "Asha Rao" {
			t.Errorf(`got %+v, %v; want c.FullName = "Asha Rao"`, c, err)
		}
		actions := strings.Join(w.actions(w.asha), "\n")
		for _, want := range []string{"customer deletion_cooling account", "customer deletion_withdrawn account"} {
			if !strings.Contains(actions, want) {
				t.Errorf("%q is missing in the audit log:\n%s", want, actions)
			}
		}
	})
}

// A customer who comes back and then asks again gets a new week, and is erased at its end.
func TestDeletionAfterAWithdrawal(t *testing.T) {
	each(t, func(w *fixture) {
		_, err := w.RequestDeletion(w.Context(), w.session(w.customerToken(w.asha)))
		w.must(err)
		w.clock.Advance(3 * 24 * time.Hour)
		_, err = w.RequestDeletion(w.Context(), w.session(w.customerToken(w.asha)))
		w.must(err)
		w.clock.Advance(4 * 24 * time.Hour)
		w.run()
		if d := w.deletion(w.asha); d.State != "cooling" {
			t.Errorf("at the end of the first week: %s, want cooling", d.State)
		}
		w.clock.Advance(3 * 24 * time.Hour)
		w.run()
		if d := w.deletion(w.asha); d.State != "erased" {
			t.Errorf("at the end of the second week: %s, want erased", d.State)
		}
	})
}
