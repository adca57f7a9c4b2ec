-- expand
-- Nobody writes an order between the sums and what they are made of; everybody may read.
LOCK TABLE "orders" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- What is delivered without a driver is received once its money is in the ledger, like everything else.
CREATE OR REPLACE FUNCTION "sums_of_order"("o" "orders") RETURNS TABLE ("day" date, "revenue" bigint, "received" bigint, "still_to_come" bigint) LANGUAGE sql STABLE AS $$
	SELECT
		((CASE WHEN o.payment_method = 'mtn_momo' THEN coalesce(o.paid_at, o.created_at) ELSE o.created_at END) AT TIME ZONE 'UTC')::date,
		cost::bigint,
		kept::bigint,
		greatest(0, least(cost, cost - kept))::bigint
	FROM
		(SELECT CASE WHEN o.status <> 'Cancelled' AND (o.payment_method = 'whatsapp' OR o.paid_at IS NOT NULL) THEN o.total - o.waived - o.returned ELSE 0 END AS cost,
			o.paid_online - o.refunded + o.paid_cash + o.paid_mobile + o.paid_office - o.paid_back AS kept) AS costs
$$;--> statement-breakpoint
INSERT INTO "order_sums" SELECT s.day, 0, -sum(s.still_to_come), sum(s.still_to_come) FROM "orders" o, sums_of_order(o) s WHERE o.status = 'Delivered' AND o.driver_id IS NULL GROUP BY 1;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "orders_summed_again" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((old.status, old.paid_at, old.payment_method, old.total, old.created_at, old.paid_online, old.paid_cash, old.paid_mobile, old.paid_office, old.paid_back, old.refunded, old.waived, old.returned)
		IS DISTINCT FROM (new.status, new.paid_at, new.payment_method, new.total, new.created_at, new.paid_online, new.paid_cash, new.paid_mobile, new.paid_office, new.paid_back, new.refunded, new.waived, new.returned))
	EXECUTE FUNCTION "sum_order"();
