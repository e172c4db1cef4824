-- name: DemoSetting :one
SELECT value FROM settings WHERE name = $1;

-- name: DemoSettingPut :exec
INSERT INTO settings (name, value) VALUES (sqlc.arg(name), sqlc.arg(value))
ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: DemoCityAdd :exec
INSERT INTO cities (id, slug, name, state_code, state_name, lat, lng, radius_km)
VALUES (sqlc.arg(id), sqlc.arg(slug), sqlc.arg(name), sqlc.arg(state_code), sqlc.arg(state_name), sqlc.arg(lat), sqlc.arg(lng), sqlc.arg(radius_km))
ON CONFLICT DO NOTHING;

-- name: DemoRegistrationAdd :exec
INSERT INTO gst_registrations (state_code, gstin, series, legal_name, address)
VALUES (sqlc.arg(state_code), sqlc.arg(gstin), sqlc.arg(series), sqlc.arg(legal_name), sqlc.arg(address))
ON CONFLICT DO NOTHING;

-- name: DemoProductAdd :exec
INSERT INTO products (id, slug, name, category, thumbnail, sac, gst_bp, is_ac, closure_multiplier_bp, rent_paise, deposit_paise)
VALUES (sqlc.arg(id), sqlc.arg(slug), sqlc.arg(name), sqlc.arg(category), sqlc.arg(thumbnail), sqlc.arg(sac), sqlc.arg(gst_bp),
    sqlc.arg(is_ac), sqlc.arg(closure_multiplier_bp), sqlc.arg(rent_paise), sqlc.arg(deposit_paise))
ON CONFLICT DO NOTHING;

-- name: DemoCustomerByMobile :one
SELECT id FROM customers WHERE mobile = $1;

-- name: DemoInbox :many
SELECT m.customer_id, m.id, m.channel, m.recipient, m.subject, m.body, m.state, m.created_at,
    CAST(COALESCE(c.full_name, '') AS TEXT) AS full_name
FROM messages m LEFT JOIN customers c ON c.id = m.customer_id
WHERE CAST(sqlc.arg(recipient) AS TEXT) = '' OR m.recipient = sqlc.arg(recipient)
ORDER BY m.created_at DESC, m.id DESC
LIMIT sqlc.arg(page_size);
