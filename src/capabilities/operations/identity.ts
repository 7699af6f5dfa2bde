import { deleteAccount } from '../account-deletion/delete-account.ts'
import { eraseAccount } from '../account-deletion/erase-account.ts'
import { eraseAccounts } from '../account-deletion/erase-accounts.ts'
import { restoreAccount } from '../account-deletion/restore-account.ts'
import { approveDevice } from '../device-login/approve-device.ts'
import { denyDevice } from '../device-login/deny-device.ts'
import { getDevice } from '../device-login/get-device.ts'
import { pollDevice } from '../device-login/poll-device.ts'
import { requestDevice } from '../device-login/request-device.ts'
import { checkHandle } from '../login/check-handle.ts'
import { getLoginOptions } from '../login/get-login-options.ts'
import { getSetup } from '../login/get-setup.ts'
import { login } from '../login/login.ts'
import { logout } from '../login/logout.ts'
import { me } from '../login/me.ts'
import { myRole } from '../login/my-role.ts'
import { offerSetup } from '../login/offer-setup.ts'
import { refresh } from '../login/refresh.ts'
import { register } from '../login/register.ts'
import { setUpInstance } from '../login/set-up-instance.ts'
import { decideSetAside } from '../set-aside/decide-set-aside.ts'
import { listSetAside } from '../set-aside/list-set-aside.ts'
import { stepUp } from '../login/step-up.ts'
import { getCodeDelivery } from '../mail/get-code-delivery.ts'
import { sendMailing } from '../mail/send-mailing.ts'
import { changeEmail } from '../mail-login/change-email.ts'
import { confirmEmailChange } from '../mail-login/confirm-email-change.ts'
import { forgotPassword } from '../mail-login/forgot-password.ts'
import { resetPassword } from '../mail-login/reset-password.ts'
import { sendCode } from '../mail-login/send-code.ts'
import { sendMagicLink } from '../mail-login/send-magic-link.ts'
import { sendVerification } from '../mail-login/send-verification.ts'
import { verifyCode } from '../mail-login/verify-code.ts'
import { verifyEmail } from '../mail-login/verify-email.ts'
import { verifyMagicLink } from '../mail-login/verify-magic-link.ts'
import { acceptIdentity } from '../oauth-login/accept-identity.ts'
import { beginConnecting } from '../oauth-login/begin-connecting.ts'
import { beginOauth } from '../oauth-login/begin-oauth.ts'
import { confirmConnection } from '../oauth-login/confirm-connection.ts'
import { connectAccount } from '../oauth-login/connect-account.ts'
import { disconnectAccount } from '../oauth-login/disconnect-account.ts'
import { exchangeOauthCode } from '../oauth-login/exchange-oauth-code.ts'
import { listConnectedAccounts } from '../oauth-login/list-connected-accounts.ts'
import { listProviders } from '../oauth-login/list-providers.ts'
import { takeOauthState } from '../oauth-login/take-oauth-state.ts'
import { approveOauthClient } from '../oauth-server/approve-oauth-client.ts'
import { listOauthGrants } from '../oauth-server/list-oauth-grants.ts'
import { revokeOauthGrant } from '../oauth-server/revoke-oauth-grant.ts'
import { beginPasskeyLogin } from '../passkeys/begin-passkey-login.ts'
import { beginPasskeyRegistration } from '../passkeys/begin-passkey-registration.ts'
import { deletePasskey } from '../passkeys/delete-passkey.ts'
import { finishPasskeyLogin } from '../passkeys/finish-passkey-login.ts'
import { finishPasskeyRegistration } from '../passkeys/finish-passkey-registration.ts'
import { listPasskeys } from '../passkeys/list-passkeys.ts'
import { updatePasskey } from '../passkeys/update-passkey.ts'
import { changePassword } from '../passwords/change-password.ts'
import { resetUserPassword } from '../passwords/reset-user-password.ts'
import { tellOfPasswordReset } from '../passwords/tell-of-password-reset.ts'
import { getPreferences } from '../preferences/get-preferences.ts'
import { updatePreferences } from '../preferences/update-preferences.ts'
import { beginTotp } from '../second-factor/begin-totp.ts'
import { confirmTotp } from '../second-factor/confirm-totp.ts'
import { getSecondFactor } from '../second-factor/get-second-factor.ts'
import { proveSecondFactor } from '../second-factor/prove-second-factor.ts'
import { removeTotp } from '../second-factor/remove-totp.ts'
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.ts'
import { listLoginSessions } from '../settings/list-login-sessions.ts'
import { revokeLoginSession } from '../settings/revoke-login-session.ts'
import { revokeOtherLoginSessions } from '../settings/revoke-other-login-sessions.ts'
import { setPicture } from '../settings/set-picture.ts'
import { updateProfile } from '../settings/update-profile.ts'
import { createApiKey } from '../tokens/create-api-key.ts'
import { createMcpToken } from '../tokens/create-mcp-token.ts'
import { createWsTicket } from '../tokens/create-ws-ticket.ts'
import { exchangeForApiKey } from '../tokens/exchange-for-api-key.ts'
import { listApiKeys } from '../tokens/list-api-keys.ts'
import { listMcpTokens } from '../tokens/list-mcp-tokens.ts'
import { resetSandbox } from '../tokens/reset-sandbox.ts'
import { revokeApiKey } from '../tokens/revoke-api-key.ts'
import { revokeMcpToken } from '../tokens/revoke-mcp-token.ts'

export const identity = {
  deleteAccount,
  eraseAccount,
  eraseAccounts,
  restoreAccount,
  approveDevice,
  denyDevice,
  getDevice,
  pollDevice,
  requestDevice,
  login,
  logout,
  me,
  checkHandle,
  getLoginOptions,
  getSetup,
  myRole,
  offerSetup,
  refresh,
  register,
  setUpInstance,
  decideSetAside,
  listSetAside,
  stepUp,
  getCodeDelivery,
  sendMailing,
  changeEmail,
  confirmEmailChange,
  forgotPassword,
  resetPassword,
  sendCode,
  sendMagicLink,
  sendVerification,
  verifyCode,
  verifyEmail,
  verifyMagicLink,
  acceptIdentity,
  beginConnecting,
  beginOauth,
  confirmConnection,
  connectAccount,
  disconnectAccount,
  exchangeOauthCode,
  listConnectedAccounts,
  listProviders,
  takeOauthState,
  approveOauthClient,
  listOauthGrants,
  revokeOauthGrant,
  beginPasskeyLogin,
  beginPasskeyRegistration,
  deletePasskey,
  finishPasskeyLogin,
  finishPasskeyRegistration,
  listPasskeys,
  updatePasskey,
  changePassword,
  resetUserPassword,
  tellOfPasswordReset,
  getPreferences,
  updatePreferences,
  beginTotp,
  confirmTotp,
  getSecondFactor,
  proveSecondFactor,
  removeTotp,
  renewRecoveryCodes,
  listLoginSessions,
  revokeLoginSession,
  revokeOtherLoginSessions,
  setPicture,
  updateProfile,
  createApiKey,
  createMcpToken,
  createWsTicket,
  exchangeForApiKey,
  listApiKeys,
  listMcpTokens,
  resetSandbox,
  revokeApiKey,
  revokeMcpToken,
}
