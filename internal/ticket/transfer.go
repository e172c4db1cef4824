package ticket

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"rento/internal/account"
	"rento/internal/address"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/idempotency"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// TransferInput asks for items to be handed over to another customer.
type TransferInput struct {
	ItemIDs []int64
	Mobile  string // of the receiver, ten digits
	Message string
}

const mobileDigits = 10

// Transfer raises a request to hand items over to the customer with this mobile number. That
// customer is notified and has to accept. Faults: 404 for somebody else's item, 409 for an item
// that is not active or has a live request, 422 if the number is not a customer's (with
// extra.destinationMobileNumber), is the giver's own, or belongs to a customer in another city, if
// an item cannot be transferred, or if dues are open.
func (s *Service) Transfer(ctx context.Context, customerID int64, in TransferInput) (Ticket, error) {
	if len(in.Mobile) != mobileDigits || strings.Trim(in.Mobile, "0123456789") != "" {
		return Ticket{}, fault.Invalid("mobile.invalid", "mobileNumber", "Please enter a mobile number of 10 digits.")
	}
	return idempotency.Once(ctx, s.store, s.clock, idempotency.Call{CustomerID: customerID, Operation: "transfer", Input: in}, func(ctx context.Context, tx *store.Tx) (Ticket, error) {
		items, err := s.transferable(ctx, tx.Queries, customerID, in.ItemIDs)
		if err != nil {
			return Ticket{}, err
		}
		receiver, err := s.receiver(ctx, tx.Queries, customerID, in.Mobile, items)
		if err != nil {
			return Ticket{}, err
		}
		t, err := s.Raise(ctx, tx, Ticket{
			CustomerID: customerID, Type: Transfer, Items: ItemsOf(in.ItemIDs...), Message: in.Message, ReceiverID: receiver.ID,
		})
		if err != nil {
			return t, err
		}
		return t, s.notifyReceiver(ctx, tx, t, receiver)
	})
}

// transferable returns the items after checking that all of them can be transferred and that the
// customer owes nothing.
func (s *Service) transferable(ctx context.Context, q *db.Queries, customerID int64, ids []int64) ([]subscription.Item, error) {
	items, err := s.activeItems(ctx, q, customerID, ids)
	if err != nil {
		return nil, err
	}
	for _, item := range items {
		if !item.CILAllowed {
			return nil, fault.Invalid("transfer.item_not_transferable", "orderItemIds", "The ownership of {item} cannot be transferred.", fault.With("item", item.Name))
		}
	}
	// This check comes first, so that nobody pays the charge of a closure that blocks the transfer
	// anyway.
	if err := checkNoLiveTicket(ctx, q, Ticket{CustomerID: customerID, Items: ItemsOf(ids...)}); err != nil {
		return nil, err
	}
	summary, err := billing.AccountSummaryOf(ctx, q, customerID)
	if err != nil {
		return nil, fmt.Errorf("ticket: %w", err)
	}
	if summary.Balances.Dues() > 0 || summary.Deposit.Missing() > 0 {
		return nil, fault.Invalid("transfer.dues_pending", "orderItemIds", "Please clear your pending dues first.")
	}
	return items, nil
}

// receiver returns the customer with this mobile number, who must live in the city where the items
// stand. A business customer counts as not registered.
func (s *Service) receiver(ctx context.Context, q *db.Queries, customerID int64, mobile string, items []subscription.Item) (account.Customer, error) {
	row, err := account.CustomerByMobile(ctx, q, mobile)
	if fault.Is(err, http.StatusNotFound) || err == nil && row.IsB2B {
		return row, fault.Invalid("transfer.receiver_not_registered", "mobileNumber", "This number is not registered with us.").WithExtra("destinationMobileNumber", mobile)
	}
	if err != nil {
		return row, fmt.Errorf("ticket: receiver: %w", err)
	}
	if row.ID == customerID {
		return row, fault.Invalid("transfer.own_number", "mobileNumber", "This is your own number. Please enter the number of who takes over.")
	}
	for _, cityID := range citiesOf(items) {
		city, err := address.CityOf(ctx, q, cityID)
		if err != nil {
			return row, err
		}
		if city.Slug != row.CitySlug {
			return row, fault.Invalid("transfer.other_city", "mobileNumber", "Intercity ownership change is not permitted.")
		}
	}
	return row, nil
}

