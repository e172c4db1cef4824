-- name: TouchCustomer :exec
UPDATE customers SET revision = revision + 1 WHERE id = $1;

-- name: CustomerRevisions :many
SELECT id, revision FROM customers WHERE id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)));

-- name: SettingGet :one
SELECT value FROM settings WHERE name = $1;

-- name: SettingPut :exec
INSERT INTO settings (name, value) VALUES ($1, $2)
ON CONFLICT (name) DO UPDATE SET value = excluded.value;
