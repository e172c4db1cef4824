package encryption_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rento/internal/encryption"
)

const (
	first  = "first-secret-of-thirty-two-chars"
	second = "second-secret-of-thirty-two-char"
)

func ring(t testing.TB, current, former string) *encryption.Keyring {
	t.Helper()
	k, err := encryption.New(current, former)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return k
}

func TestWhatWasEncryptedIsDecrypted(t *testing.T) {
	k := ring(t, first, "")
	rapid.Check(t, func(t *rapid.T) {
		place, value := rapid.String().Draw(t, "place"), rapid.String().Draw(t, "value")
		stored := k.Encrypt(place, value)
		got, err := k.Decrypt(place, stored)
		if err != nil || got != value {
			t.Fatalf("Decrypt(Encrypt(%q)) = %q, %v", value, got, err)
		}
		if len(value) > 3 && strings.Contains(stored, value) {
			t.Fatalf("%q can be read in %q", value, stored)
		}
	})
}

func TestTheSameValueIsStoredDifferentlyEachTime(t *testing.T) {
	k := ring(t, first, "")
	if one, two := k.Encrypt("a", "12345678"), k.Encrypt("a", "12345678"); one == two {
		t.Errorf("both times %q: equal values can be told by their text", one)
	}
}

func TestAValueOfAnotherPlaceIsNotReadable(t *testing.T) {
	k := ring(t, first, "")
	stored := k.Encrypt("payees.account_number/1/2", "12345678")
	for _, c := range []struct{ name, place, stored string }{
		{"another row", "payees.account_number/1/3", stored},
		{"changed", "payees.account_number/1/2", stored[:len(stored)-2] + "AA"},
		{"cut", "payees.account_number/1/2", stored[:len(stored)-9]},
		{"plain text", "payees.account_number/1/2", "12345678"},
		{"another version", "payees.account_number/1/2", "e0" + stored[2:]},
	} {
		if got, err := k.Decrypt(c.place, c.stored); !errors.Is(err, encryption.ErrNotReadable) {
			t.Errorf("%s: got %q, %v, want ErrNotReadable", c.name, got, err)
		}
	}
	if _, err := ring(t, second, "").Decrypt("payees.account_number/1/2", stored); !errors.Is(err, encryption.ErrNotReadable) {
		t.Errorf("another key: %v, want ErrNotReadable", err)
	}
}

func TestAKeyIsRotated(t *testing.T) {
	before, during, after := ring(t, first, ""), ring(t, second, first), ring(t, second, "")
	stored := before.Encrypt("here", "secret")
	if got, err := during.Decrypt("here", stored); err != nil || got != "secret" {
		t.Fatalf("during the rotation: %q, %v, want secret", got, err)
	}
	if strings.HasPrefix(stored, during.CurrentPrefix()) {
		t.Error("the former key's value counts as the current one's")
	}
	stored, err := during.Reencrypt("here", stored)
	if err != nil || !strings.HasPrefix(stored, after.CurrentPrefix()) {
		t.Fatalf("rotated: %q, %v, want %q at its beginning", stored, err, after.CurrentPrefix())
	}
	if got, err := after.Decrypt("here", stored); err != nil || got != "secret" {
		t.Errorf("after the rotation: %q, %v, want secret", got, err)
	}
}

func TestAShortSecretIsRefused(t *testing.T) {
	if _, err := encryption.New(first[1:], ""); err == nil {
		t.Error("a secret of 31 characters was taken")
	}
	if _, err := encryption.New(first, "short"); err == nil {
		t.Error("a short former secret was taken")
	}
}

func ExampleKeyring() {
	ring, err := encryption.New("at-least-thirty-two-characters-!", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	stored := ring.Encrypt("payees.account_number/7/42", "50100012345678")
	value, err := ring.Decrypt("payees.account_number/7/42", stored)
	fmt.Println(value, err)
	_, err = ring.Decrypt("payees.account_number/7/43", stored)
	fmt.Println(errors.Is(err, encryption.ErrNotReadable))
	// Output:
	// 50100012345678 <nil>
	// true
}
