package config

import (
	"fmt"
	"regexp"
	"strings"
)

// The lengths of secrets: those that the operator makes, and those that a
// provider hands out and whose length we do not choose.
const (
	ownSecret   = 32
	givenSecret = 16
)

// distinctCharacters is how many different ones a secret has at least. Of 32
// random hexadecimal digits fewer than eight different ones do not happen.
const distinctCharacters = 8

// commonWords are what people write in place of a secret.
var commonWords = regexp.MustCompile(`(?i)change[-_ ]?me|replace[-_ ]?me|placeholder|passw(or|0r)d|passphrase|secret|default|example|` +
	`insecure|letmein|qwerty(uiop)?|asdfgh(jkl)?|zxcvb(nm)?|abc123|admin|dummy|sample|sandbox|webhook|token|rento|test|key|demo|your|dev`)

// weakness says what makes a secret one that can be guessed, "" if nothing.
// least is how many characters it must have.
func weakness(secret string, least int) string {
	switch {
	case len(secret) < least:
		return fmt.Sprintf("must have at least %d characters", least)
	case repeats(secret):
		return "repeats itself; make it at random"
	}
	rest := withoutRuns(commonWords.ReplaceAllString(secret, ""))
	if len(rest) < least*3/4 || distinct(rest) < distinctCharacters {
		return "can be guessed (common words, sequences or few different characters); make it at random"
	}
	return ""
}

// repeats says whether a text is a shorter one several times over, the last
// time perhaps in part.
func repeats(text string) bool {
	for period := 1; period <= len(text)/2; period++ {
		if text[period:] == text[:len(text)-period] {
			return true
		}
	}
	return false
}

// withoutRuns leaves out what continues a sequence of neighbours, such as
// 4567, edcb or aaaa, from its third character on.
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
