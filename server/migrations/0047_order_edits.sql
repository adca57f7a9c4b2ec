-- expand
ALTER TABLE "order_history" ADD COLUMN "edits" jsonb;