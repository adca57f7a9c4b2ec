-- expand
-- What the gateway called a payment, what staff decided about it, and what became of a refund after a no.
ALTER TABLE "payments" ADD COLUMN "told_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "answered_question" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "uncertain_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_double" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "alerted_at" timestamp with time zone;