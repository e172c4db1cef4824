-- name: JobAdd :execrows
INSERT INTO jobs (id, kind, dedupe_key, payload, state, run_at, lease_until, fence, tries, last_error, created_at, done_at)
VALUES (sqlc.arg(id), sqlc.arg(kind), sqlc.arg(dedupe_key), sqlc.arg(payload), 'ready', sqlc.arg(run_at), 0, 0, 0, '', sqlc.arg(created_at), 0)
ON CONFLICT (kind, dedupe_key) WHERE state = 'ready' DO NOTHING;

-- name: JobsReady :many
SELECT * FROM jobs j
WHERE j.state = 'ready' AND j.run_at <= sqlc.arg(run_at)
  AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.state = 'running' AND r.kind = j.kind AND r.dedupe_key = j.dedupe_key)
ORDER BY j.run_at, j.id LIMIT CAST(sqlc.arg(batch) AS INTEGER);

-- name: JobsAbandoned :many
SELECT * FROM jobs WHERE state = 'running' AND lease_until <= sqlc.arg(lease_until) ORDER BY run_at, id;

-- name: JobClaim :execrows
UPDATE jobs SET state = 'running', lease_until = sqlc.arg(lease_until), fence = fence + 1, tries = tries + 1
WHERE id = sqlc.arg(id) AND fence = sqlc.arg(fence) AND state = sqlc.arg(state);

-- name: JobRenew :execrows
UPDATE jobs SET lease_until = sqlc.arg(lease_until)
WHERE id = sqlc.arg(id) AND fence = sqlc.arg(fence) AND state = 'running';

-- name: JobHeld :one
SELECT COUNT(*) FROM jobs WHERE id = sqlc.arg(id) AND fence = sqlc.arg(fence) AND state = 'running';

-- name: JobFinish :execrows
UPDATE jobs SET state = sqlc.arg(state), last_error = sqlc.arg(last_error), done_at = sqlc.arg(done_at), lease_until = 0
WHERE id = sqlc.arg(id) AND fence = sqlc.arg(fence) AND state = 'running';

-- name: JobRetry :execrows
UPDATE jobs SET state = 'ready', run_at = sqlc.arg(run_at), tries = sqlc.arg(tries), last_error = sqlc.arg(last_error), lease_until = 0
WHERE id = sqlc.arg(id) AND fence = sqlc.arg(fence) AND state = 'running';

-- name: JobsNextAt :one
SELECT CAST(COALESCE(MIN(t.at), 0) AS BIGINT) AS next_at FROM (
    SELECT j.run_at AS at FROM jobs j
    WHERE j.state = 'ready'
      AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.state = 'running' AND r.kind = j.kind AND r.dedupe_key = j.dedupe_key)
    UNION ALL
    SELECT lease_until AS at FROM jobs WHERE state = 'running'
) t;

-- name: JobsCount :many
SELECT kind, state, COUNT(*) AS jobs FROM jobs GROUP BY kind, state ORDER BY kind, state;

-- name: JobsDead :one
SELECT COUNT(*) FROM jobs WHERE state = 'dead';

-- name: JobsForget :execrows
DELETE FROM jobs WHERE state = 'done' AND done_at < sqlc.arg(before_at);

-- name: JobScheduleAdd :execrows
INSERT INTO jobs (id, kind, dedupe_key, payload, state, run_at, lease_until, fence, tries, last_error, created_at, done_at)
SELECT CAST(sqlc.arg(id) AS BIGINT), CAST(sqlc.arg(kind) AS TEXT), CAST(sqlc.arg(dedupe_key) AS TEXT), 'null', 'ready', CAST(sqlc.arg(run_at) AS BIGINT), 0, 0, 0, '', CAST(sqlc.arg(created_at) AS BIGINT), 0
WHERE NOT EXISTS (SELECT 1 FROM jobs WHERE kind = sqlc.arg(kind) AND dedupe_key = sqlc.arg(dedupe_key) AND state = 'ready')
  AND NOT EXISTS (SELECT 1 FROM jobs WHERE kind = sqlc.arg(kind) AND dedupe_key = sqlc.arg(dedupe_key) AND state = 'running');

-- name: JobScheduleAgain :execrows
UPDATE jobs SET state = 'ready', run_at = sqlc.arg(run_at), tries = 0, last_error = '', lease_until = 0
WHERE jobs.id = sqlc.arg(id) AND jobs.fence = sqlc.arg(fence) AND jobs.state = 'running'
  AND NOT EXISTS (SELECT 1 FROM jobs r WHERE r.kind = jobs.kind AND r.dedupe_key = jobs.dedupe_key AND r.state = 'ready');

-- name: JobPayloads :many
SELECT payload FROM jobs WHERE kind = $1 ORDER BY id;
