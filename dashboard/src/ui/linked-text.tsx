import { Link } from '@tanstack/react-router'
import { useOrganization } from '../data/organization.ts'
import { useReferences } from '../data/references.ts'
import { addressOf } from './address-of.ts'
import { splitReferences } from './markdown/markdown-references.ts'

/** Plain text in which keys and [[names]] are links, if the reader can see what they refer to. */
export function LinkedText({ text }: { text: string }) {
  const org = useOrganization()
  const found = useReferences(text)
  const pieces = splitReferences(text, (name) => {
    const one = found?.get(name)
    return one && { to: addressOf(org, one), title: one.title }
  })
  return pieces.map(({ text: words, to, title }, at) =>
    to === undefined ? (
      words
    ) : (
      <Link key={at} to={to} title={title} className="text-accent underline">
        {words}
      </Link>
    ),
  )
}
