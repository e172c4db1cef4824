-- +goose Up
-- A settlement's payouts and what an entry paid are found by themselves: among
-- all of a customer's, many settlements took the square of their number.
CREATE INDEX payouts_settlement ON payouts (customer_id, settlement_id, id);
CREATE INDEX payment_allocations_entry ON payment_allocations (customer_id, entry_id);

-- +goose Down
DROP INDEX payment_allocations_entry;
DROP INDEX payouts_settlement;
