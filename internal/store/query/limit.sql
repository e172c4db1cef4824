-- name: LimitHits :many
SELECT window_start, hits FROM rate_counters
WHERE bucket = sqlc.arg(bucket) AND window_start IN (CAST(sqlc.arg(present_start) AS BIGINT), CAST(sqlc.arg(former_start) AS BIGINT));

-- name: LimitHit :exec
INSERT INTO rate_counters (bucket, window_start, hits) VALUES (sqlc.arg(bucket), sqlc.arg(window_start), 1)
ON CONFLICT (bucket, window_start) DO UPDATE SET hits = rate_counters.hits + 1;

-- name: LimitGiveBack :exec
UPDATE rate_counters SET hits = hits - 1
WHERE bucket = sqlc.arg(bucket) AND window_start = sqlc.arg(window_start) AND hits > 0;

-- name: LimitForget :execrows
DELETE FROM rate_counters WHERE window_start < sqlc.arg(window_start);
