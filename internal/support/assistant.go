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
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

// Reply is something that a customer may ask by a press: a saying, and what is known
// of it before it is asked.
type Reply struct {
	Saying Saying
	// Due is what is due, with a deposit that is missing, with AskDues; Requests how
	// many live requests there are, with AskRequests.
	Due      money.Paise
	Requests int
}

// mostRequests is how many live requests the assistant tells of.
const mostRequests = 5

// Replies are what a customer may ask now. A business, which has no dashboard, is led
// to a person alone.
func Replies(ctx context.Context, q *db.Queries, customer account.Customer, state State) ([]Reply, error) {
	var replies []Reply
	if !customer.IsB2B {
		dues, err := duesOf(ctx, q, customer.ID)
		if err != nil {
			return nil, err
		}
		live := true
		tickets, err := ticket.Of(ctx, q, customer.ID, &live, subscription.Page{Number: 1, Size: 1})
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

// asked are the sayings of customers, with what answers them.
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

// ofBusinesses are the sayings that a business may use.
var ofBusinesses = []Saying{AskPerson, AskArea}

// SendQuickReply takes a saying of the customer and has the assistant answer it, or a person
// asked. The same key again changes nothing. A saying that is none, or not for a
// business, is a 422.
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
	m := Message{Author: Assistant, Saying: TellNoDues}
	if dues.Due > 0 || dues.Deposit > 0 {
		m.Saying, m.Facts.Dues = TellDues, dues
	}
	_, err = s.add(ctx, tx, t, m)
	return err
}

// duesOf reads what a customer has to pay, and what of it auto debit is about to pay.
func duesOf(ctx context.Context, q *db.Queries, customerID int64) (Dues, error) {
	standing, err := billing.StandingOf(ctx, q, customerID)
	if err != nil {
		return Dues{}, err
	}
	dues := Dues{Due: standing.Balances.ToPay(), Deposit: standing.Deposit.Missing()}
	if dues.Due == 0 {
		return dues, nil
	}
	debit, m, some, err := mandate.LatestDebit(ctx, q, customerID)
	if err == nil && some && debit.State.Planned() && m.State == mandate.Confirmed {
		dues.Debit, dues.DebitOn, dues.DebitAgain = min(debit.Amount, dues.Due), debit.On, debit.Tries > 0
	}
	return dues, err
}

func (s *Service) tellRequests(ctx context.Context, tx *store.Tx, t *thread) error {
	live := true
	tickets, err := ticket.Of(ctx, tx.Queries, t.customerID, &live, subscription.Page{Number: 1, Size: mostRequests})
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
