import { createHash } from 'node:crypto'
import type { HostComment, HostIssue } from '../../../platform/code-host/issue-session.ts'

const longestBody = 19_000
/** The longest title that GitHub accepts. */
const longestTitle = 256

export const oneLine = (title: string): string =>
  title
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, 300)
    .toWellFormed() || 'Untitled issue'

/** A task's title as its issue can have it. */
export const titleForHost = (title: string): string => oneLine(title).slice(0, longestTitle).trim().toWellFormed()

/** What people wrote at the host, without control characters and cut to a maximum length. */
function cleaned(body: string): string {
  const text = body.replace(/[^\P{C}\n\t]+/gu, '').toWellFormed()
  return text.length > longestBody ? `${text.slice(0, longestBody).toWellFormed()}…` : text
}

export const taskOf = ({ title, body, url, number, author }: HostIssue): { title: string; description: string } => ({
  title: oneLine(title),
  description: `${cleaned(body)}\n\nFrom [issue #${number}](${url})${author ? ` by ${author}` : ''}`.trim(),
})

export const commentOf = ({ body, author, url }: HostComment) => ({ body: cleaned(body).trim(), author: author ?? 'ghost', url })

const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/

/** A comment as it is posted. Its @handles are Baton's and would notify strangers at the host, so they are broken up. */
export function commentForHost({ body, author }: { body: string; author: string }): string {
  const quiet = (text: string) => text.replace(/(?<![\w/.-])@(?=[a-z0-9])/gi, '@\u200b')
  const parts = body.split(code).map((part, at) => (at % 2 === 0 ? quiet(part) : part))
  return `**${author.replace(/[*_`[\]<>@\\]/g, '')}** wrote in Baton:\n\n${parts.join('')}`
}

/** Line endings are normalized, since the host may change them. */
export const digestOfText = (text: string): Buffer => createHash('sha256').update(text.replaceAll('\r\n', '\n').trim()).digest()
