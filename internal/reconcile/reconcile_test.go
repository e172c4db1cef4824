package reconcile_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rento/internal/alert"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/inbox"
	"rento/internal/jobs"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/payment"
	"rento/internal/provider"
	"rento/internal/provider/billdesk"
	"rento/internal/provider/juspay"
	"rento/internal/provider/paytm"
	"rento/internal/provider/razorpay"
	"rento/internal/reconcile"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
)

// gateway is a gateway that reports the payments that a test puts in.
type gateway struct {
	provider.Gateway
	name   string
	paid   map[string]provider.Payment // by order
	back   map[string]provider.Refund  // by key
	last   string                      // the newest order
	list   func() []provider.Payment   // if set, what it says of every order
	isSlow bool                        // if set, its refunds are pending
}

func (g *gateway) Profile() provider.Profile {
	return provider.Profile{Name: g.name, Checkout: provider.Redirect, Refunds: true, Choice: provider.Choice{Name: g.name}, SettlementFile: files[g.name].file}
}
func (*gateway) Available() bool { return true }

func (*gateway) Resume(_ context.Context, orderID string, _ provider.OrderRequest) (provider.Checkout, error) {
	return provider.Checkout{OrderID: orderID, RedirectURL: "https://town.example"}, nil
}

func (g *gateway) CreateOrder(_ context.Context, req provider.OrderRequest) (provider.Checkout, error) {
	g.last = "order_" + req.Reference
	return provider.Checkout{OrderID: g.last, RedirectURL: "https://town.example"}, nil
}

func (g *gateway) Observe(_ context.Context, reference, orderID string) (provider.Observation, error) {
	seen := provider.Observation{Gateway: g.name, Reference: reference, OrderID: orderID}
	if g.list != nil {
		seen.Payments = g.list()
		return seen, nil
	}
	if p, paid := g.paid[orderID]; paid {
		seen.Payments = append(seen.Payments, p)
	}
	return seen, nil
}

func (g *gateway) Refund(_ context.Context, req provider.RefundRequest) (provider.Refund, error) {
	g.back[req.Key] = provider.Refund{ID: "rfnd_" + req.PaymentID, PaymentID: req.PaymentID, Amount: req.Amount, State: provider.RefundProcessed}
	if r := g.back[req.Key]; g.isSlow {
		r.State = provider.RefundPending
		g.back[req.Key] = r
	}
	return g.back[req.Key], nil
}

func (g *gateway) FetchRefund(_ context.Context, which provider.RefundQuery) (provider.Refund, error) {
	return g.back[which.Key], nil
}

type world struct {
	*company.Company
	gateway  *gateway
	payments *payment.Service
	room     *reconcile.Service
}

// asks never asks for feedback.
type asks struct{}

func (asks) OpenAfterPayment(context.Context, *store.Tx, int64, string) error { return nil }

func each(t *testing.T, name string, test func(w *world)) {
	t.Helper()
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := &world{Company: company.New(t, s, "2026-10-01"), gateway: &gateway{name: name, paid: map[string]provider.Payment{}, back: map[string]provider.Refund{}}}
		w.wire()
		test(w)
	})
}

// wire creates the services with the world's gateway, as a node does when it starts.
func (w *world) wire() {
	s := w.Store
	w.Queue = jobs.New(s, w.IDs, w.Clock, slog.New(slog.DiscardHandler))
	alerts := alert.New(s, w.IDs, w.Clock, nil)
	registry := provider.NewRegistry(w.gateway)
	w.payments = payment.New(payment.Deps{
		Store: s, IDs: w.IDs, Clock: w.Clock, Ledger: w.Ledger, Billing: w.Billing, Jobs: w.Queue, Gateways: registry,
		Feedback: asks{}, Alerts: alerts, Inbox: inbox.New(s, w.Clock, w.Queue, alerts, testkit.Keyring(), nil), Config: payment.Config{ProductName: "Town"},
		Notify: w.Notices,
	})
	w.room = reconcile.New(reconcile.Deps{Store: s, IDs: w.IDs, Clock: w.Clock, Jobs: w.Queue, Ledger: w.Ledger, Payments: w.payments, Gateways: registry, Alerts: alerts, BankDays: calendar.BankDays{Holidays: []calendar.Date{calendar.MustParse("2026-11-09")}}})
}

const dueAmount = money.Paise(283000)

// paid is an order that a new customer has paid at the gateway, and that our books do not know as
// paid.
func (w *world) paid() (customer int64, order, id string) {
	w.T.Helper()
	c := w.Customer()
	w.Deposit(c, fmt.Sprint(c), money.Rupees(5000))
	w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.Fridge)
	w.Go("2026-11-01")
	w.Bill()
	t, err := w.payments.StartDue(w.T.Context(), c, payment.DueInput{Device: "mweb"})
	if err != nil {
		w.T.Fatal(err)
	}
	order, id = w.atGateway(c, t)
	return c, order, id
}

// atGateway pays a transaction at the gateway. Our books do not know of it.
func (w *world) atGateway(c int64, t payment.Transaction) (order, id string) {
	w.T.Helper()
	_, err := w.payments.StartGateway(w.T.Context(), c, payment.GatewayInput{TransactionID: t.ID, UniqueID: t.UniqueID, Gateway: w.gateway.name})
	if err != nil {
		w.T.Fatal(err)
	}
	order, id = w.gateway.last, fmt.Sprintf("pay_%d", c)
	w.gateway.paid[order] = provider.Payment{ID: id, OrderID: order, State: provider.PaymentCaptured, Amount: dueAmount, Currency: "INR", Method: "upi", At: w.Clock.Now()}
	return order, id
}

// known is an order that a new customer has paid, also in our books.
func (w *world) known() (customer int64, order, id string) {
	w.T.Helper()
	customer, order, id = w.paid()
	w.learn(order)
	return customer, order, id
}

func (w *world) total(a ledger.Account) money.Paise {
	w.T.Helper()
	return company.AccountTotal(w.T, w.Store.Queries(), a)
}

func (w *world) settle(file string) reconcile.File {
	w.T.Helper()
	f, err := w.room.EnterFile(w.T.Context(), w.gateway.name, strings.NewReader(file))
	if err != nil {
		w.T.Fatal(err)
	}
	return f
}

// ids lists the ids of the rows.
func ids(rows []payment.Difference) (list []string) {
	for _, r := range rows {
		list = append(list, r.ID)
	}
	return list
}

// files are the header of each provider's file, and a line of a payment and of a refund.
var files = map[string]struct {
	file                  provider.SettlementFile
	head, payment, refund string
}{
	"razorpay": {
		razorpay.SettlementFile(),
		"\ufefftransaction_entity,entity_id,amount,currency,fee (exclusive tax),tax,debit,credit,order_id,settlement_utr",
		"payment,%[1]s,2830.00,INR,56.60,10.19,0.00,2763.21,%[2]s,UTR1", "refund,%[1]s,2830.00,INR,0.00,0.00,2830.00,0.00,%[2]s,UTR2",
	},
	"paytm": {
		paytm.SettlementFile(),
		"Transaction_ID,Refund_ID,Order_ID,Transaction_Type,Amount,Commission,GST,Settled_Amount,UTR_No.",
		"'%[1]s,,'%[2]s,ACQUIRING,2830.00,56.60,10.19,2763.21,UTR1", "'x,%[1]s,'%[2]s,REFUND,-2830.00,0,0,-2830.00,UTR2",
	},
	"juspay": {
		juspay.SettlementFile(),
		"order_id,txn_id,refund_id,txn_type,gross_amount,fee,tax,net_amount,settlement_utr",
		"%[2]s,%[1]s,,ORDER,2830,56.60,10.19,2763.21,UTR1", "%[2]s,x,%[1]s,REFUND,-2830,,,-2830,UTR2",
	},
	"billdesk": {
		billdesk.SettlementFile(),
		"Txn Type,PGI Ref. No.,Refund Id,Ref. 1,Gross Amount(Rs.Ps),Charges (Rs.Ps),GST (Rs.Ps),Net Amount(Rs.Ps),UTR",
		`SALE,%[1]s,,%[2]s,"2,830.00",56.60,10.19,"2,763.21",UTR1`, `REFUND,x,%[1]s,%[2]s,"-2,830.00",0.00,0.00,"-2,830.00",UTR2`,
	},
}

