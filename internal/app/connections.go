package app

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"rento/internal/config"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/chatwoot"
	"rento/internal/provider/digilocker"
	"rento/internal/provider/fcm"
	"rento/internal/provider/finbox"
	"rento/internal/provider/haptik"
	"rento/internal/provider/hyperverge"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/provider/razorpay"
	"rento/internal/provider/razorpayx"
	"rento/internal/provider/rudderstack"
	"rento/internal/provider/sentry"
	"rento/internal/provider/twilio"
	"rento/internal/sandbox"
	sandboxedbilldesk "rento/internal/sandbox/billdesk"
	sandboxedchatwoot "rento/internal/sandbox/chatwoot"
	sandboxeddigilocker "rento/internal/sandbox/digilocker"
	"rento/internal/sandbox/emulator"
	sandboxedfcm "rento/internal/sandbox/fcm"
	sandboxedfinbox "rento/internal/sandbox/finbox"
	sandboxedhaptik "rento/internal/sandbox/haptik"
	sandboxedhyperverge "rento/internal/sandbox/hyperverge"
	sandboxedjuspay "rento/internal/sandbox/juspay"
	sandboxedpaytm "rento/internal/sandbox/paytm"
	sandboxed "rento/internal/sandbox/razorpay"
	payingout "rento/internal/sandbox/razorpayx"
	sandboxedrudderstack "rento/internal/sandbox/rudderstack"
	sandboxedsentry "rento/internal/sandbox/sentry"
	sandboxedtwilio "rento/internal/sandbox/twilio"
)

// connections lists every provider: payment gateways, payouts, identity checks, messages, chat,
// event collection and error tracking. This is the only place where a provider is wired. Each entry
// holds everything that the rest of the program needs to know about the provider by name.
func connections() []connection {
	return []connection{throughRazorpay(), throughPaytm(), throughJuspay(), throughBilldesk(), throughRazorpayX(), throughHyperVerge(), throughDigiLocker(), throughFinBox(), throughTwilio(), throughFCM(), throughHaptik(), throughChatwoot(), throughRudderStack(), throughSentry()}
}

// proofs are the providers that verify who customers are. A provider that is not connected is nil.
type proofs struct {
	identity   provider.Identity
	locker     provider.Locker
	statements provider.Statements
}

