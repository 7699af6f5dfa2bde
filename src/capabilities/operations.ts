import { pair } from '../kernel/operation.ts'
import { listUsers } from './administration/list-users.ts'
import { suspendUser } from './administration/suspend-user.ts'
import { unsuspendUser } from './administration/unsuspend-user.ts'
import { enrolAgent } from './agents/enrol-agent.ts'
import { login } from './login/login.ts'
import { logout } from './login/logout.ts'
import { me } from './login/me.ts'
import { myRole } from './login/my-role.ts'
import { offerSetup } from './login/offer-setup.ts'
import { refresh } from './login/refresh.ts'
import { register } from './login/register.ts'
import { setUpInstance } from './login/set-up-instance.ts'
import { addMember } from './organizations/add-member.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { listMembers } from './organizations/list-members.ts'
import { listOrganizations } from './organizations/list-organizations.ts'
import { removeMember } from './organizations/remove-member.ts'
import { updateMember } from './organizations/update-member.ts'
import { addProjectMember } from './projects/add-project-member.ts'
import { archiveProject } from './projects/archive-project.ts'
import { createProject } from './projects/create-project.ts'
import { deleteProject } from './projects/delete-project.ts'
import { getProject } from './projects/get-project.ts'
import { getPublicProject } from './projects/get-public-project.ts'
import { listProjectMembers } from './projects/list-project-members.ts'
import { listProjects } from './projects/list-projects.ts'
import { removeProjectMember } from './projects/remove-project-member.ts'
import { shareProject } from './projects/share-project.ts'
import { unshareProject } from './projects/unshare-project.ts'
import { updateProject } from './projects/update-project.ts'
import { createMcpToken } from './tokens/create-mcp-token.ts'
import { listMcpTokens } from './tokens/list-mcp-tokens.ts'
import { revokeMcpToken } from './tokens/revoke-mcp-token.ts'
import { forgetAttempts } from './upkeep/forget-attempts.ts'
import { forgetEvents } from './upkeep/forget-events.ts'
import { forgetKeys } from './upkeep/forget-keys.ts'
import { claimTask } from './work-items/claim-task.ts'
import { completeTask } from './work-items/complete-task.ts'
import { createEpic } from './work-items/create-epic.ts'
import { createStory } from './work-items/create-story.ts'
import { createTask } from './work-items/create-task.ts'
import { deleteEpic } from './work-items/delete-epic.ts'
import { deleteStory } from './work-items/delete-story.ts'
import { deleteTask } from './work-items/delete-task.ts'
import { expireLease } from './work-items/expire-lease.ts'
import { getEpic } from './work-items/get-epic.ts'
import { getProjectTree } from './work-items/get-project-tree.ts'
import { getStory } from './work-items/get-story.ts'
import { getTask } from './work-items/get-task.ts'
import { listEpics } from './work-items/list-epics.ts'
import { listStories } from './work-items/list-stories.ts'
import { listTasks } from './work-items/list-tasks.ts'
import { updateEpic } from './work-items/update-epic.ts'
import { updateStory } from './work-items/update-story.ts'
import { updateTask } from './work-items/update-task.ts'
import { contracts } from './contracts.ts'

/** Every operation by name: a contract without a handler is a compile error. */
export const operations = pair(contracts, {
  register,
  login,
  refresh,
  me,
  myRole,
  logout,
  setUpInstance,
  offerSetup,
  createMcpToken,
  listMcpTokens,
  revokeMcpToken,
  createOrganization,
  listOrganizations,
  listMembers,
  addMember,
  updateMember,
  removeMember,
  listUsers,
  suspendUser,
  unsuspendUser,
  enrolAgent,
  createProject,
  listProjects,
  getProject,
  updateProject,
  archiveProject,
  deleteProject,
  shareProject,
  unshareProject,
  listProjectMembers,
  addProjectMember,
  removeProjectMember,
  getPublicProject,
  listEpics,
  createEpic,
  getEpic,
  updateEpic,
  deleteEpic,
  listStories,
  createStory,
  getStory,
  updateStory,
  deleteStory,
  listTasks,
  createTask,
  getTask,
  updateTask,
  completeTask,
  deleteTask,
  claimTask,
  expireLease,
  getProjectTree,
  forgetKeys,
  forgetEvents,
  forgetAttempts,
})
