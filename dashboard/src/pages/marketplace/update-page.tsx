import type { Output } from '@baton/client'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useRead } from '../../data/reads.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Crumbs } from '../../ui/crumbs.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Findings } from './findings.tsx'
import { Publisher } from './publisher.tsx'

type Update = Output<'getSkillUpdate'>

/** What an update would change, before it is installed. */
export function UpdatePage() {
  const org = useOrganization()
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getSkillUpdate', { skill: id })
  const way = [
    { to: `/${org}/skills`, title: 'Skills' },
    { to: `/${org}/skills/${id}`, title: 'Installed skill' },
  ]
  return (
    <Page title={<Crumbs way={way} here="update" />}>
      <Loaded read={read}>
        {(update) =>
          update.files.length === 0 ? (
            <EmptyState icon={CircleCheck} title="You have the latest version" />
          ) : (
            <Changes key={update.to.hash} skill={id} update={update} />
          )
        }
      </Loaded>
    </Page>
  )
}

function Changes({ skill, update }: { skill: string; update: Update }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const [seen, setSeen] = useState(update.findings.length === 0)
  const [busy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    const done = await act({
      organization,
      operation: 'acceptSkillUpdate',
      input: { skill, hash: update.to.hash, findings_seen: update.findings_token },
      label: 'Accept update',
      done: `Updated to version ${update.to.revision}`,
      then: ['getSkill', 'getSkillUpdate', 'listSkills', 'listSkillVersions'],
    })
    setBusy(false)
    if (done) void navigate({ to: `/${organization}/skills/${skill}` })
  }
  return (
    <div className="flex flex-col gap-16">
      <p className="flex flex-wrap items-center gap-8 text-muted">
        <span>
          Version {update.from.revision} to {update.to.revision}
        </span>
        <Publisher {...update.publisher} />
        {update.new_rules.map((rule) => (
          <Chip key={rule} tone="bad">
            new: {rule}
          </Chip>
        ))}
      </p>
      <Findings findings={update.findings} />
      {update.files.map((file) => (
        <section key={file.path} aria-label={`${file.path}, ${file.change}`} className="overflow-hidden rounded-card border border-line">
          <h2 className="flex flex-wrap items-center gap-8 border-b border-line bg-raised px-12 py-6">
            <span className="min-w-0 flex-1 font-mono text-helper break-all">{file.path}</span>
            <Chip tone={file.change === 'added' ? 'ok' : file.change === 'removed' ? 'bad' : 'plain'}>{file.change}</Chip>
          </h2>
          <Diff path={file.path} text={file.diff} />
        </section>
      ))}
      {writes && (
        <div className="flex flex-wrap items-center justify-end gap-12">
          {update.findings.length > 0 && (
            <label className="flex items-start gap-8">
              <Checkbox checked={seen} onChange={(event) => setSeen(event.target.checked)} className="mt-2" />
              I’ve reviewed the findings and want to continue
            </label>
          )}
          <Button look={update.findings.length > 0 ? 'danger' : 'primary'} busy={busy} disabled={!seen} onClick={() => void accept()}>
            Accept version {update.to.revision}
          </Button>
        </div>
      )}
    </div>
  )
}

const words: Record<string, string> = { '+': 'added', '-': 'removed' }

/** Color, sign and word together, so that nobody has to tell red from green. */
function Diff({ path, text }: { path: string; text: string | null }) {
  if (text === null) return <p className="p-12 text-muted">Can’t be compared. Read the new version in the marketplace.</p>
  // Skip the first lines, which name the file: its name is shown above.
  const lines = text.split('\n').slice(4)
  return (
    <div tabIndex={0} role="region" aria-label={`Changes in ${path}`} className="scrollbar-quiet overflow-x-auto">
      <table className="w-full border-collapse font-mono text-helper">
        <tbody>
          {lines.map((line, at) => {
            const sign = line[0] ?? ''
            return (
              <tr
                key={at}
                className={classes(sign === '+' && 'bg-ok-soft', sign === '-' && 'bg-bad-soft', sign === '@' && 'bg-sunken text-muted')}
              >
                <td className="w-20 px-8 text-center select-none">
                  {words[sign] ? (
                    <>
                      <span aria-hidden>{sign}</span>
                      <span className="sr-only">{words[sign]}</span>
                    </>
                  ) : null}
                </td>
                <td className="pr-12 whitespace-pre">{sign === '@' ? line : line.slice(1)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
