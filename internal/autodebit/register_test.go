package autodebit_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rento/internal/autodebit"
	"rento/internal/fault"
	"rento/internal/mandate"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/sandbox"
	"rento/internal/sandbox/emulator"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

func code(err error) string {
	if f := fault.Of(err); f != nil {
		return f.Code
	}
	return ""
}

// PAY-32: when the customer has chosen auto debit and a way to pay, that gateway's checkout
// opens. When the browser comes back, the gateway is asked. The first mandate that the bank
// confirms becomes the active one. If the browser brings the same again, nothing changes.
func TestSetUp(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		begun := w.begin(c, provider.MandateUPI)
		k := begun.Checkout
		if len(k.Options) < 3 {
			w.T.Fatalf("options of the checkout %v, want three at least", k.Options)
		}
		if k.OrderID == "" || k.ScriptURL == "" {
			w.T.Fatalf("checkout of order %q with script %q, want both", k.OrderID, k.ScriptURL)
		}
		type pages struct{ Page, Return string }
		page := "/pay/" + begun.Mandate.Link
		wantPages := pages{page, "http://shop.test" + page + "/return"}
		if diff := cmp.Diff(wantPages, pages{begun.PageURL, begun.ReturnURL}); diff != "" {
			w.T.Fatalf("pages of the checkout (-want +got):\n%s", diff)
		}
		type stored struct {
			State                     mandate.State
			RegistrationID, AtGateway string
			Max                       money.Paise
		}
		kept := w.mandate(c, begun.Mandate.ID)
		want := stored{mandate.Initiated, k.OrderID, k.CustomerID, money.Rupees(5000)}
		if diff := cmp.Diff(want, stored{kept.State, kept.RegistrationID, kept.GatewayCustomer, kept.Max}); diff != "" {
			w.T.Fatalf("the stored mandate (-want +got):\n%s", diff)
		}
		type described struct {
			State            mandate.State
			Active, HasToken bool
			VPA, ItsCheckout string
		}
		brought := w.confirm(begun, emulator.Success)
		for range 2 {
			m, err := w.finish(c, begun, brought)
			if err != nil {
				w.T.Fatal(err)
			}
			want := described{mandate.Confirmed, true, true, w.at.vpa, ""}
			if diff := cmp.Diff(want, described{m.State, m.Active, m.Token != "", m.VPA, m.Checkout}); diff != "" {
				w.T.Fatalf("the mandate (-want +got):\n%s", diff)
			}
		}
		w.wait(5 * 24 * time.Hour)
		if got := w.told(c); !slices.Equal(got, []string{"Auto debit is set up"}) {
			w.T.Errorf("told %q, want one message", got)
		}
		if m := w.mandate(c, begun.Mandate.ID); !m.CheckAt.IsZero() {
			w.T.Errorf("asked about again at %v, want never", m.CheckAt)
		}
	})
}

// If the browser does not come back, the webhook confirms the mandate within moments. If the
// webhook is lost too, the question that was planned with the registration does.
func TestSetUpWithoutAReturn(t *testing.T) {
	onEachGateway(t, func(w *world) {
		for _, lost := range []bool{false, true} {
			w.deaf = lost
			c := w.tenant()
			begun := w.begin(c, provider.MandateCard)
			w.confirm(begun, emulator.Success)
			after := 10 * time.Second
			if lost {
				after = 2 * time.Minute
			}
			w.wait(after)
			type card struct {
				State  mandate.State
				Active bool
				Last4  string
			}
			m := w.mandate(c, begun.Mandate.ID)
			if diff := cmp.Diff(card{mandate.Confirmed, true, "1007"}, card{m.State, m.Active, m.Last4}); diff != "" {
				w.T.Errorf("webhooks lost %v: the mandate (-want +got):\n%s", lost, diff)
			}
		}
	})
}

