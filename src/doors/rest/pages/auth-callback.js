// Where a browser comes back from GitHub, Google or Microsoft. The code stands after #, which no browser sends.
const [outcome, value] = location.hash.slice(1).split('=')
history.replaceState(null, '', location.pathname)

const reasons = {
  access_denied: 'You said no there. Nothing was changed.',
  state_invalid: 'This took too long, or began in another browser. Start again.',
  provider_failed: 'The provider did not answer as it should. Try again in a moment.',
  email_unverified: 'The provider has not verified your e-mail address. Verify it there, then try again.',
  registration_closed: 'Registration is closed on this instance. Ask an administrator for an invitation.',
  account_unavailable: 'This account cannot be used. Ask an administrator.',
  connected_otherwise: 'That account is connected to somebody else here.',
  email_taken: 'Your e-mail address has an account here. Log in to it, then connect the provider in Settings.',
}

function show(title, why) {
  document.title = title
  document.getElementById('title').textContent = title
  document.getElementById('why').textContent = why
  document.getElementById('title').focus()
}

async function post(path, body, headers = {}) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'baton-session': 'cookie', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail ?? 'The server gave no reason. Try again.')
  return answer
}

async function finish() {
  if (outcome === 'login') {
    const verifier = sessionStorage.getItem('baton-oauth-verifier')
    sessionStorage.removeItem('baton-oauth-verifier')
    const login = await post('/api/auth/oauth/exchange', { code: value, ...(verifier && { verifier }) })
    if (login.second_factor) return show('One more factor', 'Your account has a second factor. Log in on the login page to give it.')
    return show('You are logged in', `Welcome, ${login.user.name}. You can close this page.`)
  }
  if (outcome === 'link') {
    const { token } = await post('/api/auth/refresh', {})
    await post('/api/settings/connected-accounts', { code: value }, { authorization: `Bearer ${token}` })
    return show('Connected', 'You can log in with this provider from now on. You can close this page.')
  }
  show('That did not work', reasons[value] ?? 'Start again from where you came from.')
}

finish().catch((error) => show('That did not work', error.message))
