-- expand
ALTER TABLE "orders" ADD COLUMN "delivery_pin" text;--> statement-breakpoint
UPDATE "orders" SET "delivery_pin" = lpad((('x' || left(gen_random_uuid()::text, 8))::bit(32)::bigint % 10000)::text, 4, '0')
WHERE "status" NOT IN ('Delivered', 'Cancelled');
