-- name: PaymentTransactionAdd :execrows
INSERT INTO payment_transactions (customer_id, id, unique_id, purpose, state, amount_paise, wallet_paise, months, is_auto_debit,
    payment_method, device, created_at, updated_at, paid_at, link_until, debit_id, invoice_id)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(unique_id), sqlc.arg(purpose), sqlc.arg(state), sqlc.arg(amount_paise),
    sqlc.arg(wallet_paise), sqlc.arg(months), sqlc.arg(is_auto_debit), sqlc.arg(payment_method), sqlc.arg(device),
    sqlc.arg(created_at), sqlc.arg(created_at), sqlc.arg(paid_at), sqlc.arg(link_until), sqlc.arg(debit_id), sqlc.arg(invoice_id))
ON CONFLICT DO NOTHING;

-- name: PaymentTransactionLive :one
SELECT * FROM payment_transactions
WHERE customer_id = sqlc.arg(customer_id) AND purpose = sqlc.arg(purpose) AND debit_id = sqlc.arg(debit_id) AND state IN ('open', 'pending', 'failed');

-- A payment of what is due that the bank has not decided, by hand or by debit.
-- name: PaymentTransactionUndecided :one
SELECT * FROM payment_transactions
WHERE customer_id = sqlc.arg(customer_id) AND purpose = 'due' AND state = 'pending' AND (debit_id > 0) = CAST(sqlc.arg(by_debit) AS BOOLEAN)
ORDER BY id LIMIT 1;

-- Debits of which the gateway has not told anything yet.
-- name: PaymentDebitsOpen :many
SELECT id, debit_id, updated_at FROM payment_transactions
WHERE customer_id = $1 AND purpose = 'due' AND state = 'open' AND debit_id > 0 AND state IN ('open', 'pending', 'failed') ORDER BY id;

-- Attempts of a debit that may still become money.
-- name: PaymentAttemptsOfDebit :many
SELECT a.* FROM payment_transactions t JOIN payment_attempts a ON a.customer_id = t.customer_id AND a.transaction_id = t.id
WHERE t.customer_id = sqlc.arg(customer_id) AND t.debit_id = sqlc.arg(debit_id) AND a.state <> 'succeeded' AND a.check_at > 0 ORDER BY a.id;

-- How many tries of debits their gateway has got.
-- name: PaymentDebitsAtGateway :one
SELECT COUNT(DISTINCT g.payment_id) AS debits
FROM payment_transactions t
JOIN payment_attempts a ON a.customer_id = t.customer_id AND a.transaction_id = t.id
JOIN gateway_payments g ON g.customer_id = a.customer_id AND g.attempt_id = a.id
WHERE t.customer_id = sqlc.arg(customer_id) AND t.debit_id IN (SELECT value FROM json_each(CAST(sqlc.arg(debits) AS TEXT)));

-- name: PaymentTransaction :one
SELECT * FROM payment_transactions WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- What gateways hold of a customer's payments and have not finished.
-- name: PaymentsPending :many
SELECT t.purpose, t.debit_id, a.amount_paise, a.updated_at
FROM payment_transactions t JOIN payment_attempts a ON a.customer_id = t.customer_id AND a.transaction_id = t.id AND (a.state = 'pending' OR a.state = 'unknown' AND t.debit_id > 0)
WHERE t.customer_id = $1 AND t.state IN ('open', 'pending', 'failed') AND t.state = 'pending'
ORDER BY a.updated_at, t.id LIMIT 10;

-- name: PaymentTransactionByUniqueID :one
SELECT * FROM payment_transactions WHERE unique_id = $1;

