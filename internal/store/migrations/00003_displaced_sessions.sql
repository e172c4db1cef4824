-- +goose Up
-- A session that a newer sign-in has displaced stays until it runs out, so that its device learns why it has ended.
ALTER TABLE sessions ADD COLUMN displaced_at BIGINT NOT NULL DEFAULT 0 CHECK (displaced_at >= 0); -- 0: it has not been

-- +goose Down
DELETE FROM sessions WHERE displaced_at > 0; -- an older release would take them for live ones
ALTER TABLE sessions DROP COLUMN displaced_at;
