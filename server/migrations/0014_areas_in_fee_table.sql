-- expand
-- Twelve areas used to count as Accra on the website alone. Now they stand in the fee table, in the row of Accra, unless the owner has named them already.
UPDATE "shop_settings" SET "value" = (
	SELECT jsonb_agg(
		CASE WHEN fee_row->>'region' = 'Greater Accra' AND EXISTS (
			SELECT FROM jsonb_array_elements_text(fee_row->'cities') AS city WHERE lower(trim(city)) = 'accra'
		)
		THEN jsonb_set(fee_row, '{cities}', (fee_row->'cities') || COALESCE((
			SELECT jsonb_agg(area ORDER BY place)
			FROM unnest(ARRAY['Osu', 'Labone', 'Cantonments', 'East Legon', 'Airport', 'Dzorwulu', 'Adabraka', 'Kaneshie', 'Dansoman', 'Achimota', 'Lapaz', 'Spintex']) WITH ORDINALITY AS known(area, place)
			WHERE NOT EXISTS (
				SELECT FROM jsonb_array_elements("value") AS any_row, jsonb_array_elements_text(any_row->'cities') AS city
				WHERE lower(trim(city)) = lower(area)
			)
		), '[]'))
		ELSE fee_row END
		ORDER BY place
	)
	FROM jsonb_array_elements("value") WITH ORDINALITY AS fee_rows(fee_row, place)
)
WHERE "name" = 'deliveryFees' AND jsonb_typeof("value") = 'array' AND jsonb_array_length("value") > 0;
