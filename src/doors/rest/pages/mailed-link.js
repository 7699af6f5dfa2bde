// The link's secret stands after # in the address, which no browser sends. Nothing happens before the button is pressed:
// programs that look through mail follow links.
const token = location.hash.slice(1)

const links = {
  '/magic-link': {
    path: '/api/auth/magic-link/verify',
    title: 'Log in to Baton',
    why: 'The link that brought you here works once.',
    button: 'Log in',
    done: 'You are logged in',
  },
  '/reset-password': {
    path: '/api/auth/reset-password',
    title: 'Choose a new password',
    why: 'All your login sessions end; log in with the new password.',
    button: 'Set the password',
    done: 'Your password is changed',
    newPassword: true,
  },
  '/verify-email': {
    path: '/api/auth/email/verify',
    title: 'Confirm your e-mail address',
    why: 'Whoever is logged in and reads this mail owns the account.',
    button: 'Confirm the address',
    done: 'Your address is confirmed',
    asUser: true,
  },
  '/change-email': {
    path: '/api/auth/email/change/confirm',
    title: 'Use this e-mail address',
    why: 'Your account uses this address from now on.',
    button: 'Change the address',
    done: 'Your address is changed',
    asUser: true,
  },
  '/invite': {
    path: `/api/invites/${encodeURIComponent(token)}/accept`,
    title: 'Join the organization',
    why: 'Accept with the account of the address this was mailed to; the address must be confirmed there.',
    button: 'Accept the invitation',
    done: 'You are a member now',
    asUser: true,
  },
  '/unsubscribe': {
    path: '/api/notifications/unsubscribe',
    title: 'Stop the daily mail',
    why: 'What you are told of stays in your inbox; Settings, Notifications turns the mail on again.',
    button: 'Stop the mail',
    done: 'You get no more daily mail',
  },
}

const link = links[location.pathname]
const element = (id) => document.getElementById(id)

function say(text, bad = false) {
  element('status').textContent = text
  element('status').classList.toggle('bad', bad)
}

async function post(path, body, headers = {}) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'baton-session': 'cookie', ...headers },
    body: JSON.stringify(body),
  })
  const answer = await response.json()
  if (!response.ok) throw Object.assign(new Error(answer.detail ?? 'The server gave no reason. Try again.'), { problem: answer })
  return answer
}

function askFor(fields, passwordKind) {
  for (const field of fields) element(`${field}-field`).hidden = false
  element('password').autocomplete = passwordKind
  element(fields[0]).focus()
}

/** The access token of whoever is logged in here, or logs in now; none while the form still asks. */
async function accessToken() {
  if (!element('password-field').hidden) {
    const login = await post('/api/auth/login', { email: element('email').value, password: element('password').value })
    if (!login.token) throw new Error('Your account has a second factor. Log in on the login page first, then open this link again.')
    return login.token
  }
  return post('/api/auth/refresh', {}).then(
    ({ token }) => token,
    () => null,
  )
}

function showDone() {
  history.replaceState(null, '', location.pathname)
  element('form').hidden = true
  element('title').textContent = link.done
  element('why').textContent = 'You can close this page.'
  document.title = link.done
  element('title').focus()
}

async function act() {
  if (!link.asUser) return post(link.path, { token, ...(link.newPassword && { password: element('password').value }) })
  const access = await accessToken()
  if (access) return post(link.path, { token }, { authorization: `Bearer ${access}` })
  askFor(['email', 'password'], 'current-password')
  return null
}

async function submit(event) {
  event.preventDefault()
  element('button').disabled = true
  say('')
  try {
    if (await act()) showDone()
    else say('Log in to go on.')
  } catch (error) {
    if (error.problem?.code === 'needs_person') askFor(['email', 'password'], 'current-password')
    say(error.problem || !(error instanceof TypeError) ? error.message : 'The server cannot be reached. Try again.', true)
  }
  element('button').disabled = false
}

element('title').textContent = link.title
document.title = link.title
element('why').textContent = token ? link.why : 'This address has no link in it. Open the whole link of the mail.'
element('button').textContent = link.button
element('form').hidden = !token
element('form').addEventListener('submit', submit)
if (token && link.newPassword) {
  element('password-label').textContent = 'New password, at least 10 characters'
  askFor(['password'], 'new-password')
}
