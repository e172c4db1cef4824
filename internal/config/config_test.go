package config_test

import (
	"crypto/rand"
	"math"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"rento/internal/config"
)

// Secrets that are made anew for each run, so that nobody copies them.
var (
	secretKey    = rand.Text() + rand.Text()
	dataKey      = rand.Text() + rand.Text()
	opsToken     = rand.Text() + rand.Text()
	gatewayKey   = rand.Text()
	gatewayHooks = rand.Text() + rand.Text()
	payoutKey    = rand.Text()
	payoutHooks  = rand.Text() + rand.Text()
	messagesKey  = rand.Text()
)

// declared returns the default settings, when no variable is set.
var declared = sync.OnceValue(func() config.Config {
	var c config.Config
	parser, err := kong.New(&c)
	if err == nil {
		_, err = parser.Parse(nil)
	}
	if err != nil {
		panic(err)
	}
	return c
})

// production returns settings with which production starts. The providers have IP addresses instead
// of names, so that no name has to be resolved.
func production() config.Config {
	c, none := declared(), 0
	c.PublicURL, c.Database, c.TrustedProxies = "https://rento.example", "postgres://rento:w7Rk2Zq9Xt4Lm6Vb@db/rento", &none
	c.SecretKey, c.DataKey = secretKey, dataKey
	c.Product.FAQURL, c.Product.LegalName = "https://help.town.example", "Town Rentals Private Limited"
	c.Product.SupportPhone, c.Product.SupportEmail = "+91 80 4000 1234", "care@town.example"
	c.Razorpay.URL, c.Razorpay.ScriptURL = "https://198.51.100.10", "https://198.51.100.12/v1/checkout.js"
	c.Razorpay.KeyID, c.Razorpay.KeySecret, c.Razorpay.WebhookSecret = "rzp_live_1", gatewayKey, gatewayHooks
	c.Paytm.URL, c.Juspay.URL = "https://198.51.100.13", "https://198.51.100.14"
	c.Billdesk.URL, c.Billdesk.SDKURL = "https://198.51.100.15", "https://198.51.100.15/jssdk/v1/dist"
	c.Haptik.URL, c.Haptik.LoaderURL, c.Chatwoot.URL = "https://198.51.100.16", "https://198.51.100.16/loader.js", "https://198.51.100.17"
	c.RazorpayX.URL, c.RazorpayX.KeyID, c.RazorpayX.KeySecret = "https://198.51.100.10", "rzp_live_2", payoutKey
	c.RazorpayX.WebhookSecret, c.RazorpayX.Account = payoutHooks, "7878780080316316"
	c.MSG91.URL, c.MSG91.AuthKey, c.MSG91.FlowID = "https://198.51.100.11", messagesKey, "65f0c1d2e3a4b5"
	c.Clamd = "/run/clamav/clamd.ctl"
	c.RudderStack.APIURL = "https://198.51.100.18"
	c.Sentry.DSN = "https://w7Rk2Zq9Xt4Lm6Vb@198.51.100.19/7"
	c.Twilio.URL, c.FCM.URL, c.FCM.TokenURL = "https://198.51.100.12", "https://198.51.100.13", "https://198.51.100.14"
	return c
}

func TestProductionSettingsAreTaken(t *testing.T) {
	c := production()
	c.Product.PolicyDir = t.TempDir()
	c.SMTP.From = "no-reply@rento.example" // has no effect without a relay
	if err := c.CheckProduction(); err != nil {
		t.Fatal(err)
	}
}

// ENTITY-12: the chat is offered in the configured cities, in all cities, or nowhere.
func TestWhereTheChatIsOffered(t *testing.T) {
	for _, test := range []struct {
		cities     []string
		kind       string
		everywhere bool
		in         []string
	}{
		{nil, "", false, nil},
		{[]string{" ", ""}, "", false, nil},
		{[]string{"all"}, "embedded", true, nil},
		{[]string{" Pune ", "bangalore"}, "embedded", false, []string{"pune", "bangalore"}},
	} {
		c := config.Chat{Driver: "embedded", Cities: test.cities}
		if c.Kind() != test.kind || c.Everywhere() != test.everywhere || !slices.Equal(c.InCities(), test.in) {
			t.Errorf("%q: %q, %v, %q; want %q, %v, %q", test.cities, c.Kind(), c.Everywhere(), c.InCities(), test.kind, test.everywhere, test.in)
		}
	}
}

