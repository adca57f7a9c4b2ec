-- expand
ALTER TABLE "orders" ADD COLUMN "to_confirm" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "orders_to_confirm_index" ON "orders" USING btree ("created_at") WHERE to_confirm <> '{}';