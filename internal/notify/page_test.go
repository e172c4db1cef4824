package notify

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const pageFile = "../../docs/messages.md"

const pageHead = `# Messages

Every event that customers are told of, in the order of ` + "`kinds` in `internal/notify/kind.go`" + `, with what it is and the English text of its SMS and mail. Written by ` + "`go test ./internal/notify -run Page -update`" + `; the texts stand in ` + "`internal/notify/texts`" + `, a folder for each language.

[Dunning](dunning.md) says what a customer who does not pay hears in which month.

A customer is written to in the language that they chose in the settings. Until they have chosen one it is that of the last browser in which they signed in, English before the first; a browser never changes what was chosen, and the link of a message changes neither.

A business customer has no dashboard: each mail that asks for money (` + "`document_issued`" + ` of an invoice, reminders, ` + "`late_fee_raised`" + `) ends with a signed link to each of its invoices ([payments](payments.md#the-link-of-an-invoice)), and with the bank account of the settings for transfers (` + "`payInvoice`" + `, ` + "`payByTransfer`" + ` in ` + "`language.json`" + `).

An event is told once per address. Messages of security cannot be switched off, the others by category and channel. Notices of a debit and receipts (*always*) come all the same.

Codes, security and receipts of what somebody has just done are told *at once*, at any hour; the text below says where this depends on the case. All other messages leave between 9 and 20 o'clock in India ([R15](rules.md#r15-when-people-are-told)): what is written later waits for the morning, and is then written anew, or dropped, when it has become wrong (` + "`notify.Review`" + `) or is over.

An event without SMS goes out by SMS to a customer who has neither a mail address nor a device, so that each text is registered with the operators (DLT): an event has a text for each combination of its sentences, under the name that stands above it, ` + "`{#name#}`" + ` is a variable, and a variable has at most 40 characters, so a longer value is shortened. The text of another language is that of ` + "`internal/notify/texts/<code>`" + ` and has the language behind its name, as in ` + "`login_code.hi`" + `; where it is not registered, the English text is sent as a whole, and shown as sent.

`

// docs/messages.md lists the messages as they are.
func TestPageOfMessages(t *testing.T) {
	var page strings.Builder
	page.WriteString(pageHead)
	about, registered := commentsOfTypes(t), registeredTexts(t)
	for _, k := range kinds {
		var channels []string
		for _, c := range k.channels {
			channels = append(channels, string(c))
		}
		category := string(k.category)
		if k.always {
			category += ", always"
		}
		if k.byMorning {
			category += ", one a morning"
		}
		if k.atOnce {
			category += ", at once"
		}
		fmt.Fprintf(&page, "## %s\n\n%s; %s\n\n%s\n\n", k.example.Name(), category, strings.Join(channels, ", "), about[reflect.TypeOf(k.example).Name()])
		for _, template := range slices.Sorted(maps.Keys(registered[k.example.Name()])) {
			fmt.Fprintf(&page, "`%s`\n\n```\n%s\n```\n\n", template, registered[k.example.Name()][template])
		}
	}
	got := strings.TrimSpace(page.String()) + "\n"
	if *update {
		if err := os.WriteFile(pageFile, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", pageFile, diff)
	}
}

// commentsOfTypes returns the comments on the package's types, by name. They say what an event is
// and what its fields hold.
func commentsOfTypes(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob("event*.go")
	if err != nil {
		t.Fatal(err)
	}
	comments := map[string]string{}
	for _, file := range files {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range parsed.Decls {
			if types, ok := declared.(*ast.GenDecl); ok && types.Tok == token.TYPE {
				comments[types.Specs[0].(*ast.TypeSpec).Name.Name] = strings.Join(strings.Fields(types.Doc.Text()), " ")
			}
		}
	}
	return comments
}

// registeredTexts are the bodies as registered with the operators, by event and template, with the
// names of the values as placeholders.
func registeredTexts(t *testing.T) map[string]map[string]string {
	t.Helper()
	all := map[string]map[string]string{}
	for _, e := range samples() {
		l := languages[English]
		event := l.texts[e.Name()]
		values, err := l.view(event, e, reader{fullName: "name", brand: "{#brand#}", host: "{#host#}", phone: "{#phone#}", walletName: "{#walletName#}", site: "{#site#}"})
		if err != nil {
			t.Fatal(err)
		}
		names := map[string]any{}
		for name, value := range values {
			names[name] = value
			if written, isText := value.(string); isText && written != "" {
				names[name] = "{#" + name + "#}"
			}
		}
		for block := range event.filledWith {
			if block != blockSubject && block != blockPush && block != blockBody {
				if names[block], err = event.block(block, names); err != nil {
					t.Fatal(err)
				}
			}
		}
		if all[e.Name()] == nil {
			all[e.Name()] = map[string]string{}
		}
		if all[e.Name()][l.templateOf(e, event, values)], err = event.block(blockBody, names); err != nil {
			t.Fatal(err)
		}
	}
	return all
}
