-- expand
CREATE TABLE "order_return_lines" (
	"return_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"product_name" text NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"condition" text NOT NULL,
	"to_shelf" integer DEFAULT 0 NOT NULL,
	"written_off" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_return_lines_key" PRIMARY KEY("return_id","product_id"),
	CONSTRAINT "order_return_lines_quantity_check" CHECK ("order_return_lines"."quantity" > 0),
	CONSTRAINT "order_return_lines_arrived_check" CHECK ("order_return_lines"."to_shelf" >= 0 and "order_return_lines"."written_off" >= 0 and "order_return_lines"."to_shelf" + "order_return_lines"."written_off" <= "order_return_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "order_returns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_returns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"photo_id" uuid,
	"amount" integer DEFAULT 0 NOT NULL,
	"opened_by" uuid,
	"moved_by" uuid,
	"request_key" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_returns_amount_check" CHECK ("order_returns"."amount" >= 0 and ("order_returns"."amount" = 0 or "order_returns"."state" = 'settled'))
);
--> statement-breakpoint
DROP INDEX "orders_to_pay_back_index";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "return_state" text;--> statement-breakpoint
ALTER TABLE "order_return_lines" ADD CONSTRAINT "order_return_lines_return_id_order_returns_id_fk" FOREIGN KEY ("return_id") REFERENCES "public"."order_returns"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_return_lines" ADD CONSTRAINT "order_return_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_returns" ADD CONSTRAINT "order_returns_moved_by_users_id_fk" FOREIGN KEY ("moved_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_return_lines_product_index" ON "order_return_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "order_returns_order_index" ON "order_returns" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_returns_request_key_key" ON "order_returns" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "orders_returns_index" ON "orders" USING btree ("created_at","id") WHERE return_state in ('asked', 'fetched', 'received');--> statement-breakpoint
CREATE INDEX "orders_to_pay_back_index" ON "orders" USING btree ("created_at") WHERE paid_online - refunded + paid_cash + paid_mobile + paid_office - paid_back > case when status = 'Cancelled' then 0 else total - waived - returned end and (status <> 'Cancelled' or paid_cash + paid_mobile + paid_office > paid_back);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_returned_check" CHECK ("orders"."returned" >= 0 and "orders"."waived" + "orders"."returned" <= "orders"."total");--> statement-breakpoint
-- What came back makes an order cost less.
CREATE OR REPLACE FUNCTION "sums_of_order"("o" "orders") RETURNS TABLE ("day" date, "revenue" bigint, "received" bigint, "still_to_come" bigint) LANGUAGE sql STABLE AS $$
	SELECT
		((CASE WHEN o.payment_method = 'mtn_momo' THEN coalesce(o.paid_at, o.created_at) ELSE o.created_at END) AT TIME ZONE 'UTC')::date,
		cost::bigint,
		(kept + CASE WHEN is_received THEN open ELSE 0 END)::bigint,
		(CASE WHEN is_received THEN 0 ELSE open END)::bigint
	FROM
		(SELECT CASE WHEN o.status <> 'Cancelled' AND (o.payment_method = 'whatsapp' OR o.paid_at IS NOT NULL) THEN o.total - o.waived - o.returned ELSE 0 END AS cost,
			o.paid_online - o.refunded + o.paid_cash + o.paid_mobile + o.paid_office - o.paid_back AS kept,
			o.status = 'Delivered' AND o.driver_id IS NULL AS is_received) AS costs,
		LATERAL (SELECT greatest(0, least(cost, cost - kept)) AS open) AS opens
$$;--> statement-breakpoint
DROP TRIGGER "orders_summed_again" ON "orders";--> statement-breakpoint
CREATE TRIGGER "orders_summed_again" AFTER UPDATE ON "orders" FOR EACH ROW
	WHEN ((old.status, old.paid_at, old.payment_method, old.total, old.created_at, old.paid_online, old.paid_cash, old.paid_mobile, old.paid_office, old.paid_back, old.refunded, old.waived, old.returned, old.driver_id IS NULL)
		IS DISTINCT FROM (new.status, new.paid_at, new.payment_method, new.total, new.created_at, new.paid_online, new.paid_cash, new.paid_mobile, new.paid_office, new.paid_back, new.refunded, new.waived, new.returned, new.driver_id IS NULL))
	EXECUTE FUNCTION "sum_order"();