// providers lists the providers of the files, sorted.
func providers() []string { return slices.Sorted(maps.Keys(files)) }

// A payment that our books do not know is booked through the file of each provider, and its fee and
// tax are entered. Entering the same file again changes and prints nothing.
func TestAFileIsSettledOnce(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				c, order, id := w.paid()
				file := files[name].head + "\n" + fmt.Sprintf(files[name].payment, id, order) + "\n" + "adjustment,,,,,,,,,\n"
				f := w.settle(file)
				want := reconcile.File{
					Provider: name, Lines: 1, Others: 1, Posted: 1, Gross: dueAmount, Fees: 5660, Tax: 1019,
					Rows: []payment.Difference{
						{Kind: payment.UnknownHere, Gateway: name, ID: id, CustomerID: c, There: dueAmount, Mended: true},
					},
				}
				if diff := cmp.Diff(want, f); diff != "" {
					w.T.Fatalf("the file with an unknown payment (-want +got):\n%s", diff)
				}
				if due := w.Balances(c).Dues(); due != 0 {
					w.T.Errorf("%v are due, want 0", due)
				}
				for account, want := range map[ledger.Account]money.Paise{ledger.Bank: money.Rupees(5000) + 276321, ledger.GatewayFees: 5660, ledger.InputGST: 1019, ledger.InTransit(name): 0} {
					if got := w.total(account); got != want {
						w.T.Errorf("%s has %v, want %v", account, got, want)
					}
				}
				if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1, Others: 1}, w.settle(file)); diff != "" {
					w.T.Errorf("the same file again (-want +got):\n%s", diff)
				}
				entries, err := w.Store.Queries().AuditOf(t.Context(), 0)
				if err != nil {
					w.T.Fatal(err)
				}
				entries = slices.DeleteFunc(entries, func(e db.AuditLog) bool { return e.Action != "settlement_file_entered" })
				if len(entries) != 1 || entries[0].Object != "settlement_file/"+name+" of 2830.00" {
					w.T.Errorf("recorded %+v, want that one file of 2830.00 was entered", entries)
				}
			})
		})
	}
}

// A second payment is refunded the same day in the ordinary way, and the amount that the provider
// keeps back for the refund is entered.
func TestASecondPaymentGoesBackAndIsKeptBack(t *testing.T) {
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				c, order, id := w.paid()
				w.Pay(c, "elsewhere", dueAmount)
				bank := w.total(ledger.Bank)
				w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].payment, id, order) + "\n")
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					w.T.Fatal(err)
				}
				if len(w.gateway.back) != 1 {
					w.T.Fatalf("refunds %v; want one, on the same day", w.gateway.back)
				}
				astray := files[name].head + "\n" + fmt.Sprintf(files[name].refund, "rfnd_"+id, "order_x") + "\n"
				differs := reconcile.File{Provider: name, Lines: 1, Rows: []payment.Difference{
					{Kind: payment.OrderDiffers, Gateway: name, ID: "rfnd_" + id, CustomerID: c, Here: dueAmount, There: dueAmount},
				}}
				if diff := cmp.Diff(differs, w.settle(astray)); diff != "" {
					w.T.Errorf("a refund of another order (-want +got):\n%s", diff)
				}
				file := files[name].head + "\n" + fmt.Sprintf(files[name].refund, "rfnd_"+id, order) + "\n"
				entered := reconcile.File{Provider: name, Lines: 1, Posted: 1, Gross: -dueAmount}
				if diff := cmp.Diff(entered, w.settle(file)); diff != "" {
					w.T.Errorf("the file with the refund (-want +got):\n%s", diff)
				}
				if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1}, w.settle(file)); diff != "" {
					w.T.Errorf("the same file again (-want +got):\n%s", diff)
				}
				if got := w.total(ledger.InTransit(name)); got != 0 {
					w.T.Errorf("in transit %v, want 0", got)
				}
				if got := w.total(ledger.Bank) - bank; got != -6679 {
					w.T.Errorf("the bank has %v more, want what the provider kept less", got)
				}
			})
		})
	}
}

// A difference is printed with both amounts and reported to a person, and is not entered. F28
func TestWhatDiffersIsNotEntered(t *testing.T) {
	each(t, "razorpay", func(w *world) {
		_, order, id := w.known()
		head := files["razorpay"].head + "\n"
		line := fmt.Sprintf(files["razorpay"].payment, id, order)
		type row struct {
			Kind   payment.DifferenceKind
			Mended bool
		}
		for name, c := range map[string]struct {
			line string
			want payment.DifferenceKind
		}{
			"another amount":   {strings.Replace(strings.Replace(line, "2830.00", "2831.00", 1), "2763.21", "2764.21", 1), payment.AmountDiffers},
			"nobody's payment": {strings.Replace(strings.Replace(line, id, "pay_x", 1), order, "order_x", 1), payment.UnknownHere},
			"another order":    {strings.Replace(line, order, "order_x", 1), payment.OrderDiffers},
			"nobody's refund":  {fmt.Sprintf(files["razorpay"].refund, "rfnd_x", order), payment.RefundDiffers},
			"odd sums":         {strings.Replace(line, "2763.21", "2763.22", 1), payment.Unreadable},
			"no number":        {strings.Replace(line, "2830.00", "lots", 1), payment.Unreadable},
			"nothing":          {"payment,,0,INR,0,0,0,0,,", payment.Unreadable},
			"more than it was": {"payment,pay_y,1,INR,0,0,0,2,,", payment.Unreadable},
			"a quote alone":    {strings.Replace(line, id, `"`+id, 1), payment.Unreadable},
			"a long line":      {line + strings.Repeat("x", 100_000), payment.Unreadable},
			"tax above fee":    {"payment,pay_y,1000,INR,0.01,900,0,99.99,,", payment.Unreadable},
		} {
			f := w.settle(head + c.line + "\n")
			var rows []row
			for _, r := range f.Rows {
				rows = append(rows, row{r.Kind, r.Mended})
			}
			if diff := cmp.Diff([]row{{c.want, false}}, rows); diff != "" {
				w.T.Errorf("rows of %s (-want +got):\n%s", name, diff)
			}
			if f.Posted != 0 {
				w.T.Errorf("%s: %d lines entered, want none", name, f.Posted)
			}
		}
		told := 0
		for _, a := range testkit.OpenAlerts(w.T, w.Store) {
			if a.Kind == "settlement_differs" {
				told++
			}
		}
		if told < 4 {
			w.T.Errorf("%d alerts settlement_differs, want one for each line", told)
		}
		if got := w.total(ledger.GatewayFees); got != 0 {
			w.T.Errorf("fees of %v, want none", got)
		}
		// An unclosed quote spoils only its own line, and hides no line after it.
		f := w.settle(head + `adjustment,adj_1,1,INR,0,0,0,1,,"A` + "\n" + line + "\n")
		if diff := cmp.Diff([]string{"line 2"}, ids(f.Rows)); diff != "" {
			w.T.Errorf("lines that are told (-want +got):\n%s", diff)
		}
		if f.Posted != 1 {
			w.T.Errorf("%d lines entered, want the payment after the quote", f.Posted)
		}
		printed := payment.Difference{ID: "x\x1b[2J\nrazorpay: 0 rows differ\u202e"}.String()
		if strings.ContainsAny(printed, "\x1b\n\u202e") {
			w.T.Errorf("%q is printed; want nothing that writes over a terminal", printed)
		}
		for _, file := range []string{"", "transaction_entity,entity_id\n", "<html>"} {
			if _, err := w.room.EnterFile(w.T.Context(), "razorpay", strings.NewReader(file)); err == nil {
				w.T.Errorf("%q is taken for a settlement file", file)
			}
		}
		if _, err := w.room.EnterFile(w.T.Context(), "nobody", strings.NewReader(head)); err == nil {
			w.T.Error("a file of an unknown provider is taken")
		}
	})
}

