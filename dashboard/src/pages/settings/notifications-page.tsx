import type { Input as InputOf, Output } from '@baton/client'
import { act } from '../../data/writes/act.ts'
import { useOrganization } from '../../data/organization.ts'
import { changeOwn, useOwn } from '../../data/reads.ts'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { useEntrance } from '../identity/entrance.ts'
import { NoMail } from './no-mail.tsx'
import { DesktopNotices } from './desktop-notices.tsx'
import { PushBrowsers } from './push-browsers.tsx'
import { Group, SettingsFrame } from './settings-frame.tsx'

type Preferences = Output<'getPreferences'>

const kinds: Record<keyof Preferences['notifications'], { title: string; about: string }> = {
  mention: { title: 'Mentions', about: 'Someone mentions your @handle' },
  question: { title: 'Questions', about: 'An agent or a person asks you to choose' },
  assignment: { title: 'Assignments', about: 'A task is assigned to you' },
  watching: { title: 'Watching', about: 'Comments and status changes on what you watch' },
  gate_waiting: { title: 'Gates', about: 'A feature needs your approval' },
  review_requested: { title: 'Reviews', about: 'Someone asks you for a review' },
  announcement: { title: 'Announcements', about: 'News from your instance administrators' },
  agent_stuck: { title: 'Blocked agents', about: 'Your agent keeps failing or stops responding' },
  run_ended: { title: 'Runs', about: 'A run of your agent, or one you started, failed, left work undone or was refused something' },
  action_waiting: { title: 'Dangerous actions', about: 'Your agent asks to run something on your machine' },
  report_updated: { title: 'Your reports', about: 'An administrator answers an issue you reported' },
  reminder: { title: 'Reminders', about: 'Reminders you set' },
}

export function NotificationsPage() {
  const read = useOwn('getPreferences', {})
  return (
    <SettingsFrame title="Notifications" about="Notification preferences for all organizations.">
      <Loaded read={read}>{(preferences) => <Choices preferences={preferences} />}</Loaded>
    </SettingsFrame>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const organization = useOrganization()
  const sendsMail = useEntrance()?.mail ?? false
  const pushes = Boolean(useOwn('getPush', {}).data?.public_key)
  const save = (input: InputOf<'updatePreferences'>, next: Preferences) => {
    changeOwn('getPreferences', {}, () => next)
    void act({ organization, operation: 'updatePreferences', input, label: 'Change notifications', then: ['getPreferences'] })
  }
  const channel = (kind: keyof typeof kinds, change: Partial<Preferences['notifications']['mention']>) =>
    save(
      { notifications: { [kind]: change } },
      { ...preferences, notifications: { ...preferences.notifications, [kind]: { ...preferences.notifications[kind], ...change } } },
    )
  const digest = (change: Partial<Preferences['digest']>) =>
    save({ digest: change }, { ...preferences, digest: { ...preferences.digest, ...change } })
  return (
    <>
      <Rows aria-label="Kinds">
        {Object.entries(kinds).map(([name, { title, about }]) => {
          const kind = name as keyof typeof kinds
          const { in_app, mail, push } = preferences.notifications[kind]
          return (
            <Row key={kind} className="flex-wrap">
              <div className="min-w-0 flex-1">
                <p className="font-medium">{title}</p>
                <p className="text-helper text-muted">{about}</p>
              </div>
              <label className="touch flex items-center gap-6">
                <Checkbox
                  checked={in_app}
                  onChange={(e) => channel(kind, { in_app: e.target.checked })}
                  aria-label={`${title} in the inbox`}
                />
                Inbox
              </label>
              {pushes && (
                <label className="touch flex items-center gap-6">
                  <Checkbox
                    checked={push && in_app}
                    disabled={!in_app}
                    onChange={(e) => channel(kind, { push: e.target.checked })}
                    aria-label={`${title} by push`}
                  />
                  Push
                </label>
              )}
              {sendsMail && (
                <label className="touch flex items-center gap-6">
                  <Checkbox
                    checked={mail === 'digest'}
                    onChange={(e) => channel(kind, { mail: e.target.checked ? 'digest' : 'off' })}
                    aria-label={`${title} in the email digest`}
                  />
                  Digest
                </label>
              )}
            </Row>
          )
        })}
      </Rows>
      <PushBrowsers />
      <DesktopNotices />
      {sendsMail ? <Digest preferences={preferences.digest} change={digest} /> : <NoMail what="Email digests are" />}
    </>
  )
}

function Digest({ preferences, change }: { preferences: Preferences['digest']; change(next: Partial<Preferences['digest']>): void }) {
  return (
    <Group title="Email digest" about="One email a day with your unread items.">
      <label className="touch flex items-center gap-8">
        <Checkbox checked={preferences.on} onChange={(e) => change({ on: e.target.checked })} />
        Send digest
      </label>
      <Field label="At" hint={preferences.timezone || 'UTC. Set a time zone in your profile to change this.'}>
        {(ids) => (
          <Select
            {...ids}
            className="max-w-column"
            value={preferences.hour}
            disabled={!preferences.on}
            onChange={(e) => change({ hour: Number(e.target.value) })}
          >
            {Array.from({ length: 24 }, (_, hour) => (
              <option key={hour} value={hour}>
                {String(hour).padStart(2, '0')}:00
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Group>
  )
}
