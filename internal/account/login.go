package account

import (
	"context"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

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
	codeDigits   = 6
	codeLifetime = 5 * time.Minute
	maxWrongCode = 5
)

// resendAfter is how long to wait before asking for another code, by the number of codes sent since
// the last sign-in.
var resendAfter = []time.Duration{30 * time.Second, time.Minute, 2 * time.Minute}

// CodeSent identifies the challenge that a code answers, and says when another code may be asked
// for.
type CodeSent struct {
	ChallengeID string
	ResendAfter time.Duration
}

// Login is a successful sign-in.
type Login struct {
	// Token is the session token. Only the customer knows it; we store its hash.
	Token    string
	Customer Customer
	// Kept says that this sign-in cancelled a planned deletion of the account.
	Kept bool
	// ByLink says that the session may only look and pay (Session.ByLink).
	ByLink bool
}

// RequestLoginCode sends a sign-in code to a mobile number. An unknown number goes through the same
// steps and gets the same answer, but no message. It returns a 422 if the text is not an Indian
// mobile number, a 429 for too many codes, and a 503 when too many people sign in at once.
func (s *Service) RequestLoginCode(ctx context.Context, mobile, address string) (CodeSent, error) {
	mobile, err := MobileNumber(mobile)
	if err != nil {
		return CodeSent{}, err
	}
	c := challenge{id: ident.Reference(26), mobile: mobile, network: limit.Network(address), code: s.newCode()}
	if _, err := s.mayResend(ctx, s.store.Queries(), c); err != nil {
		return CodeSent{}, err
	}
	err = s.hashes.do(ctx, func() error {
		if err := s.limitCodes(ctx, c, address); err != nil {
			return err
		}
		c.hash = s.codeHash(c.id, c.code)
		return nil
	})
	if err != nil {
		return CodeSent{}, err
	}
	var next time.Duration
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		next, err = s.challenge(context.WithoutCancel(ctx), tx, c)
		return err
	})
	return CodeSent{ChallengeID: c.id, ResendAfter: next}, err
}

// MobileNumber parses an Indian mobile number and returns its ten digits, or a 422 on mobileNumber.
func MobileNumber(text string) (string, error) {
	digits := strings.NewReplacer(" ", "", "-", "", "(", "", ")", "").Replace(text)
	for _, prefix := range []string{"+91", "0091", "91", "0"} {
		if rest, ok := strings.CutPrefix(digits, prefix); ok && len(rest) == 10 {
			digits = rest
			break
		}
	}
	if len(digits) != 10 || digits[0] < '6' || strings.Trim(digits, "0123456789") != "" {
		return "", fault.Invalid("login.mobile_invalid", "mobileNumber", "Please enter a valid 10 digit mobile number.")
	}
	return digits, nil
}

// limitCodes counts a code against the rate limits before it is sent. Networks from which the owner
// of the number has signed in before are counted separately from all other networks
// (docs/decisions/0008).
func (s *Service) limitCodes(ctx context.Context, c challenge, address string) error {
	known, err := s.store.Queries().AccountNetworkKnown(ctx, c.mobile, c.network)
	if err != nil {
		return fmt.Errorf("account: networks of a number: %w", err)
	}
	type count struct{ class, key string }
	fromNetwork := c.mobile + "/" + c.network
	limits := []count{
		{limit.CodeFromAddress, limit.Address(address)},
		{limit.CodeFromNetwork, c.network},
		{limit.CodeToNumber, fromNetwork},
	}
	if known == 0 {
		err := s.limits.Check(ctx, limit.CodeFirst, fromNetwork)
		switch {
		case err == nil:
			limits = append(limits, count{limit.CodeFirst, fromNetwork}, count{limit.CodeFirstElsewhere, c.mobile})
		case fault.Is(err, http.StatusTooManyRequests):
			limits = append(limits, count{limit.CodeElsewhere, c.mobile})
		default:
			return err
		}
	}
	// Check all limits before counting against any of them. If one limit refuses, no code is sent,
	// so the other limits, which other people share, must not be used up.
	for _, check := range []func(ctx context.Context, class, key string) error{s.limits.Check, s.limits.Allow} {
		for _, l := range limits {
			if err := check(ctx, l.class, l.key); err != nil {
				return err
			}
		}
	}
	return nil
}

// mayResend returns the pause after the next code. It returns a 429 if the current pause for the
// number and network is not over.
func (s *Service) mayResend(ctx context.Context, q *db.Queries, c challenge) (time.Duration, error) {
	now := s.now()
	rows, err := q.AccountChallengesSince(ctx, db.AccountChallengesSinceParams{Mobile: c.mobile, Network: c.network, CreatedAt: now.Add(-time.Hour)})
	if err != nil {
		return 0, fmt.Errorf("account: earlier codes: %w", err)
	}
	sent := 0
	for sent < len(rows) && rows[sent].UsedAt.IsZero() {
		sent++
	}
	if sent == 0 {
		return resendAfter[0], nil
	}
	pause := resendAfter[min(sent, len(resendAfter))-1]
	if wait := rows[0].CreatedAt.Add(pause) - now; wait > 0 {
		return 0, fault.TooMany(int((time.Duration(wait)*time.Microsecond + time.Second - 1) / time.Second))
	}
	return resendAfter[min(sent, len(resendAfter)-1)], nil
}

func (s *Service) newCode() string {
	if s.config.FixedCode != "" {
		return s.config.FixedCode
	}
	return ident.Code(codeDigits)
}

