import { sql } from 'drizzle-orm'
import { defaultCategories as categories } from '../rules/categories.ts'
import type { Database } from '../server/platform/database/database.ts'

const kinds =
  'Cream Butter Soap Serum Mask Toner Oil Balm Lotion Scrub Cleanser Mist Gel Powder Shampoo Conditioner'
const plants =
  'Shea Cocoa Moringa Baobab Hibiscus Aloe Neem Papaya Mango Coconut Palm Ginger Turmeric Avocado Cucumber Honey Rose Lemon Mint Argan'
const brands = 'Adom Nokware Sankofa Asaase'

/**
 * Each plant and each kind as often as the next; of a hundred products one is featured and one nearly gone. The number at the
 * end of a name is as long in every shop: in a large one, a short number would begin a thousand others.
 */
export async function fillProducts(db: Database, size: number): Promise<void> {
  const picked = (words: string, step: number) =>
    sql`(string_to_array(${words}, ' '))[1 + (n::bigint * ${step}) % ${words.split(' ').length}]`
  const shelf = sql`(string_to_array(${categories.join()}, ','))[1 + (n::bigint * 31) % ${categories.length}]`
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`)
    await tx.execute(sql`
      insert into products (name, description, brands, category, price, stock_quantity, how_to_use, benefits, ingredients,
        featured, best_seller, created_at, updated_at)
      select plant || ' ' || kind || ' nr' || lpad(n::text, 6, '0'), 'A ' || lower(kind) || ' with ' || lower(plant) || ' for every day.',
        ${picked(brands, 1)}, ${shelf}, 1000 + (n::bigint * 7919) % 40000, case when n % 100 = 7 then n % 4 else 20 + n % 80 end,
        'Use it daily.', E'Soft skin\nLasting care', 'water, ' || lower(plant) || ', glycerin', n % 100 = 3, n % 100 = 4, now(), now()
      from (
        select n, ${picked(plants, 7)} as plant, ${picked(kinds, 11)} as kind from generate_series(1, ${size}::int) n
      ) made`)
    await tx.execute(sql`
      insert into pictures (id, alt, width, height, colour, widths) values ('bench', 'A jar', 800, 800, '#ddccbb', '{400,800}')`)
    await tx.execute(sql`
      insert into product_pictures (product_id, position, picture_id) select id, 0, 'bench' from products`)
    await tx.execute(sql`
      insert into stock_movements (product_id, change, stock_after, cause, moved_at)
      select id, stock_quantity, stock_quantity, 'first_count', now() from products where stock_quantity > 0`)
  })
}
