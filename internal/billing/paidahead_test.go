package billing_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"rento/internal/address"
	"rento/internal/advance"
	"rento/internal/audit"
	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/fault"
	"rento/internal/ledger"
	"rento/internal/money"
	"rento/internal/store"
	"rento/internal/store/db"
	"rento/internal/subscription"
	"rento/internal/testkit"
	"rento/internal/testkit/company"
	"rento/internal/testkit/recompute"
)

// closedOn records the pickup of items on a day and does what its jobs do.
func closedOn(t *testing.T, w *company.Company, c int64, on string, items ...int64) {
	t.Helper()
	w.Go(on)
	if err := w.Subscriptions.Close(t.Context(), c, items, day(on)); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Billing.BillClosed(t.Context(), c); err != nil {
		t.Fatal(err)
	}
}

func packages(t *testing.T, w *company.Company, c int64) []advance.Package {
	t.Helper()
	list, err := advance.PackagesOf(t.Context(), w.Store.Queries(), c)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func coversOf(t *testing.T, w *company.Company, c int64) []advance.Cover {
	t.Helper()
	covers, err := packages(t, w, c)[0].Covers(t.Context(), w.Store.Queries())
	if err != nil {
		t.Fatal(err)
	}
	return covers
}

// accounts adds up the company's accounts whose names begin with the prefix, debit positive.
func accounts(t testing.TB, s *store.Store, prefix string) (sum money.Paise) {
	t.Helper()
	row := testkit.Raw(t, s).QueryRowContext(t.Context(), "SELECT CAST(COALESCE(SUM(amount_paise), 0) AS BIGINT) FROM ledger_postings WHERE account LIKE '"+prefix+"%'")
	if err := row.Scan(&sum); err != nil {
		t.Fatal(err)
	}
	return sum
}

// wantNoTaxAhead checks that all tax that was declared on rent in advance is used up.
func wantNoTaxAhead(t testing.TB, s *store.Store) {
	t.Helper()
	if tax := accounts(t, s, "company:advance_"); tax != 0 {
		t.Errorf("%d of the tax in advance are left, want nothing", tax)
	}
}

// inOrder checks the journal, the amounts stored in invoices, and each document by the rules.
func inOrder(t testing.TB, s *store.Store, through string) {
	t.Helper()
	if found, err := ledger.Check(t.Context(), s.Queries()); err != nil || len(found) > 0 {
		t.Errorf("journal: %v, %v; want nothing wrong", found, err)
	}
	if err := billing.Check(t.Context(), s.Queries()); err != nil {
		t.Errorf("documents: %v", err)
	}
	report, err := recompute.Documents(t.Context(), testkit.Raw(t, s), through)
	if err != nil || report.Err() != nil {
		t.Errorf("recomputed: %v, %v; want no difference", err, report.Err())
	}
}

// Docs/rules.md R11 with its example: the amount paid, and what each of the six months draws, to
// the paisa. Nothing is due, no debit is planned, and nothing is left.
func TestSixMonthsInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		o := w.PayAhead(c, 6)
		got := []money.Paise{o.List, o.Discount(), o.Value, o.CGST, o.SGST, o.Total()}
		if diff := cmp.Diff([]money.Paise{8994_00, 449_70, 8544_30, 768_99, 768_99, 10082_28}, got); diff != "" {
			t.Fatalf("list, discount, value, CGST, SGST, paid: %s", diff)
		}
		if got := -w.Balances(c)[ledger.Advance]; got != 8544_30 || accounts(t, s, "company:advance_") != -1537_98 {
			t.Fatalf("held %d with tax %d; want 854430 and 153798", got, accounts(t, s, "company:advance_"))
		}
		on := day("2026-10-01")
		for n := 1; n <= 6; n++ {
			on = on.NextMonth()
			w.Go(on.String())
			w.Bill()
			i := w.Invoices(c)[0]
			want := billing.Totals{Taxable: 1424_05, CGST: 128_16, SGST: 128_16, Total: 1680_37}
			if n == 6 {
				want.RoundOff, want.Total = 6, 1680_43
			}
			if diff := cmp.Diff(want, i.Totals); diff != "" {
				t.Errorf("month %d: totals (-want +got):\n%s", n, diff)
			}
			if open, state := i.Open(), i.State(on); open != 0 || state != billing.PaidUp {
				t.Errorf("month %d: %d open and %s, want nothing and %s", n, open, state, billing.PaidUp)
			}
		}
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{})
		wantNoTaxAhead(t, s)
		if p := packages(t, w, c)[0]; p.State != advance.Ended {
			t.Errorf("the package is %s, want ended", p.State)
		}
		w.Go("2027-05-01")
		w.Bill()
		if i := w.Invoices(c)[0]; i.Taxable != 1499_00 || i.Open() != 1769_00 {
			t.Errorf("the month after: %+v; want 1,769 to be paid", i.Totals)
		}
		inOrder(t, s, "2027-05-01")
	})
}

