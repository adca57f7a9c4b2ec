import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import type { EntryContext, HandleErrorFunction, RouterContextProvider } from 'react-router'
import { ServerRouter } from 'react-router'
import { type PageRequest, pageRequestContext } from './data/shop-context.ts'
import { startLate } from './deferred-hydration.tsx'
import { RequestId } from './layout/request-id.tsx'

export const streamTimeout = 10_000

/** Pages are kept in memory and sent whole, so a page is finished before the first byte leaves. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const visit = context.get(pageRequestContext)
  const page = (
    <RequestId value={visit.id}>
      <ServerRouter context={router} url={request.url} />
    </RequestId>
  )
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(startLate(await renderWhole(page, visit)), { status, headers })
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(pageRequestContext).report(error)
}

function renderWhole(page: React.ReactNode, visit: PageRequest): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const sink = new Writable({
      write(piece: Buffer, _encoding, done) {
        pieces.push(piece)
        done()
      },
      final(done) {
        resolve(Buffer.concat(pieces).toString('utf8'))
        done()
      },
    })
    const { pipe, abort } = renderToPipeableStream(page, {
      onAllReady: () => {
        clearTimeout(tooLong)
        pipe(sink)
      },
      onShellError: reject,
      onError: visit.report,
    })
    const tooLong = setTimeout(() => abort(new Error('The page took too long')), streamTimeout)
  })
}
