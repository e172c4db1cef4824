-- +goose Up
-- Errors of the app and of the server, those alike in one row (docs/errors.md).
CREATE TABLE error_groups (
    id BIGINT PRIMARY KEY NOT NULL CHECK (id > 0),
    fingerprint TEXT NOT NULL CHECK (length(fingerprint) BETWEEN 1 AND 128), -- of source, type, culprit and release
    source TEXT NOT NULL CHECK (source IN ('app', 'server')),
    type TEXT NOT NULL CHECK (length(type) BETWEEN 1 AND 100),
    culprit TEXT NOT NULL CHECK (length(culprit) BETWEEN 1 AND 300), -- the function that failed, or the route
    release TEXT NOT NULL CHECK (length(release) <= 100), -- '' when it is not known
    state TEXT NOT NULL CHECK (state IN ('open', 'resolved', 'again')),
    count BIGINT NOT NULL CHECK (count > 0),
    first_seen_at BIGINT NOT NULL CHECK (first_seen_at >= 0),
    last_seen_at BIGINT NOT NULL CHECK (last_seen_at >= 0),
    event_id TEXT NOT NULL CHECK (length(event_id) = 32), -- of the sample
    sample TEXT NOT NULL CHECK (length(sample) BETWEEN 2 AND 10000), -- the newest event; JSON
    forwarding TEXT NOT NULL CHECK (forwarding IN ('waiting', 'sent', 'refused')) -- of the sample, to the operator's error tracker
);
CREATE UNIQUE INDEX error_groups_fingerprint ON error_groups (fingerprint);
CREATE INDEX error_groups_first ON error_groups (source, first_seen_at);
CREATE INDEX error_groups_last ON error_groups (last_seen_at, id);
CREATE INDEX error_groups_waiting ON error_groups (last_seen_at) WHERE forwarding = 'waiting';

-- +goose Down
DROP TABLE error_groups;
