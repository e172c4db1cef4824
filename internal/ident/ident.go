// Package ident makes the ids of the system: integers for rows, references
// that cannot be guessed for links, and codes.
package ident

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"sync"

	"rento/internal/calendar"
)

// Source makes ids. It is safe for concurrent use.
type Source struct {
	clock calendar.Clock
	node  int64
	mu    sync.Mutex
	last  int64
}

// NewSource makes ids for one node; node is 0 to 15.
func NewSource(clock calendar.Clock, node int) *Source {
	return &Source{clock: clock, node: int64(node & 15)}
}

// epoch is 2024-01-01 in milliseconds: ids stay below 2^53 until 2058, so
// that JavaScript reads them exactly.
const epoch = 1_704_067_200_000

// Next returns a row id: time-ordered, unique on this node even when the clock
// steps back, positive and below 2^53.
func (s *Source) Next() int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	tick := (s.clock.Now().UnixMilli() - epoch) << 8
	if tick <= s.last {
		tick = s.last + 16
	}
	s.last = tick &^ 15
	return s.last | s.node
}

const alphabet = "0123456789abcdefghjkmnpqrstvwxyz"

// Reference returns n characters of 5 random bits each, letters and digits
// without i, l, o and u. 26 of them hold 128 bits.
func Reference(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw) // crypto/rand never fails
	for i, b := range raw {
		raw[i] = alphabet[b&31]
	}
	return string(raw)
}

// Code returns a random code of n digits.
func Code(n int) string {
	digits := make([]byte, n)
	for i := range digits {
		d, err := rand.Int(rand.Reader, big.NewInt(10))
		if err != nil {
			panic(err)
		}
		digits[i] = '0' + byte(d.Int64())
	}
	return string(digits)
}

// Hash is the form in which secrets are stored: hex of SHA-256.
func Hash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
