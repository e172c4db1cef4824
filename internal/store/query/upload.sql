-- name: UploadAdd :exec
INSERT INTO uploads (customer_id, id, purpose, name, media_type, size_bytes, blob_key, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(purpose), sqlc.arg(name), sqlc.arg(media_type),
        sqlc.arg(size_bytes), sqlc.arg(blob_key), sqlc.arg(created_at));

-- name: UploadGet :one
SELECT * FROM uploads WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: UploadsOf :many
SELECT id, blob_key, name, created_at FROM uploads WHERE customer_id = $1 ORDER BY id;

-- name: UploadUse :one
SELECT COUNT(*) AS files, CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) AS size_bytes
FROM uploads WHERE customer_id = sqlc.arg(customer_id);

-- How many bytes were kept of what a customer has sent since an instant.
-- name: UploadedSince :one
SELECT CAST(COALESCE(SUM(size_bytes), 0) AS BIGINT) FROM uploads
WHERE customer_id = sqlc.arg(customer_id) AND created_at >= sqlc.arg(since);

-- name: UploadKeys :many
SELECT blob_key FROM uploads;

-- name: UploadForget :exec
DELETE FROM uploads WHERE uploads.customer_id = sqlc.arg(customer_id) AND uploads.id = sqlc.arg(id) AND NOT EXISTS (
    SELECT 1 FROM ticket_images i WHERE i.customer_id = uploads.customer_id AND i.upload_id = uploads.id)
  AND NOT EXISTS (SELECT 1 FROM chat_messages m WHERE m.customer_id = uploads.customer_id AND m.upload_id = uploads.id);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: UploadExportUploads :many
SELECT id, name, media_type, size_bytes, created_at, purpose FROM uploads
WHERE customer_id = $1 ORDER BY id;
