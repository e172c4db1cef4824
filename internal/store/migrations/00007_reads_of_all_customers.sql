-- +goose Up
-- What is compared with the providers each day is found by its day, and who owes
-- by owing: payments, payouts and customers of all time were read for it.
CREATE INDEX gateway_payments_paid ON gateway_payments (gateway, paid_at) WHERE posted_as <> '';
CREATE INDEX payouts_created ON payouts (provider, created_at) WHERE provider_payout_id <> '';
CREATE INDEX ledger_debtors ON ledger_balances (customer_id) WHERE account = 'receivable' AND balance_paise > 0;
-- One row is read by each of these; a request that is offered to somebody is found by its number alone.
CREATE UNIQUE INDEX orders_unique_id ON orders (customer_id, unique_id);
DROP INDEX tickets_number;
CREATE UNIQUE INDEX tickets_number ON tickets (number);

-- +goose Down
DROP INDEX tickets_number;
CREATE UNIQUE INDEX tickets_number ON tickets (customer_id, number);
DROP INDEX orders_unique_id;
DROP INDEX ledger_debtors;
DROP INDEX payouts_created;
DROP INDEX gateway_payments_paid;
