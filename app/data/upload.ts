import {
  type ApiProblem,
  apiProblem,
  type CallOptions,
  endSession,
  problemFromResponse,
  readToken,
} from './api.ts'

type UploadOptions = {
  /** How much of the form is sent, 0 to 1. */
  onProgress?: (sent: number) => void
  otherwise?: CallOptions['otherwise']
}

/** So long may nothing move, neither up nor back, before we stop waiting. */
const patienceMs = 90_000

/** Sends a form with files and says how far it is, which `fetch` cannot. Otherwise it is like a call of `api`. */
export function upload<Answer>(
  method: 'POST' | 'PUT',
  path: string,
  form: FormData,
  { onProgress, otherwise }: UploadOptions = {},
): Promise<Answer> {
  const token = readToken()
  return new Promise((resolve, reject) => {
    const line = new XMLHttpRequest()
    const giveUp = () => line.abort()
    let timer = setTimeout(giveUp, patienceMs)
    const refuse = (problem: ApiProblem) => {
      if (token !== null && problem.code === 'not_signed_in') endSession(token, {})
      reject(problem)
    }
    line.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, patienceMs)
      onProgress?.(total > 0 ? loaded / total : 0)
    }
    line.onload = () => {
      const body = readJson(line.responseText)
      if (line.status >= 200 && line.status < 300 && body !== null) resolve(body as Answer)
      else refuse(problemFromResponse(line.status, body, otherwise))
    }
    line.onerror = () => refuse(unreached('offline'))
    line.onabort = () => refuse(unreached('timeout'))
    line.onloadend = () => clearTimeout(timer)
    line.open(method, path)
    line.setRequestHeader('accept', 'application/json')
    if (token !== null) line.setRequestHeader('authorization', `Bearer ${token}`)
    line.send(form)
  })
}

function unreached(code: 'offline' | 'timeout'): ApiProblem {
  const messages = {
    offline: 'We could not reach the shop. Check your connection and try again.',
    timeout: 'The network is too slow and nothing came back. Please try again.',
  }
  return apiProblem(messages[code], { code, status: 0 })
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
