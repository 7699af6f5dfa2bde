import type { Output } from '@baton/client'
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useRouterState } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useOwn } from '../../data/reads.ts'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/copy.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { Row, Rows } from '../../ui/row.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Group } from '../settings/settings-frame.tsx'
import { AdminFrame } from './admin-frame.tsx'

type Setup = Output<'getCodeHostSetup'>

/** For operators: the GitHub App this instance needs, and how to get it. */
export function GitHubPage() {
  const read = useOwn('getCodeHostSetup', {})
  // From the raw query string, unparsed: a code can look like a number.
  const given = new URLSearchParams(useRouterState({ select: ({ location }) => location.searchStr }))
  const code = given.get('code')
  return (
    <AdminFrame
      title="GitHub App"
      about="Baton connects to repositories through your own GitHub App, with fine-grained permissions and instant updates on push."
    >
      <Loaded read={read}>
        {(setup) => (
          <>
            {code && <Created setup={setup} code={code} expected={given.get('state') === sessionStorage.getItem(stateKey)} />}
            <Variables setup={setup} />
            {!code && <Create setup={setup} />}
            <ByHand setup={setup} />
          </>
        )}
      </Loaded>
    </AdminFrame>
  )
}

function Variables({ setup: { app, variables } }: { setup: Setup }) {
  return (
    <Group
      title={app ? 'GitHub App configured' : 'GitHub App not configured'}
      about="Read from the environment when the server starts. Secrets are never shown or edited here."
    >
      <Rows aria-label="Variables">
        {variables.map(({ name, is_set }) => (
          <Row key={name}>
            {is_set ? (
              <CircleCheck className="size-16 shrink-0 text-ok" aria-hidden />
            ) : (
              <CircleDashed className="size-16 shrink-0 text-muted" aria-hidden />
            )}
            <code className="min-w-0 flex-1 truncate font-mono text-helper">{name}</code>
            <span className={is_set ? 'text-ok' : 'text-muted'}>{is_set ? 'Set' : 'Not set'}</span>
          </Row>
        ))}
      </Rows>
    </Group>
  )
}

const stateKey = 'baton.github-app'

/** GitHub creates the App from a manifest; the state in its redirect shows that it was requested here. */
function Create({ setup: { host } }: { setup: Setup }) {
  const [account, setAccount] = useState('')
  const leave = () => {
    const state = crypto.randomUUID()
    sessionStorage.setItem(stateKey, state)
    const query = new URLSearchParams({ state, ...(account.trim() && { account: account.trim() }) })
    location.assign(`/pages/github-app?${query.toString()}`)
  }
  return (
    <Group
      title="Create on GitHub"
      about={`${new URL(host).hostname} creates the app with everything below filled in, then sends you back with a code for its credentials.`}
    >
      <div className="flex flex-wrap items-end gap-8">
        <div className="min-w-0 flex-1">
          <Field label="GitHub organization" hint="Leave empty for your own account. Only the owner can install the app.">
            {(ids) => (
              <Input {...ids} maxLength={39} pattern="[\w\-]+" value={account} onChange={(event) => setAccount(event.target.value)} />
            )}
          </Field>
        </div>
        <Button look="primary" className="h-target self-center" onClick={leave}>
          Create app
        </Button>
      </div>
    </Group>
  )
}

/** The code is valid for an hour and gives whoever has it the App’s secrets: they go from GitHub only to the operator’s terminal. */
function Created({ setup: { api }, code, expected }: { setup: Setup; code: string; expected: boolean }) {
  if (!expected || !/^[\w-]+$/.test(code))
    return (
      <Group title="This code wasn’t requested here">
        <p className="text-bad">Someone else may have started this. Don’t use the code; create the app again from this page.</p>
      </Group>
    )
  return (
    <Group title="App created" about="Run this within an hour. It prints five environment variables and works only once.">
      <CodeBlock label="command" text={commandFor(api, code)} />
      <p className="text-helper text-muted">
        Add the variables to the environment of every Baton process, restart them, then install the app on your repositories.
      </p>
    </Group>
  )
}

const commandFor = (api: string, code: string): string =>
  [
    `curl -sf -X POST -H 'Accept: application/vnd.github+json' ${api}/app-manifests/${code}/conversions | jq -r '`,
    '  "CODEHOST_APP_ID=\\(.id)",',
    '  "CODEHOST_CLIENT_ID=\\(.client_id)",',
    '  "CODEHOST_CLIENT_SECRET=\\(.client_secret)",',
    '  "CODEHOST_WEBHOOK_SECRET=\\(.webhook_secret)",',
    '  "CODEHOST_PRIVATE_KEY=\\(.pem | @json)"\'',
  ].join('\n')

const spoken = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The same for people who fill in GitHub’s form themselves, or compare an existing App. */
function ByHand({ setup: { host, manifest } }: { setup: Setup }) {
  const { callback_urls, hook_attributes, default_permissions, default_events } = manifest
  return (
    <Group
      title="App settings"
      about={`To create it manually, or to compare: ${new URL(host).hostname}, Settings, Developer settings, GitHub Apps.`}
    >
      <dl className="flex flex-col gap-12">
        <Fact name="Callback URLs">
          {callback_urls.map((url) => (
            <CodeBlock key={url} label={`the address ${url}`} text={url} />
          ))}
        </Fact>
        <Fact name="Webhook URL">
          <CodeBlock label="webhook URL" text={hook_attributes.url} />
          <p className="text-helper text-muted">
            Choose your own secret, for example with <code className="font-mono">openssl rand -hex 32</code>.
          </p>
        </Fact>
        <Fact name="Repository permissions">
          <ul className="grid gap-x-16 wide:grid-cols-2">
            {Object.entries(default_permissions).map(([name, access]) => (
              <li key={name} className="flex justify-between gap-8 py-2">
                {spoken(name)} <span className="text-muted">{access === 'write' ? 'Read and write' : 'Read'}</span>
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name="Events">
          <p>{default_events.map(spoken).join(', ')}</p>
        </Fact>
      </dl>
    </Group>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <dt className="text-helper font-medium text-muted">{name}</dt>
      <dd className="flex flex-col gap-4">{children}</dd>
    </div>
  )
}
