// Generated from what the files export: npm run generate.
import { contracts } from './contracts.ts'
import './linkables.ts'
import { pair, type InputIn, type OutputIn } from './registry.ts'
import {
  listUsers,
  suspendUser,
  liftSuspensions,
  unsuspendUser,
  updateUserRole,
  resetUserPassword,
} from './administration/administration.operations.ts'
import {
  notifyUser,
  sendAnnouncement,
  listAnnouncements,
  seedAnnouncements,
  spreadAnnouncement,
  deliverAnnouncement,
} from './administration/announcements/announcements.operations.ts'
import { listPlans, updatePlan, updateSubscription, receiveBillingEvent } from './administration/billing/billing.operations.ts'
import {
  listAllRepositories,
  listAllIssues,
  syncAllIssues,
  getCodeHostSetup,
} from './administration/code-host/admin-code-host.operations.ts'
import { getInstanceHealth, listFailedJobs, retryJob } from './administration/health/health.operations.ts'
import { impersonateUser } from './administration/impersonation/impersonation.operations.ts'
import {
  listAllIssueReports,
  listUserIssues,
  getReportedIssue,
  updateReportedIssue,
  recordReportAtHost,
} from './administration/issues/admin-issues.operations.ts'
import {
  reportIssue,
  listIssueReports,
  findSimilarIssues,
  getIssueReport,
  answerIssueReport,
  tellReporter,
} from './administration/issues/issues.operations.ts'
import { sendReportToHost } from './administration/issues/send-report-to-host.ts'
import { offboardUser, offboardMember } from './administration/offboarding/offboarding.operations.ts'
import { purge } from './administration/retention/purge.ts'
import {
  listSettings,
  getSetting,
  updateSetting,
  seedSettings,
  loadDefaults,
  sendTestEmail,
} from './administration/settings/settings.operations.ts'
import {
  listAllTeams,
  getAnyTeam,
  updateAnyTeam,
  deleteAnyTeam,
  addMemberToAnyTeam,
  updateMemberOfAnyTeam,
  removeMemberOfAnyTeam,
} from './administration/teams/admin-teams.operations.ts'
import {
  getUser,
  listUserProjects,
  listUserNotes,
  readUserNote,
  listUserSessions,
  listUserTeams,
} from './administration/users/users.operations.ts'
import {
  listAgents,
  listTeamAgents,
  updateAgent,
  restoreAgent,
  publishAgent,
  unpublishAgent,
  getPublicAgent,
} from './agents/agents/agents.operations.ts'
import { createAgent } from './agents/agents/create-agent.ts'
import { leaveConnection } from './agents/instances/instance.ts'
import { takeNotices } from './agents/notices/notices-due.ts'
import { beginAnswer, watchAnswer, finishAnswer } from './assistant/answers/answers.operations.ts'
import { getAssistant, setAssistantBudget } from './assistant/budget/budget.operations.ts'
import { chatWithRepo } from './assistant/repository-chat/chat-with-repo.ts'
import {
  listAiSessions,
  createAiSession,
  renameAiSession,
  deleteAiSession,
  listAiMessages,
} from './assistant/sessions/sessions.operations.ts'
import {
  getContactChallenge,
  sendContactMessage,
  listContactMessages,
  deleteContactMessage,
} from './community/contact/contact.operations.ts'
import {
  listCommunityPosts,
  getCommunityPost,
  createCommunityPost,
  withdrawCommunityPost,
  flagCommunityPost,
} from './community/posts/community-posts.operations.ts'
import { listAllCommunityPosts, moderateCommunityPost, removeCommunityPost } from './community/posts/moderate-posts.ts'
import { listSponsors, createSponsor, updateSponsor, deleteSponsor, listPublicSponsors } from './community/sponsors/sponsors.operations.ts'
import { sendBackFeature, snoozeApproval, getFeatureSettings, updateFeatureSettings } from './features/approvals/approvals.operations.ts'
import { approveFeature } from './features/approvals/approve-feature.ts'
import { listApprovals } from './features/approvals/list-approvals.ts'
import { submitReview } from './features/approvals/submit-review.ts'
import { addEvidence, listEvidence } from './features/evidence/evidence.operations.ts'
import { createFeature } from './features/features/create-feature.ts'
import {
  listFeatures,
  listFeatureTasks,
  listTeamFeatures,
  updateFeature,
  deleteFeature,
  cancelFeature,
  restoreFeature,
} from './features/features/features.operations.ts'
import { getFeature } from './features/features/get-feature.ts'
import { advanceFeature } from './features/gates/advance-feature.ts'
import { reportCommit } from './features/gates/apply-commit.ts'
import { listWorkflows, createWorkflow, getWorkflow, updateWorkflow, deleteWorkflow } from './features/workflows/workflows.operations.ts'
import { restoreAccount, eraseAccounts, eraseAccount } from './identity/account-deletion/account-deletion.operations.ts'
import { deleteAccount } from './identity/account-deletion/delete-account.ts'
import { getDevice, approveDevice, denyDevice } from './identity/device-login/device-login.operations.ts'
import { pollDevice } from './identity/device-login/poll-device.ts'
import { requestDevice } from './identity/device-login/request-device.ts'
import { listImpersonations, endImpersonation, tellOfImpersonation } from './identity/impersonations/impersonations.operations.ts'
import {
  register,
  login,
  getLoginOptions,
  checkHandle,
  me,
  myRole,
  logout,
  setUpInstance,
  getSetup,
  offerSetup,
} from './identity/login/login.operations.ts'
import { refresh } from './identity/login/refresh.ts'
import { stepUp } from './identity/login/step-up.ts'
import {
  sendCode,
  verifyCode,
  sendMagicLink,
  verifyMagicLink,
  forgotPassword,
  sendVerification,
  verifyEmail,
  changeEmail,
  confirmEmailChange,
} from './identity/mail-login/mail-login.operations.ts'
import { resetPassword } from './identity/mail-login/reset-password.ts'
import { acceptIdentity } from './identity/oauth-login/accept-identity.ts'
import { disconnectAccount } from './identity/oauth-login/disconnect-account.ts'
import {
  listProviders,
  beginOauth,
  beginConnecting,
  takeOauthState,
  exchangeOauthCode,
  connectAccount,
  confirmConnection,
  listConnectedAccounts,
} from './identity/oauth-login/oauth-login.operations.ts'
import { approveOauthClient } from './identity/oauth-server/approve-oauth-client.ts'
import { listOauthGrants, revokeOauthGrant } from './identity/oauth-server/oauth-server.operations.ts'
import { finishPasskeyRegistration } from './identity/passkeys/finish-passkey-registration.ts'
import {
  beginPasskeyRegistration,
  beginPasskeyLogin,
  finishPasskeyLogin,
  listPasskeys,
  updatePasskey,
  deletePasskey,
} from './identity/passkeys/passkeys.operations.ts'
import { changePassword, tellOfPasswordReset } from './identity/passwords/passwords.operations.ts'
import { proveSecondFactor } from './identity/second-factor/prove-second-factor.ts'
import {
  getSecondFactor,
  beginTotp,
  confirmTotp,
  removeTotp,
  renewRecoveryCodes,
} from './identity/second-factor/second-factor.operations.ts'
import { listSetAside, decideSetAside } from './identity/set-aside/set-aside.operations.ts'
import {
  updateProfile,
  setPicture,
  listLoginSessions,
  revokeLoginSession,
  revokeOtherLoginSessions,
} from './identity/settings/settings.operations.ts'
import { createMcpToken } from './identity/tokens/create-mcp-token.ts'
import { exchangeForApiKey } from './identity/tokens/exchange-for-api-key.ts'
import {
  listMcpTokens,
  revokeMcpToken,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  resetSandbox,
  createWsTicket,
} from './identity/tokens/tokens.operations.ts'
import {
  listIntegrations,
  saveIntegration,
  testIntegration,
  deleteIntegration,
  revokeTokens,
  listImportSources,
} from './integrations/accounts/integrations.operations.ts'
import { readRemoteImport } from './integrations/imports/read-remote-import.ts'
import {
  startRemoteImport,
  listRemoteImports,
  getRemoteImport,
  applyRemoteImport,
  cancelRemoteImport,
} from './integrations/imports/remote-imports.operations.ts'
import { storeRemoteComments } from './integrations/imports/store-remote-comments.ts'
import { sendSlack } from './integrations/slack/send-slack.ts'
import { holdSlack, releaseSlack, recordSlackConnection, takeSlackEnvelope } from './integrations/slack/slack.operations.ts'
import {
  deleteDecision,
  restoreDecision,
  addDecisionEntry,
  listDecisionEntries,
  listGoverningDecisions,
} from './knowledge/decisions/decisions.operations.ts'
import { getDecision } from './knowledge/decisions/get-decision.ts'
import { listDecisions } from './knowledge/decisions/list-decisions.ts'
import { logDecision } from './knowledge/decisions/log-decision.ts'
import { updateDecision } from './knowledge/decisions/update-decision.ts'
import { listNotes } from './knowledge/notes/list-notes.ts'
import { createNote, getNote, deleteNote, restoreNote, unpublishNote, getPublicNote } from './knowledge/notes/notes.operations.ts'
import { publishNote } from './knowledge/notes/publish-note.ts'
import { updateNote } from './knowledge/notes/update-note.ts'
import { createSpec } from './knowledge/specs/create-spec.ts'
import { getSpec } from './knowledge/specs/get-spec.ts'
import {
  listSpecs,
  updateSpec,
  listSpecVersions,
  addSpecVersion,
  compareSpec,
  deleteSpec,
  restoreSpec,
} from './knowledge/specs/specs.operations.ts'
import { resolveReferences } from './links/links.operations.ts'
import { getActivity } from './log/get-activity.ts'
import {
  listTunnelActions,
  executeTunnelAction,
  listTunnelActionHistory,
  getTunnelAction,
  expireTunnelAction,
} from './machines/actions/actions.operations.ts'
import { approveTunnelAction, denyTunnelAction } from './machines/actions/decide-action.ts'
import { takeTunnelActions, recordTunnelAction } from './machines/actions/send-actions.ts'
import { offerTunnelSigner, listTunnelSigners } from './machines/actions/signers.operations.ts'
import { takeReceiptNonce, getReceipt } from './machines/receipts/receipts.operations.ts'
import { submitReceipt } from './machines/receipts/submit-receipt.ts'
import { getAgentDispatch, listWorkspaceAgents, setAgentDispatch, clearAgentDispatch } from './machines/runs/dispatch.operations.ts'
import { renewRuns, recordRunStarted, recordRunOutput, recordRunEnded, expireRun } from './machines/runs/record-runs.ts'
import { startRun, listRunPlaces, listRuns, getRun, listRunOutput, stopRun } from './machines/runs/runs.operations.ts'
import { takeRuns } from './machines/runs/take-runs.ts'
import {
  connectTunnel,
  reportTunnel,
  touchTunnel,
  disconnectTunnel,
  expireTunnel,
  openTunnelStream,
} from './machines/tunnels/hold-tunnel.operations.ts'
import { registerTunnel, claimTunnel, confirmTunnel } from './machines/tunnels/pair-tunnel.ts'
import {
  listTunnels,
  getTunnel,
  getTunnelStatus,
  heartbeatTunnel,
  updateTunnel,
  deleteTunnel,
} from './machines/tunnels/tunnels.operations.ts'
import { addCheckout, removeCheckout } from './machines/workspaces/checkouts.operations.ts'
import { syncWorkspaces } from './machines/workspaces/sync-workspaces.ts'
import { listWorkspaces, getWorkspace, listWorkspaceProjects } from './machines/workspaces/workspaces.reads.ts'
import {
  createWorkspace,
  updateWorkspace,
  deleteWorkspace,
  addWorkspaceTeam,
  removeWorkspaceTeam,
} from './machines/workspaces/workspaces.writes.ts'
import { getCodeDelivery } from './mail/get-code-delivery.ts'
import { sendMailing } from './mail/send-mailing.ts'
import { clearMemory, listMemoryClearings, restoreMemories, continueClearing } from './memory/clearings/clearings.operations.ts'
import { storeMemories, getMemory, updateMemory, deleteMemory, restoreMemory } from './memory/entries/entries.operations.ts'
import { listMemories } from './memory/entries/list-memories.ts'
import { storeMemory } from './memory/entries/store-memory.ts'
import { supersedeMemory } from './memory/entries/supersede-memory.ts'
import { resolveMemoryReview } from './memory/reviews/resolve-memory-review.ts'
import { flagMemory, listMemoryReviews } from './memory/reviews/reviews.operations.ts'
import { searchMemory } from './memory/search/search-memory.ts'
import { embedMemories } from './memory/vectors/embed-memories.ts'
import {
  adoptEmbeddingModel,
  queueEmbeddings,
  placeMemories,
  getMemoryMap,
  getAgentMemoryMap,
} from './memory/vectors/vectors.operations.ts'
import { claimDeliveries } from './notices/deliveries/claim-deliveries.ts'
import {
  listWebhookDeliveries,
  getWebhookDelivery,
  replayWebhookDelivery,
  replayWebhookFailures,
} from './notices/deliveries/deliveries.operations.ts'
import { queueDeliveries } from './notices/deliveries/queue-deliveries.ts'
import { recordDelivery } from './notices/deliveries/record-delivery.ts'
import { mailDigest } from './notices/digest/mail-digest.ts'
import { queueDigests } from './notices/digest/queue-digests.ts'
import { unsubscribe } from './notices/digest/unsubscribe.ts'
import {
  listNotifications,
  createReminder,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationUnread,
  snoozeNotification,
  archiveNotification,
  announceNotifications,
} from './notices/notifications/notifications.operations.ts'
import { notifyFromLog } from './notices/notifications/notify-from-log.ts'
import { getPreferences, updatePreferences, favoriteProject } from './notices/preferences/preferences.operations.ts'
import { getPush, subscribePush, unsubscribePush, testPush } from './notices/push/push.operations.ts'
import { sendPush } from './notices/push/send-push.ts'
import { watchItem, listItemWatchers, watchFeature, listFeatureWatchers } from './notices/watching/watching.operations.ts'
import { createWebhook } from './notices/webhooks/create-webhook.ts'
import { testWebhook } from './notices/webhooks/test-webhook.ts'
import { updateWebhook } from './notices/webhooks/update-webhook.ts'
import { listWebhooks, getWebhook, deleteWebhook, rotateWebhookSecret } from './notices/webhooks/webhooks.operations.ts'
import {
  createInvite,
  createInviteLink,
  listInvites,
  revokeInvite,
  listMyInvites,
  getInvite,
  acceptInvite,
  declineInvite,
} from './organizations/invites/invites.operations.ts'
import { mailInvite } from './organizations/invites/mail-invite.ts'
import { listOrganizations, getOrganization, listMembers } from './organizations/organizations/organizations.reads.ts'
import {
  createOrganization,
  onboard,
  leaveOrganization,
  transferOrganization,
  deleteOrganization,
  restoreOrganization,
  eraseOrganizations,
  addMember,
  updateMember,
  removeMember,
} from './organizations/organizations/organizations.writes.ts'
import { updateOrganization } from './organizations/organizations/update-organization.ts'
import { getPlan } from './organizations/plans/plans.operations.ts'
import {
  getCurrentTeam,
  chooseTeam,
  updateCurrentTeam,
  listCurrentTeamMembers,
  setTeamPicture,
} from './organizations/teams/current-team.operations.ts'
import { listTeams, getTeam, listTeamMembers } from './organizations/teams/teams.reads.ts'
import {
  addTeamMember,
  createTeam,
  updateTeam,
  deleteTeam,
  inviteToTeam,
  updateTeamMember,
  removeTeamMember,
} from './organizations/teams/teams.writes.ts'
import { createProject } from './projects/create-project.ts'
import { listProjects, listProjectMembers, getPublicProject } from './projects/projects.reads.ts'
import {
  updateProject,
  archiveProject,
  deleteProject,
  restoreProject,
  shareProject,
  unshareProject,
  addProjectMember,
  removeProjectMember,
} from './projects/projects.writes.ts'
import { listTeamProjects, grantTeamProject, revokeTeamProject } from './projects/team-projects.operations.ts'
import { listDocs, getDoc } from './publishing/docs/docs.operations.ts'
import {
  listPublicPosts,
  getPublicPost,
  getPublicPage,
  getPreview,
  getPublicProfile,
  listPublicDocs,
  getPublicSetting,
  getSitemap,
} from './publishing/open/open.operations.ts'
import { listCategories, createCategory, updateCategory, deleteCategory } from './publishing/site/categories.operations.ts'
import {
  listPages,
  listPosts,
  createPage,
  createPost,
  updatePage,
  updatePost,
  deletePage,
  deletePost,
  getEntry,
  restoreEntry,
  listEntryRevisions,
  restoreEntryRevision,
  createPreviewLink,
  revokePreviewLink,
} from './publishing/site/entries.operations.ts'
import { publishScheduled } from './publishing/site/publish-scheduled.ts'
import { generateSitemap, refreshSitemap } from './publishing/site/sitemap.operations.ts'
import { generateAgentsMd } from './repositories/agents-md/generate-agents-md.ts'
import { proposeAgentsMd } from './repositories/agents-md/propose-agents-md.ts'
import { getTaskCode, getFeatureCode } from './repositories/code-of/code-of.operations.ts'
import { listHostConnections, listHostRepositories, endHostConnection } from './repositories/connections/connections.operations.ts'
import { beginHostLogin, grantHostAccess, addHostToken } from './repositories/connections/grant-access.ts'
import { hearPush } from './repositories/evidence/after-sync.ts'
import { reportCheck, reportTaskCheck, listTaskChecks } from './repositories/evidence/checks.operations.ts'
import { postGates } from './repositories/evidence/post-gates.ts'
import { embedCode } from './repositories/index/embed-code.ts'
import { indexRepositories } from './repositories/index/index-repositories.ts'
import { getRepositoryIndex, getRepositoryMap, queueCodeIndexes } from './repositories/index/index.operations.ts'
import { writeIssue } from './repositories/issues/write-issue.ts'
import { createPr } from './repositories/pulls/create-pr.ts'
import { listPullRequests, findPullRequests } from './repositories/pulls/pulls.operations.ts'
import { connectRepo } from './repositories/repos/connect-repo.ts'
import { listRepos, getRepo, updateRepo, deleteRepo, listRepoBranches } from './repositories/repos/repos.operations.ts'
import { syncRepo, syncRepository, reconcileRepositories, receiveHostDelivery } from './repositories/sync/sync.operations.ts'
import { logActivity, listActivities } from './screens/activities.ts'
import { listAgentsAtWork } from './screens/agents-at-work/list-agents-at-work.ts'
import { lookForStuckAgents, noticeStuckAgents } from './screens/agents-at-work/notice-stuck-agents.ts'
import { askAssistant } from './screens/assistant/ask-assistant.ts'
import { claimTask } from './screens/claim-task.ts'
import { getSessionContext } from './screens/context-pack/get-session-context.ts'
import { resumeSession } from './screens/context-pack/resume-session.ts'
import { getAgent } from './screens/get-agent.ts'
import { getProject } from './screens/get-project.ts'
import { getGettingStarted } from './screens/getting-started/getting-started.operations.ts'
import { getInsights, getProjectInsights, getTeamAnalytics, getSparklines } from './screens/insights/insights.operations.ts'
import { searchKnowledge } from './screens/knowledge-search/search-knowledge.ts'
import { createSampleProject, removeSampleProject } from './screens/sample/create-sample.ts'
import { replaySample } from './screens/sample/replay-sample.ts'
import { embedDocuments } from './screens/search/embed-documents.ts'
import { search, listSuggestions, searchWithAi, searchPublic, queueDocumentEmbeddings } from './screens/search/search.operations.ts'
import { queueSharedProjects, refreshSharedProjects } from './screens/shared-projects/shared-projects.operations.ts'
import { getTeamPresence, getProjectPresence } from './screens/teams/presence.operations.ts'
import { listTeamActivity } from './screens/teams/team-activity.ts'
import { recordConfirmationAnswer } from './sessions/confirmations/confirmation-answers.ts'
import { stopAgent, endPause } from './sessions/control/control.operations.ts'
import { deleteAgent, releaseAgentLeases } from './sessions/control/delete-agent.ts'
import { pauseAgent } from './sessions/control/pause-agent.ts'
import { resumeAgent } from './sessions/control/resume-agent.ts'
import { enrolAgent, findTokenAgent, confirmAgent } from './sessions/enrolment/enrolment.operations.ts'
import { sendHint, listSessionHints, askRelease, listReleaseRequests, takeHints } from './sessions/hints/hints.operations.ts'
import { endSession } from './sessions/sessions/end-session.ts'
import { getSession } from './sessions/sessions/get-session.ts'
import { listSessions } from './sessions/sessions/list-sessions.ts'
import { createSession, listCheckpoints, checkpointSession, loseSession } from './sessions/sessions/sessions.operations.ts'
import { getToolTelemetry, getLastCalls, listSessionCalls, recordToolCalls } from './sessions/telemetry/telemetry.operations.ts'
import { traceSession } from './sessions/traces/traces.operations.ts'
import { setAgentBudget } from './sessions/usage/set-agent-budget.ts'
import { getUsage, getAgentBudget } from './sessions/usage/usage.operations.ts'
import { importSkill, exportSkill, listPackages, getPackage } from './skills/directory/archives.operations.ts'
import {
  listMarketplace,
  takeDownSkill,
  liftTakedown,
  verifyPublisher,
  announceTakedown,
} from './skills/marketplace/admin-marketplace.operations.ts'
import { listListings, getListing, installSkill, getSkillUpdate, acceptSkillUpdate } from './skills/marketplace/marketplace.operations.ts'
import { listSkills, listTeamSkills, getSkill, listSkillVersions, getSkillVersion, getPublicSkill } from './skills/skills.reads.ts'
import { createSkill, deleteSkill, restoreSkill, copySkill, addSkillVersion, restoreSkillVersion } from './skills/skills.writes.ts'
import { updateSkill } from './skills/update-skill.ts'
import { registerSyncDevice, removeSyncDevice, getSyncStatus, resolveSyncConflict } from './sync/devices/devices.operations.ts'
import { pullChanges } from './sync/pull/pull-changes.ts'
import { readMutations, rejectMutation } from './sync/push/push.operations.ts'
import { startExport, readExport, checkImport, importRecords } from './sync/transfer/transfer.operations.ts'
import {
  createAttachment,
  openAttachment,
  listAttachments,
  deleteAttachment,
  removeDiscardedFiles,
  removeOrphanedFiles,
} from './work/attachments/attachments.operations.ts'
import { answerComment } from './work/comments/answer-comment.ts'
import { createComment, listComments, deleteComment, restoreComment, resolveComment } from './work/comments/comments.operations.ts'
import { updateComment } from './work/comments/update-comment.ts'
import { deleteEpic, deleteStory, deleteTask } from './work/deletion/deletion.operations.ts'
import { restoreItem } from './work/deletion/restore-item.ts'
import { createTask } from './work/items/create-task.ts'
import { getItem, getTask } from './work/items/get-item.ts'
import { createEpic, getEpic, updateEpic, createStory, getStory, updateStory, completeTask } from './work/items/items.operations.ts'
import { updateTask } from './work/items/update-task.ts'
import { updateTasks } from './work/items/update-tasks.ts'
import { listLabels, saveLabel, renameLabel, removeLabel } from './work/labels/labels.operations.ts'
import { expireLease } from './work/leases/expire-lease.ts'
import { getBoard } from './work/lists/get-board.ts'
import { getProjectTree } from './work/lists/get-project-tree.ts'
import { listBoardRows } from './work/lists/list-board-rows.ts'
import { listTasks } from './work/lists/list-tasks.ts'
import { listEpics, listStories } from './work/lists/lists.operations.ts'
import { duplicateTask } from './work/moving/duplicate-task.ts'
import { moveTaskToProject } from './work/moving/move-task-to-project.ts'
import { moveTask } from './work/order/move-task.ts'
import { listDependencies } from './work/planning/dependencies.operations.ts'
import { listMilestones, createMilestone, getMilestone, updateMilestone, deleteMilestone } from './work/planning/milestones.operations.ts'
import { expireQuestion } from './work/questions/expire-question.ts'
import { relateTasks, unrelateTasks } from './work/relations/relations.operations.ts'
import { continueImport } from './work/transfer/continue-import.ts'
import { exportItems } from './work/transfer/export-items.ts'
import { importItems } from './work/transfer/import-items.ts'
import { startImport } from './work/transfer/start-import.ts'
import { getImport } from './work/transfer/to-import.ts'
import { listViews, createView, getView, updateView, deleteView } from './work/views/views.operations.ts'

