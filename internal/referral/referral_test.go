package referral_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/money"
	"rento/internal/paging"
	"rento/internal/referral"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// circle is a company with two customers, of whom Asha invites and Bilal may join.
type circle struct {
	*company.Company
	*referral.Service
	asha, bilal int64
}

const ashasCode = "k3x9m2qa"

func newCircle(t *testing.T, s *store.Store) circle {
	t.Helper()
	return circleOf(t, s, referral.Settings{Reward: 500 * money.Rupee, FriendReward: 300 * money.Rupee, MostAYear: 2})
}

func circleOf(t *testing.T, s *store.Store, settings referral.Settings) circle {
	t.Helper()
	w := company.New(t, s, "2026-11-02")
	c := circle{Company: w, Service: referral.New(referral.Deps{
		Store: s, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Ledger: w.Ledger, Notices: w.Notices, Settings: settings, Site: "https://rento.example",
	})}
	c.asha = c.person("Asha Rao", "asha@example.in", "9000100001", ashasCode)
	c.bilal = c.person("Bilal Khan", "bilal@example.in", "9000100002", "b7b7b7b7")
	return c
}

func (c circle) person(name, email, mobile, code string) int64 {
	c.T.Helper()
	id := c.IDs.Next()
	err := c.Store.WriteCompany(c.T.Context(), func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(c.T.Context(), db.AccountCustomerAddParams{
			ID: id, FullName: name, Email: email, Mobile: mobile, CreatedAt: calendar.Stamp(c.Clock.Now()), VerificationStatus: "verified",
			CitySlug: "bangalore", ReferralCode: code,
		})
	})
	c.must(err)
	return id
}

func (c circle) must(err error) {
	c.T.Helper()
	if err != nil {
		c.T.Fatal(err)
	}
}

// paysRent lets somebody rent, bills them, and pays their first invoice.
func (c circle) paysRent(customer int64) {
	c.T.Helper()
	c.Rent(customer, company.Bengaluru, "2026-11-02", company.Sofa)
	c.Go("2026-12-01")
	c.Bill()
	for _, i := range c.Invoices(customer) {
		c.Pay(customer, i.Number, i.Total)
	}
}

func (c circle) promotional(customer int64) money.Paise { return c.Balances(customer).Promotional() }

func (c circle) overview(customer int64) referral.Overview {
	c.T.Helper()
	o, err := c.Overview(c.T.Context(), customer)
	c.must(err)
	return o
}

func (c circle) written() []db.NotifyOutboxRow {
	c.T.Helper()
	rows, err := c.Store.Queries().NotifyOutbox(c.T.Context(), "", 1000)
	c.must(err)
	return rows
}

// PROD-09, CALL-48, CALL-49: a friend is invited by mail, joins with the code and pays a first
// rent, and both get their reward once.
func TestAFriendIsInvitedAndBothAreRewarded(t *testing.T) {
	testkit.BothEngines(t)
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		c.must(c.InviteByMail(ctx, c.asha, " Bilal@Example.in "))
		o := c.overview(c.asha)
		if o.Link != "https://rento.example/invite/"+ashasCode || len(o.Referrals) != 1 || o.Referrals[0].State != referral.Invited || o.Referrals[0].Email != "bilal@example.in" {
			t.Fatalf("got %+v; want one friend invited, by asha's link", o)
		}
		mails := c.written()
		if len(mails) != 1 || mails[0].Recipient != "bilal@example.in" || !strings.Contains(mails[0].Body, ashasCode) || !strings.Contains(mails[0].Body, "₹300") {
			t.Fatalf("got %+v; want one mail with the code and the friend's reward", mails)
		}
		if !c.overview(c.bilal).MayJoin {
			t.Error("who has paid no rent may enter a code")
		}
		for range 2 {
			c.must(c.Join(ctx, c.bilal, "K3X9M2QA"))
		}
		if o := c.overview(c.asha); len(o.Referrals) != 1 || o.Referrals[0].State != referral.Joined || o.Referrals[0].Email != "" || o.Referrals[0].Name != "Bilal" {
			t.Errorf("after the code: %+v; want the one invitation joined, without the address", o.Referrals)
		}
		c.must(c.Reward(ctx))
		if got := c.promotional(c.asha); got != 0 {
			t.Errorf("rewarded before any rent: %d", got)
		}
		c.paysRent(c.bilal)
		for range 2 {
			c.must(c.Reward(ctx))
		}
		got := [2]money.Paise{c.promotional(c.asha), c.promotional(c.bilal)}
		if want := [2]money.Paise{500 * money.Rupee, 300 * money.Rupee}; got != want {
			t.Errorf("rewards: %v, want %v", got, want)
		}
		if o := c.overview(c.asha); o.Referrals[0].State != referral.Rewarded || o.Referrals[0].Reward != 500*money.Rupee || o.Referrals[0].EndedAt == 0 {
			t.Errorf("got %+v; want it rewarded", o.Referrals[0])
		}
		if came := c.overview(c.bilal).Came; came.State != referral.Rewarded || came.EndedAt == 0 {
			t.Errorf("the friend sees %+v; want it rewarded", came)
		}
		told := map[string]int{}
		for _, m := range append(c.Mails(c.asha), c.Mails(c.bilal)...) {
			told[m.Subject]++
		}
		if told["Bilal has come by your invitation"] != 1 || told["₹500 are in your Rentomoney"] != 1 || told["₹300 are in your Rentomoney"] != 1 {
			t.Errorf("told %v, want each of the three once", told)
		}
	})
}

