-- expand
ALTER TABLE "refunds" ADD COLUMN "decision_note" text;