// Docs/rules.md R11, the example of leaving after two months without an earned discount: 3,537.64
// are used, and 6,544.64 come back with a refund voucher of Rule 51.
func TestLeavingAfterTwoMonthsPaidInAdvance(t *testing.T) {
	for _, c := range []struct {
		name           string
		leaving        string
		keep           bool
		used, returned money.Paise
		lost           money.Paise
	}{
		{"after two months, nothing earned", "2026-12-01", false, 3537_64, 6544_64, 176_90},
		{"after three, 2 % earned", "2027-01-01", false, 5200_34, 4881_94, 159_23},
		{"the discount is kept", "2026-12-01", true, 3360_74, 6721_54, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				settings := billing.DefaultSettings()
				settings.KeepDiscount = c.keep
				w.Wire(settings)
				customer := w.Customer()
				item := w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
				w.PayAhead(customer, 6)
				for on := day("2026-11-01"); !on.After(day(c.leaving)); on = on.NextMonth() {
					w.Go(on.String())
					w.Bill()
				}
				closedOn(t, w, customer, c.leaving, item)
				if left := advance.Left(coversOf(t, w, customer)); left != c.returned || 10082_28-left != c.used {
					t.Fatalf("left %d, used %d; want %d and %d", left, 10082_28-left, c.returned, c.used)
				}
				if c.lost > 0 {
					i := w.Invoices(customer)[0]
					if i.Kind != billing.Adjustment {
						t.Errorf("the lost discount is a %s, want an %s", i.Kind, billing.Adjustment)
					}
					if i.Total != c.lost || i.Open() != 0 {
						t.Errorf("the lost discount: %d with %d open, want %d, paid", i.Total, i.Open(), c.lost)
					}
				}
				for range 2 {
					w.Write(customer, func(tx *store.Tx) error {
						_, err := w.Billing.ReturnAdvanceIn(t.Context(), tx, customer, []int64{item}, ledger.Wallet)
						return err
					})
				}
				company.WantMoney(t, "in the end", w.Balances(customer), company.Money{OwnMoney: c.returned})
				wantNoTaxAhead(t, s)
				vouchers, err := advance.VouchersOf(t.Context(), s.Queries(), customer, packages(t, w, customer)[0].ID)
				if err != nil || len(vouchers) != 2 {
					t.Fatalf("%d vouchers, %v, want a receipt and a refund", len(vouchers), err)
				}
				type voucherFacts struct {
					Number    string
					Total     money.Paise
					ReceiptID int64
				}
				wanted := []voucherFacts{
					{"KA/26-27/V000001", 10082_28, 0}, {"KA/26-27/R000001", c.returned, vouchers[0].ID},
				}
				var got []voucherFacts
				for _, v := range vouchers {
					got = append(got, voucherFacts{v.Number, v.Total(), v.ReceiptID})
					wantOpened(t, w, v, packages(t, w, customer)[0].TransactionID, vouchers[0].Number)
				}
				if diff := cmp.Diff(wanted, got); diff != "" {
					t.Errorf("vouchers (-want +got):\n%s", diff)
				}
				recorded := map[string]money.Paise{}
				err = audit.Read(t.Context(), s.Queries(), &customer, day("2020-01-01"), day("2030-01-01"), func(e audit.Written) error {
					if strings.HasSuffix(e.Action, "_voucher_issued") {
						recorded[e.Action] += e.Amount
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(map[string]money.Paise{"receipt_voucher_issued": 10082_28, "refund_voucher_issued": c.returned}, recorded); diff != "" {
					t.Errorf("vouchers in the audit log (-want +got):\n%s", diff)
				}
				if _, err := billing.OpenVoucher(t.Context(), s.Queries(), w.Customer(), vouchers[0].ID); !fault.Is(err, http.StatusNotFound) {
					t.Errorf("another customer's voucher: %v, want none", err)
				}
				inOrder(t, s, c.leaving)
			})
		})
	}
}

