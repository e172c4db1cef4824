package settlement

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ifsc"
	"rento/internal/notify"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Cooling is how long new details wait before money goes to them. A thief of a session must not
// be faster than the message that the customer gets.
const Cooling = 24 * time.Hour

// Payee is where a customer's refunds go: a bank account or a UPI id. Its details never change;
// new details are a new payee.
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

	validationID, fundAccountID, registeredName string
}

// BankDetails are the fields of the form for a bank account.
type BankDetails struct {
	NameInBank    string
	AccountNumber string
	IFSC          string
	BankName      string
}

var (
	bankAccountName   = regexp.MustCompile(`^[A-Za-z]+( [A-Za-z]+)*$`)
	bankAccountNumber = regexp.MustCompile(`^[0-9]{8,20}$`)
	// A UPI id is a name, one @ and a handle. The handle has no dot, unlike the domain of an
	// e-mail address.
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

// check returns a 422 with an extra message that the form shows beside its button.
func (b BankDetails) check() error {
	if !bankAccountName.MatchString(b.NameInBank) || len(b.NameInBank) > longestName {
		return onForm(fault.Invalid("payee.name_invalid", "nameInBank", "Please provide your valid name as per the bank."))
	}
	if !bankAccountNumber.MatchString(b.AccountNumber) {
		return onForm(fault.Invalid("payee.account_number_invalid", "accountNumber", "Please provide valid account number."))
	}
	if _, ok := ifsc.Find(b.IFSC); !ok {
		return onForm(fault.Invalid("payee.ifsc_not_found", "ifsc", "Please enter valid IFSC code"))
	}
	if b.BankName == "" || len(b.BankName) > longestName {
		return onForm(fault.Invalid("payee.bank_name_invalid", "bankName", "Please provide valid bank name."))
	}
	return nil
}

// onForm adds the extra message that the form shows.
func onForm(f *fault.Fault) error { return f.WithExtra("message", f.Message) }

// SaveBank stores the bank account for the customer's refunds. Saving the same details again
// changes nothing. A wrong field is a Fault (422) with extra.message, and so are the same details
// after the bank has refused them.
func (s *Service) SaveBank(ctx context.Context, who account.Session, details BankDetails) error {
	details = details.trimmed()
	if err := details.check(); err != nil {
		return err
	}
	return s.save(ctx, who, Payee{
		Preference: ToBank, NameInBank: details.NameInBank, AccountNumber: details.AccountNumber, IFSC: details.IFSC, BankName: details.BankName,
	})
}

// SaveUPI stores the UPI id for the customer's refunds, under the same rules as SaveBank.
func (s *Service) SaveUPI(ctx context.Context, who account.Session, id string) error {
	id = strings.ToLower(strings.TrimSpace(id))
	if !upiID.MatchString(id) || len(id) > longestVPA {
		return onForm(fault.Invalid("payee.upi_id_invalid", "vpa", "Please provide a valid UPI id."))
	}
	return s.save(ctx, who, Payee{Preference: ToUPI, VPA: id})
}

func (s *Service) save(ctx context.Context, who account.Session, p Payee) error {
	ctx = context.WithoutCancel(ctx)
	return s.store.Write(ctx, who.CustomerID, func(tx *store.Tx) error {
		payees, err := s.payeesOf(ctx, tx.Queries, who.CustomerID)
		if err != nil {
			return err
		}
		if was := payees[p.Preference]; was.same(p) {
			return was.usable()
		}
		p.ID, p.CreatedAt = s.ids.Next(), s.now()
		p.UsableAt = p.CreatedAt.Add(Cooling)
		if err := s.replace(ctx, tx, who.CustomerID, p); err != nil {
			return fmt.Errorf("settlement: store payee: %w", err)
		}
		if err := s.audit.Record(ctx, tx, audit.Entry{CustomerID: who.CustomerID, Action: "payee_changed", Object: p.object()}); err != nil {
			return err
		}
		if err := s.advanceAll(ctx, tx, who.CustomerID); err != nil {
			return err
		}
		event := notify.PayeeChanged{Payee: p.Masked(), From: p.UsableAt}
		return s.notify.Send(ctx, tx, who.CustomerID, event, fmt.Sprintf("payee/%d", p.ID))
	})
}

// object names the payee in the audit log.
func (p Payee) object() string { return fmt.Sprintf("payee/%d %s", p.ID, p.Masked()) }

// usable returns a 422 for details that the bank has refused, because saving them again would
// change nothing.
func (p Payee) usable() error {
	if p.State == PayeeRefused {
		return onForm(fault.Invalid("payee.refused", "details", "The bank did not accept exactly these details. Please correct them."))
	}
	return nil
}

func (p Payee) same(other Payee) bool {
	return p.ID != 0 && p.NameInBank == other.NameInBank && p.AccountNumber == other.AccountNumber &&
		p.IFSC == other.IFSC && p.BankName == other.BankName && p.VPA == other.VPA
}

func (s *Service) replace(ctx context.Context, tx *store.Tx, customerID int64, p Payee) error {
	err := tx.SettlementPayeeReplace(ctx, db.SettlementPayeeReplaceParams{
		CustomerID: customerID, Preference: int64(p.Preference), UpdatedAt: p.CreatedAt,
	})
	if err != nil {
		return err
	}
	return tx.SettlementPayeeAdd(ctx, db.SettlementPayeeAddParams{
		CustomerID: customerID, ID: p.ID, Preference: int64(p.Preference), Ifsc: p.IFSC, BankName: p.BankName,
		NameInBank:    s.keyring.Encrypt(nameInBank.of(customerID, p.ID), p.NameInBank),
		AccountNumber: s.keyring.Encrypt(accountNumber.of(customerID, p.ID), p.AccountNumber),
		Vpa:           s.keyring.Encrypt(vpa.of(customerID, p.ID), p.VPA),
		CreatedAt:     p.CreatedAt, UsableAt: p.UsableAt,
	})
}

// Payees returns the customer's current bank account and UPI id. For an agent, and for a session
// that was opened by a message's link, the account number, its holder and the UPI id are masked.
// That is enough to tell the customer which account it is, but not enough to ask for money with.
func (s *Service) Payees(ctx context.Context, who account.Session) (map[Preference]Payee, error) {
	payees, err := s.payeesOf(ctx, s.store.Queries(), who.CustomerID)
	if err != nil || !who.Agent && !who.ByLink {
		return payees, err
	}
	for preference, p := range payees {
		p.AccountNumber, p.NameInBank = masked(p.AccountNumber), provider.MaskName(p.NameInBank)
		if p.VPA != "" {
			p.VPA = provider.MaskUPI(p.VPA)
		}
		payees[preference] = p
	}
	return payees, nil
}

func (s *Service) payeesOf(ctx context.Context, q *db.Queries, customerID int64) (map[Preference]Payee, error) {
	rows, err := q.SettlementPayees(ctx, customerID)
	if err != nil {
		return nil, fmt.Errorf("settlement: read payees: %w", err)
	}
	payees := map[Preference]Payee{}
	for _, row := range rows {
		p, err := s.payee(row)
		if err != nil {
			return nil, err
		}
		payees[p.Preference] = p
	}
	return payees, nil
}

// shownDigits is how many digits of an account number are shown.
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
		return provider.MaskUPI(p.VPA)
	}
	return p.BankName + " " + masked(p.AccountNumber)
}
