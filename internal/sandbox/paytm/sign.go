package paytm

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"sort"
	"strings"
)

// The checksum of the provider's own side, written apart from the adapter's so
// that the two check each other.

var iv = []byte("@@@@&&&&####$$$$")

// salt is four characters by chance, which can be repeated.
func (p *Provider) salt() string { return p.IDs.Digits(4) }

// seal is the checksum of a text.
func seal(key string, text []byte, salt string) string {
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		return ""
	}
	hash := fmt.Sprintf("%x%s", sha256.Sum256([]byte(string(text)+"|"+salt)), salt)
	fill := 16 - len(hash)%16
	padded := []byte(hash + strings.Repeat(string(rune(fill)), fill))
	cipher.NewCBCEncrypter(block, iv).CryptBlocks(padded, padded) //nolint:gosec // as the real one does it
	return base64.StdEncoding.EncodeToString(padded)
}

// opens says whether a checksum is that of a text, by sealing it again with the
// salt that the checksum holds.
func opens(key string, text []byte, checksum string) bool {
	sealed, err := base64.StdEncoding.DecodeString(checksum)
	if err != nil || len(sealed) != 80 {
		return false
	}
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		return false
	}
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(sealed, sealed)
	return seal(key, text, string(sealed[64:68])) == checksum
}

// proven is a form with its checksum.
func (p *Provider) proven(form map[string]string) map[string]string {
	names := []string{}
	for name := range form {
		names = append(names, name)
	}
	sort.Strings(names)
	text := ""
	for i, name := range names {
		if i > 0 {
			text += "|"
		}
		text += form[name]
	}
	form["CHECKSUMHASH"] = seal(p.keys.Key, []byte(text), p.salt())
	return form
}
