const border = 'between-the-fields-of-an-attack'

/** A form with files in the bytes that a browser would send. What is no text is sent as one. */
export function writeForm(
  texts: object,
  files: Record<string, Uint8Array | undefined>,
): { headers: Record<string, string>; body: Buffer } {
  const part = (rest: string, value: string | Uint8Array) => [
    Buffer.from(`--${border}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`),
    Buffer.from(value as string),
    Buffer.from('\r\n'),
  ]
  const body = Buffer.concat([
    ...Object.entries(texts).flatMap(([name, value]) => part(`name="${name}"`, asText(value))),
    ...Object.entries(files).flatMap(([name, bytes]) =>
      bytes ? part(`name="${name}"; filename="a.png"`, bytes) : [],
    ),
    Buffer.from(`--${border}--\r\n`),
  ])
  return { headers: { 'content-type': `multipart/form-data; boundary=${border}` }, body }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
