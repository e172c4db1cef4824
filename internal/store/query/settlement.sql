-- name: SettlementAdd :exec
INSERT INTO settlements (customer_id, id, origin, state, deposit_paise, deductions_paise, refund_paise, ready_at, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(origin), 'inspecting', sqlc.arg(deposit_paise), 0, 0, 0, sqlc.arg(created_at), sqlc.arg(updated_at));

-- name: SettlementItemAdd :execrows
INSERT INTO settlement_items (customer_id, settlement_id, item_id, deposit_paise)
VALUES (sqlc.arg(customer_id), sqlc.arg(settlement_id), sqlc.arg(item_id), sqlc.arg(deposit_paise))
ON CONFLICT DO NOTHING;

-- name: SettlementGet :one
SELECT * FROM settlements WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SettlementList :many
SELECT * FROM settlements WHERE customer_id = $1 ORDER BY id DESC;

-- name: SettlementPage :many
SELECT * FROM settlements
WHERE customer_id = sqlc.arg(customer_id) AND (CAST(sqlc.arg(after_id) AS BIGINT) = 0 OR id < CAST(sqlc.arg(after_id) AS BIGINT))
ORDER BY id DESC
LIMIT CAST(sqlc.arg(page_size) AS INTEGER) OFFSET CAST(sqlc.arg(skip) AS INTEGER);

-- name: SettlementCount :one
SELECT COUNT(*) FROM settlements WHERE customer_id = $1;

-- Which of some ids are settlements of wallet money or their payouts.
-- name: SettlementIDsOfWallet :many
SELECT s.id FROM settlements s
WHERE s.customer_id = sqlc.arg(customer_id) AND s.id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT))) AND s.origin = 'wallet'
UNION ALL
SELECT o.id FROM payouts o JOIN settlements s ON s.customer_id = o.customer_id AND s.id = o.settlement_id
WHERE o.customer_id = sqlc.arg(customer_id) AND o.id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT))) AND s.origin = 'wallet';

-- name: SettlementItems :many
SELECT * FROM settlement_items WHERE customer_id = sqlc.arg(customer_id) AND settlement_id = sqlc.arg(settlement_id) ORDER BY item_id;

-- name: SettlementInspected :execrows
UPDATE settlements SET state = sqlc.arg(state), deductions_paise = sqlc.arg(deductions_paise), refund_paise = sqlc.arg(refund_paise),
    advance_paise = sqlc.arg(advance_paise), ready_at = sqlc.arg(ready_at), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'inspecting';

-- What became due since the inspection and was paid from the refund.
-- name: SettlementNetted :execrows
UPDATE settlements SET deductions_paise = deductions_paise + sqlc.arg(applied_paise), refund_paise = refund_paise - sqlc.arg(applied_paise),
    updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'ready' AND refund_paise >= sqlc.arg(applied_paise);

-- name: SettlementPreference :one
SELECT * FROM refund_preferences WHERE customer_id = $1;

-- name: SettlementPreferencePut :exec
INSERT INTO refund_preferences (customer_id, preference, chosen_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(preference), sqlc.arg(chosen_at))
ON CONFLICT (customer_id) DO UPDATE SET preference = excluded.preference, chosen_at = excluded.chosen_at;

-- name: SettlementPayees :many
SELECT * FROM payees WHERE customer_id = $1 AND is_current ORDER BY id;

-- name: SettlementPayeeReplace :exec
UPDATE payees SET is_current = FALSE, updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND preference = sqlc.arg(preference) AND is_current;

-- name: SettlementPayeeAdd :exec
INSERT INTO payees (customer_id, id, preference, name_in_bank, account_number, ifsc, bank_name, vpa, is_current, state,
    validation_id, fund_account_id, registered_name, name_score, created_at, usable_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(preference), sqlc.arg(name_in_bank), sqlc.arg(account_number), sqlc.arg(ifsc),
    sqlc.arg(bank_name), sqlc.arg(vpa), TRUE, 'new', '', '', '', 0, sqlc.arg(created_at), sqlc.arg(usable_at), sqlc.arg(created_at));

-- name: SettlementMove :execrows
UPDATE settlements SET state = sqlc.arg(state), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: SettlementsReady :many
SELECT id FROM settlements WHERE customer_id = $1 AND state = 'ready' ORDER BY id;

-- A page of the settlements that are to be paid out and whose customer said how, or
-- need not because they go to the wallet anyway, the oldest first.
-- name: SettlementsOpen :many
SELECT s.customer_id, s.id, s.state, s.ready_at, CAST(COALESCE(p.chosen_at, 0) AS BIGINT) AS chosen_at,
    CAST(COALESCE((SELECT MAX(e.created_at) FROM payees e WHERE e.customer_id = s.customer_id AND e.preference = p.preference AND e.is_current), 0) AS BIGINT) AS payee_at
