CREATE TABLE "payments" (
	"reference" uuid PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"attempt" integer NOT NULL,
	"gateway" text NOT NULL,
	"is_test" boolean NOT NULL,
	"amount" integer NOT NULL,
	"currency" text NOT NULL,
	"phone" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text,
	"hosted_url" text,
	"transaction_id" text,
	"told_amount" integer,
	"told_currency" text,
	"is_late" boolean DEFAULT false NOT NULL,
	"note" text,
	"test_answer" text,
	"last_answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"stage_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"heard_at" timestamp with time zone,
	"woken_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	CONSTRAINT "payments_amount_check" CHECK ("payments"."amount" >= 0)
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payment_state" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "hold_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_attempt_key" ON "payments" USING btree ("order_id","attempt");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_live_key" ON "payments" USING btree ("order_id") WHERE stage in ('created', 'pending', 'unknown');--> statement-breakpoint
CREATE UNIQUE INDEX "payments_paid_once_key" ON "payments" USING btree ("order_id") WHERE stage = 'succeeded';--> statement-breakpoint
CREATE INDEX "payments_next_check_index" ON "payments" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
CREATE INDEX "payments_phone_index" ON "payments" USING btree ("phone","created_at");--> statement-breakpoint
CREATE INDEX "payments_newest_index" ON "payments" USING btree ("created_at","reference");--> statement-breakpoint
CREATE INDEX "payments_newest_of_stage_index" ON "payments" USING btree ("stage","created_at","reference");--> statement-breakpoint
CREATE INDEX "orders_hold_index" ON "orders" USING btree ("hold_until") WHERE hold_until is not null;