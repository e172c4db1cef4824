-- +goose Up
-- The items whose tenure ends soon, of which their customers are told every day.
CREATE INDEX order_items_tenure_end ON order_items (tenure_end, customer_id) WHERE delivery_status = 200;

-- +goose Down
DROP INDEX order_items_tenure_end;
