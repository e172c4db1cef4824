package config

import (
	"errors"
	"fmt"
	"net/url"
	"reflect"
	"regexp"
	"strings"
)

// The tags of a text setting say what is required of it, so that a provider's settings are one
// struct and no list elsewhere names them:
//
//	address:"own"       where browsers reach us: an origin, and in production not this machine
//	address:"provider"  where a provider is called, always set
//	address:"optional"  the same, empty when it is not used
//	address:"dsn"       the same with a key and a project in it, as Sentry uses it
//	strength:"own"      a secret that the operator makes, different from every other; old ones too
//	strength:"given"    a secret that a provider hands out
//	strength:"none"     a secret whose form says nothing about its strength
//	strength:"public"   a provider's public key: no secret, but not that of the sandbox
//	one:"gateway"       the key that connects a provider; production needs one of each kind
//	with:"PAY_KEY_ID"   must be set if that variable is
//	sample:"demo"       its default is the demo city's; production needs the company's own value,
//	                    not a sample from a manual (example.com) either, if the variable of its
//	                    tag with is set
//
// TestTagsOfSettings checks that no other words are used.

// ofManuals matches addresses under the domains reserved for manuals (RFC 2606), where nobody is
// reached.
var ofManuals = regexp.MustCompile(`(?i)[@/.]example\.(com|net|org)\b`)

// demand is a text setting with its tags.
type demand struct {
	named
	tag reflect.StructTag
}

// demands returns the text settings with the tag, in the order of their fields.
func (c *Config) demands(tag string) []demand {
	var found []demand
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		for i := range v.NumField() {
			field, value := v.Type().Field(i), v.Field(i)
			if field.Type.Kind() == reflect.Struct {
				walk(value)
			} else if _, tagged := field.Tag.Lookup(tag); tagged && value.Kind() == reflect.String {
				found = append(found, demand{named{field.Tag.Get("env"), value.String()}, field.Tag})
			}
		}
	}
	walk(reflect.ValueOf(*c))
	return found
}

// secrets returns the settings of a strength: "own" or "given".
func (c *Config) secrets(strength string) []named {
	var found []named
	for _, d := range c.demands("strength") {
		if d.tag.Get("strength") == strength {
			found = append(found, d.named)
		}
	}
	return found
}

// checkURLs refuses invalid addresses.
func (c *Config) checkURLs() error {
	all := []named{{publicURL, c.PublicURL}}
	for _, d := range c.demands("address") {
		if kind := d.tag.Get("address"); kind == "provider" || kind == "optional" && d.value != "" {
			all = append(all, d.named)
		}
	}
	var problems []error
	for _, d := range c.demands("address") {
		if d.tag.Get("address") == "dsn" && d.value != "" && !isDSN(d.value) {
			problems = append(problems, fmt.Errorf("%s: is not a DSN as scheme://key@host/project", d.variable))
		}
	}
	for _, a := range all {
		if u, err := url.Parse(a.value); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
			problems = append(problems, fmt.Errorf("%s: %q is not an http or https address", a.variable, maskAddress(a.value)))
		} else if a.variable != publicURL && hasMore(u) {
			problems = append(problems, fmt.Errorf("%s: must be an address without credentials, query and fragment", a.variable))
		}
	}
	return errors.Join(problems...)
}

// isDSN says whether an address consists of a host with a key and ends with a project number, and
// has nothing else.
func isDSN(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User == nil || u.User.Username() == "" {
		return false
	}
	_, password := u.User.Password()
	project := u.Path[strings.LastIndex(u.Path, "/")+1:]
	return !password && project != "" && strings.Trim(project, "0123456789") == "" && u.RawQuery == "" && !u.ForceQuery && u.Fragment == ""
}

// hasMore says whether an address has parts that a provider's address must not have: credentials,
// which have settings of their own, a query or a fragment.
func hasMore(u *url.URL) bool {
	return u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != ""
}

// kinds are the kinds of providers of which production needs one each, and what would be impossible
// without it.
var kinds = []struct{ name, without string }{
	{"gateway", "nobody could pay"},
	{"payouts", "no refund could be paid to a bank or by UPI"},
	{"text messages", "no sign-in code could be sent"},
}

// missing reports what is missing for one provider of each kind, and the settings that each
// connected provider lacks.
func (c *Config) missing() error {
	var problems []error
	for _, kind := range kinds {
		var variables []string
		connected := false
		for _, d := range c.demands("one") {
			if d.tag.Get("one") == kind.name {
				variables, connected = append(variables, d.variable), connected || d.value != ""
			}
		}
		if !connected {
			problems = append(problems, fmt.Errorf("%s: is not set, so %s", strings.Join(variables, " or "), kind.without))
		}
	}
	set := map[string]bool{}
	for _, d := range c.demands("env") {
		set[d.variable] = strings.TrimSpace(d.value) != ""
	}
	for _, d := range c.demands("sample") {
		key, value := d.tag.Get("with"), strings.TrimSpace(d.value)
		switch {
		case key != "" && !set[key]:
		case value == "" || value == d.tag.Get("default"):
			problems = append(problems, fmt.Errorf("%s: is not set; without it customers would read what belongs to the demo city, %q", d.variable, d.tag.Get("default")))
		case ofManuals.MatchString(value):
			problems = append(problems, fmt.Errorf("%s: %q is the sample of a manual; set the company's own", d.variable, value))
		}
	}
	for _, d := range c.demands("with") {
		if key := d.tag.Get("with"); set[key] && strings.TrimSpace(d.value) == "" {
			problems = append(problems, fmt.Errorf("%s: must be set with %s", d.variable, key))
		}
	}
	return errors.Join(problems...)
}
