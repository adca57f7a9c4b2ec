-- expand
CREATE TABLE "sale_products" (
	"sale_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "sale_products_key" PRIMARY KEY("sale_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "sales" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"off" integer NOT NULL,
	"floor" integer DEFAULT 0 NOT NULL,
	"scope" text NOT NULL,
	"category_id" integer,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"countdown" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sales_off_check" CHECK ("sales"."off" > 0 and ("sales"."kind" = 'amount' or "sales"."off" < 100)),
	CONSTRAINT "sales_floor_check" CHECK ("sales"."floor" >= 0),
	CONSTRAINT "sales_end_check" CHECK ("sales"."ends_at" >= "sales"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "sale_products" ADD CONSTRAINT "sale_products_sale_id_sales_id_fk" FOREIGN KEY ("sale_id") REFERENCES "public"."sales"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_products" ADD CONSTRAINT "sale_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales" ADD CONSTRAINT "sales_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_products_product_index" ON "sale_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "sales_end_index" ON "sales" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "sales_category_index" ON "sales" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "products_category_price_index" ON "products" USING btree ("category","price","id") WHERE removed_at is null;