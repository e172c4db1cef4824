package audit_test

import (
	"strings"
	"testing"

	"rento/internal/audit"
	"rento/internal/fault"
)

func TestReasonsSaySomething(t *testing.T) {
	for reason, want := range map[string]bool{
		"Asked by phone": true, "फ़ोन पर कहा गया": true, "Order 1234": false, "Order 12345": true,
		"": false, "..........": false, "          ": false, "ok, ok. ok!": false, "\u202e\u202e\u202e\u202e\u202e\u202e\u202e\u202e\u202e\u202e": false,
	} {
		err := audit.CheckReason(reason)
		if got := err == nil; got != want {
			t.Errorf("CheckReason(%q) = %v, want it let through: %t", reason, err, want)
		}
		if f := fault.Of(err); err != nil && (f.Code != "operations.reason_missing" || f.Extra["field"] != "reason") {
			t.Errorf("CheckReason(%q) = %+v, want operations.reason_missing of the field reason", reason, f)
		}
	}
}

// A reason has at most 200 characters, in any script.
func TestReasonsAreBounded(t *testing.T) {
	longest := strings.Repeat("फ", 200)
	if err := audit.CheckReason(longest); err != nil {
		t.Errorf("200 characters: %v", err)
	}
	if f := fault.Of(audit.CheckReason(longest + "फ")); f == nil || f.Code != "text.too_long" || f.Extra["field"] != "reason" {
		t.Errorf("201 characters: %+v, want text.too_long of the field reason", f)
	}
}