-- name: PaymentTransactionState :execrows
UPDATE payment_transactions SET state = sqlc.arg(state), amount_paise = sqlc.arg(amount_paise), wallet_paise = sqlc.arg(wallet_paise),
    updated_at = sqlc.arg(updated_at), paid_at = sqlc.arg(paid_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: PaymentTransactionRenew :exec
UPDATE payment_transactions SET is_auto_debit = sqlc.arg(is_auto_debit), payment_method = sqlc.arg(payment_method),
    device = sqlc.arg(device), updated_at = sqlc.arg(updated_at), link_until = sqlc.arg(link_until)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: PaymentTransactionsUnused :many
SELECT * FROM payment_transactions t
WHERE t.state = 'open' AND t.link_until < sqlc.arg(before)
  AND NOT EXISTS (SELECT 1 FROM payment_attempts a WHERE a.customer_id = t.customer_id AND a.transaction_id = t.id)
ORDER BY t.link_until LIMIT 500;

-- name: PaymentAttemptAdd :execrows
INSERT INTO payment_attempts (customer_id, id, transaction_id, gateway, reference, gateway_order_id, state, amount_paise, reason,
    created_at, updated_at, check_at, checks, asked_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(transaction_id), sqlc.arg(gateway), sqlc.arg(reference), '', 'created',
    sqlc.arg(amount_paise), '', sqlc.arg(created_at), sqlc.arg(created_at), sqlc.arg(check_at), 0, 0)
ON CONFLICT DO NOTHING;

-- name: PaymentAttempt :one
SELECT * FROM payment_attempts WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: PaymentAttemptLive :one
SELECT * FROM payment_attempts
WHERE customer_id = sqlc.arg(customer_id) AND transaction_id = sqlc.arg(transaction_id)
  AND state IN ('created', 'initiated', 'pending', 'unknown', 'failed');

-- name: PaymentAttemptsOf :many
SELECT * FROM payment_attempts
WHERE customer_id = sqlc.arg(customer_id) AND transaction_id = sqlc.arg(transaction_id)
ORDER BY id DESC;

-- name: PaymentAttemptLatest :one
SELECT * FROM payment_attempts
WHERE customer_id = sqlc.arg(customer_id) AND transaction_id = sqlc.arg(transaction_id)
ORDER BY id DESC LIMIT 1;

-- name: PaymentAttemptByOrder :one
SELECT * FROM payment_attempts WHERE gateway = sqlc.arg(gateway) AND gateway_order_id = sqlc.arg(gateway_order_id) AND gateway_order_id <> '';

-- name: PaymentAttemptByReference :one
SELECT * FROM payment_attempts WHERE reference = $1;

-- name: PaymentAttemptState :execrows
UPDATE payment_attempts SET state = sqlc.arg(state), gateway_order_id = sqlc.arg(gateway_order_id), reason = sqlc.arg(reason),
    updated_at = sqlc.arg(updated_at), check_at = CASE WHEN sqlc.arg(state) = 'succeeded' THEN 0 ELSE check_at END
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: PaymentAttemptCheck :execrows
UPDATE payment_attempts SET check_at = sqlc.arg(check_at), checks = sqlc.arg(checks), asked_at = sqlc.arg(asked_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND checks = sqlc.arg(was) AND state <> 'succeeded';

-- name: PaymentAttemptsOverdue :many
SELECT * FROM payment_attempts WHERE check_at > 0 AND check_at < sqlc.arg(before) ORDER BY check_at LIMIT 500;

-- The attempts of an amount whose order the gateway has not told us yet.
-- name: PaymentAttemptsWithoutOrder :many
SELECT * FROM payment_attempts
WHERE check_at > 0 AND gateway = sqlc.arg(gateway) AND gateway_order_id = '' AND amount_paise = sqlc.arg(amount_paise) ORDER BY check_at LIMIT 500;

-- The orders of a gateway that were made in a time, a page after another.
-- name: PaymentAttemptsMade :many
SELECT * FROM payment_attempts
WHERE gateway = sqlc.arg(gateway) AND gateway_order_id <> '' AND created_at >= sqlc.arg(from_at) AND created_at < sqlc.arg(until_at)
  AND (created_at > sqlc.arg(after_at) OR created_at = sqlc.arg(after_at) AND id > sqlc.arg(after_id))
ORDER BY created_at, id LIMIT 200;

-- The orders of a gateway that were made before a time and paid in it.
-- name: PaymentAttemptsPaidLater :many
SELECT a.* FROM payment_attempts a
WHERE a.gateway = sqlc.arg(gateway) AND a.created_at < sqlc.arg(from_at) AND (a.customer_id, a.id) IN (
    SELECT g.customer_id, g.attempt_id FROM gateway_payments g
    WHERE g.gateway = sqlc.arg(gateway) AND g.paid_at >= sqlc.arg(from_at) AND g.paid_at < sqlc.arg(until_at) AND g.posted_as <> '')
ORDER BY a.customer_id, a.id;

-- The newest order of a gateway, made in a time, of which it has told a payment when it
-- was asked.
-- name: PaymentAttemptPaidAtLast :one
SELECT a.created_at FROM payment_attempts a
WHERE a.gateway = sqlc.arg(gateway) AND a.gateway_order_id <> '' AND a.created_at >= sqlc.arg(from_at) AND a.created_at < sqlc.arg(until_at)
  AND EXISTS (SELECT 1 FROM gateway_payments g
    WHERE g.gateway = a.gateway AND g.customer_id = a.customer_id AND g.attempt_id = a.id AND g.state <> 'created')
ORDER BY a.created_at DESC, a.id DESC LIMIT 1;

-- name: PaymentSeen :one
SELECT * FROM gateway_payments WHERE gateway = sqlc.arg(gateway) AND payment_id = sqlc.arg(payment_id);

-- name: PaymentSeenAdd :exec
INSERT INTO gateway_payments (gateway, payment_id, customer_id, attempt_id, state, amount_paise, refunded_paise, method, instrument,
    posted_as, reason, paid_at, created_at, updated_at)
VALUES (sqlc.arg(gateway), sqlc.arg(payment_id), sqlc.arg(customer_id), sqlc.arg(attempt_id), sqlc.arg(state), sqlc.arg(amount_paise),
    sqlc.arg(refunded_paise), sqlc.arg(method), sqlc.arg(instrument), sqlc.arg(posted_as), sqlc.arg(reason), sqlc.arg(paid_at),
    sqlc.arg(created_at), sqlc.arg(created_at))
ON CONFLICT (gateway, payment_id) DO UPDATE SET state = excluded.state, refunded_paise = excluded.refunded_paise,
    method = excluded.method, instrument = excluded.instrument, posted_as = excluded.posted_as, reason = excluded.reason,
    paid_at = CASE WHEN gateway_payments.posted_as = '' AND excluded.paid_at > 0 THEN excluded.paid_at ELSE gateway_payments.paid_at END,
    updated_at = excluded.updated_at;

-- name: PaymentsOfAttempt :many
SELECT * FROM gateway_payments
WHERE gateway = sqlc.arg(gateway) AND customer_id = sqlc.arg(customer_id) AND attempt_id = sqlc.arg(attempt_id)
ORDER BY paid_at, payment_id;

-- name: PaymentsHeld :many
SELECT * FROM gateway_payments
WHERE gateway = sqlc.arg(gateway) AND paid_at >= sqlc.arg(from_at) AND paid_at < sqlc.arg(until_at) AND posted_as <> ''
ORDER BY payment_id;

-- The first gateway by name after another one that has payments in our books.
-- name: PaymentGatewayAfter :one
SELECT gateway FROM gateway_payments WHERE gateway > sqlc.arg(after_gateway) ORDER BY gateway LIMIT 1;

-- Payments of a time that no settlement file of their gateway has had, the oldest first. A payment may
-- be captured days after it was paid, and is settled by then, so what changed later is left out.
-- name: PaymentsUnsettled :many
SELECT g.payment_id, g.customer_id, g.amount_paise, g.paid_at FROM gateway_payments g
WHERE g.gateway = sqlc.arg(gateway) AND g.posted_as <> '' AND g.amount_paise > 0 AND g.paid_at >= sqlc.arg(from_at) AND g.paid_at < sqlc.arg(until_at)
  AND g.updated_at < sqlc.arg(until_at)
  AND (g.paid_at > sqlc.arg(after_at) OR g.paid_at = sqlc.arg(after_at) AND g.payment_id > sqlc.arg(after_id))
  AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.customer_id = 0 AND e.source_type = 'settled' AND e.source_id = g.gateway || ':' || g.payment_id)
ORDER BY g.paid_at, g.payment_id LIMIT 500;

-- Refunds made by a gateway in a time that no settlement file of it has kept back, a page after another.
-- name: PaymentRefundsUnsettled :many
SELECT r.gateway_refund_id, r.customer_id, r.amount_paise, r.updated_at FROM refunds r
WHERE r.gateway = sqlc.arg(gateway) AND r.gateway_refund_id > sqlc.arg(after_id) AND r.gateway_refund_id <> '' AND r.state = 'processed'
  AND r.updated_at >= sqlc.arg(from_at) AND r.updated_at < sqlc.arg(until_at)
  AND NOT EXISTS (SELECT 1 FROM ledger_entries e WHERE e.customer_id = 0 AND e.source_type = 'settled_refund' AND e.source_id = r.gateway || ':' || r.gateway_refund_id)
ORDER BY r.gateway_refund_id LIMIT 500;

-- What each gateway holds for us by the journal, beside what payments, refunds and settlement files
-- say of it: taken, given back, settled, and of the first two what no file has had. A refund without
-- an id of the gateway was paid from the bank.
-- name: PaymentInTransit :many
WITH taken AS (
    SELECT g.gateway, SUM(g.amount_paise) AS paise, SUM(CASE WHEN e.id IS NULL THEN g.amount_paise ELSE 0 END) AS open_paise,
        SUM(CASE WHEN e.id IS NULL THEN 1 ELSE 0 END) AS left_over
    FROM gateway_payments g
    LEFT JOIN ledger_entries e ON e.customer_id = 0 AND e.source_type = 'settled' AND e.source_id = g.gateway || ':' || g.payment_id
    WHERE g.posted_as <> '' AND g.amount_paise > 0 GROUP BY g.gateway
), given_back AS (
    SELECT w.gateway, SUM(w.processed_paise) AS paise, SUM(w.processed_paise - w.kept_paise) AS open_paise,
        SUM(CASE WHEN w.processed_paise > w.kept_paise THEN 1 ELSE 0 END) AS left_over
    FROM (
        SELECT r.gateway, CASE WHEN r.state = 'processed' THEN r.amount_paise ELSE 0 END AS processed_paise,
            CASE WHEN e.id IS NULL THEN 0 ELSE r.amount_paise END AS kept_paise -- a file may know of it first
        FROM refunds r
        LEFT JOIN ledger_entries e ON e.customer_id = 0 AND e.source_type = 'settled_refund' AND e.source_id = r.gateway || ':' || r.gateway_refund_id
        WHERE r.gateway_refund_id <> ''
    ) w GROUP BY w.gateway
), settled AS (
    SELECT p.account, SUM(-p.amount_paise) AS paise FROM ledger_entries e
    JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id
    WHERE e.customer_id = 0 AND e.source_type IN ('settled', 'settled_refund') GROUP BY p.account
), booked AS (
    SELECT p.account, SUM(p.amount_paise) AS paise FROM ledger_postings p WHERE p.account LIKE 'company:in_transit:%' GROUP BY p.account
)
SELECT t.gateway, CAST(COALESCE(b.paise, 0) AS BIGINT) AS booked_paise, CAST(t.paise AS BIGINT) AS taken_paise,
    CAST(COALESCE(r.paise, 0) AS BIGINT) AS given_back_paise, CAST(COALESCE(s.paise, 0) AS BIGINT) AS settled_paise,
    CAST(t.open_paise - COALESCE(r.open_paise, 0) AS BIGINT) AS open_paise,
    CAST(t.left_over AS BIGINT) AS payments, CAST(COALESCE(r.left_over, 0) AS BIGINT) AS refunds
FROM taken t
LEFT JOIN given_back r ON r.gateway = t.gateway
LEFT JOIN settled s ON s.account = 'company:in_transit:' || t.gateway
LEFT JOIN booked b ON b.account = 'company:in_transit:' || t.gateway
ORDER BY t.gateway;

-- name: PaymentRefundAdd :execrows
INSERT INTO refunds (customer_id, id, gateway, payment_id, idempotency_key, amount_paise, reason, state, gateway_refund_id,
    created_at, updated_at, check_at, checks)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(gateway), sqlc.arg(payment_id), sqlc.arg(idempotency_key), sqlc.arg(amount_paise),
    sqlc.arg(reason), 'wanted', '', sqlc.arg(created_at), sqlc.arg(created_at), sqlc.arg(check_at), 0)
