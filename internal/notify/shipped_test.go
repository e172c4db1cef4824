package notify_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rento/internal/notify"
)

// The languages that the app can show are exactly those that setLanguage accepts.
func TestEveryLanguageOfTheAppHasTexts(t *testing.T) {
	files, err := filepath.Glob("../../web/src/copy/messages/settings/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d languages of the app, %v", len(files), err)
	}
	var app []string
	for _, file := range files {
		if code := strings.TrimSuffix(filepath.Base(file), ".json"); code != "notes" {
			app = append(app, code)
		}
	}
	slices.Sort(app)
	if got := notify.Languages(); !slices.Equal(got, app) {
		t.Errorf("texts are in %v, the app is in %v: a language is added to both, internal/notify/texts and web/src/copy (docs/extending.md)", got, app)
	}
	for _, code := range app {
		if !notify.Speaks(code) {
			t.Errorf("%s is not spoken", code)
		}
	}
	if notify.Speaks("xx") || notify.Speaks("") {
		t.Error("languages without texts are spoken")
	}
}
