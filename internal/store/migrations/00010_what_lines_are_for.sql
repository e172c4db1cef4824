-- +goose Up
-- What a line of an invoice is for, so that it can be worded in any language; a
-- line of before has only its English description, from which it follows.
ALTER TABLE invoice_lines ADD COLUMN purpose TEXT NOT NULL DEFAULT '' CHECK (purpose = '' OR purpose IN ('rent', 'early_closure', 'damage', 'charge', 'late_fee')); -- of a credit: that of what it takes back; '' before
ALTER TABLE invoice_lines ADD COLUMN written_text TEXT NOT NULL DEFAULT '' CHECK (length(written_text) <= 1000); -- what the company's people wrote of a damage or another charge
ALTER TABLE invoice_lines ADD COLUMN fee_of TEXT NOT NULL DEFAULT '' CHECK (length(fee_of) <= 16); -- number of the invoice that a late fee is for
ALTER TABLE invoice_lines ADD COLUMN reason TEXT NOT NULL DEFAULT '' CHECK (reason IN ('', 'picked_up', 'terms_changed', 'pickup_put_off', 'credited_before', 'request_taken_back', 'written')); -- why it is credited; '' before, and of what is no credit
ALTER TABLE invoice_lines ADD COLUMN reason_date TEXT NOT NULL DEFAULT '' CHECK (reason_date = '' OR reason_date LIKE '____-__-__');
ALTER TABLE invoice_lines ADD COLUMN reason_text TEXT NOT NULL DEFAULT '' CHECK (length(reason_text) <= 1000); -- the reason that a person wrote
ALTER TABLE invoice_lines ADD CONSTRAINT invoice_lines_reason CHECK (reason = '' OR kind = 'credit');

-- +goose Down
ALTER TABLE invoice_lines DROP CONSTRAINT invoice_lines_reason;
ALTER TABLE invoice_lines DROP COLUMN reason_text;
ALTER TABLE invoice_lines DROP COLUMN reason_date;
ALTER TABLE invoice_lines DROP COLUMN reason;
ALTER TABLE invoice_lines DROP COLUMN fee_of;
ALTER TABLE invoice_lines DROP COLUMN written_text;
ALTER TABLE invoice_lines DROP COLUMN purpose;
