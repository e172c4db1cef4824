// Package config holds every setting of the system in one documented struct. It is read from flags
// and from the environment, and checked before anything starts.
package config

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Config holds the operator's settings. Every field is a flag and an environment variable. Fields
// tagged secret are never printed. A number outside the range in its tag is refused.
type Config struct {
	Addr            string        `help:"Address to listen on; empty is :8080, and 127.0.0.1:8080 for a demo city, in which anybody signs in as anybody." env:"RENTO_ADDR"`
	Port            string        `help:"Port to listen on, in place of the one in the address." env:"PORT"`
	PublicURL       string        `help:"Address under which browsers reach the system." default:"http://localhost:8080" env:"RENTO_PUBLIC_URL" address:"own"`
	Database        string        `help:"SQLite file, or postgres://… for several nodes; empty is data/rento.db, and data/demo.db for a demo city." env:"RENTO_DATABASE" secret:"password"`
	Node            int           `help:"Number of this node, 0 to 14, different on each." default:"0" env:"RENTO_NODE" range:"0..14"`
	LogLevel        string        `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"RENTO_LOG_LEVEL"`
	ShutdownTimeout time.Duration `help:"How long requests and jobs may take to finish at a stop." default:"20s" env:"RENTO_SHUTDOWN_TIMEOUT" range:"0s..1h"`
	TrustedProxies  *int          `help:"How many proxies in front set X-Forwarded-For; production behind https must say it, 0 if there is none." env:"RENTO_TRUSTED_PROXIES" range:"0..100"`
	MaxConnections  int           `help:"How many connections a node keeps at once; one takes about 30 KB." default:"12000" env:"RENTO_MAX_CONNECTIONS" range:"0..1000000"`
	PayLinkHours    int           `help:"How many hours the link to the payment in a message signs in, once." default:"24" env:"RENTO_PAY_LINK_HOURS" range:"1..72"`
	PayOrigin       string        `help:"Own origin of the payment page; empty isolates it in a sandboxed frame." env:"RENTO_PAY_ORIGIN" address:"own"`
	SecretKey       string        `help:"At least 32 characters; keys the stored codes." env:"RENTO_SECRET_KEY" secret:"all" strength:"own"`
	DataKey         string        `help:"At least 32 characters; encrypts account numbers, their holders' names and UPI ids in the database." env:"RENTO_DATA_KEY" secret:"all" strength:"own"`
	DataKeyOld      string        `help:"The former data key, until rento rotate-key has run." env:"RENTO_DATA_KEY_OLD" secret:"all" strength:"own"`
	OperationsToken string        `help:"Token by which the company's own systems say what its people have done; empty closes these calls." env:"RENTO_OPERATIONS_TOKEN" secret:"all" strength:"own"`
	MetricsToken    string        `help:"Token that /metrics asks for; empty lets the loopback address alone read it." env:"RENTO_METRICS_TOKEN" secret:"all" strength:"own"`

	AutoDebit  []string `help:"Where ways of auto debit (upi, card, emandate) are set up, such as upi:billdesk,card:none; one that is not named at the first gateway that has it, Razorpay before BillDesk." env:"RENTO_AUTO_DEBIT"`
	DebitHours []string `help:"Hours in India in which debits are submitted, by way (upi, card, emandate, nach), such as upi:6-10+13-17,emandate:6-9; a way that is not named has 6-10+13-17, emandate and nach 6-9." env:"RENTO_DEBIT_HOURS"`
	// The reconciliation and debits by net banking use the holidays to count bank days.
	BankHolidays []string `help:"Holidays of the banks, such as 2026-10-20,2026-11-10, as the Reserve Bank lists them for the year and for Mumbai; Sundays, second and fourth Saturdays, 26 January, 1 April, 15 August, 2 October and 25 December are known." env:"RENTO_BANK_HOLIDAYS"`

	Product    Product    `embed:"" prefix:"product-"`
	Billing    Billing    `embed:"" prefix:"billing-"`
	Referral   Referral   `embed:"" prefix:"referral-"`
	Razorpay   Razorpay   `embed:"" prefix:"razorpay-"`
	Paytm      Paytm      `embed:"" prefix:"paytm-"`
	Billdesk   Billdesk   `embed:"" prefix:"billdesk-"`
	Juspay     Juspay     `embed:"" prefix:"juspay-"`
	RazorpayX  RazorpayX  `embed:"" prefix:"razorpayx-"`
	HyperVerge HyperVerge `embed:"" prefix:"hyperverge-"`
	DigiLocker DigiLocker `embed:"" prefix:"digilocker-"`
	FinBox     FinBox     `embed:"" prefix:"finbox-"`
	SMTP       SMTP       `embed:"" prefix:"smtp-"`
	MSG91      MSG91      `embed:"" prefix:"msg91-"`
	Twilio     Twilio     `embed:"" prefix:"twilio-"`
	FCM        FCM        `embed:"" prefix:"fcm-"`
	WebPush    bool       `help:"Send push messages to browsers, through the services of their makers." default:"true" negatable:"" env:"RENTO_WEB_PUSH"`
	Apps       Apps       `embed:""`
	Files      Files      `embed:"" prefix:"blob-"`
	Clamd      string     `help:"host:port or path of the socket of clamd, which scans uploaded files for malware; empty scans none." env:"RENTO_CLAMD"`
	Maps       Maps       `embed:"" prefix:"maps-"`
	Chat       Chat       `embed:"" prefix:"chat-"`
	Haptik     Haptik     `embed:"" prefix:"haptik-"`
	Chatwoot   Chatwoot   `embed:"" prefix:"chatwoot-"`

	RudderStack RudderStack `embed:"" prefix:"rudderstack-"`
	Sentry      Sentry      `embed:"" prefix:"sentry-"`
}

