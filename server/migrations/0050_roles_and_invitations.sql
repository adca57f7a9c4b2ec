-- expand
ALTER TABLE "owner_links" ADD COLUMN "role" text DEFAULT 'admin' NOT NULL;--> statement-breakpoint
ALTER TABLE "owner_links" ADD COLUMN "id" uuid;--> statement-breakpoint
ALTER TABLE "owner_links" ADD COLUMN "invited_by" uuid;--> statement-breakpoint
ALTER TABLE "owner_links" ADD COLUMN "invited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "owner_links" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_manager" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_helper" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "owner_links" ADD CONSTRAINT "owner_links_invited_by_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "owner_links_invited_by_index" ON "owner_links" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "users_manager_index" ON "users" USING btree ("id") WHERE is_manager;--> statement-breakpoint
CREATE INDEX "users_helper_index" ON "users" USING btree ("id") WHERE is_helper;--> statement-breakpoint
ALTER TABLE "owner_links" ADD CONSTRAINT "owner_links_id_unique" UNIQUE("id");