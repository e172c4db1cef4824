-- +goose Up
-- When an item was picked up in fact: closed_date is the day that was planned,
-- however late we came. '' while active, and for what was closed before.
ALTER TABLE order_items ADD COLUMN pickup_date TEXT NOT NULL DEFAULT '' CHECK (pickup_date = '' OR pickup_date LIKE '____-__-__');

-- +goose Down
ALTER TABLE order_items DROP COLUMN pickup_date;
