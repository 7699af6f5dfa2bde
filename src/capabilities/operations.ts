import { pair } from '../kernel/operation.ts'
import { listUsers } from './administration/list-users.ts'
import { suspendUser } from './administration/suspend-user.ts'
import { unsuspendUser } from './administration/unsuspend-user.ts'
import { enrolAgent } from './agents/enrol-agent.ts'
import { changeEmail } from './mail-login/change-email.ts'
import { confirmEmailChange } from './mail-login/confirm-email-change.ts'
import { forgotPassword } from './mail-login/forgot-password.ts'
import { resetPassword } from './mail-login/reset-password.ts'
import { sendCode } from './mail-login/send-code.ts'
import { sendMagicLink } from './mail-login/send-magic-link.ts'
import { sendVerification } from './mail-login/send-verification.ts'
import { verifyCode } from './mail-login/verify-code.ts'
import { verifyEmail } from './mail-login/verify-email.ts'
import { verifyMagicLink } from './mail-login/verify-magic-link.ts'
import { approveDevice } from './device-login/approve-device.ts'
import { denyDevice } from './device-login/deny-device.ts'
import { getDevice } from './device-login/get-device.ts'
import { pollDevice } from './device-login/poll-device.ts'
import { requestDevice } from './device-login/request-device.ts'
import { login } from './login/login.ts'
import { logout } from './login/logout.ts'
import { me } from './login/me.ts'
import { myRole } from './login/my-role.ts'
import { offerSetup } from './login/offer-setup.ts'
import { refresh } from './login/refresh.ts'
import { register } from './login/register.ts'
import { setUpInstance } from './login/set-up-instance.ts'
import { forgetMailings } from './mail/forget-mailings.ts'
import { getCodeDelivery } from './mail/get-code-delivery.ts'
import { sendMailing } from './mail/send-mailing.ts'
import { acceptIdentity } from './oauth-login/accept-identity.ts'
import { beginConnecting } from './oauth-login/begin-connecting.ts'
import { beginOauth } from './oauth-login/begin-oauth.ts'
import { confirmConnection } from './oauth-login/confirm-connection.ts'
import { connectAccount } from './oauth-login/connect-account.ts'
import { disconnectAccount } from './oauth-login/disconnect-account.ts'
import { exchangeOauthCode } from './oauth-login/exchange-oauth-code.ts'
import { listConnectedAccounts } from './oauth-login/list-connected-accounts.ts'
import { listProviders } from './oauth-login/list-providers.ts'
import { takeOauthState } from './oauth-login/take-oauth-state.ts'
import { approveOauthClient } from './oauth-server/approve-oauth-client.ts'
import { forgetOauthRecords } from './oauth-server/forget-oauth-records.ts'
import { listOauthGrants } from './oauth-server/list-oauth-grants.ts'
import { revokeOauthGrant } from './oauth-server/revoke-oauth-grant.ts'
import { addMember } from './organizations/add-member.ts'
import { createOrganization } from './organizations/create-organization.ts'
import { listMembers } from './organizations/list-members.ts'
import { listOrganizations } from './organizations/list-organizations.ts'
import { removeMember } from './organizations/remove-member.ts'
import { updateMember } from './organizations/update-member.ts'
import { beginPasskeyLogin } from './passkeys/begin-passkey-login.ts'
import { beginPasskeyRegistration } from './passkeys/begin-passkey-registration.ts'
import { deletePasskey } from './passkeys/delete-passkey.ts'
import { finishPasskeyLogin } from './passkeys/finish-passkey-login.ts'
import { finishPasskeyRegistration } from './passkeys/finish-passkey-registration.ts'
import { listPasskeys } from './passkeys/list-passkeys.ts'
import { updatePasskey } from './passkeys/update-passkey.ts'
import { beginTotp } from './second-factor/begin-totp.ts'
import { confirmTotp } from './second-factor/confirm-totp.ts'
import { forgetPendingLogins } from './second-factor/forget-pending-logins.ts'
import { getSecondFactor } from './second-factor/get-second-factor.ts'
import { proveSecondFactor } from './second-factor/prove-second-factor.ts'
import { removeTotp } from './second-factor/remove-totp.ts'
import { renewRecoveryCodes } from './second-factor/renew-recovery-codes.ts'
import { stepUp } from './login/step-up.ts'
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
import { listLoginSessions } from './settings/list-login-sessions.ts'
import { revokeLoginSession } from './settings/revoke-login-session.ts'
import { revokeOtherLoginSessions } from './settings/revoke-other-login-sessions.ts'
import { setPicture } from './settings/set-picture.ts'
import { updateProfile } from './settings/update-profile.ts'
import { createApiKey } from './tokens/create-api-key.ts'
import { createMcpToken } from './tokens/create-mcp-token.ts'
import { createWsTicket } from './tokens/create-ws-ticket.ts'
import { exchangeForApiKey } from './tokens/exchange-for-api-key.ts'
import { listApiKeys } from './tokens/list-api-keys.ts'
import { listMcpTokens } from './tokens/list-mcp-tokens.ts'
import { resetSandbox } from './tokens/reset-sandbox.ts'
import { revokeApiKey } from './tokens/revoke-api-key.ts'
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
import { deleteAccount } from './account-deletion/delete-account.ts'
import { restoreAccount } from './account-deletion/restore-account.ts'
import { eraseAccounts } from './account-deletion/erase-accounts.ts'
import { createInvite } from './invites/create-invite.ts'
import { listInvites } from './invites/list-invites.ts'
import { revokeInvite } from './invites/revoke-invite.ts'
import { listMyInvites } from './invites/list-my-invites.ts'
import { acceptInvite } from './invites/accept-invite.ts'
import { declineInvite } from './invites/decline-invite.ts'
import { mailInvite } from './invites/mail-invite.ts'
import { onboard } from './organizations/onboard.ts'
import { getOrganization } from './organizations/get-organization.ts'
import { updateOrganization } from './organizations/update-organization.ts'
import { leaveOrganization } from './organizations/leave-organization.ts'
import { transferOrganization } from './organizations/transfer-organization.ts'
import { deleteOrganization } from './organizations/delete-organization.ts'
import { restoreOrganization } from './organizations/restore-organization.ts'
import { eraseOrganizations } from './organizations/erase-organizations.ts'
import { listTeams } from './teams/list-teams.ts'
import { createTeam } from './teams/create-team.ts'
import { getTeam } from './teams/get-team.ts'
import { updateTeam } from './teams/update-team.ts'
import { deleteTeam } from './teams/delete-team.ts'
import { listTeamMembers } from './teams/list-team-members.ts'
import { addTeamMember } from './teams/add-team-member.ts'
import { inviteToTeam } from './teams/invite-to-team.ts'
import { updateTeamMember } from './teams/update-team-member.ts'
import { removeTeamMember } from './teams/remove-team-member.ts'
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
  sendCode,
  verifyCode,
  sendMagicLink,
  verifyMagicLink,
  forgotPassword,
  resetPassword,
  sendVerification,
  verifyEmail,
  changeEmail,
  confirmEmailChange,
  sendMailing,
  forgetMailings,
  getCodeDelivery,
  listProviders,
  beginOauth,
  beginConnecting,
  takeOauthState,
  acceptIdentity,
  exchangeOauthCode,
  connectAccount,
  confirmConnection,
  listConnectedAccounts,
  disconnectAccount,
  createMcpToken,
  listMcpTokens,
  revokeMcpToken,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  exchangeForApiKey,
  resetSandbox,
  createWsTicket,
  requestDevice,
  pollDevice,
  getDevice,
  approveDevice,
  denyDevice,
  updateProfile,
  setPicture,
  listLoginSessions,
  revokeLoginSession,
  revokeOtherLoginSessions,
  approveOauthClient,
  listOauthGrants,
  revokeOauthGrant,
  forgetOauthRecords,
  createOrganization,
  listOrganizations,
  listMembers,
  addMember,
  updateMember,
  removeMember,
  onboard,
  getOrganization,
  updateOrganization,
  leaveOrganization,
  transferOrganization,
  deleteOrganization,
  restoreOrganization,
  eraseOrganizations,
  createInvite,
  listInvites,
  revokeInvite,
  listMyInvites,
  acceptInvite,
  declineInvite,
  mailInvite,
  listTeams,
  createTeam,
  getTeam,
  updateTeam,
  deleteTeam,
  listTeamMembers,
  addTeamMember,
  inviteToTeam,
  updateTeamMember,
  removeTeamMember,
  deleteAccount,
  restoreAccount,
  eraseAccounts,
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
  beginPasskeyRegistration,
  finishPasskeyRegistration,
  beginPasskeyLogin,
  finishPasskeyLogin,
  listPasskeys,
  updatePasskey,
  deletePasskey,
  proveSecondFactor,
  getSecondFactor,
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
  forgetPendingLogins,
  stepUp,
  forgetKeys,
  forgetEvents,
  forgetAttempts,
})
