-- name: SubscriptionProductPut :exec
INSERT INTO products (id, slug, name, category, thumbnail, sac, own_gst_bp, is_ac, closure_multiplier_bp, rent_paise, deposit_paise,
    hsn, unit_value_paise)
VALUES (sqlc.arg(id), sqlc.arg(slug), sqlc.arg(name), sqlc.arg(category), sqlc.arg(thumbnail), sqlc.arg(sac), sqlc.narg(own_gst_bp),
    sqlc.arg(is_ac), sqlc.arg(closure_multiplier_bp), sqlc.arg(rent_paise), sqlc.arg(deposit_paise),
    sqlc.arg(hsn), sqlc.arg(unit_value_paise))
ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, name = excluded.name, category = excluded.category,
    thumbnail = excluded.thumbnail, sac = excluded.sac, own_gst_bp = excluded.own_gst_bp, is_ac = excluded.is_ac,
    closure_multiplier_bp = excluded.closure_multiplier_bp, rent_paise = excluded.rent_paise, deposit_paise = excluded.deposit_paise,
    hsn = excluded.hsn, unit_value_paise = excluded.unit_value_paise;

-- name: SubscriptionProductGoodsSet :execrows
UPDATE products SET hsn = sqlc.arg(hsn), unit_value_paise = sqlc.arg(unit_value_paise) WHERE id = sqlc.arg(id);

-- name: SubscriptionProductNamesRemove :exec
DELETE FROM product_names WHERE product_id = $1;

-- name: SubscriptionProductNameAdd :exec
INSERT INTO product_names (product_id, language, name) VALUES (sqlc.arg(product_id), sqlc.arg(language), sqlc.arg(name));

-- name: SubscriptionProductNames :many
SELECT n.product_id, n.language, n.name, p.name AS english FROM product_names n
JOIN products p ON p.id = n.product_id ORDER BY n.product_id, n.language;

-- The names of a product, unless it was renamed since: then what bears the old name has none.
-- name: SubscriptionNamesOfProduct :many
SELECT n.language, n.name FROM product_names n JOIN products p ON p.id = n.product_id
WHERE p.id = sqlc.arg(product_id) AND p.name = sqlc.arg(english) ORDER BY n.language;

-- name: SubscriptionRateKnown :one
SELECT COUNT(*) FROM gst_rates
WHERE sac = sqlc.arg(sac) AND from_date <= sqlc.arg(day) AND (to_date = '' OR to_date > sqlc.arg(day));

-- name: SubscriptionProducts :many
SELECT * FROM products ORDER BY id;

-- name: SubscriptionProduct :one
SELECT * FROM products WHERE id = $1;

-- name: SubscriptionOrderAdd :exec
INSERT INTO orders (customer_id, id, unique_id, address_id, city_id, created_at, is_transfer)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(unique_id), sqlc.arg(address_id), sqlc.arg(city_id), sqlc.arg(created_at), sqlc.arg(is_transfer));

-- name: SubscriptionOrder :one
SELECT * FROM orders WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SubscriptionItemAdd :exec
INSERT INTO order_items (customer_id, id, order_id, product_id, name, thumbnail, sac, own_gst_bp, is_ac, closure_multiplier_bp,
    deposit_paise, tenure_months, delivery_status, delivery_date, billing_from, tenure_end, closed_date, location_id, is_cil_allowed)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(order_id), sqlc.arg(product_id), sqlc.arg(name), sqlc.arg(thumbnail),
    sqlc.arg(sac), sqlc.narg(own_gst_bp), sqlc.arg(is_ac), sqlc.arg(closure_multiplier_bp), sqlc.arg(deposit_paise),
    sqlc.arg(tenure_months), sqlc.arg(delivery_status), sqlc.arg(delivery_date), sqlc.arg(billing_from), sqlc.arg(tenure_end), sqlc.arg(closed_date),
    sqlc.arg(location_id), sqlc.arg(is_cil_allowed));