ON CONFLICT DO NOTHING;

-- name: PaymentRefund :one
SELECT * FROM refunds WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: PaymentRefundsOf :many
SELECT * FROM refunds WHERE gateway = sqlc.arg(gateway) AND payment_id = sqlc.arg(payment_id) ORDER BY id;

-- Refunds that a gateway has got and that were wanted in a time, a page after another.
-- name: PaymentRefundsMade :many
SELECT * FROM refunds
WHERE gateway_refund_id <> '' AND created_at >= sqlc.arg(from_at) AND created_at < sqlc.arg(until_at)
  AND (created_at > sqlc.arg(after_at) OR created_at = sqlc.arg(after_at) AND id > sqlc.arg(after_id))
ORDER BY created_at, id LIMIT 200;

-- name: PaymentRefundAtGateway :one
SELECT * FROM refunds WHERE gateway = sqlc.arg(gateway) AND gateway_refund_id = sqlc.arg(gateway_refund_id) AND gateway_refund_id <> ''
ORDER BY id LIMIT 1;

-- name: PaymentRefundState :execrows
UPDATE refunds SET state = sqlc.arg(state), gateway_refund_id = sqlc.arg(gateway_refund_id), updated_at = sqlc.arg(updated_at),
    check_at = CASE WHEN sqlc.arg(state) IN ('wanted', 'pending') THEN check_at ELSE 0 END
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: PaymentRefundCheck :execrows
UPDATE refunds SET check_at = sqlc.arg(check_at), checks = sqlc.arg(checks)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND checks = sqlc.arg(was) AND state IN ('wanted', 'pending');

