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
    max_paise = sqlc.arg(max_paise), expires_on = sqlc.arg(expires_on), reason = sqlc.arg(reason), is_at_bank = sqlc.arg(is_at_bank)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateCheck :execrows
UPDATE mandates SET check_at = sqlc.arg(check_at), checks = sqlc.arg(checks)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND checks = sqlc.arg(was)
  AND state NOT IN ('rejected', 'cancelled', 'expired');

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
    checkout = CASE WHEN sqlc.arg(state) = 'initiated' THEN checkout ELSE '' END,
    check_at = CASE WHEN sqlc.arg(state) IN ('rejected', 'cancelled', 'expired') THEN 0 ELSE check_at END
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: MandateActivate :one
UPDATE mandates SET is_active = TRUE, updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'confirmed' RETURNING *;

-- name: MandateDeactivate :exec
UPDATE mandates SET is_active = FALSE, updated_at = sqlc.arg(updated_at) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateList :many
SELECT * FROM mandates
WHERE customer_id = $1 AND (state IN ('confirmed', 'paused', 'cancelling') OR state = 'initiated' AND is_at_bank)
ORDER BY is_active DESC, id LIMIT 100;

-- The newest registration of a way that the bank has not decided.
-- name: MandateUnfinished :one
SELECT * FROM mandates
WHERE customer_id = sqlc.arg(customer_id) AND gateway = sqlc.arg(gateway) AND method = sqlc.arg(method) AND state = 'initiated' AND registration_id <> ''
ORDER BY id DESC LIMIT 1;

-- name: MandateActive :one
SELECT * FROM mandates WHERE customer_id = $1 AND is_active;

-- name: MandateDebitAdd :exec
INSERT INTO mandate_debits (customer_id, id, mandate_id, invoice_id, cycle, state, skipped_for, amount_paise, debit_on, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(mandate_id), sqlc.arg(invoice_id), sqlc.arg(cycle), sqlc.arg(state), sqlc.arg(skipped_for),
    sqlc.arg(amount_paise), sqlc.arg(debit_on), sqlc.arg(created_at), sqlc.arg(updated_at));

-- name: MandateDebit :one
SELECT * FROM mandate_debits WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- A mandate has one debit a month beside the skipped ones.
-- name: MandateDebitOfCycle :one
SELECT * FROM mandate_debits
WHERE customer_id = sqlc.arg(customer_id) AND mandate_id = sqlc.arg(mandate_id) AND cycle = sqlc.arg(cycle) AND state <> 'skipped';

-- A debit has a first invoice in its row and further ones beside it.
-- name: MandateDebitInvoiceAdd :exec
INSERT INTO mandate_debit_invoices (customer_id, debit_id, invoice_id) VALUES (sqlc.arg(customer_id), sqlc.arg(debit_id), sqlc.arg(invoice_id));

-- name: MandateDebitInvoices :many
SELECT d.invoice_id FROM mandate_debits d WHERE d.customer_id = sqlc.arg(customer_id) AND d.id = sqlc.arg(debit_id)
UNION ALL
SELECT o.invoice_id FROM mandate_debit_invoices o WHERE o.customer_id = sqlc.arg(customer_id) AND o.debit_id = sqlc.arg(debit_id);

-- Debits of each of these invoices that the bank has refused for good, or that are planned or at the bank.
-- name: MandateDebitsAwaited :many
SELECT d.id, d.invoice_id, d.state, d.debit_on, d.updated_at FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id) AND d.state NOT IN ('skipped', 'succeeded')
  AND d.invoice_id IN (SELECT value FROM json_each(CAST(sqlc.arg(invoices) AS TEXT)))
UNION ALL
SELECT d.id, o.invoice_id, d.state, d.debit_on, d.updated_at FROM mandate_debits d
JOIN mandate_debit_invoices o ON o.customer_id = d.customer_id AND o.debit_id = d.id
WHERE d.customer_id = sqlc.arg(customer_id) AND d.state NOT IN ('skipped', 'succeeded')
  AND o.invoice_id IN (SELECT value FROM json_each(CAST(sqlc.arg(invoices) AS TEXT)));

-- The mandates of some debits.
-- name: MandatesOfDebits :many
SELECT d.id AS debit_id, sqlc.embed(m) FROM mandate_debits d JOIN mandates m ON m.customer_id = d.customer_id AND m.id = d.mandate_id
WHERE d.customer_id = sqlc.arg(customer_id) AND d.id IN (SELECT value FROM json_each(CAST(sqlc.arg(debits) AS TEXT)));

