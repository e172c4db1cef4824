package architecture

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gatewayNames are what the gateways, those that come next too, are called in
// sources.
var gatewayNames = []string{"razorpay", "rzp_", "paytm", "billdesk", "juspay", "phonepe", "amazonpay", "mobikwik", "credpay", "credapp"}

// gatewayHomes are where gateways may be named, beside the folders of their own.
var gatewayHomes = map[string]string{
	"internal/config/config.go":   "their settings",
	"internal/config/secret.go":   "words that people write in place of a secret",
	"internal/app/connections.go": "the wiring",
	"internal/demo/payer.go":      "where the demo city pays",
	"internal/api/autodebit.go":   "the calls of auto debit, of which the contract has one for each gateway",
	"internal/ifsc/data":          "the licence of the data names who made it",

	"web/src/features/payments/gateway-choices.ts": "the names, the order and the default that the contract has",
}

// hasFolder says whether a file is in the folder of an adapter or of its sandbox.
func hasFolder(name string) bool {
	parts := strings.Split(name, "/")
	return len(parts) > 3 && (parts[1] == "provider" || parts[1] == "sandbox") && slices.ContainsFunc(gatewayNames, func(gateway string) bool {
		return strings.HasPrefix(parts[2], gateway)
	})
}

// atHome says whether a file may name gateways.
func atHome(name string) bool {
	if hasFolder(name) {
		return true
	}
	for home := range gatewayHomes {
		if name == home || strings.HasPrefix(name, home+"/") {
			return true
		}
	}
	return false
}

// contractNames are spelled by the contract (docs/acceptance.tsv), whatever the
// gateway.
var contractNames = []string{
	"isOnlyRazorpay", "razorpayOptions", "razorpay_payment_id", "razorpay_order_id", "razorpay_signature", "/Payments/razorpay/capturePayment",
	"isJuspayWallet", "has the prefix juspay-", "credAppPresent",
	"getRazorPayOptions", "razorPayResponse", "/Payments/razorpay/captureRecurringAuthPayment",
	"getBilldeskOptions", "billDeskResponse", "/Payments/billdesk/captureBilldeskRecurringAuthToken",
}

// notWritten is made from something else, in which gateways are looked for.
var notWritten = []string{"internal/web/dist", "web/src/copy/paraglide", "web/src/api/schema.d.ts"}

// isTest says whether a file serves tests alone.
func isTest(name string) bool {
	return strings.HasSuffix(name, "_test.go") || strings.Contains(name, ".test.ts") || strings.HasPrefix(name, "web/src/test/")
}

// No gateway is known by name outside its own folders: what the rest needs of
// it is in its provider.Profile (docs/extending.md).
func TestNoGatewayOutsideItsHomes(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	for _, top := range []string{"internal", "cmd", "web/src"} {
		err := filepath.WalkDir(filepath.Join(root, top), func(file string, d fs.DirEntry, err error) error {
			name, relative := filepath.Rel(root, file)
			name = filepath.ToSlash(name)
			if err == nil && d.IsDir() && (slices.Contains(notWritten, name) || d.Name() == "node_modules") {
				return filepath.SkipDir
			}
			if err != nil || relative != nil || d.IsDir() || isTest(name) || atHome(name) || slices.Contains(notWritten, name) {
				return errors.Join(err, relative)
			}
			if !slices.Contains([]string{".go", ".js", ".html", ".sql", ".css", ".ts", ".tsx"}, filepath.Ext(name)) {
				return nil
			}
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for n, line := range strings.Split(string(text), "\n") {
				if namesGateway(line) {
					t.Errorf("%s:%d names a gateway; its homes are its folders and those of gatewayHomes: %s", name, n+1, strings.TrimSpace(line))
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
		line = strings.ReplaceAll(line, strings.ToUpper(name[:1])+name[1:], "") // the Go field of the same
	}
	line = strings.ToLower(line)
	return slices.ContainsFunc(gatewayNames, func(name string) bool { return strings.Contains(line, name) })
}
