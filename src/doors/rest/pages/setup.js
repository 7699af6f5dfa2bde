// The setup token stands after # in the address, which no browser sends: it travels only in the body below.
const token = location.hash.slice(1)
const form = document.getElementById('form')
const button = form.querySelector('button')
const fields = ['name', 'password', 'handle']

function say(text, bad = false) {
  const status = document.getElementById('status')
  status.textContent = text
  status.classList.toggle('bad', bad)
}

function mark(field, message) {
  document.getElementById(`${field}-error`).textContent = message && `${message}.`
  document.getElementById(field).setAttribute('aria-invalid', String(message !== ''))
}

/** Says what the server refused, at its field where it names one. */
function showProblem(problem) {
  const known = (problem.errors ?? []).filter((error) => fields.includes(error.field))
  for (const { field, message } of known) mark(field, message.charAt(0).toUpperCase() + message.slice(1))
  say(known.length > 0 ? 'Please correct the marked fields.' : (problem.detail ?? 'The server gave no reason. Try again.'), true)
  if (known.length > 0) document.getElementById(known[0].field).focus()
}

function showDone(user) {
  history.replaceState(null, '', location.pathname)
  document.getElementById('email').textContent = user.email
  const body = JSON.stringify({ email: user.email, password: '…' })
  document.getElementById('command').textContent =
    `curl -s ${location.origin}/api/auth/login \\\n  -H 'content-type: application/json' \\\n  -d '${body}'`
  document.getElementById('start').hidden = true
  document.getElementById('done').hidden = false
  document.title = 'Baton is set up'
  document.getElementById('done-title').focus()
}

async function submit(event) {
  event.preventDefault()
  for (const field of fields) mark(field, '')
  const errors = fields
    .filter((field) => form.elements[field].required && !form.elements[field].value.trim())
    .map((field) => ({ field, message: 'fill this in' }))
  if (errors.length > 0) return showProblem({ errors })
  const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''))
  button.disabled = true
  say('Creating your account…')
  try {
    const response = await fetch('/api/auth/setup', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, ...given }),
    })
    const answer = await response.json()
    if (response.ok) showDone(answer.user)
    else showProblem(answer)
  } catch {
    say('The server cannot be reached. Check that it runs, then try again.', true)
  }
  button.disabled = false
}

if (token) form.addEventListener('submit', submit)
else {
  button.disabled = true
  say('This address has no setup link in it. Open the whole link that “npm run seed” printed.', true)
}