// connection describes one provider: its settings, its adapter and its emulator in the sandbox.
type connection struct {
	// name is the provider's name in the paths of webhooks and of the sandbox.
	name string
	// prefix is the prefix of the provider's setting names.
	prefix string
	// variable is the setting that holds the key. Without it the provider is not connected.
	variable string
	// key and url point to the provider's key and address in the settings. If the key contains the
	// address, url is nil and keyAt sets the key for an address instead.
	key, url func(c *config.Config) *string
	keyAt    func(c *config.Config, address string)
	// testKey and liveKey recognize test and live keys by their form. Nil means that the form does
	// not tell.
	testKey, liveKey func(key string) bool
	// keyForm checks the form of a key. Nil means that any form is valid.
	keyForm func(key string) bool
	// testAddress recognizes the address of the test system. Nil means that test and live keys use
	// the same address.
	testAddress func(address string) bool
	// gateways connects to the provider's payment gateways, of which there can be several. It is
	// nil if the provider takes no payments.
	gateways func(c *config.Config, o Outside) ([]provider.Gateway, error)
	// payouts connects to the provider for paying out refunds. It is nil if the provider does not
	// do that.
	payouts func(c *config.Config, o Outside) (provider.Payouts, error)
	// proofs connects to the provider's identity checks. It is nil if the provider has none.
	proofs func(c *config.Config, o Outside, into *proofs) error
	// texts connects to the provider for text messages, apps for push messages to apps. Each is nil
	// if the provider does not send them.
	texts func(c *config.Config, o Outside) (provider.Sender, error)
	apps  func(c *config.Config, o Outside) (provider.AddressedSender, error)
	// chat connects to the provider's chat window. It is nil if the provider has none.
	chat func(c *config.Config) (provider.Chat, error)
	// collects connects to the provider for collecting events. It is nil if the provider does not
	// do that.
	collects func(c *config.Config, o Outside) (provider.Collector, error)
	// tracks connects to the provider for tracking errors. It is nil if the provider does not do
	// that.
	tracks func(c *config.Config, o Outside) (provider.ErrorTracker, error)
	// webhookSecret is the last part of the webhook address, for a provider that does not sign its
	// webhooks. It is nil if the provider signs them or sends none.
	webhookSecret func(c *config.Config) string
	// demo sets keys that are valid only in the sandbox.
	demo func(c *config.Config)
	// assets points further addresses of the provider, beside url, to the sandbox. It is nil if
	// there are none.
	assets func(c *config.Config)
	// emulated returns the configured keys in the emulator's form.
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

// sandboxCredKey encrypts phone numbers for the sandbox, which never decrypts them. Nobody kept the
// private key.
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
			j := c.Juspay
			connected, err := juspay.New(juspay.Config{
				BaseURL: j.URL, MerchantID: j.MerchantID, APIKey: j.APIKey, ResponseKey: j.ResponseKey, ResponseKeyOld: j.ResponseKeyOld,
				WebhookUser: j.WebhookUser, WebhookPassword: j.WebhookPassword, WebhookPasswordOld: j.WebhookPasswordOld, CredKey: j.CredKey,
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

func throughHyperVerge() connection {
	return connection{
		name: hyperverge.Name, prefix: "HYPERVERGE_", variable: "HYPERVERGE_APP_ID",
		key: func(c *config.Config) *string { return &c.HyperVerge.AppID },
		url: func(c *config.Config) *string { return &c.HyperVerge.URL },
		proofs: func(c *config.Config, o Outside, into *proofs) error {
			h := c.HyperVerge
			connected, err := hyperverge.New(hyperverge.Config{
				StateURL: h.StateURL, IDVURL: h.URL, DocsURL: h.DocsURL, FaceURL: h.FaceURL, VerifyURL: h.VerifyURL, EngineURL: h.EngineURL, ScriptURL: h.ScriptURL,
				AppID: h.AppID, AppKey: h.AppKey, WorkflowID: h.WorkflowID, WebhookSecret: h.WebhookSecret,
			}, o.Clock, o.Logger, o.Transport)
			if err == nil {
				into.identity, into.locker = connected, connected.Locker()
			}
			return err
		},
		webhookSecret: func(c *config.Config) string { return c.HyperVerge.WebhookSecret },
		demo: func(c *config.Config) {
			h := &c.HyperVerge
			h.AppID, h.AppKey, h.WorkflowID, h.WebhookSecret = "rentosandbox", "sandbox-hyperverge-key", "rento", "sandboxhypervergewebhooks"
		},
		assets: func(c *config.Config) {
			h := &c.HyperVerge
			h.StateURL, h.DocsURL, h.FaceURL, h.VerifyURL, h.EngineURL = h.URL, h.URL, h.URL, h.URL, h.URL
			h.ScriptURL = h.URL + "/sdk/sdk.min.js"
		},
		emulated: func(c *config.Config) emulator.Keys {
			h := c.HyperVerge
			return sandboxedhyperverge.Keys{AppID: h.AppID, AppKey: h.AppKey, WorkflowID: h.WorkflowID, WebhookSecret: h.WebhookSecret}
		},
	}
}

// throughDigiLocker connects to DigiLocker with an account of our own, which takes precedence over
// DigiLocker through HyperVerge.
func throughDigiLocker() connection {
	return connection{
		name: digilocker.Name, prefix: "DIGILOCKER_", variable: "DIGILOCKER_CLIENT_ID",
		key: func(c *config.Config) *string { return &c.DigiLocker.ClientID },
		url: func(c *config.Config) *string { return &c.DigiLocker.URL },
		proofs: func(c *config.Config, o Outside, into *proofs) error {
			d := c.DigiLocker
			connected, err := digilocker.New(digilocker.Config{
				BaseURL: d.URL, ClientID: d.ClientID, ClientSecret: d.ClientSecret, Certificate: d.Certificate,
			}, o.Clock, o.Logger, o.Transport)
			if err == nil {
				into.locker = connected
			}
			return err
		},
		demo: func(c *config.Config) {
			d := &c.DigiLocker
			d.ClientID, d.ClientSecret, d.Certificate = "rentosandbox", "sandbox-digilocker-secret", sandboxeddigilocker.Certificate()
		},
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxeddigilocker.Keys{ClientID: c.DigiLocker.ClientID, ClientSecret: c.DigiLocker.ClientSecret}
		},
	}
}

func throughFinBox() connection {
	return connection{
		name: finbox.Name, prefix: "FINBOX_", variable: "FINBOX_API_KEY",
		key: func(c *config.Config) *string { return &c.FinBox.APIKey },
		url: func(c *config.Config) *string { return &c.FinBox.URL },
		proofs: func(c *config.Config, o Outside, into *proofs) error {
			connected, err := finbox.New(finbox.Config{BaseURL: c.FinBox.URL, APIKey: c.FinBox.APIKey, ServerHash: c.FinBox.ServerHash}, o.Clock, o.Logger, o.Transport)
			if err == nil {
				into.statements = connected
			}
			return err
		},
		demo: func(c *config.Config) {
			c.FinBox.APIKey, c.FinBox.ServerHash = "sandbox-finbox-key", "sandbox-finbox-hash"
		},
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxedfinbox.Keys{APIKey: c.FinBox.APIKey, ServerHash: c.FinBox.ServerHash}
		},
	}
}

func throughTwilio() connection {
	return connection{
		name: twilio.Name, prefix: "TWILIO_", variable: "TWILIO_ACCOUNT_SID",
		key: func(c *config.Config) *string { return &c.Twilio.AccountSID },
		url: func(c *config.Config) *string { return &c.Twilio.URL },
		texts: func(c *config.Config, o Outside) (provider.Sender, error) {
			templates, err := registered("TWILIO_TEMPLATES", c.Twilio.Templates)
			if err != nil {
				return nil, err
			}
			return twilio.New(twilio.Options{
				URL: c.Twilio.URL, AccountSID: c.Twilio.AccountSID, AuthToken: c.Twilio.AuthToken, From: c.Twilio.From, Templates: templates,
				Clock: o.Clock, Logger: o.Logger, Transport: o.Transport,
			})
		},
		demo: func(c *config.Config) {
			c.Twilio.AccountSID, c.Twilio.AuthToken, c.Twilio.From = "AC00000000000000000000000000sandbox", "sandbox-twilio-token", "RENTOS"
		},
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxedtwilio.Keys{AccountSID: c.Twilio.AccountSID, AuthToken: c.Twilio.AuthToken}
		},
	}
}

