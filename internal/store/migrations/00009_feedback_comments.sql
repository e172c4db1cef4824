-- +goose Up

-- A comment has no limit of its own: what a call carries is stored.
CREATE TABLE feedback_requests_new (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    token TEXT NOT NULL CHECK (length(token) BETWEEN 1 AND 100),
    message TEXT NOT NULL CHECK (length(message) <= 1000),
    cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 200), -- what it asks about, the key against a second one
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'later', 'lapsed', 'given')),
    rating BIGINT NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 10),
    comment TEXT NOT NULL DEFAULT '' CHECK (length(comment) <= 65536),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, token)
);
INSERT INTO feedback_requests_new SELECT customer_id, token, message, cause, state, rating, comment, created_at, updated_at FROM feedback_requests;
DROP TABLE feedback_requests;
ALTER TABLE feedback_requests_new RENAME TO feedback_requests;
CREATE UNIQUE INDEX feedback_requests_cause ON feedback_requests (customer_id, cause);

-- +goose Down

CREATE TABLE feedback_requests_old (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    token TEXT NOT NULL CHECK (length(token) BETWEEN 1 AND 100),
    message TEXT NOT NULL CHECK (length(message) <= 1000),
    cause TEXT NOT NULL CHECK (length(cause) BETWEEN 1 AND 200), -- what it asks about, the key against a second one
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'later', 'lapsed', 'given')),
    rating BIGINT NOT NULL DEFAULT 0 CHECK (rating BETWEEN 0 AND 10),
    comment TEXT NOT NULL DEFAULT '' CHECK (length(comment) <= 4000),
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    updated_at BIGINT NOT NULL CHECK (updated_at >= 0),
    PRIMARY KEY (customer_id, token)
);
INSERT INTO feedback_requests_old SELECT customer_id, token, message, cause, state, rating, substr(comment, 1, 4000), created_at, updated_at FROM feedback_requests;
DROP TABLE feedback_requests;
ALTER TABLE feedback_requests_old RENAME TO feedback_requests;
CREATE UNIQUE INDEX feedback_requests_cause ON feedback_requests (customer_id, cause);
