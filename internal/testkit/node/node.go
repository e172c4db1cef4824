// Package node has what tests of a whole node need: its settings and its log.
package node

import (
	"bytes"
	"sync"

	"rento/internal/app"
	"rento/internal/config"
	"rento/internal/testkit"
)

// OperationsToken is the key of the company's own systems in Config.
const OperationsToken = "the company's own"

// Config are the settings of a node in a test: the sandbox at its own address,
// the company at home in Karnataka, everything logged.
func Config() *config.Config {
	c := config.Config{
		DataKey: testkit.Secret,
		Addr:    ":0", PublicURL: "http://localhost:8080", LogLevel: "debug", OperationsToken: OperationsToken,
		Product: config.Product{Name: "Rento", Slug: "rento", WalletName: "Rentomoney", SupportEmail: "care@rento.example", FAQURL: "https://help.rento.example"},
		Billing: config.Billing{HomeState: "29", WholeRupees: true, DueDay: 10, LateFeeBasisPoint: 200, LateFeeMinRupees: 20, LateFeeMaxRupees: 1000},
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
