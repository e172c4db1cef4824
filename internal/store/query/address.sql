-- name: AddressAdd :exec
INSERT INTO addresses (customer_id, id, flat_no, society_name, address_line1, address_line2, area, land_mark, sub_city,
    city, city_id, pincode, alternative_mobile, lat, lng, created_at, draft_until)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(flat_no), sqlc.arg(society_name), sqlc.arg(address_line1),
    sqlc.arg(address_line2), sqlc.arg(area), sqlc.arg(land_mark), sqlc.arg(sub_city), sqlc.arg(city), sqlc.arg(city_id),
    sqlc.arg(pincode), sqlc.arg(alternative_mobile), sqlc.arg(lat), sqlc.arg(lng), sqlc.arg(created_at), sqlc.arg(draft_until));

-- name: AddressGet :one
SELECT * FROM addresses WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: AddressList :many
SELECT * FROM addresses WHERE customer_id = $1 AND draft_until = 0 ORDER BY id;

-- name: AddressDrafts :many
SELECT * FROM addresses WHERE customer_id = $1 AND draft_until > 0 ORDER BY id;

-- name: AddressDraftSave :exec
UPDATE addresses SET draft_until = 0 WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND draft_until > 0;

-- name: AddressDraftRenew :exec
UPDATE addresses SET draft_until = sqlc.arg(draft_until) WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND draft_until > 0;

-- name: AddressDraftsForget :exec
DELETE FROM addresses WHERE draft_until > 0 AND draft_until < $1;

-- name: AddressCityPut :exec
INSERT INTO cities (id, slug, name, state_code, state_name, lat, lng, radius_km)
VALUES (sqlc.arg(id), sqlc.arg(slug), sqlc.arg(name), sqlc.arg(state_code), sqlc.arg(state_name), sqlc.arg(lat), sqlc.arg(lng), sqlc.arg(radius_km))
ON CONFLICT (id) DO UPDATE SET slug = excluded.slug, name = excluded.name, state_code = excluded.state_code,
    state_name = excluded.state_name, lat = excluded.lat, lng = excluded.lng, radius_km = excluded.radius_km;

-- name: AddressCity :one
SELECT * FROM cities WHERE id = $1;

-- name: AddressCities :many
SELECT * FROM cities ORDER BY name;

-- name: AddressHolidayPut :exec
INSERT INTO holidays (city_id, day, name) VALUES (sqlc.arg(city_id), sqlc.arg(day), sqlc.arg(name))
ON CONFLICT (city_id, day) DO UPDATE SET name = excluded.name;

-- name: AddressHolidays :many
SELECT city_id, day FROM holidays ORDER BY day, city_id;

-- name: AddressHolidaysOf :many
SELECT DISTINCT day FROM holidays
WHERE city_id IN (SELECT value FROM json_each(CAST(sqlc.arg(cities) AS TEXT))) AND day >= sqlc.arg(first) AND day <= sqlc.arg(last)
ORDER BY day;

-- name: AddressErase :exec
UPDATE addresses SET flat_no = '', society_name = '', address_line1 = '', address_line2 = '', area = '', land_mark = '', sub_city = '', alternative_mobile = '', lat = 0, lng = 0
WHERE customer_id = sqlc.arg(customer_id);

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: AddressExportAddresses :many
SELECT id, flat_no, society_name, address_line1, address_line2, area, land_mark, sub_city, city, city_id, pincode,
    alternative_mobile, lat, lng, created_at, draft_until FROM addresses
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
