CREATE TABLE "order_counts" (
	"day" date NOT NULL,
	"status" text NOT NULL,
	"is_sale" boolean NOT NULL,
	"orders" integer NOT NULL,
	"total" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "source" text DEFAULT 'shop' NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "order_counts_day_index" ON "order_counts" USING btree ("day");--> statement-breakpoint
CREATE FUNCTION "count_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		INSERT INTO "order_counts" ("day", "status", "is_sale", "orders", "total")
		VALUES ((old.created_at AT TIME ZONE 'UTC')::date, old.status, old.payment_method = 'whatsapp' OR old.paid_at IS NOT NULL, -1, -old.total);
	END IF;
	IF tg_op <> 'DELETE' THEN
		INSERT INTO "order_counts" ("day", "status", "is_sale", "orders", "total")
		VALUES ((new.created_at AT TIME ZONE 'UTC')::date, new.status, new.payment_method = 'whatsapp' OR new.paid_at IS NOT NULL, 1, new.total);
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_counted" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "count_order"();--> statement-breakpoint
CREATE TRIGGER "orders_counted_again" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((old.status, old.paid_at IS NULL, old.payment_method, old.total, old.created_at) IS DISTINCT FROM (new.status, new.paid_at IS NULL, new.payment_method, new.total, new.created_at))
	EXECUTE FUNCTION "count_order"();--> statement-breakpoint
INSERT INTO "order_counts" ("day", "status", "is_sale", "orders", "total")
SELECT ("created_at" AT TIME ZONE 'UTC')::date, "status", "payment_method" = 'whatsapp' OR "paid_at" IS NOT NULL, count(*), sum("total")
FROM "orders" GROUP BY 1, 2, 3;
