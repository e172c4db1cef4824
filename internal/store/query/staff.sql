-- name: StaffAdd :execrows
INSERT INTO staff (id, name, email, totp_secret, totp_step, active, created_at)
VALUES (sqlc.arg(id), sqlc.arg(name), sqlc.arg(email), sqlc.arg(totp_secret), 0, TRUE, sqlc.arg(created_at))
ON CONFLICT DO NOTHING;

-- name: StaffAll :many
SELECT * FROM staff ORDER BY name, id LIMIT 500;

-- name: StaffOne :one
SELECT * FROM staff WHERE id = sqlc.arg(id);

-- name: StaffByEmail :one
SELECT * FROM staff WHERE email = sqlc.arg(email);

-- A code of the authenticator app was taken; a second one of the same time is not.
-- name: StaffCodeTaken :execrows
UPDATE staff SET totp_step = sqlc.arg(totp_step) WHERE id = sqlc.arg(id) AND totp_step < sqlc.arg(totp_step);

-- name: StaffRenew :exec
UPDATE staff SET name = sqlc.arg(name), totp_secret = sqlc.arg(totp_secret), totp_step = 0, active = TRUE WHERE id = sqlc.arg(id);

-- name: StaffEnd :execrows
UPDATE staff SET active = FALSE WHERE id = sqlc.arg(id) AND active;

-- name: StaffSecretRewrap :exec
UPDATE staff SET totp_secret = sqlc.arg(totp_secret) WHERE id = sqlc.arg(id);

-- name: StaffChallengeAdd :exec
INSERT INTO staff_challenges (id, staff_id, address_hash, code_hash, tries, expires_at)
VALUES (sqlc.arg(id), sqlc.narg(staff_id), sqlc.arg(address_hash), sqlc.arg(code_hash), 0, sqlc.arg(expires_at));

-- name: StaffChallenge :one
SELECT * FROM staff_challenges WHERE id = sqlc.arg(id);

-- name: StaffChallengeTried :exec
UPDATE staff_challenges SET tries = tries + 1 WHERE id = sqlc.arg(id);

-- name: StaffChallengesEnd :exec
DELETE FROM staff_challenges WHERE staff_id = sqlc.arg(staff_id) AND staff_id IS NOT NULL;

-- name: StaffChallengesForget :execrows
DELETE FROM staff_challenges WHERE expires_at < sqlc.arg(expires_at);

-- name: StaffSessionAdd :exec
INSERT INTO staff_sessions (token_hash, staff_id, created_at, idle_until, expires_at)
VALUES (sqlc.arg(token_hash), sqlc.arg(staff_id), sqlc.arg(created_at), sqlc.arg(idle_until), sqlc.arg(expires_at));

-- name: StaffSession :one
SELECT s.idle_until, s.expires_at, p.id, p.name, p.email FROM staff_sessions s JOIN staff p ON p.id = s.staff_id
WHERE s.token_hash = sqlc.arg(token_hash) AND p.active;

-- name: StaffSessionSeen :exec
UPDATE staff_sessions SET idle_until = sqlc.arg(idle_until) WHERE token_hash = sqlc.arg(token_hash);

-- name: StaffSessionEnd :exec
DELETE FROM staff_sessions WHERE token_hash = sqlc.arg(token_hash);

-- name: StaffSessionsEnd :exec
DELETE FROM staff_sessions WHERE staff_id = sqlc.arg(staff_id);

-- Of somebody's sessions the newest stay.
-- name: StaffSessionsTrim :exec
DELETE FROM staff_sessions WHERE staff_sessions.staff_id = sqlc.arg(staff_id) AND staff_sessions.token_hash NOT IN (
    SELECT s.token_hash FROM staff_sessions s WHERE s.staff_id = sqlc.arg(staff_id) ORDER BY s.created_at DESC, s.token_hash LIMIT CAST(sqlc.arg(most) AS INTEGER));

-- name: StaffSessionsForget :execrows
DELETE FROM staff_sessions WHERE expires_at < sqlc.arg(expires_at);
