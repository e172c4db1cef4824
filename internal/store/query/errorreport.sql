-- One more of errors that are known. A resolved group is there again.
-- name: ErrorGroupCount :execrows
UPDATE error_groups SET
    count = count + 1, last_seen_at = sqlc.arg(last_seen_at), event_id = sqlc.arg(event_id), sample = sqlc.arg(sample), forwarding = 'waiting',
    state = CASE WHEN state = 'resolved' THEN 'again' ELSE state END
WHERE fingerprint = sqlc.arg(fingerprint);

-- name: ErrorGroupAdd :exec
INSERT INTO error_groups (id, fingerprint, source, type, culprit, release, state, count, first_seen_at, last_seen_at, event_id, sample, forwarding)
VALUES (
    sqlc.arg(id), sqlc.arg(fingerprint), sqlc.arg(source), sqlc.arg(type), sqlc.arg(culprit), sqlc.arg(release), 'open', 1,
    sqlc.arg(first_seen_at), sqlc.arg(first_seen_at), sqlc.arg(event_id), sqlc.arg(sample), 'waiting'
);

-- name: ErrorGroupsSince :one
SELECT COUNT(*) FROM error_groups WHERE source = sqlc.arg(source) AND first_seen_at >= sqlc.arg(since);

-- name: ErrorGroupsNewest :many
SELECT * FROM error_groups ORDER BY last_seen_at DESC, id DESC LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- name: ErrorGroup :one
SELECT * FROM error_groups WHERE id = sqlc.arg(id);

-- name: ErrorGroupResolve :execrows
UPDATE error_groups SET state = 'resolved' WHERE id = sqlc.arg(id) AND state <> 'resolved';

-- Groups whose sample the error tracker has not, the oldest first.
-- name: ErrorGroupsWaiting :many
SELECT id, event_id, sample FROM error_groups
WHERE forwarding = 'waiting' AND last_seen_at > sqlc.arg(since)
ORDER BY last_seen_at, id LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- A newer sample that came meanwhile waits on.
-- name: ErrorGroupForwarded :exec
UPDATE error_groups SET forwarding = sqlc.arg(forwarding) WHERE id = sqlc.arg(id) AND event_id = sqlc.arg(event_id);

-- name: ErrorGroupsForget :execrows
DELETE FROM error_groups WHERE last_seen_at < sqlc.arg(at);
