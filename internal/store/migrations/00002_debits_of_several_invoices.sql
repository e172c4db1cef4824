-- +goose Up

-- The invoices that a debit pays beside the one in mandate_debits.
CREATE TABLE mandate_debit_invoices (
    customer_id BIGINT NOT NULL,
    debit_id BIGINT NOT NULL,
    invoice_id BIGINT NOT NULL,
    PRIMARY KEY (customer_id, debit_id, invoice_id),
    CONSTRAINT mandate_debit_invoices_debit FOREIGN KEY (customer_id, debit_id) REFERENCES mandate_debits (customer_id, id),
    CONSTRAINT mandate_debit_invoices_invoice FOREIGN KEY (customer_id, invoice_id) REFERENCES invoices (customer_id, id)
);

-- +goose Down

DROP TABLE mandate_debit_invoices;
