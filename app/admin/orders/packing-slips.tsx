import { Fragment } from 'react'
import { createPortal } from 'react-dom'
import { useBrand, useShopFacts } from '#app/data/shop-facts.ts'
import { QrCode } from '#app/ui/qr-code.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import { formatDate } from '#rules/dates.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { discountLabel } from '#rules/discount-texts.ts'
import { formatCedis } from '#rules/money.ts'
import { showPhone } from '#rules/phone-number.ts'

/** One A5 page for each order, black on white. They lie beside the page, because the printer gets nothing else. */
export function PackingSlips({ orders }: { orders: readonly AdminOrderResponse[] }) {
  return createPortal(
    <div data-packing-slips="">
      {orders.map((order) => (
        <PackingSlip key={order.id} order={order} />
      ))}
    </div>,
    document.body,
  )
}

export function PackingSlip({ order }: { order: AdminOrderResponse }) {
  const { shopName } = useShopFacts()
  const logo = useBrand()?.paperLogo
  return (
    <section className="packing-slip" aria-label={`Packing slip ${order.tracking_code}`}>
      <header>
        <div>
          {logo && <img src={logo.file} width={logo.width} height={logo.height} alt="" />}
          <p>
            {shopName} · {formatDate(new Date(order.created_at))} · {order.id}
          </p>
          <p className="packing-slip-code">{order.tracking_code}</p>
        </div>
        <QrCode
          label="Code for tracking"
          text={`${location.origin}/track-order?code=${order.tracking_code}`}
        />
      </header>
      <address>
        <strong>{order.customer_name}</strong>
        <br />
        {showPhone(order.customer_phone)}
        <br />
        {order.shipping_address}
      </address>
      <ul>
        {order.items.map((item) => (
          <Fragment key={item.product_id}>
            <li>
              <span className="packing-slip-box" /> {item.quantity} × {item.product_name}
            </li>
            {item.parts?.map(({ product_id, name, quantity }) => (
              <li key={product_id} className="packing-slip-part">
                <span className="packing-slip-box" /> {item.quantity * quantity} × {name}
              </li>
            ))}
          </Fragment>
        ))}
      </ul>
      <p>{deliveryOptionTexts[order.delivery_option].label}</p>
      {order.customer_note && <p>Note: {order.customer_note}</p>}
      {order.gift_note && <p className="packing-slip-gift">{order.gift_note}</p>}
      {order.discounts.length > 0 && (
        <p>
          Discount {order.discounts.map(discountLabel).join(', ')}: {formatCedis(-order.discount_total)}
        </p>
      )}
      <p className="packing-slip-amount">{amountText(order)}</p>
    </section>
  )
}

function amountText({ amount_to_collect, order_status, payment_state }: AdminOrderResponse): string {
  if (order_status === 'Cancelled') return 'Cancelled: collect nothing'
  return amount_to_collect > 0 ? `Collect ${formatCedis(amount_to_collect)}` : payment_state
}
