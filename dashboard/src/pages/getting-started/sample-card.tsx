import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight, FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/row.tsx'
import type { Started } from './checklist.tsx'

const reads = ['getGettingStarted', 'listProjects', 'listAgents', 'listAgentsAtWork'] as const

/** The sample project: added in one click, opened, removed in one click. */
export function SampleCard({ started: { sample } }: { started: Started }) {
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    const made = await act({ organization, operation: 'createSampleProject', input: {}, label: 'Add sample project', then: reads })
    setBusy(false)
    if (made) void navigate({ to: `/${organization}/p/${made.project.slug}/board` })
  }
  const remove = async () => {
    setBusy(true)
    await act({
      organization,
      operation: 'removeSampleProject',
      input: {},
      label: 'Remove sample project',
      done: 'Sample project removed',
      then: reads,
    })
    setBusy(false)
  }
  if (!sample && !writes) return null
  return (
    <Card className="flex flex-wrap items-center gap-12 p-16">
      <FlaskConical className="size-24 shrink-0 text-accent" aria-hidden />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium">Sample project</h2>
        <p className="text-helper text-muted">
          {sample
            ? 'Its agent works for about two minutes. Nothing in it counts in insights or spend.'
            : 'Tasks, a feature at a gate, specs, memory, and an agent you can watch at work.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-8">
        {sample?.may_remove && (
          <Button busy={busy} onClick={() => void remove()}>
            Remove sample
          </Button>
        )}
        {sample ? (
          <Button asChild look="primary">
            <Link to={`/${organization}/p/${sample.slug}/board`}>
              Open sample <ArrowRight />
            </Link>
          </Button>
        ) : (
          <Button look="primary" busy={busy} onClick={() => void add()}>
            Add sample project
          </Button>
        )}
      </div>
    </Card>
  )
}
