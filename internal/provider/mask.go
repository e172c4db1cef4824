package provider

import "strings"

// MaskUPI shortens a UPI id to what tells it to its owner and to nobody else:
// "kabir@okbank" is "ka…@okbank". What has no handle is masked as a whole.
func MaskUPI(id string) string {
	name, handle, found := strings.Cut(id, "@")
	if !found || name == "" {
		return "…"
	}
	shown := []rune(name)[:min(2, len([]rune(name)))]
	return string(shown) + "…@" + handle
}

// MaskName leaves the first letter of each word of a name: "Kabir Anand" is
// "K… A…".
func MaskName(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		words[i] = string([]rune(word)[:1]) + "…"
	}
	return strings.Join(words, " ")
}
