package api_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/referral"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/ticket"
)

// pagedList is a list with pages. rows names its rows in the answer, id what tells them apart.
type pagedList struct {
	path, rows, id string
	// before makes at least four rows where the customer does not have them. change makes a row
	// come or go in front of the rest of the list, after the first page was read.
	before, change func(o *twoCustomers, c client)
}

var pagedLists = map[string]pagedList{
	"requests, and another one comes": {path: "/api/Dashboards/getServiceRequest", rows: "serviceRequests", id: "ticketId", change: func(o *twoCustomers, c client) {
		o.company.Clock.Advance(time.Minute)
		o.company.Write(c.id, func(tx *store.Tx) error {
			_, err := o.company.Tickets.Raise(o.company.T.Context(), tx, ticket.Ticket{
				CustomerID: c.id, Type: ticket.Repair, Items: ticket.ItemsOf(c.here[2]), PreferredOn: calendar.MustParse("2026-11-24"),
			})
			return err
		})
	}},
	"live requests, and one of the first page is over": {
		path: "/api/Dashboards/getServiceRequest?activeStatus=true", rows: "serviceRequests", id: "ticketId", change: func(o *twoCustomers, c client) {
			o.must(o.company.Tickets.Revoke(o.company.T.Context(), c.id, []string{c.closure.Number, c.cooling.Number}, ""))
		},
	},
	"active items, and another one is delivered": {path: "/api/Dashboards/getSubscriptions", rows: "subscriptions", id: "id", change: func(o *twoCustomers, c client) {
		o.company.Go("2026-11-18")
		o.company.Rent(c.id, company.Bengaluru, "2026-11-18", company.Sofa)
	}},
	"active items, and those of the first page are picked up": {
		path: "/api/Dashboards/getSubscriptions?status=active", rows: "subscriptions", id: "id", change: func(o *twoCustomers, c client) {
			o.must(o.company.Subscriptions.Close(o.company.T.Context(), c.id, c.here[:2], calendar.MustParse("2026-11-16")))
		},
	},
	"closed items, and another one is picked up": {
		path: "/api/Dashboards/getSubscriptions?status=closed", rows: "subscriptions", id: "id",
		before: func(o *twoCustomers, c client) {
			o.must(o.company.Subscriptions.Close(o.company.T.Context(), c.id, c.here[:3], calendar.MustParse("2026-11-16")))
			o.company.Go("2026-11-18")
			o.must(o.company.Subscriptions.Close(o.company.T.Context(), c.id, c.there, calendar.MustParse("2026-11-18")))
		},
		change: func(o *twoCustomers, c client) {
			o.company.Go("2026-11-20")
			o.must(o.company.Subscriptions.Close(o.company.T.Context(), c.id, c.here[3:], calendar.MustParse("2026-11-20")))
		},
	},
	"the wallet, and a gift comes": {
		path: "/api/Dashboards/getWalletTransactions", rows: "transactions", id: "balance",
		before: func(o *twoCustomers, c client) {
			for n := range 3 {
				o.twice(c, n)
			}
		},
		change: func(o *twoCustomers, c client) { o.twice(c, 3) },
	},
	"invoices, and another one comes": {
		path: "/api/Dashboards/getLedgersData", rows: "invoices", id: "id",
		before: func(o *twoCustomers, c client) {
			for n := range 4 {
				o.charge(c, n)
			}
		},
		change: func(o *twoCustomers, c client) {
			o.company.Go("2026-11-18")
			o.charge(c, 4)
		},
	},
	"settlements, and another one begins": {
		path: "/api/RMUsers/{id}/getSettlements", rows: "settlements", id: "id",
		before: func(o *twoCustomers, c client) {
			for range 5 {
				o.settle(c)
			}
		},
		change: func(o *twoCustomers, c client) { o.settle(c) },
	},
	"contacts, and one comes in front": {
		path: "/api/UserContactLists/getContactList", rows: "contacts", id: "name", before: (*twoCustomers).friends,
		change: func(o *twoCustomers, c client) {
			o.must(o.Node.Services.Referrals.AddContacts(o.company.T.Context(), c.id, []referral.Contact{{Name: "Aarav", Mobile: "9811111110"}}))
		},
	},
	"contacts, and the last one of the page is removed": {
		path: "/api/UserContactLists/getContactList", rows: "contacts", id: "name", before: (*twoCustomers).friends,
		change: func(o *twoCustomers, c client) {
			list, err := o.store.Queries().ReferralContacts(o.company.T.Context(), db.ReferralContactsParams{CustomerID: c.id, PageSize: 2})
			o.must(err)
			o.must(o.Node.Services.Referrals.RemoveContact(o.company.T.Context(), c.id, list[1].ID))
		},
	},
}

