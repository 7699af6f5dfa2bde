import type { Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Check, ChevronRight, Circle } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { changeRead } from '../../data/reads.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { openCreate } from '../../shell/create/create.tsx'
import { useCurrentProject } from '../../shell/current-project.ts'
import { openNewTask } from '../../shell/new-task.tsx'

export type Started = Output<'getGettingStarted'>

interface Step {
  step: keyof Started['steps']
  title: string
  about: string
  /** Where the step is done, or what opens to do it. */
  to?: string
  run?: () => void
}

const useSteps = (): Step[] => {
  const org = useOrganization()
  const slug = useCurrentProject()
  const inProject = (run: () => void) => (slug ? { run } : { run: () => openCreate('project') })
  return [
    { step: 'agent', title: 'Connect an agent', about: 'Claude Code, Cursor, Codex or any MCP client.', to: `/${org}/connect` },
    { step: 'task', title: 'Create a task', about: 'Something a person or an agent can finish.', ...inProject(() => openNewTask()) },
    {
      step: 'feature',
      title: 'Create a feature',
      about: 'Moves through gates with evidence.',
      ...inProject(() => openCreate('feature')),
    },
    { step: 'people', title: 'Invite someone', about: 'By email, or with a link you share.', to: `/${org}/team` },
    { step: 'budget', title: 'Set a budget', about: 'Agents stop when it’s spent.', to: `/${org}/agents` },
  ]
}

/** The steps of the first week, checked off by what exists. */
export function Checklist({ started }: { started: Started }) {
  const steps = useSteps()
  return (
    <Rows aria-label="First steps">
      {steps.map(({ step, title, about, to, run }) => {
        const done = started.steps[step]
        const words = (
          <>
            {done ? (
              <Check className="size-16 shrink-0 text-ok" aria-hidden />
            ) : (
              <Circle className="size-16 shrink-0 text-ring" aria-hidden />
            )}
            <span className="min-w-0 flex-1 text-left">
              <span className={classes('block font-medium', done && 'text-muted line-through')}>{title}</span>
              <span className="block text-helper text-muted">{about}</span>
            </span>
            <span className="sr-only">{done ? 'Done' : 'Not done'}</span>
            {!done && <ChevronRight className="size-16 shrink-0 text-faint" aria-hidden />}
          </>
        )
        const line = 'touch -mx-12 -my-8 flex min-w-0 flex-1 items-center gap-10 rounded-card px-12 py-8 hover:bg-hover'
        return (
          <Row key={step}>
            {done ? (
              <div className="flex min-w-0 flex-1 items-center gap-10">{words}</div>
            ) : to ? (
              <Link to={to} className={line}>
                {words}
              </Link>
            ) : (
              <button type="button" onClick={run} className={line}>
                {words}
              </button>
            )}
          </Row>
        )
      })}
    </Rows>
  )
}

/** Hides the list for this person only; the server remembers it. */
export function HideChecklist({ started }: { started: Started }) {
  const organization = useOrganization()
  const set = (getting_started: 'shown' | 'hidden') =>
    ({ organization, operation: 'updatePreferences', input: { getting_started }, label: 'Hide checklist' }) as const
  const hide = () => {
    changeRead(organization, 'getGettingStarted', {}, (before) => ({ ...before, hidden: true }))
    void act({
      ...set('hidden'),
      done: 'Checklist hidden. You can show it again from Help.',
      undo: () => set('shown'),
      then: ['getGettingStarted'],
    })
  }
  const show = () => {
    changeRead(organization, 'getGettingStarted', {}, (before) => ({ ...before, hidden: false }))
    void act({ ...set('shown'), label: 'Show checklist', then: ['getGettingStarted'] })
  }
  return (
    <Button look="quiet" onClick={started.hidden ? show : hide}>
      {started.hidden ? 'Show in inbox' : 'Hide checklist'}
    </Button>
  )
}
