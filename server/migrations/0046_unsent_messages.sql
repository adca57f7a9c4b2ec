-- expand
DROP INDEX "order_messages_unsent_index";--> statement-breakpoint
CREATE INDEX "order_messages_unsent_index" ON "order_messages" USING btree ("changed_at") WHERE channel <> 'by_hand' and state in ('waiting', 'sending');