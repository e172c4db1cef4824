-- +goose Up
-- A schedule is a job that, once it is done, waits for its next time. What is due stays due. The table may go at once,
-- because no release has used it. The ids are below those of internal/ident, which begin with the time.
INSERT INTO jobs (id, kind, dedupe_key, payload, state, run_at, created_at)
SELECT 1000000 + ROW_NUMBER() OVER (ORDER BY s.name), 'every/' || s.name, s.name, 'null', 'ready', s.next_at, s.next_at
FROM schedules s
WHERE NOT EXISTS (SELECT 1 FROM jobs j WHERE j.kind = 'every/' || s.name AND j.state IN ('ready', 'running'));
DROP TABLE schedules;

-- +goose Down
CREATE TABLE schedules (
    name TEXT PRIMARY KEY NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    next_at BIGINT NOT NULL CHECK (next_at >= 0),
    last_at BIGINT NOT NULL DEFAULT 0 CHECK (last_at >= 0)
);
