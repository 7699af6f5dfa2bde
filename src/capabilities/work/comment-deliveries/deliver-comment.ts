import { userOf, type Context } from '../../../kernel/context.ts'
import { tellOfComment } from '../../agents/notices/tell.ts'
import { mentionedAgents } from '../../agents/agents/find-agents.ts'
import { isPerson } from '../leases/lease.ts'
import { address } from './comment-deliveries.queries.ts'

interface Comment {
  id: string
  body: string
  reply_to: string | null
}

interface Item {
  id: string
  key: string
}

/**
 * A person's comment goes to the agents it is addressed to with their next tool result. What an agent or a program says doesn't count as a person's
 * word: those it concerns get a notice and can go and read it.
 */
export async function deliverComment(ctx: Context, comment: Comment, item: Item): Promise<void> {
  const mentioned = await mentionedAgents(ctx, comment.body)
  if (isPerson(ctx)) {
    await ctx.tx.rows(address, {
      org: ctx.org,
      comment: comment.id,
      mentioned,
      id: item.id,
      reply_to: comment.reply_to,
      user: userOf(ctx),
      now: ctx.clock.now(),
    })
  } else {
    const others = mentioned.filter((agent) => agent !== ctx.principal.agent)
    await tellOfComment(ctx, item, others)
  }
}
