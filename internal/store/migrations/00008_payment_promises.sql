-- +goose Up

-- What customers have promised to pay by a day. Nobody is reminded while one is open.
CREATE TABLE payment_promises (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0), -- what was paid after the promise has a higher id
    amount_paise BIGINT NOT NULL CHECK (amount_paise > 0),
    due_date TEXT NOT NULL CHECK (due_date LIKE '____-__-__'), -- the last day to keep it
    state TEXT NOT NULL CHECK (state IN ('open', 'kept', 'broken', 'withdrawn')),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    decided_at BIGINT NOT NULL DEFAULT 0 CHECK (decided_at >= 0), -- 0 while it is open
    PRIMARY KEY (customer_id, id)
);
CREATE UNIQUE INDEX payment_promises_open ON payment_promises (customer_id) WHERE state = 'open';
CREATE INDEX payment_promises_state ON payment_promises (state, created_at);

-- +goose Down

DROP TABLE payment_promises;
