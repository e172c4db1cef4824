// Package mail sends e-mail through a relay.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	netmail "net/mail"
	"strconv"
	"strings"
	"time"
	"unicode"

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
	// Logger may be nil.
	Logger *slog.Logger
}

// Sender sends e-mail. It implements provider.Sender.
type Sender struct {
	host    string
	from    string
	domain  string // of from: mails that are sent twice have one name in it
	options []gomail.Option
	logger  *slog.Logger
}

// New returns a sender. It fails for an address that is not host:port and a
// sender that is no mail address.
func New(o Options) (*Sender, error) {
	host, portText, err := net.SplitHostPort(o.Addr)
	if err != nil {
		return nil, fmt.Errorf("mail: the relay must be host:port: %w", err)
	}
	port, err := strconv.ParseUint(portText, 10, 16)
	if err != nil || port == 0 || host == "" {
		return nil, fmt.Errorf("mail: the relay must be host:port, with a port between 1 and 65535, and not %q", o.Addr)
	}
	if strings.ContainsFunc(o.From, unicode.IsControl) {
		return nil, fmt.Errorf("mail: sender: %q has more than one line", o.From)
	}
	sender, err := netmail.ParseAddress(o.From)
	if err == nil {
		err = gomail.NewMsg().From(o.From)
	}
	if err != nil {
		return nil, fmt.Errorf("mail: sender: %w", err)
	}
	logger := o.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	s := &Sender{host: host, from: o.From, domain: sender.Address[strings.LastIndex(sender.Address, "@")+1:], logger: logger, options: []gomail.Option{
		gomail.WithPort(int(port)), gomail.WithTimeout(timeout), gomail.WithTLSPolicy(policy(host)),
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

// Send sends an e-mail of plain text, with its attachments. A letter that the relay has taken is sent,
// whatever becomes of the connection: to send it again would be a second letter.
func (s *Sender) Send(ctx context.Context, m provider.Message) error {
	letter := gomail.NewMsg()
	letter.Subject(m.Subject)
	letter.SetBodyString(gomail.TypeTextPlain, m.Body)
	if err := errors.Join(letter.From(s.from), letter.To(m.To)); err != nil {
		return failure(provider.Declined, err)
	}
	if m.ID != "" {
		letter.SetMessageIDWithValue(m.ID + "@" + s.domain)
	}
	for _, file := range m.Attached {
		if err := letter.AttachReader(file.Name, bytes.NewReader(file.PDF), gomail.WithFileContentType("application/pdf")); err != nil {
			return failure(provider.NotAttempted, err)
		}
	}
	client, err := gomail.NewClient(s.host, s.options...)
	if err != nil {
		return failure(provider.NotAttempted, err)
	}
	relay, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return failure(outcome(err), err)
	}
	sent := client.SendWithSMTPClient(relay, letter)
	closed := client.CloseWithSMTPClient(relay)
	if closed != nil {
		closed = errors.Join(closed, relay.Close())
	}
	if letter.IsDelivered() {
		if err := errors.Join(sent, closed); err != nil {
			s.logger.WarnContext(ctx, "the relay took a mail, and its connection ended with an error", "error", err.Error())
		}
		return nil
	}
	if sent != nil {
		return failure(outcome(sent), sent)
	}
	return failure(provider.Unknown, errors.Join(errNotTaken, closed))
}

var errNotTaken = errors.New("mail: the relay has not said that it took the letter")

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
