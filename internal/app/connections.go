package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rento/internal/config"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/provider/razorpay"
	"rento/internal/provider/razorpayx"
	"rento/internal/sandbox"
	sandboxedbilldesk "rento/internal/sandbox/billdesk"
	"rento/internal/sandbox/emulator"
	sandboxedjuspay "rento/internal/sandbox/juspay"
	sandboxedpaytm "rento/internal/sandbox/paytm"
	sandboxed "rento/internal/sandbox/razorpay"
	payingout "rento/internal/sandbox/razorpayx"
)

// connections are the providers through which money comes and goes, each with all
// that the rest has to know of it by name: this is the one place in which a
// gateway is wired.
func connections() []connection {
	return []connection{throughRazorpay(), throughPaytm(), throughJuspay(), throughBilldesk(), throughRazorpayX()}
}

// connection is what is known of one provider: its settings, its adapter and its
// other end in the sandbox.
type connection struct {
	// name is its own in the paths of webhooks and of the sandbox.
	name string
	// prefix begins the names of its settings.
	prefix string
	// variable sets its key, without which it is not connected.
	variable string
	// key and url are its settings of the same names.
	key, url func(c *config.Config) *string
	// testKey and liveKey are what the adapter knows of a key by its form, nil if
	// the form says nothing.
	testKey, liveKey func(key string) bool
	// keyForm is what it knows of the form of any key, nil if that is free.
	keyForm func(key string) bool
	// testAddress is what the adapter knows of an address, nil if test and live
	// keys are used at the same.
	testAddress func(address string) bool
	// gateways connects to it as to a gateway, or to several of one provider; nil
	// if it takes no money.
	gateways func(c *config.Config, o Outside) ([]provider.Gateway, error)
	// payouts connects to it as to one that pays refunds out; nil if it does not.
	payouts func(c *config.Config, o Outside) (provider.Payouts, error)
	// demo sets the keys of our account at the sandbox, which open nothing else.
	demo func(c *config.Config)
	// assets sets the addresses beside url at the sandbox; nil without any.
	assets func(c *config.Config)
	// emulated are the keys that are set, as the other end knows them.
	emulated func(c *config.Config) emulator.Keys
}

func (n connection) isSet(c *config.Config) bool { return *n.key(c) != "" }

func throughRazorpay() connection {
	return connection{
		name: razorpay.Name, prefix: "RAZORPAY_", variable: "RAZORPAY_KEY_ID",
		key:     func(c *config.Config) *string { return &c.Razorpay.KeyID },
		url:     func(c *config.Config) *string { return &c.Razorpay.URL },
		testKey: razorpay.TestKey, liveKey: razorpay.LiveKey,
		gateways: func(c *config.Config, o Outside) ([]provider.Gateway, error) {
			gateway, err := razorpay.New(razorpay.Config{
				BaseURL: c.Razorpay.URL, KeyID: c.Razorpay.KeyID, KeySecret: c.Razorpay.KeySecret, ScriptURL: c.Razorpay.ScriptURL,
				WebhookSecret: c.Razorpay.WebhookSecret, WebhookSecretOld: c.Razorpay.WebhookSecretOld,
			}, o.Clock, o.Logger, o.Transport)
			return []provider.Gateway{gateway}, err
		},
		demo: func(c *config.Config) {
			c.Razorpay.KeyID, c.Razorpay.KeySecret, c.Razorpay.WebhookSecret = "rzp_test_RentoSandbox", "sandbox-key-secret", "sandbox-webhook-secret"
		},
		assets:  func(c *config.Config) { c.Razorpay.ScriptURL = c.Razorpay.URL + "/v1/checkout.js" },
		keyForm: razorpay.KeyForm,
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxed.Keys{ID: c.Razorpay.KeyID, Secret: c.Razorpay.KeySecret, WebhookSecret: c.Razorpay.WebhookSecret}
		},
	}
}

