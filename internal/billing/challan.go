package billing

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"rento/internal/address"
	"rento/internal/alert"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
)

// Movement is the direction in which our goods move: from the customer to us, or from us to them.
type Movement string

// The movements.
const (
	PickedUpGoods  Movement = "pickup"
	DeliveredGoods Movement = "delivery"
)

// ChallanFor describes goods of ours that are moved but not sold, for a customer's request or to
// deliver an order; the id of the other is 0. AddressID is the customer's end of the journey.
type ChallanFor struct {
	CustomerID int64
	TicketID   int64
	OrderID    int64
	Movement   Movement
	ItemIDs    []int64
	AddressID  int64
}

// Challan is a delivery challan (Rule 55 of the CGST Rules). Company is the registration that moves
// its goods. Party is the customer.
type Challan struct {
	ID         int64
	CustomerID int64
	TicketID   int64 // 0 for an order
	OrderID    int64 // 0 for a request
	Movement   Movement
	Number     string
	Date       calendar.Date
	Company    Registration
	Party      Party
	AddressID  int64
	State      string      // of the customer's place
	Cancelled  bool        // the goods were not moved
	EWayBill   string      // its number, '' without one
	Value      money.Paise // of all goods
	Goods      []subscription.Goods
}

// BetweenStates reports whether the goods go from one state to another.
func (c Challan) BetweenStates() bool { return c.Company.StateCode != c.State }

// Destination is the GST code of the state to which the goods go.
func (c Challan) Destination() string {
	if c.Movement == PickedUpGoods {
		return c.Company.StateCode
	}
	return c.State
}

func goodsValue(goods []subscription.Goods) (sum money.Paise) {
	for _, g := range goods {
		sum = money.Sum(sum, g.Value)
	}
	return sum
}

// IssueChallan issues the challan of a movement that begins, in the caller's transaction. It issues
// one per request or order, movement and place. A business customer gets it by mail. A challan that
// the law would not have is not issued: an alert says what to do, and the movement goes on.
// The alert closes itself when the challan is issued after all.
func (s *Service) IssueChallan(ctx context.Context, tx *store.Tx, of ChallanFor) error {
	if issued, err := hasChallan(ctx, tx.Queries, of); err != nil || issued {
		return err
	}
	who, err := s.customer(ctx, tx.Queries, of.CustomerID)
	if err != nil {
		return err
	}
	suppliers, err := s.suppliers(ctx, tx.Queries)
	if err != nil {
		return err
	}
	place, err := address.Get(ctx, tx.Queries, of.CustomerID, of.AddressID)
	if err != nil {
		return fmt.Errorf("billing: where the goods of a movement are: %w", err)
	}
	city, err := address.CityOf(ctx, tx.Queries, place.CityID)
	if err != nil {
		return fmt.Errorf("billing: where the goods of a movement are: %w", err)
	}
	c := Challan{
		ID: s.ids.Next(), CustomerID: of.CustomerID, TicketID: of.TicketID, OrderID: of.OrderID, Movement: of.Movement, Date: s.today(),
		Company: suppliers.SupplyAt(city.StateCode, who.state).Supplier, AddressID: place.ID, State: city.StateCode,
		Party: Party{Name: who.name, Address: place.Line(), GSTIN: who.gstin},
	}
	if c.Goods, err = subscription.GoodsOf(ctx, tx.Queries, of.CustomerID, of.ItemIDs); err != nil {
		return err
	}
	c.Value = goodsValue(c.Goods)
	if err := c.refused(); err != nil {
		return s.alerts.Raise(ctx, tx, alert.Alert{
			Kind: alertNoChallan, Subject: c.movement(), CustomerID: c.CustomerID, Detail: toDo(err),
		})
	}
	if err := s.alerts.Settle(ctx, tx, alertNoChallan, c.movement(), "The challan is issued."); err != nil {
		return err
	}
	if c.Number, err = nextSerial(ctx, tx, c.Company.Series, challanLetter, c.Date); err != nil {
		return err
	}
	if err := s.writeChallan(ctx, tx, c); err != nil {
		return err
	}
	return s.mailChallan(ctx, tx, c, notify.DeliveryChallan, ChallanSource)
}

