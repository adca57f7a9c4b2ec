-- expand
CREATE TABLE "order_money" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_money_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"way" text NOT NULL,
	"amount" integer NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"waived" integer DEFAULT 0 NOT NULL,
	"corrects" integer,
	"payment" uuid,
	"refund" uuid,
	"driver_id" uuid,
	"cash_entry_id" integer,
	"actor_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"request_key" text,
	"phone_id" uuid,
	"phone_sequence" bigint,
	CONSTRAINT "order_money_source_check" CHECK (("order_money"."source" = 'gateway') = ("order_money"."way" in ('gateway', 'by_hand'))),
	CONSTRAINT "order_money_door_check" CHECK ("order_money"."source" <> 'door' or "order_money"."kind" = 'receipt'),
	CONSTRAINT "order_money_office_check" CHECK ("order_money"."source" <> 'office' or ("order_money"."amount" > 0) = ("order_money"."corrects" is null))
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_mobile" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_office" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "paid_back" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "order_money" ADD CONSTRAINT "order_money_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_money" ADD CONSTRAINT "order_money_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_money" ADD CONSTRAINT "order_money_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_money" ADD CONSTRAINT "order_money_corrects_fk" FOREIGN KEY ("corrects") REFERENCES "public"."order_money"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_money_order_index" ON "order_money" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_money_request_key_key" ON "order_money" USING btree ("request_key");--> statement-breakpoint
CREATE UNIQUE INDEX "order_money_corrects_key" ON "order_money" USING btree ("corrects");--> statement-breakpoint
CREATE UNIQUE INDEX "order_money_cash_entry_key" ON "order_money" USING btree ("cash_entry_id");--> statement-breakpoint
CREATE INDEX "orders_to_pay_back_index" ON "orders" USING btree ("created_at") WHERE paid_online - refunded + paid_cash + paid_mobile + paid_office - paid_back > case when status = 'Cancelled' then 0 else total - waived end and (status <> 'Cancelled' or paid_cash + paid_mobile + paid_office > paid_back);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_paid_back_check" CHECK ("orders"."paid_back" between 0 and "orders"."paid_cash" + "orders"."paid_mobile" + "orders"."paid_office");--> statement-breakpoint
-- The cash book and the payments that paid an order, each with what went back of it, in the order in which they happened. A payment
-- that paid once and went back whole no longer says so: it is known by its amount, or else its order has one line without a payment.
WITH "moved" AS (
	SELECT p.* FROM "payments" p WHERE p.pays_order
	UNION ALL
	SELECT p.* FROM "payments" p JOIN "orders" o ON o.id = p.order_id
	WHERE NOT p.pays_order AND p.stage = 'refunded' AND p.refunded_amount > 0
		AND o.paid_online - coalesce((SELECT least(q.amount, q.told_amount) FROM "payments" q WHERE q.order_id = o.id AND q.pays_order), 0)
			= (SELECT sum(q.refunded_amount) FROM "payments" q WHERE q.order_id = o.id AND NOT q.pays_order AND q.stage = 'refunded')
), "lines" AS (
	SELECT order_id, 'receipt' AS kind, 'door' AS source, 'cash' AS way, amount, '' AS reference, reason AS note, NULL::uuid AS payment, NULL::uuid AS refund,
		driver_id, id AS cash_entry_id, actor_id, happened_at, recorded_at, request_key, phone_id, phone_sequence
	FROM "cash_entries" WHERE order_id IS NOT NULL
	UNION ALL
	SELECT p.order_id, 'receipt', 'gateway', 'gateway', CASE WHEN p.pays_order THEN least(p.amount, p.told_amount) ELSE p.refunded_amount END, coalesce(p.transaction_id, ''), '', p.reference, NULL,
		NULL, NULL, NULL, CASE WHEN p.pays_order THEN coalesce(o.paid_at, p.stage_at) ELSE coalesce(p.heard_at, p.created_at) END,
		CASE WHEN p.pays_order THEN coalesce(o.paid_at, p.stage_at) ELSE p.created_at END, NULL, NULL, NULL
	FROM "moved" p JOIN "orders" o ON o.id = p.order_id
	UNION ALL
	SELECT p.order_id, 'repayment', 'gateway', CASE WHEN r.way = 'by_hand' THEN 'by_hand' ELSE 'gateway' END, r.amount, '', r.note, p.reference, r.reference,
		NULL, NULL, r.decided_by, r.stage_at, r.stage_at, NULL, NULL, NULL
	FROM "moved" p JOIN "refunds" r ON r.payment = p.reference AND r.stage = 'succeeded'
	WHERE p.refunded_amount = (SELECT sum(s.amount) FROM "refunds" s WHERE s.payment = p.reference AND s.stage = 'succeeded')
	UNION ALL
	SELECT p.order_id, 'repayment', 'gateway', 'gateway', p.refunded_amount, '', '', p.reference, NULL,
		NULL, NULL, NULL, p.stage_at, p.stage_at, NULL, NULL, NULL
	FROM "moved" p
	WHERE p.refunded_amount > 0 AND p.refunded_amount IS DISTINCT FROM (SELECT sum(s.amount) FROM "refunds" s WHERE s.payment = p.reference AND s.stage = 'succeeded')
), "rest" AS (
	SELECT o.id, o.updated_at, o.paid_online - coalesce(g.paid_online, 0) AS paid_online, o.refunded - coalesce(g.refunded, 0) AS refunded
	FROM "orders" o LEFT JOIN (
		SELECT order_id, sum(amount) FILTER (WHERE kind = 'receipt') AS paid_online, sum(amount) FILTER (WHERE kind = 'repayment') AS refunded
		FROM "lines" WHERE source = 'gateway' GROUP BY 1
	) g ON g.order_id = o.id
	WHERE o.paid_online <> 0 OR o.refunded <> 0
)
INSERT INTO "order_money" ("order_id", "kind", "source", "way", "amount", "reference", "note", "payment", "refund", "driver_id", "cash_entry_id", "actor_id", "happened_at", "recorded_at", "request_key", "phone_id", "phone_sequence")
SELECT * FROM (
	SELECT * FROM "lines"
	UNION ALL
	SELECT id, kind, 'gateway', 'gateway', amount::int, '', 'From before the ledger', NULL, NULL, NULL, NULL, NULL, updated_at, updated_at, NULL, NULL, NULL
	FROM "rest", LATERAL (VALUES ('receipt', paid_online), ('repayment', refunded)) AS "each" (kind, amount) WHERE amount <> 0
) AS "all_lines"
ORDER BY recorded_at, kind, cash_entry_id;--> statement-breakpoint
-- A line is never changed: only a person who is deleted is taken out of it.
CREATE FUNCTION "keep_order_money"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'A line of the ledger is never changed; one more line takes it back';
END $$;--> statement-breakpoint
CREATE TRIGGER "order_money_stays" BEFORE UPDATE ON "order_money" FOR EACH ROW
	WHEN ((old.order_id, old.kind, old.source, old.way, old.amount, old.waived, old.corrects, old.payment, old.refund, old.cash_entry_id, old.happened_at, old.recorded_at)
		IS DISTINCT FROM (new.order_id, new.kind, new.source, new.way, new.amount, new.waived, new.corrects, new.payment, new.refund, new.cash_entry_id, new.happened_at, new.recorded_at))
	EXECUTE FUNCTION "keep_order_money"();--> statement-breakpoint
