// Package gst has the forms that the tax portal takes: state codes, rates, codes of goods and
// services, and numbers of documents.
package gst

import (
	"regexp"
	"slices"
	"strings"
)

// rates are the rates of the portal's list, in hundredths of a percent.
var rates = []int64{0, 10, 25, 100, 150, 300, 500, 600, 750, 1200, 1800, 2800, 4000}

// IsRate reports whether the portal knows a rate, in hundredths of a percent.
func IsRate(basisPoints int64) bool { return slices.Contains(rates, basisPoints) }

var (
	serviceCode    = regexp.MustCompile(`^99[0-9]{2}([0-9]{2})?$`)
	goodsCode      = regexp.MustCompile(`^([0-9]{4}|[0-9]{6}|[0-9]{8})$`)
	documentNumber = regexp.MustCompile(`^[A-Z1-9][A-Z0-9/-]{0,15}$`)
	series         = regexp.MustCompile(`^[A-Z][A-Z0-9]?$`)
)

// IsServiceCode reports whether a text has the form of a service accounting code (SAC): four or six
// digits of chapter 99.
func IsServiceCode(sac string) bool { return serviceCode.MatchString(sac) }

// IsGoodsCode reports whether a text has the form of a code of goods (HSN): four, six or eight
// digits of the chapters 01 to 98. Chapter 99 is that of services.
func IsGoodsCode(hsn string) bool {
	return goodsCode.MatchString(hsn) && !strings.HasPrefix(hsn, "00") && !strings.HasPrefix(hsn, "99")
}

// IsDocumentNumber reports whether a text may number a document: at most 16 capital letters,
// digits, slashes and dashes, of which neither 0 nor a sign comes first.
func IsDocumentNumber(number string) bool { return documentNumber.MatchString(number) }

// IsSeries reports whether a text may begin the numbers of a registration's documents: one capital
// letter, or two signs of which the first is one.
func IsSeries(prefix string) bool { return series.MatchString(prefix) }
