-- An alert that was raised before stays as it is, open or closed, unless it is raised again.
-- name: AlertRaise :execrows
INSERT INTO alerts (id, kind, subject, customer_id, detail, created_at, closed_at)
VALUES (sqlc.arg(id), sqlc.arg(kind), sqlc.arg(subject), sqlc.arg(customer_id), sqlc.arg(detail), sqlc.arg(created_at), 0)
ON CONFLICT (kind, subject) DO UPDATE SET customer_id = excluded.customer_id, detail = excluded.detail,
    created_at = excluded.created_at, closed_at = 0
WHERE CAST(sqlc.arg(again) AS BOOLEAN);

-- name: AlertsOpen :many
SELECT * FROM alerts WHERE closed_at = 0 ORDER BY id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: AlertsOpenOf :one
SELECT COUNT(*) FROM alerts WHERE kind = sqlc.arg(kind) AND closed_at = 0;

-- name: AlertGet :one
SELECT * FROM alerts WHERE id = $1;

-- name: AlertBySubject :one
SELECT * FROM alerts WHERE kind = $1 AND subject = $2;

-- name: AlertClose :execrows
UPDATE alerts SET closed_at = sqlc.arg(closed_at) WHERE id = sqlc.arg(id) AND closed_at = 0;
