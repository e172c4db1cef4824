package architecture

import (
	"strings"
	"testing"
)

// A message names a product in the language of whom it goes to. Whoever makes a
// notify.Product of its own would forget the catalogue's names; only
// subscription.Named, which has them, makes one.
func TestOnlyTheCatalogueNamesProductsInMessages(t *testing.T) {
	found := false
	for _, pattern := range []string{"../../*/*.go", "../../*/*/*.go"} {
		for _, file := range matching(t, pattern) {
			if strings.HasSuffix(file, "_test.go") || !strings.Contains(read(t, file), "notify.NewProduct(") {
				continue
			}
			found = true
			if file != "../../subscription/subscription.go" {
				t.Errorf("%s calls notify.NewProduct: subscription.Named has the names of the catalogue, want ../../subscription/subscription.go", file)
			}
		}
	}
	if !found {
		t.Error("nobody makes a notify.Product: this test looks for another name")
	}
}
