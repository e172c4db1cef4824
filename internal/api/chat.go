package api

import (
	"context"
	"strings"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/support"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// ChatMessage is one message of the chat: a saying, or a text and a picture.
type ChatMessage struct {
	ID         int64            `json:"id"`
	Key        string           `json:"key,omitempty" doc:"what its sender called it" example:"5c7v9b1n3m5k7j9h1g3f5d7s9a"`
	Author     string           `json:"author" enum:"customer,assistant,staff" doc:"the assistant is a program"`
	By         string           `json:"by,omitempty" doc:"of staff: the first name" example:"Meera"`
	Saying     string           `json:"saying,omitempty" enum:"ask_dues,ask_requests,ask_person,ask_area,dues,no_dues,requests,no_requests,handed_over,which_area,closed,reopened" doc:"what is always said in the same way, in the reader's language; absent for words"`
	Due        money.Amount     `json:"due,omitempty" doc:"of the saying dues: what was to be paid then of invoices and late fees, after the wallet"`
	Deposit    money.Amount     `json:"deposit,omitempty" doc:"of the saying dues: the deposit that was missing then"`
	Debit      money.Amount     `json:"debit,omitempty" doc:"of the saying dues: what of due auto debit pays on debitOn"`
	DebitOn    calendar.Date    `json:"debitOn,omitzero"`
	IsRetry    bool             `json:"isRetry,omitempty" doc:"of the saying dues: the bank did not pay an earlier try of this debit"`
	Promised   money.Amount     `json:"promised,omitempty" doc:"of the saying dues: what the customer has promised to pay by promisedBy"`
	PromisedBy calendar.Date    `json:"promisedBy,omitzero"`
	PaidUntil  calendar.Date    `json:"paidUntil,omitzero" doc:"of the sayings dues and no_dues: the last day that rent in advance covers"`
	Requests   []ChatRequest    `json:"requests,omitempty" doc:"of the saying requests: the newest live ones as they were then"`
	Text       string           `json:"text,omitempty" example:"The fridge does not cool."`
	Image      *Upload          `json:"image,omitempty"`
	At         calendar.Instant `json:"at"`
}

// ChatRequest is a live service request that the assistant mentions.
type ChatRequest struct {
	TicketID    string        `json:"ticketId"`
	RequestType ticket.Type   `json:"requestType" example:"20"`
	Status      string        `json:"status" doc:"as that of a ticket" example:"scheduled"`
	VisitDate   calendar.Date `json:"visitDate,omitzero" doc:"when our team comes, once it is planned"`
}

// QuickReply is a question that the customer can ask with one tap.
type QuickReply struct {
	Saying   string       `json:"saying" enum:"ask_dues,ask_requests,ask_person"`
	Due      money.Amount `json:"due,omitempty" doc:"of ask_dues: what is to be paid now, after the wallet, with a deposit that is missing"`
	Requests int          `json:"requests,omitempty" doc:"of ask_requests: how many live requests there are"`
}

// Conversation is the chat between a customer and support.
type Conversation struct {
	State        string        `json:"state" enum:"assistant,waiting,answered" doc:"the assistant is enough so far; a person is to answer; a person has said the last word"`
	Messages     []ChatMessage `json:"messages" doc:"the oldest first"`
	Earlier      bool          `json:"earlier" doc:"whether there are messages before these"`
	QuickReplies []QuickReply  `json:"quickReplies"`
}

type chatCalls struct {
	chats    *support.Service
	accounts *account.Service
	uploads  *upload.Service
}

type conversationQuery struct {
	Before int64 `query:"before" minimum:"0" doc:"the id of the oldest message that is known: what was said before it is answered, without quick replies"`
}

func (c *chatCalls) conversation(ctx context.Context, s account.Session, in *conversationQuery) (Conversation, error) {
	said, err := c.chats.Read(ctx, s.CustomerID, in.Before)
	return Conversation{
		State: string(said.State), Earlier: said.Earlier,
		Messages: each(said.Messages, func(m support.Message) ChatMessage { return c.message(s.CustomerID, m) }),
		QuickReplies: each(said.Replies, func(r support.Reply) QuickReply {
			return QuickReply{string(r.Saying), r.Due.Wire(), r.Requests}
		}),
	}, err
}

func (c *chatCalls) message(customerID int64, m support.Message) ChatMessage {
	out := ChatMessage{
		ID: m.ID, Key: m.Key, Author: string(m.Author), By: firstWord(m.StaffName), Saying: string(m.Saying), Text: m.Text, At: m.At,
		Due: m.Facts.Due.Wire(), Deposit: m.Facts.Deposit.Wire(), Debit: m.Facts.Debit.Wire(), DebitOn: m.Facts.DebitOn, IsRetry: m.Facts.DebitAgain,
		Promised: m.Facts.Promised.Wire(), PromisedBy: m.Facts.PromisedBy, PaidUntil: m.Facts.PaidUntil,
		Requests: each(m.Facts.Requests, func(r support.Request) ChatRequest {
			return ChatRequest{r.Number, r.Type, string(r.Status), r.VisitOn}
		}),
	}
	if m.Image != nil {
		image := wireUpload(c.uploads, customerID, *m.Image)
		out.Image = &image
	}
	return out
}

func firstWord(name string) string {
	first, _, _ := strings.Cut(name, " ")
	return first
}

type chatWords struct {
	Body struct {
		Key     string `json:"key" minLength:"1" maxLength:"60" example:"5c7v9b1n3m5k7j9h1g3f5d7s9a" doc:"what the sender calls the message, unlike any other of the customer's: sent again, it is the same message"`
		Text    string `json:"text,omitempty" maxLength:"2000" format:"lines" example:"The fridge does not cool."`
		ImageID string `json:"imageId,omitempty" maxLength:"100" example:"7k2m9x4q1c8v3b6n5z0w7j2h4d" doc:"of uploadImage"`
	}
}

func (c *chatCalls) send(ctx context.Context, s account.Session, in *chatWords) (ChatMessage, error) {
	m, err := c.chats.Send(ctx, s.CustomerID, support.Words{Key: in.Body.Key, Text: in.Body.Text, ImageID: in.Body.ImageID})
	return c.message(s.CustomerID, m), err
}

type chatQuickReply struct {
	Body struct {
		Key    string `json:"key" minLength:"1" maxLength:"60" example:"5c7v9b1n3m5k7j9h1g3f5d7s9a" doc:"as that of sendMessage"`
		Saying string `json:"saying" maxLength:"40" enum:"ask_dues,ask_requests,ask_person,ask_area" doc:"ask_area is not offered: it begins a chat about an area that is not served"`
	}
}

func (c *chatCalls) sendQuickReply(ctx context.Context, s account.Session, in *chatQuickReply) (ChatMessage, error) {
	customer, err := c.accounts.Customer(ctx, s.CustomerID)
	if err != nil {
		return ChatMessage{}, err
	}
	m, err := c.chats.SendQuickReply(ctx, customer, in.Body.Key, support.Saying(in.Body.Saying))
	return c.message(s.CustomerID, m), err
}

type chatSeen struct {
	Body struct {
		MessageID int64 `json:"messageId"`
	}
}

func (c *chatCalls) seen(ctx context.Context, s account.Session, in *chatSeen) (Ok, error) {
	return done, c.chats.Seen(ctx, s.CustomerID, in.Body.MessageID)
}

func (c *chatCalls) upload(ctx context.Context, s account.Session, in *uploadInput) (Upload, error) {
	return takeIn(ctx, c.uploads, s.CustomerID, upload.Chat, in)
}