// alerts lists the subjects of the open alerts of a kind.
func (w *world) alerts(kind string) (subjects []string) {
	w.T.Helper()
	for _, a := range testkit.OpenAlerts(w.T, w.Store) {
		if a.Kind == kind {
			subjects = append(subjects, a.Subject)
		}
	}
	return subjects
}

// The alert of a line names its settlement, or, if it has no id, its text. So the same file raises it
// once, and another file raises its own. It closes once the line is in the books.
func TestTheAlertOfALine(t *testing.T) {
	testkit.BothEngines(t)
	each(t, "razorpay", func(w *world) {
		_, order, id := w.known()
		head, line := files["razorpay"].head+"\n", fmt.Sprintf(files["razorpay"].payment, id, order)
		odd := strings.Replace(line, "2763.21", "2763.22", 1)
		for _, step := range []struct {
			what, line string
			want       []string
		}{
			{"odd sums", odd, []string{"razorpay:" + id + ":UTR1"}},
			{"odd sums again", odd, []string{"razorpay:" + id + ":UTR1"}},
			{"odd sums in another settlement", strings.Replace(odd, "UTR1", "UTR2", 1), []string{"razorpay:" + id + ":UTR1", "razorpay:" + id + ":UTR2"}},
			{"the right line", line, []string{"razorpay:" + id + ":UTR2"}},
		} {
			w.settle(head + step.line + "\n")
			if diff := cmp.Diff(step.want, w.alerts("settlement_differs")); diff != "" {
				w.T.Errorf("alerts after %s (-want +got):\n%s", step.what, diff)
			}
		}
		for _, line := range []string{"payment,,1,INR,0,0,0,1,,UTR1", "payment,,2,INR,0,0,0,2,,UTR1", "payment,,2,INR,0,0,0,2,,UTR1"} {
			w.settle(head + line + "\n")
		}
		if got := len(w.alerts("settlement_differs")) - 1; got != 2 {
			w.T.Errorf("%d alerts of two lines without an id, want 2", got)
		}
	})
}

// alertOf is the id of the open alert about a line.
func (w *world) alertOf(subject string) int64 {
	w.T.Helper()
	a, err := w.Store.Queries().AlertBySubject(w.T.Context(), "settlement_differs", subject)
	if err != nil {
		w.T.Fatal(err)
	}
	return a.ID
}

const byBank = "The bank has this amount under this UTR"

// A person who has seen the money of a line in the bank enters it: against money in transit as far as
// our books have it, else against suspense. After that the line is quiet, and the books are proven.
func TestALineIsEnteredByAPerson(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				c, order, id := w.known()
				bank, head := w.total(ledger.Bank), files[name].head+"\n"
				line := fmt.Sprintf(files[name].payment, id, order) + "\n"
				another := strings.NewReplacer("2830.00", "2831.00", "2,830.00", "2,831.00", "2830,", "2831,", "2763.21", "2764.21", "2,763.21", "2,764.21").Replace(line)
				file := head + another + fmt.Sprintf(files[name].payment, "pay_strange", "order_strange") + "\n" + fmt.Sprintf(files[name].refund, "rfnd_strange", "order_strange") + "\n"
				if diff := cmp.Diff([]string{id, "pay_strange", "rfnd_strange"}, ids(w.settle(file).Rows)); diff != "" {
					w.T.Fatalf("rows (-want +got):\n%s", diff)
				}
				for _, subject := range []string{name + ":" + id + ":UTR1", name + ":pay_strange:UTR1", name + ":rfnd_strange:UTR2"} {
					for range 2 {
						if err := w.room.EnterRow(t.Context(), w.alertOf(subject), byBank); err != nil {
							w.T.Fatalf("enter %s: %v", subject, err)
						}
					}
				}
				want := map[ledger.Account]money.Paise{
					ledger.Bank: 276421 + 276321 - dueAmount, ledger.GatewayFees: 2 * 5660, ledger.InputGST: 2 * 1019, ledger.InTransit(name): 0, ledger.Suspense: -100,
				}
				got := map[ledger.Account]money.Paise{}
				for account := range want {
					got[account] = w.total(account)
				}
				got[ledger.Bank] -= bank
				if diff := cmp.Diff(want, got); diff != "" {
					w.T.Errorf("accounts (-want +got):\n%s", diff)
				}
				if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
					w.T.Error(err)
				}
				if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 3}, w.settle(file)); diff != "" {
					w.T.Errorf("the file again (-want +got):\n%s", diff)
				}
				if open, err := w.room.FileDifferences(t.Context()); err != nil || open != 0 {
					w.T.Errorf("the metric has %d, %v, want 0", open, err)
				}
				if entries, err := w.Store.Queries().AuditOf(t.Context(), c); err != nil || !slices.ContainsFunc(entries, func(e db.AuditLog) bool { return e.Action == "settlement_line_entered" && e.Reason == byBank }) {
					w.T.Errorf("%v, %v; want the line that was entered with its reason", entries, err)
				}
			})
		})
	}
}

// A line that was entered and comes again with another fee, GST or amount is told to a person until a file
// says what is in the books again. The same line again changes nothing, and what a
// person has closed stays closed until the line says something else.
func TestAnEnteredLineComesAgain(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				c, order, id := w.known()
				head, line := files[name].head+"\n", fmt.Sprintf(files[name].payment, id, order)+"\n"
				fee := strings.NewReplacer("56.60", "57.60", "2763.21", "2762.21", "2,763.21", "2,762.21").Replace(line)
				changed := map[string]string{"fee": fee, "GST": strings.NewReplacer("56.60", "56.50", "10.19", "10.29").Replace(line)}
				before := w.settle(head + line)
				fees := w.total(ledger.GatewayFees)
				if before.Posted != 1 {
					w.T.Fatalf("%+v, want the line entered", before)
				}
				for what, other := range changed {
					there := money.Paise(276321)
					if what == "fee" {
						there -= 100
					}
					told := reconcile.File{Provider: name, Lines: 1, Rows: []payment.Difference{{Kind: payment.EnteredDiffers, Gateway: name, ID: id, CustomerID: c, Here: 276321, There: there}}}
					for range 2 {
						if diff := cmp.Diff(told, w.settle(head+other)); diff != "" {
							w.T.Errorf("another %s (-want +got):\n%s", what, diff)
						}
						if open, err := w.room.FileDifferences(t.Context()); err != nil || open != 1 {
							w.T.Errorf("another %s: %d alerts, %v, want 1", what, open, err)
						}
					}
					if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1}, w.settle(head+line)); diff != "" {
						w.T.Errorf("the line as it was entered, after another %s (-want +got):\n%s", what, diff)
					}
					if open, err := w.room.FileDifferences(t.Context()); err != nil || open != 0 {
						w.T.Errorf("%d alerts, %v once a file says what is in the books; want none", open, err)
					}
				}
				if got := w.total(ledger.GatewayFees); got != fees {
					w.T.Errorf("fees %v, want %v as they were entered", got, fees)
				}
				w.settle(head + fee)
				a := w.alertOf(name + ":" + id + ":UTR1")
				if f := fault.Of(w.room.EnterRow(t.Context(), a, byBank)); f == nil || f.Code != "settlement_line.entered" {
					w.T.Errorf("what was entered before: %v, want settlement_line.entered", f)
				}
				if err := alert.New(w.Store, w.IDs, w.Clock, nil).Close(t.Context(), a, "The provider has confirmed the first fee"); err != nil {
					w.T.Fatal(err)
				}
				for _, again := range []string{fee, line, fee} {
					if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1}, w.settle(head+again)); diff != "" {
						w.T.Errorf("after a person has closed it (-want +got):\n%s", diff)
					}
				}
				if got := w.settle(head + changed["GST"]).Rows; len(got) != 1 {
					w.T.Errorf("another GST after the fee was closed: %v, want one row", got)
				}
			})
		})
	}
}

