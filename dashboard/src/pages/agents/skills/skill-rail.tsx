import type { Output } from '@baton/client'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useList } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { classes } from '../../../ui/classes.ts'
import { More } from '../../../ui/more.tsx'
import { bytes } from '../../../ui/format.ts'
import { Section } from '../../../ui/page.tsx'
import { Ago } from '../../../ui/time.tsx'
import { Who } from '../../../ui/marks/who.tsx'

type Skill = Output<'getSkill'>
const seen = { personal: 'only you', team: 'the organization', public: 'everybody' }
const trust = { own: 'yours', team: 'by the organization', public: 'by someone else: review before use' }

export function SkillRail({ skill }: { skill: Skill }) {
  const people = usePeople()
  return (
    <>
      <Section title="Properties">
        <dl className="grid grid-cols-3 gap-y-8">
          <Fact title="Visible to">
            <Chip>{seen[skill.visibility]}</Chip>
          </Fact>
          <Fact title="Text">{trust[skill.trust]}</Fact>
          <Fact title="By">
            {skill.author.user_id ? <Who actor={people.actor(skill.author.user_id, skill.author.agent_id)} /> : skill.author.organization}
          </Fact>
          <Fact title="Name">
            <code className="font-mono text-helper break-all">{skill.slug}</code>
          </Fact>
          {skill.installed && (
            <Fact title="Installed">
              {skill.installed.publisher}/{skill.installed.slug} v{skill.installed.revision}
              <span className="block font-mono text-label break-all text-muted">{skill.installed.hash.slice(0, 16)}</span>
            </Fact>
          )}
          {skill.copied_from && (
            <Fact title="Copied from">
              {skill.copied_from.organization}/{skill.copied_from.slug} v{skill.copied_from.revision}
            </Fact>
          )}
        </dl>
      </Section>
      {skill.files.length > 1 && (
        <Section title="Files" aside={<span className="text-label text-muted">{skill.files.length}</span>}>
          <ul className="flex flex-col gap-2">
            {skill.files.map(({ path, size }) => (
              <li key={path} className="flex gap-8 text-helper">
                <span className="min-w-0 flex-1 font-mono break-all">{path}</span>
                <span className="text-muted">{bytes(size)}</span>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Versions skill={skill} />
    </>
  )
}

const Fact = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <>
    <dt className="text-muted">{title}</dt>
    <dd className="col-span-2 min-w-0 break-words">{children}</dd>
  </>
)

function Versions({ skill }: { skill: Skill }) {
  const organization = useOrganization()
  const people = usePeople()
  const navigate = useNavigate()
  const { v = skill.revision } = useSearch({ strict: false }) as { v?: number }
  const list = useList('listSkillVersions', { skill: skill.id, limit: 20 })
  const show = (number: number) =>
    void navigate({ to: '.', search: (number === skill.revision ? {} : { v: number }) as never, replace: true })
  const restore = async (number: number) => {
    const before = skill.revision
    await act({
      organization,
      operation: 'restoreSkillVersion',
      input: { skill: skill.id, number },
      label: `Restore version ${number}`,
      done: `Version ${number} restored`,
      undo: () => ({
        organization,
        operation: 'restoreSkillVersion',
        input: { skill: skill.id, number: before },
        label: `Restore version ${before}`,
      }),
      then: ['getSkill', 'listSkillVersions'],
    })
    void navigate({ to: '.', search: {} as never, replace: true })
  }
  return (
    <Section title="Versions" aside={<span className="text-label text-muted">{skill.revision}</span>}>
      <ol className="-mx-8 flex flex-col">
        {list.items.map((one) => (
          <li key={one.number} className={classes('flex items-center gap-8 rounded-control px-8', one.number === v && 'bg-hover')}>
            <button
              type="button"
              aria-current={one.number === v}
              onClick={() => show(one.number)}
              className="touch flex min-w-0 flex-1 items-center gap-8 py-6 text-left"
            >
              <span className="font-mono text-label">v{one.number}</span>
              <span className="min-w-0 flex-1 truncate text-helper text-muted">
                {people.actor(one.author_id, one.agent_id).name}
                {one.restored_from !== null && `, from v${one.restored_from}`}
              </span>
              <Ago at={one.created_at} />
            </button>
            {one.number === v && one.number !== skill.revision && people.writes && skill.trust !== 'public' && !skill.installed && (
              <Button look="quiet" onClick={() => void restore(one.number)}>
                Restore
              </Button>
            )}
          </li>
        ))}
      </ol>
      <More list={list} />
    </Section>
  )
}
