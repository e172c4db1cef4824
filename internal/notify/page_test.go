package notify

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"text/template"
	"text/template/parse"

	"github.com/google/go-cmp/cmp"
)

const pageFile = "../../docs/messages.md"

const pageHead = `# Messages

Every event that customers are told of, in the order of ` + "`kinds` in `internal/notify/kind.go`" + `, with the English text of its SMS and mail. Written by ` + "`go test ./internal/notify -run Page -update`" + `; the texts stand in ` + "`internal/notify/texts`" + `, a folder for each language.

An event is told once per address. Messages of security cannot be switched off, the others by category and channel. An event without SMS goes out by SMS to a customer who has neither a mail address nor a device, so that each text is registered with the operators (DLT): its name there is the event's, ` + "`{#name#}`" + ` is a variable, ` + "`[one|other]`" + ` stands for a template of each, and a variable has at most 40 characters.

`

// docs/messages.md lists the messages as they are.
func TestPageOfMessages(t *testing.T) {
	var page strings.Builder
	page.WriteString(pageHead)
	for _, k := range kinds {
		var channels []string
		for _, c := range k.channels {
			channels = append(channels, string(c))
		}
		fmt.Fprintf(&page, "## %s\n\n%s; %s\n\n", k.example.Name(), k.category, strings.Join(channels, ", "))
		text := languages[English].texts[k.example.Name()]
		body := registered(text.template.Lookup(blockBody).Root)
		fmt.Fprintf(&page, "```\n%s\n```\n\n", strings.TrimSpace(body))
		blocks := text.template.Templates()
		slices.SortFunc(blocks, func(a, b *template.Template) int { return strings.Compare(a.Name(), b.Name()) })
		for _, block := range blocks {
			name := block.Name()
			if name == k.example.Name() || name == blockBody || name == blockSubject || name == blockPush {
				continue
			}
			fmt.Fprintf(&page, "`%s`: %s\n\n", name, strings.TrimSpace(registered(block.Root)))
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

// registered is a text as the operators have it.
func registered(node parse.Node) string {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return ""
		}
		var all strings.Builder
		for _, each := range n.Nodes {
			all.WriteString(registered(each))
		}
		return all.String()
	case *parse.TextNode:
		return string(n.Text)
	case *parse.IfNode:
		return "[" + registered(n.List) + "|" + registered(n.ElseList) + "]"
	case *parse.ActionNode:
		return "{#" + strings.TrimPrefix(n.Pipe.String(), ".") + "#}"
	}
	return ""
}