FROM settlements s LEFT JOIN refund_preferences p ON p.customer_id = s.customer_id
WHERE s.state IN ('ready', 'paying') AND (p.customer_id IS NOT NULL OR s.refund_paise < sqlc.arg(least_payout_paise))
  AND (s.ready_at > sqlc.arg(after_ready) OR s.ready_at = sqlc.arg(after_ready) AND s.id > sqlc.arg(after_id))
ORDER BY s.ready_at, s.id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: SettlementPayee :one
SELECT * FROM payees WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SettlementPayeeByValidation :one
SELECT * FROM payees WHERE validation_id = $1 AND validation_id <> '';

-- name: SettlementPayeeMove :execrows
UPDATE payees SET state = sqlc.arg(state), validation_id = sqlc.arg(validation_id), fund_account_id = sqlc.arg(fund_account_id),
    registered_name = sqlc.arg(registered_name), name_score = sqlc.arg(name_score), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: SettlementPayoutAdd :execrows
INSERT INTO payouts (customer_id, id, settlement_id, preference, payee_id, provider, idempotency_key, amount_paise, state,
    provider_payout_id, utr, reason, created_at, updated_at, paid_at, check_at, checks)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(settlement_id), sqlc.arg(preference), sqlc.arg(payee_id), sqlc.arg(provider),
    sqlc.arg(idempotency_key), sqlc.arg(amount_paise), sqlc.arg(state), '', '', '', sqlc.arg(created_at), sqlc.arg(created_at),
    sqlc.arg(paid_at), sqlc.arg(check_at), 0)
ON CONFLICT DO NOTHING;

-- name: SettlementPayout :one
SELECT * FROM payouts WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SettlementPayoutByProvider :one
SELECT * FROM payouts WHERE provider = sqlc.arg(provider) AND provider_payout_id = sqlc.arg(provider_payout_id)
  AND provider_payout_id <> '';

-- name: SettlementPayoutByKey :one
SELECT * FROM payouts WHERE idempotency_key = $1;

-- name: SettlementPayouts :many
SELECT * FROM payouts WHERE customer_id = sqlc.arg(customer_id) AND settlement_id = sqlc.arg(settlement_id) ORDER BY id DESC;

-- name: SettlementPayoutMove :execrows
UPDATE payouts SET state = sqlc.arg(state), provider_payout_id = sqlc.arg(provider_payout_id), utr = sqlc.arg(utr), reason = sqlc.arg(reason),
    paid_at = sqlc.arg(paid_at), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = sqlc.arg(was);

-- name: SettlementPayoutCheck :execrows
UPDATE payouts SET check_at = sqlc.arg(check_at), checks = sqlc.arg(checks)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND checks = sqlc.arg(was);

-- name: SettlementPayoutsOverdue :many
SELECT * FROM payouts WHERE check_at > 0 AND check_at < $1 ORDER BY check_at LIMIT 500;

-- name: SettlementPayoutsSent :many
SELECT * FROM payouts
WHERE provider = sqlc.arg(provider) AND provider_payout_id <> '' AND created_at >= sqlc.arg(from_at) AND created_at < sqlc.arg(until_at)
ORDER BY id;

-- name: SettlementsInspecting :many
SELECT customer_id, id FROM settlements WHERE state = 'inspecting' AND created_at <= sqlc.arg(created_at) ORDER BY created_at, id;

-- Payees that a person has to decide about, the oldest first.
-- name: SettlementPayeesDoubtful :many
SELECT * FROM payees WHERE is_current AND state = 'doubtful' ORDER BY created_at, id LIMIT 500;

-- Refunds whose last payout came back from the details that would be used
-- again, the oldest first.
-- name: SettlementsStuck :many
SELECT s.id, s.refund_paise, o.id AS payout_id, o.state, o.reason, o.updated_at, sqlc.embed(e)
FROM settlements s
JOIN refund_preferences p ON p.customer_id = s.customer_id
JOIN payees e ON e.customer_id = s.customer_id AND e.preference = p.preference AND e.is_current
JOIN payouts o ON o.customer_id = s.customer_id AND o.settlement_id = s.id AND o.payee_id = e.id
WHERE s.state = 'ready' AND o.state IN ('failed', 'reversed') AND NOT EXISTS (
    SELECT 1 FROM payouts l WHERE l.customer_id = s.customer_id AND l.settlement_id = s.id AND l.id > o.id)
ORDER BY o.updated_at, s.id LIMIT 500;

