import { createECDH } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HostFailure } from '../../src/platform/code-host/code-host.ts'
import { readConfig, type Config } from '../../src/platform/config.ts'
import { settles, waitFor } from '../harness/wait.ts'
import { howMany, randomFrom, seed, watchProcess } from './generate.ts'
import { hostileAnswer, startHostileHttp, whole, type HostileHttp } from './hostile-http.ts'
import { codeHost } from './peers/code-host.ts'
import { ciIssuer, loginProvider } from './peers/logins.ts'
import { embeddings, model } from './peers/models.ts'
import type { Call } from './peers/peer.ts'
import { pushService, webhookReceiver } from './peers/receivers.ts'
import { billing, bucket, slack } from './peers/services.ts'
import { jira, linear } from './peers/trackers.ts'

// Every service that Baton asks answers with whatever it likes. Its client says that it failed, in its own words, and the next call works.

const watched = watchProcess()
let http: HostileHttp
let config: Config
beforeAll(async () => {
  http = await startHostileHttp()
  const curve = createECDH('prime256v1')
  curve.generateKeys()
  config = readConfig({
    ...{ NODE_ENV: 'test', DATABASE_URL: 'postgres://x', DATABASE_KEY: 'x'.repeat(40), SECRET_KEY: 'x'.repeat(40) },
    ...{ REDIS_URL: 'redis://x', APP_URL: 'https://baton.example.com', PRIVATE_ADDRESSES: 'allow' },
    ...{ GITHUB_URL: http.url, GITHUB_API_URL: http.url, CODEHOST_CLIENT_ID: 'github-id', CODEHOST_CLIENT_SECRET: 'github-secret' },
    ...{ GOOGLE_URL: http.url, GOOGLE_CLIENT_ID: 'google-id', GOOGLE_CLIENT_SECRET: 'google-secret' },
    ...{ LINEAR_API_URL: http.url, SLACK_API_URL: http.url, PUSH_PRIVATE_KEY: curve.getPrivateKey('base64url') },
    ...{ ASSISTANT_URL: http.url, ASSISTANT_MODEL: 'x' },
  })
  process.env['AWS_ACCESS_KEY_ID'] = 'AKIAIOSFODNN7EXAMPLE'
  process.env['AWS_SECRET_ACCESS_KEY'] = 'x'.repeat(40)
})
afterAll(() => {
  watched.stop()
  http.close()
  delete process.env['AWS_ACCESS_KEY_ID']
  delete process.env['AWS_SECRET_ACCESS_KEY']
})

const peers = [webhookReceiver, pushService, loginProvider, ciIssuer, codeHost, model, embeddings, linear, jira, slack, billing, bucket]

describe.each(peers)('$name', ({ calls, fails }) => {
  test(`that sends ${howMany} hostile answers is a failure that its client reports (seed ${seed})`, async () => {
    const random = randomFrom(seed)
    const all = await calls({ url: http.url, config })
    const works = async () => {
      for (const { does, ask, says, gives } of all) {
        http.answer = (path) => {
          const said = says(path)
          return whole(
            typeof said === 'string' ? said : JSON.stringify(said),
            typeof said === 'string' ? { 'content-type': 'text/event-stream' } : {},
          )
        }
        const got = await settles(does, ask())
        if (gives !== undefined) expect(got, does).toEqual(gives)
      }
    }
    await works()
    const before = http.asked
    for (let sent = 0; sent < howMany; sent++) {
      const { does, ask, says } = all[sent % all.length] as Call
      let last: Buffer = Buffer.alloc(0)
      http.answer = (path) => {
        // What follows a right answer is reached as well.
        const said = says(path)
        const right = typeof said === 'string' ? said : JSON.stringify(said)
        const answer = sent > 20 && random() < 0.3 ? whole(right) : hostileAnswer(random, said, http.url, sent)
        last = answer.bytes.subarray(0, 300)
        return answer
      }
      const error = await settles(`${does}, message ${sent}, after ${last.toString('latin1')}`, ask()).then(
        () => null,
        (thrown: unknown) => thrown ?? 'nothing',
      )
      if (error !== null && !fails?.(error)) throw new Error(`${does}, message ${sent}, after ${last.toString('latin1')}`, { cause: error })
      expect(watched.ends, `${does}, message ${sent}`).toEqual([])
    }
    expect(http.asked).toBeGreaterThanOrEqual(before + howMany)
    // On a busy machine, a client's own time limit may end a call that nobody else has spoiled.
    await waitFor(
      'all calls to work again',
      () =>
        works().then(
          () => true,
          (error: Error) => error.message,
        ),
      (said) => said === true,
    )
    expect(watched.ends).toEqual([])
  })
})

test('JSON that is nested deep is refused before the code host’s library parses it, which would take seconds', async () => {
  const asks = await codeHost.calls({ url: http.url, config })
  const deep = '['.repeat(2_000) + ']'.repeat(2_000)
  http.answer = () => whole(`{"object":{"sha":${deep}}}`)
  const { ask } = asks.find(({ does }) => does === 'tells the head of a branch') as Call
  await expect(ask()).rejects.toThrow(HostFailure)
})
