package notify

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"rento/internal/calendar"
)

// The blocks of a text that are sent. Any other block is a sentence that these use as a
// placeholder.
const (
	blockSubject = "subject"
	blockBody    = "body"
	blockPush    = "push" // short: it is shown below the subject
)

// eventText is the text of an event in one language.
type eventText struct {
	template *template.Template
	// filledWith lists the placeholders of each block.
	filledWith map[string][]string
	// conditions are the values that choose between sentences, sorted.
	conditions []string
}

// text is a rendered message. Template is the name under which the body is registered with the
// operators; variables are the values of its placeholders.
type text struct {
	subject, body, push string
	template            string
	variables           map[string]string
}

// reader holds whom a text addresses and on whose behalf.
type reader struct {
	fullName, brand, host, phone, walletName, site string
	// linkEnds is when the payment link stops signing the customer in.
	linkEnds calendar.Instant
	// longest is the maximum number of characters of a value, or 0 for no limit.
	longest int
	// isBusiness says that the recipient has no dashboard to link to.
	isBusiness bool
	// byMail says that the text is the one of a mail.
	byMail bool
	// payee is where business customers transfer money to.
	payee Payee
	// agentActed says that an agent did what the text reports in the customer's account.
	agentActed bool
}

func parseText(raw string, k kind) (*eventText, error) {
	tree, err := template.New(k.example.Name()).Option("missingkey=error").Parse(raw)
	if err != nil {
		return nil, fmt.Errorf("parse text: %w", err)
	}
	t := &eventText{template: tree, filledWith: map[string][]string{}}
	chosenBy := map[string]bool{}
	for _, block := range tree.Templates() {
		if block.Name() != k.example.Name() {
			found := map[string]bool{}
			placeholders(block.Root, found, chosenBy)
			t.filledWith[block.Name()] = append([]string{}, slices.Sorted(maps.Keys(found))...)
		}
	}
	t.conditions = slices.Sorted(maps.Keys(chosenBy))
	return t, t.check(k)
}

// check returns an error for a block that the channels need but the text lacks, and for a value of
// the event that no block uses.
func (t *eventText) check(k kind) error {
	needed := map[string]bool{
		blockBody: true, blockSubject: slices.Contains(k.channels, Email) || slices.Contains(k.channels, Push),
		blockPush: slices.Contains(k.channels, Push),
	}
	for block, isNeeded := range needed {
		if _, has := t.filledWith[block]; has != isNeeded {
			if isNeeded {
				return fmt.Errorf("the block %s is missing: a channel of the event needs it", block)
			}
			return fmt.Errorf("the block %s is of no channel of the event: leave it out, or add the channel in kind.go", block)
		}
	}
	for value := range k.example.Values() {
		if !t.says(value) {
			return fmt.Errorf("the text does not say %s", value)
		}
	}
	return nil
}

// placeholders collects the placeholder names in a template node, and which of them are conditions.
// It handles the node types that our texts use.
func placeholders(node parse.Node, found, conditions map[string]bool) {
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return // no else
		}
		for _, each := range n.Nodes {
			placeholders(each, found, conditions)
		}
	case *parse.ActionNode:
		placeholders(n.Pipe, found, conditions)
	case *parse.IfNode:
		chosenBy := map[string]bool{}
		placeholders(n.Pipe, chosenBy, conditions)
		maps.Copy(found, chosenBy)
		maps.Copy(conditions, chosenBy)
		placeholders(n.List, found, conditions)
		placeholders(n.ElseList, found, conditions)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			for _, arg := range command.Args {
				placeholders(arg, found, conditions)
			}
		}
	case *parse.FieldNode:
		found[n.Ident[0]] = true
	}
}

