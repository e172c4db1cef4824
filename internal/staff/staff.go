// Package staff knows the people of the company who answer customers, and lets them
// in: by a code that is mailed to them together with one of their authenticator app
// (docs/support.md).
package staff

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/encryption"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/jobs"
	"rento/internal/limit"
	"rento/internal/netname"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

// Person is somebody of the company.
type Person struct {
	ID     int64
	Name   string // as the audit log has it
	Email  string
	Active bool // may sign in
}

// Service knows who they are. It is safe for concurrent use.
type Service struct {
	store   *store.Store
	ids     *ident.Source
	clock   calendar.Clock
	notices *notify.Service
	limits  *limit.Limiter
	keyring *encryption.Keyring
	audit   *audit.Log
	config  Config
}

// Config is what the operator decides.
type Config struct {
	// Secret keys the stored codes. Empty makes one up that lasts until the process
	// ends.
	Secret []byte
	// Issuer is what authenticator apps call us.
	Issuer string
	// FixedCode is the mailed code of everybody, and FixedSecret that of everybody's
	// authenticator app, for the demo only.
	FixedCode, FixedSecret string
}

// Deps are what the service works with.
type Deps struct {
	Store   *store.Store
	IDs     *ident.Source
	Clock   calendar.Clock
	Jobs    *jobs.Queue
	Notices *notify.Service
	Limits  *limit.Limiter
	// Keyring encrypts the secrets of the authenticator apps.
	Keyring *encryption.Keyring
	Config  Config
}

// New returns the service and registers its job.
func New(d Deps) *Service {
	s := &Service{
		store: d.Store, ids: d.IDs, clock: d.Clock, notices: d.Notices, limits: d.Limits, keyring: d.Keyring, audit: audit.New(d.IDs, d.Clock), config: d.Config,
	}
	if len(s.config.Secret) == 0 {
		s.config.Secret = make([]byte, sha256.Size)
		_, _ = rand.Read(s.config.Secret) // crypto/rand never fails
	}
	d.Jobs.Every("staff.forget", jobs.Daily(3, 45), s.forget)
	return s
}

func (s *Service) now() calendar.Instant { return calendar.Stamp(s.clock.Now()) }

// Enrolment is what somebody sets an authenticator app up with. It is shown once.
type Enrolment struct {
	Person Person
	Secret string // base32
	URI    string // otpauth, as such apps read it
}

// Add makes somebody known who may sign in from then on; who is known already by the
// address gets a new secret, and is signed out everywhere. A name or an address that
// cannot be is a 422, as the name of somebody else or of the assistant is.
func (s *Service) Add(ctx context.Context, name, email string) (Enrolment, error) {
	name, email, err := check(name, email)
	if err != nil {
		return Enrolment{}, err
	}
	secret, err := s.newSecret()
	if err != nil {
		return Enrolment{}, err
	}
	made := Enrolment{Person: Person{Name: name, Email: email, Active: true}, Secret: secret.text(), URI: secret.uri(s.config.Issuer, email)}
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		made.Person.ID = s.ids.Next()
		added, err := tx.StaffAdd(ctx, db.StaffAddParams{ID: made.Person.ID, Name: name, Email: email, TotpSecret: s.sealed(made.Person.ID, secret), CreatedAt: s.now()})
		if err != nil {
			return fmt.Errorf("staff: add: %w", err)
		}
		action := "staff_added"
		if added == 0 {
			action = "staff_renewed"
			if made.Person.ID, err = s.renew(ctx, tx, name, email, secret); err != nil {
				return err
			}
		}
		if err := unlike(ctx, tx, made.Person.ID, name); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Action: action, Object: object(made.Person.ID)})
	})
	return made, err
}

func check(name, email string) (string, string, error) {
	name = strings.Join(strings.Fields(name), " ")
	if !audit.ValidName(name) {
		return "", "", fault.Invalid("staff.name_invalid", "name", "Please give a name in ASCII letters, of at most 60.")
	}
	first, _, _ := strings.Cut(name, " ")
	if looks(name) == looks(assistant) || looks(first) == looks(assistant) {
		return "", "", fault.Invalid("staff.name_assistant", "name", "Please give another name: the program that answers customers is called so.")
	}
	email, ok := netname.Mail(email)
	if !ok {
		return "", "", fault.Invalid("referral.email_invalid", "email", "Please enter a valid e-mail address.")
	}
	return name, email, nil
}

// assistant is what the program is called that answers customers, in the one language
// whose letters a name may have.
const assistant = "Assistant"

// looks is what remains of a name for the eye: two names of the same looks are not told
// apart. Names are of ASCII, so that the letters of other scripts need no thought.
func looks(name string) string {
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune(" .,'_-", r) {
			return -1
		}
		return r
	}, strings.ToLower(name))
	return alike.Replace(name)
}

var alike = strings.NewReplacer("0", "o", "1", "l", "i", "l", "5", "s", "rn", "m", "vv", "w")

// unlike refuses the name of somebody else, also of one who may not sign in any more:
// customers and the audit log know people by it.
func unlike(ctx context.Context, tx *store.Tx, id int64, name string) error {
	rows, err := tx.StaffAll(ctx)
	if err != nil {
		return fmt.Errorf("staff: list: %w", err)
	}
	if slices.ContainsFunc(rows, func(r db.Staff) bool { return r.ID != id && looks(r.Name) == looks(name) }) {
		return fault.Invalid("staff.name_taken", "name", "Somebody else is called so already. Please give a name that tells them apart.")
	}
	return nil
}

