/** Where package.json lies: two folders up, from here as from build/shop, into which `npm start` puts the server. */
export const projectFolder = new URL('../../', import.meta.url)
