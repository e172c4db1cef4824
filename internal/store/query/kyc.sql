-- name: KycCase :one
SELECT * FROM kyc_cases WHERE customer_id = $1;

-- name: KycCasePut :exec
INSERT INTO kyc_cases (customer_id, state, profession_type, decision, score, reasons, evaluated_at, renamed_at, former_name, data_key, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(state), sqlc.arg(profession_type), sqlc.arg(decision), sqlc.arg(score), sqlc.arg(reasons),
        sqlc.arg(evaluated_at), sqlc.arg(renamed_at), sqlc.arg(former_name), sqlc.arg(data_key), sqlc.arg(created_at), sqlc.arg(updated_at))
ON CONFLICT (customer_id) DO UPDATE SET
    state = EXCLUDED.state, profession_type = EXCLUDED.profession_type, decision = EXCLUDED.decision, score = EXCLUDED.score,
    reasons = EXCLUDED.reasons, evaluated_at = EXCLUDED.evaluated_at, renamed_at = EXCLUDED.renamed_at,
    former_name = EXCLUDED.former_name, data_key = EXCLUDED.data_key, updated_at = EXCLUDED.updated_at;

-- Cases that wait for a person, the oldest first.
-- name: KycCasesInReview :many
SELECT customer_id, profession_type, decision, score, reasons, evaluated_at FROM kyc_cases
WHERE state = 'in_review' ORDER BY evaluated_at, customer_id LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- name: KycSteps :many
SELECT * FROM kyc_steps WHERE customer_id = $1 ORDER BY step;

-- name: KycStepPut :exec
INSERT INTO kyc_steps (customer_id, step, state, attempt, refusals, reason, number_hash, details, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(step), sqlc.arg(state), sqlc.arg(attempt), sqlc.arg(refusals), sqlc.arg(reason),
        sqlc.arg(number_hash), sqlc.arg(details), sqlc.arg(updated_at))
ON CONFLICT (customer_id, step) DO UPDATE SET
    state = EXCLUDED.state, attempt = EXCLUDED.attempt, refusals = EXCLUDED.refusals, reason = EXCLUDED.reason,
    number_hash = EXCLUDED.number_hash, details = EXCLUDED.details, updated_at = EXCLUDED.updated_at;

-- Whose the verified number with a hash is.
-- name: KycNumberOwner :one
SELECT customer_id FROM kyc_steps WHERE number_hash = sqlc.arg(number_hash) AND number_hash <> '' LIMIT 1;

-- name: KycDocumentAdd :exec
INSERT INTO kyc_documents (customer_id, id, step, side, name, media_type, size_bytes, blob_key, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(step), sqlc.arg(side), sqlc.arg(name), sqlc.arg(media_type),
        sqlc.arg(size_bytes), sqlc.arg(blob_key), sqlc.arg(created_at));

-- name: KycDocuments :many
SELECT * FROM kyc_documents WHERE customer_id = $1 ORDER BY id;

-- name: KycDocument :one
SELECT * FROM kyc_documents WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: KycDocumentRemove :exec
DELETE FROM kyc_documents WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- Every file that this database knows of, for the demo that is made anew.
-- name: KycBlobKeys :many
SELECT blob_key FROM kyc_documents;

-- name: KycStatementPut :exec
INSERT INTO kyc_statements (customer_id, id, entity_id, source, state, attempt, reason, asked_at, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(entity_id), sqlc.arg(source), sqlc.arg(state), sqlc.arg(attempt),
        sqlc.arg(reason), sqlc.arg(asked_at), sqlc.arg(created_at))
ON CONFLICT (customer_id, id) DO UPDATE SET state = EXCLUDED.state, reason = EXCLUDED.reason, asked_at = EXCLUDED.asked_at;

-- name: KycStatement :one
SELECT * FROM kyc_statements WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: KycTransitionAdd :exec
INSERT INTO kyc_transitions (customer_id, id, subject, from_state, to_state, actor, cause, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(subject), sqlc.arg(from_state), sqlc.arg(to_state), sqlc.arg(actor),
        sqlc.arg(cause), sqlc.arg(created_at));

-- When something last changed for a cause, 0 for never.
-- name: KycLastOfCause :one
SELECT CAST(COALESCE(MAX(created_at), 0) AS BIGINT) FROM kyc_transitions WHERE customer_id = sqlc.arg(customer_id) AND cause = sqlc.arg(cause);

-- Cases whose key is encrypted under another key than the present one.
-- name: KycKeysOfOtherKeys :many
SELECT customer_id, data_key FROM kyc_cases
WHERE data_key <> '' AND (data_key < CAST(sqlc.arg(prefix) AS TEXT) OR data_key >= CAST(sqlc.arg(prefix) AS TEXT) || '~')
ORDER BY data_key LIMIT CAST(sqlc.arg(n) AS INTEGER);

-- name: KycKeyRewrap :exec
UPDATE kyc_cases SET data_key = sqlc.arg(data_key) WHERE customer_id = sqlc.arg(customer_id);

-- What is left of a case when its time is over: how it ended.
-- name: KycCaseErase :exec
UPDATE kyc_cases SET data_key = '', former_name = '', updated_at = sqlc.arg(updated_at) WHERE customer_id = sqlc.arg(customer_id);

-- name: KycStepsErase :exec
UPDATE kyc_steps SET details = '', number_hash = '' WHERE customer_id = $1;

-- name: KycDocumentsErase :exec
DELETE FROM kyc_documents WHERE customer_id = $1;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: KycExportDocuments :many
SELECT id, step, side, name, media_type, size_bytes, created_at FROM kyc_documents
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: KycExportStatements :many
SELECT id, source, state, attempt, reason, asked_at, created_at FROM kyc_statements
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: KycExportTransitions :many
SELECT id, subject, from_state, to_state, actor, cause, created_at FROM kyc_transitions
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
