export const saleTitle = 'Grand Opening Sale Coming Soon!'

export const saleOver = "Time's up!"

/** The last second of the opening sale, in GMT as everything in Ghana. */
export const defaultSaleEnd = '2025-07-30T23:59:59Z'

export type Countdown = { days: number; hours: number; minutes: number; seconds: number; isOver: boolean }

export function countdown(target: Date, now: Date): Countdown {
  const left = Math.ceil((target.getTime() - now.getTime()) / 1000)
  if (!(left > 0)) return { days: 0, hours: 0, minutes: 0, seconds: 0, isOver: true }
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
    isOver: false,
  }
}
