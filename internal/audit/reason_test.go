package audit_test

import (
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
