package address

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rento/internal/fault"
)

const (
	pincodeLength = 6 // characters
	mobileLength  = 10
	longestField  = 200
)

// checked returns the address on single-spaced lines, or a Fault (422) that
// names the field.
func (a Address) checked() (Address, error) {
	for _, f := range []struct {
		name     string
		value    *string
		required string
	}{
		{"flatNo", &a.FlatNo, "Please enter your house or flat number."},
		{"societyName", &a.SocietyName, ""},
		{"addressLine1", &a.AddressLine1, "Please enter your street."},
		{"addressLine2", &a.AddressLine2, ""},
		{"area", &a.Area, ""},
		{"landMark", &a.LandMark, ""},
		{"subCity", &a.SubCity, ""},
		{"city", &a.City, "Please choose your city."},
		{"pincode", &a.Pincode, ""},
		{"alternativeMobile", &a.AlternativeMobile, ""},
	} {
		*f.value = strings.Join(strings.Fields(*f.value), " ")
		if *f.value == "" && f.required != "" {
			return Address{}, fault.Invalid(f.name, f.required)
		}
		if utf8.RuneCountInString(*f.value) > longestField {
			return Address{}, fault.Invalid(f.name, fmt.Sprintf("Please use at most %d characters.", longestField))
		}
	}
	if a.Pincode != "" && utf8.RuneCountInString(a.Pincode) != pincodeLength {
		return Address{}, fault.Invalid("pincode", "Invalid Pincode")
	}
	if a.AlternativeMobile != "" && !isMobile(a.AlternativeMobile) {
		return Address{}, fault.Invalid("alternativeMobile", "Please enter a mobile number of 10 digits.")
	}
	if !(Point{a.Lat, a.Lng}).OnEarth() {
		return Address{}, fault.Invalid("latlng", "Please enter a valid address")
	}
	return a, nil
}

func isMobile(text string) bool {
	return len(text) == mobileLength && strings.Trim(text, "0123456789") == ""
}
