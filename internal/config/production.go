package config

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"slices"
	"strings"
)

// CheckProduction reports what is wrong with these settings for serving real customers. Each
// problem names its variable. It resolves the host names of the providers; a name that does not
// resolve is not a problem.
func (c *Config) CheckProduction() error { return c.checkProduction(thisMachine()) }

func (c *Config) checkProduction(here network) error {
	return errors.Join(c.Check(), c.checkFront(), c.checkFolder(), c.Product.check(), c.checkAddresses(here), c.missing(), c.checkSupport(), c.checkSecrets())
}

// checkFront checks the settings about proxies and connections.
func (c *Config) checkFront() error {
	if c.TrustedProxies == nil {
		return errors.New("RENTO_TRUSTED_PROXIES: is not set; say how many proxies stand in front, 0 if there is none")
	}
	if c.MaxConnections > 0 && c.MaxConnections < leastConnections {
		return fmt.Errorf("RENTO_MAX_CONNECTIONS: %d is too few; set at least %d, or 0 for no bound", c.MaxConnections, leastConnections)
	}
	return nil
}

// checkSupport refuses a chat that nobody could answer, a chat provider that is not connected, and
// a chat window without an origin of its own, because the provider's script needs browser storage.
func (c *Config) checkSupport() error {
	switch {
	case c.Chat.Kind() == "":
		return nil
	case c.Chat.Driver == embedded && c.Chat.ConsoleOrigin == "":
		return errors.New("RENTO_CONSOLE_ORIGIN: is not set, so nobody could answer the chat that RENTO_CHAT_CITIES offers")
	case c.Chat.Driver == "haptik" && c.Haptik.BusinessID == "":
		return errors.New("HAPTIK_BUSINESS_ID: is not set, and RENTO_CHAT is haptik")
	case c.Chat.Driver == "chatwoot" && c.Chatwoot.WebsiteToken == "":
		return errors.New("CHATWOOT_WEBSITE_TOKEN: is not set, and RENTO_CHAT is chatwoot")
	case c.Chat.Driver != embedded && c.Chat.Origin == "":
		return fmt.Errorf("RENTO_CHAT_ORIGIN: is not set, and the window of %s keeps what it needs in the browser under an origin", c.Chat.Driver)
	}
	return nil
}

// embedded is our own chat, answered by our own staff.
const embedded = "embedded"

// leastConnections is twice the number of connections that one address may hold (internal/api).
// With fewer, one customer's network could keep all others out.
const leastConnections = 1024

// checkFolder refuses a folder as database, and an unusable folder for uploaded files. A missing
// folder is created with the first file.
func (c *Config) checkFolder() error {
	if info, err := os.Stat(c.DatabaseFile()); err == nil && info.IsDir() {
		return fmt.Errorf("RENTO_DATABASE: %s is a folder, not a file", c.Database)
	}
	if c.Files.URL != "" {
		return nil
	}
	info, err := os.Stat(c.FilesFolder())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("RENTO_BLOB_FOLDER: %w", err)
	case !info.IsDir():
		return fmt.Errorf("RENTO_BLOB_FOLDER: %s is a file, not a folder", c.FilesFolder())
	}
	return nil
}

// check refuses links that would lead visitors nowhere.
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

// named is a value with the variable that sets it.
type named struct{ variable, value string }

// checkAddresses refuses our own addresses that cannot be reached from outside, and provider
// addresses that are not the provider's.
func (c *Config) checkAddresses(here network) error {
	var problems []error
	for _, d := range c.demands("address") {
		switch {
		case d.value == "":
		case d.tag.Get("address") == "own":
			problems = append(problems, d.checkOwn())
		default:
			problems = append(problems, c.checkAddress(d.named, here))
		}
	}
	return errors.Join(problems...)
}

// checkOwn refuses an address of ours that other people's browsers cannot reach. It does not
// resolve the name, because on this machine the name may well lead here.
func (n named) checkOwn() error {
	u, err := url.Parse(n.value)
	switch {
	case err != nil || u.Scheme != "https": // url.Parse lowercases the scheme
		return fmt.Errorf("%s: must start with https://", n.variable)
	case isLoopback(u.Hostname()):
		return fmt.Errorf("%s: is this machine, which nobody else reaches by that address", n.variable)
	}
	return n.checkOrigin()
}

func (c *Config) checkAddress(a named, here network) error {
	u, err := url.Parse(a.value)
	if err != nil {
		return nil //nolint:nilerr // Check names it
	}
	switch {
	case u.Scheme != "https": // url.Parse lowercases the scheme
		return fmt.Errorf("%s: must start with https://", a.variable)
	case !isASCII(u.Host):
		return fmt.Errorf("%s: write the host in ASCII letters (a name in another script as xn--…)", a.variable)
	case IsSandbox(a.value):
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

// databasePassword is the password in the database address, or "". The password may also come from
// elsewhere, or the database may authenticate the program in another way.
func (c *Config) databasePassword() string {
	u, err := url.Parse(c.Database)
	if err != nil || !c.postgres() {
		return ""
	}
	if password, set := u.User.Password(); set {
		return password
	}
	return u.Query().Get("password")
}

// CheckDataKey refuses a data key that can be guessed.
func (c *Config) CheckDataKey() error {
	if text := weakness(c.DataKey, ownSecret); text != "" {
		return fmt.Errorf("RENTO_DATA_KEY: %s", text)
	}
	return nil
}

// checkSecrets refuses secrets that can be guessed, old ones too: whoever guesses an old webhook
// secret can sign webhooks as long as it is set. A weak old secret must be replaced without setting
// it as the old one. Webhooks that the provider repeats under it are then refused, and the
// reconciliation with the provider finds what they were about. Data encrypted with the old data key
// stays readable until rento rotate-key has run; that command accepts a weak old key.
func (c *Config) checkSecrets() error {
	var problems []error
	check := func(least int, secrets ...named) {
		for _, s := range secrets {
			if s.value == "" && s.variable != "RENTO_SECRET_KEY" && s.variable != "RENTO_DATA_KEY" {
				continue // other checks report required settings
			}
			if text := weakness(s.value, least); text != "" {
				problems = append(problems, fmt.Errorf("%s: %s", s.variable, text))
			}
		}
	}
	own, given := c.secrets("own"), c.secrets("given")
	// Whoever holds one secret must not be able to use another with it.
	for i, s := range own {
		for _, before := range slices.Concat(given, own[:i]) {
			if s.value != "" && s.value == before.value {
				problems = append(problems, fmt.Errorf("%s: must be another than %s", s.variable, before.variable))
			}
		}
	}
	check(ownSecret, own...)
	check(givenSecret, given...)
	check(givenSecret, named{"RENTO_DATABASE, the password", c.databasePassword()})
	return errors.Join(problems...)
}

// CheckPublished refuses the keys that are published with this program, which anybody can read, in
// whichever setting they are: those among the given settings.
func (c *Config) CheckPublished(published *Config) error {
	known := map[string]bool{}
	for _, d := range published.demands("strength") {
		known[withoutBreaks.Replace(d.value)] = true
	}
	delete(known, "")
	var problems []error
	for _, d := range c.demands("strength") {
		if known[withoutBreaks.Replace(d.value)] {
			problems = append(problems, fmt.Errorf("%s: is published with this program, for its demo city; set your own", d.variable))
		}
	}
	return errors.Join(problems...)
}

// withoutBreaks joins the lines of a key, which may be broken in several ways.
var withoutBreaks = strings.NewReplacer(`\n`, "", `\r`, "", "\n", "", "\r", "", " ", "", "\t", "")
