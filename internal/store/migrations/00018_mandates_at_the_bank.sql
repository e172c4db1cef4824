-- +goose Up
-- A registration that the customer has agreed to and the bank has not decided is listed, so that it can be withdrawn.
ALTER TABLE mandates ADD COLUMN is_at_bank BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_at_bank IN (TRUE, FALSE)); -- what an initiated one waits for is the bank

-- +goose Down
ALTER TABLE mandates DROP COLUMN is_at_bank;
