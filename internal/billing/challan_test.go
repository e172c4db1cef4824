package billing_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/billing"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// challansOn are the challans of some days, each with its goods in a line of text.
func challansOn(t *testing.T, w *company.Company, days ...string) (lines []string) {
	t.Helper()
	for _, on := range days {
		list, err := billing.ChallansOn(t.Context(), w.Store.Queries(), day(on), "", 10)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			opened, err := billing.OpenChallan(t.Context(), w.Store.Queries(), c.CustomerID, c.ID)
			if err != nil {
				t.Fatal(err)
			}
			line := fmt.Sprintf("%s %s %s of order %d:", on, opened.Number, opened.Movement, opened.OrderID)
			for _, g := range opened.Goods {
				line += " " + g.Name
			}
			if opened.Cancelled {
				line += ", cancelled"
			}
			lines = append(lines, line)
		}
	}
	return lines
}

// Rule 138, docs/documents.md: a challan of more than 50,000 says that it needs an e-way bill, and keeps
// the number of the one that was made.
func TestTheEWayBillOfAChallan(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-10")
		dear, cheap := w.Customer(), w.Customer()
		order := func(c int64, products ...int64) {
			t.Helper()
			of := subscription.NewOrder{CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-12")}
			for _, p := range products {
				of.Items = append(of.Items, subscription.NewItem{ProductID: p, TenureMonths: 6})
			}
			if _, err := w.Subscriptions.PlaceOrder(t.Context(), of); err != nil {
				t.Fatal(err)
			}
		}
		order(dear, company.Sofa, company.Fridge, company.AC) // 24,000, 16,000 and 33,000
		order(cheap, company.Sofa, company.Fridge)
		w.Go("2026-11-12")
		if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
			t.Fatal(err)
		}
		type row struct {
			Value    money.Paise
			Needs    bool
			EWayBill string
		}
		listed := func() map[int64]row {
			t.Helper()
			list, err := billing.ChallansOn(t.Context(), s.Queries(), day("2026-11-12"), "", 10)
			if err != nil {
				t.Fatal(err)
			}
			rows := map[int64]row{}
			for _, c := range list {
				rows[c.CustomerID] = row{c.Value, c.NeedsEWayBill(), c.EWayBill}
			}
			return rows
		}
		want := map[int64]row{dear: {73_000 * money.Rupee, true, ""}, cheap: {40_000 * money.Rupee, false, ""}}
		if diff := cmp.Diff(want, listed()); diff != "" {
			t.Errorf("before (-want +got):\n%s", diff)
		}
		list, err := billing.ChallansOn(t.Context(), s.Queries(), day("2026-11-12"), "", 10)
		if err != nil {
			t.Fatal(err)
		}
		var number, other string
		for _, c := range list {
			if c.CustomerID == dear {
				number = c.Number
			} else {
				other = c.Number
			}
		}
		for _, bill := range []string{"291008765432", "291008765432", "291008765433"} {
			if _, err := w.Billing.RecordEWayBill(t.Context(), number, bill); err != nil {
				t.Fatal(err)
			}
		}
		want[dear] = row{73_000 * money.Rupee, true, "291008765433"}
		if diff := cmp.Diff(want, listed()); diff != "" {
			t.Errorf("afterwards (-want +got):\n%s", diff)
		}
		var recorded []string
		rows, err := s.Queries().AuditOf(t.Context(), dear)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if r.Action == "eway_bill_recorded" {
				_, bill, _ := strings.Cut(r.Object, " with ")
				recorded = append(recorded, bill)
			}
		}
		slices.Sort(recorded)
		if diff := cmp.Diff([]string{"291008765432", "291008765433"}, recorded); diff != "" {
			t.Errorf("in the audit log (-want +got):\n%s", diff)
		}
		refused := func(number, bill string, status int) {
			t.Helper()
			if _, err := w.Billing.RecordEWayBill(t.Context(), number, bill); !fault.Is(err, status) {
				t.Errorf("%s for %s: %v, want %d", bill, number, err, status)
			}
		}
		refused(number, "29100876543", http.StatusUnprocessableEntity)
		refused(number, "000000000000", http.StatusUnprocessableEntity)
		_, err = w.Billing.RecordEWayBill(t.Context(), other, "291008765433")
		if diff := cmp.Diff("This e-way bill is noted on delivery challan "+number+".", fault.Of(err).Message); diff != "" {
			t.Errorf("the e-way bill of another challan (-want +got):\n%s", diff)
		}
		refused(other, "291008765433", http.StatusConflict)
		for _, step := range []struct{ challan, bill string }{{number, ""}, {number, ""}, {other, "291008765433"}} {
			if _, err := w.Billing.RecordEWayBill(t.Context(), step.challan, step.bill); err != nil {
				t.Fatal(err)
			}
		}
		want[dear], want[cheap] = row{73_000 * money.Rupee, true, ""}, row{40_000 * money.Rupee, false, "291008765433"}
		if diff := cmp.Diff(want, listed()); diff != "" {
			t.Errorf("after it was noted on the right challan (-want +got):\n%s", diff)
		}
		removed := func(r db.AuditLog) bool {
			return r.Action == "eway_bill_removed" && strings.HasSuffix(r.Object, " with 291008765433")
		}
		if rows, err = s.Queries().AuditOf(t.Context(), dear); err != nil || !slices.ContainsFunc(rows, removed) {
			t.Errorf("the audit log has %v, %v; want the number that was removed", rows, err)
		}
		refused("KA/26-27/D999999", "291008765432", http.StatusNotFound)
		w.Go("2026-11-13") // the goods stayed
		if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
			t.Fatal(err)
		}
		refused(number, "291008765434", http.StatusConflict)
		if c, err := w.Billing.RecordEWayBill(t.Context(), other, ""); err != nil || c.EWayBill != "" || !c.Cancelled {
			t.Errorf("%+v, %v; want the number removed from a cancelled challan", c, err)
		}
	})
}

