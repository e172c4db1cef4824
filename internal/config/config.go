// Package config is every setting of the system in one documented struct, read
// from flags and from the environment, and checked before anything starts.
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
	"strconv"
	"strings"
	"time"
)

// Config is what an operator can set. Every field is a flag and a variable;
// fields tagged secret are never printed, and a number is refused outside the
// range of its tag.
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
	PayOrigin       string        `help:"Own origin of the payment page; empty isolates it in a sandboxed frame." env:"RENTO_PAY_ORIGIN" address:"own"`
	SecretKey       string        `help:"At least 32 characters; keys the stored codes." env:"RENTO_SECRET_KEY" secret:"all" strength:"own"`
	DataKey         string        `help:"At least 32 characters; encrypts account numbers, their holders' names and UPI ids in the database." env:"RENTO_DATA_KEY" secret:"all" strength:"own"`
	DataKeyOld      string        `help:"The former data key, until rento rotate-key has run." env:"RENTO_DATA_KEY_OLD" secret:"all" strength:"own"`
	OperationsToken string        `help:"Token by which the company's own systems say what its people have done; empty closes these calls." env:"RENTO_OPERATIONS_TOKEN" secret:"all" strength:"own"`
	MetricsToken    string        `help:"Token that /metrics asks for; empty lets the loopback address alone read it." env:"RENTO_METRICS_TOKEN" secret:"all" strength:"own"`

	AutoDebit []string `help:"Where ways of auto debit (upi, card, emandate) are set up, such as upi:billdesk,card:none; one that is not named at the first gateway that has it, Razorpay before BillDesk." env:"RENTO_AUTO_DEBIT"`

	Product   Product   `embed:"" prefix:"product-"`
	Billing   Billing   `embed:"" prefix:"billing-"`
	Razorpay  Razorpay  `embed:"" prefix:"razorpay-"`
	Paytm     Paytm     `embed:"" prefix:"paytm-"`
	Billdesk  Billdesk  `embed:"" prefix:"billdesk-"`
	Juspay    Juspay    `embed:"" prefix:"juspay-"`
	RazorpayX RazorpayX `embed:"" prefix:"razorpayx-"`
	SMTP      SMTP      `embed:"" prefix:"smtp-"`
	MSG91     MSG91     `embed:"" prefix:"msg91-"`
	Files     Files     `embed:"" prefix:"blob-"`
	Maps      Maps      `embed:"" prefix:"maps-"`
}

// Product is how the company calls itself.
type Product struct {
	Name         string   `help:"Display name." default:"Rento" env:"RENTO_PRODUCT_NAME"`
	Slug         string   `help:"Lower-case name, for device platforms." default:"rento" env:"RENTO_PRODUCT_SLUG"`
	WalletName   string   `help:"Name of the wallet." default:"Rentomoney" env:"RENTO_WALLET_NAME"`
	SupportEmail string   `help:"Support e-mail." default:"care@rento.example" env:"RENTO_SUPPORT_EMAIL" sample:"demo"`
	SupportPhone string   `help:"Support phone." default:"+91 80 0000 0000" env:"RENTO_SUPPORT_PHONE" sample:"demo"`
	FAQURL       string   `help:"Help desk with the FAQs." default:"https://help.rento.example" env:"RENTO_FAQ_URL" sample:"demo"`
	LegalName    string   `help:"Name on invoices." default:"Rento Rentals Private Limited" env:"RENTO_LEGAL_NAME" sample:"demo"`
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
	LateFeeCapPercent int64  `help:"Percent of an invoice that its late fees together may reach; 0 for any." default:"10" env:"RENTO_BILLING_LATE_FEE_CAP_PERCENT" range:"0..100"`
}

