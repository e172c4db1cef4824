-- name: FeedbackOpen :execrows
INSERT INTO feedback_requests (customer_id, token, message, cause, state, rating, comment, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(token), sqlc.arg(message), sqlc.arg(cause), 'open', 0, '', sqlc.arg(created_at), sqlc.arg(created_at))
ON CONFLICT DO NOTHING;

-- name: FeedbackNext :one
SELECT * FROM feedback_requests
WHERE customer_id = sqlc.arg(customer_id) AND created_at >= sqlc.arg(asked_since) AND (state = 'open' OR (state = 'later' AND updated_at < sqlc.arg(postponed_before_at)))
ORDER BY created_at DESC LIMIT 1;

-- name: FeedbackByToken :one
SELECT * FROM feedback_requests WHERE customer_id = sqlc.arg(customer_id) AND token = sqlc.arg(token);

-- name: FeedbackMove :execrows
UPDATE feedback_requests
SET state = sqlc.arg(state), rating = sqlc.arg(rating), comment = sqlc.arg(comment), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND token = sqlc.arg(token) AND state IN ('open', 'later');

-- name: FeedbackErase :exec
UPDATE feedback_requests SET comment = '' WHERE customer_id = $1;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: FeedbackExportRequests :many
SELECT message, state, rating, comment, created_at, updated_at FROM feedback_requests
WHERE customer_id = $1 ORDER BY token;
