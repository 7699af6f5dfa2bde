import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../harness/worker.ts'
import { callTool } from '../looping/mcp-client.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { picture } from './picture.ts'
import { makeScene } from './scene.ts'

const commit = '9f3c2ad4'.padEnd(40, '2')

let dashboard: Dashboard
let scene: Scene
let worker: { close(): Promise<void> }
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
  worker = await startWorker(dashboard.baton)
})
afterAll(async () => {
  await worker?.close()
  await dashboard?.close()
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const text = (page: Page, words: string | RegExp) => page.getByText(words).first()

test(
  'a feature is planned, shown, reviewed, approved by another person and shipped, and its page follows live',
  { timeout: 300_000 },
  async () => {
    const { mira, jonas, org, slug } = scene
    const spec = await mira.do('POST', `/api/projects/${slug}/specs`, { title: 'Sign-in without passwords', body: '# Enrolment\n' })
    const page = await dashboard.open(jonas, `/${org}/p/${slug}/features`)

    // Planned, with the spec it implements.
    await button(page, 'Create feature').click()
    await page.getByLabel('Title').fill('Passkey sign-in')
    await page.getByLabel('Spec', { exact: true }).selectOption({ label: 'BAT-S1 Sign-in without passwords' })
    await page.getByRole('dialog').getByRole('button', { name: 'Create feature' }).click()
    await text(page, 'Spec gate: 2 checks missing').waitFor()
    await text(page, 'linked version (latest)').waitFor()
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''

    // A closed gate refuses to advance and says what is missing.
    const refused = await jonas.call('POST', `/api/features/${id}/advance`, {})
    expect(refused.status).toBe(409)
    await text(page, 'Any contributor can add it').waitFor()

    // An agent submits the evidence over MCP; the open page updates without a reload.
    const { token } = await jonas.do('POST', '/api/settings/mcp-tokens', { name: 'Atlas' })
    const atlas = (input: object) => callTool(dashboard.baton.url, token, 'advance_feature', { feature: id, ...input })
    await text(page, 'Linked spec status: draft').waitFor()
    await mira.do('PATCH', `/api/specs/${spec.ref}`, { status: 'approved' })
    await text(page, 'Spec gate: 1 check missing').waitFor()
    await atlas({ evidence: [{ check: 'spec', outcome: 'pass', note: 'Agreed on.' }] })
    await text(page, 'Plan gate: 1 check missing').waitFor()
    await atlas({ evidence: [{ check: 'plan', outcome: 'pass', note: 'Three tasks.' }] })
    await atlas({ commit })
    await text(page, 'Build gate: 1 check missing').waitFor()
    await atlas({ commit, evidence: [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '412 passed' }], summary: 'Passkeys work.' })
    await text(page, 'Review gate: 1 requirement missing').waitFor()
    await text(page, 'You’re an author, so someone else must decide').waitFor()

    // A second person reviews it on their own screen.
    const other = await dashboard.open(mira, `/${org}/features/${id}`)
    await button(other, 'Review at 9f3c2ad').click()
    await other.getByLabel('What you reviewed').fill('Counter and check in one statement.')
    await other.getByRole('dialog').getByRole('button', { name: 'Submit review' }).click()
    await text(other, 'Review gate passed').waitFor()
    await button(page, 'Continue to Ship').click()

    // The author sees who can approve, and has no button for it.
    await text(page, 'Ship gate: 1 requirement missing').waitFor()
    await text(page, 'Mira Haddad can approve').waitFor()
    expect(await button(page, /^Approve Ship/).count()).toBe(0)
    expect((await jonas.call('POST', `/api/features/${id}/approvals`, { commit })).status).toBe(403)

    // The approver's last login is too old, so step-up authentication comes first.
    dashboard.baton.clock.advance(11 * 60_000)
    await button(other, 'Approve Ship at 9f3c2ad').click()
    await other.getByLabel('Your password').fill(mira.password)
    await button(other, 'Continue').click()
    await text(other, 'Ship gate passed').waitFor()
    await text(page, 'Ship gate passed').waitFor()
    await button(page, 'Ship at 9f3c2ad').click()
    await text(page, 'Shipped at 9f3c2ad').waitFor()
    await text(other, 'Shipped at 9f3c2ad').waitFor()
    expect(await mira.do('GET', `/api/features/${id}`)).toMatchObject({ status: 'complete', commit })
  },
)

test(
  'a new commit voids what was shown, says so, and sending back and cancelling can be told and undone',
  { timeout: 300_000 },
  async () => {
    const { mira, jonas, org, slug } = scene
    const spec = await mira.do('POST', `/api/projects/${slug}/specs`, { title: 'Webhooks', body: 'Retries.', status: 'approved' })
    const { id, ref } = await jonas.do('POST', `/api/projects/${slug}/features`, { title: 'Reliable webhooks', spec: spec.ref })
    for (const check of ['spec', 'plan'])
      await jonas.do('POST', `/api/features/${id}/advance`, { evidence: [{ check, outcome: 'pass', note: 'Agreed on.' }] })
    await jonas.do('POST', `/api/features/${id}/commits`, { commit: 'a'.repeat(40) })
    await jonas.do('POST', `/api/features/${id}/evidence`, {
      check: 'tests',
      outcome: 'pass',
      exit_code: 0,
      log: '3 passed',
      commit: 'a'.repeat(40),
    })
    const page = await dashboard.open(mira, `/${org}/features/${id}`)
    await text(page, 'Build gate passed').waitFor()
    await jonas.do('POST', `/api/features/${id}/commits`, { commit })
    await text(page, 'when 9f3c2ad replaced aaaaaaa').waitFor()

    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Send back…' }).click()
    await page.getByLabel('Why').fill('The plan says nothing of replays.')
    await button(page, 'Send back to Plan').click()
    await text(page, 'Plan gate: 1 check missing').waitFor()
    await text(page, 'The plan says nothing of replays.').waitFor()

    await button(page, 'More actions').click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await text(page, `${ref} deleted`).waitFor()
    await button(page, 'Undo').click()
    await page.getByRole('link', { name: 'Reliable webhooks' }).waitFor()
  },
)

test('a review is answered in the inbox, which shows what it is about', { timeout: 300_000 }, async () => {
  const { mira, jonas, org, slug } = scene
  const spec = await mira.do('POST', `/api/projects/${slug}/specs`, { title: 'Receipts', body: 'By mail.', status: 'approved' })
  const { id } = await jonas.do('POST', `/api/projects/${slug}/features`, { title: 'Receipts by mail', spec: spec.ref })
  for (const check of ['spec', 'plan'])
    await jonas.do('POST', `/api/features/${id}/advance`, { evidence: [{ check, outcome: 'pass', note: 'Agreed on.' }] })
  const summary = { summary: 'Mails a receipt.', recommendation: 'Ship it.', risks: 'A mailbox that is full.' }
  const evidence = [{ check: 'tests', outcome: 'pass', exit_code: 0, log: '3 passed' }]
  await jonas.do('POST', `/api/features/${id}/advance`, { commit, evidence, ...summary })
  for (const phone of [true, false]) {
    const page = await dashboard.open(mira, `/${org}/inbox`, { phone, dark: phone })
    await button(page, /Review Receipts by mail/).click()
    const pane = page.getByRole('article', { name: 'Review Receipts by mail' }).last()
    for (const words of Object.values(summary)) await pane.getByText(words).waitFor()
    await page.getByRole('heading', { name: /^Evidence for Review/ }).waitFor()
    await picture(page, `review-${phone ? 'phone' : 'desk'}`)
    await pane.getByRole('button', { name: 'Request changes' }).click()
    await page.getByLabel('What needs to change').waitFor()
    await page.keyboard.press('Escape')
    if (!phone) {
      await pane.getByRole('button', { name: 'No objection at 9f3c2ad' }).click()
      await text(page, 'Review submitted').waitFor()
      await pane.getByText('You reviewed it. Nothing needs you.').waitFor()
    }
    await page.context().close()
  }
  const { verdicts } = await mira.do('GET', `/api/features/${id}`)
  expect(verdicts).toMatchObject([{ gate: 'review', verdict: 'approve', commit, voided_at: null }])
})