// says reports whether any block uses a placeholder.
func (t *eventText) says(name string) bool {
	for _, names := range t.filledWith {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}

// String lists the blocks and their placeholders, to compare languages.
func (t *eventText) String() string { return fmt.Sprint(t.filledWith) }

// render renders the text of an event for a reader.
func (l *language) render(e Event, to reader) (text, error) {
	t := l.texts[e.Name()]
	if t == nil {
		return text{}, fmt.Errorf("notify: no text for %s", e.Name())
	}
	view, err := l.view(t, e, to)
	if err != nil {
		return text{}, fmt.Errorf("notify: values of %s: %w", e.Name(), err)
	}
	var written text
	for block, target := range map[string]*string{blockSubject: &written.subject, blockBody: &written.body, blockPush: &written.push} {
		if *target, err = t.block(block, view); err != nil {
			return text{}, fmt.Errorf("notify: %s of %s: %w", block, e.Name(), err)
		}
	}
	written.body += l.howToPay(e, to)
	if to.agentActed {
		written.body += "\n\n" + strings.ReplaceAll(l.ByAgent, "{phone}", to.phone)
	}
	written.template = l.templateOf(e, t, view)
	written.variables = t.variables(view)
	return written, nil
}

// templateOf is the name of a registered text: the event name, the conditions that hold (other
// sentences are another text), and the language unless it is English, as in
// "request_withdrawn+credited+toWallet.hi".
func (l *language) templateOf(e Event, t *eventText, view map[string]any) string {
	name := e.Name()
	for _, condition := range t.conditions {
		if holds, _ := template.IsTrue(view[condition]); holds {
			name += "+" + condition
		}
	}
	if l.code == English {
		return name
	}
	return name + "." + string(l.code)
}

// eventOfTemplate returns the event name of a registered text's name.
func eventOfTemplate(name string) string {
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "+")
	return name
}

// languageOfTemplate returns the language of a registered text's name.
func languageOfTemplate(name string) Language {
	if _, code, isOther := strings.Cut(name, "."); isOther {
		return Language(code)
	}
	return English
}

// IsTemplate reports whether a text can be registered under this name.
func IsTemplate(name string) bool {
	name, code, isOther := strings.Cut(name, ".")
	if isOther && (Language(code) == English || !Speaks(code)) {
		return false
	}
	parts := strings.Split(name, "+")
	t, conditions := languages[English].texts[parts[0]], parts[1:]
	if t == nil || !slices.IsSorted(conditions) || len(slices.Compact(slices.Clone(conditions))) != len(conditions) {
		return false
	}
	return !slices.ContainsFunc(conditions, func(c string) bool { return !slices.Contains(t.conditions, c) })
}

// view returns the values for the placeholders: the event's values in the language, the addressee,
// and the sentences of the text itself.
func (l *language) view(t *eventText, e Event, to reader) (map[string]any, error) {
	view := map[string]any{"name": shortened(l.firstName(to.fullName), to.longest), "brand": to.brand, "host": to.host, "phone": to.phone, "walletName": to.walletName, "site": to.site, "payCode": codeMark, "business": to.isBusiness}
	view["linkEnds"], _, _ = l.write(to.linkEnds) // every language can write an instant
	for name, value := range e.Values() {
		written, isText, err := l.write(value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if view[name] = value; isText {
			view[name] = shortened(written, to.longest)
		}
	}
	sentences := map[string]string{}
	for block := range t.filledWith {
		if block == blockSubject || block == blockBody || block == blockPush {
			continue
		}
		var err error
		if sentences[block], err = t.block(block, view); err != nil {
			return nil, fmt.Errorf("sentence %s: %w", block, err)
		}
	}
	for name, sentence := range sentences {
		view[name] = sentence
	}
	return view, nil
}

// block renders a block. It returns "" if the text does not have the block.
func (t *eventText) block(name string, view map[string]any) (string, error) {
	if t.filledWith[name] == nil {
		return "", nil
	}
	var written strings.Builder
	if err := t.template.ExecuteTemplate(&written, name, view); err != nil {
		return "", fmt.Errorf("fill: %w", err)
	}
	return strings.TrimSpace(written.String()), nil
}

// variables returns the values of the placeholders in the event's text. It leaves out the text's
// own sentences, which are registered as part of the text.
func (t *eventText) variables(view map[string]any) map[string]string {
	variables := map[string]string{}
	for name, value := range view {
		if written, isText := value.(string); isText && t.says(name) && t.filledWith[name] == nil {
			variables[name] = written
		}
	}
	return variables
}

// shortened cuts a text to a maximum number of characters (0 for no limit) and marks the cut. It
// keeps whole words, unless the last word is too long for that.
func shortened(text string, longest int) string {
	letters := []rune(text)
	if longest == 0 || len(letters) <= longest {
		return text
	}
	kept := string(letters[:longest-1])
	if end := strings.LastIndexByte(kept, ' '); end > len(kept)/2 {
		kept = kept[:end]
	}
	return strings.TrimRight(kept, " ,") + "…"
}