-- name: SubscriptionTermAdd :exec
INSERT INTO item_terms (customer_id, item_id, from_date, rent_paise, address_id, state_code, extension_months, old_end_date)
VALUES (sqlc.arg(customer_id), sqlc.arg(item_id), sqlc.arg(from_date), sqlc.arg(rent_paise), sqlc.arg(address_id), sqlc.arg(state_code),
    sqlc.arg(extension_months), sqlc.arg(old_end_date));

-- name: SubscriptionTermsBegin :exec
UPDATE item_terms SET from_date = sqlc.arg(from_date) WHERE customer_id = sqlc.arg(customer_id) AND item_id = sqlc.arg(item_id);

-- name: SubscriptionOrderItems :many
SELECT * FROM order_items WHERE customer_id = sqlc.arg(customer_id) AND order_id = sqlc.arg(order_id) ORDER BY id;

-- We bill from the delivery on, or from the later day that an import gave.
-- name: SubscriptionItemDeliver :execrows
UPDATE order_items SET delivery_status = 200, delivery_date = sqlc.arg(delivery_date), tenure_end = sqlc.arg(tenure_end),
    billing_from = CASE WHEN billing_from > sqlc.arg(delivery_date) THEN billing_from ELSE sqlc.arg(delivery_date) END
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND delivery_status = 100;

-- name: SubscriptionItemClose :execrows
UPDATE order_items SET delivery_status = 300, closed_date = sqlc.arg(closed_date), pickup_date = sqlc.arg(pickup_date)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND delivery_status = 200 AND delivery_date <= sqlc.arg(closed_date);

-- name: SubscriptionItems :many
SELECT i.*, o.unique_id, t.rent_paise, t.address_id, t.state_code
FROM order_items i
JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
JOIN item_terms t ON t.customer_id = i.customer_id AND t.item_id = i.id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status = sqlc.arg(delivery_status)
  AND t.from_date = (
      SELECT MAX(u.from_date) FROM item_terms u
      WHERE u.customer_id = i.customer_id AND u.item_id = i.id
        AND (u.from_date <= sqlc.arg(today) OR u.from_date = i.delivery_date)
  )
  AND (CAST(sqlc.arg(after_id) AS BIGINT) = 0 OR i.closed_date < sqlc.arg(after_closed)
       OR i.closed_date = sqlc.arg(after_closed) AND (i.delivery_date < sqlc.arg(after_delivered)
       OR i.delivery_date = sqlc.arg(after_delivered) AND i.id > CAST(sqlc.arg(after_id) AS BIGINT)))
ORDER BY i.closed_date DESC, i.delivery_date DESC, i.id
LIMIT CAST(sqlc.arg(page_size) AS INTEGER) OFFSET CAST(sqlc.arg(skip) AS INTEGER);

-- What a home shows of the items at the customer's place: it is read too often to
-- read more, or to be put in order here. Such an item has a term from its delivery on.
-- name: SubscriptionCurrentSummaries :many
SELECT i.id, i.name, i.thumbnail, i.delivery_date, i.tenure_end, i.location_id, i.is_cil_allowed, i.is_ac, CAST((
    SELECT t.rent_paise FROM item_terms t
    WHERE t.customer_id = sqlc.arg(customer_id) AND t.item_id = i.id AND (t.from_date <= sqlc.arg(today) OR t.from_date = i.delivery_date)
    ORDER BY t.from_date DESC LIMIT 1
) AS BIGINT) AS rent_paise
FROM order_items i
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status = 200;

-- name: SubscriptionItemsCount :one
SELECT COUNT(*) FROM order_items WHERE customer_id = sqlc.arg(customer_id) AND delivery_status = sqlc.arg(delivery_status);

-- name: SubscriptionOrderLines :many
SELECT i.*, t.rent_paise
FROM order_items i JOIN item_terms t ON t.customer_id = i.customer_id AND t.item_id = i.id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.order_id = sqlc.arg(order_id)
  AND t.from_date = (SELECT MIN(u.from_date) FROM item_terms u WHERE u.customer_id = i.customer_id AND u.item_id = i.id)
ORDER BY i.id;

