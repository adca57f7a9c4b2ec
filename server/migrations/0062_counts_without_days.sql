-- expand
CREATE TABLE "category_counts" (
	"category" text NOT NULL,
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_status_counts" (
	"status" text NOT NULL,
	"orders" integer NOT NULL
);
--> statement-breakpoint
-- Products first, then orders, as whoever cancels an order locks them.
CREATE FUNCTION "count_category"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'UPDATE' THEN
		INSERT INTO "category_counts" ("category", "products")
		SELECT category, products FROM (VALUES
			(old.category, -1, old.removed_at IS NULL AND NOT old.hidden),
			(new.category, 1, new.removed_at IS NULL AND NOT new.hidden)
		) AS each (category, products, is_shown) WHERE is_shown;
	ELSE
		INSERT INTO "category_counts" ("category", "products")
		SELECT category, CASE tg_op WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM moved
		WHERE removed_at IS NULL AND NOT hidden GROUP BY 1;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_came_to_category" AFTER INSERT ON "products" REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION "count_category"();--> statement-breakpoint
CREATE TRIGGER "products_went_from_category" AFTER DELETE ON "products" REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION "count_category"();--> statement-breakpoint
CREATE TRIGGER "product_changed_category" AFTER UPDATE OF "removed_at", "hidden", "category" ON "products" FOR EACH ROW
	WHEN ((old.removed_at IS NULL AND NOT old.hidden, old.category) IS DISTINCT FROM (new.removed_at IS NULL AND NOT new.hidden, new.category))
	EXECUTE FUNCTION "count_category"();--> statement-breakpoint
INSERT INTO "category_counts" ("category", "products")
SELECT "category", count(*) FROM "products" WHERE "removed_at" IS NULL AND NOT "hidden" GROUP BY 1;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "orders_with_driver_index" ON "orders" USING btree ("driver_id") WHERE driver_id is not null and status in ('Pending', 'Processing', 'Shipped');--> statement-breakpoint
CREATE FUNCTION "count_status"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		INSERT INTO "order_status_counts" ("status", "orders") VALUES (old.status, -1);
	END IF;
	IF tg_op <> 'DELETE' THEN
		INSERT INTO "order_status_counts" ("status", "orders") VALUES (new.status, 1);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_counted_by_status" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "count_status"();--> statement-breakpoint
CREATE TRIGGER "orders_counted_by_status_again" AFTER UPDATE OF "status" ON "orders" FOR EACH ROW
	WHEN (old.status <> new.status) EXECUTE FUNCTION "count_status"();--> statement-breakpoint
-- Nobody can write an order meanwhile: the triggers have locked the table.
INSERT INTO "order_status_counts" ("status", "orders") SELECT "status", sum("orders") FROM "order_counts" GROUP BY 1;
