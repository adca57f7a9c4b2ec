-- expand
CREATE TABLE "api_keys" (
	"id" uuid NOT NULL,
	"key" text NOT NULL,
	"prefix" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"made_by" uuid,
	"made_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_key" PRIMARY KEY("id"),
	CONSTRAINT "api_keys_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"state" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"status" integer,
	"failure" text,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	CONSTRAINT "webhook_deliveries_key" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"secret" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"paused_at" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"busy_until" timestamp with time zone,
	CONSTRAINT "webhooks_key" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "users" DROP CONSTRAINT "users_reachable_check";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_key" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_id_fk" FOREIGN KEY ("id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_made_by_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_keys_made_by_index" ON "api_keys" USING btree ("made_by");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest_index" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due_index" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_age_index" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_person_or_key_check" CHECK (case when is_key then "users"."email" is null and "users"."phone" is null else "users"."email" is not null or "users"."phone" is not null end);