// Razorpay holds the keys of the gateway.
type Razorpay struct {
	URL              string `help:"API base URL." default:"https://api.razorpay.com" env:"RAZORPAY_URL" address:"provider"`
	ScriptURL        string `help:"Checkout script." default:"https://checkout.razorpay.com/v1/checkout.js" env:"RAZORPAY_SCRIPT_URL" address:"provider"`
	KeyID            string `help:"Key id; empty switches the gateway off." env:"RAZORPAY_KEY_ID" one:"gateway"`
	KeySecret        string `help:"Key secret." env:"RAZORPAY_KEY_SECRET" secret:"all" strength:"given" with:"RAZORPAY_KEY_ID"`
	WebhookSecret    string `help:"Secret of the webhooks." env:"RAZORPAY_WEBHOOK_SECRET" secret:"all" strength:"own" with:"RAZORPAY_KEY_ID"`
	WebhookSecretOld string `help:"The former webhook secret, for a day after a rotation." env:"RAZORPAY_WEBHOOK_SECRET_OLD" secret:"all" strength:"own"`
}

// Paytm holds the keys of another gateway. One key signs calls, returns and
// webhooks alike.
type Paytm struct {
	URL     string `help:"Base URL of the API and of the checkout script." default:"https://secure.paytmpayments.com" env:"PAYTM_URL" address:"provider"`
	MID     string `help:"Merchant id; empty switches the gateway off." env:"PAYTM_MID" one:"gateway"`
	Key     string `help:"Merchant key." env:"PAYTM_KEY" secret:"all" strength:"given" with:"PAYTM_MID"`
	KeyOld  string `help:"The former merchant key, for a week after a rotation." env:"PAYTM_KEY_OLD" secret:"all" strength:"given"`
	Website string `help:"Name under which the gateway has registered our site." default:"DEFAULT" env:"PAYTM_WEBSITE" with:"PAYTM_MID"`
}

// Juspay holds the keys of the provider that leads to wallets and to CRED.
type Juspay struct {
	URL             string `help:"Base URL of the API and of the payer's page." default:"https://api.juspay.in" env:"JUSPAY_URL" address:"provider"`
	MerchantID      string `help:"Merchant id; empty switches these gateways off." env:"JUSPAY_MERCHANT_ID" one:"gateway"`
	APIKey          string `help:"Key of the API." env:"JUSPAY_API_KEY" secret:"all" strength:"given" with:"JUSPAY_MERCHANT_ID"`
	ResponseKey     string `help:"Key that signs what a browser brings back." env:"JUSPAY_RESPONSE_KEY" secret:"all" strength:"given" with:"JUSPAY_MERCHANT_ID"`
	WebhookUser     string `help:"User whom the webhooks name." env:"JUSPAY_WEBHOOK_USER" with:"JUSPAY_MERCHANT_ID"`
	WebhookPassword string `help:"Password of the webhooks." env:"JUSPAY_WEBHOOK_PASSWORD" secret:"all" strength:"own" with:"JUSPAY_MERCHANT_ID"`
	CredKey         string `help:"Public key of CRED, its DER form in base64; empty leaves CredPay out." env:"JUSPAY_CRED_KEY"`
}

// Billdesk holds the keys of the gateway that takes money by mandates alone, so that
// it is none of those of which production asks for one.
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

// RazorpayX holds the keys of the provider that pays refunds out.
type RazorpayX struct {
	URL              string `help:"API base URL." default:"https://api.razorpay.com" env:"RAZORPAYX_URL" address:"provider"`
	KeyID            string `help:"Key id; empty switches payouts off." env:"RAZORPAYX_KEY_ID" one:"payouts"`
	KeySecret        string `help:"Key secret." env:"RAZORPAYX_KEY_SECRET" secret:"all" strength:"given" with:"RAZORPAYX_KEY_ID"`
	WebhookSecret    string `help:"Secret of the webhooks." env:"RAZORPAYX_WEBHOOK_SECRET" secret:"all" strength:"own" with:"RAZORPAYX_KEY_ID"`
	WebhookSecretOld string `help:"The former webhook secret, for a day after a rotation." env:"RAZORPAYX_WEBHOOK_SECRET_OLD" secret:"all" strength:"own"`
	Account          string `help:"Number of our account from which refunds are paid." env:"RAZORPAYX_ACCOUNT" secret:"all" strength:"none" with:"RAZORPAYX_KEY_ID"`
}