func throughPaytm() connection {
	return connection{
		name: paytm.Name, prefix: "PAYTM_", variable: "PAYTM_MID",
		key:         func(c *config.Config) *string { return &c.Paytm.MID },
		url:         func(c *config.Config) *string { return &c.Paytm.URL },
		testAddress: paytm.TestAddress,
		gateways: func(c *config.Config, o Outside) ([]provider.Gateway, error) {
			gateway, err := paytm.New(paytm.Config{
				BaseURL: c.Paytm.URL, MID: c.Paytm.MID, Key: c.Paytm.Key, KeyOld: c.Paytm.KeyOld, Website: c.Paytm.Website,
			}, o.Clock, o.Logger, o.Transport)
			return []provider.Gateway{gateway}, err
		},
		demo: func(c *config.Config) {
			c.Paytm.MID, c.Paytm.Key, c.Paytm.Website = "RentoSandbox00000001", "sandbox-merchant", "WEBSTAGING"
		},
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxedpaytm.Keys{MID: c.Paytm.MID, Key: c.Paytm.Key, Website: c.Paytm.Website}
		},
	}
}

// sandboxCredKey encrypts phone numbers for the sandbox, where nobody reads them:
// no key that opens it is kept.
const sandboxCredKey = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxLqp9dx3wrhD3JDu7f7jaJCOWgmaC+A3wXMYwXE119HGEN7IQiBaT8BI" +
	"DD869Nwdyl9UATF9jst3FF/JIpCue1PJhrYvm76B6UFbgkSwyOc2Im4vhK/O2gANjwUEx+IhkRkyTcAuq1HenNnr+xaF3K3lMFsrcLZtYfih19qTKNjqtq3w" +
	"/BqAyZexoXenE7YFbpFes8Xjmypvi5Nn3ZFLqeALS5hI6RW7v3dh1F+/AnJwA+qw0KXD+Cjumyzr7e/YON3dszKu/xVr/NzCiIhj+f7CP/1wWYEXllBMsZ6X" +
	"Pf16kkytYLZB3dzCoQkYb14ys/eVI6bBVGT2tQDMwpRUiQIDAQAB"

func throughJuspay() connection {
	return connection{
		name: juspay.Name, prefix: "JUSPAY_", variable: "JUSPAY_MERCHANT_ID",
		key:         func(c *config.Config) *string { return &c.Juspay.MerchantID },
		url:         func(c *config.Config) *string { return &c.Juspay.URL },
		testAddress: juspay.TestAddress,
		gateways: func(c *config.Config, o Outside) ([]provider.Gateway, error) {
			connected, err := juspay.New(juspay.Config{
				BaseURL: c.Juspay.URL, MerchantID: c.Juspay.MerchantID, APIKey: c.Juspay.APIKey, ResponseKey: c.Juspay.ResponseKey,
				WebhookUser: c.Juspay.WebhookUser, WebhookPassword: c.Juspay.WebhookPassword, CredKey: c.Juspay.CredKey,
			}, o.Clock, o.Logger, o.Transport)
			var gateways []provider.Gateway
			for _, g := range connected {
				gateways = append(gateways, g)
			}
			return gateways, err
		},
		demo: func(c *config.Config) {
			j := &c.Juspay
			j.MerchantID, j.APIKey, j.ResponseKey = "rento-sandbox", "sandbox-juspay-key", "sandbox-juspay-response"
			j.WebhookUser, j.WebhookPassword, j.CredKey = "juspay", "sandbox-juspay-webhooks", sandboxCredKey
		},
		emulated: func(c *config.Config) emulator.Keys {
			j := c.Juspay
			return sandboxedjuspay.Keys{
				MerchantID: j.MerchantID, APIKey: j.APIKey, ResponseKey: j.ResponseKey, WebhookUser: j.WebhookUser, WebhookPassword: j.WebhookPassword,
			}
		},
	}
}