// If a bank takes its time to say yes, we still learn of it, even when the customer has left.
func TestALateYesToARegistration(t *testing.T) {
	onEachGateway(t, func(w *world) {
		for _, method := range []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate} {
			c := w.tenant()
			begun := w.begin(c, method)
			w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "payment", Outcome: emulator.Late, Seconds: 400}}})
			w.atGateway("/pay", map[string]any{"order_id": w.at.payable(begun)})
			w.wait(6 * time.Minute)
			if m := w.mandate(c, begun.Mandate.ID); m.State != mandate.Initiated {
				w.T.Errorf("%s before: %+v, want it initiated", method, m)
			}
			w.wait(time.Minute) // the next question is much later
			if m := w.mandate(c, begun.Mandate.ID); m.State != mandate.Confirmed || !m.Active {
				w.T.Errorf("%s later: %+v, want it confirmed and active", method, m)
			}
		}
	})
}

// A gateway authorizes one rupee along with a mandate. It is not a customer's payment: it goes
// back, and no alert is raised about it or about its order.
func TestARegistrationIsNoPayment(t *testing.T) {
	for _, method := range []provider.MandateMethod{provider.MandateUPI, provider.MandateCard, provider.MandateEMandate} {
		w := newWorld(t, testkit.Open(t), byRazorpay)
		c := w.tenant()
		begun := w.begin(c, method)
		w.confirm(begun, emulator.Success)
		w.wait(5 * time.Hour)
		if m := w.mandate(c, begun.Mandate.ID); m.State != mandate.Confirmed {
			t.Fatalf("%s: %+v, want it confirmed by the events", method, m)
		}
		for range 3 {
			all, err := w.payments.CompareLately(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			type compared struct {
				Listed int
				Clean  bool
			}
			var got []compared
			for _, one := range all {
				got = append(got, compared{one.Listed, one.Clean()})
			}
			if diff := cmp.Diff([]compared{{1, true}}, got); diff != "" {
				t.Errorf("%s: compared (-want +got):\n%s", method, diff)
			}
			w.wait(24 * time.Hour)
		}
		if open := testkit.OpenAlerts(w.T, w.Store); len(open) > 0 {
			t.Errorf("%s: alerts %v, want none", method, open)
		}
		w.wantMoney(c, 0, 0)
	}
}

// The customer is told when the bank says no. A registration that nobody finishes is given up
// without a message.
func TestSetUpThatFails(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		refused, forgotten := w.begin(c, provider.MandateUPI), w.begin(c, provider.MandateCard)
		// A gateway may prove the no, or let the customer try again for a while.
		if _, err := w.finish(c, refused, w.confirm(refused, emulator.Failure)); err != nil && code(err) != "mandate.not_verified" {
			w.T.Error(err)
		}
		w.wait(time.Hour)
		if m := w.mandate(c, refused.Mandate.ID); m.State != mandate.Rejected || m.Reason == "" {
			w.T.Errorf("got %+v; want it rejected with the reason", m)
		}
		w.wait(6 * 24 * time.Hour)
		m := w.mandate(c, forgotten.Mandate.ID)
		if m.State != mandate.Rejected || m.Reason != "not_confirmed" {
			w.T.Errorf("forgotten: %s for %q, want it rejected as not_confirmed", m.State, m.Reason)
		}
		if !m.CheckAt.IsZero() {
			w.T.Errorf("forgotten: asked about again at %v, want never", m.CheckAt)
		}
		if got := w.told(c); !slices.Equal(got, []string{"Auto debit was not set up"}) {
			w.T.Errorf("told %q, want the bank's no alone", got)
		}
	})
}

// A lost answer to a registration leaves nothing open: nobody was shown its checkout, and another
// registration can begin at once.
func TestALostAnswerToARegistration(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		w.between = func(call string) error {
			if call == w.at.register {
				return errors.New("connection reset")
			}
			return nil
		}
		_, err := w.debits.Begin(w.T.Context(), c, autodebit.BeginInput{Gateway: w.at.name, Method: provider.MandateUPI, Device: device})
		if code(err) != "provider.no_answer" {
			w.T.Errorf("got %v, want provider.no_answer", err)
		}
		w.between = nil
		w.confirmed(c, provider.MandateUPI)
		w.wait(6 * 24 * time.Hour)
		cards, err := w.debits.Cards(w.T.Context(), c, true)
		if err != nil || len(cards) != 1 {
			w.T.Errorf("cards %+v, %v; want one", cards, err)
		}
	})
}

