/** More than this the owner does not choose for one product. */
export const mostGoesWith = 8

/** So many are offered on the page of a product: one row on a laptop, two on a phone. */
export const shownGoesWith = 4