-- name: MandateDebitLatest :one
SELECT * FROM mandate_debits WHERE customer_id = $1 AND skipped_for <> 'month_taken' ORDER BY id DESC LIMIT 1;

-- name: MandateDebitsMonthTaken :many
SELECT * FROM mandate_debits d
WHERE d.customer_id = $1 AND d.skipped_for = 'month_taken'
  AND NOT EXISTS (
    SELECT 1 FROM mandate_debits n WHERE n.customer_id = d.customer_id AND n.id > d.id
      AND (n.invoice_id = d.invoice_id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = n.customer_id AND o.debit_id = n.id AND o.invoice_id = d.invoice_id))
  )
ORDER BY d.id DESC LIMIT 3;

-- The mandate under which the debit of an invoice was announced last, before another
-- one took it up.
-- name: MandateDebitReplaced :one
SELECT d.mandate_id FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id) AND d.id < sqlc.arg(id) AND d.mandate_id <> sqlc.arg(mandate_id)
    AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
    AND d.notice_id <> '' AND (d.skipped_for = 'mandate_inactive' OR d.state = 'failed')
ORDER BY d.id DESC LIMIT 1;

-- name: MandateDebitMove :execrows
UPDATE mandate_debits SET state = sqlc.arg(state), skipped_for = sqlc.arg(skipped_for), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- A debit that was skipped because its invoice seemed to be paid.
-- name: MandateDebitLapse :exec
UPDATE mandate_debits SET skipped_for = 'lapsed', updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND skipped_for = 'paid';

-- Planned debits of an invoice, with what all their invoices have open.
-- name: MandateDebitsPlannedFor :many
SELECT sqlc.embed(d), CAST((
    SELECT SUM(i.total_paise - i.paid_paise - i.credited_paise) FROM invoices i WHERE i.customer_id = d.customer_id
      AND (i.id = d.invoice_id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = i.id))
) AS BIGINT) AS open_paise
FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id) AND d.state IN ('scheduled', 'notified')
  AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
ORDER BY d.id;

-- Whether a debit of an invoice is planned or at the bank.
-- name: MandateDebitToCome :one
SELECT EXISTS (
    SELECT 1 FROM mandate_debits d WHERE d.customer_id = sqlc.arg(customer_id) AND d.state IN ('scheduled', 'notified', 'unknown', 'submitted')
      AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
) AS to_come;

-- The newest debit of an invoice.
-- name: MandateDebitNewestFor :one
SELECT * FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id)
  AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
ORDER BY d.id DESC LIMIT 1;

-- Planned debits under a mandate, with the earliest due day of their invoices.
-- name: MandateDebitsPlannedUnder :many
SELECT sqlc.embed(d), CAST((
    SELECT MIN(i.due_date) FROM invoices i WHERE i.customer_id = d.customer_id
      AND (i.id = d.invoice_id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = i.id))
) AS TEXT) AS due_on
FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id) AND d.mandate_id = sqlc.arg(mandate_id) AND d.state IN ('scheduled', 'notified') ORDER BY d.id;

-- Open invoices, with what they have open, whose newest debit is of a month or a later
-- one and was dropped: with its mandate, because that did not allow it, or because the
-- month's debit was for others.
-- name: MandateDebitsDropped :many
SELECT sqlc.embed(d), i.id AS dropped_invoice_id, CAST(i.total_paise - i.paid_paise - i.credited_paise AS BIGINT) AS open_paise
FROM mandate_debits d JOIN invoices i ON i.customer_id = d.customer_id
  AND (i.id = d.invoice_id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = i.id))
WHERE d.customer_id = sqlc.arg(customer_id) AND d.skipped_for IN ('mandate_inactive', 'not_allowed', 'month_taken') AND d.cycle >= sqlc.arg(cycle)
  AND i.total_paise > i.paid_paise + i.credited_paise
  AND NOT EXISTS (
    SELECT 1 FROM mandate_debits n WHERE n.customer_id = d.customer_id AND n.id > d.id
      AND (n.invoice_id = i.id OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = n.customer_id AND o.debit_id = n.id AND o.invoice_id = i.id))
  )
ORDER BY d.cycle, i.id LIMIT 100;

