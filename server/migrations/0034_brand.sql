-- expand
CREATE TABLE "brand" (
	"id" integer PRIMARY KEY NOT NULL,
	"line" text NOT NULL,
	"look" jsonb NOT NULL,
	"pictures" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "brand_files" (
	"name" text PRIMARY KEY NOT NULL,
	"content_type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
