-- name: IdempotencyFind :one
SELECT * FROM idempotency_keys
WHERE customer_id = sqlc.arg(customer_id) AND idempotency_key = sqlc.arg(idempotency_key);

-- name: IdempotencySave :execrows
INSERT INTO idempotency_keys (customer_id, idempotency_key, operation, input_hash, answer, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(idempotency_key), sqlc.arg(operation), sqlc.arg(input_hash), sqlc.arg(answer), sqlc.arg(created_at))
ON CONFLICT (customer_id, idempotency_key) DO UPDATE
SET operation = excluded.operation, input_hash = excluded.input_hash, answer = excluded.answer, created_at = excluded.created_at
WHERE idempotency_keys.created_at < sqlc.arg(forgotten_before);

-- name: IdempotencyForget :execrows
DELETE FROM idempotency_keys WHERE created_at < sqlc.arg(before_at);

-- name: IdempotencyForgetDerived :exec
DELETE FROM idempotency_keys
WHERE customer_id = sqlc.arg(customer_id) AND operation = sqlc.arg(operation) AND idempotency_key LIKE 'derived %';
