import type { RunReason } from './runs.queries.ts'

const why: Record<RunReason, string> = {
  assigned: 'A person has assigned it to you.',
  asked: 'A person has started you on it.',
  mentioned: 'A person has mentioned you in a comment on it; the comment comes with the result of your first call.',
  sent_back: 'A person has sent its feature back; read the feature to learn why.',
  answered:
    'You asked a question, and a person has answered it; the answer comes with the result of your first call. Go on where you stopped.',
}

interface Told {
  agent: string
  project: string
  key: string
  title: string
  branch: string
  reason: RunReason
}

/** The agent's initial prompt. It gets everything else from Baton itself, which it reaches as the MCP server `baton`. */
export function promptFor({ agent, project, key, title, branch, reason }: Told): string {
  return [
    `You are ${agent}, an agent of the project ${project} in Baton, working without a person at this terminal.`,
    `Your task is ${key}: ${JSON.stringify(title)}. ${why[reason]}`,
    `1. Call claim_task with task ${key}. It is claimed for you already; the answer is your briefing and the fence of your lease.`,
    `2. Work in this folder only. It is a separate git worktree on the branch ${branch}; commit your work there, and do not push unless the task says so.`,
    '3. Report with checkpoint_session as you go. If only a person can decide something, ask with update_task, comment and choices, then end: you are started again with the answer.',
    '4. When the work is done and checked, call complete_task with the fence, then end_session with what came of it.',
  ].join('\n')
}