-- name: SubscriptionOwned :many
SELECT i.*, o.unique_id, t.rent_paise, t.address_id, t.state_code
FROM order_items i
JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
JOIN item_terms t ON t.customer_id = i.customer_id AND t.item_id = i.id
WHERE i.customer_id = sqlc.arg(customer_id)
  AND i.id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
  AND t.from_date = (
      SELECT MAX(u.from_date) FROM item_terms u
      WHERE u.customer_id = i.customer_id AND u.item_id = i.id
        AND (u.from_date <= sqlc.arg(today) OR u.from_date = i.delivery_date)
  )
ORDER BY i.id;

-- name: SubscriptionTerms :many
SELECT * FROM item_terms
WHERE customer_id = sqlc.arg(customer_id) AND item_id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
ORDER BY item_id, from_date;

-- name: SubscriptionTermsRemove :exec
DELETE FROM item_terms
WHERE customer_id = sqlc.arg(customer_id) AND item_id = sqlc.arg(item_id) AND from_date >= sqlc.arg(from_date);

-- name: SubscriptionItemMove :exec
UPDATE order_items SET location_id = sqlc.arg(location_id)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: SubscriptionItemExtend :execrows
UPDATE order_items SET tenure_months = tenure_months + sqlc.arg(months), tenure_end = sqlc.arg(tenure_end)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND delivery_status = 200 AND tenure_end = sqlc.arg(was);

-- name: SubscriptionItemShorten :execrows
UPDATE order_items SET tenure_months = tenure_months - sqlc.arg(months), tenure_end = sqlc.arg(tenure_end)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND delivery_status = 200 AND tenure_end = sqlc.arg(was);

-- name: SubscriptionItemCancel :exec
UPDATE order_items SET delivery_status = sqlc.arg(delivery_status)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND delivery_status = 100;

-- name: SubscriptionActiveCount :one
SELECT COUNT(*) FROM order_items WHERE customer_id = $1 AND delivery_status = 200;

-- name: SubscriptionOrderByUniqueID :one
SELECT id FROM orders WHERE customer_id = sqlc.arg(customer_id) AND unique_id = sqlc.arg(unique_id);

-- name: SubscriptionItemBriefs :many
SELECT id, product_id, name, location_id, closed_date, pickup_date, deposit_paise FROM order_items
WHERE customer_id = sqlc.arg(customer_id) AND id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
ORDER BY id;

-- Whose items at their place have a tenure that ends between two days, and when, the earliest first.
-- name: SubscriptionTenuresEnding :many
SELECT DISTINCT tenure_end, customer_id FROM order_items
WHERE delivery_status = 200 AND tenure_end <= sqlc.arg(up_to)
  AND (tenure_end > sqlc.arg(after_day) OR tenure_end = sqlc.arg(after_day) AND customer_id > sqlc.arg(after_customer))
ORDER BY tenure_end, customer_id LIMIT 500;

-- What requires a deposit, the newest items first.
-- name: SubscriptionDeposits :many
SELECT i.id, i.product_id, i.name, i.deposit_paise, i.delivery_date, o.created_at
FROM order_items i JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status IN (100, 200) AND i.deposit_paise > 0
ORDER BY i.id DESC;

-- Who has items whose deposit is to be paid on a day or after it: by the delivery, or by when they were ordered.
-- name: SubscriptionDepositors :many
SELECT DISTINCT i.customer_id FROM order_items i JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
WHERE i.customer_id > sqlc.arg(after_customer) AND i.delivery_status IN (100, 200) AND i.deposit_paise > 0
  AND (i.delivery_date >= sqlc.arg(since_day) OR o.created_at >= sqlc.arg(ordered_since))
ORDER BY i.customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: SubscriptionItemsPickedUp :many
SELECT id, product_id, name, location_id, closed_date, pickup_date, deposit_paise FROM order_items
WHERE customer_id = sqlc.arg(customer_id) AND delivery_status = 300 AND closed_date <= sqlc.arg(until)
ORDER BY id;

