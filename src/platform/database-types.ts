// Generated from the migrated database by: npm run generate
export interface Tables {
  agent_budgets: {
    org_id: string
    agent_id: string
    daily_tokens: number | null
    monthly_tokens: number | null
    daily_cost_micros: number | null
    monthly_cost_micros: number | null
    updated_by: string
    updated_at: string
    version: number
  }
  agent_dispatch: {
    org_id: string
    agent_id: string
    workspace_id: string
    client: string
    at_once: number
    updated_at: string
  }
  agent_instances: {
    org_id: string
    id: string
    user_id: string
    agent_id: string | null
    client_session: string | null
    connection: string | null
    seen_at: string
    created_at: string
  }
  agent_last_calls: {
    org_id: string
    agent_id: string
    tool: string
    ok: boolean
    at: string
    subject: string | null
  }
  agent_notices: {
    org_id: string
    id: string
    instance_id: string | null
    kind: string
    fence: string | null
    details: unknown
    created_at: string
    delivered_at: string | null
  }
  agent_sessions: {
    org_id: string
    id: string
    owner_id: string
    agent_id: string | null
    project_id: string | null
    parent_id: string | null
    status: 'running' | 'ended' | 'stopped' | 'lost'
    goals: string[]
    context: string
    outcome: string | null
    checkpoints: number
    seen_at: string
    started_at: string
    ended_at: string | null
    updated_at: string
    version: number
    instance_id: string | null
  }
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
    description: string
    role: string
    skill_ids: string[]
    memory_scope: 'agent' | 'project' | 'session'
    project_id: string | null
    model: string
    settings: unknown
    status: 'active' | 'stopped'
    public_slug: string | null
    archive_memory: boolean
    stop_reason: string | null
    stopped_by: string | null
    stopped_at: string | null
    stuck_since: string | null
    paused_until: string | null
    resumed_at: string | null
  }
  ai_messages: {
    org_id: string
    id: string
    session_id: string
    place: number
    role: 'question' | 'answer'
    text: string
    status: 'writing' | 'done' | 'cut_off' | 'cancelled' | 'failed' | 'passages' | 'over_budget'
    note: string | null
    passages: unknown
    citations: unknown
    dropped: unknown
    model: string | null
    tokens_in: number | null
    tokens_out: number | null
    cost_micros: number | null
    outline: string
    taken_at: string | null
    created_at: string
  }
  ai_sessions: {
    org_id: string
    id: string
    user_id: string
    project_id: string | null
    repository_id: string | null
    title: string
    messages: number
    created_at: string
    updated_at: string
    version: number
  }
  announcements: {
    id: string
    title: string
    body: string
    audience: 'everyone' | 'administrators' | 'organization' | 'user'
    organization_id: string | null
    recipient_id: string | null
    sent_by: string | null
    recipients: number
    spread_at: string | null
    created_at: string
  }
  assistant_budgets: {
    org_id: string
    daily_tokens: number | null
    monthly_tokens: number | null
    daily_cost_micros: number | null
    monthly_cost_micros: number | null
    updated_by: string
    updated_at: string
    version: number
  }
  assistant_days: {
    org_id: string
    day: string
    tokens: number
    cost_micros: number
    answers: number
  }
  attachment_totals: {
    org_id: string
    bytes: number
  }
  attachments: {
    org_id: string
    id: string
    item_id: string
    file: string
    name: string
    content_type: string
    size: number
    created_by: string
    created_by_agent_id: string | null
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
  backfills: {
    name: string
    cursor: string | null
    rows: number
    updated_at: string
  }
  billing_events: {
    id: string
    type: string
    received_at: string
  }
  ci_tokens: {
    org_id: string
    id: string
    jti: string
    repository_id: string
    claims: unknown
    expires_at: string
    used_at: string
  }
  code_connections: {
    org_id: string
    id: string
    kind: 'app' | 'token'
    installation_id: number | null
    account: string
    token: Buffer | null
    granted_by: string
    created_at: string
    ended_at: string | null
  }
  code_grants: {
    org_id: string
    connection_id: string
    host_id: number
    name: string
    url: string
    default_branch: string
    private: boolean
    granted_by: string
    granted_at: string
  }
  code_host_logins: {
    org_id: string
    state_hash: Buffer
    user_id: string
    verifier: Buffer
    account: string | null
    expires_at: string
    taken_at: string | null
  }
  code_links: {
    org_id: string
    repository_id: string
    item_id: string
    kind: 'branch' | 'commit' | 'pull_request'
    ref: string
  }
  comment_deliveries: {
    org_id: string
    comment_id: string
    agent_id: string
    why: 'mention' | 'reply'
    created_at: string
    delivered_at: string | null
    delivered_to: string | null
    read_at: string | null
    delivered_session: string | null
  }
  comments: {
    org_id: string
    id: string
    item_id: string
    reply_to: string | null
    body: string
    author_id: string
    author_agent_id: string | null
    edited_at: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
    source_author: string | null
    source_url: string | null
    choices: string[] | null
    answer_by: string | null
    answer: string | null
    answered_by: string | null
    answered_at: string | null
    resolved_at: string | null
    resolved_by: string | null
  }
  community_flags: {
    user_id: string
    post_id: string
    reason: string
    created_at: string
  }
  community_moderations: {
    id: string
    post_id: string
    action: 'approve' | 'hide' | 'remove' | 'restore' | 'undo' | 'flags'
    reason: string
    moderator_id: string | null
    before: string
    after: string
    created_at: string
    undone_at: string | null
    undone_by: string | null
  }
  community_posts: {
    id: string
    parent_id: string | null
    author_id: string
    title: string | null
    body: string
    status: 'pending' | 'published' | 'hidden' | 'removed' | 'withdrawn'
    flags: number
    created_at: string
    published_at: string | null
    version: number
  }
  confirmation_answers: {
    org_id: string
    user_id: string
    agent_id: string
    call: string
    answer: 'declined' | 'unanswered'
    at: string
  }
  contact_messages: {
    id: string
    name: string
    email: string
    message: string
    challenge: string
    created_at: string
  }
  current_teams: {
    org_id: string
    user_id: string
    team_id: string
    chosen_at: string
  }
  decision_entries: {
    org_id: string
    id: string
    decision_id: string
    body: string
    created_by: string
    created_by_agent_id: string | null
    created_at: string
  }
  decisions: {
    org_id: string
    id: string
    project_id: string | null
    number: number
    ref: string
    title: string
    title_key: string | null
    status: 'proposed' | 'accepted' | 'superseded' | 'rejected'
    context: string
    rationale: string
    alternatives: unknown
    outcome: string
    paths: string[]
    tags: string[]
    superseded_by: string | null
    decided_by: string | null
    decided_by_agent: boolean | null
    decided_by_agent_id: string | null
    decided_at: string | null
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  discarded_files: {
    file: string
    discarded_at: string
  }
  embedding_failures: {
    org_id: string
    kind: 'memories' | 'documents' | 'code'
    item_id: string
    failures: number
    reason: string
    failed_at: string
  }
  embedding_models: {
    id: string
    name: string
    dimensions: number
    state: 'current' | 'next' | 'old'
    created_at: string
    switched_at: string | null
  }
  embedding_turns: {
    org_id: string
    kind: 'memories' | 'documents' | 'code'
    until: string
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
    user_id: string | null
    agent_id: string | null
  }
  feature_authors: {
    org_id: string
    feature_id: string
    user_id: string
    why: 'created' | 'owner' | 'commit' | 'evidence'
    created_at: string
  }
  feature_commits: {
    org_id: string
    id: string
    feature_id: string
    sha: string
    reported_by: string | null
    agent_id: string | null
    created_at: string
    branch: string | null
  }
  feature_evidence: {
    org_id: string
    id: string
    feature_id: string
    check_name: string
    outcome: 'pass' | 'fail'
    rank: 'claimed' | 'reported' | 'observed' | 'ci'
    note: string
    exit_code: number | null
    log: string | null
    url: string | null
    before_code: boolean
    commit: string | null
    spec_version: number | null
    user_id: string | null
    agent_id: string | null
    credential: string
    created_at: string
    voided_at: string | null
    void_reason: 'commit' | 'spec' | 'sent_back' | null
    repository_id: string | null
    workflow_path: string | null
    event: string | null
    app_id: number | null
    check_id: number | null
    completed_at: string | null
  }
  feature_settings: {
    org_id: string
    allow_self_approval: boolean
    updated_by: string
    updated_at: string
    version: number
  }
  feature_snoozes: {
    org_id: string
    feature_id: string
    user_id: string
    until: string
  }
  feature_verdicts: {
    org_id: string
    id: string
    feature_id: string
    gate: string
    kind: 'review' | 'approval'
    verdict: 'approve' | 'request_changes' | 'send_back'
    words: string
    before_code: boolean
    commit: string | null
    spec_version: number | null
    user_id: string
    agent_id: string | null
    agent_owner_id: string | null
    by_person: boolean
    self_approved: boolean
    created_at: string
    voided_at: string | null
    void_reason: 'commit' | 'spec' | 'sent_back' | null
  }
  features: {
    org_id: string
    id: string
    project_id: string
    number: number
    ref: string
    title: string
    description: string
    status: 'active' | 'complete' | 'cancelled'
    workflow: string
    gates: unknown
    position: number
    gate: string | null
    gate_kind: 'evidence' | 'review' | 'approval' | null
    commit: string | null
    spec_id: string | null
    spec_version: number | null
    owner_id: string
    summary: string
    recommendation: string
    risks: string
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    completed_at: string | null
    cancelled_at: string | null
    deleted_at: string | null
    version: number
    milestone_id: string | null
  }
  function_files: {
    name: string
    digest: string
    applied_at: string
  }
  gate_changes: {
    org_id: string
    feature_id: string
    seq: number
    at: string
    until: string | null
    status: string
    gate: string | null
    gate_kind: string | null
    user_id: string | null
    agent_id: string | null
    waiting_for: string[]
    left_by: string | null
  }
  gate_checks: {
    org_id: string
    repository_id: string
    sha: string
    check_id: number | null
    said: Buffer | null
    wanted_at: string | null
    claim_id: string | null
    claimed_until: string | null
    posted_at: string | null
  }
  handles: {
    handle: string
    kind: 'user' | 'organization' | 'team' | 'reserved'
    id: string
    created_at: string
  }
  host_deliveries: {
    id: string
    event: string
    host_id: number | null
    received_at: string
  }
  host_writes: {
    org_id: string
    repository_id: string
    kind: string
    object: string
    hash: Buffer
    written_at: string
  }
  idempotency: {
    org_id: string
    principal: string
    operation: string
    key: string
    input_hash: Buffer
    result: unknown
    created_at: string
    expires_at: string
    kept_until: string | null
  }
  import_rows: {
    org_id: string
    import_id: string
    step: number
    line: number
    content: unknown
    links_step: number | null
    item_id: string | null
    outcome: 'created' | 'updated' | 'unchanged' | null
  }
  imported_comments: {
    org_id: string
    project_id: string
    external_id: string
    comment_id: string
  }
  imports: {
    org_id: string
    id: string
    project_id: string
    user_id: string
    credential_kind: string
    credential_id: string | null
    skip_unknown_assignees: boolean
    status: 'queued' | 'running' | 'done' | 'failed'
    total: number
    done: number
    created: number
    updated: number
    unchanged: number
    steps: number
    next_step: number
    errors: unknown
    warnings: unknown
    created_at: string
    updated_at: string
    finished_at: string | null
  }
  instance_settings: {
    key: string
    value: unknown
    sealed: Buffer | null
    updated_by: string | null
    created_at: string
    updated_at: string
    version: number
  }
  invites: {
    org_id: string
    id: string
    email: string | null
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
    label: string
    held_by: string | null
  }
  issue_comments: {
    org_id: string
    repository_id: string
    comment_id: string
    number: number
    host_id: number | null
  }
  issue_links: {
    org_id: string
    repository_id: string
    number: number
    item_id: string
    title: string
    state: 'open' | 'closed'
    url: string
    agreed: Buffer
    host_updated_at: string
    wanted_at: string | null
    claim_id: string | null
    claimed_until: string | null
    refused: string | null
  }
  issue_report_messages: {
    user_id: string
    id: string
    report_id: string
    author_id: string
    from_administrator: boolean
    body: string
    created_at: string
  }
  issue_reports: {
    user_id: string
    id: string
    number: number
    title: string
    body: string
    page: string | null
    app_version: string | null
    request_id: string | null
    browser: string | null
    console: unknown
    status: 'new' | 'triaged' | 'planned' | 'fixed' | 'declined'
    merged_into: string | null
    known_as: string | null
    host_repository: string | null
    host_url: string | null
    host_failure: string | null
    created_at: string
    updated_at: string
    version: number
  }
  links: {
    org_id: string
    from_kind: 'note' | 'task' | 'spec' | 'decision' | 'feature'
    from_id: string
    to_kind: 'note' | 'task' | 'spec' | 'decision' | 'feature'
    to_id: string
    to_version: number | null
    created_at: string
    names: string[]
    explicit: boolean
  }
  log_heads: {
    org_id: string
    seq: number
    first_seq: number
    audit_seq: number
    audit_hash: Buffer
    first_at: string | null
    audit_first_at: string | null
    unread: boolean
    anchor_seq: number
    anchor_hash: Buffer
    anchor_seal: Buffer | null
    place: number
  }
  log_readers: {
    org_id: string
    reader: 'notifications' | 'webhooks'
    seq: number
  }
  logged_types: {
    org_id: string
    type: string
    seq: number
  }
  memberships: {
    org_id: string
    user_id: string
    role: 'owner' | 'admin' | 'member' | 'viewer'
    created_at: string
    updated_at: string
    version: number
  }
  memories: {
    org_id: string
    id: string
    scope: 'agent' | 'project' | 'session'
    scope_id: string
    project_id: string | null
    owner_id: string | null
    place: number
    content: string
    tags: string[]
    sources: unknown
    trust: 'person' | 'agent' | 'external'
    valid_from: string | null
    valid_until: string | null
    pinned: boolean
    last_used_at: string | null
    superseded_by: string | null
    superseded_at: string | null
    clearing_id: string | null
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
    embedded_as: string | null
    content_key: string
    tsv: string
    words: string | null
    number: number | null
    ref: string | null
  }
  memory_clearings: {
    org_id: string
    id: string
    scope: 'agent' | 'project' | 'session'
    scope_id: string
    project_id: string | null
    owner_id: string | null
    up_to: number
    count: number
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    restored_at: string | null
  }
  memory_embeddings: {
    org_id: string
    memory_id: string
    model_id: string
    scope_id: string
    owner_id: string | null
    embedding: string
  }
  memory_maps: {
    org_id: string
    scope_id: string
    due: boolean
    placed_at: string | null
  }
  memory_points: {
    org_id: string
    memory_id: string
    scope_id: string
    x: number
    y: number
  }
  memory_reviews: {
    org_id: string
    id: string
    scope_id: string
    memory_id: string
    other_id: string
    kind: 'duplicate' | 'contradiction'
    similarity: number | null
    resolution: 'keep_both' | 'keep_newer' | 'keep_older' | null
    resolved_by: string | null
    resolved_at: string | null
    created_at: string
    updated_at: string
    version: number
  }
  migrations: {
    name: string
    digest: string
    applied_at: string
  }
  milestones: {
    org_id: string
    project_id: string
    id: string
    name: string
    description: string
    target_on: string | null
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    version: number
  }
  notes: {
    org_id: string
    id: string
    project_id: string | null
    owner_id: string | null
    title: string
    content: string
    tags: string[]
    pinned: boolean
    public_slug: string | null
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
    title_key: string
    tsv: string
  }
  notifications: {
    user_id: string
    id: string
    org_id: string
    kind: string
    event_seq: number | null
    project_id: string | null
    subject_kind: string | null
    subject_id: string | null
    subject_ref: string | null
    title: string
    gate: string | null
    actor_id: string | null
    agent_id: string | null
    in_app: boolean
    mail: 'none' | 'digest' | 'requested' | 'sent'
    digest_id: string | null
    read_at: string | null
    snoozed_until: string | null
    archived_at: string | null
    created_at: string
    updated_at: string
    version: number
    excerpt: string | null
    comment_id: string | null
    pushed_at: string | null
    settled_by: string | null
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
  plans: {
    id: string
    name: string
    description: string
    limits: unknown
    price_cents: number
    currency: string
    provider_price: string | null
    checkout_url: string | null
    position: number
    is_default: boolean
    created_at: string
    updated_at: string
  }
  preferences: {
    user_id: string
    document: unknown
    digested_at: string | null
    created_at: string
    updated_at: string
    version: number
  }
  project_labels: {
    org_id: string
    project_id: string
    name: string
    color: 'gray' | 'red' | 'orange' | 'yellow' | 'green' | 'teal' | 'blue' | 'violet' | 'pink'
    description: string
    created_at: string
    updated_at: string
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
    shared_parts: string[]
    former_slugs: string[]
  }
  published: {
    kind: 'project' | 'note' | 'skill' | 'agent' | 'doc' | 'page' | 'post' | 'profile'
    slug: string
    org_id: string | null
    item_id: string
    fields: unknown
    tsv: string | null
    published_at: string
    updated_at: string
    body: string | null
    project_id: string | null
    frontmatter: string | null
    archive: Buffer | null
    taken_down_at: string | null
  }
  pull_requests: {
    org_id: string
    repository_id: string
    number: number
    title: string
    state: 'open' | 'closed' | 'merged'
    draft: boolean
    author: string | null
    head_ref: string
    head_sha: string
    base_ref: string
    review_decision: 'approved' | 'changes_requested' | 'review_required' | null
    url: string
    created_at: string
    updated_at: string
    merged_at: string | null
  }
  questions: {
    org_id: string
    id: string
    item_id: string
    agent_id: string | null
    asked_in: string | null
    state: 'open' | 'answered' | 'withdrawn' | 'expired'
    answer_id: string | null
    settled_at: string | null
    settled_by: string | null
    created_at: string
  }
  receipt_nonces: {
    org_id: string
    nonce_hash: Buffer
    tunnel_id: string
    user_id: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  receipts: {
    org_id: string
    id: string
    tunnel_id: string
    user_id: string
    public_key: Buffer
    body: string
    body_sha256: Buffer
    signature: string
    rank: 'reported' | 'observed'
    reasons: string[]
    feature_id: string | null
    task_id: string | null
    evidence_id: string | null
    created_at: string
  }
  recent_calls: {
    org_id: string
    id: string
    agent_id: string
    session_id: string | null
    tool: string
    ok: boolean
    milliseconds: number
    tokens_returned: number
    recalled: unknown
    at: string
    error: string | null
  }
  record_numbers: {
    org_id: string
    scope_id: string
    kind: 'spec' | 'decision' | 'memory'
    last_number: number
  }
  remote_import_items: {
    org_id: string
    remote_import_id: string
    external_id: string
    place: number
    content: unknown
  }
  remote_imports: {
    org_id: string
    id: string
    project_id: string
    user_id: string
    credential_kind: string
    credential_id: string | null
    provider: 'linear' | 'jira'
    source: string
    comments: boolean
    status: 'reading' | 'ready' | 'applying' | 'commenting' | 'done' | 'failed' | 'cancelled'
    page_cursor: string | null
    pages: number
    items: number
    comments_found: number
    comments_added: number
    commented_to: number
    preview: unknown
    failure: string | null
    import_id: string | null
    created_at: string
    updated_at: string
    finished_at: string | null
  }
  repositories: {
    org_id: string
    id: string
    connection_id: string
    host_id: number
    name: string
    url: string
    default_branch: string
    private: boolean
    head_sha: string | null
    status: 'new' | 'syncing' | 'ready' | 'failed'
    error: string | null
    synced_at: string | null
    issues_mode: 'off' | 'import' | 'mirror' | 'two_way'
    issues_project_id: string | null
    issues_read_at: string | null
    wanted_at: string | null
    claim_id: string | null
    claimed_until: string | null
    created_by: string
    created_at: string
    updated_at: string
    version: number
    checked_at: string | null
    comments_read_at: string | null
  }
  repository_branches: {
    org_id: string
    repository_id: string
    name: string
    sha: string
    committed_at: string | null
    protected: boolean
  }
  repository_checks: {
    org_id: string
    repository_id: string
    host_id: number
    head_sha: string
    name: string
    app_id: number | null
    workflow_path: string | null
    workflow_blob: string | null
    workflow_trusted: boolean
    event: string | null
    status: string
    conclusion: string | null
    url: string | null
    completed_at: string | null
  }
  repository_commits: {
    org_id: string
    repository_id: string
    sha: string
    subject: string
    author: string | null
    committed_at: string
    url: string
    keys: string[]
  }
  repository_files: {
    org_id: string
    repository_id: string
    path: string
    blob_sha: string
    size: number
    language: string | null
    content: string | null
    skipped: 'binary' | 'too_large' | 'vendored' | 'generated' | 'ignored' | 'symlink' | 'over_budget' | null
    redacted: number
  }
  repository_indexes: {
    org_id: string
    repository_id: string
    head_sha: string
    reader: number
    graph: unknown
    files: number
    pieces: number
    indexed_at: string
  }
  repository_outlines: {
    org_id: string
    repository_id: string
    path: string
    blob_sha: string
    reader: number
    parsed: boolean
    redacted: number
    definitions: unknown
    uses: unknown
  }
  repository_pieces: {
    org_id: string
    id: string
    repository_id: string
    path: string
    blob_sha: string
    number: number
    start_line: number
    end_line: number
    names: string
    content: string
    words: string
    embedded_as: string | null
    embedding: string | null
  }
  repository_projects: {
    org_id: string
    repository_id: string
    project_id: string
  }
  run_output: {
    org_id: string
    run_id: string
    seq: number
    fence: number
    piece: number
    at: string
    kind: 'stdout' | 'stderr' | 'message' | 'tool' | 'note'
    text: string
  }
  runs: {
    org_id: string
    id: string
    task_id: string
    project_id: string
    agent_id: string
    workspace_id: string
    client: string
    reason: 'assigned' | 'asked' | 'mentioned' | 'sent_back' | 'answered'
    requested_by: string
    state: 'queued' | 'starting' | 'running' | 'waiting' | 'done' | 'unfinished' | 'failed' | 'stopped'
    wanted_tunnel_id: string | null
    tunnel_id: string | null
    fence: number
    lease_until: string | null
    session_id: string | null
    token_id: string | null
    continues: string | null
    branch: string | null
    worktree: string | null
    base: string | null
    head: string | null
    files_changed: number | null
    insertions: number | null
    deletions: number | null
    dirty_files: number | null
    receipt_id: string | null
    exit_code: number | null
    error: string | null
    stop_requested_at: string | null
    stop_requested_by: string | null
    stop_sent_at: string | null
    created_at: string
    started_at: string | null
    ended_at: string | null
    refused: number | null
    refused_kinds: string[]
  }
  sample_projects: {
    org_id: string
    project_id: string
    agent_id: string
    created_at: string
  }
  saved_views: {
    org_id: string
    id: string
    owner_id: string
    name: string
    shared: boolean
    layout: 'board' | 'list' | 'timeline' | 'tree'
    group_by: 'status' | 'priority' | 'assignee' | 'epic' | 'label' | 'feature' | 'milestone' | null
    sort: 'newest' | 'rank' | 'priority' | 'due' | 'updated' | null
    filters: unknown
    project_ids: string[]
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  search_documents: {
    org_id: string
    id: string
    item_id: string
    kind: 'project' | 'epic' | 'story' | 'task' | 'feature' | 'spec' | 'decision' | 'note' | 'skill' | 'agent'
    project_id: string | null
    team_id: string | null
    owner_id: string | null
    personal: boolean
    ref: string | null
    title: string
    body: string
    updated_at: string
    embedded_as: string | null
    ref_key: string | null
    title_key: string
    tsv: string
    names: string
    words: string | null
  }
  search_embeddings: {
    org_id: string
    document_id: string
    model_id: string
    embedding: string
  }
  session_checkpoints: {
    org_id: string
    session_id: string
    number: number
    progress: string
    state: string
    files: string[]
    model: string | null
    tokens_in: number | null
    tokens_out: number | null
    cost_micros: number | null
    seconds: number | null
    agent_id: string | null
    created_at: string
    by_hook: boolean
  }
  session_hints: {
    org_id: string
    id: string
    kind: 'hint' | 'ask_release'
    session_id: string | null
    agent_id: string | null
    task_id: string | null
    author_id: string
    body: string
    created_at: string
    delivered_at: string | null
  }
  session_traces: {
    org_id: string
    session_id: string
    said: string[]
    files: string[]
    ran: unknown
    updated_at: string
  }
  site_categories: {
    id: string
    slug: string
    name: string
    description: string
    created_at: string
    updated_at: string
  }
  site_entries: {
    id: string
    kind: 'page' | 'post'
    slug: string
    title: string
    summary: string
    body: string
    status: 'draft' | 'scheduled' | 'published'
    publish_at: string | null
    published_at: string | null
    author_id: string
    category_id: string | null
    revision: number
    preview_hash: Buffer | null
    preview_until: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  site_redirects: {
    kind: 'page' | 'post'
    slug: string
    entry_id: string
    created_at: string
  }
  site_revisions: {
    entry_id: string
    number: number
    slug: string
    title: string
    summary: string
    body: string
    written_by: string
    created_at: string
  }
  site_sitemaps: {
    part: number
    body: string
    addresses: number
    newest: string | null
    generated_at: string
  }
  skill_archives: {
    org_id: string
    hash: Buffer
    content: Buffer
    created_at: string
  }
  skill_installs: {
    org_id: string
    skill_id: string
    source_org: string
    source_skill: string
    source_slug: string
    publisher: string
    revision: number
    hash: Buffer
    findings: unknown
    accepted_by: string
    installed_at: string
    updated_at: string
  }
  skill_takedowns: {
    id: string
    skill_id: string
    slug: string
    publisher: string
    hash: Buffer
    reason: string
    taken_by: string
    taken_at: string
    reached: number
    lifted_at: string | null
    lifted_by: string | null
    lift_reason: string | null
  }
  skill_versions: {
    org_id: string
    skill_id: string
    number: number
    description: string
    body: string
    author_id: string
    agent_id: string | null
    restored_from: number | null
    created_at: string
    frontmatter: string | null
    archive_hash: Buffer | null
    content_hash: Buffer | null
  }
  skills: {
    org_id: string
    id: string
    slug: string
    name: string
    description: string
    tags: string[]
    visibility: 'personal' | 'team' | 'public'
    team_id: string | null
    owner_id: string
    revision: number
    copied_organization: string | null
    copied_slug: string | null
    copied_revision: number | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
    taken_down_at: string | null
    taken_down_reason: string | null
    takedown_id: string | null
  }
  spec_versions: {
    org_id: string
    spec_id: string
    number: number
    body: string
    body_sha256: string
    summary: string
    created_by: string
    created_by_agent_id: string | null
    created_at: string
  }
  specs: {
    org_id: string
    id: string
    project_id: string
    number: number
    ref: string
    title: string
    title_key: string | null
    status: 'draft' | 'review' | 'approved' | 'obsolete'
    tags: string[]
    latest_version: number
    created_by: string
    created_by_agent_id: string | null
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  sponsors: {
    id: string
    name: string
    url: string
    tier: 'platinum' | 'gold' | 'silver' | 'bronze'
    about: string
    starts_on: string
    ends_on: string | null
    created_at: string
    updated_at: string
    version: number
  }
  status_changes: {
    org_id: string
    item_id: string
    seq: number
    at: string
    until: string | null
    from_status: string | null
    status: string
    blocked: boolean
    user_id: string | null
    agent_id: string | null
  }
  subscriptions: {
    org_id: string
    plan_id: string
    status: 'active' | 'past_due' | 'canceled'
    source: 'administrator' | 'provider'
    ends_at: string | null
    provider_customer: string | null
    provider_subscription: string | null
    provider_said_at: string | null
    created_at: string
    updated_at: string
    version: number
  }
  sync_clocks: {
    org_id: string
    subject_id: string
    field: string
    hlc: string
    device_id: string
    version: number
    updated_at: string
  }
  sync_conflicts: {
    org_id: string
    id: string
    user_id: string
    device_id: string
    kind: 'task' | 'note'
    subject_id: string
    field: string
    text: string
    created_at: string
  }
  sync_devices: {
    org_id: string
    id: string
    user_id: string
    name: string
    client: string
    last_mid: number
    last_push_at: string | null
    last_pull_at: string | null
    last_pull_seq: number | null
    created_at: string
  }
  sync_epochs: {
    only_row: boolean
    epoch: number
  }
  sync_exports: {
    org_id: string
    id: string
    user_id: string
    attachments: boolean
    created_at: string
  }
  sync_mutations: {
    org_id: string
    device_id: string
    mid: number
    operation: string
    digest: Buffer
    outcome: unknown
    created_at: string
  }
  task_evidence: {
    org_id: string
    id: string
    item_id: string
    check_name: string
    outcome: 'pass' | 'fail'
    rank: 'claimed' | 'reported' | 'observed' | 'ci'
    note: string
    exit_code: number | null
    log: string | null
    url: string | null
    commit: string
    repository_id: string | null
    workflow_path: string | null
    event: string | null
    app_id: number | null
    check_id: number | null
    completed_at: string | null
    user_id: string | null
    credential: string
    created_at: string
    voided_at: string | null
    void_reason: string | null
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
  team_projects: {
    org_id: string
    team_id: string
    project_id: string
    role: 'editor' | 'viewer'
    granted_by: string
    created_at: string
    updated_at: string
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
    avatar: string | null
  }
  text_references: {
    org_id: string
    from_kind: 'note' | 'task' | 'spec' | 'decision' | 'feature' | 'comment'
    from_id: string
    name: string
    near: string | null
  }
  tool_calls: {
    org_id: string
    hour: string
    agent_id: string
    tool: string
    calls: number
    errors: number
    milliseconds: number
    tokens_returned: number
  }
  tunnel_actions: {
    org_id: string
    id: string
    tunnel_id: string
    action: string
    risk: 'read' | 'write' | 'danger'
    arguments: string
    state: 'queued' | 'approved' | 'denied' | 'sent' | 'acknowledged' | 'done' | 'failed' | 'unknown'
    requested_by: string
    decided_by: string | null
    decided_at: string | null
    approval: unknown
    seq: number | null
    expires_at: string
    created_at: string
    sent_at: string | null
    acknowledged_at: string | null
    ended_at: string | null
    exit_code: number | null
    output: string | null
    error: string | null
  }
  tunnel_pairings: {
    org_id: string
    tunnel_id: string
    nonce_hash: Buffer
    expires_at: string
    claimed_at: string | null
    public_key: Buffer | null
    fingerprint: string | null
    hostname: string | null
    platform: string | null
  }
  tunnel_signers: {
    org_id: string
    tunnel_id: string
    credential_id: string
    user_id: string
    name: string
    public_key: Buffer
    fingerprint: string
    offered_at: string
    confirmed_at: string | null
  }
  tunnels: {
    org_id: string
    id: string
    user_id: string
    name: string
    public_key: Buffer | null
    fingerprint: string | null
    paired_at: string | null
    server_key: Buffer
    server_public_key: Buffer
    hostname: string | null
    platform: string | null
    client_version: string | null
    actions: unknown
    ports: number[]
    node_id: string | null
    node_url: string | null
    fence: number
    challenged_at: string | null
    connected_at: string | null
    last_seen_at: string | null
    action_seq: number
    created_at: string
    updated_at: string
    version: number
    deleted_at: string | null
    run_offer: unknown
  }
  usage_days: {
    org_id: string
    id: string
    day: string
    owner_id: string
    agent_id: string | null
    project_id: string | null
    model: string | null
    tokens_in: number | null
    tokens_out: number | null
    cost_micros: number | null
    seconds: number | null
    reports: number
    reports_without_tokens: number
    reports_without_cost: number
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
    public_profile: boolean
  }
  verified_publishers: {
    org_id: string
    verified_by: string
    reason: string
    verified_at: string
  }
  watchers: {
    org_id: string
    subject_id: string
    user_id: string
    subject_kind: 'item' | 'feature'
    watching: boolean
    why: 'chosen' | 'mentioned'
    created_at: string
    updated_at: string
  }
  webhook_attempts: {
    org_id: string
    delivery_id: string
    number: number
    at: string
    duration_ms: number
    response_status: number | null
    error: string | null
    response: string
  }
  webhook_deliveries: {
    org_id: string
    id: string
    webhook_id: string
    seq: number
    type: string
    lane: string
    project_id: string | null
    owner_id: string | null
    body: string
    status: 'pending' | 'delivered' | 'failed' | 'cancelled'
    attempts: number
    failures: number
    next_attempt_at: string
    claim_id: string | null
    claimed_until: string | null
    created_at: string
    finished_at: string | null
  }
  webhooks: {
    org_id: string
    id: string
    url: string
    description: string
    events: string[]
    project_id: string | null
    enabled: boolean
    disabled_reason: 'by_hand' | 'failing' | 'gone' | 'creator_left' | 'set_aside' | null
    disabled_at: string | null
    secret: Buffer | null
    previous_secret: Buffer | null
    previous_until: string | null
    failing_since: string | null
    throttled_until: string | null
    created_by: string
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
  work_item_labels: {
    org_id: string
    item_id: string
    label: string
    project_id: string
    number: number
  }
  work_item_relations: {
    org_id: string
    item_id: string
    other_id: string
    kind: 'relates_to' | 'duplicates'
    created_by: string
    created_at: string
  }
  work_item_sources: {
    org_id: string
    project_id: string
    external_id: string
    item_id: string
  }
  work_item_tallies: {
    org_id: string
    project_id: string
    subject: string
    value: string
    id: number
    items: number
    open: number
    status: string | null
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
    deleted_with: string | null
    fence: string | null
    lease_instance_id: string | null
    lease_warned_until: string | null
    completed_by: string | null
    completed_by_agent_id: string | null
    lease_from: string | null
    proof: string
    proof_covers: string[]
    start_on: string | null
    milestone_id: string | null
    former_keys: string[]
  }
  workflows: {
    org_id: string
    id: string
    slug: string
    name: string
    description: string
    gates: unknown
    created_by: string
    created_at: string
    updated_at: string
    deleted_at: string | null
    version: number
  }
  workspace_checkouts: {
    org_id: string
    id: string
    workspace_id: string
    tunnel_id: string
    local_id: string
    path: string
    repository: string | null
    branch: string | null
    head: string | null
    dirty_files: unknown
    worktrees: unknown
    checked_at: string | null
    added_by: string
    created_at: string
    updated_at: string
  }
  workspace_projects: {
    org_id: string
    workspace_id: string
    project_id: string
    created_at: string
  }
  workspace_teams: {
    org_id: string
    workspace_id: string
    team_id: string
    role: 'owner' | 'editor' | 'viewer'
    created_at: string
    updated_at: string
  }
  workspaces: {
    org_id: string
    id: string
    slug: string
    name: string
    description: string
    created_by: string
    created_at: string
    updated_at: string
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
    suspended_until: string | null
    suspend_reason: string | null
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
  'auth.impersonations': {
    id: string
    session_id: string
    administrator_id: string
    user_id: string
    reason: string
    started_at: string
    ends_at: string
    ended_at: string | null
    ended_by: string | null
  }
  'auth.integrations': {
    id: string
    user_id: string
    provider: 'slack' | 'linear' | 'jira'
    sealed: Buffer
    settings: unknown
    succeeded_at: string | null
    failed_at: string | null
    failure: string | null
    broken: boolean
    held_by: string | null
    held_until: string | null
    created_at: string
    updated_at: string
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
    asker: string | null
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
  'auth.push_subscriptions': {
    id: string
    user_id: string
    session_id: string
    endpoint_hash: Buffer
    sealed: Buffer
    service: string
    device: string | null
    created_at: string
    last_sent_at: string | null
    failed_at: string | null
    failure: string | null
  }
  'auth.recovery_codes': {
    user_id: string
    hash: Buffer
    created_at: string
    used_at: string | null
  }
  'auth.reset_links': {
    hash: Buffer
    user_id: string
    created_by: string
    created_at: string
    expires_at: string
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
  'auth.set_aside': {
    id: string
    user_id: string
    kind: 'webhook' | 'skill' | 'agent' | 'membership'
    org_id: string
    target_id: string
    name: string
    role: string | null
    created_at: string
    decided_at: string | null
    kept: boolean | null
  }
  'auth.setup_links': {
    hash: Buffer
    email: string
    created_at: string
    expires_at: string
    used_at: string | null
  }
  'auth.slack_messages': {
    user_id: string
    notification_id: string
    integration_id: string
    channel: string | null
    ts: string | null
    settled_at: string | null
    claimed_until: string
    created_at: string
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
    run_id: string | null
    project_id: string | null
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
    session_id: string | null
    created_at: string
    expires_at: string
    token_id: string | null
    impersonation_id: string | null
  }
}
