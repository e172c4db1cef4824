package api

import (
	"context"
	"encoding/json"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
)

// User is the signed-in customer.
type User struct {
	ID                 int64            `json:"id"`
	UserID             int64            `json:"userId"`
	FullName           string           `json:"fullName"`
	Email              string           `json:"email"`
	MobileNumber       string           `json:"mobileNumber" doc:"ten digits"`
	Created            calendar.Instant `json:"created" nullable:"true"`
	VerificationStatus string           `json:"verificationStatus"`
}

// SignedIn is the answer of every way to sign in.
type SignedIn struct {
	AccessTokenID string `json:"accessTokenId" doc:"the session token; sent bare in Authorization"`
	UserID        int64  `json:"userId"`
	User          User   `json:"user"`
}

// Ok says that an act was done.
type Ok struct {
	Success bool   `json:"success"`
	Message string `json:"message,omitempty"`
}

var done = Ok{Success: true}

// ok answers a call that returns nothing but its error.
func ok(err error) (Ok, error) { return Ok{Success: err == nil}, err }

type sessionCalls struct{ accounts *account.Service }

func (c *sessionCalls) register(r *routes) {
	r.section = "Dashboard and session"
	public(r, "POST /api/RMUsers/requestLoginCode", "Send a sign-in code to a mobile number", c.requestCode, limited("login"))
	public(r, "POST /api/RMUsers/verifyLoginCode", "Sign in with the code", c.verifyCode, limited("login"))
	public(r, "POST /api/RMUsers/accessTokenLogin", "Swap the one-time code of a link for a session", c.exchange, limited("login"))
	own(r, "POST /api/RMUsers/logout", "End the session", c.logout, forBusiness())
	own(r, "GET /api/Dashboards/isB2B", "Whether the customer is a business", c.isB2B, forBusiness())
	own(r, "GET /api/Dashboards/checkCreditExist", "Whether there is a credit history", c.credit)
	ownID(r, "GET /api/RMUsers/{id}/dashboardTabsVisibility", "Which tabs to show", c.tabs)
	own(r, "GET /api/Haptiks/generateUserAndSessionMap", "A chat session", c.chatSession, forBusiness())
	own(r, "POST /api/Chatbots/upsertUserAndSessionMap", "Keep or end a chat session", c.keepChat, forBusiness())
	own(r, "POST /api/UserProfiles/requestDeleteUser", "Ask for the account to be deleted", c.deleteUser, limited("write"))
	own(r, "POST /api/customTrack", "Record an event of the apps", c.track, limited("track"))
	own(r, "POST /api/messageToken", "Keep a device for push messages", c.device, limited("track"))
	public(r, "GET /rudderstack-event-data.json", "Definitions of the analytics events", c.events)
}

type codeRequest struct {
	Body struct {
		MobileNumber string `json:"mobileNumber" doc:"ten digits"`
	}
}

// CodeSent says where to bring the code, and when another may be asked for.
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
	UserAgent string `header:"User-Agent"`
	Body      struct {
		ChallengeID string `json:"challengeId" maxLength:"64"`
		Code        string `json:"code" maxLength:"12" doc:"six digits"`
	}
}

func (c *sessionCalls) verifyCode(ctx context.Context, in *codeAnswer) (SignedIn, error) {
	return signedIn(c.accounts.VerifyLoginCode(ctx, in.Body.ChallengeID, in.Body.Code, in.UserAgent))
}

type exchangeRequest struct {
	UserAgent string `header:"User-Agent"`
	Body      struct {
		AccessTokenID string `json:"accessTokenID" maxLength:"128"`
	}
}

func (c *sessionCalls) exchange(ctx context.Context, in *exchangeRequest) (SignedIn, error) {
	return signedIn(c.accounts.ExchangeHandoff(ctx, in.Body.AccessTokenID, in.UserAgent))
}

func signedIn(login account.Login, err error) (SignedIn, error) {
	if err != nil {
		return SignedIn{}, err
	}
	u := login.Customer
	return SignedIn{AccessTokenID: login.Token, UserID: u.ID, User: User{
		ID: u.ID, UserID: u.ID, FullName: u.FullName, Email: u.Email, MobileNumber: u.Mobile,
		Created: u.CreatedAt, VerificationStatus: u.VerificationStatus,
	}}, nil
}

type logoutRequest struct {
	Authorization string `header:"Authorization" hidden:"true"`
}

func (c *sessionCalls) logout(ctx context.Context, _ account.Session, in *logoutRequest) (Ok, error) {
	return done, c.accounts.Logout(ctx, in.Authorization)
}

func (c *sessionCalls) isB2B(_ context.Context, s account.Session, _ *Nothing) (Ok, error) {
	return Ok{Success: s.IsB2B}, nil
}

// CreditHistory says whether the customer has one.
type CreditHistory struct {
	IsCreditExist bool `json:"isCreditExist"`
}

func (c *sessionCalls) credit(ctx context.Context, s account.Session, _ *Nothing) (CreditHistory, error) {
	exists, err := c.accounts.CreditExists(ctx, s.CustomerID)
	return CreditHistory{exists}, err
}

// Tabs says which tabs of the dashboard to show; a missing one is shown.
type Tabs struct {
	Tabs map[string]bool `json:"tabs"`
}

func (c *sessionCalls) tabs(_ context.Context, s account.Session, _ *UserPath) (Tabs, error) {
	return Tabs{c.accounts.Tabs(s)}, nil
}

// ChatSession lets the app open the chat.
type ChatSession struct {
	AuthCode            string `json:"auth_code"`
	UniqueUserSessionID string `json:"uniqueUserSessionId"`
	UserID              int64  `json:"userId"`
}

func (c *sessionCalls) chatSession(ctx context.Context, s account.Session, _ *Nothing) (ChatSession, error) {
	chat, err := c.accounts.ChatSession(ctx, s)
	if err != nil {
		return ChatSession{}, err
	}
	return ChatSession{AuthCode: chat.AuthCode, UniqueUserSessionID: chat.ID, UserID: s.CustomerID}, nil
}

type chatUpdate struct {
	Body struct {
		UniqueUserSessionID string `json:"uniqueUserSessionId" minLength:"1" maxLength:"64"`
		UserID              int64  `json:"userId"`
		Active              bool   `json:"active"`
	}
}

func (c *sessionCalls) keepChat(ctx context.Context, s account.Session, in *chatUpdate) (Ok, error) {
	if in.Body.UserID != s.CustomerID {
		return Ok{}, fault.NotFound("There is no such chat.")
	}
	return done, c.accounts.KeepChat(ctx, s, in.Body.UniqueUserSessionID, in.Body.Active)
}

func (c *sessionCalls) deleteUser(ctx context.Context, s account.Session, _ *Nothing) (Ok, error) {
	message, err := c.accounts.RequestDeletion(ctx, s)
	return Ok{Success: err == nil, Message: message}, err
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
	Body struct {
		FirebaseDeviceToken        string `json:"firebaseDeviceToken" minLength:"1" maxLength:"512"`
		IsContactPermissionAllowed bool   `json:"isContactPermissionAllowed"`
		DevicePlatform             string `json:"devicePlatform" maxLength:"40"`
	}
}

func (c *sessionCalls) device(ctx context.Context, s account.Session, in *deviceRequest) (Ok, error) {
	return done, c.accounts.KeepDevice(ctx, s, account.Device{
		Token: in.Body.FirebaseDeviceToken, Platform: in.Body.DevicePlatform, ContactPermission: in.Body.IsContactPermissionAllowed,
	})
}
