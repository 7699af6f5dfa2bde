import type { Output } from '@baton/client'
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useRead } from '../../data/reads.ts'
import { saveExport } from '../../data/sync-files.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { Ago } from '../../ui/time.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'
import { ImportFile } from './import-file.tsx'
import { useCall } from './use-call.ts'

type Status = Output<'getSyncStatus'>

export function SyncPage() {
  const read = useRead('getSyncStatus', {})
  const { manages } = usePermissions()
  return (
    <SettingsFrame title="Sync & export" about="Your offline devices, and an export of all your data.">
      <Loaded read={read}>
        {(status) => (
          <>
            <Devices status={status} />
            {status.conflicts.length > 0 && <Conflicts conflicts={status.conflicts} />}
            <Export next={status.next_export_at} last={status.last_export_at} />
            {manages && <ImportFile />}
          </>
        )}
      </Loaded>
    </SettingsFrame>
  )
}

function Devices({ status: { devices, head } }: { status: Status }) {
  const org = useOrganization()
  const call = useCall()
  const remove = (device: string) =>
    call(() => clientFor(org).removeSyncDevice({ device }), { done: 'Device removed', then: ['getSyncStatus'] })
  return (
    <section className="flex flex-col gap-8">
      <h2 className="font-medium">Devices</h2>
      {devices.length === 0 ? (
        <EmptyState icon={MonitorSmartphone} title="No devices yet">
          Clients show up here once they sync offline changes. Changes you make offline in the dashboard need no device.
        </EmptyState>
      ) : (
        <Rows aria-label="Devices">
          {devices.map((one) => (
            <Row key={one.id} className="flex-wrap">
              <MonitorSmartphone className="size-16 text-muted" aria-hidden />
              <div className="min-w-0 flex-1">
                <p className="truncate">{one.name}</p>
                <p className="text-helper text-muted">
                  {one.client && <span className="font-mono">{one.client} · </span>}
                  {one.last_push_at ? (
                    <>
                      pushed <Ago at={one.last_push_at} said />
                    </>
                  ) : (
                    'never pushed'
                  )}
                </p>
              </div>
              {one.last_pull_at === null ? (
                one.last_push_at === null && <Chip>never synced</Chip>
              ) : (
                <>
                  {(one.last_pull_seq ?? 0) >= head && <Chip tone="ok">up to date</Chip>}
                  <Ago at={one.last_pull_at} />
                </>
              )}
              <Button onClick={() => void remove(one.id)} aria-label={`Remove ${one.name}`}>
                Remove
              </Button>
            </Row>
          ))}
        </Rows>
      )}
    </section>
  )
}

function Conflicts({ conflicts }: { conflicts: Status['conflicts'] }) {
  const org = useOrganization()
  const call = useCall()
  const drop = (conflict: string) =>
    call(() => clientFor(org).resolveSyncConflict({ conflict }), { done: 'Version discarded', then: ['getSyncStatus'] })
  return (
    <Group title="Overwritten text" about="Two devices edited the same text. The later version was kept; this is the other one.">
      {conflicts.map((one) => (
        <div key={one.id} className="flex flex-col gap-8">
          <p className="text-helper text-muted">
            {one.key && <span className="font-mono">{one.key} </span>}
            {one.title ?? 'Deleted item'} · {one.field} · <Ago at={one.created_at} />
          </p>
          <pre className="overflow-x-auto rounded-control border border-line p-8 whitespace-pre-wrap">{one.text}</pre>
          <div className="flex gap-8">
            <Button onClick={() => void navigator.clipboard.writeText(one.text)}>Copy</Button>
            <Button onClick={() => void drop(one.id)}>Discard</Button>
          </div>
        </div>
      ))}
    </Group>
  )
}

function Export({ next, last }: { next: string | null; last: string | null }) {
  const org = useOrganization()
  const call = useCall()
  const [attachments, setAttachments] = useState(true)
  const [busy, setBusy] = useState(false)
  const start = async () => {
    setBusy(true)
    await call(() => saveExport(org, attachments), { done: 'Exported', then: ['getSyncStatus'] })
    setBusy(false)
  }
  return (
    <Group
      title="Export"
      about="Everything you can see in this organization as a JSON Lines file, without secrets. You can import it into another organization. Limited to once an hour; recorded in the audit log."
    >
      <label className="touch flex items-center gap-8">
        <Checkbox checked={attachments} onChange={(event) => setAttachments(event.target.checked)} />
        Include attachments
      </label>
      <div className="flex flex-wrap items-center gap-8">
        <Button look="primary" disabled={busy || next !== null} onClick={() => void start()}>
          {busy ? 'Exporting…' : 'Export'}
        </Button>
        {last && (
          <span className="text-helper text-muted">
            last <Ago at={last} said />
            {next && '; available again an hour later'}
          </span>
        )}
      </div>
    </Group>
  )
}
