-- expand
CREATE TABLE "delivery_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"driver_id" uuid,
	"outcome" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"day" date,
	"request_key" text,
	"contents_hash" text NOT NULL,
	"phone_id" uuid,
	"phone_sequence" bigint,
	"tapped_at" timestamp with time zone,
	"happened_at" timestamp with time zone NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	"answer_day" date,
	"answer_note" text DEFAULT '' NOT NULL,
	"answered_at" timestamp with time zone,
	"decided_at" timestamp with time zone,
	CONSTRAINT "delivery_attempts_answer_check" CHECK (("delivery_attempts"."answer_day" is null) = ("delivery_attempts"."answered_at" is null))
);
--> statement-breakpoint
ALTER TABLE "delivery_proofs" ADD COLUMN "attempt_id" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "last_attempt" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "to_decide_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "deliver_on" date;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_attempts_order_index" ON "delivery_attempts" USING btree ("order_id","happened_at");--> statement-breakpoint
CREATE INDEX "delivery_attempts_driver_index" ON "delivery_attempts" USING btree ("driver_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_attempts_request_key_key" ON "delivery_attempts" USING btree ("request_key");--> statement-breakpoint
ALTER TABLE "delivery_proofs" ADD CONSTRAINT "delivery_proofs_attempt_id_delivery_attempts_id_fk" FOREIGN KEY ("attempt_id") REFERENCES "public"."delivery_attempts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "delivery_proofs_attempt_index" ON "delivery_proofs" USING btree ("attempt_id");--> statement-breakpoint
CREATE INDEX "orders_to_decide_index" ON "orders" USING btree ("created_at") WHERE to_decide_since is not null and status = 'Shipped';