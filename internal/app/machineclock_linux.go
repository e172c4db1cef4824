package app

import "syscall"

// clockError is the state of an unsynchronised clock (TIME_ERROR of adjtimex(2)).
const clockError = 5

// isSynchronised reports whether NTP or a similar service keeps the machine's clock right, and
// whether the machine can tell.
func isSynchronised() (kept, known bool) {
	state, err := syscall.Adjtimex(&syscall.Timex{}) // without modes it only reads
	return state != clockError, err == nil
}
