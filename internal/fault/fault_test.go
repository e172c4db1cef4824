package fault_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"rento/internal/fault"
)

func TestAFaultIsFoundThroughItsWrappers(t *testing.T) {
	cause := errors.New("disk")
	err := fmt.Errorf("outer: %w", errors.Join(errors.New("beside"), fault.Conflict("Taken.").WithCause(cause)))
	if f := fault.Of(err); f == nil || f.Message != "Taken." || !fault.Is(err, http.StatusConflict) || !errors.Is(err, cause) {
		t.Errorf("%v", f)
	}
	if fault.Of(errors.New("plain")) != nil || fault.Of(nil) != nil {
		t.Error("a plain error passed for a fault")
	}
}

// What is shared must not change when somebody adds to it.
func TestAddingToAFaultLeavesTheFirstOneAlone(t *testing.T) {
	first := fault.Invalid("pincode", "Invalid Pincode")
	second := first.WithExtra("city", "Pune").WithCause(errors.New("x"))
	if len(first.Extra) != 1 || first.Cause != nil || second.Extra["field"] != "pincode" || second.Extra["city"] != "Pune" {
		t.Errorf("%v and %v", first, second)
	}
}
