package calendar_test

import (
	"fmt"
	"time"

	"rento/internal/calendar"
)

// A business day is a day in India, whatever the time zone of the clock.
func ExampleToday() {
	clock := calendar.NewFrozen(time.Date(2026, 9, 30, 19, 0, 0, 0, time.UTC))
	fmt.Println(calendar.Today(clock), calendar.Today(clock).NextMonth())
	// Output: 2026-10-01 2026-11-01
}