-- Debits for an invoice that excuse it in a month whose due day was over at an
-- instant: they are under way; we did not or could not submit them, nor a later one, and
-- a mandate is active, or theirs was until then; or the month is theirs, and their mandate was
-- replaced, or stopped only after the due day, unless the debit that was planned in
-- their place came in time or was objected to. declined is a debit that is taken as one
-- to which the customer has objected.
-- name: MandateExcuses :one
SELECT EXISTS (
    SELECT 1 FROM mandate_debits d JOIN mandates own ON own.customer_id = d.customer_id AND own.id = d.mandate_id
    LEFT JOIN mandates m ON m.customer_id = d.customer_id AND m.is_active AND m.state = 'confirmed'
    WHERE d.customer_id = sqlc.arg(customer_id) AND d.id <> sqlc.arg(declined)
      AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT))) AND (
        d.state IN ('scheduled', 'notified', 'unknown', 'submitted')
        OR d.skipped_for = 'lapsed'
            AND (m.id IS NOT NULL OR own.state <> 'confirmed' AND own.updated_at >= sqlc.arg(due_over))
            AND NOT EXISTS (
                SELECT 1 FROM mandate_debits n WHERE n.customer_id = d.customer_id AND n.id > d.id AND n.tries > 0
                    AND (n.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = n.customer_id AND o.debit_id = n.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
            )
        OR d.skipped_for = 'mandate_inactive' AND d.cycle = sqlc.arg(cycle)
            AND (m.id <> d.mandate_id OR d.updated_at >= sqlc.arg(due_over))
            AND NOT EXISTS (
                SELECT 1 FROM mandate_debits n WHERE n.customer_id = d.customer_id AND n.id > d.id
                    AND (n.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = n.customer_id AND o.debit_id = n.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
                    AND (n.debit_on <= sqlc.arg(due_on) OR n.skipped_for = 'declined' OR n.id = sqlc.arg(declined))
            ))
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

-- The try by which the bank has paid, which need not be the newest one.
-- name: MandateDebitPaidBy :exec
UPDATE mandate_debits SET reference = sqlc.arg(reference), debit_on = sqlc.arg(debit_on) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateDebitNotice :exec
UPDATE mandate_debits SET notice_id = sqlc.arg(notice_id) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: MandateDebitTries :exec
UPDATE mandate_debits SET tries = sqlc.arg(tries) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- Debits under a mandate of which anything was submitted.
-- name: MandateDebitsTried :many
SELECT id FROM mandate_debits WHERE customer_id = sqlc.arg(customer_id) AND mandate_id = sqlc.arg(mandate_id) AND tries > 0 ORDER BY id;

-- name: MandateDebitsUnderWay :one
SELECT CAST(COALESCE(SUM(amount_paise), 0) AS BIGINT) AS amount FROM mandate_debits
WHERE customer_id = sqlc.arg(customer_id) AND mandate_id = sqlc.arg(mandate_id) AND state IN ('unknown', 'submitted');

-- How often an invoice was submitted to a bank, under whatever mandate.
-- name: MandateTriesOfInvoice :one
SELECT CAST(COALESCE(SUM(d.tries), 0) AS BIGINT) AS tries FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id)
  AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)));

-- Debits for an invoice of which anything was submitted, under whatever mandate.
-- name: MandateDebitsTriedFor :many
SELECT d.id FROM mandate_debits d
WHERE d.customer_id = sqlc.arg(customer_id) AND d.tries > 0
  AND (d.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT) OR EXISTS (SELECT 1 FROM mandate_debit_invoices o WHERE o.customer_id = d.customer_id AND o.debit_id = d.id AND o.invoice_id = CAST(sqlc.arg(invoice_id) AS BIGINT)))
ORDER BY d.id;

-- name: MandateDebitsToDo :many
SELECT customer_id, id FROM mandate_debits
WHERE state IN ('scheduled', 'notified', 'unknown') AND debit_on <= sqlc.arg(up_to)
  AND (customer_id > sqlc.arg(after_customer) OR customer_id = sqlc.arg(after_customer) AND id > sqlc.arg(after_id))
ORDER BY customer_id + 0, id LIMIT 500;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: MandateExportMandates :many
SELECT id, gateway, method, state, is_active, label, last4, vpa, max_paise, expires_on, created_at, updated_at,
    reason, is_at_bank FROM mandates
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: MandateExportDebits :many
SELECT id, mandate_id, invoice_id, cycle, state, skipped_for, amount_paise, debit_on, created_at, updated_at FROM mandate_debits
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: MandateExportDebitInvoices :many
SELECT debit_id, invoice_id FROM mandate_debit_invoices WHERE customer_id = $1 ORDER BY debit_id, invoice_id LIMIT 5000;
