-- name: DashboardCustomer :one
SELECT c.id, c.kyc_pending, c.auto_debit_required, c.city_slug,
    CAST(COALESCE((SELECT MAX(i.date) FROM invoices i WHERE i.customer_id = c.id AND i.kind = 'rental'), '') AS TEXT) AS latest_invoice,
    EXISTS (SELECT 1 FROM settlements s WHERE s.customer_id = c.id AND s.state = 'ready') AS settlement_ready,
    EXISTS (
        SELECT 1 FROM mandate_debits d JOIN mandates m ON m.customer_id = d.customer_id AND m.id = d.mandate_id
        WHERE d.customer_id = c.id AND m.is_active AND m.state = 'confirmed'
          AND d.state IN ('scheduled', 'notified', 'submitted', 'unknown')
    ) AS debit_open
FROM customers c WHERE c.id = $1;

-- name: DashboardItems :many
SELECT i.id, i.delivery_status, i.name, i.thumbnail, i.delivery_date, i.tenure_end, i.location_id, i.is_cil_allowed, i.is_ac,
    i.deposit_paise, t.rent_paise
FROM order_items i
JOIN item_terms t ON t.customer_id = i.customer_id AND t.item_id = i.id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status IN (100, 200)
  AND t.from_date = (
      SELECT MAX(u.from_date) FROM item_terms u
      WHERE u.customer_id = i.customer_id AND u.item_id = i.id
        AND (u.from_date <= sqlc.arg(today) OR u.from_date = i.delivery_date)
  )
ORDER BY i.delivery_date DESC, i.id;

-- name: DashboardCities :many
SELECT id, name, slug, state_name FROM cities ORDER BY name;
