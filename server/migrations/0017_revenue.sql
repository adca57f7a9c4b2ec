-- expand
CREATE TABLE "order_sums" (
	"day" date NOT NULL,
	"revenue" bigint NOT NULL,
	"received" bigint NOT NULL,
	"still_to_come" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_sums_day_index" ON "order_sums" USING btree ("day");--> statement-breakpoint
-- The same as rules/order-money.ts says. What is delivered without a driver was paid at the door; a driver enters what was paid.
CREATE FUNCTION "sums_of_order"("o" "orders") RETURNS TABLE ("day" date, "revenue" bigint, "received" bigint, "still_to_come" bigint) LANGUAGE sql STABLE AS $$
	SELECT
		((CASE WHEN o.payment_method = 'mtn_momo' THEN coalesce(o.paid_at, o.created_at) ELSE o.created_at END) AT TIME ZONE 'UTC')::date,
		cost::bigint,
		(o.paid_online - o.refunded + o.paid_cash + CASE WHEN is_received THEN open ELSE 0 END)::bigint,
		(CASE WHEN is_received THEN 0 ELSE open END)::bigint
	FROM
		(SELECT CASE WHEN o.status <> 'Cancelled' AND (o.payment_method = 'whatsapp' OR o.paid_at IS NOT NULL) THEN o.total - o.waived ELSE 0 END AS cost,
			o.status = 'Delivered' AND o.driver_id IS NULL AS is_received) AS costs,
		LATERAL (SELECT greatest(0, least(cost, cost - (o.paid_online - o.refunded)) - o.paid_cash) AS open) AS opens
$$;--> statement-breakpoint
CREATE FUNCTION "sum_order"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' THEN
		INSERT INTO "order_sums" SELECT s.day, -s.revenue, -s.received, -s.still_to_come FROM sums_of_order(old) s;
	END IF;
	IF tg_op <> 'DELETE' THEN
		INSERT INTO "order_sums" SELECT s.day, s.revenue, s.received, s.still_to_come FROM sums_of_order(new) s;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "orders_summed" AFTER INSERT OR DELETE ON "orders" FOR EACH ROW EXECUTE FUNCTION "sum_order"();--> statement-breakpoint
CREATE TRIGGER "orders_summed_again" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((old.status, old.paid_at, old.payment_method, old.total, old.created_at, old.paid_online, old.paid_cash, old.refunded, old.waived, old.driver_id IS NULL)
		IS DISTINCT FROM (new.status, new.paid_at, new.payment_method, new.total, new.created_at, new.paid_online, new.paid_cash, new.refunded, new.waived, new.driver_id IS NULL))
	EXECUTE FUNCTION "sum_order"();--> statement-breakpoint
INSERT INTO "order_sums" SELECT s.day, sum(s.revenue), sum(s.received), sum(s.still_to_come) FROM "orders" o, sums_of_order(o) s GROUP BY 1;
