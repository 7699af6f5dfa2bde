import type { Message } from '../../platform/mail.ts'

/** The content of a mail. Plain text only: it is escaped where HTML needs it. */
export interface MailText {
  subject: string
  paragraphs: readonly string[]
  code?: string
  link?: { label: string; url: string }
  /** Small print: how long it is valid, and what to do if one did not ask for it. */
  notes: readonly string[]
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

// Light colors are inline, for mail clients that drop style sheets; dark ones override them if the reader's device is in dark mode.
const look = {
  body: 'margin:0;padding:32px 16px;background:#fafafb;color:#1b1b24;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif',
  card: 'max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e3e8;border-radius:12px',
  brand: 'margin:0 0 24px;font-weight:700',
  code: 'margin:24px 0;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px',
  link: 'display:inline-block;padding:12px 20px;background:#5a46d1;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:600',
  address: 'margin:16px 0;font-size:13px;color:#5d5d68;word-break:break-all',
  note: 'margin:8px 0 0;font-size:13px;color:#5d5d68',
}
const dark = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.body{background:#0e0e12!important;color:#ededf0!important}
.card{background:#141419!important;border-color:#2b2b33!important}
.link{background:#a094f7!important;color:#0f0c22!important}
.quiet{color:#a5a5ae!important}
}`

/** Renders a mail as text, and as HTML that is readable in light and dark mode. */
export function renderMail(mail: MailText): Omit<Message, 'to'> {
  return { subject: mail.subject, text: toText(mail), html: toHtml(mail) }
}

function toText({ paragraphs, code, link, notes }: MailText): string {
  const action = [...(code ? [`    ${code}`] : []), ...(link ? [`${link.label}:\n${link.url}`] : [])]
  return `${[...paragraphs, ...action, ...notes].join('\n\n')}\n\n-- \nBaton\n`
}

function toHtml({ subject, paragraphs, code, link, notes }: MailText): string {
  const parts = [
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escape(text)}</p>`),
    ...(code ? [`<p style="${look.code}">${escape(code)}</p>`] : []),
    ...(link
      ? [
          `<p style="margin:24px 0 0"><a class="link" href="${escape(link.url)}" style="${look.link}">${escape(link.label)}</a></p>`,
          `<p class="quiet" style="${look.address}">${escape(link.url)}</p>`,
        ]
      : []),
    ...notes.map((text) => `<p class="quiet" style="${look.note}">${escape(text)}</p>`),
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escape(subject)}</title>
<style>${dark}</style>
</head>
<body class="body" style="${look.body}">
<div class="card" style="${look.card}">
<p style="${look.brand}">Baton</p>
${parts.join('\n')}
</div>
</body>
</html>
`
}
