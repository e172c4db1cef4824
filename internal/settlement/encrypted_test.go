package settlement_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rento/internal/encryption"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/testkit"
)

// Stored details of payees cannot be read without the key. They move to a new key while refunds
// go on, and then the former key is not needed any more.
func TestPayeesAreEncryptedAndTheKeyIsRotated(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		d.giveBack()
		d.toBank()
		if err := d.service.SaveUPI(t.Context(), d.who, "chitra@okhdfcbank"); err != nil {
			t.Fatal(err)
		}
		d.pass(time.Hour) // now the account holder's name from the bank is stored
		rows, err := s.Queries().SettlementPayees(t.Context(), d.who.CustomerID)
		if err != nil || len(rows) != 2 {
			t.Fatalf("%d payees, %v, want 2", len(rows), err)
		}
		want := d.payees(d.who)
		for _, row := range rows {
			stored := fmt.Sprint(row)
			for _, secret := range []string{want[settlement.ToBank].AccountNumber, want[settlement.ToBank].NameInBank, "chitra@", "CHITRA"} {
				if strings.Contains(stored, secret) {
					t.Errorf("%q can be read in %s", secret, stored)
				}
			}
		}
		other, err := encryption.New("another key of tests, 32 characters long", "")
		if err != nil {
			t.Fatal(err)
		}
		right := d.keyring
		for _, ring := range []*encryption.Keyring{right, other} {
			if err := settlement.CheckKey(t.Context(), s.Queries(), ring); errors.Is(err, encryption.ErrNotReadable) != (ring == other) {
				t.Errorf("the key of the database %v: %v", ring == right, err)
			}
		}
		rotated, err := encryption.New("the next key of tests, 32 characters long", testkit.Secret)
		if err != nil {
			t.Fatal(err)
		}
		d.keyring = rotated
		d.wire()
		if err := settlement.CheckKey(t.Context(), s.Queries(), rotated); err != nil {
			t.Errorf("with the former key beside the next one: %v", err)
		}
		if n, err := d.service.RotateKey(t.Context()); err != nil || n != 2 {
			t.Fatalf("rotated %d, %v, want 2", n, err)
		}
		if n, err := d.service.RotateKey(t.Context()); err != nil || n != 0 {
			t.Errorf("rotated again: %d, %v, want 0", n, err)
		}
		if d.keyring, err = encryption.New("the next key of tests, 32 characters long", ""); err != nil {
			t.Fatal(err)
		}
		d.wire()
		if got := d.payees(d.who)[settlement.ToBank]; got != want[settlement.ToBank] {
			t.Errorf("after the rotation: got %+v, want %+v as before", got, want[settlement.ToBank])
		}
		d.pass(30 * time.Hour)
		d.wantPaid()
	})
}

// A refund goes to a bank account, and a UPI id is saved as well. Neither the database file nor
// its log contains what was entered, what the bank answered, or what the provider sent.
func TestRefundDetailsAreNotInTheDatabaseFile(t *testing.T) {
	path := testkit.DatabaseURL(t, "sqlite")
	s, err := store.Open(t.Context(), store.Options{URL: path, Relaxed: true})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	d := newTestCompany(t, s)
	d.giveBack()
	details := settlement.BankDetails{NameInBank: "Zebulon Quixote", AccountNumber: "50100099887766", IFSC: "HDFC0000001", BankName: "HDFC Bank"}
	if err := errors.Join(
		d.service.SaveBank(t.Context(), d.who, details), d.service.SaveUPI(t.Context(), d.who, "zebulonq@okhdfcbank"),
		d.service.SetPreference(t.Context(), d.who, settlement.ToBank),
	); err != nil {
		t.Fatal(err)
	}
	d.pass(30 * time.Hour)
	d.wantPaid()
	for _, file := range []string{path, path + "-wal"} {
		text, err := os.ReadFile(file)
		if err != nil || len(text) == 0 {
			t.Fatalf("%s: %d bytes, %v", file, len(text), err)
		}
		for _, secret := range []string{"50100099887766", "Zebulon", "ZEBULON", "zebulonq"} {
			if bytes.Contains(text, []byte(secret)) {
				t.Errorf("%s holds %q", filepath.Base(file), secret)
			}
		}
	}
}
