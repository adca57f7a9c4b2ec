import { Fragment } from 'react'
import { createPortal } from 'react-dom'
import { useBrand, useShopFacts } from '#app/data/shop-facts.ts'
import { QrCode } from '#app/ui/qr-code.tsx'
import type { AdminOrderResponse } from '#contract/orders.ts'
import type { OrderReturnResponse } from '#contract/returns.ts'
import { formatDate } from '#rules/dates.ts'
import { formatDeliveryDay } from '#rules/days.ts'
import { deliveryOptionTexts } from '#rules/delivery-fee.ts'
import { discountLabel } from '#rules/discount-texts.ts'
import { formatCedis } from '#rules/money.ts'
import { showPhone } from '#rules/phone-number.ts'
import { conditionLabel, returnReasonLabels } from '#rules/returns.ts'

/** Of an order, or of what comes back of it. */
export type Slip = { order: AdminOrderResponse; back?: OrderReturnResponse }

/** One A5 page for each order, black on white. They lie beside the page, because the printer gets nothing else. */
export function PackingSlips({ slips }: { slips: readonly Slip[] }) {
  return createPortal(
    <div data-packing-slips="">
      {slips.map(({ order, back }) =>
        back ? (
          <ReturnSlip key={order.id} order={order} back={back} />
        ) : (
          <PackingSlip key={order.id} order={order} />
        ),
      )}
    </div>,
    document.body,
  )
}

export function PackingSlip({ order }: { order: AdminOrderResponse }) {
  return (
    <section className="packing-slip" aria-label={`Packing slip ${order.tracking_code}`}>
      <SlipHead order={order} about={`${formatDate(new Date(order.created_at))} · ${order.id}`} />
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
      {order.delivery_option !== 'pickup' && (
        <p>
          {deliveryOptionTexts[order.delivery_option].label}
          {order.deliver_on !== null && `: ${formatDeliveryDay(order.deliver_on, order.deliver_slot)}`}
        </p>
      )}
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

/** For the rider who fetches it: where, what, and why, with room for a name. */
export function ReturnSlip({ order, back }: { order: AdminOrderResponse; back: OrderReturnResponse }) {
  return (
    <section className="packing-slip" aria-label={`Return slip ${order.tracking_code}`}>
      <SlipHead order={order} about={`${formatDate(new Date(back.created_at))} · Return ${back.id}`} />
      <p className="packing-slip-amount">Fetch from the customer</p>
      <ul>
        {back.items.map((item) => (
          <li key={item.product_id}>
            <span className="packing-slip-box" />
            <span>
              {item.quantity} × {item.product_name}
              <br />
              {returnReasonLabels[item.reason]}, {conditionLabel(item.condition).toLowerCase()}
            </span>
          </li>
        ))}
      </ul>
      <p>Pay nothing out: the shop settles it with the customer.</p>
      <p className="packing-slip-sign">Given by</p>
      <p className="packing-slip-sign">Fetched by</p>
    </section>
  )
}

type SlipHeadProps = { order: AdminOrderResponse; about: string }

function SlipHead({ order, about }: SlipHeadProps) {
  const { shopName } = useShopFacts()
  const logo = useBrand()?.paperLogo
  return (
    <>
      <header>
        <div>
          {logo && <img src={logo.file} width={logo.width} height={logo.height} alt="" />}
          <p>
            {shopName} · {about}
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
        {order.delivery_option === 'pickup' ? deliveryOptionTexts.pickup.label : order.shipping_address}
      </address>
    </>
  )
}

function amountText({ amount_to_collect, order_status, payment_state }: AdminOrderResponse): string {
  if (order_status === 'Cancelled') return 'Cancelled: collect nothing'
  return amount_to_collect > 0 ? `Collect ${formatCedis(amount_to_collect)}` : payment_state
}
