package clamd_test

import (
	"fmt"

	"rento/internal/provider/clamd"
)

// What is sent to clamd is not encrypted, so that it must be near.
func ExampleNew() {
	_, err := clamd.New("/run/clamav/clamd.ctl")
	fmt.Println(err)
	_, err = clamd.New("203.0.113.7:3310")
	fmt.Println(err)
	// Output:
	// <nil>
	// "203.0.113.7:3310" is an address of the internet, where others could read the files; use a private network or a socket
}
