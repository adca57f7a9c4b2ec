ALTER TABLE "cash_entries" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD COLUMN "phone_id" uuid;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD COLUMN "phone_sequence" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "cash_entries_request_key_key" ON "cash_entries" USING btree ("request_key");