// Production refuses the sandbox, and every problem names its variable.
func TestProductionRefusesWhatIsNotFit(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*config.Config)
		want   string
	}{
		"sandbox path":    {func(c *config.Config) { c.Razorpay.URL = "https://pay.example/sandbox/razorpay" }, "RAZORPAY_URL"},
		"sandbox host":    {func(c *config.Config) { c.Razorpay.ScriptURL = "http://localhost:8080/checkout.js" }, "RAZORPAY_SCRIPT_URL"},
		"no secret key":   {func(c *config.Config) { c.SecretKey = "" }, "RENTO_SECRET_KEY"},
		"short key":       {func(c *config.Config) { c.SecretKey = secretKey[:31] }, "RENTO_SECRET_KEY: must have at least 32"},
		"weak operations": {func(c *config.Config) { c.OperationsToken = strings.Repeat("ab", 20) }, "RENTO_OPERATIONS_TOKEN: repeats"},
		"short metrics":   {func(c *config.Config) { c.MetricsToken = opsToken[:20] }, "RENTO_METRICS_TOKEN: must have"},
		"weak webhook":    {func(c *config.Config) { c.Razorpay.WebhookSecret = "changeme-changeme1changeme-please" }, "RAZORPAY_WEBHOOK_SECRET: can be guessed"},
		"short payouts":   {func(c *config.Config) { c.RazorpayX.WebhookSecret = "webhook" }, "RAZORPAYX_WEBHOOK_SECRET"},
		"short gateway":   {func(c *config.Config) { c.Razorpay.KeySecret = "very-secret" }, "RAZORPAY_KEY_SECRET: must have at least 16"},
		"weak payout key": {func(c *config.Config) { c.RazorpayX.KeySecret = "123456789012345678901234" }, "RAZORPAYX_KEY_SECRET"},
		"weak messages":   {func(c *config.Config) { c.MSG91.AuthKey = "msg91-key" }, "MSG91_AUTH_KEY"},
		"weak mail":       {func(c *config.Config) { c.SMTP.Password = "mail-password-123" }, "SMTP_PASSWORD: can be guessed"},
		"short mail":      {func(c *config.Config) { c.SMTP.Password = "w7Rk2Zq9" }, "SMTP_PASSWORD: must have at least 16"},
		"weak database": {
			func(c *config.Config) { c.Database = "postgres://rento:rento-rento-rento-rento@db/rento" }, "RENTO_DATABASE, the password: repeats",
		},
		"short database": {
			func(c *config.Config) { c.Database = "postgresql://db/rento?user=rento&password=hunter2" }, "RENTO_DATABASE, the password: must have at least 16",
		},
		"weak former key": {func(c *config.Config) { c.DataKeyOld = strings.Repeat("ab", 20) }, "RENTO_DATA_KEY_OLD: repeats"},
		"former key kept": {func(c *config.Config) { c.DataKeyOld = c.DataKey }, "RENTO_DATA_KEY_OLD: must be another than RENTO_DATA_KEY"},
		"proxies unset":   {func(c *config.Config) { c.TrustedProxies = nil }, "RENTO_TRUSTED_PROXIES: is not set"},
		"proxies below 0": {func(c *config.Config) { n := -1; c.TrustedProxies = &n }, "RENTO_TRUSTED_PROXIES: -1 is not between"},
		"gateway http":    {func(c *config.Config) { c.Razorpay.URL = "http://gateway.example" }, "RAZORPAY_URL: must start with https"},
		"script http":     {func(c *config.Config) { c.Razorpay.ScriptURL = "http://checkout.example/x.js" }, "RAZORPAY_SCRIPT_URL: must start with https"},
		"payouts http":    {func(c *config.Config) { c.RazorpayX.URL = "http://gateway.example" }, "RAZORPAYX_URL: must start with https"},
		"messages http":   {func(c *config.Config) { c.MSG91.URL = "http://messages.example" }, "MSG91_URL: must start with https"},
		"bucket http": {func(c *config.Config) {
			c.Files = config.Files{URL: "http://files.example", Bucket: "files", AccessKey: "a", SecretKey: opsToken}
		}, "RENTO_BLOB_S3_URL: must start with https"},
		"pay origin http":     {func(c *config.Config) { c.PayOrigin = "http://pay.rento.example" }, "RENTO_PAY_ORIGIN: must start with https"},
		"gateway is us":       {func(c *config.Config) { c.Razorpay.URL = "https://RENTO.example./v1" }, "RAZORPAY_URL: leads to this machine"},
		"sandbox in capitals": {func(c *config.Config) { c.Razorpay.URL = "HTTPS://pay.example/SandBox/razorpay" }, "RAZORPAY_URL: is the sandbox"},
		"sandbox encoded":     {func(c *config.Config) { c.Razorpay.URL = "https://pay.example/%73andbox" }, "RAZORPAY_URL: is the sandbox"},
		"sandbox by name":     {func(c *config.Config) { c.MSG91.URL = "https://Sandbox.pay.example" }, "MSG91_URL: is the sandbox"},
		"plain http":          {func(c *config.Config) { c.PublicURL = "http://rento.example" }, "RENTO_PUBLIC_URL"},
		"no gateway":          {func(c *config.Config) { c.Razorpay.KeyID = "" }, "RAZORPAY_KEY_ID or PAYTM_MID or JUSPAY_MERCHANT_ID: is not set, so nobody could pay"},
		"no merchant key":     {func(c *config.Config) { c.Paytm.MID = "Merchant000000000001" }, "PAYTM_KEY: must be set with PAYTM_MID"},
		"no Juspay user":      {func(c *config.Config) { c.Juspay.MerchantID = "rento" }, "JUSPAY_WEBHOOK_USER: must be set with JUSPAY_MERCHANT_ID"},
		"short Juspay key":    {func(c *config.Config) { c.Juspay.MerchantID, c.Juspay.APIKey = "rento", "short" }, "JUSPAY_API_KEY: must have at least 16"},
		"guessed Juspay hook": {func(c *config.Config) { c.Juspay.MerchantID, c.Juspay.WebhookPassword = "rento", "juspaywebhooks" }, "JUSPAY_WEBHOOK_PASSWORD: must have at least 32"},
		"no BillDesk client":  {func(c *config.Config) { c.Billdesk.MerchantID = "RENTO" }, "BILLDESK_CLIENT_ID: must be set with BILLDESK_MERCHANT_ID"},
		"short BillDesk key":  {func(c *config.Config) { c.Billdesk.MerchantID, c.Billdesk.SigningKey = "RENTO", "short" }, "BILLDESK_SIGNING_KEY: must have at least 32"},
		"the sandbox's key":   {func(c *config.Config) { c.Billdesk.SigningKey = "sandbox-billdesk-signing-key-00001" }, "BILLDESK_SIGNING_KEY: can be guessed"},
		"weak encryption":     {func(c *config.Config) { c.Billdesk.EncryptionKey = strings.Repeat("ab", 16) }, "BILLDESK_ENCRYPTION_KEY: repeats"},
		"debits sandbox":      {func(c *config.Config) { c.Billdesk.SDKURL = "https://pay.example/sandbox/x" }, "BILLDESK_SDK_URL: is the sandbox"},
		"mandates alone":      {func(c *config.Config) { c.Razorpay.KeyID, c.Billdesk.MerchantID = "", "RENTO" }, "so nobody could pay"},
		"short merchant key":  {func(c *config.Config) { c.Paytm.MID, c.Paytm.Key = "Merchant000000000001", "short" }, "PAYTM_KEY: must have at least 16"},
		"no webhook key":      {func(c *config.Config) { c.Razorpay.WebhookSecret = "" }, "RAZORPAY_WEBHOOK_SECRET: must be set with RAZORPAY_KEY_ID"},
		"payout sandbox":      {func(c *config.Config) { c.RazorpayX.URL = "https://pay.example/sandbox/razorpayx" }, "RAZORPAYX_URL"},
		"no payouts":          {func(c *config.Config) { c.RazorpayX.KeyID = "" }, "RAZORPAYX_KEY_ID"},
		"no account":          {func(c *config.Config) { c.RazorpayX.Account = "" }, "RAZORPAYX_ACCOUNT: must be set with RAZORPAYX_KEY_ID"},
		"no sign-in code":     {func(c *config.Config) { c.MSG91.AuthKey = "" }, "MSG91_AUTH_KEY"},
		"nobody answers":      {func(c *config.Config) { c.Chat.Cities = []string{"all"} }, "RENTO_CONSOLE_ORIGIN: is not set, so nobody could answer"},
		"no Haptik":           {func(c *config.Config) { c.Chat.Driver, c.Chat.Cities = "haptik", []string{"pune"} }, "HAPTIK_BUSINESS_ID: is not set, and RENTO_CHAT is haptik"},
		"half a Haptik":       {func(c *config.Config) { c.Haptik.BusinessID = "77" }, "HAPTIK_CLIENT_ID: must be set with HAPTIK_BUSINESS_ID"},
		"no Chatwoot":         {func(c *config.Config) { c.Chat.Driver, c.Chat.Cities = "chatwoot", []string{"pune"} }, "CHATWOOT_WEBSITE_TOKEN: is not set, and RENTO_CHAT is chatwoot"},
		"chat not apart": {func(c *config.Config) {
			c.Chat.Driver, c.Chat.Cities, c.Chatwoot.WebsiteToken = "chatwoot", []string{"pune"}, "w7Rk2Zq9Xt4Lm6Vb"
		}, "RENTO_CHAT_ORIGIN: is not set"},
		"chat origin http":    {func(c *config.Config) { c.Chat.Origin = "http://chat.rento.example" }, "RENTO_CHAT_ORIGIN: must start with https"},
		"console origin http": {func(c *config.Config) { c.Chat.ConsoleOrigin = "http://console.rento.example" }, "RENTO_CONSOLE_ORIGIN: must start with https"},
		"due day":             {func(c *config.Config) { c.Billing.DueDay = 31 }, "RENTO_BILLING_DUE_DAY"},
		"no reminders":        {func(c *config.Config) { c.Billing.Reminders = "" }, "RENTO_BILLING_REMINDERS: \"\" is not a day"},
		"reminders in words":  {func(c *config.Config) { c.Billing.Reminders = "-3,soon" }, "RENTO_BILLING_REMINDERS: \"soon\" is not a day"},
		"a reminder twice":    {func(c *config.Config) { c.Billing.Reminders = "3,-3,3" }, "names a day twice"},
		"a reminder too late": {func(c *config.Config) { c.Billing.Reminders = "61" }, "RENTO_BILLING_REMINDERS: 61 is not between -20 and 60"},
		"a reminder by post":  {func(c *config.Config) { c.Billing.Reminders = "-3:post" }, "RENTO_BILLING_REMINDERS: \"-3:post\" must name each of the channels sms, email and push"},
		"on no channel":       {func(c *config.Config) { c.Billing.Reminders = "-3:" }, "RENTO_BILLING_REMINDERS: \"-3:\" must name each of the channels"},
		"a channel twice":     {func(c *config.Config) { c.Billing.Reminders = "3:sms+sms" }, "RENTO_BILLING_REMINDERS: \"3:sms+sms\" must name each of the channels"},
		"least below nothing": {func(c *config.Config) { c.Billing.ReminderLeast = -1 }, "RENTO_BILLING_REMINDER_LEAST: -1 is not between 0 and 100000"},
		"a link for ever":     {func(c *config.Config) { c.PayLinkHours = 73 }, "RENTO_PAY_LINK_HOURS: 73"},
		"node":                {func(c *config.Config) { c.Node = 15 }, "RENTO_NODE"},
		"no address":          {func(c *config.Config) { c.MSG91.URL = "msg91" }, "MSG91_URL"},
		"no bucket":           {func(c *config.Config) { c.Files.URL = "https://198.51.100.13" }, "RENTO_BLOB_S3_BUCKET"},
		"odd bucket":          {func(c *config.Config) { c.Files.URL = "https://s3.example/files" }, "RENTO_BLOB_S3_URL"},
		"no data key":         {func(c *config.Config) { c.DataKey = "" }, "RENTO_DATA_KEY"},
		"weak data key":       {func(c *config.Config) { c.DataKey = strings.Repeat("d", 32) }, "RENTO_DATA_KEY"},
		"one key for both":    {func(c *config.Config) { c.DataKey = c.SecretKey }, "RENTO_DATA_KEY: must be another than RENTO_SECRET_KEY"},
		"one token for both":  {func(c *config.Config) { c.OperationsToken, c.MetricsToken = opsToken, opsToken }, "RENTO_METRICS_TOKEN: must be another than RENTO_OPERATIONS_TOKEN"},
		"one webhook secret": {func(c *config.Config) {
			c.RazorpayX.WebhookSecret = c.Razorpay.WebhookSecret
		}, "RAZORPAYX_WEBHOOK_SECRET: must be another than RAZORPAY_WEBHOOK_SECRET"},
		"pay page on ours":    {func(c *config.Config) { c.PayOrigin = "https://rento.example:443" }, "RENTO_PAY_ORIGIN: must be another origin"},
		"pay page and more":   {func(c *config.Config) { c.PayOrigin = "https://pay.example; script-src *" }, "RENTO_PAY_ORIGIN: "},
		"pay page with path":  {func(c *config.Config) { c.PayOrigin = "https://pay.example/x" }, "is not an origin"},
		"maps with a query":   {func(c *config.Config) { c.Maps.Origin = "https://maps.example?x" }, "RENTO_MAPS_ORIGIN: "},
		"other digits":        {func(c *config.Config) { c.Razorpay.URL = "https://127。0。0。1" }, "RAZORPAY_URL: write the host in ASCII"},
		"other letters":       {func(c *config.Config) { c.RazorpayX.URL = "https://ⓛocalhost" }, "RAZORPAYX_URL: write the host in ASCII"},
		"link-local":          {func(c *config.Config) { c.Razorpay.URL = "https://169.254.169.254" }, "RAZORPAY_URL: leads to this machine"},
		"negative late fee":   {func(c *config.Config) { c.Billing.LateFeeBasisPoint = -5 }, "RENTO_BILLING_LATE_FEE_BP: -5"},
		"least above most":    {func(c *config.Config) { c.Billing.LateFeeMinRupees = 5000 }, "RENTO_BILLING_LATE_FEE_MIN: 5000"},
		"negative cap":        {func(c *config.Config) { c.Billing.LateFeeCapPercent = -1 }, "RENTO_BILLING_LATE_FEE_CAP_PERCENT: -1"},
		"no state code":       {func(c *config.Config) { c.Billing.HomeState = "zz" }, "RENTO_BILLING_HOME_STATE"},
		"the demo's help":     {func(c *config.Config) { c.Product.FAQURL = "https://help.rento.example" }, "RENTO_FAQ_URL: is not set"},
		"a manual's help":     {func(c *config.Config) { c.Product.FAQURL = "https://help.example.com/faq" }, "RENTO_FAQ_URL: \"https://help.example.com/faq\" is the sample"},
		"a manual's mail":     {func(c *config.Config) { c.Product.SupportEmail = "care@Example.org" }, "RENTO_SUPPORT_EMAIL: \"care@Example.org\" is the sample"},
		"the demo's sender":   {func(c *config.Config) { c.SMTP.Addr, c.SMTP.From = "relay:25", "no-reply@rento.example" }, "SMTP_FROM: is not set"},
		"a manual's sender":   {func(c *config.Config) { c.SMTP.Addr, c.SMTP.From = "relay:25", "Rento <no-reply@example.com>" }, "SMTP_FROM: \"Rento <no-reply@example.com>\" is the sample"},
		"help without https":  {func(c *config.Config) { c.Product.FAQURL = "http://help.rento.example" }, "RENTO_FAQ_URL"},
		"help without a host": {func(c *config.Config) { c.Product.FAQURL = "help.rento.example" }, "RENTO_FAQ_URL"},
		"no such folder":      {func(c *config.Config) { c.Product.PolicyDir = filepath.Join(t.TempDir(), "policies") }, "RENTO_POLICY_DIR"},
		"a file for a folder": {func(c *config.Config) { c.Product.PolicyDir = "config_test.go" }, "RENTO_POLICY_DIR"},
		"negative patience":   {func(c *config.Config) { c.ShutdownTimeout = -1 }, "RENTO_SHUTDOWN_TIMEOUT"},
		"weak former hooks":   {func(c *config.Config) { c.Razorpay.WebhookSecretOld = "test" }, "RAZORPAY_WEBHOOK_SECRET_OLD: must have at least 32"},
		"weak former payouts": {func(c *config.Config) { c.RazorpayX.WebhookSecretOld = "a" }, "RAZORPAYX_WEBHOOK_SECRET_OLD: must have at least 32"},
		"former hooks kept":   {func(c *config.Config) { c.Razorpay.WebhookSecretOld = gatewayHooks }, "RAZORPAY_WEBHOOK_SECRET_OLD: must be another than RAZORPAY_WEBHOOK_SECRET"},
		"former hooks of the other": {
			func(c *config.Config) { c.RazorpayX.WebhookSecretOld = gatewayHooks }, "RAZORPAYX_WEBHOOK_SECRET_OLD: must be another than RAZORPAY_WEBHOOK_SECRET",
		},
		"weak former Juspay hook": {func(c *config.Config) { c.Juspay.WebhookPasswordOld = "test" }, "JUSPAY_WEBHOOK_PASSWORD_OLD: must have at least 32"},
		"former Juspay hook kept": {
			func(c *config.Config) { c.Juspay.WebhookPassword, c.Juspay.WebhookPasswordOld = opsToken, opsToken }, "JUSPAY_WEBHOOK_PASSWORD_OLD: must be another than JUSPAY_WEBHOOK_PASSWORD",
		},
		"short former Juspay key": {func(c *config.Config) { c.Juspay.ResponseKeyOld = "short" }, "JUSPAY_RESPONSE_KEY_OLD: must have at least 16"},
		"given secret as ours":    {func(c *config.Config) { c.Razorpay.KeySecret = gatewayHooks }, "RAZORPAY_WEBHOOK_SECRET: must be another than RAZORPAY_KEY_SECRET"},
		"the demo's name":         {func(c *config.Config) { c.Product.LegalName = "Rento Demo Rentals Private Limited" }, "RENTO_LEGAL_NAME: is not set"},
		"the demo's phone":        {func(c *config.Config) { c.Product.SupportPhone = "+91 80 0000 0000 " }, "RENTO_SUPPORT_PHONE: is not set"},
		"the demo's mail":         {func(c *config.Config) { c.Product.SupportEmail = "care@rento.example" }, "RENTO_SUPPORT_EMAIL: is not set"},
		"no name":                 {func(c *config.Config) { c.Product.LegalName = "" }, "RENTO_LEGAL_NAME: is not set"},
		"few connections":         {func(c *config.Config) { c.MaxConnections = 1 }, "RENTO_MAX_CONNECTIONS: 1 is too few"},
		"folder as database":      {func(c *config.Config) { c.Database = "." }, "RENTO_DATABASE: . is a folder"},
		"file for uploads":        {func(c *config.Config) { c.Files.Folder = "config_test.go" }, "RENTO_BLOB_FOLDER: config_test.go is a file"},
		"uploads below a file":    {func(c *config.Config) { c.Files.Folder = "config_test.go/files" }, "RENTO_BLOB_FOLDER: "},
		"large port":              {func(c *config.Config) { c.Port = "99999" }, "PORT: \"99999\" is not a port"},
		"port by name":            {func(c *config.Config) { c.Port = "http" }, "PORT: "},
		"address of no port":      {func(c *config.Config) { c.Addr = "x" }, "RENTO_ADDR: \"x\" is not host:port"},
		"address, large port":     {func(c *config.Config) { c.Addr = ":70000" }, "RENTO_ADDR: "},
		"no template":             {func(c *config.Config) { c.MSG91.FlowID = "" }, "MSG91_FLOW_ID: must be set with MSG91_AUTH_KEY"},
		"blank template":          {func(c *config.Config) { c.MSG91.FlowID = " " }, "MSG91_FLOW_ID: must be set with MSG91_AUTH_KEY"},
		"Twilio alone": {func(c *config.Config) {
			c.MSG91.AuthKey, c.Twilio.AccountSID = "", "AC0123456789abcdef0123456789abcdef"
		}, "TWILIO_FROM: must be set with TWILIO_ACCOUNT_SID"},
		"apps without a key":   {func(c *config.Config) { c.FCM.ProjectID = "rento" }, "FCM_PRIVATE_KEY: must be set with FCM_PROJECT_ID"},
		"no data plane":        {func(c *config.Config) { c.RudderStack.WriteKey = opsToken }, "RUDDERSTACK_URL: must be set with RUDDERSTACK_WRITE_KEY"},
		"nobody forgotten":     {func(c *config.Config) { c.RudderStack.WriteKey = opsToken }, "RUDDERSTACK_API_TOKEN: must be set with RUDDERSTACK_WRITE_KEY"},
		"short write key":      {func(c *config.Config) { c.RudderStack.WriteKey = "short" }, "RUDDERSTACK_WRITE_KEY: must have at least 16"},
		"events http":          {func(c *config.Config) { c.RudderStack.URL = "http://events.example" }, "RUDDERSTACK_URL: must start with https"},
		"events credentials":   {func(c *config.Config) { c.RudderStack.URL = "https://u:hunter2@198.51.100.18" }, "RUDDERSTACK_URL: must be an address without credentials"},
		"events sandbox":       {func(c *config.Config) { c.RudderStack.URL = "https://events.example/sandbox/rudderstack" }, "RUDDERSTACK_URL: is the sandbox"},
		"no address of events": {func(c *config.Config) { c.RudderStack.URL = "events" }, "RUDDERSTACK_URL: \"events\" is not"},
		"errors http":          {func(c *config.Config) { c.Sentry.DSN = "http://hunter2@198.51.100.19/1" }, "SENTRY_DSN: must start with https"},
		"errors sandbox":       {func(c *config.Config) { c.Sentry.DSN = "https://hunter2@errors.example/sandbox/sentry/1" }, "SENTRY_DSN: is the sandbox"},
		"errors without a key": {func(c *config.Config) { c.Sentry.DSN = "https://198.51.100.19/1" }, "SENTRY_DSN: is not a DSN"},
		"errors of no project": {func(c *config.Config) { c.Sentry.DSN = "https://hunter2@198.51.100.19/" }, "SENTRY_DSN: is not a DSN"},
		"errors by password":   {func(c *config.Config) { c.Sentry.DSN = "https://key:hunter2@198.51.100.19/1" }, "SENTRY_DSN: is not a DSN"},
		"errors nowhere":       {func(c *config.Config) { c.Sentry.DSN = "hunter2" }, "SENTRY_DSN: is not a DSN"},
		"mail user alone":      {func(c *config.Config) { c.SMTP.User = "rento" }, "SMTP_PASSWORD: must be set with SMTP_USER"},
		"gateway credentials":  {func(c *config.Config) { c.Razorpay.URL = "https://u:hunter2@198.51.100.10" }, "RAZORPAY_URL: must be an address without credentials"},
		"gateway query":        {func(c *config.Config) { c.RazorpayX.URL = "https://198.51.100.10?key=hunter2" }, "RAZORPAYX_URL: must be an address without credentials"},
		"bucket credentials": {func(c *config.Config) {
			c.Files = config.Files{URL: "https://u:hunter2@198.51.100.13", Bucket: "files", AccessKey: "a", SecretKey: opsToken}
		}, "RENTO_BLOB_S3_URL: "},
	} {
		t.Run(name, func(t *testing.T) {
			c := production()
			test.change(&c)
			err := c.CheckProductionOffline()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Fatalf("%v does not name %s", err, test.want)
			}
			if strings.Contains(err.Error(), "hunter2") && !strings.Contains(name, "database") {
				t.Errorf("%v repeats the password, want it hidden", err)
			}
		})
	}
}

