-- A project belongs to one organization. Taken for independent of each other, the two make the tasks of a small organization beside a large one look so few
-- that the planner reads all tasks of a label once for each task.
create statistics work_items_place (dependencies) on org_id, project_id from work_items;
create statistics work_item_labels_place (dependencies) on org_id, project_id from work_item_labels;
analyze work_items;
analyze work_item_labels;
