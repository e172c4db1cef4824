package api

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rento/internal/calendar"
	"rento/internal/dashboard"
	"rento/internal/fault"
)

// The contract writes the gateways of auto debit in upper case. Internally they have the adapter's
// own name.
func TestOptionsOfAutoDebitOnTheWire(t *testing.T) {
	got := wireOption(dashboard.PaymentOption{UniqueID: "razorpay-upi", Gateway: "razorpay", PaymentMethod: "upi", Name: fault.NewWord("payment.upi", "UPI")})
	want := PaymentOption{UniqueID: "razorpay-upi", Name: "UPI", NameCode: "payment.upi", Gateway: "RAZORPAY", PaymentMethod: "upi"}
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(calendar.Date{})); diff != "" {
		t.Errorf("option (-want +got):\n%s", diff)
	}
}
