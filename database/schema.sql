-- Generated from the migrated database by: npm run generate
-- For reading only. Functions are in database/functions; here are their owners, if not baton_owner, and who may call them.
-- Left out: partitions, and the tables of the jobs.

GRANT ALL ON SCHEMA public TO baton_owner;
GRANT USAGE ON SCHEMA public TO baton_app;
GRANT USAGE ON SCHEMA public TO baton_admin;
GRANT USAGE ON SCHEMA public TO baton_public;
GRANT USAGE ON SCHEMA public TO baton_auth;
GRANT USAGE ON SCHEMA public TO baton_log;
GRANT USAGE ON SCHEMA public TO baton_search;
GRANT USAGE ON SCHEMA app TO baton_app;
GRANT USAGE ON SCHEMA app TO baton_admin;
GRANT USAGE ON SCHEMA app TO baton_public;
GRANT USAGE ON SCHEMA app TO baton_auth;
GRANT USAGE ON SCHEMA app TO baton_jobs;
GRANT USAGE ON SCHEMA app TO baton_log;
GRANT USAGE ON SCHEMA app TO baton_search;
GRANT USAGE ON SCHEMA auth TO baton_auth;
GRANT USAGE ON SCHEMA auth TO baton_admin;

CREATE VIEW app.search_sources WITH (security_invoker='true') AS
 SELECT 'work_items'::text AS source,
    w.org_id,
    w.id,
    w.id AS item_id,
    w.kind,
    w.project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    w.key AS ref,
    w.title,
    concat_ws('
'::text, NULLIF(w.description, ''::text), w.completion_notes, NULLIF(array_to_string(w.labels, ' '::text), ''::text)) AS body,
    w.updated_at
   FROM public.work_items w
  WHERE (w.deleted_at IS NULL)
UNION ALL
 SELECT 'comments'::text AS source,
    c.org_id,
    c.id,
    c.item_id,
    w.kind,
    w.project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    NULL::text AS ref,
    ''::text AS title,
    c.body,
    c.updated_at
   FROM (public.comments c
     JOIN public.work_items w ON (((w.org_id = c.org_id) AND (w.id = c.item_id))))
  WHERE ((c.deleted_at IS NULL) AND (w.deleted_at IS NULL))
UNION ALL
 SELECT 'notes'::text AS source,
    n.org_id,
    n.id,
    n.id AS item_id,
    'note'::text AS kind,
    n.project_id,
    NULL::uuid AS team_id,
    n.owner_id,
    (n.project_id IS NULL) AS personal,
    NULL::text AS ref,
    n.title,
    concat_ws('
'::text, NULLIF(n.content, ''::text), NULLIF(array_to_string(n.tags, ' '::text), ''::text)) AS body,
    n.updated_at
   FROM public.notes n
  WHERE (n.deleted_at IS NULL)
UNION ALL
 SELECT 'specs'::text AS source,
    s.org_id,
    s.id,
    s.id AS item_id,
    'spec'::text AS kind,
    s.project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    s.ref,
    s.title,
    concat_ws('
'::text, NULLIF(v.body, ''::text), NULLIF(array_to_string(s.tags, ' '::text), ''::text)) AS body,
    s.updated_at
   FROM (public.specs s
     LEFT JOIN public.spec_versions v ON (((v.org_id = s.org_id) AND (v.spec_id = s.id) AND (v.number = s.latest_version))))
  WHERE (s.deleted_at IS NULL)
UNION ALL
 SELECT 'decisions'::text AS source,
    d.org_id,
    d.id,
    d.id AS item_id,
    'decision'::text AS kind,
    d.project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    d.ref,
    d.title,
    concat_ws('
'::text, NULLIF(d.context, ''::text), NULLIF(d.rationale, ''::text), NULLIF(d.outcome, ''::text), ( SELECT string_agg(concat_ws(': '::text, (a.value ->> 'title'::text), NULLIF((a.value ->> 'why_not'::text), ''::text)), '
'::text) AS string_agg
           FROM jsonb_array_elements(d.alternatives) a(value)), NULLIF(array_to_string((d.paths || d.tags), ' '::text), ''::text)) AS body,
    d.updated_at
   FROM public.decisions d
  WHERE (d.deleted_at IS NULL)
UNION ALL
 SELECT 'decision_entries'::text AS source,
    e.org_id,
    e.id,
    e.decision_id AS item_id,
    'decision'::text AS kind,
    d.project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    NULL::text AS ref,
    ''::text AS title,
    e.body,
    e.created_at AS updated_at
   FROM (public.decision_entries e
     JOIN public.decisions d ON (((d.org_id = e.org_id) AND (d.id = e.decision_id))))
  WHERE (d.deleted_at IS NULL)
UNION ALL
 SELECT 'features'::text AS source,
    f.org_id,
    f.id,
    f.id AS item_id,
    'feature'::text AS kind,
    f.project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    f.ref,
    f.title,
    concat_ws('
'::text, NULLIF(f.description, ''::text), NULLIF(f.summary, ''::text), NULLIF(f.recommendation, ''::text), NULLIF(f.risks, ''::text)) AS body,
    f.updated_at
   FROM public.features f
  WHERE (f.deleted_at IS NULL)
UNION ALL
 SELECT 'skills'::text AS source,
    k.org_id,
    k.id,
    k.id AS item_id,
    'skill'::text AS kind,
    NULL::uuid AS project_id,
    k.team_id,
    k.owner_id,
    (k.visibility = 'personal'::text) AS personal,
    k.slug AS ref,
    k.name AS title,
    concat_ws('
'::text, NULLIF(k.description, ''::text), NULLIF(v.body, ''::text), NULLIF(array_to_string(k.tags, ' '::text), ''::text)) AS body,
    k.updated_at
   FROM (public.skills k
     LEFT JOIN public.skill_versions v ON (((v.org_id = k.org_id) AND (v.skill_id = k.id) AND (v.number = k.revision))))
  WHERE (k.deleted_at IS NULL)
UNION ALL
 SELECT 'agents'::text AS source,
    a.org_id,
    a.id,
    a.id AS item_id,
    'agent'::text AS kind,
    a.project_id,
    NULL::uuid AS team_id,
    a.owner_id,
    false AS personal,
    a.slug AS ref,
    a.name AS title,
    concat_ws('
'::text, NULLIF(a.description, ''::text), NULLIF(a.role, ''::text)) AS body,
    a.updated_at
   FROM public.agents a
  WHERE (a.deleted_at IS NULL)
UNION ALL
 SELECT 'projects'::text AS source,
    p.org_id,
    p.id,
    p.id AS item_id,
    'project'::text AS kind,
    p.id AS project_id,
    NULL::uuid AS team_id,
    NULL::uuid AS owner_id,
    false AS personal,
    p.slug AS ref,
    p.name AS title,
    concat_ws('
'::text, p.key, NULLIF(p.description, ''::text)) AS body,
    p.updated_at
   FROM public.projects p
  WHERE (p.deleted_at IS NULL);
GRANT SELECT ON TABLE app.search_sources TO baton_app;

CREATE TABLE auth.accounts (
    user_id uuid NOT NULL,
    email text NOT NULL,
    email_verified_at timestamp with time zone,
    password_hash text,
    role text DEFAULT 'user'::text NOT NULL,
    suspended_at timestamp with time zone,
    personal_org_id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    closed_at timestamp with time zone,
    restore_hash bytea,
    restore_until timestamp with time zone,
    suspended_until timestamp with time zone,
    suspend_reason text,
    CONSTRAINT accounts_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
    CONSTRAINT accounts_role_check CHECK ((role = ANY (ARRAY['user'::text, 'admin'::text]))),
    CONSTRAINT accounts_suspend_reason_check CHECK ((length(suspend_reason) <= 500))
);
ALTER TABLE ONLY auth.accounts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.accounts IS 'auth';
ALTER TABLE ONLY auth.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY auth.accounts
    ADD CONSTRAINT accounts_personal_org_id_fkey FOREIGN KEY (personal_org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY auth.accounts
    ADD CONSTRAINT accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX accounts_administrators ON auth.accounts USING btree (user_id) WHERE (role = 'admin'::text);
CREATE INDEX accounts_closed ON auth.accounts USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE INDEX accounts_email_prefix ON auth.accounts USING btree (email text_pattern_ops);
CREATE INDEX accounts_suspended ON auth.accounts USING btree (user_id) WHERE (suspended_at IS NOT NULL);
CREATE INDEX accounts_suspended_until ON auth.accounts USING btree (suspended_until) WHERE (suspended_until IS NOT NULL);
CREATE UNIQUE INDEX accounts_email ON auth.accounts USING btree (email);
CREATE UNIQUE INDEX accounts_restore ON auth.accounts USING btree (restore_hash) WHERE (restore_hash IS NOT NULL);
CREATE TRIGGER keep_profile AFTER UPDATE OF suspended_at ON auth.accounts FOR EACH ROW WHEN (((old.suspended_at IS NULL) <> (new.suspended_at IS NULL))) EXECUTE FUNCTION app.keep_profile_of_account();
ALTER TABLE auth.accounts ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON auth.accounts TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY identity ON auth.accounts TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.accounts TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT(closed_at) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(created_at) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(email) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(email_verified_at) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(personal_org_id) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(role),UPDATE(role) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(suspend_reason),UPDATE(suspend_reason) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(suspended_at),UPDATE(suspended_at) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(suspended_until),UPDATE(suspended_until) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT(user_id) ON TABLE auth.accounts TO baton_admin;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.accounts TO baton_auth;
GRANT UPDATE(updated_at) ON TABLE auth.accounts TO baton_admin;

CREATE TABLE auth.attempts (
    kind text NOT NULL,
    key text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT attempts_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text))
);
ALTER TABLE ONLY auth.attempts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.attempts IS 'auth';
CREATE INDEX attempts_age ON auth.attempts USING btree (at);
CREATE INDEX attempts_key ON auth.attempts USING btree (kind, key, at);
ALTER TABLE auth.attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON auth.attempts TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY identity ON auth.attempts TO baton_auth USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON auth.attempts TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.attempts TO baton_auth;
GRANT SELECT,INSERT ON TABLE auth.attempts TO baton_admin;

CREATE TABLE auth.device_logins (
    id uuid NOT NULL,
    device_hash bytea NOT NULL,
    code_hash bytea NOT NULL,
    client text NOT NULL,
    address text,
    device text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    poll_seconds integer NOT NULL,
    polled_at timestamp with time zone,
    decision text,
    decided_by uuid,
    decided_at timestamp with time zone,
    CONSTRAINT device_logins_check CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
    CONSTRAINT device_logins_client_check CHECK (((length(client) >= 1) AND (length(client) <= 120))),
    CONSTRAINT device_logins_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'denied'::text])))
);
ALTER TABLE ONLY auth.device_logins FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.device_logins IS 'auth';
ALTER TABLE ONLY auth.device_logins
    ADD CONSTRAINT device_logins_code_hash_key UNIQUE (code_hash);
ALTER TABLE ONLY auth.device_logins
    ADD CONSTRAINT device_logins_device_hash_key UNIQUE (device_hash);
ALTER TABLE ONLY auth.device_logins
    ADD CONSTRAINT device_logins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.device_logins
    ADD CONSTRAINT device_logins_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES auth.accounts(user_id);
CREATE INDEX device_logins_age ON auth.device_logins USING btree (expires_at);
CREATE INDEX device_logins_decided ON auth.device_logins USING btree (decided_by) WHERE (decided_by IS NOT NULL);
ALTER TABLE auth.device_logins ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.device_logins TO baton_auth USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON auth.device_logins TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.device_logins TO baton_auth;

CREATE TABLE auth.identities (
    provider text NOT NULL,
    subject text NOT NULL,
    user_id uuid NOT NULL,
    email text,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT identities_email_check CHECK ((length(email) <= 254)),
    CONSTRAINT identities_provider_check CHECK ((provider = ANY (ARRAY['github'::text, 'google'::text, 'microsoft'::text]))),
    CONSTRAINT identities_subject_check CHECK (((length(subject) >= 1) AND (length(subject) <= 255)))
);
ALTER TABLE ONLY auth.identities FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.identities IS 'auth';
ALTER TABLE ONLY auth.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (provider, subject);
ALTER TABLE ONLY auth.identities
    ADD CONSTRAINT identities_user_id_provider_key UNIQUE (user_id, provider);
ALTER TABLE ONLY auth.identities
    ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
ALTER TABLE auth.identities ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.identities TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.identities TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.identities TO baton_auth;

CREATE TABLE auth.impersonations (
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    administrator_id uuid NOT NULL,
    user_id uuid NOT NULL,
    reason text NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_by uuid,
    CONSTRAINT impersonations_check CHECK ((administrator_id <> user_id)),
    CONSTRAINT impersonations_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
ALTER TABLE ONLY auth.impersonations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.impersonations IS 'auth';
ALTER TABLE ONLY auth.impersonations
    ADD CONSTRAINT impersonations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.impersonations
    ADD CONSTRAINT impersonations_administrator_id_fkey FOREIGN KEY (administrator_id) REFERENCES auth.accounts(user_id);
ALTER TABLE ONLY auth.impersonations
    ADD CONSTRAINT impersonations_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.impersonations
    ADD CONSTRAINT impersonations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX impersonations_administrator ON auth.impersonations USING btree (administrator_id, id DESC);
CREATE INDEX impersonations_login ON auth.impersonations USING btree (session_id);
CREATE INDEX impersonations_user ON auth.impersonations USING btree (user_id, id DESC);
CREATE UNIQUE INDEX impersonations_session ON auth.impersonations USING btree (session_id) WHERE (ended_at IS NULL);
ALTER TABLE auth.impersonations ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON auth.impersonations TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY identity ON auth.impersonations TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")) OR (administrator_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")) OR (administrator_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.impersonations TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE auth.impersonations TO baton_auth;
GRANT SELECT,INSERT ON TABLE auth.impersonations TO baton_admin;
GRANT UPDATE(ended_at) ON TABLE auth.impersonations TO baton_auth;
GRANT UPDATE(ended_at) ON TABLE auth.impersonations TO baton_admin;
GRANT UPDATE(ended_by) ON TABLE auth.impersonations TO baton_auth;
GRANT UPDATE(ended_by) ON TABLE auth.impersonations TO baton_admin;

CREATE TABLE auth.integrations (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    sealed bytea NOT NULL,
    settings jsonb NOT NULL,
    succeeded_at timestamp with time zone,
    failed_at timestamp with time zone,
    failure text,
    broken boolean DEFAULT false NOT NULL,
    held_by uuid,
    held_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT integrations_failure_check CHECK ((length(failure) <= 300)),
    CONSTRAINT integrations_provider_check CHECK ((provider = ANY (ARRAY['slack'::text, 'linear'::text, 'jira'::text]))),
    CONSTRAINT integrations_settings_check CHECK (((jsonb_typeof(settings) = 'object'::text) AND (pg_column_size(settings) <= 4096)))
);
ALTER TABLE ONLY auth.integrations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.integrations IS 'auth';
ALTER TABLE ONLY auth.integrations
    ADD CONSTRAINT integrations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.integrations
    ADD CONSTRAINT integrations_user_id_provider_key UNIQUE (user_id, provider);
ALTER TABLE ONLY auth.integrations
    ADD CONSTRAINT integrations_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX integrations_held ON auth.integrations USING btree (provider, held_until);
ALTER TABLE auth.integrations ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.integrations TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.integrations TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.integrations TO baton_auth;

CREATE TABLE auth.invite_links (
    hash bytea NOT NULL,
    org_id uuid NOT NULL,
    invite_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY auth.invite_links FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.invite_links IS 'auth';
ALTER TABLE ONLY auth.invite_links
    ADD CONSTRAINT invite_links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY auth.invite_links
    ADD CONSTRAINT invite_links_org_id_invite_id_fkey FOREIGN KEY (org_id, invite_id) REFERENCES public.invites(org_id, id) ON DELETE CASCADE;
CREATE INDEX invite_links_invite ON auth.invite_links USING btree (org_id, invite_id);
ALTER TABLE auth.invite_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.invite_links TO baton_auth USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON auth.invite_links TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE ON TABLE auth.invite_links TO baton_auth;

CREATE TABLE auth.mailings (
    id uuid NOT NULL,
    kind text NOT NULL,
    email text NOT NULL,
    user_id uuid,
    hash bytea,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    expires_at timestamp with time zone,
    used_at timestamp with time zone,
    asker text,
    CONSTRAINT mailings_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
    CONSTRAINT mailings_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text))
);
ALTER TABLE ONLY auth.mailings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.mailings IS 'auth';
ALTER TABLE ONLY auth.mailings
    ADD CONSTRAINT mailings_pkey PRIMARY KEY (id);
ALTER TABLE auth.mailings
    ADD CONSTRAINT mailings_tries_check CHECK (((tries >= 0) AND (tries <= 10))) NOT VALID;
ALTER TABLE ONLY auth.mailings
    ADD CONSTRAINT mailings_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id) ON DELETE CASCADE;
CREATE INDEX mailings_age ON auth.mailings USING btree (created_at);
CREATE INDEX mailings_email ON auth.mailings USING btree (email, kind, created_at DESC);
CREATE INDEX mailings_user ON auth.mailings USING btree (user_id, kind, created_at DESC) WHERE (user_id IS NOT NULL);
CREATE UNIQUE INDEX mailings_hash ON auth.mailings USING btree (hash) WHERE (hash IS NOT NULL);
ALTER TABLE auth.mailings ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON auth.mailings FOR SELECT TO baton_admin USING (true);
CREATE POLICY identity ON auth.mailings TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY own_code_reads ON auth.mailings FOR SELECT TO baton_auth USING (((kind = 'code'::text) AND (email = ( SELECT a.email
   FROM auth.accounts a
  WHERE (a.user_id = ( SELECT app."user"() AS "user"))))));
CREATE POLICY own_code_uses ON auth.mailings FOR UPDATE TO baton_auth USING (((kind = 'code'::text) AND (email = ( SELECT a.email
   FROM auth.accounts a
  WHERE (a.user_id = ( SELECT app."user"() AS "user"))))));
CREATE POLICY owner_all ON auth.mailings TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT(created_at) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT(email) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT(expires_at) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT(kind) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT(sent_at) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT(tries) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT(used_at) ON TABLE auth.mailings TO baton_admin;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.mailings TO baton_auth;

CREATE TABLE auth.oauth_codes (
    hash bytea NOT NULL,
    purpose text NOT NULL,
    user_id uuid NOT NULL,
    provider text NOT NULL,
    subject text NOT NULL,
    email text,
    challenge text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT oauth_codes_purpose_check CHECK ((purpose = ANY (ARRAY['login'::text, 'link'::text])))
);
ALTER TABLE ONLY auth.oauth_codes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oauth_codes IS 'auth';
ALTER TABLE ONLY auth.oauth_codes
    ADD CONSTRAINT oauth_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY auth.oauth_codes
    ADD CONSTRAINT oauth_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX oauth_codes_expiry ON auth.oauth_codes USING btree (expires_at);
CREATE INDEX oauth_codes_user ON auth.oauth_codes USING btree (user_id);
ALTER TABLE auth.oauth_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.oauth_codes TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.oauth_codes TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.oauth_codes TO baton_auth;

CREATE TABLE auth.oauth_grants (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    org_id uuid NOT NULL,
    client_id text NOT NULL,
    client_name text NOT NULL,
    redirect_host text NOT NULL,
    resource text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    revoked_at timestamp with time zone,
    CONSTRAINT oauth_grants_client_id_check CHECK (((length(client_id) >= 1) AND (length(client_id) <= 2000))),
    CONSTRAINT oauth_grants_client_name_check CHECK (((length(client_name) >= 1) AND (length(client_name) <= 120))),
    CONSTRAINT oauth_grants_redirect_host_check CHECK (((length(redirect_host) >= 1) AND (length(redirect_host) <= 255)))
);
ALTER TABLE ONLY auth.oauth_grants FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oauth_grants IS 'auth';
ALTER TABLE ONLY auth.oauth_grants
    ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.oauth_grants
    ADD CONSTRAINT oauth_grants_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY auth.oauth_grants
    ADD CONSTRAINT oauth_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX oauth_grants_end ON auth.oauth_grants USING btree (LEAST(expires_at, revoked_at));
CREATE INDEX oauth_grants_user ON auth.oauth_grants USING btree (user_id, id DESC);
ALTER TABLE auth.oauth_grants ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.oauth_grants TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.oauth_grants TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.oauth_grants TO baton_auth;

CREATE TABLE auth.oauth_states (
    state_hash bytea NOT NULL,
    provider text NOT NULL,
    browser_hash bytea,
    user_id uuid,
    flow bytea NOT NULL,
    challenge text,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    CONSTRAINT oauth_states_check CHECK (((user_id IS NOT NULL) OR (browser_hash IS NOT NULL)))
);
ALTER TABLE ONLY auth.oauth_states FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oauth_states IS 'auth';
ALTER TABLE ONLY auth.oauth_states
    ADD CONSTRAINT oauth_states_pkey PRIMARY KEY (state_hash);
ALTER TABLE ONLY auth.oauth_states
    ADD CONSTRAINT oauth_states_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX oauth_states_expiry ON auth.oauth_states USING btree (expires_at);
CREATE INDEX oauth_states_user ON auth.oauth_states USING btree (user_id) WHERE (user_id IS NOT NULL);
ALTER TABLE auth.oauth_states ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.oauth_states TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.oauth_states TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.oauth_states TO baton_auth;

CREATE TABLE auth.oidc_records (
    model text NOT NULL,
    hash bytea NOT NULL,
    payload bytea NOT NULL,
    uid_hash bytea,
    grant_id uuid,
    audience text,
    scopes text[],
    expires_at timestamp with time zone NOT NULL,
    consumed_at timestamp with time zone
);
ALTER TABLE ONLY auth.oidc_records FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.oidc_records IS 'auth';
ALTER TABLE ONLY auth.oidc_records
    ADD CONSTRAINT oidc_records_pkey PRIMARY KEY (model, hash);
ALTER TABLE ONLY auth.oidc_records
    ADD CONSTRAINT oidc_records_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES auth.oauth_grants(id) ON DELETE CASCADE;
CREATE INDEX oidc_records_expiry ON auth.oidc_records USING btree (expires_at);
CREATE INDEX oidc_records_grant ON auth.oidc_records USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oidc_records_uid ON auth.oidc_records USING btree (model, uid_hash) WHERE (uid_hash IS NOT NULL);
ALTER TABLE auth.oidc_records ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.oidc_records TO baton_auth USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON auth.oidc_records TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.oidc_records TO baton_auth;

CREATE TABLE auth.passkey_challenges (
    id uuid NOT NULL,
    user_id uuid,
    challenge text NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY auth.passkey_challenges FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.passkey_challenges IS 'auth';
ALTER TABLE ONLY auth.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.passkey_challenges
    ADD CONSTRAINT passkey_challenges_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX passkey_challenges_expiry ON auth.passkey_challenges USING btree (expires_at);
ALTER TABLE auth.passkey_challenges ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.passkey_challenges TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.passkey_challenges TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY unowned ON auth.passkey_challenges TO baton_auth USING ((user_id IS NULL)) WITH CHECK (false);
GRANT SELECT,INSERT,DELETE ON TABLE auth.passkey_challenges TO baton_auth;

CREATE TABLE auth.passkeys (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    transports text[] NOT NULL,
    synced boolean NOT NULL,
    second_factor boolean NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT passkeys_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY auth.passkeys FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.passkeys IS 'auth';
ALTER TABLE ONLY auth.passkeys
    ADD CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id);
ALTER TABLE ONLY auth.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX passkeys_user ON auth.passkeys USING btree (user_id, id DESC);
ALTER TABLE auth.passkeys ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.passkeys TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.passkeys TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.passkeys TO baton_auth;

CREATE TABLE auth.pending_logins (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    method text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE ONLY auth.pending_logins FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.pending_logins IS 'auth';
ALTER TABLE ONLY auth.pending_logins
    ADD CONSTRAINT pending_logins_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY auth.pending_logins
    ADD CONSTRAINT pending_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX pending_logins_expiry ON auth.pending_logins USING btree (expires_at);
ALTER TABLE auth.pending_logins ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.pending_logins TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.pending_logins TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.pending_logins TO baton_auth;

CREATE TABLE auth.push_subscriptions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid NOT NULL,
    endpoint_hash bytea NOT NULL,
    sealed bytea NOT NULL,
    service text NOT NULL,
    device text,
    created_at timestamp with time zone NOT NULL,
    last_sent_at timestamp with time zone,
    failed_at timestamp with time zone,
    failure text,
    CONSTRAINT push_subscriptions_device_check CHECK ((length(device) <= 400)),
    CONSTRAINT push_subscriptions_failure_check CHECK ((length(failure) <= 200)),
    CONSTRAINT push_subscriptions_service_check CHECK ((length(service) <= 260))
);
ALTER TABLE ONLY auth.push_subscriptions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.push_subscriptions IS 'auth';
ALTER TABLE ONLY auth.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_endpoint_hash_key UNIQUE (user_id, endpoint_hash);
ALTER TABLE ONLY auth.push_subscriptions
    ADD CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.push_subscriptions
    ADD CONSTRAINT push_subscriptions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX push_subscriptions_address ON auth.push_subscriptions USING btree (endpoint_hash, id);
CREATE INDEX push_subscriptions_session ON auth.push_subscriptions USING btree (session_id);
CREATE INDEX push_subscriptions_user ON auth.push_subscriptions USING btree (user_id, id DESC);
ALTER TABLE auth.push_subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.push_subscriptions TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.push_subscriptions TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.push_subscriptions TO baton_auth;

CREATE TABLE auth.recovery_codes (
    user_id uuid NOT NULL,
    hash bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE ONLY auth.recovery_codes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.recovery_codes IS 'auth';
ALTER TABLE ONLY auth.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, hash);
ALTER TABLE ONLY auth.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
ALTER TABLE auth.recovery_codes ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.recovery_codes TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.recovery_codes TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.recovery_codes TO baton_auth;

CREATE TABLE auth.reset_links (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE ONLY auth.reset_links FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.reset_links IS 'auth';
ALTER TABLE ONLY auth.reset_links
    ADD CONSTRAINT reset_links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY auth.reset_links
    ADD CONSTRAINT reset_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY auth.reset_links
    ADD CONSTRAINT reset_links_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id) ON DELETE CASCADE;
CREATE INDEX reset_links_user ON auth.reset_links USING btree (user_id) WHERE (used_at IS NULL);
ALTER TABLE auth.reset_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.reset_links TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.reset_links TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE auth.reset_links TO baton_auth;
GRANT UPDATE(used_at) ON TABLE auth.reset_links TO baton_auth;

CREATE TABLE auth.sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    method text NOT NULL,
    refresh_hash bytea NOT NULL,
    previous_hash bytea,
    rotated_at timestamp with time zone,
    authenticated_at timestamp with time zone NOT NULL,
    address text,
    device text,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone NOT NULL,
    idle_until timestamp with time zone NOT NULL,
    ends_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    ended_why text,
    CONSTRAINT sessions_kind_check CHECK ((kind = ANY (ARRAY['interactive'::text, 'device'::text])))
);
ALTER TABLE ONLY auth.sessions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.sessions IS 'auth';
ALTER TABLE ONLY auth.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX sessions_end ON auth.sessions USING btree (ends_at);
CREATE INDEX sessions_of_user ON auth.sessions USING btree (user_id, id);
CREATE INDEX sessions_user ON auth.sessions USING btree (user_id) WHERE (ended_at IS NULL);
CREATE UNIQUE INDEX sessions_previous ON auth.sessions USING btree (previous_hash) WHERE (previous_hash IS NOT NULL);
CREATE UNIQUE INDEX sessions_refresh ON auth.sessions USING btree (refresh_hash);
ALTER TABLE auth.sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON auth.sessions FOR SELECT TO baton_admin USING (true);
CREATE POLICY identity ON auth.sessions TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.sessions TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT(address) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(created_at) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(device) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(ended_at) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(ended_why) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(ends_at) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(id) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(idle_until) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(kind) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(last_used_at) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(method) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT(user_id) ON TABLE auth.sessions TO baton_admin;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.sessions TO baton_auth;

CREATE TABLE auth.set_aside (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    kind text NOT NULL,
    org_id uuid NOT NULL,
    target_id uuid NOT NULL,
    name text NOT NULL,
    role text,
    created_at timestamp with time zone NOT NULL,
    decided_at timestamp with time zone,
    kept boolean,
    CONSTRAINT set_aside_check CHECK (((decided_at IS NULL) = (kept IS NULL))),
    CONSTRAINT set_aside_kind_check CHECK ((kind = ANY (ARRAY['webhook'::text, 'skill'::text, 'agent'::text, 'membership'::text])))
);
ALTER TABLE ONLY auth.set_aside FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.set_aside IS 'auth';
ALTER TABLE ONLY auth.set_aside
    ADD CONSTRAINT set_aside_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.set_aside
    ADD CONSTRAINT set_aside_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.set_aside
    ADD CONSTRAINT set_aside_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id) ON DELETE CASCADE;
CREATE INDEX set_aside_user ON auth.set_aside USING btree (user_id, id) WHERE (decided_at IS NULL);
ALTER TABLE auth.set_aside ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.set_aside TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.set_aside TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE auth.set_aside TO baton_auth;

