package site_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/site"
)

// Own policy texts that nobody could read, or that no page shows, are refused and
// named; those that are missing are named too.
func TestOwnPoliciesAreChecked(t *testing.T) {
	for name, c := range map[string]struct{ file, text, want string }{
		"fit":                    {"shipping-policy.html", "<p>Our vans are blue.</p>", ""},
		"of a language":          {"hi/shipping-policy.html", "<p>हमारी गाड़ियाँ नीली हैं।</p>", ""},
		"with a header":          {"shipping-policy.html", "<header>Vans</header><p>Our vans are blue.</p>", ""},
		"not ours to look at":    {"notes/readme.txt", "", ""},
		"empty":                  {"shipping-policy.html", " \n", "RENTO_POLICY_DIR: shipping-policy.html is empty"},
		"marks alone":            {"hi/shipping-policy.html", "<p>&nbsp;</p><!-- to come -->", "RENTO_POLICY_DIR: hi/shipping-policy.html is empty"},
		"a whole document":       {"shipping-policy.html", "<!DOCTYPE html><title>Vans</title><p>Blue.</p>", "shipping-policy.html is a whole document"},
		"under another name":     {"shipping.html", "<p>Our vans are blue.</p>", "shipping.html is no policy; there are terms-and-conditions, shipping-policy"},
		"in an unknown one":      {"xx/shipping-policy.html", "<p>Our vans are blue.</p>", "xx/shipping-policy.html is in no language that we have: bn, en"},
		"deeper than a language": {"hi/old/shipping-policy.html", "<p>Blue.</p>", "hi/old/shipping-policy.html is no policy"},
	} {
		t.Run(name, func(t *testing.T) {
			own := product
			own.PolicyDir = t.TempDir()
			path := filepath.Join(own.PolicyDir, filepath.FromSlash(c.file))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := site.CheckPolicies(own); (err == nil) != (c.want == "") || !strings.Contains(fmt.Sprint(err), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			missing := strings.Join(site.MissingPolicies(own), "\n")
			if got, want := strings.Contains(missing, "has no shipping-policy.html"), c.file != "shipping-policy.html"; got != want || !strings.Contains(missing, "has no kyc-documents.html") {
				t.Errorf("missing: %s; want the shipping policy named: %t, and the documents of KYC", missing, want)
			}
		})
	}
	if err, notes := site.CheckPolicies(product), site.MissingPolicies(product); err != nil || notes != nil {
		t.Errorf("without own texts: %v, %q; want nothing to say", err, notes)
	}
}

// The digest of the terms is that of the operator's own file, else of our text with the company's
// names in it.
func TestTheDigestOfTheTerms(t *testing.T) {
	own := product
	own.PolicyDir = t.TempDir()
	text := []byte("<p>Whoever leaves early pays more.</p>")
	if err := os.WriteFile(filepath.Join(own.PolicyDir, "terms-and-conditions.html"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := site.TermsDigest(own)
	if diff := cmp.Diff(fmt.Sprintf("%x", sha256.Sum256(text)), got); diff != "" || err != nil {
		t.Errorf("of an own file: %v (-want +got):\n%s", err, diff)
	}
	ours, err := site.TermsDigest(product)
	if err != nil {
		t.Fatal(err)
	}
	renamed := product
	renamed.Name += " Two"
	if other, err := site.TermsDigest(renamed); err != nil || other == ours {
		t.Errorf("under another name: %s, %v; want another digest than %s", other, err, ours)
	}
}
