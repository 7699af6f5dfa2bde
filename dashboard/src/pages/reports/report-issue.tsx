import type { Input as InputOf, Output } from '@baton/client'
import { Link } from '@tanstack/react-router'
import { Bug } from 'lucide-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { account } from '../../data/client.ts'
import { useOrganization } from '../../data/organization.ts'
import { reportAsked, reportIssue } from '../../data/report-issue.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Field, Input, TextArea } from '../../ui/field.tsx'
import { useCall } from '../settings/use-call.ts'
import { recentTrouble, watchTrouble } from './recent-trouble.ts'
import { StatusChip } from './report-words.tsx'

type Similar = Output<'findSimilarIssues'>['items']

interface Along {
  /** Filled in where an error page opened the form. */
  title: string
  page: string
  app_version: string
  request_id: string
  browser: string
  console: string
}

/** Opens on any page, with what the page knows about itself, which the sender can read and change first. */
export default function ReportIssue() {
  const [along, setAlong] = useState<Along | null>(null)
  useCommands([{ id: 'report', title: 'Report an issue', group: 'General', icon: Bug, run: () => reportIssue() }])
  useEffect(() => {
    watchTrouble()
    const open = () => {
      const asked = reportAsked.get()
      if (!asked) return
      reportAsked.set(null)
      const { title } = asked
      const trouble = recentTrouble()
      setAlong({
        title,
        page: location.pathname,
        app_version: '',
        request_id: trouble.request ?? '',
        browser: navigator.userAgent.slice(0, 400),
        console: trouble.console.join('\n'),
      })
      void fetch('/health')
        .then((answer) => answer.json())
        .then(({ version }: { version?: string }) => setAlong((before) => before && { ...before, app_version: version ?? '' }))
        .catch(() => {})
    }
    open()
    return reportAsked.subscribe(open)
  }, [])
  return (
    <Dialog
      open={along !== null}
      onOpenChange={(open) => !open && setAlong(null)}
      title="Report an issue"
      about="Sent only to the administrators of this instance."
    >
      {along && <ReportForm along={along} change={setAlong} done={() => setAlong(null)} />}
    </Dialog>
  )
}

const labels: [keyof Along, string][] = [
  ['page', 'Page'],
  ['app_version', 'Version'],
  ['request_id', 'Last failed request'],
  ['browser', 'Browser'],
]

function ReportForm({ along, change, done }: { along: Along; change(next: Along): void; done(): void }) {
  const call = useCall()
  const [title, setTitle] = useState(along.title)
  const [body, setBody] = useState('')
  const [send, setSend] = useState(true)
  const similar = useSimilar(title)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const facts = Object.fromEntries(labels.flatMap(([name]) => (along[name].trim() ? [[name, along[name].trim()]] : [])))
    const lines = along.console.split('\n').filter((line) => line.trim())
    const input = { title, body, ...(send && { ...facts, console: lines.slice(-20) }) }
    const sent = await call(() => account.reportIssue(input as InputOf<'reportIssue'>), {
      then: ['listIssueReports'],
      done: 'Reported. You’ll be notified of the reply.',
    })
    if (sent) done()
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-12">
      <Field label="What is wrong?">
        {(ids) => <Input {...ids} required maxLength={200} value={title} onChange={(e) => setTitle(e.target.value)} />}
      </Field>
      {similar.length > 0 && <Offered similar={similar} done={done} />}
      <Field label="What did you do? What happened? What did you expect?">
        {(ids) => <TextArea {...ids} maxLength={20_000} value={body} onChange={(e) => setBody(e.target.value)} />}
      </Field>
      <label className="touch flex items-center gap-8">
        <Checkbox checked={send} onChange={(e) => setSend(e.target.checked)} />
        Include the details below
      </label>
      {send && (
        <fieldset className="flex flex-col gap-8">
          <legend className="sr-only">Included details</legend>
          {labels.map(([name, label]) => (
            <Field key={name} label={label}>
              {(ids) => (
                <Input {...ids} maxLength={400} value={along[name]} onChange={(e) => change({ ...along, [name]: e.target.value })} />
              )}
            </Field>
          ))}
          <Field label="Recent errors on this page" hint="Review them: they may include what you were viewing.">
            {(ids) => (
              <TextArea
                {...ids}
                className="font-mono"
                value={along.console}
                onChange={(e) => change({ ...along, console: e.target.value })}
              />
            )}
          </Field>
        </fieldset>
      )}
      <Button type="submit" look="primary" className="self-end" disabled={!title.trim()}>
        Send report
      </Button>
    </form>
  )
}

function Offered({ similar, done }: { similar: Similar; done(): void }) {
  const org = useOrganization()
  return (
    <section aria-label="Already reported" className="flex flex-col gap-6 rounded-card border border-line bg-raised p-12">
      <p className="text-helper font-medium text-muted">Similar reports</p>
      <ul className="flex flex-col gap-6">
        {similar.map((one) => (
          <li key={one.id} className="flex items-center gap-8">
            {one.own ? (
              <Link to={`/${org}/settings/reports/${one.id}`} onClick={done} className="touch min-w-0 flex-1 truncate hover:underline">
                #{one.number} {one.title}
              </Link>
            ) : (
              <span className="min-w-0 flex-1 truncate">{one.title} is a known issue</span>
            )}
            <StatusChip status={one.status} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Queried while the title is being typed, debounced. */
function useSimilar(title: string): Similar {
  const [found, setFound] = useState<Similar>([])
  useEffect(() => {
    const words = title.trim()
    if (words.length < 4) {
      setFound([])
      return
    }
    const timer = setTimeout(() => {
      account.findSimilarIssues({ q: words }).then(
        ({ items }) => setFound(items.slice(0, 4)),
        () => {},
      )
    }, 300)
    return () => clearTimeout(timer)
  }, [title])
  return found
}
