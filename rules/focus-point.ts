/** Where a picture is cropped last, in percent from its left and from its top. */
export type FocusPoint = { x: number; y: number }

export const middle: FocusPoint = { x: 50, y: 50 }