-- Asks for a failed refund anew, as another one to the gateway.
-- name: PaymentRefundRetry :execrows
UPDATE refunds SET state = 'wanted', idempotency_key = sqlc.arg(idempotency_key), gateway_refund_id = '', updated_at = sqlc.arg(updated_at),
    check_at = sqlc.arg(updated_at), checks = 0
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'failed';

-- name: PaymentRefundsOverdue :many
SELECT * FROM refunds WHERE check_at > 0 AND check_at < sqlc.arg(before) ORDER BY check_at LIMIT 500;

-- What came for a transaction when nothing was due for it any more.
-- name: PaymentReturned :one
SELECT CAST(COALESCE(SUM(g.amount_paise), 0) AS BIGINT) AS returned
FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
WHERE g.customer_id = sqlc.arg(customer_id) AND a.transaction_id = sqlc.arg(transaction_id) AND g.posted_as = 'duplicate';

-- Transactions that reached a gateway or are settled, and the refunds of second
-- payments, as one list. One that was given up while a payment of it was undecided
-- stays: expired while its gateway is still asked, failed once it has said no. A second
-- payment of a transaction has the reference of its refund, one that came alone that of
-- its transaction.
-- name: PaymentTransactionsOf :many
SELECT t.id, t.purpose,
    CAST(CASE WHEN t.state = 'expired' AND NOT EXISTS (
        SELECT 1 FROM payment_attempts a WHERE a.customer_id = t.customer_id AND a.transaction_id = t.id AND a.reason = 'undecided' AND a.check_at > 0
    ) THEN 'failed' ELSE t.state END AS TEXT) AS state, t.amount_paise, t.wallet_paise,
    CAST(CASE WHEN t.paid_at > 0 THEN t.paid_at ELSE t.created_at END AS BIGINT) AS listed_at,
    CAST(COALESCE((SELECT MAX(g.method) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
        WHERE g.customer_id = t.customer_id AND a.transaction_id = t.id AND g.posted_as = 'paid'), CASE WHEN b.utr IS NULL THEN '' ELSE 'transfer' END) AS TEXT) AS method,
    CAST(COALESCE((SELECT MAX(g.instrument) FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
        WHERE g.customer_id = t.customer_id AND a.transaction_id = t.id AND g.posted_as = 'paid'), b.utr, '') AS TEXT) AS instrument,
    t.id AS transaction_id, t.debit_id