func (s *Service) notifyReceiver(ctx context.Context, tx *store.Tx, t Ticket, receiver account.Customer) error {
	giver, err := account.CustomerOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	if err := tx.Touch(ctx, receiver.ID); err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return s.notify.Send(ctx, tx, receiver.ID, notify.TransferOffered{Giver: giver.FullName, Ticket: t.Number, Until: s.lastDay(t)}, "transfer/"+t.Number)
}

// Incoming is a transfer as its receiver sees it. Amounts are paise.
type Incoming struct {
	Ticket
	Giver      string // full name
	Items      []subscription.Item
	Deposit    money.Paise // deposit required for the items
	DepositDue money.Paise // what the receiver still has to pay of all their deposits
	// DepositPaid is what the receiver has paid for the items. If the transfer is given up, it is
	// returned as far as nothing is due.
	DepositPaid money.Paise
	KYCPending  bool
	// Waiting says what a live transfer is waiting for. Ending says why a transfer is over.
	Waiting Waiting
	Ending  Ending
}

// IncomingTransfers lists the transfers that other customers offer to this one, newest first.
func (s *Service) IncomingTransfers(ctx context.Context, customerID int64) ([]Incoming, error) {
	var list []Incoming
	err := s.store.Read(ctx, func(q *db.Queries) error {
		rows, err := q.TicketsTo(ctx, customerID)
		if err != nil {
			return fmt.Errorf("ticket: transfers to a customer: %w", err)
		}
		list, err = s.incomings(ctx, q, rows)
		return err
	})
	return list, err
}

