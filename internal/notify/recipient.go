package notify

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// recipient is the addressee of a message.
type recipient struct {
	customerID              int64 // 0 for nobody
	fullName, mobile, email string
	language                Language
	isNobody                bool
	// agentActed says that an agent did, in the customer's account, what the message reports.
	agentActed bool
	// isBusiness says that the recipient gets documents by mail and has no dashboard.
	isBusiness bool
	// document is the document to attach to the mail, or "".
	document string
}

func customer(c db.Customer) recipient {
	return recipient{customerID: c.ID, fullName: c.FullName, mobile: mobileOf(c), email: c.Email, language: languageOf(c), isBusiness: c.IsB2b}
}

// mobileOf is empty for an erased customer, who has no number any more.
func mobileOf(c db.Customer) string {
	if len(c.Mobile) != 10 || strings.Trim(c.Mobile, "0123456789") != "" {
		return ""
	}
	return c.Mobile
}

// languageOf is the language of messages to a customer: the customer's language, or English if we
// have no texts in it.
func languageOf(c db.Customer) Language {
	if chosen := Language(c.Language); languages[chosen] != nil {
		return chosen
	}
	return English
}

// addressesOf returns the addresses of a recipient on a channel.
func addressesOf(ctx context.Context, tx *store.Tx, to recipient, channel Channel) ([]string, error) {
	switch channel {
	case SMS:
		return given(to.mobile), nil
	case Email:
		return given(to.email), nil
	case Push:
		return devicesOf(ctx, tx, to.customerID)
	}
	return nil, fmt.Errorf("notify: no addresses of channel %s", channel)
}

func given(address string) []string {
	if address == "" {
		return nil
	}
	return []string{address}
}

// Takes reports whether the token of a device may be stored. It refuses the token of a browser to
// which nothing can be sent. Without a sender of push messages, it accepts any token.
func (n *Service) Takes(token string) bool {
	sender, is := n.senders[Push].(provider.Addressed)
	return !is || sender.Takes(token)
}

// maxDevices is how many of a customer's devices get messages: the most recently seen ones.
const maxDevices = 10

func devicesOf(ctx context.Context, tx *store.Tx, customerID int64) ([]string, error) {
	tokens, err := tx.NotifyDevices(ctx, customerID, maxDevices)
	if err != nil {
		return nil, fmt.Errorf("notify: read devices: %w", err)
	}
	return tokens, nil
}
