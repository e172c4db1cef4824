package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// privateWords are words that a newcomer could not guess the meaning of: the
// term of the trade is in docs/glossary.md. They are no part of a name.
var privateWords = []string{"desk", "stranger", "news", "strand", "rig", "plot", "cast", "town", "life", "frame"}

// vagueWords say nothing alone; with what they are about they do (takeBack).
var vagueWords = []string{"ask", "tell", "take", "keep", "settle"}

// wordsWithReason are the names that may hold one of these words: where, which and why.
var wordsWithReason = []struct{ prefix, word, reason string }{
	{"internal/address", "town", "a town is one there: a place with localities, served or not"},
	{"internal/provider", "frame", "a checkout that opens in a frame"},
	{"internal/upload", "frame", "what the format of JPEG calls a frame"},
	{"web/src/features/payments", "frame", "the gateway's page in a frame"},
	{"web/src/features/help/chat", "frame", "the window of a chat provider in a frame"},
	{"web/src/platform/", "frame", "pages in a frame, with the entries that they add"},
	{"e2e/", "frame", "pages in a frame, and the frames of an animation"},
	{"internal/sandbox/nodesdk", "frame", "a checkout that opens in a frame"},
	{"web/src/platform/map", "town", "a town is one there, as Google's addresses have it"},
	{"internal/address/mappage/static/map.js", "ask", "a question to Google's script: there is nothing else to ask there"},
	{"web/src/platform/map/framed.ts", "ask", "a question to the page in the frame: there is nothing else to ask there"},
	{"web/src/platform/map/framed.ts", "take", "takes a question off those that wait for their answer"},
	{"web/src/test/places.ts", "town", "a town is one there"},
	{"e2e/support/google.js", "town", "a town is one there"},
}

var namePart = regexp.MustCompile(`[A-Z]?[a-z0-9]+|[A-Z]+`)

// wordsAgainst returns the first of a name's words that it should not have.
func wordsAgainst(name string) string {
	parts := namePart.FindAllString(name, -1)
	for _, part := range parts {
		if word := strings.ToLower(part); slices.Contains(privateWords, word) || len(parts) == 1 && slices.Contains(vagueWords, word) {
			return word
		}
	}
	return ""
}

func TestWordsAgainst(t *testing.T) {
	for name, want := range map[string]string{
		"PaymentDesk": "desk", "tell": "tell", "oldNews": "news", "Take": "take",
		"takeBack": "", "settlement": "", "trigger": "", "asked": "", "broadcast": "",
	} {
		if got := wordsAgainst(name); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// Names are the field's words (docs/glossary.md), in Go as in the web app.
func TestNamesAreTheFieldsWords(t *testing.T) {
	count, excused := 0, map[int]bool{}
	check := func(path, name string) {
		count++
		word := wordsAgainst(name)
		if word == "" {
			return
		}
		for i, w := range wordsWithReason {
			if word == w.word && strings.HasPrefix(path, w.prefix) {
				excused[i] = true
				return
			}
		}
		t.Errorf("%s: %s says %q: docs/glossary.md has the words", path, name, word)
	}
	for _, folder := range []string{"internal", "cmd", "bench", "web/src", "e2e", "scripts"} {
		err := filepath.WalkDir("../../../"+folder, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			path, _ = filepath.Rel("../../..", path)
			switch {
			case d.IsDir() && slices.Contains([]string{"node_modules", "paraglide", "dist"}, d.Name()):
				return filepath.SkipDir
			case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
				namesInGo(t, path, check)
			case slices.Contains([]string{".ts", ".tsx", ".mjs", ".js"}, filepath.Ext(path)) && !strings.Contains(path, ".test.") && !strings.HasSuffix(path, ".d.ts"):
				namesInScript(t, path, check)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if count < 10000 {
		t.Errorf("%d names were found", count)
	}
	for i, w := range wordsWithReason {
		if !excused[i] {
			t.Errorf("%s: %s needs no reason any more: %s", w.prefix, w.word, w.reason)
		}
	}
}

func namesInGo(t *testing.T, path string, check func(path, name string)) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "../../../"+path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var names []*ast.Ident
		switch n := n.(type) {
		case *ast.FuncDecl:
			names = []*ast.Ident{n.Name}
		case *ast.TypeSpec:
			names = []*ast.Ident{n.Name}
		case *ast.ValueSpec:
			names = n.Names
		case *ast.Field:
			names = n.Names
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					names = append(names, name)
				}
			}
		}
		for _, name := range names {
			check(path, name.Name)
		}
		return true
	})
}

var (
	declaredInScript = regexp.MustCompile(`\b(?:function\*?|const|let|class|interface|type) +(\w+)|^ +(?:readonly +)?(\w+)\??: |^ +(?:async +)?(\w+)\(.*\{$`)
	destructured     = regexp.MustCompile(`\b(?:const|let) +[\[{]([^=]*)[\]}] =`)
	anyName          = regexp.MustCompile(`\w+`)
)

// namesInScript reads declarations as the sources' formatter lays them out, a line each.
func namesInScript(t *testing.T, path string, check func(path, name string)) {
	t.Helper()
	for line := range strings.Lines(read(t, "../../../"+path)) {
		for _, found := range declaredInScript.FindAllStringSubmatch(line, -1) {
			check(path, found[1]+found[2]+found[3])
		}
		for _, found := range destructured.FindAllStringSubmatch(line, -1) {
			for _, name := range anyName.FindAllString(found[1], -1) {
				check(path, name)
			}
		}
	}
}
