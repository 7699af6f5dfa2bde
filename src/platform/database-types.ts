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
  users: {
    id: string
    handle: string
    name: string
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
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
  }
  'auth.attempts': {
    kind: 'login_account' | 'login_address' | 'register_address'
    key: string
    at: string
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
}
