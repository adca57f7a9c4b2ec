-- expand
CREATE TABLE "set_parts" (
	"set_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "set_parts_key" PRIMARY KEY("set_id","product_id"),
	CONSTRAINT "set_parts_quantity_check" CHECK ("set_parts"."quantity" > 0),
	CONSTRAINT "set_parts_product_check" CHECK ("set_parts"."product_id" <> "set_parts"."set_id")
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "is_set" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "set_parts" ADD CONSTRAINT "set_parts_set_id_products_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "set_parts" ADD CONSTRAINT "set_parts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "set_parts_product_index" ON "set_parts" USING btree ("product_id");