CREATE TABLE auth.setup_links (
    hash bytea NOT NULL,
    email text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE ONLY auth.setup_links FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.setup_links IS 'auth';
ALTER TABLE ONLY auth.setup_links
    ADD CONSTRAINT setup_links_pkey PRIMARY KEY (hash);
ALTER TABLE auth.setup_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.setup_links TO baton_auth USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON auth.setup_links TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.setup_links TO baton_auth;

CREATE TABLE auth.slack_messages (
    user_id uuid NOT NULL,
    notification_id uuid NOT NULL,
    integration_id uuid NOT NULL,
    channel text,
    ts text,
    settled_at timestamp with time zone,
    claimed_until timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT slack_messages_channel_check CHECK ((length(channel) <= 64)),
    CONSTRAINT slack_messages_ts_check CHECK ((length(ts) <= 64))
);
ALTER TABLE ONLY auth.slack_messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.slack_messages IS 'auth';
ALTER TABLE ONLY auth.slack_messages
    ADD CONSTRAINT slack_messages_pkey PRIMARY KEY (user_id, notification_id);
ALTER TABLE ONLY auth.slack_messages
    ADD CONSTRAINT slack_messages_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES auth.integrations(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.slack_messages
    ADD CONSTRAINT slack_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX slack_messages_created ON auth.slack_messages USING btree (created_at);
CREATE INDEX slack_messages_place ON auth.slack_messages USING btree (integration_id, channel, ts);
ALTER TABLE auth.slack_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.slack_messages TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.slack_messages TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.slack_messages TO baton_auth;

CREATE TABLE auth.tokens (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    org_id uuid NOT NULL,
    agent_id uuid,
    kind text NOT NULL,
    name text NOT NULL,
    hash bytea NOT NULL,
    prefix text NOT NULL,
    last_four text NOT NULL,
    scopes text[],
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    run_id uuid,
    project_id uuid,
    CONSTRAINT tokens_kind_check CHECK ((kind = ANY (ARRAY['mcp'::text, 'api_key'::text]))),
    CONSTRAINT tokens_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY auth.tokens FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.tokens IS 'auth';
ALTER TABLE ONLY auth.tokens
    ADD CONSTRAINT tokens_hash_key UNIQUE (hash);
ALTER TABLE ONLY auth.tokens
    ADD CONSTRAINT tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY auth.tokens
    ADD CONSTRAINT tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY auth.tokens
    ADD CONSTRAINT tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX tokens_end ON auth.tokens USING btree (LEAST(expires_at, revoked_at));
CREATE INDEX tokens_user ON auth.tokens USING btree (user_id, kind, id DESC);
ALTER TABLE auth.tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.tokens TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.tokens TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.tokens TO baton_auth;

CREATE TABLE auth.totp (
    user_id uuid NOT NULL,
    seed bytea,
    last_step bigint DEFAULT 0 NOT NULL,
    confirmed_at timestamp with time zone,
    next_seed bytea,
    next_until timestamp with time zone
);
ALTER TABLE ONLY auth.totp FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.totp IS 'auth';
ALTER TABLE ONLY auth.totp
    ADD CONSTRAINT totp_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY auth.totp
    ADD CONSTRAINT totp_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
ALTER TABLE auth.totp ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.totp TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.totp TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE auth.totp TO baton_auth;

CREATE TABLE auth.ws_tickets (
    hash bytea NOT NULL,
    user_id uuid NOT NULL,
    session_id uuid,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    token_id uuid,
    impersonation_id uuid,
    CONSTRAINT ws_tickets_of_one CHECK ((num_nonnulls(session_id, token_id, impersonation_id) = 1))
);
ALTER TABLE ONLY auth.ws_tickets FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE auth.ws_tickets IS 'auth';
ALTER TABLE ONLY auth.ws_tickets
    ADD CONSTRAINT ws_tickets_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY auth.ws_tickets
    ADD CONSTRAINT ws_tickets_impersonation_id_fkey FOREIGN KEY (impersonation_id) REFERENCES auth.impersonations(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.ws_tickets
    ADD CONSTRAINT ws_tickets_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id);
ALTER TABLE ONLY auth.ws_tickets
    ADD CONSTRAINT ws_tickets_token_id_fkey FOREIGN KEY (token_id) REFERENCES auth.tokens(id) ON DELETE CASCADE;
ALTER TABLE ONLY auth.ws_tickets
    ADD CONSTRAINT ws_tickets_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.accounts(user_id);
CREATE INDEX ws_tickets_impersonation ON auth.ws_tickets USING btree (impersonation_id) WHERE (impersonation_id IS NOT NULL);
CREATE INDEX ws_tickets_session ON auth.ws_tickets USING btree (session_id);
CREATE INDEX ws_tickets_token ON auth.ws_tickets USING btree (token_id) WHERE (token_id IS NOT NULL);
CREATE INDEX ws_tickets_user ON auth.ws_tickets USING btree (user_id);
ALTER TABLE auth.ws_tickets ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON auth.ws_tickets TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY owner_all ON auth.ws_tickets TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE ON TABLE auth.ws_tickets TO baton_auth;

CREATE TABLE public.agent_budgets (
    org_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    daily_tokens bigint,
    monthly_tokens bigint,
    daily_cost_micros bigint,
    monthly_cost_micros bigint,
    updated_by uuid NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT agent_budgets_daily_cost_micros_check CHECK ((daily_cost_micros > 0)),
    CONSTRAINT agent_budgets_daily_tokens_check CHECK ((daily_tokens > 0)),
    CONSTRAINT agent_budgets_monthly_cost_micros_check CHECK ((monthly_cost_micros > 0)),
    CONSTRAINT agent_budgets_monthly_tokens_check CHECK ((monthly_tokens > 0))
);
ALTER TABLE ONLY public.agent_budgets FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agent_budgets IS 'tenant';
ALTER TABLE ONLY public.agent_budgets
    ADD CONSTRAINT agent_budgets_pkey PRIMARY KEY (org_id, agent_id);
ALTER TABLE ONLY public.agent_budgets
    ADD CONSTRAINT agent_budgets_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.agent_budgets
    ADD CONSTRAINT agent_budgets_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.users(id);
ALTER TABLE public.agent_budgets ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.agent_budgets TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agent_budgets TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.agent_budgets TO baton_app;

CREATE TABLE public.agent_dispatch (
    org_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    client text NOT NULL,
    at_once integer DEFAULT 1 NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT agent_dispatch_at_once_check CHECK (((at_once >= 1) AND (at_once <= 20))),
    CONSTRAINT agent_dispatch_client_check CHECK (((length(client) >= 1) AND (length(client) <= 64)))
);
ALTER TABLE ONLY public.agent_dispatch FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agent_dispatch IS 'tenant';
ALTER TABLE ONLY public.agent_dispatch
    ADD CONSTRAINT agent_dispatch_pkey PRIMARY KEY (org_id, agent_id);
ALTER TABLE ONLY public.agent_dispatch
    ADD CONSTRAINT agent_dispatch_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.agent_dispatch
    ADD CONSTRAINT agent_dispatch_org_id_workspace_id_fkey FOREIGN KEY (org_id, workspace_id) REFERENCES public.workspaces(org_id, id) ON DELETE CASCADE;
CREATE INDEX agent_dispatch_workspace ON public.agent_dispatch USING btree (org_id, workspace_id);
ALTER TABLE public.agent_dispatch ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.agent_dispatch TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agent_dispatch TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.agent_dispatch TO baton_app;

CREATE TABLE public.agent_instances (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    agent_id uuid,
    client_session text,
    connection text,
    seen_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT agent_instances_client_session_check CHECK ((length(client_session) <= 200)),
    CONSTRAINT agent_instances_connection_check CHECK ((length(connection) <= 64))
);
ALTER TABLE ONLY public.agent_instances FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agent_instances IS 'tenant';
ALTER TABLE ONLY public.agent_instances
    ADD CONSTRAINT agent_instances_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.agent_instances
    ADD CONSTRAINT agent_instances_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.agent_instances
    ADD CONSTRAINT agent_instances_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.agent_instances
    ADD CONSTRAINT agent_instances_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX agent_instances_agent ON public.agent_instances USING btree (org_id, agent_id, seen_at);
CREATE INDEX agent_instances_seen ON public.agent_instances USING btree (seen_at);
CREATE UNIQUE INDEX agent_instances_client_session ON public.agent_instances USING btree (org_id, user_id, client_session, agent_id) NULLS NOT DISTINCT WHERE (client_session IS NOT NULL);
CREATE UNIQUE INDEX agent_instances_connection ON public.agent_instances USING btree (org_id, user_id, connection, agent_id) NULLS NOT DISTINCT WHERE (connection IS NOT NULL);
ALTER TABLE public.agent_instances ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.agent_instances TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agent_instances TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.agent_instances TO baton_app;

CREATE TABLE public.agent_last_calls (
    org_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    tool text NOT NULL,
    ok boolean NOT NULL,
    at timestamp with time zone NOT NULL,
    subject text,
    CONSTRAINT agent_last_calls_subject_check CHECK ((length(subject) <= 64)),
    CONSTRAINT agent_last_calls_tool_check CHECK ((length(tool) <= 64))
);
ALTER TABLE ONLY public.agent_last_calls FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agent_last_calls IS 'tenant';
ALTER TABLE ONLY public.agent_last_calls
    ADD CONSTRAINT agent_last_calls_pkey PRIMARY KEY (org_id, agent_id);
ALTER TABLE ONLY public.agent_last_calls
    ADD CONSTRAINT agent_last_calls_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
CREATE INDEX agent_last_calls_failed ON public.agent_last_calls USING btree (at) WHERE (NOT ok);
ALTER TABLE public.agent_last_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.agent_last_calls TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agent_last_calls TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.agent_last_calls TO baton_app;

CREATE TABLE public.agent_notices (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    instance_id uuid,
    kind text NOT NULL,
    fence text,
    details jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    CONSTRAINT agent_notices_check CHECK ((num_nonnulls(instance_id, fence) > 0)),
    CONSTRAINT agent_notices_fence_check CHECK ((length(fence) <= 64)),
    CONSTRAINT agent_notices_kind_check CHECK ((length(kind) <= 40))
);
ALTER TABLE ONLY public.agent_notices FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agent_notices IS 'tenant';
ALTER TABLE ONLY public.agent_notices
    ADD CONSTRAINT agent_notices_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.agent_notices
    ADD CONSTRAINT agent_notices_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.agent_notices
    ADD CONSTRAINT agent_notices_org_id_instance_id_fkey FOREIGN KEY (org_id, instance_id) REFERENCES public.agent_instances(org_id, id) ON DELETE CASCADE;
CREATE INDEX agent_notices_created ON public.agent_notices USING btree (created_at);
CREATE INDEX agent_notices_fence ON public.agent_notices USING btree (org_id, fence) WHERE ((delivered_at IS NULL) AND (fence IS NOT NULL));
CREATE INDEX agent_notices_waiting ON public.agent_notices USING btree (org_id, instance_id) WHERE (delivered_at IS NULL);
ALTER TABLE public.agent_notices ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.agent_notices TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agent_notices TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.agent_notices TO baton_app;

CREATE TABLE public.agent_sessions (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    agent_id uuid,
    project_id uuid,
    parent_id uuid,
    status text DEFAULT 'running'::text NOT NULL,
    goals text[] NOT NULL,
    context text DEFAULT ''::text NOT NULL,
    outcome text,
    checkpoints integer DEFAULT 0 NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    instance_id uuid,
    CONSTRAINT agent_sessions_check CHECK (((status = ANY (ARRAY['running'::text, 'lost'::text])) = (ended_at IS NULL))),
    CONSTRAINT agent_sessions_context_check CHECK ((length(context) <= 20000)),
    CONSTRAINT agent_sessions_goals_check CHECK (((cardinality(goals) >= 1) AND (cardinality(goals) <= 20))),
    CONSTRAINT agent_sessions_outcome_check CHECK ((length(outcome) <= 4000)),
    CONSTRAINT agent_sessions_status_check CHECK ((status = ANY (ARRAY['running'::text, 'ended'::text, 'stopped'::text, 'lost'::text])))
);
ALTER TABLE ONLY public.agent_sessions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agent_sessions IS 'tenant';
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_org_id_instance_id_fkey FOREIGN KEY (org_id, instance_id) REFERENCES public.agent_instances(org_id, id) ON DELETE SET NULL (instance_id) NOT VALID;
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_org_id_parent_id_fkey FOREIGN KEY (org_id, parent_id) REFERENCES public.agent_sessions(org_id, id);
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.agent_sessions
    ADD CONSTRAINT agent_sessions_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX agent_sessions_agent ON public.agent_sessions USING btree (org_id, agent_id, id) WHERE (agent_id IS NOT NULL);
CREATE INDEX agent_sessions_instance ON public.agent_sessions USING btree (org_id, instance_id) WHERE (instance_id IS NOT NULL);
CREATE INDEX agent_sessions_lost ON public.agent_sessions USING btree (seen_at) WHERE (status = 'lost'::text);
CREATE INDEX agent_sessions_owner ON public.agent_sessions USING btree (org_id, owner_id, id);
CREATE INDEX agent_sessions_parent ON public.agent_sessions USING btree (org_id, parent_id) WHERE (parent_id IS NOT NULL);
CREATE INDEX agent_sessions_project ON public.agent_sessions USING btree (org_id, project_id, id) WHERE (project_id IS NOT NULL);
CREATE INDEX agent_sessions_running ON public.agent_sessions USING btree (org_id, agent_id) WHERE (status = ANY (ARRAY['running'::text, 'lost'::text]));
ALTER TABLE public.agent_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.agent_sessions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agent_sessions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.agent_sessions TO baton_app;

CREATE TABLE public.agents (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    owner_id uuid NOT NULL,
    token_id uuid,
    client_name text,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    role text DEFAULT ''::text NOT NULL,
    skill_ids uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    memory_scope text DEFAULT 'agent'::text NOT NULL,
    project_id uuid,
    model text DEFAULT ''::text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    public_slug text,
    archive_memory boolean DEFAULT false NOT NULL,
    stop_reason text,
    stopped_by uuid,
    stopped_at timestamp with time zone,
    stuck_since timestamp with time zone,
    paused_until timestamp with time zone,
    resumed_at timestamp with time zone,
    CONSTRAINT agents_description_check CHECK ((length(description) <= 2000)),
    CONSTRAINT agents_memory_scope_check CHECK ((memory_scope = ANY (ARRAY['agent'::text, 'project'::text, 'session'::text]))),
    CONSTRAINT agents_model_check CHECK ((length(model) <= 120)),
    CONSTRAINT agents_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT agents_role_check CHECK ((length(role) <= 80)),
    CONSTRAINT agents_skill_ids_check CHECK ((cardinality(skill_ids) <= 20)),
    CONSTRAINT agents_slug_check CHECK (((slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND (length(slug) <= 64))),
    CONSTRAINT agents_status_check CHECK ((status = ANY (ARRAY['active'::text, 'stopped'::text]))),
    CONSTRAINT agents_stop_reason_check CHECK ((length(stop_reason) <= 500))
);
ALTER TABLE ONLY public.agents FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.agents IS 'tenant';
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_org_id_slug_key UNIQUE (org_id, slug);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.agents
    ADD CONSTRAINT agents_stopped_by_fkey FOREIGN KEY (stopped_by) REFERENCES public.users(id);
CREATE INDEX agents_owner ON public.agents USING btree (owner_id);
CREATE INDEX agents_project ON public.agents USING btree (org_id, project_id) WHERE (project_id IS NOT NULL);
CREATE INDEX agents_stuck ON public.agents USING btree (org_id) WHERE (stuck_since IS NOT NULL);
CREATE UNIQUE INDEX agents_first_use ON public.agents USING btree (org_id, token_id, client_name) WHERE (token_id IS NOT NULL);
CREATE TRIGGER keep_changes_indexed AFTER UPDATE ON public.agents FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.role IS DISTINCT FROM new.role) OR (old.slug IS DISTINCT FROM new.slug) OR (old.project_id IS DISTINCT FROM new.project_id) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.keep_indexed();
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE ON public.agents FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.agents ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON public.agents FOR SELECT TO baton_auth USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.agents TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.agents TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.agents TO baton_app;
GRANT SELECT ON TABLE public.agents TO baton_auth;

CREATE TABLE public.ai_messages (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    session_id uuid NOT NULL,
    place integer NOT NULL,
    role text NOT NULL,
    text text NOT NULL,
    status text NOT NULL,
    note text,
    passages jsonb DEFAULT '[]'::jsonb NOT NULL,
    citations jsonb DEFAULT '[]'::jsonb NOT NULL,
    dropped jsonb DEFAULT '[]'::jsonb NOT NULL,
    model text,
    tokens_in bigint,
    tokens_out bigint,
    cost_micros bigint,
    outline text DEFAULT ''::text NOT NULL,
    taken_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT ai_messages_place_check CHECK ((place > 0)),
    CONSTRAINT ai_messages_role_check CHECK ((role = ANY (ARRAY['question'::text, 'answer'::text]))),
    CONSTRAINT ai_messages_status_check CHECK ((status = ANY (ARRAY['writing'::text, 'done'::text, 'cut_off'::text, 'cancelled'::text, 'failed'::text, 'passages'::text, 'over_budget'::text])))
);
ALTER TABLE ONLY public.ai_messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.ai_messages IS 'tenant';
ALTER TABLE ONLY public.ai_messages
    ADD CONSTRAINT ai_messages_org_id_session_id_place_key UNIQUE (org_id, session_id, place);
ALTER TABLE ONLY public.ai_messages
    ADD CONSTRAINT ai_messages_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.ai_messages
    ADD CONSTRAINT ai_messages_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES public.ai_sessions(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.ai_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.ai_messages TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.ai_messages TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ai_messages TO baton_app;

CREATE TABLE public.ai_sessions (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    project_id uuid,
    repository_id uuid,
    title text DEFAULT ''::text NOT NULL,
    messages integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT ai_sessions_title_check CHECK ((length(title) <= 300))
);
ALTER TABLE ONLY public.ai_sessions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.ai_sessions IS 'tenant';
ALTER TABLE ONLY public.ai_sessions
    ADD CONSTRAINT ai_sessions_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.ai_sessions
    ADD CONSTRAINT ai_sessions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.ai_sessions
    ADD CONSTRAINT ai_sessions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.ai_sessions
    ADD CONSTRAINT ai_sessions_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.ai_sessions
    ADD CONSTRAINT ai_sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX ai_sessions_newest ON public.ai_sessions USING btree (org_id, user_id, updated_at DESC, id DESC);
CREATE INDEX ai_sessions_repository ON public.ai_sessions USING btree (org_id, repository_id) WHERE (repository_id IS NOT NULL);
ALTER TABLE public.ai_sessions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.ai_sessions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.ai_sessions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.ai_sessions TO baton_app;

CREATE TABLE public.announcements (
    id uuid NOT NULL,
    title text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    audience text NOT NULL,
    organization_id uuid,
    recipient_id uuid,
    sent_by uuid,
    recipients integer DEFAULT 0 NOT NULL,
    spread_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT announcements_audience_check CHECK ((audience = ANY (ARRAY['everyone'::text, 'administrators'::text, 'organization'::text, 'user'::text]))),
    CONSTRAINT announcements_body_check CHECK ((length(body) <= 4000)),
    CONSTRAINT announcements_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.announcements FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.announcements IS 'instance';
ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_recipient_id_fkey FOREIGN KEY (recipient_id) REFERENCES auth.accounts(user_id);
ALTER TABLE ONLY public.announcements
    ADD CONSTRAINT announcements_sent_by_fkey FOREIGN KEY (sent_by) REFERENCES public.users(id);
CREATE INDEX announcements_age ON public.announcements USING btree (created_at);
CREATE INDEX announcements_recipient ON public.announcements USING btree (recipient_id, id) WHERE (recipient_id IS NOT NULL);
ALTER TABLE public.announcements ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.announcements TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY delivering ON public.announcements FOR SELECT TO baton_app USING (true);
CREATE POLICY owner_all ON public.announcements TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE public.announcements TO baton_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.announcements TO baton_admin;

CREATE TABLE public.assistant_budgets (
    org_id uuid NOT NULL,
    daily_tokens bigint,
    monthly_tokens bigint,
    daily_cost_micros bigint,
    monthly_cost_micros bigint,
    updated_by uuid NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT assistant_budgets_daily_cost_micros_check CHECK ((daily_cost_micros > 0)),
    CONSTRAINT assistant_budgets_daily_tokens_check CHECK ((daily_tokens > 0)),
    CONSTRAINT assistant_budgets_monthly_cost_micros_check CHECK ((monthly_cost_micros > 0)),
    CONSTRAINT assistant_budgets_monthly_tokens_check CHECK ((monthly_tokens > 0))
);
ALTER TABLE ONLY public.assistant_budgets FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.assistant_budgets IS 'tenant';
ALTER TABLE ONLY public.assistant_budgets
    ADD CONSTRAINT assistant_budgets_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.assistant_budgets
    ADD CONSTRAINT assistant_budgets_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.assistant_budgets
    ADD CONSTRAINT assistant_budgets_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.users(id);
ALTER TABLE public.assistant_budgets ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.assistant_budgets TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.assistant_budgets TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.assistant_budgets TO baton_app;

CREATE TABLE public.assistant_days (
    org_id uuid NOT NULL,
    day date NOT NULL,
    tokens bigint NOT NULL,
    cost_micros bigint NOT NULL,
    answers integer NOT NULL
);
ALTER TABLE ONLY public.assistant_days FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.assistant_days IS 'tenant';
ALTER TABLE ONLY public.assistant_days
    ADD CONSTRAINT assistant_days_pkey PRIMARY KEY (org_id, day);
ALTER TABLE ONLY public.assistant_days
    ADD CONSTRAINT assistant_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.assistant_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.assistant_days TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.assistant_days TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.assistant_days TO baton_app;

CREATE TABLE public.attachment_totals (
    org_id uuid NOT NULL,
    bytes bigint NOT NULL,
    CONSTRAINT attachment_totals_bytes_check CHECK ((bytes >= 0))
);
ALTER TABLE ONLY public.attachment_totals FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.attachment_totals IS 'tenant';
ALTER TABLE ONLY public.attachment_totals
    ADD CONSTRAINT attachment_totals_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.attachment_totals
    ADD CONSTRAINT attachment_totals_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.attachment_totals ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.attachment_totals TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.attachment_totals TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.attachment_totals TO baton_app;

CREATE TABLE public.attachments (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    file text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size integer NOT NULL,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT attachments_content_type_check CHECK ((length(content_type) <= 100)),
    CONSTRAINT attachments_file_check CHECK ((file ~ '^[0-9a-f]{32}\.bin$'::text)),
    CONSTRAINT attachments_name_check CHECK (((length(name) >= 1) AND (length(name) <= 200))),
    CONSTRAINT attachments_size_check CHECK (((size >= 0) AND (size <= 67108864)))
);
ALTER TABLE ONLY public.attachments FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.attachments IS 'tenant';
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.attachments
    ADD CONSTRAINT attachments_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id);
CREATE INDEX attachments_file ON public.attachments USING btree (file) WHERE (deleted_at IS NULL);
CREATE INDEX attachments_item ON public.attachments USING btree (org_id, item_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX attachments_of ON public.attachments USING btree (org_id, item_id);
CREATE TRIGGER discard_file AFTER DELETE OR UPDATE OF deleted_at ON public.attachments FOR EACH ROW EXECUTE FUNCTION app.discard_file();
ALTER TABLE public.attachments ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.attachments TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.attachments TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.attachments TO baton_app;

CREATE TABLE public.audit (
    org_id uuid NOT NULL,
    seq bigint NOT NULL,
    entry jsonb NOT NULL,
    hash bytea NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL,
    operation text GENERATED ALWAYS AS ((entry ->> 'operation'::text)) STORED,
    outcome text GENERATED ALWAYS AS ((entry ->> 'outcome'::text)) STORED
);
ALTER TABLE ONLY public.audit FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.audit IS 'tenant';
ALTER TABLE ONLY public.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (org_id, seq);
ALTER TABLE public.audit ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.audit FOR SELECT TO baton_admin USING (true);
CREATE POLICY append ON public.audit TO baton_log USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.audit TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.audit FOR SELECT TO baton_app USING ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.audit TO baton_app;
GRANT SELECT ON TABLE public.audit TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.audit TO baton_log;

CREATE TABLE public.backfills (
    name text NOT NULL,
    cursor text,
    rows bigint DEFAULT 0 NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.backfills IS 'instance';
ALTER TABLE ONLY public.backfills
    ADD CONSTRAINT backfills_pkey PRIMARY KEY (name);

CREATE TABLE public.billing_events (
    id text NOT NULL,
    type text NOT NULL,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT billing_events_id_check CHECK ((length(id) <= 255)),
    CONSTRAINT billing_events_type_check CHECK ((length(type) <= 100))
);
ALTER TABLE ONLY public.billing_events FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.billing_events IS 'instance';
ALTER TABLE ONLY public.billing_events
    ADD CONSTRAINT billing_events_pkey PRIMARY KEY (id);
CREATE INDEX billing_events_age ON public.billing_events USING btree (received_at);
ALTER TABLE public.billing_events ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.billing_events TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.billing_events TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT ON TABLE public.billing_events TO baton_admin;

CREATE TABLE public.ci_tokens (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    jti text NOT NULL,
    repository_id uuid NOT NULL,
    claims jsonb NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone NOT NULL,
    CONSTRAINT ci_tokens_jti_check CHECK (((length(jti) >= 1) AND (length(jti) <= 200)))
);
ALTER TABLE ONLY public.ci_tokens FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.ci_tokens IS 'tenant';
ALTER TABLE ONLY public.ci_tokens
    ADD CONSTRAINT ci_tokens_jti_key UNIQUE (jti);
ALTER TABLE ONLY public.ci_tokens
    ADD CONSTRAINT ci_tokens_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.ci_tokens
    ADD CONSTRAINT ci_tokens_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX ci_tokens_expiry ON public.ci_tokens USING btree (expires_at);
ALTER TABLE public.ci_tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.ci_tokens TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.ci_tokens TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.ci_tokens TO baton_app;

CREATE TABLE public.code_connections (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    installation_id bigint,
    account text NOT NULL,
    token bytea,
    granted_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone,
    CONSTRAINT code_connections_account_check CHECK (((length(account) >= 1) AND (length(account) <= 100))),
    CONSTRAINT code_connections_check CHECK (((kind = 'app'::text) = (installation_id IS NOT NULL))),
    CONSTRAINT code_connections_check1 CHECK (((kind = 'app'::text) OR ((token IS NULL) = (ended_at IS NOT NULL)))),
    CONSTRAINT code_connections_kind_check CHECK ((kind = ANY (ARRAY['app'::text, 'token'::text])))
);
ALTER TABLE ONLY public.code_connections FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.code_connections IS 'tenant';
ALTER TABLE ONLY public.code_connections
    ADD CONSTRAINT code_connections_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.code_connections
    ADD CONSTRAINT code_connections_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.code_connections
    ADD CONSTRAINT code_connections_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE UNIQUE INDEX code_connections_installation ON public.code_connections USING btree (org_id, installation_id) WHERE ((ended_at IS NULL) AND (kind = 'app'::text));
ALTER TABLE public.code_connections ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.code_connections TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.code_connections TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.code_connections TO baton_app;

CREATE TABLE public.code_grants (
    org_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    host_id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    default_branch text NOT NULL,
    private boolean NOT NULL,
    granted_by uuid NOT NULL,
    granted_at timestamp with time zone NOT NULL,
    CONSTRAINT code_grants_name_check CHECK (((length(name) >= 3) AND (length(name) <= 200)))
);
ALTER TABLE ONLY public.code_grants FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.code_grants IS 'tenant';
ALTER TABLE ONLY public.code_grants
    ADD CONSTRAINT code_grants_pkey PRIMARY KEY (org_id, connection_id, host_id);
ALTER TABLE ONLY public.code_grants
    ADD CONSTRAINT code_grants_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.code_grants
    ADD CONSTRAINT code_grants_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES public.code_connections(org_id, id);
CREATE INDEX code_grants_name ON public.code_grants USING btree (org_id, lower(name));
ALTER TABLE public.code_grants ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.code_grants TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.code_grants TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_grants TO baton_app;

CREATE TABLE public.code_host_logins (
    org_id uuid NOT NULL,
    state_hash bytea NOT NULL,
    user_id uuid NOT NULL,
    verifier bytea NOT NULL,
    account text,
    expires_at timestamp with time zone NOT NULL,
    taken_at timestamp with time zone
);
ALTER TABLE ONLY public.code_host_logins FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.code_host_logins IS 'tenant';
ALTER TABLE ONLY public.code_host_logins
    ADD CONSTRAINT code_host_logins_pkey PRIMARY KEY (org_id, state_hash);
ALTER TABLE ONLY public.code_host_logins
    ADD CONSTRAINT code_host_logins_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.code_host_logins
    ADD CONSTRAINT code_host_logins_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE public.code_host_logins ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.code_host_logins TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.code_host_logins TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.code_host_logins TO baton_app;

CREATE TABLE public.code_links (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    item_id uuid NOT NULL,
    kind text NOT NULL,
    ref text NOT NULL,
    CONSTRAINT code_links_kind_check CHECK ((kind = ANY (ARRAY['branch'::text, 'commit'::text, 'pull_request'::text])))
);
ALTER TABLE ONLY public.code_links FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.code_links IS 'tenant';
ALTER TABLE ONLY public.code_links
    ADD CONSTRAINT code_links_pkey PRIMARY KEY (org_id, item_id, repository_id, kind, ref);
ALTER TABLE ONLY public.code_links
    ADD CONSTRAINT code_links_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.code_links
    ADD CONSTRAINT code_links_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX code_links_repository ON public.code_links USING btree (org_id, repository_id, kind, ref);
ALTER TABLE public.code_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.code_links TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.code_links TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.code_links TO baton_app;

CREATE TABLE public.comment_deliveries (
    org_id uuid NOT NULL,
    comment_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    why text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    delivered_to text,
    read_at timestamp with time zone,
    delivered_session uuid,
    CONSTRAINT comment_deliveries_delivered_to_check CHECK ((length(delivered_to) <= 200)),
    CONSTRAINT comment_deliveries_why_check CHECK ((why = ANY (ARRAY['mention'::text, 'reply'::text])))
);
ALTER TABLE ONLY public.comment_deliveries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.comment_deliveries IS 'tenant';
ALTER TABLE ONLY public.comment_deliveries
    ADD CONSTRAINT comment_deliveries_pkey PRIMARY KEY (org_id, comment_id, agent_id);
ALTER TABLE ONLY public.comment_deliveries
    ADD CONSTRAINT comment_deliveries_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.comment_deliveries
    ADD CONSTRAINT comment_deliveries_org_id_comment_id_fkey FOREIGN KEY (org_id, comment_id) REFERENCES public.comments(org_id, id) ON DELETE CASCADE;
CREATE INDEX comment_deliveries_open ON public.comment_deliveries USING btree (org_id, agent_id) WHERE (read_at IS NULL);
ALTER TABLE public.comment_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.comment_deliveries TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.comment_deliveries TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.comment_deliveries TO baton_app;

CREATE TABLE public.comments (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    reply_to uuid,
    body text NOT NULL,
    author_id uuid NOT NULL,
    author_agent_id uuid,
    edited_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    source_author text,
    source_url text,
    choices text[],
    answer_by timestamp with time zone,
    answer text,
    answered_by uuid,
    answered_at timestamp with time zone,
    resolved_at timestamp with time zone,
    resolved_by uuid,
    CONSTRAINT comments_body_check CHECK (((length(body) >= 1) AND (length(body) <= 20000))),
    CONSTRAINT comments_choices_check CHECK (((cardinality(choices) >= 2) AND (cardinality(choices) <= 6)))
);
ALTER TABLE ONLY public.comments FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.comments IS 'tenant';
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_org_id_author_agent_id_fkey FOREIGN KEY (org_id, author_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id);
ALTER TABLE ONLY public.comments
    ADD CONSTRAINT comments_org_id_reply_to_fkey FOREIGN KEY (org_id, reply_to) REFERENCES public.comments(org_id, id);
CREATE INDEX comments_deleted ON public.comments USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX comments_item ON public.comments USING btree (org_id, item_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX comments_of ON public.comments USING btree (org_id, item_id);
CREATE INDEX comments_reply ON public.comments USING btree (org_id, reply_to) WHERE (reply_to IS NOT NULL);
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE OR UPDATE ON public.comments FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
CREATE TRIGGER keep_question AFTER INSERT OR UPDATE OF answer, deleted_at, resolved_at ON public.comments FOR EACH ROW WHEN ((new.choices IS NOT NULL)) EXECUTE FUNCTION app.keep_question();
ALTER TABLE public.comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.comments TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.comments TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.comments TO baton_app;

CREATE TABLE public.community_flags (
    user_id uuid NOT NULL,
    post_id uuid NOT NULL,
    reason text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT community_flags_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
ALTER TABLE ONLY public.community_flags FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.community_flags IS 'personal(user_id)';
ALTER TABLE ONLY public.community_flags
    ADD CONSTRAINT community_flags_pkey PRIMARY KEY (user_id, post_id);
ALTER TABLE ONLY public.community_flags
    ADD CONSTRAINT community_flags_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.community_posts(id);
ALTER TABLE ONLY public.community_flags
    ADD CONSTRAINT community_flags_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX community_flags_post ON public.community_flags USING btree (post_id);
ALTER TABLE public.community_flags ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.community_flags FOR SELECT TO baton_admin USING (true);
CREATE POLICY own ON public.community_flags TO baton_app USING ((user_id = ( SELECT app."user"() AS "user"))) WITH CHECK ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.community_flags TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT ON TABLE public.community_flags TO baton_app;
GRANT SELECT ON TABLE public.community_flags TO baton_admin;

CREATE TABLE public.community_moderations (
    id uuid NOT NULL,
    post_id uuid NOT NULL,
    action text NOT NULL,
    reason text NOT NULL,
    moderator_id uuid,
    before text NOT NULL,
    after text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    undone_at timestamp with time zone,
    undone_by uuid,
    CONSTRAINT community_moderations_action_check CHECK ((action = ANY (ARRAY['approve'::text, 'hide'::text, 'remove'::text, 'restore'::text, 'undo'::text, 'flags'::text]))),
    CONSTRAINT community_moderations_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
ALTER TABLE ONLY public.community_moderations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.community_moderations IS 'instance';
ALTER TABLE ONLY public.community_moderations
    ADD CONSTRAINT community_moderations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.community_moderations
    ADD CONSTRAINT community_moderations_moderator_id_fkey FOREIGN KEY (moderator_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.community_moderations
    ADD CONSTRAINT community_moderations_post_id_fkey FOREIGN KEY (post_id) REFERENCES public.community_posts(id);
ALTER TABLE ONLY public.community_moderations
    ADD CONSTRAINT community_moderations_undone_by_fkey FOREIGN KEY (undone_by) REFERENCES public.users(id);
CREATE INDEX community_moderations_post ON public.community_moderations USING btree (post_id, id DESC);
ALTER TABLE public.community_moderations ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.community_moderations TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY authors_read ON public.community_moderations FOR SELECT TO baton_app USING ((EXISTS ( SELECT
   FROM public.community_posts p
  WHERE ((p.id = community_moderations.post_id) AND (p.author_id = ( SELECT app."user"() AS "user"))))));
CREATE POLICY owner_all ON public.community_moderations TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE public.community_moderations TO baton_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.community_moderations TO baton_admin;

CREATE TABLE public.community_posts (
    id uuid NOT NULL,
    parent_id uuid,
    author_id uuid NOT NULL,
    title text,
    body text NOT NULL,
    status text NOT NULL,
    flags integer DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    published_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT community_posts_body_check CHECK (((length(body) >= 1) AND (length(body) <= 20000))),
    CONSTRAINT community_posts_check CHECK (((parent_id IS NULL) = (title IS NOT NULL))),
    CONSTRAINT community_posts_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'published'::text, 'hidden'::text, 'removed'::text, 'withdrawn'::text]))),
    CONSTRAINT community_posts_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.community_posts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.community_posts IS 'instance';
ALTER TABLE ONLY public.community_posts
    ADD CONSTRAINT community_posts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.community_posts
    ADD CONSTRAINT community_posts_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.community_posts
    ADD CONSTRAINT community_posts_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.community_posts(id);
CREATE INDEX community_posts_author ON public.community_posts USING btree (author_id, id DESC);
CREATE INDEX community_posts_replies ON public.community_posts USING btree (parent_id, id);
CREATE INDEX community_posts_status ON public.community_posts USING btree (status, id DESC);
CREATE INDEX community_posts_threads ON public.community_posts USING btree (id DESC) WHERE (parent_id IS NULL);
ALTER TABLE public.community_posts ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.community_posts TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY authors_withdraw ON public.community_posts FOR UPDATE TO baton_app USING ((author_id = ( SELECT app."user"() AS "user"))) WITH CHECK ((author_id = ( SELECT app."user"() AS "user")));
CREATE POLICY authors_write ON public.community_posts FOR INSERT TO baton_app WITH CHECK ((author_id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.community_posts TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY readers ON public.community_posts FOR SELECT TO baton_app USING (((status = 'published'::text) OR (author_id = ( SELECT app."user"() AS "user"))));
GRANT SELECT,INSERT ON TABLE public.community_posts TO baton_app;
GRANT SELECT,UPDATE ON TABLE public.community_posts TO baton_admin;
GRANT UPDATE(status) ON TABLE public.community_posts TO baton_app;
GRANT UPDATE(version) ON TABLE public.community_posts TO baton_app;

CREATE TABLE public.confirmation_answers (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    call text NOT NULL,
    answer text NOT NULL,
    at timestamp with time zone NOT NULL,
    CONSTRAINT confirmation_answers_answer_check CHECK ((answer = ANY (ARRAY['declined'::text, 'unanswered'::text]))),
    CONSTRAINT confirmation_answers_call_check CHECK ((length(call) <= 64))
);
ALTER TABLE ONLY public.confirmation_answers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.confirmation_answers IS 'tenant';
ALTER TABLE ONLY public.confirmation_answers
    ADD CONSTRAINT confirmation_answers_pkey PRIMARY KEY (org_id, user_id, agent_id, call);
ALTER TABLE ONLY public.confirmation_answers
    ADD CONSTRAINT confirmation_answers_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.confirmation_answers
    ADD CONSTRAINT confirmation_answers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.confirmation_answers
    ADD CONSTRAINT confirmation_answers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE public.confirmation_answers ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.confirmation_answers TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.confirmation_answers TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.confirmation_answers TO baton_app;

CREATE TABLE public.contact_messages (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    challenge text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT contact_messages_challenge_check CHECK ((length(challenge) <= 200)),
    CONSTRAINT contact_messages_email_check CHECK ((length(email) <= 254)),
    CONSTRAINT contact_messages_message_check CHECK (((length(message) >= 1) AND (length(message) <= 5000))),
    CONSTRAINT contact_messages_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY public.contact_messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.contact_messages IS 'instance';
ALTER TABLE ONLY public.contact_messages
    ADD CONSTRAINT contact_messages_challenge_key UNIQUE (challenge);
ALTER TABLE ONLY public.contact_messages
    ADD CONSTRAINT contact_messages_pkey PRIMARY KEY (id);
CREATE INDEX contact_messages_created ON public.contact_messages USING btree (created_at);
ALTER TABLE public.contact_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.contact_messages TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_writes ON public.contact_messages FOR INSERT TO baton_auth WITH CHECK (true);
CREATE POLICY owner_all ON public.contact_messages TO baton_owner USING (true) WITH CHECK (true);
GRANT INSERT ON TABLE public.contact_messages TO baton_auth;
GRANT SELECT,DELETE ON TABLE public.contact_messages TO baton_admin;

CREATE TABLE public.current_teams (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    team_id uuid NOT NULL,
    chosen_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.current_teams FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.current_teams IS 'tenant';
ALTER TABLE ONLY public.current_teams
    ADD CONSTRAINT current_teams_pkey PRIMARY KEY (org_id, user_id);
ALTER TABLE ONLY public.current_teams
    ADD CONSTRAINT current_teams_org_id_team_id_user_id_fkey FOREIGN KEY (org_id, team_id, user_id) REFERENCES public.team_members(org_id, team_id, user_id) ON DELETE CASCADE;
CREATE INDEX current_teams_team ON public.current_teams USING btree (org_id, team_id, user_id);
ALTER TABLE public.current_teams ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.current_teams TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.current_teams TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.current_teams TO baton_app;

CREATE TABLE public.decision_entries (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    decision_id uuid NOT NULL,
    body text NOT NULL,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT decision_entries_body_check CHECK (((length(body) >= 1) AND (length(body) <= 20000)))
);
ALTER TABLE ONLY public.decision_entries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.decision_entries IS 'tenant';
ALTER TABLE ONLY public.decision_entries
    ADD CONSTRAINT decision_entries_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.decision_entries
    ADD CONSTRAINT decision_entries_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.decision_entries
    ADD CONSTRAINT decision_entries_org_id_decision_id_fkey FOREIGN KEY (org_id, decision_id) REFERENCES public.decisions(org_id, id) ON DELETE CASCADE;
CREATE INDEX decision_entries_list ON public.decision_entries USING btree (org_id, decision_id, id);
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE OR UPDATE ON public.decision_entries FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.decision_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.decision_entries TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.decision_entries TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.decision_entries TO baton_app;

CREATE TABLE public.decisions (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid,
    number integer NOT NULL,
    ref text NOT NULL,
    title text NOT NULL,
    title_key text GENERATED ALWAYS AS (lower(title)) STORED COLLATE pg_catalog."C",
    status text NOT NULL,
    context text DEFAULT ''::text NOT NULL,
    rationale text DEFAULT ''::text NOT NULL,
    alternatives jsonb DEFAULT '[]'::jsonb NOT NULL,
    outcome text DEFAULT ''::text NOT NULL,
    paths text[] DEFAULT '{}'::text[] NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    superseded_by uuid,
    decided_by uuid,
    decided_by_agent boolean,
    decided_by_agent_id uuid,
    decided_at timestamp with time zone,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT decisions_alternatives_check CHECK ((jsonb_typeof(alternatives) = 'array'::text)),
    CONSTRAINT decisions_check CHECK ((superseded_by <> id)),
    CONSTRAINT decisions_check1 CHECK (((status = 'superseded'::text) = (superseded_by IS NOT NULL))),
    CONSTRAINT decisions_check2 CHECK (((status = 'proposed'::text) = (decided_at IS NULL))),
    CONSTRAINT decisions_check3 CHECK ((((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) = (decided_by_agent IS NULL)))),
    CONSTRAINT decisions_context_check CHECK ((length(context) <= 20000)),
    CONSTRAINT decisions_outcome_check CHECK ((length(outcome) <= 20000)),
    CONSTRAINT decisions_paths_check CHECK ((cardinality(paths) <= 50)),
    CONSTRAINT decisions_rationale_check CHECK ((length(rationale) <= 20000)),
    CONSTRAINT decisions_status_check CHECK ((status = ANY (ARRAY['proposed'::text, 'accepted'::text, 'superseded'::text, 'rejected'::text]))),
    CONSTRAINT decisions_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.decisions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.decisions IS 'tenant';
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_org_id_ref_key UNIQUE (org_id, ref);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_org_id_decided_by_agent_id_fkey FOREIGN KEY (org_id, decided_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_org_id_superseded_by_fkey FOREIGN KEY (org_id, superseded_by) REFERENCES public.decisions(org_id, id);
CREATE INDEX decisions_earlier ON public.decisions USING btree (org_id, superseded_by) WHERE (superseded_by IS NOT NULL);
CREATE INDEX decisions_everywhere ON public.decisions USING btree (org_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX decisions_in_force ON public.decisions USING btree (org_id, project_id, id DESC) WHERE ((deleted_at IS NULL) AND (status = 'accepted'::text) AND (paths <> '{}'::text[]));
CREATE INDEX decisions_list ON public.decisions USING btree (org_id, project_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX decisions_title ON public.decisions USING btree (org_id, title_key) WHERE (deleted_at IS NULL);
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE OR UPDATE ON public.decisions FOR EACH ROW EXECUTE FUNCTION app.keep_family_indexed();
ALTER TABLE public.decisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.decisions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.decisions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.decisions TO baton_app;

CREATE TABLE public.discarded_files (
    file text NOT NULL,
    discarded_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.discarded_files IS 'instance';
ALTER TABLE ONLY public.discarded_files
    ADD CONSTRAINT discarded_files_pkey PRIMARY KEY (file);
GRANT SELECT,DELETE ON TABLE public.discarded_files TO baton_admin;

CREATE TABLE public.embedding_failures (
    org_id uuid NOT NULL,
    kind text NOT NULL,
    item_id uuid NOT NULL,
    failures integer DEFAULT 1 NOT NULL,
    reason text NOT NULL,
    failed_at timestamp with time zone NOT NULL,
    CONSTRAINT embedding_failures_failures_check CHECK ((failures > 0)),
    CONSTRAINT embedding_failures_kind_check CHECK ((kind = ANY (ARRAY['memories'::text, 'documents'::text, 'code'::text]))),
    CONSTRAINT embedding_failures_reason_check CHECK ((length(reason) <= 500))
);
ALTER TABLE ONLY public.embedding_failures FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.embedding_failures IS 'tenant';
ALTER TABLE ONLY public.embedding_failures
    ADD CONSTRAINT embedding_failures_pkey PRIMARY KEY (org_id, kind, item_id);
ALTER TABLE ONLY public.embedding_failures
    ADD CONSTRAINT embedding_failures_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.embedding_failures ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.embedding_failures TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.embedding_failures TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.embedding_failures TO baton_app;

CREATE TABLE public.embedding_models (
    id text NOT NULL,
    name text NOT NULL,
    dimensions integer NOT NULL,
    state text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    switched_at timestamp with time zone,
    CONSTRAINT embedding_models_dimensions_check CHECK (((dimensions >= 1) AND (dimensions <= 16000))),
    CONSTRAINT embedding_models_id_check CHECK ((id ~ '^[a-z0-9][a-z0-9_-]{0,39}$'::text)),
    CONSTRAINT embedding_models_name_check CHECK ((length(name) <= 200)),
    CONSTRAINT embedding_models_state_check CHECK ((state = ANY (ARRAY['current'::text, 'next'::text, 'old'::text])))
);
COMMENT ON TABLE public.embedding_models IS 'instance';
ALTER TABLE ONLY public.embedding_models
    ADD CONSTRAINT embedding_models_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX embedding_models_current ON public.embedding_models USING btree (state) WHERE (state = 'current'::text);
GRANT SELECT ON TABLE public.embedding_models TO baton_app;
GRANT SELECT ON TABLE public.embedding_models TO baton_auth;
GRANT SELECT ON TABLE public.embedding_models TO baton_admin;

CREATE TABLE public.embedding_turns (
    org_id uuid NOT NULL,
    kind text NOT NULL,
    until timestamp with time zone NOT NULL,
    CONSTRAINT embedding_turns_kind_check CHECK ((kind = ANY (ARRAY['memories'::text, 'documents'::text, 'code'::text])))
);
ALTER TABLE ONLY public.embedding_turns FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.embedding_turns IS 'tenant';
ALTER TABLE ONLY public.embedding_turns
    ADD CONSTRAINT embedding_turns_pkey PRIMARY KEY (org_id, kind);
ALTER TABLE ONLY public.embedding_turns
    ADD CONSTRAINT embedding_turns_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.embedding_turns ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.embedding_turns TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.embedding_turns TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.embedding_turns TO baton_app;

CREATE TABLE public.events (
    org_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    type text NOT NULL,
    actor jsonb NOT NULL,
    project_id uuid,
    owner_id uuid,
    subject_id uuid,
    data jsonb NOT NULL,
    user_id uuid,
    agent_id uuid
)
PARTITION BY HASH (org_id);
ALTER TABLE ONLY public.events FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.events IS 'tenant';
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (org_id, seq);
CREATE INDEX events_agent ON ONLY public.events USING btree (org_id, agent_id, seq) WHERE (agent_id IS NOT NULL);
CREATE INDEX events_project ON ONLY public.events USING btree (org_id, project_id, seq) WHERE (project_id IS NOT NULL);
CREATE INDEX events_subject ON ONLY public.events USING btree (org_id, subject_id, seq) WHERE (subject_id IS NOT NULL);
CREATE INDEX events_type ON ONLY public.events USING btree (org_id, type, seq);
CREATE INDEX events_user ON ONLY public.events USING btree (org_id, user_id, seq) WHERE (user_id IS NOT NULL);
CREATE TRIGGER gate_change AFTER INSERT ON public.events FOR EACH ROW WHEN ((new.type = ANY (ARRAY['feature.created'::text, 'feature.advanced'::text, 'feature.sent_back'::text, 'feature.shipped'::text, 'feature.cancelled'::text, 'feature.restored'::text, 'feature.waiting'::text, 'feature.review_requested'::text]))) EXECUTE FUNCTION app.note_gate_change();
CREATE TRIGGER logged_type AFTER INSERT ON public.events FOR EACH ROW WHEN ((new.type = 'activity.logged'::text)) EXECUTE FUNCTION app.note_logged_type();
CREATE TRIGGER status_change AFTER INSERT ON public.events FOR EACH ROW WHEN ((new.type = ANY (ARRAY['task.created'::text, 'task.updated'::text, 'task.deleted'::text, 'task.restored'::text, 'task.claimed'::text, 'task.released'::text]))) EXECUTE FUNCTION app.note_status_change();
ALTER TABLE public.events ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.events FOR SELECT TO baton_admin USING (true);
CREATE POLICY append ON public.events TO baton_log USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.events TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.events FOR SELECT TO baton_app USING ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.events TO baton_app;
GRANT SELECT ON TABLE public.events TO baton_admin;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.events TO baton_log;

CREATE TABLE public.feature_authors (
    org_id uuid NOT NULL,
    feature_id uuid NOT NULL,
    user_id uuid NOT NULL,
    why text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT feature_authors_why_check CHECK ((why = ANY (ARRAY['created'::text, 'owner'::text, 'commit'::text, 'evidence'::text])))
);
ALTER TABLE ONLY public.feature_authors FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.feature_authors IS 'tenant';
ALTER TABLE ONLY public.feature_authors
    ADD CONSTRAINT feature_authors_pkey PRIMARY KEY (org_id, feature_id, user_id);
ALTER TABLE ONLY public.feature_authors
    ADD CONSTRAINT feature_authors_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.feature_authors ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.feature_authors TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.feature_authors TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.feature_authors TO baton_app;

CREATE TABLE public.feature_commits (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    feature_id uuid NOT NULL,
    sha text NOT NULL,
    reported_by uuid,
    agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    branch text,
    CONSTRAINT feature_commits_sha_check CHECK ((sha ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'::text))
);
ALTER TABLE ONLY public.feature_commits FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.feature_commits IS 'tenant';
ALTER TABLE ONLY public.feature_commits
    ADD CONSTRAINT feature_commits_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.feature_commits
    ADD CONSTRAINT feature_commits_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.feature_commits
    ADD CONSTRAINT feature_commits_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
CREATE INDEX feature_commits_of ON public.feature_commits USING btree (org_id, feature_id, id DESC);
ALTER TABLE public.feature_commits ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.feature_commits TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.feature_commits TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.feature_commits TO baton_app;

CREATE TABLE public.feature_evidence (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    feature_id uuid NOT NULL,
    check_name text NOT NULL,
    outcome text NOT NULL,
    rank text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    exit_code integer,
    log text,
    url text,
    before_code boolean NOT NULL,
    commit text,
    spec_version integer,
    user_id uuid,
    agent_id uuid,
    credential text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    voided_at timestamp with time zone,
    void_reason text,
    repository_id uuid,
    workflow_path text,
    event text,
    app_id bigint,
    check_id bigint,
    completed_at timestamp with time zone,
    CONSTRAINT feature_evidence_check CHECK ((before_code OR (commit IS NOT NULL))),
    CONSTRAINT feature_evidence_check2 CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
    CONSTRAINT feature_evidence_check_name_check CHECK (((length(check_name) >= 1) AND (length(check_name) <= 60))),
    CONSTRAINT feature_evidence_log_check CHECK ((length(log) <= 20000)),
    CONSTRAINT feature_evidence_note_check CHECK ((length(note) <= 4000)),
    CONSTRAINT feature_evidence_outcome_check CHECK ((outcome = ANY (ARRAY['pass'::text, 'fail'::text]))),
    CONSTRAINT feature_evidence_rank_check CHECK ((rank = ANY (ARRAY['claimed'::text, 'reported'::text, 'observed'::text, 'ci'::text]))),
    CONSTRAINT feature_evidence_url_check CHECK ((length(url) <= 2000)),
    CONSTRAINT feature_evidence_void_reason_check CHECK ((void_reason = ANY (ARRAY['commit'::text, 'spec'::text, 'sent_back'::text])))
);
ALTER TABLE ONLY public.feature_evidence FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.feature_evidence IS 'tenant';
ALTER TABLE ONLY public.feature_evidence
    ADD CONSTRAINT feature_evidence_pkey PRIMARY KEY (org_id, id);
ALTER TABLE public.feature_evidence
    ADD CONSTRAINT feature_evidence_bound CHECK (((rank <> 'ci'::text) OR (credential = 'api_key'::text) OR ((credential = ANY (ARRAY['ci_job'::text, 'code_host'::text])) AND (repository_id IS NOT NULL) AND (workflow_path IS NOT NULL) AND (event = ANY (ARRAY['push'::text, 'pull_request'::text]))))) NOT VALID;
ALTER TABLE ONLY public.feature_evidence
    ADD CONSTRAINT feature_evidence_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.feature_evidence
    ADD CONSTRAINT feature_evidence_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
CREATE INDEX feature_evidence_of ON public.feature_evidence USING btree (org_id, feature_id, id DESC);
CREATE UNIQUE INDEX feature_evidence_check_run ON public.feature_evidence USING btree (org_id, feature_id, check_id, completed_at) WHERE (check_id IS NOT NULL);
ALTER TABLE public.feature_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.feature_evidence TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.feature_evidence TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.feature_evidence TO baton_app;
GRANT UPDATE(void_reason) ON TABLE public.feature_evidence TO baton_app;
GRANT UPDATE(voided_at) ON TABLE public.feature_evidence TO baton_app;

CREATE TABLE public.feature_settings (
    org_id uuid NOT NULL,
    allow_self_approval boolean DEFAULT false NOT NULL,
    updated_by uuid NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL
);
ALTER TABLE ONLY public.feature_settings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.feature_settings IS 'tenant';
ALTER TABLE ONLY public.feature_settings
    ADD CONSTRAINT feature_settings_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.feature_settings
    ADD CONSTRAINT feature_settings_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.feature_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.feature_settings TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.feature_settings TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.feature_settings TO baton_app;

CREATE TABLE public.feature_snoozes (
    org_id uuid NOT NULL,
    feature_id uuid NOT NULL,
    user_id uuid NOT NULL,
    until timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.feature_snoozes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.feature_snoozes IS 'tenant';
ALTER TABLE ONLY public.feature_snoozes
    ADD CONSTRAINT feature_snoozes_pkey PRIMARY KEY (org_id, feature_id, user_id);
ALTER TABLE ONLY public.feature_snoozes
    ADD CONSTRAINT feature_snoozes_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.feature_snoozes
    ADD CONSTRAINT feature_snoozes_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.memberships(org_id, user_id) ON DELETE CASCADE;
ALTER TABLE public.feature_snoozes ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.feature_snoozes TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.feature_snoozes TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.feature_snoozes TO baton_app;

CREATE TABLE public.feature_verdicts (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    feature_id uuid NOT NULL,
    gate text NOT NULL,
    kind text NOT NULL,
    verdict text NOT NULL,
    words text DEFAULT ''::text NOT NULL,
    before_code boolean NOT NULL,
    commit text,
    spec_version integer,
    user_id uuid NOT NULL,
    agent_id uuid,
    agent_owner_id uuid,
    by_person boolean NOT NULL,
    self_approved boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    voided_at timestamp with time zone,
    void_reason text,
    CONSTRAINT feature_verdicts_check CHECK (((kind <> 'approval'::text) OR by_person)),
    CONSTRAINT feature_verdicts_check1 CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
    CONSTRAINT feature_verdicts_kind_check CHECK ((kind = ANY (ARRAY['review'::text, 'approval'::text]))),
    CONSTRAINT feature_verdicts_verdict_check CHECK ((verdict = ANY (ARRAY['approve'::text, 'request_changes'::text, 'send_back'::text]))),
    CONSTRAINT feature_verdicts_void_reason_check CHECK ((void_reason = ANY (ARRAY['commit'::text, 'spec'::text, 'sent_back'::text]))),
    CONSTRAINT feature_verdicts_words_check CHECK ((length(words) <= 20000))
);
ALTER TABLE ONLY public.feature_verdicts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.feature_verdicts IS 'tenant';
ALTER TABLE ONLY public.feature_verdicts
    ADD CONSTRAINT feature_verdicts_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.feature_verdicts
    ADD CONSTRAINT feature_verdicts_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.feature_verdicts
    ADD CONSTRAINT feature_verdicts_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
CREATE INDEX feature_verdicts_of ON public.feature_verdicts USING btree (org_id, feature_id, id DESC);
ALTER TABLE public.feature_verdicts ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.feature_verdicts TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.feature_verdicts TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.feature_verdicts TO baton_app;
GRANT UPDATE(void_reason) ON TABLE public.feature_verdicts TO baton_app;
GRANT UPDATE(voided_at) ON TABLE public.feature_verdicts TO baton_app;

CREATE TABLE public.features (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    number integer NOT NULL,
    ref text NOT NULL,
    title text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'active'::text NOT NULL,
    workflow text NOT NULL,
    gates jsonb NOT NULL,
    "position" integer DEFAULT 0 NOT NULL,
    gate text,
    gate_kind text,
    commit text,
    spec_id uuid,
    spec_version integer,
    owner_id uuid NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    recommendation text DEFAULT ''::text NOT NULL,
    risks text DEFAULT ''::text NOT NULL,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    cancelled_at timestamp with time zone,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    milestone_id uuid,
    CONSTRAINT features_check CHECK (((status = 'complete'::text) = (gate IS NULL))),
    CONSTRAINT features_check1 CHECK (((gate IS NULL) = (gate_kind IS NULL))),
    CONSTRAINT features_check2 CHECK (((status <> 'complete'::text) OR (commit IS NOT NULL))),
    CONSTRAINT features_commit_check CHECK ((commit ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'::text)),
    CONSTRAINT features_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT features_gate_kind_check CHECK ((gate_kind = ANY (ARRAY['evidence'::text, 'review'::text, 'approval'::text]))),
    CONSTRAINT features_gates_check CHECK ((jsonb_typeof(gates) = 'array'::text)),
    CONSTRAINT features_position_check CHECK (("position" >= 0)),
    CONSTRAINT features_recommendation_check CHECK ((length(recommendation) <= 4000)),
    CONSTRAINT features_risks_check CHECK ((length(risks) <= 4000)),
    CONSTRAINT features_spec_version_check CHECK ((spec_version > 0)),
    CONSTRAINT features_status_check CHECK ((status = ANY (ARRAY['active'::text, 'complete'::text, 'cancelled'::text]))),
    CONSTRAINT features_summary_check CHECK ((length(summary) <= 4000)),
    CONSTRAINT features_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.features FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.features IS 'tenant';
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_org_id_project_id_number_key UNIQUE (org_id, project_id, number);
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_org_id_ref_key UNIQUE (org_id, ref);
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_milestone FOREIGN KEY (org_id, project_id, milestone_id) REFERENCES public.milestones(org_id, project_id, id) ON DELETE SET NULL (milestone_id);
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.features
    ADD CONSTRAINT features_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
CREATE INDEX features_commit ON public.features USING btree (org_id, commit) WHERE ((commit IS NOT NULL) AND (status = 'active'::text) AND (deleted_at IS NULL));
CREATE INDEX features_everywhere ON public.features USING btree (org_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX features_list ON public.features USING btree (org_id, project_id, number DESC) WHERE (deleted_at IS NULL);
CREATE INDEX features_milestone ON public.features USING btree (org_id, project_id, milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX features_waiting ON public.features USING btree (org_id, gate_kind, id DESC) WHERE ((deleted_at IS NULL) AND (status = 'active'::text));
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE OR UPDATE ON public.features FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.features ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.features TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.features TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.features TO baton_app;

CREATE TABLE public.function_files (
    name text NOT NULL,
    digest text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.function_files IS 'instance';
ALTER TABLE ONLY public.function_files
    ADD CONSTRAINT function_files_pkey PRIMARY KEY (name, digest);
GRANT SELECT ON TABLE public.function_files TO baton_app;

CREATE TABLE public.gate_changes (
    org_id uuid NOT NULL,
    feature_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    until timestamp with time zone,
    status text NOT NULL,
    gate text,
    gate_kind text,
    user_id uuid,
    agent_id uuid,
    waiting_for uuid[] DEFAULT '{}'::uuid[] NOT NULL,
    left_by text,
    CONSTRAINT gate_changes_check CHECK ((until >= at))
);
ALTER TABLE ONLY public.gate_changes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.gate_changes IS 'tenant';
ALTER TABLE ONLY public.gate_changes
    ADD CONSTRAINT gate_changes_pkey PRIMARY KEY (org_id, feature_id, seq);
ALTER TABLE ONLY public.gate_changes
    ADD CONSTRAINT gate_changes_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
CREATE INDEX gate_changes_until ON public.gate_changes USING btree (until) WHERE (until IS NOT NULL);
CREATE UNIQUE INDEX gate_changes_open ON public.gate_changes USING btree (org_id, feature_id) WHERE (until IS NULL);
ALTER TABLE public.gate_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.gate_changes TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.gate_changes TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.gate_changes TO baton_app;

CREATE TABLE public.gate_checks (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    sha text NOT NULL,
    check_id bigint,
    said bytea,
    wanted_at timestamp with time zone,
    claim_id uuid,
    claimed_until timestamp with time zone,
    posted_at timestamp with time zone
);
ALTER TABLE ONLY public.gate_checks FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.gate_checks IS 'tenant';
ALTER TABLE ONLY public.gate_checks
    ADD CONSTRAINT gate_checks_pkey PRIMARY KEY (org_id, repository_id, sha);
ALTER TABLE ONLY public.gate_checks
    ADD CONSTRAINT gate_checks_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.gate_checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.gate_checks TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.gate_checks TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.gate_checks TO baton_app;

CREATE TABLE public.handles (
    handle text NOT NULL,
    kind text NOT NULL,
    id uuid NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT handles_handle_check CHECK (((handle ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND ((length(handle) >= 2) AND (length(handle) <= 39)))),
    CONSTRAINT handles_kind_check CHECK ((kind = ANY (ARRAY['user'::text, 'organization'::text, 'team'::text, 'reserved'::text])))
);
ALTER TABLE ONLY public.handles FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.handles IS 'instance';
ALTER TABLE ONLY public.handles
    ADD CONSTRAINT handles_pkey PRIMARY KEY (handle);
CREATE INDEX handles_id ON public.handles USING btree (id);
ALTER TABLE public.handles ENABLE ROW LEVEL SECURITY;
CREATE POLICY account_claims ON public.handles FOR INSERT TO baton_auth WITH CHECK ((kind = 'user'::text));
CREATE POLICY anyone_reads ON public.handles FOR SELECT TO baton_admin, baton_app, baton_auth USING (true);
CREATE POLICY organization_claims ON public.handles FOR INSERT TO baton_app WITH CHECK (((kind = 'organization'::text) AND (id = ( SELECT app.org() AS org))));
CREATE POLICY owner_all ON public.handles TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY team_claims ON public.handles FOR INSERT TO baton_app WITH CHECK (((kind = 'team'::text) AND (EXISTS ( SELECT
   FROM public.teams t
  WHERE ((t.org_id = ( SELECT app.org() AS org)) AND (t.id = handles.id) AND (t.handle = handles.handle))))));
GRANT SELECT,INSERT ON TABLE public.handles TO baton_app;
GRANT SELECT,INSERT ON TABLE public.handles TO baton_auth;
GRANT SELECT ON TABLE public.handles TO baton_admin;

CREATE TABLE public.host_deliveries (
    id text NOT NULL,
    event text NOT NULL,
    host_id bigint,
    received_at timestamp with time zone NOT NULL,
    CONSTRAINT host_deliveries_id_check CHECK (((length(id) >= 1) AND (length(id) <= 100)))
);
ALTER TABLE ONLY public.host_deliveries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.host_deliveries IS 'instance';
ALTER TABLE ONLY public.host_deliveries
    ADD CONSTRAINT host_deliveries_pkey PRIMARY KEY (id);
CREATE INDEX host_deliveries_received ON public.host_deliveries USING btree (received_at);
ALTER TABLE public.host_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.host_deliveries TO baton_owner USING (true) WITH CHECK (true);

CREATE TABLE public.host_writes (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    kind text NOT NULL,
    object text NOT NULL,
    hash bytea NOT NULL,
    written_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.host_writes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.host_writes IS 'tenant';
ALTER TABLE ONLY public.host_writes
    ADD CONSTRAINT host_writes_pkey PRIMARY KEY (org_id, repository_id, kind, object, hash);
ALTER TABLE ONLY public.host_writes
    ADD CONSTRAINT host_writes_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.host_writes ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.host_writes TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.host_writes TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.host_writes TO baton_app;

CREATE TABLE public.idempotency (
    org_id uuid NOT NULL,
    principal uuid NOT NULL,
    operation text NOT NULL,
    key text NOT NULL,
    input_hash bytea NOT NULL,
    result jsonb,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone DEFAULT (now() + '1 day'::interval) NOT NULL,
    kept_until timestamp with time zone,
    CONSTRAINT idempotency_key_check CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
ALTER TABLE ONLY public.idempotency FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.idempotency IS 'tenant';
ALTER TABLE ONLY public.idempotency
    ADD CONSTRAINT idempotency_pkey PRIMARY KEY (org_id, principal, operation, key);
CREATE INDEX idempotency_expiry ON public.idempotency USING btree (expires_at);
ALTER TABLE public.idempotency ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.idempotency TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY identity ON public.idempotency TO baton_auth USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.idempotency TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.idempotency TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency TO baton_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency TO baton_auth;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.idempotency TO baton_admin;

CREATE TABLE public.import_rows (
    org_id uuid NOT NULL,
    import_id uuid NOT NULL,
    step integer NOT NULL,
    line integer NOT NULL,
    content jsonb NOT NULL,
    links_step integer,
    item_id uuid,
    outcome text,
    CONSTRAINT import_rows_outcome_check CHECK ((outcome = ANY (ARRAY['created'::text, 'updated'::text, 'unchanged'::text])))
);
ALTER TABLE ONLY public.import_rows FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.import_rows IS 'tenant';
ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_pkey PRIMARY KEY (org_id, import_id, step);
ALTER TABLE ONLY public.import_rows
    ADD CONSTRAINT import_rows_org_id_import_id_fkey FOREIGN KEY (org_id, import_id) REFERENCES public.imports(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.import_rows ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.import_rows TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.import_rows TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.import_rows TO baton_app;

CREATE TABLE public.imported_comments (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text NOT NULL,
    comment_id uuid NOT NULL,
    CONSTRAINT imported_comments_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 150)))
);
ALTER TABLE ONLY public.imported_comments FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.imported_comments IS 'tenant';
ALTER TABLE ONLY public.imported_comments
    ADD CONSTRAINT imported_comments_pkey PRIMARY KEY (org_id, project_id, external_id);
ALTER TABLE ONLY public.imported_comments
    ADD CONSTRAINT imported_comments_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE public.imported_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.imported_comments TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.imported_comments TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.imported_comments TO baton_app;

CREATE TABLE public.imports (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_kind text NOT NULL,
    credential_id uuid,
    skip_unknown_assignees boolean NOT NULL,
    status text DEFAULT 'queued'::text NOT NULL,
    total integer NOT NULL,
    done integer DEFAULT 0 NOT NULL,
    created integer DEFAULT 0 NOT NULL,
    updated integer DEFAULT 0 NOT NULL,
    unchanged integer DEFAULT 0 NOT NULL,
    steps integer NOT NULL,
    next_step integer DEFAULT 0 NOT NULL,
    errors jsonb DEFAULT '[]'::jsonb NOT NULL,
    warnings jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT imports_check CHECK (((done >= 0) AND (done <= total))),
    CONSTRAINT imports_errors_check CHECK ((jsonb_typeof(errors) = 'array'::text)),
    CONSTRAINT imports_status_check CHECK ((status = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text]))),
    CONSTRAINT imports_total_check CHECK ((total > 0)),
    CONSTRAINT imports_warnings_check CHECK ((jsonb_typeof(warnings) = 'array'::text))
);
ALTER TABLE ONLY public.imports FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.imports IS 'tenant';
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.imports
    ADD CONSTRAINT imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX imports_finished ON public.imports USING btree (org_id, finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX imports_project ON public.imports USING btree (org_id, project_id);
CREATE INDEX imports_unfinished ON public.imports USING btree (user_id) WHERE (finished_at IS NULL);
ALTER TABLE public.imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.imports TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.imports TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.imports TO baton_app;

CREATE TABLE public.instance_settings (
    key text NOT NULL,
    value jsonb NOT NULL,
    sealed bytea,
    updated_by uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT instance_settings_key_check CHECK ((key ~ '^[a-z][a-z_]{0,39}$'::text)),
    CONSTRAINT instance_settings_value_check CHECK (((jsonb_typeof(value) = 'object'::text) AND (pg_column_size(value) <= 65536)))
);
ALTER TABLE ONLY public.instance_settings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.instance_settings IS 'instance';
ALTER TABLE ONLY public.instance_settings
    ADD CONSTRAINT instance_settings_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.instance_settings
    ADD CONSTRAINT instance_settings_updated_by_fkey FOREIGN KEY (updated_by) REFERENCES public.users(id);
ALTER TABLE public.instance_settings ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.instance_settings TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY every_process ON public.instance_settings FOR SELECT TO baton_app USING (true);
CREATE POLICY owner_all ON public.instance_settings TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE public.instance_settings TO baton_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.instance_settings TO baton_admin;

CREATE TABLE public.invites (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    email text,
    role text NOT NULL,
    team_id uuid,
    team_role text,
    invited_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    accepted_at timestamp with time zone,
    accepted_by uuid,
    declined_at timestamp with time zone,
    revoked_at timestamp with time zone,
    open boolean GENERATED ALWAYS AS (((accepted_at IS NULL) AND (declined_at IS NULL) AND (revoked_at IS NULL))) STORED NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    label text DEFAULT ''::text NOT NULL,
    held_by uuid,
    CONSTRAINT invites_check CHECK (((team_id IS NULL) = (team_role IS NULL))),
    CONSTRAINT invites_check1 CHECK ((num_nonnulls(accepted_at, declined_at, revoked_at) <= 1)),
    CONSTRAINT invites_email_check CHECK (((email = lower(email)) AND ((length(email) >= 3) AND (length(email) <= 254)))),
    CONSTRAINT invites_label_check CHECK ((length(label) <= 120)),
    CONSTRAINT invites_role_check CHECK ((role = ANY (ARRAY['admin'::text, 'member'::text, 'viewer'::text]))),
    CONSTRAINT invites_team_role_check CHECK ((team_role = ANY (ARRAY['lead'::text, 'member'::text])))
);
ALTER TABLE ONLY public.invites FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.invites IS 'tenant';
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_held_by_fkey FOREIGN KEY (held_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.invites
    ADD CONSTRAINT invites_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id);
CREATE INDEX invites_email ON public.invites USING btree (email, id) WHERE open;
CREATE INDEX invites_end ON public.invites USING btree (LEAST(expires_at, accepted_at, declined_at, revoked_at));
CREATE INDEX invites_held ON public.invites USING btree (held_by) WHERE (open AND (held_by IS NOT NULL));
CREATE INDEX invites_inviter ON public.invites USING btree (invited_by, created_at);
CREATE INDEX invites_recent ON public.invites USING btree (org_id, created_at);
CREATE INDEX invites_recipient ON public.invites USING btree (email, created_at) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX invites_id ON public.invites USING btree (id);
CREATE UNIQUE INDEX invites_open ON public.invites USING btree (org_id, email) WHERE open;
ALTER TABLE public.invites ENABLE ROW LEVEL SECURITY;
CREATE POLICY addressed ON public.invites TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (email = ( SELECT app.proven_email() AS proven_email)) OR (held_by = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (email = ( SELECT app.proven_email() AS proven_email)) OR (held_by = ( SELECT app."user"() AS "user"))));
CREATE POLICY administration ON public.invites TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.invites TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.invites TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT(org_id) ON TABLE public.invites TO baton_admin;
GRANT SELECT(team_id),UPDATE(team_id) ON TABLE public.invites TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.invites TO baton_app;
GRANT SELECT ON TABLE public.invites TO baton_auth;
GRANT UPDATE(accepted_at) ON TABLE public.invites TO baton_auth;
GRANT UPDATE(accepted_by) ON TABLE public.invites TO baton_auth;
GRANT UPDATE(declined_at) ON TABLE public.invites TO baton_auth;
GRANT UPDATE(team_role) ON TABLE public.invites TO baton_admin;
GRANT UPDATE(updated_at) ON TABLE public.invites TO baton_auth;
GRANT UPDATE(version) ON TABLE public.invites TO baton_auth;

CREATE TABLE public.issue_comments (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    comment_id uuid NOT NULL,
    number integer NOT NULL,
    host_id bigint
);
ALTER TABLE ONLY public.issue_comments FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.issue_comments IS 'tenant';
ALTER TABLE ONLY public.issue_comments
    ADD CONSTRAINT issue_comments_pkey PRIMARY KEY (org_id, repository_id, comment_id);
ALTER TABLE ONLY public.issue_comments
    ADD CONSTRAINT issue_comments_org_id_repository_id_number_fkey FOREIGN KEY (org_id, repository_id, number) REFERENCES public.issue_links(org_id, repository_id, number) ON DELETE CASCADE;
CREATE INDEX issue_comments_issue ON public.issue_comments USING btree (org_id, repository_id, number) WHERE (host_id IS NULL);
CREATE UNIQUE INDEX issue_comments_host ON public.issue_comments USING btree (org_id, repository_id, host_id);
ALTER TABLE public.issue_comments ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.issue_comments TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.issue_comments TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.issue_comments TO baton_app;

CREATE TABLE public.issue_links (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    number integer NOT NULL,
    item_id uuid NOT NULL,
    title text NOT NULL,
    state text NOT NULL,
    url text NOT NULL,
    agreed bytea NOT NULL,
    host_updated_at timestamp with time zone NOT NULL,
    wanted_at timestamp with time zone,
    claim_id uuid,
    claimed_until timestamp with time zone,
    refused text,
    CONSTRAINT issue_links_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])))
);
ALTER TABLE ONLY public.issue_links FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.issue_links IS 'tenant';
ALTER TABLE ONLY public.issue_links
    ADD CONSTRAINT issue_links_pkey PRIMARY KEY (org_id, repository_id, number);
ALTER TABLE ONLY public.issue_links
    ADD CONSTRAINT issue_links_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.issue_links
    ADD CONSTRAINT issue_links_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX issue_links_item ON public.issue_links USING btree (org_id, item_id);
ALTER TABLE public.issue_links ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.issue_links FOR SELECT TO baton_admin USING (true);
CREATE POLICY owner_all ON public.issue_links TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.issue_links TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.issue_links TO baton_app;
GRANT SELECT ON TABLE public.issue_links TO baton_admin;

CREATE TABLE public.issue_report_messages (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    report_id uuid NOT NULL,
    author_id uuid NOT NULL,
    from_administrator boolean NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT issue_report_messages_body_check CHECK (((length(body) >= 1) AND (length(body) <= 10000)))
);
ALTER TABLE ONLY public.issue_report_messages FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.issue_report_messages IS 'personal(user_id)';
ALTER TABLE ONLY public.issue_report_messages
    ADD CONSTRAINT issue_report_messages_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.issue_report_messages
    ADD CONSTRAINT issue_report_messages_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.issue_report_messages
    ADD CONSTRAINT issue_report_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.issue_report_messages
    ADD CONSTRAINT issue_report_messages_user_id_report_id_fkey FOREIGN KEY (user_id, report_id) REFERENCES public.issue_reports(user_id, id) ON DELETE CASCADE;
CREATE INDEX issue_report_messages_report ON public.issue_report_messages USING btree (report_id, id);
ALTER TABLE public.issue_report_messages ENABLE ROW LEVEL SECURITY;
CREATE POLICY administrators ON public.issue_report_messages TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY own ON public.issue_report_messages TO baton_app USING ((user_id = ( SELECT app."user"() AS "user"))) WITH CHECK ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.issue_report_messages TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT ON TABLE public.issue_report_messages TO baton_app;
GRANT SELECT,INSERT ON TABLE public.issue_report_messages TO baton_admin;

CREATE TABLE public.issue_reports (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint NOT NULL,
    title text NOT NULL,
    body text NOT NULL,
    page text,
    app_version text,
    request_id text,
    browser text,
    console jsonb DEFAULT '[]'::jsonb NOT NULL,
    status text DEFAULT 'new'::text NOT NULL,
    merged_into uuid,
    known_as text,
    host_repository text,
    host_url text,
    host_failure text,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT issue_reports_app_version_check CHECK ((length(app_version) <= 100)),
    CONSTRAINT issue_reports_body_check CHECK ((length(body) <= 20000)),
    CONSTRAINT issue_reports_browser_check CHECK ((length(browser) <= 400)),
    CONSTRAINT issue_reports_console_check CHECK (((jsonb_typeof(console) = 'array'::text) AND (pg_column_size(console) <= 32768))),
    CONSTRAINT issue_reports_host_failure_check CHECK ((length(host_failure) <= 300)),
    CONSTRAINT issue_reports_host_repository_check CHECK ((length(host_repository) <= 250)),
    CONSTRAINT issue_reports_host_url_check CHECK ((length(host_url) <= 500)),
    CONSTRAINT issue_reports_known_as_check CHECK (((length(known_as) >= 1) AND (length(known_as) <= 200))),
    CONSTRAINT issue_reports_page_check CHECK ((length(page) <= 500)),
    CONSTRAINT issue_reports_request_id_check CHECK ((length(request_id) <= 100)),
    CONSTRAINT issue_reports_status_check CHECK ((status = ANY (ARRAY['new'::text, 'triaged'::text, 'planned'::text, 'fixed'::text, 'declined'::text]))),
    CONSTRAINT issue_reports_title_check CHECK (((length(title) >= 1) AND (length(title) <= 200)))
);
ALTER TABLE ONLY public.issue_reports FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.issue_reports IS 'personal(user_id)';
ALTER TABLE ONLY public.issue_reports
    ADD CONSTRAINT issue_reports_id_key UNIQUE (id);
ALTER TABLE ONLY public.issue_reports
    ADD CONSTRAINT issue_reports_number_key UNIQUE (number);
ALTER TABLE ONLY public.issue_reports
    ADD CONSTRAINT issue_reports_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.issue_reports
    ADD CONSTRAINT issue_reports_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES public.issue_reports(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.issue_reports
    ADD CONSTRAINT issue_reports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX issue_reports_merged ON public.issue_reports USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX issue_reports_status ON public.issue_reports USING btree (status, id DESC);
ALTER TABLE public.issue_reports ENABLE ROW LEVEL SECURITY;
CREATE POLICY administrators ON public.issue_reports TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY own ON public.issue_reports TO baton_app USING ((user_id = ( SELECT app."user"() AS "user"))) WITH CHECK ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.issue_reports TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT ON TABLE public.issue_reports TO baton_app;
GRANT SELECT ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(host_failure) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(host_repository) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(host_url) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(known_as) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(merged_into) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(status) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(updated_at) ON TABLE public.issue_reports TO baton_app;
GRANT UPDATE(updated_at) ON TABLE public.issue_reports TO baton_admin;
GRANT UPDATE(version) ON TABLE public.issue_reports TO baton_app;
GRANT UPDATE(version) ON TABLE public.issue_reports TO baton_admin;

ALTER TABLE public.issue_reports ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.issue_reports_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.links (
    org_id uuid NOT NULL,
    from_kind text NOT NULL,
    from_id uuid NOT NULL,
    to_kind text NOT NULL,
    to_id uuid NOT NULL,
    to_version integer,
    created_at timestamp with time zone NOT NULL,
    names text[] DEFAULT '{}'::text[] NOT NULL,
    explicit boolean DEFAULT true NOT NULL,
    CONSTRAINT links_from_kind_check CHECK ((from_kind = ANY (ARRAY['note'::text, 'task'::text, 'spec'::text, 'decision'::text, 'feature'::text]))),
    CONSTRAINT links_to_kind_check CHECK ((to_kind = ANY (ARRAY['note'::text, 'task'::text, 'spec'::text, 'decision'::text, 'feature'::text]))),
    CONSTRAINT links_to_version_check CHECK ((to_version > 0))
);
ALTER TABLE ONLY public.links FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.links IS 'tenant';
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_pkey PRIMARY KEY (org_id, from_kind, from_id, to_kind, to_id);
ALTER TABLE ONLY public.links
    ADD CONSTRAINT links_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX links_back ON public.links USING btree (org_id, to_kind, to_id, created_at DESC);
ALTER TABLE public.links ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.links TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.links TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.links TO baton_app;

CREATE TABLE public.log_heads (
    org_id uuid NOT NULL,
    seq bigint DEFAULT 0 NOT NULL,
    first_seq bigint DEFAULT 1 NOT NULL,
    audit_seq bigint DEFAULT 0 NOT NULL,
    audit_hash bytea DEFAULT '\x00'::bytea NOT NULL,
    first_at timestamp with time zone,
    audit_first_at timestamp with time zone,
    unread boolean DEFAULT true NOT NULL,
    anchor_seq bigint DEFAULT 0 NOT NULL,
    anchor_hash bytea DEFAULT '\x00'::bytea NOT NULL,
    anchor_seal bytea,
    place integer DEFAULT 0 NOT NULL
);
ALTER TABLE ONLY public.log_heads FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.log_heads IS 'tenant';
ALTER TABLE ONLY public.log_heads
    ADD CONSTRAINT log_heads_pkey PRIMARY KEY (org_id);
CREATE INDEX log_heads_audit_first ON public.log_heads USING btree (audit_first_at) WHERE (audit_first_at IS NOT NULL);
CREATE INDEX log_heads_first ON public.log_heads USING btree (first_at) WHERE (first_at IS NOT NULL);
CREATE INDEX log_heads_place ON public.log_heads USING btree (org_id, place DESC);
CREATE INDEX log_heads_unread ON public.log_heads USING btree (org_id) WHERE unread;
ALTER TABLE public.log_heads ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.log_heads FOR SELECT TO baton_admin USING (true);
CREATE POLICY append ON public.log_heads TO baton_log USING (true) WITH CHECK (true);
CREATE POLICY found ON public.log_heads FOR INSERT TO baton_auth WITH CHECK (((seq = 0) AND (audit_seq = 0)));
CREATE POLICY found_app ON public.log_heads FOR INSERT TO baton_app WITH CHECK (((org_id = ( SELECT app.org() AS org)) AND (seq = 0) AND (audit_seq = 0)));
CREATE POLICY owner_all ON public.log_heads TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY position_of_caller ON public.log_heads FOR SELECT TO baton_auth USING (((app.org() IS NULL) OR (org_id = app.org())));
CREATE POLICY tenant ON public.log_heads FOR SELECT TO baton_app USING ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.log_heads TO baton_app;
GRANT SELECT ON TABLE public.log_heads TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.log_heads TO baton_log;
GRANT SELECT(org_id),INSERT(org_id) ON TABLE public.log_heads TO baton_auth;
GRANT INSERT(org_id) ON TABLE public.log_heads TO baton_app;
GRANT SELECT(place) ON TABLE public.log_heads TO baton_auth;
GRANT SELECT(seq) ON TABLE public.log_heads TO baton_auth;

CREATE TABLE public.log_readers (
    org_id uuid NOT NULL,
    reader text NOT NULL,
    seq bigint NOT NULL,
    CONSTRAINT log_readers_reader_check CHECK ((reader = ANY (ARRAY['notifications'::text, 'webhooks'::text])))
);
ALTER TABLE ONLY public.log_readers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.log_readers IS 'tenant';
ALTER TABLE ONLY public.log_readers
    ADD CONSTRAINT log_readers_pkey PRIMARY KEY (org_id, reader);
ALTER TABLE ONLY public.log_readers
    ADD CONSTRAINT log_readers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.log_readers ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.log_readers FOR SELECT TO baton_admin USING (true);
CREATE POLICY owner_all ON public.log_readers TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.log_readers TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.log_readers TO baton_app;
GRANT SELECT ON TABLE public.log_readers TO baton_admin;

CREATE TABLE public.logged_types (
    org_id uuid NOT NULL,
    type text NOT NULL,
    seq bigint NOT NULL
);
ALTER TABLE ONLY public.logged_types FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.logged_types IS 'tenant';
ALTER TABLE ONLY public.logged_types
    ADD CONSTRAINT logged_types_pkey PRIMARY KEY (org_id, type, seq);
ALTER TABLE ONLY public.logged_types
    ADD CONSTRAINT logged_types_org_id_seq_fkey FOREIGN KEY (org_id, seq) REFERENCES public.events(org_id, seq) ON DELETE CASCADE;
CREATE INDEX logged_types_seq ON public.logged_types USING btree (org_id, seq);
ALTER TABLE public.logged_types ENABLE ROW LEVEL SECURITY;
CREATE POLICY append ON public.logged_types TO baton_log USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.logged_types TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.logged_types FOR SELECT TO baton_app USING ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.logged_types TO baton_app;
GRANT INSERT ON TABLE public.logged_types TO baton_log;

CREATE TABLE public.memberships (
    org_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT memberships_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'admin'::text, 'member'::text, 'viewer'::text])))
);
ALTER TABLE ONLY public.memberships FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memberships IS 'tenant';
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_pkey PRIMARY KEY (org_id, user_id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.memberships
    ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX memberships_user ON public.memberships USING btree (user_id);
CREATE TRIGGER end_credentials AFTER DELETE ON public.memberships FOR EACH ROW EXECUTE FUNCTION app.end_credentials_of_member();
CREATE TRIGGER mirror_membership AFTER INSERT OR DELETE OR UPDATE ON public.memberships FOR EACH ROW EXECUTE FUNCTION app.mirror_membership();
ALTER TABLE public.memberships ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.memberships TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY identity ON public.memberships TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK ((( SELECT app."user"() AS "user") IS NULL));
CREATE POLICY invited_joins ON public.memberships FOR INSERT TO baton_auth WITH CHECK (((user_id = ( SELECT app."user"() AS "user")) AND (EXISTS ( SELECT
   FROM public.invites i
  WHERE ((i.org_id = memberships.org_id) AND (i.role = memberships.role) AND i.open AND ((i.email = ( SELECT app.proven_email() AS proven_email)) OR (i.held_by = ( SELECT app."user"() AS "user"))))))));
CREATE POLICY note_search ON public.memberships FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY own_reads ON public.memberships FOR SELECT TO baton_app USING ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.memberships TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memberships TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO baton_app;
GRANT SELECT,INSERT ON TABLE public.memberships TO baton_auth;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memberships TO baton_admin;
GRANT SELECT ON TABLE public.memberships TO baton_search;

CREATE TABLE public.memories (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    scope text NOT NULL,
    scope_id uuid NOT NULL,
    project_id uuid,
    owner_id uuid,
    place integer NOT NULL,
    content text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    sources jsonb DEFAULT '[]'::jsonb NOT NULL,
    trust text NOT NULL,
    valid_from timestamp with time zone,
    valid_until timestamp with time zone,
    pinned boolean DEFAULT false NOT NULL,
    last_used_at timestamp with time zone,
    superseded_by uuid,
    superseded_at timestamp with time zone,
    clearing_id uuid,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    embedded_as text,
    content_key text GENERATED ALWAYS AS (md5(lower(regexp_replace(content, '\s+'::text, ' '::text, 'g'::text)))) STORED NOT NULL,
    tsv tsvector GENERATED ALWAYS AS ((to_tsvector('english'::regconfig, content) || to_tsvector('english'::regconfig, app.words_of(tags)))) STORED NOT NULL,
    words tsvector,
    number integer,
    ref text,
    CONSTRAINT memories_check CHECK (((project_id IS NULL) <> (owner_id IS NULL))),
    CONSTRAINT memories_check1 CHECK (
CASE scope
    WHEN 'project'::text THEN (NOT (project_id IS DISTINCT FROM scope_id))
    ELSE (owner_id IS NOT NULL)
END),
    CONSTRAINT memories_content_check CHECK (((length(content) >= 1) AND (length(content) <= 20000))),
    CONSTRAINT memories_numbered CHECK (((number IS NOT NULL) AND (ref IS NOT NULL))),
    CONSTRAINT memories_place_check CHECK ((place > 0)),
    CONSTRAINT memories_scope_check CHECK ((scope = ANY (ARRAY['agent'::text, 'project'::text, 'session'::text]))),
    CONSTRAINT memories_sources_check CHECK ((jsonb_typeof(sources) = 'array'::text)),
    CONSTRAINT memories_tags_check CHECK ((cardinality(tags) <= 20)),
    CONSTRAINT memories_trust_check CHECK ((trust = ANY (ARRAY['person'::text, 'agent'::text, 'external'::text])))
);
ALTER TABLE ONLY public.memories FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memories IS 'tenant';
ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_org_id_superseded_by_fkey FOREIGN KEY (org_id, superseded_by) REFERENCES public.memories(org_id, id);
ALTER TABLE ONLY public.memories
    ADD CONSTRAINT memories_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX memories_clearing ON public.memories USING btree (org_id, clearing_id) WHERE (clearing_id IS NOT NULL);
CREATE INDEX memories_deleted ON public.memories USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX memories_embedded ON public.memories USING btree (embedded_as, org_id, id) WHERE ((deleted_at IS NULL) AND (superseded_by IS NULL));
CREATE INDEX memories_key ON public.memories USING btree (org_id, scope_id, content_key) WHERE ((deleted_at IS NULL) AND (superseded_by IS NULL));
CREATE INDEX memories_order ON public.memories USING btree (org_id, id) WHERE ((deleted_at IS NULL) AND (superseded_by IS NULL));
CREATE INDEX memories_scope ON public.memories USING btree (org_id, scope_id, place);
CREATE INDEX memories_spelling ON public.memories USING gin (org_id, content public.gin_trgm_ops) WHERE ((deleted_at IS NULL) AND (superseded_by IS NULL));
CREATE INDEX memories_superseded ON public.memories USING btree (org_id, superseded_by) WHERE (superseded_by IS NOT NULL);
CREATE INDEX memories_tsv ON public.memories USING gin (org_id, scope_id, tsv) WITH (fastupdate=off) WHERE ((deleted_at IS NULL) AND (superseded_by IS NULL));
CREATE INDEX memories_words ON public.memories USING gin (org_id, scope_id, words) WITH (fastupdate=off) WHERE ((deleted_at IS NULL) AND (superseded_by IS NULL));
CREATE UNIQUE INDEX memories_ref ON public.memories USING btree (org_id, ref);
CREATE TRIGGER keep_chain_open BEFORE UPDATE OF superseded_by ON public.memories FOR EACH ROW WHEN (((new.superseded_by IS NOT NULL) AND (new.superseded_by IS DISTINCT FROM old.superseded_by))) EXECUTE FUNCTION app.keep_chain_open();
CREATE TRIGGER keep_words BEFORE INSERT OR UPDATE OF content, tags ON public.memories FOR EACH ROW EXECUTE FUNCTION app.keep_words_of_memory();
CREATE TRIGGER number_memory BEFORE INSERT ON public.memories FOR EACH ROW EXECUTE FUNCTION app.number_memory();
ALTER TABLE public.memories ENABLE ROW LEVEL SECURITY;
CREATE POLICY memory_search ON public.memories FOR SELECT TO baton_search USING (true);
CREATE POLICY owner_all ON public.memories TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memories TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.memories TO baton_app;
GRANT SELECT ON TABLE public.memories TO baton_search;

CREATE TABLE public.memory_clearings (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    scope text NOT NULL,
    scope_id uuid NOT NULL,
    project_id uuid,
    owner_id uuid,
    up_to integer NOT NULL,
    count integer NOT NULL,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    restored_at timestamp with time zone,
    CONSTRAINT memory_clearings_check CHECK (((project_id IS NULL) <> (owner_id IS NULL))),
    CONSTRAINT memory_clearings_scope_check CHECK ((scope = ANY (ARRAY['agent'::text, 'project'::text, 'session'::text])))
);
ALTER TABLE ONLY public.memory_clearings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memory_clearings IS 'tenant';
ALTER TABLE ONLY public.memory_clearings
    ADD CONSTRAINT memory_clearings_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.memory_clearings
    ADD CONSTRAINT memory_clearings_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.memory_clearings
    ADD CONSTRAINT memory_clearings_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.memory_clearings
    ADD CONSTRAINT memory_clearings_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.memory_clearings
    ADD CONSTRAINT memory_clearings_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX memory_clearings_age ON public.memory_clearings USING btree (created_at);
ALTER TABLE public.memory_clearings ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.memory_clearings TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memory_clearings TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.memory_clearings TO baton_app;

CREATE TABLE public.memory_embeddings (
    org_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    model_id text NOT NULL,
    scope_id uuid NOT NULL,
    owner_id uuid,
    embedding public.vector NOT NULL
)
PARTITION BY LIST (model_id);
ALTER TABLE ONLY public.memory_embeddings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memory_embeddings IS 'tenant';
ALTER TABLE ONLY public.memory_embeddings
    ADD CONSTRAINT memory_embeddings_pkey PRIMARY KEY (org_id, memory_id, model_id);
ALTER TABLE public.memory_embeddings
    ADD CONSTRAINT memory_embeddings_org_id_memory_id_fkey FOREIGN KEY (org_id, memory_id) REFERENCES public.memories(org_id, id) ON DELETE CASCADE;
CREATE INDEX memory_embeddings_scope ON ONLY public.memory_embeddings USING btree (org_id, scope_id);
ALTER TABLE public.memory_embeddings ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.memory_embeddings TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memory_embeddings TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.memory_embeddings TO baton_app;

CREATE TABLE public.memory_maps (
    org_id uuid NOT NULL,
    scope_id uuid NOT NULL,
    due boolean NOT NULL,
    placed_at timestamp with time zone
);
ALTER TABLE ONLY public.memory_maps FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memory_maps IS 'tenant';
ALTER TABLE ONLY public.memory_maps
    ADD CONSTRAINT memory_maps_pkey PRIMARY KEY (org_id, scope_id);
ALTER TABLE ONLY public.memory_maps
    ADD CONSTRAINT memory_maps_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX memory_maps_due ON public.memory_maps USING btree (org_id) WHERE due;
ALTER TABLE public.memory_maps ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.memory_maps TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memory_maps TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.memory_maps TO baton_app;

CREATE TABLE public.memory_points (
    org_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    scope_id uuid NOT NULL,
    x real NOT NULL,
    y real NOT NULL
);
ALTER TABLE ONLY public.memory_points FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memory_points IS 'tenant';
ALTER TABLE ONLY public.memory_points
    ADD CONSTRAINT memory_points_pkey PRIMARY KEY (org_id, memory_id);
ALTER TABLE ONLY public.memory_points
    ADD CONSTRAINT memory_points_org_id_memory_id_fkey FOREIGN KEY (org_id, memory_id) REFERENCES public.memories(org_id, id) ON DELETE CASCADE;
CREATE INDEX memory_points_scope ON public.memory_points USING btree (org_id, scope_id);
ALTER TABLE public.memory_points ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.memory_points TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memory_points TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.memory_points TO baton_app;

CREATE TABLE public.memory_reviews (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    scope_id uuid NOT NULL,
    memory_id uuid NOT NULL,
    other_id uuid NOT NULL,
    kind text NOT NULL,
    similarity real,
    resolution text,
    resolved_by uuid,
    resolved_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT memory_reviews_check CHECK ((memory_id <> other_id)),
    CONSTRAINT memory_reviews_check1 CHECK (((resolution IS NULL) = (resolved_at IS NULL))),
    CONSTRAINT memory_reviews_kind_check CHECK ((kind = ANY (ARRAY['duplicate'::text, 'contradiction'::text]))),
    CONSTRAINT memory_reviews_resolution_check CHECK ((resolution = ANY (ARRAY['keep_both'::text, 'keep_newer'::text, 'keep_older'::text])))
);
ALTER TABLE ONLY public.memory_reviews FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.memory_reviews IS 'tenant';
ALTER TABLE ONLY public.memory_reviews
    ADD CONSTRAINT memory_reviews_org_id_memory_id_other_id_key UNIQUE (org_id, memory_id, other_id);
ALTER TABLE ONLY public.memory_reviews
    ADD CONSTRAINT memory_reviews_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.memory_reviews
    ADD CONSTRAINT memory_reviews_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.memory_reviews
    ADD CONSTRAINT memory_reviews_org_id_memory_id_fkey FOREIGN KEY (org_id, memory_id) REFERENCES public.memories(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memory_reviews
    ADD CONSTRAINT memory_reviews_org_id_other_id_fkey FOREIGN KEY (org_id, other_id) REFERENCES public.memories(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.memory_reviews
    ADD CONSTRAINT memory_reviews_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES public.users(id);
CREATE INDEX memory_reviews_open ON public.memory_reviews USING btree (org_id, id) WHERE (resolved_at IS NULL);
CREATE INDEX memory_reviews_other ON public.memory_reviews USING btree (org_id, other_id);
ALTER TABLE public.memory_reviews ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.memory_reviews TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.memory_reviews TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.memory_reviews TO baton_app;

CREATE TABLE public.migrations (
    name text NOT NULL,
    digest text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);
COMMENT ON TABLE public.migrations IS 'instance';
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
GRANT SELECT ON TABLE public.migrations TO baton_app;

CREATE TABLE public.milestones (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    target_on date,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT milestones_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT milestones_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY public.milestones FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.milestones IS 'tenant';
ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_org_id_project_id_id_key UNIQUE (org_id, project_id, id);
ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.milestones
    ADD CONSTRAINT milestones_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
CREATE INDEX milestones_by_agent ON public.milestones USING btree (org_id, created_by_agent_id) WHERE (created_by_agent_id IS NOT NULL);
CREATE INDEX milestones_by_author ON public.milestones USING btree (created_by);
CREATE UNIQUE INDEX milestones_name ON public.milestones USING btree (org_id, project_id, lower(name));
ALTER TABLE public.milestones ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.milestones TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.milestones TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.milestones TO baton_app;

CREATE TABLE public.notes (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid,
    owner_id uuid,
    title text NOT NULL,
    content text DEFAULT ''::text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    pinned boolean DEFAULT false NOT NULL,
    public_slug text,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    title_key text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL,
    tsv tsvector GENERATED ALWAYS AS ((setweight(to_tsvector('simple'::regconfig, title), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, content), 'B'::"char"))) STORED NOT NULL,
    CONSTRAINT notes_check CHECK (((project_id IS NULL) <> (owner_id IS NULL))),
    CONSTRAINT notes_content_check CHECK ((length(content) <= 100000)),
    CONSTRAINT notes_public_slug_check CHECK (((public_slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND (length(public_slug) <= 64))),
    CONSTRAINT notes_tags_check CHECK ((cardinality(tags) <= 20)),
    CONSTRAINT notes_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.notes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.notes IS 'tenant';
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX notes_creator ON public.notes USING btree (created_by, id);
CREATE INDEX notes_order ON public.notes USING btree (org_id, pinned, id);
CREATE INDEX notes_owner ON public.notes USING btree (org_id, owner_id, pinned, id) WHERE (owner_id IS NOT NULL);
CREATE INDEX notes_project ON public.notes USING btree (org_id, project_id, pinned, id) WHERE (project_id IS NOT NULL);
CREATE INDEX notes_title ON public.notes USING btree (org_id, title_key) WHERE (deleted_at IS NULL);
CREATE INDEX notes_tsv ON public.notes USING gin (org_id, tsv);
CREATE TRIGGER keep_changes_indexed AFTER UPDATE ON public.notes FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.content IS DISTINCT FROM new.content) OR (old.tags IS DISTINCT FROM new.tags) OR (old.project_id IS DISTINCT FROM new.project_id) OR (old.owner_id IS DISTINCT FROM new.owner_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.keep_indexed();
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE ON public.notes FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.notes ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.notes FOR SELECT TO baton_admin USING (true);
CREATE POLICY note_search ON public.notes FOR SELECT TO baton_search USING (true);
CREATE POLICY owner_all ON public.notes TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.notes TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT(content) ON TABLE public.notes TO baton_admin;
GRANT SELECT(created_at) ON TABLE public.notes TO baton_admin;
GRANT SELECT(created_by) ON TABLE public.notes TO baton_admin;
GRANT SELECT(deleted_at) ON TABLE public.notes TO baton_admin;
GRANT SELECT(id) ON TABLE public.notes TO baton_admin;
GRANT SELECT(org_id) ON TABLE public.notes TO baton_admin;
GRANT SELECT(owner_id) ON TABLE public.notes TO baton_admin;
GRANT SELECT(pinned) ON TABLE public.notes TO baton_admin;
GRANT SELECT(project_id) ON TABLE public.notes TO baton_admin;
GRANT SELECT(public_slug) ON TABLE public.notes TO baton_admin;
GRANT SELECT(tags) ON TABLE public.notes TO baton_admin;
GRANT SELECT(title) ON TABLE public.notes TO baton_admin;
GRANT SELECT(updated_at) ON TABLE public.notes TO baton_admin;
GRANT SELECT(version) ON TABLE public.notes TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.notes TO baton_app;
GRANT SELECT ON TABLE public.notes TO baton_search;

CREATE TABLE public.notifications (
    user_id uuid NOT NULL,
    id uuid NOT NULL,
    org_id uuid NOT NULL,
    kind text NOT NULL,
    event_seq bigint,
    project_id uuid,
    subject_kind text,
    subject_id uuid,
    subject_ref text,
    title text DEFAULT ''::text NOT NULL,
    gate text,
    actor_id uuid,
    agent_id uuid,
    in_app boolean NOT NULL,
    mail text NOT NULL,
    digest_id uuid,
    read_at timestamp with time zone,
    snoozed_until timestamp with time zone,
    archived_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    excerpt text,
    comment_id uuid,
    pushed_at timestamp with time zone,
    settled_by uuid,
    CONSTRAINT notifications_check CHECK (((subject_kind IS NULL) = (subject_id IS NULL))),
    CONSTRAINT notifications_gate_check CHECK ((length(gate) <= 120)),
    CONSTRAINT notifications_kind_check CHECK ((kind ~ '^[a-z_]{1,40}$'::text)),
    CONSTRAINT notifications_mail_check CHECK ((mail = ANY (ARRAY['none'::text, 'digest'::text, 'requested'::text, 'sent'::text]))),
    CONSTRAINT notifications_subject_kind_check CHECK ((length(subject_kind) <= 40)),
    CONSTRAINT notifications_subject_ref_check CHECK ((length(subject_ref) <= 100)),
    CONSTRAINT notifications_title_check CHECK ((length(title) <= 300))
);
ALTER TABLE ONLY public.notifications FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.notifications IS 'personal(user_id)';
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (user_id, id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX notifications_age ON public.notifications USING btree (created_at) WHERE (read_at IS NOT NULL);
CREATE INDEX notifications_digest ON public.notifications USING btree (digest_id) WHERE (mail = 'requested'::text);
CREATE INDEX notifications_subject ON public.notifications USING btree (org_id, subject_id) WHERE (archived_at IS NULL);
CREATE INDEX notifications_to_mail ON public.notifications USING btree (user_id, created_at) WHERE ((mail = 'digest'::text) AND (read_at IS NULL));
CREATE INDEX notifications_unread ON public.notifications USING btree (user_id, org_id, project_id) WHERE ((read_at IS NULL) AND in_app);
CREATE INDEX notifications_waiting ON public.notifications USING btree (org_id, user_id, subject_id) WHERE ((read_at IS NULL) AND (subject_id IS NOT NULL));
CREATE UNIQUE INDEX notifications_once ON public.notifications USING btree (org_id, event_seq, user_id, kind) WHERE (event_seq IS NOT NULL);
ALTER TABLE public.notifications ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON public.notifications TO baton_auth USING ((( SELECT app."user"() AS "user") IS NULL)) WITH CHECK ((( SELECT app."user"() AS "user") IS NULL));
CREATE POLICY log_reader ON public.notifications TO baton_app USING (((( SELECT app."user"() AS "user") IS NULL) AND (org_id = ( SELECT app.org() AS org)))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) AND (org_id = ( SELECT app.org() AS org))));
CREATE POLICY own_marks ON public.notifications FOR UPDATE TO baton_app USING ((user_id = ( SELECT app."user"() AS "user"))) WITH CHECK ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY own_reads ON public.notifications FOR SELECT TO baton_app USING ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY own_reminders ON public.notifications FOR INSERT TO baton_app WITH CHECK (((user_id = ( SELECT app."user"() AS "user")) AND (org_id = ( SELECT app.org() AS org))));
CREATE POLICY owner_all ON public.notifications TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT ON TABLE public.notifications TO baton_app;
GRANT SELECT,DELETE ON TABLE public.notifications TO baton_auth;
GRANT UPDATE(archived_at) ON TABLE public.notifications TO baton_app;
GRANT UPDATE(digest_id) ON TABLE public.notifications TO baton_auth;
GRANT UPDATE(excerpt) ON TABLE public.notifications TO baton_app;
GRANT UPDATE(mail) ON TABLE public.notifications TO baton_auth;
GRANT UPDATE(pushed_at) ON TABLE public.notifications TO baton_auth;
GRANT UPDATE(read_at) ON TABLE public.notifications TO baton_app;
GRANT UPDATE(settled_by) ON TABLE public.notifications TO baton_app;
GRANT UPDATE(snoozed_until) ON TABLE public.notifications TO baton_app;
GRANT UPDATE(updated_at) ON TABLE public.notifications TO baton_app;
GRANT UPDATE(version) ON TABLE public.notifications TO baton_app;

CREATE TABLE public.organizations (
    id uuid NOT NULL,
    handle text NOT NULL,
    name text NOT NULL,
    personal_of uuid,
    sandbox_of uuid,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT organizations_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY public.organizations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.organizations IS 'tenant(id)';
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_handle_key UNIQUE (handle);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_personal_of_key UNIQUE (personal_of);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_handle_fkey FOREIGN KEY (handle) REFERENCES public.handles(handle);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_personal_of_fkey FOREIGN KEY (personal_of) REFERENCES public.users(id);
ALTER TABLE ONLY public.organizations
    ADD CONSTRAINT organizations_sandbox_of_fkey FOREIGN KEY (sandbox_of) REFERENCES public.organizations(id);
CREATE INDEX organizations_deleted ON public.organizations USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE UNIQUE INDEX organizations_sandbox_of ON public.organizations USING btree (sandbox_of) WHERE (deleted_at IS NULL);
CREATE TRIGGER members_of_sandbox AFTER INSERT ON public.organizations FOR EACH ROW WHEN ((new.sandbox_of IS NOT NULL)) EXECUTE FUNCTION app.follow_parent();
CREATE TRIGGER sandbox_goes_along AFTER UPDATE OF deleted_at ON public.organizations FOR EACH ROW WHEN (((old.deleted_at IS DISTINCT FROM new.deleted_at) AND (new.sandbox_of IS NULL))) EXECUTE FUNCTION app.follow_parent();
ALTER TABLE public.organizations ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.organizations TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY identity ON public.organizations TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (EXISTS ( SELECT
   FROM public.memberships m
  WHERE ((m.org_id = organizations.id) AND (m.user_id = ( SELECT app."user"() AS "user"))))))) WITH CHECK ((( SELECT app."user"() AS "user") IS NULL));
CREATE POLICY invited_reads ON public.organizations FOR SELECT TO baton_auth USING (((( SELECT app."user"() AS "user") IS NOT NULL) AND (id IN ( SELECT i.org_id
   FROM public.invites i
  WHERE (i.open AND ((i.email = ( SELECT app.proven_email() AS proven_email)) OR (i.held_by = ( SELECT app."user"() AS "user"))))))));
CREATE POLICY member_reads ON public.organizations FOR SELECT TO baton_app USING (app.is_member(id, ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.organizations TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.organizations TO baton_app USING ((id = ( SELECT app.org() AS org))) WITH CHECK ((id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.organizations TO baton_app;
GRANT SELECT,INSERT ON TABLE public.organizations TO baton_auth;
GRANT SELECT,UPDATE ON TABLE public.organizations TO baton_admin;

CREATE TABLE public.plans (
    id text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    price_cents integer DEFAULT 0 NOT NULL,
    currency text DEFAULT 'usd'::text NOT NULL,
    provider_price text,
    checkout_url text,
    "position" integer DEFAULT 0 NOT NULL,
    is_default boolean DEFAULT false NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT plans_checkout_url_check CHECK (((checkout_url ~ '^https://'::text) AND (length(checkout_url) <= 1000))),
    CONSTRAINT plans_currency_check CHECK ((currency ~ '^[a-z]{3}$'::text)),
    CONSTRAINT plans_description_check CHECK ((length(description) <= 500)),
    CONSTRAINT plans_id_check CHECK ((id ~ '^[a-z][a-z0-9_-]{0,39}$'::text)),
    CONSTRAINT plans_limits_check CHECK ((jsonb_typeof(limits) = 'object'::text)),
    CONSTRAINT plans_name_check CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    CONSTRAINT plans_price_cents_check CHECK (((price_cents >= 0) AND (price_cents <= 100000000))),
    CONSTRAINT plans_provider_price_check CHECK ((length(provider_price) <= 255))
);
ALTER TABLE ONLY public.plans FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.plans IS 'instance';
ALTER TABLE ONLY public.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX plans_default ON public.plans USING btree (is_default) WHERE is_default;
CREATE UNIQUE INDEX plans_price ON public.plans USING btree (provider_price) WHERE (provider_price IS NOT NULL);
ALTER TABLE public.plans ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.plans TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_reads ON public.plans FOR SELECT TO baton_app, baton_auth USING (true);
CREATE POLICY owner_all ON public.plans TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE public.plans TO baton_app;
GRANT SELECT ON TABLE public.plans TO baton_auth;
GRANT SELECT,INSERT,UPDATE ON TABLE public.plans TO baton_admin;

CREATE TABLE public.preferences (
    user_id uuid NOT NULL,
    document jsonb DEFAULT '{}'::jsonb NOT NULL,
    digested_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT preferences_document_check CHECK (((jsonb_typeof(document) = 'object'::text) AND (pg_column_size(document) <= 8192)))
);
ALTER TABLE ONLY public.preferences FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.preferences IS 'personal(user_id)';
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE public.preferences ENABLE ROW LEVEL SECURITY;
CREATE POLICY identity ON public.preferences TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (user_id = ( SELECT app."user"() AS "user"))));
CREATE POLICY log_reader ON public.preferences FOR SELECT TO baton_app USING (((( SELECT app."user"() AS "user") IS NULL) AND app.is_member(( SELECT app.org() AS org), user_id)));
CREATE POLICY own ON public.preferences TO baton_app USING ((user_id = ( SELECT app."user"() AS "user"))) WITH CHECK ((user_id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.preferences TO baton_owner USING (true) WITH CHECK (true);
GRANT INSERT(created_at) ON TABLE public.preferences TO baton_app;
GRANT INSERT(document),UPDATE(document) ON TABLE public.preferences TO baton_app;
GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE public.preferences TO baton_app;
GRANT INSERT(user_id) ON TABLE public.preferences TO baton_app;
GRANT INSERT(version),UPDATE(version) ON TABLE public.preferences TO baton_app;
GRANT SELECT ON TABLE public.preferences TO baton_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.preferences TO baton_auth;

CREATE TABLE public.project_labels (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    name text NOT NULL,
    color text DEFAULT 'gray'::text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT project_labels_color_check CHECK ((color = ANY (ARRAY['gray'::text, 'red'::text, 'orange'::text, 'yellow'::text, 'green'::text, 'teal'::text, 'blue'::text, 'violet'::text, 'pink'::text]))),
    CONSTRAINT project_labels_description_check CHECK ((length(description) <= 500)),
    CONSTRAINT project_labels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 50)))
);
ALTER TABLE ONLY public.project_labels FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_labels IS 'tenant';
ALTER TABLE ONLY public.project_labels
    ADD CONSTRAINT project_labels_pkey PRIMARY KEY (org_id, project_id, name);
ALTER TABLE ONLY public.project_labels
    ADD CONSTRAINT project_labels_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE public.project_labels ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.project_labels TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.project_labels TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.project_labels TO baton_app;

CREATE TABLE public.project_members (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.project_members FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.project_members IS 'tenant';
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_pkey PRIMARY KEY (org_id, project_id, user_id);
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.project_members
    ADD CONSTRAINT project_members_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.memberships(org_id, user_id) ON DELETE CASCADE;
CREATE INDEX project_members_user ON public.project_members USING btree (org_id, user_id);
ALTER TABLE public.project_members ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.project_members FOR SELECT TO baton_admin USING (true);
CREATE POLICY note_search ON public.project_members FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.project_members TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.project_members TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.project_members TO baton_admin;
GRANT SELECT,INSERT,DELETE ON TABLE public.project_members TO baton_app;
GRANT SELECT ON TABLE public.project_members TO baton_search;

CREATE TABLE public.projects (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    key text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    settings jsonb DEFAULT '{}'::jsonb NOT NULL,
    visibility text DEFAULT 'organization'::text NOT NULL,
    shared_slug text,
    last_number integer DEFAULT 0 NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    archived_at timestamp with time zone,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    shared_parts text[] DEFAULT '{}'::text[] NOT NULL,
    former_slugs text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT projects_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT projects_former_slugs_check CHECK ((cardinality(former_slugs) <= 20)),
    CONSTRAINT projects_key_check CHECK ((key ~ '^[A-Z][A-Z0-9]{1,9}$'::text)),
    CONSTRAINT projects_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT projects_shared_parts_check CHECK ((shared_parts <@ ARRAY['progress'::text, 'roadmap'::text, 'docs'::text])),
    CONSTRAINT projects_slug_check CHECK (((slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND (length(slug) <= 64))),
    CONSTRAINT projects_visibility_check CHECK ((visibility = ANY (ARRAY['organization'::text, 'private'::text])))
);
ALTER TABLE ONLY public.projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.projects IS 'tenant';
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.projects
    ADD CONSTRAINT projects_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX projects_creator ON public.projects USING btree (created_by, id);
CREATE INDEX projects_shared ON public.projects USING btree (org_id) WHERE (shared_slug IS NOT NULL);
CREATE UNIQUE INDEX projects_key ON public.projects USING btree (org_id, key);
CREATE UNIQUE INDEX projects_slug ON public.projects USING btree (org_id, slug) WHERE (deleted_at IS NULL);
CREATE TRIGGER keep_changes_indexed AFTER UPDATE ON public.projects FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.description IS DISTINCT FROM new.description) OR (old.slug IS DISTINCT FROM new.slug) OR (old.key IS DISTINCT FROM new.key) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.keep_indexed();
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE ON public.projects FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.projects FOR SELECT TO baton_admin USING (true);
CREATE POLICY note_search ON public.projects FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.projects TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.projects TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.projects TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.projects TO baton_app;
GRANT SELECT ON TABLE public.projects TO baton_search;

CREATE TABLE public.published (
    kind text NOT NULL,
    slug text NOT NULL,
    org_id uuid,
    item_id uuid NOT NULL,
    fields jsonb NOT NULL,
    tsv tsvector GENERATED ALWAYS AS (to_tsvector('simple'::regconfig, ((COALESCE((fields ->> 'name'::text), ''::text) || ' '::text) || COALESCE((fields ->> 'description'::text), ''::text)))) STORED,
    published_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    body text,
    project_id uuid,
    frontmatter text,
    archive bytea,
    taken_down_at timestamp with time zone,
    CONSTRAINT published_kind_check CHECK ((kind = ANY (ARRAY['project'::text, 'note'::text, 'skill'::text, 'agent'::text, 'doc'::text, 'page'::text, 'post'::text, 'profile'::text]))),
    CONSTRAINT published_of_someone CHECK (((org_id IS NOT NULL) OR (kind = ANY (ARRAY['page'::text, 'post'::text, 'doc'::text])))),
    CONSTRAINT published_slug_check CHECK (((length(slug) >= 1) AND (length(slug) <= 200)))
);
ALTER TABLE ONLY public.published FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.published IS 'published';
ALTER TABLE ONLY public.published
    ADD CONSTRAINT published_pkey PRIMARY KEY (kind, slug);
ALTER TABLE ONLY public.published
    ADD CONSTRAINT published_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX published_docs ON public.published USING btree (project_id, item_id DESC) WHERE (project_id IS NOT NULL);
CREATE INDEX published_newest ON public.published USING btree (kind, item_id DESC);
CREATE INDEX published_posts ON public.published USING btree (published_at DESC, item_id DESC) WHERE (kind = 'post'::text);
CREATE INDEX published_tsv ON public.published USING gin (tsv);
CREATE INDEX published_words ON public.published USING gin (app.published_words(fields, body));
CREATE UNIQUE INDEX published_item ON public.published USING btree (org_id, kind, item_id);
CREATE UNIQUE INDEX published_site ON public.published USING btree (kind, item_id) WHERE (org_id IS NULL);
CREATE TRIGGER place_note BEFORE INSERT ON public.published FOR EACH ROW WHEN ((new.kind = 'note'::text)) EXECUTE FUNCTION app.place_published_note();
ALTER TABLE public.published ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.published FOR SELECT TO baton_admin USING ((kind = 'skill'::text));
CREATE POLICY anyone_reads ON public.published FOR SELECT TO baton_public USING ((taken_down_at IS NULL));
CREATE POLICY owner_all ON public.published TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY site ON public.published TO baton_admin USING ((org_id IS NULL)) WITH CHECK ((org_id IS NULL));
CREATE POLICY sitemap ON public.published FOR SELECT TO baton_admin USING (true);
CREATE POLICY skills_and_agents ON public.published FOR SELECT TO baton_app USING (((kind = ANY (ARRAY['skill'::text, 'agent'::text])) AND (taken_down_at IS NULL)));
CREATE POLICY tenant ON public.published TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.published TO baton_public;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.published TO baton_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.published TO baton_admin;

CREATE TABLE public.pull_requests (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    number integer NOT NULL,
    title text NOT NULL,
    state text NOT NULL,
    draft boolean NOT NULL,
    author text,
    head_ref text NOT NULL,
    head_sha text NOT NULL,
    base_ref text NOT NULL,
    review_decision text,
    url text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    merged_at timestamp with time zone,
    CONSTRAINT pull_requests_review_decision_check CHECK ((review_decision = ANY (ARRAY['approved'::text, 'changes_requested'::text, 'review_required'::text]))),
    CONSTRAINT pull_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'merged'::text])))
);
ALTER TABLE ONLY public.pull_requests FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.pull_requests IS 'tenant';
ALTER TABLE ONLY public.pull_requests
    ADD CONSTRAINT pull_requests_pkey PRIMARY KEY (org_id, repository_id, number);
ALTER TABLE ONLY public.pull_requests
    ADD CONSTRAINT pull_requests_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX pull_requests_newest ON public.pull_requests USING btree (org_id, repository_id, updated_at DESC);
ALTER TABLE public.pull_requests ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.pull_requests TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.pull_requests TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.pull_requests TO baton_app;

CREATE TABLE public.questions (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    agent_id uuid,
    asked_in text,
    state text NOT NULL,
    answer_id uuid,
    settled_at timestamp with time zone,
    settled_by uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT questions_asked_in_check CHECK ((length(asked_in) <= 200)),
    CONSTRAINT questions_check CHECK (((state = 'open'::text) = (settled_at IS NULL))),
    CONSTRAINT questions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'withdrawn'::text, 'expired'::text])))
);
ALTER TABLE ONLY public.questions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.questions IS 'tenant';
ALTER TABLE ONLY public.questions
    ADD CONSTRAINT questions_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.questions
    ADD CONSTRAINT questions_org_id_id_fkey FOREIGN KEY (org_id, id) REFERENCES public.comments(org_id, id) ON DELETE CASCADE;
CREATE INDEX questions_open ON public.questions USING btree (org_id, item_id) WHERE (state = 'open'::text);
CREATE INDEX questions_open_of_agent ON public.questions USING btree (org_id, agent_id) WHERE (state = 'open'::text);
ALTER TABLE public.questions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.questions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.questions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.questions TO baton_app;

CREATE TABLE public.receipt_nonces (
    org_id uuid NOT NULL,
    nonce_hash bytea NOT NULL,
    tunnel_id uuid NOT NULL,
    user_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone
);
ALTER TABLE ONLY public.receipt_nonces FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.receipt_nonces IS 'tenant';
ALTER TABLE ONLY public.receipt_nonces
    ADD CONSTRAINT receipt_nonces_pkey PRIMARY KEY (org_id, nonce_hash);
ALTER TABLE ONLY public.receipt_nonces
    ADD CONSTRAINT receipt_nonces_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.receipt_nonces
    ADD CONSTRAINT receipt_nonces_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX receipt_nonces_expired ON public.receipt_nonces USING btree (expires_at);
CREATE INDEX receipt_nonces_tunnel ON public.receipt_nonces USING btree (org_id, tunnel_id, expires_at);
ALTER TABLE public.receipt_nonces ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.receipt_nonces TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.receipt_nonces TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.receipt_nonces TO baton_app;

CREATE TABLE public.receipts (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    tunnel_id uuid NOT NULL,
    user_id uuid NOT NULL,
    public_key bytea NOT NULL,
    body text NOT NULL,
    body_sha256 bytea NOT NULL,
    signature text NOT NULL,
    rank text NOT NULL,
    reasons text[] DEFAULT '{}'::text[] NOT NULL,
    feature_id uuid,
    task_id uuid,
    evidence_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT receipts_body_check CHECK ((length(body) <= 200000)),
    CONSTRAINT receipts_check CHECK (((rank = 'observed'::text) <= (cardinality(reasons) = 0))),
    CONSTRAINT receipts_check1 CHECK (((feature_id IS NULL) OR (task_id IS NULL))),
    CONSTRAINT receipts_rank_check CHECK ((rank = ANY (ARRAY['reported'::text, 'observed'::text]))),
    CONSTRAINT receipts_signature_check CHECK ((length(signature) <= 200))
);
ALTER TABLE ONLY public.receipts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.receipts IS 'tenant';
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_org_id_body_sha256_key UNIQUE (org_id, body_sha256);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_org_id_feature_id_fkey FOREIGN KEY (org_id, feature_id) REFERENCES public.features(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.receipts
    ADD CONSTRAINT receipts_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX receipts_feature ON public.receipts USING btree (org_id, feature_id) WHERE (feature_id IS NOT NULL);
CREATE INDEX receipts_task ON public.receipts USING btree (org_id, task_id) WHERE (task_id IS NOT NULL);
CREATE INDEX receipts_tunnel ON public.receipts USING btree (org_id, tunnel_id, id DESC);
ALTER TABLE public.receipts ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.receipts TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.receipts TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.receipts TO baton_app;

CREATE TABLE public.recent_calls (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    agent_id uuid NOT NULL,
    session_id uuid,
    tool text NOT NULL,
    ok boolean NOT NULL,
    milliseconds integer NOT NULL,
    tokens_returned integer NOT NULL,
    recalled jsonb DEFAULT '[]'::jsonb NOT NULL,
    at timestamp with time zone NOT NULL,
    error text,
    CONSTRAINT recent_calls_milliseconds_check CHECK ((milliseconds >= 0)),
    CONSTRAINT recent_calls_recalled_check CHECK ((jsonb_typeof(recalled) = 'array'::text)),
    CONSTRAINT recent_calls_tokens_returned_check CHECK ((tokens_returned >= 0)),
    CONSTRAINT recent_calls_tool_check CHECK ((length(tool) <= 64))
);
ALTER TABLE ONLY public.recent_calls FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.recent_calls IS 'tenant';
ALTER TABLE ONLY public.recent_calls
    ADD CONSTRAINT recent_calls_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.recent_calls
    ADD CONSTRAINT recent_calls_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.recent_calls
    ADD CONSTRAINT recent_calls_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES public.agent_sessions(org_id, id);
CREATE INDEX recent_calls_agent ON public.recent_calls USING btree (org_id, agent_id, at DESC);
CREATE INDEX recent_calls_at ON public.recent_calls USING btree (org_id, at);
CREATE INDEX recent_calls_session ON public.recent_calls USING btree (org_id, session_id, at DESC) WHERE (session_id IS NOT NULL);
ALTER TABLE public.recent_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.recent_calls TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.recent_calls TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.recent_calls TO baton_app;

CREATE TABLE public.record_numbers (
    org_id uuid NOT NULL,
    scope_id uuid NOT NULL,
    kind text NOT NULL,
    last_number integer NOT NULL,
    CONSTRAINT record_numbers_kind_check CHECK ((kind = ANY (ARRAY['spec'::text, 'decision'::text, 'memory'::text])))
);
ALTER TABLE ONLY public.record_numbers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.record_numbers IS 'tenant';
ALTER TABLE ONLY public.record_numbers
    ADD CONSTRAINT record_numbers_pkey PRIMARY KEY (org_id, scope_id, kind);
ALTER TABLE ONLY public.record_numbers
    ADD CONSTRAINT record_numbers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.record_numbers ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.record_numbers TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.record_numbers TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.record_numbers TO baton_app;

CREATE TABLE public.remote_import_items (
    org_id uuid NOT NULL,
    remote_import_id uuid NOT NULL,
    external_id text NOT NULL,
    place integer NOT NULL,
    content jsonb NOT NULL,
    CONSTRAINT remote_import_items_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100)))
);
ALTER TABLE ONLY public.remote_import_items FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.remote_import_items IS 'tenant';
ALTER TABLE ONLY public.remote_import_items
    ADD CONSTRAINT remote_import_items_pkey PRIMARY KEY (org_id, remote_import_id, external_id);
ALTER TABLE ONLY public.remote_import_items
    ADD CONSTRAINT remote_import_items_org_id_remote_import_id_fkey FOREIGN KEY (org_id, remote_import_id) REFERENCES public.remote_imports(org_id, id) ON DELETE CASCADE;
CREATE INDEX remote_import_items_place ON public.remote_import_items USING btree (org_id, remote_import_id, place);
ALTER TABLE public.remote_import_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.remote_import_items TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.remote_import_items TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.remote_import_items TO baton_app;

CREATE TABLE public.remote_imports (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_kind text NOT NULL,
    credential_id uuid,
    provider text NOT NULL,
    source text NOT NULL,
    comments boolean NOT NULL,
    status text DEFAULT 'reading'::text NOT NULL,
    page_cursor text,
    pages integer DEFAULT 0 NOT NULL,
    items integer DEFAULT 0 NOT NULL,
    comments_found integer DEFAULT 0 NOT NULL,
    comments_added integer DEFAULT 0 NOT NULL,
    commented_to integer DEFAULT '-1'::integer NOT NULL,
    preview jsonb,
    failure text,
    import_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT remote_imports_failure_check CHECK ((length(failure) <= 300)),
    CONSTRAINT remote_imports_page_cursor_check CHECK ((length(page_cursor) <= 4000)),
    CONSTRAINT remote_imports_provider_check CHECK ((provider = ANY (ARRAY['linear'::text, 'jira'::text]))),
    CONSTRAINT remote_imports_source_check CHECK (((length(source) >= 1) AND (length(source) <= 100))),
    CONSTRAINT remote_imports_status_check CHECK ((status = ANY (ARRAY['reading'::text, 'ready'::text, 'applying'::text, 'commenting'::text, 'done'::text, 'failed'::text, 'cancelled'::text])))
);
ALTER TABLE ONLY public.remote_imports FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.remote_imports IS 'tenant';
ALTER TABLE ONLY public.remote_imports
    ADD CONSTRAINT remote_imports_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.remote_imports
    ADD CONSTRAINT remote_imports_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.remote_imports
    ADD CONSTRAINT remote_imports_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX remote_imports_import ON public.remote_imports USING btree (org_id, import_id);
CREATE INDEX remote_imports_project ON public.remote_imports USING btree (org_id, project_id, id DESC);
CREATE INDEX remote_imports_updated ON public.remote_imports USING btree (updated_at);
CREATE INDEX remote_imports_user ON public.remote_imports USING btree (user_id);
ALTER TABLE public.remote_imports ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.remote_imports TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.remote_imports TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.remote_imports TO baton_app;

CREATE TABLE public.repositories (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    host_id bigint NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    default_branch text NOT NULL,
    private boolean NOT NULL,
    head_sha text,
    status text DEFAULT 'new'::text NOT NULL,
    error text,
    synced_at timestamp with time zone,
    issues_mode text DEFAULT 'off'::text NOT NULL,
    issues_project_id uuid,
    issues_read_at timestamp with time zone,
    wanted_at timestamp with time zone,
    claim_id uuid,
    claimed_until timestamp with time zone,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    checked_at timestamp with time zone,
    comments_read_at timestamp with time zone,
    CONSTRAINT repositories_issues_mode_check CHECK ((issues_mode = ANY (ARRAY['off'::text, 'import'::text, 'mirror'::text, 'two_way'::text]))),
    CONSTRAINT repositories_name_check CHECK (((length(name) >= 3) AND (length(name) <= 200))),
    CONSTRAINT repositories_status_check CHECK ((status = ANY (ARRAY['new'::text, 'syncing'::text, 'ready'::text, 'failed'::text])))
);
ALTER TABLE ONLY public.repositories FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repositories IS 'tenant';
ALTER TABLE ONLY public.repositories
    ADD CONSTRAINT repositories_org_id_host_id_key UNIQUE (org_id, host_id);
ALTER TABLE ONLY public.repositories
    ADD CONSTRAINT repositories_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.repositories
    ADD CONSTRAINT repositories_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.repositories
    ADD CONSTRAINT repositories_org_id_connection_id_fkey FOREIGN KEY (org_id, connection_id) REFERENCES public.code_connections(org_id, id);
ALTER TABLE ONLY public.repositories
    ADD CONSTRAINT repositories_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.repositories
    ADD CONSTRAINT repositories_org_id_issues_project_id_fkey FOREIGN KEY (org_id, issues_project_id) REFERENCES public.projects(org_id, id);
CREATE INDEX repositories_host ON public.repositories USING btree (host_id);
CREATE INDEX repositories_reconcile ON public.repositories USING btree (checked_at NULLS FIRST);
ALTER TABLE public.repositories ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.repositories FOR SELECT TO baton_admin USING (true);
CREATE POLICY owner_all ON public.repositories TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repositories TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repositories TO baton_app;
GRANT SELECT ON TABLE public.repositories TO baton_admin;

CREATE TABLE public.repository_branches (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    name text NOT NULL,
    sha text NOT NULL,
    committed_at timestamp with time zone,
    protected boolean DEFAULT false NOT NULL
);
ALTER TABLE ONLY public.repository_branches FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_branches IS 'tenant';
ALTER TABLE ONLY public.repository_branches
    ADD CONSTRAINT repository_branches_pkey PRIMARY KEY (org_id, repository_id, name);
ALTER TABLE ONLY public.repository_branches
    ADD CONSTRAINT repository_branches_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.repository_branches ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_branches TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_branches TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_branches TO baton_app;

CREATE TABLE public.repository_checks (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    host_id bigint NOT NULL,
    head_sha text NOT NULL,
    name text NOT NULL,
    app_id bigint,
    workflow_path text,
    workflow_blob text,
    workflow_trusted boolean DEFAULT false NOT NULL,
    event text,
    status text NOT NULL,
    conclusion text,
    url text,
    completed_at timestamp with time zone
);
ALTER TABLE ONLY public.repository_checks FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_checks IS 'tenant';
ALTER TABLE ONLY public.repository_checks
    ADD CONSTRAINT repository_checks_pkey PRIMARY KEY (org_id, repository_id, host_id);
ALTER TABLE ONLY public.repository_checks
    ADD CONSTRAINT repository_checks_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX repository_checks_commit ON public.repository_checks USING btree (org_id, repository_id, head_sha);
ALTER TABLE public.repository_checks ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_checks TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_checks TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_checks TO baton_app;

CREATE TABLE public.repository_commits (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    sha text NOT NULL,
    subject text NOT NULL,
    author text,
    committed_at timestamp with time zone NOT NULL,
    url text NOT NULL,
    keys text[] DEFAULT '{}'::text[] NOT NULL
);
ALTER TABLE ONLY public.repository_commits FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_commits IS 'tenant';
ALTER TABLE ONLY public.repository_commits
    ADD CONSTRAINT repository_commits_pkey PRIMARY KEY (org_id, repository_id, sha);
ALTER TABLE ONLY public.repository_commits
    ADD CONSTRAINT repository_commits_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.repository_commits ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_commits TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_commits TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_commits TO baton_app;

CREATE TABLE public.repository_files (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    path text NOT NULL,
    blob_sha text NOT NULL,
    size integer NOT NULL,
    language text,
    content text,
    skipped text,
    redacted integer DEFAULT 0 NOT NULL,
    CONSTRAINT repository_files_check CHECK (((content IS NULL) = (skipped IS NOT NULL))),
    CONSTRAINT repository_files_skipped_check CHECK ((skipped = ANY (ARRAY['binary'::text, 'too_large'::text, 'vendored'::text, 'generated'::text, 'ignored'::text, 'symlink'::text, 'over_budget'::text])))
);
ALTER TABLE ONLY public.repository_files FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_files IS 'tenant';
ALTER TABLE ONLY public.repository_files
    ADD CONSTRAINT repository_files_pkey PRIMARY KEY (org_id, repository_id, path);
ALTER TABLE ONLY public.repository_files
    ADD CONSTRAINT repository_files_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX repository_files_blob ON public.repository_files USING btree (org_id, repository_id, blob_sha);
ALTER TABLE public.repository_files ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_files TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_files TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_files TO baton_app;

CREATE TABLE public.repository_indexes (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    head_sha text NOT NULL,
    reader integer NOT NULL,
    graph jsonb NOT NULL,
    files integer NOT NULL,
    pieces integer NOT NULL,
    indexed_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.repository_indexes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_indexes IS 'tenant';
ALTER TABLE ONLY public.repository_indexes
    ADD CONSTRAINT repository_indexes_pkey PRIMARY KEY (org_id, repository_id);
ALTER TABLE ONLY public.repository_indexes
    ADD CONSTRAINT repository_indexes_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.repository_indexes ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_indexes TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_indexes TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_indexes TO baton_app;

CREATE TABLE public.repository_outlines (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    path text NOT NULL,
    blob_sha text NOT NULL,
    reader integer NOT NULL,
    parsed boolean NOT NULL,
    redacted integer DEFAULT 0 NOT NULL,
    definitions jsonb NOT NULL,
    uses jsonb NOT NULL
);
ALTER TABLE ONLY public.repository_outlines FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_outlines IS 'tenant';
ALTER TABLE ONLY public.repository_outlines
    ADD CONSTRAINT repository_outlines_pkey PRIMARY KEY (org_id, repository_id, path);
ALTER TABLE ONLY public.repository_outlines
    ADD CONSTRAINT repository_outlines_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.repository_outlines ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_outlines TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_outlines TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_outlines TO baton_app;

CREATE TABLE public.repository_pieces (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    repository_id uuid NOT NULL,
    path text NOT NULL,
    blob_sha text NOT NULL,
    number integer NOT NULL,
    start_line integer NOT NULL,
    end_line integer NOT NULL,
    names text NOT NULL,
    content text NOT NULL,
    words tsvector NOT NULL,
    embedded_as text,
    embedding public.vector,
    CONSTRAINT repository_pieces_check CHECK ((end_line >= start_line)),
    CONSTRAINT repository_pieces_start_line_check CHECK ((start_line > 0))
);
ALTER TABLE ONLY public.repository_pieces FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_pieces IS 'tenant';
ALTER TABLE ONLY public.repository_pieces
    ADD CONSTRAINT repository_pieces_org_id_repository_id_path_number_key UNIQUE (org_id, repository_id, path, number);
ALTER TABLE ONLY public.repository_pieces
    ADD CONSTRAINT repository_pieces_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.repository_pieces
    ADD CONSTRAINT repository_pieces_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX repository_pieces_vectorless ON public.repository_pieces USING btree (embedded_as, org_id);
ALTER TABLE public.repository_pieces ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_pieces TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_pieces TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.repository_pieces TO baton_app;

CREATE TABLE public.repository_projects (
    org_id uuid NOT NULL,
    repository_id uuid NOT NULL,
    project_id uuid NOT NULL
);
ALTER TABLE ONLY public.repository_projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.repository_projects IS 'tenant';
ALTER TABLE ONLY public.repository_projects
    ADD CONSTRAINT repository_projects_pkey PRIMARY KEY (org_id, repository_id, project_id);
ALTER TABLE ONLY public.repository_projects
    ADD CONSTRAINT repository_projects_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.repository_projects
    ADD CONSTRAINT repository_projects_org_id_repository_id_fkey FOREIGN KEY (org_id, repository_id) REFERENCES public.repositories(org_id, id) ON DELETE CASCADE;
CREATE INDEX repository_projects_project ON public.repository_projects USING btree (org_id, project_id);
ALTER TABLE public.repository_projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.repository_projects TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.repository_projects TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.repository_projects TO baton_app;

CREATE TABLE public.run_output (
    org_id uuid NOT NULL,
    run_id uuid NOT NULL,
    seq bigint NOT NULL,
    fence integer NOT NULL,
    piece integer NOT NULL,
    at timestamp with time zone NOT NULL,
    kind text NOT NULL,
    text text NOT NULL,
    CONSTRAINT run_output_kind_check CHECK ((kind = ANY (ARRAY['stdout'::text, 'stderr'::text, 'message'::text, 'tool'::text, 'note'::text]))),
    CONSTRAINT run_output_text_check CHECK ((length(text) <= 16384))
);
ALTER TABLE ONLY public.run_output FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.run_output IS 'tenant';
ALTER TABLE ONLY public.run_output
    ADD CONSTRAINT run_output_org_id_run_id_fence_piece_key UNIQUE (org_id, run_id, fence, piece);
ALTER TABLE ONLY public.run_output
    ADD CONSTRAINT run_output_pkey PRIMARY KEY (org_id, run_id, seq);
ALTER TABLE ONLY public.run_output
    ADD CONSTRAINT run_output_org_id_run_id_fkey FOREIGN KEY (org_id, run_id) REFERENCES public.runs(org_id, id) ON DELETE CASCADE;
CREATE INDEX run_output_at ON public.run_output USING btree (at);
ALTER TABLE public.run_output ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.run_output TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.run_output TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.run_output TO baton_app;

ALTER TABLE public.run_output ALTER COLUMN seq ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.run_output_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.runs (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    client text NOT NULL,
    reason text NOT NULL,
    requested_by uuid NOT NULL,
    state text NOT NULL,
    wanted_tunnel_id uuid,
    tunnel_id uuid,
    fence integer DEFAULT 0 NOT NULL,
    lease_until timestamp with time zone,
    session_id uuid,
    token_id uuid,
    continues uuid,
    branch text,
    worktree text,
    base text,
    head text,
    files_changed integer,
    insertions integer,
    deletions integer,
    dirty_files integer,
    receipt_id uuid,
    exit_code integer,
    error text,
    stop_requested_at timestamp with time zone,
    stop_requested_by uuid,
    stop_sent_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    started_at timestamp with time zone,
    ended_at timestamp with time zone,
    refused integer,
    refused_kinds text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT runs_base_check CHECK ((length(base) <= 64)),
    CONSTRAINT runs_branch_check CHECK ((length(branch) <= 250)),
    CONSTRAINT runs_check CHECK (((state = ANY (ARRAY['starting'::text, 'running'::text])) <= ((tunnel_id IS NOT NULL) AND (lease_until IS NOT NULL)))),
    CONSTRAINT runs_error_check CHECK ((length(error) <= 2000)),
    CONSTRAINT runs_head_check CHECK ((length(head) <= 64)),
    CONSTRAINT runs_reason_check CHECK ((reason = ANY (ARRAY['assigned'::text, 'asked'::text, 'mentioned'::text, 'sent_back'::text, 'answered'::text]))),
    CONSTRAINT runs_refused_check CHECK ((refused >= 0)),
    CONSTRAINT runs_refused_kinds_check CHECK ((cardinality(refused_kinds) <= 10)),
    CONSTRAINT runs_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'starting'::text, 'running'::text, 'waiting'::text, 'done'::text, 'unfinished'::text, 'failed'::text, 'stopped'::text]))),
    CONSTRAINT runs_worktree_check CHECK ((length(worktree) <= 1000))
);
ALTER TABLE ONLY public.runs FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.runs IS 'tenant';
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_org_id_workspace_id_fkey FOREIGN KEY (org_id, workspace_id) REFERENCES public.workspaces(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.runs
    ADD CONSTRAINT runs_stop_requested_by_fkey FOREIGN KEY (stop_requested_by) REFERENCES public.users(id);
CREATE INDEX runs_agent ON public.runs USING btree (org_id, agent_id, id DESC);
CREATE INDEX runs_held ON public.runs USING btree (org_id, tunnel_id) WHERE (state = ANY (ARRAY['starting'::text, 'running'::text]));
CREATE INDEX runs_queued ON public.runs USING btree (org_id, workspace_id, id) WHERE (state = 'queued'::text);
CREATE INDEX runs_stopping ON public.runs USING btree (org_id, tunnel_id) WHERE ((stop_requested_at IS NOT NULL) AND (stop_sent_at IS NULL));
CREATE INDEX runs_task ON public.runs USING btree (org_id, task_id, id DESC);
CREATE INDEX runs_tunnel ON public.runs USING btree (org_id, tunnel_id, id DESC) WHERE (tunnel_id IS NOT NULL);
CREATE UNIQUE INDEX runs_open_task ON public.runs USING btree (org_id, task_id) WHERE (state = ANY (ARRAY['queued'::text, 'starting'::text, 'running'::text]));
ALTER TABLE public.runs ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.runs TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.runs TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.runs TO baton_app;

CREATE TABLE public.sample_projects (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    agent_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.sample_projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sample_projects IS 'tenant';
ALTER TABLE ONLY public.sample_projects
    ADD CONSTRAINT sample_projects_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.sample_projects
    ADD CONSTRAINT sample_projects_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.sample_projects
    ADD CONSTRAINT sample_projects_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.sample_projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sample_projects TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.sample_projects TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.sample_projects TO baton_app;

CREATE TABLE public.saved_views (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    owner_id uuid NOT NULL,
    name text NOT NULL,
    shared boolean NOT NULL,
    layout text NOT NULL,
    group_by text,
    sort text,
    filters jsonb NOT NULL,
    project_ids uuid[] NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT saved_views_group_by_check CHECK ((group_by = ANY (ARRAY['status'::text, 'priority'::text, 'assignee'::text, 'epic'::text, 'label'::text, 'feature'::text, 'milestone'::text]))),
    CONSTRAINT saved_views_layout_check CHECK ((layout = ANY (ARRAY['board'::text, 'list'::text, 'timeline'::text, 'tree'::text]))),
    CONSTRAINT saved_views_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT saved_views_sort_check CHECK ((sort = ANY (ARRAY['newest'::text, 'rank'::text, 'priority'::text, 'due'::text, 'updated'::text])))
);
ALTER TABLE ONLY public.saved_views FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.saved_views IS 'tenant';
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.saved_views
    ADD CONSTRAINT saved_views_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX saved_views_list ON public.saved_views USING btree (org_id, id DESC) WHERE (deleted_at IS NULL);
ALTER TABLE public.saved_views ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.saved_views TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.saved_views TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.saved_views TO baton_app;

CREATE TABLE public.search_documents (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    kind text NOT NULL COLLATE pg_catalog."C",
    project_id uuid,
    team_id uuid,
    owner_id uuid,
    personal boolean NOT NULL,
    ref text,
    title text NOT NULL,
    body text NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    embedded_as text,
    ref_key text GENERATED ALWAYS AS (lower(ref)) STORED COLLATE pg_catalog."C",
    title_key text GENERATED ALWAYS AS (lower("left"(title, 100))) STORED NOT NULL COLLATE pg_catalog."C",
    tsv tsvector GENERATED ALWAYS AS (((setweight(to_tsvector('english'::regconfig, title), 'A'::"char") || setweight(to_tsvector('simple'::regconfig, COALESCE(ref, ''::text)), 'A'::"char")) || setweight(to_tsvector('english'::regconfig, body), 'B'::"char"))) STORED NOT NULL,
    names tsvector GENERATED ALWAYS AS ((to_tsvector('simple'::regconfig, title) || to_tsvector('simple'::regconfig, COALESCE(ref, ''::text)))) STORED NOT NULL,
    words tsvector,
    CONSTRAINT search_documents_kind_check CHECK ((kind = ANY (ARRAY['project'::text, 'epic'::text, 'story'::text, 'task'::text, 'feature'::text, 'spec'::text, 'decision'::text, 'note'::text, 'skill'::text, 'agent'::text])))
);
ALTER TABLE ONLY public.search_documents FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.search_documents IS 'tenant';
ALTER TABLE ONLY public.search_documents
    ADD CONSTRAINT search_documents_pkey PRIMARY KEY (org_id, id);
CREATE INDEX search_documents_embedded ON public.search_documents USING btree (embedded_as, org_id, id);
CREATE INDEX search_documents_item ON public.search_documents USING btree (org_id, item_id);
CREATE INDEX search_documents_names ON public.search_documents USING gin (org_id, names);
CREATE INDEX search_documents_ref ON public.search_documents USING btree (org_id, ref_key) WHERE (ref IS NOT NULL);
CREATE INDEX search_documents_spelling ON public.search_documents USING gin (org_id, (((title || ' '::text) || body)) public.gin_trgm_ops);
CREATE INDEX search_documents_title ON public.search_documents USING btree (org_id, title_key) WHERE (id = item_id);
CREATE INDEX search_documents_tsv ON public.search_documents USING gin (org_id, tsv);
CREATE INDEX search_documents_words ON public.search_documents USING gin (org_id, words);
CREATE TRIGGER keep_words BEFORE INSERT OR UPDATE OF title, ref, body ON public.search_documents FOR EACH ROW EXECUTE FUNCTION app.keep_words_of_document();
ALTER TABLE public.search_documents ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.search_documents TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY searching ON public.search_documents FOR SELECT TO baton_search USING (true);
CREATE POLICY tenant ON public.search_documents TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.search_documents TO baton_app;
GRANT SELECT ON TABLE public.search_documents TO baton_search;

CREATE TABLE public.search_embeddings (
    org_id uuid NOT NULL,
    document_id uuid NOT NULL,
    model_id text NOT NULL,
    embedding public.vector NOT NULL
);
ALTER TABLE ONLY public.search_embeddings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.search_embeddings IS 'tenant';
ALTER TABLE ONLY public.search_embeddings
    ADD CONSTRAINT search_embeddings_pkey PRIMARY KEY (org_id, document_id);
ALTER TABLE ONLY public.search_embeddings
    ADD CONSTRAINT search_embeddings_org_id_document_id_fkey FOREIGN KEY (org_id, document_id) REFERENCES public.search_documents(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.search_embeddings ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.search_embeddings TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.search_embeddings TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.search_embeddings TO baton_app;

CREATE TABLE public.session_checkpoints (
    org_id uuid NOT NULL,
    session_id uuid NOT NULL,
    number integer NOT NULL,
    progress text NOT NULL,
    state text DEFAULT ''::text NOT NULL,
    files text[] DEFAULT '{}'::text[] NOT NULL,
    model text,
    tokens_in bigint,
    tokens_out bigint,
    cost_micros bigint,
    seconds integer,
    agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    by_hook boolean DEFAULT false NOT NULL,
    CONSTRAINT session_checkpoints_cost_micros_check CHECK ((cost_micros >= 0)),
    CONSTRAINT session_checkpoints_files_check CHECK ((cardinality(files) <= 100)),
    CONSTRAINT session_checkpoints_model_check CHECK ((length(model) <= 120)),
    CONSTRAINT session_checkpoints_number_check CHECK ((number > 0)),
    CONSTRAINT session_checkpoints_progress_check CHECK ((length(progress) <= 4000)),
    CONSTRAINT session_checkpoints_seconds_check CHECK ((seconds >= 0)),
    CONSTRAINT session_checkpoints_state_check CHECK ((length(state) <= 20000)),
    CONSTRAINT session_checkpoints_tokens_in_check CHECK ((tokens_in >= 0)),
    CONSTRAINT session_checkpoints_tokens_out_check CHECK ((tokens_out >= 0))
);
ALTER TABLE ONLY public.session_checkpoints FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.session_checkpoints IS 'tenant';
ALTER TABLE ONLY public.session_checkpoints
    ADD CONSTRAINT session_checkpoints_pkey PRIMARY KEY (org_id, session_id, number);
ALTER TABLE ONLY public.session_checkpoints
    ADD CONSTRAINT session_checkpoints_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.session_checkpoints
    ADD CONSTRAINT session_checkpoints_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES public.agent_sessions(org_id, id);
CREATE INDEX session_checkpoints_age ON public.session_checkpoints USING btree (created_at);
ALTER TABLE public.session_checkpoints ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.session_checkpoints TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.session_checkpoints TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.session_checkpoints TO baton_app;

CREATE TABLE public.session_hints (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    session_id uuid,
    agent_id uuid,
    task_id uuid,
    author_id uuid NOT NULL,
    body text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    delivered_at timestamp with time zone,
    CONSTRAINT session_hints_body_check CHECK ((length(body) <= 2000)),
    CONSTRAINT session_hints_check CHECK ((num_nonnulls(session_id, task_id) > 0)),
    CONSTRAINT session_hints_kind_check CHECK ((kind = ANY (ARRAY['hint'::text, 'ask_release'::text])))
);
ALTER TABLE ONLY public.session_hints FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.session_hints IS 'tenant';
ALTER TABLE ONLY public.session_hints
    ADD CONSTRAINT session_hints_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.session_hints
    ADD CONSTRAINT session_hints_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.session_hints
    ADD CONSTRAINT session_hints_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.session_hints
    ADD CONSTRAINT session_hints_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES public.agent_sessions(org_id, id);
ALTER TABLE ONLY public.session_hints
    ADD CONSTRAINT session_hints_org_id_task_id_fkey FOREIGN KEY (org_id, task_id) REFERENCES public.work_items(org_id, id);
CREATE INDEX session_hints_session ON public.session_hints USING btree (org_id, session_id, id) WHERE (session_id IS NOT NULL);
CREATE INDEX session_hints_task ON public.session_hints USING btree (org_id, task_id, id) WHERE (task_id IS NOT NULL);
CREATE INDEX session_hints_waiting ON public.session_hints USING btree (org_id, agent_id) WHERE ((delivered_at IS NULL) AND (agent_id IS NOT NULL));
ALTER TABLE public.session_hints ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.session_hints TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.session_hints TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.session_hints TO baton_app;

CREATE TABLE public.session_traces (
    org_id uuid NOT NULL,
    session_id uuid NOT NULL,
    said text[] NOT NULL,
    files text[] NOT NULL,
    ran jsonb NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT session_traces_files_check CHECK ((cardinality(files) <= 100)),
    CONSTRAINT session_traces_ran_check CHECK ((jsonb_typeof(ran) = 'array'::text)),
    CONSTRAINT session_traces_said_check CHECK ((cardinality(said) <= 3))
);
ALTER TABLE ONLY public.session_traces FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.session_traces IS 'tenant';
ALTER TABLE ONLY public.session_traces
    ADD CONSTRAINT session_traces_pkey PRIMARY KEY (org_id, session_id);
ALTER TABLE ONLY public.session_traces
    ADD CONSTRAINT session_traces_org_id_session_id_fkey FOREIGN KEY (org_id, session_id) REFERENCES public.agent_sessions(org_id, id);
CREATE INDEX session_traces_age ON public.session_traces USING btree (updated_at);
ALTER TABLE public.session_traces ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.session_traces TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.session_traces TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.session_traces TO baton_app;

CREATE TABLE public.site_categories (
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT site_categories_description_check CHECK ((length(description) <= 500)),
    CONSTRAINT site_categories_name_check CHECK ((length(name) <= 120)),
    CONSTRAINT site_categories_slug_check CHECK (((length(slug) >= 2) AND (length(slug) <= 64)))
);
ALTER TABLE ONLY public.site_categories FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.site_categories IS 'instance';
ALTER TABLE ONLY public.site_categories
    ADD CONSTRAINT site_categories_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.site_categories
    ADD CONSTRAINT site_categories_slug_key UNIQUE (slug);
ALTER TABLE public.site_categories ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.site_categories TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.site_categories TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_categories TO baton_admin;

CREATE TABLE public.site_entries (
    id uuid NOT NULL,
    kind text NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    body text DEFAULT ''::text NOT NULL,
    status text NOT NULL,
    publish_at timestamp with time zone,
    published_at timestamp with time zone,
    author_id uuid NOT NULL,
    category_id uuid,
    revision integer DEFAULT 1 NOT NULL,
    preview_hash bytea,
    preview_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT site_entries_body_check CHECK ((length(body) <= 100000)),
    CONSTRAINT site_entries_check CHECK (((status = 'scheduled'::text) = (publish_at IS NOT NULL))),
    CONSTRAINT site_entries_check1 CHECK (((status <> 'published'::text) OR (published_at IS NOT NULL))),
    CONSTRAINT site_entries_check2 CHECK (((preview_hash IS NULL) = (preview_until IS NULL))),
    CONSTRAINT site_entries_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'post'::text]))),
    CONSTRAINT site_entries_slug_check CHECK (((length(slug) >= 2) AND (length(slug) <= 64))),
    CONSTRAINT site_entries_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'published'::text]))),
    CONSTRAINT site_entries_summary_check CHECK ((length(summary) <= 500)),
    CONSTRAINT site_entries_title_check CHECK ((length(title) <= 300))
);
ALTER TABLE ONLY public.site_entries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.site_entries IS 'instance';
ALTER TABLE ONLY public.site_entries
    ADD CONSTRAINT site_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.site_entries
    ADD CONSTRAINT site_entries_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.site_entries
    ADD CONSTRAINT site_entries_category_id_fkey FOREIGN KEY (category_id) REFERENCES public.site_categories(id) ON DELETE SET NULL;
CREATE INDEX site_entries_author ON public.site_entries USING btree (author_id);
CREATE INDEX site_entries_category ON public.site_entries USING btree (category_id) WHERE (category_id IS NOT NULL);
CREATE INDEX site_entries_deleted ON public.site_entries USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX site_entries_due ON public.site_entries USING btree (publish_at) WHERE ((status = 'scheduled'::text) AND (deleted_at IS NULL));
CREATE INDEX site_entries_newest ON public.site_entries USING btree (kind, id DESC) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX site_entries_preview ON public.site_entries USING btree (preview_hash) WHERE (preview_hash IS NOT NULL);
CREATE UNIQUE INDEX site_entries_slug ON public.site_entries USING btree (kind, slug) WHERE (deleted_at IS NULL);
ALTER TABLE public.site_entries ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.site_entries TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.site_entries TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_entries TO baton_admin;

CREATE TABLE public.site_redirects (
    kind text NOT NULL,
    slug text NOT NULL,
    entry_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT site_redirects_kind_check CHECK ((kind = ANY (ARRAY['page'::text, 'post'::text])))
);
ALTER TABLE ONLY public.site_redirects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.site_redirects IS 'published';
ALTER TABLE ONLY public.site_redirects
    ADD CONSTRAINT site_redirects_pkey PRIMARY KEY (kind, slug);
ALTER TABLE ONLY public.site_redirects
    ADD CONSTRAINT site_redirects_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.site_entries(id) ON DELETE CASCADE;
CREATE INDEX site_redirects_entry ON public.site_redirects USING btree (entry_id);
ALTER TABLE public.site_redirects ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.site_redirects TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_reads ON public.site_redirects FOR SELECT TO baton_public USING (true);
CREATE POLICY owner_all ON public.site_redirects TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_redirects TO baton_admin;
GRANT SELECT ON TABLE public.site_redirects TO baton_public;

CREATE TABLE public.site_revisions (
    entry_id uuid NOT NULL,
    number integer NOT NULL,
    slug text NOT NULL,
    title text NOT NULL,
    summary text NOT NULL,
    body text NOT NULL,
    written_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.site_revisions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.site_revisions IS 'instance';
ALTER TABLE ONLY public.site_revisions
    ADD CONSTRAINT site_revisions_pkey PRIMARY KEY (entry_id, number);
ALTER TABLE ONLY public.site_revisions
    ADD CONSTRAINT site_revisions_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES public.site_entries(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.site_revisions
    ADD CONSTRAINT site_revisions_written_by_fkey FOREIGN KEY (written_by) REFERENCES public.users(id);
CREATE INDEX site_revisions_writer ON public.site_revisions USING btree (written_by);
ALTER TABLE public.site_revisions ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.site_revisions TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.site_revisions TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_revisions TO baton_admin;

CREATE TABLE public.site_sitemaps (
    part integer NOT NULL,
    body text NOT NULL,
    addresses integer NOT NULL,
    newest timestamp with time zone,
    generated_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.site_sitemaps FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.site_sitemaps IS 'published';
ALTER TABLE ONLY public.site_sitemaps
    ADD CONSTRAINT site_sitemaps_pkey PRIMARY KEY (part);
ALTER TABLE public.site_sitemaps ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.site_sitemaps TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_reads ON public.site_sitemaps FOR SELECT TO baton_public USING (true);
CREATE POLICY owner_all ON public.site_sitemaps TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_sitemaps TO baton_admin;
GRANT SELECT ON TABLE public.site_sitemaps TO baton_public;

CREATE TABLE public.skill_archives (
    org_id uuid NOT NULL,
    hash bytea NOT NULL,
    content bytea NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT skill_archives_content_check CHECK ((length(content) <= 4456448)),
    CONSTRAINT skill_archives_hash_check CHECK ((length(hash) = 32))
);
ALTER TABLE ONLY public.skill_archives FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.skill_archives IS 'tenant';
ALTER TABLE ONLY public.skill_archives
    ADD CONSTRAINT skill_archives_pkey PRIMARY KEY (org_id, hash);
ALTER TABLE ONLY public.skill_archives
    ADD CONSTRAINT skill_archives_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE public.skill_archives ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.skill_archives TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.skill_archives TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.skill_archives TO baton_app;

CREATE TABLE public.skill_installs (
    org_id uuid NOT NULL,
    skill_id uuid NOT NULL,
    source_org uuid NOT NULL,
    source_skill uuid NOT NULL,
    source_slug text NOT NULL,
    publisher text NOT NULL,
    revision integer NOT NULL,
    hash bytea NOT NULL,
    findings jsonb NOT NULL,
    accepted_by uuid NOT NULL,
    installed_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT skill_installs_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT skill_installs_publisher_check CHECK ((length(publisher) <= 64)),
    CONSTRAINT skill_installs_source_slug_check CHECK ((length(source_slug) <= 64))
);
ALTER TABLE ONLY public.skill_installs FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.skill_installs IS 'tenant';
ALTER TABLE ONLY public.skill_installs
    ADD CONSTRAINT skill_installs_pkey PRIMARY KEY (org_id, skill_id);
ALTER TABLE ONLY public.skill_installs
    ADD CONSTRAINT skill_installs_accepted_by_fkey FOREIGN KEY (accepted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.skill_installs
    ADD CONSTRAINT skill_installs_org_id_skill_id_fkey FOREIGN KEY (org_id, skill_id) REFERENCES public.skills(org_id, id);
CREATE INDEX skill_installs_source ON public.skill_installs USING btree (source_skill);
ALTER TABLE public.skill_installs ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.skill_installs FOR SELECT TO baton_admin USING (true);
CREATE POLICY owner_all ON public.skill_installs TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.skill_installs TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.skill_installs TO baton_app;
GRANT SELECT ON TABLE public.skill_installs TO baton_admin;

CREATE TABLE public.skill_takedowns (
    id uuid NOT NULL,
    skill_id uuid NOT NULL,
    slug text NOT NULL,
    publisher text NOT NULL,
    hash bytea NOT NULL,
    reason text NOT NULL,
    taken_by uuid NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    reached integer NOT NULL,
    lifted_at timestamp with time zone,
    lifted_by uuid,
    lift_reason text,
    CONSTRAINT skill_takedowns_hash_check CHECK ((length(hash) = 32)),
    CONSTRAINT skill_takedowns_lift_reason_check CHECK ((length(lift_reason) <= 500)),
    CONSTRAINT skill_takedowns_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
ALTER TABLE ONLY public.skill_takedowns FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.skill_takedowns IS 'instance';
ALTER TABLE ONLY public.skill_takedowns
    ADD CONSTRAINT skill_takedowns_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.skill_takedowns
    ADD CONSTRAINT skill_takedowns_lifted_by_fkey FOREIGN KEY (lifted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.skill_takedowns
    ADD CONSTRAINT skill_takedowns_taken_by_fkey FOREIGN KEY (taken_by) REFERENCES public.users(id);
CREATE INDEX skill_takedowns_hash ON public.skill_takedowns USING btree (hash) WHERE (lifted_at IS NULL);
CREATE UNIQUE INDEX skill_takedowns_open ON public.skill_takedowns USING btree (skill_id) WHERE (lifted_at IS NULL);
ALTER TABLE public.skill_takedowns ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.skill_takedowns TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_reads ON public.skill_takedowns FOR SELECT TO baton_app USING (true);
CREATE POLICY owner_all ON public.skill_takedowns TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE public.skill_takedowns TO baton_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.skill_takedowns TO baton_admin;

CREATE TABLE public.skill_versions (
    org_id uuid NOT NULL,
    skill_id uuid NOT NULL,
    number integer NOT NULL,
    description text NOT NULL,
    body text NOT NULL,
    author_id uuid NOT NULL,
    agent_id uuid,
    restored_from integer,
    created_at timestamp with time zone NOT NULL,
    frontmatter text,
    archive_hash bytea,
    content_hash bytea,
    CONSTRAINT skill_versions_body_check CHECK ((length(body) <= 100000)),
    CONSTRAINT skill_versions_content_hash_check CHECK ((length(content_hash) = 32)),
    CONSTRAINT skill_versions_description_check CHECK ((length(description) <= 2000)),
    CONSTRAINT skill_versions_frontmatter_check CHECK ((length(frontmatter) <= 10000)),
    CONSTRAINT skill_versions_number_check CHECK ((number > 0))
);
ALTER TABLE ONLY public.skill_versions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.skill_versions IS 'tenant';
ALTER TABLE ONLY public.skill_versions
    ADD CONSTRAINT skill_versions_pkey PRIMARY KEY (org_id, skill_id, number);
ALTER TABLE ONLY public.skill_versions
    ADD CONSTRAINT skill_versions_archive FOREIGN KEY (org_id, archive_hash) REFERENCES public.skill_archives(org_id, hash);
ALTER TABLE ONLY public.skill_versions
    ADD CONSTRAINT skill_versions_author_id_fkey FOREIGN KEY (author_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.skill_versions
    ADD CONSTRAINT skill_versions_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.skill_versions
    ADD CONSTRAINT skill_versions_org_id_skill_id_fkey FOREIGN KEY (org_id, skill_id) REFERENCES public.skills(org_id, id);
CREATE INDEX skill_versions_content ON public.skill_versions USING btree (content_hash) WHERE (content_hash IS NOT NULL);
CREATE TRIGGER keep_indexed AFTER INSERT ON public.skill_versions FOR EACH ROW EXECUTE FUNCTION app.keep_version_indexed();
ALTER TABLE public.skill_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.skill_versions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.skill_versions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.skill_versions TO baton_app;

CREATE TABLE public.skills (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    visibility text NOT NULL,
    team_id uuid,
    owner_id uuid NOT NULL,
    revision integer DEFAULT 1 NOT NULL,
    copied_organization text,
    copied_slug text,
    copied_revision integer,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    taken_down_at timestamp with time zone,
    taken_down_reason text,
    takedown_id uuid,
    CONSTRAINT skills_check CHECK (((team_id IS NULL) OR (visibility = 'team'::text))),
    CONSTRAINT skills_check1 CHECK ((num_nonnulls(copied_organization, copied_slug, copied_revision) = ANY (ARRAY[0, 3]))),
    CONSTRAINT skills_description_check CHECK ((length(description) <= 2000)),
    CONSTRAINT skills_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT skills_slug_check CHECK (((slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND (length(slug) <= 64))),
    CONSTRAINT skills_tags_check CHECK ((cardinality(tags) <= 20)),
    CONSTRAINT skills_taken_down_reason_check CHECK ((length(taken_down_reason) <= 500)),
    CONSTRAINT skills_visibility_check CHECK ((visibility = ANY (ARRAY['personal'::text, 'team'::text, 'public'::text])))
);
ALTER TABLE ONLY public.skills FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.skills IS 'tenant';
ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id);
ALTER TABLE ONLY public.skills
    ADD CONSTRAINT skills_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX skills_takedown ON public.skills USING btree (takedown_id) WHERE (takedown_id IS NOT NULL);
CREATE UNIQUE INDEX skills_personal_slug ON public.skills USING btree (org_id, owner_id, slug) WHERE ((deleted_at IS NULL) AND (visibility = 'personal'::text));
CREATE UNIQUE INDEX skills_shared_slug ON public.skills USING btree (org_id, slug) WHERE ((deleted_at IS NULL) AND (visibility <> 'personal'::text));
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE OR UPDATE ON public.skills FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.skills ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.skills TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.skills TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.skills TO baton_app;

CREATE TABLE public.spec_versions (
    org_id uuid NOT NULL,
    spec_id uuid NOT NULL,
    number integer NOT NULL,
    body text NOT NULL,
    body_sha256 text NOT NULL,
    summary text DEFAULT ''::text NOT NULL,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT spec_versions_body_check CHECK ((length(body) <= 100000)),
    CONSTRAINT spec_versions_body_sha256_check CHECK ((body_sha256 ~ '^[0-9a-f]{64}$'::text)),
    CONSTRAINT spec_versions_number_check CHECK ((number > 0)),
    CONSTRAINT spec_versions_summary_check CHECK ((length(summary) <= 500))
);
ALTER TABLE ONLY public.spec_versions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.spec_versions IS 'tenant';
ALTER TABLE ONLY public.spec_versions
    ADD CONSTRAINT spec_versions_pkey PRIMARY KEY (org_id, spec_id, number);
ALTER TABLE ONLY public.spec_versions
    ADD CONSTRAINT spec_versions_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.spec_versions
    ADD CONSTRAINT spec_versions_org_id_spec_id_fkey FOREIGN KEY (org_id, spec_id) REFERENCES public.specs(org_id, id) ON DELETE CASCADE;
CREATE TRIGGER keep_indexed AFTER INSERT ON public.spec_versions FOR EACH ROW EXECUTE FUNCTION app.keep_version_indexed();
ALTER TABLE public.spec_versions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.spec_versions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.spec_versions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.spec_versions TO baton_app;

CREATE TABLE public.specs (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    number integer NOT NULL,
    ref text NOT NULL,
    title text NOT NULL,
    title_key text GENERATED ALWAYS AS (lower(title)) STORED COLLATE pg_catalog."C",
    status text DEFAULT 'draft'::text NOT NULL,
    tags text[] DEFAULT '{}'::text[] NOT NULL,
    latest_version integer DEFAULT 1 NOT NULL,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT specs_latest_version_check CHECK ((latest_version > 0)),
    CONSTRAINT specs_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'review'::text, 'approved'::text, 'obsolete'::text]))),
    CONSTRAINT specs_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.specs FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.specs IS 'tenant';
ALTER TABLE ONLY public.specs
    ADD CONSTRAINT specs_org_id_ref_key UNIQUE (org_id, ref);
ALTER TABLE ONLY public.specs
    ADD CONSTRAINT specs_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.specs
    ADD CONSTRAINT specs_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.specs
    ADD CONSTRAINT specs_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
CREATE INDEX specs_everywhere ON public.specs USING btree (org_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX specs_list ON public.specs USING btree (org_id, project_id, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX specs_title ON public.specs USING btree (org_id, title_key) WHERE (deleted_at IS NULL);
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE OR UPDATE ON public.specs FOR EACH ROW EXECUTE FUNCTION app.keep_indexed();
ALTER TABLE public.specs ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.specs TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.specs TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.specs TO baton_app;

CREATE TABLE public.sponsors (
    id uuid NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    tier text NOT NULL,
    about text DEFAULT ''::text NOT NULL,
    starts_on date NOT NULL,
    ends_on date,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT sponsors_about_check CHECK ((length(about) <= 300)),
    CONSTRAINT sponsors_check CHECK ((ends_on >= starts_on)),
    CONSTRAINT sponsors_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT sponsors_tier_check CHECK ((tier = ANY (ARRAY['platinum'::text, 'gold'::text, 'silver'::text, 'bronze'::text]))),
    CONSTRAINT sponsors_url_check CHECK (((url ~ '^https://'::text) AND (length(url) <= 500)))
);
ALTER TABLE ONLY public.sponsors FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sponsors IS 'instance';
ALTER TABLE ONLY public.sponsors
    ADD CONSTRAINT sponsors_pkey PRIMARY KEY (id);
ALTER TABLE public.sponsors ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.sponsors TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_reads ON public.sponsors FOR SELECT TO baton_public USING (true);
CREATE POLICY owner_all ON public.sponsors TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT ON TABLE public.sponsors TO baton_public;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sponsors TO baton_admin;

CREATE TABLE public.status_changes (
    org_id uuid NOT NULL,
    item_id uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    until timestamp with time zone,
    from_status text,
    status text NOT NULL,
    blocked boolean NOT NULL,
    user_id uuid,
    agent_id uuid,
    CONSTRAINT status_changes_check CHECK ((until >= at))
);
ALTER TABLE ONLY public.status_changes FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.status_changes IS 'tenant';
ALTER TABLE ONLY public.status_changes
    ADD CONSTRAINT status_changes_pkey PRIMARY KEY (org_id, item_id, seq);
ALTER TABLE ONLY public.status_changes
    ADD CONSTRAINT status_changes_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
CREATE INDEX status_changes_began ON public.status_changes USING btree (org_id, at);
CREATE INDEX status_changes_blocked ON public.status_changes USING btree (org_id, COALESCE(until, 'infinity'::timestamp with time zone)) WHERE blocked;
CREATE INDEX status_changes_ended ON public.status_changes USING btree (org_id, until) WHERE (until IS NOT NULL);
CREATE INDEX status_changes_until ON public.status_changes USING btree (until) WHERE (until IS NOT NULL);
CREATE UNIQUE INDEX status_changes_open ON public.status_changes USING btree (org_id, item_id) WHERE (until IS NULL);
ALTER TABLE public.status_changes ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.status_changes TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.status_changes TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.status_changes TO baton_app;

CREATE TABLE public.subscriptions (
    org_id uuid NOT NULL,
    plan_id text NOT NULL,
    status text NOT NULL,
    source text NOT NULL,
    ends_at timestamp with time zone,
    provider_customer text,
    provider_subscription text,
    provider_said_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT subscriptions_provider_customer_check CHECK ((length(provider_customer) <= 255)),
    CONSTRAINT subscriptions_provider_subscription_check CHECK ((length(provider_subscription) <= 255)),
    CONSTRAINT subscriptions_source_check CHECK ((source = ANY (ARRAY['administrator'::text, 'provider'::text]))),
    CONSTRAINT subscriptions_status_check CHECK ((status = ANY (ARRAY['active'::text, 'past_due'::text, 'canceled'::text])))
);
ALTER TABLE ONLY public.subscriptions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.subscriptions IS 'tenant';
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.subscriptions
    ADD CONSTRAINT subscriptions_plan_id_fkey FOREIGN KEY (plan_id) REFERENCES public.plans(id);
CREATE INDEX subscriptions_plan ON public.subscriptions USING btree (plan_id);
CREATE UNIQUE INDEX subscriptions_provider ON public.subscriptions USING btree (provider_subscription) WHERE (provider_subscription IS NOT NULL);
ALTER TABLE public.subscriptions ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.subscriptions TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY joining ON public.subscriptions FOR SELECT TO baton_auth USING (((( SELECT app.org() AS org) IS NULL) OR (org_id = ( SELECT app.org() AS org))));
CREATE POLICY owner_all ON public.subscriptions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.subscriptions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.subscriptions TO baton_app;
GRANT SELECT ON TABLE public.subscriptions TO baton_auth;
GRANT SELECT,INSERT,UPDATE ON TABLE public.subscriptions TO baton_admin;

CREATE TABLE public.sync_clocks (
    org_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    field text NOT NULL,
    hlc text NOT NULL COLLATE pg_catalog."C",
    device_id uuid NOT NULL,
    version integer NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT sync_clocks_field_check CHECK ((length(field) <= 120)),
    CONSTRAINT sync_clocks_hlc_check CHECK ((length(hlc) <= 24))
);
ALTER TABLE ONLY public.sync_clocks FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sync_clocks IS 'tenant';
ALTER TABLE ONLY public.sync_clocks
    ADD CONSTRAINT sync_clocks_pkey PRIMARY KEY (org_id, subject_id, field);
ALTER TABLE ONLY public.sync_clocks
    ADD CONSTRAINT sync_clocks_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX sync_clocks_updated ON public.sync_clocks USING btree (updated_at);
ALTER TABLE public.sync_clocks ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sync_clocks TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.sync_clocks TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.sync_clocks TO baton_app;

CREATE TABLE public.sync_conflicts (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    device_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid NOT NULL,
    field text NOT NULL,
    text text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sync_conflicts_field_check CHECK ((length(field) <= 60)),
    CONSTRAINT sync_conflicts_kind_check CHECK ((kind = ANY (ARRAY['task'::text, 'note'::text]))),
    CONSTRAINT sync_conflicts_text_check CHECK ((length(text) <= 100000))
);
ALTER TABLE ONLY public.sync_conflicts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sync_conflicts IS 'tenant';
ALTER TABLE ONLY public.sync_conflicts
    ADD CONSTRAINT sync_conflicts_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.sync_conflicts
    ADD CONSTRAINT sync_conflicts_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.sync_conflicts
    ADD CONSTRAINT sync_conflicts_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.memberships(org_id, user_id) ON DELETE CASCADE;
CREATE INDEX sync_conflicts_user ON public.sync_conflicts USING btree (org_id, user_id, id);
ALTER TABLE public.sync_conflicts ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sync_conflicts TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.sync_conflicts TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.sync_conflicts TO baton_app;

CREATE TABLE public.sync_devices (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    client text DEFAULT ''::text NOT NULL,
    last_mid bigint DEFAULT 0 NOT NULL,
    last_push_at timestamp with time zone,
    last_pull_at timestamp with time zone,
    last_pull_seq bigint,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sync_devices_client_check CHECK ((length(client) <= 64)),
    CONSTRAINT sync_devices_last_mid_check CHECK ((last_mid >= 0)),
    CONSTRAINT sync_devices_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY public.sync_devices FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sync_devices IS 'tenant';
ALTER TABLE ONLY public.sync_devices
    ADD CONSTRAINT sync_devices_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.sync_devices
    ADD CONSTRAINT sync_devices_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.sync_devices
    ADD CONSTRAINT sync_devices_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.memberships(org_id, user_id) ON DELETE CASCADE;
CREATE INDEX sync_devices_user ON public.sync_devices USING btree (org_id, user_id, id);
ALTER TABLE public.sync_devices ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sync_devices TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.sync_devices TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sync_devices TO baton_app;

CREATE TABLE public.sync_epochs (
    only_row boolean DEFAULT true NOT NULL,
    epoch integer DEFAULT 1 NOT NULL,
    CONSTRAINT sync_epochs_epoch_check CHECK ((epoch > 0)),
    CONSTRAINT sync_epochs_only_row_check CHECK (only_row)
);
ALTER TABLE ONLY public.sync_epochs FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sync_epochs IS 'instance';
ALTER TABLE ONLY public.sync_epochs
    ADD CONSTRAINT sync_epochs_pkey PRIMARY KEY (only_row);
ALTER TABLE public.sync_epochs ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sync_epochs TO baton_owner USING (true) WITH CHECK (true);

CREATE TABLE public.sync_exports (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    attachments boolean NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.sync_exports FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sync_exports IS 'tenant';
ALTER TABLE ONLY public.sync_exports
    ADD CONSTRAINT sync_exports_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.sync_exports
    ADD CONSTRAINT sync_exports_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.sync_exports
    ADD CONSTRAINT sync_exports_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.memberships(org_id, user_id) ON DELETE CASCADE;
CREATE INDEX sync_exports_created ON public.sync_exports USING btree (created_at);
CREATE INDEX sync_exports_user ON public.sync_exports USING btree (org_id, user_id, id DESC);
ALTER TABLE public.sync_exports ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sync_exports TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.sync_exports TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.sync_exports TO baton_app;

CREATE TABLE public.sync_mutations (
    org_id uuid NOT NULL,
    device_id uuid NOT NULL,
    mid bigint NOT NULL,
    operation text NOT NULL,
    digest bytea NOT NULL,
    outcome jsonb NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT sync_mutations_mid_check CHECK ((mid > 0)),
    CONSTRAINT sync_mutations_operation_check CHECK ((length(operation) <= 100))
);
ALTER TABLE ONLY public.sync_mutations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.sync_mutations IS 'tenant';
ALTER TABLE ONLY public.sync_mutations
    ADD CONSTRAINT sync_mutations_pkey PRIMARY KEY (org_id, device_id, mid);
ALTER TABLE ONLY public.sync_mutations
    ADD CONSTRAINT sync_mutations_org_id_device_id_fkey FOREIGN KEY (org_id, device_id) REFERENCES public.sync_devices(org_id, id) ON DELETE CASCADE;
CREATE INDEX sync_mutations_created ON public.sync_mutations USING btree (created_at);
ALTER TABLE public.sync_mutations ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.sync_mutations TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.sync_mutations TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.sync_mutations TO baton_app;

CREATE TABLE public.task_evidence (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    item_id uuid NOT NULL,
    check_name text NOT NULL,
    outcome text NOT NULL,
    rank text NOT NULL,
    note text DEFAULT ''::text NOT NULL,
    exit_code integer,
    log text,
    url text,
    commit text NOT NULL,
    repository_id uuid,
    workflow_path text,
    event text,
    app_id bigint,
    check_id bigint,
    completed_at timestamp with time zone,
    user_id uuid,
    credential text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    voided_at timestamp with time zone,
    void_reason text,
    CONSTRAINT task_evidence_check CHECK (((rank <> 'ci'::text) OR (credential = 'api_key'::text) OR ((credential = ANY (ARRAY['ci_job'::text, 'code_host'::text])) AND (repository_id IS NOT NULL) AND (workflow_path IS NOT NULL) AND (event = ANY (ARRAY['push'::text, 'pull_request'::text]))))),
    CONSTRAINT task_evidence_check1 CHECK (((voided_at IS NULL) = (void_reason IS NULL))),
    CONSTRAINT task_evidence_check_name_check CHECK (((length(check_name) >= 1) AND (length(check_name) <= 60))),
    CONSTRAINT task_evidence_commit_check CHECK ((commit ~ '^[0-9a-f]{40}([0-9a-f]{24})?$'::text)),
    CONSTRAINT task_evidence_log_check CHECK ((length(log) <= 20000)),
    CONSTRAINT task_evidence_note_check CHECK ((length(note) <= 4000)),
    CONSTRAINT task_evidence_outcome_check CHECK ((outcome = ANY (ARRAY['pass'::text, 'fail'::text]))),
    CONSTRAINT task_evidence_rank_check CHECK ((rank = ANY (ARRAY['claimed'::text, 'reported'::text, 'observed'::text, 'ci'::text]))),
    CONSTRAINT task_evidence_url_check CHECK ((length(url) <= 2000)),
    CONSTRAINT task_evidence_void_reason_check CHECK ((void_reason = 'commit'::text))
);
ALTER TABLE ONLY public.task_evidence FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.task_evidence IS 'tenant';
ALTER TABLE ONLY public.task_evidence
    ADD CONSTRAINT task_evidence_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.task_evidence
    ADD CONSTRAINT task_evidence_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
CREATE INDEX task_evidence_of ON public.task_evidence USING btree (org_id, item_id, id DESC);
CREATE UNIQUE INDEX task_evidence_check_run ON public.task_evidence USING btree (org_id, item_id, check_id, completed_at) WHERE (check_id IS NOT NULL);
ALTER TABLE public.task_evidence ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.task_evidence TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.task_evidence TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.task_evidence TO baton_app;
GRANT UPDATE(void_reason) ON TABLE public.task_evidence TO baton_app;
GRANT UPDATE(voided_at) ON TABLE public.task_evidence TO baton_app;

CREATE TABLE public.team_members (
    org_id uuid NOT NULL,
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT team_members_role_check CHECK ((role = ANY (ARRAY['lead'::text, 'member'::text])))
);
ALTER TABLE ONLY public.team_members FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.team_members IS 'tenant';
ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_pkey PRIMARY KEY (org_id, team_id, user_id);
ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.team_members
    ADD CONSTRAINT team_members_org_id_user_id_fkey FOREIGN KEY (org_id, user_id) REFERENCES public.memberships(org_id, user_id) ON DELETE CASCADE;
CREATE INDEX team_members_user ON public.team_members USING btree (org_id, user_id);
ALTER TABLE public.team_members ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.team_members TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY invited_joins ON public.team_members FOR INSERT TO baton_auth WITH CHECK (((user_id = ( SELECT app."user"() AS "user")) AND (EXISTS ( SELECT
   FROM public.invites i
  WHERE ((i.org_id = team_members.org_id) AND (i.team_id = team_members.team_id) AND (i.team_role = team_members.role) AND i.open AND ((i.email = ( SELECT app.proven_email() AS proven_email)) OR (i.held_by = ( SELECT app."user"() AS "user"))))))));
CREATE POLICY owner_all ON public.team_members TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY searching ON public.team_members FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY tenant ON public.team_members TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_members TO baton_app;
GRANT INSERT ON TABLE public.team_members TO baton_auth;
GRANT SELECT ON TABLE public.team_members TO baton_search;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_members TO baton_admin;

CREATE TABLE public.team_projects (
    org_id uuid NOT NULL,
    team_id uuid NOT NULL,
    project_id uuid NOT NULL,
    role text NOT NULL,
    granted_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT team_projects_role_check CHECK ((role = ANY (ARRAY['editor'::text, 'viewer'::text])))
);
ALTER TABLE ONLY public.team_projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.team_projects IS 'tenant';
ALTER TABLE ONLY public.team_projects
    ADD CONSTRAINT team_projects_pkey PRIMARY KEY (org_id, team_id, project_id);
ALTER TABLE ONLY public.team_projects
    ADD CONSTRAINT team_projects_granted_by_fkey FOREIGN KEY (granted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.team_projects
    ADD CONSTRAINT team_projects_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.team_projects
    ADD CONSTRAINT team_projects_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id) ON DELETE CASCADE;
CREATE INDEX team_projects_project ON public.team_projects USING btree (org_id, project_id);
ALTER TABLE public.team_projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY grants ON public.team_projects FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.team_projects TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.team_projects TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.team_projects TO baton_app;
GRANT SELECT ON TABLE public.team_projects TO baton_search;

CREATE TABLE public.teams (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    handle text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    avatar text,
    CONSTRAINT teams_avatar_check CHECK ((avatar ~ '^[0-9a-f]{32}\.webp$'::text)),
    CONSTRAINT teams_description_check CHECK ((length(description) <= 2000)),
    CONSTRAINT teams_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY public.teams FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.teams IS 'tenant';
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_org_id_handle_key UNIQUE (org_id, handle);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_handle_fkey FOREIGN KEY (handle) REFERENCES public.handles(handle) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.teams
    ADD CONSTRAINT teams_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX teams_avatar ON public.teams USING btree (avatar) WHERE (avatar IS NOT NULL);
CREATE INDEX teams_handle_prefix ON public.teams USING btree (handle text_pattern_ops);
CREATE INDEX teams_name_prefix ON public.teams USING btree (lower(name) text_pattern_ops);
CREATE INDEX teams_newest ON public.teams USING btree (id);
CREATE TRIGGER discard_picture AFTER DELETE OR UPDATE OF avatar ON public.teams FOR EACH ROW EXECUTE FUNCTION app.discard_team_picture();
ALTER TABLE public.teams ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.teams TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY owner_all ON public.teams TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY searching ON public.teams FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY tenant ON public.teams TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.teams TO baton_app;
GRANT SELECT ON TABLE public.teams TO baton_search;
GRANT SELECT,UPDATE ON TABLE public.teams TO baton_admin;

CREATE TABLE public.text_references (
    org_id uuid NOT NULL,
    from_kind text NOT NULL,
    from_id uuid NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    near uuid,
    CONSTRAINT text_references_from_kind_check CHECK ((from_kind = ANY (ARRAY['note'::text, 'task'::text, 'spec'::text, 'decision'::text, 'feature'::text, 'comment'::text]))),
    CONSTRAINT text_references_name_check CHECK ((length(name) <= 400))
);
ALTER TABLE ONLY public.text_references FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.text_references IS 'tenant';
ALTER TABLE ONLY public.text_references
    ADD CONSTRAINT text_references_pkey PRIMARY KEY (org_id, from_kind, from_id, name);
ALTER TABLE ONLY public.text_references
    ADD CONSTRAINT text_references_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE INDEX text_references_name ON public.text_references USING btree (org_id, name);
ALTER TABLE public.text_references ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.text_references TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.text_references TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.text_references TO baton_app;

CREATE TABLE public.tool_calls (
    org_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    agent_id uuid NOT NULL,
    tool text NOT NULL,
    calls bigint NOT NULL,
    errors bigint NOT NULL,
    milliseconds bigint NOT NULL,
    tokens_returned bigint NOT NULL,
    CONSTRAINT tool_calls_tool_check CHECK ((length(tool) <= 64))
);
ALTER TABLE ONLY public.tool_calls FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.tool_calls IS 'tenant';
ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_pkey PRIMARY KEY (org_id, hour, agent_id, tool);
ALTER TABLE ONLY public.tool_calls
    ADD CONSTRAINT tool_calls_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
CREATE INDEX tool_calls_hour ON public.tool_calls USING btree (hour);
ALTER TABLE public.tool_calls ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.tool_calls TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.tool_calls TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.tool_calls TO baton_app;

CREATE TABLE public.tunnel_actions (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    tunnel_id uuid NOT NULL,
    action text NOT NULL,
    risk text NOT NULL,
    arguments text NOT NULL,
    state text NOT NULL,
    requested_by uuid NOT NULL,
    decided_by uuid,
    decided_at timestamp with time zone,
    approval jsonb,
    seq bigint,
    expires_at timestamp with time zone NOT NULL,
    created_at timestamp with time zone NOT NULL,
    sent_at timestamp with time zone,
    acknowledged_at timestamp with time zone,
    ended_at timestamp with time zone,
    exit_code integer,
    output text,
    error text,
    CONSTRAINT tunnel_actions_risk_check CHECK ((risk = ANY (ARRAY['read'::text, 'write'::text, 'danger'::text]))),
    CONSTRAINT tunnel_actions_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'approved'::text, 'denied'::text, 'sent'::text, 'acknowledged'::text, 'done'::text, 'failed'::text, 'unknown'::text])))
);
ALTER TABLE ONLY public.tunnel_actions FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.tunnel_actions IS 'tenant';
ALTER TABLE ONLY public.tunnel_actions
    ADD CONSTRAINT tunnel_actions_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.tunnel_actions
    ADD CONSTRAINT tunnel_actions_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.tunnel_actions
    ADD CONSTRAINT tunnel_actions_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tunnel_actions
    ADD CONSTRAINT tunnel_actions_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES public.users(id);
CREATE INDEX tunnel_actions_ended ON public.tunnel_actions USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX tunnel_actions_history ON public.tunnel_actions USING btree (org_id, tunnel_id, id DESC);
CREATE INDEX tunnel_actions_open ON public.tunnel_actions USING btree (org_id, tunnel_id, seq) WHERE (state = ANY (ARRAY['queued'::text, 'approved'::text, 'sent'::text, 'acknowledged'::text]));
CREATE UNIQUE INDEX tunnel_actions_seq ON public.tunnel_actions USING btree (org_id, tunnel_id, seq);
ALTER TABLE public.tunnel_actions ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.tunnel_actions TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.tunnel_actions TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.tunnel_actions TO baton_app;

CREATE TABLE public.tunnel_pairings (
    org_id uuid NOT NULL,
    tunnel_id uuid NOT NULL,
    nonce_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    claimed_at timestamp with time zone,
    public_key bytea,
    fingerprint text,
    hostname text,
    platform text
);
ALTER TABLE ONLY public.tunnel_pairings FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.tunnel_pairings IS 'tenant';
ALTER TABLE ONLY public.tunnel_pairings
    ADD CONSTRAINT tunnel_pairings_nonce_hash_key UNIQUE (nonce_hash);
ALTER TABLE ONLY public.tunnel_pairings
    ADD CONSTRAINT tunnel_pairings_pkey PRIMARY KEY (org_id, tunnel_id);
ALTER TABLE ONLY public.tunnel_pairings
    ADD CONSTRAINT tunnel_pairings_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.tunnel_pairings ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.tunnel_pairings TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.tunnel_pairings TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.tunnel_pairings TO baton_app;

CREATE TABLE public.tunnel_signers (
    org_id uuid NOT NULL,
    tunnel_id uuid NOT NULL,
    credential_id text NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea NOT NULL,
    fingerprint text NOT NULL,
    offered_at timestamp with time zone NOT NULL,
    confirmed_at timestamp with time zone
);
ALTER TABLE ONLY public.tunnel_signers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.tunnel_signers IS 'tenant';
ALTER TABLE ONLY public.tunnel_signers
    ADD CONSTRAINT tunnel_signers_pkey PRIMARY KEY (org_id, tunnel_id, credential_id);
ALTER TABLE ONLY public.tunnel_signers
    ADD CONSTRAINT tunnel_signers_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tunnel_signers
    ADD CONSTRAINT tunnel_signers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE public.tunnel_signers ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.tunnel_signers TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.tunnel_signers TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.tunnel_signers TO baton_app;

CREATE TABLE public.tunnels (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    public_key bytea,
    fingerprint text,
    paired_at timestamp with time zone,
    server_key bytea NOT NULL,
    server_public_key bytea NOT NULL,
    hostname text,
    platform text,
    client_version text,
    actions jsonb DEFAULT '[]'::jsonb NOT NULL,
    ports integer[] DEFAULT '{}'::integer[] NOT NULL,
    node_id uuid,
    node_url text,
    fence bigint DEFAULT 0 NOT NULL,
    challenged_at timestamp with time zone,
    connected_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    action_seq bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    deleted_at timestamp with time zone,
    run_offer jsonb,
    CONSTRAINT tunnels_check CHECK ((((public_key IS NULL) = (fingerprint IS NULL)) AND ((public_key IS NULL) = (paired_at IS NULL)))),
    CONSTRAINT tunnels_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
ALTER TABLE ONLY public.tunnels FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.tunnels IS 'tenant';
ALTER TABLE ONLY public.tunnels
    ADD CONSTRAINT tunnels_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.tunnels
    ADD CONSTRAINT tunnels_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.tunnels
    ADD CONSTRAINT tunnels_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX tunnels_user ON public.tunnels USING btree (org_id, user_id) WHERE (deleted_at IS NULL);
CREATE UNIQUE INDEX tunnels_id ON public.tunnels USING btree (id);
ALTER TABLE public.tunnels ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.tunnels TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.tunnels TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.tunnels TO baton_app;

CREATE TABLE public.usage_days (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    day date NOT NULL,
    owner_id uuid NOT NULL,
    agent_id uuid,
    project_id uuid,
    model text,
    tokens_in bigint,
    tokens_out bigint,
    cost_micros bigint,
    seconds bigint,
    reports integer NOT NULL,
    reports_without_tokens integer NOT NULL,
    reports_without_cost integer NOT NULL
);
ALTER TABLE ONLY public.usage_days FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.usage_days IS 'tenant';
ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_org_id_day_owner_id_agent_id_project_id_model_key UNIQUE NULLS NOT DISTINCT (org_id, day, owner_id, agent_id, project_id, model);
ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_org_id_agent_id_fkey FOREIGN KEY (org_id, agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE ONLY public.usage_days
    ADD CONSTRAINT usage_days_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES public.users(id);
CREATE INDEX usage_days_agent ON public.usage_days USING btree (org_id, agent_id, day) WHERE (agent_id IS NOT NULL);
CREATE INDEX usage_days_day ON public.usage_days USING btree (day);
ALTER TABLE public.usage_days ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.usage_days TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.usage_days TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.usage_days TO baton_app;

CREATE TABLE public.users (
    id uuid NOT NULL,
    handle text NOT NULL,
    name text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    updated_at timestamp with time zone DEFAULT now() NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    bio text DEFAULT ''::text NOT NULL,
    location text DEFAULT ''::text NOT NULL,
    url text DEFAULT ''::text NOT NULL,
    timezone text DEFAULT ''::text NOT NULL,
    avatar text,
    cover text,
    closed_at timestamp with time zone,
    public_profile boolean DEFAULT false NOT NULL,
    CONSTRAINT users_avatar_check CHECK ((avatar ~ '^[0-9a-f]{32}\.webp$'::text)),
    CONSTRAINT users_bio_check CHECK ((length(bio) <= 2000)),
    CONSTRAINT users_cover_check CHECK ((cover ~ '^[0-9a-f]{32}\.webp$'::text)),
    CONSTRAINT users_location_check CHECK ((length(location) <= 120)),
    CONSTRAINT users_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT users_timezone_check CHECK ((length(timezone) <= 64)),
    CONSTRAINT users_url_check CHECK ((length(url) <= 300))
);
ALTER TABLE ONLY public.users FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.users IS 'personal(id)';
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_handle_key UNIQUE (handle);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_handle_fkey FOREIGN KEY (handle) REFERENCES public.handles(handle);
CREATE INDEX users_avatar ON public.users USING btree (avatar) WHERE (avatar IS NOT NULL);
CREATE INDEX users_cover ON public.users USING btree (cover) WHERE (cover IS NOT NULL);
CREATE INDEX users_handle_prefix ON public.users USING btree (handle text_pattern_ops);
CREATE INDEX users_name_prefix ON public.users USING btree (lower(name) text_pattern_ops);
CREATE TRIGGER discard_pictures AFTER DELETE OR UPDATE OF avatar, cover ON public.users FOR EACH ROW EXECUTE FUNCTION app.discard_pictures();
CREATE TRIGGER keep_profile AFTER UPDATE OF name, handle, bio, location, url, avatar, cover, public_profile, closed_at, deleted_at ON public.users FOR EACH ROW EXECUTE FUNCTION app.keep_profile();
ALTER TABLE public.users ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.users TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY colleagues ON public.users FOR SELECT TO baton_app USING (app.is_member(( SELECT app.org() AS org), id));
CREATE POLICY erased_authors ON public.users FOR SELECT TO baton_app USING ((deleted_at IS NOT NULL));
CREATE POLICY identity ON public.users TO baton_auth USING (((( SELECT app."user"() AS "user") IS NULL) OR (id = ( SELECT app."user"() AS "user")))) WITH CHECK (((( SELECT app."user"() AS "user") IS NULL) OR (id = ( SELECT app."user"() AS "user"))));
CREATE POLICY own ON public.users TO baton_app USING ((id = ( SELECT app."user"() AS "user"))) WITH CHECK ((id = ( SELECT app."user"() AS "user")));
CREATE POLICY owner_all ON public.users TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT,UPDATE ON TABLE public.users TO baton_app;
GRANT SELECT,INSERT,UPDATE ON TABLE public.users TO baton_auth;
GRANT SELECT,UPDATE ON TABLE public.users TO baton_admin;

CREATE TABLE public.verified_publishers (
    org_id uuid NOT NULL,
    verified_by uuid NOT NULL,
    reason text NOT NULL,
    verified_at timestamp with time zone NOT NULL,
    CONSTRAINT verified_publishers_reason_check CHECK (((length(reason) >= 1) AND (length(reason) <= 500)))
);
ALTER TABLE ONLY public.verified_publishers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.verified_publishers IS 'published';
ALTER TABLE ONLY public.verified_publishers
    ADD CONSTRAINT verified_publishers_pkey PRIMARY KEY (org_id);
ALTER TABLE ONLY public.verified_publishers
    ADD CONSTRAINT verified_publishers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.verified_publishers
    ADD CONSTRAINT verified_publishers_verified_by_fkey FOREIGN KEY (verified_by) REFERENCES public.users(id);
ALTER TABLE public.verified_publishers ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.verified_publishers TO baton_admin USING (true) WITH CHECK (true);
CREATE POLICY anyone_reads ON public.verified_publishers FOR SELECT TO baton_app, baton_public USING (true);
CREATE POLICY owner_all ON public.verified_publishers TO baton_owner USING (true) WITH CHECK (true);
GRANT SELECT(org_id) ON TABLE public.verified_publishers TO baton_public;
GRANT SELECT(org_id) ON TABLE public.verified_publishers TO baton_app;
GRANT SELECT(verified_at) ON TABLE public.verified_publishers TO baton_public;
GRANT SELECT(verified_at) ON TABLE public.verified_publishers TO baton_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.verified_publishers TO baton_admin;

CREATE TABLE public.watchers (
    org_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    user_id uuid NOT NULL,
    subject_kind text NOT NULL,
    watching boolean NOT NULL,
    why text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT watchers_subject_kind_check CHECK ((subject_kind = ANY (ARRAY['item'::text, 'feature'::text]))),
    CONSTRAINT watchers_why_check CHECK ((why = ANY (ARRAY['chosen'::text, 'mentioned'::text])))
);
ALTER TABLE ONLY public.watchers FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.watchers IS 'tenant';
ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_pkey PRIMARY KEY (org_id, subject_id, user_id);
ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.watchers
    ADD CONSTRAINT watchers_user_id_fkey FOREIGN KEY (user_id) REFERENCES public.users(id);
CREATE INDEX watchers_user ON public.watchers USING btree (user_id);
ALTER TABLE public.watchers ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.watchers TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.watchers TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.watchers TO baton_app;

CREATE TABLE public.webhook_attempts (
    org_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    response_status integer,
    error text,
    response text DEFAULT ''::text NOT NULL,
    CONSTRAINT webhook_attempts_response_check CHECK ((length(response) <= 1024))
);
ALTER TABLE ONLY public.webhook_attempts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.webhook_attempts IS 'tenant';
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (org_id, delivery_id, number);
ALTER TABLE ONLY public.webhook_attempts
    ADD CONSTRAINT webhook_attempts_org_id_delivery_id_fkey FOREIGN KEY (org_id, delivery_id) REFERENCES public.webhook_deliveries(org_id, id) ON DELETE CASCADE;
ALTER TABLE public.webhook_attempts ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.webhook_attempts TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.webhook_attempts TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT ON TABLE public.webhook_attempts TO baton_app;

CREATE TABLE public.webhook_deliveries (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    seq bigint NOT NULL,
    type text NOT NULL,
    lane uuid NOT NULL,
    project_id uuid,
    owner_id uuid,
    body text NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    failures integer DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone NOT NULL,
    claim_id uuid,
    claimed_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text])))
);
ALTER TABLE ONLY public.webhook_deliveries FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.webhook_deliveries IS 'tenant';
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_org_id_webhook_id_fkey FOREIGN KEY (org_id, webhook_id) REFERENCES public.webhooks(org_id, id);
CREATE INDEX webhook_deliveries_age ON public.webhook_deliveries USING btree (created_at);
CREATE INDEX webhook_deliveries_due ON public.webhook_deliveries USING btree (org_id, webhook_id, next_attempt_at) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_lane ON public.webhook_deliveries USING btree (org_id, webhook_id, lane, seq) WHERE (status = 'pending'::text);
CREATE INDEX webhook_deliveries_list ON public.webhook_deliveries USING btree (org_id, webhook_id, id);
CREATE INDEX webhook_deliveries_waiting ON public.webhook_deliveries USING btree (next_attempt_at) WHERE (status = 'pending'::text);
CREATE UNIQUE INDEX webhook_deliveries_once ON public.webhook_deliveries USING btree (org_id, webhook_id, seq) WHERE (seq > 0);
ALTER TABLE public.webhook_deliveries ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.webhook_deliveries FOR SELECT TO baton_admin USING (true);
CREATE POLICY owner_all ON public.webhook_deliveries TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY retention ON public.webhook_deliveries FOR DELETE TO baton_admin USING (true);
CREATE POLICY tenant ON public.webhook_deliveries TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT(claimed_until) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT(created_at) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT(id) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT(next_attempt_at) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT(org_id) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT(status) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT(webhook_id) ON TABLE public.webhook_deliveries TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.webhook_deliveries TO baton_app;
GRANT DELETE ON TABLE public.webhook_deliveries TO baton_admin;

CREATE TABLE public.webhooks (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    events text[] NOT NULL,
    project_id uuid,
    enabled boolean DEFAULT true NOT NULL,
    disabled_reason text,
    disabled_at timestamp with time zone,
    secret bytea,
    previous_secret bytea,
    previous_until timestamp with time zone,
    failing_since timestamp with time zone,
    throttled_until timestamp with time zone,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT webhooks_check CHECK ((enabled = (disabled_reason IS NULL))),
    CONSTRAINT webhooks_check1 CHECK (((secret IS NULL) = (deleted_at IS NOT NULL))),
    CONSTRAINT webhooks_description_check CHECK ((length(description) <= 500)),
    CONSTRAINT webhooks_events_check CHECK (((cardinality(events) >= 1) AND (cardinality(events) <= 50))),
    CONSTRAINT webhooks_url_check CHECK (((length(url) >= 10) AND (length(url) <= 2000)))
);
ALTER TABLE ONLY public.webhooks FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.webhooks IS 'tenant';
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_pkey PRIMARY KEY (org_id, id);
ALTER TABLE public.webhooks
    ADD CONSTRAINT webhooks_disabled_reason_check CHECK ((disabled_reason = ANY (ARRAY['by_hand'::text, 'failing'::text, 'gone'::text, 'creator_left'::text, 'set_aside'::text]))) NOT VALID;
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
ALTER TABLE ONLY public.webhooks
    ADD CONSTRAINT webhooks_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
CREATE INDEX webhooks_creator ON public.webhooks USING btree (created_by) WHERE (deleted_at IS NULL);
ALTER TABLE public.webhooks ENABLE ROW LEVEL SECURITY;
CREATE POLICY administration ON public.webhooks FOR SELECT TO baton_admin USING (true);
CREATE POLICY owner_all ON public.webhooks TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.webhooks TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT(deleted_at) ON TABLE public.webhooks TO baton_admin;
GRANT SELECT(enabled) ON TABLE public.webhooks TO baton_admin;
GRANT SELECT(id) ON TABLE public.webhooks TO baton_admin;
GRANT SELECT(org_id) ON TABLE public.webhooks TO baton_admin;
GRANT SELECT(throttled_until) ON TABLE public.webhooks TO baton_admin;
GRANT SELECT,INSERT,UPDATE ON TABLE public.webhooks TO baton_app;

CREATE TABLE public.work_item_dependencies (
    org_id uuid NOT NULL,
    item_id uuid NOT NULL,
    blocked_by_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT work_item_dependencies_check CHECK ((item_id <> blocked_by_id))
);
ALTER TABLE ONLY public.work_item_dependencies FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.work_item_dependencies IS 'tenant';
ALTER TABLE ONLY public.work_item_dependencies
    ADD CONSTRAINT work_item_dependencies_pkey PRIMARY KEY (org_id, item_id, blocked_by_id);
ALTER TABLE ONLY public.work_item_dependencies
    ADD CONSTRAINT work_item_dependencies_org_id_blocked_by_id_fkey FOREIGN KEY (org_id, blocked_by_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.work_item_dependencies
    ADD CONSTRAINT work_item_dependencies_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
CREATE INDEX work_item_dependencies_reverse ON public.work_item_dependencies USING btree (org_id, blocked_by_id);
ALTER TABLE public.work_item_dependencies ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.work_item_dependencies TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.work_item_dependencies TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.work_item_dependencies TO baton_app;

CREATE TABLE public.work_item_labels (
    org_id uuid NOT NULL,
    item_id uuid NOT NULL,
    label text NOT NULL,
    project_id uuid NOT NULL,
    number integer NOT NULL
);
ALTER TABLE ONLY public.work_item_labels FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.work_item_labels IS 'tenant';
ALTER TABLE ONLY public.work_item_labels
    ADD CONSTRAINT work_item_labels_pkey PRIMARY KEY (org_id, item_id, label);
ALTER TABLE ONLY public.work_item_labels
    ADD CONSTRAINT work_item_labels_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
CREATE INDEX work_item_labels_list ON public.work_item_labels USING btree (org_id, project_id, label, number DESC) INCLUDE (item_id);
ALTER TABLE public.work_item_labels ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.work_item_labels TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.work_item_labels TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.work_item_labels TO baton_app;

CREATE STATISTICS public.work_item_labels_place (dependencies) ON org_id, project_id FROM public.work_item_labels;

CREATE TABLE public.work_item_relations (
    org_id uuid NOT NULL,
    item_id uuid NOT NULL,
    other_id uuid NOT NULL,
    kind text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    CONSTRAINT work_item_relations_check CHECK ((item_id <> other_id)),
    CONSTRAINT work_item_relations_kind_check CHECK ((kind = ANY (ARRAY['relates_to'::text, 'duplicates'::text])))
);
ALTER TABLE ONLY public.work_item_relations FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.work_item_relations IS 'tenant';
ALTER TABLE ONLY public.work_item_relations
    ADD CONSTRAINT work_item_relations_pkey PRIMARY KEY (org_id, item_id, other_id);
ALTER TABLE ONLY public.work_item_relations
    ADD CONSTRAINT work_item_relations_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.work_item_relations
    ADD CONSTRAINT work_item_relations_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.work_item_relations
    ADD CONSTRAINT work_item_relations_org_id_other_id_fkey FOREIGN KEY (org_id, other_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
CREATE INDEX work_item_relations_author ON public.work_item_relations USING btree (created_by);
CREATE INDEX work_item_relations_other ON public.work_item_relations USING btree (org_id, other_id);
ALTER TABLE public.work_item_relations ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.work_item_relations TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.work_item_relations TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.work_item_relations TO baton_app;

CREATE TABLE public.work_item_sources (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    external_id text NOT NULL,
    item_id uuid NOT NULL,
    CONSTRAINT work_item_sources_external_id_check CHECK (((length(external_id) >= 1) AND (length(external_id) <= 100)))
);
ALTER TABLE ONLY public.work_item_sources FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.work_item_sources IS 'tenant';
ALTER TABLE ONLY public.work_item_sources
    ADD CONSTRAINT work_item_sources_org_id_item_id_key UNIQUE (org_id, item_id);
ALTER TABLE ONLY public.work_item_sources
    ADD CONSTRAINT work_item_sources_pkey PRIMARY KEY (org_id, project_id, external_id);
ALTER TABLE ONLY public.work_item_sources
    ADD CONSTRAINT work_item_sources_org_id_item_id_fkey FOREIGN KEY (org_id, item_id) REFERENCES public.work_items(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.work_item_sources
    ADD CONSTRAINT work_item_sources_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
ALTER TABLE public.work_item_sources ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.work_item_sources TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.work_item_sources TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.work_item_sources TO baton_app;

CREATE TABLE public.work_item_tallies (
    org_id uuid NOT NULL,
    project_id uuid NOT NULL,
    subject text NOT NULL,
    value text NOT NULL,
    id bigint NOT NULL,
    items integer NOT NULL,
    open integer NOT NULL,
    status text
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');
ALTER TABLE ONLY public.work_item_tallies FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.work_item_tallies IS 'tenant';
ALTER TABLE ONLY public.work_item_tallies
    ADD CONSTRAINT work_item_tallies_pkey PRIMARY KEY (org_id, project_id, subject, value, id);
ALTER TABLE public.work_item_tallies ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.work_item_tallies TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.work_item_tallies TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT ON TABLE public.work_item_tallies TO baton_app;

ALTER TABLE public.work_item_tallies ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.work_item_tallies_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE public.work_items (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    project_id uuid NOT NULL,
    kind text NOT NULL,
    parent_id uuid,
    number integer NOT NULL,
    key text NOT NULL,
    title text NOT NULL,
    title_key text GENERATED ALWAYS AS (lower(title)) STORED,
    description text DEFAULT ''::text NOT NULL,
    status text DEFAULT 'backlog'::text NOT NULL,
    priority text DEFAULT 'none'::text NOT NULL,
    priority_order smallint GENERATED ALWAYS AS (
CASE priority
    WHEN 'urgent'::text THEN 0
    WHEN 'high'::text THEN 1
    WHEN 'medium'::text THEN 2
    WHEN 'low'::text THEN 3
    ELSE 4
END) STORED,
    labels text[] DEFAULT '{}'::text[] NOT NULL,
    estimate real,
    due_on date,
    assignee_id uuid,
    assignee_agent_id uuid,
    rank text NOT NULL COLLATE pg_catalog."C",
    completion_notes text,
    lease_holder text,
    lease_fence bigint DEFAULT 0 NOT NULL,
    lease_until timestamp with time zone,
    lease_user_id uuid,
    lease_agent_id uuid,
    created_by uuid NOT NULL,
    created_by_agent_id uuid,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    completed_at timestamp with time zone,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    deleted_with uuid,
    fence text,
    lease_instance_id uuid,
    lease_warned_until timestamp with time zone,
    completed_by uuid,
    completed_by_agent_id uuid,
    lease_from timestamp with time zone,
    proof text DEFAULT 'none'::text NOT NULL,
    proof_covers text[] DEFAULT '{}'::text[] NOT NULL,
    start_on date,
    milestone_id uuid,
    former_keys text[] DEFAULT '{}'::text[] NOT NULL,
    CONSTRAINT work_items_check CHECK (((lease_holder IS NULL) = (lease_until IS NULL))),
    CONSTRAINT work_items_check1 CHECK (((kind = 'task'::text) OR (lease_holder IS NULL))),
    CONSTRAINT work_items_completion_notes_check CHECK ((length(completion_notes) <= 20000)),
    CONSTRAINT work_items_dates CHECK ((start_on <= due_on)),
    CONSTRAINT work_items_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT work_items_estimate_check CHECK (((estimate >= (0)::double precision) AND (estimate <= (1000)::double precision))),
    CONSTRAINT work_items_kind_check CHECK ((kind = ANY (ARRAY['epic'::text, 'story'::text, 'task'::text]))),
    CONSTRAINT work_items_priority_check CHECK ((priority = ANY (ARRAY['none'::text, 'low'::text, 'medium'::text, 'high'::text, 'urgent'::text]))),
    CONSTRAINT work_items_status_check CHECK ((status = ANY (ARRAY['backlog'::text, 'todo'::text, 'in_progress'::text, 'in_review'::text, 'complete'::text, 'cancelled'::text]))),
    CONSTRAINT work_items_title_check CHECK (((length(title) >= 1) AND (length(title) <= 300)))
);
ALTER TABLE ONLY public.work_items FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.work_items IS 'tenant';
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_org_id_key_key UNIQUE (org_id, key);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_milestone FOREIGN KEY (org_id, project_id, milestone_id) REFERENCES public.milestones(org_id, project_id, id) ON DELETE SET NULL (milestone_id);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_org_id_assignee_agent_id_fkey FOREIGN KEY (org_id, assignee_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_org_id_created_by_agent_id_fkey FOREIGN KEY (org_id, created_by_agent_id) REFERENCES public.agents(org_id, id);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_org_id_parent_id_fkey FOREIGN KEY (org_id, parent_id) REFERENCES public.work_items(org_id, id);
ALTER TABLE ONLY public.work_items
    ADD CONSTRAINT work_items_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id);
CREATE INDEX work_items_agent ON public.work_items USING btree (org_id, assignee_agent_id) WHERE ((assignee_agent_id IS NOT NULL) AND (deleted_at IS NULL));
CREATE INDEX work_items_agent_leases ON public.work_items USING btree (org_id, lease_agent_id) WHERE (lease_agent_id IS NOT NULL);
CREATE INDEX work_items_assignee ON public.work_items USING btree (org_id, assignee_id, number DESC) WHERE ((deleted_at IS NULL) AND (assignee_id IS NOT NULL));
CREATE INDEX work_items_column ON public.work_items USING btree (org_id, project_id, status, rank, number, id) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text));
CREATE INDEX work_items_deleted ON public.work_items USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX work_items_deleted_with ON public.work_items USING btree (org_id, deleted_with) WHERE (deleted_with IS NOT NULL);
CREATE INDEX work_items_due ON public.work_items USING btree (org_id, project_id, (
CASE
    WHEN (due_on IS NULL) THEN 'infinity'::date
    ELSE due_on
END), id) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text));
CREATE INDEX work_items_everywhere ON public.work_items USING btree (org_id, kind, created_at DESC, id DESC) WHERE (deleted_at IS NULL);
CREATE INDEX work_items_family ON public.work_items USING btree (org_id, parent_id, kind, number) WHERE (parent_id IS NOT NULL);
CREATE INDEX work_items_former_keys ON public.work_items USING gin (org_id, former_keys) WHERE (former_keys <> '{}'::text[]);
CREATE INDEX work_items_holder ON public.work_items USING btree (org_id, lease_holder) WHERE (lease_holder IS NOT NULL);
CREATE INDEX work_items_leased ON public.work_items USING btree (org_id, lease_until) WHERE (lease_until IS NOT NULL);
CREATE INDEX work_items_list ON public.work_items USING btree (org_id, project_id, kind, number DESC) WHERE (deleted_at IS NULL);
CREATE INDEX work_items_milestone ON public.work_items USING btree (org_id, project_id, milestone_id) WHERE (milestone_id IS NOT NULL);
CREATE INDEX work_items_of_agent ON public.work_items USING btree (org_id, project_id, assignee_agent_id, rank, number, id) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text) AND (assignee_agent_id IS NOT NULL));
CREATE INDEX work_items_of_nobody ON public.work_items USING btree (org_id, project_id, rank, number, id) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text) AND (assignee_id IS NULL) AND (assignee_agent_id IS NULL));
CREATE INDEX work_items_of_person ON public.work_items USING btree (org_id, project_id, assignee_id, rank, number, id) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text) AND (assignee_id IS NOT NULL));
CREATE INDEX work_items_priority ON public.work_items USING btree (org_id, project_id, priority_order, rank, number, id) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text));
CREATE INDEX work_items_rank ON public.work_items USING btree (org_id, project_id, kind, rank, number);
CREATE INDEX work_items_ready ON public.work_items USING btree (org_id, project_id, priority_order, rank) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text) AND (status = ANY (ARRAY['backlog'::text, 'todo'::text])));
CREATE INDEX work_items_status ON public.work_items USING btree (org_id, project_id, status, number DESC) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text));
CREATE INDEX work_items_title ON public.work_items USING btree (org_id, project_id, title_key) WHERE ((deleted_at IS NULL) AND (status <> ALL (ARRAY['complete'::text, 'cancelled'::text])));
CREATE INDEX work_items_top ON public.work_items USING btree (org_id, project_id, number) WHERE ((deleted_at IS NULL) AND (parent_id IS NULL));
CREATE INDEX work_items_updated ON public.work_items USING btree (org_id, project_id, updated_at DESC, id DESC) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text));
CREATE INDEX work_items_words ON public.work_items USING gin (org_id, to_tsvector('simple'::regconfig, title)) WHERE ((deleted_at IS NULL) AND (kind = 'task'::text));
CREATE TRIGGER begin_lease_term BEFORE UPDATE ON public.work_items FOR EACH ROW WHEN ((new.lease_until IS DISTINCT FROM old.lease_until)) EXECUTE FUNCTION app.begin_lease_term();
CREATE TRIGGER expire_questions AFTER UPDATE OF status, deleted_at ON public.work_items FOR EACH ROW WHEN ((((new.status = ANY (ARRAY['complete'::text, 'cancelled'::text])) AND (old.status IS DISTINCT FROM new.status)) OR ((new.deleted_at IS NOT NULL) AND (old.deleted_at IS NULL)))) EXECUTE FUNCTION app.expire_questions();
CREATE TRIGGER forget_fence BEFORE UPDATE ON public.work_items FOR EACH ROW WHEN (((new.lease_fence <> old.lease_fence) AND (NOT (new.fence IS DISTINCT FROM old.fence)))) EXECUTE FUNCTION app.forget_fence();
CREATE TRIGGER keep_changes_indexed AFTER UPDATE ON public.work_items FOR EACH ROW WHEN (((old.title IS DISTINCT FROM new.title) OR (old.description IS DISTINCT FROM new.description) OR (old.key IS DISTINCT FROM new.key) OR (old.labels IS DISTINCT FROM new.labels) OR (old.completion_notes IS DISTINCT FROM new.completion_notes) OR (old.project_id IS DISTINCT FROM new.project_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.keep_family_indexed();
CREATE TRIGGER keep_indexed AFTER INSERT OR DELETE ON public.work_items FOR EACH ROW EXECUTE FUNCTION app.keep_family_indexed();
CREATE TRIGGER keep_labels_of_changed AFTER UPDATE OF labels ON public.work_items FOR EACH ROW WHEN ((new.labels IS DISTINCT FROM old.labels)) EXECUTE FUNCTION app.keep_labels();
CREATE TRIGGER keep_labels_of_new AFTER INSERT ON public.work_items FOR EACH ROW WHEN ((new.labels <> '{}'::text[])) EXECUTE FUNCTION app.keep_labels();
CREATE TRIGGER tally_changed AFTER UPDATE ON public.work_items FOR EACH ROW WHEN (((old.status <> new.status) OR (old.labels <> new.labels) OR (old.project_id <> new.project_id) OR (old.assignee_agent_id IS DISTINCT FROM new.assignee_agent_id) OR (old.deleted_at IS DISTINCT FROM new.deleted_at))) EXECUTE FUNCTION app.tally_changed();
CREATE TRIGGER tally_new AFTER INSERT ON public.work_items REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.tally_new();
ALTER TABLE public.work_items ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.work_items TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.work_items TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY titles ON public.work_items FOR SELECT TO baton_search USING (true);
GRANT SELECT(created_at) ON TABLE public.work_items TO baton_search;
GRANT SELECT(deleted_at) ON TABLE public.work_items TO baton_search;
GRANT SELECT(id) ON TABLE public.work_items TO baton_search;
GRANT SELECT(kind) ON TABLE public.work_items TO baton_search;
GRANT SELECT(number) ON TABLE public.work_items TO baton_search;
GRANT SELECT(org_id) ON TABLE public.work_items TO baton_search;
GRANT SELECT(project_id) ON TABLE public.work_items TO baton_search;
GRANT SELECT(title) ON TABLE public.work_items TO baton_search;
GRANT SELECT,INSERT,UPDATE ON TABLE public.work_items TO baton_app;

CREATE STATISTICS public.work_items_place (dependencies) ON org_id, project_id FROM public.work_items;

CREATE TABLE public.workflows (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    gates jsonb NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT workflows_description_check CHECK ((length(description) <= 20000)),
    CONSTRAINT workflows_gates_check CHECK ((jsonb_typeof(gates) = 'array'::text)),
    CONSTRAINT workflows_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT workflows_slug_check CHECK (((slug ~ '^[a-z0-9](-?[a-z0-9])*$'::text) AND ((length(slug) >= 2) AND (length(slug) <= 64))))
);
ALTER TABLE ONLY public.workflows FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.workflows IS 'tenant';
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.workflows
    ADD CONSTRAINT workflows_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE UNIQUE INDEX workflows_slug ON public.workflows USING btree (org_id, slug) WHERE (deleted_at IS NULL);
ALTER TABLE public.workflows ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.workflows TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.workflows TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.workflows TO baton_app;

CREATE TABLE public.workspace_checkouts (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    tunnel_id uuid NOT NULL,
    local_id text NOT NULL,
    path text NOT NULL,
    repository text,
    branch text,
    head text,
    dirty_files jsonb DEFAULT '[]'::jsonb NOT NULL,
    worktrees jsonb DEFAULT '[]'::jsonb NOT NULL,
    checked_at timestamp with time zone,
    added_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT workspace_checkouts_branch_check CHECK (((length(branch) >= 1) AND (length(branch) <= 250))),
    CONSTRAINT workspace_checkouts_head_check CHECK (((length(head) >= 7) AND (length(head) <= 64))),
    CONSTRAINT workspace_checkouts_local_id_check CHECK (((length(local_id) >= 1) AND (length(local_id) <= 200))),
    CONSTRAINT workspace_checkouts_path_check CHECK (((length(path) >= 1) AND (length(path) <= 1000))),
    CONSTRAINT workspace_checkouts_repository_check CHECK (((length(repository) >= 3) AND (length(repository) <= 200)))
);
ALTER TABLE ONLY public.workspace_checkouts FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.workspace_checkouts IS 'tenant';
ALTER TABLE ONLY public.workspace_checkouts
    ADD CONSTRAINT workspace_checkouts_org_id_workspace_id_tunnel_id_local_id_key UNIQUE (org_id, workspace_id, tunnel_id, local_id);
ALTER TABLE ONLY public.workspace_checkouts
    ADD CONSTRAINT workspace_checkouts_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.workspace_checkouts
    ADD CONSTRAINT workspace_checkouts_added_by_fkey FOREIGN KEY (added_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.workspace_checkouts
    ADD CONSTRAINT workspace_checkouts_org_id_tunnel_id_fkey FOREIGN KEY (org_id, tunnel_id) REFERENCES public.tunnels(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workspace_checkouts
    ADD CONSTRAINT workspace_checkouts_org_id_workspace_id_fkey FOREIGN KEY (org_id, workspace_id) REFERENCES public.workspaces(org_id, id) ON DELETE CASCADE;
CREATE INDEX workspace_checkouts_repository ON public.workspace_checkouts USING btree (org_id, lower(repository)) WHERE (repository IS NOT NULL);
CREATE INDEX workspace_checkouts_tunnel ON public.workspace_checkouts USING btree (org_id, tunnel_id);
ALTER TABLE public.workspace_checkouts ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.workspace_checkouts TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.workspace_checkouts TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_checkouts TO baton_app;

CREATE TABLE public.workspace_projects (
    org_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    project_id uuid NOT NULL,
    created_at timestamp with time zone NOT NULL
);
ALTER TABLE ONLY public.workspace_projects FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.workspace_projects IS 'tenant';
ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_pkey PRIMARY KEY (org_id, workspace_id, project_id);
ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_org_id_project_id_fkey FOREIGN KEY (org_id, project_id) REFERENCES public.projects(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workspace_projects
    ADD CONSTRAINT workspace_projects_org_id_workspace_id_fkey FOREIGN KEY (org_id, workspace_id) REFERENCES public.workspaces(org_id, id) ON DELETE CASCADE;
CREATE INDEX workspace_projects_project ON public.workspace_projects USING btree (org_id, project_id);
ALTER TABLE public.workspace_projects ENABLE ROW LEVEL SECURITY;
CREATE POLICY grants ON public.workspace_projects FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.workspace_projects TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.workspace_projects TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE ON TABLE public.workspace_projects TO baton_app;
GRANT SELECT ON TABLE public.workspace_projects TO baton_search;

CREATE TABLE public.workspace_teams (
    org_id uuid NOT NULL,
    workspace_id uuid NOT NULL,
    team_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT workspace_teams_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text])))
);
ALTER TABLE ONLY public.workspace_teams FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.workspace_teams IS 'tenant';
ALTER TABLE ONLY public.workspace_teams
    ADD CONSTRAINT workspace_teams_pkey PRIMARY KEY (org_id, workspace_id, team_id);
ALTER TABLE ONLY public.workspace_teams
    ADD CONSTRAINT workspace_teams_org_id_team_id_fkey FOREIGN KEY (org_id, team_id) REFERENCES public.teams(org_id, id) ON DELETE CASCADE;
ALTER TABLE ONLY public.workspace_teams
    ADD CONSTRAINT workspace_teams_org_id_workspace_id_fkey FOREIGN KEY (org_id, workspace_id) REFERENCES public.workspaces(org_id, id) ON DELETE CASCADE;
CREATE INDEX workspace_teams_team ON public.workspace_teams USING btree (org_id, team_id);
ALTER TABLE public.workspace_teams ENABLE ROW LEVEL SECURITY;
CREATE POLICY grants ON public.workspace_teams FOR SELECT TO baton_search USING ((org_id = ( SELECT app.org() AS org)));
CREATE POLICY owner_all ON public.workspace_teams TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.workspace_teams TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.workspace_teams TO baton_app;
GRANT SELECT ON TABLE public.workspace_teams TO baton_search;

CREATE TABLE public.workspaces (
    org_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    description text DEFAULT ''::text NOT NULL,
    created_by uuid NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    deleted_at timestamp with time zone,
    version integer DEFAULT 1 NOT NULL,
    CONSTRAINT workspaces_description_check CHECK ((length(description) <= 2000)),
    CONSTRAINT workspaces_name_check CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    CONSTRAINT workspaces_slug_check CHECK (((length(slug) >= 2) AND (length(slug) <= 64)))
);
ALTER TABLE ONLY public.workspaces FORCE ROW LEVEL SECURITY;
COMMENT ON TABLE public.workspaces IS 'tenant';
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (org_id, id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_org_id_fkey FOREIGN KEY (org_id) REFERENCES public.organizations(id);
CREATE UNIQUE INDEX workspaces_slug ON public.workspaces USING btree (org_id, slug) WHERE (deleted_at IS NULL);
ALTER TABLE public.workspaces ENABLE ROW LEVEL SECURITY;
CREATE POLICY owner_all ON public.workspaces TO baton_owner USING (true) WITH CHECK (true);
CREATE POLICY tenant ON public.workspaces TO baton_app USING ((org_id = ( SELECT app.org() AS org))) WITH CHECK ((org_id = ( SELECT app.org() AS org)));
GRANT SELECT,INSERT,UPDATE ON TABLE public.workspaces TO baton_app;

ALTER FUNCTION app.append(p_events jsonb, p_audit jsonb) OWNER TO baton_log;
ALTER FUNCTION app.count_document_words(p_terms text[], p_project uuid, p_archived boolean, p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.count_memory_words(p_terms text[], p_scopes uuid[], p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.document_term_counts(p_terms text[], p_project uuid, p_archived boolean, p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.documents_estimated() OWNER TO baton_search;
ALTER FUNCTION app.hidden_projects() OWNER TO baton_search;
ALTER FUNCTION app.match_document_term(p_term text, p_name text, p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer, p_named integer) OWNER TO baton_search;
ALTER FUNCTION app.match_document_words(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.match_documents(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.match_memories(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_most integer, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.match_memory_words(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_most integer, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.memories_estimated() OWNER TO baton_search;
ALTER FUNCTION app.memory_term_counts(p_terms text[], p_scopes uuid[], p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.name_documents(p_text text, p_words text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.newest_documents(p_terms text[], p_phrases text[], p_project uuid, p_archived boolean, p_examined integer, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.newest_memories(p_terms text[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_examined integer, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.newest_titled_tasks(p_words text, p_project uuid, p_before integer, p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.own_teams() OWNER TO baton_search;
ALTER FUNCTION app.search_notes(p_query text, p_project uuid, p_personal boolean, p_tag text, p_since timestamp with time zone, p_until timestamp with time zone, p_deleted boolean, p_score integer, p_id uuid, p_limit integer) OWNER TO baton_search;
ALTER FUNCTION app.titled_tasks(p_words text, p_projects uuid[], p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.trim_events(p_before timestamp with time zone, p_most integer) OWNER TO baton_log;
ALTER FUNCTION app.unsearched_projects(p_archived boolean) OWNER TO baton_search;
ALTER FUNCTION app.words_like_in_documents(p_words text[], p_project uuid, p_archived boolean, p_most integer) OWNER TO baton_search;
ALTER FUNCTION app.words_like_in_memories(p_words text[], p_scopes uuid[], p_most integer) OWNER TO baton_search;
GRANT ALL ON FUNCTION app."user"() TO baton_app;
GRANT ALL ON FUNCTION app."user"() TO baton_admin;
GRANT ALL ON FUNCTION app."user"() TO baton_public;
GRANT ALL ON FUNCTION app."user"() TO baton_auth;
GRANT ALL ON FUNCTION app."user"() TO baton_jobs;
GRANT ALL ON FUNCTION app."user"() TO baton_log;
GRANT ALL ON FUNCTION app."user"() TO baton_search;
GRANT ALL ON FUNCTION app.only_agent() TO baton_app;
GRANT ALL ON FUNCTION app.only_agent() TO baton_admin;
GRANT ALL ON FUNCTION app.only_agent() TO baton_public;
GRANT ALL ON FUNCTION app.only_agent() TO baton_auth;
GRANT ALL ON FUNCTION app.only_agent() TO baton_jobs;
GRANT ALL ON FUNCTION app.only_agent() TO baton_log;
GRANT ALL ON FUNCTION app.only_agent() TO baton_search;
GRANT ALL ON FUNCTION app.only_project() TO baton_app;
GRANT ALL ON FUNCTION app.only_project() TO baton_admin;
GRANT ALL ON FUNCTION app.only_project() TO baton_public;
GRANT ALL ON FUNCTION app.only_project() TO baton_auth;
GRANT ALL ON FUNCTION app.only_project() TO baton_jobs;
GRANT ALL ON FUNCTION app.only_project() TO baton_log;
GRANT ALL ON FUNCTION app.only_project() TO baton_search;
GRANT ALL ON FUNCTION app.org() TO baton_app;
GRANT ALL ON FUNCTION app.org() TO baton_admin;
GRANT ALL ON FUNCTION app.org() TO baton_public;
GRANT ALL ON FUNCTION app.org() TO baton_auth;
GRANT ALL ON FUNCTION app.org() TO baton_jobs;
GRANT ALL ON FUNCTION app.org() TO baton_log;
GRANT ALL ON FUNCTION app.org() TO baton_search;
GRANT ALL ON FUNCTION app.owner() TO baton_app;
GRANT ALL ON FUNCTION app.owner() TO baton_admin;
GRANT ALL ON FUNCTION app.owner() TO baton_public;
GRANT ALL ON FUNCTION app.owner() TO baton_auth;
GRANT ALL ON FUNCTION app.owner() TO baton_jobs;
GRANT ALL ON FUNCTION app.owner() TO baton_log;
GRANT ALL ON FUNCTION app.owner() TO baton_search;
GRANT ALL ON FUNCTION app.proven_email() TO baton_auth;
GRANT ALL ON FUNCTION app.sees_project(p_visibility text, p_project uuid) TO baton_app;
GRANT ALL ON FUNCTION app.sees_project(p_visibility text, p_project uuid) TO baton_search;
GRANT ALL ON FUNCTION app.sees_skill(p_visibility text, p_owner uuid, p_team uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.accounts_to_erase(p_before timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.accounts_to_erase(p_before timestamp with time zone, p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.add_invite_link(p_invite uuid, p_hash bytea, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.add_invite_link(p_invite uuid, p_hash bytea, p_at timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.adopt_embedding_model(p_id text, p_name text, p_dimensions integer, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.adopt_embedding_model(p_id text, p_name text, p_dimensions integer, p_now timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.announcement_recipients(p_audience text, p_organization uuid, p_user uuid, p_after uuid, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.announcement_recipients(p_audience text, p_organization uuid, p_user uuid, p_after uuid, p_most integer) TO baton_admin;
REVOKE ALL ON FUNCTION app.append(p_events jsonb, p_audit jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION app.append(p_events jsonb, p_audit jsonb) TO baton_app;
GRANT ALL ON FUNCTION app.append(p_events jsonb, p_audit jsonb) TO baton_auth;
GRANT ALL ON FUNCTION app.append(p_events jsonb, p_audit jsonb) TO baton_admin;
REVOKE ALL ON FUNCTION app.attachment_bytes() FROM PUBLIC;
GRANT ALL ON FUNCTION app.attachment_bytes() TO baton_admin;
REVOKE ALL ON FUNCTION app.audit_due(p_before timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.audit_due(p_before timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.audit_end(p_org uuid, p_before timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.audit_end(p_org uuid, p_before timestamp with time zone, p_most integer) TO baton_admin;
REVOKE ALL ON FUNCTION app.change_handle(p_handle text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.change_handle(p_handle text) TO baton_auth;
REVOKE ALL ON FUNCTION app.check_project_writes(p_events jsonb) FROM PUBLIC;
GRANT ALL ON FUNCTION app.check_project_writes(p_events jsonb) TO baton_app;
GRANT ALL ON FUNCTION app.check_project_writes(p_events jsonb) TO baton_auth;
GRANT ALL ON FUNCTION app.check_project_writes(p_events jsonb) TO baton_admin;
REVOKE ALL ON FUNCTION app.claim_next_task(p_project text, p_user uuid, p_agent uuid, p_session uuid, p_client_session text, p_connection text, p_new_instance uuid, p_until timestamp with time zone, p_fence text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.claim_next_task(p_project text, p_user uuid, p_agent uuid, p_session uuid, p_client_session text, p_connection text, p_new_instance uuid, p_until timestamp with time zone, p_fence text, p_now timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.claim_tunnel(p_nonce bytea, p_key bytea, p_fingerprint text, p_hostname text, p_platform text, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.claim_tunnel(p_nonce bytea, p_key bytea, p_fingerprint text, p_hostname text, p_platform text, p_now timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.clear_personal_organization(p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.clear_personal_organization(p_user uuid) TO baton_auth;
REVOKE ALL ON FUNCTION app.close_organizations(p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.close_organizations(p_at timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.community_author(p_author uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.community_author(p_author uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.compare_memories(p_model text, p_query public.vector, p_scopes uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.compare_memories(p_model text, p_query public.vector, p_scopes uuid[]) TO baton_app;
REVOKE ALL ON FUNCTION app.count_community_flag(p_post uuid, p_moderation uuid, p_threshold integer, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.count_community_flag(p_post uuid, p_moderation uuid, p_threshold integer, p_at timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.count_document_words(p_terms text[], p_project uuid, p_archived boolean, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.count_document_words(p_terms text[], p_project uuid, p_archived boolean, p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.count_memory_words(p_terms text[], p_scopes uuid[], p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.count_memory_words(p_terms text[], p_scopes uuid[], p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.count_tallies(p_org uuid, p_project uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.decide_set_aside(p_id uuid, p_keep boolean, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.decide_set_aside(p_id uuid, p_keep boolean, p_at timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.discard_file() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.discard_pictures() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.discard_team_picture() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.document_term_counts(p_terms text[], p_project uuid, p_archived boolean, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.document_term_counts(p_terms text[], p_project uuid, p_archived boolean, p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.documents_estimated() FROM PUBLIC;
GRANT ALL ON FUNCTION app.documents_estimated() TO baton_app;
REVOKE ALL ON FUNCTION app.documents_near(p_model text, p_query public.vector, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.documents_near(p_model text, p_query public.vector, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.drop_old_embedding_models(p_before timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.drop_old_embedding_models(p_before timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.end_credentials_of_member() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.enter_instance(p_user uuid, p_agent uuid, p_client_session text, p_connection text, p_new uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.enter_instance(p_user uuid, p_agent uuid, p_client_session text, p_connection text, p_new uuid, p_now timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.erase_account(p_user uuid, p_before timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.erase_account(p_user uuid, p_before timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.erase_organization(p_org uuid, p_before timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.erase_organization(p_org uuid, p_before timestamp with time zone, p_most integer) TO baton_admin;
REVOKE ALL ON FUNCTION app.erasure_order(p_tables oid[]) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.expire_questions() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.feed(p_type text, p_kinds text[], p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamp with time zone, p_until timestamp with time zone, p_before bigint, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.feed(p_type text, p_kinds text[], p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamp with time zone, p_until timestamp with time zone, p_before bigint, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.feed(p_type text, p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamp with time zone, p_until timestamp with time zone, p_before bigint, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.feed(p_type text, p_user uuid, p_agent uuid, p_project uuid, p_subject uuid, p_since timestamp with time zone, p_until timestamp with time zone, p_before bigint, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.figures() FROM PUBLIC;
GRANT ALL ON FUNCTION app.figures() TO baton_admin;
REVOKE ALL ON FUNCTION app.fill_gate_changes(p_cursor text, p_most integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.fill_status_changes(p_cursor text, p_most integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.fill_tallies(p_cursor text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.fold_tallies(p_org uuid, p_project uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.follow_parent() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.forget_memories(p_before timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.forget_memories(p_before timestamp with time zone, p_most integer) TO baton_admin;
REVOKE ALL ON FUNCTION app.hidden_projects() FROM PUBLIC;
GRANT ALL ON FUNCTION app.hidden_projects() TO baton_app;
REVOKE ALL ON FUNCTION app.hold_invite(p_hash bytea, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.hold_invite(p_hash bytea, p_at timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.hold_off_stop(p_agent uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.hold_off_stop(p_agent uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.impersonation_party(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.impersonation_party(p_id uuid) TO baton_auth;
GRANT ALL ON FUNCTION app.impersonation_party(p_id uuid) TO baton_admin;
REVOKE ALL ON FUNCTION app.index_document(p_org uuid, p_source text, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.index_document(p_org uuid, p_source text, p_id uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.index_family(p_org uuid, p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.index_family(p_org uuid, p_id uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.integration_of_import(p_import uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.integration_of_import(p_import uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.is_last_administrator(p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_last_administrator(p_user uuid) TO baton_auth;
GRANT ALL ON FUNCTION app.is_last_administrator(p_user uuid) TO baton_admin;
REVOKE ALL ON FUNCTION app.is_member(p_org uuid, p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_member(p_org uuid, p_user uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.is_suspended(p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.is_suspended(p_user uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.issue_run_token(p_id uuid, p_run uuid, p_hash bytea, p_last_four text, p_scopes text[], p_now timestamp with time zone, p_expires timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.issue_run_token(p_id uuid, p_run uuid, p_hash bytea, p_last_four text, p_scopes text[], p_now timestamp with time zone, p_expires timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.keep_chain_open() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_family_indexed() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_indexed() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_profile() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_profile_of_account() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_question() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_version_indexed() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_words_of_document() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.keep_words_of_memory() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.let_into_project(p_project uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.let_into_project(p_project uuid) TO baton_app;
GRANT ALL ON FUNCTION app.let_into_project(p_project uuid) TO baton_search;
GRANT ALL ON FUNCTION app.let_into_project(p_project uuid) TO baton_admin;
GRANT ALL ON FUNCTION app.let_into_project(p_project uuid) TO baton_auth;
GRANT ALL ON FUNCTION app.let_into_project(p_project uuid) TO baton_public;
REVOKE ALL ON FUNCTION app.lift_skill_takedown(p_takedown uuid, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.lift_skill_takedown(p_takedown uuid, p_at timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.match_document_term(p_term text, p_name text, p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer, p_named integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.match_document_term(p_term text, p_name text, p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer, p_named integer) TO baton_app;
REVOKE ALL ON FUNCTION app.match_document_words(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.match_document_words(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.match_documents(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.match_documents(p_terms text[], p_weights real[], p_phrases text[], p_kinds text[], p_project uuid, p_archived boolean, p_most integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.match_memories(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_most integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.match_memories(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_most integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.match_memory_words(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_most integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.match_memory_words(p_terms text[], p_weights real[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_most integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.may_find(p_owner uuid, p_personal boolean, p_project uuid, p_team uuid, p_user uuid, p_hidden uuid[], p_teams uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.may_find(p_owner uuid, p_personal boolean, p_project uuid, p_team uuid, p_user uuid, p_hidden uuid[], p_teams uuid[]) TO baton_app;
GRANT ALL ON FUNCTION app.may_find(p_owner uuid, p_personal boolean, p_project uuid, p_team uuid, p_user uuid, p_hidden uuid[], p_teams uuid[]) TO baton_search;
REVOKE ALL ON FUNCTION app.may_invite(p_org uuid, p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.may_invite(p_org uuid, p_user uuid) TO baton_auth;
REVOKE ALL ON FUNCTION app.members_by_email(p_emails text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.members_by_email(p_emails text[]) TO baton_app;
REVOKE ALL ON FUNCTION app.memories_estimated() FROM PUBLIC;
GRANT ALL ON FUNCTION app.memories_estimated() TO baton_app;
REVOKE ALL ON FUNCTION app.memory_term_counts(p_terms text[], p_scopes uuid[], p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.memory_term_counts(p_terms text[], p_scopes uuid[], p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.mirror_membership() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.moved_logs(p_orgs uuid[], p_places bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.moved_logs(p_orgs uuid[], p_places bigint[]) TO baton_app;
REVOKE ALL ON FUNCTION app.name_documents(p_text text, p_words text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.name_documents(p_text text, p_words text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.nearest_documents(p_model text, p_query text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.nearest_documents(p_model text, p_query text, p_kinds text[], p_project uuid, p_archived boolean, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.nearest_memories(p_model text, p_dimensions integer, p_query public.vector, p_scopes uuid[], p_exact boolean, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.nearest_memories(p_model text, p_dimensions integer, p_query public.vector, p_scopes uuid[], p_exact boolean, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.newest_documents(p_terms text[], p_phrases text[], p_project uuid, p_archived boolean, p_examined integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.newest_documents(p_terms text[], p_phrases text[], p_project uuid, p_archived boolean, p_examined integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.newest_memories(p_terms text[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_examined integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.newest_memories(p_terms text[], p_scopes uuid[], p_tag text, p_now timestamp with time zone, p_examined integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.newest_titled_tasks(p_words text, p_project uuid, p_before integer, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.newest_titled_tasks(p_words text, p_project uuid, p_before integer, p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.note_gate_change() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.note_logged_type() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.note_status_change() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.notification_place(p_user uuid, p_org uuid, p_project uuid, p_actor uuid, p_agent uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.notification_place(p_user uuid, p_org uuid, p_project uuid, p_actor uuid, p_agent uuid) TO baton_app;
GRANT ALL ON FUNCTION app.notification_place(p_user uuid, p_org uuid, p_project uuid, p_actor uuid, p_agent uuid) TO baton_auth;
REVOKE ALL ON FUNCTION app.number_memory() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.offboard(p_user uuid, p_reason text, p_preview boolean, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.offboard(p_user uuid, p_reason text, p_preview boolean, p_at timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.offer_password_reset(p_user uuid, p_by uuid, p_hash bytea, p_mailing uuid, p_at timestamp with time zone, p_until timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.offer_password_reset(p_user uuid, p_by uuid, p_hash bytea, p_mailing uuid, p_at timestamp with time zone, p_until timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.oldest_rows() FROM PUBLIC;
GRANT ALL ON FUNCTION app.oldest_rows() TO baton_admin;
REVOKE ALL ON FUNCTION app.only_reads_project(p_visibility text, p_project uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.only_reads_project(p_visibility text, p_project uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.open_sandbox(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.open_sandbox(p_id uuid) TO baton_auth;
REVOKE ALL ON FUNCTION app.organizations_behind(p_reader text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.organizations_behind(p_reader text) TO baton_admin;
REVOKE ALL ON FUNCTION app.organizations_to_embed(p_model text, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.organizations_to_embed(p_model text, p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.organizations_to_index(p_model text, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.organizations_to_index(p_model text, p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.organizations_with_code_to_index(p_reader integer, p_model text, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.organizations_with_code_to_index(p_reader integer, p_model text, p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.organizations_with_shared_parts(p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.organizations_with_shared_parts(p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.organizations_with_trouble(p_since timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.organizations_with_trouble(p_since timestamp with time zone, p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.orphaned_files(names text[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.orphaned_files(names text[]) TO baton_admin;
REVOKE ALL ON FUNCTION app.own_passkey(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.own_passkey(p_id uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.own_teams() FROM PUBLIC;
GRANT ALL ON FUNCTION app.own_teams() TO baton_app;
REVOKE ALL ON FUNCTION app.owns_project_access(p_project uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.owns_project_access(p_project uuid) TO baton_app;
GRANT ALL ON FUNCTION app.owns_project_access(p_project uuid) TO baton_search;
REVOKE ALL ON FUNCTION app.place_published_note() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.projects_elsewhere(p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.projects_elsewhere(p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.protect_tenant_table(p_table regclass, p_rights text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.published_words(p_fields jsonb, p_body text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.published_words(p_fields jsonb, p_body text) TO baton_app;
GRANT ALL ON FUNCTION app.published_words(p_fields jsonb, p_body text) TO baton_public;
GRANT ALL ON FUNCTION app.published_words(p_fields jsonb, p_body text) TO baton_admin;
REVOKE ALL ON FUNCTION app.purge(p_name text, p_before timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.purge(p_name text, p_before timestamp with time zone, p_most integer) TO baton_admin;
REVOKE ALL ON FUNCTION app.purge_keys(p_before timestamp with time zone, p_most integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.purge_work_items(p_before timestamp with time zone, p_most integer) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.put_status(p_org uuid, p_item uuid, p_seq bigint, p_at timestamp with time zone, p_status text, p_blocked boolean, p_user uuid, p_agent uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.receive_host_delivery(p_delivery text, p_event text, p_host_id bigint, p_installation bigint, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.receive_host_delivery(p_delivery text, p_event text, p_host_id bigint, p_installation bigint, p_now timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.recent_documents(p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.recent_documents(p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.recent_invites(p_email text, p_since timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.recent_invites(p_email text, p_since timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.record_integration(p_import uuid, p_at timestamp with time zone, p_failure text, p_broken boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app.record_integration(p_import uuid, p_at timestamp with time zone, p_failure text, p_broken boolean) TO baton_app;
REVOKE ALL ON FUNCTION app.reopen_organizations() FROM PUBLIC;
GRANT ALL ON FUNCTION app.reopen_organizations() TO baton_auth;
REVOKE ALL ON FUNCTION app.repositories_at_host(p_host_id bigint) FROM PUBLIC;
GRANT ALL ON FUNCTION app.repositories_at_host(p_host_id bigint) TO baton_auth;
REVOKE ALL ON FUNCTION app.repositories_to_reconcile(p_before timestamp with time zone, p_now timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.repositories_to_reconcile(p_before timestamp with time zone, p_now timestamp with time zone, p_most integer) TO baton_auth;
REVOKE ALL ON FUNCTION app.reset_sandbox(p_id uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.reset_sandbox(p_id uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.retained() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.revoke_run_token(p_run uuid, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.revoke_run_token(p_run uuid, p_now timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.search_notes(p_query text, p_project uuid, p_personal boolean, p_tag text, p_since timestamp with time zone, p_until timestamp with time zone, p_deleted boolean, p_score integer, p_id uuid, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.search_notes(p_query text, p_project uuid, p_personal boolean, p_tag text, p_since timestamp with time zone, p_until timestamp with time zone, p_deleted boolean, p_score integer, p_id uuid, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.seq_near(p_org uuid, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.seq_near(p_org uuid, p_at timestamp with time zone) TO baton_app;
REVOKE ALL ON FUNCTION app.set_aside(p_user uuid, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.set_aside(p_user uuid, p_at timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.similar_memories(p_model text, p_dimensions integer, p_query public.vector, p_scope uuid, p_max_exact integer, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.similar_memories(p_model text, p_dimensions integer, p_query public.vector, p_scope uuid, p_max_exact integer, p_limit integer) TO baton_app;
REVOKE ALL ON FUNCTION app.similar_reports(p_words text, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.similar_reports(p_words text, p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.site_preview(p_hash bytea, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.site_preview(p_hash bytea, p_now timestamp with time zone) TO baton_public;
REVOKE ALL ON FUNCTION app.stemmed_words(p_text text) FROM PUBLIC;
GRANT ALL ON FUNCTION app.stemmed_words(p_text text) TO baton_app;
REVOKE ALL ON FUNCTION app.sync_epoch() FROM PUBLIC;
GRANT ALL ON FUNCTION app.sync_epoch() TO baton_app;
REVOKE ALL ON FUNCTION app.take_down_skill(p_skill uuid, p_hash bytea, p_takedown uuid, p_reason text, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.take_down_skill(p_skill uuid, p_hash bytea, p_takedown uuid, p_reason text, p_at timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.tallied(p_item public.work_items) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.tallies_lock(p_org uuid, p_project uuid) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.tally_changed() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.tally_new() FROM PUBLIC;
REVOKE ALL ON FUNCTION app.team_project_ids(p_org uuid, p_team uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.team_project_ids(p_org uuid, p_team uuid) TO baton_app;
REVOKE ALL ON FUNCTION app.team_role(p_org uuid, p_project uuid, p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.team_role(p_org uuid, p_project uuid, p_user uuid) TO baton_app;
GRANT ALL ON FUNCTION app.team_role(p_org uuid, p_project uuid, p_user uuid) TO baton_search;
REVOKE ALL ON FUNCTION app.terms_held(p_words tsvector, p_terms tsquery[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.terms_held(p_words tsvector, p_terms tsquery[]) TO baton_app;
GRANT ALL ON FUNCTION app.terms_held(p_words tsvector, p_terms tsquery[]) TO baton_search;
REVOKE ALL ON FUNCTION app.titled_tasks(p_words text, p_projects uuid[], p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.titled_tasks(p_words text, p_projects uuid[], p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.told_in_slack(p_users uuid[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.told_in_slack(p_users uuid[]) TO baton_app;
REVOKE ALL ON FUNCTION app.trim_audit(p_org uuid, p_seq bigint, p_hash bytea, p_seal bytea, p_before timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.trim_audit(p_org uuid, p_seq bigint, p_hash bytea, p_seal bytea, p_before timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.trim_events(p_before timestamp with time zone, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.trim_events(p_before timestamp with time zone, p_most integer) TO baton_admin;
GRANT ALL ON FUNCTION app.trim_events(p_before timestamp with time zone, p_most integer) TO baton_owner;
REVOKE ALL ON FUNCTION app.tunnels_held(p_ids uuid[], p_fences bigint[]) FROM PUBLIC;
GRANT ALL ON FUNCTION app.tunnels_held(p_ids uuid[], p_fences bigint[]) TO baton_auth;
REVOKE ALL ON FUNCTION app.unfinished_imports() FROM PUBLIC;
GRANT ALL ON FUNCTION app.unfinished_imports() TO baton_app;
REVOKE ALL ON FUNCTION app.unread_heads(p_after uuid, p_limit integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.unread_heads(p_after uuid, p_limit integer) TO baton_admin;
REVOKE ALL ON FUNCTION app.unsearched_projects(p_archived boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION app.unsearched_projects(p_archived boolean) TO baton_app;
REVOKE ALL ON FUNCTION app.use_ci_token(p_id uuid, p_jti text, p_host_id bigint, p_org uuid, p_handle text, p_claims jsonb, p_expires timestamp with time zone, p_now timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.use_ci_token(p_id uuid, p_jti text, p_host_id bigint, p_org uuid, p_handle text, p_claims jsonb, p_expires timestamp with time zone, p_now timestamp with time zone) TO baton_auth;
REVOKE ALL ON FUNCTION app.user_overview(p_user uuid, p_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION app.user_overview(p_user uuid, p_at timestamp with time zone) TO baton_admin;
REVOKE ALL ON FUNCTION app.waits_for_another(p_org uuid, p_item uuid, p_status text) FROM PUBLIC;
REVOKE ALL ON FUNCTION app.with_number(p_json jsonb, p_item uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.with_number(p_json jsonb, p_item uuid) TO baton_app;
GRANT ALL ON FUNCTION app.with_number(p_json jsonb, p_item uuid) TO baton_auth;
GRANT ALL ON FUNCTION app.with_number(p_json jsonb, p_item uuid) TO baton_admin;
REVOKE ALL ON FUNCTION app.words_like_in_documents(p_words text[], p_project uuid, p_archived boolean, p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.words_like_in_documents(p_words text[], p_project uuid, p_archived boolean, p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.words_like_in_memories(p_words text[], p_scopes uuid[], p_most integer) FROM PUBLIC;
GRANT ALL ON FUNCTION app.words_like_in_memories(p_words text[], p_scopes uuid[], p_most integer) TO baton_app;
REVOKE ALL ON FUNCTION app.workspace_role(p_org uuid, p_project uuid, p_user uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION app.workspace_role(p_org uuid, p_project uuid, p_user uuid) TO baton_app;
GRANT ALL ON FUNCTION app.workspace_role(p_org uuid, p_project uuid, p_user uuid) TO baton_search;