FROM payment_transactions t LEFT JOIN bank_transfer_matches b ON b.customer_id = t.customer_id AND b.transaction_id = t.id
WHERE t.customer_id = sqlc.arg(customer_id) AND (t.state IN ('succeeded', 'pending', 'failed') OR EXISTS (
    SELECT 1 FROM payment_attempts a WHERE a.customer_id = t.customer_id AND a.transaction_id = t.id AND a.state = 'initiated')
    OR t.state = 'expired' AND EXISTS (
        SELECT 1 FROM payment_attempts a WHERE a.customer_id = t.customer_id AND a.transaction_id = t.id AND (a.reason = 'undecided' OR EXISTS (
            SELECT 1 FROM gateway_payments g WHERE g.customer_id = a.customer_id AND g.attempt_id = a.id AND g.state = 'failed')))
    AND NOT EXISTS (
        SELECT 1 FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
        WHERE g.customer_id = t.customer_id AND a.transaction_id = t.id AND g.posted_as = 'duplicate'))
UNION ALL
SELECT a.id, t.purpose, 'succeeded', g.amount_paise, 0, CASE WHEN g.paid_at > 0 THEN g.paid_at ELSE g.created_at END, g.method, g.instrument,
    CASE WHEN t.state = 'succeeded' THEN r.id ELSE t.id END, t.debit_id