func throughFCM() connection {
	return connection{
		name: fcm.Name, prefix: "FCM_", variable: "FCM_PROJECT_ID",
		key: func(c *config.Config) *string { return &c.FCM.ProjectID },
		url: func(c *config.Config) *string { return &c.FCM.URL },
		apps: func(c *config.Config, o Outside) (provider.AddressedSender, error) {
			return fcm.New(fcm.Options{
				URL: c.FCM.URL, TokenURL: c.FCM.TokenURL, Account: fcm.Account{ProjectID: c.FCM.ProjectID, ClientEmail: c.FCM.ClientEmail, PrivateKey: c.FCM.PrivateKey},
				Clock: o.Clock, Logger: o.Logger, Transport: o.Transport,
			})
		},
		demo: func(c *config.Config) {
			c.FCM.ProjectID, c.FCM.ClientEmail, c.FCM.PrivateKey = "rento-sandbox", "messages@rento-sandbox.example", sandboxedfcm.PrivateKey()
		},
		assets: func(c *config.Config) { c.FCM.TokenURL = c.FCM.URL + "/token" },
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxedfcm.Keys{ProjectID: c.FCM.ProjectID, ClientEmail: c.FCM.ClientEmail}
		},
	}
}

func throughHaptik() connection {
	return connection{
		name: haptik.Name, prefix: "HAPTIK_", variable: "HAPTIK_BUSINESS_ID",
		key: func(c *config.Config) *string { return &c.Haptik.BusinessID },
		url: func(c *config.Config) *string { return &c.Haptik.URL },
		chat: func(c *config.Config) (provider.Chat, error) {
			h := c.Haptik
			return haptik.New(haptik.Config{LoaderURL: h.LoaderURL, BaseURL: h.URL, BusinessID: h.BusinessID, ClientID: h.ClientID, SignupType: h.SignupType})
		},
		demo: func(c *config.Config) {
			c.Haptik.BusinessID, c.Haptik.ClientID = "rentosandbox", "sandbox-haptik-client"
		},
		assets: func(c *config.Config) { c.Haptik.LoaderURL = c.Haptik.URL + "/loader.js" },
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxedhaptik.Keys{BusinessID: c.Haptik.BusinessID, ClientID: c.Haptik.ClientID, VerifyURL: strings.TrimSuffix(c.PublicURL, "/") + "/api/Haptiks/verify"}
		},
	}
}