// Product is how the company presents itself.
type Product struct {
	Name         string   `help:"Display name." default:"Rento" env:"RENTO_PRODUCT_NAME"`
	Slug         string   `help:"Lower-case name, for device platforms." default:"rento" env:"RENTO_PRODUCT_SLUG"`
	WalletName   string   `help:"Name of the wallet." default:"Rentomoney" env:"RENTO_WALLET_NAME"`
	SupportEmail string   `help:"Support e-mail." default:"care@rento.example" env:"RENTO_SUPPORT_EMAIL" sample:"demo"`
	SupportPhone string   `help:"Support phone." default:"+91 80 0000 0000" env:"RENTO_SUPPORT_PHONE" sample:"demo"`
	FAQURL       string   `help:"Help desk with the FAQs." default:"https://help.rento.example" env:"RENTO_FAQ_URL" sample:"demo"`
	LegalName    string   `help:"Name on invoices." default:"Rento Demo Rentals Private Limited" env:"RENTO_LEGAL_NAME" sample:"demo"`
	BankAccount  string   `help:"Number of the company's bank account, which mails to business customers and the page of their invoice name for transfers; empty names none." env:"RENTO_BANK_ACCOUNT"`
	BankIFSC     string   `help:"IFSC of that account's branch." env:"RENTO_BANK_IFSC"`
	PolicyDir    string   `help:"Folder with own policy texts (terms-and-conditions.html and so on, those of a language in a folder of its code)." env:"RENTO_POLICY_DIR"`
	HiddenTabs   []string `help:"Tabs of the dashboard that nobody is shown, such as referral." env:"RENTO_HIDDEN_TABS"`
	NeutralCopy  bool     `help:"Use the neutral wording where consumer law questions the standard one." env:"RENTO_NEUTRAL_COPY"`
}

// Billing holds the numbers of the billing rules (docs/rules.md).
type Billing struct {
	HomeState         string `help:"GST state code of the registration that supplies the states without one." default:"29" env:"RENTO_BILLING_HOME_STATE"`
	WholeRupees       bool   `help:"Round the payable of an invoice to whole rupees, on a line of its own." default:"true" negatable:"" env:"RENTO_BILLING_WHOLE_RUPEES"`
	DueDay            int    `help:"Day of the month on which an invoice falls due." default:"10" env:"RENTO_BILLING_DUE_DAY" range:"1..28"`
	Timing            string `help:"When rent is billed: arrears (on the 1st for the month before) or advance (on the 1st for the month that begins)." default:"arrears" enum:"arrears,advance" env:"RENTO_BILLING_TIMING"`
	GoLive            string `help:"First day that is billed at all, as YYYY-MM-DD, for a company that comes from another system; empty for none." env:"RENTO_BILLING_GO_LIVE"`
	RestOfTenure      string `help:"How leaving early counts the rest of the tenure: billed (as it would be billed) or daily (days times one daily rent of rent x 12 / 365)." default:"billed" enum:"billed,daily" env:"RENTO_BILLING_REST_OF_TENURE"`
	LateFeeBasisPoint int64  `help:"Late fee in hundredths of a percent of the overdue amount." default:"200" env:"RENTO_BILLING_LATE_FEE_BP" range:"0..10000"`
	LateFeeMinRupees  int64  `help:"Smallest late fee in rupees." default:"20" env:"RENTO_BILLING_LATE_FEE_MIN" range:"0..1000000"`
	LateFeeMaxRupees  int64  `help:"Largest late fee in rupees." default:"1000" env:"RENTO_BILLING_LATE_FEE_MAX" range:"0..1000000"`
	LateFeeFloor      int64  `help:"Rupees that must be open for a late fee; 0 for none." default:"100" env:"RENTO_BILLING_LATE_FEE_FLOOR" range:"0..1000000"`
	LateFeeExitGrace  int    `help:"Days after a pickup in which the charge for leaving early has no late fee." default:"10" env:"RENTO_BILLING_LATE_FEE_EXIT_GRACE" range:"0..365"`
	Reminders         string `help:"When customers are reminded of what is open, as days before (-) and after the last day in time, such as -3,0,3,10; a day on some channels (sms, email, push) alone as -3:push+email; none for never." default:"-3,0,3,10" env:"RENTO_BILLING_REMINDERS"`
	ReminderLeast     int64  `help:"Rupees below which nobody is reminded." default:"0" env:"RENTO_BILLING_REMINDER_LEAST" range:"0..100000"`
	Advance           string `help:"Discounts for rent that is paid in advance, months=percent, at most 5, such as 3=2,6=5; empty offers none." default:"3=2,6=5,12=5" env:"RENTO_BILLING_ADVANCE"`
	AdvanceKeep       bool   `help:"Let who leaves early keep the discount on the months that were used." env:"RENTO_BILLING_ADVANCE_KEEP"`
	LateFeeCapPercent int64  `help:"Percent of an invoice that its late fees together may reach; 0 for any." default:"10" env:"RENTO_BILLING_LATE_FEE_CAP_PERCENT" range:"0..100"`
}

// Referral holds what customers get for bringing friends (docs/referral.md).
type Referral struct {
	RewardRupees       int64 `help:"Rupees of promotional credit for who has invited, once the friend has paid a first rent; 0 for none." default:"500" env:"RENTO_REFERRAL_REWARD" range:"0..100000"`
	FriendRewardRupees int64 `help:"Rupees of promotional credit for the friend; 0 for none." default:"500" env:"RENTO_REFERRAL_FRIEND_REWARD" range:"0..100000"`
	MostAYear          int64 `help:"How many friends earn somebody promotional credit in any 365 days." default:"20" env:"RENTO_REFERRAL_MOST_A_YEAR" range:"0..1000"`
}

