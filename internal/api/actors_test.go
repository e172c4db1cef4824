package api_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/ident"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/notify"
	"rento/internal/paging"
	"rento/internal/referral"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit/company"
	"rento/internal/testkit/node"
)

// unchanging are the calls with a session that use POST, are not marked onlyComputes (routes.go),
// and do not change the customer's data. customTrack stores only events of the app.
var unchanging = []string{
	"POST /api/Addresses/serviceability", "POST /api/customTrack",
	"POST /api/Chatbots/markSeen",     // marking messages as seen is not recorded
	"POST /api/UserProfiles/keepUser", // no deletion is planned here; TestWithdrawingADeletion has one
}

// computing are the calls that are marked onlyComputes.
var computing = []string{
	"POST /api/Dashboards/getClosureAmounts", "POST /api/Dashboards/getExtensionDetails", "POST /api/ServiceRequests/getCssSlots",
	"POST /api/ServiceRequests/checkIfTicketsCanExistsParallely", "POST /api/ServiceRequests/initiateRevoke",
}

// paid are the calls that need a gateway. They are covered by TestAPaymentSaysWhoMadeIt,
// TestAutoDebitOverTheCalls and TestSkipADebitOverTheCalls.
var paid = []string{
	"POST /api/RMUsers/{id}/createPendingRentTransaction", "POST /api/RMUsers/{id}/createPendingDepositTransaction",
	"POST /api/rmusers/{id}/createAdvanceRentalTransaction", "POST /api/Payments/startPayment", "POST /api/Payments/razorpay/capturePayment",
	"POST /api/Payments/razorpay/captureRecurringAuthPayment", "POST /api/Payments/billdesk/captureBilldeskRecurringAuthToken", "POST /api/Dashboards/checkMandate", "POST /api/Dashboards/setActiveCard", "POST /api/Dashboards/cancelMandate", "POST /api/Dashboards/skipDebit",
}

// Every call that changes something records who made it: the customer, and also an agent if agents
// may make the call.
func TestEveryChangeSaysWhoMadeIt(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	tried := map[string]bool{}
	for _, r := range o.Node.Contract.Table() {
		call := r.Method + " " + r.Path
		if r.Session && r.Method != http.MethodGet && !r.Changes {
			if !slices.Contains(computing, call) {
				t.Errorf("%s says that it only computes: name it in computing, where TestWhatOnlyComputesChangesNothing tries it", call)
			}
			continue
		}
		if !r.Session || !r.Changes || slices.Contains(unchanging, call) || slices.Contains(paid, call) || isIdentifying(call) {
			continue
		}
		actors := map[string]account.Handoff{"customer": {}}
		if r.Agent {
			actors["agent:ravi"] = account.Handoff{Agent: "ravi", Reason: "asked by phone"}
		}
		for actor, sign := range actors {
			t.Run(call+" by "+actor, func(t *testing.T) {
				o.company.T = t
				o.wantRecorded(t, call, actor, sign)
			})
		}
		tried[call] = true
	}
	if len(tried) < 25 {
		t.Errorf("only %d calls were tried", len(tried))
	}
}

func (o *twoCustomers) wantRecorded(t *testing.T, call, actor string, sign account.Handoff) {
	t.Helper()
	c := o.client()
	c.token = o.signInBy(c.id, sign)
	at := slices.IndexFunc(o.changes(c), func(a attempt) bool { return a.call == call })
	if at < 0 {
		t.Fatal("the call has no payload: add one that is right to attempts (payloads_test.go) or changes (here), or name it in unchanging if it changes nothing")
	}
	a := o.changes(c)[at]
	before := o.recorded(t, c.id)
	answer := o.send(t, c, a, encodeBody(t, a.body))
	blocked := call == "POST /api/UserProfiles/requestDeleteUser" && answer.Code == http.StatusConflict // the request is stored all the same
	if answer.Code != http.StatusOK && !blocked {
		t.Fatalf("status %d: %s, want 200", answer.Code, answer.Body)
	}
	fresh := slices.DeleteFunc(o.recorded(t, c.id), func(row db.AuditLog) bool { return slices.Contains(before, row) })
	if len(fresh) == 0 {
		t.Fatal("nothing was recorded")
	}
	for _, row := range fresh {
		if row.Actor != actor || row.RequestID == "" || row.Network != "192.0.2.0/24" || row.Action == "" {
			t.Errorf("recorded %+v, want the actor %s with request and network", row, actor)
		}
	}
}