// codeHash returns the stored form of a code: Argon2id (19 MiB, 2 passes) of the keyed code, so
// that neither the database nor the key alone reveals it. Call it only inside hashes.do.
func (s *Service) codeHash(challengeID, code string) string {
	return hex.EncodeToString(argon2.IDKey(s.keyed("login code", code), []byte(challengeID), 2, 19*1024, 1, 32))
}

type challenge struct{ id, mobile, network, code, hash string }

// challenge stores a code, queues its message, and returns the pause after it.
func (s *Service) challenge(ctx context.Context, tx *store.Tx, c challenge) (time.Duration, error) {
	next, err := s.mayResend(ctx, tx.Queries, c)
	if err != nil {
		return 0, err
	}
	now := s.now()
	err = tx.AccountChallengeAdd(ctx, db.AccountChallengeAddParams{
		ID: c.id, Mobile: c.mobile, Network: c.network, CodeHash: c.hash, CreatedAt: now, ExpiresAt: now.Add(codeLifetime),
	})
	if err != nil {
		return 0, fmt.Errorf("account: keep a code: %w", err)
	}
	event := notify.LoginCode{Code: c.code, ExpiresAt: now.Add(codeLifetime)}
	return next, s.notices.SendToNumber(ctx, tx, c.mobile, event, "login_code/"+c.id)
}

func wrongCode() error {
	return fault.Invalid("login.code_wrong", "code", "That code is not right. Please check it and try again.")
}

// dead says that the challenge accepts no code any more.
func dead(c db.LoginChallenge, now calendar.Instant) bool {
	return !c.UsedAt.IsZero() || c.ExpiresAt <= now || c.WrongTries >= maxWrongCode
}

func deadCode() error {
	return fault.Invalid("login.code_expired", "code", "This code is no longer valid. Please ask for a new one.")
}

// VerifyLoginCode exchanges a code for a session. It returns a 422 if the code is wrong, or if it
// has expired, was used or was entered wrongly five times. It returns a 429 after ten wrong codes
// in an hour for a number from one network, and a 503 when too many people sign in at once. A code
// is hashed only if it could still be right.
func (s *Service) VerifyLoginCode(ctx context.Context, challengeID, code, device string) (Login, error) {
	asked, err := s.store.Queries().AccountChallenge(ctx, challengeID)
	if store.IsNone(err) {
		return Login{}, deadCode()
	}
	if err != nil {
		return Login{}, fmt.Errorf("account: code: %w", err)
	}
	if dead(asked, s.now()) {
		return Login{}, deadCode()
	}
	cooling := asked.Mobile + "/" + asked.Network
	if err := s.limits.Check(ctx, limit.WrongCode, cooling); err != nil {
		return Login{}, err
	}
	var given string
	err = s.hashes.do(ctx, func() error {
		given = s.codeHash(challengeID, strings.ReplaceAll(code, " ", ""))
		return nil
	})
	if err != nil {
		return Login{}, err
	}
	var login Login
	var refusal error
	err = s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		login, refusal, err = s.verify(context.WithoutCancel(ctx), tx, challengeID, given, device)
		return err
	})
	if err != nil {
		return Login{}, err
	}
	if refusal != nil {
		if err := s.limits.Allow(ctx, limit.WrongCode, cooling); err != nil && !fault.Is(err, 429) {
			return Login{}, err
		}
	}
	return login, refusal
}

// verify returns the refusal separately from err, because the transaction must commit to count the
// wrong try.
func (s *Service) verify(ctx context.Context, tx *store.Tx, id, given, device string) (login Login, refusal, err error) {
	c, err := tx.AccountChallenge(ctx, id)
	if err != nil {
		return Login{}, nil, fmt.Errorf("account: code: %w", err)
	}
	now := s.now()
	if dead(c, now) {
		return Login{}, deadCode(), nil
	}
	right := subtle.ConstantTimeCompare([]byte(given), []byte(c.CodeHash)) == 1
	owner, err := tx.AccountCustomerByMobile(ctx, c.Mobile)
	if err != nil && !store.IsNone(err) {
		return Login{}, nil, fmt.Errorf("account: whose number: %w", err)
	}
	if !right || err != nil {
		if err := tx.AccountChallengeWrong(ctx, id); err != nil {
			return Login{}, nil, fmt.Errorf("account: count a wrong code: %w", err)
		}
		return Login{}, wrongCode(), nil
	}
	login, err = s.signIn(ctx, tx, c, owner, device, now)
	return login, nil, err
}

func (s *Service) signIn(ctx context.Context, tx *store.Tx, c db.LoginChallenge, owner db.Customer, device string, now calendar.Instant) (Login, error) {
	if _, err := tx.AccountChallengeUse(ctx, now, c.ID); err != nil {
		return Login{}, fmt.Errorf("account: use a code: %w", err)
	}
	if err := tx.AccountChallengesEnd(ctx, c.Mobile); err != nil {
		return Login{}, fmt.Errorf("account: end other codes: %w", err)
	}
	if err := tx.AccountNetworkPut(ctx, db.AccountNetworkPutParams{CustomerID: owner.ID, Network: c.Network, SignedInAt: now}); err != nil {
		return Login{}, fmt.Errorf("account: keep the network of a sign-in: %w", err)
	}
	return s.open(ctx, tx, owner, audit.Customer(), device)
}
