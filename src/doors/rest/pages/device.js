// The access token lives in this variable only, and its session ends with the decision.
let token = null
let pending = null
let userCode = new URLSearchParams(location.search).get('user_code') ?? ''

const element = (id) => document.getElementById(id)
const forms = ['login', 'factor', 'find', 'decide']

function say(text, bad = false) {
  element('status').textContent = text
  element('status').classList.toggle('bad', bad)
}

function show(form, lead) {
  for (const id of forms) element(id).hidden = id !== form
  element('lead').textContent = lead
  element('title').focus()
}

async function call(method, path, body) {
  const headers = { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail ?? 'The server gave no reason. Try again.')
  return answer
}

async function entered(answer) {
  if (answer.second_factor) {
    pending = answer.second_factor.token
    return show('factor', 'One more step.')
  }
  token = answer.token
  if (userCode) return look()
  show('find', `You are logged in as ${answer.user.email}.`)
}

async function look() {
  try {
    const request = await call('GET', `/api/auth/device/${encodeURIComponent(userCode)}`)
    element('client').textContent = request.client
    element('address').textContent = request.address ?? 'unknown'
    element('device').textContent = request.device ?? 'unknown'
    show('decide', `Does your device show ${userCode.toUpperCase()}?`)
  } catch (error) {
    show('find', 'Enter the code that the device shows.')
    throw error
  }
}

const submitted = {
  login: ({ email, password }) => call('POST', '/api/auth/login', { email, password }).then(entered),
  factor: ({ code }) => {
    const proof = /^\d{6}$/.test(code.trim()) ? { totp: code.trim() } : { recovery_code: code.trim() }
    return call('POST', '/api/auth/second-factor', { token: pending, ...proof }).then(entered)
  },
  find: ({ user_code }) => {
    userCode = user_code.trim()
    return look()
  },
  decide: async (_fields, decision) => {
    await call('POST', `/api/auth/device/${decision}`, { user_code: userCode })
    await call('POST', '/api/auth/logout').catch(() => {})
    show(
      null,
      decision === 'approve' ? 'The device is logged in. You may close this page.' : 'The device was refused. You may close this page.',
    )
  },
}

for (const id of forms) {
  element(id).addEventListener('submit', async (event) => {
    event.preventDefault()
    const buttons = element(id).querySelectorAll('button')
    for (const button of buttons) button.disabled = true
    say('')
    try {
      await submitted[id](Object.fromEntries(new FormData(element(id))), event.submitter?.value)
    } catch (error) {
      say(error instanceof TypeError ? 'The server cannot be reached. Try again.' : error.message, true)
    }
    for (const button of buttons) button.disabled = false
  })
}