// Every address at which browsers reach us is an origin that other people can reach too.
func TestProductionRefusesAddressesOfOursThatNobodyReaches(t *testing.T) {
	for variable, set := range map[string]func(c *config.Config, value string){
		"RENTO_PUBLIC_URL":  func(c *config.Config, value string) { c.PublicURL = value },
		"RENTO_PAY_ORIGIN":  func(c *config.Config, value string) { c.PayOrigin = value },
		"RENTO_MAPS_ORIGIN": func(c *config.Config, value string) { c.Maps.Origin = value },
	} {
		for _, value := range []string{
			"https://here.example/app", "https://here.example?a=b", "https://here.example#a", "https://u:hunter2@here.example", "https://*.example",
			"https://*", "https://here.example:0", "https://here.example:65536", "https://here.example:", "https://localhost", "https://app.localhost:8443",
			"https://127.0.0.1", "https://127.1", "https://0.0.0.0", "https://-", "https://a..example", "http://here.example", "here.example",
		} {
			c := production()
			set(&c, value)
			c.Normalize()
			if err := c.CheckProductionOffline(); err == nil || !strings.Contains(err.Error(), variable+": ") || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("%s=%s: got %v, want a refusal that names it and no password", variable, value, err)
			}
		}
		for _, value := range []string{"https://here.example", "https://here.example:8443", "HTTPS://Here.Example/"} {
			c := production()
			set(&c, value)
			c.Normalize()
			if err := c.CheckProductionOffline(); err != nil {
				t.Errorf("%s=%s: got %v, want it taken", variable, value, err)
			}
		}
	}
}

