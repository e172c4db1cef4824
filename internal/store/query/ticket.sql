-- name: TicketAdd :exec
INSERT INTO tickets (customer_id, id, number, request_type, status, message, preferred_date, delivery_date, visit_date,
    address_id, receiver_id, is_full, revocable, created_at, updated_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(number), sqlc.arg(request_type), sqlc.arg(status), sqlc.arg(message),
    sqlc.arg(preferred_date), sqlc.arg(delivery_date), '', sqlc.arg(address_id), sqlc.arg(receiver_id), sqlc.arg(is_full),
    sqlc.arg(revocable), sqlc.arg(created_at), sqlc.arg(created_at));

-- name: TicketEraseMessages :exec
UPDATE tickets SET message = '' WHERE customer_id = $1;

-- name: TicketEraseComments :exec
UPDATE ticket_steps SET comment = '' WHERE customer_id = $1;

-- name: TicketErasePictures :exec
DELETE FROM ticket_images WHERE customer_id = $1;

-- name: TicketItemAdd :exec
INSERT INTO ticket_items (customer_id, ticket_id, item_id, quote, charge_paise, charge_no, taken_item_id)
VALUES (sqlc.arg(customer_id), sqlc.arg(ticket_id), sqlc.arg(item_id), sqlc.arg(quote), sqlc.arg(charge_paise), 0, 0);

-- name: TicketItemQuote :exec
UPDATE ticket_items SET quote = sqlc.arg(quote), charge_paise = sqlc.arg(charge_paise), charge_no = sqlc.arg(charge_no)
WHERE customer_id = sqlc.arg(customer_id) AND ticket_id = sqlc.arg(ticket_id) AND item_id = sqlc.arg(item_id);

-- name: TicketStepAdd :exec
INSERT INTO ticket_steps (customer_id, ticket_id, step_no, status, actor, comment, at)
VALUES (sqlc.arg(customer_id), sqlc.arg(ticket_id), (
    SELECT COUNT(*) + 1 FROM ticket_steps s
    WHERE s.customer_id = sqlc.arg(customer_id) AND s.ticket_id = sqlc.arg(ticket_id)
), sqlc.arg(status), sqlc.arg(actor), sqlc.arg(comment), sqlc.arg(at));

-- name: TicketSteps :many
SELECT step_no, status, actor, comment, at FROM ticket_steps
WHERE customer_id = sqlc.arg(customer_id) AND ticket_id = sqlc.arg(ticket_id)
ORDER BY step_no;

-- name: TicketGet :one
SELECT * FROM tickets WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: TicketByNumber :one
SELECT * FROM tickets WHERE customer_id = sqlc.arg(customer_id) AND number = sqlc.arg(number);

-- name: TicketMove :execrows
UPDATE tickets SET status = sqlc.arg(status), visit_date = sqlc.arg(visit_date), delivery_date = sqlc.arg(delivery_date), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND status = sqlc.arg(was);

-- name: TicketAddressSet :execrows
UPDATE tickets SET address_id = sqlc.arg(address_id), updated_at = sqlc.arg(updated_at)
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND status IN ('raised', 'scheduled');

-- name: TicketList :many
SELECT * FROM tickets
WHERE customer_id = sqlc.arg(customer_id)
  AND (CAST(sqlc.narg(active) AS BOOLEAN) IS NULL
       OR (status IN ('raised', 'scheduled', 'in_progress')) = CAST(sqlc.narg(active) AS BOOLEAN))
  AND (CAST(sqlc.arg(after_id) AS BIGINT) = 0 OR created_at < sqlc.arg(after_at)
       OR created_at = sqlc.arg(after_at) AND id < CAST(sqlc.arg(after_id) AS BIGINT))
ORDER BY created_at DESC, id DESC
LIMIT CAST(sqlc.arg(page_size) AS INTEGER) OFFSET CAST(sqlc.arg(skip) AS INTEGER);

