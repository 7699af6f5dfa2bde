import { createAttachment } from '../attachments/create-attachment.ts'
import { deleteAttachment } from '../attachments/delete-attachment.ts'
import { listAttachments } from '../attachments/list-attachments.ts'
import { openAttachment } from '../attachments/open-attachment.ts'
import { removeDiscardedFiles } from '../attachments/remove-discarded-files.ts'
import { removeOrphanedFiles } from '../attachments/remove-orphaned-files.ts'
import { createComment } from '../comments/create-comment.ts'
import { deleteComment } from '../comments/delete-comment.ts'
import { restoreComment } from '../comments/restore-comment.ts'
import { listComments } from '../comments/list-comments.ts'
import { updateComment } from '../comments/update-comment.ts'
import { addProjectMember } from '../projects/add-project-member.ts'
import { archiveProject } from '../projects/archive-project.ts'
import { createProject } from '../projects/create-project.ts'
import { deleteProject } from '../projects/delete-project.ts'
import { getProject } from '../projects/get-project.ts'
import { getPublicProject } from '../projects/get-public-project.ts'
import { listProjectMembers } from '../projects/list-project-members.ts'
import { listProjects } from '../projects/list-projects.ts'
import { removeProjectMember } from '../projects/remove-project-member.ts'
import { restoreProject } from '../projects/restore-project.ts'
import { shareProject } from '../projects/share-project.ts'
import { unshareProject } from '../projects/unshare-project.ts'
import { updateProject } from '../projects/update-project.ts'
import { continueImport } from '../transfer/continue-import.ts'
import { exportItems } from '../transfer/export-items.ts'
import { getImport } from '../transfer/get-import.ts'
import { importItems } from '../transfer/import-items.ts'
import { startImport } from '../transfer/start-import.ts'
import { createView } from '../views/create-view.ts'
import { deleteView } from '../views/delete-view.ts'
import { getView } from '../views/get-view.ts'
import { listViews } from '../views/list-views.ts'
import { updateView } from '../views/update-view.ts'
import { completeTask } from '../work-items/complete-task.ts'
import { createEpic } from '../work-items/create-epic.ts'
import { createStory } from '../work-items/create-story.ts'
import { createTask } from '../work-items/create-task.ts'
import { deleteEpic } from '../work-items/deletion/delete-epic.ts'
import { deleteStory } from '../work-items/deletion/delete-story.ts'
import { deleteTask } from '../work-items/deletion/delete-task.ts'
import { restoreItem } from '../work-items/deletion/restore-item.ts'
import { getEpic } from '../work-items/get-epic.ts'
import { getItem } from '../work-items/get-item.ts'
import { getStory } from '../work-items/get-story.ts'
import { getTask } from '../work-items/get-task.ts'
import { listLabels } from '../work-items/labels/list-labels.ts'
import { removeLabel } from '../work-items/labels/remove-label.ts'
import { renameLabel } from '../work-items/labels/rename-label.ts'
import { claimTask } from '../work-items/leases/claim-task.ts'
import { expireLease } from '../work-items/leases/expire-lease.ts'
import { getBoard } from '../work-items/lists/get-board.ts'
import { getProjectTree } from '../work-items/lists/get-project-tree.ts'
import { listEpics } from '../work-items/lists/list-epics.ts'
import { listStories } from '../work-items/lists/list-stories.ts'
import { listTasks } from '../work-items/lists/list-tasks.ts'
import { moveTask } from '../work-items/order/move-task.ts'
import { updateEpic } from '../work-items/update-epic.ts'
import { updateStory } from '../work-items/update-story.ts'
import { updateTask } from '../work-items/update-task.ts'
import { updateTasks } from '../work-items/update-tasks.ts'

export const work = {
  createAttachment,
  deleteAttachment,
  listAttachments,
  openAttachment,
  removeDiscardedFiles,
  removeOrphanedFiles,
  createComment,
  deleteComment,
  listComments,
  restoreComment,
  updateComment,
  addProjectMember,
  archiveProject,
  createProject,
  deleteProject,
  restoreProject,
  getProject,
  getPublicProject,
  listProjectMembers,
  listProjects,
  removeProjectMember,
  shareProject,
  unshareProject,
  updateProject,
  continueImport,
  exportItems,
  getImport,
  importItems,
  startImport,
  createView,
  deleteView,
  getView,
  listViews,
  updateView,
  completeTask,
  createEpic,
  createStory,
  createTask,
  deleteEpic,
  deleteStory,
  deleteTask,
  restoreItem,
  getEpic,
  getItem,
  getStory,
  getTask,
  listLabels,
  removeLabel,
  renameLabel,
  claimTask,
  expireLease,
  getBoard,
  getProjectTree,
  listEpics,
  listStories,
  listTasks,
  moveTask,
  updateEpic,
  updateStory,
  updateTask,
  updateTasks,
}
