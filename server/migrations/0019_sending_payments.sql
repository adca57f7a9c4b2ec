-- expand
ALTER TABLE "payments" ADD COLUMN "sending_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "taken_at" timestamp with time zone;