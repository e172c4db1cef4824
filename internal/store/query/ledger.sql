-- name: LedgerEntryAdd :execrows
INSERT INTO ledger_entries (customer_id, id, source_type, source_id, document, day, at, description)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(source_type), sqlc.arg(source_id), sqlc.arg(document), sqlc.arg(day), sqlc.arg(at), sqlc.arg(description))
ON CONFLICT DO NOTHING;

-- name: LedgerEntryBySource :one
SELECT * FROM ledger_entries
WHERE customer_id = sqlc.arg(customer_id) AND source_type = sqlc.arg(source_type) AND source_id = sqlc.arg(source_id);

-- What the entry of a source moved on each account.
-- name: LedgerPostingsOfSource :many
SELECT p.account, p.amount_paise, e.description FROM ledger_entries e JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id
WHERE e.customer_id = sqlc.arg(customer_id) AND e.source_type = sqlc.arg(source_type) AND e.source_id = sqlc.arg(source_id)
ORDER BY p.leg;

-- name: LedgerPostingAdd :exec
INSERT INTO ledger_postings (customer_id, entry_id, leg, account, amount_paise)
VALUES (sqlc.arg(customer_id), sqlc.arg(entry_id), sqlc.arg(leg), sqlc.arg(account), sqlc.arg(amount_paise));

-- name: LedgerBalanceAdd :exec
INSERT INTO ledger_balances (customer_id, account, balance_paise)
VALUES (sqlc.arg(customer_id), sqlc.arg(account), sqlc.arg(balance_paise))
ON CONFLICT (customer_id, account) DO UPDATE SET balance_paise = ledger_balances.balance_paise + excluded.balance_paise;

-- name: LedgerBalances :many
SELECT account, balance_paise FROM ledger_balances WHERE customer_id = $1 ORDER BY account;

-- name: LedgerStatement :many
SELECT e.id, e.at, e.description, e.source_type, e.source_id, e.document, p.leg, p.account, p.amount_paise,
    CAST(SUM(p.amount_paise) OVER (ORDER BY e.at, e.id, p.leg) AS BIGINT) AS balance
FROM ledger_postings p
JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.id = p.entry_id
WHERE p.customer_id = sqlc.arg(customer_id) AND p.account IN (sqlc.arg(account), sqlc.arg(and_account))
  AND (CAST(sqlc.arg(after_id) AS BIGINT) = 0 OR e.at < sqlc.arg(after_at)
       OR e.at = sqlc.arg(after_at) AND (e.id < CAST(sqlc.arg(after_id) AS BIGINT)
       OR e.id = CAST(sqlc.arg(after_id) AS BIGINT) AND p.leg < sqlc.arg(after_leg)))
ORDER BY e.at DESC, e.id DESC, p.leg DESC
LIMIT CAST(sqlc.arg(page_size) AS INTEGER) OFFSET CAST(sqlc.arg(skip) AS INTEGER);

-- All of a customer's own accounts with the tax of what was paid in advance, the oldest first.
-- name: LedgerAccount :many
SELECT e.id, e.at, e.description, e.source_type, e.source_id, e.document, p.account, p.amount_paise
FROM ledger_postings p
JOIN ledger_entries e ON e.customer_id = p.customer_id AND e.id = p.entry_id
WHERE p.customer_id = $1 AND (p.account NOT LIKE 'company:%' OR p.account LIKE 'company:advance_%')
ORDER BY e.at, e.id, p.leg;

-- name: LedgerStatementCount :one
SELECT COUNT(*) FROM ledger_postings WHERE customer_id = sqlc.arg(customer_id) AND account IN (sqlc.arg(account), sqlc.arg(and_account));

-- name: LedgerUnbalancedEntries :many
SELECT customer_id, entry_id, CAST(SUM(amount_paise) AS BIGINT) AS difference
FROM ledger_postings GROUP BY customer_id, entry_id HAVING SUM(amount_paise) <> 0 ORDER BY customer_id, entry_id LIMIT 100;

-- name: LedgerWrongBalances :many
SELECT b.customer_id, b.account, b.balance_paise,
    CAST(COALESCE((SELECT SUM(p.amount_paise) FROM ledger_postings p WHERE p.customer_id = b.customer_id AND p.account = b.account), 0) AS BIGINT) AS posted
