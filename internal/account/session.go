package account

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"strings"
	"time"

	"rento/internal/audit"
	"rento/internal/bound"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ident"
	"rento/internal/store"
	"rento/internal/store/db"
)

// maxSessions is how many sessions each actor may have with one customer. One more ends the oldest.
const maxSessions = 5

// Session is a signed-in customer or agent.
type Session struct {
	CustomerID int64
	// Actor is the customer or an agent. The route table lists what agents may do.
	Actor audit.Actor
	Agent bool
	// ByLink says that the link of a message opened the session. Whoever has the message may look
	// and pay, and nothing else (roles of the route table).
	ByLink bool
	IsB2B  bool
	// Revision counts the writes to the customer's data. It was read together with the session, so
	// a cached answer with this revision is up to date.
	Revision int64
}

// A token is tokenPrefix, 52 characters of 5 random bits, and a checksum of 6 characters. Secret
// scanners can find a leaked token, and a guessed token is rejected without a query.
const (
	tokenPrefix   = "rs1_"
	tokenSecret   = 52
	tokenChecksum = 6
	tokenAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"
)

// NewToken returns the token of a new session and the hash that is stored. Only the session's owner
// may learn the token.
func NewToken() (token, hash string) {
	secret := ident.Reference(tokenSecret)
	token = tokenPrefix + secret + checksum(secret)
	return token, ident.Hash(token)
}

// checksum is the lower 30 bits of the text's CRC-32, in 6 characters.
func checksum(text string) string {
	sum := crc32.ChecksumIEEE([]byte(text))
	raw := make([]byte, tokenChecksum)
	for i := range raw {
		raw[i] = tokenAlphabet[sum&31]
		sum >>= 5
	}
	return string(raw)
}

// tokenHash returns the stored form of a token, or false if the text cannot be a token. It also
// accepts the word Bearer before the token.
func tokenHash(authorization string) (string, bool) {
	token := strings.TrimSpace(authorization)
	if scheme, rest, ok := strings.Cut(token, " "); ok && strings.EqualFold(scheme, "bearer") {
		token = strings.TrimSpace(rest)
	}
	body, ok := strings.CutPrefix(token, tokenPrefix)
	if !ok || len(body) != tokenSecret+tokenChecksum || checksum(body[:tokenSecret]) != body[tokenSecret:] {
		return "", false
	}
	return ident.Hash(token), true
}

// Authenticate returns the session of a token, or a 401. It makes one read. It stores that the
// session was used only every few minutes.
func (s *Service) Authenticate(ctx context.Context, authorization string) (Session, error) {
	hash, row, err := s.find(ctx, authorization)
	if err != nil {
		return Session{}, err
	}
	session, now := sessionOf(row), s.now()
	if now >= row.SeenAt.Add(session.seenEvery()) {
		s.seen(ctx, hash, session, now, row.ExpiresAt)
	}
	return session, nil
}

// Peek is like Authenticate, for automatic requests: it does not count as use of the session, so
// the idle time keeps running.
func (s *Service) Peek(ctx context.Context, authorization string) (Session, error) {
	_, row, err := s.find(ctx, authorization)
	if err != nil {
		return Session{}, err
	}
	return sessionOf(row), nil
}

// find returns the stored session of a token and its hash, or a 401.
func (s *Service) find(ctx context.Context, authorization string) (string, db.AccountSessionRow, error) {
	hash, ok := tokenHash(authorization)
	if !ok {
		return "", db.AccountSessionRow{}, fault.Unauthorized()
	}
	// This is one read by key. Watching for the caller to disconnect would cost more.
	ctx = context.WithoutCancel(ctx)
	var row db.AccountSessionRow
	err := s.store.ReadOne(ctx, func(q *db.Queries) (err error) {
		row, err = q.AccountSession(ctx, hash)
		return err
	})
	if store.IsNone(err) {
		return "", row, fault.Unauthorized()
	}
	if err != nil {
		return "", row, fmt.Errorf("account: session: %w", err)
	}
	if now := s.now(); row.IdleUntil <= now || row.ExpiresAt <= now {
		return "", row, fault.Unauthorized()
	}
	if row.DisplacedAt != 0 {
		return "", row, displaced()
	}
	return hash, row, nil
}

