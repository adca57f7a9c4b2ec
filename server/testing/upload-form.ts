type FormValue = string | Uint8Array | { bytes: Uint8Array; name: string; type?: string }

/** A form with files as a browser sends it: `ask('PUT', url, { token, ...(await uploadForm([['avatar', bytes]])) })`. */
export async function uploadForm(
  fields: readonly (readonly [name: string, value: FormValue])[],
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData()
  for (const [name, value] of fields) {
    if (typeof value === 'string') form.append(name, value)
    else {
      const {
        bytes,
        name: fileName,
        type,
      } = value instanceof Uint8Array ? { bytes: value, name: 'photo.jpg' } : value
      form.append(name, new Blob([new Uint8Array(bytes)], { type: type ?? 'image/jpeg' }), fileName)
    }
  }
  const sent = new Response(form)
  return {
    body: Buffer.from(await sent.arrayBuffer()),
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
  }
}
