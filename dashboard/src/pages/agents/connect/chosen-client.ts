import { mcpClients, type McpClient } from './clients.ts'

const key = 'baton.client'

/** The client last chosen on the Connect page in this browser. */
export const chosenClient = (): McpClient | undefined => mcpClients.find(({ id }) => id === localStorage.getItem(key)) ?? mcpClients[0]

export const chooseClient = (id: string): void => localStorage.setItem(key, id)
