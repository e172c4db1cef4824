-- name: EventRevisions :many
SELECT id, revision FROM customers WHERE id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)));
