package app

import (
	"io"
	"log/slog"
	"regexp"
)

// sensitive are the patterns that must never reach a log: session tokens, codes in addresses, email
// addresses, PANs, mobile numbers, and numbers of 12 or 16 digits, such as Aadhaar and card
// numbers.
var sensitive = []struct {
	pattern *regexp.Regexp
	mask    string
}{
	{regexp.MustCompile(`rs1_[A-Za-z0-9_-]+`), "rs1_••••"},
	{regexp.MustCompile(`(?i)(accessToken(?:ID)?["=:\s]+)[^&\s"]+`), "${1}••••"},
	{regexp.MustCompile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}`), "••••@••••"},
	{regexp.MustCompile(`\b[A-Z]{5}[0-9]{4}[A-Z]\b`), "••PAN••"},
	{regexp.MustCompile(`(?:\+91[ -]?)?\b[6-9][0-9]{5}([0-9]{4})\b`), "••••••$1"},
	{regexp.MustCompile(`\b[0-9]{12}(?:[0-9]{4})?\b`), "••••"},
}

// Redact masks personal data and secrets in a text.
func Redact(text string) string {
	for _, s := range sensitive {
		text = s.pattern.ReplaceAllString(text, s.mask)
	}
	return text
}

// NewLogger writes JSON lines with times in UTC. The encoder does the redaction, so that no caller
// can forget it.
func NewLogger(w io.Writer, level string) *slog.Logger {
	var at slog.Level
	if err := at.UnmarshalText([]byte(level)); err != nil {
		at = slog.LevelInfo
	}
	return slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: at, ReplaceAttr: redact}))
}

func redact(_ []string, a slog.Attr) slog.Attr {
	switch v := a.Value.Resolve(); v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, Redact(v.String()))
	case slog.KindTime:
		return slog.Time(a.Key, v.Time().UTC())
	case slog.KindAny:
		if err, ok := v.Any().(error); ok {
			return slog.String(a.Key, Redact(err.Error()))
		}
	}
	return a
}
