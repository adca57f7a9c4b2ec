import type { PaymentRow, RefundRow } from '#server/features/payments/tables.ts'
import type { Clock } from '#server/platform/context.ts'
import { openFakeMtn } from '#server/testing/fake-mtn.ts'
import { isPaidOut } from '#server/testing/fake-mtn-refunds.ts'
import { type FakePaystack, openFakePaystack } from '#server/testing/fake-paystack.ts'
import type { FailingServer } from '#server/testing/fake-server.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import type { Weather } from './storm-weather.ts'

/** A gateway in a storm, and what it knows of the money at the end. */
export type StormGateway = FailingServer & {
  settings: Record<string, string>
  /** What is due by the clock happens, and the shop is called about some of it. */
  callBack(): Promise<void>
  /** What becomes of the next money that goes back of this payment. */
  planRefund(payment: string): void
  /** What is wrong with what the shop has made of a payment. */
  judge(payment: PaymentRow): string | null
  /** The shop's own references of the refunds with which money went out. */
  paidOut(): string[]
  /** What went back without a word from the shop, by payment. */
  goneOutside(payment: string): number
  calls: object
}

export const stormGateways = { mtn: openStormyMtn, paystack: openStormyPaystack }

/** What staff pay back by hand, nobody pays back on the gateway's pages too. */
export function isPaidByHand(payment: string): boolean {
  return /^[01]/.test(payment)
}

type Setup = { clock: Clock; weather: Weather; shop(): TestShop }

const withMoney = ['succeeded', 'refund_due', 'partially_refunded', 'refunded']
const withoutMoney = ['failed', 'expired']

async function openStormyMtn({ clock, weather, shop }: Setup): Promise<StormGateway> {
  const mtn = await openFakeMtn({
    clock,
    choosePlan: weather.plan,
    disturb: weather.disturb,
    deliver: async (method, url, body) => void (await shop().ask(method, new URL(url).pathname, { body })),
  })
  return {
    ...mtn,
    settings: { ...mtn.settings, ...mtn.refundSettings },
    callBack: async () => void (await mtn.callBack()),
    planRefund: (payment) => mtn.planRefund(payment, weather.planRefund()),
    paidOut: () => [...mtn.refunds].filter(([, { plan }]) => isPaidOut(plan)).map(([reference]) => reference),
    goneOutside: () => 0,
    judge({ reference, stage }) {
      const plan = mtn.taken.get(reference)?.plan
      const hasMoney = plan?.status === 'SUCCESSFUL' && plan.secondsPending < 48 * 3_600
      const isOdd = plan?.reported.amount !== undefined || plan?.timesReported === 100
      const isTakenBack = hasMoney && plan.secondsPaid < Number.POSITIVE_INFINITY
      const expected = isOdd ? ['review', 'refund_due', 'refunded'] : withMoney
      const all = hasMoney ? expected : withoutMoney
      // What was taken back before the shop had seen it paid was never paid.
      const known = isTakenBack ? [...all, ...withoutMoney, 'questioned'] : all
      return known.includes(stage) ? null : `${reference}: ${stage}, but MTN says ${JSON.stringify(plan)}`
    },
  }
}

type Fate = { paysAt: number; status: string; times: number; isOver: boolean }

/** Something that happens to a payment or a refund later. */
type Later = { at: number; happen(): (() => { payload: string; signature: string }) | null }

