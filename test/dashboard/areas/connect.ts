import { callTool } from '../../looping/mcp-client.ts'
import type { Area } from '../every-page.ts'

export const connect: Area = async ({ dashboard: { baton, origin }, mira, org }) => {
  const used = await mira.mcpToken('ci-runner')
  await callTool(origin, used.token, 'list_projects', {})
  await mira.mcpToken('old-desktop')
  const path = `/${org}/connect`
  const ready = 'Ask your agent something'
  return [
    { name: 'connect', path, ready },
    { name: 'connect-cursor', path: `${path}?client=cursor`, ready },
    { name: 'connect-vscode', path: `${path}?client=vscode&transport=sse`, ready },
    { name: 'connect-codex', path: `${path}?client=codex`, ready },
    {
      name: 'connect-waiting',
      path,
      ready,
      async then(page) {
        await page.getByRole('button', { name: 'Create token' }).click()
        await page.getByText('Waiting for the first tool call').waitFor()
      },
    },
    {
      name: 'connect-connected',
      path,
      ready,
      async then(page) {
        await page.getByRole('button', { name: 'Create token' }).click()
        const token = await page.getByLabel('Token', { exact: true }).textContent()
        await callTool(origin, token ?? '', 'list_projects', {})
        await page.getByText('First tool call arrived').waitFor({ timeout: 15_000 })
        await page.getByText(/\d ms/).first().waitFor({ timeout: 15_000 })
      },
    },
    {
      name: 'connect-revoke',
      path,
      ready,
      async then(page) {
        await page.getByRole('button', { name: 'Revoke old-desktop' }).click()
        await page.getByText('This can’t be undone').waitFor()
      },
    },
    {
      name: 'connect-step-up',
      path,
      ready,
      refused: true,
      async then(page) {
        // Backdates the login of this browser only.
        await baton.look(
          `update auth.sessions set authenticated_at = authenticated_at - interval '11 minutes'
            where id = (select id from auth.sessions where user_id = $1 order by created_at desc limit 1)`,
          [mira.user.id],
        )
        await page.getByRole('button', { name: 'Create token' }).click()
        await page.getByRole('dialog', { name: 'Confirm it’s you' }).waitFor()
      },
    },
  ]
}
