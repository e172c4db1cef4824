package account

import (
	"context"
	"fmt"
	"strings"

	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/notify"
	"rento/internal/store"
)

// SetLanguage stores the message language that the customer chose, an ISO 639-1 code. Choosing the
// same language again changes nothing. It returns a 422 for a language that is not shipped
// (notify.Languages).
func (s *Service) SetLanguage(ctx context.Context, customerID int64, language string) error {
	return s.language(ctx, customerID, language, func(c Customer) bool { return c.LanguageChosen && c.Language == language },
		func(ctx context.Context, tx *store.Tx) (int64, error) {
			return tx.AccountLanguageChoose(ctx, language, customerID)
		})
}

// SetBrowserLanguage is like SetLanguage, but for the browser's language. It never replaces a
// language that the customer chose.
func (s *Service) SetBrowserLanguage(ctx context.Context, customerID int64, language string) error {
	return s.language(ctx, customerID, language, func(c Customer) bool { return c.LanguageChosen || c.Language == language },
		func(ctx context.Context, tx *store.Tx) (int64, error) {
			return tx.AccountLanguageOfBrowser(ctx, language, customerID)
		})
}

// language stores a language with set, unless stays says that nothing would change.
func (s *Service) language(ctx context.Context, customerID int64, language string, stays func(Customer) bool, set func(context.Context, *store.Tx) (int64, error)) error {
	if !notify.Speaks(language) {
		return fault.Invalid("account.language_unknown", "language", "Please choose one of these languages: {languages}.",
			fault.With("languages", strings.Join(notify.Languages(), ", ")))
	}
	customer, err := s.Customer(ctx, customerID)
	if err != nil || stays(customer) {
		return err
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		rows, err := set(ctx, tx)
		if err != nil {
			return fmt.Errorf("account: set the language: %w", err)
		}
		if rows == 0 {
			return nil
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "language_set", Object: "language/" + language})
	})
}
