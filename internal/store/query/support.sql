-- name: SupportThreadOpen :one
SELECT * FROM chat_threads WHERE customer_id = sqlc.arg(customer_id) AND state <> 'closed' LIMIT 1;

-- name: SupportThread :one
SELECT * FROM chat_threads WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SupportThreadAdd :exec
INSERT INTO chat_threads (customer_id, id, state, data_key, asked_at, seen_at, created_at, changed_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), 'assistant', sqlc.arg(data_key), 0, sqlc.arg(created_at), sqlc.arg(created_at), sqlc.arg(created_at));

-- name: SupportThreadMove :exec
UPDATE chat_threads SET state = sqlc.arg(state), asked_at = sqlc.arg(asked_at), changed_at = sqlc.arg(changed_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SupportThreadSeen :execrows
UPDATE chat_threads SET seen_at = sqlc.arg(seen_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND seen_at < sqlc.arg(seen_at);

-- Threads that wait for a person, those first that have waited longest.
-- name: SupportThreadsWaiting :many
SELECT * FROM chat_threads WHERE state = 'waiting' ORDER BY asked_at, customer_id, id LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- Threads in a state for which a person was asked, the newest first.
-- name: SupportThreadsInState :many
SELECT * FROM chat_threads WHERE state = sqlc.arg(state) AND asked_at > 0 ORDER BY changed_at DESC, customer_id, id LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- Other threads of a customer for which a person was asked, the newest first.
-- name: SupportThreadsBeside :many
SELECT * FROM chat_threads WHERE customer_id = sqlc.arg(customer_id) AND id <> sqlc.arg(id) AND asked_at > 0
ORDER BY id DESC LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- When anything in the threads changed last.
-- name: SupportLastChange :one
SELECT changed_at FROM chat_threads ORDER BY changed_at DESC LIMIT 1;

-- Threads in a state that nobody has touched since an instant.
-- name: SupportThreadsIdle :many
SELECT customer_id, id FROM chat_threads WHERE state = sqlc.arg(state) AND changed_at < sqlc.arg(changed_at)
ORDER BY changed_at, customer_id, id LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- name: SupportThreadForget :exec
DELETE FROM chat_threads WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SupportThreadsErase :exec
DELETE FROM chat_threads WHERE customer_id = sqlc.arg(customer_id);

-- name: SupportKeysOfOtherKeys :many
SELECT customer_id, id, data_key FROM chat_threads
WHERE data_key < CAST(sqlc.arg(prefix) AS TEXT) OR data_key >= CAST(sqlc.arg(prefix) AS TEXT) || '~'
ORDER BY customer_id, id LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- name: SupportKeyRewrap :exec
UPDATE chat_threads SET data_key = sqlc.arg(data_key) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SupportMessageAdd :exec
INSERT INTO chat_messages (customer_id, id, thread_id, author, staff_id, client_key, saying, body, upload_id, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(thread_id), sqlc.arg(author), sqlc.narg(staff_id), sqlc.arg(client_key), sqlc.arg(saying),
        sqlc.arg(body), sqlc.narg(upload_id), sqlc.arg(created_at));

-- name: SupportMessageOfKey :one
SELECT * FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND client_key = sqlc.arg(client_key) AND client_key <> '' LIMIT 1;

-- The newest messages of a customer before one of them, the newest first.
-- name: SupportMessagesBefore :many
SELECT * FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND id < sqlc.arg(before) ORDER BY id DESC LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- The newest messages of a thread, the newest first.
-- name: SupportMessagesOfThread :many
SELECT * FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND thread_id = sqlc.arg(thread_id) ORDER BY id DESC LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- What a customer wrote first in a thread, or else asked first by a press.
-- name: SupportMessageFirst :one
SELECT * FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND thread_id = sqlc.arg(thread_id) AND author = 'customer'
ORDER BY CASE WHEN saying = '' THEN 0 ELSE 1 END, id LIMIT 1;

-- How many messages of staff the customer has not seen.
-- name: SupportUnseen :one
SELECT COUNT(*) FROM chat_messages m JOIN chat_threads t ON t.customer_id = m.customer_id AND t.id = m.thread_id
WHERE m.customer_id = sqlc.arg(customer_id) AND m.author = 'staff' AND m.created_at > t.seen_at;

-- name: SupportMessagesForget :exec
DELETE FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND thread_id = sqlc.arg(thread_id);

-- name: SupportMessagesErase :exec
DELETE FROM chat_messages WHERE customer_id = sqlc.arg(customer_id);

-- name: SupportPicturesOfThread :many
SELECT upload_id FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND thread_id = sqlc.arg(thread_id) AND upload_id IS NOT NULL ORDER BY id;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: SupportExportChatThreads :many
SELECT id, state, asked_at, seen_at, created_at, changed_at FROM chat_threads
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: SupportExportMessages :many
SELECT * FROM chat_messages WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