func throughChatwoot() connection {
	return connection{
		name: chatwoot.Name, prefix: "CHATWOOT_", variable: "CHATWOOT_WEBSITE_TOKEN",
		key: func(c *config.Config) *string { return &c.Chatwoot.WebsiteToken },
		url: func(c *config.Config) *string { return &c.Chatwoot.URL },
		chat: func(c *config.Config) (provider.Chat, error) {
			return chatwoot.New(chatwoot.Config{BaseURL: c.Chatwoot.URL, WebsiteToken: c.Chatwoot.WebsiteToken, IdentityKey: c.Chatwoot.IdentityKey})
		},
		demo: func(c *config.Config) {
			c.Chatwoot.WebsiteToken, c.Chatwoot.IdentityKey = "rentosandbox", "sandbox-chatwoot-identity-key"
		},
		emulated: func(c *config.Config) emulator.Keys {
			return sandboxedchatwoot.Keys{WebsiteToken: c.Chatwoot.WebsiteToken, IdentityKey: c.Chatwoot.IdentityKey}
		},
	}
}

func throughRudderStack() connection {
	return connection{
		name: rudderstack.Name, prefix: "RUDDERSTACK_", variable: "RUDDERSTACK_WRITE_KEY",
		key: func(c *config.Config) *string { return &c.RudderStack.WriteKey },
		url: func(c *config.Config) *string { return &c.RudderStack.URL },
		collects: func(c *config.Config, o Outside) (provider.Collector, error) {
			r := c.RudderStack
			return rudderstack.New(rudderstack.Options{
				URL: r.URL, APIURL: r.APIURL, WriteKey: r.WriteKey, Token: r.APIToken, Destinations: r.Destinations,
				Clock: o.Clock, Logger: o.Logger, Transport: o.Transport,
			})
		},
		demo: func(c *config.Config) {
			r := &c.RudderStack
			r.WriteKey, r.APIToken, r.Destinations = "sandbox-rudderstack-source", "sandbox-rudderstack-token", []string{"sandbox-destination"}
		},
		assets: func(c *config.Config) { c.RudderStack.APIURL = c.RudderStack.URL },
		emulated: func(c *config.Config) emulator.Keys {
			r := c.RudderStack
			return sandboxedrudderstack.Keys{WriteKey: r.WriteKey, Token: r.APIToken, Destinations: r.Destinations}
		},
	}
}

// throughSentry connects to the operator's own Sentry or GlitchTip, which a single setting
// configures.
func throughSentry() connection {
	return connection{
		name: sentry.Name, prefix: "SENTRY_", variable: "SENTRY_DSN",
		key:   func(c *config.Config) *string { return &c.Sentry.DSN },
		keyAt: sentryAt,
		tracks: func(c *config.Config, o Outside) (provider.ErrorTracker, error) {
			return sentry.New(sentry.Options{DSN: c.Sentry.DSN, Clock: o.Clock, Logger: o.Logger, Transport: o.Transport})
		},
		demo: func(c *config.Config) { sentryAt(c, sandboxAddress(c.PublicURL, sentry.Name)) },
		emulated: func(*config.Config) emulator.Keys {
			return sandboxedsentry.Keys{Key: sandboxSentryKey, Project: sandboxSentryProject}
		},
	}
}

// sentryAt sets the DSN of the sandbox's project at an address.
func sentryAt(c *config.Config, address string) {
	c.Sentry.DSN = strings.Replace(address, "://", "://"+sandboxSentryKey+"@", 1) + "/" + sandboxSentryProject
}

// sandboxAddress is the address of a provider in the sandbox at an address.
func sandboxAddress(at, name string) string {
	return strings.TrimSuffix(at, "/") + sandbox.Prefix + "/" + name
}

const (
	sandboxSentryKey     = "5a4d5e4e72790000000000000000c0de"
	sandboxSentryProject = "1"
)

// newErrorTracker connects to the provider that tracks errors. It returns nil if no key is set.
func newErrorTracker(c *config.Config, o Outside) (provider.ErrorTracker, error) {
	for _, n := range connections() {
		if n.tracks == nil || !n.isSet(c) {
			continue
		}
		connected, err := n.tracks(c, o)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", n.variable, err)
		}
		return connected, nil
	}
	return nil, nil //nolint:nilnil // none
}

