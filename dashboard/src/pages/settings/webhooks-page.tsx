import { Link } from '@tanstack/react-router'
import { Webhook } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { clientFor } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { useList, useRead } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { More } from '../../ui/more.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { NewSecret } from './new-secret.tsx'
import { SettingsFrame } from './settings-frame.tsx'
import { useCall } from './use-call.ts'
import { WebhookState } from './webhook-state.tsx'

export function WebhooksPage() {
  const org = useOrganization()
  const read = useList('listWebhooks', { limit: 50 })
  const { data: projects } = useRead('listProjects', {})
  const [making, setMaking] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <SettingsFrame
      title="Webhooks"
      about="Signed event notifications to your server, in order, retried for a day. Follows Standard Webhooks."
      actions={
        <Button look="primary" onClick={() => setMaking(true)}>
          New webhook
        </Button>
      }
    >
      <Loaded read={read}>
        {() =>
          read.items.length === 0 ? (
            <EmptyState icon={Webhook} title="No webhooks yet">
              Add an HTTPS endpoint and choose events. Send a test to verify it.
            </EmptyState>
          ) : (
            <Rows aria-label="Webhooks">
              {read.items.map((one) => (
                <Row key={one.id} className="flex-wrap">
                  <div className="min-w-0 flex-1">
                    <Link to={`/${org}/settings/webhooks/${one.id}`} className="block truncate font-mono hover:underline">
                      {one.url}
                    </Link>
                    <p className="flex flex-wrap items-center gap-6 text-helper text-muted">
                      {one.events.slice(0, 4).map((event) => (
                        <Chip key={event} mono>
                          {event}
                        </Chip>
                      ))}
                      {one.project_id && <Chip>{projects?.items.find(({ id }) => id === one.project_id)?.name ?? 'one project'}</Chip>}
                      {one.description}
                    </p>
                  </div>
                  <WebhookState webhook={one} />
                </Row>
              ))}
            </Rows>
          )
        }
      </Loaded>
      <More list={read} />
      <Dialog open={making} onOpenChange={setMaking} title="New webhook">
        <NewWebhook
          onMade={(value) => {
            setMaking(false)
            setSecret(value)
          }}
        />
      </Dialog>
      <NewSecret title="Signing secret" value={secret} onClose={() => setSecret(null)} />
    </SettingsFrame>
  )
}

function NewWebhook({ onMade }: { onMade(secret: string): void }) {
  const organization = useOrganization()
  const call = useCall()
  const { data: projects } = useRead('listProjects', {})
  const [url, setUrl] = useState('')
  const [events, setEvents] = useState('*')
  const [project, setProject] = useState('')
  const [description, setDescription] = useState('')
  const make = async (event: FormEvent) => {
    event.preventDefault()
    const wanted = events.split(/[\s,]+/).filter(Boolean)
    const made = await call(
      () => clientFor(organization).createWebhook({ url, description, events: wanted, ...(project && { project }) }),
      { then: ['listWebhooks'] },
    )
    if (made) onMade(made.secret)
  }
  return (
    <form onSubmit={(event) => void make(event)} className="flex flex-col gap-12">
      <Field label="Endpoint URL" name="url">
        {(ids) => (
          <Input {...ids} type="url" required autoFocus placeholder="https://" value={url} onChange={(e) => setUrl(e.target.value)} />
        )}
      </Field>
      <Field label="Events" hint="For example: task.created, feature.* – separate with commas. * for all">
        {(ids) => <Input {...ids} required className="font-mono" value={events} onChange={(e) => setEvents(e.target.value)} />}
      </Field>
      <Field label="Project">
        {(ids) => (
          <Select {...ids} value={project} onChange={(e) => setProject(e.target.value)}>
            <option value="">All projects</option>
            {projects?.items.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Purpose" name="description">
        {(ids) => <Input {...ids} maxLength={500} value={description} onChange={(e) => setDescription(e.target.value)} />}
      </Field>
      <Button type="submit" look="primary" className="self-end">
        Create webhook
      </Button>
    </form>
  )
}
