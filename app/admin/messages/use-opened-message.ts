import { useCallback, useEffect, useState } from 'react'
import { api } from '#app/data/api.ts'
import type { MessageCardResponse, MessageResponse } from '#contract/messages.ts'

type Opened = { message: MessageResponse | null; error: Error | null; isLoading: boolean }

const nothing: Opened = { message: null, error: null, isLoading: false }

/** The message of this number. Whoever opens an unread one has read it. */
export function useOpenedMessage(id: number | null, onChanged: (changed: MessageCardResponse) => void) {
  const [opened, setOpened] = useState(nothing)
  const [round, setRound] = useState(0)

  const take = useCallback(
    (message: MessageResponse) => {
      setOpened({ message, error: null, isLoading: false })
      onChanged(message)
    },
    [onChanged],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks once more; what is told of a change does not.
  useEffect(() => {
    if (id === null) return
    const leaving = new AbortController()
    setOpened({ ...nothing, isLoading: true })
    open(id, leaving.signal).then(
      ({ message, wasUnread }) => {
        if (leaving.signal.aborted) return
        setOpened({ message, error: null, isLoading: false })
        if (wasUnread) onChanged(message)
      },
      (error) => {
        if (!leaving.signal.aborted) setOpened({ ...nothing, error })
      },
    )
    return () => leaving.abort()
  }, [id, round])

  const refetch = useCallback(() => setRound((before) => before + 1), [])
  return { ...opened, refetch, take }
}

async function open(
  id: number,
  signal: AbortSignal,
): Promise<{ message: MessageResponse; wasUnread: boolean }> {
  const message = await api.get<MessageResponse>(`/api/messages/${id}`, { signal })
  if (message.state !== 'unread') return { message, wasUnread: false }
  const read = await api.put<MessageResponse>(`/api/messages/${id}`, { body: { state: 'read' }, signal })
  return { message: read, wasUnread: true }
}
