-- name: MandateAdd :exec
INSERT INTO mandates (customer_id, id, gateway, method, state, is_active, token, label, last4, vpa, max_paise, expires_on, created_at, updated_at,
    reference, unique_id, check_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(gateway), sqlc.arg(method), sqlc.arg(state), sqlc.arg(is_active), sqlc.arg(token),
    sqlc.arg(label), sqlc.arg(last4), sqlc.arg(vpa), sqlc.arg(max_paise), sqlc.arg(expires_on), sqlc.arg(created_at), sqlc.arg(updated_at),
    sqlc.arg(reference), sqlc.arg(unique_id), sqlc.arg(check_at));

-- name: MandateRegistered :execrows
UPDATE mandates SET registration_id = sqlc.arg(registration_id), gateway_customer = sqlc.arg(gateway_customer), checkout = sqlc.arg(checkout),
    updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND registration_id = '' AND state = 'initiated';

-- What a gateway says of a mandate beside its state.
-- name: MandateDescribe :exec
UPDATE mandates SET token = sqlc.arg(token), label = sqlc.arg(label), last4 = sqlc.arg(last4), vpa = sqlc.arg(vpa),
    max_paise = sqlc.arg(max_paise), expires_on = sqlc.arg(expires_on), reason = sqlc.arg(reason)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateCheck :execrows
UPDATE mandates SET check_at = sqlc.arg(check_at), checks = sqlc.arg(checks)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND checks = sqlc.arg(was);

-- name: MandatesOverdue :many
SELECT * FROM mandates WHERE check_at > 0 AND check_at < sqlc.arg(before) ORDER BY check_at LIMIT 500;

-- name: MandatesRunOut :many
SELECT * FROM mandates
WHERE state IN ('confirmed', 'paused', 'cancelling') AND expires_on <> '' AND expires_on < sqlc.arg(today) ORDER BY expires_on, id LIMIT 500;

-- name: MandatesEnding :many
SELECT * FROM mandates
WHERE state IN ('confirmed', 'paused', 'cancelling') AND expires_on <> '' AND is_active AND expires_on <= sqlc.arg(up_to)
  AND (expires_on > sqlc.arg(after_day) OR expires_on = sqlc.arg(after_day) AND id > sqlc.arg(after_id))
ORDER BY expires_on, id LIMIT 500;

-- name: MandateByLink :one
SELECT * FROM mandates WHERE unique_id = sqlc.arg(unique_id) AND unique_id <> '';

-- name: MandateByToken :many
SELECT * FROM mandates WHERE gateway = sqlc.arg(gateway) AND token = sqlc.arg(token) AND token <> '' ORDER BY id LIMIT 10;

-- name: MandateByRegistration :many
SELECT * FROM mandates
WHERE gateway = sqlc.arg(gateway) AND registration_id = sqlc.arg(registration_id) AND registration_id <> '' ORDER BY id LIMIT 10;

-- name: MandateGet :one
SELECT * FROM mandates WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateMove :execrows
UPDATE mandates SET state = sqlc.arg(state), is_active = sqlc.arg(is_active), updated_at = sqlc.arg(updated_at),
    checkout = CASE WHEN sqlc.arg(state) = 'initiated' THEN checkout ELSE '' END
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: MandateActivate :one
UPDATE mandates SET is_active = TRUE, updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'confirmed' RETURNING *;

-- name: MandateDeactivate :exec
UPDATE mandates SET is_active = FALSE, updated_at = sqlc.arg(updated_at) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateList :many
SELECT * FROM mandates WHERE customer_id = $1 AND state IN ('confirmed', 'paused', 'cancelling') ORDER BY is_active DESC, id LIMIT 100;

-- name: MandateActive :one
SELECT * FROM mandates WHERE customer_id = $1 AND is_active;

-- name: MandateDebitAdd :execrows
INSERT INTO mandate_debits (customer_id, id, mandate_id, invoice_id, cycle, state, skipped_for, amount_paise, debit_on, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(mandate_id), sqlc.arg(invoice_id), sqlc.arg(cycle), sqlc.arg(state), sqlc.arg(skipped_for),
    sqlc.arg(amount_paise), sqlc.arg(debit_on), sqlc.arg(created_at), sqlc.arg(updated_at))
ON CONFLICT DO NOTHING;

-- name: MandateDebit :one
SELECT * FROM mandate_debits WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateDebitLatest :one
SELECT * FROM mandate_debits WHERE customer_id = $1 AND skipped_for <> 'month_taken' ORDER BY id DESC LIMIT 1;

