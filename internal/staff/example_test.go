package staff_test

import (
	"fmt"
	"time"

	"rento/internal/staff"
)

// What an authenticator app shows, by its secret and the time.
func ExampleCodeAt() {
	code, err := staff.CodeAt("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", time.Unix(59, 0))
	fmt.Println(code, err)
	// Output: 287082 <nil>
}