-- name: TicketCount :one
SELECT COUNT(*) FROM tickets
WHERE customer_id = sqlc.arg(customer_id)
  AND (CAST(sqlc.narg(active) AS BOOLEAN) IS NULL
       OR (status IN ('raised', 'scheduled', 'in_progress')) = CAST(sqlc.narg(active) AS BOOLEAN));

-- The live requests with the day on which something happens next, that of the next
-- day first: the delivery of what was picked up before today, or the visit, or
-- the day that the customer chose. '' and last where nobody knows one.
-- name: TicketUpcoming :many
SELECT sqlc.embed(t), CAST(n.day AS TEXT) AS next_day
FROM tickets t
JOIN (
    SELECT l.id, CASE
        WHEN l.visit_date = '' THEN l.preferred_date
        WHEN l.delivery_date <> '' AND l.visit_date < sqlc.arg(today) THEN l.delivery_date
        ELSE l.visit_date END AS day
    FROM tickets l
    WHERE l.customer_id = sqlc.arg(customer_id) AND l.status IN ('raised', 'scheduled', 'in_progress')
) n ON n.id = t.id
WHERE t.customer_id = sqlc.arg(customer_id)
ORDER BY CASE WHEN n.day = '' THEN 1 ELSE 0 END, n.day, t.created_at DESC, t.id DESC
LIMIT CAST(sqlc.arg(most) AS INTEGER);

-- name: TicketLiveOn :many
SELECT r.* FROM tickets r
WHERE r.customer_id = sqlc.arg(customer_id) AND r.status IN ('raised', 'scheduled', 'in_progress')
  AND r.id IN (
      SELECT x.ticket_id FROM ticket_items x
      WHERE x.customer_id = sqlc.arg(customer_id)
        AND x.item_id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
  )
ORDER BY r.created_at, r.id;

-- name: TicketVisitHours :many
SELECT * FROM visit_hours WHERE city_id = $1 ORDER BY start_time;

-- name: TicketVisitHoursPut :exec
INSERT INTO visit_hours (city_id, start_time, end_time, capacity)
VALUES (sqlc.arg(city_id), sqlc.arg(start_time), sqlc.arg(end_time), sqlc.arg(capacity))
ON CONFLICT (city_id, start_time) DO UPDATE SET end_time = excluded.end_time, capacity = excluded.capacity;

-- name: TicketSlotsBooked :many
SELECT day, start_time, booked FROM visit_slots
WHERE city_id = sqlc.arg(city_id) AND day >= sqlc.arg(first) AND day <= sqlc.arg(last);

-- name: TicketSlotOpen :exec
INSERT INTO visit_slots (city_id, day, start_time, booked) VALUES (sqlc.arg(city_id), sqlc.arg(day), sqlc.arg(start_time), 0)
ON CONFLICT DO NOTHING;

-- name: TicketSlotBook :execrows
UPDATE visit_slots SET booked = booked + 1
WHERE city_id = sqlc.arg(city_id) AND day = sqlc.arg(day) AND start_time = sqlc.arg(start_time) AND booked < sqlc.arg(capacity);

-- name: TicketSlotFree :exec
UPDATE visit_slots SET booked = booked - 1
WHERE city_id = sqlc.arg(city_id) AND day = sqlc.arg(day) AND start_time = sqlc.arg(start_time) AND booked > 0;

-- name: TicketBookingAdd :exec
INSERT INTO visit_bookings (customer_id, id, ticket_id, city_id, day, start_time, end_time, held_until, created_at)
VALUES (sqlc.arg(customer_id), sqlc.arg(id), sqlc.arg(ticket_id), sqlc.arg(city_id), sqlc.arg(day), sqlc.arg(start_time),
    sqlc.arg(end_time), sqlc.arg(held_until), sqlc.arg(created_at));

-- name: TicketBookingsOf :many
SELECT * FROM visit_bookings
WHERE customer_id = sqlc.arg(customer_id) AND ticket_id = sqlc.arg(ticket_id)
ORDER BY created_at, id;

-- name: TicketBookingGet :one
SELECT * FROM visit_bookings WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- name: TicketBookingAttach :execrows
UPDATE visit_bookings SET ticket_id = sqlc.arg(ticket_id), held_until = 0
WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id) AND ticket_id = 0;

