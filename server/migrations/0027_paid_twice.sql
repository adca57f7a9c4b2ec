-- expand
CREATE INDEX "orders_paid_twice_index" ON "orders" USING btree ("created_at") WHERE paid_at is not null and paid_cash > 0;