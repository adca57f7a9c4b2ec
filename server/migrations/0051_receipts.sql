-- expand
CREATE TABLE "receipt_numbers" (
	"series" text PRIMARY KEY NOT NULL,
	"last" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"number" integer PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"order_id" integer,
	"refers_to" integer,
	"seller" jsonb NOT NULL,
	"customer" jsonb NOT NULL,
	"contents" jsonb NOT NULL,
	"key" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"issued_by" uuid,
	CONSTRAINT "receipts_number_check" CHECK ("receipts"."number" > 0),
	CONSTRAINT "receipts_credit_check" CHECK ("receipts"."kind" <> 'credit_note' or "receipts"."refers_to" is not null)
);
--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "receipts" ADD CONSTRAINT "receipts_refers_to_fk" FOREIGN KEY ("refers_to") REFERENCES "public"."receipts"("number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "receipts_order_index" ON "receipts" USING btree ("order_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "receipts_refers_to_key" ON "receipts" USING btree ("refers_to","kind");--> statement-breakpoint
-- A document is never changed and never deleted. Who the customer was is forgotten with the customer; an order that never was leaves its document behind.
CREATE FUNCTION "keep_receipts"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'A receipt is never changed; a credit note takes it back';
END $$;--> statement-breakpoint
CREATE TRIGGER "receipts_stay" BEFORE UPDATE ON "receipts" FOR EACH ROW
	WHEN ((old.number, old.kind, old.refers_to, old.seller, old.contents, old.key, old.issued_at)
		IS DISTINCT FROM (new.number, new.kind, new.refers_to, new.seller, new.contents, new.key, new.issued_at)
		OR (new.order_id IS NOT NULL AND new.order_id IS DISTINCT FROM old.order_id))
	EXECUTE FUNCTION "keep_receipts"();--> statement-breakpoint
CREATE TRIGGER "receipts_are_not_deleted" BEFORE DELETE ON "receipts" FOR EACH ROW EXECUTE FUNCTION "keep_receipts"();
