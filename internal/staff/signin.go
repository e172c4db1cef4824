package staff

import (
	"context"
	"crypto/subtle"
	"database/sql"
	"fmt"
	"strings"
	"time"

	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/limit"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
)

const (
	codeLifetime = 5 * time.Minute
	maxWrong     = 5

	sessionIdle  = 15 * time.Minute
	sessionWhole = 10 * time.Hour
	maxSessions  = 3
	// seenEvery is how much of the idle time may go unnoticed.
	seenEvery = time.Minute
)

// RequestCode mails a code to somebody who may sign in, and returns the challenge that
// goes with it. An address that is nobody's gets the same answer and no mail. A 429
// says that too many were asked for from the network, or by everybody: who asks for
// codes of somebody else keeps them out from that network alone.
func (s *Service) RequestCode(ctx context.Context, email string) (challenge string, err error) {
	email = strings.ToLower(strings.TrimSpace(email))
	address := s.keyed(email)
	if err := s.limits.Allow(ctx, limit.StaffCode, fromNetwork(ctx, address)); err != nil {
		return "", err // it does not count for the others
	}
	if err := s.limits.Allow(ctx, limit.StaffCodeOfAll, address); err != nil {
		return "", err
	}
	challenge, code := ident.Reference(26), s.newCode()
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		person, err := tx.StaffByEmail(ctx, email)
		if err != nil && !store.IsNone(err) {
			return fmt.Errorf("staff: find: %w", err)
		}
		known := err == nil && person.Active
		expires := s.now().Add(codeLifetime)
		err = tx.StaffChallengeAdd(ctx, db.StaffChallengeAddParams{
			ID: challenge, StaffID: sql.NullInt64{Int64: person.ID, Valid: known}, AddressHash: address, CodeHash: s.keyed(challenge + code), ExpiresAt: expires,
		})
		if err != nil {
			return fmt.Errorf("staff: keep a code: %w", err)
		}
		if !known {
			return nil
		}
		to := notify.Invitee{Name: person.Name, Email: person.Email, Language: notify.English}
		return s.notices.SendToInvitee(ctx, tx, to, notify.StaffCode{Code: code, ExpiresAt: expires}, "staff_code/"+challenge)
	})
	return challenge, err
}

func (s *Service) newCode() string {
	if s.config.FixedCode != "" {
		return s.config.FixedCode
	}
	return ident.Code(codeDigits)
}

// fromNetwork is an address, as it is asked for from the network of the request.
func fromNetwork(ctx context.Context, address string) string {
	return address + " " + audit.NetworkOf(ctx)
}

// SignIn swaps the mailed code and that of the authenticator app for a session, whose
// token it returns. Either of them wrong is a 422 that does not say which, and the fifth
// try ends the mailed one; a 429 after five wrong tries for an address from one
// network within 15 minutes, whether it is somebody's or not.
func (s *Service) SignIn(ctx context.Context, challenge, mailed, app string) (token string, err error) {
	row, err := s.store.Queries().StaffChallenge(ctx, challenge)
	if store.IsNone(err) {
		return "", expired()
	}
	if err != nil {
		return "", fmt.Errorf("staff: code: %w", err)
	}
	who := fromNetwork(ctx, row.AddressHash)
	if err := s.limits.Check(ctx, limit.StaffWrongCode, who); err != nil {
		return "", err
	}
	var refusal error
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		token, refusal, err = s.signIn(context.WithoutCancel(ctx), tx, challenge, mailed, app)
		return err
	})
	if err != nil {
		return "", err
	}
	if refusal != nil {
		if err := s.limits.Allow(ctx, limit.StaffWrongCode, who); err != nil && !fault.Is(err, 429) {
			return "", err
		}
	}
	return token, refusal
}

func expired() error {
	return fault.Invalid("login.code_expired", "code", "This code is no longer valid. Please ask for a new one.")
}

