package api

import (
	"context"
	"encoding/json"
	"log/slog"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/notify"
	"rento/internal/provider"
)

// User is the signed-in customer.
type User struct {
	ID                 int64            `json:"id"`
	UserID             int64            `json:"userId"`
	FullName           string           `json:"fullName"`
	Email              string           `json:"email"`
	MobileNumber       string           `json:"mobileNumber" doc:"ten digits"`
	Created            calendar.Instant `json:"created" nullable:"true"`
	VerificationStatus string           `json:"verificationStatus" example:"verified"`
	Language           string           `json:"language" doc:"of messages, ISO 639-1" example:"en"`
	LanguageChosen     bool             `json:"languageChosen" doc:"false as long as the customer has chosen none; then it is the language of a browser, at first English"`
}

// SignedIn is the answer of every way to sign in.
type SignedIn struct {
	AccessTokenID string `json:"accessTokenId" doc:"the session token; sent bare in Authorization"`
	UserID        int64  `json:"userId"`
	User          User   `json:"user"`
	IsKept        bool   `json:"isKept" doc:"the account was to be deleted, and is kept because its customer has signed in"`
	IsByLink      bool   `json:"isByLink" doc:"the link of a message has opened the session: it looks and pays, and every other call is a 403 with extra.code session.code_needed until a code has confirmed who it is"`
}

// Ok means that an action was performed.
type Ok struct {
	Success bool `json:"success"`
}

var done = Ok{Success: true}

// ok answers a call that returns only an error.
func ok(err error) (Ok, error) { return Ok{Success: err == nil}, err }

type sessionCalls struct {
	accounts *account.Service
	notices  *notify.Service
	chat     provider.Chat // nil if customers chat only with us
	logger   *slog.Logger
}

type codeRequest struct {
	Body struct {
		MobileNumber string `json:"mobileNumber" maxLength:"20" doc:"ten digits"`
	}
}

// CodeSent identifies the challenge of a code and says when another code can be requested.
type CodeSent struct {
	ChallengeID string `json:"challengeId"`
	ResendAfter int    `json:"resendAfter" doc:"seconds"`
}

func (c *sessionCalls) requestCode(ctx context.Context, in *codeRequest) (CodeSent, error) {
	sent, err := c.accounts.RequestLoginCode(ctx, in.Body.MobileNumber, clientIP(ctx))
	if err != nil {
		return CodeSent{}, err
	}
	return CodeSent{ChallengeID: sent.ChallengeID, ResendAfter: int(sent.ResendAfter.Seconds())}, nil
}

type codeAnswer struct {
	UserAgent string `header:"User-Agent" hidden:"true"`
	Body      struct {
		ChallengeID string `json:"challengeId" maxLength:"64"`
		Code        string `json:"code" maxLength:"12" doc:"six digits"`
	}
}

func (c *sessionCalls) verifyCode(ctx context.Context, in *codeAnswer) (SignedIn, error) {
	return signedIn(c.accounts.VerifyLoginCode(ctx, in.Body.ChallengeID, in.Body.Code, in.UserAgent))
}

type exchangeRequest struct {
	Authorization string `header:"Authorization" hidden:"true"` // the framework would not read it from an embedded struct
	UserAgent     string `header:"User-Agent" hidden:"true"`
	Body          struct {
		AccessTokenID string `json:"accessTokenID" maxLength:"128"`
	}
}

func (c *sessionCalls) exchange(ctx context.Context, in *exchangeRequest) (SignedIn, error) {
	login, isOne, err := c.accounts.ExchangePayCode(ctx, in.Body.AccessTokenID, in.Authorization, in.UserAgent)
	if isOne || err != nil {
		return signedIn(login, err)
	}
	return signedIn(c.accounts.ExchangeHandoff(ctx, in.Body.AccessTokenID, in.UserAgent))
}

func signedIn(login account.Login, err error) (SignedIn, error) {
	if err != nil {
		return SignedIn{}, err
	}
	u := login.Customer
	return SignedIn{AccessTokenID: login.Token, UserID: u.ID, User: User{
		ID: u.ID, UserID: u.ID, FullName: u.FullName, Email: u.Email, MobileNumber: u.Mobile,
		Created: u.CreatedAt, VerificationStatus: u.VerificationStatus, Language: u.Language,
		LanguageChosen: u.LanguageChosen,
	}, IsKept: login.Kept, IsByLink: login.ByLink}, nil
}

