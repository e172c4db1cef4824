-- +goose Up
-- What is compared with the gateways of a day is found by its day, and a line of a settlement file by the gateway's id.
CREATE INDEX payment_attempts_made ON payment_attempts (gateway, created_at, id) WHERE gateway_order_id <> '';
CREATE INDEX refunds_made ON refunds (created_at, id) WHERE gateway_refund_id <> '';
CREATE INDEX refunds_at_gateway ON refunds (gateway, gateway_refund_id) WHERE gateway_refund_id <> '';

-- +goose Down
DROP INDEX refunds_at_gateway;
DROP INDEX refunds_made;
DROP INDEX payment_attempts_made;