// If nobody can earn a reward, none is promised.
func TestNothingIsPromisedThatNobodyEarns(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c := circleOf(t, s, referral.Settings{Reward: 500 * money.Rupee, FriendReward: 300 * money.Rupee})
		if o := c.overview(c.asha); o.Reward != 0 || o.FriendReward != 300*money.Rupee || o.MostAYear != 0 {
			t.Errorf("got %+v, want nothing for who invites", o)
		}
	})
}

func TestWhoMayEnterACode(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		third := c.person("Chitra Iyer", "chitra@example.in", "9000100003", "c1c1c1c1")
		for name, wrong := range map[string]struct {
			who    int64
			code   string
			status int
		}{
			"nobody's code":    {c.bilal, "zzzzzzzz", http.StatusNotFound},
			"no code":          {c.bilal, "", http.StatusNotFound},
			"one's own":        {c.asha, ashasCode, http.StatusUnprocessableEntity},
			"text with a trap": {c.bilal, "' OR 1=1 --", http.StatusNotFound},
		} {
			if err := c.Join(ctx, wrong.who, wrong.code); !fault.Is(err, wrong.status) {
				t.Errorf("%s: %v, want %d", name, err, wrong.status)
			}
		}
		c.must(c.Join(ctx, c.bilal, ashasCode))
		joined, today := calendar.Stamp(c.Clock.Now()), calendar.Today(c.Clock)
		if err := c.Join(ctx, c.bilal, "c1c1c1c1"); !fault.Is(err, http.StatusConflict) {
			t.Errorf("a second code: %v, want 409", err)
		}
		c.paysRent(third)
		if err := c.Join(ctx, third, ashasCode); !fault.Is(err, http.StatusConflict) {
			t.Errorf("after the first rent: %v, want 409", err)
		}
		if c.overview(third).MayJoin || c.overview(c.bilal).MayJoin {
			t.Error("a code is asked for that would be refused")
		}
		want := referral.Came{Inviter: "Asha", State: referral.Joined, Reward: 300 * money.Rupee, JoinedAt: joined, PaysBy: today.AddDays(180)}
		if came := c.overview(c.bilal).Came; came == nil || *came != want {
			t.Errorf("who has entered a code sees %+v, want %+v", came, want)
		}
		if came := c.overview(third).Came; came != nil {
			t.Errorf("who has entered none sees %+v, want nothing", came)
		}
	})
}

// S30: many concurrent tries make one referral and one reward for each side.
func TestManyEnterAndRewardAtOnce(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		together(8, func() { _ = c.Join(ctx, c.bilal, ashasCode) })
		if n := len(c.overview(c.asha).Referrals); n != 1 {
			t.Fatalf("%d referrals, want 1", n)
		}
		c.paysRent(c.bilal)
		together(8, func() { _ = c.Reward(ctx) })
		if got := [2]money.Paise{c.promotional(c.asha), c.promotional(c.bilal)}; got != [2]money.Paise{500 * money.Rupee, 300 * money.Rupee} {
			t.Errorf("rewards: got %v, want 500 and 300 rupees", got)
		}
	})
}

func together(n int, fn func()) {
	var all sync.WaitGroup
	for range n {
		all.Go(fn)
	}
	all.Wait()
}

