import { callTool } from '../../looping/mcp-client.ts'
import type { Area, Scene } from '../every-page.ts'

const firstCommit = '41be07c0'.padEnd(40, '1')
const newerCommit = '9f3c2ad4'.padEnd(40, '2')

const gates = [
  { key: 'spec', name: 'Spec', kind: 'evidence', before_code: true, checks: [{ check: 'spec', rank: 'claimed' }] },
  {
    key: 'build',
    name: 'Build',
    kind: 'evidence',
    checks: [
      { check: 'unit-tests', rank: 'ci' },
      { check: 'types-and-lint', rank: 'reported' },
      { check: 'enrolment-behind-a-proxy', rank: 'observed' },
      { check: 'old-sessions-survive', rank: 'reported' },
    ],
  },
  { key: 'review', name: 'Review', kind: 'review', reviews: 2 },
  { key: 'ship', name: 'Ship', kind: 'approval', roles: ['owner', 'admin'] },
]

/** Features in every possible state: at each kind of gate, voided, ready, shipped, cancelled. */
async function makeFeatures({ mira, jonas, slug, dashboard }: Scene) {
  await mira.do('POST', '/api/workflows', { name: 'Careful', slug: 'careful', description: 'For what people log in with.', gates })
  const spec = await mira.do('POST', `/api/projects/${slug}/specs`, {
    title: 'Sign-in without passwords',
    body: '# Enrolment\n\nFrom settings.\n',
    status: 'approved',
  })
  const { items: tasks } = await mira.do('GET', `/api/tasks?project=${slug}&limit=5`)
  const { token } = await jonas.do('POST', '/api/settings/mcp-tokens', { name: 'Atlas' })
  const atlas = (tool: string, input: unknown) => callTool(dashboard.baton.url, token, tool, input)
  const key = await mira.do('POST', '/api/settings/api-keys', { name: 'build server', scopes: ['ci:write'] })
  const make = async (title: string, more: object = {}) =>
    jonas.do('POST', `/api/projects/${slug}/features`, {
      title,
      description: 'People sign in with a passkey and keep a recovery path that no key or token can use.',
      ...more,
    })
  const pass = (id: string, more: object) => jonas.call('POST', `/api/features/${id}/advance`, more)

  const build = await make('Passkey sign-in', { workflow: 'careful', spec: spec.ref, tasks: tasks.map((task: any) => task.key) })
  await pass(build.id, { evidence: [{ check: 'spec', outcome: 'pass', note: 'Agreed on Monday.' }] })
  await pass(build.id, {
    commit: firstCommit,
    evidence: [{ check: 'old-sessions-survive', outcome: 'pass', exit_code: 0, log: '38 of 38 valid' }],
  })
  await pass(build.id, { commit: newerCommit })
  const ci = (id: string, check: string, outcome: string) =>
    fetch(`${dashboard.baton.url}/api/features/${id}/checks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.key}`, 'baton-organization': String(mira.organization), 'content-type': 'application/json' },
      body: JSON.stringify({
        check,
        outcome,
        commit: newerCommit,
        exit_code: outcome === 'pass' ? 0 : 1,
        note: outcome === 'pass' ? '412 passed, 0 failed, 3 skipped' : '2 failed',
      }),
    })
  await ci(build.id, 'unit-tests', 'pass')
  await atlas('advance_feature', {
    feature: build.ref,
    commit: newerCommit,
    evidence: [
      { check: 'enrolment-behind-a-proxy', outcome: 'pass', note: 'It works on my side.' },
      { check: 'types-and-lint', outcome: 'fail', exit_code: 1, log: 'src/auth/enrol.ts(41,3): error TS2345' },
    ],
  })
  await jonas.do('POST', `/api/features/${build.id}/reviews`, {
    verdict: 'request_changes',
    words: 'The recovery code path lacks a rate limit.',
    commit: newerCommit,
  })

  const shipping = async (title: string) => {
    const one = await make(title, { spec: spec.ref })
    await pass(one.id, { evidence: [{ check: 'spec', outcome: 'pass', note: 'Agreed on Monday.' }] })
    await pass(one.id, { evidence: [{ check: 'plan', outcome: 'pass', note: 'Agreed on Monday.' }] })
    await pass(one.id, { commit: newerCommit, evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '3 passed' }] })
    await mira.do('POST', `/api/features/${one.id}/reviews`, {
      verdict: 'approve',
      words: 'Counter is checked and stored in one statement now.',
      commit: newerCommit,
    })
    await pass(one.id, {
      summary: 'Webhooks are tried again for 28 hours.',
      recommendation: 'Ship it on Monday.',
      risks: 'A slow receiver holds a worker.',
    })
    return one
  }
  const waiting = await shipping('Reliable webhooks')
  const shipped = await shipping('Memory review')
  await mira.do('POST', `/api/features/${shipped.id}/approvals`, { commit: newerCommit })
  await pass(shipped.id, {})
  const review = await make('Spec difference', { spec: spec.ref })
  for (const check of ['spec', 'plan']) await pass(review.id, { evidence: [{ check, outcome: 'pass', note: 'Agreed on Monday.' }] })
  await pass(review.id, { commit: firstCommit, evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '3 passed' }] })
  const cancelled = await make('Signed exports')
  await jonas.do('POST', `/api/features/${cancelled.id}/cancel`, { reason: 'Nobody needs it.' })
  await make('Timeline of a project')
  return { build, waiting, review, shipped, cancelled }
}

