-- expand
CREATE TABLE "discount_codes" (
	"code" text PRIMARY KEY NOT NULL,
	"discount_id" integer NOT NULL,
	"single_use" boolean NOT NULL,
	"used_by" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "discount_uses" (
	"order_id" integer NOT NULL,
	"discount_id" integer NOT NULL,
	"code" text,
	"phone" text NOT NULL,
	"live" boolean DEFAULT true NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	CONSTRAINT "discount_uses_key" PRIMARY KEY("order_id","discount_id")
);
--> statement-breakpoint
CREATE TABLE "discounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "discounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"percent" integer,
	"amount" integer,
	"buy_quantity" integer,
	"get_quantity" integer,
	"minimum_spend" integer DEFAULT 0 NOT NULL,
	"product_ids" integer[] DEFAULT '{}' NOT NULL,
	"categories" text[] DEFAULT '{}' NOT NULL,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"uses_per_customer" integer,
	"most_uses" integer,
	"uses" integer DEFAULT 0 NOT NULL,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"combinable" boolean DEFAULT false NOT NULL,
	"automatic" boolean DEFAULT false NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "discounts_uses_check" CHECK ("discounts"."uses" >= 0 and ("discounts"."most_uses" is null or "discounts"."uses" <= "discounts"."most_uses"))
);
--> statement-breakpoint
ALTER TABLE "orders" DROP CONSTRAINT "orders_total_check";--> statement-breakpoint
ALTER TABLE "order_lines" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discounts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "discount_codes" ADD CONSTRAINT "discount_codes_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discount_uses" ADD CONSTRAINT "discount_uses_discount_id_discounts_id_fk" FOREIGN KEY ("discount_id") REFERENCES "public"."discounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "discount_codes_discount_index" ON "discount_codes" USING btree ("discount_id","single_use","code");--> statement-breakpoint
CREATE INDEX "discount_uses_phone_index" ON "discount_uses" USING btree ("discount_id","phone") WHERE live;--> statement-breakpoint
CREATE INDEX "discounts_automatic_index" ON "discounts" USING btree ("id") WHERE automatic and enabled;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_discount_check" CHECK ("order_lines"."discount" between 0 and "order_lines"."quantity"::bigint * "order_lines"."price_per_item");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_discount_check" CHECK ("orders"."discount" >= 0 and "orders"."total" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_total_check" CHECK ("orders"."total" = "orders"."subtotal" + "orders"."delivery_fee" - "orders"."discount");