// Rule 55, docs/documents.md: goods leave with a challan on the day of their delivery. If they stay, it
// is cancelled on the next morning and another is issued. A transfer delivers nothing.
func TestTheDeliveryOfAnOrderHasAChallan(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-10")
		c, giver := w.Customer(), w.Customer()
		given := w.Rent(giver, company.Bengaluru, "2026-11-10", company.Fridge)
		order, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-12"),
			Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 6}, {ProductID: company.Fridge, TenureMonths: 6}},
		})
		if err != nil {
			t.Fatal(err)
		}
		w.Go("2026-11-11")
		place := w.Address(c, company.Bengaluru)
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Subscriptions.ReserveIn(t.Context(), tx, given.Items, c, place)
			return err
		})
		for _, on := range []string{"2026-11-11", "2026-11-12", "2026-11-12", "2026-11-13", "2026-11-14"} {
			w.Go(on)
			if on == "2026-11-14" {
				if err := w.Subscriptions.Deliver(t.Context(), c, order.ID, day("2026-11-13")); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{
			fmt.Sprintf("2026-11-12 KA/26-27/D000001 delivery of order %d: Sofa Fridge, cancelled", order.ID),
			fmt.Sprintf("2026-11-13 KA/26-27/D000002 delivery of order %d: Sofa Fridge", order.ID),
		}
		if diff := cmp.Diff(want, challansOn(t, w, "2026-11-11", "2026-11-12", "2026-11-13", "2026-11-14")); diff != "" {
			t.Errorf("challans (-want +got):\n%s", diff)
		}
	})
}

// A delivery that is reported on the next day keeps the challan of its own day. By then that one was
// cancelled and another issued, which moved nothing.
func TestADeliveryThatIsReportedLateKeepsItsChallan(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-12")
		c := w.Customer()
		order, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-12"),
			Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 6}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range []string{"2026-11-12", "2026-11-13", "2026-11-14"} {
			w.Go(on)
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
			if on == "2026-11-13" {
				if err := w.Subscriptions.Deliver(t.Context(), c, order.ID, day("2026-11-12")); err != nil {
					t.Fatal(err)
				}
			}
		}
		want := []string{
			fmt.Sprintf("2026-11-12 KA/26-27/D000001 delivery of order %d: Sofa", order.ID),
			fmt.Sprintf("2026-11-13 KA/26-27/D000002 delivery of order %d: Sofa, cancelled", order.ID),
		}
		if diff := cmp.Diff(want, challansOn(t, w, "2026-11-12", "2026-11-13", "2026-11-14")); diff != "" {
			t.Errorf("challans (-want +got):\n%s", diff)
		}
	})
}

