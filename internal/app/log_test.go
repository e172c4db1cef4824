package app

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestLogsHoldNoPersonalData(t *testing.T) {
	var out bytes.Buffer
	logger := NewLogger(&out, "debug")
	secrets := []string{
		"rs1_abcDEF0123456789abcDEF", "9876543210", "asha@example.in", "ABCDE1234F", "123456789012", "4100280000001007", "662E41aabbccdd",
	}
	logger.Info("call", "phone", "+91 9876543210", "token", "rs1_abcDEF0123456789abcDEF", "mail", "asha@example.in",
		"error", errors.New("PAN ABCDE1234F of 123456789012 with card 4100280000001007"),
		"url", "/dashboard/authenticate-user?accessToken=662E41aabbccdd&redirectUrl=/home")
	for _, secret := range secrets {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%s stands in the log: %s", secret, out.String())
		}
	}
	if !strings.Contains(out.String(), "••••••3210") || !strings.Contains(out.String(), "redirectUrl=/home") {
		t.Errorf("too much was masked: %s, want %q in it and %q in it", out.String(), "••••••3210", "redirectUrl=/home")
	}
}

// Each log entry is one line, and no logged value can break out of its own field.
func TestNothingLoggedForgesALine(t *testing.T) {
	var out bytes.Buffer
	forged := "x\n{\"level\":\"ERROR\"}\r\n\",\"customer\":7,\"\u2028\x1b[2J"
	NewLogger(&out, "debug").Info("call", "path", forged, "error", errors.New(forged))
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v: %s", err, out.String())
	}
	if strings.Count(out.String(), "\n") != 1 || strings.ContainsAny(out.String(), "\r\x1b\u2028") || line["path"] != forged || line["customer"] != nil || line["level"] != "INFO" {
		t.Errorf("logged %q, want one line with what was given as its path", out.String())
	}
}
