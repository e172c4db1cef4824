package address

import (
	"strings"
	"unicode/utf8"

	"rento/internal/fault"
)

const (
	pincodeLength = 6 // characters
	mobileLength  = 10
	longestField  = 200
)

// checked returns the address with normalised white space, or a Fault (422) that names the field.
func (a Address) checked() (Address, error) {
	for _, f := range []struct {
		name    string
		value   *string
		missing *fault.Fault // the fault for an empty value; nil if it may be empty
	}{
		{"flatNo", &a.FlatNo, fault.Invalid("address.flat_no_missing", "flatNo", "Please enter your house or flat number.")},
		{"societyName", &a.SocietyName, nil},
		{"addressLine1", &a.AddressLine1, fault.Invalid("address.street_missing", "addressLine1", "Please enter your street.")},
		{"addressLine2", &a.AddressLine2, nil},
		{"area", &a.Area, nil},
		{"landMark", &a.LandMark, nil},
		{"subCity", &a.SubCity, nil},
		{"city", &a.City, fault.Invalid("address.city_missing", "city", "Please choose your city.")},
		{"pincode", &a.Pincode, nil},
		{"alternativeMobile", &a.AlternativeMobile, nil},
	} {
		*f.value = strings.Join(strings.Fields(*f.value), " ")
		if *f.value == "" && f.missing != nil {
			return Address{}, f.missing
		}
		if utf8.RuneCountInString(*f.value) > longestField {
			return Address{}, fault.Invalid("text.too_long", f.name, "Please use at most {most} characters.", fault.With("most", longestField))
		}
	}
	if a.Pincode != "" && utf8.RuneCountInString(a.Pincode) != pincodeLength {
		return Address{}, fault.Invalid("address.pincode_invalid", "pincode", "Invalid Pincode")
	}
	if a.AlternativeMobile != "" && !isMobile(a.AlternativeMobile) {
		return Address{}, fault.Invalid("mobile.invalid", "alternativeMobile", "Please enter a mobile number of 10 digits.")
	}
	if !(Point{a.Lat, a.Lng}).OnEarth() {
		return Address{}, fault.Invalid("address.place_invalid", "latlng", "Please enter a valid address")
	}
	return a, nil
}

func isMobile(text string) bool {
	return len(text) == mobileLength && strings.Trim(text, "0123456789") == ""
}
