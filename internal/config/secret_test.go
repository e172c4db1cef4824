package config

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"testing"
)

func TestWeakSecrets(t *testing.T) {
	for _, secret := range []string{
		"", "short", strings.Repeat("k", 32), strings.Repeat("ab", 16), strings.Repeat("Xy7!qPz2", 5), strings.Repeat("a1b2c3d4e5f", 4),
		"changeme-changeme-changeme-changeme", "CHANGE_ME_change_me_CHANGE_ME_change", "abcdefghijklmnopqrstuvwxyz012345", "zyxwvutsrqponmlkjihgfedcba987654",
		"01234567890123456789012345678901", "0123456789abcdef0123456789abcdeg", "qwertyuiopasdfghjklzxcvbnm1234567890",
		"this-is-the-secret-key-of-rento!!" + "!!", "passwordpasswordpassword12345678", "replace-me-with-a-secret-token-123", "aaaaaaaabbbbbbbbccccccccdddddddd", "1111222233334444555566667777888899990",
		"change-me-before-going-to-production-please", "Rento-Rentals-Private-Limited-2026!", "correct-horse-battery-staple-lamp", "our-landlords-are-the-nicest-in-town",
		"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "d41d8cd98f00b204e9800998ecf8427e",
		"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==",
		"the tenant of the house in the hills", "To be, or not to be, that is it!", "sunflower7sunflower8Sunflower9garden", "qX7!zP-qX7!zR-qX7!zS-qX7!zT-qX7!zU",
	} {
		if weakness(secret, ownSecret) == "" {
			t.Errorf("%q is taken for a good secret", secret)
		}
	}
}

// Random secrets are accepted, as hexadecimal digits and as base64.
func TestRandomSecretsAreTaken(t *testing.T) {
	for range 2000 {
		raw := make([]byte, 24)
		_, _ = rand.Read(raw)
		for _, secret := range []string{hex.EncodeToString(raw[:16]), base64.StdEncoding.EncodeToString(raw), base32.StdEncoding.EncodeToString(raw[:20])} {
			if text := weakness(secret, ownSecret); text != "" {
				t.Errorf("%q: %s", secret, text)
			}
		}
		if given := base64.RawURLEncoding.EncodeToString(raw[:15]); weakness(given, givenSecret) != "" {
			t.Errorf("%q: %s", given, weakness(given, givenSecret))
		}
	}
}