// newCollector connects to the provider that collects events. It returns nil if no key is set.
func newCollector(c *config.Config, o Outside) (provider.Collector, error) {
	for _, n := range connections() {
		if n.collects == nil || !n.isSet(c) {
			continue
		}
		connected, err := n.collects(c, o)
		if err != nil {
			return nil, fmt.Errorf("%s*: %w", n.prefix, err)
		}
		return connected, nil
	}
	return nil, nil //nolint:nilnil // none
}

// newChat connects to the provider of the chat window. It returns nil if customers chat only in our
// own window.
func newChat(c *config.Config) (provider.Chat, error) {
	for _, n := range connections() {
		if n.chat == nil || n.name != c.Chat.Driver || !n.isSet(c) {
			continue
		}
		connected, err := n.chat(c)
		if err != nil {
			return nil, fmt.Errorf("%s*: %w", n.prefix, err)
		}
		return connected, nil
	}
	return nil, nil //nolint:nilnil // none
}

// newProofs connects to the identity check providers whose keys are set.
func newProofs(c *config.Config, o Outside) (proofs, error) {
	var all proofs
	for _, n := range connections() {
		if n.proofs == nil || !n.isSet(c) {
			continue
		}
		if err := n.proofs(c, o, &all); err != nil {
			return proofs{}, fmt.Errorf("%s*: %w", n.prefix, err)
		}
	}
	return all, nil
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

// placeMandates assigns each auto debit method to the gateway that the operator configured for it.
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
		if before, named := at[method]; named && before != name {
			return fmt.Errorf("%s is named at %s and at %s", method, before, name)
		}
		at[method] = name
	}
	return registry.PlaceMandates(at)
}

// newPayouts connects to the provider that pays out refunds. It returns nil if no key is set.
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

// checkTestKeys refuses test keys and test addresses, with which no money moves.
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

// checkLiveKeys refuses to use the sandbox with a live key, which could move real money.
func checkLiveKeys(c *config.Config) error {
	var problems []error
	for _, n := range connections() {
		if n.liveKey != nil && n.liveKey(*n.key(c)) && config.IsSandbox(*n.url(c)) {
			problems = append(problems, fmt.Errorf("%s: a live key must not be used with the sandbox", n.variable))
		}
	}
	return errors.Join(problems...)
}

// checkKeyForms refuses keys that were not copied exactly.
func checkKeyForms(c *config.Config) error {
	var problems []error
	for _, n := range connections() {
		if n.keyForm != nil && n.isSet(c) && !n.keyForm(*n.key(c)) {
			problems = append(problems, fmt.Errorf("%s: has not the form of a key id; copy it as the provider shows it, in the same letters and without blanks", n.variable))
		}
	}
	return errors.Join(problems...)
}

// checkPublishedKeys refuses the keys of the demo city and of the sandbox.
func checkPublishedKeys(c *config.Config) error {
	published := config.Config{DataKey: demoDataKey}
	fillInKeys(&published)
	return c.CheckPublished(&published)
}

// fillInKeys sets sandbox keys for the providers that have no key.
func fillInKeys(c *config.Config) {
	for _, n := range connections() {
		if !n.isSet(c) {
			n.demo(c)
		}
	}
}

// UseSandbox directs all calls to providers to the sandbox at an address. It sets sandbox keys for
// the providers that have no key.
func UseSandbox(c *config.Config, at string) {
	fillInKeys(c)
	for _, n := range connections() {
		address := sandboxAddress(at, n.name)
		if n.url == nil {
			n.keyAt(c, address)
			continue
		}
		*n.url(c) = address
		if n.assets != nil {
			n.assets(c)
		}
	}
}

// Merchants are our accounts in the sandbox, with the configured keys. Webhooks go to the given
// address followed by the provider's name, or nowhere if the address is empty.
func Merchants(c *config.Config, webhooks string) []sandbox.Merchant {
	var merchants []sandbox.Merchant
	for _, n := range connections() {
		if !n.isSet(c) {
			continue
		}
		m := sandbox.Merchant{Keys: n.emulated(c)}
		if webhooks != "" {
			m.WebhookURL = webhooks + "/" + n.name
			if n.webhookSecret != nil {
				m.WebhookURL += "/" + n.webhookSecret(c)
			}
		}
		merchants = append(merchants, m)
	}
	return merchants
}
