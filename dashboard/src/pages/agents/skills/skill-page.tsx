import type { Output } from '@baton/client'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Copy, Download, Ellipsis, Pencil, ShieldX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded, Skeleton } from '../../../ui/states.tsx'
import { toast } from '../../../data/toast.ts'
import { downloadSkill } from '../../marketplace/skill-archives.ts'
import { SkillForm } from './skill-form.tsx'
import { SkillRail } from './skill-rail.tsx'
import { Findings } from '../../marketplace/findings.tsx'
import { useWholeText } from './use-whole-text.ts'

type Skill = Output<'getSkill'>

export function SkillPage() {
  const org = useOrganization()
  const { id = '' } = useParams({ strict: false })
  const read = useRead('getSkill', { skill: id })
  return (
    <Page
      title={<Crumbs way={[{ to: `/${org}/skills`, title: 'Skills' }]} here={read.data?.slug ?? 'skill'} />}
      width="reading"
      actions={read.data && <SkillActions skill={read.data} />}
      {...(read.data && { rail: <SkillRail skill={read.data} /> })}
    >
      <Loaded read={read}>{(skill) => <SkillText skill={skill} />}</Loaded>
    </Page>
  )
}

function SkillText({ skill }: { skill: Skill }) {
  const { v } = useSearch({ strict: false }) as { v?: number }
  const old = useRead('getSkillVersion', { skill: skill.id, number: v ?? 1 }, { enabled: v !== undefined && v !== skill.revision })
  const whole = useWholeText(skill)
  const shown = v !== undefined && v !== skill.revision ? old.data?.body : whole
  return (
    <article className="flex flex-col gap-12">
      <h2 className="text-title font-semibold">{skill.name}</h2>
      <p className="text-muted">{skill.description}</p>
      <div className="flex flex-wrap gap-6">
        {skill.tags.map((tag) => (
          <Chip key={tag}>{tag}</Chip>
        ))}
        {v !== undefined && v !== skill.revision && <Chip tone="warn">version {v}, not the latest</Chip>}
      </div>
      {skill.taken_down && (
        <p role="status" className="flex items-start gap-8 rounded-card bg-bad-soft p-12 text-bad">
          <ShieldX className="mt-2 size-16 shrink-0" aria-hidden />
          <span>Taken down by an administrator: {skill.taken_down.reason} Agents can no longer read it.</span>
        </p>
      )}
      {skill.findings.length > 0 && <Findings findings={skill.findings} />}
      <hr className="border-line" />
      {shown === undefined ? <Skeleton rows={3} /> : <Markdown text={shown} />}
    </article>
  )
}

function SkillActions({ skill }: { skill: Skill }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const people = usePeople()
  const whole = useWholeText(skill)
  const [editing, setEditing] = useState(false)
  const owned = people.writes && skill.owner_id !== null && (skill.owner_id === people.me || people.manages)
  // The text of an installed skill belongs to its publisher.
  const mine = owned && skill.installed === null && skill.taken_down === null
  const copy = async () => {
    const made = await act({
      organization,
      operation: 'copySkill',
      // The findings are shown on this page.
      input: { skill: skill.id, ...(skill.findings_token && { findings_seen: skill.findings_token }) },
      label: `Copy ${skill.name}`,
      done: 'Copied to your skills',
      undo: ({ id }) => ({ organization, operation: 'deleteSkill', input: { skill: id }, label: 'Delete copy' }),
      then: ['listSkills'],
    })
    if (made) void navigate({ to: `/${organization}/skills/${made.id}` })
  }
  const remove = () => {
    void act({
      organization,
      operation: 'deleteSkill',
      input: { skill: skill.id },
      label: `Delete ${skill.name}`,
      done: `${skill.name} deleted`,
      undo: () => ({ organization, operation: 'restoreSkill', input: { skill: skill.id }, label: `Restore ${skill.name}` }),
      then: ['listSkills'],
    })
    void navigate({ to: `/${organization}/skills` })
  }
  return (
    <>
      {skill.installed?.update_available && !skill.taken_down && (
        <Button asChild>
          <Link to={`/${organization}/skills/${skill.id}/update`}>Review update</Link>
        </Button>
      )}
      {mine && (
        <Button onClick={() => setEditing(true)} disabled={whole === undefined}>
          <Pencil />
          Edit
        </Button>
      )}
      {people.writes && (
        <Menu
          trigger={
            <Button look="quiet" square aria-label="More">
              <Ellipsis />
            </Button>
          }
          items={[
            ...(skill.taken_down ? [] : [{ title: 'Copy to my skills', icon: Copy, run: () => void copy() }]),
            ...(owned && !skill.taken_down
              ? [
                  {
                    title: 'Download as zip',
                    icon: Download,
                    run: () => void downloadSkill(organization, skill).catch((error: Error) => toast.error(error.message)),
                  },
                ]
              : []),
            ...(owned ? [null, { title: 'Delete', icon: Trash2, danger: true, run: remove }] : []),
          ]}
        />
      )}
      <Dialog open={editing} onOpenChange={setEditing} title={`Edit ${skill.name}`} at="side">
        {whole !== undefined && <SkillForm key={skill.version} skill={skill} body={whole} done={() => setEditing(false)} />}
      </Dialog>
    </>
  )
}
