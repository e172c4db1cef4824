package architecture

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A domain says what happened and to whom. By which channel, to which address, in
// which language and by which template somebody is told, notify knows.

// knowChannels are the packages that know by what messages travel: notify, the
// providers that send them and the other ends of these, the wiring, the screen on
// which customers switch channels off, the tables, and the demo's page of messages.
var knowChannels = []string{"notify", "provider", "sandbox", "app", "config", "api", "store", "demo", "testkit", "verification"}

// otherwiseNamed are texts of domains that read like a channel or a template and
// name something else: what.
var otherwiseNamed = map[string]string{
	"billing advance_returned":           "a source of the journal",
	"payment advance_returned":           "a kind of entry of the account statement",
	"payment/paypage email":              "the field of a checkout into which the customer's address is filled",
	"payment bank_transfer_returned":     "a source of the journal and an action of the audit log",
	"staff email":                        "the field of an address that cannot be",
	"support chat_answered":              "an action of the audit log",
	"support/console email":              "the field of the form for the address",
	"settlement payee_changed":           "an action of the audit log",
	"settlement wallet_payout_requested": "an operation of the idempotency keys and the audit log",
}

// sending is what is named of notify and of provider by those who choose how to send.
var sending = []string{"notify.SMS", "notify.Email", "notify.Push", "notify.Channel", "provider.Message", "provider.Sender", "provider.Templated"}

func TestNoDomainNamesAChannelOrATemplate(t *testing.T) {
	words := map[string]bool{"sms": true, "email": true, "push": true}
	for _, file := range matching(t, "../../notify/texts/en/*.txt") {
		words[strings.TrimSuffix(filepath.Base(file), ".txt")] = true
	}
	if len(words) < 30 {
		t.Fatalf("%d words for channels and templates, want 30 or more", len(words))
	}
	domains, used := map[string]bool{}, map[string]bool{}
	for _, p := range projectPackages(t) {
		name, ok := strings.CutPrefix(p.ImportPath, "rento/internal/")
		if !ok || slices.Contains(knowChannels, top(name)) {
			continue
		}
		domains[name] = true
		for _, file := range matching(t, "../../"+name+"/*.go") {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			for _, found := range channelsIn(t, file, read(t, file), words) {
				if exception := name + " " + found.what; otherwiseNamed[exception] != "" {
					used[exception] = true
					continue
				}
				t.Errorf("%s names %s: got a channel or a template in a domain, want an event that notify sends; a word that means something else here too, as an audit action may, is named in otherwiseNamed", found.at, found.what)
			}
		}
	}
	if !domains["billing"] || !domains["account"] || !domains["settlement"] {
		t.Errorf("got the domains %v, want all", slices.Sorted(maps.Keys(domains)))
	}
	for exception := range otherwiseNamed {
		if !used[exception] {
			t.Errorf("otherwiseNamed: %s is named nowhere, want it gone from the list", exception)
		}
	}
}

// channelNamed is where a source file names a channel or a template.
type channelNamed struct{ at, what string }

// channelsIn finds what stands in sending and texts that are one of the words.
func channelsIn(t *testing.T, file, source string, words map[string]bool) (found []channelNamed) {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	packages := map[string]string{}
	for _, i := range parsed.Imports {
		imported, _ := strconv.Unquote(i.Path.Value) // the parser has read it
		name := imported[strings.LastIndex(imported, "/")+1:]
		if i.Name != nil {
			packages[i.Name.Name] = name
		} else {
			packages[name] = name
		}
	}
	add := func(n ast.Node, what string) {
		at := files.Position(n.Pos())
		found = append(found, channelNamed{fmt.Sprintf("%s:%d", at.Filename, at.Line), what})
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if of, ok := n.X.(*ast.Ident); ok && slices.Contains(sending, packages[of.Name]+"."+n.Sel.Name) {
				add(n, packages[of.Name]+"."+n.Sel.Name)
			}
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && words[text] {
				add(n, text)
			}
		}
		return true
	})
	return found
}
