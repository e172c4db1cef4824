-- +goose Up

-- A challan is of a request or of the delivery of an order. The rows wait in other tables while theirs are made anew.
CREATE TABLE kept_challans (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL,
    ticket_id BIGINT NOT NULL,
    movement TEXT NOT NULL,
    number TEXT NOT NULL,
    date TEXT NOT NULL,
    company_state TEXT NOT NULL,
    company_gstin TEXT NOT NULL,
    company_name TEXT NOT NULL,
    company_address TEXT NOT NULL,
    address_id BIGINT NOT NULL,
    place_state TEXT NOT NULL,
    party_name TEXT NOT NULL,
    party_address TEXT NOT NULL,
    party_gstin TEXT NOT NULL,
    cancelled_at BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (customer_id, id)
);
CREATE TABLE kept_goods (
    customer_id BIGINT NOT NULL,
    challan_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    hsn TEXT NOT NULL,
    value_paise BIGINT NOT NULL,
    PRIMARY KEY (customer_id, challan_id, item_id)
);
INSERT INTO kept_challans (customer_id, id, ticket_id, movement, number, date, company_state, company_gstin, company_name, company_address,
    address_id, place_state, party_name, party_address, party_gstin, cancelled_at, created_at)
SELECT customer_id, id, ticket_id, movement, number, date, company_state, company_gstin, company_name, company_address,
    address_id, place_state, party_name, party_address, party_gstin, cancelled_at, created_at FROM challans;
INSERT INTO kept_goods (customer_id, challan_id, item_id, name, hsn, value_paise)
SELECT customer_id, challan_id, item_id, name, hsn, value_paise FROM challan_goods;
DROP TABLE challan_goods;
DROP TABLE challans;

-- Delivery challans of our goods that are moved and not sold (Rule 55 of the CGST Rules): for a request, or to deliver
-- an order.
CREATE TABLE challans (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    ticket_id BIGINT, -- the request; NULL for an order
    order_id BIGINT, -- the order that is delivered; NULL for a request
    movement TEXT NOT NULL CHECK (movement IN ('pickup', 'delivery')), -- from the customer to us, or from us to the customer
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 16),
    date TEXT NOT NULL CHECK (date LIKE '____-__-__'),
    company_state TEXT NOT NULL CHECK (length(company_state) = 2),
    company_gstin TEXT NOT NULL CHECK (length(company_gstin) = 15),
    company_name TEXT NOT NULL CHECK (length(company_name) BETWEEN 1 AND 200),
    company_address TEXT NOT NULL CHECK (length(company_address) BETWEEN 1 AND 1000),
    address_id BIGINT NOT NULL CHECK (address_id > 0), -- the customer's place
    place_state TEXT NOT NULL CHECK (length(place_state) = 2), -- its GST state code
    party_name TEXT NOT NULL CHECK (length(party_name) <= 200),
    party_address TEXT NOT NULL CHECK (length(party_address) <= 2000),
    party_gstin TEXT NOT NULL CHECK (length(party_gstin) IN (0, 15)),
    cancelled_at BIGINT NOT NULL DEFAULT 0 CHECK (cancelled_at >= 0), -- the goods were not moved; 0 while they are
    created_at BIGINT NOT NULL CHECK (created_at >= 0),
    PRIMARY KEY (customer_id, id),
    CONSTRAINT challans_ticket FOREIGN KEY (customer_id, ticket_id) REFERENCES tickets (customer_id, id),
    CONSTRAINT challans_order FOREIGN KEY (customer_id, order_id) REFERENCES orders (customer_id, id),
    CONSTRAINT challans_cause CHECK (ticket_id IS NOT NULL OR order_id IS NOT NULL)
);
CREATE UNIQUE INDEX challans_number ON challans (number, company_gstin);
CREATE UNIQUE INDEX challans_movement ON challans (customer_id, ticket_id, movement, address_id);
-- One whose goods stayed with us is cancelled, and the next try has another.
CREATE UNIQUE INDEX challans_delivery ON challans (customer_id, order_id, address_id, cancelled_at);
CREATE INDEX challans_date ON challans (date, number);

-- The goods of a challan, as the catalogue had them then.
CREATE TABLE challan_goods (
    customer_id BIGINT NOT NULL,
    challan_id BIGINT NOT NULL,
    item_id BIGINT NOT NULL,
    name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 200), -- in English
    hsn TEXT NOT NULL CHECK (length(hsn) <= 8),
    value_paise BIGINT NOT NULL CHECK (value_paise >= 0),
    PRIMARY KEY (customer_id, challan_id, item_id),
    CONSTRAINT challan_goods_challan FOREIGN KEY (customer_id, challan_id) REFERENCES challans (customer_id, id),
    CONSTRAINT challan_goods_item FOREIGN KEY (customer_id, item_id) REFERENCES order_items (customer_id, id)
);
INSERT INTO challans (customer_id, id, ticket_id, movement, number, date, company_state, company_gstin, company_name, company_address,
    address_id, place_state, party_name, party_address, party_gstin, cancelled_at, created_at)
SELECT customer_id, id, ticket_id, movement, number, date, company_state, company_gstin, company_name, company_address,
    address_id, place_state, party_name, party_address, party_gstin, cancelled_at, created_at FROM kept_challans;
INSERT INTO challan_goods (customer_id, challan_id, item_id, name, hsn, value_paise)
SELECT customer_id, challan_id, item_id, name, hsn, value_paise FROM kept_goods;
DROP TABLE kept_goods;
DROP TABLE kept_challans;

-- The order that a transfer makes for the receiver is not delivered by us.
ALTER TABLE orders ADD COLUMN is_transfer BOOLEAN NOT NULL DEFAULT FALSE CHECK (is_transfer IN (TRUE, FALSE)); -- made by a transfer, for its receiver
UPDATE orders SET is_transfer = TRUE WHERE (customer_id, id) IN (
    SELECT i.customer_id, i.order_id FROM ticket_items t
    JOIN tickets k ON k.customer_id = t.customer_id AND k.id = t.ticket_id
    JOIN order_items i ON i.customer_id = k.receiver_id AND i.id = t.taken_item_id
    WHERE t.taken_item_id > 0
);
-- The orders that are to be delivered on a day.
CREATE INDEX order_items_awaited ON order_items (delivery_date, customer_id) WHERE delivery_status = 100;

-- +goose Down

DROP INDEX order_items_awaited;
ALTER TABLE orders DROP COLUMN is_transfer;
DROP INDEX challans_date;
DROP INDEX challans_delivery;
DELETE FROM challan_goods WHERE EXISTS (
    SELECT 1 FROM challans c WHERE c.customer_id = challan_goods.customer_id AND c.id = challan_goods.challan_id AND c.order_id IS NOT NULL
);
DELETE FROM challans WHERE order_id IS NOT NULL;
