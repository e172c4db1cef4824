package emulator

import (
	"context"
	"encoding/json"
	"net/http"
)

// Provider is an emulated provider, as the sandbox handles all of them.
type Provider interface {
	// Name is the first segment of its paths.
	Name() string
	// Routes mounts everything below prefix.
	Routes(mux *http.ServeMux, prefix string)
	// ForShops are the paths below prefix that the page of a shop may call, whatever
	// its site: the checkout. One that ends in a slash stands for all below it.
	ForShops() []string
	// Machinery gives the base to those who control the sandbox.
	Machinery() *Base
	// Elapse does everything that has fallen due on the provider's clock.
	Elapse()
	// Deliver sends the webhooks that are due, and returns how many were tried.
	Deliver(ctx context.Context) int
	// Books are what the provider believes, for people to read.
	Books() any
	// Memory returns the books in a form that Recall takes.
	Memory() (json.RawMessage, error)
	Recall(raw json.RawMessage) error
	// Reset empties the books.
	Reset()
}

// Keys are a merchant's credentials at one provider.
type Keys interface {
	// Check refuses credentials that are not whole, and live ones.
	Check() error
	// Open opens the provider that knows them, with empty books.
	Open(base *Base) Provider
}
