const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For text between tags, and for values of attributes that are written in double quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '')
}

/** One forbidden sign makes a whole file unreadable, so signs that XML does not know are left out. */
export function escapeXml(text: string): string {
  const known = text.toWellFormed().replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  return escapeHtml(known).replaceAll("'", '&apos;')
}

export function xmlElement(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}