// Several nodes share a database, so they must share the files too.
func TestFilesOfSeveralNodes(t *testing.T) {
	c := production()
	if w := c.Warnings(); len(w) != 1 || !strings.Contains(w[0], "RENTO_BLOB_S3_URL") || c.FilesFolder() != "data/files" {
		t.Errorf("%v, %s, want length 1, %q in it and data/files", w, c.FilesFolder(), "RENTO_BLOB_S3_URL")
	}
	c.Files = config.Files{URL: "https://198.51.100.13", Bucket: "files", AccessKey: "a", SecretKey: opsToken}
	if err := c.CheckProductionOffline(); err != nil || c.Warnings() != nil {
		t.Errorf("%v, %v", err, c.Warnings())
	}
	c.Clamd = ""
	if w := c.Warnings(); len(w) != 1 || !strings.Contains(w[0], "RENTO_CLAMD") {
		t.Errorf("%v, want a warning about RENTO_CLAMD", w)
	}
	c = config.Config{Database: "/var/lib/rento/rento.db", Clamd: "127.0.0.1:3310"}
	if c.Warnings() != nil || c.FilesFolder() != "/var/lib/rento/files" {
		t.Errorf("%v, %s, want /var/lib/rento/files", c.Warnings(), c.FilesFolder())
	}
	if c.Database = "sqlite:/var/lib/rento/rento.db"; c.FilesFolder() != "/var/lib/rento/files" {
		t.Errorf("%s, want /var/lib/rento/files beside the database that is named with its scheme", c.FilesFolder())
	}
	if c.Files.Folder = "/srv"; c.FilesFolder() != "/srv" {
		t.Error(c.FilesFolder())
	}
}

