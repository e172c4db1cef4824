package settlement_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/account"
	"rento/internal/audit"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/provider"
	"rento/internal/settlement"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
)

var hers = settlement.BankDetails{NameInBank: "Chitra Iyer", AccountNumber: "50100012345678", IFSC: "HDFC0000001", BankName: "HDFC Bank"}

func (d *testCompany) payees(who account.Session) map[settlement.Preference]settlement.Payee {
	d.T.Helper()
	p, err := d.service.Payees(d.T.Context(), who)
	if err != nil {
		d.T.Fatal(err)
	}
	return p
}

func (d *testCompany) audits() []db.AuditLog {
	d.T.Helper()
	rows, err := d.Store.Queries().AuditOf(d.T.Context(), d.who.CustomerID)
	if err != nil {
		d.T.Fatal(err)
	}
	return rows
}

// messages returns the messages that were sent to the customer.
func (d *testCompany) messages() []db.NotifyOutboxRow {
	d.T.Helper()
	rows, err := d.Store.Queries().NotifyOutbox(d.T.Context(), "", 100)
	if err != nil {
		d.T.Fatal(err)
	}
	return rows
}

// ENTITY-38, ENTITY-39, ENTITY-40, CALL-42, CALL-44, CALL-45: details are stored as they were
// given, trimmed, and can be read back. Each change is in the audit log and told to the customer,
// and money waits a day before it goes to the new details.
func TestDetailsAreKept(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		ctx := audit.WithActor(t.Context(), d.who.Actor)
		spaced := settlement.BankDetails{NameInBank: " Chitra Iyer ", AccountNumber: " 50100012345678 ", IFSC: " hdfc0000001 ", BankName: " HDFC Bank "}
		for range 2 { // saving the same again changes nothing
			if err := d.service.SaveBank(ctx, d.who, spaced); err != nil {
				t.Fatal(err)
			}
			if err := d.service.SaveUPI(ctx, d.who, " Chitra.I@okHDFCbank "); err != nil {
				t.Fatal(err)
			}
		}
		got := d.payees(d.who)
		bank, upi := got[settlement.ToBank], got[settlement.ToUPI]
		kept := settlement.BankDetails{
			NameInBank: bank.NameInBank, AccountNumber: bank.AccountNumber, IFSC: bank.IFSC, BankName: bank.BankName,
		}
		if diff := cmp.Diff(hers, kept); diff != "" {
			t.Errorf("the kept bank account (-want +got):\n%s", diff)
		}
		if bank.State != settlement.PayeeNew {
			t.Errorf("the bank account is %s, want %s", bank.State, settlement.PayeeNew)
		}
		if want := "chitra.i@okhdfcbank"; upi.VPA != want {
			t.Errorf("kept the UPI id %q, want %q", upi.VPA, want)
		}
		if want := calendar.Stamp(d.Clock.Now()).Add(settlement.Cooling); bank.UsableAt != want || upi.UsableAt != want {
			t.Errorf("usable %v and %v, want %v", bank.UsableAt, upi.UsableAt, want)
		}
		if len(d.audits()) != 2 || len(d.messages()) != 4 {
			t.Errorf("%d audit entries, %d messages, want 2 and 4", len(d.audits()), len(d.messages()))
		}
		for _, a := range d.audits() {
			if a.Action != "payee_changed" || a.Actor != "customer" {
				t.Errorf("audit: %s by %s, want payee_changed by customer", a.Action, a.Actor)
			}
			if strings.Contains(a.Object, hers.AccountNumber) {
				t.Errorf("the audit entry about %q shows the account number", a.Object)
			}
		}
		for _, m := range d.messages() {
			if strings.Contains(m.Body, hers.AccountNumber) {
				t.Errorf("the message %q shows the account number", m.Body)
			}
			if !strings.Contains(m.Body, "2 October 2026") {
				t.Errorf("message %q, want %q in it", m.Body, "2 October 2026")
			}
		}
		d.Go("2026-10-05")
		other := hers
		other.AccountNumber = "99999999"
		if err := d.service.SaveBank(ctx, d.who, other); err != nil {
			t.Fatal(err)
		}
		replaced := d.payees(d.who)[settlement.ToBank]
		if replaced.AccountNumber != "99999999" || replaced.ID == bank.ID {
			t.Errorf("replaced by %+v; want another payee with the account 99999999", replaced)
		}
		if usable := replaced.UsableAt.Date(); !usable.After(day("2026-10-05")) {
			t.Errorf("the new account is usable on %s, want a later day than 2026-10-05", usable)
		}
	})
}

