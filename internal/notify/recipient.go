package notify

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// recipient is who is told.
type recipient struct {
	customerID              int64 // 0 for nobody
	fullName, mobile, email string
	language                Language
	isNobody                bool
	// agentActed says that it is an agent who does in their account what they are told.
	agentActed bool
	// isBusiness says that they get documents by mail, and have no dashboard.
	isBusiness bool
	// document is what their mail goes out with, '' for nothing.
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

// languageOf is the language in which a customer is written to: the one that the
// customer has chosen, or English where we have no texts in that.
func languageOf(c db.Customer) Language {
	if chosen := Language(c.Language); languages[chosen] != nil {
		return chosen
	}
	return English
}

// addressesOf are the addresses of a recipient on a channel.
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

// Takes reports whether the token of a device may be kept: not that of a browser to which
// nothing can be sent. Without a sender of push messages any may.
func (n *Service) Takes(token string) bool {
	sender, is := n.senders[Push].(provider.Addressed)
	return !is || sender.Takes(token)
}

// maxDevices is how many devices of a customer are told: the ones seen last.
const maxDevices = 10

func devicesOf(ctx context.Context, tx *store.Tx, customerID int64) ([]string, error) {
	tokens, err := tx.NotifyDevices(ctx, customerID, maxDevices)
	if err != nil {
		return nil, fmt.Errorf("notify: read devices: %w", err)
	}
	return tokens, nil
}