// A customer can have nobody invited twice, and no more than twenty people a day. S15
func TestInvitationsAreBounded(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		for _, wrong := range []string{"", "bilal", "bilal@localhost", "root@127.0.0.1", "root@[::1]", "a@b.in, c@d.in", "Bilal <bilal@example.in>", "a@b.in\r\nBcc: c@d.in", "बिलाल@example.in", strings.Repeat("a", 250) + "@b.in", "asha@example.in", "Asha+me@example.in"} {
			if err := c.InviteByMail(ctx, c.asha, wrong); !fault.Is(err, http.StatusUnprocessableEntity) {
				t.Errorf("%q: %v, want 422", wrong, err)
			}
		}
		for range 2 {
			c.must(c.InviteByMail(ctx, c.asha, "dev@example.in"))
		}
		c.must(c.InviteByMail(ctx, c.bilal, "dev@example.in"))
		for _, same := range []string{"dev+1@example.in", "Dev+2@example.in"} {
			c.must(c.InviteByMail(ctx, c.asha, same))
		}
		if o := c.overview(c.asha); len(o.Referrals) != 1 || o.Referrals[0].Email != "dev@example.in" {
			t.Errorf("invited %+v, want dev once, as written first", o.Referrals)
		}
		if n := len(c.written()); n != 1 {
			t.Errorf("dev was written to %d times by two friends, want once", n)
		}
		c.Clock.Advance(31 * 24 * time.Hour)
		c.must(c.InviteByMail(ctx, c.asha, "dev@example.in"))
		if n := len(c.written()); n != 2 {
			t.Errorf("after a month: %d mails, want 2", n)
		}
		for i := range 19 {
			c.must(c.InviteByMail(ctx, c.asha, fmt.Sprintf("friend%d@example.in", i)))
		}
		if err := c.InviteByMail(ctx, c.asha, "one.more@example.in"); !fault.Is(err, http.StatusTooManyRequests) {
			t.Errorf("the 21st of a day: %v, want 429", err)
		}
		c.Clock.Advance(91 * 24 * time.Hour)
		c.must(c.Forget(ctx))
		if left, written := len(c.overview(c.asha).Referrals), len(c.written()); left != 0 || written != 0 {
			t.Errorf("after 90 days %d invitations and %d mails are kept, want none", left, written)
		}
	})
}

// CALL-50, CALL-51, CALL-52, ENTITY-62, ENTITY-63
func TestContactsAreKeptAndInvited(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		c.must(c.AddContacts(ctx, c.asha, []referral.Contact{
			{Name: "Dev", Mobile: "+91 90001 00004", Email: "Dev@example.in"}, {Name: "Esha", Mobile: "9000100005"}, {Name: "Myself", Mobile: "9000100001"},
		}))
		c.must(c.AddContacts(ctx, c.asha, []referral.Contact{{Name: "Devesh", Mobile: "9000100004", Email: "dev@example.in"}}))
		for name, wrong := range map[string]referral.Contact{
			"no name": {Mobile: "9000100006"}, "a long name": {Name: strings.Repeat("x", 101), Mobile: "9000100006"},
			"a landline": {Name: "Far", Mobile: "0801234567"}, "a bad mail": {Name: "Far", Mobile: "9000100006", Email: "far"},
		} {
			if err := c.AddContacts(ctx, c.asha, []referral.Contact{{Name: "Right", Mobile: "9000100009"}, wrong}); !fault.Is(err, http.StatusUnprocessableEntity) {
				t.Errorf("%s: %v, want 422", name, err)
			}
		}
		list, _, err := c.Contacts(ctx, c.asha, paging.Page{Number: 1, Size: 10})
		c.must(err)
		var names []string
		var ids []int64
		for _, k := range list {
			names, ids = append(names, k.Name+" "+k.Mobile), append(ids, k.ID)
		}
		if diff := cmp.Diff([]string{"Devesh 9000100004", "Esha 9000100005", "Myself 9000100001"}, names); diff != "" {
			t.Fatal(diff)
		}
		if n, err := c.CountContacts(ctx, c.asha); err != nil || n != 3 {
			t.Errorf("count %d, %v; want 3", n, err)
		}
		if _, err := c.InviteContacts(ctx, c.bilal, ids[:1]); !fault.Is(err, http.StatusNotFound) {
			t.Errorf("another's contact: %v, want 404", err)
		}
		for _, want := range []int{2, 0} {
			if n, err := c.InviteContacts(ctx, c.asha, ids); err != nil || n != want {
				t.Errorf("invited %d, %v; want %d", n, err, want)
			}
		}
		ways := map[string]string{}
		for _, m := range c.written() {
			ways[m.Recipient] = m.Channel
		}
		if diff := cmp.Diff(map[string]string{"dev@example.in": "email", "9000100005": "sms"}, ways); diff != "" {
			t.Error(diff)
		}
		c.must(c.RemoveContact(ctx, c.asha, ids[0]))
		if err := c.RemoveContact(ctx, c.asha, ids[0]); !fault.Is(err, http.StatusNotFound) {
			t.Errorf("removed twice: %v, want 404", err)
		}
	})
}

