-- +goose Up
-- Where an invitation by mail arrives, however its address is written: one person is not written to by many addresses.
ALTER TABLE referrals ADD COLUMN mailbox TEXT NOT NULL DEFAULT '' CHECK (length(mailbox) <= 254);
UPDATE referrals SET mailbox = email;
DROP INDEX referrals_email;
CREATE INDEX referrals_mailbox ON referrals (mailbox, invited_at) WHERE mailbox <> '';

-- +goose Down
DROP INDEX referrals_mailbox;
ALTER TABLE referrals DROP COLUMN mailbox;
CREATE INDEX referrals_email ON referrals (email, invited_at) WHERE email <> '';
