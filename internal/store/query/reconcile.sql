-- name: ReconcileRow :one
SELECT * FROM settlement_rows WHERE subject = sqlc.arg(subject);

-- name: ReconcileRowSave :exec
INSERT INTO settlement_rows (subject, provider, gateway, line_id, settlement, kind, is_refund, here_paise, gross_paise, cost_paise, tax_paise, seen_at)
VALUES (sqlc.arg(subject), sqlc.arg(provider), sqlc.arg(gateway), sqlc.arg(line_id), sqlc.arg(settlement), sqlc.arg(kind), sqlc.arg(is_refund),
    sqlc.arg(here_paise), sqlc.arg(gross_paise), sqlc.arg(cost_paise), sqlc.arg(tax_paise), sqlc.arg(seen_at))
ON CONFLICT (subject) DO UPDATE SET gateway = excluded.gateway, kind = excluded.kind, is_refund = excluded.is_refund,
    here_paise = excluded.here_paise, gross_paise = excluded.gross_paise, cost_paise = excluded.cost_paise, tax_paise = excluded.tax_paise;

-- name: ReconcileRowsOfLine :many
SELECT subject, settlement, kind FROM settlement_rows WHERE provider = sqlc.arg(provider) AND line_id = sqlc.arg(line_id);

-- name: ReconcileRowRemove :exec
DELETE FROM settlement_rows WHERE subject = sqlc.arg(subject);