// A proof that is not the gateway's word about this registration is refused, and so is a
// registration of another customer.
func TestReturnsThatAreNotBelieved(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c, other := w.tenant(), w.tenant()
		mine, theirs := w.begin(c, provider.MandateUPI), w.begin(other, provider.MandateUPI)
		brought := w.confirm(theirs, emulator.Success)
		for name, fields := range map[string]map[string]string{"another's": brought, "forged": w.at.forged(mine), "none": nil} {
			_, err := w.finish(c, mine, fields)
			if code(err) != "mandate.not_verified" {
				w.T.Errorf("%s: %v, want mandate.not_verified", name, err)
			}
		}
		_, err := w.finish(c, theirs, brought)
		if code(err) != "mandate.not_found" {
			w.T.Errorf("another customer's registration: %v, want mandate.not_found", err)
		}
		if m := w.mandate(c, mine.Mandate.ID); m.State != mandate.Initiated {
			w.T.Errorf("state %s, want initiated", m.State)
		}
	})
}

// ways returns the rail and the limit of each way.
func ways(list []autodebit.Way) (words []string) {
	for _, way := range list {
		words = append(words, fmt.Sprint(way.Choice.Method, " ", way.Max))
	}
	return words
}

// R12: the limit of a mandate is a month's rent rounded up to a multiple of 5,000 rupees, and at
// most what its rail allows.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		live                money.Paise
		unattended, byFile  money.Paise
		mayUPI, mayEMandate bool
	}{
		{1, money.Rupees(5000), money.Rupees(5000), true, true},
		{money.Rupees(5000), money.Rupees(5000), money.Rupees(5000), true, true},
		{money.Rupees(5000) + 1, money.Rupees(10_000), money.Rupees(10_000), true, true},
		{money.Rupees(15_000), money.Rupees(15_000), money.Rupees(15_000), true, true},
		{money.Rupees(15_000) + 1, money.Rupees(15_000), money.Rupees(20_000), false, true},
		{money.Rupees(10_000_000), money.Rupees(15_000), money.Rupees(10_000_000), false, true},
		{money.Rupees(10_000_000) + 1, money.Rupees(15_000), money.Rupees(10_000_000), false, false},
	} {
		for _, rail := range []struct {
			method provider.MandateMethod
			limit  money.Paise
			may    bool
		}{
			{provider.MandateUPI, c.unattended, c.mayUPI}, {provider.MandateCard, c.unattended, c.mayUPI}, {provider.MandateEMandate, c.byFile, c.mayEMandate},
		} {
			if limit, may := autodebit.LimitFor(rail.method, c.live); limit != rail.limit || may != rail.may {
				t.Errorf("%v by %s: a limit of %v, offered %v; want %v and %v", c.live, rail.method, limit, may, rail.limit, rail.may)
			}
		}
	}
}