// A line that was entered and comes again with another bank reference may be a second settlement of the same
// money. It is told until a person closes it: the first file, read again, says nothing about it.
func TestAnEnteredLineComesFromAnotherSettlement(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				c, order, id := w.known()
				first := files[name].head + "\n" + fmt.Sprintf(files[name].payment, id, order) + "\n"
				second := strings.Replace(first, "UTR1", "UTR9", 1)
				w.settle(first)
				row := payment.Difference{Kind: payment.EnteredDiffers, Gateway: name, ID: id, CustomerID: c, Here: 276321, There: 276321}
				if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1, Rows: []payment.Difference{row}}, w.settle(second)); diff != "" {
					w.T.Errorf("the second settlement (-want +got):\n%s", diff)
				}
				w.settle(first)
				if diff := cmp.Diff([]string{name + ":" + id + ":UTR9"}, w.alerts("settlement_differs")); diff != "" {
					w.T.Fatalf("alerts after the first file again (-want +got):\n%s", diff)
				}
				if err := alert.New(w.Store, w.IDs, w.Clock, nil).Close(t.Context(), w.alertOf(name+":"+id+":UTR9"), "The bank has it once"); err != nil {
					w.T.Fatal(err)
				}
				if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1}, w.settle(second)); diff != "" {
					w.T.Errorf("after a person has closed it (-want +got):\n%s", diff)
				}
			})
		})
	}
}

// The true line of money that a person has entered with another amount, for our books or into suspense,
// is told: the bank has something else than what was entered.
func TestTheTrueLineAfterAPersonsEntry(t *testing.T) {
	testkit.BothEngines(t)
	each(t, "razorpay", func(w *world) {
		_, order, id := w.known()
		order2, id2 := w.paidDeposit()
		head, first, second := files["razorpay"].head+"\n", fmt.Sprintf(files["razorpay"].payment, id, order)+"\n", fmt.Sprintf(files["razorpay"].payment, id2, "order_x")+"\n"
		wrong := strings.NewReplacer("2830.00", "2831.00", "2763.21", "2764.21").Replace(first + second)
		w.settle(head + wrong)
		for _, of := range []string{id, id2} {
			if err := w.room.EnterRow(t.Context(), w.alertOf("razorpay:"+of+":UTR1"), byBank); err != nil {
				w.T.Fatal(err)
			}
		}
		w.learn(order2)
		right := head + first + strings.Replace(second, "order_x", order2, 1)
		for range 2 {
			var got []payment.Difference
			for _, r := range w.settle(right).Rows {
				got = append(got, payment.Difference{Kind: r.Kind, ID: r.ID, Here: r.Here, There: r.There})
			}
			want := []payment.Difference{
				{Kind: payment.EnteredDiffers, ID: id, Here: 276421, There: 276321}, {Kind: payment.EnteredDiffers, ID: id2, Here: 276421, There: 276321},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				w.T.Errorf("rows of the true file (-want +got):\n%s", diff)
			}
			if open, err := w.room.FileDifferences(t.Context()); err != nil || open != 2 {
				w.T.Errorf("%d alerts, %v, want 2", open, err)
			}
		}
		for account, want := range map[ledger.Account]money.Paise{ledger.Suspense: -200, ledger.InTransit("razorpay"): 0} {
			if got := w.total(account); got != want {
				w.T.Errorf("%s has %v, want %v", account, got, want)
			}
		}
		if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
			w.T.Error(err)
		}
	})
}

// others are a line of a reserve that was released, and one of a chargeback, of 100 rupees each.
var others = map[string][2]string{
	"razorpay": {"adjustment,adj_1,100.00,INR,0.00,0.00,0.00,100.00,,UTR1", "dispute,pay_x,100.00,INR,0.00,0.00,100.00,0.00,order_x,UTR1"},
	"paytm":    {"'adj_1,,,RESERVE_RELEASE,100.00,0,0,100.00,UTR1", "'pay_x,,'order_x,CHARGEBACK,-100.00,0,0,-100.00,UTR1"},
	"juspay":   {",adj_1,,ADJUSTMENT,100,,,100,UTR1", "order_x,pay_x,,CHARGEBACK,-100,,,-100,UTR1"},
	"billdesk": {"ADJUSTMENT,adj_1,,,100.00,0.00,0.00,100.00,UTR1", "CHARGEBACK,pay_x,,order_x,-100.00,0.00,0.00,-100.00,UTR1"},
}

// Money that is of no payment or refund, such as an adjustment or a chargeback, is told to a person,
// who closes the row, or enters it against suspense.
func TestMoneyOfNoPaymentOrRefund(t *testing.T) {
	testkit.BothEngines(t)
	kinds := map[string][2]string{
		"razorpay": {"adjustment", "dispute"}, "paytm": {"RESERVE_RELEASE", "CHARGEBACK"}, "juspay": {"ADJUSTMENT", "CHARGEBACK"}, "billdesk": {"ADJUSTMENT", "CHARGEBACK"},
	}
	for _, name := range providers() {
		for what, c := range map[string]struct {
			line int
			bank money.Paise
		}{"sent": {0, 100_00}, "kept back": {1, -100_00}} {
			t.Run(name+"/"+what, func(t *testing.T) {
				each(t, name, func(w *world) {
					_, order, id := w.known()
					bank, other := w.total(ledger.Bank), others[name][c.line]
					row := payment.Difference{Kind: payment.OtherLine, Gateway: name, ID: kinds[name][c.line] + " " + []string{"adj_1", "pay_x"}[c.line], There: 100_00}
					alone, beside := files[name].head+"\n"+other+"\n", files[name].head+"\n"+other+"\n"+fmt.Sprintf(files[name].payment, id, order)+"\n"
					for range 2 {
						if diff := cmp.Diff(reconcile.File{Provider: name, Others: 1, Rows: []payment.Difference{row}}, w.settle(alone)); diff != "" {
							w.T.Fatalf("a file of that line alone (-want +got):\n%s", diff)
						}
					}
					want := reconcile.File{Provider: name, Lines: 1, Others: 1, Posted: 1, Gross: dueAmount, Fees: 5660, Tax: 1019, Rows: []payment.Difference{row}}
					if diff := cmp.Diff(want, w.settle(beside)); diff != "" {
						w.T.Errorf("beside a payment (-want +got):\n%s", diff)
					}
					for range 2 {
						if err := w.room.EnterRow(t.Context(), w.alertOf(name+":"+row.ID+":UTR1"), byBank); err != nil {
							w.T.Fatal(err)
						}
					}
					if got := w.total(ledger.Bank) - bank - 276321; got != c.bank {
						w.T.Errorf("the bank has %v more, want %v", got, c.bank)
					}
					if got := w.total(ledger.Suspense); got != -c.bank {
						w.T.Errorf("suspense has %v, want %v", got, -c.bank)
					}
					if diff := cmp.Diff(reconcile.File{Provider: name, Lines: 1, Others: 1}, w.settle(beside)); diff != "" {
						w.T.Errorf("the file again (-want +got):\n%s", diff)
					}
					if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
						w.T.Error(err)
					}
				})
			})
		}
	}
}