-- name: TicketBookingDelete :execrows
DELETE FROM visit_bookings WHERE customer_id = sqlc.arg(customer_id) AND id = sqlc.arg(id);

-- A relocation is due when what was picked up is to be brought. What is handed over
-- to a receiver has no visit.
-- name: TicketsDue :many
SELECT customer_id, id FROM tickets
WHERE status = 'in_progress' AND receiver_id = 0 AND visit_date <= sqlc.arg(day) AND delivery_date <= sqlc.arg(day)
ORDER BY visit_date, id
LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: TicketItemTransferred :exec
UPDATE ticket_items SET taken_item_id = sqlc.arg(taken_item_id)
WHERE customer_id = sqlc.arg(customer_id) AND ticket_id = sqlc.arg(ticket_id) AND item_id = sqlc.arg(item_id);

-- name: TicketsTo :many
SELECT * FROM tickets WHERE receiver_id = sqlc.arg(receiver_id) AND receiver_id > 0 ORDER BY created_at DESC, id DESC LIMIT 50;

-- name: TicketTo :one
SELECT * FROM tickets WHERE receiver_id = sqlc.arg(receiver_id) AND receiver_id > 0 AND number = sqlc.arg(number);

-- name: TicketTransfersBegun :many
SELECT customer_id, id, updated_at FROM tickets
WHERE status = 'in_progress' AND receiver_id > 0
  AND (updated_at > sqlc.arg(after_at) OR updated_at = sqlc.arg(after_at) AND id > sqlc.arg(after_id))
ORDER BY updated_at, id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: TicketTransfersStale :many
SELECT customer_id, id, updated_at FROM tickets
WHERE status = sqlc.arg(status) AND receiver_id > 0 AND updated_at <= sqlc.arg(until)
  AND (updated_at > sqlc.arg(after_at) OR updated_at = sqlc.arg(after_at) AND id > sqlc.arg(after_id))
ORDER BY updated_at, id LIMIT CAST(sqlc.arg(page_size) AS INTEGER);

-- name: TicketItems :many
SELECT * FROM ticket_items
WHERE customer_id = sqlc.arg(customer_id) AND ticket_id IN (SELECT value FROM json_each(CAST(sqlc.arg(ids) AS TEXT)))
ORDER BY ticket_id, item_id;

-- name: TicketImageAdd :exec
INSERT INTO ticket_images (customer_id, ticket_id, image_no, upload_id)
VALUES (sqlc.arg(customer_id), sqlc.arg(ticket_id), sqlc.arg(image_no), sqlc.arg(upload_id));

-- name: TicketImages :many
SELECT upload_id FROM ticket_images WHERE customer_id = sqlc.arg(customer_id) AND ticket_id = sqlc.arg(ticket_id) ORDER BY image_no;

-- What a customer is given of their own data (export.Part): the columns that are named, a page at a time where rows come by and by.
-- name: TicketExportTickets :many
SELECT id, number, request_type, status, message, preferred_date, delivery_date, visit_date, address_id, is_full,
    revocable, created_at, updated_at FROM tickets
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;

-- name: TicketExportItems :many
SELECT ticket_id, item_id, quote, charge_paise, charge_no FROM ticket_items
WHERE customer_id = $1 ORDER BY ticket_id, item_id;

-- name: TicketExportSteps :many
SELECT ticket_id, step_no, status, actor, comment, at FROM ticket_steps
WHERE customer_id = $1 ORDER BY ticket_id, step_no;

-- name: TicketExportImages :many
SELECT ticket_id, image_no, upload_id FROM ticket_images
WHERE customer_id = $1 ORDER BY ticket_id, image_no;

-- name: TicketExportVisitBookings :many
SELECT id, ticket_id, city_id, day, start_time, end_time, created_at FROM visit_bookings
WHERE customer_id = sqlc.arg(customer_id) AND id > sqlc.arg(after_id) ORDER BY id LIMIT 200;
