import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useOrganization } from '../../../data/organization.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { ClientSnippets } from './client-snippets.tsx'
import { Reach } from './reach.tsx'
import { Step } from './step.tsx'
import { TokenForm } from './token-form.tsx'
import { TokenShown } from './token-shown.tsx'
import { Tokens } from './tokens.tsx'
import { useAddress } from './use-address.ts'
import { useFirstCall, type NewToken } from './use-first-call.ts'
import { Connected, Waiting } from './waiting.tsx'

/** From nothing to a working agent: a token, the setup for its client, and the first call as it arrives. */
export function ConnectPage() {
  const org = useOrganization()
  const [token, setToken] = useState<NewToken | null>(null)
  const { origin, answers } = useAddress()
  const progress = useFirstCall(token)
  const { agent } = progress
  return (
    <Page
      title="Connect an agent"
      about="about a minute"
      actions={
        <Button asChild look="quiet">
          <Link to={`/${org}/settings/tokens`}>
            <KeyRound /> All tokens
          </Link>
        </Button>
      }
      rail={<Reach token={token} />}
      width="reading"
      own
    >
      <ol className="flex flex-col">
        <Step
          number={1}
          title={token ? 'Copy token' : 'Create a token'}
          about="It’s shown once. Baton stores only a hash."
          state={token ? 'done' : 'open'}
        >
          {token ? <TokenShown token={token} onAnother={() => setToken(null)} /> : <TokenForm onMade={setToken} />}
        </Step>
        <Step number={2} title="Add Baton to your client" state={progress.usedAt ? 'done' : 'open'}>
          <ClientSnippets origin={origin} />
        </Step>
        <Step number={3} title={agent ? 'Connected' : 'Ask your agent something'} state={agent ? 'live' : 'open'} last>
          {agent ? (
            <Connected agent={agent} call={progress.call} />
          ) : (
            <Waiting token={token} origin={origin} answers={answers} progress={progress} />
          )}
        </Step>
      </ol>
      <Tokens />
    </Page>
  )
}