// EASYPAY-11: what is offered, and the limit of each way. The limit is a month's rent rounded up
// to a multiple of 5,000 rupees. Without rent nothing is offered, and above 15,000 only net
// banking is.
func TestOptions(t *testing.T) {
	w := newWorld(t, testkit.Open(t), byBilldesk)
	none := w.Customer()
	type options struct {
		Live, Max    money.Paise
		Ways, TooLow []string
	}
	want := func(who string, c int64, want options) {
		t.Helper()
		o, err := w.debits.OptionsFor(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, options{o.Live, o.Max, ways(o.Ways), ways(o.TooLow)}); diff != "" {
			t.Errorf("%s: options (-want +got):\n%s", who, diff)
		}
	}
	want("without items", none, options{Max: money.Rupees(5000)})
	if _, err := w.debits.Begin(t.Context(), none, autodebit.BeginInput{Gateway: w.at.name, Method: provider.MandateUPI, Device: device}); code(err) != "mandate.nothing_to_debit" {
		t.Errorf("without items: %v, want mandate.nothing_to_debit", err)
	}
	c := w.tenant()
	want("a sofa", c, options{
		Live: rent, Max: money.Rupees(5000), Ways: []string{"upi ₹5,000", "card ₹5,000", "emandate ₹5,000"},
	})
	if _, err := w.debits.Begin(t.Context(), c, autodebit.BeginInput{Gateway: w.at.name, Method: provider.MandateNACH, Device: device}); code(err) != "payment.gateway_not_found" {
		t.Errorf("a rail that is not offered: %v, want payment.gateway_not_found", err)
	}
	w.Rent(c, company.Bengaluru, "2026-10-01", company.AC, company.AC, company.Sofa)
	want("four items", c, options{
		Live: money.Rupees(7786), Max: money.Rupees(10_000),
		Ways: []string{"upi ₹10,000", "card ₹10,000", "emandate ₹10,000"},
	})
	for range 4 {
		w.Rent(c, company.Bengaluru, "2026-10-01", company.AC, company.AC)
	}
	want("above 15,000", c, options{
		Live: money.Rupees(24_778), Max: money.Rupees(25_000),
		Ways: []string{"emandate ₹25,000"}, TooLow: []string{"upi ₹15,000", "card ₹15,000"},
	})
	if _, err := w.debits.Begin(t.Context(), c, autodebit.BeginInput{Gateway: w.at.name, Method: provider.MandateUPI, Device: device}); code(err) != "mandate.rent_above_limit" {
		t.Errorf("above the limit of UPI: %v, want mandate.rent_above_limit", err)
	}
	if begun, err := w.debits.Begin(t.Context(), c, autodebit.BeginInput{Gateway: w.at.name, Method: provider.MandateEMandate, Device: device}); err != nil || begun.Mandate.Max != money.Rupees(25_000) {
		t.Errorf("by net banking: %+v, %v; want a mandate of 25,000", begun.Mandate, err)
	}
}

// R12: with a rent above 15,000 rupees, auto debit is set up by net banking and debits the
// account, at each gateway.
func TestRentAbove15000IsDebitedByNetBanking(t *testing.T) {
	onEachGateway(t, func(w *world) {
		c := w.tenant()
		for range 4 {
			w.Rent(c, company.Bengaluru, "2026-10-01", company.AC, company.AC)
		}
		m := w.confirmed(c, provider.MandateEMandate)
		if kept := w.mandate(c, m.ID); kept.Max != money.Rupees(20_000) || kept.Most() != money.Rupees(20_000) {
			w.T.Fatalf("%+v, want a limit of 20,000", kept)
		}
		w.bill()
		w.hour("2026-11-03", 8)
		if d := w.soleDebit(c); d.State != mandate.Succeeded || d.Amount <= money.Rupees(15_000) {
			w.T.Errorf("debit %+v, want it succeeded, above 15,000", d)
		}
		if due, taken := w.Balances(c).Dues(), w.taken(); due != 0 || taken <= money.Rupees(15_000) {
			w.T.Errorf("%v due and %v at the gateway, want nothing due and the rent", due, taken)
		}
	})
}

// EASYPAY-34, EASYPAY-35: the customer can choose another card and remove one. From that moment
// on nothing is debited by the removed one, however late the bank is. F15
func TestChooseAndRemove(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c, other := w.tenant(), w.tenant()
		first, second := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		if second.Active {
			w.T.Error("the second mandate took the place of the first by itself")
		}
		if err := w.debits.SetActive(w.T.Context(), other, strings.ToUpper(w.at.name), second.ID); code(err) != "mandate.not_found" {
			w.T.Errorf("somebody else chooses: %v, want mandate.not_found", err)
		}
		for range 2 {
			if err := w.debits.SetActive(w.T.Context(), c, strings.ToUpper(w.at.name), second.ID); err != nil {
				w.T.Fatal(err)
			}
		}
		w.plan("mandate_cancel", emulator.Failure, "")
		if err := w.debits.Cancel(w.T.Context(), other, w.at.name, second.ID); code(err) != "mandate.not_found" {
			w.T.Errorf("somebody else removes: %v, want mandate.not_found", err)
		}
		if err := w.debits.Cancel(w.T.Context(), c, w.at.name, second.ID); err != nil {
			w.T.Fatal(err)
		}
		if m := w.mandate(c, second.ID); m.State != mandate.Cancelling || m.Active {
			w.T.Errorf("%+v, want it cancelling and not active", m)
		}
		if err := w.debits.SetActive(w.T.Context(), c, w.at.name, second.ID); code(err) != "mandate.not_usable" {
			w.T.Errorf("chosen while it is withdrawn: %v, want mandate.not_usable", err)
		}
		w.wait(5 * time.Minute)
		if m := w.mandate(c, second.ID); m.State != mandate.Cancelled {
			w.T.Errorf("%+v, want it withdrawn by the next question", m)
		}
		if err := w.debits.Cancel(w.T.Context(), c, w.at.name, second.ID); err != nil {
			w.T.Errorf("removed again: %v, want nothing to be done", err)
		}
		if m := w.mandate(c, second.ID); m.State != mandate.Cancelled {
			w.T.Errorf("%+v, want it withdrawn still", m)
		}
		cards, err := w.debits.Cards(w.T.Context(), c, false)
		if err != nil {
			w.T.Fatal(err)
		}
		if len(cards) != 1 || cards[0].ID != first.ID {
			w.T.Errorf("cards %+v, want the first alone", cards)
		}
		if got, want := w.told(c), []string{"Auto debit is set up", "Auto debit is set up", "Your rent is debited by XXXX 1007", "Auto debit is removed"}; !slices.Equal(got, want) {
			w.T.Errorf("told %q, want %q", got, want)
		}
	})
}

