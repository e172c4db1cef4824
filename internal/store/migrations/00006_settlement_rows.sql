-- +goose Up

-- Lines of settlement files that differ from our books. The alert settlement_differs of the same subject says whether
-- a person has closed one. A line that is entered from a file has none.
CREATE TABLE settlement_rows (
    subject TEXT NOT NULL PRIMARY KEY CHECK (length(subject) BETWEEN 1 AND 500),
    provider TEXT NOT NULL CHECK (length(provider) BETWEEN 1 AND 40),
    gateway TEXT NOT NULL CHECK (length(gateway) BETWEEN 1 AND 40),
    line_id TEXT NOT NULL CHECK (length(line_id) BETWEEN 1 AND 150), -- the provider's id of the payment or refund
    settlement TEXT NOT NULL CHECK (length(settlement) <= 150), -- the bank's reference
    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 40), -- how it differs
    is_refund BOOLEAN NOT NULL CHECK (is_refund IN (TRUE, FALSE)),
    here_paise BIGINT NOT NULL CHECK (here_paise >= 0), -- what our books have, 0 for nothing
    gross_paise BIGINT NOT NULL CHECK (gross_paise >= 0), -- 0 for a line that cannot be read
    cost_paise BIGINT NOT NULL CHECK (cost_paise >= 0), -- the provider's fee with GST
    tax_paise BIGINT NOT NULL CHECK (tax_paise >= 0),
    seen_at BIGINT NOT NULL CHECK (seen_at >= 0),
    CONSTRAINT settlement_rows_tax CHECK (tax_paise <= cost_paise)
);
CREATE INDEX settlement_rows_line ON settlement_rows (provider, line_id);

-- +goose Down

DROP TABLE settlement_rows;
