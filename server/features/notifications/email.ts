import { escapeHtml } from '#rules/markup.ts'

/** A mail in the shop's words; the layout is the same for all. */
export type Email = {
  subject: string
  paragraphs: string[]
  /** Names with their amounts, such as what was ordered. */
  bill?: [what: string, amount: string][]
  /** The one thing to do. Its address also stands below in full, for mail programs that show no buttons. */
  button?: { label: string; url: string }
  /** What is there besides. */
  link?: { label: string; url: string }
  /** Small type after the button: how long the link works, what to do if this was not you. */
  afterwards?: string[]
}

/** How the shop looks, for programs that know no style sheets. Without tokens it is as it came. */
type EmailLook = {
  shopName: string
  tokens?: Record<EmailColour, string> | null
  logo?: { url: string; width: number; height: number } | null
}

type EmailColour = keyof typeof usualColours

const usualColours = {
  card: '#FFFFFF',
  muted: '#F6EFE6',
  border: '#E9DDCF',
  foreground: '#33201A',
  'muted-foreground': '#6B5346',
  primary: '#4A2C20',
  'primary-foreground': '#FFF9F2',
  link: '#97432A',
}

export function renderEmail(email: Email, look: EmailLook): { subject: string; text: string; html: string } {
  return { subject: email.subject, text: plainText(email, look.shopName), html: html(email, look) }
}

function plainText(
  { paragraphs, bill, button, link: more, afterwards = [] }: Email,
  shopName: string,
): string {
  const amounts = bill ? [bill.map(([what, amount]) => `${what}: ${amount}`).join('\n')] : []
  const link = [button, more].flatMap((each) => (each ? `${each.label}:\n${each.url}` : []))
  return [...paragraphs, ...amounts, ...link, ...afterwards, `– ${shopName}`].join('\n\n')
}

/** Mail programs know neither style sheets nor modern layout: tables, and every style on its element. */
function html({ subject, paragraphs, bill, button, link, afterwards = [] }: Email, look: EmailLook): string {
  const colours: Record<EmailColour, string> = look.tokens ?? usualColours
  return `<!doctype html>
<html lang="en-GH">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:${colours.muted};color:${colours.foreground};font:16px/1.5 Arial,Helvetica,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.muted}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${colours.card};border:1px solid ${colours.border};border-radius:12px">
<tr><td style="padding:24px 28px 0;font:bold 20px Georgia,serif;color:${colours.primary}">${headline(look)}</td></tr>
<tr><td style="padding:8px 28px 24px">
<h1 style="margin:16px 0;font:bold 24px/1.25 Georgia,serif;color:${colours.primary}">${escapeHtml(subject)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`).join('\n')}
${bill ? billHtml(bill, colours) : ''}
${button ? buttonHtml(button, colours) : ''}
${link ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link.url)}" style="color:${colours.link}">${escapeHtml(link.label)}</a></p>` : ''}
${afterwards.map((text) => `<p style="margin:0 0 12px;font-size:14px;color:${colours['muted-foreground']}">${escapeHtml(text)}</p>`).join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** A mail program that shows no pictures shows the name. */
function headline({ shopName, logo }: EmailLook): string {
  if (!logo) return escapeHtml(shopName)
  const height = Math.min(40, logo.height)
  const width = Math.round((logo.width / logo.height) * height)
  return `<img src="${escapeHtml(logo.url)}" width="${width}" height="${height}" alt="${escapeHtml(shopName)}" style="display:block;border:0">`
}

function billHtml(bill: [string, string][], colours: Record<EmailColour, string>): string {
  const rows = bill.map(
    ([what, amount]) =>
      `<tr><td style="padding:6px 12px 6px 0">${escapeHtml(what)}</td><td align="right" style="padding:6px 0;white-space:nowrap">${escapeHtml(amount)}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 20px;border-top:1px solid ${colours.border};border-bottom:1px solid ${colours.border}">
${rows.join('\n')}
</table>`
}

function buttonHtml(
  { label, url }: { label: string; url: string },
  colours: Record<EmailColour, string>,
): string {
  const address = escapeHtml(url)
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:${colours.primary};border-radius:8px">
<a href="${address}" style="display:inline-block;padding:14px 24px;color:${colours['primary-foreground']};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;font-size:14px;color:${colours['muted-foreground']}">If the button does not work, copy this address into your browser:<br>
<a href="${address}" style="color:${colours.link};word-break:break-all">${address}</a></p>`
}
