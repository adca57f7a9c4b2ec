-- expand
CREATE TABLE "order_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"notification" text NOT NULL,
	"amount" integer,
	"channel" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"provider_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_messages" ADD CONSTRAINT "order_messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_messages_order_index" ON "order_messages" USING btree ("order_id","created_at");--> statement-breakpoint
CREATE INDEX "order_messages_provider_index" ON "order_messages" USING btree ("provider_id") WHERE provider_id is not null;--> statement-breakpoint
CREATE INDEX "order_messages_untold_index" ON "order_messages" USING btree ("order_id") WHERE channel = 'by_hand' and state = 'waiting';--> statement-breakpoint
CREATE INDEX "order_messages_unsent_index" ON "order_messages" USING btree ("changed_at") WHERE channel in ('sms', 'whatsapp') and state in ('waiting', 'sending');