import { afterAll, beforeAll, expect, test } from 'vitest'
import { callTool } from '../looping/mcp-client.ts'
import { startDashboard, type Dashboard } from './dashboard.ts'
import type { Scene } from './every-page.ts'
import { makeScene } from './scene.ts'

let dashboard: Dashboard
let scene: Scene
beforeAll(async () => {
  dashboard = await startDashboard()
  scene = await makeScene(dashboard)
})
afterAll(() => dashboard?.close())

test(
  'what an agent proposes is accepted by a person, discussed, and later superseded by another decision',
  { timeout: 240_000 },
  async () => {
    const { mira, org, slug } = scene
    const page = await dashboard.open(mira, `/${org}/p/${slug}/decisions`)
    await page.getByText('No decisions yet').waitFor()
    const { token } = await mira.do('POST', '/api/settings/mcp-tokens', { name: 'Nova' })
    await callTool(dashboard.baton.url, token, 'log_decision', {
      project: slug,
      title: 'Deliver at most once',
      status: 'proposed',
      rationale: 'It is simpler.',
      alternatives: [{ title: 'A queue each', why_not: 'Too much to run.' }],
    })

    await page.getByRole('link', { name: 'Deliver at most once' }).click()
    await page.getByRole('button', { name: 'Accept BAT-D1' }).click()
    await page.getByText('Not chosen: Too much to run.').waitFor()
    await page.getByText('by Mira Haddad').first().waitFor()
    expect(await mira.do('GET', '/api/decisions/BAT-D1')).toMatchObject({ status: 'accepted', decided_by_agent: false })

    await page.getByRole('button', { name: 'Add a comment…' }).click()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Receivers lose events.')
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.getByText('Receivers lose events.').waitFor()

    await page.getByRole('button', { name: 'Supersede' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('Deliver at least once')
    await dialog.getByRole('button', { name: 'Supersede BAT-D1' }).click()
    await page.getByRole('heading', { name: 'Deliver at least once' }).waitFor()
    await page.getByRole('link', { name: /BAT-D1/ }).click()
    await page.getByText('No longer active').waitFor()
    await page.getByRole('link', { name: 'BAT-D2 Deliver at least once' }).waitFor()
    expect(await mira.do('GET', '/api/decisions/BAT-D1')).toMatchObject({ status: 'superseded' })
  },
)