func throughBilldesk() connection {
	return connection{
		name: billdesk.Name, prefix: "BILLDESK_", variable: "BILLDESK_MERCHANT_ID",
		key:         func(c *config.Config) *string { return &c.Billdesk.MerchantID },
		url:         func(c *config.Config) *string { return &c.Billdesk.URL },
		testAddress: billdesk.TestAddress,
		gateways: func(c *config.Config, o Outside) ([]provider.Gateway, error) {
			b := c.Billdesk
			gateway, err := billdesk.New(billdesk.Config{
				BaseURL: b.URL, SDKURL: b.SDKURL, MerchantID: b.MerchantID, ClientID: b.ClientID, KeyID: b.KeyID,
				SigningKey: b.SigningKey, SigningKeyOld: b.SigningKeyOld, EncryptionKey: b.EncryptionKey,
			}, o.Clock, o.Logger, o.Transport)
			return []provider.Gateway{gateway}, err
		},
		demo: func(c *config.Config) {
			b := &c.Billdesk
			b.MerchantID, b.ClientID, b.SigningKey, b.EncryptionKey = "RENTOSANDBOX", "rentosandbox", "sandbox-billdesk-signing-key-00001", "sandbox-billdesk-encryption-key0"
			if len(c.AutoDebit) == 0 {
				c.AutoDebit = []string{"upi:" + billdesk.Name} // so that the demo shows both gateways
			}
		},
		assets: func(c *config.Config) { c.Billdesk.SDKURL = c.Billdesk.URL + "/jssdk/v1/dist" },
		emulated: func(c *config.Config) emulator.Keys {
			b := c.Billdesk
			return sandboxedbilldesk.Keys{
				MerchantID: b.MerchantID, ClientID: b.ClientID, KeyID: b.KeyID, SigningKey: b.SigningKey, EncryptionKey: b.EncryptionKey,
			}
		},
	}
}

func throughRazorpayX() connection {
	return connection{
		name: razorpayx.Name, prefix: "RAZORPAYX_", variable: "RAZORPAYX_KEY_ID",
		key:     func(c *config.Config) *string { return &c.RazorpayX.KeyID },
		url:     func(c *config.Config) *string { return &c.RazorpayX.URL },
		testKey: razorpayx.TestKey, liveKey: razorpayx.LiveKey,
		payouts: func(c *config.Config, o Outside) (provider.Payouts, error) {
			return razorpayx.New(razorpayx.Config{
				BaseURL: c.RazorpayX.URL, KeyID: c.RazorpayX.KeyID, KeySecret: c.RazorpayX.KeySecret, Account: c.RazorpayX.Account,
				WebhookSecret: c.RazorpayX.WebhookSecret, WebhookSecretOld: c.RazorpayX.WebhookSecretOld,
			}, o.Clock, o.Logger, o.Transport)
		},
		demo: func(c *config.Config) {
			x := &c.RazorpayX
			x.KeyID, x.KeySecret, x.WebhookSecret, x.Account = "rzp_test_RentoPayouts", "sandbox-payout-secret", "sandbox-payout-webhook-secret", "7878780080316316"
		},
		keyForm: razorpayx.KeyForm,
		emulated: func(c *config.Config) emulator.Keys {
			return payingout.Keys{ID: c.RazorpayX.KeyID, Secret: c.RazorpayX.KeySecret, WebhookSecret: c.RazorpayX.WebhookSecret, Account: c.RazorpayX.Account}
		},
	}
}

// newGateways connects to the gateways whose keys are set.
func newGateways(c *config.Config, o Outside) (*provider.Registry, error) {
	var gateways []provider.Gateway
	for _, n := range connections() {
		if n.gateways == nil || !n.isSet(c) {
			continue
		}
		connected, err := n.gateways(c, o)
		if err != nil {
			return nil, fmt.Errorf("%s*: %w", n.prefix, err)
		}
		gateways = append(gateways, connected...)
	}
	registry := provider.NewRegistry(gateways...)
	if err := placeMandates(registry, c.AutoDebit); err != nil {
		return nil, fmt.Errorf("RENTO_AUTO_DEBIT: %w", err)
	}
	return registry, nil
}

