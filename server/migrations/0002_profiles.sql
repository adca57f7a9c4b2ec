CREATE TABLE "profiles" (
	"user_id" uuid NOT NULL,
	"full_name" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"shipping_address" text DEFAULT '' NOT NULL,
	"city" text DEFAULT '' NOT NULL,
	"region" text DEFAULT '' NOT NULL,
	"avatar_id" uuid,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "profiles_key" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "role_changes" DROP CONSTRAINT "role_changes_user_fk";
--> statement-breakpoint
ALTER TABLE "role_changes" DROP CONSTRAINT "role_changes_changed_by_fk";
--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;