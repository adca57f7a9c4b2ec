-- expand
DROP INDEX "products_newest_index";--> statement-breakpoint
DROP INDEX "products_featured_index";--> statement-breakpoint
DROP INDEX "products_price_index";--> statement-breakpoint
DROP INDEX "products_category_index";--> statement-breakpoint
DROP INDEX "products_name_text_index";--> statement-breakpoint
DROP INDEX "products_words_index";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "stock_band" smallint GENERATED ALWAYS AS (width_bucket("products"."stock_quantity", array[1, 6, 21, 101, 1001])) STORED;--> statement-breakpoint
CREATE INDEX "products_stock_band_index" ON "products" USING btree ("stock_band","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_featured_index" ON "products" USING btree ("featured","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_price_index" ON "products" USING btree ("price","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_category_index" ON "products" USING btree ("category","featured","id") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_name_text_index" ON "products" USING gin ("name_text" gin_trgm_ops,(id >> 10));--> statement-breakpoint
CREATE INDEX "products_words_index" ON "products" USING gin ("words",(id >> 10));