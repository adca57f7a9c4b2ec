CREATE TABLE "stock_movements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stock_movements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" integer NOT NULL,
	"change" integer NOT NULL,
	"stock_after" integer NOT NULL,
	"cause" text NOT NULL,
	"order_id" integer,
	"actor_id" uuid,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_movements_change_check" CHECK ("stock_movements"."change" <> 0),
	CONSTRAINT "stock_movements_stock_check" CHECK ("stock_movements"."stock_after" >= 0)
);
--> statement-breakpoint
DROP INDEX "orders_status_index";--> statement-breakpoint
DROP INDEX "orders_user_index";--> statement-breakpoint
DROP INDEX "orders_email_index";--> statement-breakpoint
DROP INDEX "orders_driver_index";--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "contents_print" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_movements_product_index" ON "stock_movements" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "stock_movements_order_index" ON "stock_movements" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "orders_request_key_key" ON "orders" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "orders_newest_index" ON "orders" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest_of_status_index" ON "orders" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest_of_user_index" ON "orders" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest_of_email_index" ON "orders" USING btree ("customer_email","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_newest_of_driver_index" ON "orders" USING btree ("driver_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_search_text_index" ON "orders" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
UPDATE "orders" SET "search_text" = concat_ws(E'\n', "customer_name", "tracking_code", "customer_email", "customer_phone", regexp_replace("customer_phone", '\D', '', 'g'));--> statement-breakpoint
INSERT INTO "stock_movements" ("product_id", "change", "stock_after", "cause", "moved_at")
SELECT p."id", p."stock_quantity" + coalesce(sum(l."quantity"), 0), p."stock_quantity" + coalesce(sum(l."quantity"), 0), 'first_count', p."created_at"
FROM "products" p LEFT JOIN ("order_lines" l JOIN "orders" o ON o."id" = l."order_id" AND o."status" <> 'Cancelled') ON l."product_id" = p."id"
GROUP BY p."id" HAVING p."stock_quantity" + coalesce(sum(l."quantity"), 0) > 0;--> statement-breakpoint
INSERT INTO "stock_movements" ("product_id", "change", "stock_after", "cause", "order_id", "actor_id", "moved_at")
SELECT l."product_id", -l."quantity", p."stock_quantity" + sum(l."quantity") OVER (PARTITION BY p."id" ORDER BY o."id" DESC) - l."quantity", 'order', o."id", o."user_id", o."created_at"
FROM "order_lines" l JOIN "orders" o ON o."id" = l."order_id" AND o."status" <> 'Cancelled' JOIN "products" p ON p."id" = l."product_id"
ORDER BY l."product_id", o."id";
