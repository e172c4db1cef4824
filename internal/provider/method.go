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

// PaymentMethods are the ways in which a payment is made, by the words that adapters use. Receipts and
// the web app (features/invoices/words.ts) have a word for each.
var PaymentMethods = []string{"upi", "card", "netbanking", "wallet", "emandate", "nach"}
