package testkit

import "rento/internal/encryption"

// Secret is what Keyring encrypts with.
const Secret = "a key of tests, with 32 characters or more"

// Keyring encrypts what tests store.
func Keyring() *encryption.Keyring {
	ring, err := encryption.New(Secret, "")
	if err != nil {
		panic(err) // Secret is long enough
	}
	return ring
}
