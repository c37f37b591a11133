-- The address that gets the event of one piece of work or batch, and the endpoint by which it is sent and signed.
ALTER TABLE generation ADD COLUMN webhook jsonb;
ALTER TABLE batch ADD COLUMN webhook jsonb;
ALTER TABLE webhook_delivery ADD COLUMN url text;
