package account_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/store"
	"rento/internal/store/db"
)

func (w *world) deletion(id int64) db.DeletionRequest {
	w.Helper()
	d, err := w.store.Queries().AccountDeletion(w.Context(), id)
	w.must(err)
	return d
}

const week = 7 * 24 * time.Hour

// CALL-14: the account is erased after a week; what the law wants kept stays,
// and nobody can tell whose it was.
func TestDeletion(t *testing.T) {
	each(t, func(w *world) {
		token := w.customerToken(w.asha)
		asha := w.session(token)
		w.must(w.KeepDevice(w.Context(), asha, token, account.Device{Token: "token-1"}))
		w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error {
			if err := addAddress(w, tx); err != nil {
				return err
			}
			return tx.SettlementPayeeAdd(w.Context(), db.SettlementPayeeAddParams{CustomerID: w.asha, ID: 1, Preference: 40, NameInBank: "Asha Rao", Vpa: "asha@upi"})
		}))
		message, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		if want := "Your account will be deleted on 27 November 2026. Sign in before that day to keep it."; message != want {
			t.Errorf("message %q", message)
		}
		w.run()
		if len(w.phones.sent) != 1 || !strings.Contains(w.phones.sent[0].Body, "27 November 2026") {
			t.Errorf("told %+v", w.phones.sent)
		}
		w.clock.Set(start.Add(week - time.Minute))
		again, err := w.RequestDeletion(w.Context(), asha)
		w.must(err)
		w.run()
		if again != message || w.deletion(w.asha).State != "cooling" {
			t.Errorf("asked again: %q, %+v", again, w.deletion(w.asha))
		}
		w.clock.Set(start.Add(week))
		w.run()
		c, err := w.Customer(w.Context(), w.asha)
		w.must(err)
		if w.deletion(w.asha).State != "erased" || c.FullName != "Former customer" || c.Email != "" || strings.Contains(c.Mobile, "9000") {
			t.Errorf("left: %+v, %+v", c, w.deletion(w.asha))
		}
		_, err = w.Authenticate(w.Context(), token)
		w.refused("a former customer's session", err, 401)
		address, err := w.store.Queries().AddressGet(w.Context(), w.asha, 1)
		w.must(err)
		devices, err := w.store.Queries().AccountDevices(w.Context(), w.asha)
		w.must(err)
		inbox, err := w.store.Queries().NotifyOutbox(w.Context(), "", 10)
		w.must(err)
		payees, err := w.store.Queries().SettlementPayees(w.Context(), w.asha)
		w.must(err)
		if len(payees) != 1 || payees[0].NameInBank+payees[0].Vpa != "" {
			t.Errorf("left: %+v", payees)
		}
		if address.FlatNo+address.AddressLine1 != "" || address.City != "Bengaluru" || len(devices) != 0 || inbox[0].Body+inbox[0].Recipient != "" {
			t.Errorf("left: %+v, %+v, %+v", address, devices, inbox)
		}
		w.add(account.Customer{FullName: "Asha Anew", Mobile: ashaMobile})
	})
}

func addAddress(w *world, tx *store.Tx) error {
	city := db.AddressCityPutParams{ID: 1, Slug: "bangalore", Name: "Bengaluru", StateCode: "29", StateName: "Karnataka", RadiusKm: 30}
	if err := tx.AddressCityPut(w.Context(), city); err != nil {
		return err
	}
	return tx.AddressAdd(w.Context(), db.AddressAddParams{
		CustomerID: w.asha, ID: 1, CityID: 1, FlatNo: "12B", AddressLine1: "Lake Road", City: "Bengaluru", Pincode: "560001",
	})
}

