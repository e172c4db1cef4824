package settlement

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ifsc"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Cooling is how long new details wait before money goes to them: a thief of a
// session must not be faster than the notice that the customer gets.
const Cooling = 24 * time.Hour

// Payee is where a customer's refunds go: a bank account, or a UPI id. Details
// never change; new ones are a new payee.
type Payee struct {
	ID            int64
	Preference    Preference
	NameInBank    string
	AccountNumber string
	IFSC          string
	BankName      string
	VPA           string
	State         PayeeState
	// UsableAt is the end of the cooling time.
	UsableAt  calendar.Instant
	CreatedAt calendar.Instant

	validationID, fundAccountID string
}

// BankDetails are a bank account as its form has it.
type BankDetails struct {
	NameInBank    string
	AccountNumber string
	IFSC          string
	BankName      string
}

var (
	bankAccountName   = regexp.MustCompile(`^[A-Za-z]+( [A-Za-z]+)*$`)
	bankAccountNumber = regexp.MustCompile(`^[0-9]{8,20}$`)
	// upiID is a name, one @ and a handle without a dot, which an e-mail address
	// has.
	upiID = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]{1,255}@[a-z][a-z0-9]{1,63}$`)
)

const (
	longestName = 100
	longestVPA  = 100
)

func (b BankDetails) trimmed() BankDetails {
	return BankDetails{
		NameInBank: strings.TrimSpace(b.NameInBank), AccountNumber: strings.TrimSpace(b.AccountNumber),
		IFSC: strings.ToUpper(strings.TrimSpace(b.IFSC)), BankName: strings.TrimSpace(b.BankName),
	}
}

// check returns a 422 whose extra message the form shows beside its button.
func (b BankDetails) check() error {
	if !bankAccountName.MatchString(b.NameInBank) || len(b.NameInBank) > longestName {
		return wrong("nameInBank", "Please provide your valid name as per the bank.")
	}
	if !bankAccountNumber.MatchString(b.AccountNumber) {
		return wrong("accountNumber", "Please provide valid account number.")
	}
	if _, ok := ifsc.Find(b.IFSC); !ok {
		return wrong("ifsc", "Please enter valid IFSC code")
	}
	if b.BankName == "" || len(b.BankName) > longestName {
		return wrong("bankName", "Please provide valid bank name.")
	}
	return nil
}

func wrong(field, message string) error {
	return fault.Invalid(field, message).WithExtra("message", message)
}

// SaveBank stores the bank account for the customer's refunds. The same
// details again change nothing. Faults: 403 for an agent, 422 with
// extra.message for a field that is wrong.
func (s *Service) SaveBank(ctx context.Context, who account.Session, details BankDetails) error {
	if who.Agent {
		return errAgent()
	}
	details = details.trimmed()
	if err := details.check(); err != nil {
		return err
	}
	return s.save(ctx, who, Payee{
		Preference: ToBank, NameInBank: details.NameInBank, AccountNumber: details.AccountNumber, IFSC: details.IFSC, BankName: details.BankName,
	})
}

// SaveUPI stores the UPI id for the customer's refunds, as SaveBank does.
func (s *Service) SaveUPI(ctx context.Context, who account.Session, vpa string) error {
	if who.Agent {
		return errAgent()
	}
	vpa = strings.ToLower(strings.TrimSpace(vpa))
	if !upiID.MatchString(vpa) || len(vpa) > longestVPA {
		return wrong("vpa", "Please provide a valid UPI id.")
	}
	return s.save(ctx, who, Payee{Preference: ToUPI, VPA: vpa})
}

func (s *Service) save(ctx context.Context, who account.Session, p Payee) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, who.CustomerID, func(tx *store.Tx) error {
		payees, err := payeesOf(ctx, tx.Queries, who.CustomerID)
		if err != nil || payees[p.Preference].same(p) {
			return err
		}
		p.ID, p.CreatedAt = s.ids.Next(), s.now()
		p.UsableAt = p.CreatedAt.Add(Cooling)
		if err := replace(ctx, tx, who.CustomerID, p); err != nil {
			return fmt.Errorf("settlement: store payee: %w", err)
		}
		if err := s.note(ctx, tx, who, "payee_changed", p.Masked()); err != nil {
			return err
		}
		if err := s.advanceAll(ctx, tx, who.CustomerID); err != nil {
			return err
		}
		return s.tell(ctx, tx, who.CustomerID, fmt.Sprintf("payee/%d", p.ID), func(name string) notify.Text {
			return notify.PayeeChanged(name, p.Masked(), p.UsableAt)
		})
	})
}

func (p Payee) same(other Payee) bool {
	return p.ID != 0 && p.NameInBank == other.NameInBank && p.AccountNumber == other.AccountNumber &&
		p.IFSC == other.IFSC && p.BankName == other.BankName && p.VPA == other.VPA
}

func replace(ctx context.Context, tx *store.Tx, customerID int64, p Payee) error {
	err := tx.SettlementPayeeReplace(ctx, db.SettlementPayeeReplaceParams{
		CustomerID: customerID, Preference: int64(p.Preference), UpdatedAt: p.CreatedAt,
	})
	if err != nil {
		return err
	}
	return tx.SettlementPayeeAdd(ctx, db.SettlementPayeeAddParams{
		CustomerID: customerID, ID: p.ID, Preference: int64(p.Preference), NameInBank: p.NameInBank, AccountNumber: p.AccountNumber,
		Ifsc: p.IFSC, BankName: p.BankName, Vpa: p.VPA, CreatedAt: p.CreatedAt, UsableAt: p.UsableAt,
	})
}

// Payees returns the customer's present bank account and UPI id. An agent sees
// the account number masked.
func (s *Service) Payees(ctx context.Context, who account.Session) (map[Preference]Payee, error) {
	payees, err := payeesOf(ctx, s.store.Queries(), who.CustomerID)
	if err != nil || !who.Agent {
		return payees, err
	}
	for preference, p := range payees {
		p.AccountNumber = masked(p.AccountNumber)
		payees[preference] = p
	}
	return payees, nil
}

func payeesOf(ctx context.Context, q *db.Queries, customerID int64) (map[Preference]Payee, error) {
	rows, err := q.SettlementPayees(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("settlement: read payees: %w", err)
	}
	payees := map[Preference]Payee{}
	for _, row := range rows {
		p := payee(row)
		payees[p.Preference] = p
	}
	return payees, nil
}

func payee(row db.Payee) Payee {
	return Payee{
		ID: row.ID, Preference: Preference(row.Preference), NameInBank: row.NameInBank, AccountNumber: row.AccountNumber,
		IFSC: row.Ifsc, BankName: row.BankName, VPA: row.Vpa, State: PayeeState(row.State), UsableAt: row.UsableAt, CreatedAt: row.CreatedAt,
		validationID: row.ValidationID, fundAccountID: row.FundAccountID,
	}
}

// shownDigits is how much of an account number is shown.
const shownDigits = 4

func masked(accountNumber string) string {
	if len(accountNumber) <= shownDigits {
		return accountNumber
	}
	hidden := len(accountNumber) - shownDigits
	return strings.Repeat("X", hidden) + accountNumber[hidden:]
}

// Masked names the payee in messages and logs, as in "HDFC Bank XXXXXX3210".
func (p Payee) Masked() string {
	if p.Preference == ToUPI {
		name, handle, _ := strings.Cut(p.VPA, "@")
		return name[:min(2, len(name))] + "…@" + handle
	}
	return p.BankName + " " + masked(p.AccountNumber)
}
