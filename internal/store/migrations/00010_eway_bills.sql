-- +goose Up

ALTER TABLE challans ADD COLUMN eway_bill TEXT NOT NULL DEFAULT '' CHECK (length(eway_bill) IN (0, 12)); -- number of the e-way bill; '' without one

-- +goose Down

ALTER TABLE challans DROP COLUMN eway_bill;
