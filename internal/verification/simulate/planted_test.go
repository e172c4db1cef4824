package simulate

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rento/internal/billing"
	"rento/internal/calendar"
	"rento/internal/money"
	"rento/internal/provider"
	"rento/internal/store"
	"rento/internal/subscription"
	"rento/internal/ticket"
)

type storeTx = store.Tx

func number64(n int64) string { return strconv.FormatInt(n, 10) }

// planted are the bugs that must be caught.
var planted = []bug{
	{name: "each report of a payment counts as a new payment", gateway: func(n *node, g provider.Mandates) provider.Mandates {
		reports := 0
		return seeing(g, func(p *provider.Payment) { reports++; p.ID = fmt.Sprint(p.ID, "#", n.number, ".", reports) })
	}},
	{name: "a payment has two names", gateway: func(_ *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, list: func(ctx context.Context, from, to time.Time) (provider.Listing[provider.Payment], error) {
			list, err := g.ListPayments(ctx, from, to)
			for i := range list.Entries {
				list.Entries[i].ID = strings.ToUpper(list.Entries[i].ID)
			}
			return list, err
		}}
	}},
	{name: "the wallet pays before the gateway has", started: walletTooSoon},
	{name: "the browser says how much is paid", gateway: shortPaid},
	{name: "rupees are sent where paise are meant", gateway: func(_ *node, g provider.Mandates) provider.Mandates {
		a := seeing(g, func(p *provider.Payment) { p.Amount, p.Refunded = p.Amount/100, p.Refunded/100 })
		a.create = func(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
			req.Amount *= 100
			return g.CreateOrder(ctx, req)
		}
		return a
	}},
	{name: "a timeout of a refund counts as a refusal, whatever was given back", shownBy: 32, weather: lostAnswers, gateway: func(_ *node, g provider.Mandates) provider.Mandates {
		return refundingBlindly(g, func(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
			got, err := g.Refund(ctx, req)
			if err != nil && provider.OutcomeOf(err) == provider.Unknown {
				err = &provider.Error{Provider: "razorpay", Call: "refund", Outcome: provider.Declined, Cause: err}
			}
			return got, err
		})
	}},
	{name: "a refund is tried again under a new key, whatever was given back", shownBy: 32, weather: lostAnswers, gateway: func(_ *node, g provider.Mandates) provider.Mandates {
		return refundingBlindly(g, func(ctx context.Context, req provider.RefundRequest) (provider.Refund, error) {
			got, err := g.Refund(ctx, req)
			if err != nil && provider.OutcomeOf(err) == provider.Unknown {
				req.Key += "-again"
				return g.Refund(ctx, req)
			}
			return got, err
		})
	}},
	{name: "a failed payment stays failed", shownBy: 2, gateway: func(_ *node, g provider.Mandates) provider.Mandates {
		failed := map[string]bool{}
		return seeing(g, func(p *provider.Payment) {
			if failed[p.ID] = failed[p.ID] || p.State == provider.PaymentFailed; failed[p.ID] {
				p.State = provider.PaymentFailed
			}
		})
	}},
	{name: "authorized money is never taken", shownBy: 5, gateway: func(_ *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, capture: func(context.Context, string, money.Paise) (provider.Payment, error) {
			return provider.Payment{}, &provider.Error{Provider: "razorpay", Call: "capture", Outcome: provider.NotAttempted}
		}}
	}},
	{name: "a webhook is believed", shownBy: 6, receive: believing},
	{name: "a webhook is answered before it is stored", receive: forgetful},
	{name: "the browser is believed", shownBy: 11, returned: byTheBrowser},
	{name: "staff repeat what may have happened", shownBy: 5, blindRetry: true},
	{name: "billing runs in UTC", shownBy: 1, clock: func(c calendar.Clock) calendar.Clock { return skewed{c, -5*time.Hour - 30*time.Minute} }},
	{name: "the billing run notes its place too early", schema: `CREATE TRIGGER hasty AFTER UPDATE OF after_customer ON billing_runs
		BEGIN UPDATE billing_runs SET after_customer = (SELECT MAX(id) FROM customers) WHERE month = NEW.month; END`},
	{name: "an order is forgotten when its time is over", shownBy: 1, schema: `CREATE TRIGGER forget AFTER UPDATE OF state ON payment_attempts
		WHEN NEW.state = 'expired' BEGIN UPDATE payment_attempts SET gateway_order_id = 'gone' WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "nobody pursues a refund", shownBy: 1, schema: `CREATE TRIGGER idle AFTER INSERT ON refunds
		BEGIN UPDATE refunds SET check_at = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a match of a payment names no transaction", schema: `CREATE TRIGGER lost AFTER INSERT ON payment_allocations WHEN NEW.transaction_id > 0 BEGIN
		UPDATE payment_allocations SET transaction_id = transaction_id + 1 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "somebody edits the journal", schema: `CREATE TRIGGER edit AFTER INSERT ON ledger_days BEGIN
		UPDATE ledger_postings SET amount_paise = amount_paise * 2 WHERE entry_id = (SELECT MIN(id) FROM ledger_entries); END`},
	{name: "a late fee comes each day", shownBy: 1, schema: `DROP INDEX late_fees_cycle; CREATE TRIGGER again AFTER INSERT ON late_fees BEGIN
		UPDATE late_fees SET cycle = '2000-01-01' WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "paid invoices are paid again", schema: `CREATE TRIGGER unpaid AFTER UPDATE OF paid_paise ON invoices
		WHEN NEW.paid_paise = NEW.total_paise AND NEW.id % 3 = 0 BEGIN UPDATE invoices SET paid_paise = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a timeout of a payout counts as a refusal", shownBy: 3, weather: lostAnswers, payouts: func(p provider.Payouts) provider.Payouts {
		return aroundPayouts{p, func(ctx context.Context, req provider.PayoutRequest) (provider.Payout, error) {
			got, err := p.Pay(ctx, req)
			if err != nil && provider.OutcomeOf(err) == provider.Unknown {
				err = &provider.Error{Provider: "razorpayx", Call: "payouts", Outcome: provider.Declined, Cause: err}
			}
			return got, err
		}}
	}},
	{name: "a payout is tried again under a new key", shownBy: 3, weather: lostAnswers, payouts: func(p provider.Payouts) provider.Payouts {
		return aroundPayouts{p, func(ctx context.Context, req provider.PayoutRequest) (provider.Payout, error) {
			got, err := p.Pay(ctx, req)
			if err != nil && provider.OutcomeOf(err) == provider.Unknown {
				req.Key += "-again"
				return p.Pay(ctx, req)
			}
			return got, err
		}}
	}},
	{name: "a closure that is taken back keeps its charge", shownBy: 1, schema: `CREATE TRIGGER keep AFTER UPDATE OF status ON tickets
		WHEN NEW.status IN ('revoked', 'cancelled') BEGIN UPDATE invoice_lines SET operation = operation || '*'
		WHERE customer_id = NEW.customer_id AND operation LIKE 'closure/' || NEW.id || '/%'; END`},
	{name: "leaving costs what the tenure does, however long", schema: `CREATE TRIGGER dear AFTER INSERT ON products
		BEGIN UPDATE products SET closure_multiplier_bp = 1000000 WHERE id = NEW.id; END`},
	{name: "the rest of a tenure is counted as it would be billed, whatever is set", shownBy: 8, tickets: func(s *ticket.Settings) {
		s.RestOfTenure = subscription.AsBilled
	}},
	{name: "rent is billed in arrears, whatever is set", shownBy: 6, settings: func(s *billing.Settings) { s.Timing = billing.Arrears }},
	{name: "days that change are not billed anew in advance", shownBy: 28, schema: `CREATE TRIGGER unheard AFTER INSERT ON jobs WHEN NEW.kind = 'billing.ahead'
		BEGIN UPDATE jobs SET state = 'done' WHERE id = NEW.id; END`},
	{name: "items keep their place of supply when they move", shownBy: 4, schema: `CREATE TRIGGER rooted AFTER INSERT ON item_terms BEGIN
		UPDATE item_terms SET state_code = (SELECT state_code FROM item_terms WHERE customer_id = NEW.customer_id AND item_id = NEW.item_id ORDER BY from_date LIMIT 1)
		WHERE customer_id = NEW.customer_id AND item_id = NEW.item_id; END`},
	{name: "an extension holds at once", schema: `CREATE TRIGGER hurried AFTER UPDATE OF tenure_end ON order_items WHEN NEW.tenure_months > OLD.tenure_months BEGIN
		UPDATE item_terms SET rent_paise = rent_paise * 95 / 100 WHERE customer_id = NEW.customer_id AND item_id = NEW.id; END`},
	{name: "an extension that is taken back keeps its rent", shownBy: 26, schema: `CREATE TRIGGER lasting AFTER DELETE ON item_terms WHEN OLD.extension_months > 0
		AND OLD.old_end_date = (SELECT tenure_end FROM order_items WHERE customer_id = OLD.customer_id AND id = OLD.item_id) BEGIN
		INSERT INTO item_terms SELECT OLD.customer_id, OLD.item_id, OLD.from_date, OLD.rent_paise, OLD.address_id, OLD.state_code, 0, OLD.old_end_date; END`},
	{name: "a slot is free again while somebody holds it", shownBy: 5, schema: `CREATE TRIGGER oversold AFTER INSERT ON visit_bookings
		BEGIN UPDATE visit_slots SET booked = 0 WHERE city_id = NEW.city_id AND day = NEW.day AND start_time = NEW.start_time; END`},
	{name: "a deposit is released twice", shownBy: 2, schema: `CREATE TRIGGER generous AFTER UPDATE OF state ON settlements WHEN OLD.state = 'inspecting' AND NEW.refund_paise > 0
		BEGIN UPDATE settlements SET refund_paise = refund_paise + deductions_paise WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a refund counts as deposit until it is paid", schema: moves("refund_payable", "deposit")},
	{name: "what became due since is not taken from a refund", shownBy: 8, schema: `CREATE TRIGGER whole AFTER UPDATE OF refund_paise ON settlements
		WHEN OLD.state = 'ready' AND NEW.refund_paise < OLD.refund_paise
		BEGIN UPDATE settlements SET refund_paise = OLD.refund_paise WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "promotional credit is paid out", shownBy: 3, schema: `CREATE TRIGGER gift_owed AFTER INSERT ON ledger_postings WHEN NEW.account = 'refund_payable'
		AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.customer_id = NEW.customer_id AND e.id = NEW.entry_id AND e.source_type = 'settlement_wallet') BEGIN
			UPDATE ledger_postings SET amount_paise = amount_paise + ` + gift + `
				WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg;
			INSERT INTO ledger_balances (customer_id, account, balance_paise) SELECT NEW.customer_id, 'refund_payable', ` + gift + ` WHERE true
				ON CONFLICT (customer_id, account) DO UPDATE SET balance_paise = balance_paise + excluded.balance_paise;
			INSERT INTO ledger_postings (customer_id, entry_id, leg, account, amount_paise)
				SELECT NEW.customer_id, NEW.entry_id, NEW.leg + 100, 'promotional_credit', -` + gift + ` WHERE ` + gift + ` <> 0;
			UPDATE ledger_balances SET balance_paise = 0 WHERE customer_id = NEW.customer_id AND account = 'promotional_credit'; END;
		CREATE TRIGGER gift_paid AFTER UPDATE OF state ON settlements WHEN NEW.origin = 'wallet' AND OLD.state = 'inspecting' BEGIN
			UPDATE settlements SET refund_paise = (SELECT -p.amount_paise FROM ledger_entries e
				JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id AND p.account = 'refund_payable'
				WHERE e.customer_id = NEW.customer_id AND e.source_type = 'settlement_wallet' AND e.source_id = CAST(NEW.id AS TEXT))
			WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a fee although the wallet could pay", shownBy: 1, schema: `CREATE TRIGGER greedy AFTER INSERT ON payment_allocations WHEN NEW.invoice_id <> 0
		AND EXISTS (SELECT 1 FROM ledger_entries e WHERE e.customer_id = NEW.customer_id AND e.id = NEW.entry_id AND e.source_type = 'wallet_due') BEGIN
		INSERT OR IGNORE INTO late_fees (customer_id, id, invoice_id, cycle, date, days_late, base_paise, amount_paise, paid_paise, waived_reason, created_at)
		SELECT NEW.customer_id, NEW.id, i.id, substr(i.due_date, 1, 8) || '01', i.due_date, 0, NEW.amount_paise, 2000, 0, '', NEW.at
		FROM invoices i WHERE i.customer_id = NEW.customer_id AND i.id = NEW.invoice_id; END`},
	{name: "a paid late fee stays when its invoice is withdrawn", shownBy: 16, schema: `CREATE TRIGGER stays BEFORE UPDATE OF waived_reason ON late_fees
		WHEN NEW.waived_reason = 'invoice credited' AND OLD.paid_paise > 0 BEGIN SELECT RAISE(IGNORE); END`},
	{name: "deposit money of a withdrawn charge goes to the wallet", shownBy: 2, schema: `CREATE TRIGGER forgotten AFTER INSERT ON payment_allocations WHEN NEW.deposit_paise > 0
		BEGIN UPDATE payment_allocations SET deposit_paise = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a gift becomes the customer's own money", schema: moves("promotional_credit", "wallet")},
	{name: "a charge for leaving is late at once", shownBy: 18, settings: func(s *billing.Settings) { s.LateFee.ExitGrace = 0 }},
	{name: "a late fee although our debit was not submitted", shownBy: 116, schema: `CREATE TRIGGER blamed AFTER UPDATE OF skipped_for ON mandate_debits
		WHEN NEW.skipped_for = 'lapsed' BEGIN
		UPDATE mandate_debits SET skipped_for = 'declined' WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a debit that lapsed excuses after its mandate was stopped, too", shownBy: 116, schema: `CREATE TRIGGER lasting_excuse AFTER UPDATE OF state ON mandates
		WHEN NEW.state IN ('paused', 'cancelling') BEGIN
		UPDATE mandates SET updated_at = 9e15 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a mandate that is stopped after the due day excuses that month no more", shownBy: 152, schema: `CREATE TRIGGER backdated AFTER UPDATE OF state ON mandates
		WHEN NEW.state IN ('paused', 'cancelling') BEGIN
		UPDATE mandates SET updated_at = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id;
		UPDATE mandate_debits SET updated_at = 0 WHERE customer_id = NEW.customer_id AND mandate_id = NEW.id; END`},
	{name: "late fees have no floor", shownBy: 3, settings: func(s *billing.Settings) { s.LateFee.Floor = 0 }},
	{name: "late fees have no cap", shownBy: 24, settings: func(s *billing.Settings) { s.LateFee.CapPercent = 0 }},
	{name: "late fees are half of what they should be", shownBy: 1, settings: func(s *billing.Settings) {
		s.LateFee.BasisPoints, s.LateFee.Min = s.LateFee.BasisPoints/2, s.LateFee.Min/2
	}},
	{name: "a refund becomes less and nobody is told", shownBy: 8, schema: `CREATE TRIGGER silent AFTER INSERT ON messages WHEN NEW.fact LIKE 'settlement_netted/%'
		BEGIN DELETE FROM messages WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
}

// gift is a customer's promotional credit, as the kept balance has it.
const gift = `COALESCE((SELECT balance_paise FROM ledger_balances WHERE customer_id = NEW.customer_id AND account = 'promotional_credit'), 0)`

// moves has what is entered in one account of a customer land in another one.
func moves(from, to string) string {
	return fmt.Sprintf(`CREATE TRIGGER posted AFTER INSERT ON ledger_postings WHEN NEW.account = '%[1]s' BEGIN
			UPDATE ledger_postings SET account = '%[2]s' WHERE customer_id = NEW.customer_id AND entry_id = NEW.entry_id AND leg = NEW.leg; END;
		CREATE TRIGGER kept AFTER INSERT ON ledger_balances WHEN NEW.account = '%[1]s' BEGIN
			INSERT INTO ledger_balances (customer_id, account, balance_paise) VALUES (NEW.customer_id, '%[2]s', NEW.balance_paise)
			ON CONFLICT (customer_id, account) DO UPDATE SET balance_paise = balance_paise + excluded.balance_paise;
			DELETE FROM ledger_balances WHERE customer_id = NEW.customer_id AND account = '%[1]s'; END`, from, to)
}

// shortPaid has the browser name the amount: some pay a rupee, and the answer
// is not compared.
func shortPaid(_ *node, g provider.Mandates) provider.Mandates {
	asked := map[string]money.Paise{}
	a := seeing(g, func(p *provider.Payment) {
		if want, changed := asked[p.OrderID]; changed {
			p.Amount = want
		}
	})
	a.create = func(ctx context.Context, req provider.OrderRequest) (provider.Checkout, error) {
		want := req.Amount
		if want%7 == 0 {
			req.Amount = money.Rupee
		}
		out, err := g.CreateOrder(ctx, req)
		if err == nil && req.Amount != want {
			asked[out.OrderID] = want
		}
		return out, err
	}
	return a
}