export const features: Area = async (scene) => {
  const { org, slug } = scene
  const { build, waiting, review, shipped, cancelled } = await makeFeatures(scene)
  const list = `/${org}/p/${slug}/features`
  const at = (one: { id: string }) => `/${org}/features/${one.id}`
  return [
    { name: 'features', path: list, ready: 'Reliable webhooks' },
    { name: 'features-pipeline', path: `${list}?view=pipeline`, ready: 'Passkey sign-in' },
    { name: 'features-shipped', path: `${list}?status=complete`, ready: 'Memory review' },
    { name: 'features-cancelled', path: `${list}?status=cancelled`, ready: 'Signed exports' },
    {
      name: 'features-new',
      path: list,
      ready: 'Reliable webhooks',
      then: async (page) => {
        await page.getByRole('button', { name: 'New feature' }).click()
        await page.getByText('advances as evidence is added').waitFor()
      },
    },
    { name: 'feature-build', path: at(build), ready: 'Evidence for Build' },
    { name: 'feature-approve', path: at(waiting), ready: 'Ship gate needs you' },
    { name: 'feature-review', path: at(review), ready: 'Evidence for Review' },
    { name: 'feature-shipped', path: at(shipped), ready: 'Every gate was passed' },
    { name: 'feature-cancelled', path: at(cancelled), ready: 'Doesn’t count as shipped' },
    {
      name: 'feature-evidence',
      path: at(build),
      ready: 'Evidence for Build',
      then: async (page) => {
        await page.getByRole('button', { name: 'Add evidence' }).click()
        await page.getByText('Your evidence counts as').waitFor()
      },
    },
    {
      name: 'feature-results',
      path: at(build),
      ready: 'Evidence for Build',
      then: async (page) => {
        await page.getByText('All results, including voided').click()
        await page.getByText('when 9f3c2ad replaced 41be07c').first().waitFor()
        await page.getByRole('button', { name: 'Types and lint' }).first().click()
        await page.getByText('src/auth/enrol.ts').waitFor()
      },
    },
    {
      name: 'feature-send-back',
      path: at(waiting),
      ready: 'Ship gate needs you',
      then: async (page) => {
        await page.getByRole('button', { name: 'Send back' }).click()
        await page.getByText('The builder sees this first').waitFor()
      },
    },
    { name: 'workflows', path: `/${org}/workflows`, ready: 'Spec to ship' },
    { name: 'workflow', path: `/${org}/workflows/careful`, ready: 'Gates, in order' },
    { name: 'workflow-new', path: `/${org}/workflows/new`, ready: 'Gates, in order' },
    { name: 'workflow-built-in', path: `/${org}/workflows/default`, ready: 'This workflow is built in' },
  ]
}