-- The same as rules/order-money.ts says. What is delivered without a driver was paid at the door; a driver enters what was paid.
CREATE OR REPLACE FUNCTION "sums_of_order"("o" "orders") RETURNS TABLE ("day" date, "revenue" bigint, "received" bigint, "still_to_come" bigint) LANGUAGE sql STABLE AS $$
	SELECT
		((CASE WHEN o.payment_method = 'mtn_momo' THEN coalesce(o.paid_at, o.created_at) ELSE o.created_at END) AT TIME ZONE 'UTC')::date,
		cost::bigint,
		(kept + CASE WHEN is_received THEN open ELSE 0 END)::bigint,
		(CASE WHEN is_received THEN 0 ELSE open END)::bigint
	FROM
		(SELECT CASE WHEN o.status <> 'Cancelled' AND (o.payment_method = 'whatsapp' OR o.paid_at IS NOT NULL) THEN o.total - o.waived ELSE 0 END AS cost,
			o.paid_online - o.refunded + o.paid_cash + o.paid_mobile + o.paid_office - o.paid_back AS kept,
			o.status = 'Delivered' AND o.driver_id IS NULL AS is_received) AS costs,
		LATERAL (SELECT greatest(0, least(cost, cost - kept)) AS open) AS opens
$$;--> statement-breakpoint
DROP TRIGGER "orders_summed_again" ON "orders";--> statement-breakpoint
CREATE TRIGGER "orders_summed_again" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((old.status, old.paid_at, old.payment_method, old.total, old.created_at, old.paid_online, old.paid_cash, old.paid_mobile, old.paid_office, old.paid_back, old.refunded, old.waived, old.driver_id IS NULL)
		IS DISTINCT FROM (new.status, new.paid_at, new.payment_method, new.total, new.created_at, new.paid_online, new.paid_cash, new.paid_mobile, new.paid_office, new.paid_back, new.refunded, new.waived, new.driver_id IS NULL))
	EXECUTE FUNCTION "sum_order"();
