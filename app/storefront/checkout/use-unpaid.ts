import { useEffect, useState } from 'react'
import { storageHere } from '#app/data/browser-storage.ts'
import { findUnpaid, forgetUnpaid, keepUnpaid, type UnpaidOrder } from '../pay/unpaid-order.ts'

type Unpaid = { order: UnpaidOrder; beginsByItself: boolean }

/** The order of this tab that the shop has and whose payment has not begun. */
export function useUnpaid() {
  const [unpaid, setUnpaid] = useState<Unpaid | null>(null)
  useEffect(() => {
    const order = findUnpaid(storageHere('sessionStorage'), Date.now())
    if (order) setUnpaid({ order, beginsByItself: false })
  }, [])
  return {
    unpaid,
    begin: (order: UnpaidOrder) => {
      keepUnpaid(storageHere('sessionStorage'), order)
      setUnpaid({ order, beginsByItself: true })
    },
    leave: () => {
      forgetUnpaid(storageHere('sessionStorage'))
      setUnpaid(null)
    },
  }
}
