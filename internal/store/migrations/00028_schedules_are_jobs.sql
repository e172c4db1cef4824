-- +goose Up
-- A schedule is a job that, once it is done, waits for its next time.
DROP TABLE schedules;

-- +goose Down
CREATE TABLE schedules (
    name TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    next_at BIGINT NOT NULL CHECK (next_at >= 0),
    last_at BIGINT NOT NULL DEFAULT 0 CHECK (last_at >= 0)
);
