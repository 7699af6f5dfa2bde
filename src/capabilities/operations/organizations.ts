import { listUsers } from '../administration/list-users.ts'
import { suspendUser } from '../administration/suspend-user.ts'
import { unsuspendUser } from '../administration/unsuspend-user.ts'
import { updateUserRole } from '../administration/update-user-role.ts'
import { acceptInvite } from '../invites/accept-invite.ts'
import { createInvite } from '../invites/create-invite.ts'
import { createInviteLink } from '../invites/create-invite-link.ts'
import { declineInvite } from '../invites/decline-invite.ts'
import { listInvites } from '../invites/list-invites.ts'
import { getInvite } from '../invites/get-invite.ts'
import { listMyInvites } from '../invites/list-my-invites.ts'
import { mailInvite } from '../invites/mail-invite.ts'
import { revokeInvite } from '../invites/revoke-invite.ts'
import { announceNotifications } from '../notifications/announce-notifications.ts'
import { archiveNotification } from '../notifications/archive-notification.ts'
import { createReminder } from '../notifications/create-reminder.ts'
import { listNotifications } from '../notifications/list-notifications.ts'
import { mailDigest } from '../notifications/digest/mail-digest.ts'
import { markAllNotificationsRead } from '../notifications/mark-all-notifications-read.ts'
import { markNotificationRead } from '../notifications/mark-notification-read.ts'
import { markNotificationUnread } from '../notifications/mark-notification-unread.ts'
import { notifyFromLog } from '../notifications/notify-from-log.ts'
import { queueDigests } from '../notifications/digest/queue-digests.ts'
import { snoozeNotification } from '../notifications/snooze-notification.ts'
import { unsubscribe } from '../notifications/digest/unsubscribe.ts'
import { addMember } from '../organizations/add-member.ts'
import { createOrganization } from '../organizations/create-organization.ts'
import { deleteOrganization } from '../organizations/delete-organization.ts'
import { eraseOrganizations } from '../organizations/erase-organizations.ts'
import { getOrganization } from '../organizations/get-organization.ts'
import { leaveOrganization } from '../organizations/leave-organization.ts'
import { listMembers } from '../organizations/list-members.ts'
import { listOrganizations } from '../organizations/list-organizations.ts'
import { onboard } from '../organizations/onboard.ts'
import { removeMember } from '../organizations/remove-member.ts'
import { restoreOrganization } from '../organizations/restore-organization.ts'
import { transferOrganization } from '../organizations/transfer-organization.ts'
import { updateMember } from '../organizations/update-member.ts'
import { updateOrganization } from '../organizations/update-organization.ts'
import { purge } from '../retention/purge.ts'
import { addTeamMember } from '../teams/add-team-member.ts'
import { createTeam } from '../teams/create-team.ts'
import { deleteTeam } from '../teams/delete-team.ts'
import { getTeam } from '../teams/get-team.ts'
import { inviteToTeam } from '../teams/invite-to-team.ts'
import { listTeamMembers } from '../teams/list-team-members.ts'
import { listTeams } from '../teams/list-teams.ts'
import { removeTeamMember } from '../teams/remove-team-member.ts'
import { updateTeamMember } from '../teams/update-team-member.ts'
import { updateTeam } from '../teams/update-team.ts'
import { claimDeliveries } from '../webhooks/deliveries/claim-deliveries.ts'
import { createWebhook } from '../webhooks/create-webhook.ts'
import { deleteWebhook } from '../webhooks/delete-webhook.ts'
import { getWebhookDelivery } from '../webhooks/deliveries/get-webhook-delivery.ts'
import { getWebhook } from '../webhooks/get-webhook.ts'
import { listWebhookDeliveries } from '../webhooks/deliveries/list-webhook-deliveries.ts'
import { listWebhooks } from '../webhooks/list-webhooks.ts'
import { queueDeliveries } from '../webhooks/deliveries/queue-deliveries.ts'
import { recordDelivery } from '../webhooks/deliveries/record-delivery.ts'
import { replayWebhookDelivery } from '../webhooks/deliveries/replay-webhook-delivery.ts'
import { replayWebhookFailures } from '../webhooks/deliveries/replay-webhook-failures.ts'
import { rotateWebhookSecret } from '../webhooks/rotate-webhook-secret.ts'
import { testWebhook } from '../webhooks/test-webhook.ts'
import { updateWebhook } from '../webhooks/update-webhook.ts'

export const organizations = {
  listUsers,
  suspendUser,
  unsuspendUser,
  updateUserRole,
  acceptInvite,
  createInvite,
  createInviteLink,
  declineInvite,
  listInvites,
  getInvite,
  listMyInvites,
  mailInvite,
  revokeInvite,
  announceNotifications,
  archiveNotification,
  createReminder,
  listNotifications,
  mailDigest,
  markAllNotificationsRead,
  markNotificationRead,
  markNotificationUnread,
  notifyFromLog,
  queueDigests,
  snoozeNotification,
  unsubscribe,
  addMember,
  createOrganization,
  deleteOrganization,
  eraseOrganizations,
  getOrganization,
  leaveOrganization,
  listMembers,
  listOrganizations,
  onboard,
  removeMember,
  restoreOrganization,
  transferOrganization,
  updateMember,
  updateOrganization,
  purge,
  addTeamMember,
  createTeam,
  deleteTeam,
  getTeam,
  inviteToTeam,
  listTeamMembers,
  listTeams,
  removeTeamMember,
  updateTeamMember,
  updateTeam,
  claimDeliveries,
  createWebhook,
  deleteWebhook,
  getWebhookDelivery,
  getWebhook,
  listWebhookDeliveries,
  listWebhooks,
  queueDeliveries,
  recordDelivery,
  replayWebhookDelivery,
  replayWebhookFailures,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
}
