-- expand
CREATE TABLE "push_phones" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_phones_key" PRIMARY KEY("id"),
	CONSTRAINT "push_phones_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "alert_choices" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"mail" boolean NOT NULL,
	"push" boolean NOT NULL,
	"sound" boolean NOT NULL,
	CONSTRAINT "alert_choices_key" PRIMARY KEY("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"is_ours" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"facts" jsonb NOT NULL,
	"actor_id" uuid,
	"happened_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "push_phones" ADD CONSTRAINT "push_phones_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_phones" ADD CONSTRAINT "push_phones_session_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_choices" ADD CONSTRAINT "alert_choices_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "push_phones_user_index" ON "push_phones" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_phones_session_index" ON "push_phones" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "shop_events_newest_index" ON "shop_events" USING btree ("type","id");--> statement-breakpoint
CREATE INDEX "shop_events_open_index" ON "shop_events" USING btree ("id") WHERE handled_at is null;