// A line of another kind whose money cannot be read is told, and one without money or an id is not.
func TestOddLinesOfAnotherKind(t *testing.T) {
	each(t, "razorpay", func(w *world) {
		head := files["razorpay"].head + "\n"
		for line, want := range map[string][]string{
			"adjustment,adj_1,100.00,INR,0.00,0.00,0.00,lots,,UTR1\n":        {"adjustment adj_1"},
			"adjustment,adj_2,100.00,INR,0.00,0.00,0.00,100.0":               {"adjustment adj_2"},
			"adjustment,adj_3,100.00,INR,0.00,0.00,0.00,100.00,,UT":          {"adjustment adj_3"},
			"reserve,adj_4,100.00,INR,0.00,0.00,0.00,0.00,,UTR1\n":           nil,
			"total,,100.00,INR,0.00,0.00,0.00,100.00,,\n":                    nil,
			"adjustment," + strings.Repeat("x", 150) + ",1,INR,0,0,0,1,,U\n": {"adjustment " + strings.Repeat("x", 138) + "…"},
		} {
			if diff := cmp.Diff(want, ids(w.settle(head+line).Rows)); diff != "" {
				w.T.Errorf("rows of %q (-want +got):\n%s", line, diff)
			}
		}
	})
}

// Money that a person has put into suspense leaves it once our books know its payment. The bank's
// account stays as it is.
func TestAStrangeLineTurnsOutToBeOurs(t *testing.T) {
	testkit.BothEngines(t)
	each(t, "juspay", func(w *world) {
		_, order, id := w.known()
		order2, id2 := w.paidDeposit()
		head := files["juspay"].head + "\n" + fmt.Sprintf(files["juspay"].payment, id, order) + "\n"
		w.settle(head + fmt.Sprintf(files["juspay"].payment, id2, "order_x") + "\n")
		if err := w.room.EnterRow(t.Context(), w.alertOf("juspay:"+id2+":UTR1"), byBank); err != nil {
			w.T.Fatal(err)
		}
		bank := w.total(ledger.Bank)
		w.learn(order2)
		for range 2 {
			w.settle(head + fmt.Sprintf(files["juspay"].payment, id2, order2) + "\n")
		}
		for account, want := range map[ledger.Account]money.Paise{ledger.Bank: bank, ledger.Suspense: 0, ledger.InTransit("juspay"): 0, ledger.GatewayFees: 2 * 5660} {
			if got := w.total(account); got != want {
				w.T.Errorf("%s has %v, want %v", account, got, want)
			}
		}
		if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
			w.T.Error(err)
		}
	})
}

// A line whose alert a person has closed is not printed again, nor measured. Neither is what is
// missing. A line that cannot be read, and money that was entered before, are not entered.
func TestARowIsClosedWithAReason(t *testing.T) {
	testkit.BothEngines(t)
	each(t, "razorpay", func(w *world) {
		_, order, id := w.known()
		order2, _ := w.paidDeposit()
		w.learn(order2)
		line := fmt.Sprintf(files["razorpay"].payment, id, order)
		odd := strings.Replace(line, "2763.21", "2763.22", 1)
		file := files["razorpay"].head + "\n" + line + "\n" + odd + "\n"
		w.settle(file)
		w.Go("2026-11-20")
		if rows, err := w.room.AllMissing(t.Context()); err != nil || len(rows) != 1 {
			w.T.Fatalf("missing %v, %v, want one", ids(rows), err)
		}
		unread := w.alertOf("razorpay:" + id + ":UTR1")
		for _, c := range []struct {
			what   string
			alert  int64
			reason string
			want   string
		}{
			{"an alert that there is not", 1, byBank, "alert.not_found"},
			{"a short reason", unread, "so", "operations.reason_missing"},
			{"a line that cannot be read", unread, byBank, "settlement_line.unreadable"},
			{"what is missing", testkit.OpenAlerts(w.T, w.Store)[1].ID, byBank, "settlement_line.not_found"},
		} {
			if f := fault.Of(w.room.EnterRow(t.Context(), c.alert, c.reason)); f == nil || f.Code != c.want {
				w.T.Errorf("%s: %v, want %s", c.what, f, c.want)
			}
		}
		alerts := alert.New(w.Store, w.IDs, w.Clock, nil)
		for _, a := range testkit.OpenAlerts(w.T, w.Store) {
			if err := alerts.Close(t.Context(), a.ID, "The provider has confirmed it"); err != nil {
				w.T.Fatal(err)
			}
		}
		if rows := w.settle(file).Rows; rows != nil {
			w.T.Errorf("rows %v of closed lines, want none", ids(rows))
		}
		if rows, err := w.room.AllMissing(t.Context()); err != nil || rows != nil {
			w.T.Errorf("missing %v, %v once it is closed, want none", ids(rows), err)
		}
		if open, err := w.room.FileDifferences(t.Context()); err != nil || open != 0 {
			w.T.Errorf("the metric has %d, %v, want 0", open, err)
		}
		another := strings.NewReplacer("2830.00", "2831.00", "2763.21", "2764.21", "UTR1", "UTR9").Replace(line)
		w.settle(files["razorpay"].head + "\n" + another + "\n")
		if f := fault.Of(w.room.EnterRow(t.Context(), w.alertOf("razorpay:"+id+":UTR9"), byBank)); f == nil || f.Code != "settlement_line.entered" {
			w.T.Errorf("money that was entered before: %v, want settlement_line.entered", f)
		}
	})
}

// A settlement file may keep a refund back before our books know that it was made.
func TestAFileKnowsOfARefundFirst(t *testing.T) {
	each(t, "razorpay", func(w *world) {
		c, order, id := w.paid()
		w.gateway.isSlow = true
		w.Pay(c, "elsewhere", dueAmount)
		w.learn(order)
		if _, err := w.Queue.RunDue(t.Context()); err != nil {
			w.T.Fatal(err)
		}
		if f := w.settle(files["razorpay"].head + "\n" + fmt.Sprintf(files["razorpay"].refund, "rfnd_"+id, order) + "\n"); f.Posted != 1 {
			w.T.Errorf("%d lines entered, want 1", f.Posted)
		}
		got, err := payment.MoneyInTransit(t.Context(), w.Store.Queries())
		if err != nil {
			w.T.Fatal(err)
		}
		if diff := cmp.Diff([]payment.InTransit{{Gateway: "razorpay", Booked: 2 * dueAmount, Taken: dueAmount, Settled: -dueAmount, Payments: 1, Open: 2 * dueAmount}}, got); diff != "" {
			w.T.Errorf("in transit (-want +got):\n%s", diff)
		}
		if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
			w.T.Error(err)
		}
	})
}

// strangers are n lines of payments of which our books know nothing.
func strangers(name string, n int) string {
	var all strings.Builder
	for i := range n {
		fmt.Fprintf(&all, files[name].payment+"\n", fmt.Sprintf("pay_strange_%d", i), fmt.Sprintf("order_strange_%d", i))
	}
	return all.String()
}

// A file of another company is an error with one alert, however often it comes. Nothing of it is
// entered, and payments are not expected in the files because of it.
func TestAFileOfAnotherCompany(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		for what, n := range map[string]int{"a short one": 2, "a long one": 250} {
			t.Run(name+"/"+what, func(t *testing.T) {
				each(t, name, func(w *world) {
					w.known()
					head, bank := files[name].head+"\n", w.total(ledger.Bank)
					for range 2 {
						f, err := w.room.EnterFile(t.Context(), name, strings.NewReader(head+strangers(name, n)))
						if want := fmt.Sprintf("None of the first %d lines of this file is of a payment or refund in our books", min(n, 100)); err == nil || !strings.Contains(err.Error(), want) {
							w.T.Errorf("%v, want %q in it", err, want)
						}
						if diff := cmp.Diff(reconcile.File{Provider: name, Lines: min(n, 100)}, f); diff != "" {
							w.T.Errorf("the file (-want +got):\n%s", diff)
						}
					}
					if got := len(w.alerts("settlement_differs")); got != 1 {
						w.T.Errorf("%d alerts, want one of the file", got)
					}
					if got := w.total(ledger.Bank); got != bank {
						w.T.Errorf("the bank has %v, want %v as before", got, bank)
					}
					w.Go("2026-11-20")
					if rows, err := w.room.Missing(t.Context(), name); err != nil || rows != nil {
						w.T.Errorf("missing %v, %v; want none, as no file of ours was entered", ids(rows), err)
					}
				})
			})
		}
	}
}

