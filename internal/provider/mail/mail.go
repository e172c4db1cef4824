// Package mail sends e-mail through a relay.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	gomail "github.com/wneessen/go-mail"

	"rento/internal/provider"
)

const (
	name    = "smtp"
	timeout = 15 * time.Second
)

// Options set up the sender.
type Options struct {
	// Addr is the relay's host:port. TLS is demanded of every relay but one on
	// this machine.
	Addr     string
	From     string
	User     string
	Password string
}

// Sender sends e-mail. It implements provider.Sender.
type Sender struct {
	host    string
	from    string
	options []gomail.Option
}

// New returns a sender. It fails for an address that is not host:port and a
// sender that is no mail address.
func New(o Options) (*Sender, error) {
	host, portText, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return nil, fmt.Errorf("mail: the relay must be host:port: %w", err)
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		return nil, fmt.Errorf("mail: the relay's port %q is no number", portText)
	}
	if err := gomail.NewMsg().From(o.From); err != nil {
		return nil, fmt.Errorf("mail: sender: %w", err)
	}
	s := &Sender{host: host, from: o.From, options: []gomail.Option{
		gomail.WithPort(port), gomail.WithTimeout(timeout), gomail.WithTLSPolicy(policy(host)),
	}}
	if o.User != "" {
		s.options = append(s.options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(o.User), gomail.WithPassword(o.Password))
	}
	return s, nil
}

func policy(host string) gomail.TLSPolicy {
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && ip.IsLoopback() {
		return gomail.TLSOpportunistic
	}
	return gomail.TLSMandatory
}

// Send sends an e-mail of plain text.
func (s *Sender) Send(ctx context.Context, m provider.Message) error {
	letter := gomail.NewMsg()
	letter.Subject(m.Subject)
	letter.SetBodyString(gomail.TypeTextPlain, m.Body)
	if err := errors.Join(letter.From(s.from), letter.To(m.To)); err != nil {
		return failure(provider.Declined, err)
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return failure(provider.NotAttempted, err)
	}
	if err := client.DialAndSendWithContext(ctx, letter); err != nil {
		return failure(outcome(err), err)
	}
	return nil
}

// outcome says what a failure tells of the letter.
func outcome(err error) provider.Outcome {
	e, ok := errors.AsType[*gomail.SendError](err)
	switch {
	case !ok:
		return provider.NotAttempted // the relay was not reached
	case e.Reason == gomail.ErrSMTPDataClose && e.IsTemp():
		return provider.Unknown
	case e.IsTemp() || e.ErrorCode() == 0:
		return provider.NotAttempted
	}
	return provider.Declined
}

func failure(o provider.Outcome, cause error) error {
	return &provider.Error{Provider: name, Call: "send", Outcome: o, Cause: cause}
}
