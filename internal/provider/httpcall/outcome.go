package httpcall

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"

	"rento/internal/provider"
)

// ByStatus is what an HTTP status alone says about a call that was not
// answered with 2xx. A conflict or a request timeout may hide an effect.
func ByStatus(status int) provider.Outcome {
	switch {
	case status == http.StatusConflict, status == http.StatusRequestTimeout:
		return provider.Unknown
	case status >= 400 && status < 500:
		return provider.NotAttempted
	}
	return provider.Unknown
}

// neverSent reports whether the error arose before the first byte left.
func neverSent(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "dial" {
		return true
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return true
	}
	_, untrusted := errors.AsType[*tls.CertificateVerificationError](err)
	return untrusted
}

// bare takes the URL out of an error of net/http: its query holds references
// and personal data.
func bare(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// Decode reads exactly one JSON value. Numbers without a type of their own
// become json.Number, so that no amount passes through a float. The error
// wraps ErrUnreadable.
func Decode(body []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return fmt.Errorf("%w: %w", ErrUnreadable, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%w: text after the value", ErrUnreadable)
	}
	return nil
}

// Checked is an answer that knows what it must hold to make sense.
type Checked interface {
	// Check returns an error when a field is missing or impossible.
	Check() error
}

// Entries reads the entries of a list each by itself: one that cannot be read, or
// that says something impossible, is odd and keeps none of the others.
func Entries[T any, C interface {
	*T
	Checked
}](raw []json.RawMessage) (entries []T, odd []provider.OddEntry) {
	for _, one := range raw {
		var entry T
		err := Decode(one, &entry)
		if err == nil {
			err = C(&entry).Check()
		}
		if err == nil {
			entries = append(entries, entry)
			continue
		}
		var named struct {
			ID string `json:"id"`
		}
		if Decode(one, &named) != nil || provider.CheckIDs(named.ID) != nil {
			named.ID = ""
		}
		odd = append(odd, provider.OddEntry{ID: named.ID, Cause: err})
	}
	return entries, odd
}

// JSON sends in as JSON, nothing when it is nil, and reads the answer into
// out, which is checked when it is Checked.
func (c *Client) JSON(ctx context.Context, r Request, in, out any) error {
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header.Set("Accept", "application/json")
	if in != nil {
		body, err := json.Marshal(in)
		if err != nil {
			return c.fail(r, provider.NotAttempted, 0, "", err)
		}
		r.Body = body
		r.Header.Set("Content-Type", "application/json")
	}
	r.Read = func(answer Response) error { return decodeChecked(answer.Body, out) }
	_, err := c.Do(ctx, r)
	return err
}

func decodeChecked(body []byte, out any) error {
	if err := Decode(body, out); err != nil {
		return err
	}
	if checked, ok := out.(Checked); ok {
		if err := checked.Check(); err != nil {
			return fmt.Errorf("%w: %w", ErrUnreadable, err)
		}
	}
	return nil
}
