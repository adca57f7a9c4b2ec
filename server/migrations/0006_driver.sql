CREATE TABLE "cash_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"driver_id" uuid,
	"kind" text NOT NULL,
	"order_id" integer,
	"hand_over_id" integer,
	"amount" integer NOT NULL,
	"in_hand_after" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"actor_id" uuid,
	CONSTRAINT "cash_entries_in_hand_check" CHECK ("cash_entries"."in_hand_after" >= 0),
	CONSTRAINT "cash_entries_kind_check" CHECK (("cash_entries"."kind" = 'collected') = ("cash_entries"."order_id" is not null)
        and ("cash_entries"."kind" = 'handed_over') = ("cash_entries"."hand_over_id" is not null)
        and ("cash_entries"."kind" = 'collected' or "cash_entries"."amount" < 0))
);
--> statement-breakpoint
CREATE TABLE "delivery_notes" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"note" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_proofs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_proofs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"driver_id" uuid,
	"kind" text NOT NULL,
	"photo_id" uuid,
	"request_key" text,
	"taken_at" timestamp with time zone NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_proofs_photo_check" CHECK (("delivery_proofs"."kind" = 'photo') = ("delivery_proofs"."photo_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "driver_steps" (
	"request_key" text PRIMARY KEY NOT NULL,
	"driver_id" uuid,
	"order_id" integer NOT NULL,
	"status" text NOT NULL,
	"contents_print" text NOT NULL,
	"tapped_at" timestamp with time zone,
	"happened_at" timestamp with time zone NOT NULL,
	"arrived_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "hand_overs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "hand_overs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"driver_id" uuid,
	"expected" integer NOT NULL,
	"counted" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone NOT NULL,
	"request_key" text,
	CONSTRAINT "hand_overs_counted_check" CHECK ("hand_overs"."counted" > 0 and "hand_overs"."counted" <= "hand_overs"."expected"),
	CONSTRAINT "hand_overs_note_check" CHECK ("hand_overs"."counted" = "hand_overs"."expected" or "hand_overs"."note" <> '')
);
--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_hand_over_id_hand_overs_id_fk" FOREIGN KEY ("hand_over_id") REFERENCES "public"."hand_overs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_entries" ADD CONSTRAINT "cash_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_notes" ADD CONSTRAINT "delivery_notes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_proofs" ADD CONSTRAINT "delivery_proofs_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_proofs" ADD CONSTRAINT "delivery_proofs_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_steps" ADD CONSTRAINT "driver_steps_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "driver_steps" ADD CONSTRAINT "driver_steps_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_driver_id_users_id_fk" FOREIGN KEY ("driver_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "hand_overs" ADD CONSTRAINT "hand_overs_confirmed_by_users_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cash_entries_driver_index" ON "cash_entries" USING btree ("driver_id","id");--> statement-breakpoint
CREATE INDEX "cash_entries_order_index" ON "cash_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "cash_entries_hand_over_index" ON "cash_entries" USING btree ("hand_over_id");--> statement-breakpoint
CREATE INDEX "delivery_proofs_order_index" ON "delivery_proofs" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "delivery_proofs_request_key_key" ON "delivery_proofs" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "driver_steps_order_index" ON "driver_steps" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "driver_steps_driver_index" ON "driver_steps" USING btree ("driver_id","arrived_at");--> statement-breakpoint
CREATE UNIQUE INDEX "hand_overs_request_key_key" ON "hand_overs" USING btree ("request_key");--> statement-breakpoint
CREATE INDEX "hand_overs_newest_index" ON "hand_overs" USING btree ("confirmed_at","id");