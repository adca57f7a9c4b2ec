-- expand
CREATE TABLE "visit_counts" (
	"day" date NOT NULL,
	"source" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "visit_counts_day_source_kind_pk" PRIMARY KEY("day","source","kind"),
	CONSTRAINT "visit_counts_count_check" CHECK ("visit_counts"."count" > 0)
);
