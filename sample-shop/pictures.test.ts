import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sampleProducts } from '../rules/sample-products.ts'
import { avifWidths } from '../rules/web-address.ts'
import { samplePosts } from './blog-posts.ts'
import { extraProduct } from './extra-product.ts'

type Picture = { file: string; width: number; height: number; alt: string; dominant_colour: string }

const folder = new URL('./pictures/', import.meta.url)
const pictures: Picture[] = JSON.parse(readFileSync(new URL('pictures.json', folder), 'utf8'))
const listed = pictures.map((picture) => picture.file)

test('the list of pictures names every picture in the folder and no other', () => {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.jpg'),
  )
  expect(found.toSorted()).toEqual(listed.toSorted())
})

test('every picture says its size, its colour and what it shows', () => {
  for (const picture of pictures) {
    expect(picture.width).toBeGreaterThan(0)
    expect(picture.height).toBeGreaterThan(0)
    expect(picture.alt.length).toBeGreaterThan(20)
    expect(picture.dominant_colour).toMatch(/^#[0-9A-F]{6}$/)
  }
})

test('every picture of a sample product is there', () => {
  const wanted = [...sampleProducts, extraProduct].flatMap((product) => product.pictures)
  expect(wanted).toHaveLength(27)
  for (const name of wanted) expect(listed).toContain(`products/${name}.jpg`)
})

test('every post has its picture, described in the same words as in the list', () => {
  for (const post of samplePosts) {
    expect(existsSync(new URL(`blog/${post.image}.jpg`, folder))).toBe(true)
    expect(pictures.find((picture) => picture.file === `blog/${post.image}.jpg`)?.alt).toBe(post.image_alt)
  }
})

test('every picture of a product or a post lies ready in all its sizes', () => {
  const ready: { file: string; widths: number[] }[] = JSON.parse(
    readFileSync(new URL('./ready-pictures/pictures.json', import.meta.url), 'utf8'),
  )
  const wanted = listed.filter((file) => /^(products|blog)\//.test(file))
  expect(ready.map(({ file }) => file).toSorted()).toEqual(wanted.toSorted())
  for (const { file, widths } of ready) {
    const folder = new URL(`./ready-pictures/${file.replace('.jpg', '')}/`, import.meta.url)
    const sizes = [
      ...widths.map((width) => `${width}.webp`),
      ...avifWidths(widths).map((width) => `${width}.avif`),
    ]
    expect(readdirSync(folder).toSorted()).toEqual(sizes.toSorted())
  }
})
