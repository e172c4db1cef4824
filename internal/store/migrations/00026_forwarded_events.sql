-- +goose Up
-- Whether the operator's collector has an event (docs/accounts.md).
ALTER TABLE tracked_events ADD COLUMN forwarding TEXT NOT NULL DEFAULT 'waiting' CHECK (forwarding IN ('waiting', 'sent', 'refused'));
CREATE INDEX tracked_events_waiting ON tracked_events (at) WHERE forwarding = 'waiting';
CREATE INDEX tracked_events_name ON tracked_events (name, at);

-- +goose Down
DROP INDEX tracked_events_name;
DROP INDEX tracked_events_waiting;
