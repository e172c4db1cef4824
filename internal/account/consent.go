package account

import (
	"context"
	"fmt"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Purpose is something that a customer can consent to.
type Purpose string

// PurposeAnalytics is consent to seeing how people use the app. Any other use of personal data
// needs a purpose of its own; never extend the text of an existing purpose to cover it.
const PurposeAnalytics Purpose = "analytics"

// purposes lists all purposes, each with the newest version of its consent text in the app.
var purposes = map[Purpose]int64{PurposeAnalytics: 2}

// textWithMobile is the first version of the analytics text that lists the customer's mobile number
// among the data collected. The version before it says that the number is not collected.
const textWithMobile = 2

// Consent is a customer's consent to a purpose, with the version and language of the text shown.
type Consent struct {
	Purpose Purpose
	// Held says whether the consent is in force. If it is not, the fields below are empty.
	Held        bool
	TextVersion int64
	Language    string // ISO 639-1
	GivenAt     calendar.Instant
}

// Consents returns the customer's consent to each purpose.
func (s *Service) Consents(ctx context.Context, customerID int64) ([]Consent, error) {
	row, held, err := consentOf(ctx, s.store.Queries(), customerID, PurposeAnalytics)
	if err != nil || !held {
		return []Consent{{Purpose: PurposeAnalytics}}, err
	}
	return []Consent{{PurposeAnalytics, true, row.TextVersion, row.Language, row.GivenAt}}, nil
}

// consentOf returns the consent in force, and whether there is one.
func consentOf(ctx context.Context, q *db.Queries, customerID int64, purpose Purpose) (row db.Consent, held bool, err error) {
	row, err = q.AccountConsent(ctx, customerID, string(purpose))
	if store.IsNone(err) {
		return db.Consent{}, false, nil
	}
	if err != nil {
		return db.Consent{}, false, fmt.Errorf("account: consent: %w", err)
	}
	return row, true, nil
}

// GiveConsent stores that the customer has agreed to the text of this version and language. If a
// consent is already in force, it changes nothing. It returns a 422 for an unknown purpose, version
// or language.
func (s *Service) GiveConsent(ctx context.Context, customerID int64, c Consent) error {
	newest, known := purposes[c.Purpose]
	if !known {
		return errPurpose
	}
	if c.TextVersion < 1 || c.TextVersion > newest {
		return fault.Invalid("consent.text_unknown", "textVersion", "There is no such text to agree to.")
	}
	if !notify.Speaks(c.Language) {
		return fault.Invalid("consent.language_unknown", "language", "There is no text to agree to in this language.")
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		rows, err := tx.AccountConsentAdd(ctx, db.AccountConsentAddParams{
			CustomerID: customerID, ID: s.ids.Next(), Purpose: string(c.Purpose),
			TextVersion: c.TextVersion, Language: c.Language, GivenAt: s.now(),
		})
		if err != nil {
			return fmt.Errorf("account: give consent: %w", err)
		}
		if rows == 0 {
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{
			CustomerID: customerID, Action: "consent_given", Object: fmt.Sprintf("consent/%s/%d", c.Purpose, c.TextVersion),
		})
	})
}

// WithdrawConsent withdraws a consent, immediately deletes the events stored under it, and tells
// the collector to delete them too. If no consent is in force, it changes nothing. It returns a 422
// for an unknown purpose.
func (s *Service) WithdrawConsent(ctx context.Context, customerID int64, purpose Purpose) error {
	if _, known := purposes[purpose]; !known {
		return errPurpose
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		consent, held, err := consentOf(ctx, tx.Queries, customerID, purpose)
		if err != nil || !held {
			return err
		}
		err = tx.AccountConsentWithdraw(ctx, db.AccountConsentWithdrawParams{CustomerID: customerID, ID: consent.ID, WithdrawnAt: s.now()})
		if err != nil {
			return fmt.Errorf("account: withdraw consent: %w", err)
		}
		if err := tx.AccountEraseEvents(ctx, customerID); err != nil {
			return fmt.Errorf("account: delete events: %w", err)
		}
		if err := s.enqueueForgetting(ctx, tx, consent.ID); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "consent_withdrawn", Object: "consent/" + string(purpose)})
	})
}

var errPurpose = fault.Invalid("consent.purpose_unknown", "purpose", "There is no such purpose to agree to.")
