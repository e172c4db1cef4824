package provider

// MandateMethod is the rail of a permission to debit.
type MandateMethod string

// The rails.
const (
	MandateUPI      MandateMethod = "upi"
	MandateCard     MandateMethod = "card"
	MandateEMandate MandateMethod = "emandate" // net banking
	MandateNACH     MandateMethod = "nach"
)
