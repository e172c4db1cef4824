-- +goose Up
-- A business customer gets each document by mail.
ALTER TABLE messages ADD COLUMN document TEXT NOT NULL DEFAULT '' CHECK (length(document) <= 100); -- what is printed and attached when the message is sent, as in invoice/42; '' for nothing

-- +goose Down
ALTER TABLE messages DROP COLUMN document;