func (c *sessionCalls) logout(ctx context.Context, _ account.Session, in *sessionInput) (Ok, error) {
	return done, c.accounts.Logout(ctx, in.Authorization)
}

// SignedInPlace is one session. The company's sessions belong to agents who act for the customer.
type SignedInPlace struct {
	ID         string           `json:"id" example:"3f2a9c0d4e5b6a71"`
	By         string           `json:"by" enum:"customer,company"`
	Device     string           `json:"device" doc:"as the browser names itself; empty for the company's"`
	Network    string           `json:"network" doc:"where it began: the first 24 bits of an IPv4 address, 48 of an IPv6 one; empty for the company's" example:"203.0.113.0/24"`
	BegunAt    calendar.Instant `json:"begunAt"`
	LastSeenAt calendar.Instant `json:"lastSeenAt"`
	IsThis     bool             `json:"isThis"`
}

// SignedInPlaces are the sessions of a customer, most recently used first.
type SignedInPlaces struct {
	Sessions []SignedInPlace `json:"sessions"`
}

type sessionInput struct {
	Authorization string `header:"Authorization" hidden:"true"`
}

func (c *sessionCalls) sessions(ctx context.Context, s account.Session, in *sessionInput) (SignedInPlaces, error) {
	list, err := c.accounts.Sessions(ctx, s.CustomerID, in.Authorization)
	return SignedInPlaces{each(list, wireSession)}, err
}

func wireSession(s account.Signed) SignedInPlace {
	place := SignedInPlace{ID: s.ID, By: "company", BegunAt: s.CreatedAt, LastSeenAt: s.SeenAt, IsThis: s.This}
	if s.Actor.Kind == audit.KindCustomer {
		place.By, place.Device, place.Network = "customer", s.Device, s.Network
	}
	return place
}

func (c *sessionCalls) endOthers(ctx context.Context, s account.Session, in *sessionInput) (Ok, error) {
	return ok(c.accounts.EndOthers(ctx, s, in.Authorization))
}

func (c *sessionCalls) disown(ctx context.Context, s account.Session, in *sessionInput) (Ok, error) {
	return ok(c.accounts.Disown(ctx, s, in.Authorization))
}

func (c *sessionCalls) isB2B(_ context.Context, s account.Session, _ *Nothing) (Ok, error) {
	return Ok{Success: s.IsB2B}, nil
}

// CreditHistory says whether the customer has a credit history.
type CreditHistory struct {
	IsCreditExist bool `json:"isCreditExist"`
}

func (c *sessionCalls) credit(ctx context.Context, s account.Session, _ *Nothing) (CreditHistory, error) {
	exists, err := c.accounts.CreditExists(ctx, s.CustomerID)
	return CreditHistory{exists}, err
}

// Tabs says which tabs of the dashboard are shown. A tab that is not listed is shown.
type Tabs struct {
	Tabs map[string]bool `json:"tabs"`
}

func (c *sessionCalls) tabs(_ context.Context, s account.Session, _ *UserPath) (Tabs, error) {
	return Tabs{c.accounts.Tabs(s)}, nil
}

type languageChoice struct {
	UserPath
	Body struct {
		Language    string `json:"language" maxLength:"2" doc:"ISO 639-1" example:"hi"`
		FromBrowser bool   `json:"fromBrowser,omitempty" doc:"the browser's language, which nobody chose: one that the customer chose stays"`
	}
}

func (c *sessionCalls) setLanguage(ctx context.Context, s account.Session, in *languageChoice) (Ok, error) {
	if in.Body.FromBrowser {
		return ok(c.accounts.SetBrowserLanguage(ctx, s.CustomerID, in.Body.Language))
	}
	return ok(c.accounts.SetLanguage(ctx, s.CustomerID, in.Body.Language))
}

// ChatSession is what the app needs to open the chat.
type ChatSession struct {
	Proof               string `json:"proof,omitempty" doc:"of the name, where the chat service takes one from us" example:"f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"`
	AuthCode            string `json:"auth_code"`
	UniqueUserSessionID string `json:"uniqueUserSessionId"`
	UserID              int64  `json:"userId"`
}

