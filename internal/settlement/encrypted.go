package settlement

import (
	"context"
	"fmt"

	"rento/internal/encryption"
	"rento/internal/store"
	"rento/internal/store/db"
)

// encrypted is a column of payees whose values are stored encrypted.
type encrypted string

const (
	nameInBank     encrypted = "payees.name_in_bank"
	accountNumber  encrypted = "payees.account_number"
	vpa            encrypted = "payees.vpa"
	registeredName encrypted = "payees.registered_name"
)

// of is the name of one payee's value for the keyring.
func (c encrypted) of(customerID, id int64) string {
	return fmt.Sprintf("%s/%d/%d", c, customerID, id)
}

func (s *Service) payee(row db.Payee) (Payee, error) { return decrypted(s.keyring, row) }

func decrypted(keys *encryption.Keyring, row db.Payee) (Payee, error) {
	p := Payee{
		ID: row.ID, Preference: Preference(row.Preference), IFSC: row.Ifsc, BankName: row.BankName, State: PayeeState(row.State),
		UsableAt: row.UsableAt, CreatedAt: row.CreatedAt, validationID: row.ValidationID, fundAccountID: row.FundAccountID,
	}
	for _, v := range []struct {
		column encrypted
		stored string
		into   *string
	}{
		{nameInBank, row.NameInBank, &p.NameInBank},
		{accountNumber, row.AccountNumber, &p.AccountNumber},
		{vpa, row.Vpa, &p.VPA},
		{registeredName, row.RegisteredName, &p.registeredName},
	} {
		var err error
		if *v.into, err = keys.Decrypt(v.column.of(row.CustomerID, row.ID), v.stored); err != nil {
			return Payee{}, fmt.Errorf("settlement: decrypt payee %d: %w", row.ID, err)
		}
	}
	return p, nil
}

// CheckKey returns encryption.ErrNotReadable if stored payees cannot be read with keys. It
// decrypts some payees that are not under the current key, because these need the former key.
func CheckKey(ctx context.Context, q *db.Queries, keys *encryption.Keyring) error {
	rows, err := q.SettlementPayeesOfOtherKeys(ctx, keys.CurrentPrefix(), rotationPage)
	if err != nil {
		return fmt.Errorf("settlement: read payees under other keys: %w", err)
	}
	for _, row := range rows {
		if _, err := decrypted(keys, row); err != nil {
			return err
		}
	}
	return nil
}

// rotationPage is how many payees one transaction encrypts anew.
const rotationPage = 200

// RotateKey encrypts every payee that is not under the current key with that key. It returns how
// many there were. It may run while everything else runs, and repeatedly.
func (s *Service) RotateKey(ctx context.Context) (payees int, err error) {
	for {
		done := 0
		err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
			done = 0
			rows, err := tx.SettlementPayeesOfOtherKeys(ctx, s.keyring.CurrentPrefix(), rotationPage)
			if err != nil {
				return fmt.Errorf("settlement: read payees under other keys: %w", err)
			}
			for _, row := range rows {
				if err := s.rotate(ctx, tx, row); err != nil {
					return err
				}
				done++
			}
			return nil
		})
		if err != nil || done == 0 {
			return payees, err
		}
		payees += done
	}
}

func (s *Service) rotate(ctx context.Context, tx *store.Tx, row db.Payee) error {
	p, err := s.payee(row)
	if err != nil {
		return err
	}
	err = tx.SettlementPayeeReencrypt(ctx, db.SettlementPayeeReencryptParams{
		NameInBank:     s.keyring.Encrypt(nameInBank.of(row.CustomerID, row.ID), p.NameInBank),
		AccountNumber:  s.keyring.Encrypt(accountNumber.of(row.CustomerID, row.ID), p.AccountNumber),
		Vpa:            s.keyring.Encrypt(vpa.of(row.CustomerID, row.ID), p.VPA),
		RegisteredName: s.keyring.Encrypt(registeredName.of(row.CustomerID, row.ID), p.registeredName),
		CustomerID:     row.CustomerID, ID: row.ID,
	})
	if err != nil {
		return fmt.Errorf("settlement: store payee %d under the current key: %w", row.ID, err)
	}
	return nil
}
