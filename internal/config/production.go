package config

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"
)

// CheckProduction reports what keeps these settings from serving real
// customers. Each problem names its variable. It looks up the hosts of the
// providers; a name that cannot be looked up is no problem.
func (c *Config) CheckProduction() error { return c.checkProduction(thisMachine()) }

func (c *Config) checkProduction(here network) error {
	return errors.Join(c.Check(), c.checkFront(), c.Product.check(), c.checkAddresses(here), c.checkProviders(), c.checkSecrets())
}

// checkFront looks at what stands between browsers and the system.
func (c *Config) checkFront() error {
	if !strings.HasPrefix(strings.ToLower(c.PublicURL), "https://") {
		return errors.New("RENTO_PUBLIC_URL: must start with https://")
	}
	if c.TrustedProxies == nil {
		return errors.New("RENTO_TRUSTED_PROXIES: is not set; say how many proxies stand in front, 0 if there is none")
	}
	return nil
}

// check refuses what visitors would be led to in vain.
func (p Product) check() error {
	var problems []error
	if u, err := url.Parse(p.FAQURL); err != nil || u.Scheme != "https" || u.Host == "" {
		problems = append(problems, fmt.Errorf("RENTO_FAQ_URL: %q is not an https address", p.FAQURL))
	}
	if p.PolicyDir != "" {
		if _, err := os.ReadDir(p.PolicyDir); err != nil {
			problems = append(problems, fmt.Errorf("RENTO_POLICY_DIR: is not a folder that can be read: %w", err))
		}
	}
	return errors.Join(problems...)
}

// named is a value beside the variable that sets it.
type named struct{ variable, value string }

// checkAddresses refuses addresses of providers that are not theirs.
func (c *Config) checkAddresses(here network) error {
	var problems []error
	for _, a := range []named{
		{"RAZORPAY_URL", c.Razorpay.URL},
		{"RAZORPAY_SCRIPT_URL", c.Razorpay.ScriptURL},
		{"RAZORPAYX_URL", c.RazorpayX.URL},
		{"MSG91_URL", c.MSG91.URL},
		{"RENTO_BLOB_S3_URL", c.Files.URL},
		{"RENTO_PAY_ORIGIN", c.PayOrigin},
		{"RENTO_MAPS_ORIGIN", c.Maps.Origin},
	} {
		if a.value != "" {
			problems = append(problems, c.checkAddress(a, here))
		}
	}
	return errors.Join(problems...)
}

func (c *Config) checkAddress(a named, here network) error {
	u, err := url.Parse(a.value)
	if err != nil {
		return nil //nolint:nilerr // Check names it
	}
	own := a.variable == "RENTO_PAY_ORIGIN" || a.variable == "RENTO_MAPS_ORIGIN" // these are ours and lead here
	switch {
	case u.Scheme != "https": // url.Parse has it in lower case
		return fmt.Errorf("%s: must start with https://", a.variable)
	case own:
		return nil
	case !isASCII(u.Host):
		return fmt.Errorf("%s: write the host in ASCII letters (a name in another script as xn--…)", a.variable)
	case isSandbox(a.value):
		return fmt.Errorf("%s: is the sandbox; real money needs the real provider", a.variable)
	case canonical(u.Hostname()) == c.publicHost() || here.isHere(u.Hostname()):
		return fmt.Errorf("%s: leads to this machine; real money needs the real provider", a.variable)
	}
	return nil
}

func (c *Config) publicHost() string {
	u, err := url.Parse(c.PublicURL)
	if err != nil {
		return ""
	}
	return canonical(u.Hostname())
}

// checkProviders asks for those without whom nobody could be served.
func (c *Config) checkProviders() error {
	var problems []error
	problem := func(text string) { problems = append(problems, errors.New(text)) }
	if r := c.Razorpay; r.KeyID == "" {
		problem("RAZORPAY_KEY_ID: is not set, so nobody could pay")
	} else if r.KeySecret == "" || r.WebhookSecret == "" {
		problem("RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET: must be set with RAZORPAY_KEY_ID")
	}
	if x := c.RazorpayX; x.KeyID == "" {
		problem("RAZORPAYX_KEY_ID: is not set, so no refund could be paid to a bank or by UPI")
	} else if x.KeySecret == "" || x.WebhookSecret == "" || x.Account == "" {
		problem("RAZORPAYX_KEY_SECRET, RAZORPAYX_WEBHOOK_SECRET and RAZORPAYX_ACCOUNT: must be set with RAZORPAYX_KEY_ID")
	}
	if c.MSG91.AuthKey == "" {
		problem("MSG91_AUTH_KEY: is not set, so no sign-in code could be sent")
	}
	return errors.Join(problems...)
}

// CheckDataKey refuses a data key that can be guessed.
func (c *Config) CheckDataKey() error {
	if text := weakness(c.DataKey, ownSecret); text != "" {
		return fmt.Errorf("RENTO_DATA_KEY: %s", text)
	}
	return nil
}

// checkSecrets refuses secrets that can be guessed. The former webhook secrets
// are not looked at: a weak one must be replaceable too.
func (c *Config) checkSecrets() error {
	var problems []error
	check := func(least int, secrets ...named) {
		for _, s := range secrets {
			if s.value == "" && s.variable != "RENTO_SECRET_KEY" && s.variable != "RENTO_DATA_KEY" {
				continue // what must be set is asked for elsewhere
			}
			if text := weakness(s.value, least); text != "" {
				problems = append(problems, fmt.Errorf("%s: %s", s.variable, text))
			}
		}
	}
	own := []named{
		{"RENTO_SECRET_KEY", c.SecretKey},
		{"RENTO_DATA_KEY", c.DataKey},
		{"RENTO_OPERATIONS_TOKEN", c.OperationsToken},
		{"RENTO_METRICS_TOKEN", c.MetricsToken},
		{"RAZORPAY_WEBHOOK_SECRET", c.Razorpay.WebhookSecret},
		{"RAZORPAYX_WEBHOOK_SECRET", c.RazorpayX.WebhookSecret},
	}
	// Whoever holds one secret must not hold what another opens.
	for i, s := range own {
		for _, before := range own[:i] {
			if s.value != "" && s.value == before.value {
				problems = append(problems, fmt.Errorf("%s: must be another than %s", s.variable, before.variable))
			}
		}
	}
	check(ownSecret, own...)
	check(
		givenSecret, named{"RAZORPAY_KEY_SECRET", c.Razorpay.KeySecret}, named{"RAZORPAYX_KEY_SECRET", c.RazorpayX.KeySecret},
		named{"MSG91_AUTH_KEY", c.MSG91.AuthKey}, named{"RENTO_BLOB_S3_SECRET_KEY", c.Files.SecretKey},
	)
	return errors.Join(problems...)
}
