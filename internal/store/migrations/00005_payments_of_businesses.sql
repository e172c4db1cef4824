-- +goose Up

-- A payment by the link of one invoice pays that invoice and its late fees. 0: it pays all that is due.
ALTER TABLE payment_transactions ADD COLUMN invoice_id BIGINT NOT NULL DEFAULT 0 CHECK (invoice_id >= 0);

-- Money that came by bank transfer, once per reference of the bank. What is not matched is in suspense until somebody
-- matches it or returns it.
CREATE TABLE bank_transfers (
    utr TEXT NOT NULL PRIMARY KEY CHECK (length(utr) BETWEEN 12 AND 22), -- in capitals
    customer_id BIGINT NOT NULL DEFAULT 0 CHECK (customer_id >= 0), -- who is said to have sent it, 0 when nobody knows
    paid_on TEXT NOT NULL CHECK (paid_on LIKE '____-__-__'),
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    matched_paise BIGINT NOT NULL DEFAULT 0 CHECK (matched_paise >= 0),
    returned_paise BIGINT NOT NULL DEFAULT 0 CHECK (returned_paise >= 0),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    CONSTRAINT bank_transfers_used CHECK (matched_paise + returned_paise <= amount_paise)
);
CREATE INDEX bank_transfers_customer ON bank_transfers (customer_id, created_at);
CREATE INDEX bank_transfers_unmatched ON bank_transfers (created_at, utr) WHERE matched_paise + returned_paise < amount_paise;

-- What a bank transfer paid, and the tax that the payer had deducted from it.
CREATE TABLE bank_transfer_matches (
    customer_id BIGINT NOT NULL,
    transaction_id BIGINT NOT NULL,
    utr TEXT NOT NULL REFERENCES bank_transfers (utr),
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    tax_paise BIGINT NOT NULL DEFAULT 0 CHECK (tax_paise >= 0),
    PRIMARY KEY (customer_id, transaction_id),
    CONSTRAINT bank_transfer_matches_transaction FOREIGN KEY (customer_id, transaction_id) REFERENCES payment_transactions (customer_id, id)
);
CREATE INDEX bank_transfer_matches_utr ON bank_transfer_matches (utr);

-- +goose Down

DROP TABLE bank_transfer_matches;
DROP TABLE bank_transfers;
ALTER TABLE payment_transactions DROP COLUMN invoice_id;
