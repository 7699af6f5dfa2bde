import type { Output } from '@baton/client'
import { addressOf } from '../../../ui/address-of.ts'

export type Note = Output<'getNote'>
export type NoteLine = Output<'listNotes'>['items'][number]

const code = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)/
const link = /(?<!\\)\[\[([^[\]\n]{1,400})\]\]/g

/** Turns [[names]] outside code into links to their targets; names without a target stay unchanged. */
export function withLinks(org: string, content: string, links: Note['links']): string {
  const ends = new Map(links.flatMap((one) => [one.ref, one.id, one.title].map((name) => [name.toLowerCase(), one])))
  return content
    .split(code)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(link, replace)))
    .join('')

  function replace(whole: string, inside: string): string {
    const [name = '', label] = inside.split('|').map((piece) => piece.trim())
    const end = ends.get(name.toLowerCase())
    return end ? `[${(label || name).replaceAll(/([[\]\\])/g, '\\$1')}](${addressOf(org, end)})` : whole
  }
}

/** The editor escapes brackets it does not know; this keeps a link a link. */
export const keepLinks = (markdown: string): string => markdown.replaceAll(/\\?\[\\?\[([^[\]\n\\]{1,400})\\?\]\\?\]/g, '[[$1]]')

export const publicAddress = (slug: string): string => `${location.origin}/p/notes/${slug}`

const box = /(?<=^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+)\[[ xX]\]/gm

/** Applies the checkbox that was ticked in the rendered text to the source text. */
export function tickedLike(content: string, before: string, after: string): string {
  const [old, now] = [before, after].map((text) => [...text.matchAll(box)].map(([mark]) => mark))
  const at = (now ?? []).findIndex((mark, place) => mark !== old?.[place])
  let place = -1
  return content.replaceAll(box, (mark) => (++place === at ? (now?.[at] ?? mark) : mark))
}
