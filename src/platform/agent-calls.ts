/** What an agent called last. It is told to whoever may see the agent: everybody, or those who see its project, and its owner. */
export interface AgentCalls {
  agent_id: string
  project_id: string | null
  owner_id: string
  tool: string
  ok: boolean
  at: string
  /** How often it called anything since the one before. */
  calls: number
}
