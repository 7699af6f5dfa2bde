/**
 * A process between the machine and an agent, passed to Node as text so that the packed command line stays a single file. The machine
 * holds the other end of its descriptor 3: when that closes because the machine was killed, it ends the agent with everything the
 * agent has started.
 */
export const supervisorSource = `
const { spawn } = require('node:child_process')
const { readdirSync, readFileSync } = require('node:fs')
const { Socket } = require('node:net')

const lifeline = new Socket({ fd: 3, readable: true, writable: true })
const tell = (what) => { try { lifeline.write(JSON.stringify(what) + '\\n') } catch {} }
let text = ''
let agent
let marker
let ending = false

/** Also what has left the group: it has its variables still. */
function strays() {
  if (!marker) return []
  let names = []
  try { names = readdirSync('/proc') } catch {}
  return names.map(Number).filter((pid) => {
    if (!(pid > 1) || pid === process.pid) return false
    try { return readFileSync('/proc/' + pid + '/environ', 'latin1').split('\\0').includes(marker) } catch { return false }
  })
}
function kill(signal) {
  let reached = 0
  const send = (pid) => { try { process.kill(pid, signal); reached++ } catch {} }
  if (agent && agent.pid) send(-agent.pid)
  for (const pid of strays()) send(pid)
  return reached
}
function end() {
  if (ending) return
  ending = true
  const from = Date.now()
  kill('SIGTERM')
  const look = setInterval(() => {
    const past = Date.now() - from
    if (past >= 1000) kill('SIGKILL')
    if (past >= 1500 || kill(0) === 0) { clearInterval(look); process.exit(0) }
  }, 40)
}
function start({ argv: [program, ...args], cwd, env, uid, gid, mark }) {
  marker = mark
  const user = uid === null ? {} : { uid, gid }
  agent = spawn(program, args, { cwd, env, detached: true, stdio: ['inherit', 'inherit', 'inherit'], ...user })
  if (agent.pid) tell({ pid: agent.pid })
  agent.on('error', (error) => { tell({ error: error.message }); end() })
  agent.on('exit', (code, signal) => { tell({ code, signal }); end() })
}
lifeline.setEncoding('utf8')
lifeline.on('data', (data) => {
  text += data
  for (let at = text.indexOf('\\n'); at >= 0; at = text.indexOf('\\n')) {
    const said = JSON.parse(text.slice(0, at))
    text = text.slice(at + 1)
    if (said.stop) end()
    else start(said)
  }
})
for (const event of ['end', 'close', 'error']) lifeline.on(event, end)
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end)
process.on('uncaughtException', end)
`