func (s *Service) mailChallan(ctx context.Context, tx *store.Tx, c Challan, kind notify.DocumentKind, of string) error {
	issued := notify.DocumentIssued{Kind: kind, Number: c.Number, Total: c.Value}
	if err := s.notices.SendDocument(ctx, tx, c.CustomerID, issued, notify.Document{Of: of, ID: c.ID}); err != nil {
		return fmt.Errorf("billing: %w", err)
	}
	return nil
}

// cancelChallan marks a challan whose goods were not moved. Who has had it by mail is told.
func (s *Service) cancelChallan(ctx context.Context, tx *store.Tx, row db.Challan) error {
	cancelled, err := tx.BillingChallanCancel(ctx, db.BillingChallanCancelParams{CancelledAt: s.now(), CustomerID: row.CustomerID, ID: row.ID})
	if err != nil {
		return fmt.Errorf("billing: cancel challan %s: %w", row.Number, err)
	}
	if cancelled == 0 || !s.mailed(row.CreatedAt) {
		return nil
	}
	return s.mailAgain(ctx, tx, row, notify.CancelledChallan, CancelledChallanSource)
}

// restoreChallan has a challan hold again whose goods had left after all. Who was told that it is cancelled
// gets it again.
func (s *Service) restoreChallan(ctx context.Context, tx *store.Tx, row db.Challan) error {
	if _, err := tx.BillingChallanRestore(ctx, row.CustomerID, row.ID); err != nil {
		return fmt.Errorf("billing: restore challan %s: %w", row.Number, err)
	}
	if !s.mailed(row.CancelledAt) {
		return nil
	}
	return s.mailAgain(ctx, tx, row, notify.DeliveryChallan, RestoredChallanSource)
}

// mailed reports whether the mail about what was done at an instant has left by now.
func (s *Service) mailed(at calendar.Instant) bool {
	return !s.clock.Now().Before(notify.DocumentsLeave(at.Time()))
}

func (s *Service) mailAgain(ctx context.Context, tx *store.Tx, row db.Challan, kind notify.DocumentKind, of string) error {
	c, err := OpenChallan(ctx, tx.Queries, row.CustomerID, row.ID)
	if err != nil {
		return err
	}
	return s.mailChallan(ctx, tx, c, kind, of)
}

// reviewChallan withholds a waiting mail with a challan that was cancelled meanwhile, and one about a
// cancellation that does not hold any more.
func (s *Service) reviewChallan(ctx context.Context, q *db.Queries, customerID int64, fact string) (notify.Event, bool, error) {
	of, number, _ := strings.Cut(strings.TrimPrefix(fact, "document/"), "/")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return nil, false, fmt.Errorf("billing: no challan in %s: %w", fact, err)
	}
	c, err := OpenChallan(ctx, q, customerID, id)
	return nil, c.Cancelled == (of == CancelledChallanSource), err
}

// alertNoChallan is the alert about a movement whose challan is not issued.
const alertNoChallan = "challan_not_issued"

// movement names the movement of a challan in its alert.
func (c Challan) movement() string {
	return fmt.Sprintf("%d/%s/%d", max(c.TicketID, c.OrderID), c.Movement, c.AddressID)
}

// hasChallan reports whether a movement has its challan.
func hasChallan(ctx context.Context, q *db.Queries, of ChallanFor) (bool, error) {
	if of.OrderID != 0 {
		n, err := q.BillingChallanOfOrder(ctx, db.BillingChallanOfOrderParams{CustomerID: of.CustomerID, OrderID: of.OrderID, AddressID: of.AddressID})
		if err != nil {
			return false, fmt.Errorf("billing: find the challan of order %d: %w", of.OrderID, err)
		}
		return n > 0, nil
	}
	issued, err := ChallansOf(ctx, q, of.CustomerID, of.TicketID)
	return slices.ContainsFunc(issued, func(c Challan) bool { return c.Movement == of.Movement && c.AddressID == of.AddressID }), err
}

