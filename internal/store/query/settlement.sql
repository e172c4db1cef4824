-- name: SettlementAdd :exec
INSERT INTO settlements (customer_id, id, state, deposit_paise, deductions_paise, refund_paise, ready_at, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), 'inspecting', sqlc.arg(deposit_paise), 0, 0, 0, sqlc.arg(created_at), sqlc.arg(updated_at));

-- name: SettlementItemAdd :execrows
INSERT INTO settlement_items (customer_id, settlement_id, item_id, deposit_paise)
VALUES (sqlc.arg(customer_id), sqlc.arg(settlement_id), sqlc.arg(item_id), sqlc.arg(deposit_paise))
ON CONFLICT DO NOTHING;

-- name: SettlementClosedItems :many
SELECT i.id, i.deposit_paise FROM order_items i
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status = 300 AND i.closed_date <= sqlc.arg(today)
  AND NOT EXISTS (SELECT 1 FROM settlement_items s WHERE s.customer_id = i.customer_id AND s.item_id = i.id)
ORDER BY i.id;

-- name: SettlementGet :one
SELECT * FROM settlements WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SettlementList :many
SELECT * FROM settlements WHERE customer_id = $1 ORDER BY id DESC;

-- name: SettlementItems :many
SELECT * FROM settlement_items WHERE customer_id = sqlc.arg(customer_id) AND settlement_id = sqlc.arg(settlement_id) ORDER BY item_id;

-- name: SettlementInspected :execrows
UPDATE settlements SET state = sqlc.arg(state), deductions_paise = sqlc.arg(deductions_paise), refund_paise = sqlc.arg(refund_paise),
    ready_at = sqlc.arg(ready_at), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND state = 'inspecting';

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

-- name: SettlementCustomer :one
SELECT full_name, email, mobile FROM customers WHERE id = $1;

-- name: SettlementsInspecting :many
SELECT customer_id, id FROM settlements WHERE state = 'inspecting' AND created_at <= sqlc.arg(created_at) ORDER BY created_at, id;
