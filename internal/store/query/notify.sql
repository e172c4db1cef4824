-- name: NotifyMessageAdd :execrows
INSERT INTO messages (customer_id, id, channel, recipient, template, subject, body, variables, fact, state, is_secret, created_at, valid_until, document, sent_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(channel), sqlc.arg(recipient), sqlc.arg(template), sqlc.arg(subject), sqlc.arg(body),
    sqlc.arg(variables), sqlc.arg(fact), sqlc.arg(state), sqlc.arg(is_secret), sqlc.arg(created_at), sqlc.arg(valid_until), sqlc.arg(document), sqlc.arg(sent_at))
ON CONFLICT (customer_id, channel, fact, recipient) WHERE recipient <> '' DO NOTHING;

-- name: NotifyMessage :one
SELECT * FROM messages WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: NotifyMessageEnd :execrows
UPDATE messages SET state = sqlc.arg(state), sent_at = sqlc.arg(sent_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'waiting';

-- What is said now in place of what was written, as long as it waits.
-- name: NotifyMessageRenew :execrows
UPDATE messages SET template = sqlc.arg(template), subject = sqlc.arg(subject), body = sqlc.arg(body), variables = sqlc.arg(variables)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'waiting';

-- The mails to a customer that wait with a document, but for one of them.
-- name: NotifyDocumentsWaiting :many
SELECT * FROM messages
WHERE customer_id = sqlc.arg(customer_id) AND channel = 'email' AND recipient = sqlc.arg(recipient) AND id <> sqlc.arg(id)
    AND state = 'waiting' AND document <> '' AND template LIKE 'document!_issued%' ESCAPE '!'
ORDER BY id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: NotifyMessageWipe :exec
UPDATE messages SET body = '', variables = '{}' WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: NotifyCustomer :one
SELECT * FROM customers WHERE id = sqlc.arg(id);

-- name: NotifyCustomerByMobile :one
SELECT * FROM customers WHERE mobile = sqlc.arg(mobile);

-- name: NotifyDevices :many
SELECT device_token FROM devices WHERE customer_id = sqlc.arg(customer_id) AND contact_permission
ORDER BY updated_at DESC, device_token LIMIT CAST(sqlc.arg(max_devices) AS INTEGER);

-- name: NotifyPreferences :many
SELECT * FROM notification_preferences WHERE customer_id = sqlc.arg(customer_id) ORDER BY category, channel;

-- name: NotifyPreferencePut :exec
INSERT INTO notification_preferences (customer_id, category, channel, is_enabled, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(category), sqlc.arg(channel), sqlc.arg(is_enabled), sqlc.arg(updated_at))
ON CONFLICT (customer_id, category, channel) DO UPDATE SET is_enabled = excluded.is_enabled, updated_at = excluded.updated_at;

-- What was sent and what waits, with the names of those who are customers.
-- name: NotifyOutbox :many
SELECT m.customer_id, m.id, m.channel, m.recipient, m.subject, m.body, m.state, m.document, m.variables, m.created_at, m.sent_at,
    CAST(COALESCE(c.full_name, '') AS TEXT) AS full_name
FROM messages m LEFT JOIN customers c ON c.id = m.customer_id
WHERE CAST(sqlc.arg(recipient) AS TEXT) = '' OR m.recipient = CAST(sqlc.arg(recipient) AS TEXT)
  OR c.mobile = CAST(sqlc.arg(recipient) AS TEXT)
ORDER BY CASE WHEN m.sent_at > 0 THEN m.sent_at ELSE m.created_at END DESC, m.id DESC
LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: NotifyEraseMessages :exec
UPDATE messages SET recipient = '', subject = '', body = '', variables = '{}' WHERE customer_id = sqlc.arg(customer_id);

-- name: NotifyErasePreferences :exec
DELETE FROM notification_preferences WHERE customer_id = sqlc.arg(customer_id);

-- When a customer was first told about a fact, on any channel; 0 if never.
-- name: NotifyToldAt :one
SELECT CAST(COALESCE(MIN(created_at), 0) AS BIGINT) AS told_at FROM messages
WHERE customer_id = sqlc.arg(customer_id) AND channel IN ('sms', 'email', 'push') AND fact = sqlc.arg(fact) AND recipient <> '';

-- What a customer was told, on every channel, newest first, older than a message.
-- name: NotifyMessagesOf :many
SELECT id, channel, template, subject, body, fact, state, created_at, sent_at FROM messages
WHERE customer_id = sqlc.arg(customer_id) AND id < sqlc.arg(before_id) AND NOT is_secret AND state <> 'withheld' AND recipient <> ''
ORDER BY id DESC LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: NotifyStrangersErase :exec
DELETE FROM messages WHERE customer_id = 0 AND fact LIKE CAST(sqlc.arg(about) AS TEXT) || '/%';

-- Who was written to without being a customer is not kept for long.
-- name: NotifyStrangersForget :execrows
DELETE FROM messages WHERE customer_id = 0 AND created_at < sqlc.arg(created_at);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: NotifyExportMessages :many
SELECT id, channel, recipient, template, subject, body, state, is_secret, created_at, valid_until, sent_at FROM messages
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: NotifyExportNotificationPreferences :many
SELECT category, channel, is_enabled, updated_at FROM notification_preferences
WHERE customer_id = $1 ORDER BY category, channel;