func TestMoreContactsThanAreKept(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		add := func(from, to int) error {
			var some []referral.Contact
			for i := from; i < to; i++ {
				some = append(some, referral.Contact{Name: "Friend", Mobile: fmt.Sprintf("98%08d", i)})
			}
			return c.AddContacts(ctx, c.asha, some)
		}
		c.must(add(0, referral.MaxContacts))
		if err := add(referral.MaxContacts, referral.MaxContacts+1); !fault.Is(err, http.StatusConflict) {
			t.Errorf("one more: %v, want 409", err)
		}
		if n, _ := c.CountContacts(ctx, c.asha); n != referral.MaxContacts {
			t.Errorf("kept: got %d, want %d", n, referral.MaxContacts)
		}
	})
}

func TestAPromiseEnds(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		c.must(c.Join(ctx, c.bilal, ashasCode))
		c.Clock.Advance(181 * 24 * time.Hour)
		c.must(c.Reward(ctx))
		if o := c.overview(c.asha); o.Referrals[0].State != referral.Lapsed {
			t.Errorf("after 181 days: %s, want lapsed", o.Referrals[0].State)
		}
	})
}

// An inviter who has reached the yearly limit gets no reward. The friend still gets one.
func TestMostRewardsOfAYear(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := circleOf(t, s, referral.Settings{Reward: 500 * money.Rupee, FriendReward: 300 * money.Rupee, MostAYear: 1}), t.Context()
		other := c.person("Chitra Iyer", "chitra@example.in", "9000100003", "c1c1c1c1")
		for _, friend := range []int64{c.bilal, other} {
			c.must(c.Join(ctx, friend, ashasCode))
			c.Rent(friend, company.Bengaluru, "2026-11-02", company.Sofa)
		}
		c.Go("2026-12-01")
		c.Bill()
		for _, friend := range []int64{c.bilal, other} {
			for _, i := range c.Invoices(friend) {
				c.Pay(friend, i.Number, i.Total)
			}
			c.must(c.Reward(ctx))
		}
		got := [3]money.Paise{c.promotional(c.asha), c.promotional(c.bilal), c.promotional(other)}
		if want := [3]money.Paise{500 * money.Rupee, 300 * money.Rupee, 300 * money.Rupee}; got != want {
			t.Errorf("rewards %v, want %v", got, want)
		}
	})
}

// After the deletion, nothing about others is left of a former customer. The friend keeps the
// promised reward; the former customer gets none.
func TestDeletionOfReferrals(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		c, ctx := newCircle(t, s), t.Context()
		c.must(c.InviteByMail(ctx, c.asha, "dev@example.in"))
		c.must(c.AddContacts(ctx, c.asha, []referral.Contact{{Name: "Esha", Mobile: "9000100005"}}))
		c.must(c.Join(ctx, c.bilal, ashasCode))
		erase := func(who int64, by account.Concern) {
			c.Write(who, func(tx *store.Tx) error { return by.Erase(context.WithoutCancel(ctx), tx, who) })
		}
		c.must(c.InviteByMail(ctx, c.bilal, "esha@example.in"))
		invitations := func() (recipients []string) {
			rows, err := testkit.Raw(t, s).QueryContext(ctx, "SELECT recipient FROM messages WHERE customer_id = 0")
			c.must(err)
			defer rows.Close()
			for rows.Next() {
				var recipient string
				c.must(rows.Scan(&recipient))
				recipients = append(recipients, recipient)
			}
			c.must(rows.Err())
			return recipients
		}
		erase(c.asha, referral.Deletion(c.Clock))
		if diff := cmp.Diff([]string{"esha@example.in"}, invitations()); diff != "" {
			t.Errorf("messages to people who were invited (-want +got):\n%s", diff)
		}
		if n, _ := c.CountContacts(ctx, c.asha); n != 0 || len(c.overview(c.asha).Referrals) != 1 || c.overview(c.asha).Referrals[0].Name != "" {
			t.Errorf("left: got %d contacts and %+v, want none and one friend without a name", n, c.overview(c.asha).Referrals)
		}
		c.paysRent(c.bilal)
		c.must(c.Reward(ctx))
		if got := [2]money.Paise{c.promotional(c.asha), c.promotional(c.bilal)}; got != [2]money.Paise{0, 300 * money.Rupee} {
			t.Errorf("rewards after the deletion: got %v, want none and 300 rupees", got)
		}
		third := c.person("Chitra Iyer", "chitra@example.in", "9000100003", "c1c1c1c1")
		c.must(c.Join(ctx, third, "b7b7b7b7"))
		erase(third, referral.Deletion(c.Clock))
		if o := c.overview(c.bilal); o.Referrals[0].State != referral.Lapsed || o.Referrals[0].Name != "" {
			t.Errorf("of a friend who is gone: %+v; want it lapsed, without a name", o.Referrals[0])
		}
	})
}