// placeMandates has each way of auto debit set up where the operator wants it.
func placeMandates(registry *provider.Registry, wanted []string) error {
	at := map[provider.MandateMethod]string{}
	for _, text := range wanted {
		if text == "" {
			continue
		}
		way, name, found := strings.Cut(text, ":")
		method := provider.MandateMethod(way)
		if !found || !slices.Contains([]provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate}, method) {
			return fmt.Errorf("%q is not a way (upi, card, emandate) and a gateway, such as upi:billdesk", text)
		}
		at[method] = name
	}
	return registry.PlaceMandates(at)
}

// newPayouts connects to the provider that pays refunds out, nil without its
// key.
func newPayouts(c *config.Config, o Outside) (provider.Payouts, error) {
	var payouts provider.Payouts
	by := ""
	for _, n := range connections() {
		if n.payouts == nil || !n.isSet(c) {
			continue
		}
		if payouts != nil {
			return nil, fmt.Errorf("%s and %s: only one of them pays refunds out; leave the other empty", by, n.variable)
		}
		connected, err := n.payouts(c, o)
		if err != nil {
			return nil, fmt.Errorf("%s*: %w", n.prefix, err)
		}
		payouts, by = connected, n.variable
	}
	return payouts, nil
}

// checkTestKeys refuses keys and addresses with which no money moves.
func checkTestKeys(c *config.Config) error {
	var problems []error
	for _, n := range connections() {
		if n.testKey != nil && n.testKey(*n.key(c)) {
			problems = append(problems, fmt.Errorf("%s: is a test key, with which no money moves; set the live one", n.variable))
		}
		if n.testAddress != nil && n.isSet(c) && n.testAddress(*n.url(c)) {
			problems = append(problems, fmt.Errorf("%sURL: is that of the test system, in which no money moves; set the live one", n.prefix))
		}
	}
	if billdesk.TestAddress(c.Billdesk.SDKURL) {
		problems = append(problems, errors.New("BILLDESK_SDK_URL: is that of the test system, whose SDK opens no live checkout; set the live one"))
	}
	return errors.Join(problems...)
}

// checkLiveKeys refuses keys that would move real money at the sandbox.
func checkLiveKeys(c *config.Config) error {
	var problems []error
	for _, n := range connections() {
		if n.liveKey != nil && n.liveKey(*n.key(c)) && config.IsSandbox(*n.url(c)) {
			problems = append(problems, fmt.Errorf("%s: a live key must not be used with the sandbox", n.variable))
		}
	}
	return errors.Join(problems...)
}

// checkKeyForms refuses keys that were not copied as they are.
func checkKeyForms(c *config.Config) error {
	var problems []error
	for _, n := range connections() {
		if n.keyForm != nil && n.isSet(c) && !n.keyForm(*n.key(c)) {
			problems = append(problems, fmt.Errorf("%s: has not the form of a key id; copy it as the provider shows it, in the same letters and without blanks", n.variable))
		}
	}
	return errors.Join(problems...)
}

// fillInKeys sets the sandbox's keys of the providers that have none.
func fillInKeys(c *config.Config) {
	for _, n := range connections() {
		if !n.isSet(c) {
			n.demo(c)
		}
	}
}

// UseSandbox has every provider called at the sandbox of an address, with the
// sandbox's keys where none are set.
func UseSandbox(c *config.Config, at string) {
	fillInKeys(c)
	for _, n := range connections() {
		*n.url(c) = strings.TrimSuffix(at, "/") + sandbox.Prefix + "/" + n.name
		if n.assets != nil {
			n.assets(c)
		}
	}
}

// Merchants are our accounts at the sandbox by the keys that are set. Webhooks go
// to an address with the provider's name behind it, nowhere if it is empty.
func Merchants(c *config.Config, webhooks string) []sandbox.Merchant {
	var merchants []sandbox.Merchant
	for _, n := range connections() {
		if !n.isSet(c) {
			continue
		}
		m := sandbox.Merchant{Keys: n.emulated(c)}
		if webhooks != "" {
			m.WebhookURL = webhooks + "/" + n.name
		}
		merchants = append(merchants, m)
	}
	return merchants
}