// Files is where uploaded files are kept: in a bucket that speaks the S3
// protocol, or else in a folder, which serves one node only.
type Files struct {
	Folder    string `help:"Folder for uploaded files; empty is files/ beside the SQLite database, or data/files." env:"RENTO_BLOB_FOLDER"`
	URL       string `name:"s3-url" help:"Address of an S3-compatible storage, needed by several nodes; empty keeps files in the folder." env:"RENTO_BLOB_S3_URL" address:"optional"`
	Region    string `name:"s3-region" help:"Region of the bucket." default:"ap-south-1" env:"RENTO_BLOB_S3_REGION"`
	Bucket    string `name:"s3-bucket" help:"Bucket for uploaded files; it must exist and be private." env:"RENTO_BLOB_S3_BUCKET"`
	AccessKey string `name:"s3-access-key" help:"Access key at the storage." env:"RENTO_BLOB_S3_ACCESS_KEY"`
	SecretKey string `name:"s3-secret-key" help:"Secret key at the storage." env:"RENTO_BLOB_S3_SECRET_KEY" secret:"all" strength:"given"`
}

// MaxNode is the highest number of a node that serves; the one above it is that
// of the commands.
const MaxNode = 14

// SMTP is the mail relay; an empty address switches mail off.
type SMTP struct {
	Addr     string `help:"host:port of the mail relay." env:"SMTP_ADDR"`
	From     string `help:"Sender of mails." default:"no-reply@rento.example" env:"SMTP_FROM" with:"SMTP_ADDR" sample:"demo"`
	User     string `help:"User at the relay." env:"SMTP_USER"`
	Password string `help:"Password at the relay." env:"SMTP_PASSWORD" secret:"all" strength:"given" with:"SMTP_USER"`
}

// MSG91 sends text messages; an empty key switches them off.
type MSG91 struct {
	URL     string `help:"API base URL." default:"https://control.msg91.com" env:"MSG91_URL" address:"provider"`
	AuthKey string `help:"Auth key." env:"MSG91_AUTH_KEY" secret:"all" strength:"given" one:"text messages"`
	FlowID  string `help:"Template of the sign-in code." env:"MSG91_FLOW_ID" with:"MSG91_AUTH_KEY"`
	// Flows are the templates of the other messages and languages, by name.
	Flows map[string]string `help:"Templates of the other messages and languages: event=id;event.hi=id (docs/messages.md)." env:"MSG91_FLOWS"`
}

// Maps is Google's service of maps; without a key the built-in schematic map
// and list of places serve.
type Maps struct {
	Key          string `help:"Google's key for browsers." env:"GOOGLE_MAPS_KEY"`
	LegacyPlaces bool   `help:"Search places by Google's older API." env:"GOOGLE_MAPS_LEGACY_PLACES"`
	Origin       string `help:"Own origin of the page with Google's maps; empty isolates it in a sandboxed frame." env:"RENTO_MAPS_ORIGIN" address:"own"`
}

// Normalize writes our own addresses as browsers do, with scheme and host in
// small letters and without a slash alone behind them, and the scheme of the
// database in small letters, so that whoever compares them with what a browser
// sends or looks at how they begin need not think of other spellings. What is no
// address stays as it is: Check names it.
func (c *Config) Normalize() {
	for _, address := range []*string{&c.PublicURL, &c.PayOrigin, &c.Maps.Origin} {
		if u, err := url.Parse(*address); err == nil && u.Host != "" {
			u.Host = strings.ToLower(u.Host)
			if u.Path == "/" && u.RawQuery == "" && u.Fragment == "" {
				u.Path = ""
			}
			*address = u.String()
		}
	}
	if scheme, rest, found := strings.Cut(c.Database, ":"); found && !strings.Contains(scheme, "/") {
		c.Database = strings.ToLower(scheme) + ":" + rest
	}
}

