package api_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // to count rows without the services
	_ "modernc.org/sqlite"

	"rento/internal/account"
	"rento/internal/app"
	"rento/internal/blob"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	company "rento/internal/testkit/company"
	"rento/internal/testkit/node"
	"rento/internal/ticket"
	"rento/internal/upload"
)

// twoCustomers is a small company behind a node, with a second, direct connection to its database.
type twoCustomers struct {
	*demoCity
	company *company.Company
	raw     *sql.DB
	tables  string // the query that counts rows
	other   client
}

// client is a customer with one of everything that a request can be about. Its items in Bengaluru
// are under repair, being moved, free, free after a cancelled visit, and returned. Those in Pune
// are under repair, and free with an extension.
type client struct {
	person
	partner         int64
	mobile          string // the partner's number
	home, away      int64
	here, there     []int64
	repair, cooling ticket.Ticket
	moving, over    ticket.Ticket
	offer           ticket.Ticket // from the partner
	closure         ticket.Ticket
	extendedTo      string      // the end of tenure of the second item in Pune
	charge          money.Paise // for moving the closure by a day
	image, photo    string      // the id of an uploaded image; the bytes of one that was not uploaded
}

func newTwoCustomers(t *testing.T, engine string) *twoCustomers {
	t.Helper()
	s := testkit.OpenOn(t, engine)
	raw := testkit.Raw(t, s)
	o := &twoCustomers{demoCity: &demoCity{store: s, log: &node.Log{}}, company: company.New(t, s, "2026-11-16"), raw: raw}
	c := node.Config()
	c.Files.Folder = t.TempDir()
	logger := slog.New(slog.NewJSONHandler(o.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	x, err := app.NewServices(c, s, app.Outside{Clock: o.company.Clock, Logger: logger, LimitScale: 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	node, err := app.NewNode(c, x, logger, false)
	if err != nil {
		t.Fatal(err)
	}
	o.City = &app.City{Node: node}
	o.must(s.WriteCompany(t.Context(), func(tx *store.Tx) error {
		return ticket.SaveHours(t.Context(), tx, company.Pune, "10:00", "13:00", 1_000_000)
	}))
	o.tables = o.counting(engine)
	o.other = o.client()
	return o
}

func (o *twoCustomers) must(err error) {
	o.company.T.Helper()
	if err != nil {
		o.company.T.Fatal(err)
	}
}

// client adds a customer, and a partner to exchange items with.
func (o *twoCustomers) client() client {
	w, t := o.company, o.company.T
	t.Helper()
	own, partner := w.Customer(), w.Customer()
	here := w.Rent(own, company.Bengaluru, "2026-11-16", company.Sofa, company.Fridge, company.TV, company.Sofa, company.Fridge)
	there := w.Rent(own, company.Pune, "2026-11-16", company.AC, company.TV)
	theirs := w.Rent(partner, company.Bengaluru, "2026-11-16", company.TV)
	w.Deposit(own, "all", money.Rupees(20_000))
	w.Deposit(partner, "all", money.Rupees(20_000))
	c := client{person: o.signIn(own), partner: partner, home: here.Items[0].AddressID, away: there.Items[0].AddressID}
	for _, item := range here.Items {
		c.here = append(c.here, item.ID)
	}
	for _, item := range there.Items {
		c.there = append(c.there, item.ID)
	}
	row, err := o.store.Queries().AccountCustomer(t.Context(), partner)
	o.must(err)
	c.mobile, c.image, c.photo = row.Mobile, ident.Reference(26), string(photo(t))
	w.Write(own, func(tx *store.Tx) error {
		return tx.UploadAdd(t.Context(), db.UploadAddParams{
			CustomerID: own, ID: c.image, Name: "sofa.jpg", MediaType: "image/jpeg", Purpose: string(upload.Ticket),
			SizeBytes: 1, BlobKey: blob.NewKey(), CreatedAt: calendar.Stamp(w.Clock.Now()),
		})
	})
	o.raiseAll(&c, theirs.Items[0].ID)
	return c
}

func (o *twoCustomers) raiseAll(c *client, offered int64) {
	ctx := o.company.T.Context()
	raise := func(kind ticket.Type, item int64) (made ticket.Ticket) {
		o.company.Write(c.id, func(tx *store.Tx) (err error) {
			made, err = o.company.Tickets.Raise(ctx, tx, ticket.Ticket{
				CustomerID: c.id, Type: kind, Items: ticket.ItemsOf(item), AddressID: c.away,
				PreferredOn: calendar.MustParse("2026-11-24"), DeliveryOn: calendar.MustParse("2026-11-28"),
			})
			return err
		})
		return made
	}
	c.repair, c.moving, c.over = raise(ticket.Repair, c.here[0]), raise(ticket.Relocation, c.here[1]), raise(ticket.Repair, c.here[3])
	c.cooling = raise(ticket.Repair, c.there[0])
	_, err := o.company.Tickets.Cancel(ctx, c.id, c.over.ID)
	o.must(err)
	o.giveBack(c, c.here[4])
	offers, err := o.company.Subscriptions.Extensions(ctx, o.store.Queries(), c.id, c.there[1:2])
	o.must(err)
	three := offers[0].Offers[0]
	o.must(o.company.Tickets.Extend(ctx, c.id, []subscription.Extension{{ItemID: c.there[1], Months: three.Months, Rent: three.Rent}}))
	c.extendedTo = three.Until.String()
	row, err := o.store.Queries().AccountCustomer(ctx, c.id)
	o.must(err)
	c.offer, err = o.company.Tickets.Transfer(ctx, c.partner, ticket.TransferInput{ItemIDs: []int64{offered}, Mobile: row.Mobile})
	o.must(err)
}

// giveBack requests the pickup of an item and pays the charge.
func (o *twoCustomers) giveBack(c *client, item int64) {
	ctx, pickup := o.company.T.Context(), calendar.MustParse("2026-11-24")
	closed, err := o.company.Tickets.Close(ctx, c.id, ticket.CloseInput{ItemIDs: []int64{item}, Pickup: pickup, Reason: "Other"})
	o.must(err)
	o.company.Pay(c.id, closed.Ticket.Number, closed.Payable)
	quote, err := o.company.Tickets.QuoteClosure(ctx, c.id, []int64{item}, pickup.AddDays(1))
	o.must(err)
	c.closure, c.charge = closed.Ticket, quote.Totals.Total
}

func (o *twoCustomers) signIn(customer int64) person {
	ctx, accounts := o.company.T.Context(), o.Node.Services.Accounts
	code, err := accounts.MintHandoff(ctx, account.Handoff{CustomerID: customer, Lifetime: account.FromPage})
	o.must(err)
	login, err := accounts.ExchangeHandoff(ctx, code, "test")
	o.must(err)
	return person{o.demoCity, customer, login.Token}
}

// counting returns a query that counts the rows of three customers in each table, and the writes to
// their data.
func (o *twoCustomers) counting(engine string) string {
	find := map[string]string{
		"sqlite":   "SELECT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c ON c.name = 'customer_id' WHERE m.type = 'table' ORDER BY 1",
		"postgres": "SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'customer_id' ORDER BY 1",
	}[engine]
	rows, err := o.raw.QueryContext(o.company.T.Context(), find)
	o.must(err)
	defer func() { o.must(rows.Close()) }()
	parts := []string{"SELECT 'revision' AS what, id, revision FROM customers WHERE id IN ($1, $2, $3)", "SELECT 'jobs', 0, count(*) FROM jobs"}
	for rows.Next() {
		var name string
		o.must(rows.Scan(&name))
		parts = append(parts, fmt.Sprintf("SELECT '%s', customer_id, count(*) FROM %s WHERE customer_id IN ($1, $2, $3) GROUP BY customer_id", name, name))
	}
	o.must(rows.Err())
	if len(parts) < 30 {
		o.company.T.Fatalf("only %d tables are a customer's", len(parts))
	}
	return strings.Join(parts, " UNION ALL ") + " ORDER BY 1, 2"
}

// state returns what the database has of a client, the partner and the other customer, by customer.
func (o *twoCustomers) state(c client) map[int64]string {
	o.company.T.Helper()
	rows, err := o.raw.QueryContext(o.company.T.Context(), o.tables, c.id, c.partner, o.other.id)
	o.must(err)
	defer func() { o.must(rows.Close()) }()
	state := map[int64]string{}
	for rows.Next() {
		var what string
		var customer, count int64
		o.must(rows.Scan(&what, &customer, &count))
		state[customer] += fmt.Sprintf("%s %d\n", what, count)
	}
	o.must(rows.Err())
	return state
}

// ids are values that somebody else might try.
func (c client) ids() []any {
	return []any{
		c.id, c.here[0], c.there[1], c.home, c.repair.ID, c.repair.Number, c.offer.Number, c.image, c.mobile,
		[]any{c.here[2]},
		map[string]any{"id": c.home},
	}
}
