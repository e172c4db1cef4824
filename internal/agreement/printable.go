package agreement

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/go-fonts/dejavu/dejavusans"
	"github.com/go-fonts/dejavu/dejavusansbold"
	"golang.org/x/image/font/sfnt"
)

// noLetter stands for letters that the fonts do not have.
const noLetter = '□'

// lastPlane is the last character that the printer of PDFs can look up in a font.
const lastPlane = 0xFFFF

// letters says what can be printed, in both weights.
type letters struct{ fonts []*sfnt.Font }

func readLetters() (letters, error) {
	var l letters
	for _, ttf := range [][]byte{dejavusans.TTF, dejavusansbold.TTF} {
		f, err := sfnt.Parse(ttf)
		if err != nil {
			return l, fmt.Errorf("agreement: read the font: %w", err)
		}
		l.fonts = append(l.fonts, f)
	}
	return l, nil
}

func (l letters) has(r rune) bool {
	if r > lastPlane || r == unicode.ReplacementChar || !unicode.IsGraphic(r) {
		return false
	}
	var b sfnt.Buffer
	for _, f := range l.fonts {
		if index, err := f.GlyphIndex(&b, r); err != nil || index == 0 {
			return false
		}
	}
	return true
}

// printable is a text of which everything can be printed. Pictures and what
// only shapes other characters are left out; other letters and digits that the
// fonts lack become noLetter, and isWhole is false.
func (l letters) printable(text string) (shown string, isWhole bool) {
	isWhole = true
	var b strings.Builder
	last := ' '
	for _, r := range text {
		switch {
		case unicode.IsSpace(r):
			r = ' '
		case l.has(r):
		case unicode.IsLetter(r), unicode.IsDigit(r), r == unicode.ReplacementChar:
			r, isWhole = noLetter, false
		default:
			continue
		}
		if r == last && (r == ' ' || r == noLetter) {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return strings.TrimSpace(b.String()), isWhole
}

// printable is the agreement as it can be printed.
func (n Novation) printable(l letters) Novation {
	n.Company, _ = l.printable(n.Company)
	n.Number, _ = l.printable(n.Number)
	n.First, n.Second = l.party(n.First).Party, l.party(n.Second).Party
	items := make([]Item, len(n.Items))
	for i, item := range n.Items {
		item.Name, _ = l.printable(item.Name)
		items[i] = item
	}
	n.Items = items
	return n
}

// printedParty is a party as it can be printed. nameByHand and addressByHand
// say that the fonts lack letters of it, so that it is written by hand.
type printedParty struct {
	Party
	nameByHand, addressByHand bool
}

func (l letters) party(who Party) printedParty {
	name, wholeName := l.printable(who.Name)
	address, wholeAddress := l.printable(who.Address)
	mobile, _ := l.printable(who.Mobile)
	return printedParty{Party{Name: name, Mobile: mobile, Address: address}, !wholeName, !wholeAddress}
}