// Razorpay holds the keys of the Razorpay gateway.
type Razorpay struct {
	URL              string `help:"API base URL." default:"https://api.razorpay.com" env:"RAZORPAY_URL" address:"provider"`
	ScriptURL        string `help:"Checkout script." default:"https://checkout.razorpay.com/v1/checkout.js" env:"RAZORPAY_SCRIPT_URL" address:"provider"`
	KeyID            string `help:"Key id; empty switches the gateway off." env:"RAZORPAY_KEY_ID" one:"gateway"`
	KeySecret        string `help:"Key secret." env:"RAZORPAY_KEY_SECRET" secret:"all" strength:"given" with:"RAZORPAY_KEY_ID"`
	WebhookSecret    string `help:"Secret of the webhooks." env:"RAZORPAY_WEBHOOK_SECRET" secret:"all" strength:"own" with:"RAZORPAY_KEY_ID"`
	WebhookSecretOld string `help:"The former webhook secret, for a day after a rotation." env:"RAZORPAY_WEBHOOK_SECRET_OLD" secret:"all" strength:"own"`
}

// Paytm holds the keys of the Paytm gateway. A single key signs calls, returns and webhooks.
type Paytm struct {
	URL     string `help:"Base URL of the API and of the checkout script." default:"https://secure.paytmpayments.com" env:"PAYTM_URL" address:"provider"`
	MID     string `help:"Merchant id; empty switches the gateway off." env:"PAYTM_MID" one:"gateway"`
	Key     string `help:"Merchant key." env:"PAYTM_KEY" secret:"all" strength:"given" with:"PAYTM_MID"`
	KeyOld  string `help:"The former merchant key, for a week after a rotation." env:"PAYTM_KEY_OLD" secret:"all" strength:"given"`
	Website string `help:"Name under which the gateway has registered our site." default:"DEFAULT" env:"PAYTM_WEBSITE" with:"PAYTM_MID"`
}

// Juspay holds the keys of the provider through which wallets and CRED are reached.
type Juspay struct {
	URL             string `help:"Base URL of the API and of the payer's page." default:"https://api.juspay.in" env:"JUSPAY_URL" address:"provider"`
	MerchantID      string `help:"Merchant id; empty switches these gateways off." env:"JUSPAY_MERCHANT_ID" one:"gateway"`
	APIKey          string `help:"Key of the API." env:"JUSPAY_API_KEY" secret:"all" strength:"given" with:"JUSPAY_MERCHANT_ID"`
	ResponseKey     string `help:"Key that signs what a browser brings back." env:"JUSPAY_RESPONSE_KEY" secret:"all" strength:"given" with:"JUSPAY_MERCHANT_ID"`
	ResponseKeyOld  string `help:"The former response key, for a day after a rotation." env:"JUSPAY_RESPONSE_KEY_OLD" secret:"all" strength:"given"`
	WebhookUser     string `help:"User whom the webhooks name." env:"JUSPAY_WEBHOOK_USER" with:"JUSPAY_MERCHANT_ID"`
	WebhookPassword string `help:"Password of the webhooks." env:"JUSPAY_WEBHOOK_PASSWORD" secret:"all" strength:"own" with:"JUSPAY_MERCHANT_ID"`
	// The old password belongs to the same user.
	WebhookPasswordOld string `help:"The former password of the webhooks, for a day after a rotation." env:"JUSPAY_WEBHOOK_PASSWORD_OLD" secret:"all" strength:"own"`
	CredKey            string `help:"Public key of CRED, its DER form in base64; empty leaves CredPay out." env:"JUSPAY_CRED_KEY" strength:"public"`
}

// Billdesk holds the keys of a gateway that collects money only through mandates. It therefore does
// not count as the payment gateway that production requires.
type Billdesk struct {
	URL           string `help:"Base URL of the API." default:"https://api.billdesk.com" env:"BILLDESK_URL" address:"provider"`
	SDKURL        string `name:"sdk-url" help:"Folder of the checkout's assets." default:"https://pay.billdesk.com/jssdk/v1/dist" env:"BILLDESK_SDK_URL" address:"provider"`
	MerchantID    string `help:"Merchant id; empty switches the gateway off." env:"BILLDESK_MERCHANT_ID"`
	ClientID      string `help:"Client id of the API." env:"BILLDESK_CLIENT_ID" with:"BILLDESK_MERCHANT_ID"`
	KeyID         string `help:"Key id in the headers of what is sent; empty leaves it out." env:"BILLDESK_KEY_ID"`
	SigningKey    string `help:"Key of at least 32 characters that signs what is sent, and what comes." env:"BILLDESK_SIGNING_KEY" secret:"all" strength:"own" with:"BILLDESK_MERCHANT_ID"`
	SigningKeyOld string `help:"The former signing key, for a day after a rotation." env:"BILLDESK_SIGNING_KEY_OLD" secret:"all" strength:"own"`
	EncryptionKey string `help:"Key of 32 characters that encrypts what is sent; empty sends it signed alone." env:"BILLDESK_ENCRYPTION_KEY" secret:"all" strength:"given"`
}