-- name: MandateDebits :many
SELECT * FROM mandate_debits WHERE customer_id = $1 ORDER BY id DESC;

-- name: MandateDebitMove :execrows
UPDATE mandate_debits SET state = sqlc.arg(state), skipped_for = sqlc.arg(skipped_for), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: MandateDebitsPlannedFor :many
SELECT id FROM mandate_debits
WHERE customer_id = sqlc.arg(customer_id) AND invoice_id = sqlc.arg(invoice_id) AND state IN ('scheduled', 'notified') ORDER BY id;

-- name: MandateDebitsPlannedUnder :many
SELECT id FROM mandate_debits
WHERE customer_id = sqlc.arg(customer_id) AND mandate_id = sqlc.arg(mandate_id) AND state IN ('scheduled', 'notified') ORDER BY id;

-- name: MandateDebitOpen :one
SELECT EXISTS (
    SELECT 1 FROM mandate_debits d JOIN mandates m ON m.customer_id = d.customer_id AND m.id = d.mandate_id
    WHERE d.customer_id = sqlc.arg(customer_id) AND m.is_active AND m.state = 'confirmed'
      AND d.state IN ('scheduled', 'notified', 'unknown', 'submitted')
) AS open;

-- Debits for an invoice that excuse it in a month whose due day was over at an
-- instant: they are under way under the active mandate; we did not or could not
-- submit them and a mandate is active, or theirs was until then; or the month is
-- theirs, and their mandate was replaced, or stopped only after the due day.
-- name: MandateExcuses :one
SELECT EXISTS (
    SELECT 1 FROM mandate_debits d JOIN mandates own ON own.customer_id = d.customer_id AND own.id = d.mandate_id
    LEFT JOIN mandates m ON m.customer_id = d.customer_id AND m.is_active AND m.state = 'confirmed'
    WHERE d.customer_id = sqlc.arg(customer_id) AND d.invoice_id = sqlc.arg(invoice_id) AND (
        d.state IN ('scheduled', 'notified', 'unknown', 'submitted') AND m.id = d.mandate_id
        OR d.skipped_for IN ('lapsed', 'month_taken')
            AND (m.id IS NOT NULL OR own.state <> 'confirmed' AND own.updated_at >= sqlc.arg(due_over))
        OR d.skipped_for = 'mandate_inactive' AND d.cycle = sqlc.arg(cycle)
            AND (m.id <> d.mandate_id OR d.updated_at >= sqlc.arg(due_over)))
) AS excused;

-- The sum keeps the order of the rows from being that of the primary key, which
-- would read all debits instead of the open ones.
-- name: MandateDebitsOverdue :many
SELECT customer_id, id FROM mandate_debits
WHERE state IN ('scheduled', 'notified') AND cycle < sqlc.arg(cycle)
  AND (customer_id > sqlc.arg(after_customer) OR customer_id = sqlc.arg(after_customer) AND id > sqlc.arg(after_id))
ORDER BY customer_id + 0, id LIMIT 500;

-- name: MandateDebitByReference :one
SELECT * FROM mandate_debits WHERE reference = sqlc.arg(reference) AND reference <> '' ORDER BY id LIMIT 1;

-- name: MandateDebitPlan :execrows
UPDATE mandate_debits SET debit_on = sqlc.arg(debit_on), amount_paise = sqlc.arg(amount_paise), reference = sqlc.arg(reference), notice_id = ''
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'scheduled';

-- name: MandateDebitNotice :exec
UPDATE mandate_debits SET notice_id = sqlc.arg(notice_id) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateDebitTries :exec
UPDATE mandate_debits SET tries = sqlc.arg(tries) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- Debits under a mandate of which anything was submitted.
-- name: MandateDebitsTried :many
SELECT id FROM mandate_debits WHERE customer_id = sqlc.arg(customer_id) AND mandate_id = sqlc.arg(mandate_id) AND tries > 0 ORDER BY id;

-- name: MandateDebitsToDo :many
SELECT customer_id, id FROM mandate_debits
WHERE state IN ('scheduled', 'notified', 'unknown') AND debit_on <= sqlc.arg(up_to)
  AND (customer_id > sqlc.arg(after_customer) OR customer_id = sqlc.arg(after_customer) AND id > sqlc.arg(after_id))
ORDER BY customer_id + 0, id LIMIT 500;