-- Payees whose details are not under the key that a prefix names.
-- name: SettlementPayeesOfOtherKeys :many
SELECT * FROM payees
WHERE (name_in_bank <> '' AND SUBSTR(name_in_bank, 1, LENGTH(CAST(sqlc.arg(prefix) AS TEXT))) <> CAST(sqlc.arg(prefix) AS TEXT))
   OR (vpa <> '' AND SUBSTR(vpa, 1, LENGTH(CAST(sqlc.arg(prefix) AS TEXT))) <> CAST(sqlc.arg(prefix) AS TEXT))
   OR (registered_name <> '' AND SUBSTR(registered_name, 1, LENGTH(CAST(sqlc.arg(prefix) AS TEXT))) <> CAST(sqlc.arg(prefix) AS TEXT))
ORDER BY customer_id, id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: SettlementPayeeReencrypt :exec
UPDATE payees SET name_in_bank = sqlc.arg(name_in_bank), account_number = sqlc.arg(account_number), vpa = sqlc.arg(vpa),
    registered_name = sqlc.arg(registered_name)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SettlementSettledItems :many
SELECT item_id FROM settlement_items WHERE customer_id = $1;

-- name: SettlementsAnyReady :one
SELECT EXISTS (SELECT 1 FROM settlements WHERE customer_id = $1 AND state = 'ready') AS ready;

-- name: SettlementErasePayees :exec
UPDATE payees SET name_in_bank = '', account_number = '', vpa = '', registered_name = '' WHERE customer_id = $1;

-- How many items of a settlement another customer has taken over.
-- name: SettlementItemsHandedOver :one
SELECT COUNT(*) FROM settlement_items s
WHERE s.customer_id = sqlc.arg(customer_id) AND s.settlement_id = sqlc.arg(settlement_id) AND EXISTS (
    SELECT 1 FROM ticket_items i JOIN tickets t ON t.customer_id = i.customer_id AND t.id = i.ticket_id
    WHERE i.customer_id = s.customer_id AND i.item_id = s.item_id AND i.taken_item_id > 0 AND t.status = 'done');

-- The wallet money that is to be paid out and has not left us yet.
-- name: SettlementWalletOwed :one
SELECT CAST(COALESCE(SUM(s.refund_paise), 0) AS BIGINT) AS owed FROM settlements s
WHERE s.customer_id = $1 AND s.origin = 'wallet' AND (s.state = 'ready' OR s.state = 'paying' AND EXISTS (
    SELECT 1 FROM payouts p WHERE p.customer_id = s.customer_id AND p.settlement_id = s.id AND p.state = 'wanted'));

-- Money of the wallet that was asked for and has not arrived, the newest first.
-- name: SettlementWalletUnderWay :many
SELECT * FROM settlements
WHERE customer_id = sqlc.arg(customer_id) AND origin = 'wallet' AND state IN ('ready', 'paying')
ORDER BY id DESC LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: SettlementOfItem :one
SELECT settlement_id FROM settlement_items WHERE customer_id = sqlc.arg(customer_id) AND item_id = sqlc.arg(item_id);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: SettlementExportSettlements :many
SELECT id, origin, state, deposit_paise, deductions_paise, refund_paise, ready_at, created_at, updated_at,
    advance_paise FROM settlements
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: SettlementExportItems :many
SELECT settlement_id, item_id, deposit_paise FROM settlement_items
WHERE customer_id = $1 ORDER BY settlement_id, item_id;

-- name: SettlementExportRefundPreferences :many
SELECT preference, chosen_at FROM refund_preferences
WHERE customer_id = $1 ORDER BY customer_id;

-- name: SettlementExportPayouts :many
SELECT id, settlement_id, preference, payee_id, provider, amount_paise, state, utr, reason, created_at, updated_at,
    paid_at FROM payouts
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: SettlementExportPayees :many
SELECT * FROM payees WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- Customers whose account of refunds is not what their settlements still owe: the first few, each
-- with the number of all. A payout that the provider has is in transit.
-- name: SettlementWrongOwed :many
SELECT w.customer_id, CAST(w.booked_paise AS BIGINT) AS booked_paise, CAST(w.owed_paise AS BIGINT) AS owed_paise, COUNT(*) OVER () AS differing
FROM (
    SELECT c.id AS customer_id, COALESCE((
        SELECT -b.balance_paise FROM ledger_balances b WHERE b.customer_id = c.id AND b.account = 'refund_payable'
    ), 0) AS booked_paise, COALESCE((
        SELECT SUM(s.refund_paise) FROM settlements s
        WHERE s.customer_id = c.id AND s.state IN ('ready', 'paying') AND NOT EXISTS (
            SELECT 1 FROM payouts p WHERE p.customer_id = s.customer_id AND p.settlement_id = s.id AND p.state = 'sent')
    ), 0) AS owed_paise
    FROM customers c
) w
WHERE w.booked_paise <> w.owed_paise ORDER BY w.customer_id LIMIT CAST(sqlc.arg(most) AS INTEGER);
