-- name: DemoCustomerByMobile :one
SELECT id FROM customers WHERE mobile = $1;

-- name: DemoInbox :many
SELECT m.customer_id, m.id, m.channel, m.recipient, m.subject, m.body, m.state, m.created_at,
    CAST(COALESCE(c.full_name, '') AS TEXT) AS full_name
FROM messages m LEFT JOIN customers c ON c.id = m.customer_id
WHERE CAST(sqlc.arg(recipient) AS TEXT) = '' OR m.recipient = CAST(sqlc.arg(recipient) AS TEXT)
  OR c.mobile = CAST(sqlc.arg(recipient) AS TEXT)
ORDER BY m.created_at DESC, m.id DESC
LIMIT CAST(sqlc.arg(page_size) AS INTEGER);
