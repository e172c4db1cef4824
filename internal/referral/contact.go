package referral

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/fault"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
)

const maxName = 100

// Contact is a person whom a customer may invite.
type Contact struct {
	ID      int64
	Name    string
	Mobile  string // ten digits
	Email   string // "" for none
	Invited bool
}

// listKey is where a contact stands in the list.
type listKey struct {
	Name string
	ID   int64
}

// Contacts returns a page of a customer's contacts, sorted by name. next is the After of the next
// page.
func (s *Service) Contacts(ctx context.Context, customerID int64, page paging.Page) (list []Contact, next string, err error) {
	after, err := paging.Key[listKey](page)
	if err != nil {
		return nil, "", err
	}
	rows, err := s.store.Queries().ReferralContacts(ctx, db.ReferralContactsParams{
		CustomerID: customerID, AfterName: after.Name, AfterID: after.ID, PageSize: page.Limit(), Skip: page.Skip(),
	})
	if err != nil {
		return nil, "", fmt.Errorf("referral: contacts: %w", err)
	}
	rows, next = paging.Cut(page, rows, func(r db.ReferralContact) listKey { return listKey{r.Name, r.ID} })
	list = make([]Contact, len(rows))
	for i, r := range rows {
		list[i] = Contact{r.ID, r.Name, r.Mobile, r.Email, !r.InvitedAt.IsZero()}
	}
	return list, next, nil
}

// CountContacts returns how many contacts a customer has.
func (s *Service) CountContacts(ctx context.Context, customerID int64) (int64, error) {
	n, err := s.store.Queries().ReferralContactCount(ctx, customerID)
	if err != nil {
		return 0, fmt.Errorf("referral: count contacts: %w", err)
	}
	return n, nil
}

// AddContacts stores contacts, one for each number. If the number is stored already, the contact
// gets the new name and address. The audit log records that the customer has consented. It returns
// a 422 for the first contact that is invalid, and a 409 for too many contacts.
func (s *Service) AddContacts(ctx context.Context, customerID int64, contacts []Contact) error {
	read := make([]Contact, len(contacts))
	for i, c := range contacts {
		var err error
		if read[i], err = readContact(c); err != nil {
			return err
		}
	}
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		for _, c := range read {
			_, err := tx.ReferralContactAdd(ctx, db.ReferralContactAddParams{
				CustomerID: customerID, ID: s.ids.Next(), Name: c.Name, Mobile: c.Mobile, Email: c.Email, CreatedAt: s.now(),
			})
			if err != nil {
				return fmt.Errorf("referral: add a contact: %w", err)
			}
		}
		count, err := tx.ReferralContactCount(ctx, customerID)
		if err != nil {
			return fmt.Errorf("referral: count contacts: %w", err)
		}
		if count > MaxContacts {
			return fault.Conflict("referral.too_many_contacts", "At most {most} contacts can be kept. Please remove some first.", fault.With("most", MaxContacts))
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "contacts_added", Object: fmt.Sprintf("%d with consent", len(read))})
	})
}

// readContact normalizes a contact, or returns an error that says what is wrong with it.
func readContact(c Contact) (Contact, error) {
	c.Name = strings.TrimSpace(c.Name)
	if n := utf8.RuneCountInString(c.Name); n == 0 || n > maxName {
		return c, fault.Invalid("referral.contact_name_invalid", "name", "Please enter a name of at most {most} characters.", fault.With("most", maxName))
	}
	var err error
	if c.Mobile, err = account.MobileNumber(c.Mobile); err != nil {
		return c, err
	}
	if strings.TrimSpace(c.Email) != "" {
		c.Email, err = mailAddress(c.Email)
	}
	return c, err
}

// RemoveContact removes a contact, or returns a 404.
func (s *Service) RemoveContact(ctx context.Context, customerID, id int64) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		removed, err := tx.ReferralContactRemove(ctx, customerID, id)
		if err != nil {
			return fmt.Errorf("referral: remove a contact: %w", err)
		}
		if removed == 0 {
			return errNoContact()
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "contact_removed", Object: fmt.Sprintf("contact/%d", id)})
	})
}

func errNoContact() error {
	return fault.NotFound("referral.contact_not_found", "There is no such contact.")
}
