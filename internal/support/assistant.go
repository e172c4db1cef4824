package support

import (
	"context"
	"slices"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/ticket"
)

// Reply is a quick reply: something a customer may ask by pressing a button, with the figures shown
// on it.
type Reply struct {
	Saying Saying
	// Due is the amount due, including a missing deposit, for AskDues. Requests is the number of
	// live requests, for AskRequests.
	Due      money.Paise
	Requests int
}

// mostRequests is how many live requests the assistant lists.
const mostRequests = 5

// Replies are the quick replies that a customer may use now. A business customer, who has no
// dashboard, can only ask for a person.
func Replies(ctx context.Context, q *db.Queries, customer account.Customer, state State) ([]Reply, error) {
	var replies []Reply
	if !customer.IsB2B {
		dues, err := duesOf(ctx, q, customer.ID)
		if err != nil {
			return nil, err
		}
		live := true
		tickets, err := ticket.Of(ctx, q, customer.ID, &live, paging.Page{Number: 1, Size: 1})
		if err != nil {
			return nil, err
		}
		replies = append(replies, Reply{Saying: AskDues, Due: money.Sum(dues.Due, dues.Deposit)}, Reply{Saying: AskRequests, Requests: int(tickets.Total)})
	}
	if state == WithAssistant || state == Closed {
		replies = append(replies, Reply{Saying: AskPerson})
	}
	return replies, nil
}

// asked are the customers' sayings, with the functions that answer them.
var asked = map[Saying]func(s *Service, ctx context.Context, tx *store.Tx, t *thread) error{
	AskDues:     (*Service).tellDues,
	AskRequests: (*Service).tellRequests,
	AskPerson: func(s *Service, ctx context.Context, tx *store.Tx, t *thread) error {
		return s.askPerson(ctx, tx, t, TellHandedOver)
	},
	AskArea: func(s *Service, ctx context.Context, tx *store.Tx, t *thread) error {
		return s.askPerson(ctx, tx, t, TellWhichArea)
	},
}

// ofBusinesses are the sayings that a business customer may use.
var ofBusinesses = []Saying{AskPerson, AskArea}

// SendQuickReply adds a customer's saying, and the assistant answers it or a person is asked.
// Repeating the call with the same key changes nothing. It returns a 422 for an unknown saying and
// for one that a business may not use.
func (s *Service) SendQuickReply(ctx context.Context, customer account.Customer, key string, what Saying) (Message, error) {
	answer, known := asked[what]
	if !known || customer.IsB2B && !slices.Contains(ofBusinesses, what) {
		return Message{}, fault.Invalid("chat.saying_unknown", "saying", "This cannot be asked here.")
	}
	if err := (Words{Key: key, Text: string(what)}).check(); err != nil {
		return Message{}, err
	}
	return s.once(ctx, customer.ID, key, func(ctx context.Context, tx *store.Tx, t *thread) (Message, error) {
		m, err := s.add(ctx, tx, t, Message{Author: Customer, Key: key, Saying: what})
		if err != nil {
			return m, err
		}
		if err := answer(s, ctx, tx, t); err != nil {
			return m, err
		}
		return m, s.audit.Record(ctx, tx, audit.Entry{CustomerID: customer.ID, Action: "chat_" + string(what), Object: t.object()})
	})
}

func (s *Service) tellDues(ctx context.Context, tx *store.Tx, t *thread) error {
	dues, err := duesOf(ctx, tx.Queries, t.customerID)
	if err != nil {
		return err
	}
	ahead, err := s.billing.AheadOf(ctx, tx.Queries, t.customerID)
	if err != nil {
		return err
	}
	dues.PaidUntil = ahead.Until
	m := Message{Author: Assistant, Saying: TellNoDues, Facts: Facts{Dues: dues}}
	if dues.Due > 0 || dues.Deposit > 0 {
		m.Saying = TellDues
	}
	_, err = s.add(ctx, tx, t, m)
	return err
}

// duesOf returns what a customer has to pay, and which part of it auto debit is about to pay or was
// promised.
func duesOf(ctx context.Context, q *db.Queries, customerID int64) (Dues, error) {
	summary, err := billing.AccountSummaryOf(ctx, q, customerID)
	if err != nil {
		return Dues{}, err
	}
	dues := Dues{Due: summary.Balances.ToPay(), Deposit: summary.Deposit.Missing()}
	if dues.Due == 0 {
		return dues, nil
	}
	if p, some, err := billing.OpenPromise(ctx, q, customerID); err != nil {
		return dues, err
	} else if some {
		dues.Promised, dues.PromisedBy = p.Amount, p.By
	}
	debit, m, some, err := mandate.LatestDebit(ctx, q, customerID)
	if err == nil && some && debit.State.Planned() && m.State == mandate.Confirmed {
		dues.Debit, dues.DebitOn, dues.DebitAgain = min(debit.Amount, dues.Due), debit.On, debit.Tries > 0
	}
	return dues, err
}

func (s *Service) tellRequests(ctx context.Context, tx *store.Tx, t *thread) error {
	live := true
	tickets, err := ticket.Of(ctx, tx.Queries, t.customerID, &live, paging.Page{Number: 1, Size: mostRequests})
	if err != nil {
		return err
	}
	m := Message{Author: Assistant, Saying: TellNoRequests}
	for _, found := range tickets.Tickets {
		m.Saying = TellRequests
		m.Facts.Requests = append(m.Facts.Requests, Request{found.Number, found.Type, found.Status, found.VisitOn})
	}
	_, err = s.add(ctx, tx, t, m)
	return err
}
