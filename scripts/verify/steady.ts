import { globSync, readFileSync } from 'node:fs'
import { root } from './tools.ts'

const tests = ['test/**/*.ts', '{src,client,cli,machine,dashboard}/**/*.test.ts']
/** Proofs measure milliseconds, on a machine that they have found quiet; the suite itself is timed by what runs it. */
const elsewhere = /node_modules|^test\/(?:proofs|containers|suite)\//

const ownLimit = 'gives a poll a limit of its own: use `patience`, from test/harness/wait.ts'
/** Playwright's waits have limits of their own. */
const inBrowser = /^(?:test\/)?dashboard\//

/** A test that reads the wall clock, or sleeps and hopes, says something about the machine. */
const unsteady: Record<string, RegExp> = {
  'reads performance.now(): count, compare CPU time (test/harness/cpu.ts) or let a proof measure it': /\bperformance\.now\(|\bhrtime\b/,
  'compares Date.now(): await the condition with waitFor, or move the test clock':
    /\bDate\.now\(\) *(?:- *[A-Za-z_]|[<>])|(?<!=)[<>]=? *Date\.now\(|- *Date\.now\(\)/,
  'scales a limit to the load: a limit that only ends a hang is `patience`, from test/harness/wait.ts': /\bquietLimit\b/,
  'sleeps: await the condition with waitFor, from test/harness/wait.ts':
    /from 'node:timers\/promises'|(?<![.\w])setTimeout\(|\b(?:scheduler|Atomics)\.wait\(/,
  'takes a promise for true: await the condition with waitFor and page.evaluate': /\bwaitForFunction\(/,
  [ownLimit]: /\b(?:poll|waitFor|waitUntil)\(.*\btimeout: *\d/,
}

/** Files that may, and why. One that no longer does is named as well. */
export const kept: Record<string, string> = {
  'test/harness/wait.ts': 'the one place that polls',
  'test/harness/person.ts': 'waits as long as Retry-After says',
  'test/assistant/model-server.ts': 'the model that takes its time',
  'test/cli/packed.ts': 'waits for another process of the suite that packs the command line',
  'test/cli/terminal.test.ts': 'a server that takes its time',
  'test/clients/home.ts': 'reports how long a client took; nothing depends on it',
  'test/insights/history.ts': 'waits before it repeats a read that was refused as busy',
  'test/integrations/slack.test.ts': 'at least the pause that Slack asked for: more time never fails it',
  'test/machines/runs/agent.ts': 'a program that a machine runs',
  'test/machines/runs/mcp-agent.ts': 'a program that a machine runs',
  'test/mcp/fixtures/plain-tools.ts': 'tools that take their time, for the conformance suites',
  'test/embeddings/odd-thread.ts': 'a thread that hangs',
  'test/publishing/xss.test.ts': 'a turn of the event loop in the page',
  'test/rest/slow-requests.test.ts': 'a slow client; only the order of events counts',
  'test/screens/search/size.test.ts': 'a ratio of two medians of one run',
  'test/websocket/slow-node.ts': 'random delays that provoke reordering',
  'test/dashboard/look-at-pages.test.ts': 'an exception that it plants in a page',
  'test/mcp/injection/injection.test.ts': 'waits longer than a node trusts that no messages are pending',
  'test/looping/transactions.test.ts': 'the handler that waits inside its transaction',
  'test/looping/broken-operations.ts': 'an operation that is broken by being slow',
  'src/platform/bulkhead.test.ts': 'work that takes a moment; only its order counts',
  'src/platform/log.test.ts': 'a program that ends later',
  'test/verify/verify.test.ts': 'the violations it plants',
  'dashboard/src/data/writes/outbox.test.ts': 'a server whose first answer is the slowest',
}

export const checkSteady = (): string => {
  const files = globSync(tests, { cwd: root }).filter((file) => !elsewhere.test(file))
  return files.toSorted().flatMap(problems).join('\n')
}

function problems(file: string): string[] {
  const found = readFileSync(root + file, 'utf8')
    .split('\n')
    .flatMap((line, at) => faults(file, line).map((what) => `${file}:${at + 1} ${what}`))
  if (!(file in kept)) return found
  return found.length > 0 ? [] : [`${file} is steady now: take it off the list in scripts/verify/steady.ts`]
}

const faults = (file: string, line: string): string[] =>
  /^\s*(?:\/\/|\/?\*)/.test(line)
    ? []
    : Object.keys(unsteady).filter((what) => unsteady[what]?.test(line) && !(what === ownLimit && inBrowser.test(file)))
