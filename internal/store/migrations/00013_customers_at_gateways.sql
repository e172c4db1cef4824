-- +goose Up
-- A gateway may know its customers by an id of its own, without which it is not asked about their mandates.
ALTER TABLE mandates ADD COLUMN gateway_customer TEXT NOT NULL DEFAULT '' CHECK (length(gateway_customer) <= 200); -- the gateway's id of the customer, '' where it has none

-- +goose Down
ALTER TABLE mandates DROP COLUMN gateway_customer;
