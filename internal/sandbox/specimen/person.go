package specimen

import (
	"fmt"
	"hash/fnv"
	"strings"

	"rento/internal/identifier"
	"rento/internal/provider"
)

// Person is somebody who does not exist, of whom specimens are made. Born is YYYY-MM-DD.
type Person struct {
	Name     string
	Born     string
	Gender   string // M, F or T
	Guardian string
	Address  string
	Pincode  string
	State    string // the two letters that begin a driving licence, such as KA
}

// The serials of PANs with which something is the matter, which stand in the digits.
const (
	SerialNotFound  = "0000"
	SerialInactive  = "9999"
	SerialDuplicate = "8888"
	SerialDown      = "7777"
)

// Serial is the digits of a PAN.
func Serial(pan string) string {
	if len(pan) != 10 {
		return ""
	}
	return pan[5:9]
}

// PAN is the person's. Its letters follow from the name and its digits from the date of
// birth, so that the sandbox's register knows both by the number. serial is one of those
// above, or "".
func (p Person) PAN(serial string) string {
	name, born := chance("name", normalName(p.Name)), chance("born", p.Born)
	words := strings.Fields(normalName(p.Name))
	surname := byte('X')
	if len(words) > 0 && words[len(words)-1][0] >= 'A' && words[len(words)-1][0] <= 'Z' {
		surname = words[len(words)-1][0]
	}
	if serial == "" {
		serial = fmt.Sprintf("%04d", 1+born%6999)
	}
	return letters(name, 3) + "P" + string(surname) + serial + letters(name>>20, 1)
}

// NameFits and BornFits say whether a PAN is of a name, or of a date of birth, as the
// register knows them. One of a marked serial is of every date.
func NameFits(pan, name string) bool {
	n := chance("name", normalName(name))
	return len(pan) == 10 && pan[:3] == letters(n, 3) && pan[9:] == letters(n>>20, 1)
}

// BornFits is as NameFits.
func BornFits(pan, born string) bool {
	switch serial := Serial(pan); serial {
	case SerialInactive, SerialDuplicate:
		return true
	default:
		return serial == fmt.Sprintf("%04d", 1+chance("born", born)%6999)
	}
}

// Aadhaar is the person's number, with its blanks.
func (p Person) Aadhaar() string {
	n := chance("aadhaar", normalName(p.Name)+p.Born)
	digits := fmt.Sprintf("%d%010d", 2+n%8, n/8%10_000_000_000)
	digits += string(identifier.VerhoeffCheck(digits))
	return digits[:4] + " " + digits[4:8] + " " + digits[8:]
}

// Document is a specimen of a kind that the person has. Side is front or back.
func (p Person) Document(kind, side string) Document {
	n := chance(kind, normalName(p.Name)+p.Born)
	d := Document{Kind: kind, Side: side, Name: p.Name, Born: p.Born, Gender: p.Gender, Face: p.Face()}
	switch provider.DocumentKind(kind) {
	case provider.PANCard:
		d.Number, d.Guardian, d.Gender, d.Side = p.PAN(""), p.Guardian, "", string(provider.Front)
	case provider.Aadhaar:
		d.Number = p.Aadhaar()
	case provider.Passport:
		d.Number, d.Expires = letters(n, 1)+fmt.Sprintf("%07d", n%9_000_000+1_000_000), "2034-12-31"
	case provider.DrivingLicence:
		d.Number, d.Expires, d.Side = p.State+fmt.Sprintf("%02d%s%07d", 1+n%50, "2015", n/50%10_000_000), "2039-12-31", string(provider.Front)
		d.Address, d.Pincode = p.Address, p.Pincode
	case provider.VoterID:
		d.Number, d.Guardian = letters(n, 3)+fmt.Sprintf("%07d", n/17_576%10_000_000), p.Guardian
	default: // a selfie says who it is of and nothing else
		return Document{Kind: Selfie, Face: p.Face()}
	}
	if side == string(provider.Back) && d.Side == side {
		d.Name, d.Born, d.Gender, d.Face = "", "", "", ""
		d.Address, d.Pincode, d.Guardian = p.Address, p.Pincode, p.Guardian
	}
	return d
}

// Face is the word for the person's face.
func (p Person) Face() string {
	return fmt.Sprintf("%08x", chance("face", normalName(p.Name)+p.Born)%(1<<32))
}

func normalName(name string) string { return strings.Join(strings.Fields(strings.ToUpper(name)), " ") }

func chance(what, of string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(what + ":" + of))
	return h.Sum64()
}

func letters(n uint64, count int) string {
	out := make([]byte, count)
	for i := range out {
		out[i] = byte('A' + n%26)
		n /= 26
	}
	return string(out)
}
