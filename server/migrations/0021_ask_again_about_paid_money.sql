-- expand
-- Money that was paid before this version is asked about again too, spread over a day.
UPDATE "payments" SET "next_check_at" = now() + random() * interval '1 day'
	WHERE "stage" IN ('succeeded', 'refund_due', 'partially_refunded') AND "next_check_at" IS NULL AND "created_at" > now() - interval '90 days';