// Lines of others before the first line of ours are told one by one.
func TestLinesOfOthersBesideOurs(t *testing.T) {
	each(t, "razorpay", func(w *world) {
		_, order, id := w.paid()
		f := w.settle(files["razorpay"].head + "\n" + strangers("razorpay", 2) + fmt.Sprintf(files["razorpay"].payment, id, order) + "\n")
		if diff := cmp.Diff([]string{"pay_strange_0", "pay_strange_1", id}, ids(f.Rows)); diff != "" {
			w.T.Errorf("rows (-want +got):\n%s", diff)
		}
		if got := len(w.alerts("settlement_differs")); got != 2 {
			w.T.Errorf("%d alerts, want 2", got)
		}
		if f.Posted != 1 {
			w.T.Errorf("%d lines entered, want ours", f.Posted)
		}
	})
}

// The line in which a cut file ends is told and not entered, wherever it is cut, and entered from the
// whole file. A whole file may lack the line break at its end.
func TestACutFile(t *testing.T) {
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				_, order, id := w.known()
				order2, id2 := w.paidDeposit()
				w.learn(order2)
				first := files[name].head + "\n" + fmt.Sprintf(files[name].payment, id, order) + "\n"
				last := strings.Replace(fmt.Sprintf(files[name].payment, id2, order2), "UTR1", "UTR2000", 1)
				w.settle(first)
				fees := w.total(ledger.GatewayFees)
				for end := 1; end <= len(last); end++ {
					f, err := w.room.EnterFile(t.Context(), name, strings.NewReader(first+last[:end]))
					if err != nil {
						w.T.Fatal(err)
					}
					if f.Posted != 0 || len(f.Rows) != 1 {
						w.T.Errorf("cut to %q: %d lines entered and %d told, want 0 and 1", last[:end], f.Posted, len(f.Rows))
					}
				}
				if got := w.total(ledger.GatewayFees); got != fees {
					w.T.Errorf("fees %v, want %v as before", got, fees)
				}
				w.settle(first + last + "\n")
				if got := w.alerts("settlement_differs"); slices.ContainsFunc(got, func(subject string) bool { return strings.Contains(subject, id2+":") }) {
					w.T.Errorf("alerts %v once the whole file is entered, want none of the payment", got)
				}
			})
		})
	}
	each(t, "razorpay", func(w *world) {
		_, order, id := w.known()
		order2, id2 := w.paidDeposit()
		w.learn(order2)
		line := files["razorpay"].payment
		if f := w.settle(files["razorpay"].head + "\n" + fmt.Sprintf(line, id, order) + "\n" + fmt.Sprintf(line, id2, order2)); f.Posted != 2 {
			w.T.Errorf("%d lines entered of a file without a line break at its end, want 2: the last reference is that of the line before", f.Posted)
		}
	})
}

// Lines and files may come in any order: a refund before its payment, a later file before an earlier.
func TestFilesInAnotherOrder(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		for what, split := range map[string]string{"one file": "", "two files": files[name].head + "\n"} {
			t.Run(name+"/"+what, func(t *testing.T) {
				each(t, name, func(w *world) {
					c, order, id := w.paid()
					w.Pay(c, "elsewhere", dueAmount)
					bank := w.total(ledger.Bank)
					w.learn(order)
					if _, err := w.Queue.RunDue(t.Context()); err != nil {
						w.T.Fatal(err)
					}
					lines := []string{fmt.Sprintf(files[name].refund, "rfnd_"+id, order) + "\n", split + fmt.Sprintf(files[name].payment, id, order) + "\n"}
					posted := 0
					if head := files[name].head + "\n"; split == "" {
						posted = w.settle(head + lines[0] + lines[1]).Posted
					} else {
						posted = w.settle(head+lines[0]).Posted + w.settle(lines[1]).Posted
					}
					if posted != 2 {
						w.T.Errorf("%d lines entered, want 2", posted)
					}
					if got := w.total(ledger.Bank) - bank; got != -6679 {
						w.T.Errorf("the bank has %v more, want what the provider kept less", got)
					}
					if got := w.total(ledger.InTransit(name)); got != 0 {
						w.T.Errorf("in transit %v, want 0", got)
					}
				})
			})
		}
	}
}

// lines is a file of many lines that is generated while it is read.
type lines struct {
	head, line string
	left       int
	rest       string
}

func (l *lines) Read(to []byte) (int, error) {
	if l.rest == "" {
		if l.left == 0 {
			return 0, io.EOF
		}
		l.rest, l.head, l.left = l.head+l.line, "", l.left-1
	}
	n := copy(to, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

// A file of 10,000 payments needs no more memory than a file of a few.
func TestALargeFileIsReadALineAtATime(t *testing.T) {
	each(t, "razorpay", func(w *world) {
		_, order, id := w.paid()
		used := func(n int) uint64 {
			f, err := w.room.EnterFile(w.T.Context(), "razorpay", &lines{head: files["razorpay"].head + "\n", line: fmt.Sprintf(files["razorpay"].payment, id, order) + "\n", left: n})
			if err != nil || f.Lines != n {
				w.T.Fatalf("%+v, %v; want %d lines", f, err, n)
			}
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return m.HeapAlloc
		}
		few := used(10)
		if many := used(10_000); many > few+4<<20 {
			w.T.Errorf("%d bytes after 10,000 lines, %d after 10; want no more than 4 MB more", many, few)
		}
	})
}

// The daily run compares yesterday and saves the number of differences. Once they are corrected, it
// finds none.
func TestTheDailyRun(t *testing.T) {
	each(t, "razorpay", func(w *world) {
		c, _, id := w.paid()
		w.Go("2026-11-02")
		day, err := w.room.CompareDate(w.T.Context(), calendar.MustParse("2026-11-01"))
		if err != nil {
			w.T.Fatal(err)
		}
		want := []payment.Difference{
			{Kind: payment.UnknownHere, Gateway: "razorpay", ID: id, CustomerID: c, There: dueAmount, Mended: true},
		}
		if diff := cmp.Diff(want, day.Rows()); diff != "" {
			w.T.Fatalf("rows of the day (-want +got):\n%s", diff)
		}
		if again, err := w.room.CompareDate(w.T.Context(), calendar.MustParse("2026-11-01")); err != nil || len(again.Rows()) != 0 {
			w.T.Errorf("again %+v, %v; want no rows", again.Rows(), err)
		}
		clear(w.gateway.paid)
		for range 2 {
			if err := w.room.Daily(w.T.Context()); err != nil {
				w.T.Fatal(err)
			}
		}
		if n, err := w.room.Differences(w.T.Context()); err != nil || n != 1 {
			w.T.Errorf("%d differences, %v; want the one that the gateway does not hold any more", n, err)
		}
	})
}

// What each gateway says of a captured payment is compared with our books: amount (of the payment
// and of its journal entry), day and, after its settlement file, fee. What is not captured is
// counted apart. A difference stays one until a person has decided.
func TestEveryCapturedPaymentIsCompared(t *testing.T) {
	day := calendar.MustParse("2026-11-01")
	for _, name := range providers() {
		for what, c := range map[string]struct {
			alter func(w *world, p *provider.Payment)
			want  payment.Difference
		}{
			"nothing": {alter: func(*world, *provider.Payment) {}},
			"another amount there": {
				alter: func(_ *world, p *provider.Payment) { p.Amount++ },
				want:  payment.Difference{Kind: payment.AmountDiffers, Here: dueAmount, There: dueAmount + 1},
			},
			"another amount here": {
				alter: func(w *world, _ *provider.Payment) {
					w.change("UPDATE gateway_payments SET amount_paise = amount_paise - 100")
				},
				want: payment.Difference{Kind: payment.AmountDiffers, Here: dueAmount - 100, There: dueAmount},
			},
			"another amount in the journal": {
				alter: func(w *world, _ *provider.Payment) {
					w.change("UPDATE ledger_postings SET amount_paise = amount_paise + 100 WHERE account = '" + string(ledger.InTransit(name)) + "'")
				},
				want: payment.Difference{Kind: payment.AmountDiffers, Here: dueAmount + 100, There: dueAmount},
			},
			"another day": {
				alter: func(_ *world, p *provider.Payment) { p.At = p.At.AddDate(0, 0, -1) },
				want:  payment.Difference{Kind: payment.DayDiffers, Here: dueAmount, There: dueAmount, HereAt: calendar.Stamp(day.At(10, 0)), ThereAt: calendar.Stamp(day.AddDays(-1).At(10, 0))},
			},
			"the same fee": {
				alter: func(w *world, p *provider.Payment) {
					w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].payment, p.ID, p.OrderID) + "\n")
					p.Fee = 56_60 + 10_19
				},
			},
			"another fee": {
				alter: func(w *world, p *provider.Payment) {
					w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].payment, p.ID, p.OrderID) + "\n")
					p.Fee = 50_00
				},
				want: payment.Difference{Kind: payment.FeeDiffers, Here: 56_60 + 10_19, There: 50_00},
			},
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				each(t, name, func(w *world) {
					customer, order, id := w.paid()
					if first, err := w.room.CompareDate(t.Context(), day); err != nil || len(first.Rows()) != 1 {
						t.Fatalf("%+v, %v; want the payment that our books did not know", first.Rows(), err)
					}
					p := w.gateway.paid[order]
					c.alter(w, &p)
					w.gateway.paid[order] = p
					failed := order + "_failed"
					w.gateway.list = func() []provider.Payment {
						return []provider.Payment{p, {ID: failed, OrderID: order, State: provider.PaymentFailed, Amount: dueAmount, Currency: "INR", At: w.Clock.Now()}}
					}
					var want []payment.Difference
					if c.want.Kind != "" {
						c.want.Gateway, c.want.ID, c.want.CustomerID = name, id, customer
						want = []payment.Difference{c.want}
					}
					for range 2 {
						got, err := w.room.CompareDate(t.Context(), day)
						if err != nil || len(got.Gateways) != 1 {
							t.Fatalf("%+v, %v; want one gateway", got, err)
						}
						if diff := cmp.Diff(want, got.Rows()); diff != "" {
							t.Errorf("rows (-want +got):\n%s", diff)
						}
						if g := got.Gateways[0]; g.Held != 1 || g.Listed != 2 {
							t.Errorf("%d captured of %d payments, want 1 of 2", g.Held, g.Listed)
						}
					}
				})
			})
		}
	}
}

