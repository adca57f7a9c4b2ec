-- expand
CREATE TABLE "product_counts" (
	"products" integer NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION "count_products"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'UPDATE' THEN
		INSERT INTO "product_counts" ("products") VALUES (CASE WHEN new.removed_at IS NULL THEN 1 ELSE -1 END);
	ELSE
		INSERT INTO "product_counts" ("products")
		SELECT CASE tg_op WHEN 'INSERT' THEN count(*) ELSE -count(*) END FROM moved WHERE removed_at IS NULL HAVING count(*) > 0;
	END IF;
	RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "products_came" AFTER INSERT ON "products" REFERENCING NEW TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION "count_products"();--> statement-breakpoint
CREATE TRIGGER "products_went" AFTER DELETE ON "products" REFERENCING OLD TABLE AS moved FOR EACH STATEMENT EXECUTE FUNCTION "count_products"();--> statement-breakpoint
CREATE TRIGGER "product_left_or_came_back" AFTER UPDATE OF "removed_at" ON "products" FOR EACH ROW
	WHEN ((old.removed_at IS NULL) <> (new.removed_at IS NULL)) EXECUTE FUNCTION "count_products"();--> statement-breakpoint
INSERT INTO "product_counts" ("products") SELECT count(*) FROM "products" WHERE "removed_at" IS NULL HAVING count(*) > 0;
