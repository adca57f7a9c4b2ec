import type { MessageState, WhichMessages } from '#contract/inbox.ts'
import type { ContactMessage } from '#contract/messages.ts'
import type { Context } from '#server/platform/context.ts'
import type { Viewer } from '../accounts/viewer.ts'
import { countUnread, getMessage, listMessages, setMessageState } from './inbox.ts'
import { joinNewsletter, leaveNewsletter, receiveMessage } from './messages.ts'
import { exportReaders, listReaders, removeReader } from './newsletter.ts'

type Page = { page: number; limit: number }

export function openMessages(context: Context) {
  const { db } = context
  return {
    receive: (address: string, message: ContactMessage) => receiveMessage(context, address, message),
    list: (wanted: Page & { state: WhichMessages; q?: string }) => listMessages(db, wanted),
    get: (id: number) => getMessage(db, id),
    countUnread: () => countUnread(db),
    setState: (viewer: Viewer, id: number, state: MessageState) =>
      setMessageState(context, viewer, id, state),
    joinNewsletter: (address: string, reader: { email: string; website?: string }) =>
      joinNewsletter(context, address, reader),
    leaveNewsletter: (secret: string) => leaveNewsletter(context, secret),
    listReaders: (wanted: Page & { q?: string }) => listReaders(db, wanted),
    exportReaders: () => exportReaders(db),
    removeReader: (viewer: Viewer, id: number, isRemoved: boolean) =>
      removeReader(context, viewer, id, isRemoved),
  }
}