func TestSecretsAreNeverPrinted(t *testing.T) {
	c := production()
	c.SMTP.Password, c.MetricsToken = "mail-password", "metrics-token"
	for _, s := range c.Describe() {
		for _, secret := range []string{"hunter2", gatewayKey, gatewayHooks, payoutKey, payoutHooks, messagesKey, "mail-password", "metrics-token", secretKey} {
			if strings.Contains(s.Value, secret) {
				t.Errorf("%s shows %s", s.Variable, secret)
			}
		}
	}
}

// A number that is not set is not shown as 0.
func TestProxiesAreShownAsGiven(t *testing.T) {
	shown := func(c config.Config) string {
		for _, s := range c.Describe() {
			if s.Variable == "RENTO_TRUSTED_PROXIES" {
				return s.Value
			}
		}
		return "missing"
	}
	if got := shown(production()); got != "0" {
		t.Errorf("given as 0: got %q", got)
	}
	if got := shown(config.Config{}); got != "" {
		t.Errorf("not given: got %q", got)
	}
}

// hidden matches the variables that hold a secret by their name. shown are those among them that
// are not secret.
var (
	hidden = regexp.MustCompile(`(KEY|SECRET|PASSWORD|TOKEN)(_OLD)?$`)
	shown  = []string{"CHATWOOT_WEBSITE_TOKEN", "GOOGLE_MAPS_KEY", "JUSPAY_CRED_KEY", "RENTO_BLOB_S3_ACCESS_KEY"}
)

