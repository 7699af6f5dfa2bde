import { administration } from './areas/administration.ts'
import { agents } from './areas/agents.ts'
import { assistant } from './areas/assistant.ts'
import { auth } from './areas/auth.ts'
import { connect } from './areas/connect.ts'
import { features } from './areas/features.ts'
import { inbox } from './areas/inbox.ts'
import { insights } from './areas/insights.ts'
import { integrations } from './areas/integrations.ts'
import { knowledge } from './areas/knowledge.ts'
import { machines } from './areas/machines.ts'
import { market } from './areas/market.ts'
import { memory } from './areas/memory.ts'
import { publishing } from './areas/publishing.ts'
import { repositories } from './areas/repositories.ts'
import { runs } from './areas/runs.ts'
import { settings } from './areas/settings.ts'
import { tasks } from './areas/tasks.ts'
import { work } from './areas/work.ts'
import { workspaces } from './areas/workspaces.ts'
import type { Area } from './every-page.ts'

/** Every area of the dashboard contributes its pages. */
export const areas: Record<string, Area> = {
  auth,
  connect,
  inbox,
  work,
  tasks,
  agents,
  features,
  knowledge,
  memory,
  market,
  assistant,
  settings,
  repositories,
  workspaces,
  insights,
  machines,
  runs,
  integrations,
  publishing,
  administration,
}