FROM ledger_balances b
WHERE b.balance_paise <> COALESCE((SELECT SUM(p.amount_paise) FROM ledger_postings p WHERE p.customer_id = b.customer_id AND p.account = b.account), 0)
ORDER BY b.customer_id, b.account LIMIT 100;

-- A page of what was entered on a day.
-- name: LedgerDayEntries :many
SELECT e.customer_id, e.id, e.source_type, e.source_id, e.document, e.at, e.description, p.leg, p.account, p.amount_paise
FROM ledger_entries e JOIN ledger_postings p ON p.customer_id = e.customer_id AND p.entry_id = e.id
WHERE e.day = sqlc.arg(day) AND e.id >= sqlc.arg(after_id)
  AND (e.id > sqlc.arg(after_id) OR e.customer_id > sqlc.arg(after_customer) OR e.customer_id = sqlc.arg(after_customer) AND p.leg > sqlc.arg(after_leg))
ORDER BY e.id, e.customer_id, p.leg LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: LedgerDaySeal :execrows
INSERT INTO ledger_days (day, entries, head, sealed_at)
VALUES (sqlc.arg(day), sqlc.arg(entries), sqlc.arg(head), sqlc.arg(sealed_at))
ON CONFLICT DO NOTHING;

-- name: LedgerDays :many
SELECT * FROM ledger_days ORDER BY day;

-- name: LedgerNewestEntry :one
SELECT at FROM ledger_entries WHERE day = (SELECT MAX(n.day) FROM ledger_entries n) ORDER BY at DESC LIMIT 1;

-- name: LedgerLastDay :one
SELECT * FROM ledger_days ORDER BY day DESC LIMIT 1;

-- name: LedgerMissingBalances :many
SELECT p.customer_id, p.account, CAST(SUM(p.amount_paise) AS BIGINT) AS posted FROM ledger_postings p
WHERE p.account NOT LIKE 'company:%'
  AND NOT EXISTS (SELECT 1 FROM ledger_balances b WHERE b.customer_id = p.customer_id AND b.account = p.account)
GROUP BY p.customer_id, p.account HAVING SUM(p.amount_paise) <> 0
ORDER BY p.customer_id, p.account LIMIT 100;

-- The first day after another one on which something was entered.
-- name: LedgerDayAfter :one
SELECT day FROM ledger_entries WHERE day > sqlc.arg(day) ORDER BY day LIMIT 1;

-- What the journal holds, account by account; customers' accounts are summed
-- over all of them.
-- name: LedgerTotals :many
SELECT account, COUNT(*) AS postings, CAST(SUM(amount_paise) AS BIGINT) AS total_paise FROM ledger_postings
GROUP BY account ORDER BY account;

-- Whoever owes on invoices: one row per customer, however long the history.
-- name: LedgerDebtors :many
SELECT customer_id FROM ledger_balances
WHERE customer_id > sqlc.arg(after_customer) AND account = 'receivable' AND balance_paise > 0
ORDER BY customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: LedgerEntries :many
SELECT id, source_type, source_id, document, description, at FROM ledger_entries
WHERE customer_id = sqlc.arg(customer_id) AND id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)));

-- The entry of a source, or of the parts into which it was entered.
-- name: LedgerEntriesOfSource :many
SELECT id FROM ledger_entries
WHERE customer_id = sqlc.arg(customer_id) AND source_type = sqlc.arg(source_type)
  AND source_id >= sqlc.arg(source_id) AND source_id < sqlc.arg(beyond)
  AND (source_id = sqlc.arg(source_id) OR source_id LIKE sqlc.arg(parts))
ORDER BY id;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: LedgerExportEntries :many
SELECT id, source_type, source_id, document, day, at, description FROM ledger_entries
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: LedgerExportPostings :many
SELECT entry_id, leg, account, amount_paise FROM ledger_postings
WHERE customer_id = $1 ORDER BY entry_id, leg;

-- name: LedgerExportBalances :many
SELECT account, balance_paise FROM ledger_balances
WHERE customer_id = $1 ORDER BY account;
