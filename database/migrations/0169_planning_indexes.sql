-- no transaction
create index concurrently if not exists work_items_milestone on work_items (org_id, project_id, milestone_id) where milestone_id is not null;
create index concurrently if not exists features_milestone on features (org_id, project_id, milestone_id) where milestone_id is not null;
create index concurrently if not exists work_items_former_keys on work_items using gin (org_id, former_keys) where former_keys <> '{}';
create index concurrently if not exists milestones_by_author on milestones (created_by);
create index concurrently if not exists milestones_by_agent on milestones (org_id, created_by_agent_id) where created_by_agent_id is not null;
create index concurrently if not exists work_item_relations_author on work_item_relations (created_by);
