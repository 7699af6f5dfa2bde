#!/usr/bin/env node
// Verifies a receipt of `baton run` without a server: node verify-receipt.mjs RECEIPT [--output FILE] [--checkout FOLDER] [--fingerprint F]
// RECEIPT is what `baton run --receipt FILE` wrote or GET /api/receipts/:id answered. Exit code 0: everything that was looked at is right.
import { execFileSync } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const { values, positionals } = parseArgs({ allowPositionals: true, options: { output: text, checkout: text, fingerprint: text } })
if (positionals.length !== 1) {
  console.error('Usage: node verify-receipt.mjs RECEIPT [--output FILE] [--checkout FOLDER] [--fingerprint FINGERPRINT]')
  process.exit(2)
}

let failed = false
const look = (what, isRight) => {
  if (!isRight) failed = true
  console.log(`${isRight ? 'right' : 'WRONG'}  ${what}`)
}
const sha = (kind, ...parts) => parts.reduce((hash, part) => hash.update(part), createHash(kind)).digest('hex')

const { body, signature, public_key } = JSON.parse(readFileSync(positionals[0], 'utf8'))
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: public_key }, format: 'jwk' })
const isSigned = verify(null, Buffer.from(`baton-tunnel-receipt\n${body}`), key, Buffer.from(signature, 'base64url'))
look('the signature is by this key over this text', isSigned)
// Nothing that is not signed is believed, or shown as if it were.
if (!isSigned) process.exit(1)

const fingerprint = sha('sha256', Buffer.from(public_key, 'base64url'))
  .slice(0, 40)
  .replace(/(.{4})(?=.)/g, '$1-')
if (values.fingerprint) look('the key has the given fingerprint', fingerprint === values.fingerprint)

const receipt = JSON.parse(body)
const { commit, tree, dirty, submodules, agent_user, signer_user, command_user } = receipt
const object = Buffer.from(receipt.commit_object, 'base64')
const kind = commit.length === 64 ? 'sha256' : 'sha1'
look('the commit is the text that comes with it', sha(kind, `commit ${object.length}\0`, object) === commit)
const committed = /^tree ([0-9a-f]+)\n/.exec(object.toString('latin1'))?.[1]
look('it says truly whether files differed from the commit', dirty === (tree !== committed || submodules.some((one) => one.dirty)))
look('it ended after it started', Date.parse(receipt.ended_at) >= Date.parse(receipt.started_at))

if (values.output) look('the output is the one that was hashed', sha('sha256', readFileSync(values.output)) === receipt.output_sha256)
if (values.checkout) look('the files of the checkout are those it ran on', treeOf(resolve(values.checkout)) === tree)

const shown = (value) => JSON.stringify(value)
const users = `signed by the system user ${shown(signer_user)}, run as ${shown(command_user)}, for the agent ${shown(agent_user)}`
console.log(`
Machine ${receipt.machine}, key ${fingerprint}, says:
  ran        ${shown(receipt.argv)}
  ended with ${receipt.exit_code}, between ${receipt.started_at} and ${receipt.ended_at} by its own clock
  on         commit ${commit}, tree ${tree}${dirty ? ', which is not the commit’s' : ''}${receipt.tree_after === tree ? '' : '; files changed while it ran'}
  users      ${users}
  nonce      ${receipt.nonce === null ? 'none' : 'present; only the server knows whether it gave it out and when'}

What this cannot know:
  - that the work is right: a command ran and ended so, whatever it tests
  - who typed it, and whether the machine's owner or an intruder used the key
  - whose key it is${values.fingerprint ? ' beyond the fingerprint you gave' : ': compare the fingerprint with the one on the machine, and give it by --fingerprint'}
  - whether the system users are as stated, or files were changed and put back while the command ran${values.output ? '' : '\n  - what the command wrote: give it by --output'}${values.checkout ? '' : '\n  - whether your files are those it ran on: give a checkout by --checkout'}`)
process.exit(failed ? 1 : 0)

/** All files that no .gitignore leaves out, in an index of our own. Run it on a checkout whose configuration you trust. */
function treeOf(top) {
  const scratch = mkdtempSync(join(tmpdir(), 'verify-receipt-'))
  const env = { ...process.env, GIT_INDEX_FILE: join(scratch, 'index'), GIT_NO_REPLACE_OBJECTS: '1' }
  const options = ['core.fsmonitor=false', 'core.excludesFile=/dev/null', 'core.fileMode=true'].flatMap((one) => ['-c', one])
  const git = (args, input = '') => execFileSync('git', [...options, ...args], { cwd: top, env, input, maxBuffer: 2 ** 30 })
  try {
    git(['read-tree', 'HEAD'])
    const names = Buffer.concat([git(['ls-files', '-z']), git(['ls-files', '-z', '--others', '--exclude-per-directory=.gitignore'])])
    git(
      ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
      Buffer.from(names.toString('latin1').replaceAll('/\0', '\0'), 'latin1'),
    )
    return git(['write-tree']).toString().trim()
  } catch (error) {
    return `none: ${error.message}`
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