async function openStormyPaystack({ clock, weather, shop }: Setup): Promise<StormGateway> {
  const { happens, below } = weather
  const now = () => clock().getTime() / 1_000
  const calls: Record<string, number> = {}
  const paystack = await openFakePaystack({
    disturb(call) {
      calls[call] = (calls[call] ?? 0) + 1
      return weather.disturb(call)
    },
  })
  const fates = new Map<string, Fate>()
  const coming: Later[] = []
  const outside = new Map<string, number>()
  let refundsSeen = 0

  function decideFate(): Fate {
    const dice = below(100)
    const paysAt = now() + (dice < 60 ? below(240) : 600 + below(3_000))
    const status = dice < 75 ? 'success' : dice < 85 ? 'failed' : 'abandoned'
    return { paysAt, status, times: happens(5) ? 100 : 1, isOver: false }
  }

  function afterPaid(reference: string): void {
    const at = now() + 60 + below(43_200)
    const dice = below(100)
    if (dice < 6 && !isPaidByHand(reference)) coming.push({ at, happen: () => refundOutside(reference) })
    if (dice > 93) coming.push({ at, happen: () => dispute(reference) })
  }

  /** Paystack's own pages refuse more than was paid, like its API. */
  function refundOutside(reference: string) {
    const { id, amount = 0 } = paystack.transactions.get(reference) ?? {}
    const gone = paystack.refunds.filter(({ transaction }) => transaction === id)
    const left = amount - gone.reduce((sum, each) => sum + each.amount, 0)
    const wanted = happens(50) ? left : Math.min(left, 100 * (1 + below(100)))
    if (wanted <= 0) return null
    paystack.refundOutside(reference, wanted)
    refundsSeen = paystack.refunds.length
    outside.set(reference, (outside.get(reference) ?? 0) + wanted)
    return () => paystack.refundWebhook('refund.processed')
  }

  function dispute(reference: string) {
    paystack.dispute(reference, { status: 'awaiting-merchant-feedback' })
    const resolution = happens(50) ? 'declined' : 'merchant-accepted'
    coming.push({
      at: now() + 3_600 + below(86_400),
      happen() {
        paystack.dispute(reference, { status: 'resolved', resolution })
        return () => paystack.disputeWebhook('charge.dispute.resolve', reference)
      },
    })
    return () => paystack.disputeWebhook('charge.dispute.create', reference)
  }

  /** Each ends well, badly, or badly first and well later; some wait for the owner in between. */
  function planRefunds({ refunds, decideRefund }: FakePaystack): void {
    for (const { id } of refunds.slice(refundsSeen)) {
      const end = (status: string, seconds: number) =>
        coming.push({
          at: now() + seconds,
          happen() {
            decideRefund({ status }, id)
            return null
          },
        })
      if (happens(15)) end('failed', below(60))
      else {
        const dice = below(100)
        if (dice < 20) end('failed', below(60))
        if (dice > 80) end('needs-attention', below(60))
        end('processed', happens(50) ? 60 + below(900) : 60 + below(86_400))
      }
    }
    refundsSeen = refunds.length
  }

  async function tell({ payload, signature }: { payload: string; signature: string }): Promise<void> {
    const headers = { 'content-type': 'application/json', 'x-paystack-signature': signature }
    await shop().app.inject({ method: 'POST', url: '/api/payments/callbacks/paystack', payload, headers })
  }

  return {
    ...paystack,
    calls,
    async callBack() {
      for (const [reference, { amount }] of paystack.transactions) {
        const fate = fates.get(reference) ?? decideFate()
        fates.set(reference, fate)
        if (fate.isOver || fate.status === 'abandoned' || now() < fate.paysAt) continue
        fate.isOver = true
        paystack.change(reference, { status: fate.status, amount: amount * fate.times })
        if (fate.status === 'success' && fate.times === 1) afterPaid(reference)
        if (happens(70)) await tell(paystack.webhook(reference))
      }
      planRefunds(paystack)
      const due = coming.filter(({ at }) => at <= now())
      coming.splice(0, coming.length, ...coming.filter((each) => !due.includes(each)))
      for (const { happen } of due) {
        const call = happen()
        if (call && happens(70)) await tell(call())
      }
    },
    planRefund: () => {},
    paidOut: () =>
      paystack.refunds
        .filter(({ status }) => status === 'processed')
        .flatMap(({ merchant_note: note }) => note?.replace('Refund ', '') ?? []),
    goneOutside: (payment) => outside.get(payment) ?? 0,
    judge({ reference, stage }) {
      const { status, amount } = paystack.transactions.get(reference) ?? {}
      const hasMoney = status === 'success'
      const isOdd = fates.get(reference)?.times === 100
      const expected = isOdd ? ['review', 'refund_due', 'refunded'] : withMoney
      const known = hasMoney ? [...expected, 'questioned'] : withoutMoney
      return known.includes(stage) ? null : `${reference}: ${stage}, but Paystack says ${status} ${amount}`
    },
  }
}

/** What the gateway has paid out against what the shop has written down. */
export function judgeRefunds(gateway: StormGateway, all: readonly RefundRow[]): string[] {
  const byGateway = all.filter(({ way }) => way === 'gateway')
  const paidOut = gateway.paidOut()
  const counted = byGateway.filter(({ stage }) => stage === 'succeeded').map(({ reference }) => reference)
  return [
    ...paidOut
      .filter((reference) => !counted.includes(reference))
      .map((each) => `${each} went out unnoticed`),
    ...counted.filter((reference) => !paidOut.includes(reference)).map((each) => `${each} never went out`),
    ...byGateway
      .filter(({ stage }) => stage !== 'succeeded' && stage !== 'failed')
      .map(({ reference, stage }) => `${reference} is still ${stage}`),
    ...all.filter(({ isDouble }) => isDouble).map(({ reference }) => `${reference} was paid back twice`),
  ]
}