// A call that is marked onlyComputes changes no row and no revision.
func TestWhatOnlyComputesChangesNothing(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c := o.client()
	attempts := c.attempts()
	for _, call := range computing {
		tried := 0
		for _, a := range attempts {
			if a.call != call {
				continue
			}
			tried++
			before := o.state(c)
			if answer := o.send(t, c, a, encodeBody(t, a.body)); answer.Code != http.StatusOK {
				t.Errorf("%s: status %d: %s, want 200", call, answer.Code, answer.Body)
			}
			if diff := cmp.Diff(before, o.state(c)); diff != "" {
				t.Errorf("%s changed something (-before +after):\n%s", call, diff)
			}
		}
		if tried == 0 {
			t.Errorf("%s has no payload in attempts (payloads_test.go)", call)
		}
	}
}

// Repeating a call about the chat, or about where items stand, adds nothing to the audit log.
func TestSayingTheSameAgainIsNotRecorded(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c := o.client()
	for _, a := range o.changes(c) {
		if !strings.HasSuffix(a.call, "/upsertUserAndSessionMap") && !strings.HasSuffix(a.call, "/saveOrderItemsAddress") {
			continue
		}
		for _, want := range []bool{true, false, false} {
			before := len(o.recorded(t, c.id))
			if answer := o.send(t, c, a, encodeBody(t, a.body)); answer.Code != http.StatusOK {
				t.Fatalf("%s: status %d: %s, want 200", a.call, answer.Code, answer.Body)
			}
			if got := len(o.recorded(t, c.id)) > before; got != want {
				t.Errorf("%s: recorded %t, want %t", a.call, got, want)
			}
		}
	}
}