// deliveryTries is for how many days after the promised one goods are expected to leave.
const deliveryTries = 14

// IssueChallansOfOrders issues the challans of the orders that are delivered today, before they leave.
// The day of an order is the promised one, or a later one while it was not delivered. A challan of
// another day than that of the delivery is cancelled, also when the delivery is reported late. Running
// it again on the same day changes nothing. If it fails for one customer, the others still get theirs.
func (s *Service) IssueChallansOfOrders(ctx context.Context) error {
	return errors.Join(
		s.each(ctx, "which challans of orders hold", s.withChallans, s.checkChallansOfOrders),
		s.each(ctx, "the challan of an order", func(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
			return subscription.Awaiting(ctx, q, s.today().AddDays(-deliveryTries), s.today(), after, limit)
		}, s.issueChallansTo),
	)
}

// withChallans lists customers with a challan of an order of the last days.
func (s *Service) withChallans(ctx context.Context, q *db.Queries, after int64, limit int) ([]int64, error) {
	ids, err := q.BillingChallanCustomers(ctx, db.BillingChallanCustomersParams{FromDay: s.today().AddDays(-deliveryTries - 1), AfterCustomer: after, PageSize: int32(limit)})
	if err != nil {
		return nil, fmt.Errorf("billing: list the challans of orders: %w", err)
	}
	return ids, nil
}