// Twelve months that are bought in November draw over 1 April. Who leaves in June has used seven of
// them, which have earned the 5 % of six. The refund voucher is the first of the new financial year
// and names the receipt voucher of the old one.
func TestTwelveMonthsOverTheFinancialYear(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-11-01")
		c := w.Customer()
		item := w.Rent(c, company.Bengaluru, "2026-11-01", company.Sofa).Items[0].ID
		o := w.PayAhead(c, 12)
		// 12 x 1,499 = 17,988; 5 % = 899.40; 17,088.60, and 1,537.97 of each tax.
		got := []money.Paise{o.List, o.Discount(), o.Value, o.CGST, o.SGST, o.Total()}
		if diff := cmp.Diff([]money.Paise{17988_00, 899_40, 17088_60, 1537_97, 1537_97, 20164_54}, got); diff != "" {
			t.Fatalf("list, discount, value, CGST, SGST, paid: %s", diff)
		}
		for on := day("2026-12-01"); !on.After(day("2027-06-01")); on = on.NextMonth() {
			w.Go(on.String())
			w.Bill()
			i := w.Invoices(c)[0]
			if diff := cmp.Diff(billing.Totals{Taxable: 1424_05, CGST: 128_16, SGST: 128_16, Total: 1680_37}, i.Totals); diff != "" {
				t.Errorf("invoice of %s: totals (-want +got):\n%s", on, diff)
			}
			if i.Open() != 0 {
				t.Errorf("invoice of %s: %d open, want nothing", on, i.Open())
			}
		}
		closedOn(t, w, c, "2027-06-01", item)
		w.Write(c, func(tx *store.Tx) error {
			_, err := w.Billing.ReturnAdvanceIn(t.Context(), tx, c, []int64{item}, ledger.Wallet)
			return err
		})
		// 20,164.54 less seven times 1,680.37.
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{OwnMoney: 8401_95})
		wantNoTaxAhead(t, s)
		vouchers, err := advance.VouchersOf(t.Context(), s.Queries(), c, packages(t, w, c)[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []string
		for _, v := range vouchers {
			numbers = append(numbers, v.Number)
			wantOpened(t, w, v, packages(t, w, c)[0].TransactionID, "KA/26-27/V000001")
		}
		if diff := cmp.Diff([]string{"KA/26-27/V000001", "KA/27-28/R000001"}, numbers); diff != "" {
			t.Errorf("vouchers (-want +got):\n%s", diff)
		}
		inOrder(t, s, "2027-06-01")
	})
}

