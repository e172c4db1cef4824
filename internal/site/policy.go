package site

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"rento/internal/config"
)

const policySetting = "RENTO_POLICY_DIR"

// CheckPolicies reports what is wrong with the operator's own policy texts, which
// New would show as they are, or pass over: an empty one, a whole document, and
// one under a name or in a language that no page has.
func CheckPolicies(p config.Product) error {
	if p.PolicyDir == "" {
		return nil
	}
	languages, err := readWords(wordFiles)
	if err != nil {
		return err
	}
	var problems []error
	refuse := func(name, what string) {
		problems = append(problems, fmt.Errorf("%s: %s %s", policySetting, name, what))
	}
	folder := os.DirFS(p.PolicyDir)
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		language, address := english, strings.TrimSuffix(name, ".html")
		if code, rest, nested := strings.Cut(address, "/"); nested {
			language, address = code, rest
		}
		switch {
		case err != nil:
			return err
		case entry.IsDir() || path.Ext(name) != ".html":
		case languages[language] == nil:
			refuse(name, "is in no language that we have: "+strings.Join(slices.Sorted(maps.Keys(languages)), ", "))
		case !slices.Contains(policies, address):
			refuse(name, "is no policy; there are "+strings.Join(policies, ", "))
		default:
			text, err := fs.ReadFile(folder, name)
			if err != nil {
				return err
			}
			if what := unfit(string(text)); what != "" {
				refuse(name, what)
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // config names a folder that is none
		problems = append(problems, fmt.Errorf("%s: %w", policySetting, err))
	}
	return errors.Join(problems...)
}

var (
	document = regexp.MustCompile(`(?i)<(!doctype|html|head|title|body)[\s>]`)
	markup   = regexp.MustCompile(`(?s)<!--.*?-->|<[^>]*>|&nbsp;`)
)

// unfit says why a text cannot be shown as a policy, "" when it can.
func unfit(text string) string {
	switch {
	case strings.TrimSpace(markup.ReplaceAllString(text, "")) == "":
		return "is empty"
	case document.MatchString(text):
		return "is a whole document; give the text alone, the page has its own layout and heading"
	}
	return ""
}

// MissingPolicies names the policies of which visitors read our sample, though the
// operator has a folder of own texts.
func MissingPolicies(p config.Product) (notes []string) {
	if p.PolicyDir == "" {
		return nil
	}
	for _, address := range policies {
		if !slices.ContainsFunc(ownTexts(english, address), func(name string) bool {
			_, err := os.Stat(filepath.Join(p.PolicyDir, name))
			return err == nil
		}) {
			notes = append(notes, fmt.Sprintf("%s: has no %s.html, so visitors read our sample", policySetting, address))
		}
	}
	return notes
}

// ownTexts are the files of an operator's text of a policy in a language, the best
// first.
func ownTexts(language, address string) (names []string) {
	for _, name := range []string{language + "/" + address, english + "/" + address, address} {
		names = append(names, filepath.FromSlash(name)+".html")
	}
	return names
}
