import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { act } from '../../../data/writes/act.ts'
import { useOrganization } from '../../../data/organization.ts'
import { usePeople } from '../../../data/people.ts'
import { useRead } from '../../../data/reads.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Section } from '../../../ui/page.tsx'
import { Picker } from '../../../ui/picker.tsx'
import type { Feature } from '../parts/words.ts'

/** The spec version that the feature was agreed on; linking another one restarts the gates. */
export function SpecSection({ feature }: { feature: Feature }) {
  const organization = useOrganization()
  const { writes } = usePeople()
  const { data: specs } = useRead('listSpecs', { limit: 100 })
  const { spec } = feature
  const latest = specs?.items.find(({ id }) => id === spec?.id)?.latest_version
  const newer = spec && latest && spec.version && latest > spec.version
  const link = (input: { spec: string | null; spec_version?: number }, done: string) =>
    act({
      organization,
      operation: 'updateFeature',
      input: { feature: feature.id, ...input },
      label: `Change the spec of ${feature.ref}`,
      done,
      then: ['getFeature', 'listFeatures', 'getSpec'],
    })
  const choices = (specs?.items ?? [])
    .filter(({ project_id }) => project_id === feature.project_id)
    .map(({ id, ref, title }) => ({ value: id, title: `${ref} ${title}` }))
  return (
    <Section
      title="Spec"
      aside={
        newer && (
          <Link
            to={`/${organization}/specs/${spec.id}`}
            search={{ from: spec.version, to: latest } as never}
            className="rounded-code text-helper text-accent hover:underline"
          >
            Compare
          </Link>
        )
      }
    >
      {spec ? (
        <Link
          to={`/${organization}/specs/${spec.id}`}
          search={{ version: spec.version } as never}
          className="touch -mx-6 flex items-start gap-8 rounded-control p-6 hover:bg-hover"
        >
          <FileText className="mt-2 size-16 shrink-0 text-muted" aria-hidden />
          <span className="min-w-0 flex-1">
            <span className="flex items-center gap-6">
              <span className="truncate">{spec.title}</span>
              {spec.version && <Chip mono>v{spec.version}</Chip>}
            </span>
            <span className="block text-helper text-muted">
              <span className="font-mono">{spec.ref}</span> ·{' '}
              {newer ? `linked version; v${latest} is the latest` : 'linked version (latest)'}
            </span>
          </span>
        </Link>
      ) : (
        <p className="text-helper text-muted">No spec linked yet.</p>
      )}
      {writes && feature.status === 'active' && (
        <div className="mt-6 flex flex-wrap gap-6">
          <Picker
            label="Link spec"
            choices={choices}
            chosen={spec ? [spec.id] : []}
            onPick={(id) => id !== spec?.id && void link({ spec: id }, 'Spec linked. Gates restarted.')}
            trigger={<Button>{spec ? 'Change spec' : 'Link spec'}</Button>}
          />
          {newer && (
            <Button onClick={() => void link({ spec: spec.id, spec_version: latest }, `Version ${latest} linked. Gates restarted.`)}>
              Use v{latest}
            </Button>
          )}
        </div>
      )}
    </Section>
  )
}
