/** An agent's latest call. Sent to those who may see the agent: everybody, or whoever sees its project, and its owner. */
export interface AgentCalls {
  agent_id: string
  project_id: string | null
  owner_id: string
  tool: string
  ok: boolean
  at: string
  /** Number of calls since the previous report. */
  calls: number
}