/** Every operation by name. */
export const operations = pair(contracts, {
  acceptIdentity,
  acceptInvite,
  acceptSkillUpdate,
  addCheckout,
  addDecisionEntry,
  addEvidence,
  addHostToken,
  addMember,
  addMemberToAnyTeam,
  addProjectMember,
  addSkillVersion,
  addSpecVersion,
  addTeamMember,
  addWorkspaceTeam,
  adoptEmbeddingModel,
  advanceFeature,
  announceNotifications,
  announceTakedown,
  answerComment,
  answerIssueReport,
  applyRemoteImport,
  approveDevice,
  approveFeature,
  approveOauthClient,
  approveTunnelAction,
  archiveNotification,
  archiveProject,
  askAssistant,
  askRelease,
  beginAnswer,
  beginConnecting,
  beginHostLogin,
  beginOauth,
  beginPasskeyLogin,
  beginPasskeyRegistration,
  beginTotp,
  cancelFeature,
  cancelRemoteImport,
  changeEmail,
  changePassword,
  chatWithRepo,
  checkHandle,
  checkImport,
  checkpointSession,
  chooseTeam,
  claimDeliveries,
  claimTask,
  claimTunnel,
  clearAgentDispatch,
  clearMemory,
  compareSpec,
  completeTask,
  confirmAgent,
  confirmConnection,
  confirmEmailChange,
  confirmTotp,
  confirmTunnel,
  connectAccount,
  connectRepo,
  connectTunnel,
  continueClearing,
  continueImport,
  copySkill,
  createAgent,
  createAiSession,
  createApiKey,
  createAttachment,
  createCategory,
  createComment,
  createCommunityPost,
  createEpic,
  createFeature,
  createInvite,
  createInviteLink,
  createMcpToken,
  createMilestone,
  createNote,
  createOrganization,
  createPage,
  createPost,
  createPr,
  createPreviewLink,
  createProject,
  createReminder,
  createSampleProject,
  createSession,
  createSkill,
  createSpec,
  createSponsor,
  createStory,
  createTask,
  createTeam,
  createView,
  createWebhook,
  createWorkflow,
  createWorkspace,
  createWsTicket,
  decideSetAside,
  declineInvite,
  deleteAccount,
  deleteAgent,
  deleteAiSession,
  deleteAnyTeam,
  deleteAttachment,
  deleteCategory,
  deleteComment,
  deleteContactMessage,
  deleteDecision,
  deleteEpic,
  deleteFeature,
  deleteIntegration,
  deleteMemory,
  deleteMilestone,
  deleteNote,
  deleteOrganization,
  deletePage,
  deletePasskey,
  deletePost,
  deleteProject,
  deleteRepo,
  deleteSkill,
  deleteSpec,
  deleteSponsor,
  deleteStory,
  deleteTask,
  deleteTeam,
  deleteTunnel,
  deleteView,
  deleteWebhook,
  deleteWorkflow,
  deleteWorkspace,
  deliverAnnouncement,
  denyDevice,
  denyTunnelAction,
  disconnectAccount,
  disconnectTunnel,
  duplicateTask,
  embedCode,
  embedDocuments,
  embedMemories,
  endHostConnection,
  endImpersonation,
  endPause,
  endSession,
  enrolAgent,
  eraseAccount,
  eraseAccounts,
  eraseOrganizations,
  exchangeForApiKey,
  exchangeOauthCode,
  executeTunnelAction,
  expireLease,
  expireQuestion,
  expireRun,
  expireTunnel,
  expireTunnelAction,
  exportItems,
  exportSkill,
  favoriteProject,
  findPullRequests,
  findSimilarIssues,
  findTokenAgent,
  finishAnswer,
  finishPasskeyLogin,
  finishPasskeyRegistration,
  flagCommunityPost,
  flagMemory,
  forgotPassword,
  generateAgentsMd,
  generateSitemap,
  getActivity,
  getAgent,
  getAgentBudget,
  getAgentDispatch,
  getAgentMemoryMap,
  getAnyTeam,
  getAssistant,
  getBoard,
  getCodeDelivery,
  getCodeHostSetup,
  getCommunityPost,
  getContactChallenge,
  getCurrentTeam,
  getDecision,
  getDevice,
  getDoc,
  getEntry,
  getEpic,
  getFeature,
  getFeatureCode,
  getFeatureSettings,
  getGettingStarted,
  getImport,
  getInsights,
  getInstanceHealth,
  getInvite,
  getIssueReport,
  getItem,
  getLastCalls,
  getListing,
  getLoginOptions,
  getMemory,
  getMemoryMap,
  getMilestone,
  getNote,
  getOrganization,
  getPackage,
  getPlan,
  getPreferences,
  getPreview,
  getProject,
  getProjectInsights,
  getProjectPresence,
  getProjectTree,
  getPublicAgent,
  getPublicNote,
  getPublicPage,
  getPublicPost,
  getPublicProfile,
  getPublicProject,
  getPublicSetting,
  getPublicSkill,
  getPush,
  getReceipt,
  getRemoteImport,
  getRepo,
  getReportedIssue,
  getRepositoryIndex,
  getRepositoryMap,
  getRun,
  getSecondFactor,
  getSession,
  getSessionContext,
  getSetting,
  getSetup,
  getSitemap,
  getSkill,
  getSkillUpdate,
  getSkillVersion,
  getSparklines,
  getSpec,
  getStory,
  getSyncStatus,
  getTask,
  getTaskCode,
  getTeam,
  getTeamAnalytics,
  getTeamPresence,
  getToolTelemetry,
  getTunnel,
  getTunnelAction,
  getTunnelStatus,
  getUsage,
  getUser,
  getView,
  getWebhook,
  getWebhookDelivery,
  getWorkflow,
  getWorkspace,
  grantHostAccess,
  grantTeamProject,
  hearPush,
  heartbeatTunnel,
  holdSlack,
  impersonateUser,
  importItems,
  importRecords,
  importSkill,
  indexRepositories,
  installSkill,
  inviteToTeam,
  leaveConnection,
  leaveOrganization,
  liftSuspensions,
  liftTakedown,
  listActivities,
  listAgents,
  listAgentsAtWork,
  listAiMessages,
  listAiSessions,
  listAllCommunityPosts,
  listAllIssueReports,
  listAllIssues,
  listAllRepositories,
  listAllTeams,
  listAnnouncements,
  listApiKeys,
  listApprovals,
  listAttachments,
  listBoardRows,
  listCategories,
  listCheckpoints,
  listComments,
  listCommunityPosts,
  listConnectedAccounts,
  listContactMessages,
  listCurrentTeamMembers,
  listDecisionEntries,
  listDecisions,
  listDependencies,
  listDocs,
  listEntryRevisions,
  listEpics,
  listEvidence,
  listFailedJobs,
  listFeatureTasks,
  listFeatureWatchers,
  listFeatures,
  listGoverningDecisions,
  listHostConnections,
  listHostRepositories,
  listImpersonations,
  listImportSources,
  listIntegrations,
  listInvites,
  listIssueReports,
  listItemWatchers,
  listLabels,
  listListings,
  listLoginSessions,
  listMarketplace,
  listMcpTokens,
  listMembers,
  listMemories,
  listMemoryClearings,
  listMemoryReviews,
  listMilestones,
  listMyInvites,
  listNotes,
  listNotifications,
  listOauthGrants,
  listOrganizations,
  listPackages,
  listPages,
  listPasskeys,
  listPlans,
  listPosts,
  listProjectMembers,
  listProjects,
  listProviders,
  listPublicDocs,
  listPublicPosts,
  listPublicSponsors,
  listPullRequests,
  listReleaseRequests,
  listRemoteImports,
  listRepoBranches,
  listRepos,
  listRunOutput,
  listRunPlaces,
  listRuns,
  listSessionCalls,
  listSessionHints,
  listSessions,
  listSetAside,
  listSettings,
  listSkillVersions,
  listSkills,
  listSpecVersions,
  listSpecs,
  listSponsors,
  listStories,
  listSuggestions,
  listTaskChecks,
  listTasks,
  listTeamActivity,
  listTeamAgents,
  listTeamFeatures,
  listTeamMembers,
  listTeamProjects,
  listTeamSkills,
  listTeams,
  listTunnelActionHistory,
  listTunnelActions,
  listTunnelSigners,
  listTunnels,
  listUserIssues,
  listUserNotes,
  listUserProjects,
  listUserSessions,
  listUserTeams,
  listUsers,
  listViews,
  listWebhookDeliveries,
  listWebhooks,
  listWorkflows,
  listWorkspaceAgents,
  listWorkspaceProjects,
  listWorkspaces,
  loadDefaults,
  logActivity,
  logDecision,
  login,
  logout,
  lookForStuckAgents,
  loseSession,
  mailDigest,
  mailInvite,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationUnread,
  me,
  moderateCommunityPost,
  moveTask,
  moveTaskToProject,
  myRole,
  noticeStuckAgents,
  notifyFromLog,
  notifyUser,
  offboardMember,
  offboardUser,
  offerSetup,
  offerTunnelSigner,
  onboard,
  openAttachment,
  openTunnelStream,
  pauseAgent,
  placeMemories,
  pollDevice,
  postGates,
  proposeAgentsMd,
  proveSecondFactor,
  publishAgent,
  publishNote,
  publishScheduled,
  pullChanges,
  purge,
  queueCodeIndexes,
  queueDeliveries,
  queueDigests,
  queueDocumentEmbeddings,
  queueEmbeddings,
  queueSharedProjects,
  readExport,
  readMutations,
  readRemoteImport,
  readUserNote,
  receiveBillingEvent,
  receiveHostDelivery,
  reconcileRepositories,
  recordConfirmationAnswer,
  recordDelivery,
  recordReportAtHost,
  recordRunEnded,
  recordRunOutput,
  recordRunStarted,
  recordSlackConnection,
  recordToolCalls,
  recordTunnelAction,
  refresh,
  refreshSharedProjects,
  refreshSitemap,
  register,
  registerSyncDevice,
  registerTunnel,
  rejectMutation,
  relateTasks,
  releaseAgentLeases,
  releaseSlack,
  removeCheckout,
  removeCommunityPost,
  removeDiscardedFiles,
  removeLabel,
  removeMember,
  removeMemberOfAnyTeam,
  removeOrphanedFiles,
  removeProjectMember,
  removeSampleProject,
  removeSyncDevice,
  removeTeamMember,
  removeTotp,
  removeWorkspaceTeam,
  renameAiSession,
  renameLabel,
  renewRecoveryCodes,
  renewRuns,
  replaySample,
  replayWebhookDelivery,
  replayWebhookFailures,
  reportCheck,
  reportCommit,
  reportIssue,
  reportTaskCheck,
  reportTunnel,
  requestDevice,
  resetPassword,
  resetSandbox,
  resetUserPassword,
  resolveComment,
  resolveMemoryReview,
  resolveReferences,
  resolveSyncConflict,
  restoreAccount,
  restoreAgent,
  restoreComment,
  restoreDecision,
  restoreEntry,
  restoreEntryRevision,
  restoreFeature,
  restoreItem,
  restoreMemories,
  restoreMemory,
  restoreNote,
  restoreOrganization,
  restoreProject,
  restoreSkill,
  restoreSkillVersion,
  restoreSpec,
  resumeAgent,
  resumeSession,
  retryJob,
  revokeApiKey,
  revokeInvite,
  revokeLoginSession,
  revokeMcpToken,
  revokeOauthGrant,
  revokeOtherLoginSessions,
  revokePreviewLink,
  revokeTeamProject,
  revokeTokens,
  rotateWebhookSecret,
  saveIntegration,
  saveLabel,
  search,
  searchKnowledge,
  searchMemory,
  searchPublic,
  searchWithAi,
  seedAnnouncements,
  seedSettings,
  sendAnnouncement,
  sendBackFeature,
  sendCode,
  sendContactMessage,
  sendHint,
  sendMagicLink,
  sendMailing,
  sendPush,
  sendReportToHost,
  sendSlack,
  sendTestEmail,
  sendVerification,
  setAgentBudget,
  setAgentDispatch,
  setAssistantBudget,
  setPicture,
  setTeamPicture,
  setUpInstance,
  shareProject,
  snoozeApproval,
  snoozeNotification,
  spreadAnnouncement,
  startExport,
  startImport,
  startRemoteImport,
  startRun,
  stepUp,
  stopAgent,
  stopRun,
  storeMemories,
  storeMemory,
  storeRemoteComments,
  submitReceipt,
  submitReview,
  subscribePush,
  supersedeMemory,
  suspendUser,
  syncAllIssues,
  syncRepo,
  syncRepository,
  syncWorkspaces,
  takeDownSkill,
  takeHints,
  takeNotices,
  takeOauthState,
  takeReceiptNonce,
  takeRuns,
  takeSlackEnvelope,
  takeTunnelActions,
  tellOfImpersonation,
  tellOfPasswordReset,
  tellReporter,
  testIntegration,
  testPush,
  testWebhook,
  touchTunnel,
  traceSession,
  transferOrganization,
  unpublishAgent,
  unpublishNote,
  unrelateTasks,
  unshareProject,
  unsubscribe,
  unsubscribePush,
  unsuspendUser,
  updateAgent,
  updateAnyTeam,
  updateCategory,
  updateComment,
  updateCurrentTeam,
  updateDecision,
  updateEpic,
  updateFeature,
  updateFeatureSettings,
  updateMember,
  updateMemberOfAnyTeam,
  updateMemory,
  updateMilestone,
  updateNote,
  updateOrganization,
  updatePage,
  updatePasskey,
  updatePlan,
  updatePost,
  updatePreferences,
  updateProfile,
  updateProject,
  updateRepo,
  updateReportedIssue,
  updateSetting,
  updateSkill,
  updateSpec,
  updateSponsor,
  updateStory,
  updateSubscription,
  updateTask,
  updateTasks,
  updateTeam,
  updateTeamMember,
  updateTunnel,
  updateUserRole,
  updateView,
  updateWebhook,
  updateWorkflow,
  updateWorkspace,
  verifyCode,
  verifyEmail,
  verifyMagicLink,
  verifyPublisher,
  watchAnswer,
  watchFeature,
  watchItem,
  withdrawCommunityPost,
  writeIssue,
})
export type Operations = typeof operations

export type OperationName = keyof typeof contracts
export type InputOf<Name extends OperationName> = InputIn<typeof contracts, Name>
export type OutputOf<Name extends OperationName> = OutputIn<typeof contracts, Name>

type Inputs = { [Name in OperationName]: InputOf<Name> }

declare module '../kernel/jobs.ts' {
  interface OperationInputs extends Inputs {}
}
