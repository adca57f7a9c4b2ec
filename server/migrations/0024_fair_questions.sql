-- expand
ALTER TABLE "payments" ADD COLUMN "share" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "payments_asked_index" ON "payments" USING btree ("asked_at","share");