// wantOpened opens a voucher by its number, and checks that it belongs to the payment and that its
// only line is of a product and of the whole amount. A refund voucher names its receipt voucher.
func wantOpened(t *testing.T, w *company.Company, v advance.Voucher, transaction int64, receipt string) {
	t.Helper()
	opened, err := billing.VoucherOfNumber(t.Context(), w.Store.Queries(), v.Number)
	if err != nil {
		t.Fatal(err)
	}
	if opened.ID != v.ID || opened.TransactionID != transaction {
		t.Errorf("%s: voucher %d of payment %d, want %d of %d",
			v.Number, opened.ID, opened.TransactionID, v.ID, transaction)
	}
	if got := opened.Receipt.Number; v.Kind == advance.Refund && got != receipt {
		t.Errorf("%s names the receipt voucher %q, want %q", v.Number, got, receipt)
	}
	if len(opened.Lines) != 1 || opened.Lines[0].Product == "" {
		t.Errorf("%s has the lines %+v, want one with the sofa", v.Number, opened.Lines)
	}
	type groupFacts struct {
		BasisPoints int64
		Total, CGST money.Paise
	}
	var groups []groupFacts
	for _, g := range opened.Groups() {
		groups = append(groups, groupFacts{g.BasisPoints, g.Total, g.CGST})
	}
	if diff := cmp.Diff([]groupFacts{{1800, v.Total(), v.CGST}}, groups); diff != "" {
		t.Errorf("%s by rate (-want +got):\n%s", v.Number, diff)
	}
}

// One of two items is picked up within a month. Its last days are paid in advance too, what is left
// of it waits for its settlement, and the other item goes on.
func TestOneOfTwoItemsLeaves(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		items := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa, company.TV).Items
		w.PayAhead(c, 3)
		w.Go("2026-11-01")
		w.Bill()
		closedOn(t, w, c, "2026-11-20", items[0].ID)
		if dues := w.Balances(c).Dues(); dues != 0 {
			t.Errorf("%d are due, want nothing", dues)
		}
		sofa, tv := coversOf(t, w, c)[0], coversOf(t, w, c)[1]
		// 1,499, and 949.37 for 19 of 30 days of it, without a discount, plus 18 % on the sum.
		if used := sofa.Paid.Total() - sofa.Left().Total(); sofa.Item != advance.Closed || used != 2889_07 {
			t.Errorf("of the sofa %d are used and it is %s, want 288907 and closed", used, sofa.Item)
		}
		w.Go("2026-12-01")
		w.Bill()
		w.Go("2027-01-01")
		w.Bill()
		if i := w.Invoices(c)[0]; i.Open() != 0 || i.PeriodTo != day("2027-01-01") {
			t.Errorf("the television's last month: %+v, want it paid", i)
		}
		if tv = coversOf(t, w, c)[1]; tv.Item != advance.Ended || tv.Left().Total() != 0 {
			t.Errorf("of the television %+v is left and it is %s, want nothing and ended", tv.Left(), tv.Item)
		}
		if p := packages(t, w, c)[0]; p.State != advance.Active {
			t.Errorf("the package is %s, want active until the sofa is settled", p.State)
		}
		inOrder(t, s, "2027-01-01")
	})
}

// An item that came later is on the same invoice. It must be paid and has no discount. Only the
// amount to be paid is rounded to rupees. The rent paid in advance has no debit and no late fee.
func TestAnItemThatCameLaterIsNotPaidInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa)
		w.PayAhead(c, 6)
		w.Rent(c, company.Bengaluru, "2026-10-01", company.Fridge)
		w.Go("2026-11-01")
		w.Bill()
		i := w.Invoices(c)[0]
		// 899 and its tax are 1,060.82, so 1,061 are payable.
		type invoiceFacts struct{ Total, Paid, Open money.Paise }
		want := invoiceFacts{2741_37, 1680_37, 1061_00}
		if diff := cmp.Diff(want, invoiceFacts{i.Total, i.Paid, i.Open()}); diff != "" {
			t.Errorf("the invoice (-want +got):\n%s", diff)
		}
		if mails := w.Mails(c); len(mails) != 1 || !strings.Contains(mails[0].Body, "1,061") {
			t.Errorf("told %+v, want what is to be paid", mails)
		}
		inOrder(t, s, "2026-11-01")
	})
}

