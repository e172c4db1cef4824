-- name: InboxEventAdd :execrows
INSERT INTO provider_events (provider, event_id, kind, order_id, payment_id, refund_id, subject_id, body, body_hash, received_at,
    processed_at)
VALUES (sqlc.arg(provider), sqlc.arg(event_id), sqlc.arg(kind), sqlc.arg(order_id), sqlc.arg(payment_id), sqlc.arg(refund_id),
    sqlc.arg(subject_id), sqlc.arg(body), sqlc.arg(body_hash), sqlc.arg(received_at), 0)
ON CONFLICT DO NOTHING;

-- name: InboxEvent :one
SELECT * FROM provider_events WHERE provider = sqlc.arg(provider) AND event_id = sqlc.arg(event_id);

-- Any event of a provider that came at a time or later.
-- name: InboxEventSince :one
SELECT received_at FROM provider_events WHERE provider = sqlc.arg(provider) AND received_at >= sqlc.arg(since) LIMIT 1;

-- name: InboxEventProcessed :exec
UPDATE provider_events SET processed_at = sqlc.arg(processed_at)
WHERE provider = sqlc.arg(provider) AND event_id = sqlc.arg(event_id);

-- Events whose bodies are not under the key that a prefix names.
-- name: InboxEventsOfOtherKeys :many
SELECT provider, event_id, body FROM provider_events
WHERE body <> '' AND SUBSTR(body, 1, LENGTH(CAST(sqlc.arg(prefix) AS TEXT))) <> CAST(sqlc.arg(prefix) AS TEXT)
ORDER BY provider, event_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: InboxEventReencrypt :exec
UPDATE provider_events SET body = sqlc.arg(body) WHERE provider = sqlc.arg(provider) AND event_id = sqlc.arg(event_id);
