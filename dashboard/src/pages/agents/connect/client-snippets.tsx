import { useNavigate, useSearch } from '@tanstack/react-router'
import { ExternalLink, FileJson, SquareTerminal } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/copy.tsx'
import { Card } from '../../../ui/row.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { chooseClient, chosenClient } from './chosen-client.ts'
import { mcpClients, type Snippet, type Transport } from './clients.ts'

function Shown({ snippet, client, first }: { snippet: Snippet; client: string; first: boolean }) {
  if (snippet.kind === 'link') {
    return (
      <Button asChild className="self-start">
        <a href={snippet.href}>
          <ExternalLink /> {snippet.title}
        </a>
      </Button>
    )
  }
  const Icon = snippet.kind === 'terminal' ? SquareTerminal : FileJson
  return (
    <div className="flex flex-col gap-6">
      <p className="flex items-center gap-6 text-helper text-muted">
        <Icon className="size-16" aria-hidden />
        {snippet.kind === 'terminal' ? (
          'Run in a terminal'
        ) : (
          <span>
            {first ? 'Add to' : 'Or share it with the team in'} <span className="font-mono text-fg">{snippet.path}</span>
          </span>
        )}
      </p>
      <CodeBlock text={snippet.text} label={snippet.kind === 'terminal' ? `Command for ${client}` : `File for ${client}`} />
    </div>
  )
}

/** The exact command to run or text to paste for one's own client. */
export function ClientSnippets({ origin }: { origin: string }) {
  const search: { client?: string; transport?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const client = mcpClients.find(({ id }) => id === search.client) ?? chosenClient()
  if (!client) return null
  const transport: Transport = search.transport === 'sse' && client.transports.includes('sse') ? 'sse' : 'http'
  const set = (next: object) => void navigate({ to: '.', search: { ...search, ...next } as never, replace: true })
  const snippets = client.snippets(`${origin}/mcp${transport === 'sse' ? '/sse' : ''}`, transport)
  return (
    <Card className="min-w-0">
      <div className="flex flex-wrap items-center gap-8 border-b border-line-soft p-10">
        <Segmented
          label="Client"
          value={client.id}
          options={mcpClients.map(({ id, title }) => ({ value: id, title }))}
          onChange={(id) => {
            chooseClient(id)
            set({ client: id })
          }}
        />
        {client.transports.length > 1 && (
          <span className="ml-auto">
            <Segmented
              label="Transport"
              value={transport}
              options={[
                { value: 'http', title: 'HTTP' },
                { value: 'sse', title: 'SSE' },
              ]}
              onChange={(next) => set({ transport: next })}
            />
          </span>
        )}
      </div>
      <div className="flex flex-col gap-12 p-12">
        {snippets.map((snippet, at) => (
          <Shown
            key={`${client.id} ${snippet.kind}`}
            snippet={snippet}
            client={client.title}
            first={at === 0 || snippets[0]?.kind === 'link'}
          />
        ))}
        <p className="text-helper text-muted">
          {client.about} Clients that support OAuth don’t need a token: omit the header and log in through your browser.
        </p>
      </div>
    </Card>
  )
}