// What the customer does at the bank reaches us by webhook. F14
func TestAtTheBank(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		m := w.confirmed(c, provider.MandateUPI)
		for _, step := range []struct {
			status string
			want   mandate.State
		}{{"paused", mandate.Paused}, {"active", mandate.Confirmed}, {"cancelled", mandate.Cancelled}} {
			w.atBank(m, step.status)
			w.wait(time.Minute)
			if got := w.mandate(c, m.ID); got.State != step.want {
				w.T.Errorf("%s at the bank: %s, want %s", step.status, got.State, step.want)
			}
		}
		if got, want := w.told(c), []string{"Auto debit is set up", "Auto debit is paused", "Auto debit is active again", "Auto debit is removed"}; !slices.Equal(got, want) {
			w.T.Errorf("told %q, want %q", got, want)
		}
	})
}

// A customer who removes the active mandate is told which other one can be chosen, and that
// nothing is debited until then, or that none is left.
func TestRemovingTheOneInUseNamesWhatCanBeChosen(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		first, second := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		for _, step := range []struct {
			removed mandate.Mandate
			want    string
		}{
			{first, "Your rent is debited again once you choose " + second.Instrument() + " under Auto Debit in your dashboard."},
			{second, "Please pay your rent by hand, or set auto debit up anew in your dashboard"},
		} {
			if err := w.debits.Cancel(w.T.Context(), c, w.at.name, step.removed.ID); err != nil {
				w.T.Fatal(err)
			}
			w.Clock.Advance(time.Minute)
			mails := w.Mails(c)
			if last := mails[len(mails)-1]; !strings.Contains(last.Body, "by "+step.removed.Instrument()+" is removed") || !strings.Contains(last.Body, step.want) {
				w.T.Errorf("told %q; want it to say %q", last.Body, step.want)
			}
		}
	})
}

// A customer who removes the other of two mandates is told by which one rent is debited from now
// on.
func TestRemovingOneOfTwoNamesTheOther(t *testing.T) {
	onEachEngine(t, func(w *world) {
		c := w.tenant()
		first, second := w.confirmed(c, provider.MandateUPI), w.confirmed(c, provider.MandateCard)
		if err := w.debits.Cancel(w.T.Context(), c, w.at.name, second.ID); err != nil {
			w.T.Fatal(err)
		}
		mails := w.Mails(c)
		if last := mails[len(mails)-1]; !strings.Contains(last.Body, "by "+second.Instrument()+" is removed") || !strings.Contains(last.Body, "Your rent goes on being debited by "+first.Instrument()+".") {
			w.T.Errorf("told %q; want it to name %s, which is removed, and %s, which stays", last.Body, second.Instrument(), first.Instrument())
		}
	})
}

