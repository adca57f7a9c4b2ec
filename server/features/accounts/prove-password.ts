import { Refusal } from '#contract/refusals.ts'
import type { Tools } from '#server/platform/tools.ts'
import { type Caller, limitSignIns } from './limits.ts'
import { findByPassword } from './passwords.ts'
import type { Viewer } from './viewer.ts'

/** Asks for the password once more, before something that a stranger with a borrowed phone must not do. */
export async function provePassword(
  tools: Tools,
  viewer: Viewer,
  { password, field }: { password: string; field: string },
  caller: Caller,
): Promise<void> {
  await limitSignIns(tools, viewer, caller, async () => {
    const found = await findByPassword(tools, viewer.email, password)
    if (found === viewer.id) return
    throw new Refusal('invalid_input', { fields: { [field]: 'This is not your current password' } })
  })
}
