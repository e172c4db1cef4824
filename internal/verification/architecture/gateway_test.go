package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gatewayHomes are where a gateway's own code may be: its adapter and its
// sandbox, its settings, the wiring, the demo's payers at the sandbox, and the
// programs of the tests.
var gatewayHomes = []string{
	"internal/provider/razorpay", "internal/sandbox", "internal/config", "internal/app", "internal/demo", "internal/testkit/node", "bench",
	"internal/ifsc/data", // the licence of the data names who made it
}

// contractNames are spelled by the contract (docs/acceptance.tsv), whatever the
// gateway.
var contractNames = []string{
	"isOnlyRazorpay", "razorpayOptions", "razorpay_payment_id", "razorpay_order_id", "razorpay_signature", "/Payments/razorpay/capturePayment",
}

// No gateway is known by name outside its own folders: what the rest needs of
// it is in its provider.Profile (docs/extending.md).
func TestNoGatewayOutsideItsHomes(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	for _, top := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(file string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() && filepath.ToSlash(file) == "../../../internal/web/dist" {
				return filepath.SkipDir // what the web app is built into, where it is
			}
			if err != nil || d.IsDir() || strings.HasSuffix(file, "_test.go") {
				return err
			}
			name, err := filepath.Rel(root, file)
			if err != nil || slices.ContainsFunc(gatewayHomes, func(home string) bool { return strings.HasPrefix(filepath.ToSlash(name), home) }) {
				return err
			}
			if !slices.Contains([]string{".go", ".js", ".html", ".sql", ".css"}, filepath.Ext(name)) {
				return nil
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(text), "\n") {
				if namesGateway(line) {
					t.Errorf("%s:%d names a gateway: %s", name, n+1, strings.TrimSpace(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func namesGateway(line string) bool {
	for _, name := range contractNames {
		line = strings.ReplaceAll(line, name, "")
	}
	return strings.Contains(strings.ToLower(line), "razorpay")
}

func TestNamesGatewayKnowsTheContract(t *testing.T) {
	for line, want := range map[string]bool{
		"`json:\"razorpayOptions\"`":         false,
		"if gateway == \"razorpay\" {":       true,
		"Razorpay *Checkout":                 true,
		"\"razorpay_signature\", razorpay.X": true,
	} {
		if got := namesGateway(line); got != want {
			t.Errorf("namesGateway(%q) = %v, want %v", line, got, want)
		}
	}
}