// A payment of an order from days ago is compared on the day on which it was paid, and a refund on
// the day on which it was made.
func TestAnOlderOrderIsComparedOnItsDay(t *testing.T) {
	each(t, "paytm", func(w *world) {
		customer, order, id := w.paid() // begun on 1 November
		paid := w.gateway.paid[order]
		w.Go("2026-11-05")
		paid.At = w.Clock.Now()
		w.gateway.paid[order] = paid
		if first, err := w.room.CompareDate(w.T.Context(), calendar.MustParse("2026-11-01")); err != nil || len(first.Rows()) != 1 {
			w.T.Fatalf("%+v, %v; want the payment that our books did not know", first.Rows(), err)
		}
		paid.Amount++
		w.gateway.paid[order] = paid
		got, err := w.room.CompareDate(w.T.Context(), calendar.MustParse("2026-11-05"))
		want := reconcile.Day{Gateways: []payment.Comparison{{Gateway: "paytm", Listed: 1, Held: 1, Rows: []payment.Difference{
			{Kind: payment.AmountDiffers, Gateway: "paytm", ID: id, CustomerID: customer, Here: dueAmount, There: dueAmount + 1},
		}}}}
		if diff := cmp.Diff(want, got); err != nil || diff != "" {
			w.T.Errorf("%v (-want +got):\n%s", err, diff)
		}
	})
}

// Payments of a gateway that is not set up any more cannot be compared, which is said.
func TestWhatCannotBeAskedIsSaid(t *testing.T) {
	each(t, "billdesk", func(w *world) {
		w.paid()
		if _, err := w.room.CompareDate(w.T.Context(), calendar.MustParse("2026-11-01")); err != nil {
			w.T.Fatal(err)
		}
		w.gateway = &gateway{name: "paytm"}
		w.wire()
		got, err := w.room.CompareDate(w.T.Context(), calendar.MustParse("2026-11-01"))
		if diff := cmp.Diff([]payment.Comparison{{Gateway: "billdesk", NotAsked: 1}, {Gateway: "paytm"}}, got.Gateways); diff != "" {
			w.T.Errorf("gateways (-want +got):\n%s", diff)
		}
		if want := "billdesk is not set up: 1 of its payments and refunds were not compared"; err == nil || !strings.Contains(err.Error(), want) {
			w.T.Errorf("%v, want %q in it", err, want)
		}
	})
}

// change changes our books behind the program's back.
func (w *world) change(statement string) {
	w.T.Helper()
	if _, err := testkit.Raw(w.T, w.Store).ExecContext(w.T.Context(), statement); err != nil {
		w.T.Fatal(err)
	}
}

// A payment that is in no file by its provider's deadline is reported as a row and an alert, each
// time until a file has it. It is not reported before the deadline, and payments from before the
// first file never are.
func TestAPaymentThatIsInNoFile(t *testing.T) {
	for _, name := range []string{"razorpay", "paytm"} {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				missing := func(day string) []string {
					w.T.Helper()
					w.Go(day)
					rows, err := w.room.Missing(t.Context(), name)
					if err != nil {
						w.T.Fatal(err)
					}
					for _, r := range rows {
						want := payment.Difference{
							Kind: payment.NotSettled, Gateway: name, ID: r.ID, CustomerID: r.CustomerID, Here: dueAmount,
						}
						if diff := cmp.Diff(want, r); diff != "" {
							w.T.Errorf("a missing payment (-want +got):\n%s", diff)
						}
						if r.CustomerID == 0 {
							w.T.Errorf("the missing payment %s is of no customer", r.ID)
						}
					}
					return ids(rows)
				}
				_, order, first := w.known() // on Sunday, 1 November
				order2, second := w.paidDeposit()
				w.learn(order2)
				if got := missing("2026-11-20"); got != nil {
					w.T.Errorf("before any file: %v, want none", got)
				}
				w.Go("2026-11-02")
				w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].payment, first, order) + "\n")
				due := map[string]string{"razorpay": "2026-11-04", "paytm": "2026-11-03"}[name]
				if got := missing(calendar.MustParse(due).AddDays(-1).String()); got != nil {
					w.T.Errorf("before it is due: %v, want none", got)
				}
				for range 2 {
					if got := missing(due); !slices.Equal(got, []string{second}) {
						w.T.Errorf("on %s: %v, want %s", due, got, second)
					}
				}
				if open := testkit.OpenAlerts(t, w.Store); len(open) != 1 || open[0].Kind != "settlement_missing" {
					w.T.Errorf("alerts %+v, want one of what is missing", open)
				}
				w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].payment, second, order2) + "\n")
				if got := missing("2026-11-20"); got != nil {
					w.T.Errorf("once a file has it: %v, want none", got)
				}
				if got := w.alerts("settlement_missing"); got != nil {
					w.T.Errorf("alerts of what is missing once a file has it: %v, want none", got)
				}
			})
		})
	}
}