// RazorpayX holds the keys of the provider that pays out refunds.
type RazorpayX struct {
	URL              string `help:"API base URL." default:"https://api.razorpay.com" env:"RAZORPAYX_URL" address:"provider"`
	KeyID            string `help:"Key id; empty switches payouts off." env:"RAZORPAYX_KEY_ID" one:"payouts"`
	KeySecret        string `help:"Key secret." env:"RAZORPAYX_KEY_SECRET" secret:"all" strength:"given" with:"RAZORPAYX_KEY_ID"`
	WebhookSecret    string `help:"Secret of the webhooks." env:"RAZORPAYX_WEBHOOK_SECRET" secret:"all" strength:"own" with:"RAZORPAYX_KEY_ID"`
	WebhookSecretOld string `help:"The former webhook secret, for a day after a rotation." env:"RAZORPAYX_WEBHOOK_SECRET_OLD" secret:"all" strength:"own"`
	Account          string `help:"Number of our account from which refunds are paid." env:"RAZORPAYX_ACCOUNT" secret:"all" strength:"none" with:"RAZORPAYX_KEY_ID"`
}

// HyperVerge holds the keys of the provider that verifies who customers are. Each kind of call has
// its own host.
type HyperVerge struct {
	URL           string `help:"Base URL of liveness, licences and transactions." default:"https://ind.idv.hyperverge.co" env:"HYPERVERGE_URL" address:"provider"`
	StateURL      string `name:"state-url" help:"Base URL of tokens." default:"https://ind-state.idv.hyperverge.co" env:"HYPERVERGE_STATE_URL" address:"provider"`
	DocsURL       string `name:"docs-url" help:"Base URL of documents." default:"https://ind-docs.hyperverge.co" env:"HYPERVERGE_DOCS_URL" address:"provider"`
	FaceURL       string `name:"face-url" help:"Base URL of the comparison of faces." default:"https://ind-faceid.hyperverge.co" env:"HYPERVERGE_FACE_URL" address:"provider"`
	VerifyURL     string `name:"verify-url" help:"Base URL of the register of PANs and of DigiLocker." default:"https://ind-verify.hyperverge.co" env:"HYPERVERGE_VERIFY_URL" address:"provider"`
	EngineURL     string `name:"engine-url" help:"Base URL of the register of GST." default:"https://ind-engine.thomas.hyperverge.co" env:"HYPERVERGE_ENGINE_URL" address:"provider"`
	ScriptURL     string `name:"script-url" help:"The script of the provider's screens." default:"https://hv-web-sdk-cdn.hyperverge.co/hyperverge-web-sdk@latest/src/sdk.min.js" env:"HYPERVERGE_SCRIPT_URL" address:"provider"`
	AppID         string `name:"app-id" help:"App id; empty switches identity checks off." env:"HYPERVERGE_APP_ID"`
	AppKey        string `name:"app-key" help:"App key." env:"HYPERVERGE_APP_KEY" secret:"all" strength:"given" with:"HYPERVERGE_APP_ID"`
	WorkflowID    string `name:"workflow-id" help:"The workflow whose screens a token opens." env:"HYPERVERGE_WORKFLOW_ID" with:"HYPERVERGE_APP_ID"`
	WebhookSecret string `help:"End of the address to which events come, of letters and digits." env:"HYPERVERGE_WEBHOOK_SECRET" secret:"all" strength:"own" with:"HYPERVERGE_APP_ID"`
}

// DigiLocker holds the keys of our own DigiLocker account. Without them DigiLocker is reached
// through HyperVerge.
type DigiLocker struct {
	URL          string `help:"Base URL of the requester's API." default:"https://digilocker.meripehchaan.gov.in/public" env:"DIGILOCKER_URL" address:"provider"`
	ClientID     string `name:"client-id" help:"Client id; empty reaches DigiLocker through HyperVerge." env:"DIGILOCKER_CLIENT_ID"`
	ClientSecret string `help:"Client secret." env:"DIGILOCKER_CLIENT_SECRET" secret:"all" strength:"given" with:"DIGILOCKER_CLIENT_ID"`
	Certificate  string `help:"Certificate with which Aadhaars are signed, its DER form in base64." env:"DIGILOCKER_CERTIFICATE" strength:"public" with:"DIGILOCKER_CLIENT_ID"`
}

// FinBox holds the keys of the provider that reads bank statements.
type FinBox struct {
	URL        string `help:"Base URL of BankConnect." default:"https://apis.bankconnect.finbox.in/bank-connect" env:"FINBOX_URL" address:"provider"`
	APIKey     string `name:"api-key" help:"API key; empty switches bank statements off." env:"FINBOX_API_KEY" secret:"all" strength:"given"`
	ServerHash string `help:"Second key, by which results are read." env:"FINBOX_SERVER_HASH" secret:"all" strength:"given" with:"FINBOX_API_KEY"`
}

// Files says where uploaded files are stored: in an S3-compatible bucket, or else in a folder,
// which serves only one node.
type Files struct {
	Folder    string `help:"Folder for uploaded files; empty is files/ beside the SQLite database, or data/files." env:"RENTO_BLOB_FOLDER"`
	URL       string `name:"s3-url" help:"Address of an S3-compatible storage, needed by several nodes; empty keeps files in the folder." env:"RENTO_BLOB_S3_URL" address:"optional"`
	Region    string `name:"s3-region" help:"Region of the bucket." default:"ap-south-1" env:"RENTO_BLOB_S3_REGION"`
	Bucket    string `name:"s3-bucket" help:"Bucket for uploaded files; it must exist and be private." env:"RENTO_BLOB_S3_BUCKET"`
	AccessKey string `name:"s3-access-key" help:"Access key at the storage." env:"RENTO_BLOB_S3_ACCESS_KEY"`
	SecretKey string `name:"s3-secret-key" help:"Secret key at the storage." env:"RENTO_BLOB_S3_SECRET_KEY" secret:"all" strength:"given"`
}

