import { addRoutes } from './create-client.ts'
import { instanceRoutes } from './instance-routes.ts'

// A file of its own: pages of an organization never call these and need not load them.
addRoutes(instanceRoutes)
