import type { CheckoutField } from '#rules/checkout-fields.ts'

/** Gives a field its name, its id and what is wrong with it. */
export type FieldOf = (name: CheckoutField) => { id: string; name: string; error: string | undefined }