// In production, a provider's address must be https, and must pass the other checks of
// checkAddresses.
func TestProductionChecksTheAddressOfEveryProvider(t *testing.T) {
	ours := []string{"RENTO_PUBLIC_URL", "RENTO_FAQ_URL"}
	c := production()
	var walk func(reflect.Value)
	walk = func(of reflect.Value) {
		for i := range of.NumField() {
			field, variable := of.Field(i), of.Type().Field(i).Tag.Get("env")
			if field.Kind() == reflect.Struct {
				walk(field)
			}
			if !strings.HasSuffix(variable, "_URL") || slices.Contains(ours, variable) {
				continue
			}
			before := field.String()
			field.SetString("http://provider.example")
			if err := c.CheckProductionOffline(); err == nil || !strings.Contains(err.Error(), variable+": must start with https://") {
				t.Errorf("%s takes an address without https: give it the tag address, demands.go (%v), want %q in it", variable, err, variable+": must start with https://")
			}
			field.SetString(before)
		}
	}
	walk(reflect.ValueOf(&c).Elem())
}

// Every setting has its own variable and flag help, and a secret setting is not printed.
func TestEverySettingHasAVariableAndHelp(t *testing.T) {
	seen := map[string]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		for i := range of.NumField() {
			field := of.Field(i)
			if field.Type.Kind() == reflect.Struct {
				walk(field.Type)
				continue
			}
			variable := field.Tag.Get("env")
			if hidden.MatchString(variable) && field.Tag.Get("secret") == "" && !slices.Contains(shown, variable) {
				t.Errorf("%s.%s: rento doctor would print %s; give the field the tag secret:\"all\", or name it in shown if anybody may know it", of.Name(), field.Name, variable)
			}
			if variable == "" || field.Tag.Get("help") == "" || seen[variable] {
				t.Errorf("%s.%s: variable %q, help %q", of.Name(), field.Name, variable, field.Tag.Get("help"))
			}
			seen[variable] = true
		}
	}
	walk(reflect.TypeFor[config.Config]())
}

