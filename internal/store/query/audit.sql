-- name: AuditAdd :exec
INSERT INTO audit_log (customer_id, id, at, actor, action, object, reason, request_id, network)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(at), sqlc.arg(actor), sqlc.arg(action), sqlc.arg(object), sqlc.arg(reason), sqlc.arg(request_id), sqlc.arg(network));

-- name: AuditOf :many
SELECT * FROM audit_log WHERE customer_id = sqlc.arg(customer_id) ORDER BY id;
