// Generated from the migrated database by: npm run generate
export interface Tables {
  agents: {
    org_id: string
    id: string
    slug: string
    name: string
    owner_id: string
    token_id: string | null
    client_name: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  audit: {
    org_id: string
    seq: number
    entry: unknown
    hash: Buffer
    at: string
    operation: string | null
    outcome: string | null
  }
  events: {
    org_id: string
    seq: number
    at: string
    type: string
    actor: unknown
    project_id: string | null
    owner_id: string | null
    subject_id: string | null
    data: unknown
  }
  handles: {
    handle: string
    kind: 'user' | 'organization' | 'team' | 'reserved'
    id: string
    created_at: string
  }
  idempotency: {
    org_id: string
    principal: string
    operation: string
    key: string
    input_hash: Buffer
    result: unknown
    created_at: string
  }
  invites: {
    org_id: string
    id: string
    email: string
    role: 'admin' | 'member' | 'viewer'
    team_id: string | null
    team_role: 'lead' | 'member' | null
    invited_by: string
    created_at: string
    updated_at: string
    expires_at: string
    accepted_at: string | null
    accepted_by: string | null
    declined_at: string | null
    revoked_at: string | null
    open: boolean
    version: number
  }
  log_heads: {
    org_id: string
    seq: number
    first_seq: number
    audit_seq: number
    audit_hash: Buffer
  }
  memberships: {
    org_id: string
    user_id: string
    role: 'owner' | 'admin' | 'member' | 'viewer'
    created_at: string
    updated_at: string
    version: number
  }
  migrations: {
    name: string
    digest: string
    applied_at: string
  }
  organizations: {
    id: string
    handle: string
    name: string
    personal_of: string | null
    sandbox_of: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  project_members: {
    org_id: string
    project_id: string
    user_id: string
    created_at: string
  }
  projects: {
    org_id: string
    id: string
    slug: string
    key: string
    name: string
    description: string
    settings: unknown
    visibility: 'organization' | 'private'
    shared_slug: string | null
    last_number: number
    created_by: string
    created_at: string
    updated_at: string
    archived_at: string | null
    deleted_at: string | null
    version: number
  }
  published: {
    kind: 'project' | 'note' | 'skill' | 'agent' | 'doc' | 'page' | 'post' | 'profile'
    slug: string
    org_id: string
    item_id: string
    fields: unknown
    tsv: string | null
    published_at: string
    updated_at: string
  }
  team_members: {
    org_id: string
    team_id: string
    user_id: string
    role: 'lead' | 'member'
    created_at: string
    updated_at: string
    version: number
  }
  teams: {
    org_id: string
    id: string
    handle: string
    name: string
    description: string
    created_by: string
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  users: {
    id: string
    handle: string
    name: string
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
    bio: string
    location: string
    url: string
    timezone: string
    avatar: string | null
    cover: string | null
    closed_at: string | null
  }
  work_item_dependencies: {
    org_id: string
    item_id: string
    blocked_by_id: string
    created_at: string
  }
  work_items: {
    org_id: string
    id: string
    project_id: string
    kind: 'epic' | 'story' | 'task'
    parent_id: string | null
    number: number
    key: string
    title: string
    title_key: string | null
    description: string
    status: 'backlog' | 'todo' | 'in_progress' | 'in_review' | 'complete' | 'cancelled'
    priority: 'none' | 'low' | 'medium' | 'high' | 'urgent'
    priority_order: number | null
    labels: string[]
    estimate: number | null
    due_on: string | null
    assignee_id: string | null
    assignee_agent_id: string | null
    rank: string
    completion_notes: string | null
    lease_holder: string | null
    lease_fence: number
    lease_until: string | null
    lease_user_id: string | null
    lease_agent_id: string | null
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    completed_at: string | null
    deleted_at: string | null
    version: number
  }
  'auth.accounts': {
    user_id: string
    email: string
    email_verified_at: string | null
    password_hash: string | null
    role: 'user' | 'admin'
    suspended_at: string | null
    personal_org_id: string
    created_at: string
    updated_at: string
    closed_at: string | null
    restore_hash: Buffer | null
    restore_until: string | null
  }
  'auth.attempts': {
    kind: string
    key: string
    at: string
  }
  'auth.device_logins': {
    id: string
    device_hash: Buffer
    code_hash: Buffer
    client: string
    address: string | null
    device: string | null
    created_at: string
    expires_at: string
    poll_seconds: number
    polled_at: string | null
    decision: 'approved' | 'denied' | null
    decided_by: string | null
    decided_at: string | null
  }
  'auth.identities': {
    provider: 'github' | 'google' | 'microsoft'
    subject: string
    user_id: string
    email: string | null
    created_at: string
    last_used_at: string | null
  }
  'auth.invite_links': {
    hash: Buffer
    org_id: string
    invite_id: string
    created_at: string
  }
  'auth.mailings': {
    id: string
    kind: string
    email: string
    user_id: string | null
    hash: Buffer | null
    tries: number
    created_at: string
    sent_at: string | null
    expires_at: string | null
    used_at: string | null
  }
  'auth.oauth_codes': {
    hash: Buffer
    purpose: 'login' | 'link'
    user_id: string
    provider: string
    subject: string
    email: string | null
    challenge: string | null
    created_at: string
    expires_at: string
    used_at: string | null
  }
  'auth.oauth_grants': {
    id: string
    user_id: string
    org_id: string
    client_id: string
    client_name: string
    redirect_host: string
    resource: string
    scopes: string[]
    created_at: string
    expires_at: string
    revoked_at: string | null
  }
  'auth.oauth_states': {
    state_hash: Buffer
    provider: string
    browser_hash: Buffer | null
    user_id: string | null
    flow: Buffer
    challenge: string | null
    created_at: string
    expires_at: string
  }
  'auth.oidc_records': {
    model: string
    hash: Buffer
    payload: Buffer
    uid_hash: Buffer | null
    grant_id: string | null
    audience: string | null
    scopes: string[] | null
    expires_at: string
    consumed_at: string | null
  }
  'auth.passkey_challenges': {
    id: string
    user_id: string | null
    challenge: string
    expires_at: string
  }
  'auth.passkeys': {
    id: string
    user_id: string
    name: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: string[]
    synced: boolean
    second_factor: boolean
    created_at: string
    last_used_at: string | null
  }
  'auth.pending_logins': {
    hash: Buffer
    user_id: string
    method: string
    tries: number
    created_at: string
    expires_at: string
    used_at: string | null
  }
  'auth.recovery_codes': {
    user_id: string
    hash: Buffer
    created_at: string
    used_at: string | null
  }
  'auth.sessions': {
    id: string
    user_id: string
    kind: 'interactive' | 'device'
    method: string
    refresh_hash: Buffer
    previous_hash: Buffer | null
    rotated_at: string | null
    authenticated_at: string
    address: string | null
    device: string | null
    created_at: string
    last_used_at: string
    idle_until: string
    ends_at: string
    ended_at: string | null
    ended_why: string | null
  }
  'auth.setup_links': {
    hash: Buffer
    email: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  'auth.tokens': {
    id: string
    user_id: string
    org_id: string
    agent_id: string | null
    kind: 'mcp' | 'api_key'
    name: string
    hash: Buffer
    prefix: string
    last_four: string
    scopes: string[] | null
    created_at: string
    expires_at: string
    last_used_at: string | null
    revoked_at: string | null
  }
  'auth.totp': {
    user_id: string
    seed: Buffer | null
    last_step: number
    confirmed_at: string | null
    next_seed: Buffer | null
    next_until: string | null
  }
  'auth.ws_tickets': {
    hash: Buffer
    user_id: string
    session_id: string
    created_at: string
    expires_at: string
  }
}