// A refund that no file has kept back is missing too, and what is missing stays so for as long as no
// file has it.
func TestARefundThatIsInNoFile(t *testing.T) {
	testkit.BothEngines(t)
	for _, name := range providers() {
		t.Run(name, func(t *testing.T) {
			each(t, name, func(w *world) {
				c, order, id := w.paid()
				w.Pay(c, "elsewhere", dueAmount)
				w.Go("2026-11-02")
				w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].payment, id, order) + "\n")
				if _, err := w.Queue.RunDue(t.Context()); err != nil {
					w.T.Fatal(err)
				}
				for _, step := range []struct {
					day  string
					want []payment.Difference
				}{
					{"2026-11-02", nil},
					{"2027-03-01", []payment.Difference{{Kind: payment.RefundNotSettled, Gateway: name, ID: "rfnd_" + id, CustomerID: c, Here: dueAmount}}},
				} {
					w.Go(step.day)
					rows, err := w.room.AllMissing(t.Context())
					if err != nil {
						w.T.Fatal(err)
					}
					if diff := cmp.Diff(step.want, rows); diff != "" {
						w.T.Errorf("missing on %s (-want +got):\n%s", step.day, diff)
					}
					measured, err := w.room.FileDifferences(t.Context())
					if err != nil || measured != int64(len(step.want)) {
						w.T.Errorf("the metric has %d, %v, want %d", measured, err, len(step.want))
					}
				}
				if diff := cmp.Diff([]string{name + ":rfnd_" + id}, w.alerts("settlement_missing")); diff != "" {
					w.T.Errorf("alerts (-want +got):\n%s", diff)
				}
				w.settle(files[name].head + "\n" + fmt.Sprintf(files[name].refund, "rfnd_"+id, order) + "\n")
				if rows, err := w.room.AllMissing(t.Context()); err != nil || rows != nil {
					w.T.Errorf("%v, %v once a file has it, want none", ids(rows), err)
				}
				if got := w.alerts("settlement_missing"); got != nil {
					w.T.Errorf("alerts %v once a file has it, want none", got)
				}
			})
		})
	}
}

// What a gateway holds for us is, to the paisa, what was paid less what was given back and settled. It
// is the sum of what no settlement file has had.
func TestMoneyInTransitIsProven(t *testing.T) {
	testkit.BothEngines(t)
	each(t, "juspay", func(w *world) {
		c, order, id := w.paid()
		w.Pay(c, "elsewhere", dueAmount)
		w.learn(order)
		if _, err := w.Queue.RunDue(t.Context()); err != nil {
			w.T.Fatal(err)
		}
		order2, id2 := w.paidDeposit()
		w.learn(order2)
		head := files["juspay"].head + "\n"
		want := payment.InTransit{Gateway: "juspay", Booked: dueAmount, Taken: 2 * dueAmount, GivenBack: dueAmount, Payments: 2, Refunds: 1, Open: dueAmount}
		for _, step := range []struct {
			what, file string
			then       func()
		}{
			{"no file", "", func() {}},
			{"the first payment is settled", fmt.Sprintf(files["juspay"].payment, id, order), func() { want.Payments, want.Open, want.Booked, want.Settled = 1, 0, 0, dueAmount }},
			{"its refund is kept back", fmt.Sprintf(files["juspay"].refund, "rfnd_"+id, order), func() { want.Refunds, want.Open, want.Booked, want.Settled = 0, dueAmount, dueAmount, 0 }},
			{"all is settled", fmt.Sprintf(files["juspay"].payment, id2, order2), func() { want.Payments, want.Open, want.Booked, want.Settled = 0, 0, 0, dueAmount }},
		} {
			if step.file != "" {
				w.settle(head + step.file + "\n")
			}
			step.then()
			got, err := payment.MoneyInTransit(t.Context(), w.Store.Queries())
			if err != nil {
				w.T.Fatal(err)
			}
			if diff := cmp.Diff([]payment.InTransit{want}, got); diff != "" {
				w.T.Errorf("when %s (-want +got):\n%s", step.what, diff)
			}
			if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
				w.T.Errorf("when %s: %v", step.what, err)
			}
		}
		for _, edit := range []struct{ what, do, undo string }{
			{"a payment", "UPDATE gateway_payments SET amount_paise = amount_paise + 1", "UPDATE gateway_payments SET amount_paise = amount_paise - 1"},
			{"a refund", "UPDATE refunds SET amount_paise = amount_paise + 1", "UPDATE refunds SET amount_paise = amount_paise - 1"},
			{"an entry of a payment", "UPDATE ledger_postings SET amount_paise = amount_paise + 1 WHERE account = 'company:in_transit:juspay' AND customer_id > 0 AND amount_paise > 0", "UPDATE ledger_postings SET amount_paise = amount_paise - 1 WHERE account = 'company:in_transit:juspay' AND customer_id > 0 AND amount_paise > 0"},
			{"an entry of a file", "UPDATE ledger_postings SET amount_paise = amount_paise - 1 WHERE account = 'company:in_transit:juspay' AND customer_id = 0 AND amount_paise < 0", "UPDATE ledger_postings SET amount_paise = amount_paise + 1 WHERE account = 'company:in_transit:juspay' AND customer_id = 0 AND amount_paise < 0"},
			{"the source of an entry of a file", "UPDATE ledger_entries SET source_id = 'juspay:x' WHERE source_type = 'settled_refund'", "UPDATE ledger_entries SET source_id = 'juspay:rfnd_" + id + "' WHERE source_type = 'settled_refund'"},
		} {
			w.change(edit.do)
			if err := payment.Check(t.Context(), w.Store.Queries()); err == nil || !strings.Contains(err.Error(), "the account of money at juspay is not what payments") {
				w.T.Errorf("with another amount of %s: %v, want that the account differs", edit.what, err)
			}
			w.change(edit.undo)
		}
		if err := payment.Check(t.Context(), w.Store.Queries()); err != nil {
			w.T.Errorf("with everything as it was: %v", err)
		}
	})
}

// Before bank holidays, the deadline of a payment counts only the days on which banks work.
func TestHolidaysOfTheBanks(t *testing.T) {
	for name, c := range map[string]struct{ paid, early, due string }{
		"a holiday that is set": {"2026-11-06", "2026-11-10", "2026-11-11"}, // after Friday, banks work on Saturday the 7th and on the 10th
		"the second Saturday":   {"2026-11-13", "2026-11-17", "2026-11-18"}, // after Friday, they work on the 16th and the 17th
	} {
		t.Run(name, func(t *testing.T) {
			each(t, "razorpay", func(w *world) {
				_, first, firstID := w.known()
				w.Go("2026-11-02")
				w.settle(files["razorpay"].head + "\n" + fmt.Sprintf(files["razorpay"].payment, firstID, first) + "\n")
				w.Go(c.paid)
				order, id := w.paidDeposit()
				w.learn(order)
				for _, step := range []struct {
					day  string
					want []string
				}{{c.early, nil}, {c.due, []string{id}}} {
					w.Go(step.day)
					rows, err := w.room.Missing(t.Context(), "razorpay")
					if err != nil {
						w.T.Fatal(err)
					}
					if diff := cmp.Diff(step.want, ids(rows)); diff != "" {
						w.T.Errorf("missing on %s (-want +got):\n%s", step.day, diff)
					}
				}
			})
		})
	}
}

// paidDeposit is an order with which a new customer has paid a deposit of the same amount.
func (w *world) paidDeposit() (order, id string) {
	w.T.Helper()
	c := w.Customer()
	w.Rent(c, company.Bengaluru, "2026-11-01", company.Sofa, company.Fridge)
	w.Deposit(c, fmt.Sprint(c), money.Rupees(5000)-dueAmount)
	t, err := w.payments.StartDeposit(w.T.Context(), c)
	if err != nil {
		w.T.Fatal(err)
	}
	return w.atGateway(c, t)
}

// learn makes our books learn of an order's payment.
func (w *world) learn(order string) {
	w.T.Helper()
	reference := strings.TrimPrefix(order, "order_")
	seen, err := w.gateway.Observe(w.T.Context(), reference, order)
	if err != nil {
		w.T.Fatal(err)
	}
	if _, err := w.payments.Apply(w.T.Context(), seen); err != nil {
		w.T.Fatal(err)
	}
}
