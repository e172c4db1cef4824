package provider

import "context"

// Message is one message to one person. To is a mobile number of ten digits
// or an e-mail address, by the sender's channel. Text messages in India may
// only be sent from registered templates: Template names ours and Variables
// holds what its text was filled with; Body is the whole text.
type Message struct {
	To        string
	Template  string
	Subject   string
	Body      string
	Variables map[string]string
}

// Templated is a Sender that takes only texts that were registered beforehand.
type Templated interface {
	// Has reports whether the text of a template is registered.
	Has(template string) bool
}

// Sender sends messages of one channel. A message whose outcome is Unknown may
// have arrived; sending it again is a nuisance, not a loss.
type Sender interface {
	// Send returns a *Error. Declined means that this message will never be
	// taken.
	Send(ctx context.Context, m Message) error
}
