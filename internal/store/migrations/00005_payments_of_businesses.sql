-- +goose Up

-- A payment by the link of one invoice pays that invoice and its late fees. 0: it pays all that is due.
ALTER TABLE payment_transactions ADD COLUMN invoice_id BIGINT NOT NULL DEFAULT 0 CHECK (invoice_id >= 0);

-- +goose Down

ALTER TABLE payment_transactions DROP COLUMN invoice_id;
