import { useMemo, useState } from 'react'
import { useAuth } from '../session/auth.tsx'
import { CashSection } from './cash-section.tsx'
import { Counters } from './counters.tsx'
import { DeliverSheet } from './deliver-sheet.tsx'
import { DeliveryList } from './delivery-list.tsx'
import { DriverHeader } from './driver-header.tsx'
import { DriverWorkContext } from './driver-work.ts'
import { ListNotice } from './list-notice.tsx'
import { Problems } from './problems.tsx'
import { StepQuestion } from './step-question.tsx'
import { useDashboard } from './use-dashboard.ts'

export function Dashboard() {
  const { user } = useAuth()
  return user === null ? null : <DashboardOf key={user.id} userId={user.id} email={user.email} />
}

function DashboardOf({ userId, email }: { userId: string; email: string }) {
  const { day, taps, settings, isOnline, deliveries, change } = useDashboard(userId)
  const [sheetId, setSheetId] = useState<number | null>(null)
  const [questionId, setQuestionId] = useState<number | null>(null)
  const find = (id: number | null) => deliveries.find((delivery) => delivery.id === id) ?? null
  const work = useMemo(
    () => ({
      queue: taps.queue,
      sendingKey: taps.sendingKey,
      change: taps.change,
      settings,
      isOnline,
      press: change.pressWith({ openSheet: setSheetId, ask: setQuestionId }),
      openSheet: ({ id }: { id: number }) => setSheetId(id),
    }),
    [taps.queue, taps.sendingKey, taps.change, settings, isOnline, change],
  )
  return (
    <DriverWorkContext value={work}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <DriverHeader email={email} day={day} taps={taps} settings={settings} onSettings={change.settings} />
        <ListNotice day={day} isOnline={isOnline} queue={taps.queue} />
        <Problems taps={taps} />
        <Counters counts={day.kept?.day.counts ?? null} />
        <DeliveryList day={day} deliveries={deliveries} isOnline={isOnline} />
        {day.kept && <CashSection cash={day.kept.day.cash} deliveries={deliveries} queue={taps.queue} />}
      </div>
      <DeliverSheet
        delivery={find(sheetId)}
        onDeliver={change.deliver}
        onCash={change.enterCash}
        onPhoto={change.addPhoto}
        onClose={() => setSheetId(null)}
      />
      <StepQuestion delivery={find(questionId)} onStep={change.step} onClose={() => setQuestionId(null)} />
    </DriverWorkContext>
  )
}
