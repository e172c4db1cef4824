package config

import (
	"fmt"
	"math"
	"regexp"
	"strings"
)

// The minimum lengths of secrets: those that the operator makes, and those that a provider hands
// out, whose length we do not choose.
const (
	ownSecret   = 32
	givenSecret = 16
)

// distinctCharacters is the minimum number of different characters in a secret. 32 random
// hexadecimal digits practically never have fewer than eight different ones.
const distinctCharacters = 8

// commonWords are what people write instead of a secret.
var commonWords = regexp.MustCompile(`(?i)change[-_ ]?me|replace[-_ ]?me|placeholder|passw(or|0r)d|passphrase|secret|default|example|` +
	`insecure|letmein|welcome|company|razorpay|paytm|juspay|billdesk|signing|encryption|merchant|gateway|production|private|random|string|qwerty(uiop)?|asdfgh(jkl)?|zxcvb(nm)?|abc123|admin|dummy|sample|sandbox|webhook|token|rento|test|key|demo|your|dev`)

// emptyHash matches the MD5, SHA-1, SHA-256 and SHA-512 of nothing, in hexadecimal digits and in
// base64: what a script stores whose input was empty.
var emptyHash = regexp.MustCompile(`(?i:d41d8cd98f00b204|da39a3ee5e6b4b0d|e3b0c44298fc1c14|cf83e1357eefb8bd)|` +
	`1B2M2Y8AsgTpgAmY7PhC|2jmj7l5rSw0yVb[/_]vlWAYkK|47DEQpj8HBSa|z4PhNX7vuL3xVChQ1m2A`)

// weakness says why a secret can be guessed, or "" if it cannot. least is the minimum number of
// characters.
func weakness(secret string, least int) string {
	switch {
	case len(secret) < least:
		return fmt.Sprintf("must have at least %d characters", least)
	case repeats(secret):
		return "repeats itself; make it at random"
	case emptyHash.MatchString(secret):
		return "is the hash of an empty text; make it at random"
	}
	rest := withoutRuns(withoutEchoes(commonWords.ReplaceAllString(secret, "")))
	if len(rest) < least*3/4 || distinct(rest) < distinctCharacters || strength(rest) < bitsPerCharacter*float64(least) {
		return "can be guessed (words, sequences, repetitions or few different characters); make it at random"
	}
	return ""
}

// bitsPerCharacter times the minimum length is the minimum strength of a secret. Random hexadecimal
// digits have 4 bits a character, base64 has 6. A phrase has about 2; some phrases of rare letters
// pass.
const bitsPerCharacter = 2.5

// commonPairs are the most frequent pairs of letters in English: four of five pairs in a phrase,
// and one of five in random text.
var commonPairs = pairsOf(`th he in er an re on at en nd ti es or te of ed is it al ar st to nt ng se ha as ou io le ve co me de hi ri ro ic ne ea
ra ce li ch ll be ma si om ur ca el ta la ns di fo ho pe ec pr no ct us ac ot il tr ly nc et ut ss so rs un lo wa ge ie wh ee wi em ad ol rt po
we na ul ni ts mo ow pa im mi ai sh ir su id os iv ia am fi ci vi pl ig tu ev ld ry mp fe bl ab gh ty op wo sa ay ex ke fr oo av ag if ap gr od
bo sp rd do uc bu ei ov by rm`)

func pairsOf(text string) map[string]bool {
	pairs := map[string]bool{}
	for _, pair := range strings.Fields(text) {
		pairs[pair] = true
	}
	return pairs
}

// strength estimates how many bits somebody must guess. Each character counts with the bits of the
// text's alphabet. A letter that often follows the previous one, as in a phrase, and a character
// that separates words count as one bit.
func strength(text string) float64 {
	whole := math.Log2(alphabet(text))
	bits, lower := 0.0, strings.ToLower(text)
	for i := range len(text) {
		if i > 0 && commonPairs[lower[i-1:i+1]] || classOf(text[i]) == otherCharacter {
			bits++
		} else {
			bits += whole
		}
	}
	return bits
}

// The kinds of characters, each with the size of its alphabet.
const (
	otherCharacter = 4
	digit          = 10
	smallLetter    = 26
	capitalLetter  = 27 // differs from the small ones as a map key
)

func classOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return digit
	case c >= 'a' && c <= 'z':
		return smallLetter
	case c >= 'A' && c <= 'Z':
		return capitalLetter
	}
	return otherCharacter
}

// alphabet is the number of characters of all kinds that a text uses.
func alphabet(text string) float64 {
	size, seen := 0, map[int]bool{}
	for i := range len(text) {
		if class := classOf(text[i]); !seen[class] {
			seen[class] = true
			size += class
		}
	}
	return float64(max(1, size))
}

// echo is the length of a part that counts only once, however often it occurs.
const echo = 5

// withoutEchoes removes the parts of a text, of at least echo characters, that occurred earlier in
// it.
func withoutEchoes(text string) string {
	lower := strings.ToLower(text)
	again := make([]bool, len(text))
	for i := 1; i+echo <= len(text); i++ {
		if strings.Contains(lower[:i+echo-1], lower[i:i+echo]) {
			for n := range echo {
				again[i+n] = true
			}
		}
	}
	var kept []byte
	for i := range len(text) {
		if !again[i] {
			kept = append(kept, text[i])
		}
	}
	return string(kept)
}

// repeats says whether a text is a shorter text repeated, where the last repetition may be
// incomplete.
func repeats(text string) bool {
	for period := 1; period <= len(text)/2; period++ {
		if text[period:] == text[:len(text)-period] {
			return true
		}
	}
	return false
}

// withoutRuns removes the continuation of a sequence of neighbouring characters, such as 4567, edcb
// or aaaa, from its third character on.
func withoutRuns(text string) string {
	kept := []byte(text)[:min(2, len(text))]
	for i := 2; i < len(text); i++ {
		step, before := int(text[i])-int(text[i-1]), int(text[i-1])-int(text[i-2])
		if step != before || step < -1 || step > 1 {
			kept = append(kept, text[i])
		}
	}
	return string(kept)
}

func distinct(text string) int {
	count := 0
	for i := range len(text) {
		if strings.IndexByte(text, text[i]) == i {
			count++
		}
	}
	return count
}