// HTTPS reports whether browsers reach the system by https.
func (c *Config) HTTPS() bool {
	u, err := url.Parse(c.PublicURL)
	return err == nil && u.Scheme == "https" // url.Parse has it in lower case
}

// defaultAddr is where a system listens that is not told where.
const defaultAddr = ":8080"

// ListenAddr is the address to listen on, with PORT taken into account.
func (c *Config) ListenAddr() string {
	addr := cmp.Or(c.Addr, defaultAddr)
	if c.Port == "" {
		return addr
	}
	host, _, _ := net.SplitHostPort(addr) // Check has looked at it
	return net.JoinHostPort(host, c.Port)
}

// Proxies is how many proxies in front may be believed.
func (c *Config) Proxies() int {
	if c.TrustedProxies == nil {
		return 0
	}
	return *c.TrustedProxies
}

// FilesFolder is where uploaded files lie without a bucket.
func (c *Config) FilesFolder() string {
	if c.Files.Folder != "" {
		return c.Files.Folder
	}
	if c.postgres() {
		return filepath.Join("data", "files")
	}
	return filepath.Join(filepath.Dir(c.Database), "files")
}

// Warnings are what an operator should know of settings that work.
func (c *Config) Warnings() []string {
	if c.postgres() && c.Files.URL == "" {
		return []string{"RENTO_BLOB_S3_URL: is not set, so uploaded files stay on this machine; more than one node needs a bucket"}
	}
	return nil
}

// Check reports settings that make no sense anywhere.
func (c *Config) Check() error {
	return errors.Join(c.checkListen(), checkDatabase(c.Database), c.checkURLs(), checkRanges(reflect.ValueOf(*c)), c.Files.check(), c.checkOrigins(), c.Billing.check())
}

// checkListen refuses what nobody can listen on.
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

// checkOrigins refuses an origin of ours that is none, or that is the app's: a
// page of other people's scripts would then read what is the app's, and what
// stands in the setting goes into the headers of our pages. The app's own address
// is looked at before production alone.
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

// ownAddresses are those under which browsers reach us.
func (c *Config) ownAddresses() []named {
	var own []named
	for _, d := range c.demands("address") {
		if d.tag.Get("address") == "own" {
			own = append(own, d.named)
		}
	}
	return own
}

// checkOrigin refuses what is more or less than scheme, host and port.
func (n named) checkOrigin() error {
	u, err := url.Parse(n.value)
	if err != nil || u.Scheme+"://"+u.Host != strings.ToLower(n.value) || !hostAndPort.MatchString(u.Host) || u.Port() != "" && !isPort(u.Port(), 1) {
		return fmt.Errorf("%s: %q is not an origin such as https://pay.example.in: scheme, host and, if need be, a port", n.variable, maskAddress(n.value))
	}
	return nil
}

// isPort says whether a text is a port, and not a smaller one than least.
func isPort(text string, least int) bool {
	port, err := strconv.Atoi(text)
	return err == nil && port >= least && port <= 65535 && strconv.Itoa(port) == text
}

// A host is labels of letters, digits and hyphens: no wildcard, no credentials.
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

// check refuses what no bill can be made by.
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
	return errors.Join(problems...)
}

func (f Files) check() error {
	if f.URL == "" {
		return nil
	}
	if u, err := url.Parse(f.URL); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || strings.Trim(u.Path, "/") != "" || hasMore(u) {
		return fmt.Errorf("RENTO_BLOB_S3_URL: %q is not an http or https address without a path, credentials and query", maskAddress(f.URL))
	}
	if f.Bucket == "" || f.AccessKey == "" || f.SecretKey == "" {
		return errors.New("RENTO_BLOB_S3_BUCKET, RENTO_BLOB_S3_ACCESS_KEY and RENTO_BLOB_S3_SECRET_KEY: must be set with RENTO_BLOB_S3_URL")
	}
	return nil
}

// Setting is one line of what doctor prints.
type Setting struct{ Variable, Value string }

// Describe lists every setting with its variable, secrets masked.
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
