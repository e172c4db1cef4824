-- +goose Up
-- Of a term that an extension made: by how many months it lengthened the tenure,
-- and the end of the tenure before it, so that it can be taken back. 0 and '' for
-- a term of another cause, and for what was agreed before.
ALTER TABLE item_terms ADD COLUMN extension_months BIGINT NOT NULL DEFAULT 0 CHECK (extension_months BETWEEN 0 AND 24);
ALTER TABLE item_terms ADD COLUMN old_end_date TEXT NOT NULL DEFAULT '' CHECK (old_end_date = '' OR old_end_date LIKE '____-__-__');

-- +goose Down
ALTER TABLE item_terms DROP COLUMN old_end_date;
ALTER TABLE item_terms DROP COLUMN extension_months;