// rentedItem is an order of one item that was delivered.
func rentedItem(w *world, tx *store.Tx) error {
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

// What is open between the customer and us keeps the account, and is named.
func TestDeletionIsBlocked(t *testing.T) {
	cases := []struct {
		name, reason string
		open         func(w *world, tx *store.Tx) error
	}{
		{"an item", "rented items", rentedItem},
		{"dues", "unpaid dues", entry(ledger.Debit(ledger.Receivable, 100), ledger.Credit(ledger.RentRevenue("29"), 100))},
		{"a late fee", "unpaid dues", entry(ledger.Debit(ledger.LateFee, 100), ledger.Credit(ledger.LateFeeUnearned, 100))},
		{"a wallet below zero", "unpaid dues", entry(ledger.Debit(ledger.Wallet, 100), ledger.Credit(ledger.Promotion, 100))},
		{"a deposit", "a deposit or an advance that we hold", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.Deposit, 100))},
		{"own money", "money in the wallet that can be paid out", entry(ledger.Debit(ledger.Bank, 100), ledger.Credit(ledger.Wallet, 100))},
		{"a mandate", "an active auto debit", func(w *world, tx *store.Tx) error {
			return tx.MandateAdd(w.Context(), db.MandateAddParams{CustomerID: w.asha, ID: 1, Gateway: "razorpay", Method: "upi", State: "confirmed", IsActive: true})
		}},
		{"a payment", "a payment under way", func(w *world, tx *store.Tx) error {
			_, err := tx.PaymentTransactionAdd(w.Context(), db.PaymentTransactionAddParams{CustomerID: w.asha, ID: 1, UniqueID: "x", Purpose: "due", State: "pending"})
			return err
		}},
	}
	each(t, func(w *world) {
		for i, c := range cases {
			w.asha = w.add(account.Customer{FullName: "Asha Rao", Mobile: fmt.Sprintf("%d", 9100000000+i)})
			asha := w.session(w.customerToken(w.asha))
			open := func() {
				w.must(w.store.Write(w.Context(), w.asha, func(tx *store.Tx) error { return c.open(w, tx) }))
			}
			if c.name == "dues" { // what opens within the week counts as well
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
					t.Errorf("message %q", f.Message)
				}
			}
			if d := w.deletion(w.asha); d.State != "blocked" || d.Reasons != `["`+c.reason+`"]` {
				t.Errorf("with %s: %+v", c.name, d)
			}
		}
	})
}

func entry(legs ...ledger.Leg) func(*world, *store.Tx) error {
	return func(w *world, tx *store.Tx) error {
		_, _, err := ledger.New(w.ids).Post(w.Context(), tx, ledger.Entry{
			CustomerID: w.asha, SourceType: "test", SourceID: "1", At: calendar.Stamp(start), Legs: legs,
		})
		return err
	}
}

// A customer who signs in within the week keeps the account; an agent who does
// so for them changes nothing about it.
func TestSigningInWithdrawsTheDeletion(t *testing.T) {
	each(t, func(w *world) {
		_, err := w.RequestDeletion(audit.WithActor(w.Context(), audit.Customer()), w.session(w.customerToken(w.asha)))
		w.must(err)
		w.agentToken(w.asha)
		if d := w.deletion(w.asha); d.State != "cooling" {
			t.Errorf("after an agent's sign-in: %+v", d)
		}
		w.customerToken(w.asha)
		if d := w.deletion(w.asha); d.State != "withdrawn" {
			t.Errorf("after the customer's sign-in: %+v", d)
		}
		w.clock.Advance(week)
		w.run()
		if c, err := w.Customer(w.Context(), w.asha); err != nil || c.FullName != "Asha Rao" {
			t.Errorf("%+v, %v", c, err)
		}
		actions := strings.Join(w.actions(w.asha), "\n")
		for _, want := range []string{"customer deletion_cooling account", "customer deletion_withdrawn account"} {
			if !strings.Contains(actions, want) {
				t.Errorf("%q is missing in the audit log:\n%s", want, actions)
			}
		}
	})
}

// Who comes back and then asks for the deletion once more has a new week, and
// is erased at its end.
func TestDeletionAfterAWithdrawal(t *testing.T) {
	each(t, func(w *world) {
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