func (s *Service) incomings(ctx context.Context, q *db.Queries, rows []db.Ticket) (list []Incoming, err error) {
	list = make([]Incoming, len(rows))
	for i, row := range rows {
		if list[i], err = s.incoming(ctx, q, row); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Offer is a short form of a live transfer to a customer.
type Offer struct {
	Number   string
	Giver    string // full name
	Accepted bool   // only deposit, KYC and agreement are still missing
	Changed  calendar.Instant
	// TakenIDs are the receiver's items, once the transfer is accepted.
	TakenIDs []int64
}

// OffersTo returns the live transfers to a customer, newest first.
func OffersTo(ctx context.Context, q *db.Queries, receiverID int64) ([]Offer, error) {
	rows, err := q.TicketsTo(ctx, receiverID)
	if err != nil {
		return nil, fmt.Errorf("ticket: read transfers: %w", err)
	}
	var offers []Offer
	for _, row := range rows {
		if !Status(row.Status).Live() {
			continue
		}
		giver, err := nameOf(ctx, q, row.CustomerID)
		if err != nil {
			return nil, err
		}
		offer := Offer{Number: row.Number, Giver: giver, Accepted: Status(row.Status) == InProgress, Changed: row.UpdatedAt}
		if offer.Accepted {
			tickets, err := withItems(ctx, q, row.CustomerID, []db.Ticket{row})
			if err != nil {
				return nil, err
			}
			for _, item := range tickets[0].Items {
				offer.TakenIDs = append(offer.TakenIDs, item.TakenID)
			}
		}
		offers = append(offers, offer)
	}
	return offers, nil
}

func (s *Service) incoming(ctx context.Context, q *db.Queries, row db.Ticket) (Incoming, error) {
	tickets, err := withItems(ctx, q, row.CustomerID, []db.Ticket{row})
	if err != nil {
		return Incoming{}, err
	}
	in := Incoming{Ticket: tickets[0]}
	if in.Items, err = s.subscriptions.Own(ctx, q, row.CustomerID, in.ItemIDs()); err != nil {
		return in, err
	}
	for _, item := range in.Items {
		in.Deposit = money.Sum(in.Deposit, item.Deposit)
	}
	giver, err := account.CustomerOf(ctx, q, row.CustomerID)
	if err != nil {
		return in, fmt.Errorf("ticket: %w", err)
	}
	in.Giver = giver.FullName
	in.DepositDue, in.KYCPending, err = missing(ctx, q, row.ReceiverID)
	if err != nil {
		return in, err
	}
	if in.DepositPaid, err = s.depositPaid(ctx, q, in.Ticket); err != nil {
		return in, err
	}
	if in.Status == Cancelled {
		steps, err := TimeLine(ctx, q, in.CustomerID, in.ID)
		if err != nil {
			return in, err
		}
		in.Ending = endingOf(in.Ticket, steps)
	}
	in.Waiting, err = s.waiting(ctx, q, in.Ticket)
	return in, err
}

// missing returns what a receiver still has to do before a transfer: the missing deposit in paise,
// and whether KYC is pending.
func missing(ctx context.Context, q *db.Queries, receiverID int64) (deposit money.Paise, kyc bool, err error) {
	receiver, err := account.CustomerOf(ctx, q, receiverID)
	if err != nil {
		return 0, false, fmt.Errorf("ticket: %w", err)
	}
	summary, err := billing.AccountSummaryOf(ctx, q, receiverID)
	if err != nil {
		return 0, false, fmt.Errorf("ticket: %w", err)
	}
	return summary.Deposit.Missing(), receiver.KYCPending, nil
}

// depositPaid returns what the receiver of a transfer has paid of the deposit for its items, in
// paise: the part of the held deposit that no other item needs. It is 0 before the transfer is
// accepted and after it ends.
func (s *Service) depositPaid(ctx context.Context, q *db.Queries, t Ticket) (money.Paise, error) {
	if t.ReceiverID == 0 || t.Status != InProgress {
		return 0, nil
	}
	items, err := s.subscriptions.Own(ctx, q, t.CustomerID, t.ItemIDs())
	if err != nil {
		return 0, err
	}
	var deposit money.Paise
	for _, item := range items {
		deposit = money.Sum(deposit, item.Deposit)
	}
	summary, err := billing.AccountSummaryOf(ctx, q, t.ReceiverID)
	if err != nil {
		return 0, fmt.Errorf("ticket: %w", err)
	}
	return max(0, deposit-summary.Deposit.Missing()), nil
}

// Accept accepts a transfer. The items are ordered for the receiver at one of the receiver's
// addresses in the same city, and their deposit falls due. Accepting again with the same address
// changes nothing. Faults: 404 for a transfer to somebody else or for somebody else's address, 409
// if the transfer is over or was accepted with another address, 422 for an address in another city.
func (s *Service) Accept(ctx context.Context, receiverID int64, number string, addressID int64) (Incoming, error) {
	input := struct {
		Number    string
		AddressID int64
	}{number, addressID}
	call := idempotency.Call{CustomerID: receiverID, Operation: "accept transfer", Input: input}
	err := s.changeIncoming(ctx, call, number, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if again, err := s.acceptedTo(ctx, tx.Queries, *t, addressID); err != nil || again {
			return err
		}
		place, err := address.Get(ctx, tx.Queries, receiverID, addressID)
		if err != nil {
			return err
		}
		items, err := s.activeItems(ctx, tx.Queries, t.CustomerID, t.ItemIDs())
		if err != nil {
			return err
		}
		for _, item := range items {
			if item.LocationID != place.CityID {
				return fault.Invalid("transfer.other_city", "addressId", "Intercity ownership change is not permitted.")
			}
		}
		if err := s.moveByReceiver(ctx, tx, t, InProgress, "Accepted"); err != nil {
			return err
		}
		if err := address.SaveDraft(ctx, tx, receiverID, addressID); err != nil {
			return err
		}
		taken, err := s.subscriptions.ReserveIn(ctx, tx, items, receiverID, addressID)
		if err != nil {
			return fmt.Errorf("ticket: %w", err)
		}
		for _, x := range taken {
			err := tx.TicketItemTransferred(ctx, db.TicketItemTransferredParams{
				TakenItemID: x.ReceiverItemID, CustomerID: t.CustomerID, TicketID: t.ID, ItemID: x.GiverItemID,
			})
			if err != nil {
				return fmt.Errorf("ticket: transferred item: %w", err)
			}
		}
		return s.notifyAccepted(ctx, tx, *t, items)
	})
	if err != nil {
		return Incoming{}, err
	}
	row, err := s.store.Queries().TicketTo(ctx, receiverID, number)
	if err != nil {
		return Incoming{}, fmt.Errorf("ticket: transfers to a customer: %w", err)
	}
	return s.incoming(ctx, s.store.Queries(), row)
}

// acceptedTo reports whether the receiver has already accepted a transfer with this address.
func (s *Service) acceptedTo(ctx context.Context, q *db.Queries, t Ticket, addressID int64) (bool, error) {
	if t.Status != InProgress || t.Items[0].TakenID == 0 {
		return false, nil
	}
	items, err := s.subscriptions.Own(ctx, q, t.ReceiverID, []int64{t.Items[0].TakenID})
	return err == nil && items[0].AddressID == addressID, err
}

// Decline refuses a transfer, or gives it up before the hand-over. A deposit that was paid for it
// is returned by a settlement. Declining again changes nothing. Faults: 404, 409 if the transfer
// ended for another reason.
func (s *Service) Decline(ctx context.Context, receiverID int64, number string) error {
	call := idempotency.Call{CustomerID: receiverID, Operation: "decline transfer", Input: number}
	return s.changeIncoming(ctx, call, number, func(ctx context.Context, tx *store.Tx, t *Ticket) error {
		if again, err := declined(ctx, tx.Queries, *t); err != nil || again {
			return err
		}
		return s.declineIn(ctx, tx, t)
	})
}

func (s *Service) declineIn(ctx context.Context, tx *store.Tx, t *Ticket) error {
	accepted := t.Status == InProgress
	paid, err := s.depositPaid(ctx, tx.Queries, *t)
	if err != nil {
		return err
	}
	if err := s.moveByReceiver(ctx, tx, t, Cancelled, "Declined"); err != nil {
		return err
	}
	if err := s.undo(ctx, tx, *t); err != nil {
		return err
	}
	return s.notifyDeclined(ctx, tx, *t, accepted, paid)
}

// LeaveAll gives up every transfer that the receiver has accepted and that is not handed over yet,
// in the caller's transaction. It returns the number of transfers.
func (s *Service) LeaveAll(ctx context.Context, tx *store.Tx, receiverID int64) (left int, err error) {
	rows, err := acceptedBy(ctx, tx.Queries, receiverID)
	if err != nil {
		return 0, err
	}
	for _, row := range rows {
		t, err := one(ctx, tx.Queries, row.CustomerID, row, nil)
		if err != nil {
			return left, err
		}
		if err := s.declineIn(ctx, tx, &t); err != nil {
			return left, err
		}
		if err := tx.Touch(ctx, t.CustomerID); err != nil {
			return left, fmt.Errorf("ticket: %w", err)
		}
		left++
	}
	return left, nil
}

// Accepted returns the transfers that LeaveAll would give up now, newest first.
func (s *Service) Accepted(ctx context.Context, receiverID int64) ([]Incoming, error) {
	var list []Incoming
	err := s.store.Read(ctx, func(q *db.Queries) error {
		rows, err := acceptedBy(ctx, q, receiverID)
		if err != nil {
			return err
		}
		list, err = s.incomings(ctx, q, rows)
		return err
	})
	return list, err
}

// acceptedBy returns the transfers that a receiver has accepted and that are not handed over yet.
func acceptedBy(ctx context.Context, q *db.Queries, receiverID int64) ([]db.Ticket, error) {
	rows, err := q.TicketsTo(ctx, receiverID)
	if err != nil {
		return nil, fmt.Errorf("ticket: read what is offered to customer %d: %w", receiverID, err)
	}
	return slices.DeleteFunc(rows, func(row db.Ticket) bool { return Status(row.Status) != InProgress }), nil
}

// declined reports whether the receiver ended a transfer.
func declined(ctx context.Context, q *db.Queries, t Ticket) (bool, error) {
	if t.Status != Cancelled {
		return false, nil
	}
	steps, err := TimeLine(ctx, q, t.CustomerID, t.ID)
	return slices.ContainsFunc(steps, func(step Step) bool { return step.Status == Cancelled && step.Actor == byReceiver }), err
}

// changeIncoming changes a transfer on behalf of its receiver, once per call. It touches both
// customers, because the cached answers of both are then out of date.
func (s *Service) changeIncoming(ctx context.Context, call idempotency.Call, number string, fn func(ctx context.Context, tx *store.Tx, t *Ticket) error) error {
	_, err := idempotency.Once(ctx, s.store, s.clock, call, func(ctx context.Context, tx *store.Tx) (bool, error) {
		row, err := tx.TicketTo(ctx, call.CustomerID, number)
		t, err := one(ctx, tx.Queries, row.CustomerID, row, err)
		if err != nil {
			return false, err
		}
		if err := fn(ctx, tx, &t); err != nil {
			return false, err
		}
		if err := tx.Touch(ctx, t.CustomerID); err != nil {
			return false, fmt.Errorf("ticket: %w", err)
		}
		return true, nil
	})
	return err
}

// ReadyTransfer is an accepted transfer whose receiver has done everything. GiverDues is what the
// giver owes, in paise. The hand-over is possible once that is paid.
type ReadyTransfer struct {
	Ticket
	GiverDues money.Paise
}

// TransfersToFinish lists the first accepted transfers, at most limit, whose receiver has paid the
// deposit and completed KYC. Only the signed agreement and the giver's dues can still be missing.
// It looks at all accepted transfers, however many of them still wait for their receivers.
func (s *Service) TransfersToFinish(ctx context.Context, limit int) ([]ReadyTransfer, error) {
	var ready []ReadyTransfer
	err := s.store.Read(ctx, func(q *db.Queries) error {
		ready = nil
		after := db.TicketTransfersBegunParams{PageSize: int32(limit)}
		for {
			rows, err := q.TicketTransfersBegun(ctx, after)
			if err != nil {
				return fmt.Errorf("ticket: list transfers: %w", err)
			}
			for _, r := range rows {
				after.AfterAt, after.AfterID = r.UpdatedAt, r.ID
				t, isReady, err := readyToFinish(ctx, q, r.CustomerID, r.ID)
				if err != nil {
					return err
				}
				if isReady {
					giver, err := standingsOf(ctx, q, t.CustomerID)
					if err != nil {
						return err
					}
					ready = append(ready, ReadyTransfer{Ticket: t, GiverDues: giver.due})
				}
				if len(ready) == limit {
					return nil
				}
			}
			if len(rows) < limit {
				return nil
			}
		}
	})
	return ready, err
}

// readyToFinish returns an accepted transfer, and whether its receiver has done everything.
func readyToFinish(ctx context.Context, q *db.Queries, customerID, ticketID int64) (Ticket, bool, error) {
	t, err := Get(ctx, q, customerID, ticketID)
	if err != nil {
		return t, false, err
	}
	deposit, kyc, err := missing(ctx, q, t.ReceiverID)
	return t, deposit == 0 && !kyc, err
}

// handOver runs on the effective day of a transfer, when the signed agreement has arrived.
func (s *Service) handOver(ctx context.Context, tx *store.Tx, t Ticket) error {
	deposit, kyc, err := missing(ctx, tx.Queries, t.ReceiverID)
	if err != nil {
		return err
	}
	if deposit > 0 || kyc {
		return fault.Conflict("transfer.receiver_not_ready", "The second owner must pay the deposit and complete KYC before the transfer.")
	}
	owed, err := standingsOf(ctx, tx.Queries, t.CustomerID)
	if err != nil {
		return err
	}
	if owed.due > 0 {
		return fault.Conflict("transfer.dues_open", "The first owner must pay {dues} before the transfer.", fault.With("dues", owed.due))
	}
	if err := s.subscriptions.HandOverIn(ctx, tx, t.CustomerID, t.ReceiverID, handedOverOf(t), s.today()); err != nil {
		return fmt.Errorf("ticket: hand over: %w", err)
	}
	if err := tx.Touch(ctx, t.ReceiverID); err != nil {
		return fmt.Errorf("ticket: %w", err)
	}
	return nil
}

// unreserve takes back the items that were reserved for a receiver who has accepted.
func (s *Service) unreserve(ctx context.Context, tx *store.Tx, t Ticket) error {
	if t.Items[0].TakenID == 0 {
		return nil // not accepted
	}
	if err := s.subscriptions.UnreserveIn(ctx, tx, t.ReceiverID, handedOverOf(t)); err != nil {
		return fmt.Errorf("ticket: set aside no more: %w", err)
	}
	return nil
}

func handedOverOf(t Ticket) []subscription.HandedOver {
	taken := make([]subscription.HandedOver, len(t.Items))
	for i, item := range t.Items {
		taken[i] = subscription.HandedOver{GiverItemID: item.ID, ReceiverItemID: item.TakenID}
	}
	return taken
}

// Parties are the two customers of a transfer, with the items that change hands.
type Parties struct {
	Ticket
	Day             calendar.Date // today
	Giver, Receiver Party
	Items           []subscription.Item
}

// Party is one of the two customers. Address is where the items stand at that customer's place.
type Party struct{ Name, Mobile, Address string }

// Parties returns the two customers of a transfer to either of them. Faults: 404 for anybody else,
// 409 if the receiver has not accepted.
func (s *Service) Parties(ctx context.Context, customerID int64, number string) (Parties, error) {
	var p Parties
	err := s.store.Read(ctx, func(q *db.Queries) error {
		row, err := q.TicketTo(ctx, customerID, number)
		if store.IsNone(err) {
			row, err = q.TicketByNumber(ctx, customerID, number)
		}
		if p.Ticket, err = one(ctx, q, row.CustomerID, row, err); err != nil {
			return err
		}
		p.Day = s.today()
		if !p.behaviour().hasAgreement {
			return fault.NotFound("ticket.not_found", "This request does not exist.")
		}
		if p.Status != InProgress && p.Status != Done {
			return fault.Conflict("transfer.agreement_not_ready", "The agreement is there as soon as the second owner has accepted.")
		}
		if p.Items, err = s.subscriptions.Own(ctx, q, p.CustomerID, p.ItemIDs()); err != nil {
			return err
		}
		var taken []int64
		for _, item := range p.Ticket.Items {
			taken = append(taken, item.TakenID)
		}
		theirs, err := s.subscriptions.Own(ctx, q, p.ReceiverID, taken)
		if err != nil {
			return err
		}
		if p.Giver, err = partyAt(ctx, q, p.CustomerID, p.Items); err != nil {
			return err
		}
		p.Receiver, err = partyAt(ctx, q, p.ReceiverID, theirs)
		return err
	})
	return p, err
}

func partyAt(ctx context.Context, q *db.Queries, customerID int64, items []subscription.Item) (Party, error) {
	row, err := account.CustomerOf(ctx, q, customerID)
	if err != nil {
		return Party{}, fmt.Errorf("ticket: %w", err)
	}
	place, err := address.Get(ctx, q, customerID, items[0].AddressID)
	if err != nil {
		return Party{}, err
	}
	return Party{Name: row.FullName, Mobile: row.Mobile, Address: place.Line()}, nil
}