// VALID-18, VALID-19, VALID-20, VALID-21, VALID-26, ERR-14, CONST-09: the rules for the fields of
// the bank form, and their exact messages.
func TestBankFormRules(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	const name, number, code, bankName = "Please provide your valid name as per the bank.", "Please provide valid account number.",
		"Please enter valid IFSC code", "Please provide valid bank name."
	for _, c := range []struct {
		change  func(*settlement.BankDetails)
		message string
	}{
		{func(b *settlement.BankDetails) { b.NameInBank = "" }, name},
		{func(b *settlement.BankDetails) { b.NameInBank = "Chitra  Iyer" }, name},
		{func(b *settlement.BankDetails) { b.NameInBank = "Chitra Iyer 2" }, name},
		{func(b *settlement.BankDetails) { b.NameInBank = "C. Iyer" }, name},
		{func(b *settlement.BankDetails) { b.AccountNumber = "1234567" }, number},
		{func(b *settlement.BankDetails) { b.AccountNumber = strings.Repeat("1", 21) }, number},
		{func(b *settlement.BankDetails) { b.AccountNumber = "12345678a" }, number},
		{func(b *settlement.BankDetails) { b.AccountNumber = "१२३४५६७८" }, number},
		{func(b *settlement.BankDetails) { b.IFSC = "HDFC000001" }, code},
		{func(b *settlement.BankDetails) { b.IFSC = "HDFC00000011" }, code},
		{func(b *settlement.BankDetails) { b.IFSC = "HDFC0ZZZZZZ" }, code},
		{func(b *settlement.BankDetails) { b.BankName = "  " }, bankName},
		{func(b *settlement.BankDetails) { b.NameInBank = "Om" }, ""},
		{func(b *settlement.BankDetails) { b.AccountNumber = "12345678" }, ""},
		{func(b *settlement.BankDetails) { b.AccountNumber = strings.Repeat("1", 20) }, ""},
	} {
		details := hers
		c.change(&details)
		want(t, d.service.SaveBank(t.Context(), d.who, details), c.message)
	}
	const upi = "Please provide a valid UPI id."
	for vpa, message := range map[string]string{
		"": upi, "a@b": upi, "name@mail.com": upi, "x y@upi": upi, "a@@upi": upi, "@upi": upi, strings.Repeat("a", 99) + "@upi": upi,
		"rohan.k@okhdfcbank": "", "9876543210@ybl": "", "Success@razorpay": "",
	} {
		want(t, d.service.SaveUPI(t.Context(), d.who, vpa), message)
	}
}

// want checks that err is a refusal with the message, which the form finds in extra (ERR-13). An
// empty message means no error.
func want(t *testing.T, err error, message string) {
	t.Helper()
	if message == "" {
		if err != nil {
			t.Errorf("%v, want no refusal", err)
		}
		return
	}
	f := fault.Of(err)
	if f == nil {
		t.Fatalf("%v, want the refusal %q", err, message)
	}
	type refusalFacts struct {
		Status  int
		Message string
		Extra   any // the message again
	}
	wanted := refusalFacts{http.StatusUnprocessableEntity, message, message}
	if diff := cmp.Diff(wanted, refusalFacts{f.Status, f.Message, f.Extra["message"]}); diff != "" {
		t.Errorf("the refusal (-want +got):\n%s", diff)
	}
}

// ENTITY-36, REFUND-21, REFUND-22, REFUND-23, CALL-40, CALL-41: there are three preferences, and
// one whose details are missing is refused.
func TestPreference(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		d := newTestCompany(t, s)
		ctx := t.Context()
		chosen := func(want settlement.Preference) {
			t.Helper()
			if got, err := d.service.PreferenceOf(ctx, d.who.CustomerID); got != want || err != nil {
				t.Errorf("preference %v, %v, want %v", got, err, want)
			}
		}
		chosen(0)
		for _, p := range []settlement.Preference{0, 30, settlement.ToBank, settlement.ToUPI} {
			if err := d.service.SetPreference(ctx, d.who, p); !fault.Is(err, http.StatusUnprocessableEntity) {
				t.Errorf("%d: %v, want 422", p, err)
			}
		}
		for _, save := range []func() error{
			func() error { return d.service.SetPreference(ctx, d.who, 10) },
			func() error { return d.service.SetPreference(ctx, d.who, 10) },
			func() error { return d.service.SaveBank(ctx, d.who, hers) },
			func() error { chosen(10); return d.service.SetPreference(ctx, d.who, 20) },
			func() error { chosen(20); return d.service.SaveUPI(ctx, d.who, "chitra@okhdfcbank") },
			func() error { return d.service.SetPreference(ctx, d.who, 40) },
		} {
			if err := save(); err != nil {
				t.Fatal(err)
			}
		}
		chosen(40)
		if n := len(d.audits()); n != 5 { // three choices and two payees
			t.Errorf("%d audit entries, want 5", n)
		}
	})
}

// VALID-29: an agent sees the account number, its holder and the UPI id masked, and the customer
// sees them in full. What was not entered stays empty.
func TestAnAgentSeesRefundDetailsMasked(t *testing.T) {
	d := newTestCompany(t, testkit.Open(t))
	agent := account.Session{CustomerID: d.who.CustomerID, Actor: audit.Agent("someone"), Agent: true}
	if err := d.service.SaveBank(t.Context(), d.who, hers); err != nil {
		t.Fatal(err)
	}
	if got := d.payees(agent)[settlement.ToUPI].VPA; got != "" {
		t.Errorf("an agent sees the UPI id %q, and there is none", got)
	}
	if err := d.service.SaveUPI(t.Context(), d.who, "chitra.i@okhdfcbank"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		who               account.Session
		number, name, upi string
	}{
		{agent, "XXXXXXXXXX5678", provider.MaskName(hers.NameInBank), "ch…@okhdfcbank"},
		{d.who, hers.AccountNumber, hers.NameInBank, "chitra.i@okhdfcbank"},
	} {
		payees := d.payees(c.who)
		bank, upi := payees[settlement.ToBank], payees[settlement.ToUPI]
		type seenFacts struct{ AccountNumber, NameInBank, UPI, BankName string }
		want := seenFacts{c.number, c.name, c.upi, hers.BankName}
		if diff := cmp.Diff(want, seenFacts{bank.AccountNumber, bank.NameInBank, upi.VPA, bank.BankName}); diff != "" {
			t.Errorf("seen as agent %t (-want +got):\n%s", c.who.Agent, diff)
		}
	}
	if provider.MaskName(hers.NameInBank) == hers.NameInBank {
		t.Errorf("the name %q is not masked", hers.NameInBank)
	}
}
