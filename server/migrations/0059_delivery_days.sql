-- expand
ALTER TABLE "orders" ADD COLUMN "deliver_slot" text;--> statement-breakpoint
CREATE INDEX "orders_deliver_on_index" ON "orders" USING btree ("deliver_on") WHERE deliver_on is not null;