// displaced is the 401 of a session that a newer one has displaced.
func displaced() error {
	return fault.SessionEnded("session.displaced", "You were signed out here, because an account is signed in on at most {most} devices and you have signed in on a newer one.", fault.With("most", maxSessions))
}

func sessionOf(row db.AccountSessionRow) Session {
	actor := audit.ParseActor(row.Actor)
	return Session{
		CustomerID: row.CustomerID, Actor: actor, Agent: actor.Kind == audit.KindAgent, ByLink: actor == audit.ByLink(), IsB2B: row.IsB2b, Revision: row.Revision,
	}
}

// seenEvery is how long uses of the session may go unrecorded.
func (s Session) seenEvery() time.Duration {
	if s.Agent {
		return time.Minute
	}
	return 5 * time.Minute
}

func (s *Service) lifetime(actor audit.Actor) Lifetime {
	switch {
	case actor.Kind == audit.KindAgent:
		return s.config.AgentLifetime
	case actor == audit.ByLink():
		return s.config.LinkLifetime
	}
	return s.config.CustomerLifetime
}

// seen extends the idle time. If the write fails, the request still succeeds.
func (s *Service) seen(ctx context.Context, hash string, session Session, now, expires calendar.Instant) {
	idle := min(now.Add(s.lifetime(session.Actor).Idle), expires)
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		return tx.AccountSessionSeen(context.WithoutCancel(ctx), db.AccountSessionSeenParams{SeenAt: now, IdleUntil: idle, TokenHash: hash})
	})
	if err != nil {
		s.logger.WarnContext(ctx, "use of a session not noted", "error", err.Error())
	}
}

// open starts a session in the caller's transaction. A customer's sign-in cancels a planned
// deletion of the account; a sign-in by a message's link does not.
func (s *Service) open(ctx context.Context, tx *store.Tx, owner db.Customer, actor audit.Actor, device string) (login Login, err error) {
	customerID := owner.ID
	ctx = audit.WithActor(ctx, actor)
	now := s.now()
	token, hash := NewToken()
	lifetime := s.lifetime(actor)
	err = tx.AccountSessionAdd(ctx, db.AccountSessionAddParams{
		TokenHash: hash, CustomerID: customerID, Actor: actor.String(), Device: bound.Line(clip(device, 200)), Network: audit.NetworkOf(ctx),
		CreatedAt: now, IdleUntil: now.Add(min(lifetime.Idle, lifetime.Whole)), ExpiresAt: now.Add(lifetime.Whole),
	})
	if err != nil {
		return Login{}, fmt.Errorf("account: open a session: %w", err)
	}
	if _, err := tx.AccountSessionsTrim(ctx, db.AccountSessionsTrimParams{DisplacedAt: now, CustomerID: customerID, Actor: actor.String(), Most: maxSessions}); err != nil {
		return Login{}, fmt.Errorf("account: end the oldest session: %w", err)
	}
	if err := dropDevices(ctx, tx, customerID); err != nil {
		return Login{}, err
	}
	if actor == audit.Customer() {
		if login.Kept, err = s.withdrawDeletion(ctx, tx, customerID); err != nil {
			return Login{}, err
		}
	}
	login.Token, login.Customer, login.ByLink = token, customerOf(owner), actor == audit.ByLink()
	return login, s.audit.Record(ctx, tx, audit.Entry{CustomerID: customerID, Action: "sign_in", Object: "session"})
}

// end ends one session and stops the push messages to its device.
func end(ctx context.Context, tx *store.Tx, customerID int64, hash string) error {
	if _, err := tx.AccountSessionEnd(ctx, hash); err != nil {
		return fmt.Errorf("account: end the session: %w", err)
	}
	return dropDevices(ctx, tx, customerID)
}

