ALTER TABLE "newsletter_readers" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "shop_settings" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_entries_kind_index" ON "audit_entries" USING btree ("thing","id");--> statement-breakpoint
CREATE INDEX "contact_messages_open_index" ON "contact_messages" USING btree ("id") WHERE done_at is null;--> statement-breakpoint
CREATE INDEX "contact_messages_unread_index" ON "contact_messages" USING btree ("id") WHERE read_at is null and done_at is null;--> statement-breakpoint
CREATE INDEX "contact_messages_sender_index" ON "contact_messages" USING gin (("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "newsletter_readers_newest_index" ON "newsletter_readers" USING btree ("agreed_at","id") WHERE left_at is null and removed_at is null;--> statement-breakpoint
CREATE INDEX "newsletter_readers_email_index" ON "newsletter_readers" USING gin ("email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "testimonials_hidden_index" ON "testimonials" USING btree ("id") WHERE hidden;--> statement-breakpoint
INSERT INTO "audit_entries" ("at", "actor_id", "thing", "thing_id", "action", "before", "after")
SELECT "changed_at", "changed_by", 'team', "user_id"::text, CASE WHEN "is_given" THEN 'gave a role' ELSE 'took a role' END, jsonb_build_object("role", NOT "is_given"), jsonb_build_object("role", "is_given")
FROM "role_changes" ORDER BY "changed_at";
