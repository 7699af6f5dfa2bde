import { useParams, useSearch } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Within } from '../../../data/permissions.ts'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Crumbs } from '../../../ui/crumbs.tsx'
import { Page } from '../../../ui/page.tsx'
import { Loaded } from '../../../ui/states.tsx'
import { HereNow } from '../../teams/faces.tsx'
import { ItemActions } from './item-actions.tsx'
import { ItemBody } from './item-body.tsx'
import { ItemRail } from './item-rail.tsx'
import { useItem, type Item } from '../../../data/tasks/items.ts'
import { featureOf } from './rail/feature-gate.tsx'

/** A task, story or epic on a page of its own. */
export function TaskPage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const { comment } = useSearch({ strict: false }) as { comment?: string }
  const org = useOrganization()
  const read = useItem(key)
  if (!read.data)
    return (
      <Page title={key.toUpperCase()} width="reading">
        <Loaded read={read}>{() => null}</Loaded>
      </Page>
    )
  const item = read.data
  return (
    <Within value={item.project.slug}>
      <Page
        tab={`${item.key} ${item.title}`}
        title={
          <>
            <Button look="quiet" square aria-label="Back" className="-ml-8 wide:hidden" onClick={() => history.back()}>
              <ArrowLeft />
            </Button>
            <Crumbs way={wayTo(org, item)} here={item.key} />
          </>
        }
        actions={
          <>
            <HereNow project={item.project.slug} item={item.id} />
            <ItemActions item={item} />
          </>
        }
        rail={<ItemRail key={item.id} item={item} />}
        width="wide"
      >
        <div className="mx-auto flex min-h-full w-full max-w-measure flex-col px-16 pt-16">
          <ItemBody key={item.id} item={item} place="page" {...(comment && { comment: { id: comment } })} />
        </div>
      </Page>
    </Within>
  )
}

/** Breadcrumbs: the project, then its parents or, without any, the feature it belongs to. */
function wayTo(org: string, item: Item): { to: string; title: string }[] {
  const feature = featureOf(item)
  const above = item.parents.toReversed().map(({ key, title }) => ({ to: `/${org}/t/${key}`, title }))
  const part = feature ? [{ to: `/${org}/features/${feature.id}`, title: `${feature.ref} ${feature.title}` }] : []
  return [{ to: `/${org}/p/${item.project.slug}/board`, title: item.project.name }, ...(above.length > 0 ? above : part)]
}
