package testkit

import "time"

// MachineTime is the time of the machine that runs the test: for the deadline of a
// connection, and for how long something took. Dates come from a clock that the
// test sets, so that it tells the same on every day.
func MachineTime() time.Time { return time.Now() } //nolint:forbidigo // the one place
