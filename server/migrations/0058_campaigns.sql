-- expand
CREATE TABLE "campaign_recipients" (
	"id" uuid PRIMARY KEY NOT NULL,
	"campaign_id" integer NOT NULL,
	"address" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"provider_id" text,
	"queued_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "campaigns" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "campaigns_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"link" text NOT NULL,
	"days" integer,
	"category" text NOT NULL,
	"town" text NOT NULL,
	"state" text NOT NULL,
	"starts_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"prepared_at" timestamp with time zone,
	"prepared_to" text DEFAULT '' NOT NULL,
	"queued_at" timestamp with time zone,
	"held_until" timestamp with time zone,
	"hold_reason" text,
	"refusals" integer DEFAULT 0 NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "campaigns_days_check" CHECK ("campaigns"."days" > 0)
);
--> statement-breakpoint
ALTER TABLE "campaign_recipients" ADD CONSTRAINT "campaign_recipients_campaign_fk" FOREIGN KEY ("campaign_id") REFERENCES "public"."campaigns"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "campaign_recipients_address_key" ON "campaign_recipients" USING btree ("campaign_id","address");--> statement-breakpoint
CREATE INDEX "campaign_recipients_person_index" ON "campaign_recipients" USING btree ("address");--> statement-breakpoint
CREATE INDEX "campaign_recipients_unsent_index" ON "campaign_recipients" USING btree ("campaign_id","address") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "campaign_recipients_provider_index" ON "campaign_recipients" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "campaigns_open_index" ON "campaigns" USING btree ("id") WHERE state in ('scheduled', 'sending');