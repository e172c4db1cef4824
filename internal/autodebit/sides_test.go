package autodebit_test

import (
	"net/http"

	"rento/internal/autodebit"
	"rento/internal/calendar"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/razorpay"
	atbilldesk "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	atrazorpay "rento/internal/sandbox/razorpay"
)

// side is a gateway with mandates and what the tests need to know about it.
type side struct {
	name    string
	keys    emulator.Keys
	connect func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Mandates, error)
	// payable returns the id of a registration for the sandbox's checkout. brought returns what
	// the browser brings back from it. forged returns fields that nobody has signed.
	payable func(autodebit.Begun) string
	brought func(told map[string]any) map[string]string
	forged  func(begun autodebit.Begun) map[string]string
	// register and debit are the calls that register and debit, as method and path. debitFault is
	// the name of the debit call in faults.
	register, debit, debitFault string
	// active and withdrawn are the gateway's words for a mandate that debits and one that is over, paid
	// and failed those for a debit, currency that for rupees. vpa is how it shows a UPI id.
	active, withdrawn, paid, failed, currency, vpa string
}

var (
	billdeskKeys = atbilldesk.Keys{
		MerchantID: "SBXMERC", ClientID: "sbxclient", KeyID: "sbxkid",
		SigningKey: "sbx-billdesk-hmac-secret-00000001", EncryptionKey: "sbx-billdesk-enc-key-00000000032",
	}
	razorpayKeys = atrazorpay.Keys{ID: "rzp_test_SBX0000000001", Secret: "sandbox_key_secret_0001", WebhookSecret: "sandbox_webhook_secret_0001"}
)

var sides = []side{byBilldesk, byRazorpay}

var byBilldesk = side{
	name: billdesk.Name, keys: billdeskKeys,
	connect: func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Mandates, error) {
		k := billdeskKeys
		return billdesk.New(billdesk.Config{
			BaseURL: base, SDKURL: base + "/jssdk/v1/dist", MerchantID: k.MerchantID, ClientID: k.ClientID, KeyID: k.KeyID,
			SigningKey: k.SigningKey, EncryptionKey: k.EncryptionKey,
		}, clock, nil, network)
	},
	payable: func(b autodebit.Begun) string { return b.Mandate.Reference },
	brought: func(told map[string]any) map[string]string {
		fields, _ := told["fields"].(map[string]any)
		return texts(fields, "mandate_response")
	},
	forged:   func(autodebit.Begun) map[string]string { return map[string]string{"mandate_response": "a.b.c"} },
	register: "POST /pgsi/ve1_2/mandatetokens/create", debit: "POST /payments/ve1_2/transactions/create", debitFault: "transactions.create",
	active: "active", withdrawn: "deleted", paid: "0300", failed: "0399", currency: "356", vpa: "su…@billdesk",
}

var byRazorpay = side{
	name: razorpay.Name, keys: razorpayKeys,
	connect: func(base string, clock calendar.Clock, network http.RoundTripper) (provider.Mandates, error) {
		k := razorpayKeys
		return razorpay.New(razorpay.Config{
			BaseURL: base, KeyID: k.ID, KeySecret: k.Secret, WebhookSecret: k.WebhookSecret, ScriptURL: base + "/v1/checkout.js",
		}, clock, nil, network)
	},
	payable: func(b autodebit.Begun) string { return b.Checkout.OrderID },
	brought: func(told map[string]any) map[string]string {
		return texts(told, razorpay.FieldPayment, razorpay.FieldOrder, razorpay.FieldSignature)
	},
	forged: func(b autodebit.Begun) map[string]string {
		return map[string]string{razorpay.FieldPayment: "pay_1", razorpay.FieldOrder: b.Checkout.OrderID, razorpay.FieldSignature: "00"}
	},
	register: "POST /v1/orders", debit: "POST /v1/payments/create/recurring", debitFault: "payments.recurring",
	active: "confirmed", withdrawn: "cancelled", paid: "captured", failed: "failed", currency: "INR", vpa: "su…@razorpay",
}

// texts returns the named fields that are present.
func texts(from map[string]any, names ...string) map[string]string {
	found := map[string]string{}
	for _, name := range names {
		if text, ok := from[name].(string); ok {
			found[name] = text
		}
	}
	return found
}