func (s *Service) newSecret() (secret, error) {
	if s.config.FixedSecret != "" {
		return secretOf(s.config.FixedSecret)
	}
	return newSecret(), nil
}

func object(id int64) string { return fmt.Sprintf("staff/%d", id) }

func placeOfSecret(id int64) string { return fmt.Sprintf("staff.totp_secret/%d", id) }

func (s *Service) sealed(id int64, secret secret) string {
	return s.keyring.Encrypt(placeOfSecret(id), secret.text())
}

func (s *Service) renew(ctx context.Context, tx *store.Tx, name, email string, secret secret) (int64, error) {
	row, err := tx.StaffByEmail(ctx, email)
	if err != nil {
		return 0, fmt.Errorf("staff: find: %w", err)
	}
	if err := tx.StaffRenew(ctx, db.StaffRenewParams{ID: row.ID, Name: name, TotpSecret: s.sealed(row.ID, secret)}); err != nil {
		return 0, fmt.Errorf("staff: renew: %w", err)
	}
	return row.ID, s.signOutEverywhere(ctx, tx, row.ID)
}

// End has somebody sign in no more, and signs them out everywhere. To end it again
// changes nothing. An id that is nobody's is a 404.
func (s *Service) End(ctx context.Context, id int64) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if _, err := tx.StaffOne(ctx, id); store.IsNone(err) {
			return fault.NotFound("staff.not_found", "There is nobody of this id.")
		} else if err != nil {
			return fmt.Errorf("staff: read: %w", err)
		}
		ended, err := tx.StaffEnd(ctx, id)
		if err != nil {
			return fmt.Errorf("staff: end: %w", err)
		}
		if ended == 0 {
			return nil
		}
		if err := s.signOutEverywhere(ctx, tx, id); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{Action: "staff_ended", Object: object(id)})
	})
}

func (s *Service) signOutEverywhere(ctx context.Context, tx *store.Tx, id int64) error {
	if err := tx.StaffSessionsEnd(ctx, id); err != nil {
		return fmt.Errorf("staff: end sessions: %w", err)
	}
	if err := tx.StaffChallengesEnd(ctx, sql.NullInt64{Int64: id, Valid: true}); err != nil {
		return fmt.Errorf("staff: end codes: %w", err)
	}
	return nil
}

// All lists everybody, those who may not sign in any more too, by name.
func (s *Service) All(ctx context.Context) ([]Person, error) {
	rows, err := s.store.Queries().StaffAll(ctx)
	if err != nil {
		return nil, fmt.Errorf("staff: list: %w", err)
	}
	all := make([]Person, len(rows))
	for i, r := range rows {
		all[i] = Person{r.ID, r.Name, r.Email, r.Active}
	}
	return all, nil
}

// NameOf is what somebody is called, who may not sign in any more too.
func NameOf(ctx context.Context, q *db.Queries, id int64) (string, error) {
	row, err := q.StaffOne(ctx, id)
	if err != nil {
		return "", fmt.Errorf("staff: name of %d: %w", id, err)
	}
	return row.Name, nil
}

// keyed is a keyed hash for the codes of staff alone.
func (s *Service) keyed(text string) string {
	mac := hmac.New(sha256.New, s.config.Secret)
	mac.Write([]byte("staff code\x00" + text))
	return hex.EncodeToString(mac.Sum(nil))
}

// forget deletes what has run out.
func (s *Service) forget(ctx context.Context) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if _, err := tx.StaffChallengesForget(ctx, s.now().Add(-time.Hour)); err != nil {
			return fmt.Errorf("staff: forget codes: %w", err)
		}
		if _, err := tx.StaffSessionsForget(ctx, s.now()); err != nil {
			return fmt.Errorf("staff: forget sessions: %w", err)
		}
		return nil
	})
}

// CheckKey reports whether the stored secrets can be read: see settlement.CheckKey.
func CheckKey(ctx context.Context, q *db.Queries, keys *encryption.Keyring) error {
	rows, err := q.StaffAll(ctx)
	if err != nil {
		return fmt.Errorf("staff: list: %w", err)
	}
	for _, r := range rows {
		if _, err := keys.Decrypt(placeOfSecret(r.ID), r.TotpSecret); err != nil {
			return fmt.Errorf("staff: secret of %d: %w", r.ID, err)
		}
	}
	return nil
}

// RotateKey encrypts every secret anew that is not under the current key, and returns
// how many there were.
func (s *Service) RotateKey(ctx context.Context) (encrypted int, err error) {
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		encrypted = 0
		rows, err := tx.StaffAll(ctx)
		if err != nil {
			return fmt.Errorf("staff: list: %w", err)
		}
		for _, r := range rows {
			if strings.HasPrefix(r.TotpSecret, s.keyring.CurrentPrefix()) {
				continue
			}
			anew, err := s.keyring.Reencrypt(placeOfSecret(r.ID), r.TotpSecret)
			if err != nil {
				return fmt.Errorf("staff: secret of %d: %w", r.ID, err)
			}
			if err := tx.StaffSecretRewrap(ctx, anew, r.ID); err != nil {
				return fmt.Errorf("staff: encrypt the secret of %d: %w", r.ID, err)
			}
			encrypted++
		}
		return nil
	})
	return encrypted, err
}
