-- expand
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
DROP INDEX "orders_search_text_index";--> statement-breakpoint
CREATE INDEX "orders_search_index" ON "orders" USING gin ("search_text" gin_trgm_ops,(id >> 12));