func (w *demoCity) recorded(t *testing.T, customer int64) []db.AuditLog {
	t.Helper()
	rows, err := w.store.Queries().AuditOf(t.Context(), customer)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// changes are the payloads of the calls that change something.
func (o *twoCustomers) changes(c client) []attempt {
	elsewhere := o.company.Address(c.id, company.Bengaluru)
	return append([]attempt{
		{"POST /api/Dashboards/saveOrderItemsAddress", nil, object{"id": elsewhere, "orderItems": []any{c.here[2]}}},
	}, append(c.attempts(), []attempt{
		{"POST /api/RMUsers/logout", nil, object{}},
		{"POST /api/RMUsers/endOtherSessions", nil, object{}},
		{"POST /api/RMUsers/disownSession", nil, object{}},
		{"POST /api/RMUsers/{id}/setLanguage", nil, object{"language": "hi"}},
		{"POST /api/RMUsers/{id}/setConsent", nil, object{"purpose": "analytics", "isGiven": true, "textVersion": 1, "language": "en"}},
		{"POST /api/RMUsers/{id}/setNotificationPreferences", nil, object{"preferences": []any{object{"category": "service", "channel": "email", "isEnabled": false}}}},
		{"POST /api/RMUsers/{id}/payOutWallet", nil, object{"preferenceInt": o.walletMoney(c)}},
		{"POST /api/Chatbots/upsertUserAndSessionMap", nil, object{"userId": c.id, "active": true, "uniqueUserSessionId": o.chat(c)}},
		{"POST /api/Chatbots/sendMessage", nil, object{"key": "k1", "text": "The fridge does not cool."}},
		{"POST /api/Chatbots/sendQuickReply", nil, object{"key": "k2", "saying": "ask_dues"}},
		{"POST /api/UserProfiles/requestDeleteUser", nil, object{}},
		{"POST /api/messageToken", nil, object{"firebaseDeviceToken": fmt.Sprint("device of ", c.id), "isContactPermissionAllowed": true, "devicePlatform": "mweb"}},
		{"POST /api/RMUsers/sendReferralInviteEmail", nil, object{"emailId": fmt.Sprintf("friend.of.%d@example.com", c.id)}},
		{"POST /api/Dashboards/joinReferral", nil, object{"referralCode": o.codeOfAFriend()}},
		{"POST /api/UserContactLists/addContacts", nil, object{"contacts": []any{object{"name": "Farah", "mobileNumber": "9000100007"}}, "consent": true}},
		{"POST /api/UserContactLists/invite", nil, object{"contactIds": []any{o.contact(c, "9000100008")}}},
		{"POST /api/UserContactLists/removeContact", nil, object{"contactId": o.contact(c, "9000100009")}},
		{"POST /api/Feedbacks/submitFeedback", nil, object{"feedbackData": object{"rating": 9, "feedbackToken": o.feedback(c)}}},
		{"POST /api/Feedbacks/lapseFeedbackV2", nil, object{"feedbackToken": o.feedback(c)}},
		{"POST /api/Feedbacks/feedbackLater", nil, object{"feedbackToken": o.feedback(c)}},
	}...)...)
}

func (o *twoCustomers) signInBy(customer int64, sign account.Handoff) string {
	ctx, accounts := o.company.T.Context(), o.Node.Services.Accounts
	sign.CustomerID, sign.Lifetime = customer, account.FromPage
	code, err := accounts.MintHandoff(ctx, sign)
	o.must(err)
	login, err := accounts.ExchangeHandoff(ctx, code, "test")
	o.must(err)
	return login.Token
}

func (o *twoCustomers) chat(c client) string {
	chat, err := o.Node.Services.Accounts.ChatSession(o.company.T.Context(), account.Session{CustomerID: c.id})
	o.must(err)
	return chat.ID
}

// contact adds a contact of a customer and returns its id.
func (o *twoCustomers) contact(c client, mobile string) int64 {
	ctx, referrals := o.company.T.Context(), o.Node.Services.Referrals
	o.must(referrals.AddContacts(ctx, c.id, []referral.Contact{{Name: "Gita", Mobile: mobile}}))
	list, _, err := referrals.Contacts(ctx, c.id, paging.Page{Number: 1, Size: 100})
	o.must(err)
	return list[slices.IndexFunc(list, func(k referral.Contact) bool { return k.Mobile == mobile })].ID
}

// codeOfAFriend returns the referral code of a third customer.
func (o *twoCustomers) codeOfAFriend() string {
	code := ident.Reference(8)
	o.must(o.store.WriteCompany(o.company.T.Context(), func(tx *store.Tx) error {
		return tx.AccountCustomerAdd(o.company.T.Context(), db.AccountCustomerAddParams{
			ID: o.company.IDs.Next(), FullName: "Hema Shah", Mobile: "98" + ident.Code(8), VerificationStatus: "verified", ReferralCode: code,
		})
	}))
	return code
}

// walletMoney gives a customer own money in the wallet and a UPI id to which it can be paid out. It
// returns the refund preference for UPI.
func (o *twoCustomers) walletMoney(c client) settlement.Preference {
	ctx, w := o.company.T.Context(), o.company
	w.Write(c.id, func(tx *store.Tx) error {
		_, _, err := w.Ledger.Post(ctx, tx, ledger.Entry{
			CustomerID: c.id, SourceType: "test", SourceID: "wallet", At: calendar.Stamp(w.Clock.Now()),
			Legs: []ledger.Leg{ledger.Debit(ledger.Bank, 500*money.Rupee), ledger.Credit(ledger.Wallet, 500*money.Rupee)},
		})
		return err
	})
	o.must(o.Node.Services.Settlements.SaveUPI(ctx, account.Session{CustomerID: c.id}, "asha@okbank"))
	return settlement.ToUPI
}

func (o *twoCustomers) feedback(c client) string {
	ctx, service := o.company.T.Context(), o.Node.Services.Feedback
	o.must(o.store.Write(ctx, c.id, func(tx *store.Tx) error { return service.Open(ctx, tx, c.id, "test", "How was it?") }))
	next, err := service.Next(ctx, c.id)
	o.must(err)
	return next.Token
}

// A payment from the first call to the books. Each step has its actor: the customer who brings the
// proof, or the gateway whose event comes first.
func TestAPaymentSaysWhoMadeIt(t *testing.T) {
	w := freshCity(t)
	asha, bilal := w.person(t, "asha"), w.person(t, "bilal")
	before := map[int64]int{asha.id: len(w.recorded(t, asha.id)), bilal.id: len(w.recorded(t, bilal.id))}
	rent := asha.begin(t, "/api/RMUsers/{id}/createPendingRentTransaction")
	if status, paid := rent.capture(t, rent.pay(t)); status != http.StatusOK || !paid {
		t.Fatalf("capture: %d, %v, want 200", status, paid)
	}
	bilal.begin(t, "/api/RMUsers/{id}/createPendingDepositTransaction").pay(t)
	w.advance(t, "PT1M")
	for _, want := range []struct {
		customer     int64
		begun, ended string
	}{{asha.id, "customer", "customer"}, {bilal.id, "customer", "provider:razorpay"}} {
		got := map[string]string{}
		for _, row := range w.recorded(t, want.customer)[before[want.customer]:] {
			got[row.Action] = row.Actor
		}
		if got["payment_begun"] != want.begun || got["payment_attempted"] != want.begun || got["payment_attempt_succeeded"] != want.ended {
			t.Errorf("recorded %v, want it begun by %s and ended by %s", got, want.begun, want.ended)
		}
	}
}

// An agent's session can make the listed calls and no others. Refusals have the common error
// format.
func TestAnAgentMakesTheListedCallsAlone(t *testing.T) {
	w := sharedCity(t)
	agent := w.agentFor(t, "kabir")
	allowed := 0
	for _, r := range w.Node.Contract.Table() {
		if !r.Session || r.Path == "/api/events" || r.Path == "/api/RMUsers/logout" {
			continue
		}
		t.Run(r.Method+" "+r.Path, func(t *testing.T) {
			path := strings.NewReplacer("{id}", fmt.Sprint(agent.id), "{code}", "HDFC0000001").Replace(r.Path)
			answer := w.raw(t, r.Method, path, agent.token, nil)
			if !r.Agent {
				if p := refused(t, answer, http.StatusForbidden); p.Error.Message != "An agent cannot do this for a customer." {
					t.Errorf("message %q, want An agent cannot do this for a customer.", p.Error.Message)
				}
				return
			}
			if allowed++; answer.Code == http.StatusForbidden || answer.Code == http.StatusUnauthorized || answer.Code >= http.StatusInternalServerError {
				t.Errorf("status %d: %s", answer.Code, answer.Body)
			}
		})
	}
	if allowed < 40 {
		t.Errorf("an agent may make %d calls only", allowed)
	}
}

// Whatever the list says, an agent must not make calls that move money, enter into a contract, or
// speak for the customer. VALID-27, ROLE-05
func TestAnAgentDoesNotStandForTheCustomer(t *testing.T) {
	kept := []string{
		"createPendingRentTransaction", "createPendingDepositTransaction", "createAdvanceRentalTransaction", "startPayment", "capturePayment", "setRefundPreference",
		"payOutWallet", "setBankDetails", "setUpiDetails", "getMessages", "getNotificationPreferences", "setNotificationPreferences", "getConsents", "setConsent", "downloadData", "requestDeleteUser", "keepUser", "messageToken", "acceptTransfer", "declineTransfer", "submitFeedback",
		"upsertUserAndSessionMap", "generateUserAndSessionMap", "customTrack", "setLanguage", "disownSession",
		"sendReferralInviteEmail", "joinReferral", "addContacts", "removeContact", "invite", "getContactList",
		"validateAndUpload", "setProfessionV3", "submitPartialApprove", "changeUserNameFromPAN",
	}
	for _, r := range sharedCity(t).Node.Contract.Table() {
		name := r.Path[strings.LastIndex(r.Path, "/")+1:]
		if r.Agent && slices.Contains(kept, name) {
			t.Errorf("%s %s is open to agents", r.Method, r.Path)
		}
		kept = slices.DeleteFunc(kept, func(k string) bool { return k == name })
	}
	if len(kept) > 0 {
		t.Errorf("there are no such calls: %v", kept)
	}
}

// A call of the company's own systems that changes something names the person, and the log records
// that person.
func TestOperationsNameThePerson(t *testing.T) {
	w := sharedCity(t)
	for _, r := range w.Node.Contract.Table() {
		if !strings.HasPrefix(r.Path, "/operations/") || r.Method == http.MethodGet {
			continue
		}
		for _, name := range []string{"", " ", "a:b", strings.Repeat("a", 61)} {
			request := httptest.NewRequestWithContext(t.Context(), r.Method, r.Path, strings.NewReader("{}"))
			request.Header.Set("Operations-Token", node.OperationsToken)
			request.Header.Set("Operations-Actor", name)
			answer := httptest.NewRecorder()
			w.Node.Handler().ServeHTTP(answer, request)
			refused(t, answer, http.StatusUnprocessableEntity)
		}
	}
}

// Every call of the company's own systems that changes something records which person made it.
func TestEveryOperationSaysWhoMadeIt(t *testing.T) {
	o := newTwoCustomers(t, "sqlite")
	c, ctx := o.client(), t.Context()
	services := o.Node.Services
	for day := calendar.MustParse("2026-11-17"); !day.After(calendar.MustParse("2026-11-24")); day = day.AddDays(1) { // visits are planned and begin
		o.company.Go(day.String())
		_, err := services.Jobs.RunDue(ctx)
		o.must(err)
	}
	about := func(field string, id int64) object { return object{"customerId": c.id, field: id} }
	with := func(body object, field string, value any) object { body[field] = value; return body }
	settlementOf := func() int64 {
		waiting, err := settlement.WaitingSince(ctx, o.store.Queries(), calendar.Stamp(o.company.Clock.Now()))
		o.must(err)
		at := slices.IndexFunc(waiting, func(w settlement.Waiting) bool { return w.CustomerID == c.id })
		if at < 0 {
			t.Fatalf("no settlement of the customer waits for its inspection: %+v; want at >= 0", waiting)
		}
		return waiting[at].ID
	}
	bodies := map[string]func() object{
		"POST /operations/finishVisit": func() object { return about("serviceRequestId", c.repair.ID) },
		"POST /operations/giveUpVisit": func() object {
			return with(about("serviceRequestId", c.moving.ID), "reason", "Nobody was at home on the day")
		},
		"POST /operations/finishInspection": func() object {
			o.must(services.Tickets.Finish(ctx, c.id, c.closure.ID, ""))
			_, err := services.Jobs.RunDue(ctx)
			o.must(err)
			return about("settlementId", settlementOf())
		},
		"POST /operations/decidePayee": func() object {
			o.walletMoney(c)
			o.inDoubt(c)
			doubts, err := services.Settlements.Doubts(ctx)
			o.must(err)
			return with(about("payeeId", doubts[0].PayeeID), "isAccepted", false)
		},
		"POST /operations/retryRefund": func() object { return about("refundId", o.failedRefund(c, "pay_1")) },
		"POST /operations/finishRefund": func() object {
			return with(about("refundId", o.failedRefund(c, "pay_2")), "reference", "UTR 0017")
		},
	}
	// These calls have their own tests: TestARefundIsTriedAgainThroughTheCalls,
	// TestAlertsAreListedAndClosed, TestAnAgentsLink, TestEveryChangeOfKYCSaysWhoMadeIt,
	// TestWhoAnswersCustomers, TestAnErrorIsReported, TestSettlementFilesThroughTheCalls, TestBankTransfersThroughTheCalls, TestAProductIsDescribedAsGoods, TestTheEWayBillOfAChallan.
	elsewhere := []string{"POST /operations/recordBankTransfer", "POST /operations/matchBankTransfer", "POST /operations/returnBankTransfer", "POST /operations/unmatchBankTransfer", "POST /operations/removeBankTransfer", "POST /operations/recordPromise", "POST /operations/withdrawPromise", "POST /operations/retryPayout", "POST /operations/closeAlert", "POST /operations/setProductGoods", "POST /operations/recordEWayBill", "POST /operations/enterSettlementFile", "POST /operations/enterSettlementLine", "POST /operations/agentLink", "POST /operations/decideKyc", "POST /operations/addStaff", "POST /operations/endStaff", "POST /operations/resolveError"}
	for _, r := range o.Node.Contract.Table() {
		call := r.Method + " " + r.Path
		if !strings.HasPrefix(r.Path, "/operations/") || r.Method == http.MethodGet || slices.Contains(elsewhere, call) {
			continue
		}
		if bodies[call] == nil {
			t.Errorf("%s has no body here", call)
			continue
		}
		body := bodies[call]()
		before := o.recorded(t, c.id)
		if answer := o.operate(t, call, body); answer.Code != http.StatusOK {
			t.Errorf("%s: status %d: %s, want 200", call, answer.Code, answer.Body)
			continue
		}
		fresh := slices.DeleteFunc(o.recorded(t, c.id), func(row db.AuditLog) bool { return slices.Contains(before, row) })
		if len(fresh) == 0 {
			t.Errorf("%s: nothing was recorded", call)
		}
		for _, row := range fresh {
			if row.Actor != "staff:Meera Nair" || row.RequestID == "" {
				t.Errorf("%s recorded %+v, want the actor staff:Meera Nair and the request", call, row)
			}
		}
	}
}

// inDoubt marks the payees of a customer as doubtful, so that a person has to decide.
func (o *twoCustomers) inDoubt(c client) {
	_, err := o.raw.ExecContext(o.company.T.Context(), "UPDATE payees SET state = 'doubtful' WHERE customer_id = $1", c.id)
	o.must(err)
}

// failedRefund adds a second payment of a customer whose refund was refused by a gateway that is no
// longer configured, so it cannot be asked.
func (o *twoCustomers) failedRefund(c client, paymentID string) int64 {
	ctx, id, now := o.company.T.Context(), o.company.IDs.Next(), calendar.Stamp(o.company.Clock.Now())
	const gateway = "former"
	o.company.Write(c.id, func(tx *store.Tx) error {
		_, err := tx.PaymentTransactionAdd(ctx, db.PaymentTransactionAddParams{
			CustomerID: c.id, ID: id, UniqueID: paymentID, Purpose: "due", State: "succeeded", AmountPaise: money.Rupees(100), CreatedAt: now, PaidAt: now, LinkUntil: now,
		})
		if err != nil {
			return err
		}
		_, err = tx.PaymentAttemptAdd(ctx, db.PaymentAttemptAddParams{
			CustomerID: c.id, ID: id, TransactionID: id, Gateway: gateway, Reference: paymentID, AmountPaise: money.Rupees(100), CreatedAt: now,
		})
		if err != nil {
			return err
		}
		err = tx.PaymentSeenAdd(ctx, db.PaymentSeenAddParams{
			Gateway: gateway, PaymentID: paymentID, CustomerID: c.id, AttemptID: id, State: "captured", AmountPaise: money.Rupees(100), PostedAs: "duplicate", PaidAt: now, CreatedAt: now,
		})
		if err != nil {
			return err
		}
		_, err = tx.PaymentRefundAdd(ctx, db.PaymentRefundAddParams{
			CustomerID: c.id, ID: id, Gateway: gateway, PaymentID: paymentID, IdempotencyKey: paymentID, AmountPaise: money.Rupees(100), Reason: "paid_twice", CreatedAt: now,
		})
		if err != nil {
			return err
		}
		_, err = tx.PaymentRefundState(ctx, db.PaymentRefundStateParams{CustomerID: c.id, ID: id, State: "failed", UpdatedAt: now, Was: "wanted"})
		return err
	})
	return id
}

// In the whole history of the city, every action has a named actor.
func TestNobodyActsUnnamed(t *testing.T) {
	w := sharedCity(t)
	kinds := map[string]int{}
	for _, key := range []string{"asha", "bilal", "chitra", "kabir"} {
		for _, row := range w.recorded(t, w.person(t, key).id) {
			kind, _, _ := strings.Cut(row.Actor, ":")
			if kinds[kind]++; kind == "unknown" {
				t.Errorf(`recorded without an actor: %+v; want kind other than "unknown"`, row)
			}
		}
	}
	for _, kind := range []string{"customer", "system", "staff"} {
		if kinds[kind] == 0 {
			t.Errorf("nothing was done by a %s: %v", kind, kinds)
		}
	}
}

// From the link that a person creates to what the agent does with it. The link works once, the
// session belongs to the agent, and the log records everything.
func TestAnAgentsLink(t *testing.T) {
	w := sharedCity(t)
	kabir := w.person(t, "kabir")
	before := w.recorded(t, kabir.id)
	want := object{"customerId": kabir.id, "agent": "Ravi Menon", "reason": "Asked by phone to look at an invoice"}
	for field, wrong := range map[string]any{"customerId": 1, "agent": "a:b", "reason": "because"} {
		body := object{"customerId": want["customerId"], "agent": want["agent"], "reason": want["reason"]}
		body[field] = wrong
		if answer := w.operate(t, "POST /operations/agentLink", body); answer.Code != http.StatusNotFound && answer.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s %v: status %d: %s, want 404 or 422", field, wrong, answer.Code, answer.Body)
		}
	}
	farid := object{"customerId": w.person(t, "farid").id, "agent": want["agent"], "reason": want["reason"]}
	if answer := w.operate(t, "POST /operations/agentLink", farid); answer.Code != http.StatusConflict {
		t.Errorf("of a business customer: status %d: %s, want 409", answer.Code, answer.Body)
	}
	var link struct{ URL string }
	read(t, w.operate(t, "POST /operations/agentLink", want), &link)
	address, err := url.Parse(link.URL)
	if err != nil || address.Path != "/dashboard/authenticate-user" || address.Query().Get("direct-login") != "true" {
		t.Fatalf("link %q, %v, want /dashboard/authenticate-user and true", link.URL, err)
	}
	code := map[string]string{"accessTokenID": address.Query().Get("accessToken")}
	var in struct {
		AccessTokenID string `json:"accessTokenId"`
		UserID        int64  `json:"userId"`
	}
	if status := w.call(t, http.MethodPost, "/api/RMUsers/accessTokenLogin", "", code, &in); status != http.StatusOK || in.UserID != kabir.id {
		t.Fatalf("status %d, %+v; want status = %v, in.UserID = %v", status, in, http.StatusOK, kabir.id)
	}
	refused(t, w.raw(t, http.MethodPost, "/api/RMUsers/accessTokenLogin", "", encodeBody(t, code)), http.StatusUnauthorized)
	session, err := w.Node.Services.Accounts.Authenticate(t.Context(), in.AccessTokenID)
	if err != nil || session.Actor != audit.Agent("Ravi Menon") || !session.Agent {
		t.Errorf("session %+v, %v; want session.Actor = %v, session.Agent", session, err, audit.Agent("Ravi Menon"))
	}
	var got []string
	for _, row := range w.recorded(t, kabir.id)[len(before):] {
		got = append(got, row.Actor+" "+row.Action+" "+row.Object+" "+row.Reason)
	}
	log := []string{
		"staff:Meera Nair agent_link_made agent:Ravi Menon Asked by phone to look at an invoice",
		"agent:Ravi Menon sign_in session ",
	}
	if diff := cmp.Diff(log, got); diff != "" {
		t.Errorf("audit log (-want +got):\n%s", diff)
	}
}

