-- expand
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"heading" text NOT NULL,
	"old_slugs" text[] DEFAULT '{}' NOT NULL,
	"picture_id" text,
	"sample_picture" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL,
	"home_place" integer,
	"in_footer" boolean DEFAULT true NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "categories_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "categories_picture_index" ON "categories" USING btree ("picture_id");--> statement-breakpoint
CREATE INDEX "products_hidden_index" ON "products" USING btree ("id") WHERE removed_at is null and hidden;;--> statement-breakpoint
-- The specification's categories, as they were in the code; three of them have pictures on the home page while the samples are there.
INSERT INTO "categories" ("slug", "name", "heading", "position", "home_place", "in_footer", "sample_picture", "created_at", "updated_at")
SELECT slug, name, heading, position, home_place, in_footer, home_place IS NOT NULL AND EXISTS (SELECT FROM "products"), at, at
FROM (VALUES
	('cleanser', 'Cleanser', 'Cleansers', 1, 1, true),
	('moisturizer', 'Moisturizer', 'Moisturizers', 2, 3, true),
	('serum', 'Serum', 'Serums', 3, 2, true),
	('mask', 'Mask', 'Masks', 4, NULL, true),
	('sunscreen', 'Sunscreen', 'Sunscreens', 5, NULL, false),
	('toner', 'Toner', 'Toners', 6, NULL, true),
	('eye cream', 'Eye Cream', 'Eye Creams', 7, NULL, false)
) AS first (slug, name, heading, position, home_place, in_footer), date_trunc('milliseconds', now()) AS at
ORDER BY position;--> statement-breakpoint
INSERT INTO "categories" ("slug", "name", "heading", "position", "in_footer", "created_at", "updated_at")
SELECT category, initcap(category), initcap(category), 7 + row_number() OVER (ORDER BY category), false, at, at
FROM (SELECT DISTINCT category FROM "products" WHERE "removed_at" IS NULL) AS other, date_trunc('milliseconds', now()) AS at
WHERE category NOT IN (SELECT slug FROM "categories");--> statement-breakpoint
-- A hidden product does not stand on the shelves.
CREATE OR REPLACE FUNCTION "count_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'UPDATE' THEN
		INSERT INTO "product_counts" ("products") VALUES (CASE WHEN new.removed_at IS NULL AND NOT new.hidden THEN 1 ELSE -1 END);
	ELSE
		INSERT INTO "product_counts" ("products")
		SELECT CASE tg_op WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM moved
		WHERE removed_at IS NULL AND NOT hidden HAVING count(*) > 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "product_left_or_came_back" AFTER UPDATE OF "removed_at", "hidden" ON "products" FOR EACH ROW
	WHEN ((old.removed_at IS NULL AND NOT old.hidden) <> (new.removed_at IS NULL AND NOT new.hidden)) EXECUTE FUNCTION "count_products"();