FROM gateway_payments g JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
    JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id
    JOIN refunds r ON r.gateway = g.gateway AND r.payment_id = g.payment_id
WHERE g.customer_id = sqlc.arg(customer_id) AND g.posted_as = 'duplicate'
UNION ALL
SELECT r.id, 'refund', r.state, r.amount_paise, 0, r.created_at, g.method, g.instrument, CASE WHEN t.state = 'succeeded' THEN r.id ELSE t.id END, 0
FROM refunds r JOIN gateway_payments g ON g.gateway = r.gateway AND g.payment_id = r.payment_id
    JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
    JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id
WHERE r.customer_id = sqlc.arg(customer_id)
ORDER BY listed_at DESC, id DESC LIMIT CAST(sqlc.arg(page_size) AS INTEGER) OFFSET CAST(sqlc.arg(skip) AS INTEGER);

-- The reference of a payment that goes back, as PaymentTransactionsOf lists it, and what it was for.
-- name: PaymentRefundReference :one
SELECT CAST(CASE WHEN t.state = 'succeeded' THEN r.id ELSE t.id END AS BIGINT) AS reference, t.purpose, t.debit_id, a.created_at, a.reference AS order_reference
FROM refunds r JOIN gateway_payments g ON g.gateway = r.gateway AND g.payment_id = r.payment_id
    JOIN payment_attempts a ON a.customer_id = g.customer_id AND a.id = g.attempt_id
    JOIN payment_transactions t ON t.customer_id = a.customer_id AND t.id = a.transaction_id
WHERE r.customer_id = sqlc.arg(customer_id) AND r.id = sqlc.arg(id);

-- What gateways took for a transaction and the books have as its payment.
-- name: PaymentsPostedFor :many
SELECT g.gateway, g.payment_id, g.amount_paise FROM payment_attempts a JOIN gateway_payments g ON g.customer_id = a.customer_id AND g.attempt_id = a.id
WHERE a.customer_id = sqlc.arg(customer_id) AND a.transaction_id = sqlc.arg(transaction_id) AND g.posted_as = 'paid' ORDER BY g.payment_id;

-- name: PaymentTransferAdd :execrows
INSERT INTO bank_transfers (utr, customer_id, paid_on, amount_paise, created_at)
VALUES (sqlc.arg(utr), sqlc.arg(customer_id), sqlc.arg(paid_on), sqlc.arg(amount_paise), sqlc.arg(created_at))
ON CONFLICT DO NOTHING;

-- name: PaymentTransfer :one
SELECT * FROM bank_transfers WHERE utr = $1;

-- name: PaymentTransfersUnmatched :many
SELECT * FROM bank_transfers WHERE matched_paise + returned_paise < amount_paise ORDER BY created_at, utr LIMIT 500;

-- Whether a payment by hand is being confirmed, and what is in suspense of a customer's transfers and payments.
-- name: PaymentComing :one
SELECT EXISTS (
    SELECT 1 FROM payment_transactions t WHERE t.customer_id = sqlc.arg(customer_id) AND t.state = 'pending' AND t.debit_id = 0
) AS confirming, CAST(
    (SELECT COALESCE(SUM(b.amount_paise - b.matched_paise - b.returned_paise), 0) FROM bank_transfers b WHERE b.customer_id = sqlc.arg(customer_id))
    + (SELECT COALESCE(SUM(g.amount_paise - g.refunded_paise), 0) FROM gateway_payments g WHERE g.customer_id = sqlc.arg(customer_id) AND g.posted_as = 'suspense')
AS BIGINT) AS suspense_paise;