// codesOfMessages returns the codes of payment links that were sent, newest last.
func (w *demoCity) codesOfMessages(t *testing.T) (codes []string) {
	t.Helper()
	sent, err := w.Node.Services.Notices.Outbox(t.Context(), w.store.Queries(), "", 500)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sent {
		if _, found, ok := strings.Cut(m.Body, "/dashboard/pay#"); ok {
			code, _, _ := strings.Cut(found, "\n")
			codes = append(codes, code)
		}
	}
	if len(codes) == 0 {
		t.Fatal("no message has a link to a payment")
	}
	return codes
}

// With a message's link, anybody can look and pay but do nothing else. Every other call answers
// that a code is needed, before it looks at anything.
func TestALinkOfAMessageLooksAndPaysAlone(t *testing.T) {
	w := sharedCity(t)
	var in struct {
		AccessTokenID string `json:"accessTokenId"`
		UserID        int64  `json:"userId"`
		IsByLink      bool   `json:"isByLink"`
	}
	kabir, services := w.person(t, "kabir"), w.Node.Services
	err := w.store.Write(t.Context(), kabir.id, func(tx *store.Tx) error {
		return services.Notices.Send(t.Context(), tx, kabir.id, notify.PaymentReminder{Open: 1_769_00, Day: calendar.MustParse("2026-12-05")}, "of a test")
	})
	if _, ran := services.Jobs.RunDue(t.Context()); err != nil || ran != nil {
		t.Fatal(err, ran)
	}
	for _, code := range w.codesOfMessages(t) {
		if w.call(t, http.MethodPost, "/api/RMUsers/accessTokenLogin", "", map[string]string{"accessTokenID": code}, &in) == http.StatusOK {
			break
		}
	}
	if !in.IsByLink || in.UserID != kabir.id {
		t.Fatalf("the link of a message signed in %+v; want customer %d, by a link", in, kabir.id)
	}
	looks := 0
	for _, r := range w.Node.Contract.Table() {
		if !r.Session || r.Path == "/api/events" || r.Path == "/api/RMUsers/logout" || r.Path == "/api/RMUsers/disownSession" {
			continue
		}
		path := strings.NewReplacer("{id}", fmt.Sprint(in.UserID), "{code}", "HDFC0000001").Replace(r.Path)
		answer := w.raw(t, r.Method, path, in.AccessTokenID, nil)
		if r.Payer {
			if looks++; answer.Code == http.StatusUnauthorized || answer.Code == http.StatusForbidden || answer.Code >= http.StatusInternalServerError {
				t.Errorf("%s %s: status %d: %s", r.Method, r.Path, answer.Code, answer.Body)
			}
			continue
		}
		if p := refused(t, answer, http.StatusForbidden); p.Error.Extra["code"] != "session.code_needed" {
			t.Errorf("%s %s: %+v; want session.code_needed", r.Method, r.Path, p.Error)
		}
	}
	if looks < 40 {
		t.Errorf("only %d calls are open to the link of a message", looks)
	}
}

