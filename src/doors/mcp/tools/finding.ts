/**
 * Clients that load tools on demand search for them by keywords. Tools of the daily loop are always loaded; for the others, the hints
 * have the words people use for what they do.
 */
const loop = new Set([
  'list_projects',
  'list_tasks',
  'claim_task',
  'update_task',
  'complete_task',
  'resume_session',
  'create_session',
  'checkpoint_session',
  'search_memory',
])

const hints: Readonly<Record<string, string>> = {
  advance_feature: 'move ship pass gate report evidence test results stage next',
  archive_project: 'hide close finished project put away unarchive restore',
  checkpoint_session: 'save progress state handover before compaction where I am',
  claim_task: 'take pick ticket issue to work on next assign to me start lease renew release',
  clear_memory: 'forget everything wipe all memories reset undo',
  complete_task: 'finish close done ticket issue mark resolved',
  connect_repo: 'link github gitlab repository to project set up code host',
  create_agent: 'new bot assistant register add agent',
  create_feature: 'new feature start gates workflow release tracking',
  create_note: 'write down meeting notes document page markdown',
  create_pr: 'open pull request merge request submit branch for code review',
  create_project: 'new project workspace set up start',
  create_session: 'begin start work session goals',
  create_spec: 'write design document specification requirements rfc',
  create_task: 'new ticket issue bug todo story epic add file report',
  delete_agent: 'remove bot agent undo restore bring back',
  delete_memory: 'forget wrong memory remove undo deletion restore bring back',
  delete_note: 'remove note undo deletion restore bring back',
  delete_task: 'remove ticket issue undo deletion restore deleted bring back',
  end_session: 'finish stop wrap up work session outcome handover',
  generate_agents_md: 'AGENTS.md CLAUDE.md instructions file for repository conventions',
  get_activity: 'details of one event log entry',
  get_agent: 'who am I whoami myself me identity agent profile leases',
  get_decision: 'read why was this decided chosen reason rationale adr',
  get_feature: 'status of feature what is missing blocked gate evidence reviews',
  get_note: 'read open note full text',
  get_project: 'project overview stats summary how many tasks',
  get_skill: 'load playbook how to instructions procedure guide',
  get_spec: 'read design specification requirements diff between versions what changed',
  get_task: 'read open show ticket issue details comments history dependencies',
  list_activities: 'what happened recently changes history audit log feed who did what',
  list_agents: 'who is here team members people colleagues agents assign to',
  list_decisions: 'what was decided adr architecture rules that govern a file',
  list_features: 'features in progress roadmap gates',
  list_memories: 'what is remembered browse memories by tag',
  list_notes: 'find notes search documents meeting minutes',
  list_projects: 'which projects are there find project slug',
  list_repos: 'connected repositories github code host',
  list_sessions: 'previous earlier sessions what was I working on find one to resume',
  list_skills: 'available playbooks how-to guides procedures',
  list_specs: 'find the requirements design documents specifications',
  list_tasks: 'find search tickets issues backlog todo what to do next ready epics stories',
  log_activity: 'record event deploy build incident happened tell the team',
  log_decision: 'record document why we chose this design decision choice architecture adr rationale tradeoff',
  resume_session: 'continue where I left off pick up previous work context after restart',
  search_memory: 'recall remember what do we know learned lessons before find search specs decisions notes tasks features',
  store_memory: 'remember save learn lesson fact preference for later keep in mind',
  submit_review: 'approve request changes code review feedback on a feature',
  sync_repo: 'refresh branches repository metadata pull latest',
  update_agent: 'change agent role skills configuration',
  update_decision: 'accept reject propose discuss supersede decision',
  update_note: 'edit change note text tags',
  update_project: 'rename project change description visibility settings',
  update_spec: 'edit change design specification new version approve',
  update_task: 'edit change assign a ticket issue to a colleague status priority labels comment block',
}

/** The `_meta` of a tool's list entry, for such clients. */
export function findingOf(tool: string): Record<string, unknown> {
  const hint = hints[tool]
  return { ...(loop.has(tool) && { 'anthropic/alwaysLoad': true }), ...(hint !== undefined && { 'anthropic/searchHint': hint }) }
}
