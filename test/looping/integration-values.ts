import type { Scene } from './scene.ts'

/** Tokens that the providers' stand-ins accept, and a remote import that has been read. */
export function integrationValues(scene: () => Scene): Record<string, () => unknown> {
  const connect = async () => {
    const { world, person, canary } = scene()
    await world.run('saveIntegration', person, { provider: 'linear', api_key: `lin_api_${canary.replaceAll(/\W/g, '')}12345678` })
    return 'linear'
  }
  return {
    slack_bot_token: () => `xoxb-${scene().canary.replaceAll(/\W/g, '')}-12345678`,
    slack_app_token: () => `xapp-1-${scene().canary.replaceAll(/\W/g, '')}-12345678`,
    tracker_source: () => scene().hidden.replaceAll(/\W/g, ''),
    connected_tracker: connect,
    read_remote_import: async () => {
      const { world, person } = scene()
      const [id] = await scene().fresh('remote_import')
      await world.look("update remote_imports set status = 'ready', user_id = $2 where id = $1", [id, person.user.id])
      return id
    },
  }
}