// signIn returns the refusal apart from err: a wrong try must be committed.
func (s *Service) signIn(ctx context.Context, tx *store.Tx, challenge, mailed, app string) (token string, refusal, err error) {
	c, err := tx.StaffChallenge(ctx, challenge)
	if store.IsNone(err) {
		return "", expired(), nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("staff: code: %w", err)
	}
	if c.ExpiresAt <= s.now() || c.Tries >= maxWrong {
		return "", expired(), nil
	}
	given := s.keyed(challenge + strings.ReplaceAll(mailed, " ", ""))
	right := subtle.ConstantTimeCompare([]byte(given), []byte(c.CodeHash)) == 1
	if right {
		if right, err = s.takeAppCode(ctx, tx, c.StaffID, app); err != nil {
			return "", nil, err
		}
	}
	if !right {
		if err := tx.StaffChallengeTried(ctx, challenge); err != nil {
			return "", nil, fmt.Errorf("staff: count a wrong code: %w", err)
		}
		return "", fault.Invalid("login.code_wrong", "code", "That code is not right. Please check it and try again."), nil
	}
	token, err = s.open(ctx, tx, c.StaffID.Int64)
	return token, nil, err
}

// takeAppCode takes a code of somebody's authenticator app, once.
func (s *Service) takeAppCode(ctx context.Context, tx *store.Tx, id sql.NullInt64, app string) (bool, error) {
	if !id.Valid {
		return false, nil
	}
	person, err := tx.StaffOne(ctx, id.Int64)
	if err != nil {
		return false, fmt.Errorf("staff: read: %w", err)
	}
	text, err := s.keyring.Decrypt(placeOfSecret(person.ID), person.TotpSecret)
	if err != nil {
		return false, fmt.Errorf("staff: secret of %d: %w", person.ID, err)
	}
	shared, err := secretOf(text)
	if err != nil {
		return false, err
	}
	step, right := shared.match(app, s.clock.Now(), person.TotpStep)
	if !right || !person.Active {
		return false, nil
	}
	taken, err := tx.StaffCodeTaken(ctx, step, person.ID)
	if err != nil {
		return false, fmt.Errorf("staff: take a code: %w", err)
	}
	return taken > 0, nil
}

func (s *Service) open(ctx context.Context, tx *store.Tx, id int64) (string, error) {
	if err := tx.StaffChallengesEnd(ctx, sql.NullInt64{Int64: id, Valid: true}); err != nil {
		return "", fmt.Errorf("staff: end other codes: %w", err)
	}
	token, now := ident.Reference(52), s.now()
	err := tx.StaffSessionAdd(ctx, db.StaffSessionAddParams{
		TokenHash: ident.Hash(token), StaffID: id, CreatedAt: now, IdleUntil: now.Add(sessionIdle), ExpiresAt: now.Add(sessionWhole),
	})
	if err != nil {
		return "", fmt.Errorf("staff: open a session: %w", err)
	}
	if err := tx.StaffSessionsTrim(ctx, id, maxSessions); err != nil {
		return "", fmt.Errorf("staff: end the oldest session: %w", err)
	}
	person, err := tx.StaffOne(ctx, id)
	if err != nil {
		return "", fmt.Errorf("staff: read: %w", err)
	}
	return token, s.audit.Record(audit.WithActor(ctx, audit.Staff(person.Name)), tx, audit.Entry{Action: "staff_signed_in", Object: object(id)})
}

// Authenticate returns who a token belongs to, or a 401. It is a use of the session.
func (s *Service) Authenticate(ctx context.Context, token string) (Person, error) {
	person, idle, err := s.find(ctx, token)
	if err != nil {
		return Person{}, err
	}
	if s.now().Add(sessionIdle-seenEvery) < idle {
		return person, nil
	}
	return person, s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.StaffSessionSeen(context.WithoutCancel(ctx), s.now().Add(sessionIdle), ident.Hash(token))
	})
}

// Peek is Authenticate for what happens by itself: it is no use of the session, whose
// idle time runs on.
func (s *Service) Peek(ctx context.Context, token string) (Person, error) {
	person, _, err := s.find(ctx, token)
	return person, err
}

func (s *Service) find(ctx context.Context, token string) (Person, calendar.Instant, error) {
	row, err := s.store.Queries().StaffSession(ctx, ident.Hash(token))
	if store.IsNone(err) || err == nil && (row.IdleUntil <= s.now() || row.ExpiresAt <= s.now()) {
		return Person{}, 0, fault.Unauthorized()
	}
	if err != nil {
		return Person{}, 0, fmt.Errorf("staff: session: %w", err)
	}
	return Person{row.ID, row.Name, row.Email, true}, row.IdleUntil, nil
}

// SignOut ends the session of a token. One that is none is as ended as it can be.
func (s *Service) SignOut(ctx context.Context, token string) error {
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		if err := tx.StaffSessionEnd(context.WithoutCancel(ctx), ident.Hash(token)); err != nil {
			return fmt.Errorf("staff: end the session: %w", err)
		}
		return nil
	})
}
