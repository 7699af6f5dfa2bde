import { ownFiles, storeRepository, work } from '../../assistant/stored-repository.ts'
import type { Area } from '../every-page.ts'

/** Without a model: the passages are the answer, and the page says which setting is missing. */
export const assistant: Area = async (scene) => {
  const { mira, org, slug } = scene
  const { id } = await mira.do('POST', '/api/ai/sessions', { project: slug })
  await mira.do('POST', `/api/ai/sessions/${id}/messages`, { text: 'How often are webhook deliveries retried?' })
  const { baton } = scene.dashboard
  const { commit, files } = ownFiles((path) => /^src\/(kernel|worker)\//.test(path))
  const repository = await storeRepository(baton, mira, slug, commit, files)
  await work(baton, String(mira.organization), 'indexRepositories')
  const chat = await mira.do('POST', `/api/repos/${repository}/chat`, { text: 'How long may a single call take?' })
  return [
    { name: 'assistant', path: `/${org}/assistant`, ready: 'What would you like to know?' },
    { name: 'assistant-passages', path: `/${org}/assistant/${id}`, ready: 'No language model is set up' },
    {
      name: 'repository-chat',
      path: `/${org}/repos/${repository}/chat/${chat.session_id}`,
      ready: 'files indexed at',
      then: async (page) => {
        await page.getByRole('button', { name: /src\// }).first().click()
        await page.getByRole('button', { name: 'Close passage' }).waitFor()
      },
    },
  ]
}
