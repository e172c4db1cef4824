-- +goose Up
-- Whether a provider has been heard of since a time.
CREATE INDEX provider_events_received ON provider_events (provider, received_at);

-- +goose Down
DROP INDEX provider_events_received;