// clip cuts a header and drops invalid UTF-8, because browsers send bytes of other encodings.
func clip(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// Logout ends the session of a token and what it registered: the push messages to its device and,
// if the session is the customer's own, the chat. An unknown token is not an error, because there
// is nothing left to end.
func (s *Service) Logout(ctx context.Context, authorization string) error {
	hash, ok := tokenHash(authorization)
	if !ok {
		return nil
	}
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		row, err := tx.AccountSession(ctx, hash)
		if store.IsNone(err) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("account: session: %w", err)
		}
		if row.DisplacedAt != 0 {
			return nil
		}
		if err := end(ctx, tx, row.CustomerID, hash); err != nil {
			return err
		}
		actor := audit.ParseActor(row.Actor)
		if actor == audit.Customer() {
			if err := tx.AccountChatsEnd(ctx, s.now(), row.CustomerID); err != nil {
				return fmt.Errorf("account: end the chat: %w", err)
			}
		}
		ctx = audit.WithActor(ctx, actor)
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: row.CustomerID, Action: "sign_out", Object: "session"})
	})
}

// Disown ends a session whose holder says that the account is not theirs: a link opened the account
// for the wrong person. It is recorded in the audit log and in the program's log.
func (s *Service) Disown(ctx context.Context, session Session, authorization string) error {
	hash, _ := tokenHash(authorization)
	err := s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		if err := end(ctx, tx, session.CustomerID, hash); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: session.CustomerID, Action: "session_disowned", Object: "session"})
	})
	if err != nil {
		return err
	}
	s.logger.WarnContext(ctx, "a sign-in link opened the wrong account", "customer", session.CustomerID)
	return nil
}

// Signed is one session in the list of where a customer is signed in.
type Signed struct {
	// ID identifies the session without revealing its token.
	ID        string
	Actor     audit.Actor
	Device    string
	Network   string // where the session began
	CreatedAt calendar.Instant
	SeenAt    calendar.Instant
	This      bool // the session that makes this request
}

// sessionIDLength is how many characters of the stored hash form the ID.
const sessionIDLength = 16

// Sessions lists where the customer is signed in, including agents who act for the customer, the
// most recently used first. The authorization is the token of the session that asks.
func (s *Service) Sessions(ctx context.Context, customerID int64, authorization string) ([]Signed, error) {
	hash, _ := tokenHash(authorization)
	rows, err := s.store.Queries().AccountSessions(ctx, customerID, s.now())
	if err != nil {
		return nil, fmt.Errorf("account: sessions: %w", err)
	}
	list := make([]Signed, len(rows))
	for i, r := range rows {
		list[i] = Signed{
			ID: r.TokenHash[:sessionIDLength], Actor: audit.ParseActor(r.Actor), Device: r.Device, Network: r.Network,
			CreatedAt: r.CreatedAt, SeenAt: r.SeenAt, This: r.TokenHash == hash,
		}
	}
	return list, nil
}

// EndOthers ends every session of the customer except the one with this token.
func (s *Service) EndOthers(ctx context.Context, session Session, authorization string) error {
	hash, _ := tokenHash(authorization)
	return s.store.WriteCompany(ctx, func(tx *store.Tx) error {
		ctx := context.WithoutCancel(ctx)
		n, err := tx.AccountSessionsEnd(ctx, session.CustomerID, hash)
		if err != nil {
			return fmt.Errorf("account: end sessions: %w", err)
		}
		if err := dropDevices(ctx, tx, session.CustomerID); err != nil {
			return err
		}
		return s.audit.Record(ctx, tx, audit.Entry{CustomerID: session.CustomerID, Action: "sessions_ended", Object: fmt.Sprint(n)})
	})
}

// nameFor is a stable id for a customer at an outside service. It does not reveal who the customer
// is.
func (s *Service) nameFor(service string, customerID int64) string {
	id := binary.BigEndian.AppendUint64(nil, uint64(customerID))
	raw := s.keyed("name for "+service, string(id))[:26]
	for i, b := range raw {
		raw[i] = tokenAlphabet[b&31]
	}
	return string(raw)
}
