package ident_test

import (
	"fmt"

	"rento/internal/calendar"
	"rento/internal/ident"
)

// Ids grow with time, and no two nodes make the same.
func ExampleSource_Next() {
	clock := calendar.NewFrozen(calendar.MustParse("2026-10-01").At(10, 0))
	one, other := ident.NewSource(clock, 1), ident.NewSource(clock, 2)
	fmt.Println(one.Next(), one.Next(), other.Next())
	// Output: 22211020800001 22211020800017 22211020800002
}

// A reference that nobody can guess; of a secret only the hash is stored.
func ExampleHash() {
	fmt.Println(len(ident.Reference(26)), len(ident.Code(6)), ident.Hash("a secret")[:12])
	// Output: 26 6 984ca5162200
}
