//go:build !linux

package app

// isSynchronised reports nothing: only Linux says whether its clock is kept.
func isSynchronised() (kept, known bool) { return false, false }
