// Package ifsc knows the branches of all banks in India that take electronic
// transfers, by their Indian Financial System Code. The data set is embedded
// (docs/ifsc.md); nothing is asked of anybody.
package ifsc

import (
	_ "embed"
	"encoding/binary"
	"strings"
	"sync"
)

// Length is the number of characters of a code: four letters of the bank, a
// zero, six characters of the branch.
const Length = 11

const (
	bankLength   = 4
	branchLength = 6
)

// banks has a line per bank with branches of its own: code, tab, name.
//
//go:embed data/banks.tsv
var banks string

// sublets has a line per code, or beginning of codes, that a bank lends to
// another one: beginning, tab, name of the other bank.
//
//go:embed data/sublets.tsv
var sublets string

// branches has, for each line of banks, the length in bytes of its branches
// and then the branches in ascending order, each as the distance from the one
// before. All numbers are unsigned varints.
//
//go:embed data/branches.bin
var branches string

// Branch is a branch of a bank.
type Branch struct {
	Code string
	// Bank is the name of the bank that the branch belongs to.
	Bank string
}

// Find returns the branch with a code, in either case, and false when there is
// none.
func Find(code string) (Branch, bool) {
	code = strings.ToUpper(code)
	if len(code) != Length || code[bankLength] != '0' {
		return Branch{}, false
	}
	number, ok := Number(code[Length-branchLength:])
	if !ok {
		return Branch{}, false
	}
	d := directory()
	bank, ok := d.banks[code[:bankLength]]
	if !ok || !bank.has(number) {
		return Branch{}, false
	}
	for end := Length; end > bankLength; end-- {
		if name, lent := d.sublets[code[:end]]; lent {
			return Branch{Code: code, Bank: name}, true
		}
	}
	return Branch{Code: code, Bank: bank.name}, true
}

type bank struct {
	name string
	// branches are the bank's part of the embedded branches.
	branches string
}

func (b bank) has(number uint64) bool {
	at := uint64(0)
	for rest := b.branches; len(rest) > 0 && at < number; {
		step, n := uvarint(rest)
		at, rest = at+step, rest[n:]
		if at == number {
			return true
		}
	}
	return false
}

type index struct {
	banks   map[string]bank
	sublets map[string]string
}

// directory is made at the first use. It points into the embedded text, so it
// costs a few hundred map entries.
var directory = sync.OnceValue(func() index {
	d := index{banks: map[string]bank{}, sublets: map[string]string{}}
	rest := branches
	for line := range strings.Lines(banks) {
		code, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		length, n := uvarint(rest)
		end := n + int(length)
		d.banks[code] = bank{name: name, branches: rest[n:end]}
		rest = rest[end:]
	}
	for line := range strings.Lines(sublets) {
		beginning, name, _ := strings.Cut(strings.TrimSpace(line), "\t")
		d.sublets[beginning] = name
	}
	return d
})

// uvarint reads a number at the beginning of text and says how long it is.
func uvarint(text string) (uint64, int) {
	var buffer [binary.MaxVarintLen64]byte
	return binary.Uvarint(buffer[:copy(buffer[:], text)])
}

// Number is a branch's six characters read as a number above zero in base 36,
// in which the embedded branches are sorted; false for other characters.
func Number(branch string) (uint64, bool) {
	number := uint64(0)
	for i := range len(branch) {
		c := branch[i]
		switch {
		case '0' <= c && c <= '9':
			number = number*36 + uint64(c-'0')
		case 'A' <= c && c <= 'Z':
			number = number*36 + uint64(c-'A') + 10
		default:
			return 0, false
		}
	}
	return number + 1, len(branch) == branchLength
}
