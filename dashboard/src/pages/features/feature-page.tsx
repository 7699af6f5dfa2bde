import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Within } from '../../data/permissions.ts'
import { useOrganization } from '../../data/organization.ts'
import { act } from '../../data/writes/act.ts'
import { usePeople } from '../../data/people.ts'
import { useRead } from '../../data/reads.ts'
import { Crumbs } from '../../ui/crumbs.tsx'
import { InlineTitle } from '../../ui/inline-title.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { Page } from '../../ui/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { AllEvidence } from './parts/all-evidence.tsx'
import { EvidenceTable } from './parts/evidence-table.tsx'
import { FeatureActions } from './parts/feature-actions.tsx'
import { MissingBox } from './parts/missing-box.tsx'
import { Pipeline } from './parts/pipeline.tsx'
import { Reviews } from './parts/reviews.tsx'
import type { Feature } from './parts/words.ts'
import { HereNow } from '../teams/faces.tsx'
import { FeatureRail } from './rail/feature-rail.tsx'

/** One feature: its status, what is missing, and its evidence. */
export function FeaturePage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const read = useRead('getFeature', { feature: id })
  if (read.data)
    return (
      <Within value={read.data.project_id}>
        <Shown feature={read.data} />
      </Within>
    )
  return (
    <Page title="Feature" width="reading">
      <Loaded read={read}>{() => null}</Loaded>
    </Page>
  )
}

function Shown({ feature }: { feature: Feature }) {
  const org = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePeople()
  const { gate: wanted } = useSearch({ strict: false }) as { gate?: string }
  const { data: projects } = useRead('listProjects', {})
  const project = projects?.items.find((one) => one.id === feature.project_id)
  const list = `/${org}/p/${project?.slug ?? ''}/features`
  const standing = feature.gate ?? feature.requirements.at(-1)?.key
  const gate = feature.requirements.find(({ key }) => key === wanted) ?? feature.requirements.find(({ key }) => key === standing)
  const show = (key: string) => void navigate({ to: '.', search: (key === standing ? {} : { gate: key }) as never, replace: true })
  const rename = (title: string) =>
    act({
      organization: org,
      operation: 'updateFeature',
      input: { feature: feature.id, title },
      label: `Rename ${feature.ref}`,
      then: ['getFeature', 'listFeatures'],
    })
  const way = project
    ? [
        { to: `/${org}/p/${project.slug}/board`, title: project.name },
        { to: list, title: 'Features' },
      ]
    : []
  return (
    <Page
      title={<Crumbs way={way} here={feature.ref} />}
      actions={
        <>
          <HereNow project={feature.project_id} feature={feature.id} />
          <FeatureActions feature={feature} list={list} />
        </>
      }
      rail={<FeatureRail feature={feature} />}
      width="reading"
    >
      <div className="flex flex-col gap-20">
        <div className="flex flex-col gap-4">
          <InlineTitle
            key={feature.title}
            value={feature.title}
            label="Feature title"
            onSave={writes ? (title) => void rename(title) : undefined}
          />
          {feature.description && (
            <div className="text-muted">
              <Markdown text={feature.description} />
            </div>
          )}
        </div>
        <div className="flex flex-col gap-12">
          <Pipeline feature={feature} shown={gate?.key ?? ''} onShow={show} />
          <MissingBox feature={feature} />
        </div>
        <Request feature={feature} />
        {gate && <EvidenceTable feature={feature} gate={gate} />}
        <Reviews feature={feature} />
        <AllEvidence feature={feature} />
      </div>
    </Page>
  )
}

/** What the authors want approvers to know. */
function Request({ feature }: { feature: Feature }) {
  const said = [
    ['Summary', feature.summary],
    ['Recommendation', feature.recommendation],
    ['Risks', feature.risks],
  ].filter((one): one is [string, string] => Boolean(one[1]))
  if (said.length === 0) return null
  return (
    <section aria-label="For approvers" className="flex flex-col gap-12 rounded-card border border-line p-12">
      {said.map(([title, text]) => (
        <div key={title}>
          <h3 className="text-helper font-medium text-muted">{title}</h3>
          <Markdown text={text} />
        </div>
      ))}
    </section>
  )
}
