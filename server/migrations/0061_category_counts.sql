-- expand
DROP INDEX "products_category_index";--> statement-breakpoint
CREATE INDEX "products_of_category_index" ON "products" USING btree ("category","featured","id","hidden") WHERE removed_at is null;