// An item moves to the registration of another state. Its rent cannot be paid from money that was
// taxed in the first state. That money, which is the discounted amount, goes back to the wallet
// with a refund voucher.
func TestAnItemThatMovesToAnotherState(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		item := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		w.PayAhead(c, 3)
		pune := w.Address(c, company.Pune)
		w.Go("2026-10-20")
		w.Write(c, func(tx *store.Tx) error {
			to, err := address.Get(t.Context(), tx.Queries, c, pune)
			if err != nil {
				return err
			}
			return w.Subscriptions.MoveIn(t.Context(), tx, c, []int64{item}, to, day("2026-11-01"))
		})
		w.Go("2026-11-01")
		w.Bill()
		if i := w.Invoices(c)[0]; i.Open() != 0 || i.Supplier.StateCode != "29" {
			t.Errorf("October: %+v, want it paid in advance", i)
		}
		next, err := w.Billing.NextRent(t.Context(), s.Queries(), c, billing.Planned{})
		if err != nil {
			t.Fatal(err)
		}
		comes := billing.ComingRent{On: day("2026-12-01"), Invoices: []money.Paise{1769_00}, Back: coversOf(t, w, c)[0].Left().Total()}
		if diff := cmp.Diff(comes, next, cmpopts.EquateComparable(calendar.Date{})); diff != "" {
			t.Errorf("the next rent (-want +got):\n%s", diff)
		}
		w.Go("2026-12-01")
		w.Bill()
		if i := w.Invoices(c)[0]; i.Supplier.StateCode != "27" || i.Open() != 1769_00 {
			t.Errorf("November: %+v, want 1,769 to be paid", i)
		}
		left := coversOf(t, w, c)[0]
		if left.Item != advance.Ended {
			t.Errorf("the item is %s, want ended", left.Item)
		}
		if got := w.Balances(c).OwnMoney(); got != left.Paid.Total()-1733_44 {
			t.Errorf("%d in the wallet, want what is left of %d after October's 173344", got, left.Paid.Total())
		}
		inOrder(t, s, "2026-12-01")
	})
}

// An item moves within its state in the middle of a month. Its rent is the same supply, so the money
// goes on paying it, as one month with two lines, and nothing goes back.
func TestAnItemThatMovesWithinItsState(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		c := w.Customer()
		item := w.Rent(c, company.Bengaluru, "2026-10-01", company.Sofa).Items[0].ID
		w.PayAhead(c, 3)
		near := w.Address(c, company.Bengaluru)
		w.Go("2026-10-10")
		w.Write(c, func(tx *store.Tx) error {
			to, err := address.Get(t.Context(), tx.Queries, c, near)
			if err != nil {
				return err
			}
			return w.Subscriptions.MoveIn(t.Context(), tx, c, []int64{item}, to, day("2026-10-16"))
		})
		type monthFacts struct{ Paid, Open, RoundOff money.Paise }
		// 1,499 less 2 % is 1,469.02, with 132.21 of each tax. The last month takes the rest of the tax.
		want := []monthFacts{{1733_44, 0, 0}, {1733_44, 0, 0}, {1733_46, 0, 2}}
		var got []monthFacts
		for _, on := range []string{"2026-11-01", "2026-12-01", "2027-01-01"} {
			w.Go(on)
			w.Bill()
			i := w.Invoices(c)[0]
			got = append(got, monthFacts{i.Paid, i.Open(), i.RoundOff})
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("the months (-want +got):\n%s", diff)
		}
		company.WantMoney(t, "in the end", w.Balances(c), company.Money{})
		vouchers, err := advance.VouchersOf(t.Context(), s.Queries(), c, packages(t, w, c)[0].ID)
		if err != nil || len(vouchers) != 1 {
			t.Errorf("%d vouchers, %v; want the receipt voucher alone", len(vouchers), err)
		}
		wantNoTaxAhead(t, s)
		inOrder(t, s, "2027-01-01")
	})
}