// The tags described in demands.go have only known values, and every secret has a tag that says how
// strong it must be.
func TestTagsOfSettings(t *testing.T) {
	words := map[string][]string{
		"address": {"own", "provider", "optional", "dsn"}, "strength": {"own", "given", "none", "public"}, "one": {"gateway", "payouts", "text messages"}, "sample": {"demo"},
	}
	variables, with := map[string]bool{}, map[string]string{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		for i := range of.NumField() {
			field := of.Field(i)
			if field.Type.Kind() == reflect.Struct {
				walk(field.Type)
				continue
			}
			variable := field.Tag.Get("env")
			variables[variable] = true
			if key, set := field.Tag.Lookup("with"); set {
				with[variable] = key
			}
			if field.Tag.Get("secret") == "all" && field.Tag.Get("strength") == "" {
				t.Errorf("%s: a secret has the tag strength, one of %v", variable, words["strength"])
			}
			for tag, known := range words {
				if word, set := field.Tag.Lookup(tag); set && !slices.Contains(known, word) {
					t.Errorf("%s: the tag %s is %q, want one of %v", variable, tag, word, known)
				}
			}
		}
	}
	walk(reflect.TypeFor[config.Config]())
	for variable, key := range with {
		if !variables[key] {
			t.Errorf("%s must be set with %s, which is no variable", variable, key)
		}
	}
}

// Every number has a range. Its default is inside the range, and a number outside is refused with
// the name of its variable, negative days and amounts in particular.
func TestEveryNumberHasARange(t *testing.T) {
	good := production()
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	numbers := 0
	var walk func(path []int, of reflect.Type)
	walk = func(path []int, of reflect.Type) {
		for i := range of.NumField() {
			field, at := of.Field(i), append(slices.Clone(path), i)
			kind := field.Type
			if kind.Kind() == reflect.Struct {
				walk(at, kind)
				continue
			}
			if kind.Kind() == reflect.Pointer {
				kind = kind.Elem()
			}
			value := reflect.New(kind).Elem()
			if !value.CanInt() {
				continue
			}
			numbers++
			try := func(n int64) error {
				c := production()
				value.SetInt(n)
				to := reflect.ValueOf(&c).Elem().FieldByIndex(at)
				if to.Kind() == reflect.Pointer {
					to.Set(reflect.New(kind))
					to = to.Elem()
				}
				to.Set(value)
				return c.Check()
			}
			for _, n := range []int64{math.MinInt32, -1, math.MaxInt64 / 2} {
				if err := try(n); err == nil || !strings.Contains(err.Error(), field.Tag.Get("env")+": ") {
					t.Errorf("%s = %d: %v, want it refused", field.Tag.Get("env"), n, err)
				}
			}
			if given := field.Tag.Get("default"); given != "" {
				var n int64
				if d, err := time.ParseDuration(given); err == nil {
					n = int64(d)
				} else if n, err = strconv.ParseInt(given, 10, 64); err != nil {
					t.Errorf("%s: the default %q is no number", field.Tag.Get("env"), given)
				}
				if err := try(n); err != nil {
					t.Errorf("the default of %s: %v", field.Tag.Get("env"), err)
				}
			}
		}
	}
	walk(nil, reflect.TypeFor[config.Config]())
	if numbers < 10 {
		t.Errorf("%d numbers were found among the settings", numbers)
	}
}

