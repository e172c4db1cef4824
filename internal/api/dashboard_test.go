package api

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/dashboard"
)

// The contract writes the gateways of auto debit in upper case; inside they
// have the name that their adapter gives itself.
func TestOptionsOfAutoDebitOnTheWire(t *testing.T) {
	got := wireOption(dashboard.PaymentOption{UniqueID: "razorpay-upi", Gateway: "razorpay", PaymentMethod: "upi"})
	want := PaymentOption{UniqueID: "razorpay-upi", Gateway: "RAZORPAY", PaymentMethod: "upi"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("option (-want +got):\n%s", diff)
	}
}
