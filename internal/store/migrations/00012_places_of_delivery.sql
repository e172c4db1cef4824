-- +goose Up
-- An invoice names where each of its items is, with the state (Rule 46 of the CGST Rules).
ALTER TABLE invoice_lines ADD COLUMN delivery_address TEXT NOT NULL DEFAULT '' CHECK (length(delivery_address) <= 2000); -- where the item stood; '' for a line of no item, and before
ALTER TABLE invoice_lines ADD COLUMN delivery_state TEXT NOT NULL DEFAULT '' CHECK (delivery_state = '' OR length(delivery_state) = 2); -- GST code of the state of it

-- The company's own systems fetch a document by its number, and a receipt says what its payment was used for.
CREATE INDEX invoices_of_number ON invoices (number);
CREATE INDEX payment_allocations_transaction ON payment_allocations (customer_id, transaction_id) WHERE transaction_id > 0;

-- +goose Down
DROP INDEX payment_allocations_transaction;
DROP INDEX invoices_of_number;
ALTER TABLE invoice_lines DROP COLUMN delivery_state;
ALTER TABLE invoice_lines DROP COLUMN delivery_address;
