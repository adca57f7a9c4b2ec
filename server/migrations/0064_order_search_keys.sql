-- expand
-- Where one word ends and the next begins, and the last digits of each number: nearly as rare as a whole name and a whole number.
CREATE OR REPLACE FUNCTION "order_search_keys"("written" text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
	words text[] := string_to_array(written, ' ');
	keys text[] := ARRAY(SELECT digits[1] FROM regexp_matches(written, '(\d{6})(?!\d)', 'g') AS digits);
BEGIN
	FOR word IN 2..cardinality(words) LOOP
		IF length(words[word - 1]) >= 3 AND length(words[word]) >= 3 THEN
			keys := keys || lower(right(words[word - 1], 3) || ' ' || left(words[word], 3));
		END IF;
	END LOOP;
	RETURN keys;
END $$;--> statement-breakpoint
-- With a million orders it takes a minute; docs/scaling.md says how to build it beforehand.
CREATE INDEX IF NOT EXISTS "orders_search_text_index" ON "orders" USING gin ("search_text" gin_trgm_ops,(array[id >> 12]),(order_search_keys(search_text)));--> statement-breakpoint
DROP INDEX "orders_search_index";
