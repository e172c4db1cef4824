package architecture

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers is the order of the packages, low to high: a package imports what
// stands above its own line in this table, its own subfolders, and nothing
// else of the project. A low package that must tell a high one enqueues a job
// or writes an event in its transaction.
var layers = [][]string{
	{"fault", "money", "bound", "config", "ifsc", "identifier", "gst", "encryption", "webpage", "pdf", "netname"},
	{"calendar", "paging"},
	{"ident"},
	{"store"},
	{"hashchain", "export"},
	{"provider", "blob", "audit"},
	{"ledger", "jobs"},
	{"event", "idempotency", "notify", "limit", "alert"},
	{"inbox"},
	{"mandate"},
	{"account", "staff", "errorreport"},
	{"address", "upload"},
	{"subscription"},
	{"advance"},
	{"billing"},
	{"settlement", "ticket"},
	{"payment"},
	{"autodebit"},
	{"kyc", "referral", "feedback", "support", "reconcile"},
	{"dashboard", "document", "agreement"},
	{"sandbox", "web", "site"},
	{"demo"},
	{"api"},
	{"app"},
}

// outside are the folders that may import everything: wiring, measuring and
// proving.
var outside = []string{"testkit", "verification"}

var forbiddenNames = []string{"util", "utils", "common", "helper", "helpers", "types", "model", "models", "misc", "shared"}

type goPackage struct {
	ImportPath string
	Name       string
	Imports    []string
}

func TestImportsRunOneWay(t *testing.T) {
	for _, p := range projectPackages(t) {
		from, ok := strings.CutPrefix(p.ImportPath, "rento/internal/")
		if !ok || slices.Contains(outside, top(from)) {
			continue
		}
		for _, imported := range p.Imports {
			if to, ok := strings.CutPrefix(imported, "rento/internal/"); ok {
				if err := allowed(from, to); err != nil {
					t.Errorf("%s imports %s: %v", from, to, err)
				}
			}
		}
	}
}

func TestPackageNamesSayWhatTheyHold(t *testing.T) {
	for _, p := range projectPackages(t) {
		if slices.Contains(forbiddenNames, p.Name) || slices.Contains(forbiddenNames, path.Base(p.ImportPath)) {
			t.Errorf("%s: the name says nothing about what the package holds", p.ImportPath)
		}
	}
}

// allowed says why one package may not import another.
func allowed(from, to string) error {
	if adapter(to) {
		return adapterAllowed(from, to)
	}
	if top(from) == top(to) {
		return nil
	}
	high, low := layerOf(top(from)), layerOf(top(to))
	switch {
	case high < 0:
		return fmt.Errorf("%s has no place in the table of layers: add it to layers in layers_test.go", top(from))
	case low < 0:
		return fmt.Errorf("%s is for tests only, or has no place in the table of layers: then add it to layers in layers_test.go", top(to))
	case low >= high:
		return fmt.Errorf("%s stands above %s or beside it in the table of layers: have the wiring hand it over, or enqueue a job", top(to), top(from))
	}
	return nil
}

// adapter says whether a package speaks to one outside service.
func adapter(name string) bool {
	return strings.HasPrefix(name, "provider/") && name != "provider/httpcall"
}

// adapterAllowed: nobody but the wiring knows an adapter, and the sandbox,
// which imitates the other end, shares its protocol's signatures.
func adapterAllowed(from, to string) error {
	if from == to || slices.Contains([]string{"app", "sandbox", "demo"}, top(from)) {
		return nil
	}
	if strings.HasPrefix(from, to+"/") || strings.HasPrefix(to, from+"/") && adapter(from) {
		return nil
	}
	return errors.New("only the wiring knows an adapter; use the interface of provider")
}

func top(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

func layerOf(name string) int {
	return slices.IndexFunc(layers, func(l []string) bool { return slices.Contains(l, name) })
}

func projectPackages(t *testing.T) []goPackage {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "list", "-e", "-json=ImportPath,Name,Imports", "rento/...")
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var packages []goPackage
	decoder := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatalf("read go list: %v", err)
		}
		packages = append(packages, p)
	}
}
