CREATE TABLE "gateway_turns" (
	"gateway" text PRIMARY KEY NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"reference" uuid PRIMARY KEY NOT NULL,
	"payment" uuid NOT NULL,
	"amount" integer NOT NULL,
	"way" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text,
	"gateway_id" text,
	"note" text NOT NULL,
	"decided_by" uuid,
	"last_answer" text,
	"created_at" timestamp with time zone NOT NULL,
	"stage_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"woken_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	CONSTRAINT "refunds_amount_check" CHECK ("refunds"."amount" > 0)
);
--> statement-breakpoint
DROP INDEX "payments_paid_once_key";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "refunded" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "pays_order" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refunded_amount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "idle_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_payments_reference_fk" FOREIGN KEY ("payment") REFERENCES "public"."payments"("reference") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_payment_index" ON "refunds" USING btree ("payment","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open_key" ON "refunds" USING btree ("payment") WHERE stage in ('created', 'pending', 'unknown');--> statement-breakpoint
CREATE INDEX "refunds_next_check_index" ON "refunds" USING btree ("next_check_at") WHERE next_check_at is not null;--> statement-breakpoint
UPDATE "payments" SET "pays_order" = true WHERE "stage" = 'succeeded';--> statement-breakpoint
UPDATE "payments" SET "refunded_amount" = coalesce("told_amount", "amount") WHERE "stage" = 'refunded';--> statement-breakpoint
INSERT INTO "refunds" ("reference", "payment", "amount", "way", "stage", "note", "created_at", "stage_at")
	SELECT gen_random_uuid(), "reference", "refunded_amount", 'by_hand', 'succeeded', coalesce("note", ''), "stage_at", "stage_at" FROM "payments" WHERE "refunded_amount" > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_paid_once_key" ON "payments" USING btree ("order_id") WHERE pays_order;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refunded_check" CHECK ("payments"."refunded_amount" >= 0 and "payments"."refunded_amount" <= coalesce("payments"."told_amount", "payments"."amount"));