// A session opened by a message's link may change exactly this, whatever the table says: pay, and
// the calls that belong to paying.
func TestWhatALinkOfAMessageMayChange(t *testing.T) {
	want := []string{
		"createPendingRentTransaction", "createPendingDepositTransaction", "createAdvanceRentalTransaction", "startPayment", "capturePayment",
		"submitFeedback", "lapseFeedbackV2", "feedbackLater", "customTrack", "logout", "disownSession", "serviceability",
	}
	var got []string
	for _, r := range sharedCity(t).Node.Contract.Table() {
		name := r.Path[strings.LastIndex(r.Path, "/")+1:]
		if r.Payer && r.Changes {
			got = append(got, name)
		}
		if slices.Contains([]string{"getBilldeskOptions", "getRazorPayOptions", "generateUserAndSessionMap"}, name) && r.Payer {
			t.Errorf("%s is open to the link of a message", name)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("changes by the link of a message (-want +got):\n%s", diff)
	}
}

// The link of a message belongs to the customer. An agent who has it is not signed in by it.
func TestAnAgentWithALinkOfAMessage(t *testing.T) {
	w := sharedCity(t)
	code := w.codesOfMessages(t)[0]
	var link struct{ URL string }
	read(t, w.operate(t, "POST /operations/agentLink", object{"customerId": w.person(t, "kabir").id, "agent": "Ravi Menon", "reason": "Asked by phone to look at an invoice"}), &link)
	address, err := url.Parse(link.URL)
	if err != nil {
		t.Fatal(err)
	}
	var agent struct {
		AccessTokenID string `json:"accessTokenId"`
	}
	if status := w.call(t, http.MethodPost, "/api/RMUsers/accessTokenLogin", "", map[string]string{"accessTokenID": address.Query().Get("accessToken")}, &agent); status != http.StatusOK {
		t.Fatalf("sign in as an agent: status %d, want 200", status)
	}
	refused(t, w.raw(t, http.MethodPost, "/api/RMUsers/accessTokenLogin", agent.AccessTokenID, encodeBody(t, map[string]string{"accessTokenID": code})), http.StatusForbidden)
}