-- Takes a part of a transfer that is neither matched nor returned yet, for a customer. Who it is from is known then.
-- name: PaymentTransferUse :execrows
UPDATE bank_transfers SET customer_id = CASE WHEN customer_id = 0 THEN sqlc.arg(customer_id) ELSE customer_id END, matched_paise = matched_paise + sqlc.arg(matched_paise), returned_paise = returned_paise + sqlc.arg(returned_paise)
WHERE utr = sqlc.arg(utr) AND matched_paise + returned_paise + sqlc.arg(matched_paise) + sqlc.arg(returned_paise) <= amount_paise;

-- name: PaymentTransferMatchAdd :exec
INSERT INTO bank_transfer_matches (customer_id, transaction_id, utr, amount_paise, tax_paise)
VALUES (sqlc.arg(customer_id), sqlc.arg(transaction_id), sqlc.arg(utr), sqlc.arg(amount_paise), sqlc.arg(tax_paise));

-- name: PaymentTransferMatchTax :exec
UPDATE bank_transfer_matches SET tax_paise = tax_paise + sqlc.arg(tax_paise)
WHERE customer_id = sqlc.arg(customer_id) AND transaction_id = sqlc.arg(transaction_id);

-- Takes a match off the list of its transfer. The audit log keeps it.
-- name: PaymentTransferMatchDelete :execrows
DELETE FROM bank_transfer_matches WHERE customer_id = sqlc.arg(customer_id) AND transaction_id = sqlc.arg(transaction_id) AND utr = sqlc.arg(utr);

-- Puts matched money back into suspense, and says whose transfer it is now.
-- name: PaymentTransferRelease :exec
UPDATE bank_transfers SET matched_paise = matched_paise - sqlc.arg(amount_paise), customer_id = sqlc.arg(customer_id) WHERE utr = sqlc.arg(utr);

-- Strikes a transfer of which nothing is matched or returned. The journal and the audit log keep it.
-- name: PaymentTransferDelete :execrows
DELETE FROM bank_transfers WHERE utr = sqlc.arg(utr) AND matched_paise = 0 AND returned_paise = 0;

-- name: PaymentTransferMatches :many
SELECT * FROM bank_transfer_matches WHERE utr = $1 ORDER BY transaction_id;

-- The tax that the payer of a transaction has deducted; no row if it is not of a bank transfer.
-- name: PaymentTaxDeducted :one
SELECT tax_paise FROM bank_transfer_matches WHERE customer_id = $1 AND transaction_id = $2;

-- Whether a transaction, or a later one in its place, is paid.
-- name: PaymentMadeUp :one
SELECT EXISTS (
    SELECT 1 FROM payment_transactions WHERE customer_id = sqlc.arg(customer_id) AND purpose = sqlc.arg(purpose)
      AND invoice_id = sqlc.arg(invoice_id) AND debit_id = 0 AND state = 'succeeded' AND id >= sqlc.arg(id)
) AS paid;

-- A debit is under way from the moment that it is submitted; a payment by hand that was only begun may never be made.
-- name: PaymentsUnderWay :one
SELECT COUNT(*) FROM payment_transactions WHERE customer_id = $1 AND (state = 'pending' OR state = 'open' AND debit_id > 0);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: PaymentExportTransactions :many
SELECT id, purpose, state, amount_paise, wallet_paise, months, is_auto_debit, payment_method, device, created_at,
    updated_at, paid_at, debit_id, invoice_id FROM payment_transactions
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: PaymentExportAttempts :many
SELECT id, transaction_id, gateway, state, amount_paise, reason, created_at, updated_at FROM payment_attempts
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: PaymentExportGatewayPayments :many
SELECT gateway, payment_id, attempt_id, state, amount_paise, refunded_paise, method, instrument, posted_as, reason,
    paid_at, created_at, updated_at FROM gateway_payments
WHERE customer_id = $1 ORDER BY created_at;

-- name: PaymentExportRefunds :many
SELECT id, gateway, payment_id, amount_paise, reason, state, gateway_refund_id, created_at, updated_at FROM refunds
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: PaymentExportTransfers :many
SELECT utr, paid_on, amount_paise, matched_paise, returned_paise, created_at FROM bank_transfers WHERE customer_id = $1 ORDER BY created_at, utr;

-- name: PaymentExportTransferMatches :many
SELECT transaction_id, utr, amount_paise, tax_paise FROM bank_transfer_matches WHERE customer_id = $1 ORDER BY transaction_id;
