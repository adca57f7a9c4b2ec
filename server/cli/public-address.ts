import { isPrivate } from '../platform/file-store.ts'

/** Whether anybody can see the pictures at their public address, and nobody the private photos. */
export async function checkPublicAddress(place: string, keys: readonly string[]): Promise<string[]> {
  const [shown, hidden] = [keys.find((key) => !isPrivate(key)), keys.find(isPrivate)]
  const complaints: string[] = []
  if (shown !== undefined && !(await canBeSeen(place, shown)))
    complaints.push(
      `${place}/${shown} shows no picture. Is STORAGE_PUBLIC right, and are pictures/ and avatars/ public?`,
    )
  if (hidden !== undefined && (await canBeSeen(place, hidden)))
    complaints.push(`${place}/private/ can be seen by anybody! Make private/ in the store private at once.`)
  return complaints
}

async function canBeSeen(place: string, key: string): Promise<boolean> {
  const signal = AbortSignal.timeout(10_000)
  return fetch(`${place}/${key}`, { method: 'HEAD', signal }).then(
    ({ ok }) => ok,
    () => false,
  )
}
