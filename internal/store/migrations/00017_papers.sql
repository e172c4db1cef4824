-- +goose Up
-- The company's own systems ask for a voucher by its number.
CREATE INDEX advance_vouchers_of_number ON advance_vouchers (number);

-- What a product is as goods, for the papers that go along when it is moved.
ALTER TABLE products ADD COLUMN hsn TEXT NOT NULL DEFAULT '' CHECK (length(hsn) <= 8); -- HSN code; '' while nobody has said it
ALTER TABLE products ADD COLUMN unit_value_paise BIGINT NOT NULL DEFAULT 0 CHECK (unit_value_paise >= 0); -- value of one; 0 while nobody has said it

-- Delivery challans of our goods that are moved and not sold (Rule 55 of the CGST Rules).
CREATE TABLE challans (
    customer_id BIGINT NOT NULL,
    id BIGINT NOT NULL CHECK (id > 0),
    ticket_id BIGINT NOT NULL,
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
    CONSTRAINT challans_ticket FOREIGN KEY (customer_id, ticket_id) REFERENCES tickets (customer_id, id)
);
CREATE UNIQUE INDEX challans_number ON challans (number, company_gstin);
CREATE UNIQUE INDEX challans_movement ON challans (customer_id, ticket_id, movement, address_id);

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

-- +goose Down
DROP TABLE challan_goods;
DROP TABLE challans;
ALTER TABLE products DROP COLUMN unit_value_paise;
ALTER TABLE products DROP COLUMN hsn;
DROP INDEX advance_vouchers_of_number;
