-- name: AuditAdd :exec
INSERT INTO audit_log (customer_id, id, at, actor, action, object, reason, request_id, network)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(at), sqlc.arg(actor), sqlc.arg(action), sqlc.arg(object), sqlc.arg(reason), sqlc.arg(request_id), sqlc.arg(network));

-- name: AuditOf :many
SELECT * FROM audit_log WHERE customer_id = sqlc.arg(customer_id) ORDER BY id;

-- name: AuditFirstSince :one
SELECT at FROM audit_log WHERE at >= sqlc.arg(since) ORDER BY at LIMIT 1;

-- name: AuditNewest :one
SELECT at FROM audit_log ORDER BY at DESC LIMIT 1;

-- A page of what was written from an instant on and before another one.
-- name: AuditBetween :many
SELECT * FROM audit_log
WHERE at >= sqlc.arg(since) AND at < sqlc.arg(before)
  AND (at > sqlc.arg(since) OR id > sqlc.arg(after_id) OR id = sqlc.arg(after_id) AND customer_id > sqlc.arg(after_customer))
ORDER BY at, id, customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- A page of what was written about one customer from an instant on and before another one.
-- name: AuditOfBetween :many
SELECT * FROM audit_log
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) AND at >= sqlc.arg(since) AND at < sqlc.arg(before)
ORDER BY id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: AuditDaySeal :execrows
INSERT INTO audit_days (day, entries, head, sealed_at)
VALUES (sqlc.arg(day), sqlc.arg(entries), sqlc.arg(head), sqlc.arg(sealed_at))
ON CONFLICT DO NOTHING;

-- name: AuditDays :many
SELECT * FROM audit_days ORDER BY day;

-- name: AuditLastDay :one
SELECT * FROM audit_days ORDER BY day DESC LIMIT 1;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: AuditExportLog :many
SELECT id, at, actor, action, object, reason FROM audit_log
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
