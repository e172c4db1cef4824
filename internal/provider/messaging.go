package provider

import (
	"context"
	"errors"
)

// Message is one message to one person. To is a mobile number of ten digits
// or an e-mail address, by the sender's channel. Text messages in India may
// only be sent from registered templates: Template names ours and Variables
// holds what its text was filled with; Body is the whole text. ID is ours: a
// message that is sent again has the same. Attached goes out with a mail.
type Message struct {
	ID        string
	To        string
	Template  string
	Subject   string
	Body      string
	Variables map[string]string
	Attached  []File
}

// File is a PDF with the name under which it is kept.
type File struct {
	Name string
	PDF  []byte
}

// Templated is a Sender that takes only texts that were registered beforehand.
type Templated interface {
	// Has reports whether the text of a template is registered.
	Has(template string) bool
}

// Addressed is a Sender that knows addresses to which it sends nothing.
type Addressed interface {
	// Takes reports whether an address is not one of those.
	Takes(to string) bool
}

// Sender sends messages of one channel. A message whose outcome is Unknown may
// have arrived; sending it again is a nuisance, not a loss.
type Sender interface {
	// Send returns a *Error. Declined means that this message will never be
	// taken.
	Send(ctx context.Context, m Message) error
}

// ReasonGone is the reason of a message to a device that takes none any more: its token is
// to be forgotten.
const ReasonGone = "gone"

// IsGone reports whether a message failed because its device takes none any more.
func IsGone(err error) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Outcome == Declined && failed.Reason == ReasonGone
}

// AddressedSender sends to some of the addresses of its channel.
type AddressedSender interface {
	Sender
	Addressed
}

// ByAddress sends each message by the one of several senders that takes its address, such
// as one for browsers and one for apps.
type ByAddress []AddressedSender

// Takes implements Addressed.
func (s ByAddress) Takes(to string) bool { return s.of(to) != nil }

// Send implements Sender. A message that none of them takes is Declined.
func (s ByAddress) Send(ctx context.Context, m Message) error {
	sender := s.of(m.To)
	if sender == nil {
		return &Error{Provider: "none", Call: "message.send", Outcome: Declined, Cause: errNobodySends}
	}
	return sender.Send(ctx, m)
}

var errNobodySends = errors.New("provider: nobody sends to this address")

func (s ByAddress) of(to string) AddressedSender {
	for _, sender := range s {
		if sender.Takes(to) {
			return sender
		}
	}
	return nil
}