// A transfer while rent is paid ahead: the giver's months end on the day, the used rent has earned
// no discount, and the rest comes back with a refund voucher. The receiver has paid nothing ahead and
// is billed from the day on (docs/rules.md R14).
func TestATransferWhileRentIsPaidAhead(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-01")
		giver, receiver := w.Customer(), w.Customer()
		items := w.Rent(giver, company.Bengaluru, "2026-10-01", company.Sofa).Items
		w.PayAhead(giver, 6)
		home := w.Address(receiver, company.Bengaluru)
		w.Go("2026-11-01")
		w.Bill()
		w.Go("2026-11-16")
		var taken []subscription.HandedOver
		w.Write(receiver, func(tx *store.Tx) (err error) {
			taken, err = w.Subscriptions.ReserveIn(t.Context(), tx, items, receiver, home)
			return err
		})
		w.Write(giver, func(tx *store.Tx) error {
			return w.Subscriptions.HandOverIn(t.Context(), tx, giver, receiver, taken, day("2026-11-16"))
		})
		if _, err := w.Billing.BillClosed(t.Context(), giver); err != nil {
			t.Fatal(err)
		}
		// 1,499 and half of it, at the list price: 2,248.50, with 202.37 of each tax.
		const used, rest = money.Paise(2653_24), money.Paise(10082_28 - 2653_24)
		cover := coversOf(t, w, giver)[0]
		if cover.Item != advance.Closed {
			t.Errorf("the giver's item is %s, want closed until it is settled", cover.Item)
		}
		if got := cover.Left().Total(); got != rest {
			t.Errorf("the giver has %d left, want %d after %d are used", got, rest, used)
		}
		if dues := w.Balances(giver).Dues(); dues != 0 {
			t.Errorf("the giver owes %d, want nothing", dues)
		}
		w.Write(giver, func(tx *store.Tx) error {
			_, err := w.Billing.ReturnAdvanceIn(t.Context(), tx, giver, []int64{items[0].ID}, ledger.Wallet)
			return err
		})
		company.WantMoney(t, "the giver's in the end", w.Balances(giver), company.Money{OwnMoney: rest})
		vouchers, err := advance.VouchersOf(t.Context(), s.Queries(), giver, packages(t, w, giver)[0].ID)
		if err != nil || len(vouchers) != 2 {
			t.Fatalf("%d vouchers, %v; want a receipt and a refund", len(vouchers), err)
		}
		if got := vouchers[1].Total(); got != rest {
			t.Errorf("the refund voucher is of %d, want %d", got, rest)
		}
		w.Go("2026-12-01")
		w.Bill()
		if i := w.Invoices(receiver)[0]; i.Taxable != 749_50 || i.Open() != 884_00 {
			t.Errorf("the receiver's November: %d with %d open, want 74950 and 88400", i.Taxable, i.Open())
		}
		if list := packages(t, w, receiver); len(list) != 0 {
			t.Errorf("the receiver has %+v, want nothing paid in advance", list)
		}
		wantNoTaxAhead(t, s)
		inOrder(t, s, "2026-12-01")
	})
}