// MaxNode is the highest number of a serving node. The next number is used by commands.
const MaxNode = 14

// SMTP is the mail relay. An empty address switches mail off.
type SMTP struct {
	Addr     string `help:"host:port of the mail relay." env:"SMTP_ADDR"`
	From     string `help:"Sender of mails." default:"no-reply@rento.example" env:"SMTP_FROM" with:"SMTP_ADDR" sample:"demo"`
	User     string `help:"User at the relay." env:"SMTP_USER"`
	Password string `help:"Password at the relay." env:"SMTP_PASSWORD" secret:"all" strength:"given" with:"SMTP_USER"`
}

// MSG91 sends text messages. An empty key switches it off.
type MSG91 struct {
	URL     string `help:"API base URL." default:"https://control.msg91.com" env:"MSG91_URL" address:"provider"`
	AuthKey string `help:"Auth key." env:"MSG91_AUTH_KEY" secret:"all" strength:"given" one:"text messages"`
	FlowID  string `help:"Template of the sign-in code." env:"MSG91_FLOW_ID" with:"MSG91_AUTH_KEY"`
	// Flows are the template ids of the other messages and languages, by name.
	Flows map[string]string `help:"Templates of the other messages and languages: event=id;event.hi=id (docs/messages.md)." env:"MSG91_FLOWS"`
}

// Twilio sends text messages instead of MSG91. An empty account switches it off.
type Twilio struct {
	URL        string `help:"API base URL." default:"https://api.twilio.com" env:"TWILIO_URL" address:"provider"`
	AccountSID string `name:"account-sid" help:"SID of the account; empty sends through MSG91." env:"TWILIO_ACCOUNT_SID" one:"text messages"`
	AuthToken  string `help:"Auth token." env:"TWILIO_AUTH_TOKEN" secret:"all" strength:"given" with:"TWILIO_ACCOUNT_SID"`
	From       string `help:"Header that the operators know (DLT), or the SID of a messaging service that has it." env:"TWILIO_FROM" with:"TWILIO_ACCOUNT_SID"`
	// Templates are the ids of the registered texts, by message name.
	Templates map[string]string `help:"Ids of the texts that are registered with the operators (DLT): event=id;event.hi=id (docs/messages.md)." env:"TWILIO_TEMPLATES"`
}

// FCM sends push messages to apps, using a service account. An empty project switches it off.
type FCM struct {
	URL         string `help:"API base URL." default:"https://fcm.googleapis.com" env:"FCM_URL" address:"provider"`
	TokenURL    string `name:"token-url" help:"Where the service account gets its tokens." default:"https://oauth2.googleapis.com/token" env:"FCM_TOKEN_URL" address:"provider"`
	ProjectID   string `name:"project-id" help:"Project; empty sends nothing to apps." env:"FCM_PROJECT_ID"`
	ClientEmail string `help:"Name of the service account." env:"FCM_CLIENT_EMAIL" with:"FCM_PROJECT_ID"`
	PrivateKey  string `help:"Private key of the service account in PEM, line breaks as \\n." env:"FCM_PRIVATE_KEY" secret:"all" strength:"given" with:"FCM_PROJECT_ID"`
}

// Apps are the company's own apps, in which the dashboard runs (docs/apps.md). An empty name means
// that there is no such app.
type Apps struct {
	Android             string   `help:"Application id of the Android app, such as in.example.rentals." env:"RENTO_ANDROID_APP"`
	AndroidFingerprints []string `help:"SHA-256 fingerprints of the certificates with which the Android app is signed, such as 14:6D:…,9F:02:…: the key of its uploads, and the one of the store." env:"RENTO_ANDROID_FINGERPRINTS"`
	IOS                 string   `name:"ios" help:"Id of the iOS app, that of the team before that of the bundle, such as A1B2C3D4E5.in.example.rentals." env:"RENTO_IOS_APP"`
}

