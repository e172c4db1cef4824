package fault_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/fault"
)

func TestAFaultIsFoundThroughItsWrappers(t *testing.T) {
	cause := errors.New("disk")
	err := fmt.Errorf("outer: %w", errors.Join(errors.New("beside"), fault.Conflict("slot.taken", "Taken.").WithCause(cause)))
	if f := fault.Of(err); f == nil || f.Message != "Taken." || !fault.Is(err, http.StatusConflict) || !errors.Is(err, cause) {
		t.Errorf("%v, want Taken., 409 and %v", f, cause)
	}
	if fault.Of(errors.New("plain")) != nil || fault.Of(nil) != nil {
		t.Error("a plain error passed for a fault")
	}
}

// A shared fault must not change when a caller adds something to it.
func TestAddingToAFaultLeavesTheFirstOneAlone(t *testing.T) {
	first := fault.Invalid("address.pincode_invalid", "pincode", "Invalid Pincode")
	second := first.WithExtra("city", "Pune").WithCause(errors.New("x"))
	if len(first.Extra) != 1 || first.Cause != nil || second.Extra["field"] != "pincode" || second.Extra["city"] != "Pune" {
		t.Errorf("%v and %v, want length 1, pincode and Pune", first, second)
	}
}

// A value that looks like a placeholder is not replaced.
func TestAMessageHasItsValuesInTheirPlaces(t *testing.T) {
	f := fault.Forbidden("address.outside_city", "Outside {city}. Choose one in {city} of {state}.", fault.With("city", "{state}"), fault.With("state", 7))
	if want := "Outside {state}. Choose one in {state} of 7."; f.Message != want {
		t.Errorf("message %q, want %q", f.Message, want)
	}
	want := map[string]any{"code": "address.outside_city", "values": map[string]string{"city": "{state}", "state": "7"}, "days": 3}
	if diff := cmp.Diff(want, f.WithExtra("days", 3).Details()); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

// Words appear in English in the message, and their codes are sent too.
func TestWordsGoOutByTheirCodes(t *testing.T) {
	repair, closure := fault.NewWord("ticket.kind_repair", "Repair"), fault.NewWord("ticket.kind_closure", "Closure")
	f := fault.Conflict("ticket.live_requests", "Live: {kinds} of {item}", fault.WithWords("kinds", repair, closure), fault.With("item", "Sofa"))
	if want := "Live: Repair, Closure of Sofa"; f.Message != want {
		t.Errorf("message %q, want %q", f.Message, want)
	}
	want := map[string]any{
		"code":   "ticket.live_requests",
		"values": map[string]string{"kinds": "Repair, Closure", "item": "Sofa"},
		"words":  map[string][]string{"kinds": {"ticket.kind_repair", "ticket.kind_closure"}},
	}
	if diff := cmp.Diff(want, f.Details()); diff != "" {
		t.Errorf("details (-want +got):\n%s", diff)
	}
}

func TestALimitSaysHowLongToWait(t *testing.T) {
	for seconds, want := range map[int]string{
		1:           "Too many attempts. Please try again in 1 s.",
		119:         "Too many attempts. Please try again in 119 s.",
		120:         "Too many attempts. Please try again in 2 min.",
		3541:        "Too many attempts. Please try again in 60 min.",
		2 * 60 * 60: "Too many attempts. Please try again in 2 h.",
		23*3600 + 1: "Too many attempts. Please try again in 24 h.",
	} {
		if diff := cmp.Diff(want, fault.TooMany(seconds).Message); diff != "" {
			t.Errorf("%d s (-want +got):\n%s", seconds, diff)
		}
	}
}
