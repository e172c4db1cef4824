-- +goose Up
-- An address that a flow made is a draft until the request is raised: past this
-- instant it is forgotten. 0 for an address that is kept.
ALTER TABLE addresses ADD COLUMN draft_until BIGINT NOT NULL DEFAULT 0 CHECK (draft_until >= 0);
CREATE INDEX addresses_drafts ON addresses (draft_until) WHERE draft_until > 0;

-- +goose Down
DROP INDEX addresses_drafts;
ALTER TABLE addresses DROP COLUMN draft_until;
