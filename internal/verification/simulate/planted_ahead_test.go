package simulate

import (
	"rento/internal/advance"
	"rento/internal/billing"
)

// plantedAhead are mistakes in rent that is paid in advance, which the runs must catch
// that have it.
var plantedAhead = []bug{
	// Who is still to be billed has paid in advance from the next month on, until the bill is made.
	{
		name: "a draw is forgotten when a billing run goes on after a crash", shownBy: 3, weather: func(o *odds) { o.crash = 0.02 },
		schema: `CREATE TABLE forgotten AS SELECT * FROM advance_packages;
			CREATE TRIGGER remembered AFTER INSERT ON invoices WHEN NEW.kind = 'rental' BEGIN
			UPDATE advance_packages SET from_date = f.from_date FROM forgotten f WHERE f.id = advance_packages.id AND f.customer_id = NEW.customer_id;
			DELETE FROM forgotten WHERE customer_id = NEW.customer_id; END`,
		restarted: func(w *world) {
			_, err := w.judge.ExecContext(w.ctx, `INSERT INTO forgotten SELECT p.* FROM advance_packages p JOIN billing_runs r ON r.month = p.from_date
					WHERE r.state = 'running' AND r.after_customer < p.customer_id AND p.state = 'active' AND p.id NOT IN (SELECT id FROM forgotten);
				UPDATE advance_packages SET from_date = DATE(from_date, '+1 month') WHERE id IN (SELECT id FROM forgotten) AND from_date IN (SELECT month FROM billing_runs WHERE state = 'running')`)
			if err != nil {
				w.facts.broken("plant: %v", err)
			}
		},
	},
	{name: "what is left of rent in advance is paid out twice", schema: `CREATE TRIGGER doubled AFTER UPDATE OF state ON settlements WHEN OLD.state = 'inspecting' AND NEW.advance_paise > 0
		BEGIN UPDATE settlements SET refund_paise = refund_paise + advance_paise WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
	{name: "who leaves early keeps the discount, whatever is set", settings: func(s *billing.Settings) { s.KeepDiscount = true }},
	{name: "three months have another discount than is offered", shownBy: 3, settings: func(s *billing.Settings) {
		s.PayAhead = append(advance.Tiers{}, s.PayAhead...)
		s.PayAhead[len(s.PayAhead)-1].BasisPoints++
	}},
	{name: "a package ends with its first item", schema: `CREATE TRIGGER together AFTER UPDATE OF state ON advance_items WHEN OLD.state = 'active'
		BEGIN UPDATE advance_items SET state = NEW.state, ended_on = NEW.ended_on WHERE customer_id = NEW.customer_id AND package_id = NEW.package_id AND state = 'active'; END`},
	{name: "the whole invoice is debited, whatever was paid in advance", shownBy: 28, schema: `CREATE TRIGGER debited AFTER INSERT ON mandate_debits
		WHEN EXISTS (SELECT 1 FROM advance_draws d WHERE d.customer_id = NEW.customer_id AND d.invoice_id = NEW.invoice_id)
		BEGIN UPDATE mandate_debits SET amount_paise = (SELECT total_paise FROM invoices WHERE customer_id = NEW.customer_id AND id = NEW.invoice_id)
		WHERE customer_id = NEW.customer_id AND id = NEW.id; END`},
}
