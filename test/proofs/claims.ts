import type { Baton } from '../harness/baton.ts'
import { AgentClient } from './agent-client.ts'

interface Size {
  clients: number
  tasks: number
}

/** Many clients claim the next ready task until none is left: every task is handed out once. */
export const proof = {
  name: 'claims',
  claim: 'every ready task is claimed once, none twice',
  short: { clients: 8, tasks: 100 },
  full: { clients: 32, tasks: 1000 },
  async run(baton: Baton, { clients, tasks }: Size): Promise<Record<string, number>> {
    const person = await baton.person()
    await person.do('POST', '/api/projects', { name: 'Queue', slug: 'queue' })
    for (let count = 0; count < tasks; count++)
      await person.do('POST', '/api/tasks', { project: 'queue', title: `Task ${count}`, status: 'todo' })
    const { token } = await person.mcpToken()
    const claimed: string[] = []
    const started = performance.now()
    const work = async () => {
      const client = new AgentClient(baton.url, token)
      for (;;) {
        const { result, isError } = await client.call('claim_task', { project: 'queue' })
        if (isError) break
        claimed.push(result['task'].key)
      }
      await client.close()
    }
    await Promise.all(Array.from({ length: clients }, work))
    const twice = claimed.length - new Set(claimed).size
    if (claimed.length !== tasks || twice > 0) throw new Error(`${claimed.length} claims of ${tasks} tasks, ${twice} twice`)
    return { clients, tasks, claimed: claimed.length, twice, seconds: Math.round((performance.now() - started) / 100) / 10 }
  },
}
