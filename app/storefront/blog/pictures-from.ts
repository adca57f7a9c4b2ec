import { shopMedia } from '#rules/picture-address.ts'

/** A post is kept with the shop's own addresses; when others hand the pictures out, its pictures come from there. */
export function picturesFrom(place: string, html: string): string {
  return place === shopMedia ? html : html.replaceAll(`src="${shopMedia}/`, `src="${place}/`)
}
