-- expand
ALTER TABLE "newsletter_readers" ADD COLUMN "unconfirmed_since" timestamp with time zone;