// An order that is not delivered within two weeks of its day is not expected any more: its last challan
// is cancelled, and no other follows.
func TestAnOrderThatIsNeverDelivered(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-02")
		c := w.Customer()
		order, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-02"),
			Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 6}},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, on := range []string{"2026-11-16", "2026-11-17", "2026-11-18"} {
			w.Go(on)
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		want := []string{fmt.Sprintf("2026-11-16 KA/26-27/D000001 delivery of order %d: Sofa, cancelled", order.ID)}
		if diff := cmp.Diff(want, challansOn(t, w, "2026-11-16", "2026-11-17", "2026-11-18")); diff != "" {
			t.Errorf("challans (-want +got):\n%s", diff)
		}
	})
}

// The alert about a challan that is not issued says what a person has to do, and closes itself when the
// challan of that movement is issued after all.
func TestTheAlertAboutAChallanClosesItself(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-12")
		c := w.Customer()
		w.Write(0, func(tx *store.Tx) error {
			return subscription.SaveProduct(t.Context(), tx, subscription.Product{
				ID: 9, Slug: "purifier", Name: "RO water purifier", SAC: "997323", Rent: money.Rupees(500), Deposit: money.Rupees(1000),
			}, day("2026-11-01"))
		})
		if _, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
			CustomerID: c, AddressID: w.Address(c, company.Bengaluru), PromisedOn: day("2026-11-12"), Items: []subscription.NewItem{{ProductID: 9, TenureMonths: 6}},
		}); err != nil {
			t.Fatal(err)
		}
		open := func() (details []string) {
			t.Helper()
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
			for _, a := range testkit.OpenAlerts(t, s) {
				details = append(details, a.Kind+": "+a.Detail)
			}
			return details
		}
		want := []string{"challan_not_issued: RO water purifier has no HSN code of four, six or eight digits, or no value: complete the product"}
		if diff := cmp.Diff(want, open()); diff != "" {
			t.Errorf("alerts (-want +got):\n%s", diff)
		}
		if err := w.Subscriptions.SetGoods(t.Context(), 9, "8421", 9_000*money.Rupee); err != nil {
			t.Fatal(err)
		}
		w.Go("2026-11-13")
		if diff := cmp.Diff([]string(nil), open()); diff != "" {
			t.Errorf("alerts once the challan is issued (-want +got):\n%s", diff)
		}
	})
}

// A business customer who has had a challan by mail is told when it is cancelled, and gets it again when its
// goods had left after all. One that is cancelled before its mail leaves is not mailed.
func TestACancelledChallanIsMailed(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-12")
		c, other := w.Business(), w.Business()
		order := func(customer int64) int64 {
			t.Helper()
			placed, err := w.Subscriptions.PlaceOrder(t.Context(), subscription.NewOrder{
				CustomerID: customer, AddressID: w.Address(customer, company.Bengaluru), PromisedOn: day("2026-11-12"),
				Items: []subscription.NewItem{{ProductID: company.Sofa, TenureMonths: 6}},
			})
			if err != nil {
				t.Fatal(err)
			}
			return placed.ID
		}
		first, second := order(c), order(other)
		w.Clock.Set(day("2026-11-12").At(6, 0))
		if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := w.Subscriptions.Deliver(t.Context(), other, second, day("2026-11-11")); err != nil {
			t.Fatal(err)
		}
		var got []string
		seen := 0
		for _, on := range []string{"2026-11-12", "2026-11-13", "2026-11-14"} {
			w.Clock.Set(day(on).At(6, 0))
			if err := w.Billing.IssueChallansOfOrders(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.Clock.Set(day(on).At(9, 0))
			if _, err := w.Queue.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			mails := w.Mails(c)
			for _, m := range mails[seen:] {
				got = append(got, fmt.Sprintf("%s %s: %s %t", on, m.State, m.Subject, strings.Contains(m.Body, "It is cancelled: its goods were not moved.")))
			}
			seen = len(mails)
			if on == "2026-11-13" {
				if err := w.Subscriptions.Deliver(t.Context(), c, first, day("2026-11-12")); err != nil {
					t.Fatal(err)
				}
			}
		}
		slices.Sort(got)
		want := []string{
			"2026-11-12 kept: Delivery challan KA/26-27/D000001 false",
			"2026-11-13 kept: Documents of 13 November 2026 true",
			"2026-11-13 withheld: Delivery challan KA/26-27/D000003 false",
			"2026-11-14 kept: Documents of 14 November 2026 true",
			"2026-11-14 withheld: Delivery challan KA/26-27/D000001 false", // it comes with that of the day
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("mails (-want +got):\n%s", diff)
		}
		for _, m := range w.Mails(other) {
			if m.State != "withheld" {
				t.Errorf("%s is %s, want no mail about a challan that was cancelled before", m.Subject, m.State)
			}
		}
	})
}
