-- expand
CREATE TABLE "sms_balances" (
	"provider" text PRIMARY KEY NOT NULL,
	"parts" integer NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "news_by" text;