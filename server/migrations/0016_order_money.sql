-- expand
ALTER TABLE "orders" ADD COLUMN "paid_online" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_cash" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "waived" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_waived_check" CHECK ("orders"."waived" >= 0 and "orders"."waived" <= "orders"."total");--> statement-breakpoint
-- What a payment has brought and not given back; what has gone back already is counted in and out.
UPDATE "orders" SET "paid_online" = "orders"."refunded" + "kept", "waived" = CASE WHEN "status" = 'Cancelled' THEN 0 ELSE least("total", greatest(0, "total" - "kept")) END
	FROM (
		SELECT "order_id", least("amount", "told_amount") - "refunded_amount" AS "kept"
		FROM "payments" WHERE "pays_order"
	) AS "paying"
	WHERE "orders"."id" = "paying"."order_id";--> statement-breakpoint
-- All of its money went back: nobody owes anything for what stood all the time; what was cancelled and lives again is paid at the door.
UPDATE "orders" SET "paid_online" = "refunded",
	"waived" = CASE WHEN "status" = 'Cancelled' OR "was_cancelled" THEN 0 ELSE "total" END,
	"payment_method" = CASE WHEN "status" <> 'Cancelled' AND "was_cancelled" THEN 'whatsapp' ELSE "payment_method" END
	FROM (SELECT "id" AS "order_id", EXISTS (SELECT FROM "order_history" WHERE "order_id" = "orders"."id" AND "status" = 'Cancelled') AS "was_cancelled" FROM "orders" WHERE "refunded" > 0 AND "paid_at" IS NULL) AS "given_back"
	WHERE "orders"."id" = "given_back"."order_id";--> statement-breakpoint
UPDATE "orders" SET "paid_cash" = "collected" FROM (SELECT "order_id", sum("amount") AS "collected" FROM "cash_entries" WHERE "order_id" IS NOT NULL GROUP BY 1) AS "cash" WHERE "orders"."id" = "cash"."order_id";--> statement-breakpoint
-- A process of the version before, still running beside the new one, writes only when an order was paid.
CREATE FUNCTION "fill_paid_online"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new.paid_online := new.total + new.refunded;
	RETURN new;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_paid_by_the_version_before" BEFORE UPDATE OF "paid_at" ON "orders" FOR EACH ROW
	WHEN (old.paid_at IS NULL AND new.paid_at IS NOT NULL AND new.paid_online = old.paid_online)
	EXECUTE FUNCTION "fill_paid_online"();
