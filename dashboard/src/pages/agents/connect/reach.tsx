import { personOnly, tokenTools } from '@baton/client/token-reach'
import { Minus } from 'lucide-react'
import { useOrganization } from '../../../data/organization.ts'
import { currentUser } from '../../../data/session.ts'
import { Chip } from '../../../ui/chip.tsx'
import { date } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import type { NewToken } from './use-first-call.ts'

/** The most important ones in a few words; each key must be a person-only operation, or this would not compile. */
const never: Partial<Record<keyof typeof personOnly, string>> = {
  approveFeature: 'Approve a gate',
  updateWorkflow: 'Change a workflow',
  createMcpToken: 'Create tokens or keys',
  createInvite: 'Invite people or change roles',
  createWebhook: 'Send your data elsewhere by webhook',
  transferOrganization: 'Transfer or delete the organization',
}

/** Whatever follows a semicolon or colon is for readers of the reference. */
const short = (summary: string): string => summary.split(/[;:]/)[0] ?? summary

export function Reach({ token }: { token: NewToken | null }) {
  const org = useOrganization()
  const all = Object.values(personOnly)
  const tools = Object.values(tokenTools).flat().length
  const facts = [
    ['Name', token?.name ?? 'not created yet'],
    ['Acts for', currentUser()?.name ?? ''],
    ['Organization', org],
    ['Toolset', `All ${tools} tools`],
    ['Expires', token ? date(token.expires_at) : '–'],
  ] as const
  return (
    <>
      <Section title="This token">
        <dl className="flex flex-col gap-8">
          {facts.map(([name, value]) => (
            <div key={name} className="grid grid-cols-3 gap-8">
              <dt className="text-muted">{name}</dt>
              <dd className="col-span-2 truncate">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title="Allowed">
        <p className="mb-8">Same permissions as you, through these tools:</p>
        <ul className="flex flex-wrap gap-4">
          {Object.entries(tokenTools).map(([category, names]) => (
            <li key={category}>
              <Chip>
                {category} <span className="font-mono">{names.length}</span>
              </Chip>
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Never allowed">
        <ul className="flex flex-col gap-6 text-muted">
          {Object.entries(never).map(([name, words]) => (
            <li key={name} className="flex items-center gap-8">
              <Minus className="size-16 shrink-0" aria-hidden />
              {words}
            </li>
          ))}
        </ul>
        <details className="mt-8">
          <summary className="touch flex items-center text-helper text-accent">All {all.length} actions that need a person</summary>
          <ul className="mt-4 flex list-disc flex-col gap-4 pl-16 text-helper text-muted">
            {all.map((summary) => (
              <li key={summary}>{short(summary)}</li>
            ))}
          </ul>
        </details>
      </Section>
    </>
  )
}
