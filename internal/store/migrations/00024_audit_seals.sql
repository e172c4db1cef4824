-- +goose Up
-- One link of the hash chain of the audit log per day.
CREATE TABLE audit_days (
    day TEXT PRIMARY KEY NOT NULL CHECK (day LIKE '____-__-__'),
    entries BIGINT NOT NULL CHECK (entries >= 0),
    head TEXT NOT NULL CHECK (length(head) BETWEEN 1 AND 128),
    sealed_at BIGINT NOT NULL CHECK (sealed_at >= 0)
);

-- What was written on a day.
CREATE INDEX audit_log_at ON audit_log (at, id, customer_id);

-- +goose Down
DROP INDEX audit_log_at;
DROP TABLE audit_days;
