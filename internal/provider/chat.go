package provider

// Chat is a provider in whose window customers chat. Its script runs on a page of ours
// that knows no session (package support/chatpage).
type Chat interface {
	// Name is its own in the paths of the sandbox.
	Name() string
	// Page is what the page runs.
	Page() ChatPage
	// Proof proves to the provider that we vouch for a customer's name there, "" where
	// it asks us instead.
	Proof(name string) string
}

// ChatPage is what a page needs to open a provider's window.
type ChatPage struct {
	// Driver is a script of ours, which opens the provider's window by Settings.
	Driver   string
	Settings any
	// Rules are what the provider's script may do, as rules of a content security
	// policy. The nonce of the page is put where they say NONCE.
	Rules []string
}