// Nothing is offered while nothing is rented, without a catalogue, or while a package is active. If
// nothing of the present month is billed yet, an offer covers it from the delivery on.
func TestWhenRentMayBePaidInAdvance(t *testing.T) {
	testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
		w := company.New(t, s, "2026-10-17")
		c := w.Customer()
		offers := func() (list []string) {
			t.Helper()
			all, err := w.Billing.AdvanceOffers(t.Context(), s.Queries(), c)
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range all {
				list = append(list, fmt.Sprintf("%d months to %s, %d less %d, invoiced from %s", o.Months, o.To, o.List, o.Discount(), o.FirstOn))
			}
			return list
		}
		if got := offers(); got != nil {
			t.Errorf("before anything is rented: %v, want none", got)
		}
		w.Rent(c, company.Bengaluru, "2026-10-17", company.Sofa)
		want := []string{
			"3 months to 2027-01-01, 372332 less 7447, invoiced from 2026-11-01", "6 months to 2027-04-01, 822032 less 41102, invoiced from 2026-11-01",
			"12 months to 2027-10-01, 1721432 less 86072, invoiced from 2026-11-01",
		}
		if diff := cmp.Diff(want, offers()); diff != "" {
			t.Error(diff)
		}
		w.PayAhead(c, 3)
		if got := offers(); got != nil {
			t.Errorf("while one is active: %v, want none", got)
		}
		settings := billing.DefaultSettings()
		settings.PayAhead = nil
		w.Wire(settings)
		for _, on := range []string{"2026-11-01", "2026-12-01", "2027-01-01"} {
			w.Go(on)
			w.Bill()
		}
		if got := offers(); got != nil {
			t.Errorf("without a catalogue: %v, want none", got)
		}
		if p := packages(t, w, c)[0]; p.State != advance.Ended {
			t.Errorf("the package is %s, want ended", p.State)
		}
		w.Wire(billing.DefaultSettings())
		if got := offers(); len(got) != 3 {
			t.Errorf("after it has ended: %v, want three", got)
		}
		settings = billing.DefaultSettings()
		settings.Timing = billing.Advance
		w.Wire(settings)
		if got := offers(); len(got) != 3 || !strings.HasSuffix(got[0], ", invoiced from 2027-02-01") {
			t.Errorf("billed in advance: %v, want the first month invoiced on its first day", got)
		}
		inOrder(t, s, "2027-01-01")
	})
}

// For any items, number of months and tax: the draws of the months, the lost discount and what goes
// back add up to what was paid. The tax that was declared on receipt is used up. Every document
// follows the rules.
func TestDrawDownsAddUpToWhatWasPaid(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := testkit.Open(t)
		w := company.New(t, s, "2026-09-01")
		settings := billing.DefaultSettings()
		months := rapid.IntRange(1, 12).Draw(r, "months")
		settings.PayAhead = advance.Tiers{{Months: months, BasisPoints: rapid.Int64Range(1, 500).Draw(r, "discount")}}
		w.Wire(settings)
		c := w.Customer()
		city := rapid.SampledFrom([]int64{company.Bengaluru, company.Pune, company.Kolkata}).Draw(r, "city")
		came := calendar.MustParse("2026-09-01").AddDays(rapid.IntRange(0, 29).Draw(r, "came"))
		products := rapid.SliceOfN(rapid.SampledFrom([]int64{company.Sofa, company.Fridge, company.AC, company.TV}), 1, 3).Draw(r, "products")
		w.Go(came.String())
		items := w.Rent(c, city, came.String(), products...).Items
		o := w.PayAhead(c, months)
		stay := rapid.IntRange(0, months).Draw(r, "stay")
		for range stay {
			w.Go(calendar.Today(w.Clock).NextMonth().String())
			w.Bill()
		}
		if stay < months {
			today := calendar.Today(w.Clock)
			on := calendar.Earlier(today.AddDays(rapid.IntRange(1, 27).Draw(r, "days")), today.NextMonth())
			ids := []int64{items[0].ID}
			for _, i := range items[1:] {
				ids = append(ids, i.ID)
			}
			closedOn(t, w, c, on.String(), ids...)
			w.Write(c, func(tx *store.Tx) error {
				_, err := w.Billing.ReturnAdvanceIn(t.Context(), tx, c, ids, ledger.Wallet)
				return err
			})
		}
		var drawn advance.Amounts
		for _, cover := range coversOf(t, w, c) {
			for _, d := range cover.Draws {
				drawn = drawn.Plus(d.Amounts)
			}
		}
		if drawn.Total() != o.Total() {
			r.Fatalf("drawn %d, want all of %d", drawn.Total(), o.Total())
		}
		type leftFacts struct{ Advance, Tax, Dues money.Paise }
		b := w.Balances(c)
		left := leftFacts{b[ledger.Advance], accounts(t, s, "company:advance_"), b.Dues()}
		if diff := cmp.Diff(leftFacts{}, left); diff != "" {
			r.Fatalf("what is left in the end (-want +got):\n%s", diff)
		}
		if stay == months && slices.ContainsFunc(w.Invoices(c), func(i billing.Invoice) bool { return i.RoundOff.Abs() > 2*money.Paise(months*len(items)) }) {
			r.Fatalf("got %+v, want round-offs of no more than the rounding of the months", w.Invoices(c))
		}
		inOrder(t, s, calendar.Today(w.Clock).String())
		if t.Failed() {
			r.FailNow()
		}
	})
}

