-- expand
ALTER TABLE "orders" ADD COLUMN "had_driver" boolean DEFAULT false NOT NULL;