-- +goose Up
-- A mandate is registered at a gateway, in a checkout that is opened by a link, and asked about until it is decided.
ALTER TABLE mandates ADD COLUMN reference TEXT NOT NULL DEFAULT '' CHECK (length(reference) <= 20); -- ours, as in payment_attempts; '' for one that was not registered through us
ALTER TABLE mandates ADD COLUMN registration_id TEXT NOT NULL DEFAULT '' CHECK (length(registration_id) <= 200); -- the gateway's of the registration, '' until it has answered
ALTER TABLE mandates ADD COLUMN unique_id TEXT NOT NULL DEFAULT '' CHECK (length(unique_id) <= 100); -- the part of the link that cannot be guessed
ALTER TABLE mandates ADD COLUMN checkout TEXT NOT NULL DEFAULT '' CHECK (length(checkout) <= 20000); -- what opens the gateway's checkout, JSON; '' once it is of no use
ALTER TABLE mandates ADD COLUMN reason TEXT NOT NULL DEFAULT '' CHECK (length(reason) <= 2000); -- why it was rejected
ALTER TABLE mandates ADD COLUMN check_at BIGINT NOT NULL DEFAULT 0 CHECK (check_at >= 0); -- when to ask the gateway again, 0 for never
ALTER TABLE mandates ADD COLUMN checks BIGINT NOT NULL DEFAULT 0 CHECK (checks >= 0);
CREATE UNIQUE INDEX mandates_reference ON mandates (reference) WHERE reference <> '';
CREATE UNIQUE INDEX mandates_unique_id ON mandates (unique_id) WHERE unique_id <> '';
CREATE INDEX mandates_token ON mandates (gateway, token) WHERE token <> '';
CREATE INDEX mandates_registration ON mandates (gateway, registration_id) WHERE registration_id <> '';
CREATE INDEX mandates_check ON mandates (check_at) WHERE check_at > 0;
CREATE INDEX mandates_last_day ON mandates (expires_on) WHERE state IN ('confirmed', 'paused', 'cancelling') AND expires_on <> '';

-- A debit is announced and submitted under a reference of ours, another one for each notice.
ALTER TABLE mandate_debits ADD COLUMN reference TEXT NOT NULL DEFAULT '' CHECK (length(reference) <= 20); -- '' before the first notice
ALTER TABLE mandate_debits ADD COLUMN notice_id TEXT NOT NULL DEFAULT '' CHECK (length(notice_id) <= 200); -- the gateway's of the pre-debit notice
ALTER TABLE mandate_debits ADD COLUMN tries BIGINT NOT NULL DEFAULT 0 CHECK (tries >= 0); -- how often it was submitted
CREATE INDEX mandate_debits_reference ON mandate_debits (reference) WHERE reference <> '';
CREATE INDEX mandate_debits_to_do ON mandate_debits (debit_on) WHERE state IN ('scheduled', 'notified', 'unknown');
ALTER TABLE payment_transactions ADD COLUMN debit_id BIGINT NOT NULL DEFAULT 0 CHECK (debit_id >= 0); -- 0 for a payment by hand
DROP INDEX payment_transactions_live;
CREATE UNIQUE INDEX payment_transactions_live ON payment_transactions (customer_id, purpose, debit_id) WHERE state IN ('open', 'pending', 'failed');

-- +goose Down
DROP INDEX mandate_debits_to_do;
DROP INDEX mandate_debits_reference;
DROP INDEX mandates_last_day;
DROP INDEX mandates_check;
DROP INDEX mandates_registration;
DROP INDEX mandates_token;
DROP INDEX mandates_unique_id;
DROP INDEX mandates_reference;
