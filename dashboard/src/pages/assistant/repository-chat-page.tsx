import { useNavigate, useParams } from '@tanstack/react-router'
import { FileCode2 } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useRead } from '../../data/reads.ts'
import { EmptyState } from '../../ui/states.tsx'
import { RepositoryCrumbs, RepositoryTabs } from '../repositories/repository/repository-tabs.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useConversation } from './use-conversation.ts'

/** Questions about a repository's code; citations open the lines they name. */
export function RepositoryChatPage() {
  const { repository = '', conversation } = useParams({ strict: false }) as { repository?: string; conversation?: string }
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const { data: index } = useRead('getRepositoryIndex', { repo: repository })
  const { data: assistant } = useRead('getAssistant', {})
  const { data: about } = useRead('getRepo', { repo: repository })
  const base = `/${organization}/repos/${repository}/chat`
  const { messages, asking, question, stop } = useConversation({
    id: conversation,
    send: (text) =>
      Promise.resolve({ path: `/api/repos/${repository}/chat`, body: { text, ...(conversation && { session: conversation }) } }),
    onBegun: (id) => void navigate({ to: `${base}/${id}`, replace: true }),
  })
  const skipped = index?.files_skipped.reduce((sum, { count }) => sum + count, 0) ?? 0
  return (
    <Conversation
      title={about ? <RepositoryCrumbs repo={about.repo} /> : 'Repository chat'}
      views={<RepositoryTabs id={repository} />}
      about={
        index?.commit && (
          <span title={index.files_skipped.map(({ reason, count }) => `${count} ${reason.replace('_', ' ')}`).join(', ')}>
            {index.files_indexed.toLocaleString('en')} files indexed at <code className="font-mono">{index.commit.slice(0, 7)}</code> ·{' '}
            {skipped} skipped
          </span>
        )
      }
      list={<ConversationList base={base} repository={repository} current={conversation} />}
      messages={messages}
      asking={asking}
      placeholder="Ask about this repository …"
      empty={
        <EmptyState icon={FileCode2} title={index?.state === 'none' ? 'Not indexed yet' : 'Ask about the code'}>
          {index?.state === 'none'
            ? 'Indexing finishes within a minute of the first sync.'
            : (assistant?.note ?? 'Answers cite the file, lines and commit.')}
        </EmptyState>
      }
      writes={writes}
      onAsk={question}
      onStop={stop}
    />
  )
}
