package paytm

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
)

// Paytm's checksum is a hash of the text and of four characters of salt, which
// is encrypted with the merchant's key. The vector is fixed and public, so it
// proves who wrote a text and hides nothing.
const (
	vector     = "@@@@&&&&####$$$$"
	saltLength = 4
	hashLength = 2 * sha256.Size // in hexadecimal digits
)

// Sign is the checksum with which a text is sent, with a salt of its own.
func Sign(key string, text []byte) (string, error) {
	salt := make([]byte, saltLength*3/4)
	_, _ = rand.Read(salt) // crypto/rand never fails
	return sign(key, text, base64.StdEncoding.EncodeToString(salt))
}

func sign(key string, text []byte, salt string) (string, error) {
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		return "", err
	}
	plain := hashed(text, salt)
	pad := aes.BlockSize - len(plain)%aes.BlockSize
	plain = append(plain, bytes.Repeat([]byte{byte(pad)}, pad)...)
	cipher.NewCBCEncrypter(block, []byte(vector)).CryptBlocks(plain, plain) //nolint:gosec // Paytm fixes the vector; nothing is hidden by it
	return base64.StdEncoding.EncodeToString(plain), nil
}

// hashed is what a checksum encrypts: the hash, and the salt in the clear.
func hashed(text []byte, salt string) []byte {
	sum := sha256.Sum256(slices.Concat(text, []byte("|"+salt)))
	return append(hex.AppendEncode(nil, sum[:]), salt...)
}

// signed says whether a checksum is that of a text, compared in constant time.
// Anything may be given: what cannot be decrypted is no checksum.
func signed(key string, text []byte, checksum string) bool {
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		return false
	}
	sealed, err := base64.StdEncoding.Strict().DecodeString(checksum)
	if err != nil || len(sealed) != sealedLength || base64.StdEncoding.EncodeToString(sealed) != checksum {
		return false
	}
	cipher.NewCBCDecrypter(block, []byte(vector)).CryptBlocks(sealed, sealed)
	plain := sealed[:hashLength+saltLength]
	want := hashed(text, string(plain[hashLength:]))
	want = append(want, bytes.Repeat([]byte{sealedLength - hashLength - saltLength}, sealedLength-hashLength-saltLength)...)
	return subtle.ConstantTimeCompare(sealed, want) == 1
}

// sealedLength is the hash with its salt, filled up to whole blocks.
const sealedLength = (hashLength + saltLength + aes.BlockSize) / aes.BlockSize * aes.BlockSize

// FieldChecksum is the field of a form that proves the others.
const FieldChecksum = "CHECKSUMHASH"

// formText is what the checksum of a form covers: the values, by the names of
// their fields in order.
func formText(fields map[string]string) []byte {
	names := make([]string, 0, len(fields))
	for name := range fields {
		if name != FieldChecksum {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	values := make([]string, len(names))
	for i, name := range names {
		values[i] = fields[name]
	}
	return []byte(strings.Join(values, "|"))
}