// twice enters own money and a gift into a customer's wallet, by one entry.
func (o *twoCustomers) twice(c client, n int) {
	o.company.Write(c.id, func(tx *store.Tx) error {
		_, _, err := o.company.Ledger.Post(o.company.T.Context(), tx, ledger.Entry{
			CustomerID: c.id, SourceType: "test", SourceID: fmt.Sprint("twice", n), At: calendar.Stamp(o.company.Clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, 3*money.Rupee), ledger.Credit(ledger.Wallet, 2*money.Rupee), ledger.Credit(ledger.PromotionalCredit, money.Rupee)},
		})
		return err
	})
}

func (o *twoCustomers) charge(c client, n int) {
	o.company.Write(c.id, func(tx *store.Tx) error {
		_, err := o.company.Billing.ChargesIn(o.company.T.Context(), tx, c.id, []billing.Charge{{
			ItemID: c.here[0], Operation: fmt.Sprint("damage/", n), Written: "A scratch", Amount: 100 * money.Rupee,
		}})
		return err
	})
}

func (o *twoCustomers) settle(c client) {
	now := calendar.Stamp(o.company.Clock.Now())
	o.company.Write(c.id, func(tx *store.Tx) error {
		return tx.SettlementAdd(o.company.T.Context(), db.SettlementAddParams{CustomerID: c.id, ID: o.company.IDs.Next(), Origin: "pickup", CreatedAt: now, UpdatedAt: now})
	})
}

func (o *twoCustomers) friends(c client) {
	var list []referral.Contact
	for n, name := range []string{"Bilal", "Chitra", "Dev", "Dev", "Esha"} {
		list = append(list, referral.Contact{Name: name, Mobile: fmt.Sprint(9822222220 + n)})
	}
	o.must(o.Node.Services.Referrals.AddContacts(o.company.T.Context(), c.id, list))
}

// page asks for a page of two rows, or of 100, and returns what tells the rows apart.
func (l pagedList) page(t *testing.T, c client, size int, after string) (ids []string, next string) {
	t.Helper()
	var answer map[string]json.RawMessage
	if code := c.do(t, http.MethodGet, l.at(size, after), nil, &answer); code != http.StatusOK {
		t.Fatalf("%s after %q: %d, want 200: %s", l.path, after, code, answer["error"])
	}
	var rows []map[string]json.RawMessage
	if err := json.Unmarshal(answer[l.rows], &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		ids = append(ids, string(row[l.id]))
	}
	if sealed, more := answer["next"]; more {
		if err := json.Unmarshal(sealed, &next); err != nil {
			t.Fatal(err)
		}
	}
	return ids, next
}

// at is the address of a page.
func (l pagedList) at(size int, after string) string {
	address, err := url.Parse(l.path)
	if err != nil {
		panic(err)
	}
	query := address.Query()
	query.Set("query", fmt.Sprintf(`{"size":%d}`, size))
	query.Set("after", after)
	return address.Path + "?" + query.Encode()
}

// Whatever comes or goes in front of the rest of a list while its pages are read, each page follows
// the one before: nothing is lost, and nothing comes twice.
func TestAPageFollowsTheOneBefore(t *testing.T) {
	testkit.BothEngines(t)
	for _, engine := range testkit.Engines() {
		o := newTwoCustomers(t, engine)
		for _, name := range slices.Sorted(maps.Keys(pagedLists)) {
			list := pagedLists[name]
			t.Run(engine+"/"+name, func(t *testing.T) {
				o.company.Go("2026-11-16")
				c := o.client()
				if list.before != nil {
					list.before(o, c)
				}
				want, last := list.page(t, c, 100, "")
				if len(want) < 4 || last != "" {
					t.Fatalf("%d rows and %q after them, want at least four and nothing", len(want), last)
				}
				got, next := list.page(t, c, 2, "")
				list.change(o, c)
				for next != "" {
					var ids []string
					ids, next = list.page(t, c, 2, next)
					got = append(got, ids...)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("rows (-want +got):\n%s", diff)
				}
			})
		}
	}
}

// A page follows only one of the same list of the same customer.
func TestAPageThatFollowsNothing(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c := o.client()
	requests, live := pagedLists["requests, and another one comes"], pagedLists["live requests, and one of the first page is over"]
	_, own := requests.page(t, c, 2, "")
	_, ofAnother := requests.page(t, o.other, 2, "")
	_, ofLive := live.page(t, c, 2, "")
	for name, after := range map[string]string{
		"invented": "42", "of another customer": ofAnother, "of another list": ofLive, "changed": own[:len(own)-1], "of the store": `{"At":1,"ID":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			p := refused(t, o.demoCity.raw(t, http.MethodGet, requests.at(2, after), c.token, nil), http.StatusBadRequest)
			if diff := cmp.Diff("The parameter 'after' is not the next of a page of this list.", p.Error.Message); diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
		})
	}
}