func TestThePortTakesThePlaceOfTheAddress(t *testing.T) {
	for _, test := range []struct{ addr, port, want string }{
		{"", "", ":8080"}, {"", "9000", ":9000"}, {":8080", "", ":8080"}, {":8080", "9000", ":9000"}, {"127.0.0.1:8080", "9000", "127.0.0.1:9000"}, {"[::1]:8080", "9000", "[::1]:9000"},
	} {
		c := config.Config{Addr: test.addr, Port: test.port}
		if got := c.ListenAddr(); got != test.want {
			t.Errorf("%s with port %q is %s, want %s", test.addr, test.port, got, test.want)
		}
	}
}

// A missing database password does not prevent the start, because it may be set elsewhere or not be
// needed.
func TestDatabasesWithoutAPasswordAreTaken(t *testing.T) {
	for _, database := range []string{"postgres://db/rento", "postgres://rento@db/rento", "data/rento.db", "sqlite:/var/lib/rento:x@y.db"} {
		c := production()
		c.Database = database
		if err := c.CheckProductionOffline(); err != nil {
			t.Errorf("%s: %v", database, err)
		}
	}
}

// A phone compares an app's ids character by character.
func TestAppsThatNoPhoneWouldKnow(t *testing.T) {
	fingerprint := strings.Repeat("14:", 31) + "6D"
	for name, test := range map[string]struct {
		apps config.Apps
		want string // "" for settings that are right
	}{
		"none":              {config.Apps{}, ""},
		"both":              {config.Apps{Android: "in.town.rentals", AndroidFingerprints: []string{fingerprint, fingerprint}, IOS: "A1B2C3D4E5.in.town.rentals"}, ""},
		"one word":          {config.Apps{Android: "rentals", AndroidFingerprints: []string{fingerprint}}, "RENTO_ANDROID_APP: \"rentals\" is not"},
		"referrer":          {config.Apps{Android: "android-app://in.town", AndroidFingerprints: []string{fingerprint}}, "RENTO_ANDROID_APP: "},
		"no fingerprint":    {config.Apps{Android: "in.town.rentals"}, "must be set together"},
		"no app":            {config.Apps{AndroidFingerprints: []string{fingerprint}}, "must be set together"},
		"SHA-1":             {config.Apps{Android: "in.town.rentals", AndroidFingerprints: []string{fingerprint[:59]}}, "RENTO_ANDROID_FINGERPRINTS: "},
		"small letters":     {config.Apps{Android: "in.town.rentals", AndroidFingerprints: []string{strings.ToLower(fingerprint)}}, "RENTO_ANDROID_FINGERPRINTS: "},
		"the second is not": {config.Apps{Android: "in.town.rentals", AndroidFingerprints: []string{fingerprint, ""}}, "RENTO_ANDROID_FINGERPRINTS: \"\""},
		"without a team":    {config.Apps{IOS: "in.town.rentals"}, "RENTO_IOS_APP: "},
	} {
		c := production()
		c.Apps = test.apps
		err := c.Check()
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q in it", name, err, test.want)
		}
	}
	c := production()
	c.Apps = config.Apps{AndroidFingerprints: []string{" " + strings.ToLower(fingerprint)}}
	c.Normalize()
	if got := c.Apps.AndroidFingerprints[0]; got != fingerprint {
		t.Errorf("%q, want %q", got, fingerprint)
	}
}

// Our own addresses are normalized to the form that browsers use.
func TestNormalize(t *testing.T) {
	c := production()
	c.PublicURL, c.PayOrigin, c.Maps.Origin = "HTTPS://Rento.Example/App", "Https://Pay.Example:8443", "no address"
	c.Normalize()
	for _, got := range []struct{ is, want string }{
		{c.PublicURL, "https://rento.example/App"}, {c.PayOrigin, "https://pay.example:8443"}, {c.Maps.Origin, "no address"},
	} {
		if got.is != got.want {
			t.Errorf("%q, want %q", got.is, got.want)
		}
	}
	for address, want := range map[string]bool{"https://a.example": true, "HTTPS://a.example": true, "http://a.example": false, "https": false, "": false} {
		c.PublicURL = address
		if got := c.HTTPS(); got != want {
			t.Errorf("HTTPS of %q is %t, want %t", address, got, want)
		}
	}
}

// The operator's reminder schedule is sorted, may be empty, and may narrow the channels of a day.
func TestTheScheduleOfReminders(t *testing.T) {
	for text, want := range map[string][]config.ReminderStep{
		"3, -3 ,0":         {{Day: -3}, {Day: 0}, {Day: 3}},
		"10,-3:push+email": {{Day: -3, Channels: []string{"push", "email"}}, {Day: 10}},
		"none":             nil,
	} {
		got, err := (config.Billing{Reminders: text}).ReminderSteps()
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
