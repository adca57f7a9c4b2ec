-- expand
CREATE TABLE "owner_links" (
	"secret" text NOT NULL,
	"email" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "owner_links_key" PRIMARY KEY("secret")
);
--> statement-breakpoint
CREATE TABLE "sample_rows" (
	"kind" text NOT NULL,
	"row_id" text NOT NULL,
	CONSTRAINT "sample_rows_key" PRIMARY KEY("kind","row_id")
);
--> statement-breakpoint
CREATE TABLE "shop_opening" (
	"is_only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_open" boolean NOT NULL,
	"preview_key" text NOT NULL,
	"has_samples" boolean NOT NULL,
	"confirmed" text[] DEFAULT '{}' NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shop_opening_only_check" CHECK ("shop_opening"."is_only")
);
