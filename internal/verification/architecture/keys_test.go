package architecture

import (
	"reflect"
	"regexp"
	"strings"
	"testing"

	"rento/internal/config"
)

// Every secret setting stands in docs/security/keys.md with how it is replaced
// and what to do when it leaks, and the table names no other.
func TestEverySecretHasItsRules(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "../../../docs/security/keys.md"), "\n## Secrets\n")
	section, _, _ = strings.Cut(section, "\n## ")
	documented := map[string]bool{}
	for _, line := range strings.Split(section, "\n") {
		cells := cellsOf(line)
		if len(cells) != 4 {
			continue
		}
		for _, name := range regexp.MustCompile("`([A-Z0-9_]+)`").FindAllStringSubmatch(cells[0], -1) {
			documented[name[1]] = cells[2] != "" && cells[3] != ""
		}
	}
	secrets := map[string]bool{}
	var walk func(reflect.Type)
	walk = func(of reflect.Type) {
		for i := range of.NumField() {
			field := of.Field(i)
			if field.Type.Kind() == reflect.Struct {
				walk(field.Type)
			} else if field.Tag.Get("secret") != "" {
				secrets[field.Tag.Get("env")] = true
			}
		}
	}
	walk(reflect.TypeFor[config.Config]())
	if len(secrets) < 20 {
		t.Fatalf("%d secret settings, want 20 or more", len(secrets))
	}
	for name := range secrets {
		if !documented[name] {
			t.Errorf("%s is a secret, want it in docs/security/keys.md with how it is replaced and what to do when it leaks", name)
		}
	}
	for name := range documented {
		if !secrets[name] {
			t.Errorf("docs/security/keys.md has %s, which is no secret setting", name)
		}
	}
}

// cryptography are imports that make a package a user of it.
var cryptography = regexp.MustCompile(`"(?:crypto/(?:aes|cipher|ecdh|ecdsa|ed25519|hkdf|hmac|md5|pbkdf2|rand|rsa|sha1|sha256|sha512|subtle)|golang\.org/x/crypto/[\w/]+|github\.com/go-jose/[\w/-]+)"`)

// Every package that uses cryptography stands in docs/security/keys.md with what
// for. The sandbox and the tests speak the other side of it.
func TestEveryUseOfCryptographyIsListed(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "../../../docs/security/keys.md"), "\n## Cryptography\n")
	listed := map[string]bool{}
	for _, line := range strings.Split(section, "\n") {
		cells := cellsOf(line)
		if len(cells) != 3 {
			continue
		}
		for _, name := range regexp.MustCompile("`(internal/[a-z0-9/]+)`").FindAllStringSubmatch(cells[0], -1) {
			listed[name[1]] = cells[1] != "" && cells[2] != ""
		}
	}
	uses := map[string]bool{}
	for _, p := range projectPackages(t) {
		name, ok := strings.CutPrefix(p.ImportPath, "rento/internal/")
		if !ok || top(name) == "verification" || top(name) == "testkit" || top(name) == "sandbox" {
			continue
		}
		for _, file := range matching(t, "../../"+name+"/*.go") {
			if !strings.HasSuffix(file, "_test.go") && cryptography.MatchString(read(t, file)) {
				uses["internal/"+name] = true
			}
		}
	}
	for name := range uses {
		if !listed[name] {
			t.Errorf("%s uses cryptography, want it in docs/security/keys.md with what for and how", name)
		}
	}
	for name := range listed {
		if !uses[name] {
			t.Errorf("docs/security/keys.md lists %s, which uses no cryptography", name)
		}
	}
}
