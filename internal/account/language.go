package account

import (
	"context"
	"fmt"
	"regexp"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/store"
)

var languageCode = regexp.MustCompile(`^[a-z]{2}$`)

// SetLanguage stores the language, an ISO 639-1 code, in which the customer
// wants messages and documents. The same one again changes nothing. A language
// that has no texts is stored too: what is not translated is English. It
// returns a 422 for what is no code.
func (s *Service) SetLanguage(ctx context.Context, customerID int64, language string) error {
	if !languageCode.MatchString(language) {
		return fault.Invalid("account.language_invalid", "language", "Please give the language as two small letters, such as en.")
	}
	customer, err := s.Customer(ctx, customerID)
	if err != nil || customer.Language == language {
		return err
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		rows, err := tx.AccountLanguageSet(ctx, language, customerID)
		if err != nil {
			return fmt.Errorf("account: set the language: %w", err)
		}
		if rows == 0 {
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "language_chosen", Object: "language/" + language})
	})
}