-- Items that came, with what an invoice says of them.
-- name: SubscriptionBillables :many
SELECT i.id, i.order_id, o.unique_id, i.name, i.sac, i.own_gst_bp, i.billing_from, i.closed_date
FROM order_items i JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status IN (200, 300) AND i.billing_from < sqlc.arg(before)
ORDER BY i.order_id, i.id;

-- name: SubscriptionBillable :one
SELECT i.id, i.order_id, o.unique_id, i.name, i.sac, i.own_gst_bp, i.billing_from, i.closed_date
FROM order_items i JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.id = sqlc.arg(id);

-- Customers who had anything standing at their place in a period.
-- name: SubscriptionTenants :many
SELECT DISTINCT customer_id FROM order_items
WHERE customer_id > sqlc.arg(after_customer) AND delivery_status IN (200, 300) AND billing_from < sqlc.arg(period_to)
  AND (closed_date = '' OR closed_date > sqlc.arg(period_from))
ORDER BY customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: SubscriptionTenantsCount :one
SELECT COUNT(DISTINCT customer_id) FROM order_items
WHERE customer_id <= sqlc.arg(up_to_customer) AND delivery_status IN (200, 300) AND billing_from < sqlc.arg(period_to)
  AND (closed_date = '' OR closed_date > sqlc.arg(period_from));

-- name: SubscriptionFirstBilledDay :one
SELECT CAST(COALESCE(MIN(billing_from), '') AS TEXT) AS day FROM order_items WHERE delivery_status IN (200, 300);

-- name: SubscriptionOpenCount :one
SELECT COUNT(*) FROM order_items WHERE customer_id = $1 AND delivery_status IN (100, 200);

-- What the law calls the goods that some items are, and their value.
-- name: SubscriptionGoods :many
SELECT i.id, i.name, p.hsn, p.unit_value_paise FROM order_items i
JOIN products p ON p.id = i.product_id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
ORDER BY i.id;

-- Customers with an order that we are to deliver by a day, a page at a time.
-- name: SubscriptionAwaiting :many
SELECT DISTINCT i.customer_id FROM order_items i
JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
WHERE i.delivery_status = 100 AND i.delivery_date >= sqlc.arg(from_day) AND i.delivery_date <= sqlc.arg(day) AND NOT o.is_transfer
    AND i.customer_id > sqlc.arg(after_customer)
ORDER BY i.customer_id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- The items of such orders of a customer. An item that was not delivered yet has one term.
-- name: SubscriptionAwaited :many
SELECT i.order_id, i.id, t.address_id FROM order_items i
JOIN orders o ON o.customer_id = i.customer_id AND o.id = i.order_id
JOIN item_terms t ON t.customer_id = i.customer_id AND t.item_id = i.id
WHERE i.customer_id = sqlc.arg(customer_id) AND i.delivery_status = 100
    AND i.delivery_date >= sqlc.arg(from_day) AND i.delivery_date <= sqlc.arg(day) AND NOT o.is_transfer
ORDER BY i.order_id, t.address_id, i.id;

-- The day on which an order was delivered. The items of an order are delivered together.
-- name: SubscriptionOrderDeliveredOn :one
SELECT delivery_date FROM order_items
WHERE customer_id = sqlc.arg(customer_id) AND order_id = sqlc.arg(order_id) AND delivery_status IN (200, 300) LIMIT 1;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: SubscriptionExportOrders :many
SELECT id, unique_id, address_id, city_id, created_at, is_transfer FROM orders
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: SubscriptionExportOrderItems :many
SELECT id, order_id, product_id, name, thumbnail, sac, own_gst_bp, is_ac, closure_multiplier_bp, deposit_paise,
    tenure_months, delivery_status, delivery_date, billing_from, tenure_end, closed_date, location_id,
    is_cil_allowed, pickup_date FROM order_items
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: SubscriptionExportItemTerms :many
SELECT item_id, from_date, rent_paise, address_id, state_code, extension_months, old_end_date FROM item_terms
WHERE customer_id = $1 ORDER BY item_id, from_date;