// checkChallansOfOrders cancels the challans with which nothing was moved: those of an earlier day
// while the goods are still with us, and those of another day than that of the delivery. The challan of
// that day holds again if it was cancelled before the delivery was reported.
func (s *Service) checkChallansOfOrders(ctx context.Context, customerID int64, today calendar.Date) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		rows, err := tx.BillingChallansOfOrders(ctx, customerID, today.AddDays(-deliveryTries-1))
		if err != nil {
			return fmt.Errorf("billing: read the challans of orders: %w", err)
		}
		for _, r := range rows {
			leaves, err := subscription.DeliveredOn(ctx, tx.Queries, customerID, r.OrderID.Int64)
			if err != nil {
				return err
			}
			if leaves.IsZero() {
				leaves = today // at the earliest
			}
			switch holds := r.Date == leaves; {
			case holds && r.CancelledAt != 0:
				err = s.restoreChallan(ctx, tx, r)
			case !holds && r.CancelledAt == 0:
				err = s.cancelChallan(ctx, tx, r)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *Service) issueChallansTo(ctx context.Context, customerID int64, today calendar.Date) error {
	return s.store.Write(ctx, customerID, func(tx *store.Tx) error {
		list, err := subscription.DeliveriesTo(ctx, tx.Queries, customerID, today.AddDays(-deliveryTries), today)
		if err != nil {
			return err
		}
		for _, d := range list {
			of := ChallanFor{CustomerID: customerID, OrderID: d.OrderID, Movement: DeliveredGoods, ItemIDs: d.ItemIDs, AddressID: d.AddressID}
			if err := s.IssueChallan(ctx, tx, of); err != nil {
				return err
			}
		}
		return nil
	})
}

// ChallansOn lists the challans of a day by number, with the value of their goods, from the one after a given
// number on.
func ChallansOn(ctx context.Context, q *db.Queries, on calendar.Date, after string, most int) ([]Challan, error) {
	rows, err := q.BillingChallansOn(ctx, db.BillingChallansOnParams{Date: on, AfterNumber: after, PageSize: int32(most)})
	if err != nil {
		return nil, fmt.Errorf("billing: read the challans of %s: %w", on, err)
	}
	values, err := q.BillingChallanValuesOn(ctx, on)
	if err != nil {
		return nil, fmt.Errorf("billing: read the value of the goods of %s: %w", on, err)
	}
	byChallan := make(map[int64]money.Paise, len(values))
	for _, v := range values {
		byChallan[v.ChallanID] = money.Paise(v.ValuePaise)
	}
	list := challansOf(rows)
	for i, c := range list {
		list[i].Value = byChallan[c.ID]
	}
	return list, nil
}

// eWayBillNumber is the form of an e-way bill's number.
var eWayBillNumber = regexp.MustCompile(`^[0-9]{12}$`)

// RecordEWayBill notes the number of the e-way bill under which the goods of a challan are moved. It
// takes the place of one that was noted before, and an empty number removes that one. It returns a
// Fault: 404 for an unknown challan, 409 for a number of another challan and for a challan that was
// cancelled, 422 for what is no number of an e-way bill.
func (s *Service) RecordEWayBill(ctx context.Context, challan, number string) (Challan, error) {
	if number != "" && (!eWayBillNumber.MatchString(number) || strings.Trim(number, "0") == "") {
		return Challan{}, fault.Invalid("challan.eway_bill_invalid", "eWayBill", "The number of an e-way bill has twelve digits, not all of them zero.")
	}
	c, err := ChallanOfNumber(ctx, s.store.Queries(), challan)
	if err != nil || c.EWayBill == number {
		return c, err
	}
	turn, _ := strconv.ParseInt(number, 10, 64) // two challans may want the same number at once
	err = s.store.WriteInTurn(ctx, c.CustomerID, turn, func(tx *store.Tx) error {
		if c, err = OpenChallan(ctx, tx.Queries, c.CustomerID, c.ID); err != nil {
			return err
		}
		entry := audit.Entry{CustomerID: c.CustomerID, Action: "eway_bill_recorded", Object: fmt.Sprintf("challan/%d with %s", c.ID, number)}
		if number == "" {
			entry.Action, entry.Object = "eway_bill_removed", fmt.Sprintf("challan/%d with %s", c.ID, c.EWayBill)
		} else if err := c.mayHaveEWayBill(ctx, tx.Queries, number); err != nil {
			return err
		}
		c.EWayBill = number
		if err := tx.BillingChallanEWayBill(ctx, db.BillingChallanEWayBillParams{CustomerID: c.CustomerID, ID: c.ID, EwayBill: number}); err != nil {
			return fmt.Errorf("billing: note the e-way bill of challan %s: %w", c.Number, err)
		}
		return s.audit.Record(ctx, tx, entry)
	})
	return c, err
}

// mayHaveEWayBill returns a Fault if goods cannot move with this challan under an e-way bill.
func (c Challan) mayHaveEWayBill(ctx context.Context, q *db.Queries, number string) error {
	if c.Cancelled {
		return fault.Conflict("challan.cancelled", "This delivery challan was cancelled: its goods were not moved.")
	}
	others, err := q.BillingEWayBillElsewhere(ctx, number, c.ID)
	if err != nil {
		return fmt.Errorf("billing: find the challan of e-way bill %s: %w", number, err)
	}
	if len(others) > 0 {
		return fault.Conflict("challan.eway_bill_taken", "This e-way bill is noted on delivery challan {number}.", fault.With("number", others[0]))
	}
	return nil
}

// The names of a delivery challan as the attachment of a mail: when it is issued, when it is cancelled, and
// when it holds again.
const (
	ChallanSource          = "challan"
	CancelledChallanSource = "cancelled_challan"
	RestoredChallanSource  = "restored_challan"
)

func (s *Service) writeChallan(ctx context.Context, tx *store.Tx, c Challan) error {
	err := tx.BillingChallanAdd(ctx, db.BillingChallanAddParams{
		CustomerID: c.CustomerID, ID: c.ID, TicketID: store.IDOrNull(c.TicketID), OrderID: store.IDOrNull(c.OrderID), Movement: string(c.Movement), Number: c.Number, Date: c.Date,
		CompanyState: c.Company.StateCode, CompanyGstin: c.Company.GSTIN, CompanyName: c.Company.LegalName, CompanyAddress: c.Company.Address,
		AddressID: c.AddressID, PlaceState: c.State, PartyName: c.Party.Name, PartyAddress: c.Party.Address, PartyGstin: c.Party.GSTIN, CreatedAt: s.now(),
	})
	if err != nil {
		return fmt.Errorf("billing: store challan %s: %w", c.Number, err)
	}
	for _, g := range c.Goods {
		err := tx.BillingChallanGoodsAdd(ctx, db.BillingChallanGoodsAddParams{
			CustomerID: c.CustomerID, ChallanID: c.ID, ItemID: g.ItemID, Name: g.Name, Hsn: g.HSN, ValuePaise: g.Value,
		})
		if err != nil {
			return fmt.Errorf("billing: store the goods of challan %s: %w", c.Number, err)
		}
	}
	return nil
}

// CancelChallans marks the challans of a movement of a request that is not carried out. Their goods were
// not moved. Their numbers stay used.
func (s *Service) CancelChallans(ctx context.Context, tx *store.Tx, customerID, ticketID int64, m Movement) error {
	rows, err := tx.BillingChallansOf(ctx, customerID, ticketID)
	if err != nil {
		return fmt.Errorf("billing: read the challans of request %d: %w", ticketID, err)
	}
	for _, r := range rows {
		if Movement(r.Movement) != m {
			continue
		}
		if err := s.cancelChallan(ctx, tx, r); err != nil {
			return err
		}
	}
	return nil
}

// ChallansOf lists the challans of a customer's request, without their goods, in the order in which
// they were issued.
func ChallansOf(ctx context.Context, q *db.Queries, customerID, ticketID int64) ([]Challan, error) {
	rows, err := q.BillingChallansOf(ctx, customerID, ticketID)
	if err != nil {
		return nil, fmt.Errorf("billing: read the challans of request %d: %w", ticketID, err)
	}
	return challansOf(rows), nil
}

// OpenChallan returns a challan of the customer. A challan of another customer is a Fault (404).
func OpenChallan(ctx context.Context, q *db.Queries, customerID, id int64) (Challan, error) {
	row, err := q.BillingChallan(ctx, customerID, id)
	if store.IsNone(err) {
		return Challan{}, noChallan()
	}
	if err != nil {
		return Challan{}, fmt.Errorf("billing: read challan %d: %w", id, err)
	}
	goods, err := q.BillingChallanGoods(ctx, customerID, id)
	if err != nil {
		return Challan{}, fmt.Errorf("billing: read the goods of challan %s: %w", row.Number, err)
	}
	c := challanOf(row)
	for _, g := range goods {
		c.Goods = append(c.Goods, subscription.Goods{ItemID: g.ItemID, Name: g.Name, HSN: g.Hsn, Value: g.ValuePaise})
	}
	c.Value = goodsValue(c.Goods)
	return c, nil
}

// ChallanOfNumber returns a challan by its number, for any customer. An unknown number is a Fault
// (404).
func ChallanOfNumber(ctx context.Context, q *db.Queries, number string) (Challan, error) {
	row, err := q.BillingChallanByNumber(ctx, number)
	if store.IsNone(err) {
		return Challan{}, noChallan()
	}
	if err != nil {
		return Challan{}, fmt.Errorf("billing: find a challan by its number: %w", err)
	}
	return OpenChallan(ctx, q, row.CustomerID, row.ID)
}

func noChallan() error {
	return fault.NotFound("challan.not_found", "This delivery challan does not exist.")
}

func challansOf(rows []db.Challan) []Challan {
	list := make([]Challan, len(rows))
	for i, r := range rows {
		list[i] = challanOf(r)
	}
	return list
}

func challanOf(r db.Challan) Challan {
	return Challan{
		ID: r.ID, CustomerID: r.CustomerID, TicketID: r.TicketID.Int64, OrderID: r.OrderID.Int64, Movement: Movement(r.Movement), Number: r.Number, Date: r.Date,
		Company: Registration{StateCode: r.CompanyState, GSTIN: r.CompanyGstin, LegalName: r.CompanyName, Address: r.CompanyAddress},
		Party:   Party{Name: r.PartyName, Address: r.PartyAddress, GSTIN: r.PartyGstin}, AddressID: r.AddressID, State: r.PlaceState, Cancelled: r.CancelledAt != 0, EWayBill: r.EwayBill,
	}
}
