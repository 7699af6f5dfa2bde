import { z } from 'zod'
import { unloggedChanges } from '../../kernel/events.ts'
import { clientFrames } from './frames.ts'

const Subscription = z.string().describe('The id that the client chose for the subscription')
const Seq = z.int().min(0)
const Id = z.string()

const Event = z.object({
  seq: Seq,
  at: z.string(),
  type: z.string().describe('What happened, such as task.created'),
  actor: z.object({ user_id: Id.nullable(), agent_id: Id.nullable(), credential: z.string(), door: z.string() }).loose(),
  project_id: Id.nullable(),
  subject_id: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
})

/** The messages that the server sends, by name. */
const serverFrames = {
  subscribed: z.strictObject({ subscribed: Subscription, at: Seq }),
  unsubscribed: z.strictObject({ unsubscribed: Subscription }),
  event: z.strictObject({ id: Subscription, seq: Seq, after: Seq, event: Event }),
  cursor: z.strictObject({ id: Subscription, at: Seq }),
  resync: z.strictObject({ id: Subscription, resync: z.enum(['access_changed', 'cursor_lost']), at: Seq }),
  changed: z.strictObject({
    id: Subscription,
    changed: z.enum(unloggedChanges),
    calls: z
      .array(z.strictObject({ agent_id: Id, tool: z.string(), ok: z.boolean(), at: z.string(), calls: z.int() }))
      .optional()
      .describe('Of tool_calls.recorded: the last call of each agent that called, and how many there were'),
  }),
  ended: z.strictObject({ id: Subscription, ended: z.literal('not_found') }),
  presence: z.strictObject({ present: z.strictObject({ project_id: Id.nullable(), feature_id: Id.nullable(), item_id: Id.optional() }) }),
  pong: z.strictObject({ pong: z.number() }),
  error: z.strictObject({ error: z.object({ code: z.string(), detail: z.string(), id: Subscription.optional() }).loose() }),
}

const summaries: Record<keyof typeof serverFrames | keyof typeof clientFrames, string> = {
  subscribe: 'Follow an organization, a project, a feature, a session or yourself, from now on or from a number',
  unsubscribe: 'Stop following',
  present: 'Say which project, feature or item you look at; with none, that you are in the organization',
  ping: 'Ask for a pong',
  subscribed: 'You follow it; what comes next is after this number',
  unsubscribed: 'You no longer follow it',
  event: 'Something happened; `after` is the number this subscription was told before it',
  cursor: 'Nothing for you up to this number: resume from there',
  resync: 'Read your state again; the stream continues from this number',
  changed: 'Something changed that is not in the log, presence among it: read it again',
  ended: 'You may no longer see what you follow, or it was deleted',
  presence: 'Where you are shown to be',
  pong: 'The answer to a ping',
  error: 'A frame was refused; the connection stays',
}

const schemaOf = (schema: z.ZodType) => {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as Record<string, unknown>
  return described
}

function messagesOf(frames: Record<string, z.ZodType>) {
  const described = Object.entries(frames).map(([name, schema]) => [
    name,
    { name, summary: summaries[name as keyof typeof summaries], contentType: 'application/json', payload: schemaOf(schema) },
  ])
  return Object.fromEntries(described) as Record<string, { payload: Record<string, unknown> }>
}

const pointers = (frames: object, at: string) => Object.keys(frames).map((name) => ({ $ref: `#/${at}/messages/${name}` }))

/** AsyncAPI 3, generated from the schemas of the frames themselves. */
export function asyncApi(version: string): Record<string, unknown> {
  const messages = messagesOf({ ...clientFrames, ...serverFrames })
  const channel = 'channels/live'
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Baton, live',
      version,
      description:
        'What happens in an organization, as it happens. `token` is a ticket of POST /api/auth/ws-ticket, which login sessions and API keys with the scope live:read get; it is good for one connection within 30 seconds.',
    },
    defaultContentType: 'application/json',
    channels: {
      live: {
        address: '/api/ws',
        messages: Object.fromEntries(Object.keys(messages).map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: {
          ws: {
            method: 'GET',
            query: {
              type: 'object',
              required: ['token'],
              properties: {
                token: { type: 'string', description: 'A ticket' },
                organization: { type: 'string', description: 'Id or handle; without it your personal one is meant' },
              },
            },
          },
        },
      },
    },
    operations: {
      receiveFromClient: { action: 'receive', channel: { $ref: `#/${channel}` }, messages: pointers(clientFrames, channel) },
      sendToClient: { action: 'send', channel: { $ref: `#/${channel}` }, messages: pointers(serverFrames, channel) },
    },
    components: { messages },
  }
}
