-- +goose Up
-- What a customer has agreed to, in which words, and when they took it back (docs/accounts.md).
CREATE TABLE consents (
    customer_id BIGINT NOT NULL REFERENCES customers (id),
    id BIGINT NOT NULL CHECK (id > 0),
    purpose TEXT NOT NULL CHECK (purpose IN ('analytics')),
    text_version BIGINT NOT NULL CHECK (text_version > 0), -- of the words that were agreed to
    language TEXT NOT NULL CHECK (length(language) BETWEEN 2 AND 10), -- in which they stood on the screen
    given_at BIGINT NOT NULL CHECK (given_at >= 0),
    withdrawn_at BIGINT NOT NULL CHECK (withdrawn_at >= 0), -- 0 while it holds
    PRIMARY KEY (customer_id, id),
    CONSTRAINT consents_withdrawn_later CHECK (withdrawn_at = 0 OR withdrawn_at >= given_at)
);
CREATE UNIQUE INDEX consents_held ON consents (customer_id, purpose) WHERE withdrawn_at = 0;

-- Events are stored with consent alone; those from before are deleted by the next night.
ALTER TABLE tracked_events ADD COLUMN consent_id BIGINT NOT NULL DEFAULT 0 CHECK (consent_id >= 0); -- under which it was stored, 0 for none
CREATE INDEX tracked_events_without_consent ON tracked_events (customer_id) WHERE consent_id = 0;

-- +goose Down
DROP INDEX tracked_events_without_consent;
DROP TABLE consents;