func (c *sessionCalls) chatSession(ctx context.Context, s account.Session, _ *Nothing) (ChatSession, error) {
	chat, err := c.accounts.ChatSession(ctx, s)
	if err != nil {
		return ChatSession{}, err
	}
	proof := ""
	if c.chat != nil {
		proof = c.chat.Proof(chat.ID)
	}
	return ChatSession{Proof: proof, AuthCode: chat.AuthCode, UniqueUserSessionID: chat.ID, UserID: s.CustomerID}, nil
}

type chatProof struct {
	Body struct {
		AuthID   string `json:"auth_id" minLength:"1" maxLength:"64" example:"5c7v9b1n3m5k7j9h1g3f5d7s9a" doc:"the uniqueUserSessionId of a customer"`
		AuthCode string `json:"auth_code" minLength:"1" maxLength:"400" example:"eyJzaWQiOiI1Yzd2OWIxbiJ9.7w9e1r3t5y7u9i1o3p"`
	}
}

// ChatVerified confirms the identity of a customer to the chat service.
type ChatVerified struct {
	Status bool `json:"status"`
}

func (c *sessionCalls) verifyChat(ctx context.Context, in *chatProof) (ChatVerified, error) {
	if err := c.accounts.VerifyChat(ctx, in.Body.AuthID, in.Body.AuthCode); err != nil {
		return ChatVerified{}, err
	}
	return ChatVerified{true}, nil
}

type chatUpdate struct {
	Body struct {
		UniqueUserSessionID string `json:"uniqueUserSessionId" minLength:"1" maxLength:"64"`
		UserID              int64  `json:"userId"`
		Active              bool   `json:"active"`
	}
}

func (c *sessionCalls) recordChat(ctx context.Context, s account.Session, in *chatUpdate) (Ok, error) {
	if in.Body.UserID != s.CustomerID {
		return Ok{}, fault.NotFound("chat.not_found", "There is no such chat.")
	}
	return done, c.accounts.RecordChat(ctx, s, in.Body.UniqueUserSessionID, in.Body.Active)
}

// DeletionPlanned says when an account will be deleted.
type DeletionPlanned struct {
	Success bool          `json:"success"`
	EraseOn calendar.Date `json:"eraseOn,omitzero" doc:"the day of it; until then the customer may keep the account by signing in"`
	Message string        `json:"message" doc:"what to tell the customer, in English" example:"Your account will be deleted on 27 November 2026. If you sign in again before that day, it is kept."`
}

func (c *sessionCalls) deleteUser(ctx context.Context, s account.Session, _ *Nothing) (DeletionPlanned, error) {
	plan, err := c.accounts.RequestDeletion(ctx, s)
	return DeletionPlanned{Success: err == nil, EraseOn: plan.On, Message: plan.Message}, err
}

func (c *sessionCalls) withdrawDeletion(ctx context.Context, s account.Session, _ *Nothing) (Ok, error) {
	return done, c.accounts.WithdrawDeletion(ctx, s)
}

type trackRequest struct {
	Body struct {
		Event          string          `json:"event" minLength:"1" maxLength:"100"`
		Properties     json.RawMessage `json:"properties,omitempty"`
		DevicePlatform string          `json:"devicePlatform" maxLength:"40"`
	}
}

func (c *sessionCalls) track(ctx context.Context, s account.Session, in *trackRequest) (Ok, error) {
	return done, c.accounts.Track(ctx, s, account.TrackedEvent{Name: in.Body.Event, Platform: in.Body.DevicePlatform, Properties: in.Body.Properties})
}

type deviceRequest struct {
	Authorization string `header:"Authorization" hidden:"true"`
	Body          struct {
		FirebaseDeviceToken        string `json:"firebaseDeviceToken" minLength:"1" maxLength:"512"`
		IsContactPermissionAllowed bool   `json:"isContactPermissionAllowed"`
		DevicePlatform             string `json:"devicePlatform" maxLength:"40"`
	}
}

func (c *sessionCalls) device(ctx context.Context, s account.Session, in *deviceRequest) (Ok, error) {
	if !c.notices.Takes(in.Body.FirebaseDeviceToken) {
		return Ok{}, fault.Invalid("device.not_served", "firebaseDeviceToken", "Messages cannot be sent to this device.")
	}
	return done, c.accounts.RegisterDevice(ctx, s, in.Authorization, account.Device{
		Token: in.Body.FirebaseDeviceToken, Platform: in.Body.DevicePlatform, ContactPermission: in.Body.IsContactPermissionAllowed,
	})
}