var (
	androidApp  = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z][A-Za-z0-9_]*)+$`)
	fingerprint = regexp.MustCompile(`^([0-9A-F]{2}:){31}[0-9A-F]{2}$`)
	iosApp      = regexp.MustCompile(`^[A-Z0-9]{10}(\.[A-Za-z0-9-]+){2,}$`)
)

// check refuses values that no phone could match with an app.
func (a Apps) check() error {
	var problems []error
	if a.Android != "" && !androidApp.MatchString(a.Android) {
		problems = append(problems, fmt.Errorf("RENTO_ANDROID_APP: %q is not an application id such as in.example.rentals", a.Android))
	}
	for _, f := range a.AndroidFingerprints {
		if !fingerprint.MatchString(f) {
			problems = append(problems, fmt.Errorf("RENTO_ANDROID_FINGERPRINTS: %q is not a SHA-256 fingerprint, 32 pairs of digits and capital letters A to F with colons between them", f))
		}
	}
	if (a.Android == "") != (len(a.AndroidFingerprints) == 0) {
		problems = append(problems, errors.New("RENTO_ANDROID_APP and RENTO_ANDROID_FINGERPRINTS: must be set together, or not at all"))
	}
	if a.IOS != "" && !iosApp.MatchString(a.IOS) {
		problems = append(problems, fmt.Errorf("RENTO_IOS_APP: %q is not the id of a team and of a bundle, such as A1B2C3D4E5.in.example.rentals", a.IOS))
	}
	return errors.Join(problems...)
}

// Maps is Google's map service. Without a key, the built-in schematic map and list of places are
// used.
type Maps struct {
	Key          string `help:"Google's key for browsers." env:"GOOGLE_MAPS_KEY"`
	LegacyPlaces bool   `help:"Search places by Google's older API." env:"GOOGLE_MAPS_LEGACY_PLACES"`
	Origin       string `help:"Own origin of the page with Google's maps; empty isolates it in a sandboxed frame." env:"RENTO_MAPS_ORIGIN" address:"own"`
}

// Chat is the chat between customers and support.
type Chat struct {
	Driver        string   `help:"Where customers chat: embedded (with our own staff, at the support console), haptik or chatwoot." default:"embedded" enum:"embedded,haptik,chatwoot" env:"RENTO_CHAT"`
	Origin        string   `help:"Own origin of the page with a chat provider's window; empty isolates it in a sandboxed frame." env:"RENTO_CHAT_ORIGIN" address:"own"`
	Cities        []string `help:"Cities in which customers chat with support, by the names of their pages, such as bangalore,pune; all is everywhere, empty nowhere." env:"RENTO_CHAT_CITIES"`
	ConsoleOrigin string   `help:"Own origin of the support console, where staff answer the chat; empty closes it." env:"RENTO_CONSOLE_ORIGIN" address:"own"`
}

// Kind is how customers chat with support, or "" if they cannot.
func (c Chat) Kind() string {
	if !c.Everywhere() && len(c.InCities()) == 0 {
		return ""
	}
	return c.Driver
}

// Haptik is an account at Haptik, whose window can be used for the chat.
type Haptik struct {
	URL        string `help:"Base URL of the account." default:"https://api.haptikapi.com" env:"HAPTIK_URL" address:"provider"`
	LoaderURL  string `name:"loader-url" help:"Script that brings the window." default:"https://toolassets.haptikapi.com/platform/javascript-xdk/production/loader.js" env:"HAPTIK_LOADER_URL" address:"provider"`
	BusinessID string `help:"Business id; empty switches it off." env:"HAPTIK_BUSINESS_ID"`
	ClientID   string `help:"Client id." env:"HAPTIK_CLIENT_ID" with:"HAPTIK_BUSINESS_ID"`
	SignupType string `help:"How the account has customers signed up, as Haptik calls it." default:"third_party" env:"HAPTIK_SIGNUP_TYPE"`
}

// Chatwoot is an inbox at a Chatwoot server, whose window can be used for the chat.
type Chatwoot struct {
	URL          string `help:"Address of the Chatwoot." default:"https://app.chatwoot.com" env:"CHATWOOT_URL" address:"provider"`
	WebsiteToken string `help:"Website token of the inbox; empty switches it off." env:"CHATWOOT_WEBSITE_TOKEN"`
	IdentityKey  string `help:"Key of the inbox that proves who a customer is." env:"CHATWOOT_IDENTITY_KEY" secret:"all" strength:"given" with:"CHATWOOT_WEBSITE_TOKEN"`
}

// Sentry is the operator's own Sentry or a compatible server, to which errors of the app and of the
// server are forwarded.
type Sentry struct {
	DSN string `name:"dsn" help:"DSN of the project to which errors are forwarded (https://key@host/project); empty keeps them here." env:"SENTRY_DSN" secret:"all" strength:"none" address:"dsn"`
}

// RudderStack is the operator's own RudderStack, to which the events of consenting customers are
// forwarded.
type RudderStack struct {
	URL          string   `help:"Address of the data plane." env:"RUDDERSTACK_URL" address:"optional" with:"RUDDERSTACK_WRITE_KEY"`
	WriteKey     string   `help:"Write key of the source; empty forwards no events." env:"RUDDERSTACK_WRITE_KEY" secret:"all" strength:"given"`
	APIURL       string   `name:"api-url" help:"Base URL of the API by which people are forgotten." default:"https://api.rudderstack.com" env:"RUDDERSTACK_API_URL" address:"provider"`
	APIToken     string   `name:"api-token" help:"Service access token of the workspace, by which people are forgotten." env:"RUDDERSTACK_API_TOKEN" secret:"all" strength:"given" with:"RUDDERSTACK_WRITE_KEY"`
	Destinations []string `help:"Ids of the destinations in which people are deleted; without any they are only kept out from then on." env:"RUDDERSTACK_DESTINATIONS"`
}

// everywhere stands for all cities in the list of cities.
const everywhere = "all"

// Everywhere says that the chat is offered in every city.
func (c Chat) Everywhere() bool { return slices.Contains(c.names(), everywhere) }

// InCities are the names of the cities in which the chat is offered. It is empty if the chat is
// offered everywhere.
func (c Chat) InCities() []string {
	if c.Everywhere() {
		return nil
	}
	return c.names()
}

// names are the cities in lower case.
func (c Chat) names() (names []string) {
	for _, city := range c.Cities {
		if name := strings.ToLower(strings.TrimSpace(city)); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// Normalize rewrites our own addresses the way browsers do: scheme and host in lower case, and no
// lone trailing slash. It also lowercases the scheme of the database. Other code can then compare
// addresses with those of browsers without handling other spellings. A value that is not an address
// stays as it is, and Check reports it.
func (c *Config) Normalize() {
	for _, address := range []*string{&c.PublicURL, &c.PayOrigin, &c.Maps.Origin, &c.Chat.Origin, &c.Chat.ConsoleOrigin} {
		if u, err := url.Parse(*address); err == nil && u.Host != "" {
			u.Host = strings.ToLower(u.Host)
			if u.Path == "/" && u.RawQuery == "" && u.Fragment == "" {
				u.Path = ""
			}
			*address = u.String()
		}
	}
	for i, f := range c.Apps.AndroidFingerprints {
		c.Apps.AndroidFingerprints[i] = strings.ToUpper(strings.TrimSpace(f))
	}
	if scheme, rest, found := strings.Cut(c.Database, ":"); found && !strings.Contains(scheme, "/") {
		c.Database = strings.ToLower(scheme) + ":" + rest
	}
}

// HTTPS reports whether browsers reach the system by https.
func (c *Config) HTTPS() bool {
	u, err := url.Parse(c.PublicURL)
	return err == nil && u.Scheme == "https" // url.Parse lowercases the scheme
}

// defaultAddr is the default address to listen on.
const defaultAddr = ":8080"

// ListenAddr is the address to listen on, with PORT taken into account.
func (c *Config) ListenAddr() string {
	addr := cmp.Or(c.Addr, defaultAddr)
	if c.Port == "" {
		return addr
	}
	host, _, _ := net.SplitHostPort(addr) // Check has validated it
	return net.JoinHostPort(host, c.Port)
}

// Proxies is how many proxies in front of the system are trusted.
func (c *Config) Proxies() int {
	if c.TrustedProxies == nil {
		return 0
	}
	return *c.TrustedProxies
}

// FilesFolder is the folder of uploaded files if there is no bucket.
func (c *Config) FilesFolder() string {
	if c.Files.Folder != "" {
		return c.Files.Folder
	}
	if c.postgres() {
		return filepath.Join("data", "files")
	}
	return filepath.Join(filepath.Dir(c.DatabaseFile()), "files")
}

// Warnings are remarks about settings that work.
func (c *Config) Warnings() []string {
	var warnings []string
	if c.postgres() && c.Files.URL == "" {
		warnings = append(warnings, "RENTO_BLOB_S3_URL: is not set, so uploaded files stay on this machine; more than one node needs a bucket")
	}
	if c.Clamd == "" {
		warnings = append(warnings, "RENTO_CLAMD: is not set, so uploaded files are not scanned for malware")
	}
	return warnings
}

// Check reports settings that are wrong in every environment.
func (c *Config) Check() error {
	return errors.Join(c.checkListen(), checkDatabase(c.Database), c.checkURLs(), checkRanges(reflect.ValueOf(*c)), c.Files.check(), c.Apps.check(), c.Product.checkBank(), c.checkOrigins(), c.Billing.check())
}

// bankAccount matches the number of an Indian bank account.
var bankAccount = regexp.MustCompile(`^[0-9]{9,18}$`)

// checkBank refuses half of a bank account. The start checks that the branch exists.
func (p Product) checkBank() error {
	switch {
	case p.BankAccount == "" && p.BankIFSC == "":
		return nil
	case !bankAccount.MatchString(p.BankAccount):
		return fmt.Errorf("RENTO_BANK_ACCOUNT: %q is not an account number of 9 to 18 digits", p.BankAccount)
	case p.BankIFSC == "":
		return errors.New("RENTO_BANK_IFSC: is needed with RENTO_BANK_ACCOUNT")
	}
	return nil
}

// checkListen refuses addresses and ports that cannot be listened on.
func (c *Config) checkListen() error {
	var problems []error
	if _, port, err := net.SplitHostPort(cmp.Or(c.Addr, defaultAddr)); err != nil || !isPort(port, 0) {
		problems = append(problems, fmt.Errorf("RENTO_ADDR: %q is not host:port or :port, with a port up to 65535", c.Addr))
	}
	if c.Port != "" && !isPort(c.Port, 0) {
		problems = append(problems, fmt.Errorf("PORT: %q is not a port, a number up to 65535", c.Port))
	}
	return errors.Join(problems...)
}

// checkOrigins refuses an origin of ours that is invalid or equals the app's. With the app's
// origin, a page with third-party scripts could read the app's data, and the setting is copied into
// the headers of our pages. The app's own address is checked only for production.
func (c *Config) checkOrigins() error {
	var problems []error
	for _, o := range c.ownAddresses() {
		if o.value == "" || o.value == c.PublicURL && o.variable == publicURL {
			continue
		}
		if err := o.checkOrigin(); err != nil {
			problems = append(problems, err)
		} else if u, err := url.Parse(o.value); err == nil && c.isOwnOrigin(u) {
			problems = append(problems, fmt.Errorf("%s: must be another origin than %s", o.variable, publicURL))
		}
	}
	return errors.Join(problems...)
}

const publicURL = "RENTO_PUBLIC_URL"

// ownAddresses are the addresses at which browsers reach us.
func (c *Config) ownAddresses() []named {
	var own []named
	for _, d := range c.demands("address") {
		if d.tag.Get("address") == "own" {
			own = append(own, d.named)
		}
	}
	return own
}

// checkOrigin refuses anything but scheme, host and port.
func (n named) checkOrigin() error {
	u, err := url.Parse(n.value)
	if err != nil || u.Scheme+"://"+u.Host != strings.ToLower(n.value) || !hostAndPort.MatchString(u.Host) || u.Port() != "" && !isPort(u.Port(), 1) {
		return fmt.Errorf("%s: %q is not an origin such as https://pay.example.in: scheme, host and, if need be, a port", n.variable, maskAddress(n.value))
	}
	return nil
}

// isPort says whether a text is a port number of at least least.
func isPort(text string, least int) bool {
	port, err := strconv.Atoi(text)
	return err == nil && port >= least && port <= 65535 && strconv.Itoa(port) == text
}

// A host consists of labels of letters, digits and hyphens, without wildcards and credentials.
var hostAndPort = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?\.?(:[0-9]+)?$`)

