package app

import (
	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/advance"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/encryption"
	"rento/internal/export"
	"rento/internal/feedback"
	"rento/internal/ledger"
	"rento/internal/mandate"
	"rento/internal/notify"
	"rento/internal/payment"
	"rento/internal/referral"
	"rento/internal/settlement"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// exports are the parts of a customer's data download, in the order of the file.
func (x *Services) exports(keys *encryption.Keyring) []export.Part {
	return []export.Part{
		account.Export(), address.Export(), subscription.Export(), ticket.Export(), billing.Export(), advance.Export(), payment.Export(), mandate.Export(),
		settlement.Export(keys), ledger.Export(), referral.Export(), x.Support.Export(), notify.Export(), feedback.Export(), x.KYC.Export(), x.Uploads.Export(), audit.Export(),
	}
}

// keptBack lists the customer data that the download leaves out. A test checks that each table with
// customer data is either exported or listed here.
var keptBack = []export.Kept{
	{
		Tables: []string{"login_challenges", "handoff_codes"}, What: "Codes with which somebody signs in, and the tokens of sessions",
		Why: "we keep only check values of them, which say nothing of you, and the codes for at most two days.",
	},
	{
		Tables: []string{"idempotency_keys"}, What: "Answers that are kept for a while, so that a request which is sent twice is done once",
		Why: "they repeat what stands in the other parts.",
	},
	{
		Tables: []string{"alerts", "billing_failures"}, What: "Notes of our systems to those who run them",
		Why: "they say that a program failed, and of you no more than the other parts do.",
	},
	{What: "Full numbers of cards, bank accounts, UPI ids and identity documents", Why: "we do not keep them, or keep them encrypted for the one purpose that they are for, and show them masked everywhere."},
	{What: "Your full Aadhaar number", Why: "we never keep it, only its last four digits."},
	{What: "Invoices and statements as PDF", Why: "each can be downloaded on its screen."},
	{What: "Names of our staff, and data of other customers", Why: "they are theirs."},
	{What: "The names by which providers of payments, payouts and identity checks know a request of ours", Why: "they are keys of our systems to theirs."},
}
