-- +goose Up
-- Customers whom a month's run could not bill: the run goes on without them and
-- comes back to them until they are billed.
CREATE TABLE billing_failures (
    month TEXT NOT NULL CHECK (month LIKE '____-__-01'), -- first day of the month that is billed
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    failed_at BIGINT NOT NULL,
    PRIMARY KEY (month, customer_id)
);

-- +goose Down
DROP TABLE billing_failures;
