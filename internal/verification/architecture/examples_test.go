package architecture

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// builtOn is how many packages import one that others build on.
const builtOn = 5

// withoutExample are packages that others build on and that need none: why.
var withoutExample = map[string]string{"store/db": "generated of the queries"}

var exampleFunction = regexp.MustCompile(`(?ms)^func Example\w*\(\) \{.*?^}`)

// A package that others build on shows in an example how it is used. One without
// an expected output would be compiled and not run.
func TestPackagesThatOthersBuildOnHaveAnExample(t *testing.T) {
	importers := map[string]int{}
	for _, p := range projectPackages(t) {
		for _, imported := range p.Imports {
			if name, ok := strings.CutPrefix(imported, "rento/internal/"); ok {
				importers[name]++
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(importers)) {
		ran, idle := examplesOf(t, name)
		if importers[name] >= builtOn && ran == 0 && withoutExample[name] == "" {
			t.Errorf("%s, which %d packages import: got no example, want one with an output", name, importers[name])
		}
		for _, example := range idle {
			t.Errorf("%s: got an example without // Output:, which is never run: %s", name, example)
		}
	}
	for name := range withoutExample {
		if ran, _ := examplesOf(t, name); ran > 0 || importers[name] < builtOn {
			t.Errorf("withoutExample: %s has %d examples and %d importers, want none and %d or more", name, ran, importers[name], builtOn)
		}
	}
}

// examplesOf counts the examples of a package that are run, and names the others.
func examplesOf(t *testing.T, name string) (ran int, idle []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", filepath.FromSlash(name), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		run, left := examplesIn(string(text))
		ran, idle = ran+run, append(idle, left...)
	}
	return ran, idle
}

func examplesIn(text string) (ran int, idle []string) {
	for _, example := range exampleFunction.FindAllString(text, -1) {
		if strings.Contains(example, "// Output:") || strings.Contains(example, "// Unordered output:") {
			ran++
		} else {
			first, _, _ := strings.Cut(example, "\n")
			idle = append(idle, first)
		}
	}
	return ran, idle
}

func TestExamplesIn(t *testing.T) {
	const text = "func ExampleA() {\n\tfmt.Println()\n\t// Output:\n}\n\nfunc ExampleB() {\n\tfmt.Println()\n}\n\nfunc TestExample(t *testing.T) {\n}\n"
	ran, idle := examplesIn(text)
	if got, want := fmt.Sprint(ran, idle), "1 [func ExampleB() {]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