func (c *Config) isOwnOrigin(u *url.URL) bool {
	own, err := url.Parse(c.PublicURL)
	if err != nil {
		return false
	}
	port := func(u *url.URL) string {
		if u.Port() != "" {
			return u.Port()
		}
		return map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return own.Scheme == u.Scheme && canonical(own.Hostname()) == canonical(u.Hostname()) && port(own) == port(u)
}

var stateCode = regexp.MustCompile(`^[0-9]{2}$`)

// check refuses settings with which invoices cannot be made.
func (b Billing) check() error {
	var problems []error
	if _, err := time.Parse(time.DateOnly, b.GoLive); b.GoLive != "" && err != nil {
		problems = append(problems, fmt.Errorf("RENTO_BILLING_GO_LIVE: %q is not a day as YYYY-MM-DD", b.GoLive))
	}
	if !stateCode.MatchString(b.HomeState) {
		problems = append(problems, fmt.Errorf("RENTO_BILLING_HOME_STATE: %q is not a GST state code of two digits", b.HomeState))
	}
	if b.LateFeeMinRupees > b.LateFeeMaxRupees {
		problems = append(problems, fmt.Errorf("RENTO_BILLING_LATE_FEE_MIN: %d is more than RENTO_BILLING_LATE_FEE_MAX, %d", b.LateFeeMinRupees, b.LateFeeMaxRupees))
	}
	if _, err := b.ReminderSteps(); err != nil {
		problems = append(problems, err)
	}
	return errors.Join(problems...)
}

// The bounds of the reminder schedule. A day that is too early is before the invoice, and a
// customer who has not paid after two months is no longer reached by messages.
const (
	earliestReminder = -20
	latestReminder   = 60
	mostReminders    = 8
)

// ReminderStep is a day on which customers are reminded, as days after the last day to pay in time,
// and the channels on which they are, nil for all.
type ReminderStep struct {
	Day      int
	Channels []string
}

// ReminderSteps returns the schedule of the reminders, in order. It returns an error unless the
// setting is a list of distinct whole numbers within the bounds, each alone or with the channels
// of its day.
func (b Billing) ReminderSteps() ([]ReminderStep, error) {
	if b.Reminders == "none" {
		return nil, nil
	}
	var steps []ReminderStep
	for part := range strings.SplitSeq(b.Reminders, ",") {
		written, channels, isNarrowed := strings.Cut(strings.TrimSpace(part), ":")
		day, err := strconv.Atoi(written)
		if err != nil {
			return nil, fmt.Errorf("RENTO_BILLING_REMINDERS: %q is not a day in a list such as -3,0,3,10, nor none", part)
		}
		if day < earliestReminder || day > latestReminder {
			return nil, fmt.Errorf("RENTO_BILLING_REMINDERS: %d is not between %d and %d", day, earliestReminder, latestReminder)
		}
		step := ReminderStep{Day: day}
		if isNarrowed {
			step.Channels = strings.Split(channels, "+")
			for i, c := range step.Channels {
				if !slices.Contains([]string{"sms", "email", "push"}, c) || slices.Contains(step.Channels[:i], c) {
					return nil, fmt.Errorf("RENTO_BILLING_REMINDERS: %q must name each of the channels sms, email and push at most once, such as %d:push+email", part, day)
				}
			}
		}
		steps = append(steps, step)
	}
	slices.SortFunc(steps, func(a, b ReminderStep) int { return a.Day - b.Day })
	sameDay := func(a, b ReminderStep) bool { return a.Day == b.Day }
	if len(slices.CompactFunc(slices.Clone(steps), sameDay)) != len(steps) || len(steps) > mostReminders {
		return nil, fmt.Errorf("RENTO_BILLING_REMINDERS: %q names a day twice, or more than %d days", b.Reminders, mostReminders)
	}
	return steps, nil
}

func (f Files) check() error {
	if f.URL == "" {
		return nil
	}
	if u, err := url.Parse(f.URL); err == nil && strings.Trim(u.Path, "/") != "" { // checkURLs has checked the rest
		return fmt.Errorf("RENTO_BLOB_S3_URL: %q has a path; the bucket is RENTO_BLOB_S3_BUCKET", maskAddress(f.URL))
	}
	if f.Bucket == "" || f.AccessKey == "" || f.SecretKey == "" {
		return errors.New("RENTO_BLOB_S3_BUCKET, RENTO_BLOB_S3_ACCESS_KEY and RENTO_BLOB_S3_SECRET_KEY: must be set with RENTO_BLOB_S3_URL")
	}
	return nil
}

// Setting is one line in the output of doctor.
type Setting struct{ Variable, Value string }

// Describe lists every setting with its variable, with secrets masked.
func (c *Config) Describe() []Setting {
	return describe(reflect.ValueOf(*c))
}

func describe(v reflect.Value) []Setting {
	var settings []Setting
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if field.Type.Kind() == reflect.Struct {
			settings = append(settings, describe(value)...)
			continue
		}
		if value.Kind() == reflect.Pointer {
			if value.IsNil() {
				settings = append(settings, Setting{field.Tag.Get("env"), ""})
				continue
			}
			value = value.Elem()
		}
		settings = append(settings, Setting{field.Tag.Get("env"), masked(fmt.Sprint(value.Interface()), field.Tag.Get("secret"))})
	}
	return settings
}

func masked(value, secret string) string {
	switch {
	case value == "":
		return value
	case secret == "":
		return maskAddress(value)
	case secret == "password":
		return maskDatabase(value)
	}
	return fmt.Sprintf("•••• (%d characters)", len(value))
}