// A registration that the bank has yet to decide is listed and can be withdrawn, any number of
// times. If the bank says yes later, the mandate is withdrawn when we learn of it, by an event or
// by the next question. Nothing is debited, the customer gets no message, and the page opens no
// more.
func TestARegistrationIsWithdrawn(t *testing.T) {
	onEachEngine(t, func(w *world) {
		for _, lost := range []bool{false, true} {
			w.deaf = lost
			c := w.tenant()
			begun := w.begin(c, provider.MandateUPI)
			w.control(sandbox.Command{Outcomes: []emulator.Answer{{Call: "payment", Outcome: emulator.Late, Seconds: 400}}})
			brought := w.at.brought(w.atGateway("/pay", map[string]any{"order_id": w.at.payable(begun)}))
			w.wait(90 * time.Second)
			type card struct {
				State  mandate.State
				Active bool
			}
			var cards []card
			for _, m := range w.cards(c) {
				cards = append(cards, card{m.State, m.Active})
			}
			if diff := cmp.Diff([]card{{mandate.Initiated, false}}, cards); diff != "" {
				w.T.Fatalf("events lost %v: cards (-want +got):\n%s", lost, diff)
			}
			for range 2 {
				if err := w.debits.Cancel(t.Context(), c, w.at.name, begun.Mandate.ID); err != nil {
					w.T.Fatal(err)
				}
			}
			if m := w.mandate(c, begun.Mandate.ID); m.State != mandate.Cancelling {
				w.T.Fatalf("%+v, want it cancelling", m)
			}
			if _, err := w.debits.OpenLink(t.Context(), begun.Mandate.Link); code(err) != "payment.link_expired" {
				w.T.Errorf("its page: %v, want that it has run out", err)
			}
			if m, err := w.finish(c, begun, brought); err == nil && m.State != mandate.Cancelling {
				w.T.Errorf("the browser comes back: %+v, want it cancelling", m)
			}
			w.wait(time.Hour)
			m := w.mandate(c, begun.Mandate.ID)
			if diff := cmp.Diff(card{mandate.Cancelled, false}, card{m.State, m.Active}); diff != "" {
				w.T.Errorf("events lost %v: after a late yes (-want +got):\n%s", lost, diff)
			}
			if !m.CheckAt.IsZero() {
				w.T.Errorf("events lost %v: asked about again at %v, want never", lost, m.CheckAt)
			}
			if list := w.cards(c); len(list) != 0 {
				w.T.Errorf("events lost %v: cards %+v, want none", lost, list)
			}
			if got := w.told(c); len(got) != 0 {
				w.T.Errorf("told %q, want nothing", got)
			}
		}
	})
}

// If the bank said yes before the withdrawal and we had not heard, the mandate is withdrawn at
// once. If the bank says no or never decides, the registration ends without a message and without
// an alert.
func TestARegistrationIsWithdrawnWhateverTheBankSays(t *testing.T) {
	onEachGateway(t, func(w *world) {
		w.deaf = true
		for outcome, after := range map[string]time.Duration{emulator.Success: 0, emulator.Failure: 40 * time.Minute, emulator.Pending: 6 * 24 * time.Hour, "": 6 * 24 * time.Hour} {
			c := w.tenant()
			begun := w.begin(c, provider.MandateCard)
			if outcome != "" { // with no outcome, the customer leaves the page open
				w.confirm(begun, outcome)
			}
			if err := w.debits.Cancel(t.Context(), c, w.at.name, begun.Mandate.ID); err != nil {
				w.T.Fatal(err)
			}
			w.wait(after)
			if m := w.mandate(c, begun.Mandate.ID); m.State != mandate.Cancelled || !m.CheckAt.IsZero() {
				w.T.Errorf("%q: %+v, want it cancelled", outcome, m)
			}
			if got := w.told(c); len(got) != 0 {
				w.T.Errorf("%q: told %q, want nothing", outcome, got)
			}
		}
		if open := testkit.OpenAlerts(w.T, w.Store); len(open) != 0 {
			w.T.Errorf("alerts %+v, want none", open)
		}
	})
}

// cards returns the mandates that the customer sees.
func (w *world) cards(c int64) []mandate.Mandate {
	w.T.Helper()
	list, err := w.debits.Cards(w.T.Context(), c, true)
	if err != nil {
		w.T.Fatal(err)
	}
	return list
}
