package simulate

import (
	"context"

	"rento/internal/money"
	"rento/internal/provider"
)

// slowBanks have a bank take days to withdraw a mandate.
func slowBanks(o *odds) { o.slowBank = 0.9 }

// refusingBanks have most debits refused.
func refusingBanks(o *odds) { o.declined = 0.8 }

// lateBanks have banks decide late, and change their word.
func lateBanks(o *odds) { o.late, o.dropped = 0.7, 0.5 }

// plantedInDebits are mistakes about auto debit that must be caught. They are tried on
// runs with auto debit alone.
var plantedInDebits = []bug{
	{name: "a debit has no notice at the gateway", shownBy: 6, debiter: func(n *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, announce: func(_ context.Context, req provider.DebitRequest) (provider.DebitNotice, error) {
			return provider.DebitNotice{ID: "IN" + number64(int64(req.Number)), At: n.w.clock.Now()}, nil
		}}
	}},
	{name: "a customer is not told of a debit", shownBy: 6, schema: `CREATE TRIGGER unannounced AFTER INSERT ON messages WHEN NEW.fact LIKE 'debit_planned/%'
		BEGIN DELETE FROM messages WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a debit comes a day before the one that was announced", schema: `CREATE TRIGGER early AFTER UPDATE OF state ON mandate_debits WHEN NEW.state = 'notified' AND OLD.state = 'scheduled'
		BEGIN UPDATE mandate_debits SET debit_on = DATE(debit_on, '-1 day') WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a mandate debits for each invoice of a month", shownBy: 15, schema: `DROP INDEX mandate_debits_cycle;
		CREATE TRIGGER apart AFTER INSERT ON mandate_debit_invoices BEGIN
			INSERT INTO mandate_debits SELECT customer_id, id + 1000000, mandate_id, NEW.invoice_id, cycle, state, skipped_for,
				(SELECT total_paise - paid_paise - credited_paise FROM invoices WHERE customer_id = NEW.customer_id AND id = NEW.invoice_id),
				debit_on, created_at, updated_at, '', '', 0
				FROM mandate_debits WHERE customer_id = NEW.customer_id AND id = NEW.debit_id;
			DELETE FROM mandate_debit_invoices WHERE customer_id = NEW.customer_id AND debit_id = NEW.debit_id AND invoice_id = NEW.invoice_id;
		END`},
	{name: "what was announced is debited, whatever has happened since", shownBy: 3, debiter: announcedIsDebited},
	{name: "a debit that failed is not asked about any more", shownBy: 12, weather: lateBanks, schema: `CREATE TRIGGER forgotten_debit AFTER UPDATE OF check_at ON payment_attempts
		WHEN NEW.gateway = 'billdesk' AND NEW.state = 'failed' AND NEW.check_at > 0 BEGIN
		UPDATE payment_attempts SET check_at = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a debit that failed stays failed", shownBy: 75, weather: lateBanks, debiter: func(_ *node, g provider.Mandates) provider.Mandates {
		failed := map[string]bool{}
		return around{Mandates: g, observe: func(ctx context.Context, reference, orderID string) (provider.Observation, error) {
			seen, err := g.Observe(ctx, reference, orderID)
			for i, p := range seen.Payments {
				if failed[p.ID] = failed[p.ID] || p.State == provider.PaymentFailed; failed[p.ID] {
					seen.Payments[i].State = provider.PaymentFailed
				}
			}
			return seen, err
		}}
	}},
	{name: "a debit without an answer is tried again under a new reference", shownBy: 21, weather: lostAnswers, debiter: func(_ *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, debit: func(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (provider.Payment, error) {
			p, err := g.Debit(ctx, req, notice)
			if err != nil && provider.OutcomeOf(err) == provider.Unknown {
				req.Reference += "x"
				return g.Debit(ctx, req, notice)
			}
			return p, err
		}}
	}},
	{name: "debits that came to nothing have a number, too", shownBy: 18, weather: func(o *odds) { o.lost = 0.3 }, debiter: func(n *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, debit: func(ctx context.Context, req provider.DebitRequest, notice provider.DebitNotice) (provider.Payment, error) {
			req.Number = n.w.debits.calls(req.Mandate.Reference, req.Reference)
			return g.Debit(ctx, req, notice)
		}}
	}},
	{name: "the limit of a mandate is read in rupees", shownBy: 48, debiter: func(_ *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, mandate: func(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
			m, err := g.ObserveMandate(ctx, ref)
			m.Max = min(m.Max*100, 100_000*money.Rupee)
			return m, err
		}}
	}},
	{name: "a mandate debits until the bank has withdrawn it", shownBy: 36, weather: slowBanks, schema: `CREATE TRIGGER goes_on AFTER UPDATE OF state ON mandates WHEN NEW.state = 'cancelling' BEGIN
			UPDATE mandates SET state = OLD.state, is_active = OLD.is_active WHERE customer_id = NEW.customer_id AND id = NEW.id; END;
		CREATE TRIGGER planned_still AFTER UPDATE OF state ON mandate_debits WHEN NEW.skipped_for = 'mandate_inactive' BEGIN
			UPDATE mandate_debits SET state = OLD.state, skipped_for = '' WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a debit is skipped that the bank has", shownBy: 63, schema: `CREATE TRIGGER given_up AFTER UPDATE OF state ON mandate_debits WHEN NEW.state = 'submitted' BEGIN
		UPDATE mandate_debits SET state = 'skipped', skipped_for = 'lapsed' WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a debit goes with its mandate, whatever takes its place", shownBy: 48, schema: `CREATE TRIGGER dropped AFTER INSERT ON mandate_debits
		WHEN EXISTS (SELECT 1 FROM mandate_debits d WHERE d.customer_id = NEW.customer_id AND d.invoice_id = NEW.invoice_id AND d.id < NEW.id)
		BEGIN DELETE FROM mandate_debits WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "nobody is told of a debit that failed", shownBy: 12, weather: refusingBanks, schema: `CREATE TRIGGER unheard_failure AFTER INSERT ON messages WHEN NEW.fact LIKE 'debit_failed/%'
		BEGIN DELETE FROM messages WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a debit pays the oldest invoice", shownBy: 21, schema: `CREATE TRIGGER by_age AFTER UPDATE OF state ON mandate_debits WHEN NEW.state = 'unknown' BEGIN
		UPDATE mandate_debits SET invoice_id = (SELECT MIN(id) FROM invoices WHERE customer_id = NEW.customer_id AND total_paise > paid_paise + credited_paise)
		WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a mandate that comes back at the bank is not asked about", shownBy: 54, weather: func(o *odds) { o.dropped = 0.5 }, schema: `CREATE TRIGGER resting AFTER UPDATE OF check_at ON mandates WHEN NEW.state = 'paused' AND NEW.check_at > 0
		BEGIN UPDATE mandates SET check_at = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "of two invoices of a month the first is debited alone", shownBy: 339, schema: `CREATE TRIGGER alone AFTER INSERT ON mandate_debit_invoices
		BEGIN DELETE FROM mandate_debit_invoices WHERE customer_id = NEW.customer_id AND debit_id = NEW.debit_id AND invoice_id = NEW.invoice_id; END`},
	{name: "the tries of a debit are counted from the beginning", shownBy: 12, weather: refusingBanks, schema: `CREATE TRIGGER untried AFTER UPDATE OF state ON mandate_debits WHEN NEW.state = 'notified'
		BEGIN UPDATE mandate_debits SET tries = 0 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "an invoice is told beside the notice of its debit", shownBy: 6, schema: `CREATE TRIGGER twice AFTER UPDATE OF state ON messages WHEN NEW.template LIKE 'invoice_raised%' AND NEW.state = 'withheld'
		BEGIN UPDATE messages SET sent_at = NEW.created_at + 122400000000 WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "a late yes leaves the debit as it was", shownBy: 75, weather: lateBanks, schema: `CREATE TRIGGER unregistered AFTER UPDATE OF state ON mandate_debits WHEN NEW.state = 'succeeded' AND OLD.state IN ('skipped', 'scheduled', 'notified')
		BEGIN UPDATE mandate_debits SET state = OLD.state, skipped_for = OLD.skipped_for WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "what is authorized along with a mandate is taken", shownBy: 7, debiter: func(_ *node, g provider.Mandates) provider.Mandates {
		return around{Mandates: g, mandate: func(ctx context.Context, ref provider.MandateRef) (provider.Mandate, error) {
			if seen, err := g.Observe(ctx, ref.Reference, ref.RegistrationID); err == nil {
				for _, p := range seen.Payments {
					if p.State == provider.PaymentAuthorized {
						_, _ = g.Capture(ctx, p.ID, p.Amount)
					}
				}
			}
			return g.ObserveMandate(ctx, ref)
		}}
	}},
}

// announcedIsDebited debits on the announced day, and asks our books nothing.
func announcedIsDebited(n *node, g provider.Mandates) provider.Mandates {
	return around{Mandates: g, announce: func(ctx context.Context, req provider.DebitRequest) (provider.DebitNotice, error) {
		notice, err := g.Announce(ctx, req)
		if err == nil {
			n.w.at(req.On.At(6, 1), func() {
				if !n.dead {
					_, _ = g.Debit(n.w.ctx, req, notice)
				}
			})
		}
		return notice, err
	}}
}
