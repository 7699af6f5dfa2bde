import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { usePermissions } from '../../../data/permissions.ts'
import { saveProjectExport } from '../../../data/sync-files.ts'
import { Button } from '../../../ui/button.tsx'
import { Group } from '../../settings/settings-frame.tsx'
import { useCall } from '../../settings/use-call.ts'
import { ImportCsv } from './import-csv.tsx'
import { ImportProgress } from './import-result.tsx'
import { ProjectSettingsFrame, useProjectPlace } from './project-frame.tsx'

/** Imports work into a project, and exports it. */
export function ProjectImportPage() {
  const { org, slug } = useProjectPlace()
  const { writes } = usePermissions()
  const navigate = useNavigate()
  const { import: started } = useSearch({ strict: false }) as { import?: string }
  const show = (id?: string) => void navigate({ to: '.', search: (id ? { import: id } : {}) as never, replace: true })
  return (
    <ProjectSettingsFrame title="Import & export">
      <div className="flex flex-col gap-16">
        {writes && (
          <>
            <Group title="Import a file" about="Epics, stories and tasks. A row whose ID was imported before updates that item.">
              {started ? <ImportProgress id={started} onClose={() => show()} /> : <ImportCsv org={org} project={slug} onStarted={show} />}
            </Group>
            <Group title="Import from Linear or Jira" about="Reads with your own token and shows a preview before anything changes.">
              <Button asChild className="self-start">
                <Link to={`/${org}/import`} search={{ project: slug } as never}>
                  Choose what to import
                </Link>
              </Button>
            </Group>
          </>
        )}
        <Group title="Export" about="Epics, stories and tasks of this project. A CSV can be imported again.">
          <ExportButtons org={org} project={slug} />
        </Group>
        <Group title="Everything else" about="Notes, specs, decisions, memories and files of the whole organization are in its own export.">
          <Button asChild className="self-start">
            <Link to={`/${org}/settings/sync`}>Export the organization</Link>
          </Button>
        </Group>
      </div>
    </ProjectSettingsFrame>
  )
}

function ExportButtons({ org, project }: { org: string; project: string }) {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const save = async (format: 'csv' | 'json') => {
    setBusy(true)
    await call(() => saveProjectExport(org, project, format), { done: 'Exported' })
    setBusy(false)
  }
  return (
    <div className="flex flex-wrap gap-8">
      <Button busy={busy} onClick={() => void save('csv')}>
        Export CSV
      </Button>
      <Button busy={busy} onClick={() => void save('json')}>
        Export JSON
      </Button>
    </div>
  )
}
