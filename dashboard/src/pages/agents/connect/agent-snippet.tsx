import { Link } from '@tanstack/react-router'
import { useOrganization } from '../../../data/organization.ts'
import { usePermissions } from '../../../data/permissions.ts'
import { CodeBlock } from '../../../ui/copy.tsx'
import { chosenClient } from './chosen-client.ts'
import { useAddress } from './use-address.ts'

/** For empty pages: how to connect one's own client, ready to copy. */
export function AgentSnippet() {
  const org = useOrganization()
  const { writes } = usePermissions()
  const { origin } = useAddress()
  const client = chosenClient()
  const snippet = client?.snippets(`${origin}/mcp`, 'http').find(({ kind }) => kind !== 'link')
  if (!writes || !client || !snippet || snippet.kind === 'link') return null
  return (
    <section aria-label={`Connect ${client.title}`} className="flex w-full flex-col gap-6 text-left">
      <p className="text-helper text-muted">
        {snippet.kind === 'terminal'
          ? `Add Baton to ${client.title}: run this in a terminal.`
          : `Add Baton to ${client.title} in ${snippet.path}.`}{' '}
        <Link to={`/${org}/connect`} className="text-accent underline underline-offset-2">
          Get a token or choose another client
        </Link>
      </p>
      <CodeBlock text={snippet.text} label={snippet.kind === 'terminal' ? `Command for ${client.title}` : `File for ${client.title}`} />
    </section>
  )
}
