// Package node has what tests of a whole node need: its settings and its log.
package node

import (
	"bytes"
	"fmt"
	"sync"

	"github.com/alecthomas/kong"

	"rento/internal/app"
	"rento/internal/calendar"
	"rento/internal/config"
	"rento/internal/testkit"
)

// OperationsToken is the key of the company's own systems in Config.
const OperationsToken = "the company's own"

// Today is the moment of a demo city in a test, the same as in the browser's journeys.
var Today = calendar.MustParse("2026-11-12").At(11, 0)

// Config are the settings of a node in a test: the sandbox at its own address,
// the rules of billing that hold without any setting, everything logged.
func Config() *config.Config {
	var defaults config.Config
	if err := kong.ApplyDefaults(&defaults); err != nil {
		panic(fmt.Sprintf("the tags of the settings: %v", err))
	}
	c := config.Config{
		DataKey: testkit.Secret,
		Addr:    ":0", PublicURL: "http://localhost:8080", LogLevel: "debug", OperationsToken: OperationsToken,
		Product: config.Product{Name: "Rento", Slug: "rento", LegalName: "Rento Rentals Private Limited", WalletName: "Rentomoney", SupportEmail: "care@rento.example", FAQURL: "https://help.rento.example"},
		Billing: defaults.Billing, WebPush: defaults.WebPush,
	}
	app.UseSandbox(&c, c.PublicURL)
	return &c
}

// Log keeps what a node logs. It is safe for concurrent use.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

// Write is for the logger.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

// Drain returns what was logged since the last call.
func (l *Log) Drain() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	text := l.buf.String()
	l.buf.Reset()
	return text
}