// The tenure is extended at another rent within the months paid in advance. Their invoices state
// the new rent. With a lower rent, something is left at the end of the months. It goes to the
// wallet, with a refund voucher of the value and the tax that were declared and not used. That tax
// may differ from the rate by some paise, because each invoice rounds its own
// (docs/decisions/0024). With a higher rent, the last invoice exceeds what was paid in advance. The
// difference is due, and nothing is left.
func TestAnExtensionWithinTheMonths(t *testing.T) {
	for _, c := range []struct {
		name     string
		rent     money.Paise
		november money.Paise // the amount drawn
		december money.Paise // the amount open
		left     advance.Amounts
	}{
		{"a lower rent", money.Rupees(1422), 1644_40, 0, advance.Amounts{Value: 150_92, CGST: 13_59, SGST: 13_59}},
		{"a higher rent", money.Rupees(1600), 1850_24, 238_00, advance.Amounts{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			testkit.OnEachEngine(t, func(t *testing.T, s *store.Store) {
				w := company.New(t, s, "2026-10-01")
				customer := w.Customer()
				item := w.Rent(customer, company.Bengaluru, "2026-10-01", company.Sofa).Items[0]
				o := w.PayAhead(customer, 3)
				w.Write(customer, func(tx *store.Tx) error {
					return tx.SubscriptionTermAdd(t.Context(), db.SubscriptionTermAddParams{
						CustomerID: customer, ItemID: item.ID, FromDate: day("2026-11-01"), RentPaise: c.rent, AddressID: item.AddressID, StateCode: "29",
						ExtensionMonths: 3, OldEndDate: day("2027-04-01"),
					})
				})
				for _, on := range []string{"2026-11-01", "2026-12-01", "2027-01-01"} {
					w.Go(on)
					w.Bill()
				}
				invoices := w.Invoices(customer)
				if got := invoices[1]; got.Paid != c.november || got.Open() != 0 {
					t.Errorf("November: %d are drawn and %d open, want %d drawn", got.Paid, got.Open(), c.november)
				}
				if got := invoices[0].Open(); got != c.december {
					t.Errorf("December: %d are open, want %d", got, c.december)
				}
				told := fmt.Sprintf("%s of %s is here. %s of it is paid in advance; %s is left.", invoices[0].Number, invoices[0].Total, invoices[0].Paid, c.december)
				said := slices.ContainsFunc(w.Mails(customer), func(m db.NotifyOutboxRow) bool { return strings.Contains(m.Body, told) })
				if diff := cmp.Diff(c.december > 0, said); diff != "" {
					t.Errorf("a mail says %q (-want +got):\n%s", told, diff)
				}
				cover := coversOf(t, w, customer)[0]
				var returned advance.Amounts
				for _, d := range cover.Draws {
					if d.Kind == advance.Returned {
						returned = d.Amounts
					}
				}
				if diff := cmp.Diff(c.left, returned); diff != "" {
					t.Errorf("what went back (-want +got):\n%s", diff)
				}
				if left := cover.Left().Total(); left != 0 || cover.Item != advance.Ended {
					t.Errorf("%d of %d is left, the item is %s, want nothing and ended", left, o.Total(), cover.Item)
				}
				if own := w.Balances(customer).OwnMoney(); own != c.left.Total() {
					t.Errorf("%d in the wallet, want %d", own, c.left.Total())
				}
				wantNoTaxAhead(t, s)
				inOrder(t, s, "2027-01-01")
			})
		})
	}
}
