-- expand
ALTER TABLE "products" ADD COLUMN "sku" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "article" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "choice_label" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "choice_colour" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "choice_position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "products_article_index" ON "products" USING btree (lower("article"),"choice_position","id") WHERE article is not null and removed_at is null;