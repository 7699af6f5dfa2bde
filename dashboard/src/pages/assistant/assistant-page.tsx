import { useNavigate, useParams } from '@tanstack/react-router'
import { MessagesSquare, Trash2 } from 'lucide-react'
import { useOrganization } from '../../data/organization.ts'
import { usePermissions } from '../../data/permissions.ts'
import { useList, useRead } from '../../data/reads.ts'
import { act } from '../../data/writes/act.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { ChatName } from './chat-name.tsx'
import { Conversation } from './conversation.tsx'
import { ConversationList } from './conversation-list.tsx'
import { useConversation } from './use-conversation.ts'

/** Conversations with the assistant about everything the user can see. */
export function AssistantPage() {
  const { conversation } = useParams({ strict: false }) as { conversation?: string }
  const organization = useOrganization()
  const navigate = useNavigate()
  const { writes } = usePermissions()
  const { data: assistant } = useRead('getAssistant', {})
  const sessions = useList('listAiSessions', { limit: 100 })
  const base = `/${organization}/assistant`
  const { messages, asking, question, stop } = useConversation({
    id: conversation,
    async send(text) {
      const begin = () => act({ organization, operation: 'createAiSession', input: {}, label: 'Start chat' })
      const id = conversation ?? (await begin())?.id
      return id ? { path: `/api/ai/sessions/${id}/messages`, body: { text } } : null
    },
    onBegun: (id) => void navigate({ to: `${base}/${id}`, replace: true }),
  })
  const current = sessions.items.find(({ id }) => id === conversation)
  const rename = (title: string) =>
    current && void act({ organization, operation: 'renameAiSession', input: { session: current.id, title }, label: 'Rename chat' })
  const remove = async () => {
    if (!current) return
    const gone = await act({
      organization,
      operation: 'deleteAiSession',
      input: { session: current.id },
      label: 'Delete chat',
      done: 'Chat deleted',
    })
    if (gone) void navigate({ to: base, replace: true })
  }
  return (
    <Conversation
      title={current && writes ? <ChatName name={current.title} onSave={rename} /> : current?.title || 'Assistant'}
      about={assistant?.model}
      actions={
        current &&
        writes && (
          <Button look="quiet" square aria-label="Delete chat" onClick={() => void remove()}>
            <Trash2 />
          </Button>
        )
      }
      list={<ConversationList base={base} repository={null} current={conversation} />}
      messages={messages}
      asking={asking}
      placeholder="Ask about your tasks, specs, decisions, notes and memory …"
      empty={
        <EmptyState icon={MessagesSquare} title="What would you like to know?">
          {assistant?.note ?? 'Answers cite what you have access to.'}
        </EmptyState>
      }
      writes={writes}
      onAsk={question}
      onStop={stop}
    />
  )
}
